"""What people may ask the table in the terminal for, and how the games are drawn there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.at_table import Printed, in_battle, play, question

import sandtable.cli
from sandtable import games
from sandtable.cli.table.session import Session
from sandtable.cli.table.study import paragraphs
from sandtable.cli.table.words import texts

# asking ----------------------------------------------------------------------------------


def test_help_rule_why_and_measuring() -> None:
    text = play(
        "picket",
        "help",
        "help rules",
        "rule 5.2",
        "rule 99.1",
        "why stand",
        "why hide r1",
        "why hide x",
        "look r1",
        "look r99",
        "distance a b",
    )
    assert "What you may type:" in text and "Notation of this question: hide PIECE" in text
    assert "which two pieces are only bluff." in text  # the coach's words come with help
    assert "Paragraph 2.1 of the rules: At first both sides" in text
    assert "Paragraph 5.2 of the rules: If both sides have troops left" in text
    assert "The rules have no paragraph 99.1." in text
    assert "That is no answer to the question asked." in text
    assert "That is allowed now." in text
    assert "'x' in 'hide x' is no piece" in text
    assert "r1: 1 troop" in text
    assert text.count("That cannot be measured here") == 2


def test_every_game_has_the_paragraphs_its_questions_name() -> None:
    for name in games.names():
        found = paragraphs(name)
        assert found and all(text and not text.startswith("#") for text in found.values()), name


READY = tuple(word for setting in ("placement=ready", "order=fixed", "obstacles=ready", "point=centre") for word in ("--set", setting))


def test_distances_in_war_of_leaders() -> None:
    text = play("war_of_leaders", "distance rK bK", "ranges", words=READY)
    assert "distance rK bK: 1345" in text
    assert "K: attack reach 60 mm" in text


def test_odds_by_number_notation_and_beside_choices() -> None:
    match = in_battle()
    seat = match.state.table.pending[0]
    session = Session(match, [None, None], "en")
    asked = question(match, seat)
    with Printed() as told:
        session.screen.ask(asked)
        session.obey(asked, "odds 1")
        session.obey(asked, "odds stand")
        session.obey(asked, "odds")
    assert told.text().count(" of ") >= 2 and "% all their troops here are lost" in told.text()


def test_tables_pages_and_notes() -> None:
    text = play("picket", "tables", "tables picket", "tables picket hit", "tables x", "legend", "notes", "hide r1", "hide r2", "notes b1")
    assert "Tables of values: picket." in text
    assert "zones = 8" in text and text.count("hit_from = 5") == 2
    assert "There is no table 'x'" in text
    assert "r1 to r5 red's pieces" in text
    assert "b1 What it is:" in text


NARROWED = {"commanders": "where", "company_leader": "troops", "company_war": "routes", "leaders": "near", "war_of_leaders": "reach"}


@pytest.mark.parametrize("name", NARROWED)
def test_a_page_says_when_a_word_names_nothing(name: str) -> None:
    card = games.card(name)
    game = games.load(name, None, games.complete(card, {}))
    with pytest.raises(ValueError):
        card.page(game, game.setup().table, None, NARROWED[name], ["nonsense"])


def test_pages_of_the_games() -> None:
    assert "b1 wI7" in play("commanders", "where wI7")
    assert "'zz' names nothing there." in play("commanders", "where zz")
    assert "orders given 1, left 9" in play("commanders", "order wI1 a2")
    assert "5 Haven: 3 Near Marker, 4 Northgate, 6 Midway Dark, 21 Longshot, 22 Kestrel only Corsairs: 26 Tycho" in play(
        "company_war", "routes Haven"
    )
    assert "zone a: red, purchase fields B3 A4 B5" in play("company_leader", "fields", words=("--set", "board=small"))
    assert "H heavy-tank 6" in play("company_leader", "prices", words=("--set", "board=small"))
    assert "china: central_asia, mongolia" in play("leaders", "near china")


@pytest.mark.parametrize(
    ("name", "own", "other"),
    [
        ("company_leader", "Rd'", "B?"),
        ("commanders", "w 6I", "b 6I"),
        ("war_of_leaders", "rK", "bK"),
        ("company_war", "+Corsairs", "-League"),
        ("leaders", "p1", "p2"),
    ],
)
def test_sides_are_told_apart_without_colour(name: str, own: str, other: str) -> None:
    text = play(name, words=READY if name == "war_of_leaders" else ())
    assert "\x1b" not in text
    assert own in text and other in text


def test_directions_have_degrees_and_a_compass() -> None:
    text = play("war_of_leaders", "move", "pick rK", "directions", words=READY)
    assert "Go in direction 3840 (338°, ENE) go 3840" in text
    assert "die 1: 30 mm" in text
    assert "go 3840 337d 63,24" in text


def test_corners_are_numbered_while_they_are_chosen() -> None:
    card = games.card("war_of_leaders")
    game = games.load("war_of_leaders", 2, games.complete(card, {}))
    drawing = card.draw(game, game.setup().table, None)
    assert "[bold]1[/bold]" in drawing and "[bold]2[/bold]" in drawing


def test_only_what_changed_is_drawn_again() -> None:
    text = play("commanders", "order wI1 a2", "board")
    assert "changed on the table" in text
    assert text.count("White reserve:") == 2  # at first, and on demand


def test_seats_have_the_same_name_everywhere() -> None:
    text = play("leaders", "resign")
    assert "Player 1: Choose your colour." in text and "Player 1 resigns." in text
    assert "Seat 0" not in text


def test_every_text_is_said_somewhere() -> None:
    """No key is left over, none is missing."""
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(sandtable.cli.__path__[0]).rglob("*.py"))
    for key in texts("en")["say"]:
        assert f'"{key}"' in sources or f"'{key}'" in sources, key
    for key in re.findall(r"words\.say\(\s*['\"]([a-z-]+)", sources):
        assert key in texts("en")["say"], key


@pytest.mark.parametrize(
    ("game", "measured", "example"),
    [
        ("company_leader", "distance A6 D6: 3", "B3 C4 E"),
        ("commanders", "distance a1 c3: 4", "4I a1 a2"),
        ("leaders", "distance china china: 0", "3I 1T germany france"),
        ("company_war", "distance haven haven: corsairs 0 / league 0", "aurora haven"),
    ],
)
def test_every_game_measures_in_its_own_units_and_shows_its_short_notation(game: str, measured: str, example: str) -> None:
    text = play(game, measured.partition(":")[0], "help")
    assert measured in text and "Whole moves in short:" in text and example in text
