"""Random play of every game, compiled, beside OpenSpiel's kriegspiel in the same run.

    make compiled;  pip install open_spiel
    PYTHONPATH=build/compiled python benchmarks/games_speed.py [--seconds 3] [GAME ...]

Decisions of seats, and whole matches, a second of CPU time in one process: offers at every step, news off, dice not counted.
(Rules that ask fewer trivial questions have fewer decisions in a match, each of which costs more: then matches are what to compare.)
Figures of one run are comparable, figures of different runs are not: read the ratios.  The bars are those
each game was built to.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass, field

import sandtable.core.game
from sandtable import games
from sandtable.core.game import CHANCE
from sandtable.core.sim import playout
from sandtable.kit.card import Options

SHARE = 0.25  # of kriegspiel's rate, where a row asks for it


@dataclass
class Row:
    game: str
    label: str
    bar: int
    peer: bool = False  # whether SHARE is asked for
    seats: int | None = None
    options: Options = field(default_factory=dict)


ROWS = [
    Row("company_leader", "2 players", 60_000, True, options={"turns": 30}),
    Row("company_leader", "4 players", 0, seats=4, options={"turns": 30}),
    Row("commanders", "Marengo", 60_000, True),
    Row("leaders", "2 players", 60_000, True, 2, {"rounds": 60}),
    Row("leaders", "4 players", 0, seats=4, options={"rounds": 60}),
    Row("leaders", "4 players, companion", 0, seats=4, options={"mode": "companion", "rounds": 60}),
    Row("company_war", "strategic", 60_000, True),
    Row("company_war", "tactical campaign", 40_000, options={"combat": "tactical"}),
    Row("company_war", "tactical duel", 40_000, options={"scenario": "duel"}),
    Row("company_war", "tactical line", 40_000, options={"scenario": "line"}),
    Row(
        "war_of_leaders",
        "4 players, 12 obstacles",
        40_000,
        seats=4,
        options={"obstacles": "seeded", "count": 12, "point": "centre", "negotiation": 0, "rounds": 100},
    ),
]


def ours(row: Row, seconds: float) -> tuple[float, float]:
    """Decisions and matches a second."""
    game = games.load(row.game, row.seats, row.options)
    decisions, seed = 0, 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        decisions += sum(1 for seat, _ in playout(game, seed).inputs if seat != CHANCE)
        seed += 1
    return decisions / spent, seed / spent


def kriegspiel(seconds: float) -> float:
    """The peer, driven from Python; 0 where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return 0.0
    game, rnd = pyspiel.load_game("kriegspiel"), random.Random(0)
    decisions = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rnd.choice(state.legal_actions()))
            decisions += 1
    return decisions / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=3.0)
    args = parser.parse_args()
    kind = "interpreted" if sandtable.core.game.__file__.endswith(".py") else "compiled"
    print(f"rules: {kind}")
    for row in ROWS:
        if args.games and row.game not in args.games:
            continue
        (rate, matches), peer = ours(row, args.seconds), kriegspiel(args.seconds)
        line = f"{row.game}, {row.label}: {rate:,.0f} decisions/s, {matches:,.0f} matches/s"
        line += f" (bar {row.bar:,})" if row.bar else ""
        line += f"; kriegspiel {peer:,.0f}, ratio {rate / peer:.2f}" if peer else ""
        line += f" (bar {SHARE})" if peer and row.peer else ""
        print(line, flush=True)


if __name__ == "__main__":
    main()
