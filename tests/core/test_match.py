"""The umpire: what it takes, refuses, rolls, takes back and ends."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import games
from sandtable.check.walk import picture
from sandtable.core.game import AGREED, CHANCE, FORFEIT, Draw, Game, State
from sandtable.core.match import (
    DRAW,
    DRAW_OFFERED,
    DRAW_REFUSED,
    DRAWN,
    MOST_KNOWN,
    NO_DRAW,
    RESIGN,
    RESIGNED,
    TIMED_OUT,
    TIMEOUT,
    UNDO,
    UNDONE,
    Match,
    Refused,
    finished,
    replay,
    result,
    settle,
)
from sandtable.core.sim import playout

AnyMatch = Match[Any, Any, Any]
HIDE, PLOT, DONE = 0, 1, 2


@pytest.fixture
def match() -> AnyMatch:
    return Match(games.load("picket"), Draw(5))


def answer(match: AnyMatch, seat: int, *actions: tuple[int, ...]) -> None:
    for action in actions:
        match.submit(seat, match.state.hands[seat].asked, action)


def hide_all(match: AnyMatch) -> None:
    answer(match, 0, (HIDE, 0), (HIDE, 1))
    answer(match, 1, (HIDE, 5), (HIDE, 6))


def refused(match: AnyMatch, seat: int, verb: int) -> str:
    with pytest.raises(Refused) as caught:
        match.call(seat, verb)
    return str(caught.value)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_unknown_seats_are_not_awaited(match: AnyMatch, seat: int) -> None:
    with pytest.raises(Refused, match="not-awaited"):
        match.submit(seat, 1, (HIDE, 0))


def test_a_seat_that_has_answered_is_not_awaited(match: AnyMatch) -> None:
    answer(match, 0, (HIDE, 0), (HIDE, 1))
    with pytest.raises(Refused, match="not-awaited"):
        answer(match, 0, (HIDE, 2))


def test_an_answer_to_an_earlier_question_is_stale(match: AnyMatch) -> None:
    asked = match.state.hands[0].asked
    match.submit(0, asked, (HIDE, 0))
    with pytest.raises(Refused, match="stale"):
        match.submit(0, asked, (HIDE, 1))


def test_an_illegal_action_is_refused_with_the_reason_of_the_rules(match: AnyMatch) -> None:
    before = picture(match.state)
    with pytest.raises(Refused, match="not-now"):
        answer(match, 0, (DONE,))
    assert picture(match.state) == before
    assert match.inputs == []


def test_news_is_that_of_the_last_submission_only(match: AnyMatch) -> None:
    first = match.submit(0, 1, (HIDE, 0))
    second = match.submit(1, 1, (HIDE, 5))
    assert [event.args for event in first] == [(0,)]
    assert [event.args for event in second] == [(5,)]


def test_dice_are_inputs_of_chance() -> None:
    match = playout(games.load("picket"), 3)
    rolls = [action for seat, action in match.inputs if seat == CHANCE]
    assert rolls
    assert all(0 <= pip < 6 for roll in rolls for pip in roll)


def test_resignation_ends_a_match_of_two(match: AnyMatch) -> None:
    news = match.resign(1)
    assert [(event.kind, event.args) for event in news] == [(RESIGNED, (1,))]
    assert match.state.table.over == FORFEIT
    assert result(match.game, match.state.table) == [1000, -1000]
    assert finished(match.state)


def test_a_timeout_needs_a_seat_that_is_awaited(match: AnyMatch) -> None:
    answer(match, 0, (HIDE, 0), (HIDE, 1))
    assert refused(match, 0, TIMEOUT) == "not-awaited"
    assert match.time_out(1)[0].kind == TIMED_OUT
    assert result(match.game, match.state.table) == [1000, -1000]


def test_a_draw_is_offered_refused_and_agreed(match: AnyMatch) -> None:
    assert refused(match, 1, NO_DRAW) == "no-draw-offered"
    assert match.offer_draw(0)[0].kind == DRAW_OFFERED
    assert refused(match, 0, DRAW) == "draw-already-offered"
    assert match.refuse_draw(1)[0].kind == DRAW_REFUSED
    assert match.state.table.draw_offers == 0
    match.offer_draw(1)
    assert [event.kind for event in match.offer_draw(0)] == [DRAW_OFFERED, DRAWN]
    assert match.state.table.over == AGREED
    assert result(match.game, match.state.table) == [0, 0]
    for verb in (RESIGN, DRAW, UNDO):
        assert refused(match, 0, verb) == "match-over"


def test_strange_umpire_calls_are_refused(match: AnyMatch) -> None:
    assert refused(match, 7, RESIGN) == "no-such-seat"
    assert refused(match, -1, RESIGN) == "no-such-seat"
    assert refused(match, 0, -99) == "no-such-verb"
    assert refused(match, 0, 3) == "no-such-verb"


def test_a_sealed_choice_can_be_taken_back(match: AnyMatch) -> None:
    before = picture(match.state)
    answer(match, 0, (HIDE, 0))
    assert [event.kind for event in match.undo(0)] == [UNDONE]
    assert picture(match.state) == before
    assert match.inputs == [(0, (HIDE, 0)), (0, (UNDO,))]
    assert picture(replay(match.game, match.inputs)) == before


def test_undo_leaves_what_others_have_answered_since(match: AnyMatch) -> None:
    answer(match, 0, (HIDE, 0), (HIDE, 1))
    answer(match, 1, (HIDE, 5))
    match.undo(0)
    assert match.state.table.pending == [0, 1]
    assert match.state.hands[0].kind == [0, 1, 1, 1, 1]
    assert match.state.hands[1].kind[0] == 0
    answer(match, 0, (HIDE, 2))
    assert picture(replay(match.game, match.inputs)) == picture(match.state)


def test_nothing_to_take_back_at_the_start(match: AnyMatch) -> None:
    assert refused(match, 0, UNDO) == "undo-nothing"
    answer(match, 1, (HIDE, 5))
    assert refused(match, 0, UNDO) == "undo-nothing"


def test_no_undo_once_somebody_has_learned_something(match: AnyMatch) -> None:
    hide_all(match)  # the first turn was announced
    assert refused(match, 1, UNDO) == "undo-passed"
    assert refused(match, 0, UNDO) == "undo-passed"


def test_no_undo_across_a_resignation_of_another(match: AnyMatch) -> None:
    answer(match, 0, (HIDE, 0))
    match.offer_draw(1)
    assert refused(match, 0, UNDO) == "undo-passed"


def test_no_undo_without_news() -> None:
    match = Match(games.load("picket"), Draw(1), loud=False)
    answer(match, 0, (HIDE, 0))
    assert refused(match, 0, UNDO) == "undo-passed"


def test_undo_twice_and_again_after_going_on(match: AnyMatch) -> None:
    answer(match, 0, (HIDE, 0))
    match.undo(0)
    answer(match, 0, (HIDE, 1), (HIDE, 2))
    match.undo(0)
    match.undo(0)
    assert refused(match, 0, UNDO) == "undo-nothing" and settle(match.inputs) == []
    answer(match, 0, (HIDE, 0), (HIDE, 1))
    answer(match, 1, (HIDE, 5), (HIDE, 6))
    assert refused(match, 0, UNDO) == "undo-passed"  # both have hidden: everybody learned of it
    assert picture(replay(match.game, match.inputs)) == picture(match.state)


def test_undo_after_coming_back_to_a_record_with_an_undo(match: AnyMatch) -> None:
    answer(match, 0, (HIDE, 0))
    match.undo(0)
    answer(match, 0, (HIDE, 2))
    later: AnyMatch = Match(match.game, Draw(5))
    later.resume(match.inputs)
    later.undo(0)
    assert later.inputs == [*match.inputs, (0, (UNDO,))] and settle(later.inputs) == []


def test_matches_that_share_what_they_know_hold_equal_inputs_once() -> None:
    known: dict[Any, Any] = {}
    two: list[AnyMatch] = [Match(games.load("picket"), Draw(5)) for _ in range(2)]
    for match in two:
        match.known = known
        hide_all(match)
    assert len(known) == 4 and two[0].inputs == two[1].inputs
    first: list[Any] = two[0].inputs
    second: list[Any] = two[1].inputs
    assert all(a is b for a, b in zip(first, second, strict=True))


def test_what_is_shared_has_an_end(match: AnyMatch) -> None:
    match.known = {n: n for n in range(MOST_KNOWN)}
    hide_all(match)
    assert len(match.known) == MOST_KNOWN and len(match.inputs) == 4


def test_a_match_played_to_its_end_has_the_scores_of_the_rules() -> None:
    state = playout(games.load("picket"), 3).state
    assert state.table.over not in (AGREED, FORFEIT)
    assert result(games.load("picket"), state.table) == games.load("picket").scores(state.table)


def test_resume_catches_up_and_goes_on(match: AnyMatch) -> None:
    hide_all(match)
    again = Match(match.game, Draw(5))
    again.resume(match.inputs)
    assert picture(again.state) == picture(match.state)
    answer(again, 0, (PLOT, 0, 0))
    assert len(again.inputs) == len(match.inputs) + 1


def test_an_undo_without_a_decision_is_no_record() -> None:
    with pytest.raises(ValueError, match="seat 1 without a decision"):
        settle([(0, (HIDE, 0)), (1, (UNDO,))])


def test_playouts_stop_at_their_limit_and_repeat_with_their_seed() -> None:
    game = games.load("picket")
    assert len(playout(game, 1, limit=10).inputs) == 10
    assert playout(game, 9).inputs == playout(game, 9).inputs
    assert playout(game, 9).inputs == playout(game, 9, loud=True).inputs
    assert playout(game, 9).state.news == []


def test_a_base_game_names_what_is_missing() -> None:
    base: Game[Any, Any, Any] = Game(2)
    state: State[Any, Any, Any] = games.load("picket").setup()
    for call in (
        base.setup,
        lambda: base.copy(state),
        lambda: base.actions(state.table, state.hands[0]),
        lambda: base.apply(state, 0, (0,)),
        lambda: base.imagine(state.table, state.hands[0], Draw(1)),
        lambda: base.scores(state.table),
        lambda: base.leave(state, 0),
    ):
        with pytest.raises(NotImplementedError):
            call()
    assert base.audit(state) is None  # type: ignore[func-returns-value]
    assert base.side(1) == 1
