"""Random play in search of faults: crashes, dead ends, broken invariants, matches without an end.

Play is random at first, and then guided by coverage of the rules' situations: records that
reached a new pair (question, verb) after another are kept, and new matches branch off from them.
A failure is made short before it is shown.

Every seat tries to take its last decision back, in the first positions of a match always and later in
a share of them: folding a long match again at every position would leave no time to play others.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sandtable import games
from sandtable.check.undoing import try_undo
from sandtable.check.walk import choose
from sandtable.core.game import CHANCE, Draw, Input
from sandtable.core.match import UNDO, Match
from sandtable.kit.card import Options
from sandtable.wire.record import Record

STEP_LIMIT = 100_000
UNDO_FOR = 4  # positions in which undo is always tried; after n inputs in 4 of n: about as much work again as the play itself


@dataclass
class Fault:
    """A match that went wrong, as short as it could be made."""

    record: Record
    error: str


@dataclass
class Progress:
    matches: int = 0
    inputs: int = 0
    undos: int = 0  # decisions taken back and made again
    situations: int = 0  # different (question, verb) pairs in succession that play has reached
    faults: list[Fault] = field(default_factory=list)


Corpus = list[list[Input]]


def fuzz(name: str, matches: int | None, minutes: float | None, seed: int = 0, audit: bool = True) -> Iterator[Progress]:
    """Play until enough matches or minutes are over; yields after every match."""
    card = games.card(name)
    trials = card.trials()
    rnd = random.Random(seed)
    progress = Progress()
    seen: set[tuple[Any, ...]] = set()
    corpora: list[Corpus] = [[] for _ in trials]
    until = time.monotonic() + 60 * minutes if minutes is not None else None
    while (matches is None or progress.matches < matches) and (until is None or time.monotonic() < until):
        which = progress.matches % len(trials)
        seats, options = trials[which]
        _one(name, seats, options, corpora[which], rnd, seen, progress, audit)
        progress.matches += 1
        progress.situations = len(seen)
        yield progress


def _one(
    name: str, seats: int, options: Options, corpus: Corpus, rnd: random.Random, seen: set[tuple[Any, ...]], progress: Progress, audit: bool
) -> None:
    game = games.load(name, seats, options)
    card = games.card(name)
    match = Match(game, Draw(rnd.getrandbits(60)))
    fresh, trying = False, -1
    try:
        if corpus and rnd.random() < 0.4:  # branch off from a match that reached something new
            parent = rnd.choice(corpus)
            match.resume(whole_steps(parent[: rnd.randrange(len(parent) + 1)]))
        last: tuple[Any, ...] = ()
        while match.state.table.pending:
            seat, action = choose(game, match.state, rnd)
            here = (card.prompt(game, match.state.table, match.state.hands[seat]), action[0])
            if (*last, *here, seats) not in seen:
                seen.add((*last, *here, seats))
                fresh = True
            last = here
            match.play(seat, action)
            progress.inputs += 1
            if audit:
                game.audit(match.state)
            if rnd.random() * len(match.inputs) < UNDO_FOR:
                for trying in range(game.seats):
                    progress.undos += try_undo(match, trying)
                trying = -1
            assert len(match.inputs) < STEP_LIMIT, "the match does not come to an end"
        assert not match.state.table.dice, "dice await and nobody rolls them"
    except Exception as error:  # the fuzzer's business is any fault at all
        undo: list[Input] = [(trying, (UNDO,))] if trying >= 0 else []
        record = Record(name, game.version, game.seats, games.complete(card, options), match.inputs + undo)
        progress.faults.append(Fault(shorten(record, type(error)), f"{type(error).__name__}: {error}"))
    if fresh and len(corpus) < 500:
        corpus.append(match.inputs[:])


def whole_steps(inputs: list[Input]) -> list[Input]:
    """Cut a record back to its last decision of a seat, whose dice the umpire then rolls anew."""
    end = len(inputs)
    while end > 0 and inputs[end - 1][0] == CHANCE:
        end -= 1
    return inputs[:end]


def fails(record: Record, kind: type[BaseException]) -> bool:
    """Whether folding the inputs, each if it is legal then, ends in an error of this kind.  An undo can only be the last."""
    game = record.load_game()
    state = game.setup()
    try:
        for n, (seat, action) in enumerate(record.inputs):
            if seat != CHANCE and action[0] == UNDO:
                match = Match(game, Draw(1))
                match.resume(record.inputs[:n])
                try_undo(match, seat)
                return False
            if seat == CHANCE:
                if len(action) != len(state.table.dice) or any(v >= n for v, n in zip(action, state.table.dice, strict=True)):
                    return False
            elif state.table.dice or seat not in state.table.pending or game.refusal(state.table, state.hands[seat], action):
                return False
            game.apply(state, seat, action)
            game.audit(state)
            if state.table.pending:
                game.actions(state.table, state.hands[state.table.pending[0]])
    except kind:
        return True
    return False


def shorten(record: Record, kind: type[BaseException], budget: int = 400) -> Record:
    """Leave out runs of inputs, halving their length, as long as the same error remains."""
    if not fails(record, kind):
        return record
    inputs, run = record.inputs, max(1, len(record.inputs) // 2)
    while run >= 1 and budget > 0:
        at = 0
        while at < len(inputs) and budget > 0:
            shorter = Record(record.game, record.version, record.seats, record.options, inputs[:at] + inputs[at + run :])
            budget -= 1
            if fails(shorter, kind):
                inputs = shorter.inputs
            else:
                at += run
        run //= 2
    return Record(record.game, record.version, record.seats, record.options, inputs)
