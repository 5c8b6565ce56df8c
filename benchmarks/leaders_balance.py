"""Balance of LEADERS in play of the greedy bot against itself.

    python benchmarks/leaders_balance.py --games 1000 --seats 2,3,4,5,6
    python benchmarks/leaders_balance.py --duel 100          greedy against random with two players
    python benchmarks/leaders_balance.py --share 200         one greedy among random with four players

Reports the share of wins per seat with 95 % intervals (Wilson), the length of games and the share of
each way to win.  Options of the game as ``--option key=value``.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections import Counter

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match, result

WAYS = ["undecided", "points", "research", "honour", "survival", "rounds"]


def wilson(wins: float, count: int) -> tuple[float, float]:
    """95 % interval of a share."""
    z, p = 1.96, wins / count
    centre = (p + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(p * (1 - p) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return centre - half, centre + half


def play(seats: int, options: dict[str, str], players: list[str], seed: int) -> Match:
    """One match; a player is "greedy" or "random"."""
    card = games.card("leaders")
    game = games.load("leaders", seats, games.bounded(card, dict(options)))
    seeds = random.Random(seed)  # well mixed: neighbouring seeds of Draw begin alike
    bots = [card.bot(name, game, seat, Draw(seeds.getrandbits(60))) if name != "random" else None for seat, name in enumerate(players)]
    dice = Draw(seeds.getrandbits(60))
    match = Match(game, Draw(seeds.getrandbits(60)), loud=False)
    while match.state.table.pending:
        table = match.state.table
        seat = table.pending[0]
        hand = match.state.hands[seat]
        offer = game.choices(table, hand)
        bot = bots[seat]
        match.play(seat, offer[dice.below(len(offer))] if bot is None else bot.decide(table, hand, offer))
    return match


def balance(seats: int, count: int, options: dict[str, str]) -> None:
    wins = [0.0] * seats
    rounds: list[int] = []
    ways: Counter[int] = Counter()
    for seed in range(count):
        match = play(seats, options, ["greedy"] * seats, seed)
        scores = result(match.game, match.state.table)
        best = [seat for seat in range(seats) if scores[seat] == max(scores)]
        for seat in best:
            wins[seat] += 1 / len(best)
        rounds.append(match.state.table.round)
        ways[match.state.table.way] += 1
    print(f"{seats} players, {count} games")
    for seat in range(seats):
        low, high = wilson(wins[seat], count)
        print(f"  seat {seat + 1}: {100 * wins[seat] / count:5.1f} %  (95 %: {100 * low:.1f} to {100 * high:.1f})")
    tenths = statistics.quantiles(rounds, n=10)
    print(f"  rounds: median {statistics.median(rounds):.0f}, 10-90 %: {tenths[0]:.0f} to {tenths[8]:.0f}")
    print("  won by: " + ", ".join(f"{WAYS[way]} {100 * ways[way] / count:.1f} %" for way in sorted(ways)), flush=True)


def contest(seats: int, count: int, options: dict[str, str]) -> None:
    """One greedy player among random ones, on every seat in turn."""
    won = 0
    for seed in range(count):
        mine = seed % seats
        match = play(seats, options, ["greedy" if seat == mine else "random" for seat in range(seats)], seed)
        scores = result(match.game, match.state.table)
        won += scores[mine] == max(scores)
    low, high = wilson(won, count)
    print(f"{seats} players: greedy among random wins {won} of {count} (95 %: {100 * low:.1f} to {100 * high:.1f} %)", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--seats", default="2,3,4,5,6")
    parser.add_argument("--duel", type=int, default=0)
    parser.add_argument("--share", type=int, default=0)
    parser.add_argument("--option", action="append", default=[])
    args = parser.parse_args()
    options = dict(pair.split("=", 1) for pair in args.option)
    if args.duel:
        contest(2, args.duel, options)
    if args.share:
        contest(4, args.share, options)
    for seats in [int(word) for word in args.seats.split(",")] if args.games else []:
        balance(seats, args.games, options)


if __name__ == "__main__":
    main()
