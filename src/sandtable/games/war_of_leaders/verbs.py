"""The verbs and events of War of Leaders, and how they are written."""

from __future__ import annotations

from typing import Final

from sandtable.kit.card import Shape

THROW_SHAPE: Final = 0
TAKE_CORNER: Final = 1
PLANT_POINT: Final = 2
BUILD_SHAPE: Final = 3
DECLINE: Final = 4
PUT: Final = 5
FORM: Final = 6
ATTACK: Final = 7
MOVE: Final = 8
SCATTER: Final = 9
PASS: Final = 10
PICK: Final = 11
LEAD: Final = 12
LEAVE: Final = 13
GO: Final = 14
STAY: Final = 15
FIRE: Final = 16
OFFER: Final = 17
ACCEPT: Final = 18
REFUSE: Final = 19
CALL_OFF: Final = 20
SIGNAL: Final = 21
LIFT: Final = 22
FOLLOW: Final = 23

VERBS: Final = [
    Shape("throw", "shape"),  # 2.1
    Shape("corner", "corner"),  # 2.4
    Shape("plant", "x y"),  # 3.1
    Shape("build", "obstacle x y angle"),  # 3.5
    Shape("decline", "", 9),  # 3.4
    Shape("put", "piece x y", 1),  # 4.1
    Shape("form"),  # 4.4
    Shape("attack"),  # 5.1
    Shape("move", "", 1),  # 5.1
    Shape("scatter", "", 2),  # 6.9
    Shape("pass", "", 9),  # 5.5
    Shape("pick", "piece", 1),  # 6.1
    Shape("lead", "piece"),  # 7.1
    Shape("leave", "piece", 5),  # 7.2
    Shape("go", "angle"),  # 6.2
    Shape("stay", "", 9),  # 5.4
    Shape("fire", "piece piece"),  # 8.1
    Shape("offer", "seat deal rounds seat open", 5),  # 10.2; the second seat is the third player of a pact
    Shape("accept", "seat number open", 3),  # 10.3
    Shape("refuse", "seat number open", 4),  # 10.3
    Shape("call-off", "seat seat number open", 7),  # 10.6: who offered it, to whom
    Shape("signal", "group phrase seat", 6),  # 10.8: to whom, what, about whom
    Shape("lift", "piece", 5),  # 4.2
    Shape("follow", "piece piece", 6),  # 4.5: who follows whom
]

THREW: Final = 0
THROWS: Final = 1
TIED: Final = 2
RANKED: Final = 3
CORNERED: Final = 4
STARTS: Final = 5
PLANTED: Final = 6
BUILT: Final = 7
DECLINED: Final = 8
PUT_DOWN: Final = 9
PLACED: Final = 10
ROUND: Final = 11
TURN_OF: Final = 12
DECLARED: Final = 13
ROLLED: Final = 14
PICKED: Final = 15
LEADING: Final = 16
LEFT: Final = 17
MOVED: Final = 18
STAYED: Final = 19
PASSED: Final = 20
AIMED: Final = 21
HIT: Final = 22
MISSED: Final = 23
REMOVED: Final = 24
ORPHANED: Final = 25
ELIMINATED: Final = 26
CLAIMED: Final = 27
UNCLAIMED: Final = 28
WON: Final = 29
DRAWN_GAME: Final = 30
DEALT: Final = 31
SIGNALLED: Final = 32
SHOWN: Final = 33
VANISHED: Final = 34
BUMPED: Final = 35
MARCHED: Final = 36
RALLIED: Final = 37
LIFTED: Final = 38
ENLISTED: Final = 39
UNREACHED: Final = 40
SUCCEEDED: Final = 41
FAILED: Final = 42

EVENTS: Final = [
    Shape("threw", "shape"),  # to the one who threw
    Shape("shows", "seat shape"),
    Shape("tied"),
    Shape("ranked", "seat*"),  # foremost first
    Shape("cornered", "seat corner"),
    Shape("starts", "seat"),
    Shape("planted", "x y"),
    Shape("built", "seat x y radius corner*"),
    Shape("declined", "seat"),
    Shape("put", "piece x y"),  # while placing in secret, to the owner
    Shape("placed", "seat"),
    Shape("round", "number"),
    Shape("turn", "seat"),
    Shape("declared", "seat action"),
    Shape("rolled", "seat pips"),
    Shape("picked", "piece"),  # to the owner
    Shape("leading", "piece"),  # to the owner
    Shape("left", "piece"),  # to the owner
    Shape("moved", "piece x y"),
    Shape("stayed", "seat"),
    Shape("passed", "seat"),
    Shape("aimed", "piece piece"),
    Shape("hit", "piece pips"),
    Shape("missed", "piece pips"),
    Shape("removed", "piece"),
    Shape("orphaned", "piece"),
    Shape("eliminated", "seat"),
    Shape("claimed", "seat"),
    Shape("unclaimed", "seat"),
    Shape("won", "seat ending"),
    Shape("undecided", "ending"),
    Shape("deal", "seat seat number deal rounds seat open status seat"),  # ... the last seat broke it or called it off
    Shape("signalled", "seat group phrase seat"),  # from whom, to whom, what, about whom
    Shape("shown", "piece x y"),  # fog: comes into sight
    Shape("vanished", "piece"),  # fog: goes out of sight
    Shape("bumped", "piece"),  # fog: an unseen piece stood in its way
    Shape("marched", "seat"),  # fog: moved something
    Shape("rallied", "piece piece"),  # follows another leader now
    Shape("lifted", "piece"),  # placed, and taken up again; in secret to the owner
    Shape("enlisted", "piece piece"),  # follows a leader of its player's choice; in secret to the owner until armies are shown
    Shape("unreached", "seat"),  # 8.2: the die reaches nobody
    Shape("succeeded", "seat pips"),  # 8.1: an attack whose target is named now
    Shape("failed", "seat pips"),
]
