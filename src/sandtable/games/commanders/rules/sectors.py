"""Chapters 1 and 2: who holds a sector, who has room in it, who comes first, what entering does."""

from __future__ import annotations

from sandtable.core.game import EVERYONE
from sandtable.games.commanders.book import FLAG3, Book
from sandtable.games.commanders.state import (
    ARMY,
    ATTACK,
    CAPTURED,
    CAVALRY,
    CHARGE,
    GARRISON,
    OUTSIDE,
    PLACES,
    RESERVE,
    ROUTED,
    SECTORS,
    TIRED,
    UNITS,
    CommandersState,
    CommandersTable,
    crossing,
)
from sandtable.games.commanders.verbs import CAUGHT, MOVED


def holds(table: CommandersTable, seat: int, sector: int) -> bool:
    """1.10, 15.8: an unrouted unit outside a building bars the sector to the enemy."""
    place, status = table.place, table.status
    return any(place[unit] == sector and not status[unit] & OUTSIDE for unit in range(seat * ARMY, seat * ARMY + ARMY))


def held(table: CommandersTable, seat: int) -> int:
    """A bit per sector the seat bars."""
    place, status = table.place, table.status
    mask = 0
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if place[unit] < PLACES and not status[unit] & OUTSIDE:
            mask |= 1 << place[unit]
    return mask


def present(table: CommandersTable, seat: int) -> int:
    """A bit per sector with any unit of the seat, routed ones and garrisons included."""
    mask = 0
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        mask |= 1 << table.place[unit]
    return mask


def exposed(book: Book, table: CommandersTable, seat: int) -> int:
    """9.4, 15.12: a bit per sector with a unit that guns can hit and that stands in their way: a building takes its garrison out of it."""
    mask = 0
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if book.shell_garrison or not table.status[unit] & GARRISON:
            mask |= 1 << table.place[unit]
    return mask


def crowd(table: CommandersTable, seat: int, sector: int) -> int:
    """1.2: units of the seat in a sector, routed ones included."""
    count = 0
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.place[unit] == sector:
            count += 1
    return count


def garrison_of(table: CommandersTable, seat: int, sector: int) -> int:
    """15.7: the seat's unit in the building of a sector, or -1."""
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.place[unit] == sector and table.status[unit] & GARRISON:
            return unit
    return -1


def marked(table: CommandersTable, seat: int, sector: int) -> bool:
    """1.10, 12.3: the sector bears an own general or flag."""
    markers = table.markers
    return any(markers[i + 2] == sector and markers[i] == seat and markers[i + 1] <= FLAG3 for i in range(0, len(markers), 3))


def friendly(table: CommandersTable, seat: int, sector: int) -> bool:
    """1.10"""
    if sector >= SECTORS:
        return sector == RESERVE + seat
    if holds(table, 1 - seat, sector):
        return False
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.place[unit] == sector and not table.status[unit] & ROUTED:
            return True
    return marked(table, seat, sector) and not marked(table, 1 - seat, sector) and not (present(table, 1 - seat) >> sector) & 1


def controls(table: CommandersTable, seat: int, sector: int) -> bool:
    """1.10, 15.8: an unrouted unit, and no enemy in the building."""
    mine = theirs = 0
    for unit in range(UNITS):
        if table.place[unit] == sector and not table.status[unit] & ROUTED:
            if unit // ARMY == seat:
                mine += 1
            else:
                theirs += 1
    return mine > 0 and theirs == 0


def has_room(book: Book, table: CommandersTable, seat: int, sector: int, coming: int) -> bool:
    """1.2: whether that many more units of the seat fit in."""
    return sector >= SECTORS or crowd(table, seat, sector) + coming <= book.capacity


def first_seat(table: CommandersTable) -> int:
    """2.4"""
    return 0 if table.round % 2 == 1 else 1


def border_limit(book: Book, origin: int, sector: int) -> int:
    """4.4, 15.2, 15.14: units of a side over one border in one phase."""
    if book.forest[sector] or (book.river[sector] and not book.river[origin]):
        return book.rough_border
    return book.border


def cross(table: CommandersTable, unit: int, sector: int) -> None:
    """4.4: a unit changes its sector; the border remembers it until the phase ends."""
    table.crossed.append(crossing(unit // ARMY, table.place[unit], sector))
    table.place[unit] = sector


def border_room(book: Book, table: CommandersTable, seat: int, origin: int, sector: int) -> int:
    """4.4: how many more units of a side may cross a border in this phase."""
    return border_limit(book, origin, sector) - table.crossed.count(crossing(seat, origin, sector))


def guns_pass(book: Book, origin: int, sector: int) -> bool:
    """15.4, 15.14: artillery needs the road into forest, the bridge into a river."""
    if book.road[origin * PLACES + sector]:
        return True
    return not book.forest[sector] and (not book.river[sector] or book.river[origin] > 0)


def capacity_to_act(kind: int) -> int:
    """4.1-4.3"""
    return 2 if kind == CAVALRY else 1


def enter(book: Book, state: CommandersState, unit: int, sector: int) -> None:
    """4.6: a unit marches into a sector; routed enemies in it are captured."""
    table = state.table
    seat = unit // ARMY
    cross(table, unit, sector)
    state.tell(EVERYONE, MOVED, (unit, sector))
    if not table.status[unit] & CHARGE:  # a countercharge is no ordered step
        hand = state.hands[seat]
        table.steps[unit] += 1
        hand.way1[unit % ARMY] = hand.way2[unit % ARMY]
        hand.way2[unit % ARMY] = -1
    table.status[unit] &= ~(ATTACK | CHARGE | GARRISON)
    if book.forest[sector]:  # 15.2
        table.status[unit] |= TIRED
    if sector >= SECTORS:
        return
    for prey in range((1 - seat) * ARMY, (2 - seat) * ARMY):
        if table.place[prey] == sector and table.status[prey] & ROUTED:
            remove(table, prey, CAPTURED)
            state.tell(EVERYONE, CAUGHT, (prey, unit))


def remove(table: CommandersTable, unit: int, where: int) -> None:
    """Off the board: nothing of its state goes with it."""
    table.place[unit] = where
    table.status[unit] = 0
    table.token[unit] = -1


def forget_order(state: CommandersState, unit: int) -> None:
    """5.1: what was left of its order is given up."""
    hand = state.hands[unit // ARMY]
    if not state.table.acts[unit]:
        hand.lost |= 1 << unit % ARMY
    hand.way1[unit % ARMY] = -1
    hand.way2[unit % ARMY] = -1
