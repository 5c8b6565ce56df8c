"""The verbs and events of Company War, and how they are written."""

from __future__ import annotations

from typing import Final

from sandtable.kit.card import Shape

PLACE: Final = 0
CARRY: Final = 1
ASSEMBLE: Final = 2
REFRAIN: Final = 3
PLOT: Final = 4
JOIN: Final = 5
JUMP: Final = 6
ARRIVE: Final = 7
FIRST: Final = 8
MOVE: Final = 9
DECLINE: Final = 10
HUNT: Final = 11
IGNORE: Final = 12
HOLD: Final = 13
LAUNCH: Final = 14
RECOVER: Final = 15
BREAK: Final = 16
ABANDON: Final = 17
RANGE: Final = 18
AIM: Final = 19
PASS: Final = 20
FLEE: Final = 21
BOMBARD: Final = 22
REPAIR: Final = 23
LAND: Final = 24
LIFT: Final = 25
MUSTER: Final = 26
DEPLOY: Final = 27
DRIFT: Final = 28
EDGE: Final = 29
ENTER: Final = 30
SPEED: Final = 31
COAST: Final = 32
BURN: Final = 33
OVERLOAD: Final = 34
DUMP: Final = 35
DOCK: Final = 36
PROPOSE: Final = 37
ACCEPT: Final = 38
REJECT: Final = 39
LEAP: Final = 40
DONE: Final = 41
TAKE: Final = 42

VERBS: Final = [
    Shape("place", "ship point"),  # 2.6
    Shape("carry", "ship"),  # 2.8
    Shape("assemble"),  # 4.1
    Shape("refrain", "", 1),  # 4.1
    Shape("plot", "ship"),  # 4.6
    Shape("join", "ship", 1),  # 4.9, 4.13
    Shape("jump", "point"),  # 4.7
    Shape("arrive"),  # 4.6: the course is complete
    Shape("first", "seat"),  # 4.4
    Shape("move", "ship"),  # 4.12
    Shape("decline"),  # 4.14
    Shape("hunt"),  # 5.2
    Shape("ignore", "", 1),  # 5.2
    Shape("hold", "ship", 1),  # 5.3
    Shape("launch", "ship count"),  # 5.3, 11.12
    Shape("recover", "ship", 2),  # 5.3
    Shape("break", "ship", 3),  # 5.3
    Shape("abandon", "ship", 4),  # 5.4
    Shape("range", "range"),  # 5.8
    Shape("aim", "unit unit"),  # 5.9, 12.1
    Shape("pass", "unit", 2),  # 5.9, 12.1
    Shape("flee", "ship"),  # 5.22
    Shape("bombard", "point"),  # 6.1
    Shape("repair", "ship"),  # 7.2
    Shape("land", "ship"),  # 8.2
    Shape("lift", "ship", 1),  # 8.3
    Shape("muster", "ship"),  # 8.7
    Shape("deploy", "ship hex"),  # 10.6
    Shape("drift", "ship direction"),  # 10.6
    Shape("edge", "edge"),  # 10.7
    Shape("enter", "ship hex"),  # 10.8
    Shape("speed", "ship speed direction"),  # 10.8
    Shape("coast", "unit", 1),  # 11.3
    Shape("burn", "unit hex"),  # 11.4
    Shape("overload", "unit hex", 2),  # 11.5
    Shape("dump", "unit count", 3),  # 11.6
    Shape("dock", "unit"),  # 11.13
    Shape("propose", "", 5),  # 11.2
    Shape("accept"),  # 11.2
    Shape("reject"),  # 11.2
    Shape("leap", "ship", 3),  # 12.11
    Shape("done"),
    Shape("take", "unit", 9),  # 1.5: turn to another of one's counters
]

