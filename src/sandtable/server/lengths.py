"""How long messages are that hold what one seat knows.

Who sees encrypted traffic sees lengths.  The length of such a message follows from what everybody may know alone: the public part
as long as it is, and the same reserve in every message to a seat for all that is its own (hand, offer, events told in private,
the head), rounded up.  The reserves by game were measured over all trials and large settings: ``benchmarks/lengths.py``.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from sandtable import games
from sandtable.core.game import Game
from sandtable.wire.plain import encode

OTHERS = 4096  # for games that were not measured
SCENE = 4096  # and for what a page shows of games without a board of their own
FINER = 4  # what is reckoned from the public part is rounded to a quarter of the setting ``padding``
MOST_ID = 128  # bytes of a message id in JSON, without the quotes: it stands in the answer and has its place in the reserve
TALK = 8192  # anything said fits: up to 1000 signs of up to four bytes, and who said it


@cache
def _measured() -> dict[str, dict[str, int]]:
    text = resources.files("sandtable.server").joinpath("data/reserves.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def reserve_of(game: str, breadth: int = 0) -> int:
    """Bytes for all that is a seat's own in one message of a game; ``breadth`` as its card says."""
    known = _measured()
    beyond = max(0, breadth - known["covers"].get(game, 0))
    return known["base"].get(game, OTHERS) + known["each"].get(game, known["each"]["others"]) * beyond


def reserve_for(game: Game[Any, Any, Any]) -> int:
    """The same for a game with its settings, which everybody may know."""
    card = games.card(game.name)
    scene = 0 if card.shown == "own" or game.name in _measured()["base"] else SCENE
    return reserve_of(game.name, card.breadth(game)) + scene


def is_id(said: str) -> bool:
    """Whether an answer has room for this message id, whatever its signs become in JSON."""
    return 1 <= len(said) <= 64 and len(encode(said)) <= MOST_ID + 2


def rounded(size: int, least: int, padding: int) -> int:
    """The length of a message of ``size`` bytes that is to have at least so many."""
    step = max(1, padding // FINER)
    return -(-max(size, least) // step) * step
