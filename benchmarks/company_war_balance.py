"""Greedy against greedy in Company War: who wins how often, with 95 % intervals.

make compiled
PYTHONPATH=build/compiled python benchmarks/company_war_balance.py [--games 1000] [--first 0] [--set combat=tactical]
"""

from __future__ import annotations

import argparse
from math import sqrt

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match, result

BAR = (0.40, 0.60)


def play(game: games.AnyGame, bots: list[str], seed: int) -> Match:  # type: ignore[type-arg]
    """One match; seeds of different matches share nothing."""
    card = games.card(game.name)
    match = Match(game, Draw(10 * seed), loud=False)
    players = [card.bot(name, game, seat, Draw(10 * seed + 1 + seat)) for seat, name in enumerate(bots)]
    while match.state.table.pending:
        seat = match.state.table.pending[0]
        hand = match.state.hands[seat]
        offer = game.choices(match.state.table, hand)
        match.play(seat, players[seat].decide(match.state.table, hand, offer))
    return match


def interval(wins: int, count: int) -> tuple[float, float]:
    """Wilson, 95 %."""
    z, share = 1.96, wins / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return middle - half, middle + half


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first match")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    args = parser.parse_args()
    game = games.load("company_war", None, dict(pair.split("=", 1) for pair in args.set))
    wins, draws, margins = [0, 0], 0, []
    for seed in range(args.first, args.first + args.games):
        match = play(game, ["greedy", "greedy"], seed)
        scores = result(game, match.state.table)
        margins.append(match.state.table.points[0] - match.state.table.points[1])
        if scores[0] == scores[1]:
            draws += 1
        else:
            wins[0 if scores[0] > scores[1] else 1] += 1
    for seat, side in enumerate(("Corsairs", "League")):
        low, high = interval(wins[seat], args.games)
        verdict = "within" if BAR[0] <= wins[seat] / args.games <= BAR[1] else "OUTSIDE"
        print(f"{side}: {wins[seat]} of {args.games} = {wins[seat] / args.games:.1%} [{low:.1%}, {high:.1%}], {verdict} 40-60 %")
    margins.sort()
    print(f"draws {draws}; margin of the Corsairs: median {margins[len(margins) // 2]}, mean {sum(margins) / len(margins):.1f}")


if __name__ == "__main__":
    main()
