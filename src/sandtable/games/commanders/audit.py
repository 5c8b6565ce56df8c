"""What must hold after every input."""

from __future__ import annotations

from sandtable.games.commanders.book import Book
from sandtable.games.commanders.rules.planning import given, given_away
from sandtable.games.commanders.rules.sectors import border_limit, crowd, held
from sandtable.games.commanders.state import (
    ARMY,
    ARTILLERY,
    BOX,
    COMBAT,
    DEPLOY_,
    GARRISON,
    OFF,
    PLACES,
    PLAN,
    RESERVE,
    ROUTED,
    SECTORS,
    UNITS,
    CommandersState,
    CommandersTable,
)


def audit(book: Book, state: CommandersState) -> None:
    table = state.table
    audit_units(book, table)
    audit_borders(book, table)
    audit_zones(book, table)
    for hand in state.hands:
        assert len(hand.plan1) == len(hand.way1) == ARMY, "an order sheet has lost units"
        for i in range(ARMY):
            unit = hand.seat * ARMY + i
            assert hand.plan1[i] >= 0 or hand.way1[i] < 0, "a unit follows an order nobody wrote"
            assert hand.plan1[i] != RESERVE + 1 - hand.seat, "an order into the enemy's reserve"
            if table.seen1[unit] >= 0:
                assert table.seen1[unit] == hand.plan1[i], "a unit did what it was not ordered to do"
            if table.seen2[unit] >= 0:
                assert table.seen2[unit] == hand.plan2[i], "a unit strayed from its path"
        assert not hand.picks or table.pending or table.over, "sealed choices left over"
        if table.stack and table.stack[0].proc == PLAN:
            assert given_away(book, table, hand) <= max(0, table.orders[hand.seat]), "too many orders"
        elif table.stack and table.stack[0].proc != DEPLOY_:
            assert given(hand) - hand.free <= max(0, table.orders[hand.seat]), "more orders than were allotted"


def audit_units(book: Book, table: CommandersTable) -> None:
    assert not held(table, 0) & held(table, 1), "both sides stand in one sector"
    for seat in range(2):
        for sector in range(SECTORS):
            assert crowd(table, seat, sector) <= book.capacity, "a sector is overcrowded"
    for unit in range(UNITS):
        place, status = table.place[unit], table.status[unit]
        assert 0 <= place <= OFF, "a unit is nowhere"
        assert place != RESERVE + 1 - unit // ARMY, "a unit stands in the enemy's reserve"
        if place == BOX:
            assert status == ROUTED and table.kind[unit] != ARTILLERY, "the rout box holds a unit that is not routed"
        elif place >= PLACES:
            assert status == 0, "a unit out of play has a state"
        if status & GARRISON:
            assert place < SECTORS and book.building[place] and not (table.ruined >> place) & 1, "a garrison without a building"


def audit_borders(book: Book, table: CommandersTable) -> None:
    """4.4"""
    for code in table.crossed:
        origin, sector = (code >> 4) & 15, code & 15
        assert table.crossed.count(code) <= border_limit(book, origin, sector), "too many units over one border"


def audit_zones(book: Book, table: CommandersTable) -> None:
    if not table.stack or table.stack[-1].proc != COMBAT:
        return
    assert len(table.lines) == 2 * len(table.zones)
    seen: list[int] = []
    for k in range(len(table.lines)):
        assert len(table.lines[k]) <= book.border, "a zone is overcrowded"
        for unit in table.lines[k]:
            assert unit // ARMY == k % 2, "a unit stands on the enemy's side"
            assert unit not in seen, "a unit stands in two zones"
            seen.append(unit)
