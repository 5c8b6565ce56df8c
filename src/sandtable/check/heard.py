"""What is heard lies there afterwards.

Replace one decision of another seat, or one outcome of chance, by another legal one, or let two decisions of a seat change places.
As long as both worlds go on with the same inputs, a watcher may hear something else only if its table or its hand differs then, at
once or soon: what a seat can know is exactly the pair (table, hand), so news must not say more.  Twin worlds cannot see that, since
both hear the same input; sealed choices end where the news differ.  The same where twin worlds part: what was revealed lies there.

Soon means: whatever the seats do next, so other ways to go on are tried, too.  What lay on the table even for the moment before a
die fell counts, too.

Some events are public history by nature (what flew where, which pips the dice showed) and leave nothing behind.  They are declared on the
card, each with its reason: ``Card.history``, by the event's word, or by its word and the kind of an operand ("rolled pips") if only
that operand is forgotten.
"""

from __future__ import annotations

import random
from typing import Any

from sandtable import games
from sandtable.check.twins import inner_step, legal, parted, swapped
from sandtable.check.walk import LIMIT, AnyGame, AnyState, walk
from sandtable.core.game import CHANCE, Action, Draw, Input
from sandtable.kit.card import operand_kind
from sandtable.wire.notation import event_words
from sandtable.wire.plain import dump
from sandtable.wire.view import heard

TRIED = 15  # inputs of a match that are replaced, whatever they bring ...
OF_A_KIND = 3  # ... and those that bring an event of a kind: some are rare
HORIZON = 60  # inputs both worlds are played on
REDEEMED = 24  # inputs after which what was heard has to lie there
BRANCHES = 3  # other ways to go on that are tried
BEFORE = 6  # inputs before an event, at most, a seat imagines another world


def check_heard(game: AnyGame, seed: int) -> None:
    match = walk(game, seed, lambda m, r: None, LIMIT)
    rnd, further = random.Random(seed), random.Random(-seed - 1)
    chosen = worth_trying(game, match.inputs, rnd)
    dreaming = {max(0, i - rnd.randrange(BEFORE)) for i in chosen}
    state = game.setup()
    for i, (seat, action) in enumerate(match.inputs):
        rest = match.inputs[i : i + HORIZON]
        if i in chosen:
            for changed in (replaced(game, state, rest, rnd), swapped(rest, rnd)):
                for watcher in range(-1, game.seats):
                    if watcher != seat and changed != rest:
                        follow(game, game.copy(state), game.copy(state), rest, changed, watcher, rnd)
        if i in dreaming and not state.table.dice:
            watcher = rnd.randrange(game.seats)
            dream = game.imagine(state.table, state.hands[watcher], Draw(rnd.getrandbits(60)))
            follow(game, game.copy(state), dream, rest, rest, watcher, rnd, True)
            for other in range(game.seats):
                if other != watcher:
                    dream = game.imagine(state.table, state.hands[other], Draw(further.getrandbits(60)))
                    follow(game, game.copy(state), dream, rest, rest, other, further, True)
        game.apply(state, seat, action)


def worth_trying(game: AnyGame, inputs: list[Input], rnd: random.Random) -> set[int]:
    """Some inputs, and for every kind of event some that bring it."""
    bring: dict[int, list[int]] = {}
    state = game.setup()
    for i, (seat, action) in enumerate(inputs):
        state.news = []
        game.apply(state, seat, action)
        for kind in {event.kind for event in state.news}:
            bring.setdefault(kind, []).append(i)
    chosen = set(rnd.sample(range(len(inputs)), min(TRIED, len(inputs))))
    for found in bring.values():
        chosen.update(rnd.sample(found, min(OF_A_KIND, len(found))))
    return chosen


def replaced(game: AnyGame, state: AnyState, inputs: list[Input], rnd: random.Random) -> list[Input]:
    """The first input another one."""
    seat, _ = inputs[0]
    if seat == CHANCE:
        return [(seat, tuple(rnd.randrange(n) for n in state.table.dice)), *inputs[1:]]
    return [(seat, rnd.choice(game.actions(state.table, state.hands[seat]))), *inputs[1:]]


