"""Chapter 11: tactical movement."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action
from sandtable.games.company_war.hexmap import CENTRE, RADIUS, SHIFT, distance, edge_of, length, step
from sandtable.games.company_war.rules.fleet import aboard, destroy_ship, end_rider, first_rider, lose_rider
from sandtable.games.company_war.rules.focus import add_takes, focused, has_acted, look_away
from sandtable.games.company_war.rules.orders import launch
from sandtable.games.company_war.rules.tactics import (
    ANSWERING,
    CLOCK,
    DOCKING,
    LAST,
    LAUNCHED_NOW,
    LEADER,
    MAY_PROPOSE,
    MOVER,
    STEERING,
    owner,
    put,
)
from sandtable.games.company_war.state import (
    FIRST_DART,
    FLEET,
    RIDER,
    SHIPS,
    STATION,
    UNION,
    UNITS,
    WarHand,
    WarState,
    WarTable,
    side_of,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import (
    BURN,
    COAST,
    CRASHED,
    DOCK,
    DOCKED,
    DONE,
    DUMP,
    FLED,
    INITIATIVE,
    LAUNCH,
    LAUNCHING,
    LEFT,
    MOVING,
    OVERLOAD,
    PROPOSE,
    PROPOSED,
    STEERED,
    THRUST,
)


def lead_rolled(book: Book, state: WarState, pips: Action) -> None:
    """11.1: the loser moves first."""
    table = state.table
    table.dice = []
    regs = table.stack[-1].regs
    fleet = pips[0] + 1 + book.t_fleet_bonus
    union = pips[1] + 1
    for ship in range(FIRST_DART, SHIPS):
        if ship in table.force:
            union += book.t_dart_bonus
            break
    regs[LEADER] = FLEET if fleet >= union else UNION
    state.tell(EVERYONE, INITIATIVE, (regs[LEADER], fleet, union))
    table.mute = [0] * UNITS
    regs[MAY_PROPOSE] = 1
    begin_moves(book, state, 1 - regs[LEADER])


def begin_moves(book: Book, state: WarState, seat: int) -> None:
    frame = state.table.stack[-1]
    frame.step = STEERING
    frame.regs[MOVER] = seat
    frame.regs[LAST] = -1
    frame.regs[LAUNCHED_NOW] = 0
    state.table.queue = [unit for unit in state.table.force if owner(state.table, unit) == seat]
    look_away(state)
    state.tell(EVERYONE, MOVING, (seat,))
    state.ask([seat])


def predicted(table: WarTable, unit: int) -> int:
    """11.3: place + velocity + gravity owed."""
    return table.hex[unit] + step(table.vel_q[unit], table.vel_r[unit]) + table.owed[unit]


def steerings(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """11.2, 11.3, 1.5."""
    focus = focused(hand, table.queue)
    found = steerings_of(book, table, focus)
    if table.stack[-1].regs[MAY_PROPOSE]:
        found.append((PROPOSE,))
    add_takes(found, table.queue, focus)
    return found


def steer_choices(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """Without turning to others, and each carrier launches once."""
    regs = table.stack[-1].regs
    focus = table.queue[0] if hand.focus < 0 else focused(hand, table.queue)
    found = steerings_of(book, table, focus, focus < SHIPS and (regs[LAUNCHED_NOW] >> focus) & 1 == 0)
    if regs[MAY_PROPOSE]:
        found.append((PROPOSE,))
    return found


def steer_refusal(book: Book, table: WarTable, action: Action) -> str:
    """Why a counter cannot move so; empty if it can."""
    if action[0] not in (LAUNCH, COAST, BURN, OVERLOAD, DUMP) or len(action) < 2:
        return "not-now"
    if action[1] not in table.queue:
        return "carrier-moved" if action[0] == LAUNCH else "moves-no-more"
    return "" if action in steerings_of(book, table, action[1]) else "out-of-reach"


def steerings_of(book: Book, table: WarTable, unit: int, launching: bool = True) -> list[Action]:
    """11.3-11.8, 11.12."""
    regs = table.stack[-1].regs
    found: list[Action] = []
    if launching and unit < SHIPS and book.berths[unit]:
        for count in range(1, aboard(table, unit) + 1):
            found.append((LAUNCH, unit, count))
    end = predicted(table, unit)
    found.append((COAST, unit))
    strained = table.strained[unit] and table.strained[unit] == regs[CLOCK] - 1
    if not strained:
        reach = book.burn[unit]
        if book.tank[unit] and table.fuel[unit] < reach:
            reach = table.fuel[unit]
        if reach:
            add_burns(book, found, unit, end, reach)
        if book.overload[unit] and not table.hurt[unit]:
            for shift in book.lines.ring2:
                found.append((OVERLOAD, unit, end + shift))
    if book.dump[unit]:
        most = min(book.dump[unit] - table.hurt[unit], distance(table.hex[unit], end))
        for count in range(1, most + 1):
            found.append((DUMP, unit, count))
    return found


def add_burns(book: Book, found: list[Action], unit: int, end: int, reach: int) -> None:
    """11.4: ascending hexes up to ``reach`` from the predicted end."""
    shifts = book.lines.disc1 if reach == 1 else book.lines.disc2
    for shift in shifts:
        found.append((BURN, unit, end + shift))


def steer(book: Book, state: WarState, seat: int, action: Action) -> None:
    table = state.table
    frame = table.stack[-1]
    regs = frame.regs
    verb = action[0]
    if verb == PROPOSE:
        state.answered(seat)
        regs[MAY_PROPOSE] = 0
        frame.step = ANSWERING
        state.tell(EVERYONE, PROPOSED, (seat,))
        state.ask([1 - seat])
        return
    regs[MAY_PROPOSE] = 0
    unit = action[1]
    if verb == LAUNCH:
        launch_riders(book, state, unit, action[2])
        regs[LAUNCHED_NOW] |= 1 << unit
        state.ask_again(seat)
        return
    end = predicted(table, unit)
    if verb == BURN:
        if book.tank[unit]:
            table.fuel[unit] -= distance(end, action[2])
        end = action[2]
    elif verb == OVERLOAD:
        end = action[2]
        table.strained[unit] = regs[CLOCK]
    elif verb == DUMP:
        end = shortened(book, table, unit, end, action[2])
        table.mute[unit] = 1
    state.answered(seat)
    state.tell(EVERYONE, THRUST, (unit, verb - COAST, end))
    table.queue.remove(unit)
    has_acted(state.hands[seat], unit)
    travel(book, state, unit, end)
    if table.queue:
        state.ask([seat])
    else:
        frame.step = DOCKING
        if dockable(table):
            state.ask([seat])


def moves_over(table: WarTable) -> bool:
    """The mover has moved and docked all it could or would."""
    frame = table.stack[-1]
    return frame.step == DOCKING and not table.pending


def launch_riders(book: Book, state: WarState, ship: int, count: int) -> None:
    """11.12, 11.13: fuel is full after one whole turn aboard."""
    table = state.table
    regs = table.stack[-1].regs
    table.fought[ship] = 1  # 7.1
    before = table.rider_out[:]
    launch(table, ship, count)
    for rider in range(first_rider(side_of(ship)), end_rider(side_of(ship))):
        if table.rider_out[rider] and not before[rider]:
            unit = RIDER + rider
            if regs[CLOCK] - table.docked[unit] > 1:
                table.fuel[unit] = book.tank[unit]
            put(table, unit, table.hex[ship])
            table.queue.append(unit)
            table.queue.sort()
            table.vel_q[unit] = table.vel_q[ship]
            table.vel_r[unit] = table.vel_r[ship]
            table.owed[unit] = table.owed[ship]
            table.hits[unit] = 0
            state.tell(EVERYONE, LAUNCHING, (unit,))


def shortened(book: Book, table: WarTable, unit: int, end: int, count: int) -> int:
    """11.6: the hex ``count`` steps before the predicted end on the way to it.  A side that is run along has no hex:
    there the way's left neighbour stands in."""
    start = table.hex[unit]
    total = distance(start, end)
    want = total - count
    if want == 0:
        return start
    q, r = (end >> 7) - (start >> 7), (end & 127) - (start & 127)
    for offset in book.lines.line(q, r):
        if distance(start, start + offset) == want:
            return start + offset
    low_q = q * want // total
    for candidate in (step(low_q, r * want // total), step(low_q + 1, r * want // total), step(low_q, r * want // total + 1)):
        if distance(start, start + candidate) == want and distance(start + candidate, end) == count:
            return start + candidate
    return start


def travel(book: Book, state: WarState, unit: int, end: int) -> None:
    """11.7, 11.9-11.11, 12.10, 12.12: fly to the end, unless the mass or the map's edge is in the way."""
    table = state.table
    start = table.hex[unit]
    q, r = (end >> 7) - (start >> 7), (end & 127) - (start & 127)
    table.vel_q[unit] = q
    table.vel_r[unit] = r
    table.owed[unit] = 0
    path: list[int] = []
    owed = 0
    if q == 0 and r == 0:
        path.append(start)
        owed = book.lines.pull[start]
    for offset in book.lines.line(q, r):
        place = start + offset
        if place == CENTRE:
            crash(book, state, unit)
            return
        if length((place >> 7) - SHIFT, (place & 127) - SHIFT) > RADIUS:
            depart(book, state, unit, edge_of(place))
            return
        owed += book.lines.pull[place]
        path.append(place)
    table.owed[unit] = owed
    table.path[unit] = path
    table.hex[unit] = end
    state.tell(EVERYONE, STEERED, (unit, end))


def crash(book: Book, state: WarState, unit: int) -> None:
    """11.10."""
    state.table.force.remove(unit)
    state.tell(EVERYONE, CRASHED, (unit,))
    if unit < SHIPS:
        destroy_ship(book, state, unit)
    elif unit < STATION:
        lose_rider(state, unit - RIDER)


def depart(book: Book, state: WarState, unit: int, edge: int) -> None:
    """12.10, 12.12: off the map."""
    table = state.table
    table.force.remove(unit)
    table.left_turn[unit] = table.stack[-1].regs[CLOCK]
    table.left_edge[unit] = edge
    state.tell(EVERYONE, LEFT, (unit, edge))
    if unit < SHIPS:
        table.fleeing[unit] = 1
        state.tell(EVERYONE, FLED, (unit,))


# docking -------------------------------------------------------------------------------------


def dockable(table: WarTable) -> list[int]:
    """11.13: riders in their carrier's hex with its velocity."""
    regs = table.stack[-1].regs
    found: list[int] = []
    for unit in table.force:
        if RIDER <= unit < STATION and side_of(unit) == regs[MOVER]:
            ship = table.rider_on[unit - RIDER]
            if ship >= 0 and ship in table.force and table.hex[ship] == table.hex[unit]:
                if table.vel_q[ship] == table.vel_q[unit] and table.vel_r[ship] == table.vel_r[unit]:
                    found.append(unit)
    return found


def docks(table: WarTable) -> list[Action]:
    found: list[Action] = [(DOCK, unit) for unit in dockable(table)]
    found.append((DONE,))
    return found


def dock(state: WarState, seat: int, action: Action) -> None:
    table = state.table
    regs = table.stack[-1].regs
    state.answered(seat)
    if action[0] == DONE:
        return
    unit = action[1]
    regs[LAST] = max(regs[LAST], unit)
    table.force.remove(unit)
    table.rider_out[unit - RIDER] = 0
    table.docked[unit] = regs[CLOCK]
    table.mute[table.rider_on[unit - RIDER]] = 1
    state.tell(EVERYONE, DOCKED, (unit,))
    if dockable(table):
        state.ask([seat])
