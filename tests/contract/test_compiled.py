"""Interpreted and compiled rules play the same matches."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable import games

ROOT = Path(__file__).resolve().parents[2]
COMPILED = ROOT / "build" / "compiled"
SCRIPT = """
import hashlib, sys
from sandtable import games
from sandtable.core.sim import playout
from sandtable.wire.plain import dump_state, encode
name, count = sys.argv[1], int(sys.argv[2])
digest = hashlib.sha256()
trials = games.card(name).trials()
for seed in range(count):
    seats, options = trials[seed % len(trials)]
    match = playout(games.load(name, seats, options), seed, limit=int(sys.argv[3]))
    digest.update(repr(match.inputs).encode())
    digest.update(encode(dump_state(match.state)))
import sandtable.core.game
print(sandtable.core.game.__file__.endswith(".py"), digest.hexdigest())
"""


def digest(name: str, source: Path, count: int, limit: int, hash_seed: str) -> tuple[str, str]:
    env = dict(os.environ, PYTHONPATH=str(source), PYTHONHASHSEED=hash_seed)
    done = subprocess.run([sys.executable, "-c", SCRIPT, name, str(count), str(limit)], env=env, capture_output=True, text=True, check=True)
    pure, found = done.stdout.split()
    return pure, found


@pytest.mark.interpreted  # once is enough: it runs both
@pytest.mark.skipif(not (COMPILED / ".fingerprint").exists(), reason="not compiled here: make compiled")
@pytest.mark.parametrize("name", games.names())
def test_same_matches_interpreted_and_compiled(name: str) -> None:
    count, limit = (1000, 10_000) if name == "picket" else (60, 3_000)
    interpreted = digest(name, ROOT / "src", count, limit, "0")
    compiled = digest(name, COMPILED, count, limit, "random")
    assert (interpreted[0], compiled[0]) == ("True", "False")
    assert interpreted[1] == compiled[1]
