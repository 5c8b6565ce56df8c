"""Chapters 10, 11, 12 and 14: rally, points, victory."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action
from sandtable.games.commanders.book import ROSE, Book
from sandtable.games.commanders.rules.planning import given
from sandtable.games.commanders.rules.sectors import controls, holds
from sandtable.games.commanders.state import (
    ARMY,
    ARTILLERY,
    BOX,
    CAPTURED,
    GARRISON,
    LOST,
    RESERVE,
    ROUTED,
    SECTORS,
    SPENT,
    SQUARE,
    UNITS,
    CommandersHand,
    CommandersState,
    CommandersTable,
    pick_unit,
)
from sandtable.games.commanders.verbs import (
    DONE,
    ENDED,
    FOR_CAPTIVES,
    FOR_MAJORITY,
    FOR_MARKERS,
    MAJORITY,
    MERGED,
    PLANNED,
    RALLIED,
    RALLY,
    ROSE_TAKEN,
    SCORED_,
)

# rally ----------------------------------------------------------------------------------------


def rallies_alone(table: CommandersTable, unit: int) -> bool:
    """10.2, 15.11: a routed battery or garrison beside another own unit."""
    if not table.status[unit] & ROUTED or table.place[unit] >= SECTORS:
        return False
    if table.kind[unit] != ARTILLERY and not table.status[unit] & GARRISON:
        return False
    return holds(table, unit // ARMY, table.place[unit])


def might_rally(table: CommandersTable, seat: int) -> bool:
    boxed = [0, 0, 0]
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.place[unit] == BOX:
            boxed[table.kind[unit]] += 1
        elif rallies_alone(table, unit):
            return True
    return boxed[0] > 1 or boxed[1] > 1


def saved(book: Book, table: CommandersTable, hand: CommandersHand) -> int:
    """3.3, 10.3, 14.2: orders not given; with morale every point is one."""
    total = table.orders[hand.seat]
    if book.morale:
        total = table.points[hand.seat]
    return total - given(hand) + hand.free


def rally_offer(book: Book, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    """10.1, 10.2: any unit in the rout box that still has a partner, any that rallies alone."""
    offer: list[Action] = [(DONE,)]
    if len(hand.picks) >= saved(book, table, hand):
        return offer
    chosen = [pick_unit(code) for code in hand.picks]
    boxed = [0, 0, 0]
    for unit in range(hand.seat * ARMY, hand.seat * ARMY + ARMY):
        if unit in chosen:
            if table.place[unit] == BOX:
                boxed[table.kind[unit]] -= 1  # its partner is used up
        elif table.place[unit] == BOX:
            boxed[table.kind[unit]] += 1
    for unit in range(hand.seat * ARMY, hand.seat * ARMY + ARMY):
        if unit not in chosen and (rallies_alone(table, unit) or (table.place[unit] == BOX and boxed[table.kind[unit]] > 1)):
            offer.append((RALLY, unit))
    return offer


def rally(state: CommandersState) -> None:
    """10.1, 10.2"""
    table = state.table
    for hand in state.hands:
        chosen = [pick_unit(code) for code in hand.picks]
        hand.picks = []
        table.rallied[hand.seat] = len(chosen)
        for unit in chosen:
            table.status[unit] &= ~ROUTED
            boxed = table.place[unit] == BOX
            if boxed:
                table.place[unit] = RESERVE + hand.seat
            state.show(hand.seat, EVERYONE, RALLIED, (unit,))
            if boxed:
                give_up(state, hand.seat, table.kind[unit], chosen)


def give_up(state: CommandersState, seat: int, kind: int, chosen: list[int]) -> None:
    """10.1: the last routed unit of the kind leaves play."""
    table = state.table
    for unit in range(seat * ARMY + ARMY - 1, seat * ARMY - 1, -1):
        if table.place[unit] == BOX and table.kind[unit] == kind and unit not in chosen:
            table.place[unit] = LOST
            table.status[unit] = 0
            state.tell(EVERYONE, MERGED, (unit,))
            return


# scoring ----------------------------------------------------------------------------------------


def score(book: Book, state: CommandersState) -> None:
    """11.1-11.3, 2.7: sheets are laid open, points are counted, everybody recovers."""
    table = state.table
    lay_open(state)
    for seat in range(2):
        award(book, state, seat, captives(book, table, seat), FOR_CAPTIVES)
    for seat in range(2):
        award(book, state, seat, objectives(book, state, seat), FOR_MARKERS)
    majority(book, state)
    for unit in range(UNITS):
        table.status[unit] &= ~(SPENT | SQUARE)
    table.acts = [0] * UNITS
    table.steps = [0] * UNITS
    table.seen1 = [-1] * UNITS
    table.seen2 = [-1] * UNITS


def lay_open(state: CommandersState) -> None:
    """3.3"""
    if not state.loud:
        return
    for hand in state.hands:
        for i in range(ARMY):
            if hand.plan2[i] >= 0:
                state.show(hand.seat, EVERYONE, PLANNED, (hand.seat * ARMY + i, hand.plan1[i], hand.plan2[i]))
            elif hand.plan1[i] >= 0:
                state.show(hand.seat, EVERYONE, PLANNED, (hand.seat * ARMY + i, hand.plan1[i]))


def award(book: Book, state: CommandersState, seat: int, points: int, reason: int) -> None:
    """14.1: with morale the other side loses what this side would earn."""
    if not points:
        return
    if book.morale:
        state.table.points[1 - seat] -= points
    else:
        state.table.points[seat] += points
    state.tell(EVERYONE, SCORED_, (seat, points, reason))


def captives(book: Book, table: CommandersTable, seat: int) -> int:
    """11.1"""
    points = 0
    for unit in range((1 - seat) * ARMY, (2 - seat) * ARMY):
        if table.place[unit] == CAPTURED:
            table.place[unit] = LOST
            points += book.prizes[table.kind[unit]]
    return points


def objectives(book: Book, state: CommandersState, seat: int) -> int:
    """11.2, 12.2"""
    table = state.table
    points = 0
    k = 0
    while k < len(table.markers):
        if table.markers[k] != seat and controls(table, seat, table.markers[k + 2]):
            points += book.worth[table.markers[k + 1]]
            if table.markers[k + 1] >= ROSE:
                state.tell(EVERYONE, ROSE_TAKEN, (seat, table.markers[k + 2]))
                table.markers = table.markers[:k] + table.markers[k + 3 :]
                continue
        k += 3
    return points


def majority(book: Book, state: CommandersState) -> None:
    """11.3, 14.1"""
    table = state.table
    counts = [0, 0]
    for seat in range(2):
        for sector in range(SECTORS):
            if controls(table, seat, sector):
                counts[seat] += 1
    table.pool -= 1
    state.tell(EVERYONE, MAJORITY, (counts[0], counts[1]))
    if counts[0] != counts[1]:
        seat = 0 if counts[0] > counts[1] else 1
        award(book, state, seat, 1, FOR_MAJORITY)
        if book.morale:
            table.points[seat] += 1


def is_over(book: Book, table: CommandersTable) -> bool:
    """11.4, 11.5, 14.3"""
    if table.round >= book.rounds:
        return True
    if book.morale:
        return min(table.points) <= 0
    return max(table.points) >= book.goal and table.points[0] != table.points[1]


def end_battle(state: CommandersState) -> None:
    table = state.table
    table.stack.pop()
    state.tell(EVERYONE, ENDED, (table.points[0], table.points[1]))
