"""What a leader wonders about: what the hostile face-down pieces are."""

from __future__ import annotations

from sandtable.games.company_leader.state import SETUP, LeaderState, hidden
from sandtable.kit.card import Fact


def facts_of(state: LeaderState, seat: int) -> list[Fact]:
    table = state.table
    found: list[Fact] = []
    setting_up = bool(table.stack) and table.stack[-1].proc == SETUP  # who is still placing has decided nothing to be guessed
    for field in range(len(table.owner)):
        owner = table.owner[field]
        if owner != seat and hidden(table, field) and not (setting_up and owner in table.pending):
            found.append(Fact("field", field, "is", "type", max(0, state.hands[owner].kind[field])))
    return found
