"""Random play of Company War, compiled, beside OpenSpiel's kriegspiel: decisions a second of one process, offers at every step.

    make compiled;  pip install open_spiel
    python benchmarks/company_war_speed.py [--seconds 3]

Figures of one run are comparable, figures of different runs are not.  Dice are not counted as decisions.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = """
import sys, time
from sandtable import games
from sandtable.core.sim import playout
import sandtable.core.game
assert not sandtable.core.game.__file__.endswith(".py"), "not compiled"
options = dict(pair.split("=") for pair in sys.argv[2:])
game = games.load("company_war", None, options)
seconds, count, seed = float(sys.argv[1]), 0, 0
started = time.process_time()
while time.process_time() - started < seconds:
    for seed in range(seed + 1, seed + 21):
        count += sum(1 for seat, _ in playout(game, seed).inputs if seat >= 0)
print(round(count / (time.process_time() - started)))
"""
PEER = """
import random, sys, time
import pyspiel
game = pyspiel.load_game("kriegspiel")
seconds, count = float(sys.argv[1]), 0
started = time.process_time()
while time.process_time() - started < seconds:
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        count += 1
print(round(count / (time.process_time() - started)))
"""


def measure(script: str, *args: str) -> int:
    env = dict(os.environ, PYTHONPATH=str(ROOT / "build" / "compiled"))
    done = subprocess.run([sys.executable, "-c", script, *args], env=env, capture_output=True, text=True, check=True)
    return int(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0)
    args = parser.parse_args()
    seconds = str(args.seconds)
    rows = {
        "strategic": measure(OURS, seconds),
        "tactical campaign": measure(OURS, seconds, "combat=tactical"),
    }
    for name in ("duel", "raid", "hunt", "line"):
        rows["scenario " + name] = measure(OURS, seconds, "scenario=" + name)
    try:
        rows["OpenSpiel kriegspiel"] = measure(PEER, seconds)
    except subprocess.CalledProcessError:
        print("OpenSpiel is not installed: no comparison")
    for name, rate in rows.items():
        print(f"{name:24}{rate:>10,} decisions/s")
    peer = rows.get("OpenSpiel kriegspiel", 0)
    if peer:
        print(f"strategic / kriegspiel = {rows['strategic'] / peer:.2f} (bar 0.25)")


if __name__ == "__main__":
    main()
