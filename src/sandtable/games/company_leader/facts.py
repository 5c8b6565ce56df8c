"""What a leader wonders about: what the hostile face-down pieces are."""

from __future__ import annotations

from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.state import SETUP, LeaderState, hidden
from sandtable.kit.card import Fact


def facts_of(plan: Plan, state: LeaderState, seat: int) -> list[Fact]:
    table = state.table
    found: list[Fact] = []
    if plan.settings.memory == 0:  # 2.8: nothing is kept in mind for the players
        return found
    setting_up = bool(table.stack) and table.stack[-1].proc == SETUP  # who is still placing has decided nothing to be guessed
    for field in range(len(table.owner)):
        owner = table.owner[field]
        shown = plan.open_allies and owner >= 0 and plan.sides[owner] == plan.sides[seat]
        if owner != seat and not shown and hidden(table, field) and not (setting_up and owner in table.pending):
            found.append(Fact("field", field, "is", "type", max(0, state.hands[owner].kind[field])))
    return found
