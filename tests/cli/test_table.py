"""The table in the terminal, as people at the keyboard use it."""

from __future__ import annotations

import string
import tomllib
from importlib import resources
from typing import Any

import pytest
from tests.cli.at_table import Printed, begun, picket, play, question

from sandtable import bots, games
from sandtable.cli.table.answers import Answers
from sandtable.cli.table.session import Session
from sandtable.cli.table.words import Words
from sandtable.core.game import Action
from sandtable.games.picket.card import PicketCard
from sandtable.games.picket.verbs import HIDE, PLOT, STAND
from sandtable.kit.card import ENDS_PHASE, Ending, Gesture, Notation, Standing


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Picket with a card that tests may change."""
    own = PicketCard()
    monkeypatch.setattr(games, "card", lambda name: own)
    return own


# texts -----------------------------------------------------------------------------------


def test_both_languages_say_the_same_things() -> None:
    found = {}
    for language in ("en", "de"):
        source = resources.files("sandtable.cli").joinpath(f"texts/{language}.toml").read_text(encoding="utf-8")
        found[language] = tomllib.loads(source)
    english, german = found["en"], found["de"]
    assert set(english) == set(german)
    for table in english:
        if table == "alias":
            continue
        assert set(english[table]) == set(german[table]), table
        for key, text in english[table].items():
            places = {name for _, name, _, _ in string.Formatter().parse(text) if name}
            assert places == {name for _, name, _, _ in string.Formatter().parse(german[table][key]) if name}, key


def test_german_table() -> None:
    text = play("picket", "hilfe", "regel", "1", "zurück", "zurück", words=("--language", "de"))
    assert "Rot: Welcher deiner Steine ist eine Attrappe?" in text
    assert "Was du tippen kannst:" in text
    assert "Absatz 2.1 der Regeln:" in text
    assert "Rot nimmt eine Entscheidung zurück." in text
    assert "(zurück: ja) >" in text and "(zurück: nein) >" in text


# the offer -------------------------------------------------------------------------------


@pytest.mark.interpreted
def test_offer_is_sorted_by_rank_and_grouped_by_verb(card: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun()
    plots: list[Action] = [(PLOT, piece, zone) for piece in range(5) for zone in range(8)]
    monkeypatch.setattr(type(match.game), "actions", lambda self, table, hand: [*plots, (STAND,), (HIDE, 0), (2,)])
    monkeypatch.setattr(card.verbs[PLOT], "rank", 9)
    asked = question(match)
    assert asked.actions[:2] == [(HIDE, 0), (STAND,)] and asked.actions[2:] == plots
    assert [group.label for group in asked.groups] == ["hide", "stand", "r1", "r2", "r3", "r4", "r5"]
    assert [group.row for group in asked.groups] == [False, False, True, True, True, True, True]
    assert asked.shares() == [1, 1, 8, 8, 8, 8, 8]
    assert asked.numbered("1") == (HIDE, 0) and asked.numbered("42") == plots[-1]
    assert asked.numbered("43") is None and asked.numbered("e") == (2,)


@pytest.mark.interpreted
def test_a_long_offer_of_one_verb_is_grouped_by_piece(card: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun()
    mixed: list[Action] = [(PLOT, piece, zone) for zone in range(8) for piece in range(5)]
    monkeypatch.setattr(type(match.game), "actions", lambda self, table, hand: mixed)
    asked = question(match)
    assert [group.label for group in asked.groups] == ["r1", "r2", "r3", "r4", "r5"]
    assert [group.first for group in asked.groups] == [1, 9, 17, 25, 33]
    assert asked.shares() == [8] * 5
    assert asked.matching("r3") == list(range(16, 24))


@pytest.mark.interpreted
def test_the_first_of_each_group_are_shown(card: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun()
    many: list[Action] = [(HIDE, piece) for piece in range(10)] * 3
    monkeypatch.setattr(type(match.game), "actions", lambda self, table, hand: [*many, (STAND,), (4,)])
    asked = question(match)
    assert asked.shares() == [18, 1, 1]
    with Printed() as told:
        Session(match, [None, None], "en").screen.groups(asked)
    assert "... 12 more: type 'hide' to see them 31 Stand stand" in told.text()


def test_long_offers_name_what_is_not_shown() -> None:
    text = play("commanders", "wC1", "?")
    assert "wI1 1 b1 2 a2 3 W" in text
    assert text.count("order wC1 b1 a1") == 2  # found by the word, and in the whole offer


def test_numbers_stay_while_a_question_stands() -> None:
    """Searching, asking and drawing change no number."""
    text = play("commanders", "wI2", "board", "why order wI1 c3", "?", "2")
    assert "wI1 is ordered to a2." in text


# endings ---------------------------------------------------------------------------------


@pytest.mark.interpreted
def test_endings_stand_apart_with_a_key_of_their_own(card: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card, "ending", lambda game, table, hand, action: Ending("shut", ENDS_PHASE) if action == (2,) else None)
    text = play(
        "picket", "hide r1", "hide r2", *["plot r1 1", "plot r2 1", "plot r3 1", "plot r4 1", "plot r5 1"], "1", "e", words=("--ask-all",)
    )
    assert "e shut done" in text
    assert "Nothing on offer has a number now." in text
    assert "b1 goes to zone" in text or "Turn 2." in text


@pytest.mark.interpreted
def test_ending_asks_once_when_something_is_left(card: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        card, "ending", lambda game, table, hand, action: Ending("x", ENDS_PHASE, [("pieces", 3)]) if action == (HIDE, 0) else None
    )
    text = play("picket", "e", "e")
    assert "There would be left: pieces. Type e again" in text
    assert text.index("There would be left") < text.index("r1 is a dummy.")
    text = play("picket", "hide r1", "hide r1")  # by notation too
    assert text.count("There would be left") == 1 and "r1 is a dummy." in text


def test_gestures_that_end_a_turn_stand_among_the_endings_and_ask() -> None:
    text = play("company_leader", "w1", "w1", "w1", players="human,greedy", words=("--set", "board=small"))
    assert "x End my turn (4 troops unused) done w1 End my turn, buy nothing" in text
    assert text.count("There would be left: 4 troops unused. Type w1 again") == 1
    assert "Red ends its actions." in text


def test_keys_that_are_not_there_play_and_search_nothing() -> None:
    text = play("picket", "e", "e3", "g99")
    assert "There is no e now." in text and "There is no e3 now." in text and "There is no g99 now." in text


def test_keys_are_no_words_of_the_game() -> None:
    """Company Leader has fields E1 and G1: its keys begin with other letters."""
    own = Words(games.load("company_leader", 2, games.complete(games.card("company_leader"), {"board": "small"})), "en")
    assert (own.ending_letter, own.gesture_letter) == ("x", "w")
    assert (Words(picket().game, "en").ending_letter, Words(picket().game, "en").gesture_letter) == ("e", "g")


# gestures --------------------------------------------------------------------------------


HIDE_TWO = Gesture("hide-two", "piece piece", (0, 1), [(HIDE, 0), (HIDE, 1)])


def with_gestures(card: Any, monkeypatch: pytest.MonkeyPatch, gesture: Gesture = HIDE_TWO) -> None:
    monkeypatch.setattr(card, "subjects", lambda game, table, hand: [("piece", 2)] if card.prompt(game, table, hand) == "hide" else [])
    own = Gesture("hide-own", "piece", (2,), [(HIDE, 2), (HIDE, 3)])

    def found(game: Any, table: Any, hand: Any, kind: str, value: int) -> list[Gesture]:
        wanted = own if kind == "piece" else gesture
        return [wanted] if game.refusal(table, hand, wanted.actions[0]) == "" else []

    monkeypatch.setattr(card, "gestures", found)


@pytest.mark.interpreted
def test_gestures_of_the_question_and_of_a_piece(card: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with_gestures(card, monkeypatch)
    text = play("picket", "R3", "g2", words=("--ask-all",))
    assert "in one go: g1 hide-two r1 r2" in text
    assert "g2 hide-own r3" in text
    assert "r3 is a dummy. r4 is a dummy." in text


def test_several_actions_are_one_gesture_and_one_step_back() -> None:
    text = play("picket", "hide r1; hide r2", players="human,human", words=())
    assert "r1 is a dummy" in text
    match = begun()
    session = Session(match, [None, bots.make("random", match.game, 1, 3)], "en")
    asked = question(match)
    assert session.obey(asked, "plot r1 1; plot r2 2; 2") is True  # a number of this offer, refused by then
    assert match.played == 2
    reason = "That piece has its plot; take back to change it."
    assert session.unread[0][-1] == f"2 of 3 played. 'plot r1 2' was not played: {reason}"
    assert session.obey(question(match), "undo") is True
    assert question(match).actions == asked.actions


def test_a_gesture_says_what_stopped_it() -> None:
    match = picket()
    for index in (0, 1):
        match.submit(1, match.state.hands[1].asked, (HIDE, 5 + index))
    session = Session(match, [None, bots.make("random", match.game, 1, 3)], "en")
    assert session.obey(question(match), "hide r1; hide r2; plot r1 1") is True
    assert session.unread[0][-1] == "2 of 3 played. It stopped there: somebody else is asked."


@pytest.mark.interpreted
def test_own_notation_of_a_game(card: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(game: Any, table: Any, hand: Any, text: str) -> Gesture | None:
        if text == "2d":
            return HIDE_TWO
        if text == "9d":
            raise Notation("there are only two dummies")
        return None

    monkeypatch.setattr(card, "read_gesture", read)
    text = play("picket", "9d", "2d")
    assert "there are only two dummies" in text
    assert "r1 is a dummy. r2 is a dummy." in text


def test_gestures_of_a_piece_are_narrowed_by_words() -> None:
    small = ("--set", "board=small")
    text = play("company_leader", "w1", "B6", "B6 D6 leaves", "B6 Q9", players="human,greedy", words=small)
    assert "more: type 'B6' and another word of them" in text
    narrowed = text.split("(undo: no) >")[3]
    assert "goes to D6" in narrowed and "goes to D5" not in narrowed and "leaves dummies" in narrowed
    assert "and looks" not in narrowed


# what the table answers ------------------------------------------------------------------


SEALING = ["hide r1", "hide r2", *[f"plot r{piece} 1" for piece in range(1, 6)]]  # then the orders can only be sealed


@pytest.mark.interpreted
def test_questions_with_one_answer_are_answered(card: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = play("picket", *SEALING)  # the bot has sealed already: whoever plotted could not take it back after the seal
    assert "The table answers" not in text and "e Seal the orders done" in text and "(undo: yes)" in text.rpartition("Seal the orders")[2]
    monkeypatch.setattr(card, "covered", [])
    plots = [f"plot b{piece} 5" for piece in range(1, 6)]
    red = [f"plot r{piece} 1" for piece in range(1, 6)]
    text = play("picket", "", "hide r1", "hide r2", "", "hide b1", "hide b2", *plots, "", *red, "e", "", players="human,human")
    assert "Turn 2." in text, "Red has sealed, and the table for Blue, who could take it back until then"
    monkeypatch.undo()
    asked = play("picket", *SEALING, words=("--ask-all",))
    assert "The table answers" not in asked and "e Seal the orders done" in asked
    switched = play("picket", "set auto off", "set auto", *SEALING)
    assert "Every question is asked" in switched and "The table answers" not in switched


@pytest.mark.interpreted
def test_covered_questions_are_asked_when_several_people_look(card: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun()
    for piece in range(5):
        match.submit(0, match.state.hands[0].asked, (PLOT, piece, 0))
    table, hand = match.state.table, match.state.hands[0]
    assert len(match.game.actions(table, hand)) == 1
    for covered, people, answered in (([], 1, True), ([], 2, True), (["plot"], 1, True), (["plot"], 2, False)):
        monkeypatch.setattr(card, "covered", covered)
        assert (Answers(match.game, people, True).find(table, hand) is not None) == answered
        assert Answers(match.game, people, False).find(table, hand) is None


@pytest.mark.interpreted
def test_screen_is_not_handed_over_for_an_answer_of_the_table(card: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    red, blue = [f"plot r{piece} 1" for piece in range(1, 6)], [f"plot b{piece} 5" for piece in range(1, 6)]
    typed = ["", "hide r1", "hide r2", "", "hide b1", "hide b2", *blue, "", *red]
    covered = play("picket", *typed, players="human,human")
    assert "The table answers" not in covered and "Turn 2." not in covered  # asked: not being asked would tell that all are plotted
    monkeypatch.setattr(card, "covered", [])
    text = play("picket", *typed, players="human,human")
    assert text.count("Hand over the screen") == 3  # Red and Blue hide, Blue plots at once, then Red; nothing for Blue's seal
    assert "e Seal the orders done" in text and "Turn 2." not in text  # Red's seal is final
    assert "Turn 2." in play("picket", *typed, "e", players="human,human")
    assert "is awaited" in text and "Press Enter when only Blue is looking." in text


@pytest.mark.interpreted
def test_standing_answers(card: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    span = [1]
    monkeypatch.setattr(card, "standings", [Standing("first-hides", "hide", (HIDE, 0)), Standing("stay", "plot", (PLOT, 0, 0))])
    monkeypatch.setattr(card, "span", lambda game, table, prompt: span[0])
    match = picket()
    answers = Answers(match.game, 2, False)
    table, hand = match.state.table, match.state.hands[0]
    assert answers.find(table, hand) is None
    assert answers.give(table, 0, "nonsense") is False
    assert answers.give(table, 0, "first-hides") is True
    found = answers.find(table, hand)
    assert found is not None and found.action == (HIDE, 0) and found.beforehand
    assert answers.find(table, match.state.hands[1]) is None  # another seat has said nothing
    span[0] = 2
    assert answers.find(table, hand) is None  # that round is over
    span[0] = 1
    assert answers.take_back(0, "first-hides") is True
    assert answers.find(table, hand) is None
    text = play("picket", "always", "always x", "never first-hides", "always first-hides")
    assert "first-hides: first-hides (not given)" in text
    assert "there are: first-hides, stay" in text
    assert "That was not given beforehand." in text
    assert "Answered beforehand for Red: r1 is a dummy" in text


# taking back -----------------------------------------------------------------------------


def test_undo_goes_behind_what_the_table_answered() -> None:
    """The seal is answered by the table; taking back must not bring it again at once."""
    match = begun()
    session = Session(match, [None, bots.make("random", match.game, 1, 3)], "en")
    for piece in range(5):
        assert session.obey(question(match), f"plot r{piece + 1} 1")
    assert session.answer_for(0) is True
    assert 0 not in match.state.table.pending
    assert session.umpire(question(match, 0), -5) is True
    assert 0 in match.state.table.pending
    assert question(match, 0).actions[0][:2] == (PLOT, 4)  # behind the seal and the plot before it


def test_undo_says_why_not() -> None:
    text = play("picket", "undo", "1", "2", "undo")
    assert "You have decided nothing yet that could be taken back." in text
    assert "Somebody else was asked since your last decision: it stands." in text
    assert "(undo: no) >" in text and "(undo: yes) >" in text
