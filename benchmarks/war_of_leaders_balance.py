"""Whether the tables of War of Leaders are fair: greedy bots, corners and starter by lot; who wins, by corner and by turn order.

    PYTHONPATH=build/compiled python benchmarks/war_of_leaders_balance.py            600 matches a table
    PYTHONPATH=build/compiled python benchmarks/war_of_leaders_balance.py --games 60 --check

With --check it ends with an error if a corner of the table for three wins more than 40 % of its matches.
A share counts the matches in which somebody stood in that corner; where corners are as many as players that is all of them.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from sandtable import bots, games
from sandtable.core.game import Draw
from sandtable.core.match import Match
from sandtable.lab.simulate import wilson

MOST = 0.40  # of the matches of three
QUIET: dict[str, Any] = {"order": "lot", "placement": "ready", "negotiation": 0, "rounds": 100}
READY: dict[str, Any] = {**QUIET, "obstacles": "ready", "point": "centre"}
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("three, ready obstacles", 3, READY),
    ("three, no obstacles", 3, {**READY, "obstacles": "none"}),
    ("three, drawn obstacles", 3, {**READY, "obstacles": "seeded", "count": 9}),
    ("three, the players' obstacles and Point", 3, {**QUIET, "obstacles": "players", "point": "players"}),
    ("three, skirmish at four corners", 3, {**READY, "scenario": "skirmish"}),
    ("two, ready obstacles", 2, READY),
    ("two, the players' obstacles and Point", 2, {**QUIET, "obstacles": "players", "point": "players"}),
    ("two, unlike armies (by seat)", 2, {**READY, "scenario": "rearguard"}),
    ("four, ready obstacles", 4, READY),
]


class Count:
    def __init__(self, zones: int, seats: int) -> None:
        self.stood, self.won = [0] * zones, [0] * zones
        self.by_turn, self.by_seat = [0] * seats, [0] * seats
        self.drawn = self.attacks = self.rounds = 0


def play(seats: int, options: dict[str, Any], matches: int) -> Count:
    game: Any = games.load("war_of_leaders", seats, options)
    fired = [shape.word for shape in games.card("war_of_leaders").verbs].index("fire")
    count = Count(game.rules.zones, seats)
    for seed in range(matches):
        match: Match[Any, Any, Any] = Match(game, Draw(seed * 7919 + 13), loud=False)
        players = [bots.make("greedy", game, seat, seed * 1009 + seat) for seat in range(seats)]
        while match.state.table.pending:
            table = match.state.table
            hand = match.state.hands[table.pending[0]]
            match.play(hand.seat, players[hand.seat].decide(table, hand, game.choices(table, hand)))
        table = match.state.table
        count.rounds += table.round
        count.attacks += any(action[0] == fired for seat, action in match.inputs if seat >= 0)
        for corner in table.corner:
            count.stood[corner] += 1
        if table.winner < 0:
            count.drawn += 1
            continue
        count.won[table.corner[table.winner]] += 1
        count.by_turn[table.order.index(table.winner)] += 1
        count.by_seat[table.winner] += 1
    return count


def share(won: int, of: int) -> str:
    low, high = wilson(won, of)
    return f"{won / max(1, of):.1%} ({low:.0%}-{high:.0%})"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--games", type=int, default=600)
    reader.add_argument("--only", default="", help="tables whose name holds this")
    reader.add_argument("--check", action="store_true")
    options = reader.parse_args()
    unfair: list[str] = []
    for name, seats, settings in TABLES:
        if options.only not in name:
            continue
        started = time.perf_counter()
        count = play(seats, settings, options.games)
        rounds = count.rounds / options.games
        print(f"{name}: {options.games} matches, {count.drawn} drawn, {rounds:.1f} rounds, with an attack in {count.attacks}")
        print("  corner " + ", ".join(f"{i + 1}: {share(won, count.stood[i])}" for i, won in enumerate(count.won)))
        print("  turn   " + ", ".join(f"{i + 1}: {share(won, options.games)}" for i, won in enumerate(count.by_turn)))
        print("  seat   " + ", ".join(f"{i + 1}: {share(won, options.games)}" for i, won in enumerate(count.by_seat)))
        print(f"  {time.perf_counter() - started:.0f} s", flush=True)
        if seats == 3 and any(won > MOST * count.stood[i] for i, won in enumerate(count.won)):
            unfair.append(name)
    if options.check and unfair:
        sys.exit("a corner wins more than 40 %: " + "; ".join(unfair))


if __name__ == "__main__":
    main()
