"""Gestures in short notation, as people type them.

in a turn     B3 C4 E        the troop on B3 goes to C4 and looks east; B3 C4 looks where the enemy is; B3 C4 E d leaves dummies behind it
              B3 E           turns on the spot and scouts
              B3 x D5        shoots at D5; B3 C4 x D5 goes to C4 first; a direction may follow where two serve
              B3 + 2         is repaired by 2; B3 + as far as it goes
              B3 = C4        changes places with C4
              B3 hide        is concealed; B3 show E is revealed, looking east
              end            ends the turn; end H A6 buys a heavy tank on A6 before
at set-up     deal 2         the second dealt set-up; I B3 C5 puts infantry on B3 and C5, A D2 artillery; several kinds in one line
purchases     H A6           a heavy tank on A6
"""

from __future__ import annotations

from sandtable.games.company_leader.game import CompanyLeader
from sandtable.games.company_leader.gestures import Troop, world
from sandtable.games.company_leader.occasions import of_question
from sandtable.games.company_leader.state import BUYABLE, PURCHASES, SETUP, TURN, LeaderHand, LeaderTable
from sandtable.games.company_leader.verbs import BUY, PLACE, VERBS
from sandtable.kit.card import ENDS_TURN, Gesture, Notation
from sandtable.kit.hexes import DIRECTION_NAMES

NONE = -1


def read(game: CompanyLeader, table: LeaderTable, hand: LeaderHand, text: str) -> Gesture | None:
    words = text.split()
    if not words or words[0] in [shape.word for shape in VERBS]:
        return None
    frame = table.stack[-1]
    if words[0] in ("deal", "end"):
        return find_occasion(game, table, hand, text, words)
    if words[0].upper() in game.plan.troops.letters[1:BUYABLE]:
        if frame.proc == SETUP or (frame.proc == TURN and frame.step == PURCHASES):
            return lay_out(game, table, hand, text, words)
        return None
    field = field_of(game, words[0])
    if field == NONE or len(words) < 2:
        return None
    return find_order(game, table, hand, field, text, words[1:])


def field_of(game: CompanyLeader, word: str) -> int:
    labels = game.plan.board.hexes.labels
    return labels.index(word.upper()) if word.upper() in labels else NONE


def direction_of(word: str) -> int:
    return DIRECTION_NAMES.index(word.upper()) if word.upper() in DIRECTION_NAMES else NONE


def find_occasion(game: CompanyLeader, table: LeaderTable, hand: LeaderHand, text: str, words: list[str]) -> Gesture:
    """``deal``, ``deal 2``, ``end``, ``end H A6``."""
    for gesture in of_question(game, table, hand):
        if words[0] == "deal" and gesture.key == "deal" and (len(words) == 1 or words[1:] == [str(gesture.operands[0])]):
            return gesture
        if words == ["end"] and gesture.key == "end-turn":
            return gesture
    if words[0] == "end" and len(words) == 3:
        return end_with(game, table, hand, text, words)
    raise Notation("'" + text + "' cannot be done now")


def end_with(game: CompanyLeader, table: LeaderTable, hand: LeaderHand, text: str, words: list[str]) -> Gesture:
    """The end of a turn with a purchase, on any field."""
    kind, field = kind_of(game, words[1]), field_of(game, words[2])
    at = world(game, table, hand)
    if at.state.table.stack[-1].step != PURCHASES:
        at.play(game.plan.done)
    if kind == NONE or field == NONE or not at.play((BUY, kind, field)):
        raise Notation("'" + text + "': no such purchase; write it as: end H A6")
    if not at.surprised and len(at.state.table.stack) > 1:
        look = Troop(game, at.state.table, at.state.hands[at.seat], field)
        at.play((at.offer()[0][0], field, look.towards(field)))
    at.play(game.plan.done)
    return Gesture("buy-end", "type field", (kind, field), at.actions, ENDS_TURN)


def kind_of(game: CompanyLeader, letter: str) -> int:
    letters = game.plan.troops.letters
    return letters.index(letter.upper(), 1) if letter.upper() in letters[1:BUYABLE] else NONE


def lay_out(game: CompanyLeader, table: LeaderTable, hand: LeaderHand, text: str, words: list[str]) -> Gesture:
    """``I B3 C5 A D2``: kinds, each with its fields; placed at set-up, bought later."""
    verb = PLACE if table.stack[-1].proc == SETUP else BUY
    at = world(game, table, hand)
    kind = NONE
    fields: list[int] = []
    for word in words:
        if kind_of(game, word) != NONE:
            kind = kind_of(game, word)
            continue
        field = field_of(game, word)
        if field == NONE:
            raise Notation("'" + word + "' in '" + text + "' is neither a field nor a letter of a troop")
        if not at.play((verb, kind, field)):
            raise Notation("'" + text + "': nothing of that kind can be put on " + word)
        fields.append(field)
    if not fields:
        raise Notation("'" + text + "' names no field")
    return Gesture("lay-out" if verb == PLACE else "buy-all", "field*", tuple(fields), at.actions)


def find_order(game: CompanyLeader, table: LeaderTable, hand: LeaderHand, field: int, text: str, words: list[str]) -> Gesture:
    """What stands after the troop's field, compared with all it can do; the best that fits."""
    dummies = words[-1] == "d"
    if dummies:
        words = words[:-1]
    for gesture in Troop(game, table, hand, field).gestures():
        if matches(game, gesture, words) and dummies == (gesture.key in ("go-dummies", "turn-to-dummies")):
            return gesture
    raise Notation("'" + text + "': the piece there cannot do that now; write B3 C4 E to go, B3 x D5 to shoot, B3 = C4 to swap")


def matches(game: CompanyLeader, gesture: Gesture, words: list[str]) -> bool:
    key, operands = gesture.key, gesture.operands
    if key in ("go", "go-dummies", "go-scout"):
        return len(words) in (1, 2) and field_of(game, words[0]) == operands[1] and fits(words, 1, operands[2])
    if key in ("look", "turn-to", "turn-to-dummies", "turn-to-scout"):
        return len(words) == 1 and direction_of(words[0]) == operands[1]
    if key == "fire":
        return len(words) in (2, 3) and words[0] == "x" and field_of(game, words[1]) == operands[1] and fits(words, 2, operands[2])
    if key == "go-fire":
        ways = len(words) in (3, 4) and words[1] == "x" and field_of(game, words[0]) == operands[1]
        return ways and field_of(game, words[2]) == operands[2] and fits(words, 3, operands[3])
    if key == "mend":
        return words[0] == "+" and (len(words) == 1 or words[1:] == [str(operands[1])])
    if key == "trade":
        return len(words) == 2 and words[0] == "=" and field_of(game, words[1]) == operands[1]
    if key == "show":
        return words[0] == "show" and len(words) in (1, 2) and fits(words, 1, operands[1])
    return key == "hide" and words == ["hide"]


def fits(words: list[str], place: int, direction: int) -> bool:
    """A direction that was named, or any when none was."""
    return len(words) == place or direction_of(words[place]) == direction
