"""Chapter 2: who starts, and from which corner."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.war_of_leaders.rules.build import prepare
from sandtable.games.war_of_leaders.setup import ORDER_FIXED, ORDER_LOT, Rules
from sandtable.games.war_of_leaders.state import CORNER, LOT, THROW, LeadersHand, LeadersState, LeadersTable
from sandtable.games.war_of_leaders.verbs import CORNERED, RANKED, STARTS, TAKE_CORNER, THREW, THROW_SHAPE, THROWS, TIED
from sandtable.games.war_of_leaders.zones import fixed_corner


def begin(rules: Rules, state: LeadersState) -> None:
    table = state.table
    if rules.ordering == ORDER_FIXED:  # 2.5
        table.corner = [fixed_corner(rules, seat) for seat in range(rules.seats)]
        settle_order(rules, state, 0)
    elif rules.ordering == ORDER_LOT:
        table.stack.append(Frame(LOT, 0, []))
        table.dice = [*range(rules.zones, max(1, rules.zones - rules.seats), -1), rules.seats]
    else:
        table.stack.append(Frame(THROW, 0, [0]))
        next_throw(rules, state)


def draw_lots(rules: Rules, state: LeadersState, drawn: Action) -> None:
    """2.5: a place in the order of corners for every seat, then the starter."""
    table = state.table
    table.dice = []
    table.stack.pop()
    table.corner = shuffled(list(range(rules.zones)), drawn[:-1])[: rules.seats]
    for seat in range(rules.seats):
        state.tell(EVERYONE, CORNERED, (seat, table.corner[seat]))
    settle_order(rules, state, drawn[len(drawn) - 1])


def shuffled(items: list[int], drawn: Action) -> list[int]:
    """Items in an order drawn by outcomes below n, n - 1 ... 2."""
    left = items[:]
    found: list[int] = []
    for place in drawn:
        found.append(left.pop(place))
    return found + left


# throws --------------------------------------------------------------------------------------


def tied_seats(table: LeadersTable) -> list[int]:
    """2.3: the foremost group whose ranks are equal."""
    best: list[int] = []
    for seat in range(len(table.tier)):
        if table.out[seat]:
            continue
        group = [other for other in range(len(table.tier)) if not table.out[other] and table.tier[other] == table.tier[seat]]
        if len(group) > 1 and (not best or table.tier[seat] < table.tier[best[0]]):
            best = group
    return best


def next_throw(rules: Rules, state: LeadersState) -> None:
    group = tied_seats(state.table)
    frame = state.table.stack[-1]
    if not group:
        ranks = ranked(state.table)
        state.table.stack.pop()
        state.tell(EVERYONE, RANKED, tuple(ranks))
        state.table.stack.append(Frame(CORNER, 0, []))
        next_corner(rules, state)
    elif frame.regs[0] >= rules.tied_throws:  # 2.3: a lot decides
        frame.step = 1
        state.table.pending = []
        state.table.dice = list(range(len(group), 1, -1))
    else:
        state.ask(group)


def ranked(table: LeadersTable) -> list[int]:
    """Seats in play by rank; ties in order of seats."""
    found: list[int] = []
    for tier in range(len(table.tier)):
        for seat in range(len(table.tier)):
            if table.tier[seat] == tier and not table.out[seat]:
                found.append(seat)
    return found


def throw_shape(rules: Rules, state: LeadersState, seat: int, shape: int) -> None:
    """2.1"""
    state.hands[seat].throw = shape
    state.note(seat, THREW, (shape,))
    if state.answered(seat):
        judge_throws(rules, state)


def judge_throws(rules: Rules, state: LeadersState) -> None:
    """2.2: exactly two shapes part the group; paper 1 beats rock 0, scissors 2 beat paper, rock beats scissors."""
    table = state.table
    group = tied_seats(table)
    shapes = 0
    for seat in group:
        shapes |= 1 << state.hands[seat].throw
        state.reveal(EVERYONE, THROWS, (seat, state.hands[seat].throw))
    beating = [-1, -1, -1, 1, -1, 0, 2, -1][shapes]
    winners = [seat for seat in group if state.hands[seat].throw == beating]
    for seat in group:
        state.hands[seat].throw = -1
        if beating >= 0 and seat not in winners:
            table.tier[seat] += len(winners)
    frame = table.stack[-1]
    if beating < 0:
        frame.regs[0] += 1
        state.tell(EVERYONE, TIED, ())
    else:
        frame.regs[0] = 0
    next_throw(rules, state)


def break_tie(rules: Rules, state: LeadersState, drawn: Action) -> None:
    """2.3: after too many ties"""
    table = state.table
    table.dice = []
    group = shuffled(tied_seats(table), drawn)
    for place in range(len(group)):
        table.tier[group[place]] += place
    table.stack[-1].step = 0
    table.stack[-1].regs[0] = 0
    state.tell(EVERYONE, RANKED, tuple(group))
    next_throw(rules, state)


# corners ---------------------------------------------------------------------------------------


def free_corners(table: LeadersTable) -> list[int]:
    return [corner for corner in range(len(table.zone) // 3) if corner not in table.corner]


def next_corner(rules: Rules, state: LeadersState) -> None:
    """2.4: by rank; who finds only one free takes it."""
    table = state.table
    for seat in ranked(table):
        if table.corner[seat] < 0:
            free = free_corners(table)
            if len(free) > 1:
                state.ask([seat])
                return
            table.corner[seat] = free[0]
            state.tell(EVERYONE, CORNERED, (seat, free[0]))
    table.stack.pop()
    settle_order(rules, state, ranked(table)[0])


def take_corner(rules: Rules, state: LeadersState, seat: int, corner: int) -> None:
    state.table.pending = []
    state.table.corner[seat] = corner
    state.tell(EVERYONE, CORNERED, (seat, corner))
    next_corner(rules, state)


def settle_order(rules: Rules, state: LeadersState, start: int) -> None:
    """2.6: from the starter clockwise, by corners."""
    table = state.table
    table.start = start
    table.order = []
    for step in range(rules.zones):
        corner = (table.corner[start] + step) % rules.zones
        for seat in range(rules.seats):
            if table.corner[seat] == corner and not table.out[seat]:
                table.order.append(seat)
    state.tell(EVERYONE, STARTS, (start,))
    prepare(rules, state)


# offers ------------------------------------------------------------------------------------------


def order_actions(table: LeadersTable, hand: LeadersHand) -> list[Action]:
    if table.stack[-1].proc == THROW:
        return [(THROW_SHAPE, shape) for shape in range(3)]
    return [(TAKE_CORNER, corner) for corner in free_corners(table)]


def order_refusal(table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    if table.stack[-1].proc == THROW:
        if action[0] != THROW_SHAPE:
            return "throw-first"
        return "" if 0 <= action[1] < 3 else "no-such-shape"
    if action[0] != TAKE_CORNER:
        return "corner-first"
    if not 0 <= action[1] < len(table.zone) // 3:
        return "no-such-corner"
    return "" if action[1] not in table.corner else "corner-taken"
