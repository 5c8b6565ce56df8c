"""Commanders as people play it: orders by number, arm and sector, any order, endings with names, taking back by knowledge."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from sandtable import games
from sandtable.check.walk import picture
from sandtable.core.game import Action, Draw
from sandtable.core.match import UNDO, Match, Refused
from sandtable.games.commanders.verbs import DEPLOY, DONE, MOVE, ORDER, STRIKE, WITHDRAW
from sandtable.kit.card import ENDS_PHASE, Gesture, Notation
from sandtable.wire import catalogue, notation

CARD: Any = games.card("commanders")
AnyMatch = Match[Any, Any, Any]
WHITE, BLACK = 0, 1
A1, B1, C1, A2, B2, C2, B3 = 0, 1, 2, 3, 4, 5, 7


class Rolls(Draw):
    """Dice that fall as told, then ones."""

    def __init__(self, *pips: int) -> None:
        super().__init__(1)
        self.left = list(pips)

    def below(self, n: int) -> int:
        return self.left.pop(0) - 1 if self.left else 0


def begun(*lines: str, dice: tuple[int, ...] = (), **options: Any) -> AnyMatch:
    """A match at its first question, or the position the lines give."""
    match = Match(games.load("commanders", 2, options), Rolls(*dice))
    for line in lines:
        CARD.place(match.game, match.state, line)
    return match


def act(match: AnyMatch, seat: int, *texts: str) -> None:
    """Actions in notation, as one gesture."""
    actions = [notation.parse(match.game, match.state.table, text) for text in texts]
    match.perform(seat, match.state.hands[seat].asked, actions)


def perform(match: AnyMatch, seat: int, gesture: Gesture | None) -> None:
    assert gesture is not None
    match.perform(seat, match.state.hands[seat].asked, gesture.actions)
    assert (match.played, match.stopped) == (len(gesture.actions), "")


def read(match: AnyMatch, text: str, seat: int = WHITE) -> Gesture | None:
    found: Gesture | None = CARD.read_gesture(match.game, match.state.table, match.state.hands[seat], text)
    return found


def gestures(match: AnyMatch, seat: int = WHITE, kind: str = "", value: int = 0) -> dict[str, Gesture]:
    """By their text; equal texts would be no choice."""
    table = match.state.table
    found: list[Gesture] = CARD.gestures(match.game, table, match.state.hands[seat], kind, value)
    named = {catalogue.say_gesture(match.game, table, gesture, "en"): gesture for gesture in found}
    assert len(named) == len(found)
    return named


def first_order(match: AnyMatch, seat: int) -> str:
    return notation.write(match.game, match.state.table, match.game.actions(match.state.table, match.state.hands[seat])[1])


def prompt(match: AnyMatch) -> str:
    text: str = CARD.prompt(match.game, match.state.table, match.state.hands[0])
    return text


def told(match: AnyMatch, seat: int = WHITE, language: str = "en") -> str:
    ending = CARD.ending(match.game, match.state.table, match.state.hands[seat], (DONE,))
    return catalogue.say_ending("commanders", language, ending)


def looks(match: AnyMatch, query: str) -> str:
    text: str = CARD.look(match.game, match.state.table, None, query)
    return text


COMBAT = (
    "clear",
    "wI1-3 at b2",
    "wC1 at b2",
    "wI1-3 ordered b3",
    "wC1 ordered b3",
    "wI20 at W",
    "bI1-2 at b3",
    "bI20 at B",
    "phase combined",
)


# orders ------------------------------------------------------------------------------------------------


def test_four_infantry_are_ordered_in_one_gesture() -> None:
    match = begun()
    found = read(match, "4I a1 a2")
    assert found is not None
    assert catalogue.say_gesture(match.game, match.state.table, found, "en") == "Order 4 infantry from a1 to a2"
    assert catalogue.say_gesture(match.game, match.state.table, found, "de") == "Befehl an 4 Infanterie aus a1: a2"
    perform(match, WHITE, found)
    hand, table = match.state.hands[WHITE], match.state.table
    ordered = [i for i in range(30) if hand.plan1[i] == A2]
    assert len(ordered) == 4
    assert all(table.kind[i] == 0 and table.place[i] == A1 for i in ordered)
    match.undo(WHITE)
    assert not any(sector >= 0 for sector in match.state.hands[WHITE].plan1)


def test_a_sheet_is_read_whole_and_given_whole() -> None:
    match = begun()
    sheet = read(match, "3I a1 a2, 2C c1 c2 c3, A b1 b2, give")
    assert sheet is not None
    assert (sheet.ends, len(sheet.actions), sheet.actions[-1]) == (ENDS_PHASE, 7, (DONE,))
    perform(match, WHITE, sheet)
    assert match.state.table.pending == [BLACK]
    assert [notation.write(match.game, match.state.table, action).split()[2:] for action in sheet.actions[3:6]] == [
        ["c2", "c3"],
        ["c2", "c3"],
        ["b2"],
    ]


def test_a_sheet_with_a_bad_line_gives_nothing() -> None:
    match = begun()
    with pytest.raises(Notation, match="such units can do so now"):
        read(match, "3I a1 a2, 20C c1 c2")
    before = picture(match.state)
    good: list[Action] = [(ORDER, 0, A2), (ORDER, 0, A2), (DONE,)]
    with pytest.raises(Refused, match="already-ordered"):
        match.perform(WHITE, match.state.hands[WHITE].asked, good, whole=True)
    assert picture(match.state) == before


@pytest.mark.parametrize("text", ["4I a1 z9", "4I", "11I a1 a2", "0I a1 a2", "I a1 c3", "give, 2I a1 a2"])
def test_what_nearly_is_an_order_says_so(text: str) -> None:
    with pytest.raises(Notation):
        read(begun(), text)


def test_what_is_no_short_order_is_left_to_the_common_notation() -> None:
    match = begun()
    assert read(match, "order wI1 a2") is None
    assert read(match, "done") is None


def test_orders_are_written_in_any_order_and_search_knows_one() -> None:
    match = begun()
    orders: list[Action] = [(ORDER, 3, A2), (ORDER, 0, A2), (ORDER, 2, B1)]
    pictures, tidied = set(), 0
    for order in permutations(orders):
        twin, tidy = match.game.copy(match.state), True
        for action in order:
            tidy = tidy and action in match.game.choices(twin.table, twin.hands[WHITE])
            assert match.game.refusal(twin.table, twin.hands[WHITE], action) == ""
            match.game.apply(twin, WHITE, action)
        pictures.add(picture(twin))
        tidied += tidy
    assert len(pictures) == 1
    assert tidied <= 1


def test_an_order_is_struck_and_given_otherwise() -> None:
    match = begun()
    empty = [hand.plan1[:] for hand in match.state.hands]
    act(match, WHITE, "order wI1 a2")
    act(match, WHITE, "strike wI1")
    assert match.state.hands[WHITE].plan1 == empty[WHITE]
    assert (STRIKE, 0) not in match.game.actions(match.state.table, match.state.hands[WHITE])
    act(match, WHITE, "order wI1 b1")
    assert match.state.hands[WHITE].plan1[0] == B1


def test_units_are_deployed_in_any_order() -> None:
    match = begun(battle="custom")
    places: list[Action] = [(DEPLOY, 29, B1), (DEPLOY, 0, A1), (DEPLOY, 12, C1)]
    pictures = set()
    for order in permutations(places):
        twin = match.game.copy(match.state)
        for action in order:
            assert match.game.refusal(twin.table, twin.hands[WHITE], action) == ""
            match.game.apply(twin, WHITE, action)
        pictures.add(picture(twin))
    assert len(pictures) == 1
    dealt = gestures(match)["Deal the set-up: guns in the centre, horse on the wings"]
    assert dealt.ends == ENDS_PHASE
    perform(match, WHITE, dealt)
    assert match.state.table.pending == [BLACK]


# acting and combat ---------------------------------------------------------------------------------------


def test_all_ordered_units_act_in_one_gesture() -> None:
    match = begun(*COMBAT)
    every = gestures(match)["All 4 ordered units act"]
    assert every.actions[-1] == (DONE,)
    perform(match, WHITE, every)
    assert match.state.table.pending == [BLACK]


def test_some_of_a_sector_act() -> None:
    match = begun(*COMBAT)
    found = gestures(match, WHITE, "sector", B2)
    assert next(iter(found)) == "All 4 of b2 act"
    assert "2 infantry from b2 act towards b3" in found
    perform(match, WHITE, read(match, "2I b2"))
    assert told(match).startswith("Only these 2 act now")
    perform(match, WHITE, read(match, "C b2, give"))
    assert match.state.table.pending == [BLACK]


def test_all_of_a_sector_break_off() -> None:
    match = begun(*COMBAT, dice=(1,) * 20)
    perform(match, WHITE, gestures(match)["All 4 ordered units act"])
    act(match, BLACK, "done")
    while prompt(match) != "withdraw":
        seat = match.state.table.pending[0]
        first = match.game.actions(match.state.table, match.state.hands[seat])[0]
        match.perform(seat, match.state.hands[seat].asked, [first])
    found = gestures(match, WHITE, "sector", B2)
    whole = next(gesture for text, gesture in found.items() if text.startswith("All ") and text.endswith(" of b2 break off"))
    assert len(whole.actions) > 1
    assert {action[0] for action in whole.actions} == {WITHDRAW}
    twin = match.game.copy(match.state)
    for action in reversed(whole.actions):
        assert match.game.refusal(twin.table, twin.hands[WHITE], action) == ""
        match.game.apply(twin, WHITE, action)
    perform(match, WHITE, whole)
    assert picture(match.state) == picture(twin), "whoever is named first"


# endings, taking back, standing answers --------------------------------------------------------------------


def test_endings_say_what_is_given_and_what_is_left() -> None:
    match = begun()
    assert told(match) == "Give no orders this round (10 orders left)"
    act(match, WHITE, "order wI1 a2")
    assert told(match) == "Give this 1 order (9 orders left)"
    perform(match, WHITE, read(match, "4I b1 b2, C c1 c2"))
    assert told(match) == "Give these 6 orders (4 orders left)"
    assert told(match, language="de") == "Diese 6 Befehle geben (4 Befehle übrig)"
    assert CARD.ending(match.game, match.state.table, match.state.hands[WHITE], (STRIKE, 0)) is None
    battle = begun(*COMBAT)
    assert told(battle) == "Nobody acts now (4 ordered attacks given up)"


def test_a_sealed_answer_is_taken_back_until_the_other_has_answered() -> None:
    match = begun()
    before = picture(match.state)
    perform(match, WHITE, read(match, "2I a1 a2, give"))
    assert match.objection(WHITE, UNDO) == ""
    match.undo(WHITE)
    assert picture(match.state) == before, "one gesture is one step back"
    perform(match, WHITE, read(match, "2I a1 a2, give"))
    act(match, BLACK, first_order(match, BLACK))
    assert match.objection(WHITE, UNDO) == "", "what the other writes in secret does not show"
    act(match, BLACK, "done")
    assert match.objection(WHITE, UNDO) != ""
    assert match.objection(BLACK, UNDO) != ""


def test_an_open_choice_is_taken_back_before_anything_falls() -> None:
    """4.5: who stays behind is said openly, and stays a choice as long as the same player goes on choosing."""
    match = begun(
        "clear",
        "wI1-8 at b1",
        "wI1-8 ordered b2",
        "wI9-16 at a2",
        "wI9-16 ordered b2",
        "wI17-20 at b2",
        "bI20 at B",
        "phase moves",
    )
    perform(match, WHITE, gestures(match)["All 10 ordered units act"])
    act(match, BLACK, "done")
    assert prompt(match) == "halt"
    for _ in range(2):
        unit = match.game.actions(match.state.table, match.state.hands[WHITE])[0]
        match.perform(WHITE, match.state.hands[WHITE].asked, [unit])
        assert prompt(match) == "halt"
        assert match.objection(WHITE, UNDO) == ""


def test_standing_answers_hold_for_a_round() -> None:
    keys = {standing.key: standing for standing in CARD.standings}
    match = begun()
    rounds = CARD.span(match.game, match.state.table, "react")
    match.state.table.round += 1
    assert CARD.span(match.game, match.state.table, "react") != rounds
    battle = begun(*COMBAT)
    perform(battle, WHITE, gestures(battle)["All 4 ordered units act"])
    act(battle, BLACK, "done")
    assert prompt(battle) == "react"
    answer = keys["no-reactions"]
    assert answer.prompt == "react"
    for seat in battle.state.table.pending[:]:
        battle.perform(seat, battle.state.hands[seat].asked, [answer.action])
    assert prompt(battle) != "react"


def test_search_has_one_of_units_alike() -> None:
    match = begun(*COMBAT)
    moves = [action for action in match.game.actions(match.state.table, match.state.hands[WHITE]) if action[0] == MOVE]
    left = [action for action in match.game.choices(match.state.table, match.state.hands[WHITE]) if action[0] == MOVE]
    assert len(moves) == 4
    assert len(left) == 2, "one of the infantry, one of the cavalry"
    assert looks(match, "wI1") == "b2"


@pytest.mark.parametrize("seat", [WHITE, BLACK])
def test_the_way_to_the_enemy_comes_first_and_the_reserve_last(seat: int) -> None:
    """Orders of a sector are listed as they are usually given: forward, aside, back; all that stand there before some of them."""
    from sandtable.games.commanders.imagine import depth

    match = begun(battle="marengo")
    table, hand = match.state.table, match.state.hands[seat]
    mixed = 0
    for kind, sector in CARD.subjects(match.game, table, hand):
        found = CARD.gestures(match.game, table, hand, kind, sector)
        goals = [gesture.operands[-1] for gesture in found]
        depths = [depth(seat, goal) for goal in goals]
        assert depths == sorted(depths, reverse=True), f"sector {sector}"
        for gesture in found:
            if gesture.key == "sector-order":
                mixed += 1
                one_step = [other for other in found if other.key == "order" and other.operands[3:] == gesture.operands[2:]]
                assert one_step and all(found.index(gesture) < found.index(other) for other in one_step)
    assert mixed > 5
