"""Verbs and events of Flagfall."""

from __future__ import annotations

from typing import Final

from sandtable.kit.card import Shape

PUT: Final = 0
MOVE: Final = 1

VERBS: Final = [Shape("put", "rank square"), Shape("move", "square square")]  # 2.1, 3.1

PLACED: Final = 0
BEGUN: Final = 1
MOVED: Final = 2
SEEN: Final = 3
FOUGHT: Final = 4
FELL: Final = 5
WON: Final = 6

EVENTS: Final = [
    Shape("placed", "rank square"),  # to the side itself
    Shape("begun", "square*"),  # where pieces stand comes to light
    Shape("moved", "square square"),
    Shape("seen", "square rank"),  # what a piece is comes to light
    Shape("fought", "square square"),
    Shape("fell", "seat rank"),
    Shape("won", "seat"),
]
