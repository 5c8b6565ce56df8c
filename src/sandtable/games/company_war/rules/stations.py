"""Chapters 6 to 9 but for battles: stations under fire, repair, garrisons, the record of points."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.company_war.rules.fire import station_worth
from sandtable.games.company_war.rules.fleet import (
    attack,
    capitals,
    end_rider,
    first_rider,
    first_ship,
    fleet_income,
    free_berths,
    has_station,
    kill_troops,
    learn_troops,
    may_shoot_station,
    strike_station,
    union_income,
)
from sandtable.games.company_war.state import (
    BOMBARDING,
    CAPITAL,
    CARRIERS,
    COLONY,
    FIRST_DART,
    FLEET,
    FLEET_RIDERS,
    GARRISONING,
    LOST,
    MUSTERING,
    NOWHERE,
    POINTS,
    REPAIRING,
    RIDER,
    RIDERS,
    SHIPS,
    STATION,
    UNION,
    WarHand,
    WarState,
    WarTable,
    side_of,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import (
    BOMBARD,
    DONE,
    LAND,
    LANDED,
    LIFT,
    LIFTED,
    MUSTER,
    MUSTERED,
    MUSTERING_EVENT,
    OVERRUN,
    REPAIR,
    REPAIRED,
    REPLACED,
    SCORED,
    SEALED,
    SHOT,
    VOLLEY,
)

# 6: stations under fire --------------------------------------------------------------------


def begin_bombardment(book: Book, state: WarState, seat: int) -> None:
    state.table.stack[-1] = Frame(BOMBARDING, 0, [seat, 0])
    next_volley(book, state)


def next_volley(book: Book, state: WarState) -> None:
    """Ask a seat that can bombard; then the other; then comes repair."""
    frame = state.table.stack[-1]
    if bombard_points(book, state.table, frame.regs[0], frame.regs[1]):
        state.ask([frame.regs[0]])
    elif frame.regs[0] == FLEET:
        begin_bombardment(book, state, UNION)
    else:
        begin_repair(book, state, FLEET)


def bombard_points(book: Book, table: WarTable, seat: int, after: int) -> list[int]:
    """6.1, 6.4."""
    mine = [0] * POINTS
    theirs = [0] * POINTS
    for ship in range(FIRST_DART):
        if table.place[ship] > after and not table.fleeing[ship]:
            if side_of(ship) == seat:
                mine[table.place[ship]] = 1
            else:
                theirs[table.place[ship]] = 1
    return [p for p in book.stations if p > after and mine[p] and not theirs[p] and may_shoot_station(book, table, seat, p)]


def bombards(book: Book, table: WarTable) -> list[Action]:
    regs = table.stack[-1].regs
    found: list[Action] = [(BOMBARD, point) for point in bombard_points(book, table, regs[0], regs[1])]
    found.append((DONE,))
    return found


def bombard(book: Book, state: WarState, seat: int, action: Action) -> None:
    """6.2: the volley's dice, or on to the other seat."""
    table = state.table
    frame = table.stack[-1]
    state.answered(seat)
    if action[0] == DONE:
        frame.regs[1] = POINTS
        next_volley(book, state)
        return
    frame.regs[1] = action[1]
    frame.step = 1
    state.tell(EVERYONE, VOLLEY, (seat, action[1]))
    table.shots = []
    for ship in range(first_ship(seat), CARRIERS if seat == FLEET else FIRST_DART):
        if table.place[ship] == action[1] and not table.fleeing[ship]:
            table.fought[ship] = 1
            table.shots += [ship, STATION]
    riders = riders_at(table, seat, action[1])
    for i in range(0, len(riders) - 1, 2):
        table.shots += [riders[i], STATION]
    table.dice = [6] * len(table.shots)


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
        strike_station(book, state, frame.regs[1], hits * station_worth(book), [frame.regs[0]])
    next_volley(book, state)


# 7: repair -----------------------------------------------------------------------------------


def begin_repair(book: Book, state: WarState, seat: int) -> None:
    state.table.stack[-1] = Frame(REPAIRING, 0, [seat, -1])
    next_repair(book, state)


def next_repair(book: Book, state: WarState) -> None:
    frame = state.table.stack[-1]
    seat = frame.regs[0]
    if repairable(book, state.table, seat, frame.regs[1]):
        state.ask([seat])
    elif seat == FLEET:
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


def repairable(book: Book, table: WarTable, seat: int, after: int) -> list[int]:
    found: list[int] = []
    for ship in range(max(after + 1, first_ship(seat)), CARRIERS if seat == FLEET else FIRST_DART):
        if table.hurt[ship] and table.place[ship] > NOWHERE:
            point = table.place[ship]
            if table.repairs[point] < book.repair_limit[point] and rested(book, table, ship):
                found.append(ship)
    return found


def repairs(book: Book, table: WarTable) -> list[Action]:
    regs = table.stack[-1].regs
    found: list[Action] = [(REPAIR, ship) for ship in repairable(book, table, regs[0], regs[1])]
    found.append((DONE,))
    return found


def repair(book: Book, state: WarState, seat: int, action: Action) -> None:
    table = state.table
    frame = table.stack[-1]
    state.answered(seat)
    if action[0] == DONE:
        frame.regs[1] = SHIPS
    else:
        ship = action[1]
        frame.regs[1] = ship
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


# 8: garrisons ----------------------------------------------------------------------------------


