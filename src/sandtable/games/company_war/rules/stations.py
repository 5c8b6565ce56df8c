"""Chapters 6 and 7 but for battles: stations under fire, repair."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.company_war.rules.fire import station_worth
from sandtable.games.company_war.rules.fleet import (
    attack,
    capitals,
    end_rider,
    first_rider,
    first_ship,
    free_berths,
    may_shoot_station,
    points_of,
    strike_station,
)
from sandtable.games.company_war.rules.garrisons import begin_garrisons
from sandtable.games.company_war.state import (
    BOMBARDING,
    CARRIERS,
    FIRST_DART,
    FLEET,
    FLEET_RIDERS,
    LOST,
    NOWHERE,
    REPAIRING,
    RIDER,
    RIDERS,
    STATION,
    UNION,
    WarState,
    WarTable,
    side_of,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import (
    BOMBARD,
    DONE,
    REPAIR,
    REPAIRED,
    REPLACED,
    SHOT,
    VOLLEY,
)

# 6: stations under fire --------------------------------------------------------------------


def begin_bombardment(book: Book, state: WarState, seat: int) -> None:
    state.table.stack[-1] = Frame(BOMBARDING, 0, [seat])
    next_volley(book, state)


def next_volley(book: Book, state: WarState) -> None:
    """Ask a seat that can bombard; then the other; then comes repair."""
    frame = state.table.stack[-1]
    if bombard_points(book, state.table, frame.regs, True):
        state.ask([frame.regs[0]])
    else:
        end_bombardment(book, state, frame.regs[0])


def end_bombardment(book: Book, state: WarState, seat: int) -> None:
    if seat == FLEET:
        begin_bombardment(book, state, UNION)
    else:
        begin_repair(book, state, FLEET)


def bombard_points(book: Book, table: WarTable, regs: list[int], first: bool = False) -> list[int]:
    """6.1, 6.4: not those that the seat, the first number, has fired at already; or only the first of them."""
    seat = regs[0]
    found: list[int] = []
    mine = points_of(table, seat) & book.station_mask
    if mine:
        mine &= ~points_of(table, 1 - seat)
    for i in range(1, len(regs)):
        mine &= ~(1 << regs[i])
    if not mine:
        return found
    rich = table.points[seat] >= book.station_penalty
    incomes: list[int] = []
    for point in book.stations:
        if (mine >> point) & 1:
            most = 0 if rich else volley_size(table, seat, point) * station_worth(book)
            if may_shoot_station(book, table, seat, point, most, incomes):
                found.append(point)
                if first:
                    break
    return found


def volley_size(table: WarTable, seat: int, point: int) -> int:
    """6.2: shots of a volley."""
    return capitals(table, seat, point) + riders_aboard(table, seat, point) // 2


def riders_aboard(table: WarTable, seat: int, point: int) -> int:
    """Riders aboard carriers at a point that are not fleeing."""
    found = 0
    for rider in range(first_rider(seat), end_rider(seat)):
        ship = table.rider_on[rider]
        if ship >= 0 and table.place[ship] == point and not table.fleeing[ship]:
            found += 1
    return found


def bombards(book: Book, table: WarTable) -> list[Action]:
    found: list[Action] = [(BOMBARD, point) for point in bombard_points(book, table, table.stack[-1].regs)]
    found.append((DONE,))
    return found


def bombard(book: Book, state: WarState, seat: int, action: Action) -> None:
    """6.2: the volley's dice, or on to the other seat."""
    table = state.table
    frame = table.stack[-1]
    state.answered(seat)
    if action[0] == DONE:
        end_bombardment(book, state, seat)
        return
    frame.regs.append(action[1])
    frame.step = 1
    state.tell(EVERYONE, VOLLEY, (seat, action[1]))
    table.shots = []
    for unit in volley_of(table, seat, action[1]):
        if unit < RIDER:
            table.fought[unit] = 1
        table.shots += [unit, STATION]
    table.dice = [6] * len(table.shots)


def volley_of(table: WarTable, seat: int, point: int) -> list[int]:
    """6.2: capital ships that are not fleeing, and the better rider of each pair."""
    found: list[int] = []
    for ship in range(first_ship(seat), CARRIERS if seat == FLEET else FIRST_DART):
        if table.place[ship] == point and not table.fleeing[ship]:
            found.append(ship)
    riders = riders_at(table, seat, point)
    for i in range(0, len(riders) - 1, 2):
        found.append(riders[i])
    return found


