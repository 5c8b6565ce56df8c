"""A wheel from a clean checkout installs into an empty environment and plays a game.

What others made comes from the locks, as on a server: the build uses what is installed here, and asks for nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.package


def run(*words: str | Path, folder: Path, **env: str) -> str:
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env={**{key: value for key, value in os.environ.items() if key != "PYTHONPATH"}, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tracked files, as they are now, in a folder of their own."""
    target = tmp_path_factory.mktemp("checkout")
    files = run("git", "ls-files", folder=ROOT).split("\n")
    for name in filter(None, files):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)
    return target


def install(checkout: Path, folder: Path, pure: str) -> Path:
    """Build a wheel and install it into a new environment; returns that environment's programs."""
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--check-build-dependencies",
        "--wheel-dir",
        folder / "dist",
        checkout,
        folder=folder,
        SANDTABLE_PURE=pure,
        SANDTABLE_OPT_LEVEL="0",  # the packaging is tested, not the speed
    )
    run(sys.executable, "-m", "venv", folder / "env", folder=folder)
    wheel = next((folder / "dist").glob("*.whl"))
    pip = (folder / "env/bin/pip", "install", "--quiet", "--no-compile")  # little of it is ever loaded
    run(*pip, "--require-hashes", "-r", checkout / "locks/server.txt", folder=folder)
    run(*pip, "--no-deps", "--no-index", wheel, folder=folder)
    return folder / "env/bin"


@pytest.mark.parametrize(("pure", "build"), [("1", "pure"), ("0", "compiled")])
def test_wheel_installs_and_plays(checkout: Path, tmp_path: Path, pure: str, build: str) -> None:
    bin = install(checkout, tmp_path, pure)
    assert f"({build})" in run(bin / "sandtable", "--version", folder=tmp_path)
    assert "picket" in run(bin / "sandtable", "games", folder=tmp_path)
    assert "over" in run(bin / "sandtable", "play", "picket", "--players", "greedy,random", "--seed", "1", folder=tmp_path)
    assert "0 failed" in run(bin / "sandtable", "cases", "picket", folder=tmp_path)
    if pure == "1":
        run(bin / "sandtable", "new-game", "river_raid", folder=tmp_path)
        run(bin / "pip", "install", "--quiet", "--require-hashes", "-r", checkout / "locks/build.txt", folder=tmp_path)
        run(bin / "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "-e", "river_raid", folder=tmp_path)
        assert "river_raid" in run(bin / "sandtable", "games", folder=tmp_path)
        assert "0 broken" in run(bin / "sandtable", "contract", "river_raid", "--seeds", "1", folder=tmp_path)
