"""Mistakes planted in the real games, and the check that finds each.

**Loose tongues**: whatever a game ever says to some seats alone is said to everyone.  All kinds of such events are tried, in every game.
**Stubborn minds**: an imagined world is always the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cache
from typing import Any

import pytest

from sandtable import games
from sandtable.check import contract
from sandtable.check.walk import walk
from sandtable.core.game import EVERYONE, Action, Draw, Event

pytestmark = pytest.mark.interpreted

REAL = [name for name in games.names() if name != "picket"]
SEEDS = 4
MET = 7  # the seed by which private events are looked for, so rare ones come up at least once
Check = Callable[[Any, int], None]


@cache
def private_events(name: str) -> dict[str, list[int]]:
    """Words of events that some seats hear and others do not -> trials in which they come up."""
    card = games.card(name)
    found: dict[str, list[int]] = {}
    for trial, (seats, options) in enumerate(card.trials()):
        words: set[str] = set()

        def visit(match: Any, rnd: Any, words: set[str] = words) -> None:
            words |= {card.events[event.kind].word for event in match.state.news if event.audience != EVERYONE and event.kind >= 0}

        walk(games.load(name, seats, options), MET, visit, 1500)
        for word in words:
            found.setdefault(word, []).append(trial)
    return found


def planted(game: Any, changes: dict[str, Any]) -> Any:
    """The same game, some of whose methods are others; the game itself may be shared."""
    game = copy(game)
    game.__class__ = type("Planted", (type(game),), changes)
    return game


def loose(game: Any, word: str) -> Any:
    kind = [shape.word for shape in games.card(game.name).events].index(word)
    honest = type(game).apply

    def apply(self: Any, state: Any, seat: int, action: Action) -> None:
        heard = len(state.news)
        honest(self, state, seat, action)
        state.news[heard:] = [Event(EVERYONE, e.kind, e.args, e.nature, e.owner) if e.kind == kind else e for e in state.news[heard:]]

    return planted(game, {"apply": apply})


LOOSE = [(name, word) for name in REAL for word in sorted(private_events(name))]


@pytest.mark.parametrize(("name", "word"), LOOSE)
def test_what_is_said_to_everyone_instead_is_found(name: str, word: str) -> None:
    checks: list[Check] = [contract.check_simultaneous, contract.check_told, contract.check_heard, contract.check_twins]

    def search() -> None:
        for trial in private_events(name)[word]:
            for seed in [MET, *(seed + 100 * trial for seed in range(SEEDS))]:
                for check in checks:
                    check(loose(games.load(name, *games.card(name).trials()[trial]), word), seed)

    kind = str([shape.word for shape in games.card(name).events].index(word))
    with pytest.raises(AssertionError, match=rf"{word}|a sealed choice of seat|event {kind} is noted|hears .*\({kind}, "):
        search()


@pytest.mark.parametrize("name", games.names())
def test_a_stubborn_mind_is_found(name: str) -> None:
    """In one of the game's trials at least, where the honest one passes in all of them (test_contract.py)."""

    def stubborn(trial: int) -> Any:
        game = games.load(name, *games.card(name).trials()[trial])
        honest = type(game).imagine

        def imagine(self: Any, table: Any, hand: Any, draw: Draw) -> Any:
            return honest(self, table, hand, Draw(5))

        return planted(game, {"imagine": imagine})

    def search() -> None:
        for trial in range(len(games.card(name).trials())):
            contract.check_belief(stubborn(trial), 100 * trial)

    with pytest.raises(AssertionError, match="the truth was in none"):
        search()
