"""What people do in one go: attack somebody, send a piece or a group somewhere, place a squad, answer all offers.

The die of a move falls before piece and direction are chosen (5.3, 5.4): a declared move is one gesture, piece and direction another.
Gestures end where a die falls or the turn does.
"""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.war_of_leaders.endings import open_offers
from sandtable.games.war_of_leaders.goals import INTO_POINT, Mover, Way
from sandtable.games.war_of_leaders.rules.ground import known_x, known_y, targets
from sandtable.games.war_of_leaders.rules.move import followers, group_of, is_leader
from sandtable.games.war_of_leaders.rules.place import own_squad, own_xs, own_ys, place_refusal
from sandtable.games.war_of_leaders.rules.turn import ROLL
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import (
    ALIVE,
    CHOOSE,
    D_FROM,
    D_OPEN,
    D_SERIAL,
    DECLARE,
    DIRECT,
    PLACE,
    TURN,
    LeadersHand,
    LeadersTable,
)
from sandtable.games.war_of_leaders.verbs import ACCEPT, ATTACK, FIRE, GO, LEAD, LEAVE, PICK, PUT, REFUSE, STAY
from sandtable.kit.card import Gesture
from sandtable.kit.plane import along_x, along_y

MOVED = "piece goal x y"
PARTED = "piece goal x y stays*"


