"""Which chapter is at work: everything runs by itself up to the next decision or throw of dice."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action
from sandtable.games.leaders import setup
from sandtable.games.leaders.rules import battle, defence, events, fights, headquarters, orders, turn
from sandtable.games.leaders.rules.common import Terms, alive
from sandtable.games.leaders.state import (
    BOARD,
    BY_SURVIVAL,
    COLOURS,
    DEALING,
    DEFENCE,
    DRAFT,
    EVENTS,
    FATE,
    FIGHT,
    FIGHTS,
    MOVING,
    NATIONS,
    OFFICE,
    PLACING,
    POINTS,
    RAID,
    READY,
    TURN_START,
    WITHDRAW,
    LeadersHand,
    LeadersState,
    LeadersTable,
)
from sandtable.games.leaders.verbs import (
    ACCEPT,
    COLOUR,
    CONTINUE,
    DECLINE,
    DO_ON_BOARD,
    DONE,
    ENTER,
    FALLEN,
    FIGHT_AT,
    KEEP,
    NATION,
    PLACE,
    REMOVE,
    TAKE,
)


def run(terms: Terms, state: LeadersState) -> None:
    table = state.table
    while not table.pending and not table.dice and table.stack:
        proc = table.stack[-1].proc
        if proc == FIGHT:
            battle.step_fight(terms, state)
        elif proc == FIGHTS:
            fights.step_fights(terms, state)
        elif proc == DEFENCE:
            defence.step_defence(terms, state)
        elif proc == MOVING:
            orders.step_moving(terms, state)
        elif proc == PLACING:
            orders.step_placing(terms, state)
        elif proc == OFFICE:
            state.ask([table.active])
        elif proc == WITHDRAW:
            turn.step_withdraw(terms, state)
        elif proc == FATE:
            events.step_fate(terms, state)
        elif proc == RAID:
            events.step_raid(terms, state)
        elif proc == EVENTS:
            events.step_events(terms, state)
        elif proc == TURN_START:
            turn.step_turn_start(terms, state)
        elif proc == POINTS:
            state.ask([table.active])
        elif proc == BOARD:
            state.tell(EVERYONE, DO_ON_BOARD, (table.active, setup.ORDER_AND_FIGHT))
            state.ask([table.active])
        else:
            run_setup(terms, state, proc)


def run_setup(terms: Terms, state: LeadersState, proc: int) -> None:
    if proc == COLOURS:
        setup.step_colours(terms, state)
    elif proc == NATIONS:
        setup.step_nations(terms, state)
    elif proc == DRAFT:
        setup.step_draft(terms, state)
    elif proc == READY:
        setup.step_ready(terms, state)
    else:
        setup.step_dealing(terms, state)


def chance(terms: Terms, state: LeadersState, outcomes: Action) -> None:
    proc = state.table.stack[-1].proc
    if proc == FIGHT:
        battle.throw(terms, state, outcomes)
    elif proc == FATE:
        events.resolve(terms, state, outcomes)
    elif proc == DRAFT:
        setup.deal_area(terms, state, outcomes[0])
    else:
        setup.deal_missions(terms, state, outcomes)
    run(terms, state)


def offer(terms: Terms, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    if not table.stack or hand.seat not in table.pending:
        return []
    proc = table.stack[-1].proc
    if proc == OFFICE:
        return headquarters.offer_office(terms, table, hand)
    if proc == FIGHT:
        return battle.offer_fight(terms, table, hand)
    if proc == PLACING:
        return orders.offer_placing(terms, table, hand)
    if proc == MOVING:
        return orders.offer_moves(terms, table, hand)
    if proc == DEFENCE:
        return defence.offer_defence(terms, table, hand)
    if proc == FIGHTS:
        return fights.offer_fights(terms, table, hand)
    if proc == EVENTS:
        return events.offer_decisions(terms, hand)
    if proc == WITHDRAW:
        return turn.offer_keeps(terms, table, hand.seat)
    if proc == RAID:
        return events.offer_removals(table, hand.seat)
    if proc == DRAFT:
        return [(TAKE, place) for place in setup.open_areas(terms, table, hand.seat)]
    if proc == COLOURS:
        return setup.offer_colours(table)
    if proc == NATIONS:
        return setup.offer_nations(terms, table)
    if proc == POINTS:
        return turn.offer_points(table, hand.seat)
    return [(CONTINUE,)]


def refuse(terms: Terms, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    """Empty when legal; beyond the offer, any tribute and any points typed are legal."""
    if action in offer(terms, table, hand):
        return ""
    if not action or not 0 <= action[0] <= DONE:
        return "no-such-verb"
    if not table.stack or hand.seat not in table.pending:
        return "not-now"
    proc = table.stack[-1].proc
    if proc == OFFICE:
        return headquarters.refuse_office(terms, table, hand, action)
    if proc == FIGHT:
        return battle.refuse_in_fight(terms, table, action)
    if proc == PLACING:
        return orders.refuse_placing(terms, table, hand, action)
    if proc == MOVING:
        return orders.refuse_move(terms, table, hand, action)
    if proc == DEFENCE:
        return defence.refuse_defence(terms, table, hand, action)
    if proc == FIGHTS:
        return fights.refuse_fight(terms, table, hand, action)
    return refuse_other(terms, table, hand, action, proc)


def refuse_other(terms: Terms, table: LeadersTable, hand: LeadersHand, action: Action, proc: int) -> str:
    verb = action[0]
    if proc == EVENTS:
        if verb == CONTINUE:
            return "offers-unanswered" if hand.received else "not-now"
        return "no-such-offer" if verb in (ACCEPT, DECLINE) else "not-now"
    if proc == POINTS:
        if verb == FALLEN and len(action) == 1:
            return ""
        if verb == ENTER and len(action) == 2:
            return "" if 0 <= action[1] <= turn.MOST_POINTS else "points-out-of-range"
        return "not-now"
    if proc == DRAFT and verb == TAKE and len(action) == 2 and 0 <= action[1] < len(terms.world.keys):
        if action[1] >= len(table.owner):
            return "not-at-sea"
        return "taken-already" if table.owner[action[1]] >= 0 else "not-adjacent"
    if proc == COLOURS and verb == COLOUR:
        return "taken-already"
    if proc == NATIONS and verb == NATION and len(action) == 2:
        return "taken-already" if action[1] in table.nation else "block-full"
    if proc == WITHDRAW and verb == KEEP:
        return turn.refuse_keep(terms, table, hand.seat, action)
    if proc == RAID and verb == REMOVE:
        return "not-in-camp"
    return "not-now"


def act(terms: Terms, state: LeadersState, seat: int, action: Action) -> None:
    table = state.table
    proc = table.stack[-1].proc
    verb = action[0]
    if proc == OFFICE:
        if verb != DONE:
            headquarters.act_in_office(terms, state, seat, action)
            return
        headquarters.close_office(terms, state, seat)
        turn.end_turn(terms, state)
    elif proc == FIGHT:
        battle.act_in_fight(terms, state, seat, action)
    elif proc == PLACING:
        if verb == PLACE:
            orders.place_unit(terms, state, seat, action[1], action[2])
        else:
            orders.end_placing(state, seat)
    elif proc == MOVING:
        if verb != DONE:
            orders.move_unit(terms, state, seat, action[1], action[2], action[3])
            return
        orders.end_moving(state, seat)
    elif proc == DEFENCE:
        if verb == PLACE:
            defence.add_defender(terms, state, seat, action[1], action[2])
            return
        defence.end_defence(state, seat)
    elif proc == FIGHTS:
        act_on_fights(terms, state, seat, action)
    else:
        act_elsewhere(terms, state, seat, action, proc)
    run(terms, state)


def act_on_fights(terms: Terms, state: LeadersState, seat: int, action: Action) -> None:
    table = state.table
    if action[0] == DONE:
        state.answered(seat)
        table.stack[-1].proc = OFFICE
    else:
        defender = table.owner[action[1]] if action[0] == FIGHT_AT else action[2]
        fights.choose_fight(terms, state, seat, action[1], defender)


def act_elsewhere(terms: Terms, state: LeadersState, seat: int, action: Action, proc: int) -> None:
    table = state.table
    verb = action[0]
    if proc == EVENTS:
        if verb == CONTINUE:
            events.go_on(terms, state, seat)
        else:
            events.answer(terms, state, seat, action[1], verb == ACCEPT)
    elif proc == WITHDRAW:
        turn.keep(terms, state, seat, action[1], action[2])
    elif proc == RAID:
        state.answered(seat)
        events.remove(state, seat, action[1])
    elif proc == BOARD:
        state.answered(seat)
        table.stack[-1].proc = OFFICE
    elif proc == POINTS:
        if verb == FALLEN:
            turn.declare_fallen(terms, state, seat)
        else:
            turn.enter_points(terms, state, seat, action[1])
    elif proc == DRAFT:
        setup.choose_area(terms, state, seat, action[1])
    elif proc == COLOURS:
        setup.choose_colour(terms, state, seat, action[1])
    elif proc == NATIONS:
        setup.choose_nation(state, seat, action[1])
    else:
        setup.board_is_set(state, seat)


def leave(terms: Terms, state: LeadersState, seat: int) -> None:
    """11.7: whoever was awaited is asked again, for what it may do can have changed."""
    table = state.table
    table.pending = []
    top = table.stack[-1]
    turn.fall(terms, state, seat)
    if alive(table) == 1:
        turn.win(state, table.out.index(0), BY_SURVIVAL)
        return
    if top.proc > DEALING and top.proc != READY and table.active == seat:
        table.throw = []
        table.dies = []
        turn.pass_on(terms, state)
    elif top.proc == FIGHT and top.regs[battle.DEFENDER] == seat:
        table.throw = []
        table.dies = []
        table.stack.pop()
    run(terms, state)
