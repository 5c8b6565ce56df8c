"""The case runner: what it accepts, and how it names what fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import games
from sandtable.check import cases, coverage


def run(tmp_path: Path, text: str) -> str:
    """The failure of a one-case file, without its path; empty when it passes."""
    path = tmp_path / "one.case"
    path.write_text("game picket\ncase Title\n" + text, encoding="utf-8")
    failure = cases.run(cases.read_file(path, "")[0])
    return "" if failure is None else str(failure).removeprefix(f"{path}:")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("awaits 0", "3: Title: expected 0 awaited, found [0, 1]"),
        ("awaits nobody", "3: Title: expected nobody awaited, found [0, 1]"),
        ("do 0 hide r1\ndo 0 hide r1", "4: Title: 'hide r1' of seat 0 is refused: already-dummy; awaited: [0, 1]"),
        ("do 9 hide r1", "3: Title: '9' is no seat; seats are 0 to 1"),
        ("do 0 hide q1", "3: Title: 'q1' in 'hide q1' is no piece"),
        ("do 0 fly r1", "3: Title: 'fly r1' starts with none of: hide, plot, done, stand, retreat"),
        ("do 0 hide", "3: Title: 'hide' should read: hide piece"),
        ("table turn = 1", "3: Title: expected turn = 1, found 0"),
        ("table tern = 1", "3: Title: no 'tern' here; did you mean turn or over?"),
        ("table turn", "3: Title: 'turn' lacks '= value'"),
        ("table zone[5] = 3", "3: Title: expected zone[5] = 3, found 4"),
        ("hand 1 kind = 1 1 1 1 0", "3: Title: expected kind = 1 1 1 1 0, found 1 1 1 1 1"),
        ("look all r1 = 2 ?", "3: Title: expected '2 ?', found '1 ?'"),
        ("look 0 r1 = 1 dummy", "3: Title: expected '1 dummy', found '1 troop'"),
        ("offers 0 hide b5", "3: Title: expected 'hide b5' in the offer, found hide r1, hide r2, hide r3, hide r4, hide r5"),
        ("lacks 0 hide r1", "3: Title: expected no 'hide r1' in the offer, found hide r1, hide r2, hide r3, hide r4, hide r5"),
        ("choices 0 = 6", "3: Title: expected 6 choices, found 5: hide r1, hide r2, hide r3, hide r4, hide r5"),
        ("prompt 0 = plot", "3: Title: expected prompt 'plot', found 'hide'"),
        ("refuse 0 hide r1 : not-now", "3: Title: expected refusal 'not-now', but 'hide r1' was accepted"),
        ("refuse 0 done : at-depot", "3: Title: expected refusal 'at-depot', found 'not-now'"),
        ("refuse 0 done", "3: Title: write: refuse SEAT NOTATION : KEY"),
        ("do 0 hide r1\nheard all hidden r1", "4: Title: expected event 'all hidden r1', found ['0 hidden r1']"),
        ("do 0 hide r1\nunheard 0 hidden", "4: Title: expected seat 0 not to hear 'hidden', but it heard 'hidden r1'"),
        ("call 0 flee", "3: Title: no umpire verb 'flee'; known: draw, no-draw, resign, timeout, undo"),
        ("scores = 0 0", "3: Title: the match is not over; awaited: [0, 1]"),
        ("call 0 resign\nscores = 0 0", "4: Title: expected scores [0, 0], found [-1000, 1000]"),
        ("until dinner", "3: Title: no seat was asked 'dinner'"),
        ("dice 6\nawaits 0 1", "4: Title: 1 scripted dice were never rolled"),
        ("given r1 flies", "3: Title: 'r1 flies': after a piece comes at, is, shown or off"),
        ("", "2: Title: the case states nothing"),
    ],
)
def test_failures_name_line_expected_and_found(tmp_path: Path, text: str, message: str) -> None:
    if "dinner" in text:
        text = "dice any\n" + text
        message = message.replace("3:", "4:", 1)
    assert run(tmp_path, text) == message


def test_unscripted_and_impossible_dice_fail(tmp_path: Path) -> None:
    orders = "\n".join(f"do {seat} plot {'rb'[seat]}{i} {3 if i == 3 else '15'[seat]}" for seat in (0, 1) for i in range(1, 6))
    start = "given r3 at 3\ngiven b3 at 3\nuntil plot\n" + orders + "\ndo 0 done\n"
    assert "a draw below 6 is due, and no outcome is written" in run(tmp_path, start + "do 1 done")
    assert "line 17: 6 is no outcome of a draw below 6" in run(tmp_path, start + "dice 7 1\ndo 1 done")
    assert run(tmp_path, start + "dice any\ndo 1 done") == ""


def test_a_good_case_passes(tmp_path: Path) -> None:
    assert run(tmp_path, "rule 2.1\ndo 0 hide r1  # a comment\nheard 0 hidden r1\ncall 0 undo\nawaits 0 1") == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("awaits 0\ncase X", ":1: 'awaits' before the first 'case'"),
        ("case X\nwaits 0", ":2: no statement 'waits'; did you mean awaits?"),
    ],
)
def test_files_that_make_no_sense(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.case"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(cases.BadCase) as caught:
        cases.read_file(path, "picket")
    assert str(caught.value) == f"{path}{message}"


def test_cases_are_collected_by_game_file_and_folder(tmp_path: Path) -> None:
    folder = cases.case_folder("picket")
    assert len(cases.collect("picket")) == len(cases.collect(str(folder))) > 10
    one = sorted(folder.glob("*.case"))[0]
    assert 0 < len(cases.collect(str(one))) < len(cases.collect("picket"))
    with pytest.raises(games.Unknown, match="did you mean picket"):
        cases.collect("picke")


def test_a_case_of_no_known_game_says_so(tmp_path: Path) -> None:
    path = tmp_path / "lost.case"
    path.write_text("case X\nawaits 0", encoding="utf-8")
    failure = cases.run(cases.collect(str(path))[0])
    assert failure is not None
    assert "put 'game NAME' on the first line" in str(failure)


def test_coverage_finds_gaps_and_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "rulebook", lambda name: "**1.1** a\n\n**9.9** b\ntext **2.2** inside\n")
    found = coverage.measure("picket")
    assert found.paragraphs == ["1.1", "9.9"]
    assert found.uncovered == ["9.9"]
    assert "5.1" in found.unknown
