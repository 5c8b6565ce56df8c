"""What a patrol wonders about: which pieces are dummies, and where they go."""

from __future__ import annotations

from sandtable.games.picket.state import OFF, SETUP, UNKNOWN, PicketState
from sandtable.kit.card import Fact


def facts_of(state: PicketState, seat: int) -> list[Fact]:
    table = state.table
    foe = state.hands[1 - seat]
    base = foe.seat * len(foe.kind)
    found: list[Fact] = []
    if table.stack and table.stack[-1].proc == SETUP and foe.seat in table.pending:
        return found  # nothing is decided yet that could be guessed
    for i in range(len(foe.kind)):
        if table.face[base + i] == UNKNOWN and table.zone[base + i] != OFF:
            found.append(Fact("piece", base + i, "is", "kind", foe.kind[i]))
    return found
