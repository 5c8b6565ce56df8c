"""Balance of Company Leader's boards and scenarios in play of the greedy bot against itself.

    PYTHONPATH=build/compiled python benchmarks/company_leader_balance.py --games 200
    PYTHONPATH=build/compiled python benchmarks/company_leader_balance.py --games 60 --only river

Every board with every scenario it can be played with, for each number of seats and alliance.  Reports the share of wins by side with
95 % intervals (Wilson), draws, and turns of the first seat.  With --bar it fails when two sides differ by
more than 60 : 40, or one of three has more than 45 %; but for the three-player team battle on the board for two teams, whose
armies are the printed ones (3.5).  A battle has no limit by the rules; here it ends after ``--turns``, as
simulation needs an end.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match, result
from sandtable.games.company_leader.board import BOARDS
from sandtable.games.company_leader.card import SCENARIOS
from sandtable.lab.simulate import wilson

Options = dict[str, int | str]


def settings(turns: int) -> Iterator[tuple[int, Options]]:
    """What can be played: whatever the rules do not refuse."""
    for board in BOARDS:
        for scenario in SCENARIOS:
            for seats, alliance in ((2, "parties"), (3, "parties"), (3, "teams"), (4, "parties")):
                options: Options = {"board": board, "scenario": scenario, "alliance": alliance}
                if scenario in ("battle", "flag", "crossroads"):
                    options["turns"] = turns
                try:
                    games.load("company_leader", seats, options)
                except games.BadOption:
                    continue
                yield seats, options


def play(seats: int, options: Options, seed: int) -> tuple[list[int], list[int], int]:
    """Sides by seat, scores, and turns of the first seat."""
    card, game = games.card("company_leader"), games.load("company_leader", seats, options)
    match = Match(game, Draw(seed * 31 + 7), loud=False)
    bots = [card.bot("greedy", game, seat, Draw(seed * 101 + seat)) for seat in range(seats)]
    while match.state.table.pending:
        table = match.state.table
        seat = table.pending[0]
        hand = match.state.hands[seat]
        match.play(seat, bots[seat].decide(table, hand, game.choices(table, hand)))
    return [game.side(seat) for seat in range(seats)], result(game, match.state.table), int(match.state.table.turns[0])


BARS = {2: 0.60, 3: 0.45}  # by number of sides: the greatest share of wins
PRINTED = ("four", "battle", 3)  # 3.2, 3.5: board and armies are not ours to change


def measure(seats: int, options: Options, count: int) -> bool:
    """Prints a line; false when a side wins too often."""
    wins: dict[int, int] = {}
    draws, turns = 0, []
    for seed in range(count):
        sides, scores, length = play(seats, options, seed)
        best = {sides[seat] for seat in range(seats) if scores[seat] == max(scores)}
        turns.append(length)
        if len(best) == 1:
            winner = best.pop()
            wins[winner] = wins.get(winner, 0) + 1
        else:
            draws += 1
    shares = []
    for side in range(max(sides) + 1):
        low, high = wilson(wins.get(side, 0), count)
        shares.append(f"{100 * wins.get(side, 0) / count:3.0f} % ({100 * low:.0f}-{100 * high:.0f})")
    words = f"{options['board']:9} {options['scenario']:10} {seats} {options['alliance']:8}"
    print(f"{words} {'  '.join(shares)}  draws {draws}  turns {statistics.median(turns):.0f}", flush=True)
    return max(wins.values(), default=0) <= BARS[len(shares)] * count or (options["board"], options["scenario"], seats) == PRINTED


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--bar", action="store_true", help="fail when something is lopsided")
    parser.add_argument("--only", default="", help="a board or a scenario")
    arguments = parser.parse_args()
    fair = True
    for seats, options in settings(arguments.turns):
        if arguments.only in ("", options["board"], options["scenario"]):
            fair = measure(seats, options, arguments.games) and fair
    if arguments.bar and not fair:
        raise SystemExit("some scenario is lopsided")


if __name__ == "__main__":
    main()
