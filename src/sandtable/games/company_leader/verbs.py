"""The verbs and events of Company Leader, and how they are written."""

from __future__ import annotations

from typing import Final

from sandtable.kit.card import Shape

PLACE: Final = 0
DONE: Final = 1
SWAP: Final = 2
REVEAL: Final = 3
CONCEAL: Final = 4
ACTIVATE: Final = 5
TURN_TO: Final = 6
ADVANCE: Final = 7
DECOY: Final = 8
SHOOT: Final = 9
RETURN_FIRE: Final = 10
HOLD_FIRE: Final = 11
ALWAYS: Final = 12
BLITZ: Final = 13
REPAIR: Final = 14
FACE: Final = 15
BUY: Final = 16
LIFT: Final = 17
PUT: Final = 18
ASK_ME: Final = 19
PASS_ON: Final = 20

VERBS: Final = [
    Shape("place", "type field", rank=0),  # 3.4, 3.6 set-up
    Shape("done", rank=9),  # ends the actions, a piece's action, the dummies, the purchases
    Shape("swap", "field field", rank=6),  # 4.1
    Shape("reveal", "field", rank=2),  # 4.7
    Shape("conceal", "field", rank=5),  # 4.8
    Shape("act", "field", rank=1),  # 5.1
    Shape("turn", "direction", rank=2),  # 5.4: turn and scout
    Shape("go"),  # 5.6
    Shape("dummy", "field"),  # 5.9
    Shape("shoot", "field direction"),  # 6.1
    Shape("back"),  # 6.9
    Shape("hold", rank=2),  # 6.9
    Shape("always", rank=1),  # 6.10
    Shape("blitz"),  # 6.13
    Shape("repair", "points", rank=3),  # 7.1
    Shape("face", "field direction"),  # 5.8
    Shape("buy", "type field"),  # 8.5
    Shape("lift", "zone", rank=3),  # 8.7
    Shape("put", "field type"),  # 8.7
    Shape("askme", rank=8),  # 6.10
    Shape("pass-on", "seat", rank=7),  # 3.12
]

PLACED: Final = 0
READY: Final = 1
BEGAN: Final = 2
SWAPPED: Final = 3
SHOWN: Final = 4
CONCEALED: Final = 5
ACTIVATED: Final = 6
TURNED: Final = 7
MOVED: Final = 8
EXPOSED: Final = 9
DECOYED: Final = 10
AIMED: Final = 11
REPLIED: Final = 12
STANDING: Final = 13
ROLLED: Final = 14
HIT: Final = 15
DESTROYED: Final = 16
REPAIRED: Final = 17
FACED: Final = 18
STOPPED: Final = 19
EARNED: Final = 20
BOUGHT: Final = 21
LIFTED: Final = 22
FILLED: Final = 23
PUT_DOWN: Final = 24
ELIMINATED: Final = 25
CARRIED: Final = 26
TALLIED: Final = 27
WON: Final = 28
DRAWN_GAME: Final = 29
CHOSEN_FIRST: Final = 30
ALLIED: Final = 31
WORD: Final = 32

EVENTS: Final = [
    Shape("placed", "type field"),  # to its owner
    Shape("ready", "seat coins"),  # has placed its troops, and kept so many coins
    Shape("began", "seat number"),  # its turn with this number
    Shape("swapped", "field field"),
    Shape("shown", "field type"),  # a face-down piece turned up
    Shape("concealed", "field"),
    Shape("acts", "field"),
    Shape("turned", "field direction"),
    Shape("moved", "field field"),
    Shape("exposed", "field"),  # a dummy, scouted and removed
    Shape("dummies", "field"),  # a dummy put down
    Shape("aimed", "field field direction"),
    Shape("replied", "seat yes"),  # whether it shoots back
    Shape("standing", "seat yes"),  # always shoots back from now on, or no longer
    Shape("rolled", "face*"),  # the shooter's dice, then those of the target
    Shape("hit", "field points"),  # loses so much strength
    Shape("destroyed", "field"),
    Shape("repaired", "field points"),
    Shape("faced", "field direction"),
    Shape("stopped", "seat"),  # has ended its actions
    Shape("earned", "side coins"),
    Shape("bought", "field coins"),
    Shape("lifted", "zone"),
    Shape("filled", "zone coins"),
    Shape("put", "field type"),  # to its owner, and to allies who may see it
    Shape("eliminated", "seat"),
    Shape("flag", "field"),
    Shape("tallied", "side towns strength dummies"),
    Shape("won", "seat"),
    Shape("level"),
    Shape("first", "seat"),
    Shape("ally", "field type"),  # to the allies of its owner: 1.4
    Shape("word", "seat"),  # goes on with its pieces in the turn of its team: 3.12
]