def begin_garrisons(book: Book, state: WarState) -> None:
    """8.6, then the Mazianni's landings."""
    table = state.table
    for point in book.stations:
        if table.garrison[point] and not capitals(table, FLEET, point) and capitals(table, UNION, point) >= book.troop_killers:
            table.garrison[point] = 0
            kill_troops(book, table)
            state.tell(EVERYONE, OVERRUN, (point,))
    table.stack[-1] = Frame(GARRISONING, 0, [-1])
    next_landing(book, state)


def next_landing(book: Book, state: WarState) -> None:
    """The Mazianni are asked whenever, as all can see, a landing or lifting might be possible."""
    table = state.table
    if landing_conceivable(book, table, table.stack[-1].regs[0]):
        state.ask([FLEET])
    else:
        begin_muster(book, state)


def free_carriers(book: Book, table: WarTable, after: int) -> list[int]:
    """8.2: carriers at a standing station without Union capital ships."""
    found: list[int] = []
    for ship in range(after + 1, CARRIERS):
        point = table.place[ship]
        if point > NOWHERE and not table.fleeing[ship] and has_station(book, table, point) and not capitals(table, UNION, point):
            found.append(ship)
    return found


def landing_conceivable(book: Book, table: WarTable, after: int) -> bool:
    may_carry, may_lack = 0, 0
    for mask in table.troop_sets:
        may_carry |= mask
        may_lack |= ~mask
    for ship in free_carriers(book, table, after):
        if (may_lack if table.garrison[table.place[ship]] else may_carry) >> ship & 1:
            return True
    return False


def landings(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    land: list[Action] = []
    lift: list[Action] = []
    for ship in free_carriers(book, table, table.stack[-1].regs[0]):
        if table.garrison[table.place[ship]]:
            if not hand.troop[ship]:
                lift.append((LIFT, ship))
        elif hand.troop[ship]:
            land.append((LAND, ship))
    land += lift
    land.append((DONE,))
    return land


def garrison(book: Book, state: WarState, action: Action) -> None:
    table = state.table
    state.answered(FLEET)
    if action[0] == DONE:
        begin_muster(book, state)
        return
    ship = action[1]
    point = table.place[ship]
    landing = 1 if action[0] == LAND else 0
    state.hands[FLEET].troop[ship] = 1 - landing
    table.garrison[point] = landing
    learn_troops(table, ship, landing, 1 - landing)
    table.stack[-1].regs[0] = ship
    state.reveal(EVERYONE, LANDED if landing else LIFTED, (ship, point))
    next_landing(book, state)


def begin_muster(book: Book, state: WarState) -> None:
    """8.7: counters lost in earlier turns."""
    table = state.table
    state.hands[FLEET].muster = [0] * CARRIERS
    table.stack[-1] = Frame(MUSTERING, 0, [])
    if table.exile[0] and muster_places(table):
        state.ask([FLEET])
    else:
        record(book, state)


def muster_places(table: WarTable) -> int:
    """Carriers that might take troops, as a mask that all can see."""
    found = 0
    for ship in range(CARRIERS):
        if table.place[ship] > NOWHERE and not table.fleeing[ship]:
            found |= 1 << ship
    return found


def musters(table: WarTable, hand: WarHand) -> list[Action]:
    found: list[Action] = []
    taken, last = 0, -1
    for ship in range(CARRIERS):
        if hand.muster[ship]:
            taken += 1
            last = ship
    if taken < table.exile[0]:
        for ship in range(last + 1, CARRIERS):
            if table.place[ship] > NOWHERE and not table.fleeing[ship] and not hand.troop[ship]:
                found.append((MUSTER, ship))
    found.append((DONE,))
    return found


def muster(book: Book, state: WarState, action: Action) -> None:
    table = state.table
    hand = state.hands[FLEET]
    if action[0] == MUSTER:
        hand.muster[action[1]] = 1
        state.note(FLEET, MUSTERING_EVENT, (action[1],))
        state.ask_again(FLEET)
        return
    state.answered(FLEET)
    state.note(FLEET, SEALED, (FLEET,))
    taken = sum(hand.muster)
    for ship in range(CARRIERS):
        if hand.muster[ship]:
            hand.troop[ship] = 1
    hand.muster = [0] * CARRIERS
    table.exile[0] -= taken
    for _ in range(taken):
        spread_troops(table, muster_places(table))
    state.reveal(EVERYONE, MUSTERED, (taken,))
    record(book, state)


def spread_troops(table: WarTable, places: int) -> None:
    """One more counter aboard some carrier that may have taken it."""
    found: list[int] = []
    for mask in table.troop_sets:
        for ship in range(CARRIERS):
            if (places & ~mask) >> ship & 1:
                new = mask | 1 << ship
                if new not in found:
                    found.append(new)
    found.sort()
    table.troop_sets = found


# 9: points -------------------------------------------------------------------------------------


def record(book: Book, state: WarState) -> None:
    """9.1-9.5.  The stack is left for the caller, who begins the next turn."""
    table = state.table
    carrier = [0] * POINTS
    for ship in range(CARRIERS):
        if table.place[ship] > NOWHERE and not table.fleeing[ship]:
            carrier[table.place[ship]] = 1
    income = [0, 0]
    for point in book.stations:
        troops = table.garrison[point] > 0
        income[FLEET] += fleet_income(book, table, point, troops, carrier[point] > 0)
        if book.kind[point] == COLONY or book.kind[point] == CAPITAL:
            income[UNION] += union_income(book, table, point, troops, carrier[point] > 0)
    for seat in range(2):
        table.points[seat] += income[seat]
        state.tell(EVERYONE, SCORED, (seat, income[seat], table.points[seat]))
    table.exile[0] += table.exile[1]
    table.exile[1] = 0
    table.stack.pop()
