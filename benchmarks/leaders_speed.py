"""Speed of LEADERS in random play, beside OpenSpiel's kriegspiel in the same run.

    python tools/compile.py --only leaders
    PYTHONPATH=build/compiled python benchmarks/leaders_speed.py --seconds 5

Counts decisions of seats, dice not included; every decision is chosen from the full offer; news is off.
CPU time of this one process.  Without OpenSpiel only LEADERS is measured.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from sandtable import games
from sandtable.core.game import CHANCE
from sandtable.core.sim import playout

SETTINGS: list[tuple[int, dict[str, Any]]] = [(2, {}), (4, {}), (6, {}), (4, {"mode": "companion"})]


def leaders(seats: int, options: dict[str, Any], seconds: float) -> float:
    game = games.load("leaders", seats, options)
    decisions, seed, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        match = playout(game, seed)
        decisions += sum(1 for who, _ in match.inputs if who != CHANCE)
        seed += 1
    return decisions / (time.process_time() - start)


def kriegspiel(seconds: float) -> float:
    import pyspiel

    game = pyspiel.load_game("kriegspiel")
    rnd = random.Random(0)
    decisions, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal() and time.process_time() - start < seconds:
            state.apply_action(rnd.choice(state.legal_actions()))
            decisions += 1
    return decisions / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    args = parser.parse_args()
    for seats, options in SETTINGS:
        rate = leaders(seats, options, args.seconds)
        print(f"leaders, {seats} players {options.get('mode', 'board')}: {rate:,.0f} decisions/s", flush=True)
    try:
        print(f"kriegspiel (OpenSpiel): {kriegspiel(args.seconds):,.0f} decisions/s")
    except ImportError:
        print("OpenSpiel is not installed: no comparison")


if __name__ == "__main__":
    main()
