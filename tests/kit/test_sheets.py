"""Texts of others are bounded before a parser reads them, and what is within the bounds is read as ever."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable import games
from sandtable.kit.sheets import MOST_DEPTH, MOST_PARTS, MOST_SIGNS, MOST_WORD, Excess, check_sheet, read_sheet
from sandtable.lab.studio import examine
from sandtable.wire.catalogue import LANGUAGES, catalogue, say_remark

LONG_KEY = ".".join("a" * (MOST_PARTS + 1))
BEYOND = {
    "sheet-long": "# " + "x" * MOST_SIGNS,
    "sheet-parts": f"a = 1\n{LONG_KEY} = 1\n",
    "sheet-deep": "a = 1\n" + "b = " + "[" * (MOST_DEPTH + 1),
    "sheet-word": "a = 1\nb = " + "1" * (MOST_WORD + 1),
}


@pytest.mark.parametrize("key", BEYOND)
def test_beyond_a_bound_no_parser_sees_it(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("a parser saw it"))
    with pytest.raises(Excess) as found:
        read_sheet(BEYOND[key])
    assert found.value.key == key
    assert key == "sheet-long" or str(found.value).startswith("line 2: ")


HIDING = ['"""', "'''", '"\\""', "'\\'", '"""\\""""', '"" ', "''", "'''\n'''''", '"""\n"""""', "#'\n", '# """\n', "# \\\n", '"#"', "'#'"]


@pytest.mark.parametrize("before", [f"z{i} = {text}\n" if not text.startswith("#") else text for i, text in enumerate(HIDING)])
@pytest.mark.parametrize("heading", [False, True])
def test_nothing_hides_a_long_key(before: str, heading: bool) -> None:
    """Whatever strings and comments stand before it: where the parser would read a key of many parts, the look finds it."""
    sheet = before + (f"[{LONG_KEY}]\n" if heading else f"{LONG_KEY} = 1\n")
    try:
        tomllib.loads(sheet)
    except tomllib.TOMLDecodeError:
        return  # the parser stops before it
    with pytest.raises(Excess, match="more than"):
        check_sheet(sheet)


def most_parts(data: Any) -> int:
    """How far tables are nested in each other: by keys of many parts, for the pieces below have no other way."""
    return 1 + max((most_parts(value) for value in data.values()), default=0) if isinstance(data, dict) else 0


PIECES = ['"', "'", '"""', "'''", "\\", "\n", "#", "a", "a", "=", " = 1\n", ".", LONG_KEY, "[a]\n", "\r\n", " ", "1"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_what_passes_has_short_keys(sheet: str) -> None:
    try:
        check_sheet(sheet)
        data = tomllib.loads(sheet)
    except ValueError:
        return
    assert most_parts(data) <= 2 * MOST_PARTS + 1  # of a heading and a key below it


def test_ordinary_sheets_pass_unchanged() -> None:
    count = 0
    for path in sorted(games.folder("company_leader").parent.glob("*/data/**/*.toml")):
        text = path.read_text(encoding="utf-8")
        assert read_sheet(text) == tomllib.loads(text)
        count += 1
    assert count > 10


def test_the_largest_sheet_a_game_takes_fits() -> None:
    outline = ", ".join(["16000"] * 64)
    check_sheet("[table]\nobstacles = [\n" + f"{{ outline = [{outline}] }},\n" * 120 + "]\n")


@pytest.mark.parametrize(("game", "option"), [("company_leader", "board"), ("war_of_leaders", "sheet")])
@pytest.mark.parametrize("key", BEYOND)
def test_the_doctor_says_so_in_both_languages(game: str, option: str, key: str) -> None:
    text = BEYOND[key] + "\n"
    remark = examine(game, 2, {option: text})[0]
    assert remark.grave and remark.key == key and remark.where == [f"option:{option}"]
    for language in LANGUAGES:
        assert key in catalogue(game, language)["remark"] and "{" not in say_remark(game, language, remark)
    with pytest.raises(games.BadOption):
        games.load(game, 2, {option: text})


@pytest.mark.parametrize("game", ["company_leader", "war_of_leaders", "commanders", "leaders"])
def test_the_command_lines_doctor_is_bounded_too(game: str) -> None:
    assert [remark.key for remark in games.card(game).doctor(BEYOND["sheet-parts"])] == ["sheet-parts"]


def test_every_text_of_every_game_has_a_length() -> None:
    texts = [(name, option.key) for name in games.names() for option in games.card(name).options if option.kind == "text"]
    assert ("leaders", "start_list") in texts
    for name, key in texts:
        with pytest.raises(games.TooLong, match="60000 signs, not 60001"):
            games.load(name, None, {key: "x" * (MOST_SIGNS + 1)})


def test_a_sheet_for_many_numbers_of_players_is_examined_for_each_once() -> None:
    found = games.card("war_of_leaders").doctor("seats = [" + "2," * 5000 + "]\nneeded = 99\n")
    assert len([remark for remark in found if remark.key == "kings-only"]) == 1
