"""A seat takes its last decision back and decides the same again: what has to hold wherever the umpire allows it."""

from __future__ import annotations

from typing import Any

from sandtable.check.walk import picture
from sandtable.core.match import UNDO, Match, Refused, replay, settle


def try_undo(match: Match[Any, Any, Any], seat: int) -> bool:
    """Whether the seat may take something back.  If so it does, it is looked at, and the match is as before."""
    objection = match.objection(seat, UNDO)
    inputs, before = match.inputs[:], picture(match.state)
    asked = [hand.asked for hand in match.state.hands]
    try:
        match.undo(seat)
    except Refused as refused:
        cause = refused.__cause__
        assert cause is None, f"seat {seat} may take back its last decision, and the rules fail: {type(cause).__name__}: {cause}"
        assert refused.args[0] == objection, f"seat {seat} may not take back its last decision: {refused}, or perhaps {objection}"
        assert match.inputs == inputs and picture(match.state) == before, "a refused undo left traces"
        return False
    state = match.state
    assert not objection, f"seat {seat} took back what it may not"
    assert match.inputs == [*inputs, (seat, (UNDO,))]
    assert picture(replay(match.game, match.inputs)) == picture(state), f"a record with an undo of seat {seat} replays otherwise"
    assert seat in state.table.pending and not state.table.dice, f"seat {seat} took back a decision and is not awaited"
    for hand in state.hands:
        assert hand.seat == seat or hand.asked == asked[hand.seat], f"an undo of seat {seat} took back a question to seat {hand.seat}"
        if hand.seat in state.table.pending:
            assert match.game.actions(state.table, hand), f"nothing is offered to seat {hand.seat} after an undo of seat {seat}"
    action = next(action for who, action in reversed(settle(inputs)) if who == seat)
    match.submit(seat, state.hands[seat].asked, action)
    assert picture(match.state) == before, f"seat {seat} took back a decision, made it again, and is elsewhere"
    match.resume(inputs)
    return True
