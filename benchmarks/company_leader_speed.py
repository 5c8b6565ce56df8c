"""Decisions per second in random play of Company Leader, beside OpenSpiel's Kriegspiel driven from Python.

    PYTHONPATH=build/compiled python benchmarks/company_leader_speed.py [SECONDS]

Offers are made at every step, news is off, one process.  Kriegspiel (``pip install open_spiel``) is left out where it
is not installed.  Both are measured in turn, several times, in the same run, by processor time.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from typing import Any

from sandtable import games
from sandtable.core import sim

ROUNDS = 3


def company_leader(seconds: float, seats: int, options: dict[str, int | str]) -> float:
    game = games.load("company_leader", seats, options)
    decisions, seed, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        match = sim.playout(game, seed)
        decisions += sum(1 for seat, _ in match.inputs if seat >= 0)
        seed += 1
    return decisions / (time.process_time() - start)


def kriegspiel(seconds: float, pyspiel: Any) -> float:
    game = pyspiel.load_game("kriegspiel")
    rnd = random.Random(1)
    decisions, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rnd.choice(state.legal_actions()))
            decisions += 1
    return decisions / (time.process_time() - start)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        pyspiel = None
    print(f"compiled: {str(sim.__file__).endswith('.so')}")
    for round_number in range(1, ROUNDS + 1):
        rows = [
            ("2 players", company_leader(seconds, 2, {})),
            ("3 parties", company_leader(seconds / 2, 3, {})),
            ("4 players", company_leader(seconds / 2, 4, {})),
        ]
        if pyspiel is not None:
            rows.append(("OpenSpiel kriegspiel", kriegspiel(seconds, pyspiel)))
        print(f"round {round_number}: " + "; ".join(f"{name} {rate:,.0f} decisions/s" for name, rate in rows))


if __name__ == "__main__":
    main()
