"""Paragraph 9.6: a player leaves, at any moment, and the others play on."""

from __future__ import annotations

from sandtable.games.war_of_leaders.rules.build import next_builder
from sandtable.games.war_of_leaders.rules.fog import judge_sight
from sandtable.games.war_of_leaders.rules.order import judge_throws, next_corner, next_throw, tied_seats
from sandtable.games.war_of_leaders.rules.place import next_placer, show_armies
from sandtable.games.war_of_leaders.rules.turn import end_turn, has_target
from sandtable.games.war_of_leaders.rules.win import eliminate, ended_by_elimination
from sandtable.games.war_of_leaders.setup import PLACE_OPEN, Rules
from sandtable.games.war_of_leaders.state import AIM, BUILD, CORNER, DECLARE, PLACE, PLANT, THROW, LeadersState


def leave_table(rules: Rules, state: LeadersState, seat: int) -> None:
    table = state.table
    if not table.stack or table.out[seat]:
        return
    throwing = tied_seats(table)
    eliminate(rules, state, seat)
    if ended_by_elimination(rules, state):
        return
    awaited = seat in table.pending
    proc = table.stack[-1].proc
    if proc == THROW:
        if seat in throwing:
            leave_throw(rules, state, seat, throwing)
    elif proc == PLACE and rules.placement != PLACE_OPEN:
        if awaited and state.answered(seat):
            show_armies(rules, state)
    elif proc in (CORNER, PLANT, BUILD, PLACE):
        if awaited:
            table.pending = []
            leave_preparing(rules, state, proc)
    else:
        leave_turn(rules, state, seat)


def leave_throw(rules: Rules, state: LeadersState, seat: int, throwing: list[int]) -> None:
    table = state.table
    if seat in table.pending:
        table.pending.remove(seat)
    if len(throwing) > 2:
        if not table.pending:
            judge_throws(rules, state)
        return
    for other in throwing:  # who is left of the group needs no throw
        state.hands[other].throw = -1
    table.pending = []
    table.stack[-1].regs[0] = 0
    next_throw(rules, state)


def leave_preparing(rules: Rules, state: LeadersState, proc: int) -> None:
    table = state.table
    if proc == CORNER:
        next_corner(rules, state)
    elif proc == PLANT:
        state.ask([[other for other in table.order if not table.out[other]][-1]])
    elif proc == BUILD:
        next_builder(rules, state)
    else:
        next_placer(rules, state)


def leave_turn(rules: Rules, state: LeadersState, seat: int) -> None:
    table = state.table
    judge_sight(rules, state)
    if table.turn == seat:
        end_turn(rules, state, seat, False)
    elif table.stack[-1].step == AIM and not has_target(rules, table, state.hands[table.turn]):
        if rules.die_range or rules.late:  # the dice have fallen
            end_turn(rules, state, table.turn, False)
        else:
            table.stack[-1].step = DECLARE  # the only targets left with the player
            state.ask_again(table.turn)
