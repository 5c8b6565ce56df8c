"""Gestures in short notation: ``3I 1T germany france`` moves three infantry and a tank, ``2I ger`` places two,
``4I, research mil, 2 hire, spy p2, give`` is a whole sheet of the headquarters."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action
from sandtable.games.leaders.forces import STRONG_FIRST, WEAK_FIRST, Force, force_gesture, marches, placements, ready_in, taken
from sandtable.games.leaders.game import Leaders
from sandtable.games.leaders.gestures import LeadersForesight, gestures_of, is_order, march_word
from sandtable.games.leaders.rules.orders import movable
from sandtable.games.leaders.state import (
    COLOURS,
    DEFENCE,
    FIGHT,
    MOVING,
    OFFICE,
    PLACES,
    PLACING,
    RAID,
    WITHDRAW,
    LeadersHand,
    LeadersTable,
)
from sandtable.games.leaders.verbs import COLOUR, DONE, KEEP, LOSE, NATION, RECRUIT, REMOVE, VERBS
from sandtable.games.leaders.words import Words
from sandtable.kit.card import ENDS_NOTHING, ENDS_PHASE, ENDS_TURN, Gesture, Notation, fits, is_number, operand_kind
from sandtable.kit.gesture import foresee

LETTERS: Final = "ITP"
ENDS: Final = ["end", "give", "done"]  # ends the answer, too
ALL: Final = "all"  # as many as may go


def read_gesture(game: Leaders, words: Words, table: LeadersTable, hand: LeadersHand, text: str) -> Gesture | None:
    """Entries between commas, at the end perhaps ``give``.  Places, verbs and names may be cut short."""
    entries = [entry.split() for entry in text.split(",") if entry.strip()]
    if not entries or not table.stack or hand.seat not in table.pending or not looks_like_one(table, entries):
        return None
    found = foresee(game, table, hand)
    last: Gesture | None = None
    ends = ENDS_NOTHING
    for k in range(len(entries)):
        if k > 0 and k == len(entries) - 1 and len(entries[k]) == 1 and entries[k][0] in ENDS:
            if not found.play((DONE,)):
                raise Notation("'" + entries[k][0] + "': this answer cannot end here")
            ends = ENDS_TURN if is_order(found.actions[0][0]) else ENDS_PHASE
        else:
            last = play_entry(game, words, found, entries[k])
    if len(entries) == 1:
        return last
    count = len(found.actions) - (1 if ends else 0)
    first = found.actions[0][0]
    key = "sheet" if is_order(first) and ends else "several-orders" if is_order(first) else "several-" + VERBS[first].word
    return Gesture(key, "number", (count,), found.actions, ends)


def looks_like_one(table: LeadersTable, entries: list[list[str]]) -> bool:
    """Units by number and letter, or ``all``; colour and nation; in the headquarters several orders or a number of them."""
    proc = table.stack[-1].proc
    if proc == COLOURS:
        return len(entries) == 1 and len(entries[0]) == 2
    if any([is_force(words[0]) or words[0] == ALL for words in entries]):
        return True
    if proc != OFFICE:
        return False
    return len(entries) > 1 or (len(entries[0]) > 1 and entries[0][0].isdigit())


def is_force(word: str) -> bool:
    """``3I``, ``t``"""
    return word[-1].upper() in LETTERS and (is_number(word[:-1]) or word[:-1] == "") and len(word) < 5


def read_force(words: list[str]) -> Force:
    """Leading words that name units; a letter alone is one."""
    force = [0, 0, 0]
    for word in words:
        if not is_force(word):
            break
        force[LETTERS.index(word[-1].upper())] += int(word[:-1]) if len(word) > 1 else 1
    return force


def find_word(kind: str, keys: list[str], typed: str, among: list[int]) -> int:
    """The key somebody means: itself, its beginning, the beginning of one of its words, or their first letters.  What may be done
    now comes first."""
    wanted = typed.lower()
    for pool in (among, list(range(len(keys)))):
        found: list[int] = []
        for i in pool:
            if keys[i] == wanted:
                return i
            parts = [part for part in keys[i].split("_") if part]
            initials = "".join([part[0] for part in parts])
            if any([part.startswith(wanted) for part in [keys[i], *parts]]) or (len(parts) > 1 and initials == wanted):
                found.append(i)
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            raise Notation("'" + typed + "' may be " + " or ".join([keys[i] for i in found]))
    raise Notation("'" + typed + "' is no " + kind)


def play_entry(game: Leaders, words: Words, found: LeadersForesight, entry: list[str]) -> Gesture:
    """One entry, played on what was foreseen so far."""
    told = "'" + " ".join(entry) + "'"
    if found.surprised or not found.table().stack:
        raise Notation(told + ": nothing more can be foreseen here")
    proc = found.table().stack[-1].proc
    if proc == COLOURS:
        return play_lead(game, words, found, entry)
    if proc == OFFICE and not is_force(entry[0]):
        return play_order(game, words, found, entry, told)
    force = read_force(entry)
    places = [word for word in entry if not is_force(word) and word != ALL]
    if sum(force) == 0 and entry[0] != ALL:
        raise Notation(told + " should begin with units, like 3I, 2T or P")
    if proc == MOVING:
        return play_march(game, words, found, force, places, told)
    if proc == OFFICE:
        need(places, 0, told)
        gesture = force_gesture("recruit", force, "points", [price(game, force)], [])
        play_all(found, gesture, [(RECRUIT, unit) for unit in STRONG_FIRST for _ in range(force[unit])], told)
        return gesture
    if proc == RAID or proc == FIGHT:
        need(places, 0, told)
        return play_losses(game, found, force, told)
    need(places, 1, told)
    offered: list[int] = []
    for action in found.offer():
        if len(action) > 1 and action[1] not in offered:
            offered.append(action[1])
    place = find_word("territory", game.terms.world.keys, places[0], offered)
    return play_into(game, found, proc, force, place, told)


def need(places: list[str], number: int, told: str) -> None:
    if len(places) != number:
        what = ["no place", "one place", "two places: from where, to where"][number]
        raise Notation(told + " should name " + what)


def play_all(found: LeadersForesight, gesture: Gesture, actions: list[Action], told: str) -> None:
    """All of them or none: an entry means what it says."""
    for k in range(len(actions)):
        if not found.play(actions[k]):
            raise Notation(told + ": only " + str(k) + " of these can do so now")
    gesture.actions = actions


def play_lead(game: Leaders, words: Words, found: LeadersForesight, entry: list[str]) -> Gesture:
    """2.3, 2.4: ``red usa``"""
    if len(entry) != 2:
        raise Notation("'" + " ".join(entry) + "' should name a colour and a nation")
    colour = find_word("colour", words.lists["colour"], entry[0], [action[1] for action in found.offer()])
    nation = find_word("nation", words.lists["nation"], entry[1], [])
    gesture = Gesture("lead", "nation colour", (nation, colour), [])
    play_all(found, gesture, [(COLOUR, colour), (NATION, nation)], "'" + " ".join(entry) + "'")
    return gesture


def play_march(game: Leaders, words: Words, found: LeadersForesight, force: Force, places: list[str], told: str) -> Gesture:
    need(places, 2, told)
    table, seat = found.table(), found.seat
    held = [place for place in range(PLACES) if sum(ready_in(game, table, place, seat)) > 0]
    at = find_word("territory or sea", game.terms.world.keys, places[0], held)
    to = find_word("territory or sea", game.terms.world.keys, places[1], game.terms.world.near[at])
    if sum(force) == 0:
        force = taken(ready_in(game, table, at, seat), max(0, movable(game.terms, table, at, seat)), STRONG_FIRST)
        if sum(force) == 0:
            raise Notation(told + ": nobody can leave " + game.terms.world.keys[at])
    gesture = force_gesture(march_word(table, seat, to), force, "place place", [at, to], [])
    play_all(found, gesture, marches(at, to, force), told)
    return gesture


def play_into(game: Leaders, found: LeadersForesight, proc: int, force: Force, place: int, told: str) -> Gesture:
    """Into a territory from the camp, or who stays there (3.3)."""
    if proc == WITHDRAW:
        if sum(force) != 1:
            raise Notation(told + ": exactly one unit stays")
        keeping = Gesture("keep-here", "troop place", (force.index(1), place), [])
        play_all(found, keeping, [(KEEP, place, force.index(1))], told)
        return keeping
    if proc != PLACING and proc != DEFENCE:
        raise Notation(told + ": units are not named by number here")
    if sum(force) == 0:
        for whole in gestures_of(game, found.table(), found.hand(), "place", place)[:1]:
            play_all(found, whole, whole.actions, told)
            return whole
        raise Notation(told + ": there is no room, or nobody in the camp")
    gesture = force_gesture("place", force, "place", [place], [])
    play_all(found, gesture, placements(place, force), told)
    return gesture


def play_losses(game: Leaders, found: LeadersForesight, force: Force, told: str) -> Gesture:
    """Who is lost; what goes by itself in the end may be named too."""
    for gesture in gestures_of(game, found.table(), found.hand(), "", 0):
        for verb in (REMOVE, LOSE):
            wanted: list[Action] = [(verb, unit) for unit in WEAK_FIRST for _ in range(force[unit])]
            if gesture.actions and gesture.actions[0][0] == verb and wanted[: len(gesture.actions)] == gesture.actions:
                whole = force_gesture(VERBS[verb].word, force, "", [], [])
                if whole.operands == gesture.operands:
                    play_all(found, gesture, gesture.actions, told)
                    return gesture
    raise Notation(told + ": other units are to be named here, or another number of them")


# headquarters -------------------------------------------------------------------------------------------


def price(game: Leaders, force: Force) -> int:
    """8.2"""
    total = 0
    for unit in range(3):
        total += force[unit] * game.terms.v.unit_cost[unit]
    return total


def play_order(game: Leaders, words: Words, found: LeadersForesight, entry: list[str], told: str) -> Gesture:
    """``research mil``, ``spy p2``, ``2 hire``"""
    times = 1
    if len(entry) > 1 and is_number(entry[0]):
        times = int(entry[0])
        entry = entry[1:]
    known = [shape.word if is_order(verb) else "" for verb, shape in enumerate(VERBS)]
    verb = find_word("order", known, entry[0], [v for v in range(len(VERBS)) if is_order(v)])
    shape = VERBS[verb]
    if not fits(shape, len(entry) - 1) or not is_order(verb) or not 1 <= times <= 99:
        raise Notation(told + " should read: " + shape.word + " " + " ".join(shape.operands))
    action = [verb]
    for i in range(1, len(entry)):
        kind = operand_kind(shape, i - 1)
        if kind in words.lists:
            action.append(find_word(kind, words.lists[kind], entry[i], []))
        elif is_number(entry[i]):
            action.append(int(entry[i]))
        else:
            raise Notation("'" + entry[i] + "' in " + told + " is no number")
    gesture = Gesture("several-orders", "number", (times,), [])
    play_all(found, gesture, [tuple(action)] * times, told)
    return gesture
