"""Speed and strength of War of Leaders.

    PYTHONPATH=build/compiled python benchmarks/war_of_leaders.py [SECONDS]

Random play with offers at every step, news off: four players, twelve obstacles.  The bar is
40,000 decisions a second, compiled, in one process.  Then the greedy bot against random play.
"""

from __future__ import annotations

import sys
import time

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match, result
from sandtable.core.sim import playout

OPTIONS = {"obstacles": "seeded", "count": 12}


def speed(seconds: float) -> None:
    game = games.load("war_of_leaders", 4, OPTIONS)
    assert len(game.setup().table.wall_x) == 12
    decisions, matches, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        match = playout(game, matches)
        decisions += sum(1 for seat, _ in match.inputs if seat >= 0)
        matches += 1
    spent = time.process_time() - start
    print(f"{decisions} decisions of {matches} matches in {spent:.1f} s: {decisions / spent:,.0f} decisions/s")


def strength(matches: int, seats: int) -> None:
    game, card = games.load("war_of_leaders", seats), games.card("war_of_leaders")
    won = 0
    for seed in range(matches):
        match = Match(game, Draw(seed), loud=False)
        me, draw = seed % seats, Draw(seed + 1000)
        bot = card.bot("greedy", game, me, Draw(seed + 2000))
        while match.state.table.pending:
            seat = match.state.table.pending[0]
            hand = match.state.hands[seat]
            offer = game.actions(match.state.table, hand)
            match.play(seat, bot.decide(match.state.table, hand, offer) if seat == me else offer[draw.below(len(offer))])
        scores = result(game, match.state.table)
        won += scores[me] == 1000
    print(f"greedy wins {won} of {matches} against random, {seats} players")


if __name__ == "__main__":
    speed(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
    strength(100, 2)
    strength(100, 4)
