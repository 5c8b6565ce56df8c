"""Teams, leaving in games of more than two sides, and refusal by offer."""

from __future__ import annotations

import pytest

from sandtable.core.game import EVERYONE, Action, Box, Draw, Game, Hand, State, Table
from sandtable.core.match import Match, finished, result

pytestmark = pytest.mark.interpreted  # defines a game of its own

PASS = (0,)


class Round(Game[Table, Hand, Box]):
    """Seats pass in turn, for ever; two teams of two, or four for themselves."""

    name = "round"
    version = 1

    def __init__(self, teams: bool) -> None:
        super().__init__(4)
        self.teams = teams

    def setup(self) -> State[Table, Hand, Box]:
        state: State[Table, Hand, Box] = State(Table(), [Hand(seat) for seat in range(4)], Box())
        state.ask([0])
        return state

    def actions(self, table: Table, hand: Hand) -> list[Action]:
        return [PASS]

    def apply(self, state: State[Table, Hand, Box], seat: int, action: Action) -> None:
        state.answered(seat)
        state.tell(EVERYONE, 0, (seat,))
        self.next(state, seat)

    def next(self, state: State[Table, Hand, Box], seat: int) -> None:
        seat = (seat + 1) % 4
        while state.table.gone >> seat & 1:
            seat = (seat + 1) % 4
        state.ask([seat])

    def side(self, seat: int) -> int:
        return seat % 2 if self.teams else seat

    def leave(self, state: State[Table, Hand, Box], seat: int) -> None:
        if seat in state.table.pending:
            state.answered(seat)
            self.next(state, seat)

    def scores(self, table: Table) -> list[int]:
        return [0, 0, 0, 0]


def test_others_play_on_when_one_of_four_leaves() -> None:
    match = Match(Round(teams=False), Draw(1))
    match.resign(0)
    assert match.state.table.pending == [1]
    match.resign(3)
    assert not finished(match.state)
    match.submit(1, 1, PASS)
    assert match.state.table.pending == [2]
    assert match.objection(3, -1) == "seat-gone"
    match.resign(2)
    assert finished(match.state)
    assert result(match.game, match.state.table) == [-1000, 1000, -1000, -1000]


def test_a_team_is_beaten_when_its_last_member_leaves() -> None:
    match = Match(Round(teams=True), Draw(1))
    match.resign(0)
    assert not finished(match.state)
    match.resign(2)
    assert result(match.game, match.state.table) == [-1000, 1000, -1000, 1000]


def test_a_draw_needs_all_who_are_left() -> None:
    match = Match(Round(teams=False), Draw(1))
    match.resign(3)
    match.offer_draw(0)
    match.offer_draw(1)
    assert not finished(match.state)
    match.offer_draw(2)
    assert finished(match.state)


def test_what_is_not_offered_is_refused_by_default() -> None:
    game = Round(teams=False)
    state = game.setup()
    assert game.refusal(state.table, state.hands[0], PASS) == ""
    assert game.refusal(state.table, state.hands[0], (1,)) == "not-offered"
