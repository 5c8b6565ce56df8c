"""How the admiral plans a turn's jumps, from what its seat knows."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Draw
from sandtable.games.company_war.rules.fleet import end_rider, first_rider
from sandtable.games.company_war.state import (
    CAPITAL,
    CARRIERS,
    COLONY,
    EARTH,
    FIRST_DART,
    FLEET,
    NOWHERE,
    POINTS,
    SHIPS,
    UNION,
    WarHand,
    WarTable,
    side_of,
    where,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import PLOT
from sandtable.kit.reasons import Ledger

# Percent of a stack's power that a strike must have.
MARGIN: Final = [133]
# Power that guards a League station well enough.
GUARD: Final = [150]
CLOSED: Final = Ledger()  # for what is only compared


class Plan:
    """Ships, their course, and how soon they should execute (low goes first)."""

    def __init__(self, ships: list[int], course: list[int], urgency: int) -> None:
        self.ships = ships
        self.course = course
        self.urgency = urgency


def ship_power(book: Book, table: WarTable, ship: int) -> int:
    """Ten times the attack rating, a third of that per rider, less for a damaged hull."""
    value = 10 * book.attack[2 * ship + table.hurt[ship]]
    if table.hurt[ship]:
        value -= 15
    for rider in range(first_rider(side_of(ship)), end_rider(side_of(ship))):
        if table.rider_on[rider] == ship:
            value += 8
    return value


def power(book: Book, table: WarTable, seat: int, point: int) -> int:
    """What a seat has at a point that is not fleeing."""
    total = 0
    for ship in range(0 if seat == FLEET else CARRIERS, CARRIERS if seat == FLEET else SHIPS):
        if table.place[ship] == point and not table.fleeing[ship]:
            total += ship_power(book, table, ship)
    return total


def way(book: Book, seat: int, start: int, goal: int, blocked: list[int]) -> list[int]:
    """A shortest course that passes no blocked point; empty when there is none."""
    before = [0] * POINTS
    before[start] = -1
    wave = [start]
    for point in wave:
        if point == goal:
            break
        if point != start and blocked[point]:
            continue
        for to in book.roads[seat][point]:
            if before[to] == 0:
                before[to] = point
                wave.append(to)
    if before[goal] <= 0:
        return []
    course: list[int] = []
    at = goal
    while at != start:
        course.append(at)
        at = before[at]
    course.reverse()
    return course


def presence(book: Book, table: WarTable, seat: int) -> list[int]:
    """Power of a seat's capital ships by point, as seen on the table."""
    found = [0] * POINTS
    for ship in range(0 if seat == FLEET else CARRIERS, CARRIERS if seat == FLEET else FIRST_DART):
        if table.place[ship] > NOWHERE:
            found[table.place[ship]] += ship_power(book, table, ship)
    return found


# the Corsairs ----------------------------------------------------------------------------


def station_value(book: Book, table: WarTable, point: int, troops: bool) -> int:
    """Tenths of points a turn for a carrier that comes to a station."""
    if table.wrecked[point] or table.garrison[point]:
        return 0
    kind = book.kind[point]
    if kind == EARTH:
        return 11
    if kind == COLONY:
        return 42 if troops else 20
    return 60 if kind == CAPITAL else 0


def fleet_plan(book: Book, table: WarTable, hand: WarHand, draw: Draw, ledger: Ledger) -> list[Plan]:
    """Cover the stations that bring most and are not held by the League; the damaged go to repair; the rest keep together."""
    union = presence(book, table, UNION)
    spot = [where(table, hand, ship) for ship in range(CARRIERS)]
    order = [ship for ship in range(CARRIERS) if spot[ship] > NOWHERE]
    draw.shuffle(order)
    order.sort(key=lambda ship: (table.hurt[ship], -hand.troop[ship]))
    room = table.allowance[FLEET]
    covered = [0] * POINTS
    plans: list[Plan] = []
    for ship in order:
        goal = spot[ship]
        stay = worth_here(book, table, hand, ship, goal, covered, union, CLOSED) + 4
        best = stay
        if room > 0:
            for point in book.stations:
                value = worth_here(book, table, hand, ship, point, covered, union, CLOSED)
                value -= min(3, book.jumps[FLEET][spot[ship]][point])
                if point != spot[ship] and value * 4 + draw.below(4) > best * 4 and way(book, FLEET, spot[ship], point, union):
                    best, goal = value, point
        ledger.weigh((PLOT, ship))
        worth_here(book, table, hand, ship, goal, covered, union, ledger)
        ledger.count("jumps", -min(3, book.jumps[FLEET][spot[ship]][goal]))
        ledger.count("staying", -stay)
        covered[goal] += 1
        if goal != spot[ship]:
            room -= 1
            add_plan(plans, [ship], way(book, FLEET, spot[ship], goal, union), spot)
    plans.sort(key=lambda plan: plan.ships[0])
    return plans


