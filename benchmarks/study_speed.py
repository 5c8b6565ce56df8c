"""What looking ahead costs, game by game: exact chances, the notebook, and the worlds a hint plays to the end.

    PYTHONPATH=build/compiled python benchmarks/study_speed.py [seconds]

Each figure is the mean over moments of a match of the friendly first setting between bots.
"""

from __future__ import annotations

import sys
import time

from sandtable import bots, games
from sandtable.bots import study
from sandtable.core.game import Draw
from sandtable.core.match import Match, finished

MOMENTS = 6
EVERY = 25  # decisions between two moments
SAMPLES = 100


def measure(name: str, seconds: float) -> str:
    seats, options = games.card(name).first_game()
    game = games.load(name, seats, options)
    match = Match(game, Draw(2), loud=False)
    players = [bots.make(bots.names(name)[-1], game, seat, 2) for seat in range(game.seats)]
    chances = guesses = worlds = 0.0
    asked = actions = step = 0
    while asked < MOMENTS and not finished(match.state):
        table, seat = match.state.table, match.state.table.pending[0]
        hand = match.state.hands[seat]
        offer = game.choices(table, hand)
        if step % EVERY == 0:
            asked += 1
            began = time.perf_counter()
            for action in offer:
                study.chances(game, table, hand, action)
            actions += len(offer)
            chances += time.perf_counter() - began
            began = time.perf_counter()
            study.guesses(game, table, hand, SAMPLES, Draw(3))
            guesses += time.perf_counter() - began
            worlds += study.weigh(game, table, hand, offer, bots.names(name)[-1], 4, seconds, study.MOST_WORLDS)["worlds"]
        step += 1
        match.play(seat, players[seat].decide(table, hand, offer))
    figures = f"{1e6 * chances / actions:7.0f} us an action, {1000 * guesses / asked:6.0f} ms a notebook of {SAMPLES} worlds"
    return f"{name:15} {figures}, {worlds / asked:5.1f} worlds for a hint of {seconds} s"


if __name__ == "__main__":
    for each in games.names():
        print(measure(each, float(sys.argv[1]) if len(sys.argv) > 1 else 2.5), flush=True)
