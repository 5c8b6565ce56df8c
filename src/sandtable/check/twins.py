"""The two tests that guard secrecy.

**Twin worlds**: ``imagine`` yields a truth a seat cannot tell from the real one.  Played on with
the same inputs, both must look the same to that seat, byte for byte, until something hidden comes
to light (an event told by ``State.reveal``).

**Sealed choices**: ``imagine`` copies the table, so it cannot notice a secret that lies on it.  So
take a real match and replace one decision of another seat, or one outcome of chance, by another
legal one, let two decisions change places, or leave a sealed one out: as long as a seat hears the same events in both, all it
receives must stay the same.
"""

from __future__ import annotations

import json
import random
from itertools import zip_longest
from typing import Any

from sandtable.check.walk import LIMIT, AnyGame, AnyState, hearing, junk, table_picture, walk
from sandtable.core.game import CHANCE, REVEALED, Action, Draw, Input
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
    trash = junk(game, real, rnd)
    compare(glimpse(game, real, seat, trash), glimpse(game, dream, seat, trash), f"at once seat {seat}")
    for _ in range(HORIZON):
        step = common_input(game, real, dream, seat, rnd)
        if step is None:
            return
        # Each world is looked at right after its step: rules that keep a back door to the last
        # state they saw would otherwise look through the same door in both.
        rolls = play_step(game, real, step, [], draw)
        trash = junk(game, real, rnd)
        one = glimpse(game, real, seat, trash)
        thrown = play_step(game, dream, step, rolls, draw)
        two = glimpse(game, dream, seat, trash)
        if parted(real, dream, seat, f"after {step}"):
            return
        assert [len(roll) for roll in rolls] == [len(roll) for roll in thrown], f"after {step} as many dice fall as a secret will have it"
        compare(one, two, f"after {step} seat {seat}")


def play_step(game: AnyGame, state: AnyState, step: tuple[int, Action], rolls: list[Action], draw: Draw) -> list[Action]:
    """Apply an input and then dice: those given as long as they fit, then others; returns them."""
    state.news = []
    game.apply(state, *step)
    done: list[Action] = []
    while state.table.dice:
        given = rolls[len(done)] if len(done) < len(rolls) else ()
        fits = len(given) == len(state.table.dice) and all(v < n for v, n in zip(given, state.table.dice, strict=True))
        done.append(given if fits else tuple(draw.below(n) for n in state.table.dice))
        game.apply(state, CHANCE, done[-1])
    return done


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


Glimpse = tuple[bytes, list[tuple[Action, str]]]


def glimpse(game: AnyGame, state: AnyState, seat: int, trash: list[Action]) -> Glimpse:
    """All that reaches a seat, byte for byte, and how it is refused what it may not do."""
    hand = state.hands[seat]
    message = view_bytes(game, state.table, hand, state.news)
    if seat not in state.table.pending:
        return message, []
    return message, [(action, game.refusal(state.table, hand, action)) for action in trash]


def compare(one: Glimpse, two: Glimpse, when: str) -> None:
    assert one[0] == two[0], f"{when} can tell two worlds apart: {difference(one[0], two[0])}"
    for (action, left), (_, right) in zip(one[1], two[1], strict=True):
        assert left == right, f"{when} learns a secret from the refusal of {action}: {left} or {right}"


def difference(one: bytes, two: bytes) -> str:
    """Where two messages differ, by name: ``table.pending: [0,1] | [1]``."""
    left, right = json.loads(one), json.loads(two)
    found: list[str] = []
    for part in ("table", "hand"):
        mine, theirs = left.get(part) or {}, right.get(part) or {}
        found += [f"{part}.{key}: {mine.get(key)} | {theirs.get(key)}" for key in mine | theirs if mine.get(key) != theirs.get(key)]
    rest = [key for key in left | right if key not in ("table", "hand") and left.get(key) != right.get(key)]
    found += [f"{key}: {left.get(key)} | {right.get(key)}" for key in rest]
    return "; ".join(found) if found else bytes_apart(one, two)


def bytes_apart(one: bytes, two: bytes) -> str:
    """Where the same content is written otherwise."""
    at = next((i for i in range(min(len(one), len(two))) if one[i] != two[i]), min(len(one), len(two)))
    return f"...{one[max(0, at - 60) : at + 40].decode(errors='replace')}  |  {two[max(0, at - 10) : at + 40].decode(errors='replace')}"


