"""What people do in one go: orders by number, arm and sector, all who may act, a set-up, a line of battle.

Offered actions fall into groups of units alike: one verb, one arm, one sector they stand in, one way.  A person says how many of a
group.  Of units alike the last ones are taken: the first ones are shot at and placed first, so those with orders live longer."""

from __future__ import annotations

from sandtable.core.game import Action, Box
from sandtable.games.commanders.game import Commanders
from sandtable.games.commanders.imagine import depth
from sandtable.games.commanders.notation import prompt_of
from sandtable.games.commanders.rules.bombardment import shot_sort
from sandtable.games.commanders.rules.planning import orders_left
from sandtable.games.commanders.rules.positions import facing_sector, room_in
from sandtable.games.commanders.rules.sectors import held
from sandtable.games.commanders.state import (
    ARMY,
    ARTILLERY,
    CAVALRY,
    PLACES,
    ROUTED,
    SECTORS,
    SPENT,
    CommandersHand,
    CommandersTable,
)
from sandtable.games.commanders.verbs import (
    AIM,
    BOMBARD,
    COUNTER,
    DEPLOY,
    DONE,
    ENTER,
    FALL_BACK,
    HALT,
    MOVE,
    ORDER,
    PLACE,
    RALLY,
    REROLL,
    RETREAT,
    ROAD,
    SQUARE_UP,
    VERBS,
    WITHDRAW,
)
from sandtable.kit.card import ENDS_PHASE, Gesture
from sandtable.kit.gesture import Foresight, foresee

CommandersForesight = Foresight[CommandersTable, CommandersHand, Box]

GROUPED = [DEPLOY, ORDER, MOVE, HALT, RETREAT, SQUARE_UP, COUNTER, WITHDRAW, FALL_BACK, ENTER, RALLY, ROAD]
AHEAD_OF_ALL = 5  # farther from the own reserve than any sector
IN_A_ROW = [HALT, PLACE, AIM]  # open choices that are asked one after the other


class Group:
    """Offered actions of units alike, last unit first."""

    def __init__(self, verb: int, arm: int, origin: int, way: list[int]) -> None:
        self.verb = verb
        self.arm = arm
        self.origin = origin
        self.way = way
        self.actions: list[Action] = []


def way_of(table: CommandersTable, hand: CommandersHand, action: Action) -> list[int]:
    """Where an action leads to, as far as it says so."""
    verb, unit = action[0], action[1]
    if verb == MOVE:
        return [hand.way1[unit % ARMY]]
    if verb == HALT or verb == ENTER:
        return [table.target[unit]]
    return list(action[2:])


def groups_of(table: CommandersTable, hand: CommandersHand, offer: list[Action], verb: int = -1) -> list[Group]:
    found: list[Group] = []
    for k in range(len(offer) - 1, -1, -1):
        action = offer[k]
        if action[0] not in GROUPED or (verb >= 0 and action[0] != verb):
            continue
        unit, way = action[1], way_of(table, hand, action)
        group: Group | None = None
        for other in found:
            if other.verb == action[0] and other.arm == table.kind[unit] and other.origin == table.place[unit] and other.way == way:
                group = other
        if group is None:
            group = Group(action[0], table.kind[unit], table.place[unit], way)
            found.append(group)
        group.actions.append(action)
    return found


def gather(game: Commanders, table: CommandersTable, hand: CommandersHand, wanted: list[Action], ends: bool) -> list[Action]:
    """As many of these actions as are legal one after the other, and the end of the answer."""
    found = foresee(game, table, hand)
    for action in wanted:
        found.play(action)
    if ends:
        found.play((DONE,))
    return found.actions


# by sector ------------------------------------------------------------------------------------------


def subjects_of(game: Commanders, table: CommandersTable, hand: CommandersHand) -> list[tuple[str, int]]:
    """Sectors with units that may be named; at the set-up the home sectors."""
    found: list[int] = []
    for action in game.actions(table, hand):
        if action[0] in GROUPED:
            sector = action[2] if action[0] == DEPLOY else table.place[action[1]]
            if sector < PLACES and sector not in found:
                found.append(sector)
    found.sort()
    return [("sector", sector) for sector in found]


