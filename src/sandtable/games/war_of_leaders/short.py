"""Gestures in short notation, for people who type.

rK x bT2            rK attacks bT2
rK > 45d            rK goes by an angle: degrees, 4096ths, or a point of the compass (ne)
rK > point          towards the Capture Point, a piece (bK) or a place (320,410), as nearly as the way is open
rC1+ > point        with its group; rC1+-rS5-rS6 leaves two behind
> ne                when piece and group are chosen already
rK@60,60 rS1@90,90  places pieces; rC1+@200,80 a whole squad, as it stands in the ready formation
"""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.war_of_leaders.gestures import as_ready, dice_first, led_by, march, mover, squad
from sandtable.games.war_of_leaders.goals import BESIDE, Mover, Way
from sandtable.games.war_of_leaders.rules.ground import known_x, known_y
from sandtable.games.war_of_leaders.rules.move import group_of
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import AIM, ALIVE, CHOOSE, DECLARE, DIRECT, PLACE, TURN, LeadersHand, LeadersTable
from sandtable.games.war_of_leaders.verbs import ATTACK, FIRE, LEAD, LEAVE, PICK, PUT
from sandtable.games.war_of_leaders.words import BY_COMPASS, COMPASS, piece_value, value_of
from sandtable.kit.card import Gesture, Notation, is_number
from sandtable.kit.plane import angle_of


def read(rules: Rules, table: LeadersTable, hand: LeadersHand, text: str) -> Gesture | None:
    words = text.split()
    frame = table.stack[-1]
    if frame.proc == PLACE:
        return read_places(rules, table, hand, words) if "@" in text else None
    if frame.proc != TURN:
        return None
    if len(words) == 3 and words[1] == "x":
        return read_attack(rules, hand, frame.step, words)
    if ">" not in text:
        return None
    who, _, goal = text.partition(">")
    if frame.step == DECLARE:
        raise Notation("declare the move first: the die falls before piece and direction are chosen")
    if frame.step == CHOOSE and who.strip():
        return read_march(rules, table, hand, who.strip(), goal.strip())
    if frame.step == DIRECT and not who.strip():
        xs, ys = known_x(rules, table, hand), known_y(rules, table, hand)
        return towards(mover(rules, table, hand, hand.chosen, group_of(rules, table, xs, ys, hand)), goal.strip(), [])
    return None


def piece_named(rules: Rules, word: str) -> int:
    try:
        return piece_value(rules, word)
    except ValueError:
        raise Notation("'" + word + "' is no piece") from None


def own_index(rules: Rules, hand: LeadersHand, word: str) -> int:
    i = piece_named(rules, word) - hand.seat * rules.army
    if not 0 <= i < rules.army:
        raise Notation("'" + word + "' is not your piece")
    return i


def read_attack(rules: Rules, hand: LeadersHand, step: int, words: list[str]) -> Gesture | None:
    if step != DECLARE and step != AIM:
        return None
    if step == DECLARE and dice_first(rules):
        raise Notation("declare the attack first: a die falls before the target is named")
    a, b = piece_named(rules, words[0]), piece_named(rules, words[2])
    actions: list[Action] = [(FIRE, a, b)] if step == AIM else [(ATTACK,), (FIRE, a, b)]
    return Gesture("attack", "piece piece", (a, b), actions)


# moving --------------------------------------------------------------------------------------------


def read_march(rules: Rules, table: LeadersTable, hand: LeadersHand, who: str, goal: str) -> Gesture:
    """``rK``, ``rC1+`` or ``rC1+-rS5-rS6``"""
    name, plus, without = who.partition("+")
    i = own_index(rules, hand, name.strip())
    base = hand.seat * rules.army
    if table.life[base + i] != ALIVE:
        raise Notation("'" + name.strip() + "' is no longer in play")
    if not plus:
        return towards(mover(rules, table, hand, i, 0), goal, [(PICK, base + i)])
    group = led_by(rules, table, hand, i)
    actions: list[Action] = [(LEAD, base + i)]
    for word in without.split("-"):
        if word.strip():
            j = own_index(rules, hand, word.strip())
            if not (group >> j) & 1:
                raise Notation("'" + word.strip() + "' does not go with the group")
            group &= ~(1 << j)
            actions.append((LEAVE, base + j))
    return towards(mover(rules, table, hand, i, group), goal, actions)


def towards(one: Mover, goal: str, first: list[Action]) -> Gesture:
    """The way to a goal: an angle is taken by its word, a place as nearly as the way is open."""
    exact = exact_angle(one.rules, goal)
    if exact >= 0:
        return march(one, Way(compass_goal(exact), exact, one.going(exact)), first)
    if goal == "point":
        into = one.to_point()
        if into is not None:
            return march(one, into, first)
    x, y = spot(one, goal)
    wanted = int(angle_of(x - one.x, y - one.y))
    way = one.near(compass_goal(wanted), wanted, BESIDE)
    if way is None:  # the umpire says why not
        angle = one.angles(wanted, [0])[0]
        way = Way(compass_goal(angle), angle, one.group)
    return march(one, way, first)


def compass_goal(angle: int) -> int:
    """The point of the compass a direction is nearest to, as a goal."""
    return BY_COMPASS + (angle + 256) // 512 % 8


def exact_angle(rules: Rules, goal: str) -> int:
    """A direction by degrees, 4096ths or compass; -1 if it is none."""
    if goal in COMPASS:
        return 512 * COMPASS.index(goal)
    digits = goal[:-1] if goal.endswith("d") else goal
    return value_of(rules, "angle", goal) % 4096 if is_number(digits) else -1


def spot(one: Mover, goal: str) -> tuple[int, int]:
    if goal == "point" and one.table.point:
        return one.table.point[0], one.table.point[1]
    if "," in goal:
        return place_named(goal)
    piece = piece_named(one.rules, goal)
    if one.xs[piece] < 0:
        raise Notation("'" + goal + "' is not to be seen")
    return one.xs[piece], one.ys[piece]


def place_named(word: str) -> tuple[int, int]:
    x, _, y = word.partition(",")
    if not is_number(x.strip()) or not is_number(y.strip()) or len(x) > 6 or len(y) > 6:
        raise Notation("'" + word + "' should be a place such as 320,410")
    return int(x), int(y)


# placing -------------------------------------------------------------------------------------------


def read_places(rules: Rules, table: LeadersTable, hand: LeadersHand, words: list[str]) -> Gesture:
    """``rK@60,60 rC1+@200,80``"""
    actions: list[Action] = []
    for word in words:
        name, _, place = word.partition("@")
        x, y = place_named(place)
        i = own_index(rules, hand, name.rstrip("+"))
        if not name.endswith("+"):
            actions.append((PUT, hand.seat * rules.army + i, x, y))
            continue
        members = squad(rules, table, hand, i)
        ready = rules.ready[hand.seat][table.corner[hand.seat]]
        moved = as_ready(rules, table, hand, members, x - ready[2 * i], y - ready[2 * i + 1])
        if not moved:
            raise Notation("the squad of " + name[:-1] + " does not fit there")
        actions += moved
    return Gesture("place", "piece*", tuple([action[1] for action in actions]), actions)
