"""How a patrol stands."""

from __future__ import annotations

from sandtable.games.picket.rules import Values
from sandtable.games.picket.state import OFF, TROOP, PicketState
from sandtable.kit.reasons import Measure


def standing_of(v: Values, state: PicketState, seat: int) -> list[Measure]:
    alive = [0, 0]
    for piece in range(2 * v.pieces):
        if state.table.zone[piece] != OFF and state.hands[piece // v.pieces].kind[piece % v.pieces] == TROOP:
            alive[piece // v.pieces] += 1
    return [Measure("troops-ours", alive[seat], 1), Measure("troops-theirs", alive[1 - seat], -1)]
