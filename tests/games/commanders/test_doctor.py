"""Set-ups of authors: what is refused, what is remarked, and that both agree."""

from __future__ import annotations

import pytest
from tests.games import doctor

from sandtable import games
from sandtable.kit.card import Options, Remark

CARD = games.card("commanders")
EVEN = "w a1 4I, w b1 4I 2A, w c1 4C, w W 6I, b c3 4I, b b3 4I 2A, b a3 4C, b B 6I"


def remarks(options: Options) -> dict[str, Remark]:
    return doctor.remarks("commanders", options)


def listed(army_list: str) -> Options:
    return {"battle": "listed", "army_list": army_list}


def land(terrain_list: str) -> Options:
    return {"side": "B", "terrain": 1, "terrain_list": terrain_list}


@pytest.mark.parametrize(
    ("options", "key", "where"),
    [
        (listed(""), "no-units", "option:army_list"),
        (listed("w a1 7I, b c3 6I"), "sector-full", "a1"),
        (listed("w a1 1I, b a1 6I"), "both-sides", "a1"),
        (listed("w W 31I, b c3 6I"), "too-many-units", "option:army_list"),
        (listed("w W 13C, b c3 6I"), "too-many-cavalry", "option:army_list"),
        (listed("w W 1I, b B 5A"), "too-many-artillery", "option:army_list"),
        (listed("w B 3I, b c3 6I"), "unreadable", "option:army_list"),
        (listed("w a1 I, b c3 6I"), "unreadable", "option:army_list"),
        (listed("w a1 -2I, b c3 6I"), "unreadable", "option:army_list"),
        ({"side": "B", "marker_list": "w flag"}, "unreadable", "option:marker_list"),
        (land("swamp a1"), "unreadable", "option:terrain_list"),
        (land("forest W"), "unreadable", "option:terrain_list"),
        (land("road a1 c1"), "unreadable", "option:terrain_list"),
        (land("road a1"), "unreadable", "option:terrain_list"),
        ({"modifier_list": "cavalry square -/2"}, "unreadable", "option:modifier_list"),
        ({"modifier_list": "attacking_cavalry square 1/2"}, "unreadable", "option:modifier_list"),
        ({"modifier_list": "attacking_cavalry square -/-7"}, "unreadable", "option:modifier_list"),
        ({"modifier_list": "square passive_infantry 1/1"}, "unreadable", "option:modifier_list"),
        ({"modifier_list": "attacking_infantry square 1"}, "unreadable", "option:modifier_list"),
    ],
)
def test_what_cannot_be_played_is_grave_and_refused(options: Options, key: str, where: str) -> None:
    doctor.check_grave("commanders", options, key, where)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"army_list": EVEN}, "no-effect-army_list"),
        ({"marker_list": "w flag a1"}, "no-effect-marker_list"),
        ({"side": "B", "terrain_list": "forest a1"}, "no-effect-terrain_list"),
        (listed(EVEN + ", w W 4I"), "uneven-strength"),
        (listed(EVEN + ", w W 1I"), "unlike"),
        (listed(EVEN + ", w b2 1I"), "in-contact"),
        (listed("w a1 4I, w W 1I, b a3 4I, b B 1I"), "few-units"),
        (listed("w a1 4I, b c3 4I"), "no-reserve"),
        (listed("w a3 2I, w W 9I, b B 11I"), "behind-lines"),
        (listed("w a3 2I, w W 9I, b B 11I"), "paid-at-once"),
        ({"side": "B", "marker_list": "w general a1, w general b1, b general b3"}, "generals"),
        ({"side": "B", "markers": "none", "couriers": 1}, "no-general"),
        ({"side": "B", "markers": "none", "rounds": 1, "goal": 50}, "goal-unreachable"),
        ({"side": "B", "marker_list": ", ".join(["w flag a1"] * 21)}, "too-many-markers"),
        (land("river a1, hill a1"), "wet-hill"),
        ({"terrain": 1, "terrain_list": "river a1, hill a1"}, "wet-hill"),
        (land("forest b1"), "idle-guns"),
        (land("forest a1 c1 b2"), "stuck-guns"),
    ],
)
def test_what_is_unusual_is_said_and_played(options: Options, key: str) -> None:
    doctor.check_unusual("commanders", options, key)


def test_an_even_set_up_is_sound() -> None:
    assert list(remarks(listed(EVEN))) == ["strength", "sound"]
    assert "sound" in remarks({})


def test_every_remark_has_words_in_both_languages_and_the_same_values() -> None:
    said = [listed(""), listed("w a1 7I, b c3 6I"), listed("w a1 1I, b a1 6I"), listed("w a3 2I, w W 2I, b B 2I"), land("forest b1"), {}]
    doctor.check_words("commanders", said)


def test_the_command_line_reads_options_from_a_file() -> None:
    assert [remark.key for remark in CARD.doctor('battle = "listed"\narmy_list = "w a1 2I"')] == ["no-units"]
    assert CARD.doctor('battel = "listed"')[0].grave
    assert CARD.doctor("battle = ")[0].key == "unreadable"
