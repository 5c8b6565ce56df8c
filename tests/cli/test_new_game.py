"""A scaffolded game passes contract, cases and coverage from the first minute."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def sandtable(source: Path, folder: Path, *words: str) -> str:
    env = dict(os.environ, PYTHONPATH=str(source))
    done = subprocess.run([sys.executable, "-m", "sandtable.cli", *words], env=env, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.interpreted
def test_a_new_game_in_a_checkout(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    source = tmp_path / "src"
    sandtable(source, tmp_path, "new-game", "river_raid")
    assert "river_raid" in sandtable(source, tmp_path, "games")
    assert "0 broken" in sandtable(source, tmp_path, "contract", "river_raid", "--seeds", "3")
    assert "5 passed, 0 failed" in sandtable(source, tmp_path, "cases", "river_raid")
    assert "every paragraph has a case" in sandtable(source, tmp_path, "cases", "--coverage", "river_raid")
    assert "over" in sandtable(source, tmp_path, "play", "river_raid", "--players", "greedy,random", "--seed", "1")
    check = [sys.executable, "-m", "mypy", "--strict", "--explicit-package-bases", "src/sandtable/games/river_raid"]
    done = subprocess.run(check, env=dict(os.environ, MYPYPATH="src"), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
