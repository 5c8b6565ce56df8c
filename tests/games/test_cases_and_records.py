"""Every rule case of every game holds, every paragraph has one, golden records replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import games
from sandtable.check import cases, coverage, perft
from sandtable.wire import record

CASES = [case for name in games.names() for case in cases.collect(name)]
RECORDS = [path for name in games.names() for path in sorted((games.folder(name) / "records").glob("*.jsonl"))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}:{case.path.stem}:{case.line}")
def test_rule_case(case: cases.Case) -> None:
    failure = cases.run(case)
    assert failure is None, str(failure)


@pytest.mark.parametrize("name", games.names())
def test_every_paragraph_of_the_rulebook_has_a_case(name: str) -> None:
    found = coverage.measure(name)
    assert found.paragraphs
    assert found.uncovered == []
    assert found.unknown == []
    assert len(found.paragraphs) == len(set(found.paragraphs)), "a paragraph number stands twice"


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_three_golden_records(name: str) -> None:
    assert len([path for path in RECORDS if path.parent.parent == games.folder(name)]) >= 3


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.parent.name}:{path.stem}")
def test_golden_record_replays(path: Path) -> None:
    found = record.read_file(path)
    record.verify(found)
    assert record.write(found) == path.read_text(encoding="utf-8"), "the notation of the record has changed"


@pytest.mark.parametrize("name", games.names())
def test_every_case_says_what_it_is_about(name: str) -> None:
    for case in cases.collect(name):
        assert case.title
        assert case.rules, f"{case.path}:{case.line} cites no paragraph"


@pytest.mark.parametrize("name", games.names())
def test_counts_of_positions_and_views_are_as_before(name: str) -> None:
    rows = perft.rows(name)
    assert rows, "make them with: sandtable perft GAME --write"
    for row in rows:
        found = perft.check(name, row)
        assert (found.positions, list(found.views)) == (row["positions"], row["views"]), row
