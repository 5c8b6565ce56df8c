"""An imagined world has a history.

``imagine`` builds a state, not a match.  Could it have come about, and would the seat have heard and been offered all that it really was?
That is shown by finding the match: take the real one, and change what the others decided, and dice nobody saw, one thing after
another, as long as the seat receives the very same, message by message from the set-up on, until the hidden facts are those of
the imagined world.  A match that is found is a proof, whatever ``audit`` thinks of.  One that is not found may only be hard to find:
so a card says of how many imagined worlds in a hundred a history is found at least (``Card.traced``).  Where that is nought, secrets
hang together in too many ways for a search at random, and nothing is asked here.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

from sandtable import games
from sandtable.check.belief import Question
from sandtable.check.twins import legal
from sandtable.check.walk import AnyGame, AnyState, choose, hearing
from sandtable.core.game import CHANCE, Draw, Input
from sandtable.core.match import Match
from sandtable.wire.plain import dump, encode

MATCHES = 12
POSITIONS = 3
LONGEST = 100  # inputs of a match that are looked at
TRIES = 2000  # changes that are tried for one world ...
PATIENCE = 1500  # ... and in a row without coming nearer
FALSE_ALARM = 1e-6

Received = tuple[list[Any], bytes, bytes]


class Past:
    """A match as one seat knows it: what it received at every step at which it received anything new."""

    def __init__(self, game: AnyGame, seat: int, inputs: list[Input]) -> None:
        self.game, self.seat = game, seat
        self.inputs = inputs
        self.states: list[AnyState] = []  # before each input
        self.known: list[int] = []  # messages received before each input
        self.messages: list[Received] = []
        state = game.setup()
        state.loud = True
        self.last = state
        message: Received = ([], b"", b"")
        for step in inputs:
            self.states.append(game.copy(state))
            self.known.append(len(self.messages))
            message = self.play(state, step, message)
        self.last = state

    def play(self, state: AnyState, step: Input, before: Received) -> Received:
        message = received(self.game, state, step, self.seat)
        if message[0] or message[1:] != before[1:]:
            self.messages.append(message)
        return message

    def changed(self, at: int, inputs: list[Input]) -> Past | None:
        """The match with these inputs from there on, if the seat receives the same; nothing when it would notice."""
        game = self.game
        other = Past(game, self.seat, [])
        other.inputs, other.messages = self.inputs[:at] + inputs, self.messages[: self.known[at]]
        other.states, other.known = self.states[:at], self.known[:at]
        state = game.copy(self.states[at])
        state.loud = True
        before = other.messages[-1] if other.messages else ([], b"", b"")
        for step in inputs:
            if not legal(game, state, *step):
                return None
            other.states.append(game.copy(state))
            other.known.append(len(other.messages))
            before = other.play(state, step, before)
            count = len(other.messages)
            if count > len(self.messages) or other.messages[count - 1 :] != self.messages[count - 1 : count]:
                return None
        other.last = state
        return other if len(other.messages) == len(self.messages) and not state.table.dice else None


def received(game: AnyGame, state: AnyState, step: Input, seat: int) -> Received:
    """What a seat hears of an input, and what it can see and is offered then; while dice await, nobody looks."""
    state.news = []
    game.apply(state, *step)
    if state.table.dice:
        return hearing(state.news, seat), b"", b""
    return hearing(state.news, seat), encode(dump(state.table)), encode(dump(state.hands[seat]))


def hidden_facts(game: AnyGame, state: AnyState, seat: int) -> dict[Question, int]:
    return {(f.subject_kind, f.subject, f.key): f.value for f in games.card(game.name).facts(game, state, seat)}


def trace(past: Past, wanted: dict[Question, int], tries: int, rnd: random.Random) -> Past:
    """Change the match until its hidden facts are the wanted ones, or as near as it comes."""
    apart = differences(past, wanted)
    idle: Counter[int] = Counter()  # by input: how often a change there would have been noticed or changed nothing that is asked
    nearer = 0
    for number in range(tries):
        if not apart or number > nearer + PATIENCE:
            break
        question = rnd.choice(apart)
        at = somewhere(past, question[1], idle, rnd)
        if at < 0:
            break
        other = past.changed(at, variation(past, at, question[1], wanted.get(question, -1), rnd))
        left = differences(other, wanted) if other is not None else apart
        idle[at] += 1 if left == apart else -3
        nearer = number if len(left) < len(apart) else nearer
        if other is not None and len(left) <= len(apart):
            if len(other.inputs) != len(past.inputs):
                idle = Counter({i + (i > at) * (len(other.inputs) - len(past.inputs)): n for i, n in idle.items()})
            past, apart = other, left
    return past


def differences(past: Past, wanted: dict[Question, int]) -> list[Question]:
    found = hidden_facts(past.game, past.last, past.seat)
    return sorted(question for question in wanted.keys() | found.keys() if wanted.get(question) != found.get(question))


def somewhere(past: Past, subject: int, idle: Counter[int], rnd: random.Random) -> int:
    """Where something is changed: mostly at a step of which the seat received nothing, often at one about the subject, and where
    changes were of use so far."""
    ends = [*past.known[1:], len(past.messages)]
    others = [i for i, (who, _) in enumerate(past.inputs) if who != past.seat]
    silent = [i for i in others if ends[i] == past.known[i]]
    about = [i for i in silent if subject in past.inputs[i][1][1:]]
    for chosen, share in ((about, 0.4), (silent, 0.8), (others, 1.0)):
        if chosen and rnd.random() < share:
            return min(rnd.choices(chosen, k=8), key=lambda i: idle[i])
    return -1


def variation(past: Past, at: int, subject: int, value: int, rnd: random.Random) -> list[Input]:
    """The inputs from there on with one changed, left out, put in, or two exchanged; often such that an action names subject and value."""
    state, rest = past.states[at], past.inputs[at:]
    who, action = rest[0]
    if who == CHANCE:
        i = rnd.randrange(len(action))
        return [(who, (*action[:i], rnd.randrange(state.table.dice[i]), *action[i + 1 :])), *rest[1:]]
    way = rnd.random()
    if way < 0.15:
        return rest[1:]
    later = [n for n in range(1, len(rest)) if rest[n][0] == who and rest[n][1][0] == action[0] and len(rest[n][1]) == len(action) > 1]
    if way < 0.35 and later:
        n = rnd.choice(later[:30])
        found = rest[:]
        found[0], found[n] = (who, (*action[:-1], rest[n][1][-1])), (who, (*rest[n][1][:-1], action[-1]))
        return found
    offer = past.game.actions(state.table, state.hands[who])
    for fitting in ([a for a in offer if subject in a[1:] and value in a[1:]], [a for a in offer if subject in a[1:] or value in a[1:]]):
        if fitting and rnd.random() < 0.6:
            offer = fitting
            break
    other = rnd.choice(offer)
    return [(who, other), *rest] if way < 0.6 else [(who, other), *rest[1:]]


def look(game: AnyGame, seed: int, share: float) -> tuple[int, int]:
    """How many imagined worlds of random matches were looked at, and of how many a history was found; no longer than until it is plain
    that they are too few."""
    asked = found = 0
    for number in range(MATCHES):
        rnd = random.Random(seed * 10007 + number)
        match: Match[Any, Any, Any] = Match(game, Draw(rnd.getrandbits(60)))
        while match.state.table.pending and len(match.inputs) < LONGEST:
            match.play(*choose(game, match.state, rnd))
        waits = [i for i, (seat, _) in enumerate(match.inputs) if seat != CHANCE and i > 3]
        for at in rnd.sample(waits, min(POSITIONS, len(waits))):
            seat = rnd.randrange(game.seats)
            past = Past(game, seat, match.inputs[:at])
            dream = game.imagine(past.last.table, past.last.hands[seat], Draw(rnd.getrandbits(60)))
            wanted = hidden_facts(game, dream, seat)
            asked += 1
            found += not differences(trace(past, wanted, TRIES, rnd), wanted)
            if likelihood(MATCHES * POSITIONS, MATCHES * POSITIONS - asked + found, share) < FALSE_ALARM:
                return asked, found
    return asked, found


def likelihood(asked: int, found: int, share: float) -> float:
    """How likely so few are, if each is found with that share: an upper bound (Chernoff)."""
    rate = found / max(1, asked)
    if rate >= share:
        return 1.0
    distance = (1 - rate) * math.log((1 - rate) / (1 - share)) + (rate * math.log(rate / share) if rate else 0.0)
    return math.exp(-asked * distance)


def check_histories(game: AnyGame, seed: int) -> None:
    share = games.card(game.name).traced / 100
    if share:
        asked, found = look(game, seed, share)
        told = f"of {asked} imagined worlds {found} have a history that agrees with all the seat has heard and seen"
        assert likelihood(MATCHES * POSITIONS, MATCHES * POSITIONS - asked + found, share) >= FALSE_ALARM, f"{told}; {share:.0%} should"
