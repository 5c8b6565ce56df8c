"""A scaffolded game is ready in the minute it is made; what is taken away from it is missed, in words."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.interpreted


def sandtable(folder: Path, *words: str, code: int = 0) -> str:
    env = dict(os.environ, PYTHONPATH=str(folder / "src"))
    done = subprocess.run([sys.executable, "-m", "sandtable.cli", *words], env=env, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with a new game in it."""
    root = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    sandtable(root, "new-game", "first_day")
    return root


def test_a_new_game_meets_every_demand(checkout: Path) -> None:
    assert "first_day" in sandtable(checkout, "games")
    assert "it is ready" in sandtable(checkout, "ready", "first_day")
    assert "over" in sandtable(checkout, "play", "first_day", "--players", "greedy,random", "--seed", "1")


def test_a_new_game_is_clean(checkout: Path) -> None:
    game = "src/sandtable/games/first_day"
    env = dict(os.environ, MYPYPATH="src")
    shutil.copy(ROOT / "pyproject.toml", checkout / "pyproject.toml")
    commands = [
        ["mypy", "--strict", "--explicit-package-bases", game],
        ["ruff", "check", game],
        ["ruff", "format", "--check", game],
    ]
    for command in commands:
        done = subprocess.run([sys.executable, "-m", *command], env=env, cwd=checkout, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


TAKEN = {
    "records": ("records/match2.jsonl", "", "records/ holds 2 of 3 golden records"),
    "perft": ("records/perft.toml", "", "records/perft.toml is missing"),
    "guide": ("texts/de.toml", 'bid = "Was du bietest', "[coach] and [prompt] do not name the same questions: bid"),
    "refusals": ("texts/en.toml", "too-much = ", "en: [refusal] has no too-much"),
    "reasons": ("texts/en.toml", "evenly = ", "en: [reason] has no evenly"),
    "coverage": ("cases/first.case", "rule 2.4", "cites no paragraph"),
    "pages": ("card.py", 'self.pages = ["legend"]', "Card.pages has no 'legend'"),
    "hints": ("study.py", 'Measure("coins-ours"', "differ: coins-ours"),
}


@pytest.mark.parametrize("key", TAKEN)
def test_what_is_missing_is_said_in_words(checkout: Path, tmp_path: Path, key: str) -> None:
    """One thing is taken away: it is missed, with how to make it, and the answer is no."""
    shutil.copytree(checkout / "src", tmp_path / "src")
    name, line, words = TAKEN[key]
    path = tmp_path / "src/sandtable/games/first_day" / name
    if line:
        kept = [each for each in path.read_text(encoding="utf-8").split("\n") if line not in each]
        path.write_text("\n".join(kept), encoding="utf-8")
    else:
        path.unlink()
    asked = {"coverage": "cases", "hints": "reasons"}.get(key, key)
    told: dict[str, Any] = json.loads(sandtable(tmp_path, "ready", "first_day", "--only", asked, "--json", code=1))
    assert [row["demand"] for row in told["missing"]] == [asked]
    assert words in told["missing"][0]["missing"] and told["missing"][0]["how"]


def test_what_a_machine_can_make_is_made(checkout: Path, tmp_path: Path) -> None:
    shutil.copytree(checkout / "src", tmp_path / "src")
    records = tmp_path / "src/sandtable/games/first_day/records"
    before = {path.name: path.read_bytes() for path in records.iterdir()}
    assert set(before) == {"match1.jsonl", "match2.jsonl", "match3.jsonl", "perft.toml"}
    (records / "match2.jsonl").unlink()
    assert sandtable(tmp_path, "keep", "first_day").count("match") == 1
    assert "nothing is missing" in sandtable(tmp_path, "keep", "first_day")
    assert {path.name: path.read_bytes() for path in records.iterdir()} == before
