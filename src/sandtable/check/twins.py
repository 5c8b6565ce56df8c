"""The two tests that guard secrecy.

**Twin worlds**: ``imagine`` yields a truth a seat cannot tell from the real one.  Played on with
the same inputs, both must look the same to that seat, byte for byte, until something hidden comes
to light (an event told by ``State.reveal``).

**Sealed choices**: ``imagine`` copies the table, so it cannot notice a secret that lies on it.  So
take a real match and replace one decision of another seat, or one outcome of chance, by another
legal one: as long as a seat hears the same events in both, all it receives must stay the same.
"""

from __future__ import annotations

import random
from itertools import zip_longest
from typing import Any

from sandtable.check.walk import LIMIT, AnyGame, AnyState, hearing, junk, table_picture, walk
from sandtable.core.game import CHANCE, REVEALED, Action, Draw
from sandtable.core.match import Match
from sandtable.wire.view import view_bytes

AnyMatch = Match[Any, Any, Any]
HORIZON = 40  # inputs a pair of worlds is played on


def check_twins(game: AnyGame, seed: int) -> None:
    def visit(match: AnyMatch, rnd: random.Random) -> None:
        if rnd.random() < 0.15:
            seat = rnd.randrange(game.seats)
            dream = game.imagine(match.state.table, match.state.hands[seat], Draw(rnd.getrandbits(60)))
            play_twins(game, game.copy(match.state), dream, seat, rnd)

    walk(game, seed, visit, 600)


def play_twins(game: AnyGame, real: AnyState, dream: AnyState, seat: int, rnd: random.Random) -> None:
    """Play both worlds on with the same inputs as long as the seat cannot tell them apart."""
    draw = Draw(rnd.getrandbits(60))
    compare(game, real, dream, seat, rnd, "at once")
    for _ in range(HORIZON):
        step = common_input(game, real, dream, seat, rnd)
        if step is None:
            return
        real.news, dream.news = [], []
        game.apply(real, *step)
        game.apply(dream, *step)
        while real.table.dice or dream.table.dice:
            outcome = tuple(draw.below(n) for n in real.table.dice)
            other = outcome if real.table.dice == dream.table.dice else tuple(draw.below(n) for n in dream.table.dice)
            if outcome:
                game.apply(real, CHANCE, outcome)
            if other:
                game.apply(dream, CHANCE, other)
        if parted(real, dream, seat, f"after {step}"):
            return
        compare(game, real, dream, seat, rnd, f"after {step}")


def common_input(game: AnyGame, real: AnyState, dream: AnyState, watcher: int, rnd: random.Random) -> tuple[int, Action] | None:
    """An input that is legal in both worlds.  How far another seat has come with a sealed answer
    of several steps is its own affair, and that it has finished may be seen: so such a step is
    taken only where it finishes in both worlds or in neither."""
    seats = [seat for seat in real.table.pending if seat in dream.table.pending]
    rnd.shuffle(seats)
    for seat in seats:
        offer = game.actions(real.table, real.hands[seat])
        for action in rnd.sample(offer, min(6, len(offer))):
            if game.refusal(dream.table, dream.hands[seat], action) != "":
                continue
            if seat == watcher or inner_step(game, real, seat, action) == inner_step(game, dream, seat, action):
                return seat, action
    return None


def inner_step(game: AnyGame, state: AnyState, seat: int, action: Action) -> bool:
    """Whether an action is a step inside a sealed answer: the table stays as it is, nobody else hears of it."""
    after = game.copy(state)
    game.apply(after, seat, action)
    heard_by_others = any(event.audience != 1 << seat for event in after.news)
    return not heard_by_others and table_picture(after) == table_picture(state)


def parted(real: AnyState, dream: AnyState, seat: int, when: str) -> bool:
    """Whether the seat can now tell the worlds apart; only a reveal may be the reason."""
    one, two = hearing(real.news, seat), hearing(dream.news, seat)
    for left, right in zip_longest(one, two):
        if left != right:
            natures = [event[2] for event in (left, right) if event is not None]
            assert REVEALED in natures, f"{when} seat {seat} hears {left} or {right}, as a secret will have it"
            return True
    return False


def compare(game: AnyGame, real: AnyState, dream: AnyState, seat: int, rnd: random.Random, when: str) -> None:
    """All that reaches a seat, and an onlooker, byte for byte; refusals too."""
    mine, theirs = real.hands[seat], dream.hands[seat]
    one = view_bytes(game, real.table, mine, real.news)
    two = view_bytes(game, dream.table, theirs, dream.news)
    assert one == two, f"{when} seat {seat} can tell two worlds apart: {difference(one, two)}"
    if seat in real.table.pending:
        for action in junk(game, real, rnd):
            left, right = game.refusal(real.table, mine, action), game.refusal(dream.table, theirs, action)
            assert left == right, f"{when} the refusal of {action} tells seat {seat} a secret: {left} or {right}"


def difference(one: bytes, two: bytes) -> str:
    at = next((i for i in range(min(len(one), len(two))) if one[i] != two[i]), min(len(one), len(two)))
    return f"...{one[max(0, at - 60) : at + 40].decode(errors='replace')}  |  {two[max(0, at - 10) : at + 40].decode(errors='replace')}"


def check_sealed(game: AnyGame, seed: int) -> None:
    match = walk(game, seed, lambda m, r: None, LIMIT)
    rnd = random.Random(seed)
    state = game.setup()
    chosen = set(rnd.sample(range(len(match.inputs)), min(25, len(match.inputs))))
    for i, (seat, action) in enumerate(match.inputs):
        if i in chosen:
            other = replacement(game, state, seat, action, rnd)
            for watcher in range(game.seats):
                if other != action and watcher != seat:
                    follow(game, state, [(seat, other), *match.inputs[i + 1 :]], match.inputs[i:], watcher, rnd)
        game.apply(state, seat, action)


def replacement(game: AnyGame, state: AnyState, seat: int, action: Action, rnd: random.Random) -> Action:
    """Another legal decision, or another outcome of the same dice."""
    if seat == CHANCE:
        return tuple(rnd.randrange(n) for n in state.table.dice)
    return rnd.choice(game.actions(state.table, state.hands[seat]))


def follow(game: AnyGame, start: AnyState, changed: list[Any], inputs: list[Any], seat: int, rnd: random.Random) -> None:
    """Fold both lists as far as both are legal and the seat hears the same."""
    one, two = game.copy(start), game.copy(start)
    for (who, action), (_, other) in zip(inputs[:HORIZON], changed[:HORIZON], strict=False):
        if not legal(game, two, who, other):
            return
        if who != CHANCE and inner_step(game, one, who, action) != inner_step(game, two, who, other):
            return  # that a seat has finished its sealed answer may be seen
        one.news, two.news = [], []
        game.apply(one, who, action)
        game.apply(two, who, other)
        if hearing(one.news, seat) != hearing(two.news, seat):
            return
        if one.table.dice or two.table.dice:
            continue  # dice are rolled before anybody looks
        compare(game, one, two, seat, rnd, f"after another choice of seat {who}, {action} or {other},")


def legal(game: AnyGame, state: AnyState, seat: int, action: Action) -> bool:
    if seat == CHANCE:
        return len(action) == len(state.table.dice) and all(v < n for v, n in zip(action, state.table.dice, strict=True))
    return not state.table.dice and seat in state.table.pending and game.refusal(state.table, state.hands[seat], action) == ""
