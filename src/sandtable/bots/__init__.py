"""Players that are programs.  They get table and hand, never a state.

``random`` plays every game, ``casual`` every game that has a bot of its own;
a game's own bots stand on its card; further ones come from the
entry-point group ``sandtable.bots``: callables (game, seat, draw) -> Bot.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from sandtable import games
from sandtable.core.game import Action, Draw, Event, Game
from sandtable.kit.card import Bot

GROUP = "sandtable.bots"

AnyBot = Bot[Any, Any, Any]
AnyGame = Game[Any, Any, Any]


class RandomBot(Bot[Any, Any, Any]):
    """Plays any offered action."""

    def decide(self, table: Any, hand: Any, offer: list[Action]) -> Action:
        return offer[self.draw.below(len(offer))]


class CasualBot(Bot[Any, Any, Any]):
    """Decides as the game's own bot does, and now and then (``Card.slips``) anything that is offered: for people who are learning."""

    def __init__(self, game: AnyGame, seat: int, draw: Draw) -> None:
        super().__init__(game, seat, draw)
        card = games.card(game.name)
        self.teacher: AnyBot = card.bot(card.bots[-1], game, seat, draw)
        self.slips = card.slips

    def hear(self, events: list[Event]) -> None:
        self.teacher.hear(events)

    def decide(self, table: Any, hand: Any, offer: list[Action]) -> Action:
        learned = self.teacher.decide(table, hand, offer)
        return learned if self.draw.below(self.slips) else offer[self.draw.below(len(offer))]


@cache
def _installed() -> dict[str, EntryPoint]:
    """Bots that other packages bring.  Looked for once: that reads the metadata of every package, and the lobby asks for names often."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def names(game: str) -> list[str]:
    """The bots that play a game, weakest first."""
    return [
        "random",
        *(["casual"] if games.card(game).bots else []),
        *games.card(game).bots,
        *sorted(_installed()),
    ]


def make(name: str, game: AnyGame, seat: int, seed: int) -> AnyBot:
    """A bot for a seat; the same seed plays the same."""
    if name == "random":
        return RandomBot(game, seat, Draw(seed))
    if name == "casual" and games.card(game.name).bots:
        return CasualBot(game, seat, Draw(seed))
    if name in games.card(game.name).bots:
        return games.card(game.name).bot(name, game, seat, Draw(seed))
    if name in _installed():
        bot = _installed()[name].load()(game, seat, Draw(seed))
        assert isinstance(bot, Bot)
        return bot
    raise games.Unknown(f"no bot '{name}' for {game.name}" + games.did_you_mean(name, names(game.name)))
