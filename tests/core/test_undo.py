"""What may be taken back: never what another seat's question stands on, and never by halves."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable import games
from sandtable.check.walk import choose, picture
from sandtable.core.game import CHANCE, EVERYONE, Action, Box, Draw, Frame, Game, Hand, State, Table
from sandtable.core.match import RESIGN, UNDO, UNDONE, Match, Refused, replay, settle

STEP, DONE, LOUD, ROLL, OPEN = 0, 1, 2, 3, 4


class Cards(Hand):
    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.steps = 0


CardsState = State[Table, Cards, Box]


class Round(Game[Table, Cards, Box]):
    """Everybody notes in secret until all are done; then one seat after the other has its turn, which passes on without a word."""

    name = "round"

    def setup(self) -> CardsState:
        state: CardsState = State(Table(), [Cards(seat) for seat in range(self.seats)], Box())
        state.table.stack = [Frame(0, 0, [])]
        state.ask(list(range(self.seats)))
        return state

    def copy(self, state: CardsState) -> CardsState:
        table = Table()
        table.copy_flow(state.table)
        hands = [Cards(hand.seat) for hand in state.hands]
        for new, old in zip(hands, state.hands, strict=True):
            new.asked, new.steps = old.asked, old.steps
        return State(table, hands, Box())

    def actions(self, table: Table, hand: Cards) -> list[Action]:
        return [(verb,) for verb in (STEP, DONE, LOUD, ROLL, OPEN)]

    def apply(self, state: CardsState, seat: int, action: Action) -> None:
        table, frame = state.table, state.table.stack[0]
        if seat == CHANCE:
            table.dice = []
            state.ask([0])
            return
        if seat not in table.pending:
            raise IndexError("not its turn")
        if action[0] == STEP:
            state.hands[seat].steps += 1
            state.note(seat, STEP, (seat,))
            state.ask_again(seat)
        elif action[0] == LOUD:
            state.tell(-1, LOUD, (seat,))
            state.ask_again(seat)
        elif action[0] == ROLL:
            table.pending, table.dice = [], [6]
        elif action[0] == OPEN:  # the seat goes on with something else
            frame.regs.append(seat)
            state.ask([seat])
        elif frame.proc == 0:
            if state.answered(seat):
                frame.proc = 1
                state.ask([seat])  # who was last has the first turn
        else:
            frame.step += 1
            state.ask([(seat + 1) % self.seats])


AnyMatch = Match[Any, Any, Any]


def seated(seats: int = 3) -> AnyMatch:
    return Match(Round(seats), Draw(1))


def decide(match: AnyMatch, *decisions: tuple[int, int]) -> None:
    for seat, verb in decisions:
        match.submit(seat, match.state.hands[seat].asked, (verb,))


def free(match: AnyMatch) -> list[int]:
    return [seat for seat in range(match.game.seats) if match.objection(seat, UNDO) == ""]


def test_answers_to_one_question_can_be_taken_back_in_any_order() -> None:
    match = seated()
    decide(match, (0, STEP), (1, STEP), (0, DONE), (1, DONE))
    assert free(match) == [0, 1]
    match.undo(0)
    assert match.state.table.pending == [0, 2]
    decide(match, (2, STEP), (0, DONE))
    assert free(match) == [0, 1, 2]
    match.undo(1)
    assert match.state.table.pending == [1, 2]
    assert picture(replay(match.game, match.inputs)) == picture(match.state)


def test_who_alone_is_asked_on_may_step_back_and_nobody_else() -> None:
    match = seated()
    decide(match, (0, DONE), (1, DONE), (2, DONE))
    assert match.state.table.pending == [2]
    assert free(match) == [2], "the next question stands on the answers of all"
    decide(match, (2, STEP), (2, OPEN), (2, STEP))
    assert free(match) == [2]
    for _ in range(4):
        match.undo(2)
    assert match.state.table.pending == [2] and free(match) == [0, 1]


def test_what_passed_the_turn_on_is_final_at_once() -> None:
    """And not only after the next seat has decided: that may be a secret, and undo must not tell of it."""
    match = seated()
    decide(match, (0, DONE), (1, DONE), (2, DONE), (2, STEP), (2, DONE))
    assert match.state.table.pending == [0] and free(match) == []
    decide(match, (0, STEP))
    assert free(match) == [0]
    with pytest.raises(Refused, match="undo-passed"):
        match.undo(2)
    decide(match, (0, DONE))
    assert free(match) == []


def test_a_new_question_to_several_is_final_too() -> None:
    match = seated(2)
    decide(match, (0, STEP), (1, OPEN))  # one of several goes on alone: whatever that means, it is no answer to the same question
    assert match.state.table.pending == [1] and free(match) == [1]
    match = seated(2)
    match.state.table.stack[0].proc = 1
    decide(match, (0, DONE))
    assert match.state.table.pending == [1] and free(match) == []


@pytest.mark.parametrize("verb", [LOUD, ROLL])
def test_words_and_dice_are_final(verb: int) -> None:
    match = seated()
    decide(match, (0, STEP), (1, verb))
    assert free(match) == []
    decide(match, (0, STEP))
    assert free(match) == [0]


@pytest.mark.parametrize("mistake", ["rules", "dice"])
def test_an_undo_that_fails_changes_nothing(mistake: str) -> None:
    """Rules that cannot be folded again without a decision, though nobody learned anything by it."""

    class Fragile(Round):
        def apply(self, state: CardsState, seat: int, action: Action) -> None:
            super().apply(state, seat, action)
            if seat == 1 and state.hands[0].steps < 2:
                if mistake == "rules":
                    raise ZeroDivisionError("planted")
                state.table.dice = [6]

    match: AnyMatch = Match(Fragile(2), Draw(1))
    decide(match, (0, STEP), (0, STEP), (0, STEP), (1, STEP))
    match.undo(0)
    before, inputs, draw = picture(match.state), match.inputs[:], match.draw.a
    assert free(match) == [0, 1]
    with pytest.raises(Refused, match="cannot-undo") as caught:
        match.undo(0)
    assert isinstance(caught.value.__cause__, ZeroDivisionError if mistake == "rules" else ValueError)
    assert (picture(match.state), match.inputs, match.draw.a, free(match)) == (before, inputs, draw, [0, 1])
    decide(match, (0, STEP), (1, STEP))
    match.undo(1)
    match.undo(0)
    assert picture(match.state) == before == picture(replay(match.game, match.inputs))


def test_a_record_that_cannot_be_folded_changes_nothing() -> None:
    match = seated()
    decide(match, (0, STEP))
    before = picture(match.state)
    with pytest.raises(IndexError):
        match.resume([(0, (DONE,)), (0, (DONE,))])
    assert picture(match.state) == before and match.inputs == [(0, (STEP,))] and free(match) == [0]


def test_undos_of_earlier_versions_stay_what_they_were() -> None:
    """They could take back what passed the turn on; but never what somebody learned from."""
    match = seated()
    decide(match, (0, DONE), (1, DONE), (2, DONE))
    before = picture(match.state)
    decide(match, (2, DONE))
    match.take_back(2)
    assert picture(match.state) == before == picture(replay(match.game, match.inputs))
    decide(match, (2, ROLL))
    for seat, reason in ((2, "undo-dice"), (0, "undo-dice"), (7, "no-such-seat")):
        with pytest.raises(Refused, match=reason):
            match.take_back(seat)
    match = Match(games.load("picket"), Draw(5))
    match.call(0, RESIGN)
    with pytest.raises(Refused, match="match-over"):
        match.take_back(1)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_seat_tries_at_every_position(seats: int) -> None:
    """LEADERS, where the turn passes on without a word.  ``benchmarks/undo.py`` does the same at length."""
    game = games.load("leaders", seats)
    rnd, match = random.Random(seats), Match(game, Draw(seats))
    allowed = 0
    while match.state.table.pending and len(match.inputs) < 250:
        for seat in range(seats):
            if match.objection(seat, UNDO) == "":
                allowed += 1
                before, inputs = picture(match.state), match.inputs[:]
                others = [hand.asked for hand in match.state.hands if hand.seat != seat]
                match.undo(seat)
                assert match.inputs == [*inputs, (seat, (UNDO,))] and seat in match.state.table.pending
                assert [hand.asked for hand in match.state.hands if hand.seat != seat] == others, "a question to others was taken back"
                taken = next(action for who, action in reversed(settle(inputs)) if who == seat)
                match.submit(seat, match.state.hands[seat].asked, taken)
                assert picture(match.state) == before
                match.resume(inputs)
        match.play(*choose(game, match.state, rnd))
    assert allowed > 50


# Taking back by knowledge ------------------------------------------------------------------


def test_what_a_seat_announces_itself_it_may_take_back_and_others_hear_of_it() -> None:
    match = seated()
    decide(match, (0, DONE), (1, DONE), (2, DONE))
    before = picture(match.state)
    decide(match, (2, LOUD), (2, STEP), (2, LOUD))
    assert free(match) == [2], "its own words teach it nothing"
    assert [(event.audience, event.kind) for event in match.undo(2)] == [(-1, UNDONE)], "all who heard of it hear that it was taken back"
    assert [(event.audience, event.kind) for event in match.undo(2)] == [(1 << 2, UNDONE)], "nobody had heard of this one"
    match.undo(2)
    assert picture(match.state) == before == picture(replay(match.game, match.inputs))


def test_words_that_others_may_answer_at_once_are_final() -> None:
    """They could decide on them, in secret, and an undo must neither take that back nor tell of it."""
    match = seated()
    decide(match, (0, LOUD))
    assert free(match) == [] and match.objection(0, UNDO) == "undo-passed" and match.objection(1, UNDO) == "undo-learned"


class Showing(Round):
    """LOUD shows something: to everybody a secret of the seat's own, or to the seat one of another."""

    own = True

    def apply(self, state: CardsState, seat: int, action: Action) -> None:
        if seat == CHANCE or action[0] != LOUD:
            super().apply(state, seat, action)
        elif self.own:
            state.show(seat, EVERYONE, LOUD, (seat,))
            state.ask_again(seat)
        else:
            state.reveal(1 << seat, LOUD, (seat,))
            state.ask_again(seat)


class Seeing(Showing):
    own = False


@pytest.mark.parametrize("game", [Showing, Seeing])
def test_only_what_is_revealed_to_a_seat_bars_it(game: type[Showing]) -> None:
    match: AnyMatch = Match(game(2), Draw(1))
    decide(match, (0, DONE), (1, DONE), (1, LOUD))
    assert match.objection(1, UNDO) == ("" if game.own else "undo-learned")
    assert match.objection(0, UNDO) == ("undo-learned" if game.own else "undo-passed")


def test_nothing_is_shown_where_nobody_listens() -> None:
    match: AnyMatch = Match(Showing(2), Draw(1), loud=False)
    decide(match, (0, LOUD), (0, DONE))
    assert match.state.news == [] and match.objection(0, UNDO) == "undo-passed"
