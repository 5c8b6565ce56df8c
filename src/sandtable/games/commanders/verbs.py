"""The verbs and events of Commanders, and how they are written."""

from __future__ import annotations

from typing import Final

from sandtable.kit.card import Shape

DONE: Final = 0
DEPLOY: Final = 1
ORDER: Final = 2
MOVE: Final = 3
BOMBARD: Final = 4
RAZE: Final = 5
HALT: Final = 6
RETREAT: Final = 7
SQUARE_UP: Final = 8
COUNTER: Final = 9
PLACE: Final = 10
AIM: Final = 11
REROLL: Final = 12
WITHDRAW: Final = 13
FALL_BACK: Final = 14
SHELTER: Final = 15
ENTER: Final = 16
RALLY: Final = 17
ROAD: Final = 18
STRIKE: Final = 19
VERB_COUNT: Final = 20

VERBS: Final = [
    Shape("done"),  # ends an answer of several small choices
    Shape("deploy", "unit sector"),  # 1.9
    Shape("order", "unit sector*"),  # 3.1, 3.2
    Shape("move", "unit"),  # 2.2 act now, as ordered
    Shape("bombard", "unit sector"),  # 9.1
    Shape("raze", "unit sector", 2),  # 15.12
    Shape("halt", "unit"),  # 4.5
    Shape("retreat", "unit", 2),  # 5.5
    Shape("square", "unit"),  # 5.3
    Shape("charge", "unit sector", 1),  # 5.4, towards this sector
    Shape("place", "unit sector"),  # 6.3, 6.4, 6.6: on the front towards this sector
    Shape("aim", "unit unit"),  # 7.12, 7.13, 9.2
    Shape("reroll", "unit die"),  # 7.14: the first or second die of a unit
    Shape("withdraw", "unit"),  # 8.3
    Shape("fall_back", "unit", 1),  # 16.1
    Shape("shelter", "unit", 2),  # 15.7
    Shape("enter", "unit"),  # 8.6
    Shape("rally", "unit"),  # 10.1, 10.2
    Shape("road", "unit sector"),  # 15.13
    Shape("strike", "unit", 5),  # 3.3: takes an order off the sheet again
]

DEPLOYED: Final = 0
ORDERED: Final = 1
CHOSEN: Final = 2
SEALED: Final = 3
ROUND: Final = 4
PHASE: Final = 5
ALLOTTED: Final = 6
COURIER_LOST: Final = 7
STOOD: Final = 8
ACTED: Final = 9
BOMBARDED: Final = 10
RAZING: Final = 11
HALTED: Final = 12
MOVED: Final = 13
CAUGHT: Final = 14
REACTED: Final = 15
SQUARED: Final = 16
CHARGED: Final = 17
RETREATED: Final = 18
FRONT: Final = 19
PLACED: Final = 20
AIMED: Final = 21
ROLLED: Final = 22
FIRED: Final = 23
FOUGHT: Final = 24
SHELLED: Final = 25
ROUTED_: Final = 26
SLAIN: Final = 27
CAPTURED_: Final = 28
WITHDREW: Final = 29
SHELTERED: Final = 30
FLED: Final = 31
RALLIED: Final = 32
MERGED: Final = 33
PLANNED: Final = 34
SCORED_: Final = 35
MAJORITY: Final = 36
ENDED: Final = 37
RAZED: Final = 38
REROLLED: Final = 39
STEPPED_OUT: Final = 40
ROSE_TAKEN: Final = 41
REROLLS: Final = 42
STRUCK: Final = 43
WRITTEN: Final = 44

EVENTS: Final = [
    Shape("deployed", "unit sector"),  # to its owner
    Shape("ordered", "unit sector*"),  # to its owner
    Shape("chosen", "verb unit sector*"),  # to its owner: a sealed choice
    Shape("sealed", "seat"),  # the last seat awaited has sealed its answer: all are laid open
    Shape("round", "number"),
    Shape("phase", "phase"),
    Shape("allotted", "seat number"),  # orders of a side this round
    Shape("courier_lost", "unit"),  # to its owner
    Shape("stood", "unit sector"),  # the place of a unit after a custom deployment
    Shape("acted", "unit sector"),
    Shape("bombarded", "unit sector"),
    Shape("razing", "unit sector"),
    Shape("halted", "unit"),
    Shape("moved", "unit sector"),
    Shape("caught", "unit unit"),  # a routed unit in a sector that is entered, by whom
    Shape("reacted", "unit number result"),
    Shape("squared", "unit"),
    Shape("charged", "unit sector"),
    Shape("retreated", "unit sector"),
    Shape("front", "zone sector sector"),
    Shape("placed", "unit zone"),
    Shape("aimed", "unit unit"),
    Shape("rolled", "seat zone number*"),
    Shape("fired", "unit unit number modifier result"),
    Shape("fought", "unit unit number modifier result"),
    Shape("shelled", "unit unit number modifier result"),
    Shape("routed", "unit"),
    Shape("slain", "unit"),  # destroyed
    Shape("captured", "unit unit"),
    Shape("withdrew", "unit"),
    Shape("sheltered", "unit"),
    Shape("fled", "unit"),
    Shape("rallied", "unit"),
    Shape("merged", "unit"),  # given up for a rallied one
    Shape("planned", "unit sector*"),  # an order sheet laid open
    Shape("scored", "seat number reason"),
    Shape("majority", "number number"),
    Shape("ended", "number number"),
    Shape("razed", "unit number modifier result"),
    Shape("rerolled", "unit die number"),
    Shape("stepped_out", "unit"),
    Shape("rose_taken", "seat sector"),
    Shape("rerolls", "seat unit die"),
    Shape("struck", "unit"),  # to its owner: an order taken off the sheet
    Shape("written", "seat"),  # the last sheet is given; both stay secret (3.3)
]

# reasons of scored points
FOR_CAPTIVES: Final = 0
FOR_MARKERS: Final = 1
FOR_MAJORITY: Final = 2
REASONS: Final = ["captives", "markers", "majority"]
PHASES: Final = ["deployment", "planning", "fast", "bombardment", "combined", "moves", "rally", "scoring"]
DICED: Final = ["reacted", "rolled", "fired", "fought", "shelled", "razed", "rerolled"]  # events that show dice
