"""Chapters 3 and 8: the order of play, income, and the way from one turn to the next."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Frame
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.pieces import towns_held
from sandtable.games.company_leader.rules.victory import award, award_seat, judge, tally
from sandtable.games.company_leader.state import (
    ACTIONS,
    FILLING,
    PURCHASES,
    TURN,
    LeaderState,
    LeaderTable,
    active,
    hidden,
)
from sandtable.games.company_leader.verbs import BEGAN, EARNED, STOPPED, WORD


def settle(plan: Plan, state: LeaderState, exempt: int) -> bool:
    """After something happened on the board: true when the turn cannot go on (10.3, 10.4)."""
    if judge(plan, state, exempt):
        return True
    seat = active(state.table)
    if ((state.table.out | state.table.gone) >> seat) & 1:
        if not plan.together or not members_of(plan, state.table, plan.sides[seat]):
            next_turn(plan, state)
        elif state.table.stack[0].step == ACTIONS:
            after_actions(plan, state)
        else:
            after_purchases(plan, state)
        return True
    return False


def next_seat(plan: Plan, table: LeaderTable, seat: int) -> int:
    """3.8: clockwise."""
    for step in range(1, plan.seats + 1):
        after = (seat + step) % plan.seats
        if ((table.out | table.gone) >> after) & 1 == 0:
            return after
    return seat


def next_side(plan: Plan, table: LeaderTable, side: int) -> int:
    """3.12: the first seat of the next side that still plays."""
    for step in range(1, plan.side_count + 1):
        members = members_of(plan, table, (side + step) % plan.side_count)
        if members:
            return members[0]
    return plan.sides.index(side)


def members_of(plan: Plan, table: LeaderTable, side: int) -> list[int]:
    """The seats of a side that are in the match."""
    return [seat for seat in range(plan.seats) if plan.sides[seat] == side and ((table.out | table.gone) >> seat) & 1 == 0]


def next_turn(plan: Plan, state: LeaderState) -> None:
    table = state.table
    if plan.together:
        begin_turn(plan, state, next_side(plan, table, plan.sides[active(table)]))
    else:
        begin_turn(plan, state, next_seat(plan, table, active(table)))


def begin_turn(plan: Plan, state: LeaderState, seat: int) -> None:
    """3.8, 3.10; 10.6 and 10.7 are looked at before the turn begins."""
    table = state.table
    if plan.turn_limit > 0 and table.turns[seat] >= plan.turn_limit:
        tally(plan, state)
        return
    table.mark = [0] * plan.size
    table.stack = [turn_of(plan, table, seat)]
    members = members_of(plan, table, plan.sides[seat]) if plan.together else [seat]
    for member in members:
        table.turns[member] += 1
        state.tell(EVERYONE, BEGAN, (member, table.turns[member]))
    for member in members:
        if plan.lead > 0 and has_lead(plan, state, member):
            return
    state.ask([seat])


def turn_of(plan: Plan, table: LeaderTable, seat: int) -> Frame:
    """The turn of a seat, or of its team."""
    frame = Frame(TURN, ACTIONS, [seat, 0, 0])
    if plan.together:
        frame.regs += [0, sum([1 << member for member in members_of(plan, table, plan.sides[seat])]), 0]
    return frame


def has_lead(plan: Plan, state: LeaderState, seat: int) -> bool:
    """10.6: enough towns more than at the start wins."""
    table = state.table
    lead = plan.lead
    if plan.settings.lead_for == "player":
        own = len([f for f in plan.towns if table.owner[f] == seat])
        if own >= plan.seat_towns[seat] + lead:
            award_seat(plan, state, seat)
            return True
        return False
    side = plan.sides[seat]
    if towns_held(plan, table, side) >= plan.start_towns[side] + lead:
        award(plan, state, [side], False)
        return True
    return False


def end_actions(plan: Plan, state: LeaderState) -> None:
    """8.1-8.4: income, then purchases where they are possible."""
    table = state.table
    seat = active(table)
    state.tell(EVERYONE, STOPPED, (seat,))
    if plan.together:
        after_actions(plan, state)
        return
    if last_of_side(plan, table, seat):
        pay(plan, state, seat)
    if not go_shopping(plan, state, seat):
        next_turn(plan, state)


def pay(plan: Plan, state: LeaderState, seat: int) -> None:
    table = state.table
    side = plan.sides[seat]
    coins = income(plan, table, side)
    table.coins[side] += coins
    state.tell(EVERYONE, EARNED, (side, coins))


def go_shopping(plan: Plan, state: LeaderState, seat: int) -> bool:
    """8.5: whether it can."""
    table = state.table
    if not can_shop(plan, table, seat, 0):
        return False
    table.stack = [Frame(TURN, PURCHASES, [seat, 0, 0, len(table.lots)])]
    state.ask([seat])
    return True


def last_of_side(plan: Plan, table: LeaderTable, seat: int) -> bool:
    """8.3: a team is paid once a round, after the actions of its last player."""
    if plan.together:
        return still_acting(plan, table) == [seat]
    for other in range(seat + 1, plan.seats):
        if plan.sides[other] == plan.sides[seat] and ((table.out | table.gone) >> other) & 1 == 0:
            return False
    return True


def earnings(plan: Plan, table: LeaderTable, seat: int) -> int:
    """What the side will be paid when this seat ends its actions."""
    return income(plan, table, plan.sides[seat]) if last_of_side(plan, table, seat) else 0


def income(plan: Plan, table: LeaderTable, side: int) -> int:
    """8.1, 8.2: the basic income, one coin more or less per town more or less; never below nought."""
    return max(0, plan.income[side] + towns_held(plan, table, side) - plan.start_towns[side])


def can_shop(plan: Plan, table: LeaderTable, seat: int, coming: int) -> bool:
    """As far as everybody can see: coins, with those that are still coming, and a purchase field that is empty or holds an own
    face-down piece."""
    if table.coins[plan.sides[seat]] + coming < plan.troops.cheapest:
        return False
    for zone in range(len(plan.zone_seat)):
        if plan.zone_seat[zone] == seat:
            for field in plan.shops[zone]:
                if table.owner[field] < 0 or (table.owner[field] == seat and hidden(table, field)):
                    return True
    return False


def shopping_again(plan: Plan, state: LeaderState) -> None:
    """After a purchase: more of them, or the next turn."""
    table = state.table
    seat = active(table)
    if can_shop(plan, table, seat, 0):
        table.stack[0].step = PURCHASES
        state.ask([seat])
    else:
        after_purchases(plan, state)


def after_purchases(plan: Plan, state: LeaderState) -> None:
    """3.12: the next of a team that plays together, in order of seats; else the turn is over."""
    if plan.together:
        seat = active(state.table)
        for member in members_of(plan, state.table, plan.sides[seat]):
            if member > seat and go_shopping(plan, state, member):
                return
    next_turn(plan, state)


# allies who play together (3.12) -----------------------------------------------------------


def still_acting(plan: Plan, table: LeaderTable) -> list[int]:
    """Who has not ended his actions in the turn of his team."""
    frame = table.stack[0]
    return [seat for seat in members_of(plan, table, plan.sides[frame.regs[0]]) if (frame.regs[4] >> seat) & 1]


def after_actions(plan: Plan, state: LeaderState) -> None:
    """Who has the word acts no more this turn: the next one goes on, or the team is paid and buys."""
    table = state.table
    seat = active(table)
    table.stack[0].regs[4] &= ~(1 << seat)
    acting = still_acting(plan, table)
    if acting:
        pass_on(state, acting[0])
        return
    pay(plan, state, seat)
    for member in members_of(plan, table, plan.sides[seat]):
        if go_shopping(plan, state, member):
            return
    next_turn(plan, state)


def pass_on(state: LeaderState, seat: int) -> None:
    """Between two of his pieces somebody lets his ally go on."""
    regs = state.table.stack[0].regs
    regs[0] = seat
    regs[5] = 1
    state.tell(EVERYONE, WORD, (seat,))
    state.ask([seat])


def refuse_word(plan: Plan, table: LeaderTable, seat: int, to: int) -> str:
    if not plan.together or to == seat or plan.sides[to] != plan.sides[seat]:
        return "no-ally"
    return "ended-actions"


def just_passed(table: LeaderTable) -> bool:
    return table.stack[0].regs[5] != 0


def touched(table: LeaderTable) -> None:
    """Something is done: the word may go back."""
    if table.stack and table.stack[0].proc == TURN and table.stack[0].step == ACTIONS:
        table.stack[0].regs[5] = 0


def in_filling(table: LeaderTable) -> bool:
    return len(table.stack) == 1 and table.stack[0].proc == TURN and table.stack[0].step == FILLING
