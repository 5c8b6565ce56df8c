"""The verbs and events of LEADERS, and how they are written."""

from __future__ import annotations

from typing import Final

from sandtable.kit.card import Shape

COLOUR: Final = 0
NATION: Final = 1
TAKE: Final = 2
ENTER: Final = 3
FALLEN: Final = 4
KEEP: Final = 5
REMOVE: Final = 6
ACCEPT: Final = 7
DECLINE: Final = 8
CONTINUE: Final = 9
PLACE: Final = 10
MOVE: Final = 11
FIGHT_AT: Final = 12
ENGAGE: Final = 13
STAND: Final = 14
RETREAT: Final = 15
REROLL: Final = 16
HOLD: Final = 17
LOSE: Final = 18
RECRUIT: Final = 19
RESEARCH: Final = 20
APPOINT: Final = 21
TRIBUTE: Final = 22
BOYCOTT: Final = 23
PROPOSE: Final = 24
DISSOLVE: Final = 25
HIRE: Final = 26
SPY: Final = 27
SABOTAGE: Final = 28
ACTIVATE: Final = 29
ABANDON: Final = 30
DONE: Final = 31

VERBS: Final = [
    Shape("colour", "colour"),  # 2.3
    Shape("nation", "nation"),  # 2.4
    Shape("take", "place"),  # 2.7
    Shape("enter", "points"),  # 12.2
    Shape("fallen", rank=9),  # 12.3
    Shape("keep", "place unit"),  # 3.3: the unit that stays
    Shape("remove", "unit"),  # 4.3
    Shape("accept", "seat"),  # 4.16
    Shape("decline", "seat", rank=1),  # 4.16
    Shape("continue", rank=9),  # 4.1, 12.4
    Shape("place", "place unit"),  # 5.1, 6.1, 6.4
    Shape("move", "place place unit"),  # 5.5
    Shape("fight", "place"),  # 7.1
    Shape("engage", "place seat", rank=1),  # 7.2
    Shape("stand"),  # 7.3
    Shape("retreat", rank=1),  # 7.3
    Shape("reroll", "die"),  # 7.8: dice are counted from 1, the attacker's first
    Shape("hold", rank=1),  # 7.8: leave the dice as they lie
    Shape("lose", "unit"),  # 7.10
    Shape("recruit", "unit"),  # 8.2
    Shape("research", "area", rank=1),  # 8.3
    Shape("appoint", rank=2),  # 8.9
    Shape("tribute", "seat points", rank=5),  # 8.10
    Shape("boycott", "seat", rank=3),  # 8.11
    Shape("propose", "seat", rank=4),  # 8.14
    Shape("dissolve", "seat", rank=8),  # 8.15
    Shape("hire", rank=2),  # 8.16
    Shape("spy", "seat", rank=3),  # 8.17
    Shape("sabotage", "seat", rank=3),  # 8.18
    Shape("activate", "mission", rank=1),  # 10.1
    Shape("abandon", rank=8),  # 10.17
    Shape("done", rank=9),
]

