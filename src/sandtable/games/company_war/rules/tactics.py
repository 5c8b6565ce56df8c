"""Chapter 10: how a tactical battle begins; and its frame."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.company_war.hexmap import CENTRE, INWARD, distance, hex_at
from sandtable.games.company_war.rules.fleet import end_ship, first_ship, has_station, ships_at
from sandtable.games.company_war.rules.focus import add_takes, focused, has_acted, look_away
from sandtable.games.company_war.state import (
    CARRIERS,
    COLONY,
    EARTH,
    FLEET,
    HAULER,
    NO_AIM,
    SHIPS,
    STATION,
    TACTICS,
    UNION,
    UNITS,
    WarHand,
    WarState,
    WarTable,
    side_of,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import (
    DEPLOY,
    DEPLOYED,
    DRIFT,
    EDGE,
    EDGED,
    ENTER,
    HAULERS,
    ROLES,
    SPEED,
    STEERED,
)
from sandtable.kit.hexes import STEP_Q, STEP_R

# steps
ROLE_DICE: Final = 0
HAULER_DICE: Final = 1
DEPLOYING: Final = 2  # the defender places a ship
DRIFTING: Final = 3  # and gives it speed
EDGING: Final = 4
ENTERING: Final = 5
SPEEDING: Final = 6
LEAD_DICE: Final = 7
STEERING: Final = 8
ANSWERING: Final = 9  # a proposal to part
DOCKING: Final = 10
AIMING: Final = 11
FIRE_DICE: Final = 12
CONTROL_DICE: Final = 13

# regs
POINT: Final = 0
CLOCK: Final = 1  # turn of the battle
ATTACKER: Final = 2
SIDE: Final = 3  # the edge of the attackers
MOVER: Final = 4  # seat that moves now
LEADER: Final = 5  # seat that won the initiative
LAST: Final = 6  # ship that was placed and has no speed yet; highest rider that docked (a mark for tidy offers)
MAY_PROPOSE: Final = 7
LAUNCHED_NOW: Final = 8  # a bit for each carrier that has launched this turn: a mark for tidy offers
HUNT_DARTS: Final = 9  # the League fights with dartships alone (5.2)


def begin_tactics(book: Book, state: WarState, point: int, hunting: int) -> None:
    """10.5, 10.10: clear the map, then find the defender."""
    table = state.table
    table.stack.append(Frame(TACTICS, ROLE_DICE, [point, 0, 0, 0, 0, 0, -1, 0, 0, hunting]))
    table.force = []
    table.hex = [CENTRE] * UNITS
    table.vel_q = [0] * UNITS
    table.vel_r = [0] * UNITS
    table.owed = [0] * UNITS
    table.hits = [0] * UNITS
    table.fuel = book.tank[:]
    table.strained = [0] * UNITS
    table.mute = [0] * UNITS
    table.docked = [0] * UNITS
    table.left_turn = [0] * UNITS
    table.left_edge = [0] * UNITS
    table.raider = [0] * UNITS
    table.path = [[] for _ in range(UNITS)]
    table.gunners = []
    table.queue = []
    table.hauler_seat = -1
    if has_station(book, table, point):
        put(table, STATION, station_hex(book))
    came = [jumped_in(table, seat, point) for seat in range(2)]
    if book.scenario is not None:
        set_roles(book, state, 1 - book.scenario.attacker, ())
    elif came[0] != came[1]:
        set_roles(book, state, 1 if came[0] else 0, ())
    else:
        table.dice = [20, 20]


def jumped_in(table: WarTable, seat: int, point: int) -> bool:
    """10.5: any ship of a seat that moved to this point this turn."""
    for ship in range(first_ship(seat), end_ship(seat)):
        if table.place[ship] == point and table.moved[ship]:
            return True
    return False


def roles_rolled(book: Book, state: WarState, pips: Action) -> None:
    state.table.dice = []
    set_roles(book, state, UNION if pips[0] >= pips[1] else FLEET, pips)


def set_roles(book: Book, state: WarState, defender: int, pips: Action) -> None:
    table = state.table
    frame = table.stack[-1]
    frame.regs[ATTACKER] = 1 - defender
    if state.loud:
        state.tell(EVERYONE, ROLES, tuple([defender] + [pip + 1 for pip in pips]))
    point = frame.regs[POINT]
    if book.settings.insystemers and has_station(book, table, point) and (book.kind[point] == EARTH or book.kind[point] == COLONY):
        if book.scenario is None:
            frame.step = HAULER_DICE
            table.dice = [6]
            return
        place_haulers(book, state, book.scenario.insystemers)
    begin_deployment(book, state)


def haulers_rolled(book: Book, state: WarState, pips: Action) -> None:
    state.table.dice = []
    place_haulers(book, state, pips[0] // 2 + 1)
    begin_deployment(book, state)


def place_haulers(book: Book, state: WarState, count: int) -> None:
    """10.11: beside the station, in directions E, NW, SW."""
    table = state.table
    point = table.stack[-1].regs[POINT]
    table.hauler_seat = -1
    if book.kind[point] == COLONY:
        table.hauler_seat = UNION
    elif table.garrison[point] or carrier_began(table, point):
        table.hauler_seat = FLEET
    for i in range(count):
        d = 2 * i
        put(table, HAULER + i, station_hex(book) + hex_at(STEP_Q[d], STEP_R[d]) - CENTRE)
    state.tell(EVERYONE, HAULERS, (count,))


def carrier_began(table: WarTable, point: int) -> bool:
    """10.11: a carrier that garrisoned the station when the turn began is still there."""
    for ship in range(CARRIERS):
        if table.began[ship] == point and table.place[ship] == point and not table.moved[ship]:
            return True
    return False


def station_hex(book: Book) -> int:
    return hex_at(book.t_station[0], book.t_station[1])


def put(table: WarTable, unit: int, place: int) -> None:
    """Set a counter on the map."""
    table.force.append(unit)
    table.force.sort()
    table.hex[unit] = place
    table.path[unit] = [place]


def owner(table: WarTable, unit: int) -> int:
    """The seat that moves a counter of the map; -1 for the station and insystemers left alone."""
    if unit < STATION:
        return side_of(unit)
    return -1 if unit == STATION else table.hauler_seat


# deployment --------------------------------------------------------------------------------


def begin_deployment(book: Book, state: WarState) -> None:
    """10.6: the defender first."""
    frame = state.table.stack[-1]
    frame.step = DEPLOYING
    frame.regs[MOVER] = 1 - frame.regs[ATTACKER]
    frame.regs[LAST] = -1
    look_away(state)
    state.ask([frame.regs[MOVER]])


def undeployed(table: WarTable) -> list[int]:
    """The mover's ships that are not on the map yet."""
    regs = table.stack[-1].regs
    return [ship for ship in ships_at(table, regs[MOVER], regs[POINT]) if ship not in table.force]


