"""A wheel from a clean checkout installs into an empty environment and plays a game.

What others made comes from the locks, as on a server: the build uses what is installed here, and asks for nothing else."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

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
        shutil.copytree(checkout / "tests/outside/flagfall", tmp_path / "flagfall")
        own = (bin / "pip", "install", "--quiet", "--no-deps", "--no-build-isolation")
        run(*own, "-e", "river_raid", folder=tmp_path)
        run(*own, "./flagfall", folder=tmp_path)  # as people install it: what the wheel leaves out is not there
        assert {"river_raid", "flagfall"} <= set(run(bin / "sandtable", "games", folder=tmp_path).split())
        assert "it is ready" in run(bin / "sandtable", "ready", "river_raid", folder=tmp_path)
        assert "it is ready" in run(bin / "sandtable", "ready", "flagfall", folder=tmp_path)
        assert "over" in run(bin / "sandtable", "play", "flagfall", "--players", "greedy,casual", "--seed", "1", folder=tmp_path)
        check_served(bin, tmp_path)


def check_served(bin: Path, folder: Path) -> None:
    """The server of that environment hands out the outside games: line, handout with its board, picture; and its bots play them."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [str(bin / "sandtable"), "serve", "--port", str(port), "--database", f"sqlite:///{folder}/site.db"]
    with (folder / "serve.log").open("wb") as log:
        server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        until = time.monotonic() + 120
        while True:
            assert server.poll() is None and time.monotonic() < until, (folder / "serve.log").read_text()
            with contextlib.suppress(OSError):
                lines = {line["name"]: line for line in fetch(f"{url}/v1/games")}
                break
            time.sleep(0.1)
        assert lines["flagfall"]["bots"] == ["random", "casual", "greedy"] and lines["flagfall"]["assets"] == ["emblem.svg"]
        handout = fetch(f"{url}/v1/games/flagfall/handout")
        assert handout["shown"] == "layout" and len(handout["layout"]["places"]) == 44
        with urllib.request.urlopen(f"{url}/v1/games/flagfall/assets/emblem.svg") as answer:
            assert answer.headers["Content-Type"].startswith("image/svg+xml") and b"<svg" in answer.read()
    finally:
        server.terminate()
        server.wait(120)


def fetch(url: str) -> Any:
    with urllib.request.urlopen(url) as answer:
        return json.load(answer)