def sector_gestures(game: Commanders, table: CommandersTable, hand: CommandersHand, sector: int) -> list[Gesture]:
    """Towards the enemy first, back to the reserve last; one way all that stand there, then so many of a kind, most first."""
    found: list[Gesture] = []
    order: list[tuple[int, int]] = []
    for gesture in whole_sector(game, table, hand, sector):
        ahead = depth(hand.seat, gesture.operands[2]) if gesture.key == "sector-order" else AHEAD_OF_ALL
        order.append(((VERBS[gesture.actions[0][0]].rank * 8 + AHEAD_OF_ALL - ahead) * 4096 - 64, len(found)))
        found.append(gesture)
    for group in groups_of(table, hand, game.actions(table, hand)):
        if (group.way[0] if group.verb == DEPLOY else group.origin) != sector:
            continue
        most = most_of(game, table, hand, group)
        ahead = depth(hand.seat, group.way[-1]) if group.way else 0
        for number in range(len(most), 0, -1):
            if len(group.way) < 2 or number == len(most):
                worth = (VERBS[group.verb].rank * 8 + AHEAD_OF_ALL - ahead) * 4096 + (len(group.way) * 4 + group.arm) * 64 - number
                order.append((worth, len(found)))
                found.append(group_gesture(group, most[:number]))
    order.sort()
    return [found[k] for _, k in order]


def most_of(game: Commanders, table: CommandersTable, hand: CommandersHand, group: Group) -> list[Action]:
    if group.verb == ORDER:
        return group.actions[: orders_left(game.book, table, hand, group.origin)]
    return gather(game, table, hand, group.actions, False)


def group_gesture(group: Group, actions: list[Action]) -> Gesture:
    word = VERBS[group.verb].word
    if group.verb == DEPLOY or group.verb == RALLY:
        return Gesture(word, "number arm sector*", (len(actions), group.arm, *group.way), actions)
    return Gesture(word, "number arm origin sector*", (len(actions), group.arm, group.origin, *group.way), actions)


def whole_sector(game: Commanders, table: CommandersTable, hand: CommandersHand, sector: int) -> list[Gesture]:
    """All of a sector: act, withdraw, retreat, form square, enter; at planning, all to one neighbour."""
    found: list[Gesture] = []
    offer = game.actions(table, hand)
    for verb in (MOVE, WITHDRAW, SQUARE_UP, RETREAT, ENTER):
        wanted = [action for action in offer if action[0] == verb and table.place[action[1]] == sector]
        if len(wanted) > 1:
            actions = gather(game, table, hand, wanted, False)
            if len(actions) > 1:
                found.append(Gesture("sector-" + VERBS[verb].word, "number origin", (len(actions), sector), actions))
    for to in game.book.ways[sector]:
        wanted = [
            action for action in offer if len(action) == 3 and action[0] == ORDER and action[2] == to and table.place[action[1]] == sector
        ]
        wanted = wanted[-orders_left(game.book, table, hand, sector) :] if wanted else wanted
        if len(wanted) > 1 and table.kind[wanted[0][1]] != table.kind[wanted[-1][1]]:
            found.append(Gesture("sector-order", "number origin sector", (len(wanted), sector, to), wanted))
    return found


# the question as a whole ----------------------------------------------------------------------------


def whole_gestures(game: Commanders, table: CommandersTable, hand: CommandersHand) -> list[Gesture]:
    prompt = prompt_of(table)
    offer = game.actions(table, hand)
    if prompt == "deploy":
        return [Gesture("deal", "", (), deal(game, table, hand), ENDS_PHASE)]
    if prompt == "halt":
        return [group_gesture(group, most_of(game, table, hand, group)) for group in groups_of(table, hand, offer)]
    if prompt == "place":
        return [Gesture("place-all", "", (), line_up(game, table, hand))]
    if prompt == "guns":
        return [Gesture("guns-spread", "", (), spread_guns(game, table, hand))]
    if prompt == "aim":
        return aim_gestures(game, table, hand, offer)
    if prompt in ("fast", "combined", "moves"):
        return act_gestures(game, table, hand, offer)
    found: list[Gesture] = []
    for verb in (BOMBARD, SQUARE_UP, COUNTER, RETREAT, WITHDRAW, ENTER, RALLY):
        add_every(game, table, hand, found, "every-" + VERBS[verb].word, wanted_of(game, table, offer, verb))
    return found


def add_every(game: Commanders, table: CommandersTable, hand: CommandersHand, found: list[Gesture], key: str, wanted: list[Action]) -> None:
    """All of these and the end of the answer, as one gesture."""
    if wanted:
        actions = gather(game, table, hand, wanted, True)
        if len(actions) > 1 and actions[-1] == (DONE,):
            found.append(Gesture(key, "number", (len(actions) - 1,), actions, ENDS_PHASE))


def wanted_of(game: Commanders, table: CommandersTable, offer: list[Action], verb: int) -> list[Action]:
    """All actions of a verb, the best first where not all may be possible: near shots, guns and horse to be rallied."""
    wanted = [action for action in offer if action[0] == verb]
    if verb == BOMBARD:
        near = [action for action in wanted if game.book.adjacent[table.place[action[1]] * PLACES + action[2]]]
        return near + [action for action in wanted if action not in near]
    if verb == RALLY:
        alone = [action for action in wanted if table.place[action[1]] < SECTORS]
        horse = [action for action in wanted if table.place[action[1]] >= SECTORS and table.kind[action[1]] == CAVALRY]
        return alone + horse + [action for action in wanted if action not in alone and action not in horse]
    return wanted


