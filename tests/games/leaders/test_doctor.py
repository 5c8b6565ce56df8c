"""Own games of authors: what is refused, what is remarked, and that both agree."""

from __future__ import annotations

import pytest
from tests.games import doctor

from sandtable import games
from sandtable.kit.card import Options, Remark

CARD = games.card("leaders")
OWN: Options = {"scenario": "custom", "nations": "fixed", "start": "fixed"}
FAIR = "p1 brazil, p1 east_coast, p2 western_russia, p2 japan"


def remarks(options: Options, seats: int = 2) -> dict[str, Remark]:
    return doctor.remarks("leaders", options, seats)


def start(start_list: str) -> Options:
    return {**OWN, "start_list": start_list}


@pytest.mark.parametrize(
    ("options", "key", "where"),
    [
        (start("p1 china"), "no-start", "option:start_list"),
        (start("p1 china, p2 china"), "taken-twice", "china"),
        (start("p1 china 8 0 0, p2 japan"), "overfull", "china"),
        ({**OWN, "nation_list": "usa, usa"}, "nation-twice", "option:nation_list"),
        ({**OWN, "nation_list": "usa"}, "nations-missing", "option:nation_list"),
    ],
)
def test_what_cannot_be_played_is_grave_and_refused(options: Options, key: str, where: str) -> None:
    doctor.check_grave("leaders", options, key, where)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (start("p3 china, p2 japan"), "p3 china"),
        (start("p1 chnia, p2 japan"), "chnia"),
        (start("p1 china 0 0 0, p2 japan"), "china"),
        (start("p1 china x, p2 japan"), "x"),
        (start("p1 china 1 1 1 1, p2 japan"), "p1 china 1 1 1 1"),
        ({**OWN, "nation_list": "usa, prussia"}, "prussia"),
        ({**OWN, "goal_list": "100, 200"}, "200"),
        ({**OWN, "goal_list": "100, 90, 80"}, "3 goals"),
    ],
)
def test_what_cannot_be_read_is_named(options: Options, word: str) -> None:
    doctor.check_grave("leaders", options, "unreadable", word=word)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"start_list": FAIR}, "own-game-only"),
        ({"goal_points": 50}, "own-game-only"),
        ({**OWN, "nations": "free", "nation_list": "usa, china"}, "not-dealt-nations"),
        ({**OWN, "start": "free", "start_list": FAIR}, "not-dealt-start"),
        ({**OWN, "roads": "badges", "rounds": 0}, "endless"),
        (start("p1 china, p2 japan"), "uneven-points"),
        (start("p1 brazil, p1 venezuela, p1 andean_countries, p1 southern_cone, p2 china"), "whole-continent"),
        (start(FAIR), "free-land"),
        (start(FAIR + ", p1 camp 20 0 0"), "uneven-troops"),
        (start("p1 western_australia, p2 brazil, p3 venezuela"), "unfair-distances"),
        (start("p1 western_russia, p2 east_coast"), "home-held"),
        ({**OWN, "goal_points": 100}, "goal-near"),
        ({"scenario": "custom", "goal_points": 60}, "goal-low"),
        ({"scenario": "custom", "goal_points": 180}, "goal-high"),
    ],
)
def test_what_is_unusual_is_said_and_played(options: Options, key: str) -> None:
    seats = 3 if "p3" in str(options.get("start_list", "")) else 2
    doctor.check_unusual("leaders", options, key, seats)


def test_a_goal_reached_before_the_first_move_is_grave() -> None:
    assert remarks({**OWN, "goal_points": 60})["goal-met"].grave
    assert remarks({**start(FAIR), "goal_list": "130, 3"})["goal-met"].values["seat"] == "p2"
    assert "goal-met" not in remarks({**OWN, "goal_points": 60, "roads": "research"})


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_dealt_starts_are_sound(seats: int) -> None:
    assert list(remarks({"scenario": "custom", "start": "fixed"}, seats)) == ["points", "sound"]
    assert list(remarks({}, seats)) == ["sound"]


def test_every_remark_has_words_in_both_languages_and_the_same_values() -> None:
    said = [
        start("p1 china"),
        start("p1 china, p2 china"),
        start(FAIR),
        {**OWN, "goal_points": 60},
        start("p1 western_russia, p2 east_coast"),
        {},
    ]
    doctor.check_words("leaders", said)


def test_the_command_line_reads_options_from_a_file() -> None:
    assert [remark.key for remark in CARD.doctor('seats = 2\nscenario = "custom"\nstart = "fixed"\nstart_list = "p1 china"')] == [
        "no-start"
    ]
    assert CARD.doctor("seats = 9")[0].grave
    assert CARD.doctor('scenaro = "free"')[0].grave
