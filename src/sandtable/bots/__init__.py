"""Players that are programs.  They get table and hand, never a state.

``random`` plays every game; a game's own bots stand on its card; further ones come from the
entry-point group ``sandtable.bots``: callables (game, seat, draw) -> Bot.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

from sandtable import games
from sandtable.core.game import Action, Draw, Game
from sandtable.kit.card import Bot

GROUP = "sandtable.bots"

AnyBot = Bot[Any, Any, Any]
AnyGame = Game[Any, Any, Any]


class RandomBot(Bot[Any, Any, Any]):
    """Plays any offered action."""

    def decide(self, table: Any, hand: Any, offer: list[Action]) -> Action:
        return offer[self.draw.below(len(offer))]


def names(game: str) -> list[str]:
    """The bots that play a game, weakest first."""
    return ["random", *games.card(game).bots, *sorted(entry.name for entry in entry_points(group=GROUP))]


def make(name: str, game: AnyGame, seat: int, seed: int) -> AnyBot:
    """A bot for a seat; the same seed plays the same."""
    if name == "random":
        return RandomBot(game, seat, Draw(seed))
    if name in games.card(game.name).bots:
        return games.card(game.name).bot(name, game, seat, Draw(seed))
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            bot = entry.load()(game, seat, Draw(seed))
            assert isinstance(bot, Bot)
            return bot
    raise games.Unknown(f"no bot '{name}' for {game.name}" + games.did_you_mean(name, names(game.name)))
