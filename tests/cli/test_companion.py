"""The companion of a physical board, as people at a table use it."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner, Result

from sandtable.cli.app import app
from sandtable.lab.companion import Shelf

runner = CliRunner()


def run(*words: str, typed: str = "") -> Result:
    return runner.invoke(app, ["companion", *words], input=typed)


def begin(folder: Path, typed: str = "pause\n", *words: str) -> str:
    result = run("new", "--folder", str(folder), "--names", "Ann,Bob", *words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_match_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    text = begin(tmp_path)
    assert "Choose your colour." in text
    assert "Saved at place 1" in text
    again = run("go-on", "1", "--folder", str(tmp_path), typed="pause\n")
    assert again.exit_code == 0
    assert "Choose your colour." in again.output


def test_places_are_listed_and_overwritten_only_when_asked(tmp_path: Path) -> None:
    for _ in range(5):
        begin(tmp_path)
    listed = run("places", "--folder", str(tmp_path)).output
    assert listed.count("under way") == 5
    before = [place.match_id for place in Shelf(tmp_path).places()]
    refused = run("new", "--folder", str(tmp_path), typed="n\n")
    assert refused.exit_code == 1
    assert "nothing was changed" in refused.output
    assert [place.match_id for place in Shelf(tmp_path).places()] == before
    begin(tmp_path, "y\npause\n", "--place", "2")
    after = [place.match_id for place in Shelf(tmp_path).places()]
    assert after[1] != before[1]
    assert after[0] == before[0]


def test_a_place_without_a_match_says_so(tmp_path: Path) -> None:
    result = run("go-on", "3", "--folder", str(tmp_path))
    assert result.exit_code == 2
    assert "nothing is saved at place 3" in result.output
    assert "there is no place 9" in run("go-on", "9", "--folder", str(tmp_path)).output


def test_the_first_choice_reaches_points_and_the_curtain(tmp_path: Path) -> None:
    """Choosing the first offer over and over leads through set-up, typed points and a headquarters behind a curtain."""
    typed = "1\n" * 6 + "zzz\n999\nback\n" + "12\n" + "1\n" * 30
    text = begin(tmp_path, typed, "--set", "scenario=quick")
    assert "Enter your production points." in text
    assert "take the device" in text
    assert "headquarters" in text


def test_the_timer_of_the_headquarters_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 25  # each look at the clock finds it later
        return now[0]

    typed = "1\n" * 6 + "12\n" + "1\n" * 30
    assert "headquarters is over" not in begin(tmp_path, typed, "--set", "scenario=quick", "--set", "timer=40")
    monkeypatch.setattr("sandtable.cli.companion.time", SimpleNamespace(**{**vars(time), "monotonic": clock}))
    assert "headquarters is over" in begin(tmp_path, typed, "--set", "scenario=quick", "--set", "timer=40")
    assert "headquarters is over" not in begin(tmp_path, typed, "--set", "scenario=quick")


def test_german_and_unknown_languages(tmp_path: Path) -> None:
    assert run("new", "--folder", str(tmp_path), "--language", "xx").exit_code == 2
    german = run("new", "--folder", str(tmp_path), "--language", "de", typed="pause\n")
    assert "Farbe" in german.output
