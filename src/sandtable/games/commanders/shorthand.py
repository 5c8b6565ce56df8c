"""Gestures in short notation: ``4I a1 a2`` is four infantry from a1 to a2, ``2C c1 c2 c3, A b1 b2, give`` a whole sheet."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action
from sandtable.games.commanders.game import Commanders
from sandtable.games.commanders.gestures import CommandersForesight, Group, group_gesture, groups_of, whole_gestures
from sandtable.games.commanders.lists import KIND_LETTERS
from sandtable.games.commanders.notation import prompt_of
from sandtable.games.commanders.state import CommandersHand, CommandersTable
from sandtable.games.commanders.verbs import (
    COUNTER,
    DEPLOY,
    DONE,
    ENTER,
    FALL_BACK,
    HALT,
    MOVE,
    ORDER,
    RALLY,
    RETREAT,
    ROAD,
    SQUARE_UP,
    VERBS,
    WITHDRAW,
)
from sandtable.kit.card import ENDS_NOTHING, ENDS_PHASE, Gesture, Notation, is_number
from sandtable.kit.gesture import foresee

# What units named by number do when no verb is said.
USUAL: Final = [
    ("deploy", DEPLOY), ("plan", ORDER), ("fast", MOVE), ("combined", MOVE), ("moves", MOVE), ("halt", HALT), ("road", ROAD),
    ("rally", RALLY), ("react", SQUARE_UP), ("withdraw", WITHDRAW), ("enter", ENTER),
]  # fmt: skip
SAID: Final = [SQUARE_UP, RETREAT, COUNTER, WITHDRAW, FALL_BACK]  # verbs that may stand before a number
END: Final = "give"  # ends the answer, too
ALL: Final = "all"


def read_gesture(game: Commanders, table: CommandersTable, hand: CommandersHand, text: str) -> Gesture | None:
    """Entries between commas: a number and letter of units (4I, 2C, A), where they stand, where to; at the end perhaps ``give``.
    ``all``: everything that can be done."""
    entries = [entry.split() for entry in text.split(",") if entry.strip()]
    if entries and entries[-1] == [ALL]:
        whole = whole_gestures(game, table, hand)
        return whole[0] if whole and len(entries) == 1 else None
    if not entries or not any(has_number(words) for words in entries):
        return None
    found = foresee(game, table, hand)
    last: Gesture | None = None
    ends = ENDS_NOTHING
    for k in range(len(entries)):
        if k > 0 and k == len(entries) - 1 and entries[k] == [END]:
            if not found.play((DONE,)):
                raise Notation("'" + END + "': this answer cannot end here")
            ends = ENDS_PHASE
        else:
            last = play_entry(game, found, entries[k])
    if len(entries) == 1:
        return last
    count = len(found.actions) - (1 if ends else 0)
    return Gesture("several-" + VERBS[found.actions[0][0]].word, "number", (count,), found.actions, ends)


def has_number(words: list[str]) -> bool:
    """Whether an entry names units by number and letter."""
    return any(names_units(word) for word in words[:2])


def names_units(word: str) -> bool:
    return word[-1] in KIND_LETTERS and (is_number(word[:-1]) or word[:-1] == "") and len(word) < 4


def play_entry(game: Commanders, found: CommandersForesight, words: list[str]) -> Gesture:
    """One entry, played on what was foreseen so far."""
    told = "'" + " ".join(words) + "'"
    verb = -1
    for prompt, usual in USUAL:
        if prompt == prompt_of(found.table()):
            verb = usual
    for said in SAID:
        if words[0] == VERBS[said].word:
            verb = said
            words = words[1:]
    if found.surprised or verb < 0:
        raise Notation(told + ": units are not named by number here")
    if not words or not names_units(words[0]):
        raise Notation(told + " should read like 4I a1 a2: a number of infantry, cavalry or artillery, and their sectors")
    places: list[int] = []
    for word in words[1:]:
        if word not in game.book.sectors:
            raise Notation("'" + word + "' in " + told + " is no sector; they are a1 to c3, W and B")
        places.append(game.book.sectors.index(word))
    number = int(words[0][:-1]) if len(words[0]) > 1 else 1
    return take(game, found, told, verb, KIND_LETTERS.index(words[0][-1]), number, places)


def take(game: Commanders, found: CommandersForesight, told: str, verb: int, arm: int, number: int, places: list[int]) -> Gesture:
    """So many of the first group that fits."""
    wanted: list[Action] = []
    fitting: Group | None = None
    for group in groups_of(found.table(), found.hand(), found.offer(), verb):
        if group.arm == arm and fits(group, places):
            wanted += group.actions
            if fitting is None:
                fitting = group
    played: list[Action] = []
    for action in wanted:
        if len(played) < number and found.play(action):
            played.append(action)
    if fitting is None or len(played) < number or number < 1:
        raise Notation(told + ": " + str(len(played)) + " such units can do so now")
    return group_gesture(fitting, played)


def fits(group: Group, places: list[int]) -> bool:
    """Named places: where units stand, then their way; the way may be left out where units have only one."""
    if group.verb == DEPLOY:
        return places == group.way
    if group.verb == RALLY:
        return not places
    if group.verb == ORDER or len(places) > 1:
        return places == [group.origin, *group.way]
    return places == [group.origin]
