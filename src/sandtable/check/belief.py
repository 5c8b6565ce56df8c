"""Belief contains the truth.

``imagine`` must neither exclude what is real nor allow what cannot be; the notebook prints its shares to people.  Along real matches
the facts a seat would like to know (``Card.facts``) are compared with those of imagined worlds.  How likely it is that none of K
worlds has the truth, if belief fits, can be told from the worlds themselves: about as many answers are still to come as have come
just once (Good and Turing), so their share is that of the answers met once, at most one more.  Three times that is
allowed.  More than chance could bring with one in a million is an error.

Asked is at positions of every kind: of each question a seat may be asked, some.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from sandtable import games
from sandtable.check.walk import AnyGame, AnyState, choose
from sandtable.core.game import Draw, Input
from sandtable.core.match import Match

WORLDS = 60
MATCHES = 30
POSITIONS = 4
SLACK = 3.0
FALSE_ALARM = 1e-6
LONGEST = 800  # inputs of a match that are looked at

Question = tuple[str, int, str]


@dataclass
class Score:
    """How a belief did about one kind of fact."""

    asked: int = 0
    missed: int = 0  # no imagined world had the truth
    expected: float = 0.0  # how often that may happen

    def likelihood(self) -> float:
        """How likely so many misses or more are, if each question has its allowed share: an upper bound (Chernoff)."""
        if self.missed <= self.expected:
            return 1.0
        return math.exp(self.missed - self.expected + self.missed * math.log(self.expected / self.missed))


def allowed(counts: Counter[int], worlds: int) -> float:
    """How likely the truth may be missing among imagined worlds with these answers."""
    return min(0.9, SLACK * (1 + len([count for count in counts.values() if count == 1])) / worlds)


def compare(game: AnyGame, matches: int, positions: int, seed: int = 0, worlds: int = WORLDS) -> dict[str, Score]:
    """Play at random and ask at some positions of every match: by key of the fact and what is going on, how often belief missed the truth.
    Of one question (what is that piece?) one position a match counts, for answers of neighbouring positions hang together."""
    scores: dict[str, Score] = {}
    for number in range(matches):
        rnd = random.Random(seed * 10007 + number)
        inputs, at = a_match(game, positions, rnd)
        asked: set[tuple[int, Question, str]] = set()
        state = game.setup()
        for i, (seat, action) in enumerate(inputs[: max(at, default=0) + 1]):
            if i in at:
                for watcher in rnd.sample(range(game.seats), 2):
                    ask(game, state, watcher, at[i], rnd, worlds, asked, scores)
            game.apply(state, seat, action)
    return scores


def a_match(game: AnyGame, positions: int, rnd: random.Random) -> tuple[list[Input], dict[int, str]]:
    """The inputs of a random match, and some positions of it, with the question that is put there: each comes up as often as others."""
    card = games.card(game.name)
    match: Match[Any, Any, Any] = Match(game, Draw(rnd.getrandbits(60)))
    found: dict[tuple[str, ...], list[int]] = {}
    while match.state.table.pending and len(match.inputs) < LONGEST:
        table, hands = match.state.table, match.state.hands
        prompts = tuple(card.prompt(game, table, hands[seat]) if seat in table.pending else "" for seat in range(game.seats))
        found.setdefault(prompts, []).append(len(match.inputs))
        match.play(*choose(game, match.state, rnd))
    kinds = sorted(found)
    rnd.shuffle(kinds)
    return match.inputs, {rnd.choice(found[kind]): next(prompt for prompt in kind if prompt) for kind in kinds[:positions]}


def ask(
    game: AnyGame,
    state: AnyState,
    seat: int,
    prompt: str,
    rnd: random.Random,
    worlds: int,
    asked: set[tuple[int, Question, str]],
    scores: dict[str, Score],
) -> None:
    """One seat's belief about all its questions, at one position."""
    truth = answers(game, state, seat)
    counts: dict[Question, Counter[int]] = {question: Counter() for question in truth}
    draw = Draw(rnd.getrandbits(60))
    for _ in range(worlds):
        for question, value in answers(game, game.imagine(state.table, state.hands[seat], draw), seat).items():
            if question in counts:
                counts[question][value] += 1
    for question, value in truth.items():
        if (seat, question, prompt) not in asked:
            asked.add((seat, question, prompt))
            score = scores.setdefault(f"{question[2]} at {prompt}", Score())
            score.asked += 1
            score.expected += allowed(counts[question], worlds)
            score.missed += value not in counts[question]


def answers(game: AnyGame, state: AnyState, seat: int) -> dict[Question, int]:
    """The answer to every question; and that those of one kind have not all the same, if so: what is likely of each may be impossible of
    all together."""
    facts = games.card(game.name).facts(game, state, seat)
    found = {(fact.subject_kind, fact.subject, fact.key): fact.value for fact in facts}
    for key in {fact.key for fact in facts}:
        values = [fact.value for fact in facts if fact.key == key]
        if len(set(values)) > 1:
            found[("", -1, f"{key}, of several kinds")] = 1
    return found


def check_belief(game: AnyGame, seed: int) -> None:
    for key, score in compare(game, MATCHES, POSITIONS, seed).items():
        likelihood = score.likelihood()
        told = f"of {score.asked} questions '{key}' the truth was in none of {WORLDS} imagined worlds {score.missed} times"
        assert likelihood >= FALSE_ALARM, f"{told}: that happens once in {1 / max(likelihood, 1e-99):.1g}"
