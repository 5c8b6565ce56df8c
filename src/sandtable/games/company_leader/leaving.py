"""10.8: a player who gives up while others play on."""

from __future__ import annotations

from sandtable.core.game import EVERYONE
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.facing import next_facing
from sandtable.games.company_leader.rules.movement import end_action, resume
from sandtable.games.company_leader.rules.turn import next_turn, settle
from sandtable.games.company_leader.rules.victory import remove_all
from sandtable.games.company_leader.setup import start
from sandtable.games.company_leader.state import ACT, FACING, SETUP, UNDER_FIRE, LeaderState, active
from sandtable.games.company_leader.verbs import ELIMINATED


def leave(plan: Plan, state: LeaderState, seat: int) -> None:
    """Its pieces are taken off; whatever it was in the middle of ends."""
    table = state.table
    remove_all(plan, state, seat)
    state.reveal(EVERYONE, ELIMINATED, (seat,))
    awaited = seat in table.pending
    if table.stack[0].proc == SETUP:
        if awaited and state.answered(seat):
            start(plan, state)
        return
    if active(table) == seat:
        del table.stack[1:]
        next_turn_or_end(plan, state)
        return
    if settle(plan, state, plan.sides[active(table)]):
        return
    go_on(plan, state, seat, awaited)


def next_turn_or_end(plan: Plan, state: LeaderState) -> None:
    if not settle(plan, state, -1):  # settles the turn itself when the active seat is gone
        next_turn(plan, state)


def go_on(plan: Plan, state: LeaderState, seat: int, awaited: bool) -> None:
    table = state.table
    frame = table.stack[-1]
    if frame.proc == FACING:
        if awaited:
            if next_facing(state):
                resume(plan, state)
        else:
            frame.regs = [f for f in frame.regs if table.owner[f] >= 0]
    elif frame.proc == ACT and frame.step == UNDER_FIRE and table.owner[frame.regs[5]] < 0:
        frame.regs[5] = 0  # the target is gone: the shot is spent
        end_action(plan, state)
    elif awaited:
        state.ask([active(table)])
