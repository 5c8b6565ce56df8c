"""The verbs and events of Picket, and how they are written."""

from __future__ import annotations

from typing import Final

from sandtable.kit.card import Shape

HIDE: Final = 0
PLOT: Final = 1
DONE: Final = 2
STAND: Final = 3
RETREAT: Final = 4

VERBS: Final = [
    Shape("hide", "piece"),  # 2.1 make an own piece a dummy
    Shape("plot", "piece zone"),  # 3.1
    Shape("done", "", 9),  # 3.2
    Shape("stand"),  # 5.2
    Shape("retreat", "", 1),  # 5.2
]

HIDDEN: Final = 0
PLOTTED: Final = 1
MOVED: Final = 2
SHOWN: Final = 3
REMOVED: Final = 4
BATTLE: Final = 5
ROLLED: Final = 6
LOST: Final = 7
STOOD: Final = 8
RETREATED: Final = 9
ENDED: Final = 10
TURN: Final = 11

EVENTS: Final = [
    Shape("hidden", "piece"),  # to its owner
    Shape("plotted", "piece zone"),  # to its owner
    Shape("moved", "piece zone"),
    Shape("shown", "piece kind"),  # turned face up
    Shape("removed", "piece"),  # a dummy, once seen
    Shape("battle", "zone"),
    Shape("rolled", "pips*"),  # the dice of seat 0, then those of seat 1
    Shape("lost", "piece"),
    Shape("stood", "seat"),
    Shape("retreated", "seat zone"),
    Shape("ended", "troops troops"),
    Shape("turn", "number"),  # a turn begins
]
