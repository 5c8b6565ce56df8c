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
from sandtable.games.company_leader.verbs import BEGAN, EARNED, STOPPED


def settle(plan: Plan, state: LeaderState, exempt: int) -> bool:
    """After something happened on the board: true when the turn cannot go on (10.3, 10.4)."""
    if judge(plan, state, exempt):
        return True
    seat = active(state.table)
    if ((state.table.out | state.table.gone) >> seat) & 1:
        next_turn(plan, state)
        return True
    return False


def next_seat(plan: Plan, table: LeaderTable, seat: int) -> int:
    """3.8: clockwise."""
    for step in range(1, plan.seats + 1):
        after = (seat + step) % plan.seats
        if ((table.out | table.gone) >> after) & 1 == 0:
            return after
    return seat


def next_turn(plan: Plan, state: LeaderState) -> None:
    begin_turn(plan, state, next_seat(plan, state.table, active(state.table)))


def begin_turn(plan: Plan, state: LeaderState, seat: int) -> None:
    """3.8, 3.10; 10.6 and 10.7 are looked at before the turn begins."""
    table = state.table
    if plan.turn_limit > 0 and table.turns[seat] >= plan.turn_limit:
        tally(plan, state)
        return
    table.mark = [0] * plan.size
    table.turns[seat] += 1
    table.stack = [Frame(TURN, ACTIONS, [seat, 0, 0])]
    state.tell(EVERYONE, BEGAN, (seat, table.turns[seat]))
    if plan.lead > 0 and has_lead(plan, state, seat):
        return
    state.ask([seat])


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
    if last_of_side(plan, table, seat):
        side = plan.sides[seat]
        coins = earnings(plan, table, seat)
        table.coins[side] += coins
        state.tell(EVERYONE, EARNED, (side, coins))
    if can_shop(plan, table, seat, 0):
        table.stack = [Frame(TURN, PURCHASES, [seat, 0, 0, len(table.lots)])]
        state.ask([seat])
    else:
        next_turn(plan, state)


def last_of_side(plan: Plan, table: LeaderTable, seat: int) -> bool:
    """8.3: a team is paid once a round, after the actions of its last player."""
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
        next_turn(plan, state)


def in_filling(table: LeaderTable) -> bool:
    return len(table.stack) == 1 and table.stack[0].proc == TURN and table.stack[0].step == FILLING
