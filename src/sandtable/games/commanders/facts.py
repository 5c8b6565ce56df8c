"""What a general wonders about: the enemy's orders, and in a custom deployment where its units stand."""

from __future__ import annotations

from sandtable.games.commanders.state import ARMY, OFF, PLACES, PLAN, CommandersState
from sandtable.kit.card import Fact


def facts_of(state: CommandersState, seat: int) -> list[Fact]:
    table = state.table
    foe = state.hands[1 - seat]
    planning = bool(table.stack) and table.stack[-1].proc == PLAN and foe.seat in table.pending
    found: list[Fact] = []
    for i in range(ARMY):
        unit = foe.seat * ARMY + i
        if table.place[unit] == OFF and i < len(foe.spot) and foe.seat not in table.pending:
            found.append(Fact("unit", unit, "stands", "sector", foe.spot[i]))
        elif table.place[unit] < PLACES and not planning and table.seen1[unit] < 0:
            found.append(Fact("unit", unit, "ordered", "sector", foe.plan1[i]))
    return found
