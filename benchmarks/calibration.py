"""How often facts hold that are said to hold with 10, 20 ... 90 per cent: the table of docs/secrecy.md.

Along matches between the games' best bots seats are asked at many positions what is hidden (``Card.facts``); each answer gets the share
of imagined worlds that have it, as in the notebook, and is compared with the truth.

    PYTHONPATH=build/compiled python benchmarks/calibration.py --matches 40
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

from sandtable import bots, games
from sandtable.check.belief import answers
from sandtable.core.game import Draw
from sandtable.core.match import Match

WORLDS = 100
LONGEST = 900  # decisions of a match that are looked at
BINS = 11  # around 0, 10, 20 ... 100 per cent


class Table:
    """By bin: answers given with about that share, the sum of the shares, and how many were true."""

    def __init__(self) -> None:
        self.rows = [[0, 0.0, 0] for _ in range(BINS)]

    def add(self, share: float, true: bool) -> None:
        row = self.rows[round(share * (BINS - 1))]
        row[0] += 1
        row[1] += share
        row[2] += true

    def cells(self) -> list[str]:
        """What held of what was said, in per cent; a dash where there is too little to say."""
        return [f"{100 * true / count:.0f}" if count >= 30 else "-" for count, _, true in self.rows]

    def error(self) -> float:
        """By how many points what was said differs from what held, on average over all answers."""
        total = sum(count for count, _, _ in self.rows)
        return 100 * sum(abs(said - true) for _, said, true in self.rows) / max(1, total)


def play(name: str, number: int, every: int, table: Table) -> None:
    card = games.card(name)
    trials = card.trials()
    seats, options = trials[number % len(trials)]
    game = games.load(name, seats, options)
    rnd, match = random.Random(number), Match(game, Draw(number))
    players = [bots.make(card.bots[-1], game, seat, 1000 * number + seat) for seat in range(game.seats)]
    while match.state.table.pending and len(match.inputs) < LONGEST:
        state = match.state
        if rnd.random() * every < 1:
            ask(game, state, rnd.randrange(game.seats), Draw(rnd.getrandbits(60)), table)
        seat = rnd.choice(state.table.pending)
        action = players[seat].decide(state.table, state.hands[seat], game.choices(state.table, state.hands[seat]))
        match.submit(seat, state.hands[seat].asked, action)


def ask(game: games.AnyGame, state: object, seat: int, draw: Draw, table: Table) -> None:
    truth = {question: value for question, value in answers(game, state, seat).items() if question[1] >= 0}  # type: ignore[arg-type]
    counts: dict[object, Counter[int]] = {question: Counter() for question in truth}
    for _ in range(WORLDS):
        dream = game.imagine(state.table, state.hands[seat], draw)  # type: ignore[attr-defined]
        for question, value in answers(game, dream, seat).items():
            if question in counts:
                counts[question][value] += 1
    for question, value in truth.items():
        for answer in counts[question].keys() | {value}:
            table.add(counts[question][answer] / WORLDS, answer == value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=games.names())
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--every", type=int, default=40, help="ask once in so many decisions")
    chosen = parser.parse_args()
    print("| game | answers | said 0 | 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | mean error |")
    print("|---|---|" + "---|" * (BINS + 1))
    for name in chosen.games:
        table = Table()
        for number in range(chosen.matches):
            play(name, number, chosen.every, table)
        total = sum(row[0] for row in table.rows)
        print(f"| {name} | {total:,} | " + " | ".join(table.cells()) + f" | {table.error():.1f} |", flush=True)


if __name__ == "__main__":
    main()