def subjects_of(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[tuple[str, int]]:
    frame = table.stack[-1]
    base = hand.seat * rules.army
    if frame.proc == PLACE:
        return [("piece", base + i) for i in range(rules.army) if is_leader(rules, i) and len(squad(rules, table, hand, i)) > 1]
    if frame.proc != TURN:
        return []
    if frame.step == CHOOSE:
        return [("piece", base + i) for i in range(rules.army) if table.life[base + i] == ALIVE]
    if frame.step == DIRECT:
        return [("piece", base + hand.chosen)]
    found: list[int] = []
    if frame.step == DECLARE and dice_first(rules):
        return []
    for piece in targets(rules, table, known_x(rules, table, hand), known_y(rules, table, hand), hand.seat, False):
        if piece not in found:
            found.append(piece)
    found.sort()
    return [("piece", piece) for piece in found]


def gestures_of(rules: Rules, table: LeadersTable, hand: LeadersHand, kind: str, value: int) -> list[Gesture]:
    frame = table.stack[-1]
    piece = value if kind == "piece" else -1
    if kind and piece < 0:
        return []
    if frame.proc == PLACE:
        return placings(rules, table, hand, piece)
    if frame.proc != TURN:
        return []
    if frame.step == CHOOSE:
        return marches(rules, table, hand, piece)
    if frame.step == DIRECT:
        return directions(rules, table, hand) if piece < 0 or piece == hand.seat * rules.army + hand.chosen else []
    found = attacks(rules, table, hand, piece, frame.step == DECLARE)
    return found + answers(rules, table, hand) if frame.step == DECLARE and piece < 0 else found


# attacking and answering -------------------------------------------------------------------------


def dice_first(rules: Rules) -> bool:
    """8.1, 8.2: with these options a die falls between declaration and aim."""
    return rules.die_range or rules.late


def attacks(rules: Rules, table: LeadersTable, hand: LeadersHand, piece: int, declare: bool) -> list[Gesture]:
    """5.1, 8.1: declared and aimed, by or at a piece; Kings first, then Captains, Tanks and Soldiers."""
    found: list[Gesture] = []
    if declare and dice_first(rules):
        return found
    pairs = targets(rules, table, known_x(rules, table, hand), known_y(rules, table, hand), hand.seat, False)
    for rank in range(4):
        for k in range(0, len(pairs), 2):
            a, b = pairs[k], pairs[k + 1]
            if rules.kind[b % rules.army] == rank and piece in (-1, a, b):
                actions: list[Action] = [(ATTACK,), (FIRE, a, b)] if declare else [(FIRE, a, b)]
                found.append(Gesture("attack", "piece piece", (a, b), actions))
    return found


def answers(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[Gesture]:
    """10.3: the same answer to all offers, as far as one may speak (10.1)."""
    if not rules.negotiation:
        return []
    deals = open_offers(table, hand)[: rules.max_talks - hand.talks]
    if len(deals) < 2:
        return []
    yes: list[Action] = [(ACCEPT, deal[D_FROM], deal[D_SERIAL], deal[D_OPEN]) for deal in deals]
    no: list[Action] = [(REFUSE, deal[D_FROM], deal[D_SERIAL], deal[D_OPEN]) for deal in deals]
    givers = tuple([deal[D_FROM] for deal in deals])
    return [Gesture("accept-all", "seat*", givers, yes), Gesture("refuse-all", "seat*", givers, no)]


# moving --------------------------------------------------------------------------------------------


def mover(rules: Rules, table: LeadersTable, hand: LeadersHand, i: int, group: int) -> Mover:
    return Mover(rules, table, hand, rules.pace[table.stack[-1].regs[ROLL]], i, group | 1 << i)


def marches(rules: Rules, table: LeadersTable, hand: LeadersHand, piece: int) -> list[Gesture]:
    """5.4: a piece, or what it leads, and where to; for nobody in particular every leader's way to the Point."""
    base = hand.seat * rules.army
    if piece >= 0:
        return marches_of(rules, table, hand, piece - base) if base <= piece < base + rules.army and table.life[piece] == ALIVE else []
    found: list[Gesture] = []
    for i in range(rules.army):
        if is_leader(rules, i) and table.life[base + i] == ALIVE:
            group = led_by(rules, table, hand, i)
            one = mover(rules, table, hand, i, group)
            way = one.to_point()
            if way is not None:
                found.append(march(one, way, [(LEAD if group else PICK, base + i)]))
    return found


def led_by(rules: Rules, table: LeadersTable, hand: LeadersHand, i: int) -> int:
    if not is_leader(rules, i):
        return 0
    return followers(rules, table, known_x(rules, table, hand), known_y(rules, table, hand), hand.seat, i)


def marches_of(rules: Rules, table: LeadersTable, hand: LeadersHand, i: int) -> list[Gesture]:
    """With the group, then alone; what wins the match before everything else."""
    piece = hand.seat * rules.army + i
    found: list[Gesture] = []
    group = led_by(rules, table, hand, i)
    if group:
        led = mover(rules, table, hand, i, group)
        found = [march(led, way, [(LEAD, piece)]) for way in led.ways()]
    alone = mover(rules, table, hand, i, 0)
    for way in alone.ways():
        one = march(alone, way, [(PICK, piece)])
        if way.goal == INTO_POINT and found and found[0].operands[1] != INTO_POINT:
            found.insert(0, one)
        else:
            found.append(one)
    return found


def march(one: Mover, way: Way, first: list[Action]) -> Gesture:
    """A direction after what was chosen; says who of a group cannot follow."""
    x, y = one.x + int(along_x(way.angle, one.length)), one.y + int(along_y(way.angle, one.length))
    actions: list[Action] = [*first, (GO, way.angle)]
    if one.group == 1 << one.i:
        return Gesture("march", MOVED, (one.piece, way.goal, x, y), actions)
    stays = [one.piece - one.i + j for j in range(one.rules.army) if ((one.group & ~way.going) >> j) & 1]
    if not stays:
        return Gesture("march-group", MOVED, (one.piece, way.goal, x, y), actions)
    return Gesture("march-part", PARTED, (one.piece, way.goal, x, y, *stays), actions)


def directions(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[Gesture]:
    """6.2: where to, when piece and followers are chosen."""
    one = mover(rules, table, hand, hand.chosen, group_of(rules, table, known_x(rules, table, hand), known_y(rules, table, hand), hand))
    none: list[Action] = []
    return [march(one, way, none) for way in one.ways()]


# placing -------------------------------------------------------------------------------------------


def squad(rules: Rules, table: LeadersTable, hand: LeadersHand, leader: int) -> list[int]:
    """4.5: own indexes of a leader and its followers that stand nowhere yet."""
    xs, follows = own_xs(rules, table, hand), own_squad(rules, table, hand)
    return [i for i in range(rules.army) if follows[i] == leader and xs[i] < 0 and rules.has[hand.seat][i]]


def placings(rules: Rules, table: LeadersTable, hand: LeadersHand, piece: int) -> list[Gesture]:
    """4.4: a squad, or all that is left, as in the ready formation."""
    xs = own_xs(rules, table, hand)
    base = hand.seat * rules.army
    if piece >= 0:
        if not base <= piece < base + rules.army or not is_leader(rules, piece - base):
            return []
        actions = as_ready(rules, table, hand, squad(rules, table, hand, piece - base), 0, 0)
        return [Gesture("place-squad", "piece", (piece,), actions)] if len(actions) > 1 else []
    missing = [i for i in range(rules.army) if xs[i] < 0 and rules.has[hand.seat][i]]
    actions = as_ready(rules, table, hand, missing, 0, 0) if max(xs) >= 0 else []
    return [Gesture("place-rest", "", (), actions)] if len(actions) > 1 else []


def as_ready(rules: Rules, table: LeadersTable, hand: LeadersHand, members: list[int], dx: int, dy: int) -> list[Action]:
    """Pieces at their places in the ready formation, all moved alike; nothing if one of them cannot stand there."""
    xs, ys = own_xs(rules, table, hand)[:], own_ys(rules, table, hand)[:]
    zone = table.corner[hand.seat]
    ready = rules.ready[hand.seat][zone]
    found: list[Action] = []
    for i in members:
        x, y = ready[2 * i] + dx, ready[2 * i + 1] + dy
        if place_refusal(rules, table, zone, xs, ys, i, x, y):
            return []
        xs[i], ys[i] = x, y
        found.append((PUT, hand.seat * rules.army + i, x, y))
    return found


# how much is one gesture -----------------------------------------------------------------------------


def length_of(actions: list[Action]) -> int:
    verb = actions[0][0]
    count = 1
    if verb == PUT or verb == ACCEPT or verb == REFUSE:  # one by one, but in one go
        while count < len(actions) and actions[count][0] == verb:
            count += 1
        return count
    if verb == ATTACK:
        return 2 if len(actions) > 1 and actions[1][0] == FIRE else 1
    if verb == PICK or verb == LEAD or verb == LEAVE:
        while count < len(actions) and actions[count][0] == LEAVE:
            count += 1
        if count < len(actions) and actions[count][0] in (GO, STAY):
            count += 1
    return count