def check_sealed(game: AnyGame, seed: int) -> None:
    match = walk(game, seed, lambda m, r: None, LIMIT)
    rnd = random.Random(seed)
    state = game.setup()
    chosen = of_every_verb(match.inputs, rnd)
    for i, (seat, action) in enumerate(match.inputs):
        if i in chosen:
            rest = match.inputs[i : i + HORIZON]
            for changed in (replaced(game, state, rest, rnd), swapped(rest, rnd), []):
                for watcher in range(game.seats):
                    if watcher != seat and changed and changed != rest:
                        follow(game, game.copy(state), game.copy(state), rest, changed, watcher, rnd)
                    elif watcher != seat and not changed and seat != CHANCE and inner_step(game, state, seat, action):
                        left_out(game, state, rest, watcher, rnd)
        game.apply(state, seat, action)


def of_every_verb(inputs: list[Input], rnd: random.Random) -> set[int]:
    """Some inputs, and some of each verb: what is chosen seldom counts as much."""
    by_verb: dict[int, list[int]] = {}
    for i, (seat, action) in enumerate(inputs):
        by_verb.setdefault(-1 if seat == CHANCE else action[0], []).append(i)
    chosen = set(rnd.sample(range(len(inputs)), min(10, len(inputs))))
    for found in by_verb.values():
        chosen.update(rnd.sample(found, min(2, len(found))))
    return chosen


def replaced(game: AnyGame, state: AnyState, inputs: list[Input], rnd: random.Random) -> list[Input]:
    """The first input another one."""
    seat, action = inputs[0]
    return [(seat, replacement(game, state, seat, action, rnd)), *inputs[1:]]


def replacement(game: AnyGame, state: AnyState, seat: int, action: Action, rnd: random.Random) -> Action:
    """Another legal decision, often of another verb, or another outcome of the same dice."""
    if seat == CHANCE:
        return tuple(rnd.randrange(n) for n in state.table.dice)
    offer = game.actions(state.table, state.hands[seat])
    if rnd.random() < 0.4:
        verb = rnd.choice(sorted({other[0] for other in offer}))
        offer = [other for other in offer if other[0] == verb]
    return rnd.choice(offer)


def swapped(inputs: list[Input], rnd: random.Random) -> list[Input]:
    """The last operands of the first decision and of a later one of the same seat and verb change places."""
    seat, action = inputs[0]
    later = [n for n, (who, other) in enumerate(inputs) if n and who == seat and other[0] == action[0] and len(other) == len(action) > 1]
    if seat == CHANCE or not later:
        return inputs
    n = rnd.choice(later)
    other = inputs[n][1]
    found = inputs[:]
    found[0], found[n] = (seat, (*action[:-1], other[-1])), (seat, (*other[:-1], action[-1]))
    return found


def left_out(game: AnyGame, state: AnyState, inputs: list[Input], watcher: int, rnd: random.Random) -> None:
    """Without a step inside a sealed answer, everything else stays."""
    one, two = game.copy(state), game.copy(state)
    game.apply(one, *inputs[0])
    follow(game, one, two, inputs[1:], inputs[1:], watcher, rnd)


def follow(game: AnyGame, one: AnyState, two: AnyState, inputs: list[Input], changed: list[Input], seat: int, rnd: random.Random) -> None:
    """Fold both lists as far as both are legal and the seat hears the same."""
    for (who, action), (_, other) in zip(inputs, changed, strict=True):
        if not legal(game, one, who, action) or not legal(game, two, who, other):
            return
        if who != CHANCE and inner_step(game, one, who, action) != inner_step(game, two, who, other):
            return  # that a seat has finished its sealed answer may be seen
        one.news, two.news = [], []
        game.apply(one, who, action)
        trash = junk(game, one, rnd) if not one.table.dice else []
        left = glimpse(game, one, seat, trash) if not one.table.dice else None
        game.apply(two, who, other)
        right = glimpse(game, two, seat, trash) if not two.table.dice else None
        if hearing(one.news, seat) != hearing(two.news, seat):
            return
        assert one.table.dice == two.table.dice, f"after {action} or {other} of seat {who} as many dice fall as a secret will have it"
        if left is not None and right is not None:  # dice are rolled before anybody looks
            compare(left, right, f"after another choice of seat {who}, {action} or {other}, seat {seat}")


def legal(game: AnyGame, state: AnyState, seat: int, action: Action) -> bool:
    if seat == CHANCE:
        return len(action) == len(state.table.dice) and all(v < n for v, n in zip(action, state.table.dice, strict=True))
    return not state.table.dice and seat in state.table.pending and game.refusal(state.table, state.hands[seat], action) == ""
