"""Belief contains the truth.

``imagine`` must neither exclude what is real nor allow what cannot be; the notebook prints its shares to people.  Along real matches
the facts a seat would like to know (``Card.facts``) are compared with those of imagined worlds.  A belief that fits the facts gives the
truth of a fact with M possible answers no world out of K at most in a share M / (e (K + 1)) of positions; three times that is
allowed.  More than chance could bring with one in a million is an error.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any

from sandtable import games
from sandtable.check.walk import AnyGame, AnyState, choose
from sandtable.core.game import Draw
from sandtable.core.match import Match

WORLDS = 60
SLACK = 3.0
FALSE_ALARM = 1e-6

Question = tuple[str, int, str]


@dataclass
class Score:
    """How a belief did about one kind of fact."""

    asked: int = 0
    missed: int = 0  # no imagined world had the truth
    answers: set[int] = field(default_factory=set)
    bins: dict[int, list[int]] = field(default_factory=dict)  # share in tenths -> [answers with that share, of them true]

    def allowed(self, worlds: int) -> float:
        """The share of positions in which the truth may be missing."""
        return min(0.9, SLACK * max(2, len(self.answers)) / (math.e * (worlds + 1)))

    def likelihood(self, worlds: int) -> float:
        """How likely so many misses or more are, if each has the allowed share: an upper bound (Chernoff)."""
        if not self.asked:
            return 1.0
        share, rate = self.missed / self.asked, self.allowed(worlds)
        if share <= rate:
            return 1.0
        distance = math.log(1 / rate) if share == 1 else share * math.log(share / rate) + (1 - share) * math.log((1 - share) / (1 - rate))
        return math.exp(-self.asked * distance)


def compare(game: AnyGame, matches: int, positions: int, seed: int = 0, worlds: int = WORLDS) -> dict[str, Score]:
    """Play at random and ask at some positions of every match: by key of the fact, how often belief missed the truth.  Of one question
    (what is that piece?) one position a match counts, for answers of neighbouring positions hang together."""
    scores: dict[str, Score] = {}
    for number in range(matches):
        rnd = random.Random(seed * 10007 + number)
        match: Match[Any, Any, Any] = Match(game, Draw(rnd.getrandbits(60)))
        at = sorted(rnd.randrange(4, 400) for _ in range(positions))
        asked: set[tuple[int, Question]] = set()
        while match.state.table.pending and at:
            if len(match.inputs) >= at[0]:
                at.pop(0)
                for seat in range(game.seats):
                    ask(game, match.state, seat, rnd, worlds, asked, scores)
            match.play(*choose(game, match.state, rnd))
    return scores


def ask(
    game: AnyGame, state: AnyState, seat: int, rnd: random.Random, worlds: int, asked: set[tuple[int, Question]], scores: dict[str, Score]
) -> None:
    """One seat's belief about all its questions, at one position."""
    truth = answers(game, state, seat)
    counts: dict[Question, dict[int, int]] = {question: {} for question in truth}
    draw = Draw(rnd.getrandbits(60))
    for _ in range(worlds):
        found = answers(game, game.imagine(state.table, state.hands[seat], draw), seat)
        for question, value in found.items():
            if question in counts:
                counts[question][value] = counts[question].get(value, 0) + 1
    for question, value in truth.items():
        score = scores.setdefault(question[2], Score())
        score.answers.add(value)
        for answer, count in counts[question].items():
            score.answers.add(answer)
            row = score.bins.setdefault(min(9, count * 10 // worlds), [0, 0])
            row[0] += 1
            row[1] += answer == value
        if (seat, question) not in asked:
            asked.add((seat, question))
            score.asked += 1
            score.missed += value not in counts[question]


def answers(game: AnyGame, state: AnyState, seat: int) -> dict[Question, int]:
    facts = games.card(game.name).facts(game, state, seat)
    return {(fact.subject_kind, fact.subject, fact.key): fact.value for fact in facts}


def check_belief(game: AnyGame, seed: int) -> None:
    for key, score in compare(game, 12, 5, seed).items():
        likelihood = score.likelihood(WORLDS)
        told = f"of {score.asked} questions '{key}' the truth was in none of {WORLDS} imagined worlds {score.missed} times"
        assert likelihood >= FALSE_ALARM, f"{told}: that happens once in {1 / max(likelihood, 1e-99):.1g}"
