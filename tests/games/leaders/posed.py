"""Positions of LEADERS, and what a person is offered there: for the tests of its grain."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from sandtable import games
from sandtable.check.walk import picture
from sandtable.core.game import Action, Draw
from sandtable.core.match import Match
from sandtable.games.leaders.verbs import (
    COLOUR,
    DONE,
    KEEP,
)
from sandtable.games.leaders.world import WORLD
from sandtable.kit.card import Ending, Gesture
from sandtable.wire import catalogue

CARD: Any = games.card("leaders")
AnyMatch = Match[Any, Any, Any]
INFANTRY, TANK, PLANE = 0, 1, 2
BRAZIL, VENEZUELA, CONE, ANDES = (WORLD.keys.index(key) for key in ("brazil", "venezuela", "southern_cone", "andean_countries"))
WEST_AFRICA = WORLD.keys.index("west_africa")

OWN = {"scenario": "custom", "nations": "fixed", "start": "fixed"}
START = "p1 brazil 1 1 1, p1 venezuela 1 1 0, p1 camp 3 1 0, p2 queensland 2 0 0, p2 western_australia, p2 west_africa, p2 camp 2 0 0"


def posed(*lines: str, seats: int = 2, **options: Any) -> AnyMatch:
    """A position in words."""
    match = Match(games.load("leaders", seats, {"skills": 0, **options}), Draw(1))
    for line in lines:
        CARD.place(match.game, match.state, line)
    return match


def begun(**options: Any) -> AnyMatch:
    """A match from its start, so that it can be folded again: player 1 asks itself who stays."""
    match = Match(games.load("leaders", 2, {**OWN, "skills": 0, "start_list": START, **options}), Draw(1))
    perform(match, (COLOUR, 0))
    perform(match, (COLOUR, 1))
    return match


def placing(**options: Any) -> AnyMatch:
    match = begun(**options)
    perform(match, (KEEP, BRAZIL, INFANTRY), (KEEP, VENEZUELA, INFANTRY))
    assert prompt(match) == "place"
    return match


def asked(match: AnyMatch) -> tuple[Any, Any]:
    table = match.state.table
    return table, match.state.hands[table.pending[0]]


def prompt(match: AnyMatch) -> str:
    return str(CARD.prompt(match.game, *asked(match)))


def perform(match: AnyMatch, *actions: Action, whole: bool = False) -> None:
    hand = asked(match)[1]
    match.perform(hand.seat, hand.asked, list(actions), whole)


def gestures(match: AnyMatch, kind: str = "", value: int = 0) -> list[Gesture]:
    found: list[Gesture] = CARD.gestures(match.game, *asked(match), kind, value)
    return found


def texts(match: AnyMatch, kind: str = "", value: int = 0, language: str = "en") -> list[str]:
    return [catalogue.say_gesture(match.game, match.state.table, gesture, language) for gesture in gestures(match, kind, value)]


def read(match: AnyMatch, text: str) -> Gesture:
    found: Gesture | None = CARD.read_gesture(match.game, *asked(match), text)
    assert found is not None
    return found


def say(match: AnyMatch, text: str) -> str:
    """A gesture in short notation, as a sentence."""
    return catalogue.say_gesture(match.game, match.state.table, read(match, text), "en")


def ending(match: AnyMatch, action: Action = (DONE,)) -> Ending:
    found: Ending | None = CARD.ending(match.game, *asked(match), action)
    assert found is not None
    return found


def end_text(match: AnyMatch, action: Action = (DONE,), language: str = "en") -> str:
    return catalogue.say_ending("leaders", language, ending(match, action))


def in_all_orders(match: AnyMatch, actions: list[Action]) -> tuple[int, int]:
    """How many different states all orders of these actions lead to, and in how many orders programs would choose them."""
    hand = asked(match)[1]
    pictures, tidied = set(), 0
    for order in permutations(actions):
        twin, tidy = match.game.copy(match.state), True
        for action in order:
            at = twin.hands[hand.seat]
            assert match.game.refusal(twin.table, at, action) == "", f"{action} in {order}"
            tidy = tidy and action in match.game.choices(twin.table, at)
            match.game.apply(twin, hand.seat, action)
        pictures.add(picture(twin))
        tidied += tidy
    return len(pictures), tidied


def office(*lines: str) -> AnyMatch:
    return posed("p1 holds brazil", "p2 holds china", *lines, "phase office p1")
