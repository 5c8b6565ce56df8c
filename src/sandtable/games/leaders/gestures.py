"""What people do in one go: so many units into a territory or from here to there, all withdrawals, losses, a fight.

All is reckoned from what the seat knows."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.leaders.forces import (
    STRONG_FIRST,
    WEAK_FIRST,
    Force,
    all_forces,
    camp_of,
    force_gesture,
    forces,
    marches,
    placements,
    ready_in,
    room_in,
    taken,
)
from sandtable.games.leaders.game import Leaders
from sandtable.games.leaders.rules.battle import ON_ATTACKER, ON_DEFENDER, loser, loses_now, owned
from sandtable.games.leaders.rules.common import crowd
from sandtable.games.leaders.rules.headquarters import SPIES
from sandtable.games.leaders.rules.orders import movable
from sandtable.games.leaders.state import (
    COLOURS,
    DEFENCE,
    EVENTS,
    FIGHT,
    FIGHTS,
    LAND,
    MOVING,
    NOBODY,
    OFFICE,
    PLACING,
    RAID,
    WITHDRAW,
    LeadersBox,
    LeadersHand,
    LeadersTable,
)
from sandtable.games.leaders.verbs import (
    ABANDON,
    ACCEPT,
    COLOUR,
    CONTINUE,
    DECLINE,
    DONE,
    ENGAGE,
    FIGHT_AT,
    KEEP,
    LOSE,
    MOVE,
    NATION,
    PLACE,
    RECRUIT,
    REMOVE,
    SABOTAGE,
    SPY,
    STAND,
)
from sandtable.kit.card import ENDS_PHASE, Gesture
from sandtable.kit.gesture import Foresight, foresee

LeadersForesight = Foresight[LeadersTable, LeadersHand, LeadersBox]
BEST = 8  # attacks named for the question as a whole


# by place and piece -------------------------------------------------------------------------------------


def subjects_of(game: Leaders, table: LeadersTable, hand: LeadersHand) -> list[tuple[str, int]]:
    """Territories and sea fields of the offer; kinds of units and players in the headquarters."""
    proc = table.stack[-1].proc
    places: list[int] = []
    if proc == OFFICE:
        found = [("unit", unit) for unit in range(3) if game.terms.v.unit_cost[unit] <= hand.savings]
        return found + [("seat", action[1]) for action in both_spies(game, table, hand)]
    if proc in (PLACING, DEFENCE, MOVING):
        for action in game.actions(table, hand):
            for place in action[1 : 3 if proc == MOVING else 2]:
                if place not in places:
                    places.append(place)
    places.sort()
    return [("place", place) for place in places]


def gestures_of(game: Leaders, table: LeadersTable, hand: LeadersHand, kind: str, value: int) -> list[Gesture]:
    if not table.stack or hand.seat not in table.pending:
        return []
    proc = table.stack[-1].proc
    if not kind:
        return whole_gestures(game, table, hand)
    if proc == OFFICE:
        return office_gestures(game, table, hand, kind, value)
    if kind != "place":
        return []
    if proc == MOVING:
        return move_gestures(game, table, hand, value)
    if proc == PLACING or proc == DEFENCE:
        if any([action[0] == PLACE and action[1] == value for action in game.actions(table, hand)]):
            return [
                force_gesture("place", force, "place", [value], placements(value, force))
                for force in forces(camp_of(table, hand.seat), room_in(game, table, value))
            ]
    return []


def ways(game: Leaders, table: LeadersTable, hand: LeadersHand) -> list[tuple[int, int]]:
    """From where to where somebody may move."""
    found: list[tuple[int, int]] = []
    for action in game.actions(table, hand):
        if action[0] == MOVE and (action[1], action[2]) not in found:
            found.append((action[1], action[2]))
    return found


def march_word(table: LeadersTable, seat: int, to: int) -> str:
    """What it is to go there: an attack, taking free land, or just going."""
    if to >= LAND or table.owner[to] == seat:
        return "go"
    return "seize" if table.owner[to] == NOBODY else "attack"


def move_gestures(game: Leaders, table: LeadersTable, hand: LeadersHand, at: int) -> list[Gesture]:
    """All who can reach the place, then those who stand in it."""
    found: list[Gesture] = []
    seat = hand.seat
    known = ways(game, table, hand)
    sources = [place for place, to in known if to == at]
    if len(sources) > 1:
        found.append(converge(game, table, hand, at, sources))
    for place in sources:
        stock = ready_in(game, table, place, seat)
        force = taken(stock, movable(game.terms, table, place, seat), STRONG_FIRST)
        found.append(force_gesture(march_word(table, seat, at), force, "place place", [place, at], marches(place, at, force)))
    for place, to in known:
        if place == at:
            for force in forces(ready_in(game, table, place, seat), movable(game.terms, table, place, seat)):
                found.append(force_gesture(march_word(table, seat, to), force, "place place", [place, to], marches(place, to, force)))
    return found


def converge(game: Leaders, table: LeadersTable, hand: LeadersHand, to: int, sources: list[int]) -> Gesture:
    """From all sides with all who may go."""
    actions: list[Action] = []
    for place in sources:
        stock = ready_in(game, table, place, hand.seat)
        actions += marches(place, to, taken(stock, movable(game.terms, table, place, hand.seat), STRONG_FIRST))
    return Gesture(march_word(table, hand.seat, to) + "-all", "number place", (len(actions), to), actions)


# the question as a whole --------------------------------------------------------------------------------


def whole_gestures(game: Leaders, table: LeadersTable, hand: LeadersHand) -> list[Gesture]:
    proc = table.stack[-1].proc
    if proc == COLOURS:
        return colour_gestures(game, table, hand)
    if proc == WITHDRAW:
        return keep_gestures(game, table, hand)
    if proc == RAID:
        stock = camp_of(table, hand.seat)
        return [loss_gesture(game, table, hand, "remove", REMOVE, force) for force in all_forces(stock, table.stack[-1].regs[0])]
    if proc == EVENTS:
        return event_gestures(game, hand)
    if proc == PLACING:
        return spread_gestures(game, table, hand)
    if proc == MOVING:
        return best_marches(game, table, hand)
    if proc == DEFENCE:
        return defence_gestures(game, table, hand)
    if proc == FIGHTS:
        return fight_gestures(game, table, hand)
    if proc == FIGHT and game.actions(table, hand)[0][0] == LOSE:
        return loss_gestures(game, table, hand)
    if proc == OFFICE:
        found: list[Gesture] = []
        for unit in range(3):
            found += office_gestures(game, table, hand, "unit", unit)[:1]
        return found
    return []


def colour_gestures(game: Leaders, table: LeadersTable, hand: LeadersHand) -> list[Gesture]:
    """2.3, 2.4: a nation, in the first colour that is left."""
    found = foresee(game, table, hand, [game.actions(table, hand)[0]])
    return [
        Gesture("lead", "nation colour", (action[1], found.actions[0][1]), [*found.actions, action])
        for action in found.offer()
        if action[0] == NATION
    ]


def keep_gestures(game: Leaders, table: LeadersTable, hand: LeadersHand) -> list[Gesture]:
    """3.3: the same choice everywhere."""
    found: list[Gesture] = []
    for key in ("keep-weakest", "keep-strongest"):
        actions: list[Action] = []
        for action in game.actions(table, hand):  # by territory, then by kind
            if not actions or actions[-1][1] != action[1]:
                actions.append(action)
            elif key == "keep-strongest":
                actions[-1] = action
        found.append(Gesture(key, "number", (len(actions),), actions))
    return found


def event_gestures(game: Leaders, hand: LeadersHand) -> list[Gesture]:
    """4.16: all offers alike, and on; in the companion the board phase too, for those who read at its end (12.4)."""
    seats = [seat for seat in range(game.terms.seats) if (hand.received >> seat) & 1]
    found: list[Gesture] = []
    if seats:
        accepts: list[Action] = [(ACCEPT, seat) for seat in seats]
        declines: list[Action] = [(DECLINE, seat) for seat in seats]
        found.append(Gesture("accept-all", "number", (len(seats),), [*accepts, (CONTINUE,)], ENDS_PHASE))
        found.append(Gesture("decline-all", "number", (len(seats),), [*declines, (CONTINUE,)], ENDS_PHASE))
    elif game.terms.companion:
        found.append(Gesture("events-and-board", "", (), [(CONTINUE,), (CONTINUE,)], ENDS_PHASE))
    return found


def spread(game: Leaders, table: LeadersTable, hand: LeadersHand, bases: list[int]) -> list[Action]:
    """All that fit from the camp, strong ones first, each into the base with the fewest units so far."""
    camp = camp_of(table, hand.seat)
    room = [room_in(game, table, place) for place in bases]
    there = [crowd(game.terms, table, place, table.active if table.stack[-1].proc == DEFENCE else NOBODY) for place in bases]
    actions: list[Action] = []
    for unit in STRONG_FIRST:
        for _ in range(camp[unit]):
            best = -1
            for k in range(len(bases)):
                if room[k] > 0 and (best < 0 or there[k] < there[best]):
                    best = k
            if best >= 0:
                actions.append((PLACE, bases[best], unit))
                room[best] -= 1
                there[best] += 1
    return actions


def spread_gestures(game: Leaders, table: LeadersTable, hand: LeadersHand) -> list[Gesture]:
    """5.1: everybody to the border, evenly."""
    border: list[int] = []
    for place in range(LAND):
        if table.owner[place] == hand.seat and faces_somebody(game, table, hand.seat, place):
            border.append(place)
    actions = spread(game, table, hand, border)
    return [Gesture("spread", "number", (len(actions),), actions)] if len(actions) > 1 else []


def faces_somebody(game: Leaders, table: LeadersTable, seat: int, place: int) -> bool:
    for near in game.terms.world.near[place]:
        if near < LAND and table.owner[near] != seat:
            return True
        if near >= LAND and crowd(game.terms, table, near, seat):
            return True
    return False


def best_marches(game: Leaders, table: LeadersTable, hand: LeadersHand) -> list[Gesture]:
    """Attacks with all who can come, where they are more than stand there, and free land; most points first."""
    order: list[tuple[int, int]] = []
    found: list[Gesture] = []
    known = ways(game, table, hand)
    targets: list[int] = []
    for _, to in known:
        if to < LAND and to not in targets and table.owner[to] != hand.seat:
            targets.append(to)
    for to in targets:
        gesture = converge(game, table, hand, to, [place for place, other in known if other == to])
        more = len(gesture.actions) - crowd(game.terms, table, to, hand.seat)
        if more > 0:
            order.append((-game.terms.world.points[to] * 64 - min(more, 60), len(found)))
            found.append(gesture)
    order.sort()
    return [found[k] for _, k in order[:BEST]]


def defence_gestures(game: Leaders, table: LeadersTable, hand: LeadersHand) -> list[Gesture]:
    """6.1, 6.4: all that fit, and no more."""
    places: list[int] = []
    for action in game.actions(table, hand):
        if action[0] == PLACE and action[1] not in places:
            places.append(action[1])
    actions = spread(game, table, hand, places)
    if not actions:
        return []
    key = "help-all" if table.stack[-1].regs[1] > 0 else "defend-all"
    return [Gesture(key, "number", (len(actions),), [*actions, (DONE,)], ENDS_PHASE)]


def fight_gestures(game: Leaders, table: LeadersTable, hand: LeadersHand) -> list[Gesture]:
    """7.1, 7.3: a fight is chosen to be fought."""
    found: list[Gesture] = []
    for action in game.actions(table, hand):
        if action[0] == FIGHT_AT:
            found.append(Gesture("fight-on", "place", (action[1],), [action, (STAND,)]))
        elif action[0] == ENGAGE:
            found.append(Gesture("engage-on", "seat place", (action[2], action[1]), [action, (STAND,)]))
    return found


def loss_gestures(game: Leaders, table: LeadersTable, hand: LeadersHand) -> list[Gesture]:
    """7.10, 7.11: all that are lost now by the one whose turn it is."""
    frame = table.stack[-1]
    attacking = loses_now(frame)
    seat = loser(game.terms, table, frame, attacking)
    stock = [owned(game.terms, table, frame, attacking, seat, unit) for unit in range(3)]
    number = min(frame.regs[ON_ATTACKER if attacking else ON_DEFENDER], sum(stock))
    return [loss_gesture(game, table, hand, "lose", LOSE, force) for force in all_forces(stock, number)]


def loss_gesture(game: Leaders, table: LeadersTable, hand: LeadersHand, word: str, verb: int, force: Force) -> Gesture:
    """What goes by itself in the end is not asked for."""
    at = table.stack[-1]
    found = foresee(game, table, hand)
    for unit in WEAK_FIRST:
        for _ in range(force[unit]):
            stack = found.table().stack
            if stack and stack[-1].proc == at.proc and stack[-1].step == at.step:
                found.play((verb, unit))
    return force_gesture(word, force, "", [], found.actions)


# headquarters -------------------------------------------------------------------------------------------


def both_spies(game: Leaders, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    """8.17, 8.18: who can be spied on and sabotaged in one visit."""
    offer = game.actions(table, hand)
    return [action for action in offer if action[0] == SPY and hand.agents[SPIES] > 1 and (SABOTAGE, action[1]) in offer]


def office_gestures(game: Leaders, table: LeadersTable, hand: LeadersHand, kind: str, value: int) -> list[Gesture]:
    """8.2: so many of a kind, most first; 8.17, 8.18: spies for both at once."""
    if kind == "seat" and (SPY, value) in both_spies(game, table, hand):
        return [Gesture("spy-and-sabotage", "seat", (value,), [(SPY, value), (SABOTAGE, value)])]
    if kind != "unit":
        return []
    found: list[Gesture] = []
    cost = game.terms.v.unit_cost[value]
    for force in forces([hand.savings // cost if unit == value else 0 for unit in range(3)], hand.savings // cost):
        recruits: list[Action] = [(RECRUIT, value)] * force[value]
        found.append(force_gesture("recruit", force, "points", [cost * force[value]], recruits))
    return found


# recognising --------------------------------------------------------------------------------------------


def length_of(actions: list[Action]) -> int:
    """Choices of one sort in a row, with the end of the answer, are one gesture; so are colour and nation, a fight and to stand in it."""
    first = actions[0][0]
    if len(actions) > 1:
        pair = (first, actions[1][0])
        if pair in ((COLOUR, NATION), (FIGHT_AT, STAND), (ENGAGE, STAND)):
            return 2
    if first not in (KEEP, REMOVE, LOSE, PLACE, MOVE, CONTINUE, ACCEPT, DECLINE) and not is_order(first):
        return 1
    for k in range(1, len(actions)):
        verb = actions[k][0]
        if verb == DONE and (first == PLACE or first == MOVE or is_order(first)):
            return k + 1
        if not alike(first, verb):
            return k
    return len(actions)


def is_order(verb: int) -> bool:
    """An order of the headquarters."""
    return RECRUIT <= verb <= ABANDON


def alike(verb: int, other: int) -> bool:
    if is_order(verb):
        return is_order(other)
    answers = (ACCEPT, DECLINE, CONTINUE)
    return verb == other or (verb in answers and other in answers)