def worth_here(
    book: Book, table: WarTable, hand: WarHand, ship: int, point: int, covered: list[int], union: list[int], ledger: Ledger
) -> int:
    """What a carrier gains by being at a point: its station, company, repair; danger counts against it."""
    value = 0
    if not covered[point]:
        value += ledger.count("station", station_value(book, table, point, hand.troop[ship] > 0))
    elif covered[point] == 1:
        value += ledger.count("company", 8)
    if table.hurt[ship] and book.repair_seat[point] == FLEET:
        value += ledger.count("repair", 15)
    if union[point]:
        mine = ship_power(book, table, ship) * (1 + covered[point])
        value += ledger.count("danger", -(30 * union[point] // max(1, mine)))
    return value


def add_plan(plans: list[Plan], ships: list[int], course: list[int], spot: list[int]) -> None:
    """Ships that start together on the same course make one task force."""
    for plan in plans:
        if plan.course == course and spot[plan.ships[0]] == spot[ships[0]]:
            plan.ships += ships
            plan.ships.sort()
            return
    plans.append(Plan(ships, course, len(plans)))


# the League -------------------------------------------------------------------------------


def union_plan(book: Book, table: WarTable, draw: Draw, ledger: Ledger) -> list[Plan]:
    """Strike the stacks that can be beaten by a good margin, free garrisoned stations, bring the damaged home."""
    fleet = presence(book, table, FLEET)
    room = table.allowance[UNION]
    free = [ship for ship in range(CARRIERS, FIRST_DART) if table.place[ship] > NOWHERE and not table.hurt[ship]]
    free.sort(key=lambda ship: -ship_power(book, table, ship))
    plans: list[Plan] = []
    struck = [0] * POINTS
    while room > 0:
        best, goal, force = 0, 0, [0]
        for point in range(1, POINTS):
            if struck[point]:
                continue
            team = strike_team(book, table, point, fleet, free, room)
            if team:
                value = strike_value(book, table, point, fleet, CLOSED) * 20 // len(team) + draw.below(4)
                if value > best:
                    best, goal, force = value, point, team
        if not best:
            break
        struck[goal] = 1
        for ship in force:
            ledger.weigh((PLOT, ship))
            ledger.note("our-power", sum([ship_power(book, table, one) for one in force]))
            ledger.note("their-power", fleet[goal])
            strike_value(book, table, goal, fleet, ledger)
            free.remove(ship)
            if table.place[ship] != goal:
                room -= 1
                plans.append(Plan([ship], way(book, UNION, table.place[ship], goal, fleet), len(plans)))
    room = stand_guard(book, table, fleet, free, plans, room)
    go_home(book, table, fleet, plans, room)
    add_dart(book, table, fleet, struck, plans)
    plans.sort(key=lambda plan: plan.ships[0])
    return plans


def strike_value(book: Book, table: WarTable, point: int, fleet: list[int], ledger: Ledger) -> int:
    """Tenths of points: ships to destroy, income to stop, troops to kill."""
    value = ledger.count("prey", fleet[point] // 5)
    kind = book.kind[point]
    held = fleet[point] > 0 or table.garrison[point] > 0
    if held and not table.wrecked[point]:
        colony = 40 if table.garrison[point] else 20
        value += ledger.count("income", 10 if kind == EARTH else colony if kind == COLONY else 60 if kind == CAPITAL else 0)
    if table.garrison[point]:
        value += ledger.count("troops", 10)
    return value


def strike_team(book: Book, table: WarTable, point: int, fleet: list[int], free: list[int], room: int) -> list[int]:
    """The fewest strong ships that outweigh a stack by a third, or three against troops alone; empty if there are too few."""
    if not fleet[point] and not table.garrison[point]:
        return []
    team: list[int] = []
    total = 0
    need = fleet[point] * MARGIN[0] // 100
    count = 0 if fleet[point] else 3
    movers = 0
    for ship in free if fleet[point] else list(reversed(free)):
        if total >= need and len(team) >= count and total > 0:
            break
        if table.place[ship] != point:
            if movers == room or not way(book, UNION, table.place[ship], point, fleet):
                continue
            movers += 1
        team.append(ship)
        total += ship_power(book, table, ship)
    return team if total >= need and len(team) >= count else []


def stand_guard(book: Book, table: WarTable, fleet: list[int], free: list[int], plans: list[Plan], room: int) -> int:
    """Idle ships of the base go to League stations that nobody guards; returns the moves left."""
    own = presence(book, table, UNION)
    for point in book.stations:
        if book.kind[point] != COLONY or fleet[point]:
            continue
        for ship in free[:]:
            if room == 0 or own[point] >= GUARD[0]:
                break
            course = way(book, UNION, table.place[ship], point, fleet)
            if table.place[ship] == book.base and course:
                free.remove(ship)
                room -= 1
                own[point] += ship_power(book, table, ship)
                plans.append(Plan([ship], course, 60 + len(plans)))
    return room


def go_home(book: Book, table: WarTable, fleet: list[int], plans: list[Plan], room: int) -> None:
    for ship in range(CARRIERS, FIRST_DART):
        if room > 0 and table.hurt[ship] and table.place[ship] > NOWHERE and table.place[ship] != book.base:
            course = way(book, UNION, table.place[ship], book.base, fleet)
            if course:
                plans.append(Plan([ship], course, 100 + len(plans)))
                room -= 1


def add_dart(book: Book, table: WarTable, fleet: list[int], struck: list[int], plans: list[Plan]) -> None:
    """A free dartship goes with the first strike at ships, for the initiative."""
    for point in range(1, POINTS):
        if struck[point] and fleet[point]:
            for dart in range(FIRST_DART, SHIPS):
                if table.place[dart] > NOWHERE and table.place[dart] != point:
                    course = way(book, UNION, table.place[dart], point, [0] * POINTS)
                    if course:
                        plans.append(Plan([dart], course, 50))
                    return