def follow(
    game: AnyGame,
    one: AnyState,
    two: AnyState,
    inputs: list[Input],
    changed: list[Input],
    watcher: int,
    rnd: random.Random,
    dreamed: bool = False,
) -> None:
    """Fold both lists as long as both are legal; where the watcher hears something else, its pair must differ soon.  Where it has only
    dreamed of the other world, something must be revealed to it first."""
    one.loud = two.loud = True
    gap = ""
    waited = 0
    for (seat, action), (_, other) in zip(inputs, changed, strict=True):
        if not legal(game, one, seat, action) or not legal(game, two, seat, other):
            break
        if dreamed and seat != CHANCE and inner_step(game, one, seat, action) != inner_step(game, two, seat, other):
            break  # that a seat has finished its sealed answer may be seen
        differs = play_both(game, one, two, seat, action, other, watcher)
        told_apart = dreamed and parted(one, two, watcher, f"after {action} of seat {seat}")
        if differs:
            return
        dreamed = dreamed and not told_apart
        left, right = said(game, one, watcher), said(game, two, watcher)
        if not gap and left != right:
            gap = f"after {action} or {other} of seat {seat}, {name(watcher)} hears {apart(left, right)}, and sees the same table and hand"
            for _ in range(BRANCHES):
                assert redeemed(game, one, two, watcher, rnd), f"{gap}, perhaps for long"
        waited += bool(gap) and not one.table.dice  # dice are rolled before anybody looks
        if waited > REDEEMED:
            break
    assert not waited, gap


def play_both(game: AnyGame, one: AnyState, two: AnyState, seat: int, action: Action, other: Action, watcher: int) -> bool:
    """One input in each world; whether the watcher's pair differs then."""
    one.news, two.news = [], []
    game.apply(one, seat, action)
    game.apply(two, seat, other)
    return pair(one, watcher) != pair(two, watcher)


def redeemed(game: AnyGame, one: AnyState, two: AnyState, watcher: int, rnd: random.Random) -> bool:
    """Go on at random, the same in both worlds, rare verbs as often as others: does the pair come to differ?  True also where the
    worlds have no input in common: then nothing can be said."""
    one, two = game.copy(one), game.copy(two)
    for _ in range(REDEEMED):
        if not one.table.pending and not one.table.dice:
            return False
        step = common(game, one, two, rnd)
        if step is None or play_both(game, one, two, *step, step[1], watcher):
            return True
    return False


def common(game: AnyGame, one: AnyState, two: AnyState, rnd: random.Random) -> Input | None:
    """An input that is legal in both worlds, its verb chosen first."""
    if one.table.dice:
        roll = tuple(rnd.randrange(n) for n in one.table.dice)
        return (CHANCE, roll) if legal(game, two, CHANCE, roll) else None
    seat = rnd.choice(one.table.pending)
    offer = [action for action in game.actions(one.table, one.hands[seat]) if legal(game, two, seat, action)]
    if not offer:
        return None
    verb = rnd.choice(sorted({action[0] for action in offer}))
    return seat, rnd.choice([action for action in offer if action[0] == verb])


def said(game: AnyGame, state: AnyState, watcher: int) -> list[str]:
    """What a seat has just heard, but for what leaves nothing behind."""
    card = games.card(game.name)
    found = []
    for event in heard(state.news, watcher):
        words = event_words(game, state.table, event)
        if words[0] in card.history:
            continue
        if event.kind >= 0:
            kinds = [operand_kind(card.events[event.kind], i) for i in range(len(event.args))]
            words[1:] = [word for word, kind in zip(words[1:], kinds, strict=True) if f"{words[0]} {kind}" not in card.history]
        found.append(" ".join(words))
    return found


def apart(one: list[str], two: list[str]) -> str:
    """Where two lists of events differ."""
    first = next((i for i, (left, right) in enumerate(zip(one, two, strict=False)) if left != right), min(len(one), len(two)))
    return f"{one[first : first + 4]} or {two[first : first + 4]}"


def pair(state: AnyState, watcher: int) -> tuple[Any, Any]:
    return dump(state.table), dump(state.hands[watcher]) if watcher >= 0 else None


def name(watcher: int) -> str:
    return "an onlooker" if watcher < 0 else f"seat {watcher}"
