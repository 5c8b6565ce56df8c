"""Random walks through a game, and pictures of what they meet: what all checks share."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from sandtable.core.game import CHANCE, Action, Draw, Event, Game, State
from sandtable.core.match import Match
from sandtable.wire.plain import dump, dump_state, encode
from sandtable.wire.view import heard

AnyGame = Game[Any, Any, Any]
AnyState = State[Any, Any, Any]
Visit = Callable[[Match[Any, Any, Any], random.Random], None]

# A match of random play may be long; checks look at its first part.
LIMIT = 4000


def walk(game: AnyGame, seed: int, visit: Visit, limit: int = LIMIT) -> Match[Any, Any, Any]:
    """Play a random match and let ``visit`` look at every wait."""
    rnd, match = random.Random(seed), Match(game, Draw(seed))
    while match.state.table.pending and len(match.inputs) < limit:
        game.audit(match.state)
        visit(match, rnd)
        seat, action = choose(game, match.state, rnd)
        match.play(seat, action)
    game.audit(match.state)
    return match


def choose(game: AnyGame, state: AnyState, rnd: random.Random) -> tuple[int, Action]:
    """A random pending seat and a random action of its offer; often without mirror images, as search sees it."""
    seat = rnd.choice(state.table.pending)
    hand = state.hands[seat]
    offer = game.actions(state.table, hand)
    return seat, rnd.choice(offer if rnd.random() < 0.3 else game.tidy(state.table, hand, offer))


def roll(game: AnyGame, state: AnyState, draw: Draw) -> None:
    """Let chance answer until a seat is awaited or the match is over."""
    while state.table.dice:
        game.apply(state, CHANCE, tuple(draw.below(n) for n in state.table.dice))


def picture(state: AnyState) -> bytes:
    """The whole truth as bytes."""
    return encode(dump_state(state))


def table_picture(state: AnyState) -> bytes:
    return encode(dump(state.table))


def hearing(events: list[Event], seat: int) -> list[tuple[int, Action, int]]:
    """What a seat hears, comparable."""
    return [(event.kind, event.args, event.nature_to(seat)) for event in heard(events, seat)]


def junk(game: AnyGame, state: AnyState, rnd: random.Random) -> list[Action]:
    """Actions that are mostly illegal: other seats', twisted, too short, too long, absurd."""
    found: list[Action] = [(), (0,), (-1,), (-7, 3), (10**6,), (0, -1), (1, 10**12, -(10**12)), (2,) * 40]
    for hand in state.hands:
        if state.table.pending:
            offer = game.actions(state.table, hand) if hand.seat in state.table.pending else []
            found += rnd.sample(offer, min(2, len(offer)))
    for action in found[8:]:
        i = rnd.randrange(len(action))
        twisted = list(action)
        twisted[i] += rnd.choice([-1, 1, 7, 10**4])
        found += [tuple(twisted), action[:-1], (*action, rnd.randrange(3))]
    return found
