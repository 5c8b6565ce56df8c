"""Actions and events as people write them.  Umpire verbs are the same in every game."""

from __future__ import annotations

from typing import Any

from sandtable import games
from sandtable.core.game import EVERYONE, Action, Event, Game
from sandtable.core.match import DRAW, NO_DRAW, RESIGN, TIMEOUT, UNDO
from sandtable.kit.card import Notation

AnyGame = Game[Any, Any, Any]

UMPIRE_VERBS = {RESIGN: "resign", DRAW: "draw", NO_DRAW: "no-draw", TIMEOUT: "timeout", UNDO: "undo"}
UMPIRE_EVENTS = {-1: "resigned", -2: "draw-offered", -3: "draw-refused", -4: "timed-out", -5: "undone", -6: "drawn"}


def write(game: AnyGame, table: Any, action: Action) -> str:
    """An action in the game's notation; the table must be the one it is played on."""
    if action[0] < 0:
        return " ".join([UMPIRE_VERBS[action[0]], *map(str, action[1:])])
    return games.card(game.name).write(game, table, action)


def parse(game: AnyGame, table: Any, text: str) -> Action:
    """The action a line stands for; raises Notation with what would be right."""
    for verb, word in UMPIRE_VERBS.items():
        if text.strip() == word:
            return (verb,)
    return games.card(game.name).parse(game, table, text)


def event_words(game: AnyGame, table: Any, event: Event) -> list[str]:
    """The event's word and its arguments as words."""
    if event.kind < 0:
        return [UMPIRE_EVENTS[event.kind], *map(str, event.args)]
    return games.card(game.name).event_words(game, table, event)


def audience_words(audience: int, seats: int) -> str:
    """``all``, or the seats that hear it: ``0,2``."""
    if audience == EVERYONE:
        return "all"
    return ",".join(str(seat) for seat in range(seats) if audience >> seat & 1) or "nobody"


__all__ = ["Notation", "audience_words", "event_words", "parse", "write"]
