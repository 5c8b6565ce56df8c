"""Picket as people play it: any order, orders as one sheet, sealing named."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from sandtable import games
from sandtable.check.walk import picture
from sandtable.core.game import Action, Draw
from sandtable.core.match import UNDO, Match
from sandtable.kit.card import ENDS_PHASE, Gesture, Notation
from sandtable.wire import catalogue

CARD: Any = games.card("picket")
HIDE, PLOT, DONE = 0, 1, 2


@pytest.fixture
def match() -> Match[Any, Any, Any]:
    """Both have hidden; orders are written."""
    found = Match(games.load("picket"), Draw(1))
    for seat in (0, 1):
        found.perform(seat, found.state.hands[seat].asked, [(HIDE, 5 * seat), (HIDE, 5 * seat + 1)])
    return found


def perform(match: Match[Any, Any, Any], seat: int, actions: list[Action]) -> None:
    match.perform(seat, match.state.hands[seat].asked, actions)


def read(match: Match[Any, Any, Any], seat: int, text: str) -> Gesture | None:
    found: Gesture | None = CARD.read_gesture(match.game, match.state.table, match.state.hands[seat], text)
    return found


def test_the_order_of_plots_leaves_no_trace(match: Match[Any, Any, Any]) -> None:
    plots: list[Action] = [(PLOT, 0, 1), (PLOT, 2, 7), (PLOT, 4, 0)]
    pictures = set()
    for order in permutations(plots):
        twin = match.game.copy(match.state)
        for action in order:
            assert match.game.refusal(twin.table, twin.hands[0], action) == ""
            match.game.apply(twin, 0, action)
        pictures.add(picture(twin))
    assert len(pictures) == 1


def test_search_meets_every_set_of_dummies_once() -> None:
    game = games.load("picket")
    start = game.setup()
    found = []
    for first in game.tidy(start.table, start.hands[0], game.actions(start.table, start.hands[0])):
        then = game.copy(start)
        game.apply(then, 0, first)
        found += [{first[1], second[1]} for second in game.tidy(then.table, then.hands[0], game.actions(then.table, then.hands[0]))]
    assert len(found) == 10
    assert len({frozenset(pair) for pair in found}) == 10
    gestures = CARD.gestures(game, start.table, start.hands[0], "", 0)
    assert sorted(sorted(pair) for pair in found) == sorted(sorted(gesture.operands) for gesture in gestures)


def test_a_dummy_named_last_leaves_a_tidy_offer() -> None:
    game = games.load("picket")
    state = game.setup()
    game.apply(state, 0, (HIDE, 4))
    offer = game.actions(state.table, state.hands[0])
    assert game.tidy(state.table, state.hands[0], offer) == offer == [(HIDE, 0), (HIDE, 1), (HIDE, 2), (HIDE, 3)]


def test_orders_are_written_as_one_sheet(match: Match[Any, Any, Any]) -> None:
    sheet = read(match, 0, "r1+r3>8, r5>2, rest")
    assert sheet is not None
    assert sheet.actions == [(PLOT, 0, 7), (PLOT, 2, 7), (PLOT, 4, 1), (PLOT, 1, 0), (PLOT, 3, 0), (DONE,)]
    assert sheet.ends == ENDS_PHASE
    assert catalogue.say_gesture(match.game, match.state.table, sheet, "en") == "Orders for r1, r3, r5, r2, r4"
    assert CARD.gesture_length(match.game, match.state.table, match.state.hands[0], sheet.actions) == 6
    perform(match, 0, sheet.actions)
    assert match.played == 6
    assert match.state.table.pending == [1]
    match.undo(0)
    assert match.state.hands[0].plot == [-1] * 5, "the sheet is one step of undo"


def test_a_zone_goes_together(match: Match[Any, Any, Any]) -> None:
    hand = match.state.hands[1]
    assert CARD.subjects(match.game, match.state.table, hand) == [("zone", 4)]
    found = CARD.gestures(match.game, match.state.table, hand, "zone", 4)
    assert [gesture.operands for gesture in found] == [(4, 5), (4, 3), (4, 4)]
    perform(match, 1, found[0].actions)
    assert match.state.hands[1].plot == [5] * 5
    assert CARD.subjects(match.game, match.state.table, match.state.hands[1]) == []


def test_the_rest_is_what_has_no_plot_yet(match: Match[Any, Any, Any]) -> None:
    perform(match, 0, [(PLOT, 3, 1)])
    rest = CARD.gestures(match.game, match.state.table, match.state.hands[0], "", 0)
    assert [gesture.key for gesture in rest] == ["rest-stays", "rest-up", "rest-down"]
    assert rest[2].actions == [(PLOT, 0, 7), (PLOT, 1, 7), (PLOT, 2, 7), (PLOT, 4, 7), (DONE,)]


@pytest.mark.parametrize("text", ["1>x", "r9>2", "3>4", "r1+q>2", ">"])
def test_what_nearly_is_a_sheet_says_so(match: Match[Any, Any, Any], text: str) -> None:
    with pytest.raises(Notation):
        read(match, 0, text)


def test_other_lines_are_no_gestures(match: Match[Any, Any, Any]) -> None:
    assert read(match, 0, "plot r1 2") is None
    assert read(Match(games.load("picket"), Draw(1)), 0, "hide r1") is None


def test_dummies_in_short() -> None:
    match = Match(games.load("picket"), Draw(1))
    found = read(match, 1, "b4 b2")
    assert found is not None
    assert found.actions == [(HIDE, 8), (HIDE, 6)]
    with pytest.raises(Notation):
        read(match, 1, "b4 b9")


def test_a_sealed_sheet_is_taken_back_until_the_other_has_sealed(match: Match[Any, Any, Any]) -> None:
    for seat in (0, 1):
        rest = CARD.gestures(match.game, match.state.table, match.state.hands[seat], "", 0)[0]
        assert match.objection(seat, UNDO) == "undo-passed", "what was hidden is final once both have hidden"
        perform(match, seat, rest.actions)
        if seat == 0:
            assert match.objection(0, UNDO) == ""
    assert match.objection(0, UNDO) == "undo-passed"
    assert match.objection(1, UNDO) == "undo-passed"
    assert match.state.table.turn == 2


def test_only_the_seal_ends_something(match: Match[Any, Any, Any]) -> None:
    table, hand = match.state.table, match.state.hands[0]
    ending = CARD.ending(match.game, table, hand, (DONE,))
    assert (ending.key, ending.ends, ending.unused) == ("seal", ENDS_PHASE, [])
    assert CARD.ending(match.game, table, hand, (PLOT, 0, 1)) is None
