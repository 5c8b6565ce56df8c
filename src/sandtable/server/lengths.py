"""How long messages are that hold what one seat knows.

Who sees encrypted traffic sees lengths.  The length of such a message follows from what everybody may know alone: the public part
as long as it is, and the same reserve in every message of a match for all that is the seat's own (hand, offer, events told in
private, the head), rounded up.  The reserves by game were measured over all trials: ``benchmarks/lengths.py``.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

OTHERS = 4096  # for games that were not measured
FINER = 4  # what is reckoned from the public part is rounded to a quarter of the setting ``padding``
TALK = 8192  # anything said fits: up to 1000 signs of up to six bytes


@cache
def reserve_of(game: str) -> int:
    """Bytes for all that is a seat's own in one message of a game."""
    text = resources.files("sandtable.server").joinpath("data/reserves.toml").read_text(encoding="utf-8")
    return int(tomllib.loads(text).get(game, OTHERS))


def rounded(size: int, least: int, padding: int) -> int:
    """The length of a message of ``size`` bytes that is to have at least so many."""
    step = max(1, padding // FINER)
    return -(-max(size, least) // step) * step
