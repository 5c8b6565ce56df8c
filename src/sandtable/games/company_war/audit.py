"""What must always hold in Company War."""

from __future__ import annotations

from sandtable.games.company_war.rules.fleet import free_berths
from sandtable.games.company_war.state import (
    CARRIERS,
    EXECUTING,
    FLEET,
    LOST,
    NOWHERE,
    ORPHAN,
    PLACING,
    POINTS,
    RIDER,
    RIDERS,
    SHIPS,
    TACTICS,
    TROOPING,
    UNPLACED,
    WarState,
    side_of,
)
from sandtable.games.company_war.values import Book


def audit_state(book: Book, state: WarState) -> None:
    table = state.table
    proc = table.stack[-1].proc if table.stack else -1
    for ship in range(SHIPS):
        at = table.place[ship]
        assert UNPLACED <= at < POINTS, "a ship off the map"
        assert at != UNPLACED or ship < CARRIERS, "an unplaced League ship"
        assert at > NOWHERE or not table.fleeing[ship], "a ship that flees from nowhere"
    for rider in range(RIDERS):
        ship = table.rider_on[rider]
        assert ORPHAN <= ship < SHIPS, "a rider on no ship"
        assert ship < 0 or side_of(ship) == side_of(RIDER + rider), "a rider on an enemy's ship"
        assert ship < 0 or table.place[ship] != NOWHERE, "a rider on a destroyed ship"
        assert not table.rider_out[rider] or (len(table.stack) > 0 and ship != LOST), "a rider outside without a battle"
    for ship in range(SHIPS):
        if book.berths[ship] and table.place[ship] != NOWHERE:
            assert free_berths(book, table, ship) >= 0, "more riders than berths"
    if book.scenario is None and proc != PLACING and proc != TROOPING:
        audit_troops(book, state)
    if proc == EXECUTING:
        for seat in range(2):
            written = sum([1 for course in state.hands[seat].course if course])
            assert written == table.left[seat], "the number left to move is not the number of plots"
    if proc == TACTICS:
        assert table.force == sorted(table.force), "the force is out of order"


def audit_troops(book: Book, state: WarState) -> None:
    table = state.table
    hand = state.hands[FLEET]
    mask = 0
    for ship in range(CARRIERS):
        if hand.troop[ship]:
            mask |= 1 << ship
            assert table.place[ship] != NOWHERE, "troops aboard a destroyed carrier"
    assert mask in table.troop_sets, "the troops are where nobody could expect them"
    total = sum(hand.troop) + sum(table.garrison) + table.exile[0] + table.exile[1]
    assert total == book.troops, "troop counters come or go"
