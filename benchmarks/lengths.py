"""How long messages to a seat are, and how much of them is its own: the figures behind server/data/reserves.toml.

    python benchmarks/lengths.py [--decisions 300] [--matches 2] [--game leaders] [--large]

Matches of random players and of each game's own bot in all trials; with ``--large`` in each of some settings that let offers grow,
one line for each.  By game: the most that a seat's own part took (hand, offer,
prompt, events told in private), the reserve that follows, and the mean length of a message: bare, filled up to multiples of 4 KiB,
and by public part and reserve, as the server does; how many lengths one seat met within one match in the latter two, and in how many
matches messages with public parts of one length had different ones, which would tell of the hand.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from typing import Any

from sandtable import bots, games
from sandtable.core.game import Draw
from sandtable.core.match import Match, finished
from sandtable.server.chronicle import Witness, public_bytes
from sandtable.server.lengths import reserve_for, rounded
from sandtable.server.lines import fill
from sandtable.wire.plain import encode
from sandtable.wire.view import heard

Settings = tuple[int, dict[str, Any]]

PADDING = 4096
HEAD = 384  # of an answer: message id, receipt, how far a gesture came, number; whether it can be taken back; and some


def wide_board(rows: int, columns: int, share: int, troops: int, shops: bool = False) -> str:
    """A board of Company Leader for two seats: of every row so many fields in a hundred are the first seat's."""
    terrain, zones = [], []
    for row in range(rows):
        own = columns * share // 100
        letters = ["a"] * own + ["b"] * (columns - own)
        if shops:
            letters = [letter.upper() for letter in letters]
        else:
            letters[0], letters[-1] = "A", "B"
        terrain.append(" " * (row % 2) + " ".join("o" * columns))
        zones.append(" " * (row % 2) + " ".join(letters))
    army = "{ " + ", ".join(f"{kind} = {troops}" for kind in TROOPS) + " }"
    play = f'[[play]]\nterritories = ["a", "b"]\nsides = [0, 1]\nincome = [20, 20]\narmies = [{army}, {army}]\n'
    return "\n".join(['title = "Wide"', 'terrain = """', *terrain, '"""', 'zones = """', *zones, '"""', play])


TROOPS = ("infantry", "infantry-scout", "artillery", "light-tank", "heavy-tank", "tank-scout")
TALKS = {"negotiation": 1, "rounds": 1000, "placement": "ready", "obstacles": "none", "point": "centre", "order": "lot"}
EVERYTHING = {**TALKS, "fog": 1, "rally": 1, "screens": 1, "remains": 1, "hold": 1, "scatter": 1}
LARGE: dict[str, list[Settings]] = {
    "company_leader": [
        (2, {"board": wide_board(15, 15, 50, 8)}),
        (2, {"board": wide_board(30, 20, 50, 40)}),
        (2, {"board": wide_board(30, 20, 90, 5)}),
        (2, {"board": wide_board(30, 20, 90, 5), "army": "coins", "army_coins": 200}),
        (2, {"board": wide_board(30, 20, 90, 5, shops=True)}),
    ],
    "war_of_leaders": [(seats, TALKS) for seats in (2, 3, 4, 6, 8, 12)] + [(3, EVERYTHING), (12, EVERYTHING)],
}


def play(name: str, seats: int, options: dict[str, Any], bot: str, seed: int, most: int) -> list[list[tuple[int, int]]]:
    """By seat, of every message: how long its public part is, and how long all of it."""
    game = games.load(name, seats, options)
    match: Match[Any, Any, Any] = Match(game, Draw(seed))
    players = [bots.make(bot, game, seat, seed * 10 + seat) for seat in range(game.seats)]
    witnesses = [Witness(seat) for seat in range(game.seats)]
    rnd, news, found = random.Random(seed), match.state.news, [list[tuple[int, int]]() for _ in witnesses]
    for _ in range(most):
        table = public_bytes(match.state)
        for witness in witnesses:
            message = witness.notice(game, match.state, news, table)
            if message is not None:
                found[witness.seat].append((len(table) + witness.open[-1], len(encode(message))))
        for seat, player in enumerate(players):
            player.hear(heard(news, seat))
        if finished(match.state):
            break
        seat = rnd.choice(match.state.table.pending)
        hand = match.state.hands[seat]
        action = players[seat].decide(match.state.table, hand, game.choices(match.state.table, hand))
        news = match.submit(seat, hand.asked, action)
    return found


def telling(lengths: list[tuple[int, int]]) -> bool:
    """Whether messages that look the same to everybody have different lengths."""
    by_public: dict[int, set[int]] = defaultdict(set)
    for public, length in lengths:
        by_public[public].add(length)
    return any(len(met) > 1 for met in by_public.values())


def measure(name: str, trials: list[Settings], matches: int, decisions: int) -> dict[str, Any]:
    own, bare, before, after, told_before, told_after, seats_seen = 0, 0, 0, 0, 0, 0, 0
    most_before, most_after, count, least = 0, 0, 0, 0
    for seats, options in trials:
        reserve = reserve_for(games.load(name, seats, options))
        least = min(least or reserve, reserve)
        for seed in range(matches):
            bot = bots.names(name)[-1 if seed % 2 else 0]
            for messages in play(name, seats, options, bot, seed, decisions):
                old = [(public, len(fill(b"x" * size, PADDING))) for public, size in messages]
                new = [(public, rounded(size, public + reserve, PADDING)) for public, size in messages]
                own = max([own, *(size - public for public, size in messages)])
                bare += sum(size for _, size in messages)
                before += sum(length for _, length in old)
                after += sum(length for _, length in new)
                told_before += telling(old)
                told_after += telling(new)
                most_before = max(most_before, len({length for _, length in old}))
                most_after = max(most_after, len({length for _, length in new}))
                seats_seen += 1
                count += len(messages)
    return {
        "messages": count,
        "own part at most": own,
        "reserve wanted": -(-(own + own // 4 + HEAD) // 256) * 256,
        "reserve": least,
        "mean bare": bare // count,
        "mean 4 KiB": before // count,
        "mean now": after // count,
        "lengths of a seat at most": f"{most_before} -> {most_after}",
        "seats whose lengths tell": f"{told_before} -> {told_after} of {seats_seen}",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--matches", type=int, default=2)
    parser.add_argument("--game", action="append")
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    for name in options.game or games.names():
        for trials in [[each] for each in LARGE.get(name, [])] if options.large else [games.card(name).trials()]:
            said = [{key: str(value)[:12] for key, value in each.items()} for _, each in trials] if options.large else ""
            print(name, trials[0][0] if options.large else "", said, measure(name, trials, options.matches, options.decisions), flush=True)


if __name__ == "__main__":
    main()