def act_gestures(game: Commanders, table: CommandersTable, hand: CommandersHand, offer: list[Action]) -> list[Gesture]:
    """2.2: all ordered units act, or only those against the enemy, or only the others."""
    found: list[Gesture] = []
    enemy = held(table, 1 - hand.seat)
    wanted = [action for action in offer if action[0] == MOVE]
    attacks = [action for action in wanted if (enemy >> hand.way1[action[1] % ARMY]) & 1]
    add_every(game, table, hand, found, "every-move", wanted)
    if attacks and len(attacks) < len(wanted):
        add_every(game, table, hand, found, "every-attack", attacks)
        add_every(game, table, hand, found, "every-march", [action for action in wanted if action not in attacks])
    return found


def deal(game: Commanders, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    """1.9: guns in the centre, horse on the wings, infantry everywhere; whoever is left over is the reserve."""
    left, centre, right = game.book.home[hand.seat][:3]
    base = hand.seat * ARMY
    wanted: list[Action] = []
    for i in range(ARMY - 1, -1, -1):
        if hand.spot[i] < 0 and table.kind[base + i] == ARTILLERY:
            wanted.append((DEPLOY, base + i, centre))
    riders = [base + i for i in range(ARMY) if hand.spot[i] < 0 and table.kind[base + i] == CAVALRY]
    for k in range(min(4, len(riders))):
        wanted.append((DEPLOY, riders[k], left if k % 2 else right))
    for sector in (centre, left, right):
        for i in range(ARMY):
            if hand.spot[i] < 0 and table.kind[base + i] < CAVALRY:
                wanted.append((DEPLOY, base + i, sector))
    for i in range(ARMY):  # an army of horse
        for sector in (left, right, centre):
            if hand.spot[i] < 0 and table.kind[base + i] == CAVALRY:
                wanted.append((DEPLOY, base + i, sector))
    return gather(game, table, hand, wanted, True)


def line_up(game: Commanders, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    """6.3, 6.4: fresh units first, each to the front that lacks most."""
    found = foresee(game, table, hand)
    while not found.surprised and prompt_of(found.table()) == "place":
        at = found.table()
        best = found.offer()[0]
        best_worth = -1
        for action in found.offer():
            worth = 0 if at.status[action[1]] & (SPENT | ROUTED) else 16
            for z in range(len(at.zones)):
                if facing_sector(at, z, hand.seat) == action[2] and at.stack[-1].regs[1] in at.zones[z]:
                    worth += room_in(game.book, at, hand.seat, z)
            if worth > best_worth:
                best, best_worth = action, worth
        found.play(best)
    return found.actions


def spread_guns(game: Commanders, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    """9.2: each shot at the unit with the fewest shots so far."""
    found = foresee(game, table, hand)
    while not found.surprised and prompt_of(found.table()) == "guns":
        at = found.table()
        best = found.offer()[0]
        for action in found.offer():
            if shot_sort(at, at.stack[-1].regs, action[2]) < shot_sort(at, at.stack[-1].regs, best[2]):
                best = action
        found.play(best)
    return found.actions


def aim_gestures(game: Commanders, table: CommandersTable, hand: CommandersHand, offer: list[Action]) -> list[Gesture]:
    """7.12: everybody at a target of its own as far as there are, everybody at one."""
    shots: list[int] = []
    spread: list[Action] = []
    targets: list[int] = []
    for k in range(len(offer)):
        if offer[k][2] not in targets:
            targets.append(offer[k][2])
        if k == 0 or offer[k][1] != offer[k - 1][1]:
            mine = [action for action in offer if action[1] == offer[k][1]]
            best = mine[0]
            for action in mine:
                if shots.count(action[2]) < shots.count(best[2]):
                    best = action
            shots.append(best[2])
            spread.append(best)
    if len(spread) < 2:
        return []
    found = [Gesture("aim-spread", "number", (len(spread),), gather(game, table, hand, spread, False))]
    for target in targets:
        actions = gather(game, table, hand, [action for action in offer if action[2] == target], False)
        if len(actions) > 1:
            found.append(Gesture("aim-all", "number unit", (len(actions), target), actions))
    return found


# recognising ------------------------------------------------------------------------------------------


def length_of(actions: list[Action]) -> int:
    """A whole sealed answer with its end, or open choices of one sort in a row, is one gesture."""
    first = actions[0][0]
    if first == REROLL:  # a die falls
        return 1
    for k in range(len(actions)):
        if first in IN_A_ROW and actions[k][0] != first:
            return k
        if actions[k][0] == DONE:
            return k + 1
    return len(actions)
