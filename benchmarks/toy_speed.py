"""Random play of Picket, interpreted and compiled, in one run; with --peer, a design sketch beside it.

    make compiled
    python benchmarks/toy_speed.py [--seconds 3] [--peer FOLDER]

FOLDER holds another implementation of the toy as ``src/wargame`` with ``core.sim.playout`` and
``games.picket.rules.Picket``; it is compiled with mypyc into a scratch folder first.  Figures of one run
are comparable, figures of different runs are not: read the ratios.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = """
import sys, time
from sandtable import games
from sandtable.core.sim import playout
game = games.load("picket")
"""
PEER = """
import sys, time
from wargame.core.sim import playout
from wargame.games.picket.rules import Picket
game = Picket()
"""
LOOP = """
seconds, inputs, seed = float(sys.argv[1]), 0, 0
started = time.process_time()
while time.process_time() - started < seconds:
    for seed in range(seed, seed + 50):
        inputs += len(playout(game, seed).inputs)
print(round(inputs / (time.process_time() - started)))
"""

BUILD = """
from setuptools import setup
from mypyc.build import mypycify
setup(name="peer", packages=[], ext_modules=mypycify({files!r}))
"""


def measure(script: str, source: Path, seconds: float) -> int:
    env = dict(os.environ, PYTHONPATH=str(source))
    done = subprocess.run([sys.executable, "-c", script + LOOP, str(seconds)], env=env, capture_output=True, text=True, check=True)
    return int(done.stdout)


def compile_peer(folder: Path, scratch: Path) -> Path:
    shutil.copytree(folder / "src", scratch / "src")
    files = ["src/wargame/core/game.py", "src/wargame/core/match.py", "src/wargame/core/sim.py", "src/wargame/games/picket/rules.py"]
    env = dict(os.environ, MYPYPATH="src")
    script = (
        f"from setuptools import setup; from mypyc.build import mypycify; setup(name='peer', packages=[], ext_modules=mypycify({files!r}))"
    )
    subprocess.run(
        [sys.executable, "-c", script, "-q", "build_ext", "--build-lib", "src"], cwd=scratch, env=env, check=True, capture_output=True
    )
    return scratch / "src"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--peer", type=Path)
    args = parser.parse_args()
    rounds: list[dict[str, int]] = []
    with tempfile.TemporaryDirectory() as scratch:
        peer = compile_peer(args.peer, Path(scratch)) if args.peer else None
        for _ in range(3):  # alternate, so that a busy moment hits all alike
            row = {
                "interpreted": measure(OURS, ROOT / "src", args.seconds),
                "compiled": measure(OURS, ROOT / "build" / "compiled", args.seconds),
            }
            if peer:
                row["peer"] = measure(PEER, peer, args.seconds)
            rounds.append(row)
            print("  ".join(f"{name} {figure:,} inputs/s" for name, figure in row.items()))
    best = {name: max(row[name] for row in rounds) for name in rounds[0]}
    print(f"compiled : interpreted = {best['compiled'] / best['interpreted']:.1f}")
    if peer:
        print(f"compiled : compiled peer = {best['compiled'] / best['peer']:.2f}")


if __name__ == "__main__":
    main()
