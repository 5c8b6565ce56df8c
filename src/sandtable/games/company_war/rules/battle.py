"""Chapter 5: strategic combat, steps A, B, F and G; C to E are in fire.py."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.company_war.rules.fire import (
    AIMING,
    ALLOCATOR,
    FLEEING,
    HUNTED_DARTS,
    ORDERING,
    POINT,
    RANGING,
    ROUND,
    SHOOTING,
    SPAN,
    WINNER,
    WINNING,
    aim,
    aim_choices,
    aim_refusal,
    aims,
    allocate,
    resolve,
    riders_out,
)
from sandtable.games.company_war.rules.fleet import (
    adopt,
    capitals,
    end_rider,
    end_ship,
    first_rider,
    first_ship,
    lose_rider,
    ships_at,
    strength,
)
from sandtable.games.company_war.rules.focus import look_away
from sandtable.games.company_war.rules.orders import awaiting_orders, order, order_choices, orders, orders_of
from sandtable.games.company_war.state import (
    ABANDONED,
    BATTLE,
    BROKEN,
    CARRIERS,
    FIRST_DART,
    FLEET,
    NO_ORDER,
    ORPHAN,
    SHIPS,
    UNION,
    WarHand,
    WarState,
    WarTable,
    side_of,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import (
    ABANDON,
    AIM,
    BATTLED,
    BREAK,
    DONE,
    FLED,
    FLEE,
    HELDMAP,
    HOLD,
    INITIATIVE,
    LAUNCH,
    PASS,
    RANGE,
    RANGED,
    RECOVER,
)

# A: rider operations --------------------------------------------------------------------


def begin_battle(book: Book, state: WarState, point: int, hunting: int) -> None:
    state.table.stack.append(Frame(BATTLE, ORDERING, [point, 0, 0, 0, 0, hunting]))
    begin_round(book, state)


def begin_round(book: Book, state: WarState) -> None:
    """5.5, 5.3: orphans find carriers, then both sides give orders."""
    table = state.table
    frame = table.stack[-1]
    frame.step = ORDERING
    frame.regs[ROUND] += 1
    state.tell(EVERYONE, BATTLED, (frame.regs[POINT], frame.regs[ROUND]))
    if frame.regs[ROUND] > 1:
        for seat in range(2):
            adopt(book, state, seat, ships_at(table, seat, frame.regs[POINT]))
    table.order = [NO_ORDER] * SHIPS
    table.shots = []
    table.queue = []
    for seat in range(2):
        state.hands[seat].order = [NO_ORDER] * SHIPS
    look_away(state)
    state.ask([0, 1])


# B: combat initiative -------------------------------------------------------------------


def initiative_bonus(book: Book, table: WarTable, seat: int, point: int, first_round: bool) -> int:
    """5.7."""
    bonus = 0
    if first_round and all_arrived(table, seat, point) and not all_arrived(table, 1 - seat, point):
        bonus = book.arrival_bonus
    if seat == UNION:
        for ship in range(FIRST_DART, SHIPS):
            if table.place[ship] == point and not table.fleeing[ship]:
                return bonus + book.dart_bonus
    return bonus


def all_arrived(table: WarTable, seat: int, point: int) -> bool:
    for ship in range(first_ship(seat), end_ship(seat)):
        if table.place[ship] == point and not table.moved[ship]:
            return False
    return True


def won(book: Book, state: WarState, pips: Action) -> None:
    table = state.table
    table.dice = []
    frame = table.stack[-1]
    point, first_round = frame.regs[POINT], frame.regs[ROUND] == 1
    fleet = pips[0] + pips[1] + 2 + initiative_bonus(book, table, FLEET, point, first_round)
    union = pips[2] + pips[3] + 2 + initiative_bonus(book, table, UNION, point, first_round)
    winner = FLEET if fleet >= union else UNION
    frame.regs[WINNER] = winner
    state.tell(EVERYONE, INITIATIVE, (winner, fleet, union))
    frame.step = RANGING
    state.ask([winner])


def set_range(book: Book, state: WarState, seat: int, value: int) -> None:
    """5.8; then 5.10: riders pair off, and the loser allocates."""
    table = state.table
    frame = table.stack[-1]
    state.answered(seat)
    frame.regs[SPAN] = value
    state.tell(EVERYONE, RANGED, (value,))
    out = [riders_out(table, FLEET), riders_out(table, UNION)]
    for i in range(min(len(out[0]), len(out[1]))):
        table.shots += [out[0][i], out[1][i], out[1][i], out[0][i]]
    frame.step = AIMING
    allocate(book, state, 1 - seat)


# F, G: fleeing, repeating ------------------------------------------------------------------


def flights(book: Book, state: WarState) -> None:
    """5.21, 5.22."""
    table = state.table
    frame = table.stack[-1]
    for ship in range(SHIPS):
        if (table.order[ship] == BROKEN or table.order[ship] == ABANDONED) and table.place[ship] == frame.regs[POINT]:
            run(state, ship)
    table.order = [NO_ORDER] * SHIPS
    table.shots = []
    frame.regs[ALLOCATOR] = CARRIERS - 1
    if frame.regs[WINNER] == UNION and not decided(table) and runaways(book, table):
        frame.step = FLEEING
        state.ask([UNION])
    else:
        end_round(book, state)


def run(state: WarState, ship: int) -> None:
    table = state.table
    table.fleeing[ship] = 1
    state.tell(EVERYONE, FLED, (ship,))
    for rider in range(first_rider(side_of(ship)), end_rider(side_of(ship))):
        if table.rider_on[rider] == ship and table.rider_out[rider]:
            table.rider_on[rider] = ORPHAN


def runaways(book: Book, table: WarTable) -> list[int]:
    """5.22: League ships without riders."""
    return [ship for ship in ships_at(table, UNION, table.stack[-1].regs[POINT]) if not book.berths[ship]]


def escapes(book: Book, table: WarTable) -> list[Action]:
    found: list[Action] = [(FLEE, ship) for ship in runaways(book, table)]
    found.append((DONE,))
    return found


def escape(book: Book, state: WarState, action: Action) -> None:
    state.answered(UNION)
    if action[0] == FLEE:
        run(state, action[1])
        regs = state.table.stack[-1].regs
        regs[ALLOCATOR] = max(regs[ALLOCATOR], action[1])  # a mark for tidy offers
        if not decided(state.table) and runaways(book, state.table):
            state.ask([UNION])
            return
    end_round(book, state)


def decided(table: WarTable) -> bool:
    """5.23: at most one side has capital ships that are not fleeing; in a hunt dartships count as such."""
    regs = table.stack[-1].regs
    if not capitals(table, FLEET, regs[POINT]):
        return True
    if regs[HUNTED_DARTS]:
        return not ships_at(table, UNION, regs[POINT])
    return not capitals(table, UNION, regs[POINT])


def end_round(book: Book, state: WarState) -> None:
    """5.23, 5.24."""
    table = state.table
    frame = table.stack[-1]
    point = frame.regs[POINT]
    if not decided(table):
        if frame.regs[ROUND] < book.rounds:
            begin_round(book, state)
            return
        weaker = UNION if strength(book, table, FLEET, point) >= strength(book, table, UNION, point) else FLEET
        for ship in ships_at(table, weaker, point):
            for rider in range(first_rider(weaker), end_rider(weaker)):
                if table.rider_on[rider] == ship:
                    table.rider_out[rider] = 0
            run(state, ship)
    end_battle(book, state)


def end_battle(book: Book, state: WarState) -> None:
    """5.25, 5.26.  The frame is popped; the caller looks for the next battle."""
    table = state.table
    point = table.stack[-1].regs[POINT]
    table.queue = []
    if capitals(table, FLEET, point) and not capitals(table, UNION, point):
        for ship in ships_at(table, UNION, point):
            run(state, ship)
    for seat in range(2):
        adopt(book, state, seat, ships_at(table, seat, point))
        for rider in range(first_rider(seat), end_rider(seat)):
            if table.rider_out[rider]:
                if table.rider_on[rider] == ORPHAN:
                    lose_rider(state, rider)
                table.rider_out[rider] = 0
        if capitals(table, seat, point):
            state.tell(EVERYONE, HELDMAP, (seat, point))
    table.stack.pop()


def battle_actions(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    step = table.stack[-1].step
    if step == ORDERING:
        return orders(book, table, hand)
    if step == RANGING:
        return [(RANGE, 0), (RANGE, 1), (RANGE, 2)]
    if step == AIMING:
        return aims(book, table, hand)
    return escapes(book, table)


def battle_choices(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """The offer of steps A and C without turning to others."""
    return order_choices(book, table, hand) if table.stack[-1].step == ORDERING else aim_choices(book, table, hand)


def battle_apply(book: Book, state: WarState, seat: int, action: Action) -> None:
    """Steps A to D, and 5.22."""
    step = state.table.stack[-1].step
    if step == ORDERING:
        order(book, state, seat, action)
    elif step == RANGING:
        set_range(book, state, seat, action[1])
    elif step == AIMING:
        aim(book, state, seat, action)
    else:
        escape(book, state, action)
        return
    if state.table.stack[-1].step == SHOOTING and not state.table.dice:  # everybody held fire
        flights(book, state)


def battle_dice(book: Book, state: WarState, pips: Action) -> None:
    if state.table.stack[-1].step == WINNING:
        won(book, state, pips)
    else:
        resolve(book, state, pips)
        flights(book, state)


def battle_refusal(book: Book, table: WarTable, hand: WarHand, action: Action) -> str:
    """Why a battle action is not legal; empty if it is, whichever counter the offer is about (1.5)."""
    step, verb = table.stack[-1].step, action[0]
    if step == ORDERING and verb in (HOLD, LAUNCH, RECOVER, BREAK, ABANDON) and len(action) > 1:
        if action[1] not in awaiting_orders(table, hand):
            return "no-order-awaited"
        return "" if action in orders_of(book, table, action[1]) else "no-riders"
    if step == AIMING and verb in (AIM, PASS) and len(action) > 1:
        return aim_refusal(book, table, hand, action)
    if step == FLEEING and verb == FLEE:
        return "cannot-flee"
    return "not-now"
