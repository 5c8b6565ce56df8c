"""Records: written, read, verified; damaged ones are named with their line."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from sandtable import games
from sandtable.check.walk import choose, picture
from sandtable.core.game import Draw
from sandtable.core.match import UNDO, Match, Refused
from sandtable.core.sim import playout
from sandtable.server.chronicle import retell
from sandtable.wire import record


def written(seed: int = 4) -> list[str]:
    match = playout(games.load("picket"), seed)
    return record.write(record.from_match(match, {"turns": 10}, {"event": "test"})).splitlines()


def error(lines: list[str]) -> str:
    with pytest.raises(record.BadRecord) as caught:
        record.verify(record.read("\n".join(lines) + "\n"))
    return str(caught.value)


def test_a_record_survives_writing_and_reading() -> None:
    lines = written()
    found = record.read("\n".join(lines))
    record.verify(found)
    assert found.tags == {"event": "test"}
    assert record.write(found).splitlines() == lines


def test_a_match_under_way_has_no_result() -> None:
    match = playout(games.load("picket"), 4, limit=20)
    found = record.read(record.write(record.from_match(match, {"turns": 10})))
    assert found.result is None
    record.verify(found)


def test_undo_stands_in_the_record() -> None:
    match = Match(games.load("picket"), Draw(1))
    match.submit(0, 1, (0, 0))
    match.undo(0)
    match.submit(0, 1, (0, 2))
    found = record.read(record.write(record.from_match(match, {"turns": 10})))
    assert (0, (UNDO,)) in found.inputs
    assert record.verify(found).hands[0].kind == [1, 1, 0, 1, 1]


def quiet_pass() -> tuple[Any, int]:
    """A match of LEADERS in which the turn has just passed on without a word, and who passed it on."""
    game, rnd = games.load("leaders", 4), random.Random(1)
    match = Match(game, Draw(1))
    while True:
        before = match.state.table.pending[:]
        seat, action = choose(game, match.state, rnd)
        if not match.play(seat, action) and not set(match.state.table.pending) <= set(before):
            return match, seat


def test_an_undo_that_earlier_versions_allowed_stands_in_the_record() -> None:
    """The turn had passed on: the umpire would refuse it now, but the record is what happened."""
    match, seat = quiet_pass()
    with pytest.raises(Refused):
        match.undo(seat)
    match.take_back(seat)
    options = games.complete(games.card("leaders"), {})
    assert picture(record.verify(record.from_match(match, options))) == picture(match.state)
    *_, (again, _) = retell(match.game, match.inputs)
    assert picture(again.state) == picture(match.state) and again.inputs == match.inputs
    loud = Match(games.load("picket"), Draw(1))
    for who, at in ((0, 0), (0, 1), (1, 5), (1, 6)):
        loud.submit(who, loud.state.hands[who].asked, (0, at))
    forged = record.from_match(loud, {"turns": 10})
    forged.inputs.append((1, (UNDO,)))
    with pytest.raises(record.BadRecord, match="undo-passed"):
        record.verify(forged)


def change(lines: list[str], at: int, old: str, new: str) -> list[str]:
    assert old in lines[at]
    return [*lines[:at], lines[at].replace(old, new), *lines[at + 1 :]]


def roll_line(lines: list[str]) -> int:
    return next(i for i, line in enumerate(lines) if line.startswith("[-1"))


def test_damage_is_named_with_its_line() -> None:
    good = written()
    dice = roll_line(good)
    assert error(['{"hello":1}']).startswith("line 1: no header")
    assert error(change(good, 0, '"sandtable":1', '"sandtable":9')) == "line 1: format 9; this program reads format 1"
    assert error(change(good, 0, '"picket"', '"pickett"')) == "line 1: no game 'pickett'; did you mean picket?"
    assert error(change(good, 0, '"seats":2', '"seats":"2"')) == "line 1: 'seats' should be int, found '2'"
    assert error(change(good, 0, '"version":2', '"version":7')) == "line 1: played by version 7 of picket, here is version 2"
    assert error(change(good, 0, '{"event":"test"}', "3")) == "line 1: 'tags' should be dict, found 3"
    assert error([*good[:2], "{broken", *good[2:]]).startswith("line 3:")
    assert error(change(good, 1, "[", "[9,[1],[")).startswith("line 2:")
    assert error([good[0], "[5,[1]]"]) == "line 2: no seat 5; there are 2"
    assert error([good[0], "[0,[]]"]) == "line 2: an action is a list of whole numbers, found []"
    assert error([good[0], '[0,["1"]]']) == "line 2: an action is a list of whole numbers, found ['1']"
    assert error([good[0], "[0,[1.5]]"]) == "line 2: an action is a list of whole numbers, found [1.5]"
    assert error([good[0], "[0,[4]]"]) == "line 2: seat 0 may not play [4]: not-now"
    assert error([good[0], "[-1,[4]]"]) == "line 2: dice [4] that nobody asked for"
    assert error([*good[:dice], "[-1,[0,77]]", *good[dice + 1 :]]).startswith("after line")
    assert error([*good[:-1], good[-1], good[-1]]).endswith("the result stands on the last line only")
    assert "inputs are here, the record says" in error([*good[:1], *good[2:]])
    assert "found [1]" in error([*good[:-1], '{"result":[1],"inputs":3}'])
    assert "the record says [1000, -1000]" in error([*good[:-1], f'{{"result":[1000,-1000],"inputs":{len(good) - 2}}}'])


def test_an_empty_file_is_no_record() -> None:
    with pytest.raises(record.BadRecord, match="line 1: the file is empty"):
        record.read("")


def test_a_file_that_is_not_text_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"{}\n\xff\xfe\n")
    with pytest.raises(record.BadRecord, match="line 2: not UTF-8 text"):
        record.read_file(path)


def test_dice_missing_at_the_end() -> None:
    lines = written()
    dice = roll_line(lines)
    assert "a draw below 6 is due" in error(lines[:dice])


def test_hashes_tell_matches_apart() -> None:
    one, two = record.read("\n".join(written(1))), record.read("\n".join(written(2)))
    assert record.truth_hash(one) == record.truth_hash(one)
    assert record.truth_hash(one) != record.truth_hash(two)
