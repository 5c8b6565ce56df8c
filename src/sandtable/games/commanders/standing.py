"""How a general stands: points, and units that still fight."""

from __future__ import annotations

from sandtable.games.commanders.state import ARMY, PLACES, ROUTED, CommandersState
from sandtable.kit.reasons import Measure


def standing_of(state: CommandersState, seat: int) -> list[Measure]:
    table = state.table
    fit = [0, 0]
    for unit in range(len(table.place)):
        if table.place[unit] < PLACES and not table.status[unit] & ROUTED:
            fit[unit // ARMY] += 1
    return [
        Measure("points-ours", table.points[seat], 1),
        Measure("points-theirs", table.points[1 - seat], -1),
        Measure("units-ours", fit[seat], 1),
        Measure("units-theirs", fit[1 - seat], -1),
    ]
