"""Chapters 3 and 9, what all phases use: strengths, losses, riders, points."""

from __future__ import annotations

from sandtable.core.game import EVERYONE
from sandtable.games.company_war.state import (
    CAPITAL,
    CARRIERS,
    COLONY,
    EARTH,
    FIRST_DART,
    FLEET,
    FLEET_RIDERS,
    LOST,
    NOWHERE,
    ORPHAN,
    PLAIN,
    POINTS,
    RIDER,
    RIDERS,
    SHIPS,
    UNION,
    WarState,
    WarTable,
    side_of,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import ADOPTED, DESTROYED, OVERRUN, PERISHED, STRUCK, WRECKED


def first_ship(seat: int) -> int:
    return 0 if seat == FLEET else CARRIERS


def end_ship(seat: int) -> int:
    return CARRIERS if seat == FLEET else SHIPS


def first_rider(seat: int) -> int:
    return 0 if seat == FLEET else FLEET_RIDERS


def end_rider(seat: int) -> int:
    return FLEET_RIDERS if seat == FLEET else RIDERS


def attack(book: Book, table: WarTable, unit: int) -> int:
    """3.2: of the side the counter shows."""
    return book.attack[2 * unit + table.hurt[unit]]


def afloat(table: WarTable, seat: int) -> bool:
    for ship in range(first_ship(seat), end_ship(seat)):
        if table.place[ship] != NOWHERE:
            return True
    return False


def capitals(table: WarTable, seat: int, point: int) -> int:
    """Capital ships of a seat at a point that are not fleeing."""
    found = 0
    for ship in range(first_ship(seat), CARRIERS if seat == FLEET else FIRST_DART):
        if table.place[ship] == point and not table.fleeing[ship]:
            found += 1
    return found


def ships_at(table: WarTable, seat: int, point: int) -> list[int]:
    """Ships of a seat at a point that are not fleeing, dartships included."""
    found: list[int] = []
    for ship in range(first_ship(seat), end_ship(seat)):
        if table.place[ship] == point and not table.fleeing[ship]:
            found.append(ship)
    return found


def strength(book: Book, table: WarTable, seat: int, point: int) -> int:
    total = 0
    for ship in ships_at(table, seat, point):
        total += attack(book, table, ship)
    return total


# riders ------------------------------------------------------------------------------


def aboard(table: WarTable, ship: int) -> int:
    """Riders of a carrier that are aboard."""
    found = 0
    for rider in range(first_rider(side_of(ship)), end_rider(side_of(ship))):
        if table.rider_on[rider] == ship and not table.rider_out[rider]:
            found += 1
    return found


def outside(table: WarTable, ship: int) -> int:
    found = 0
    for rider in range(first_rider(side_of(ship)), end_rider(side_of(ship))):
        if table.rider_on[rider] == ship and table.rider_out[rider]:
            found += 1
    return found


def free_berths(book: Book, table: WarTable, ship: int) -> int:
    taken = 0
    for rider in range(first_rider(side_of(ship)), end_rider(side_of(ship))):
        if table.rider_on[rider] == ship:
            taken += 1
    return book.berths[ship] - taken


def adopt(book: Book, state: WarState, seat: int, carriers: list[int]) -> None:
    """5.5: riders without a carrier take free berths, the lowest numbers first."""
    for rider in range(first_rider(seat), end_rider(seat)):
        if state.table.rider_on[rider] == ORPHAN:
            find_berth(book, state, rider, carriers)


def find_berth(book: Book, state: WarState, rider: int, carriers: list[int]) -> None:
    table = state.table
    for ship in carriers:
        if book.berths[ship] and free_berths(book, table, ship) > 0:
            table.rider_on[rider] = ship
            state.tell(EVERYONE, ADOPTED, (RIDER + rider, ship))
            return


def lose_rider(state: WarState, rider: int) -> None:
    state.table.rider_on[rider] = LOST
    state.table.rider_out[rider] = 0
    state.table.hurt[RIDER + rider] = 0
    state.tell(EVERYONE, PERISHED, (RIDER + rider,))


# losses ------------------------------------------------------------------------------


def destroy_ship(book: Book, state: WarState, ship: int) -> None:
    """5.20, 8.5, 9.6, 9.7: the ship, its riders aboard and its troops."""
    table = state.table
    table.place[ship] = NOWHERE
    table.fleeing[ship] = 0
    table.hurt[ship] = 0
    seat = side_of(ship)
    table.points[1 - seat] += book.worth[ship]
    troops = 0
    if seat == FLEET:
        troops = state.hands[FLEET].troop[ship]
        state.hands[FLEET].troop[ship] = 0
        learn_troops(table, ship, troops, 0)
        if troops:
            kill_troops(book, table)
        state.show(FLEET, EVERYONE, DESTROYED, (ship, troops))
    else:
        state.tell(EVERYONE, DESTROYED, (ship, troops))
    for rider in range(first_rider(seat), end_rider(seat)):
        if table.rider_on[rider] == ship:
            if table.rider_out[rider]:
                table.rider_on[rider] = ORPHAN
            else:
                lose_rider(state, rider)


def kill_troops(book: Book, table: WarTable) -> None:
    table.exile[1] += 1
    table.points[UNION] += book.troop_kill


def learn_troops(table: WarTable, ship: int, had: int, has: int) -> None:
    """Keep the sets of carriers that agree with what everybody just saw, changed by what happened."""
    bit = 1 << ship
    kept: list[int] = []
    for mask in table.troop_sets:
        if (mask >> ship) & 1 == had:
            kept.append(mask | bit if has else mask & ~bit)
    table.troop_sets = kept


def strike_station(book: Book, state: WarState, point: int, hits: int, hitters: list[int]) -> None:
    """5.19, 6.3, 6.6: hits add up; hitters are the seats that scored them."""
    table = state.table
    table.station_hits[point] += hits
    state.tell(EVERYONE, STRUCK, (point, table.station_hits[point]))
    if table.station_hits[point] < book.station_limit or table.wrecked[point]:
        return
    table.wrecked[point] = 1
    state.tell(EVERYONE, WRECKED, (point,))
    for seat in hitters:
        table.points[seat] -= book.station_penalty
    if table.garrison[point]:
        table.garrison[point] = 0
        kill_troops(book, table)
        state.tell(EVERYONE, OVERRUN, (point,))


# points ------------------------------------------------------------------------------


def has_station(book: Book, table: WarTable, point: int) -> bool:
    return book.kind[point] != PLAIN and not table.wrecked[point]


def fleet_income(book: Book, table: WarTable, point: int, troops: bool, carrier: bool) -> int:
    """9.1-9.3, 9.5: what a station brings the Corsairs in a turn."""
    kind = book.kind[point]
    if not (troops or carrier) or not has_station(book, table, point):
        return 0
    if kind == EARTH:
        return book.earth_garrison
    if kind == COLONY:
        return book.union_troops if troops else book.union_carrier
    return book.capital_garrison if kind == CAPITAL else 0


def union_income(book: Book, table: WarTable, point: int, troops: bool, carrier: bool) -> int:
    """9.4: what a station brings the League in a turn."""
    kind = book.kind[point]
    if troops or carrier or table.wrecked[point] or (kind != COLONY and kind != CAPITAL):
        return 0
    return book.union_free


def holds(book: Book, table: WarTable, ship: int) -> bool:
    """8.7, 8.8: a carrier that garrisons, and may take troops back."""
    return table.place[ship] > NOWHERE and (book.settings.fleeing_hold > 0 or not table.fleeing[ship])


def points_of(table: WarTable, seat: int) -> int:
    """Where capital ships of a seat stand that are not fleeing, as a mask of points."""
    found = 0
    for ship in range(first_ship(seat), CARRIERS if seat == FLEET else FIRST_DART):
        if not table.fleeing[ship] and table.place[ship] > NOWHERE:
            found |= 1 << table.place[ship]
    return found


def certain_incomes(book: Book, table: WarTable, seat: int) -> list[int]:
    """6.4: by station, the points of this turn that nothing can take away any more."""
    union = points_of(table, UNION)  # 5.27, 8.6
    fleet = 0
    safe = 0  # carriers that nobody fights any more
    for ship in range(CARRIERS):
        if holds(book, table, ship):
            bit = 1 << table.place[ship]
            fleet |= bit
            if table.fleeing[ship] or not union & bit:
                safe |= bit
    found = [0] * POINTS
    for point in book.stations:
        if seat == UNION:
            found[point] = union_income(book, table, point, table.garrison[point] > 0, (fleet >> point) & 1 > 0)
        else:
            troops = table.garrison[point] > 0 and capitals(table, UNION, point) < book.troop_killers
            found[point] = fleet_income(book, table, point, troops, (safe >> point) & 1 > 0)
    return found


def may_shoot_station(book: Book, table: WarTable, seat: int, point: int, most: int, incomes: list[int]) -> bool:
    """6.4: nobody may knowingly end a turn below zero; ``most`` is how many hits might be scored.  ``incomes`` is filled with what is
    certain when that is first asked for."""
    if not has_station(book, table, point):
        return False
    if table.points[seat] >= book.station_penalty or table.station_hits[point] + most < book.station_limit:
        return True
    if not incomes:
        incomes += certain_incomes(book, table, seat)
    return table.points[seat] - book.station_penalty + sum(incomes) - incomes[point] >= 0  # the station in question brings nothing
