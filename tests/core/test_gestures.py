"""A gesture is played action by action, stops at the first surprise, and is one step of undo."""

from __future__ import annotations

from typing import Any

import pytest
from tests.core.test_undo import DONE, LOUD, OPEN, ROLL, STEP, CardsState, Round, Seeing, Showing, decide, free, seated

from sandtable.check.walk import picture
from sandtable.core.game import Action, Draw
from sandtable.core.match import MOST_ACTIONS, UNDO, Match, Refused, replay, settle

AnyMatch = Match[Any, Any, Any]


def perform(match: AnyMatch, seat: int, *verbs: int, whole: bool = False) -> tuple[int, str]:
    match.perform(seat, match.state.hands[seat].asked, [(verb,) for verb in verbs], whole)
    return match.played, match.stopped


def alone(game: type[Round] = Round) -> AnyMatch:
    """Seat 1 of two has the turn."""
    match: AnyMatch = Match(game(2), Draw(1))
    decide(match, (0, DONE), (1, DONE))
    return match


def test_all_actions_stand_as_inputs_of_their_own_and_go_back_as_one() -> None:
    match = alone()
    before, inputs = picture(match.state), match.inputs[:]
    assert perform(match, 1, STEP, STEP, LOUD) == (3, "")
    assert match.inputs == [*inputs, (1, (STEP,)), (1, (STEP,)), (1, (LOUD,))]
    match.undo(1)
    assert match.inputs[-1] == (1, (UNDO, 3)) and settle(match.inputs) == inputs
    assert picture(match.state) == before == picture(replay(match.game, match.inputs))


def test_the_news_of_all_actions_is_returned() -> None:
    match = alone()
    news = match.perform(1, match.state.hands[1].asked, [(STEP,), (LOUD,), (STEP,)])
    assert [event.kind for event in news] == [STEP, LOUD, STEP]


@pytest.mark.parametrize(
    ("game", "verb", "why"), [(Round, ROLL, "stopped-dice"), (Round, DONE, "stopped-over"), (Seeing, LOUD, "stopped-revealed")]
)
def test_it_stops_after_a_surprise(game: type[Round], verb: int, why: str) -> None:
    match = alone(game)
    assert perform(match, 1, STEP, verb, STEP, STEP) == (2, why)
    assert [action for seat, action in settle(match.inputs)[2:] if seat == 1] == [(STEP,), (verb,)]
    assert free(match) == []


def test_a_surprise_at_the_very_end_stops_nothing() -> None:
    match = alone()
    assert perform(match, 1, STEP, ROLL) == (2, "")


def test_what_a_seat_shows_of_its_own_is_no_surprise_to_it() -> None:
    match = alone(Showing)
    assert perform(match, 1, LOUD, STEP, LOUD) == (3, "") and free(match) == [1]


