"""What people do in one go: a ready set-up, a course by its destination, a fleet that jumps together, all that a station can do,
orders and fire for many counters."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action
from sandtable.games.company_war.broadsides import battle_gestures, battle_subjects
from sandtable.games.company_war.courses import Way, goals_from, ways_to
from sandtable.games.company_war.game import CompanyWar
from sandtable.games.company_war.rules.execution import companions
from sandtable.games.company_war.rules.fleet import attack
from sandtable.games.company_war.rules.garrisons import free_carriers
from sandtable.games.company_war.rules.movement import counted
from sandtable.games.company_war.setup import unplaced
from sandtable.games.company_war.state import (
    BATTLE,
    CARRIERS,
    EXECUTING,
    FIRST_DART,
    FLEET,
    GARRISONING,
    HINDER,
    MUSTERING,
    NOWHERE,
    PLACING,
    PLOTTING,
    POINTS,
    REPAIRING,
    TACTICS,
    TROOPING,
    WarHand,
    WarTable,
    where,
)
from sandtable.games.company_war.verbs import (
    ABANDON,
    AIM,
    ARRIVE,
    BREAK,
    BURN,
    CARRY,
    COAST,
    DEPLOY,
    DOCK,
    DONE,
    DRIFT,
    DUMP,
    EDGE,
    ENTER,
    FLEE,
    HOLD,
    JOIN,
    JUMP,
    LAND,
    LAUNCH,
    LEAP,
    LIFT,
    MOVE,
    MUSTER,
    OVERLOAD,
    PASS,
    PLACE,
    PLOT,
    RECOVER,
    REPAIR,
    SPEED,
)
from sandtable.kit.card import ENDS_PHASE, ENDS_PIECE, Gesture
from sandtable.kit.gesture import foresee

MOST_COURSES: Final = 120
IN_A_ROW: Final = [
    [PLACE, CARRY],
    [PLOT, JOIN, JUMP, ARRIVE],
    [REPAIR],
    [LAND, LIFT],
    [MUSTER],
    [FLEE],
    [DOCK],
    [DEPLOY, DRIFT],
    [EDGE, ENTER, SPEED],
    [AIM, PASS, LEAP],
    [HOLD, LAUNCH, RECOVER, BREAK, ABANDON],
]
MOVES: Final = [LAUNCH, COAST, BURN, OVERLOAD, DUMP]


def subjects_of(game: CompanyWar, table: WarTable, hand: WarHand) -> list[tuple[str, int]]:
    """Ships that may be named, and points where several of them stand."""
    proc = table.stack[-1].proc
    if proc == PLACING:
        return [("point", point) for point in game.book.starts]
    if proc in (BATTLE, TACTICS):
        return battle_subjects(game, table, hand)
    if proc == PLOTTING and hand.squad:
        return [("ship", hand.squad[0])]
    offer = game.actions(table, hand)
    ships = [action[1] for action in offer if action[0] in (PLOT, MOVE, REPAIR, LAND, LIFT)]
    if proc == EXECUTING and table.stack[-1].step == 1:
        ships = []
    found: list[tuple[str, int]] = []
    if proc in (PLOTTING, EXECUTING, GARRISONING):
        found = [("ship", ship) for ship in ships]
    if proc in (PLOTTING, REPAIRING, GARRISONING):
        places = [where(table, hand, ship) for ship in ships]
        found += [("point", point) for point in range(1, POINTS) if places.count(point) > (0 if proc == REPAIRING else 1)]
    return found


def gestures_of(game: CompanyWar, table: WarTable, hand: WarHand, kind: str, value: int) -> list[Gesture]:
    proc = table.stack[-1].proc
    if proc in (BATTLE, TACTICS):
        return battle_gestures(game, table, hand, kind, value)
    if (kind, value) not in subjects_of(game, table, hand) and kind:
        return []
    if proc == PLACING:
        return place_all(table, hand, value) if kind else ready_setups(game, table, hand)
    if proc == TROOPING:
        return [] if kind else ready_troops(game, hand)
    if proc == PLOTTING:
        return plot_gestures(game, table, hand, kind, value)
    if proc == EXECUTING:
        return flights(table, hand, kind, value)
    if proc == REPAIRING:
        return repair_gestures(game, table, hand, kind, value)
    if proc == GARRISONING:
        return landing_gestures(game, table, hand, kind, value)
    return muster_gestures(game, table, hand) if proc == MUSTERING and not kind else []


def gather(game: CompanyWar, table: WarTable, hand: WarHand, wanted: list[Action]) -> list[Action]:
    """As many of these actions as are legal one after the other."""
    found = foresee(game, table, hand)
    for action in wanted:
        found.play(action)
    return found.actions


# set-up --------------------------------------------------------------------------------------------


def ready_setups(game: CompanyWar, table: WarTable, hand: WarHand) -> list[Gesture]:
    """2.6, 2.8: the carriers that are left, and the troops."""
    found: list[Gesture] = []
    for ready in game.book.ready.fleets:
        actions: list[Action] = [(PLACE, ship, ready.at[ship]) for ship in unplaced(table, hand)]
        actions += [(CARRY, ship) for ship in ready.troops]
        points = [point for point in game.book.starts if point in ready.at]
        found.append(Gesture(ready.key, "point*", tuple(points), actions, ENDS_PHASE))
    return found


def place_all(table: WarTable, hand: WarHand, point: int) -> list[Gesture]:
    ships = unplaced(table, hand)
    return [Gesture("place-rest", "number point", (len(ships), point), [(PLACE, ship, point) for ship in ships])] if len(ships) > 1 else []


def ready_troops(game: CompanyWar, hand: WarHand) -> list[Gesture]:
    found: list[Gesture] = []
    if sum(hand.troop) == 0:
        for ready in game.book.ready.fleets:
            found.append(Gesture("troops-on", "ship*", tuple(ready.troops), [(CARRY, ship) for ship in ready.troops], ENDS_PHASE))
    return found


# plots ---------------------------------------------------------------------------------------------


def plot_gestures(game: CompanyWar, table: WarTable, hand: WarHand, kind: str, value: int) -> list[Gesture]:
    """4.6-4.9: a ship, or all ships of a point that may still be plotted, by where they go."""
    if hand.squad:
        return to_goals(game, table, hand, hand.squad[:], [], True) if kind else []
    if kind == "ship":
        return to_goals(game, table, hand, [value], [], False)
    if kind == "point":
        return to_goals(game, table, hand, fleet_at(table, hand, value), [], False)
    return []


def fleet_at(table: WarTable, hand: WarHand, point: int) -> list[int]:
    """Own capital ships at a point without a course, as many as the allowance has room for; whole ones first."""
    ships: list[int] = []
    for hurt in range(2):
        for ship in range(FIRST_DART):
            mine = (ship < CARRIERS) == (hand.seat == FLEET)
            if mine and where(table, hand, ship) == point and not hand.course[ship] and table.hurt[ship] == hurt:
                ships.append(ship)
    ships = ships[: max(0, table.allowance[hand.seat] - counted(hand))]
    ships.sort()
    return ships


def to_goals(game: CompanyWar, table: WarTable, hand: WarHand, ships: list[int], only: list[int], begun: bool) -> list[Gesture]:
    """Best ways to all destinations, or to those named, then the alternatives."""
    if not ships:
        return []
    start = hand.trail[-1] if begun and hand.trail else where(table, hand, ships[0])
    best: list[Gesture] = []
    others: list[Gesture] = []
    for goal in only if only else goals_from(game.book, table, hand.seat, ships[0], start):
        ways = ways_to(game.book, table, hand.seat, ships[0], start, goal)
        for i in range(len(ways)):
            if len(hand.trail) + len(ways[i].points) <= game.book.longest_plot:
                (others if i else best).append(course_gesture(table, hand, ships, goal, ways[i], begun))
    return (best + others)[:MOST_COURSES]


def course_gesture(table: WarTable, hand: WarHand, ships: list[int], goal: int, way: Way, begun: bool) -> Gesture:
    """4.9: carriers share one plot; ships of the League get one each."""
    jumps: list[Action] = [(JUMP, point) for point in way.points]
    jumps.append((ARRIVE,))
    actions: list[Action] = []
    if begun:
        actions = jumps
    elif hand.seat == FLEET:
        actions = [(PLOT, ships[0])]
        actions += [(JOIN, ship) for ship in ships[1:]]
        actions += jumps
    else:
        for ship in ships:
            actions.append((PLOT, ship))
            actions += jumps
    via = way.points[:-1]
    key = "course" if len(ships) == 1 else "fleet"
    kinds = "ship" if len(ships) == 1 else "number origin"
    operands = [ships[0]] if len(ships) == 1 else [len(ships), where(table, hand, ships[0])]
    if way.stop:
        return Gesture(key + "-stopped", kinds + " goal stop point*", (*operands, goal, way.stop, *via), actions, ENDS_PIECE)
    if via:
        return Gesture(key, kinds + " goal point*", (*operands, goal, *via), actions, ENDS_PIECE)
    return Gesture(key + "-direct", kinds + " goal", (*operands, goal), actions, ENDS_PIECE)


# execution -----------------------------------------------------------------------------------------


def flights(table: WarTable, hand: WarHand, kind: str, value: int) -> list[Gesture]:
    """4.13: a task force as a whole, or one ship of it alone."""
    frame = table.stack[-1]
    if frame.step == 1:
        rest = companions(table, hand, frame.regs[1:])
        return [Gesture("fly-all", "ship*", tuple(rest), [(JOIN, ship) for ship in rest])] if len(rest) > 1 and not kind else []
    if hand.seat != FLEET:
        return []
    found: list[Gesture] = []
    named: list[int] = []
    for ship in [value] if kind else range(CARRIERS):
        if hand.course[ship] and ship not in named:
            rest = companions(table, hand, [ship])
            if rest:
                named += rest
                actions: list[Action] = [(MOVE, ship)]
                actions += [(JOIN, other) for other in rest]
                found.append(Gesture("fly-together", "number goal ship*", (len(rest) + 1, hand.course[ship][-1], ship, *rest), actions))
                if kind:
                    found.append(Gesture("fly-alone", "ship goal", (ship, hand.course[ship][-1]), [(MOVE, ship), (DONE,)]))
    return found


# stations ------------------------------------------------------------------------------------------


def repair_gestures(game: CompanyWar, table: WarTable, hand: WarHand, kind: str, value: int) -> list[Gesture]:
    """7.2-7.4: the strongest ships first, at one station or at all."""
    ships = [action[1] for action in game.actions(table, hand) if action[0] == REPAIR]
    ships.sort(key=lambda ship: (-game.book.worth[ship], -attack(game.book, table, ship), ship))
    wanted: list[Action] = [(REPAIR, ship) for ship in ships if not kind or table.place[ship] == value]
    actions = gather(game, table, hand, wanted)
    mended = [action[1] for action in actions]
    if kind:
        return [Gesture("repair-here", "point ship*", (value, *mended), actions)] if len(actions) > 1 else []
    return [Gesture("repair-all", "ship*", tuple(mended), actions)] if len(actions) > 1 else []


def landing_gestures(game: CompanyWar, table: WarTable, hand: WarHand, kind: str, value: int) -> list[Gesture]:
    """8.2-8.4: land wherever it brings something; pass troops on to another carrier at the same station."""
    if kind == "ship":
        return hand_overs(game, table, hand, value)
    lands: list[Action] = []
    taken: list[int] = []
    for action in game.actions(table, hand):
        point = table.place[action[1]] if action[0] == LAND else NOWHERE
        if point > NOWHERE and point not in taken and game.book.kind[point] != HINDER:
            taken.append(point)
            lands.append(action)
    if kind:
        found: list[Gesture] = []
        for ship in free_carriers(game.book, table):
            if table.place[ship] == value:
                found += hand_overs(game, table, hand, ship)
        return found
    actions = gather(game, table, hand, lands)
    return [Gesture("land-all", "ship*", tuple([action[1] for action in actions]), actions)] if len(actions) > 1 else []


def hand_overs(game: CompanyWar, table: WarTable, hand: WarHand, ship: int) -> list[Gesture]:
    """8.4: what one carrier lands another lifts off."""
    found: list[Gesture] = []
    if (LAND, ship) in game.actions(table, hand):
        for other in free_carriers(game.book, table):
            if other != ship and not hand.troop[other] and table.place[other] == table.place[ship]:
                found.append(Gesture("hand-over", "ship ship", (ship, other), [(LAND, ship), (LIFT, other)]))
    return found


def muster_gestures(game: CompanyWar, table: WarTable, hand: WarHand) -> list[Gesture]:
    """8.7: all troops that can come back, on the carriers with most riders and guns."""
    ships = [action[1] for action in game.actions(table, hand) if action[0] == MUSTER]
    ships.sort(key=lambda ship: (table.hurt[ship], -attack(game.book, table, ship), ship))
    actions = gather(game, table, hand, [(MUSTER, ship) for ship in ships])
    if not actions:
        return []
    chosen = tuple([action[1] for action in actions])
    return [Gesture("muster-all", "ship*", chosen, [*actions, (DONE,)], ENDS_PHASE)]


# recognising ---------------------------------------------------------------------------------------


def length_of(table: WarTable, actions: list[Action]) -> int:
    """A set-up, a sheet of plots, orders or targets, all of a phase: what is named one by one is one gesture, with its end."""
    first = actions[0][0]
    if table.stack[-1].proc == EXECUTING:
        count = 1
        if first in (MOVE, JOIN):
            count = run_of(actions, 1, [JOIN])
            count += 1 if count < len(actions) and actions[count][0] == DONE else 0
        return count
    steering = table.stack[-1].proc == TACTICS and first == LAUNCH
    for verbs in IN_A_ROW:
        if first in verbs and not steering:
            count = run_of(actions, 0, verbs)
            return count + 1 if count < len(actions) and actions[count][0] == DONE else count
    return moves_in_a_row(actions) if first in MOVES else 1


def run_of(actions: list[Action], start: int, verbs: list[int]) -> int:
    """The end of the run of these verbs."""
    count = start
    while count < len(actions) and actions[count][0] in verbs:
        count += 1
    return count


def moves_in_a_row(actions: list[Action]) -> int:
    """A carrier that launches and moves; counters that all coast; a wing that burns to one hex."""
    first = actions[0]
    count = 1
    if first[0] == LAUNCH:
        while count < len(actions) and actions[count][0] in MOVES and actions[count][1] == first[1]:
            count += 1
        return count
    if first[0] in (COAST, BURN):
        while count < len(actions) and actions[count][0] == first[0] and actions[count][2:] == first[2:]:
            count += 1
    return count
