"""Gestures: a troop's whole action, dealt set-ups, purchases with the end of the turn; as choices and as typed."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import games
from sandtable.check.walk import picture
from sandtable.core.game import Action, Draw
from sandtable.core.match import UNDO, Match
from sandtable.kit.card import Gesture, Notation

from .matches import CARD, AnyMatch, begin, do, prompt, tiny, two_players


def field(match: AnyMatch, label: str) -> int:
    return CARD.value(match.game, match.state.table, "field", label)


def of(match: AnyMatch, label: str = "", seat: int = 0) -> list[Gesture]:
    kind, value = ("field", field(match, label)) if label else ("", 0)
    return CARD.gestures(match.game, match.state.table, match.state.hands[seat], kind, value)


def perform(match: AnyMatch, gesture: Gesture, seat: int = 0) -> None:
    match.perform(seat, match.state.hands[seat].asked, gesture.actions)


def read(match: AnyMatch, text: str, seat: int = 0) -> Gesture:
    gesture = CARD.read_gesture(match.game, match.state.table, match.state.hands[seat], text)
    assert gesture is not None
    return gesture


def words(match: AnyMatch, actions: list[Action]) -> list[str]:
    return [CARD.write(match.game, match.state.table, action) for action in actions]


def test_a_troop_is_revealed_goes_turns_and_leaves_dummies_in_one_go() -> None:
    match = two_players()
    before = picture(match.state)
    gesture = read(match, "E6 F6 W d")
    assert gesture.key == "go-dummies"
    assert words(match, gesture.actions)[:6] == ["reveal E6", "face E6 E", "act E6", "turn E", "go", "turn W"]
    assert sorted(words(match, gesture.actions)[6:]) == ["dummy E6", "dummy F5", "dummy F7"]
    perform(match, gesture)
    assert match.played == len(gesture.actions) and prompt(match) == "actions"
    match.undo(0)
    assert picture(match.state) == before, "a gesture is one step of undo"


def test_a_fast_troop_goes_two_fields() -> None:
    match = two_players()
    gesture = read(match, "E5 G5 W")
    assert gesture.key == "go"
    perform(match, gesture)
    table = match.state.table
    assert table.face[field(match, "G5")] == 4 and table.facing[field(match, "G5")] == 3
    assert prompt(match) == "actions"


def test_every_field_within_reach_and_every_look_is_offered() -> None:
    match = two_players()
    ends = {(gesture.operands[1], gesture.operands[2]) for gesture in of(match, "E6") if gesture.key.startswith("go")}
    hexes = match.game.plan.board.hexes  # type: ignore[attr-defined]
    assert ends == {(to, look) for to in hexes.neighbours(field(match, "E6")) for look in range(6)}


def test_a_gesture_stops_where_something_is_found() -> None:
    match = tiny()
    gesture = read(match, "C1 E")
    assert gesture.key == "look" and words(match, gesture.actions)[-1] == "turn E"
    perform(match, gesture)
    assert match.state.table.pending == [1]
    assert match.objection(0, UNDO) == "undo-passed"
    do(match, "1 face D1 W")
    shot = read(match, "C1 x D1")
    assert shot.actions == [(9, field(match, "D1"), 0)]


def test_shots_come_first_and_swaps_after_ways() -> None:
    match = tiny("0 reveal C1", "0 face C1 E", "0 act C1", "0 turn E", "1 face D1 W", "0 done", "0 done", "0 done", "1 done", "1 done")
    assert of(match, "C1")[0].key == "fire"
    keys = [gesture.key for gesture in of(two_players(), "E6")]
    assert keys.index("look") < keys.index("trade")


def test_a_set_up_is_dealt_in_several_ways_at_once() -> None:
    for army in ("list", "coins"):
        match = begin("two", army=army)
        deals = [gesture for gesture in of(match) if gesture.key == "deal"]
        assert len({tuple(gesture.actions) for gesture in deals}) == len(deals) == 6
        perform(match, deals[2])
        assert match.played == len(deals[2].actions)
        assert (0 in match.state.table.pending) == (army == "coins"), "a bought army is complete when its owner says so"


def test_who_places_one_troop_by_hand_is_dealt_another_set_up() -> None:
    one, two = begin("two", "0 place artillery A6"), begin("two", "0 place artillery B6")
    assert [gesture.actions for gesture in of(one)] != [gesture.actions for gesture in of(two)]
    assert len(of(one)[0].actions) == 8


def test_all_of_a_kind_are_placed_at_once() -> None:
    match = begin("two")
    keys = {gesture.operands[0]: gesture for gesture in of(match) if gesture.key == "place-all"}
    assert sorted(keys) == [1, 3, 4]
    perform(match, keys[3])
    assert match.state.hands[0].left[3] == 0
    perform(match, read(match, "I B6 C6 T E6"))
    assert match.state.hands[0].kind[field(match, "E6")] == 6


def test_the_turn_ends_in_one_go_with_or_without_a_purchase() -> None:
    match = tiny()
    perform(match, read(match, "end"))
    assert match.state.table.pending == [1]
    match = tiny()
    gesture = read(match, "end H B3")
    perform(match, gesture)
    assert match.state.table.pending == [1]
    assert match.state.hands[0].kind[field(match, "B3")] == 5


def test_lifted_fields_are_filled_in_one_go() -> None:
    match = tiny("0 done")
    assert ("zone", 0) in CARD.subjects(match.game, match.state.table, match.state.hands[0])
    fills = CARD.gestures(match.game, match.state.table, match.state.hands[0], "zone", 0)
    assert {gesture.operands[1] for gesture in fills} == {1, 2, 3, 4, 5, 6}
    perform(match, fills[0])
    assert match.played == len(fills[0].actions)
    assert "artillery" in [words(match, [action])[0].split()[2] for action in fills[0].actions[1:]]


def test_what_concerns_one_troop_is_one_gesture_and_the_next_troop_another() -> None:
    match = two_players()
    first, second = read(match, "E6 F6 W").actions, read(match, "D5 D4 E").actions
    hand = match.state.hands[0]

    def length(actions: list[Action]) -> int:
        return CARD.gesture_length(match.game, match.state.table, hand, actions)

    conceal: Action = (4, field(match, "F6"))
    assert length(first + second) == len(first)
    assert length([*first, conceal, *second]) == len(first) + 1
    assert length([*first, (1,)]) == len(first), "the end of the actions is a gesture of its own"
    assert length([(1,), (1,)]) == 2
    swap: Action = (2, field(match, "A6"), field(match, "B6"))
    assert length([swap, *first]) == 1


def test_notation_that_is_nearly_right_says_so() -> None:
    match = two_players()
    for text in ("E6 K6 E", "E6 x F6", "A6 + 2", "end H E6", "deal 2"):
        with pytest.raises(Notation):
            read(match, text)
    for text in ("reveal E6", "swap A6 B6", "good morning", "E6", ""):
        assert CARD.read_gesture(match.game, match.state.table, match.state.hands[0], text) is None


def test_gestures_are_the_same_in_worlds_a_seat_cannot_tell_apart() -> None:
    game = games.load("company_leader", 2, {"board": "small", "turns": 12, "income": 4})
    match: Match[Any, Any, Any] = Match(game, Draw(5))
    bots = [CARD.bot("greedy", game, seat, Draw(seat)) for seat in range(2)]
    looked = 0
    while match.state.table.pending and looked < 40:
        seat = match.state.table.pending[0]
        table, hand = match.state.table, match.state.hands[seat]
        dream = game.imagine(table, hand, Draw(looked))
        for kind, value in [("", 0), *CARD.subjects(game, table, hand)[:2]]:
            here = [(g.key, g.operands, g.actions) for g in CARD.gestures(game, table, hand, kind, value)]
            assert here == [(g.key, g.operands, g.actions) for g in CARD.gestures(game, dream.table, dream.hands[seat], kind, value)]
            looked += len(here) > 0
        match.play(seat, bots[seat].decide(table, hand, game.actions(table, hand)))
    assert looked >= 40


def test_gestures_of_a_troop_whose_move_ends_the_match() -> None:
    """It leaves its last town: nothing can be said of what comes after."""
    match = begin("two")
    for line in ("blank", "red infantry at B6 facing E", "blue dummy at J6", "blue infantry at K6 hidden"):
        CARD.place(match.game, match.state, line)
    found = of(match, "B6")
    assert {gesture.key for gesture in found} >= {"go", "look"}
    going = next(gesture for gesture in found if gesture.key == "go")
    match.perform(0, match.state.hands[0].asked, going.actions)
    assert not match.state.table.pending and match.game.scores(match.state.table) == [-1000, 1000]


def test_who_is_asked_where_a_troop_looks_is_not_offered_ways() -> None:
    match = two_players()
    do(match, "0 reveal E6")
    assert prompt(match) == "face" and not of(match, "E6")
