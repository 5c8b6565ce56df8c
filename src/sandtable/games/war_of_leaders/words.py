"""How people write the operands of War of Leaders.

Pieces are a seat's letter, a kind and a number: ``rK`` red's King, ``bT2`` blue's second Tank.
Places are two numbers of millimetres, angles 4096ths of a turn; ``45d`` is read as 45 degrees.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.war_of_leaders.setup import Rules

SEATS: Final = ["red", "blue", "green", "yellow", "white", "black", "orange", "purple", "cyan", "pink", "brown", "grey"]
LETTERS: Final = "rbgywkopcmne"
KINDS: Final = "KCTS"
HANDS: Final = ["rock", "paper", "scissors"]
DEALS: Final = ["truce", "pact", "alliance"]
STATUS: Final = ["offered", "standing", "refused", "lapsed", "broken", "called-off", "kept"]
OPEN: Final = ["private", "open"]
PHRASES: Final = ["beware", "strike", "spare", "run", "help", "trust"]
ENDINGS: Final = ["running", "by-king", "by-pieces", "last-left", "by-passes", "by-rounds"]
DECLARATIONS: Final = ["attack", "move", "scatter"]
FIRST_DECLARATION: Final = 7  # the verb of the first one

# goals of a move (gestures): one of these, a point of the compass by eighths from the east, or the King of a seat
GOALS: Final = ["into-point", "to-point", "away", "to-lee", "to-enemy"]
COMPASS: Final = ["e", "se", "s", "sw", "w", "nw", "n", "ne"]
BY_COMPASS: Final = 8
TO_KING: Final = 16

NOBODY: Final = "-"


def piece_word(rules: Rules, piece: int) -> str:
    seat, i = piece // rules.army, piece % rules.army
    kind = rules.kind[i]
    number = rules.kind[: i + 1].count(kind)
    return LETTERS[seat] + KINDS[kind] + (str(number) if kind else "")


def piece_value(rules: Rules, word: str) -> int:
    if len(word) < 2 or word[0] not in LETTERS[: rules.seats] or word[1] not in KINDS:
        raise ValueError(word)
    kind, number = KINDS.index(word[1]), int(word[2:]) if word[2:] else 1
    for i in range(rules.army):
        if rules.kind[i] == kind:
            number -= 1
            if number == 0:
                return LETTERS.index(word[0]) * rules.army + i
    raise ValueError(word)


def goal_word(goal: int) -> str:
    if goal >= TO_KING:
        return "king-" + SEATS[goal - TO_KING]
    return "go-" + COMPASS[goal - BY_COMPASS] if goal >= BY_COMPASS else GOALS[goal]


def goal_value(word: str) -> int:
    if word.startswith("king-"):
        return TO_KING + SEATS.index(word[5:])
    return BY_COMPASS + COMPASS.index(word[3:]) if word.startswith("go-") else GOALS.index(word)


def choices(rules: Rules, kind: str) -> list[str]:
    """The words of a kind with a fixed list; empty for others."""
    if kind == "seat":
        return SEATS[: rules.seats]
    if kind == "shape":
        return HANDS
    if kind == "obstacle":
        return rules.shape_words
    if kind == "deal":
        return DEALS
    if kind == "open":
        return OPEN
    if kind == "phrase":
        return PHRASES
    if kind == "status":
        return STATUS
    if kind == "ending":
        return ENDINGS
    return []


def word_of(rules: Rules, kind: str, value: int) -> str:
    if kind == "piece" or kind == "stays":
        return piece_word(rules, value)
    if kind == "goal":
        return goal_word(value)
    if kind == "corner":
        return str(value + 1)
    if kind == "group":  # bits of seats: blue+green
        return "+".join([SEATS[seat] for seat in range(rules.seats) if (value >> seat) & 1])
    if kind == "action":
        return DECLARATIONS[value - FIRST_DECLARATION]
    listed = choices(rules, kind)
    if listed:
        return listed[value] if value >= 0 else NOBODY
    return str(value)


def value_of(rules: Rules, kind: str, word: str) -> int:
    if kind == "piece" or kind == "stays":
        return piece_value(rules, word)
    if kind == "goal":
        return goal_value(word)
    if kind == "corner":
        return int(word) - 1
    if kind == "group":
        group = 0
        for name in word.split("+"):
            group |= 1 << SEATS[: rules.seats].index(name)
        return group
    if kind == "action":
        return DECLARATIONS.index(word) + FIRST_DECLARATION
    listed = choices(rules, kind)
    if listed:
        return -1 if word == NOBODY else listed.index(word)
    if kind == "angle" and word.endswith("d"):
        return (int(word[:-1]) * 4096 + 180) // 360 % 4096
    return int(word)
