"""Random play of Commanders, news off, beside OpenSpiel's kriegspiel in the same run.

    make compiled
    PYTHONPATH=build/compiled python benchmarks/commanders_speed.py [--seconds 3]

A decision is an action of a seat; dice are not counted, offers are asked for at every step.  Both
run in turns, in one process, by CPU time; figures of one run are comparable.  Without OpenSpiel
(pip install open_spiel) only Commanders is measured.
"""

from __future__ import annotations

import argparse
import random
import time

import sandtable.games.commanders.flow
from sandtable import games
from sandtable.core.game import Draw, Game
from sandtable.core.match import Match

ROUNDS = 3


def commanders(game: Game, seconds: float, seed: int) -> tuple[int, float]:  # type: ignore[type-arg]
    """Decisions and CPU seconds."""
    decisions = 0
    started = time.process_time()
    while (took := time.process_time() - started) < seconds:
        draw = Draw(7919 * seed + 104729)
        match = Match(game, Draw(104723 * seed + 7907), False)
        state = match.state
        while state.table.pending:
            pending = state.table.pending
            seat = pending[draw.below(len(pending))]
            offer = game.actions(state.table, state.hands[seat])
            match.play(seat, offer[draw.below(len(offer))])
            decisions += 1
        seed += 1
    return decisions, took


def kriegspiel(seconds: float, seed: int) -> tuple[int, float]:
    import pyspiel

    game = pyspiel.load_game("kriegspiel")
    rnd = random.Random(seed)
    decisions = 0
    started = time.process_time()
    while (took := time.process_time() - started) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rnd.random() * len(actions))])
            decisions += 1
    return decisions, took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds per measurement and round")
    seconds = parser.parse_args().seconds
    kind = "compiled" if not (sandtable.games.commanders.flow.__file__ or "").endswith(".py") else "interpreted"
    game = games.load("commanders")
    ours: list[float] = []
    theirs: list[float] = []
    for turn in range(ROUNDS):
        count, took = commanders(game, seconds, 1000 * turn)
        ours.append(count / took)
        try:
            count, took = kriegspiel(seconds, turn)
            theirs.append(count / took)
        except ImportError:
            pass
    middle = sorted(ours)[ROUNDS // 2]
    print(f"commanders, {kind}: {middle:,.0f} decisions/s of CPU time (rounds: {', '.join(f'{rate:,.0f}' for rate in ours)})")
    if theirs:
        peer = sorted(theirs)[ROUNDS // 2]
        print(f"kriegspiel, OpenSpiel: {peer:,.0f} decisions/s; ratio {middle / peer:.2f}")


if __name__ == "__main__":
    main()
