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
    aims,
    allocate,
    resolve,
    riders_out,
)
from sandtable.games.company_war.rules.fleet import (
    aboard,
    adopt,
    capitals,
    end_rider,
    end_ship,
    first_rider,
    first_ship,
    lose_rider,
    outside,
    ships_at,
    strength,
)
from sandtable.games.company_war.state import (
    ABANDONED,
    BATTLE,
    BROKEN,
    CARRIERS,
    FIRST_DART,
    FLEET,
    HELD,
    LAUNCHED,
    NO_ORDER,
    ORPHAN,
    RECOVERED,
    RIDER,
    SHIPS,
    STATION,
    UNION,
    WarHand,
    WarState,
    WarTable,
    is_capital,
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
    HUNT,
    HUNTED,
    INITIATIVE,
    LAUNCH,
    ORDERED,
    ORDERS,
    PASS,
    RANGE,
    RANGED,
    RECOVER,
    SPARED,
)

# hunting dartships ---------------------------------------------------------------------


def hunt(book: Book, state: WarState, action: Action) -> None:
    """5.2: the Mazianni's answer."""
    table = state.table
    frame = table.stack[-1]
    state.answered(FLEET)
    if action[0] == HUNT:
        frame.step = 1
        table.dice = [6, 6, 6, 6]
        return
    state.tell(EVERYONE, SPARED, (frame.regs[0],))
    table.stack.pop()


def hunted(book: Book, state: WarState, pips: Action) -> bool:
    """5.2: the dice decide whether the dartships get away; true when they are caught and must fight."""
    table = state.table
    table.dice = []
    point = table.stack[-1].regs[0]
    table.stack.pop()
    if state.loud:
        state.tell(EVERYONE, HUNTED, tuple([point] + [pip + 1 for pip in pips]))
    if pips[0] + pips[1] >= pips[2] + pips[3] + book.dart_bonus:
        return True
    for ship in ships_at(table, UNION, point):
        table.fleeing[ship] = 1
        state.tell(EVERYONE, FLED, (ship,))
    return False


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
    state.ask([0, 1])


def awaiting_order(table: WarTable, hand: WarHand) -> int:
    point = table.stack[-1].regs[POINT]
    for ship in range(first_ship(hand.seat), end_ship(hand.seat)):
        if table.place[ship] == point and hand.order[ship] == NO_ORDER and not table.fleeing[ship]:
            return ship
    return -1


def orders(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """5.3, 5.4."""
    ship = awaiting_order(table, hand)
    found: list[Action] = [(HOLD, ship)]
    if not book.berths[ship]:
        found.append((BREAK, ship))
        return found
    for count in range(1, aboard(table, ship) + 1):
        found.append((LAUNCH, ship, count))
    out = outside(table, ship)
    if out:
        found.append((RECOVER, ship))
    found.append((BREAK, ship))
    if out:
        found.append((ABANDON, ship))
    return found


def order(book: Book, state: WarState, seat: int, action: Action) -> None:
    hand = state.hands[seat]
    verb = action[0]
    value = HELD
    if verb == LAUNCH:
        value = LAUNCHED + action[2]
    elif verb == RECOVER:
        value = RECOVERED
    elif verb == BREAK:
        value = BROKEN
    elif verb == ABANDON:
        value = ABANDONED
    hand.order[action[1]] = value
    state.note(seat, ORDERED, (action[1], value))
    if awaiting_order(state.table, hand) >= 0:
        state.ask_again(seat)
    elif state.answered(seat):
        show_orders(book, state)


def show_orders(book: Book, state: WarState) -> None:
    """5.3-5.4: all at once; then the dice of step B."""
    table = state.table
    for seat in range(2):
        hand = state.hands[seat]
        for ship in range(first_ship(seat), end_ship(seat)):
            value = hand.order[ship]
            if value == NO_ORDER:
                continue
            hand.order[ship] = NO_ORDER
            table.order[ship] = value
            state.reveal(EVERYONE, ORDERS, (ship, value))
            if value > LAUNCHED:
                launch(table, ship, value - LAUNCHED)
                table.fought[ship] = 1  # 7.1
            elif value in (RECOVERED, BROKEN):
                for rider in range(first_rider(seat), end_rider(seat)):
                    if table.rider_on[rider] == ship:
                        table.rider_out[rider] = 0
    table.stack[-1].step = WINNING
    table.dice = [6, 6, 6, 6]


def launch(table: WarTable, ship: int, count: int) -> None:
    """5.3: undamaged riders first."""
    for hurt in range(2):
        for rider in range(first_rider(side_of(ship)), end_rider(side_of(ship))):
            if count and table.rider_on[rider] == ship and not table.rider_out[rider] and table.hurt[RIDER + rider] == hurt:
                table.rider_out[rider] = 1
                count -= 1


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
    """5.22: Union ships without riders, in ascending order after the last that fled."""
    frame = table.stack[-1]
    found: list[int] = []
    for ship in range(frame.regs[ALLOCATOR] + 1, SHIPS):
        if table.place[ship] == frame.regs[POINT] and not table.fleeing[ship] and not book.berths[ship]:
            found.append(ship)
    return found


def escapes(book: Book, table: WarTable) -> list[Action]:
    found: list[Action] = [(FLEE, ship) for ship in runaways(book, table)]
    found.append((DONE,))
    return found


def escape(book: Book, state: WarState, action: Action) -> None:
    state.answered(UNION)
    if action[0] == FLEE:
        run(state, action[1])
        state.table.stack[-1].regs[ALLOCATOR] = action[1]
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


def battle_apply(book: Book, state: WarState, seat: int, action: Action) -> None:
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


def battle_refusal(table: WarTable, hand: WarHand, action: Action) -> str:
    """Why a battle action is not offered."""
    step, verb = table.stack[-1].step, action[0]
    if step == ORDERING:
        if verb not in (HOLD, LAUNCH, RECOVER, BREAK, ABANDON) or len(action) < 2:
            return "not-now"
        if action[1] != awaiting_order(table, hand):
            return "in-order"
        return "no-riders"
    if step == AIMING and verb in (AIM, PASS) and len(action) > 1 and table.queue:
        if action[1] != table.queue[0]:
            return "in-order"
        if len(action) == 3 and action[2] == STATION:
            return "below-zero" if is_capital(action[1]) else "riders-in-pairs"
        return "riders-in-pairs" if not is_capital(action[1]) and len(action) == 3 and is_capital(action[2]) else "no-target"
    if step == FLEEING and verb == FLEE:
        return "cannot-flee"
    return "not-now"
