"""What a leader wonders about: what the hostile face-down pieces are."""

from __future__ import annotations

from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.turn import in_filling
from sandtable.games.company_leader.state import BUYABLE, DUMMY, LOT_SEAT, SETUP, UNKNOWN, LeaderState, LeaderTable, hidden
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


def shares_of(plan: Plan, table: LeaderTable, seat: int) -> list[tuple[Fact, int, int]]:
    """As long as a seat has bought nothing, its army lies evenly on all fields nobody has looked under."""
    found: list[tuple[Fact, int, int]] = []
    if plan.settings.memory == 0 or plan.bought_armies or not table.stack or table.stack[-1].proc == SETUP or in_filling(table):
        return found
    for owner in range(plan.seats):
        bought = [lot for lot in table.lots if lot[LOT_SEAT] == owner]
        if owner == seat or bought or (plan.open_allies and plan.sides[owner] == plan.sides[seat]):
            continue
        fields = [f for f in range(plan.size) if table.owner[f] == owner and hidden(table, f) and table.known[f] == UNKNOWN]
        pool = table.pool[owner][:BUYABLE]
        pool[DUMMY] = len(fields) - sum(pool[1:])
        for field in fields:
            for kind in range(BUYABLE):
                if pool[kind]:
                    found.append((Fact("field", field, "is", "type", kind), pool[kind], len(fields)))
    return found
