"""How many messages a person would send for what bots decide in small actions.

    PYTHONPATH=build/compiled python benchmarks/grain.py [--matches 20] [--bot greedy] [GAME ...]

Two bots play; what each of them decides is then put together to the fewest gestures of its game (``Card.gesture_length``), as far as
the umpire would have played them in a row: never across a surprise.  Questions with one answer are the table's to answer and cost no
message.  Figures are per side; a round is the game's own (a turn of each side in Company Leader).
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sandtable import bots, games
from sandtable.core.game import CHANCE, Action, Draw
from sandtable.core.match import Match, surprise
from sandtable.kit.gesture import passes_on
from sandtable.wire.view import heard

BARS = {"company_leader": ("match", 250.0), "commanders": ("round", 15.0)}


@dataclass
class Moment:
    """One small decision, and what its seat knew then."""

    table: Any
    hand: Any
    action: Action
    single: bool
    prompt: str


@dataclass
class Tally:
    matches: int = 0
    sides: int = 0
    rounds: int = 0
    decisions: int = 0
    messages: int = 0
    prompts: Counter[str] = field(default_factory=Counter)  # messages by the question they begin at


def rounds_of(table: Any) -> int:
    """Rounds begun, whatever the game calls them."""
    if hasattr(table, "round"):
        return int(table.round)
    if hasattr(table, "turns"):
        return int(max(table.turns))
    return int(table.turn)


def runs_of(name: str, seats: int, options: Any, bot: str, seed: int) -> tuple[list[list[Moment]], int]:
    """What each seat decided between two surprises, and how many rounds there were."""
    game, card = games.load(name, seats, options), games.card(name)
    match = Match(game, Draw(seed))
    players = [bots.make(bot, game, seat, seed * 64 + seat) for seat in range(game.seats)]
    runs: list[list[Moment]] = []
    open_run: dict[int, list[Moment]] = {}
    while match.state.table.pending:
        seat = match.state.table.pending[0]
        table, hand = match.state.table, match.state.hands[seat]
        frozen = game.copy(match.state)
        action = players[seat].decide(table, hand, game.choices(table, hand))
        single = len(game.actions(table, hand)) == 1 and card.prompt(game, table, hand) not in card.confirmed
        if single and match.loose[seat] and passes_on(game, table, hand, action):
            single = False  # what led to it could not be taken back: the person is asked
        moment = Moment(frozen.table, frozen.hands[seat], action, single, card.prompt(game, table, hand))
        before = table.pending[:]
        news = match.submit(seat, hand.asked, action)
        for other, player in enumerate(players):
            player.hear(heard(news, other))
            if other != seat and heard(news, other):
                runs.append(open_run.pop(other, []))  # it learned something: what comes is another gesture
        open_run.setdefault(seat, []).append(moment)
        if surprise(match.state, seat, news, before, match.inputs[-1][0] == CHANCE):
            runs.append(open_run.pop(seat))
    return [run for run in [*runs, *open_run.values()] if run], rounds_of(match.state.table)


def count(name: str, seats: int, options: Any, bot: str, seed: int, tally: Tally) -> None:
    game, card = games.load(name, seats, options), games.card(name)
    runs, rounds = runs_of(name, seats, options, bot, seed)
    tally.matches += 1
    tally.sides += game.seats
    tally.rounds += rounds * game.seats
    for run in runs:
        tally.decisions += len(run)
        at = 0
        while at < len(run):
            if run[at].single:
                at += 1
                continue
            actions = [moment.action for moment in run[at:]]
            length = card.gesture_length(game, run[at].table, run[at].hand, actions)
            assert 1 <= length <= len(actions), f"{name}: a gesture of {length} of {len(actions)} actions"
            tally.messages += 1
            tally.prompts[run[at].prompt] += 1
            at += length


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=[name for name in games.names() if games.card(name).bots])
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--bot", default="")
    arguments = parser.parse_args()
    print(f"{'game':16} {'decisions':>10} {'messages':>9}  a match and side    {'messages':>8}  a round and side")
    for name in arguments.games:
        tally = Tally()
        for seed in range(arguments.matches):
            count(name, games.card(name).seats[0], {}, arguments.bot or games.card(name).bots[-1], seed, tally)
        decisions, messages = tally.decisions / tally.sides, tally.messages / tally.sides
        a_round = tally.messages / max(1, tally.rounds)
        bar = ""
        if name in BARS:
            unit, most = BARS[name]
            found = messages if unit == "match" else a_round
            bar = f"   bar {most:g} a {unit}: {'met' if found <= most else 'MISSED'}"
        print(f"{name:16} {decisions:10.1f} {messages:9.1f}                     {a_round:8.1f}{bar}")
        print("    " + ", ".join(f"{prompt} {number / tally.sides:.1f}" for prompt, number in tally.prompts.most_common(8)))


if __name__ == "__main__":
    main()
