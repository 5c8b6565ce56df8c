"""How an admiral stands: victory points, and the attack ratings of what still flies."""

from __future__ import annotations

from sandtable.games.company_war.state import NOWHERE, SHIPS, UNPLACED, WarState, side_of
from sandtable.games.company_war.values import Book
from sandtable.kit.reasons import Measure


def standing_of(book: Book, state: WarState, seat: int) -> list[Measure]:
    table = state.table
    ships, hurt = [0, 0], [0, 0]
    for ship in range(SHIPS):
        if table.place[ship] > NOWHERE or table.place[ship] == UNPLACED:
            ships[side_of(ship)] += 1
            hurt[side_of(ship)] += table.hurt[ship]
    found = [Measure("points-ours", table.points[seat], 1), Measure("points-theirs", table.points[1 - seat], -1)]
    found += [Measure("ships-ours", ships[seat], 1), Measure("ships-theirs", ships[1 - seat], -1)]
    found += [Measure("hurt-ours", hurt[seat], -1), Measure("hurt-theirs", hurt[1 - seat], 1)]
    return found