def riders_at(table: WarTable, seat: int, point: int) -> list[int]:
    """Riders aboard carriers at a point that are not fleeing, undamaged ones first: the first of a pair is the better."""
    found: list[int] = []
    for hurt in range(2):
        for rider in range(first_rider(seat), end_rider(seat)):
            ship = table.rider_on[rider]
            if ship >= 0 and table.place[ship] == point and not table.fleeing[ship] and table.hurt[RIDER + rider] == hurt:
                found.append(RIDER + rider)
    return found


def volley(book: Book, state: WarState, pips: Action) -> None:
    table = state.table
    table.dice = []
    frame = table.stack[-1]
    hits = 0
    for i in range(0, len(table.shots), 2):
        number = book.settings.constant + attack(book, table, table.shots[i]) - book.defence[STATION]
        roll = pips[i] + pips[i + 1] + 2
        state.tell(EVERYONE, SHOT, (table.shots[i], STATION, max(number, 0), roll))
        if roll == 2 or (roll <= number and roll != 12):
            hits += 1
    table.shots = []
    frame.step = 0
    if hits:
        strike_station(book, state, frame.regs[-1], hits * station_worth(book), [frame.regs[0]])
    next_volley(book, state)


# 7: repair -----------------------------------------------------------------------------------


def begin_repair(book: Book, state: WarState, seat: int) -> None:
    state.table.stack[-1] = Frame(REPAIRING, 0, [seat, -1])
    next_repair(book, state)


def next_repair(book: Book, state: WarState) -> None:
    seat = state.table.stack[-1].regs[0]
    if repairable(book, state.table, seat):
        state.ask([seat])
    else:
        end_repair(book, state, seat)


def end_repair(book: Book, state: WarState, seat: int) -> None:
    if seat == FLEET:
        begin_repair(book, state, UNION)
    else:
        replace_riders(book, state)
        begin_garrisons(book, state)


def rested(book: Book, table: WarTable, ship: int) -> bool:
    """7.1 and 7.5, but for being damaged: the ship may use the station's dock."""
    point = table.place[ship]
    seat = side_of(ship)
    if point <= NOWHERE or book.repair_seat[point] != seat or table.wrecked[point]:
        return False
    if table.moved[ship] or table.fought[ship] or table.fleeing[ship] or table.began[ship] != point:
        return False
    if capitals(table, 1 - seat, point):
        return False
    return not (seat == UNION and table.garrison[point])


def repairable(book: Book, table: WarTable, seat: int) -> list[int]:
    """7.1-7.4."""
    found: list[int] = []
    for ship in range(first_ship(seat), CARRIERS if seat == FLEET else FIRST_DART):
        if table.hurt[ship] and table.place[ship] > NOWHERE:
            point = table.place[ship]
            if table.repairs[point] < book.repair_limit[point] and rested(book, table, ship):
                found.append(ship)
    return found


def repairs(book: Book, table: WarTable) -> list[Action]:
    found: list[Action] = [(REPAIR, ship) for ship in repairable(book, table, table.stack[-1].regs[0])]
    found.append((DONE,))
    return found


def repair(book: Book, state: WarState, seat: int, action: Action) -> None:
    table = state.table
    frame = table.stack[-1]
    state.answered(seat)
    if action[0] == DONE:
        end_repair(book, state, seat)
        return
    ship = action[1]
    frame.regs[1] = max(frame.regs[1], ship)
    table.hurt[ship] = 0
    table.repairs[table.place[ship]] += 1
    state.tell(EVERYONE, REPAIRED, (ship,))
    next_repair(book, state)


def replace_riders(book: Book, state: WarState) -> None:
    """7.7: one for each carrier that rests at the capital."""
    table = state.table
    for ship in range(CARRIERS, FIRST_DART):
        if not book.berths[ship] or table.place[ship] != book.base or not rested(book, table, ship):
            continue
        missing = free_berths(book, table, ship) > 0
        for rider in range(FLEET_RIDERS, RIDERS):
            if (missing and table.rider_on[rider] == LOST) or (not missing and table.rider_on[rider] == ship and table.hurt[RIDER + rider]):
                table.rider_on[rider] = ship
                table.hurt[RIDER + rider] = 0
                state.tell(EVERYONE, REPLACED, (RIDER + rider,))
                break