PLACED: Final = 0
WROTE: Final = 1
CARRIED: Final = 2
SEALED: Final = 3
ASSEMBLED: Final = 4
ROLLED: Final = 5
PLOTTED: Final = 6
JOINED: Final = 7
COURSE: Final = 8
ANNOUNCED: Final = 9
LEADS: Final = 10
DEPARTED: Final = 11
FLEW: Final = 12
PINNED: Final = 13
DECLINED: Final = 14
HUNTED: Final = 15
BATTLED: Final = 16
ORDERED: Final = 17
ORDERS: Final = 18
INITIATIVE: Final = 19
RANGED: Final = 20
AIMED: Final = 21
SHOT: Final = 22
DAMAGED: Final = 23
DESTROYED: Final = 24
STRUCK: Final = 25
WRECKED: Final = 26
FLED: Final = 27
ADOPTED: Final = 28
PERISHED: Final = 29
HELDMAP: Final = 30
VOLLEY: Final = 31
REPAIRED: Final = 32
REPLACED: Final = 33
LANDED: Final = 34
LIFTED: Final = 35
OVERRUN: Final = 36
MUSTERING_EVENT: Final = 37
MUSTERED: Final = 38
SCORED: Final = 39
TURN: Final = 40
ENDED: Final = 41
ROLES: Final = 42
HAULERS: Final = 43
DEPLOYED: Final = 44
EDGED: Final = 45
LAUNCHING: Final = 46
STEERED: Final = 47
CRASHED: Final = 48
LEFT: Final = 49
DOCKED: Final = 50
PROPOSED: Final = 51
PARTED: Final = 52
REJECTED: Final = 53
CONTROLLED: Final = 54
PREPARED: Final = 55
SHOWN: Final = 56
SPARED: Final = 57
HITS: Final = 58
PHASE: Final = 59
THRUST: Final = 60
TAKEN: Final = 61
MOVING: Final = 62

EVENTS: Final = [
    Shape("placed", "ship point"),
    Shape("wrote", "ship point"),  # to its owner: a secret set-up
    Shape("carried", "ship"),  # to its owner
    Shape("sealed", "seat"),  # a seat has made its secret choice
    Shape("assembled", "seat"),
    Shape("allowance", "seat number pips*"),
    Shape("plotted", "ship"),  # to its owner
    Shape("joined", "ship"),  # to its owner while plotting, to all while executing
    Shape("course", "point*"),  # to its owner: the course so far
    Shape("announced", "seat number number"),
    Shape("leads", "seat"),
    Shape("departed", "ship"),
    Shape("flew", "ship point*"),
    Shape("pinned", "ship"),
    Shape("declined", "seat"),
    Shape("hunted", "point pips*"),
    Shape("battle", "point round"),
    Shape("ordered", "ship order"),  # to its owner
    Shape("orders", "ship order"),
    Shape("initiative", "seat number number"),
    Shape("ranged", "range"),
    Shape("aimed", "unit unit"),
    Shape("shot", "unit unit number number"),  # shooter, target, number needed, roll
    Shape("damaged", "unit"),
    Shape("destroyed", "unit troops"),
    Shape("struck", "point number"),  # hits a station has taken
    Shape("wrecked", "point"),
    Shape("fled", "ship"),
    Shape("adopted", "unit ship"),
    Shape("perished", "unit"),
    Shape("held", "seat point"),
    Shape("volley", "seat point"),
    Shape("repaired", "ship"),
    Shape("replaced", "unit"),
    Shape("landed", "ship point"),
    Shape("lifted", "ship point"),
    Shape("overrun", "point"),  # troops destroyed on a station
    Shape("mustering", "ship"),  # to its owner
    Shape("mustered", "number"),
    Shape("scored", "seat number number"),  # this turn, in all
    Shape("turn", "number"),
    Shape("ended", "number number"),
    Shape("roles", "seat pips*"),  # the defender
    Shape("haulers", "number"),
    Shape("deployed", "ship hex"),
    Shape("edged", "edge"),
    Shape("launching", "unit"),
    Shape("steered", "unit hex"),
    Shape("crashed", "unit"),
    Shape("left", "unit edge"),
    Shape("docked", "unit"),
    Shape("proposed", "seat"),
    Shape("parted"),
    Shape("rejected", "seat"),
    Shape("controlled", "unit number"),
    Shape("prepared", "unit unit"),  # to its owner: an aim
    Shape("shown", "ship point"),  # a secret set-up comes to light
    Shape("spared", "point"),
    Shape("hits", "unit number"),
    Shape("phase", "phase"),
    Shape("thrust", "unit thrust hex"),  # how it steers, and the end it makes for
    Shape("taken", "unit"),  # to its owner: what is asked about now
    Shape("moving", "seat"),  # its counters of a tactical battle move
]
