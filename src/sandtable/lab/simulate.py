"""Matches between bots, in this process or in several."""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Iterator
from dataclasses import dataclass, field

from sandtable import bots, games
from sandtable.core.game import Draw
from sandtable.core.match import Match, finished, result
from sandtable.kit.card import Options
from sandtable.wire.view import heard


@dataclass(frozen=True)
class Plan:
    """What is to be played: bots by seat, rotated over the seats from match to match."""

    game: str
    seats: int
    options: Options
    bots: tuple[str, ...]
    rotate: bool = True
    limit: int = 200_000  # inputs


@dataclass
class Outcome:
    seed: int
    bots: list[str]  # by seat
    scores: list[int]
    inputs: int
    finished: bool


@dataclass
class Summary:
    """What a number of matches showed, per bot."""

    games: int = 0
    unfinished: int = 0
    inputs: int = 0
    wins: dict[str, float] = field(default_factory=dict)
    played: dict[str, int] = field(default_factory=dict)
    seat_wins: list[float] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """A win is shared by all who have the best score."""
        self.games += 1
        self.inputs += outcome.inputs
        self.unfinished += not outcome.finished
        if not self.seat_wins:
            self.seat_wins = [0.0] * len(outcome.bots)
        best = [seat for seat, score in enumerate(outcome.scores) if score == max(outcome.scores)]
        for seat, bot in enumerate(outcome.bots):
            share = 1 / len(best) if seat in best else 0.0
            self.wins[bot] = self.wins.get(bot, 0.0) + share
            self.played[bot] = self.played.get(bot, 0) + 1
            self.seat_wins[seat] += share


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def play(plan: Plan, seed: int) -> Outcome:
    """One match; the same plan and seed give the same match."""
    game = games.load(plan.game, plan.seats, games.bounded(games.card(plan.game), plan.options))
    names = [plan.bots[seat % len(plan.bots)] for seat in range(game.seats)]
    if plan.rotate:
        turn = seed % game.seats
        names = names[turn:] + names[:turn]
    players = [bots.make(name, game, seat, seed * 1009 + seat) for seat, name in enumerate(names)]
    match = Match(game, Draw(seed * 7919 + 13))
    while match.state.table.pending and len(match.inputs) < plan.limit:
        table = match.state.table
        seat = table.pending[0]
        hand = match.state.hands[seat]
        news = match.submit(seat, hand.asked, players[seat].decide(table, hand, game.choices(table, hand)))
        for player in players:
            player.hear(heard(news, player.seat))
    return Outcome(seed, names, result(game, match.state.table), len(match.inputs), finished(match.state))


def _play(job: tuple[Plan, int]) -> Outcome:
    return play(*job)


def simulate(plan: Plan, count: int, seed: int = 0, jobs: int = 1) -> Iterator[Outcome]:
    """Matches number ``seed`` to ``seed + count - 1``, in order, whatever the number of jobs."""
    work = ((plan, seed + i) for i in range(count))
    if jobs <= 1:
        yield from map(_play, work)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(_play, work, chunksize=max(1, count // (jobs * 20)))