# events of the set-up and the map
COLOURED: Final = 0
JOINED: Final = 1
TAKEN: Final = 2
CAMPED: Final = 3
TURN: Final = 4
KEPT: Final = 5
HOME: Final = 6
FELL: Final = 7
PLACED: Final = 8
MOVED: Final = 9
SEIZED: Final = 10
BATTLE: Final = 11
STOOD: Final = 12
RETREATED: Final = 13
THROWN: Final = 14
HELD: Final = 15
LOST: Final = 16
CONQUERED: Final = 17
REPELLED: Final = 18
DESERTED: Final = 19
WON: Final = 20
TIME_UP: Final = 21
# public events of phase 2
REINFORCED: Final = 22
SABOTAGED: Final = 23
BOYCOTTED: Final = 24
MILITARY_TECHNOLOGY: Final = 25
HONOURED: Final = 26
# secret events of phase 2
NEW_TECHNOLOGY: Final = 27
NEW_DIPLOMATS: Final = 28
TRIBUTE_RECEIVED: Final = 29
BOYCOTT_WORKED: Final = 30
BOYCOTT_FAILED: Final = 31
BOYCOTT_FOILED: Final = 32
DIPLOMAT_CAUGHT: Final = 33
ALLIANCE: Final = 34
NEW_SPIES: Final = 35
SABOTAGE_WORKED: Final = 36
SABOTAGE_FAILED: Final = 37
SABOTAGE_FOILED: Final = 38
SECRET_INFORMATION: Final = 39
ESPIONAGE_FAILED: Final = 40
ESPIONAGE_FOILED: Final = 41
SPY_CAUGHT: Final = 42
MISSION_FAILED: Final = 43
PRODUCTION: Final = 44
OFFER: Final = 45
# notes
CARD_DEALT: Final = 46
ORDERED: Final = 47
STARTED: Final = 48
APPOINTED: Final = 49
TRIBUTE_SENT: Final = 50
BOYCOTT_SENT: Final = 51
PROPOSED: Final = 52
DISSOLVED: Final = 53
HIRED: Final = 54
SPY_SENT: Final = 55
SABOTEUR_SENT: Final = 56
ACTIVATED: Final = 57
ABANDONED: Final = 58
ANSWERED: Final = 59
TURN_OVER: Final = 60
REMOVED: Final = 61
DO_ON_BOARD: Final = 62
START_POINTS: Final = 63
GARRISONED: Final = 64

EVENTS: Final = [
    Shape("coloured", "seat colour"),
    Shape("joined", "seat nation"),
    Shape("taken", "seat place"),
    Shape("camped", "seat number"),  # infantry in camp at the start
    Shape("turn", "seat points"),  # a turn begins with these points
    Shape("kept", "place unit"),
    Shape("home", "seat"),  # units withdrawn, drop zone emptied
    Shape("fell", "seat"),
    Shape("placed", "seat place unit"),
    Shape("moved", "seat place place unit"),
    Shape("seized", "seat place"),
    Shape("battle", "place seat seat"),  # attacker, defender
    Shape("stood", "seat"),
    Shape("retreated", "seat place"),
    Shape("thrown", "hits*"),  # attacker's dice, then defender's
    Shape("held", "seat"),
    Shape("lost", "seat place unit"),
    Shape("conquered", "seat place"),
    Shape("repelled", "seat place"),
    Shape("deserted", "place"),
    Shape("won", "seat way"),
    Shape("time-up"),
    Shape("reinforced", "seat number number number"),  # infantry, tanks, planes
    Shape("sabotaged", "seat number"),
    Shape("boycotted", "seat points"),
    Shape("military-technology", "seat level"),
    Shape("honoured", "seat badge"),
    Shape("new-technology", "area level"),
    Shape("new-diplomats", "number"),
    Shape("tribute-received", "seat points"),
    Shape("boycott-worked", "seat"),
    Shape("boycott-failed", "seat"),
    Shape("boycott-foiled"),
    Shape("diplomat-caught", "seat"),
    Shape("alliance", "seat answer"),
    Shape("new-spies", "number"),
    Shape("sabotage-worked", "seat"),
    Shape("sabotage-failed", "seat"),
    Shape("sabotage-foiled"),
    Shape("secret-information", "seat level level level number number number"),  # levels, turns projects still take
    Shape("espionage-failed", "seat"),
    Shape("espionage-foiled"),
    Shape("spy-caught", "seat action"),
    Shape("mission-failed", "mission"),
    Shape("production", "points points"),  # income, savings
    Shape("offer", "seat"),
    Shape("card", "mission"),
    Shape("ordered", "unit"),
    Shape("started", "area level"),
    Shape("appointed"),
    Shape("tribute-sent", "seat points"),
    Shape("boycott-sent", "seat"),
    Shape("proposed", "seat"),
    Shape("dissolved", "seat"),
    Shape("hired"),
    Shape("spy-sent", "seat"),
    Shape("saboteur-sent", "seat"),
    Shape("activated", "mission"),
    Shape("abandoned", "mission"),
    Shape("answered", "seat answer"),
    Shape("turn-over", "seat"),
    Shape("removed", "seat unit"),
    Shape("do-on-board", "seat task"),  # companion: what to do on the table now
    Shape("start-points", "seat points"),  # companion: where the marker starts when areas are dealt
    Shape("garrisoned", "seat place number number number"),  # infantry, tanks, planes an author's start has there
]
