"""Random play in which every seat tries, at every position, to take its last decision back.

    make compiled
    PYTHONPATH=build/compiled python benchmarks/undo.py [--game leaders] [--positions 20000] [--seats 3 4 5 6]

What is taken back must lead where the record leads, leave the questions of the others alone, and be decidable again
(``sandtable.check.undoing``).  Prints tries, undos that were allowed, and what failed; the bar is that nothing does.
The fuzzer does the same at a share of its positions only.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from sandtable import games
from sandtable.check.undoing import try_undo
from sandtable.check.walk import choose
from sandtable.core.game import Draw
from sandtable.core.match import Match


def play(name: str, seats: int, positions: int) -> Counter[str]:
    game = games.load(name, seats)
    found: Counter[str] = Counter()
    seed = 0
    while found["positions"] < positions:
        rnd, match = random.Random(seed), Match(game, Draw(seed))
        seed += 1
        while match.state.table.pending and found["positions"] < positions:
            found["positions"] += 1
            for seat in range(seats):
                found["tries"] += 1
                inputs = match.inputs[:]
                try:
                    found["undos"] += try_undo(match, seat)
                except Exception as error:
                    found["failures"] += 1
                    found[f"{type(error).__name__}: {error}"[:100]] += 1
                    match.resume(inputs)
            match.play(*choose(game, match.state, rnd))
        found["matches"] += 1
    return found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="leaders")
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--seats", type=int, nargs="*", default=[3, 4, 5, 6])
    given = parser.parse_args()
    failures = 0
    for seats in given.seats:
        started = time.perf_counter()
        found = play(given.game, seats, given.positions)
        failures += found["failures"]
        known = ("matches", "positions", "tries", "undos", "failures")
        figures = ", ".join(f"{found[key]:,} {key}" for key in known)
        print(f"{given.game} with {seats}: {figures}, {time.perf_counter() - started:.0f} s", flush=True)
        for error, count in found.most_common():
            if error not in known:
                print(f"  {count:,} x {error}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