class Asking(Round):
    """OPEN asks the other seat, too."""

    def apply(self, state: CardsState, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        if action[0] == OPEN:
            state.ask([0, 1])


class Tiring(Round):
    """Nobody takes more than two steps."""

    def refusal(self, table: Any, hand: Any, action: Action) -> str:
        return "tired" if action[0] == STEP and hand.steps >= 2 else super().refusal(table, hand, action)


def test_it_stops_when_somebody_else_is_asked() -> None:
    match = alone(Asking)
    assert perform(match, 1, STEP, OPEN, STEP) == (2, "stopped-asked")


def test_it_stops_before_what_is_refused() -> None:
    match = alone(Tiring)
    assert perform(match, 1, STEP, STEP, STEP, LOUD) == (2, "tired")
    assert match.state.hands[1].steps == 2
    with pytest.raises(Refused, match="tired"):
        perform(match, 1, STEP, LOUD)


def test_a_sheet_is_given_whole_or_not_at_all() -> None:
    match = alone(Tiring)
    before, inputs = picture(match.state), match.inputs[:]
    with pytest.raises(Refused, match="tired"):
        perform(match, 1, STEP, LOUD, STEP, STEP, whole=True)
    assert picture(match.state) == before and match.inputs == inputs and free(match) == [1]
    assert perform(match, 1, STEP, STEP, LOUD, whole=True) == (3, "")


def test_what_comes_after_a_surprise_is_not_looked_at() -> None:
    """A refusal would tell the seat what it is about to see, and cost it nothing."""
    match = alone(type("TiringSeeing", (Tiring, Seeing), {}))
    assert perform(match, 1, STEP, LOUD, STEP, STEP, STEP, whole=True) == (2, "stopped-revealed")


def test_answers_of_others_stay_when_a_sealed_gesture_goes_back() -> None:
    match = seated()
    perform(match, 0, STEP, STEP, DONE)
    decide(match, (1, STEP))
    match.undo(0)
    assert match.state.table.pending == [0, 1, 2] and match.state.hands[0].steps == 0 and match.state.hands[1].steps == 1
    assert picture(replay(match.game, match.inputs)) == picture(match.state)


def test_gestures_are_known_again_after_coming_back_to_a_record() -> None:
    match = alone()
    perform(match, 1, STEP, STEP)
    match.undo(1)
    decide(match, (1, STEP))
    perform(match, 1, STEP, LOUD, STEP)
    at = len(match.inputs)
    later: AnyMatch = Match(match.game, Draw(1))
    later.resume(match.inputs, [at - 2, at - 1])
    later.undo(1)
    assert later.inputs[-1] == (1, (UNDO, 3)) and later.state.hands[1].steps == 1
    later.undo(1)
    assert later.inputs[-1] == (1, (UNDO,)) and later.state.hands[1].steps == 0
    forgetful: AnyMatch = Match(match.game, Draw(1))
    forgetful.resume(match.inputs)
    forgetful.undo(1)
    assert forgetful.inputs[-1] == (1, (UNDO,)), "without marks every action is a step"


def test_gestures_before_and_after_one_that_was_taken_back() -> None:
    match = alone()
    perform(match, 1, STEP, STEP)
    perform(match, 1, LOUD, STEP)
    perform(match, 1, STEP, STEP, STEP)
    for count in (3, 2, 2):
        match.undo(1)
        assert match.inputs[-1] == (1, (UNDO, count))
    assert match.state.hands[1].steps == 0


def test_one_action_is_a_gesture_and_none_or_too_many_are_not() -> None:
    match = alone()
    assert perform(match, 1, STEP) == (1, "")
    for verbs in ([], [STEP] * (MOST_ACTIONS + 1)):
        with pytest.raises(Refused, match="gesture-length"):
            perform(match, 1, *verbs)
    assert perform(match, 1, *[STEP] * MOST_ACTIONS) == (MOST_ACTIONS, "")


def test_whose_question_it_is_and_which() -> None:
    match = alone()
    with pytest.raises(Refused, match="not-awaited"):
        perform(match, 0, STEP, STEP)
    for whole in (False, True):
        with pytest.raises(Refused, match="stale"):
            match.perform(1, match.state.hands[1].asked - 1, [(STEP,), (STEP,)], whole)


def test_a_record_says_how_many_decisions_an_undo_takes_back() -> None:
    match = alone()
    perform(match, 1, STEP, LOUD)
    with pytest.raises(Refused):
        match.take_back(1, 9)
    with pytest.raises(Refused):
        match.take_back(1, 0)
    match.take_back(1, 2)
    assert match.inputs[-1] == (1, (UNDO, 2))
    with pytest.raises(ValueError, match="without a decision"):
        settle([(1, (STEP,)), (1, (UNDO, 2))])


def test_what_the_table_answers_after_a_die_is_no_step_of_its_own() -> None:
    """Who took it back would be asked a question with one answer, and the die would have fallen all the same."""
    match = alone()
    perform(match, 1, ROLL)
    match.go_on(0, (STEP,))
    assert match.objection(0, UNDO) == "undo-dice"
    steps = match.state.hands[0].steps
    decide(match, (0, STEP))
    match.undo(0)
    assert match.inputs[-1] == (0, (UNDO,)) and match.state.hands[0].steps == steps
    assert match.objection(0, UNDO) == "undo-dice"


def test_what_the_table_answered_before_one_decided_anything_is_not_taken_back() -> None:
    match = seated()
    decide(match, (0, STEP))
    match.resume(match.inputs, [0])
    with pytest.raises(Refused, match="undo-nothing"):
        match.undo(0)
    assert match.inputs == [(0, (STEP,))]


def test_programs_choose_from_the_whole_offer_unless_a_game_tidies_it() -> None:
    match = alone()
    table, hand = match.state.table, match.state.hands[1]
    assert match.game.choices(table, hand) == match.game.actions(table, hand)


def test_without_news_nothing_is_said_in_any_way() -> None:
    state = alone().state
    state.news = []
    for loud, heard in ((False, 0), (True, 4)):
        state.loud = loud
        state.note(0, LOUD, ())
        state.tell(1, LOUD, ())
        state.reveal(1, LOUD, ())
        state.show(0, 1, LOUD, ())
        assert len(state.news) == heard


def test_who_is_in_the_middle_of_an_answer() -> None:
    """The table answers for nobody who has begun to answer, nor so that what led to a question could not be taken back."""
    match = alone()
    decide(match, (1, STEP))
    assert match.loose[1] and match.midway[1]
    decide(match, (1, LOUD))
    match.undo(1)
    assert match.loose[1] and match.midway[1], "folded again"
    perform(match, 1, ROLL)
    assert not match.loose[1] and not any(match.midway), "a die has fallen"