def next_undeployed(table: WarTable) -> int:
    """The first of them, or -1."""
    regs = table.stack[-1].regs
    seat, point = regs[MOVER], regs[POINT]
    for ship in range(first_ship(seat), end_ship(seat)):
        if table.place[ship] == point and not table.fleeing[ship] and ship not in table.force:
            return ship
    return -1


def deploy_choices(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """Without turning to others."""
    step = table.stack[-1].step
    if step != DEPLOYING and step != ENTERING:
        return directions(book, table)
    return deployments_of(book, table, next_undeployed(table) if hand.focus < 0 else focused(hand, undeployed(table)))


def deployments(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """10.6-10.8, 1.5."""
    step = table.stack[-1].step
    if step != DEPLOYING and step != ENTERING:
        return directions(book, table)
    ships = undeployed(table)
    focus = focused(hand, ships)
    found = deployments_of(book, table, focus)
    add_takes(found, ships, focus)
    return found


def deployments_of(book: Book, table: WarTable, ship: int) -> list[Action]:
    if table.stack[-1].step == DEPLOYING:
        return [(DEPLOY, ship, place) for place in defender_hexes(book, table)]
    return [(ENTER, ship, place) for place in attacker_hexes(book, table, ship)]


def deploy_refusal(book: Book, table: WarTable, action: Action) -> str:
    """Why a ship cannot be placed so; empty if it can."""
    step = table.stack[-1].step
    if (step != DEPLOYING and step != ENTERING) or action[0] not in (DEPLOY, ENTER) or len(action) != 3:
        return "out-of-reach"
    if action[1] not in undeployed(table):
        return "on-the-map" if action[1] in table.force else "not-here"
    return "" if action in deployments_of(book, table, action[1]) else "out-of-reach"


def directions(book: Book, table: WarTable) -> list[Action]:
    """The edge of the attack; then how fast a ship that was placed drifts or enters."""
    frame = table.stack[-1]
    regs = frame.regs
    step = frame.step
    if step == EDGING:
        return [(EDGE, edge) for edge in range(6)]
    if step == DRIFTING:
        return [(DRIFT, regs[LAST], direction) for direction in range(7)]
    found: list[Action] = []
    for speed in range(book.t_entry - 1, book.t_entry + 2):
        for direction in sorted(INWARD[regs[SIDE]]):
            found.append((SPEED, regs[LAST], speed, direction))
    return found


def defender_hexes(book: Book, table: WarTable) -> list[int]:
    centre = station_hex(book) if STATION in table.force else CENTRE
    found: list[int] = []
    for q in range(-book.t_zone, book.t_zone + 1):
        for r in range(-book.t_zone, book.t_zone + 1):
            place = centre + hex_at(q, r) - CENTRE
            if distance(centre, place) <= book.t_zone and place != CENTRE:
                found.append(place)
    return found


def attacker_hexes(book: Book, table: WarTable, ship: int) -> list[int]:
    """10.8, 10.9."""
    regs = table.stack[-1].regs
    found: list[int] = []
    for place in book.lines.entries[regs[SIDE]]:
        free = True
        for other in table.force:
            if other < STATION and side_of(other) == regs[ATTACKER] and not_grouped(table, ship, other):
                if distance(place, table.hex[other]) < book.t_spacing:
                    free = False
                    break
        if free:
            found.append(place)
    return found if found else book.lines.entries[regs[SIDE]]


def not_grouped(table: WarTable, ship: int, other: int) -> bool:
    return ship >= CARRIERS or table.group[ship] == 0 or table.group[ship] != table.group[other]


def deploy(book: Book, state: WarState, seat: int, action: Action) -> None:
    table = state.table
    frame = table.stack[-1]
    regs = frame.regs
    verb = action[0]
    state.answered(seat)
    if verb == EDGE:
        regs[SIDE] = action[1]
        state.tell(EVERYONE, EDGED, (action[1],))
        frame.step = ENTERING
        state.ask([seat])
        return
    if verb in (DEPLOY, ENTER):
        put(table, action[1], action[2])
        has_acted(state.hands[seat], action[1])
        regs[LAST] = action[1]
        state.tell(EVERYONE, DEPLOYED, (action[1], action[2]))
        frame.step = DRIFTING if verb == DEPLOY else SPEEDING
        state.ask([seat])
        return
    speed = action[2] if verb == SPEED else (0 if action[2] == 6 else 1)
    direction = action[3] if verb == SPEED else action[2]
    if speed:
        for _ in range(speed):
            table.vel_q[action[1]] += STEP_Q[direction]
            table.vel_r[action[1]] += STEP_R[direction]
    state.tell(EVERYONE, STEERED, (action[1], table.hex[action[1]] + hex_at(table.vel_q[action[1]], table.vel_r[action[1]]) - CENTRE))
    regs[LAST] = -1
    if next_undeployed(table) >= 0:
        frame.step = DEPLOYING if verb == DRIFT else ENTERING
        state.ask([seat])
    elif verb == DRIFT:
        regs[MOVER] = regs[ATTACKER]
        frame.step = EDGING
        state.ask([regs[MOVER]])
    else:
        begin_clock(book, state)


def begin_clock(book: Book, state: WarState) -> None:
    """11.1: a turn of the battle begins with the dice for initiative."""
    table = state.table
    frame = table.stack[-1]
    frame.regs[CLOCK] += 1
    frame.step = LEAD_DICE
    table.dice = [20, 20]


# who is still there --------------------------------------------------------------------------


def carriers_of(table: WarTable, seat: int) -> list[int]:
    """Ships of a seat on the map, ascending."""
    return [unit for unit in table.force if unit < SHIPS and side_of(unit) == seat]


def clear_aims(state: WarState) -> None:
    for hand in state.hands:
        hand.aim = [NO_AIM] * UNITS
    look_away(state)
