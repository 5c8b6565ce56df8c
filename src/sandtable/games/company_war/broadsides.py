"""Gestures in battle: the same order, target or way for many counters; ready formations of a tactical battle."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.company_war.game import CompanyWar
from sandtable.games.company_war.hexmap import CENTRE, INWARD, RADIUS, distance, hex_at
from sandtable.games.company_war.rules.fire import AIMING as BATTLE_AIMING
from sandtable.games.company_war.rules.fire import FLEEING, ORDERING, aims_of
from sandtable.games.company_war.rules.fleet import aboard
from sandtable.games.company_war.rules.gunnery import gun_actions_of
from sandtable.games.company_war.rules.orders import orders_of
from sandtable.games.company_war.rules.steering import steerings_of
from sandtable.games.company_war.rules.tactics import (
    AIMING,
    DEPLOYING,
    DOCKING,
    EDGING,
    ENTERING,
    SIDE,
    STEERING,
    deployments_of,
    station_hex,
)
from sandtable.games.company_war.state import BATTLE, RIDER, SHIPS, STATION, WarHand, WarTable
from sandtable.games.company_war.verbs import (
    AIM,
    BREAK,
    BURN,
    COAST,
    DEPLOY,
    DOCK,
    DRIFT,
    EDGE,
    FLEE,
    HOLD,
    LAUNCH,
    PASS,
    SPEED,
    VERBS,
)
from sandtable.kit.card import ENDS_PHASE, Gesture
from sandtable.kit.gesture import foresee
from sandtable.kit.hexes import STEP_Q, STEP_R

REST = 6  # the direction of no drift


def firing(table: WarTable) -> bool:
    frame = table.stack[-1]
    return frame.step == (BATTLE_AIMING if frame.proc == BATTLE else AIMING)


def battle_subjects(game: CompanyWar, table: WarTable, hand: WarHand) -> list[tuple[str, int]]:
    """Own counters with something to choose, carriers whose riders have, and what they may fire at."""
    units = game.counters(table, hand)
    found = units[:]
    if firing(table) or table.stack[-1].step == STEERING:
        for unit in units:
            carrier = table.rider_on[unit - RIDER] if RIDER <= unit < STATION else -1
            if carrier >= 0 and carrier not in found:
                found.append(carrier)
    if firing(table):
        found += targets_of(game, table, hand)
    found.sort()
    return [("unit", unit) for unit in found]


def targets_of(game: CompanyWar, table: WarTable, hand: WarHand) -> list[int]:
    """Ships and the station, which several may fire at."""
    found: list[int] = []
    for unit in game.counters(table, hand):
        for action in actions_of(game, table, hand, unit):
            if action[0] == AIM and (action[2] < SHIPS or action[2] == STATION) and action[2] not in found:
                found.append(action[2])
    found.sort()
    return found


def actions_of(game: CompanyWar, table: WarTable, hand: WarHand, unit: int) -> list[Action]:
    """What one counter may do, whichever the offer is about."""
    frame = table.stack[-1]
    if frame.proc == BATTLE:
        return orders_of(game.book, table, unit) if frame.step == ORDERING else aims_of(game.book, table, hand.seat, unit)
    return steerings_of(game.book, table, unit) if frame.step == STEERING else gun_actions_of(game.book, table, hand, unit)


def battle_gestures(game: CompanyWar, table: WarTable, hand: WarHand, kind: str, value: int) -> list[Gesture]:
    frame = table.stack[-1]
    if kind and (kind, value) not in battle_subjects(game, table, hand):
        return []
    if firing(table):
        return fire_of(game, table, hand, value) if kind else fire_all(game, table, hand)
    if frame.proc == BATTLE:
        if frame.step == ORDERING:
            return singles(game, table, hand, value) if kind else same_orders(game, table, hand)
        return together(game, table, hand, "flee-all", FLEE) if frame.step == FLEEING else []
    if frame.step == STEERING:
        return moves_of(game, table, hand, value) if kind else coasting(table)
    if frame.step == DOCKING:
        return together(game, table, hand, "dock-all", DOCK)
    if frame.step in (DEPLOYING, EDGING, ENTERING):
        return places_of(game, table, value) if kind else formations(game, table, hand)
    return []


def play_all(game: CompanyWar, table: WarTable, hand: WarHand, wanted: list[Action]) -> list[Action]:
    """As many of these actions as are legal one after the other."""
    found = foresee(game, table, hand)
    for action in wanted:
        found.play(action)
    return found.actions


def singles(game: CompanyWar, table: WarTable, hand: WarHand, unit: int) -> list[Gesture]:
    """What one counter may do, without turning to it first."""
    if unit not in game.counters(table, hand):
        return []
    found: list[Gesture] = []
    for action in actions_of(game, table, hand, unit):
        shape = VERBS[action[0]]
        found.append(Gesture(shape.word, " ".join(shape.operands), action[1:], [action]))
    return found


def together(game: CompanyWar, table: WarTable, hand: WarHand, key: str, verb: int) -> list[Gesture]:
    actions = play_all(game, table, hand, [action for action in game.actions(table, hand) if action[0] == verb])
    return [Gesture(key, "unit*", tuple([action[1] for action in actions]), actions)] if len(actions) > 1 else []


# orders and fire -----------------------------------------------------------------------------------


def same_orders(game: CompanyWar, table: WarTable, hand: WarHand) -> list[Gesture]:
    """5.3: everybody launches what it can, holds, or breaks off."""
    ships = game.counters(table, hand)
    launch: list[Action] = []
    riders = 0
    for ship in ships:
        ready = aboard(table, ship) if game.book.berths[ship] else 0
        launch.append((LAUNCH, ship, ready) if ready else (HOLD, ship))
        riders += ready
    found: list[Gesture] = []
    if riders:
        found.append(Gesture("all-launch", "number number", (len(ships), riders), launch, ENDS_PHASE))
    found.append(Gesture("all-hold", "number", (len(ships),), [(HOLD, ship) for ship in ships], ENDS_PHASE))
    found.append(Gesture("all-break", "number", (len(ships),), [(BREAK, ship) for ship in ships], ENDS_PHASE))
    return found


def fire_all(game: CompanyWar, table: WarTable, hand: WarHand) -> list[Gesture]:
    """5.9, 12.1: all that are left at one target, or none of them."""
    units = game.counters(table, hand)
    found: list[Gesture] = []
    if len(units) > 1:
        for target in targets_of(game, table, hand):
            found += at_target(game, table, hand, units, target)
    held = play_all(game, table, hand, [(PASS, unit) for unit in units])
    if len(units) > 1:
        found.append(Gesture("hold-fire", "number", (len(units),), held, ENDS_PHASE))
    return found


def at_target(game: CompanyWar, table: WarTable, hand: WarHand, units: list[int], target: int) -> list[Gesture]:
    actions = play_all(game, table, hand, [(AIM, unit, target) for unit in units])
    return [Gesture("all-at", "unit number", (target, len(actions)), actions)] if len(actions) > 1 else []


def fire_of(game: CompanyWar, table: WarTable, hand: WarHand, unit: int) -> list[Gesture]:
    """All at an enemy; or a counter's own fire, and that of its riders together."""
    units = game.counters(table, hand)
    targets = targets_of(game, table, hand)
    if unit in targets:
        return at_target(game, table, hand, units, unit)
    found = singles(game, table, hand, unit)
    riders = [other for other in units if RIDER <= other < STATION and table.rider_on[other - RIDER] == unit]
    if len(riders) > 1:
        for target in targets:
            actions = play_all(game, table, hand, [(AIM, rider, target) for rider in riders])
            if actions:
                found.append(Gesture("riders-at", "unit unit", (unit, target), actions))
        found.append(Gesture("riders-hold", "unit", (unit,), play_all(game, table, hand, [(PASS, rider) for rider in riders])))
    return found


# moving --------------------------------------------------------------------------------------------


def coasting(table: WarTable) -> list[Gesture]:
    units = table.queue
    if len(units) < 2:
        return []
    return [Gesture("coast-rest", "number", (len(units),), [(COAST, unit) for unit in units], ENDS_PHASE)]


def moves_of(game: CompanyWar, table: WarTable, hand: WarHand, unit: int) -> list[Gesture]:
    """11.12, 11.4: a carrier launches all and goes on; riders that fly side by side burn to one hex."""
    found = singles(game, table, hand, unit)
    if unit >= SHIPS or not game.book.berths[unit]:
        return found
    ready = aboard(table, unit)
    if unit in table.queue and ready:
        found.insert(0, Gesture("launch-coast", "unit number", (unit, ready), [(LAUNCH, unit, ready), (COAST, unit)]))
    wing = [rider for rider in table.queue if RIDER <= rider < STATION and table.rider_on[rider - RIDER] == unit]
    wing = [rider for rider in wing if beside(table, rider, wing[0])]
    if len(wing) > 1:
        for action in steerings_of(game.book, table, wing[0]):
            same: list[Action] = [(action[0], rider, *action[2:]) for rider in wing]
            if action[0] not in (BURN, COAST) or len(play_all(game, table, hand, same)) < len(wing):
                continue
            if action[0] == BURN:
                found.append(Gesture("wing-burn", "unit number hex", (unit, len(wing), action[2]), same))
            else:
                found.append(Gesture("wing-coast", "unit number", (unit, len(wing)), same))
    return found


def beside(table: WarTable, one: int, other: int) -> bool:
    """In the same hex, with the same velocity and the same gravity owed."""
    if table.hex[one] != table.hex[other] or table.owed[one] != table.owed[other]:
        return False
    return table.vel_q[one] == table.vel_q[other] and table.vel_r[one] == table.vel_r[other]


# formations ----------------------------------------------------------------------------------------


def places_of(game: CompanyWar, table: WarTable, ship: int) -> list[Gesture]:
    """10.6, 10.8: a place at rest, or with the middle one of the entry speeds."""
    found: list[Gesture] = []
    speed = game.book.t_entry
    for action in deployments_of(game.book, table, ship):
        if action[0] == DEPLOY:
            found.append(Gesture("deploy", "ship hex", (ship, action[2]), [action, (DRIFT, ship, REST)]))
        else:
            found.append(Gesture("enter", "ship hex speed", (ship, action[2], speed), [action, entry(table, ship, speed)]))
    return found


def entry(table: WarTable, ship: int, speed: int) -> Action:
    """All in the same direction, so that they stay together."""
    return (SPEED, ship, speed, min(INWARD[table.stack[-1].regs[SIDE]]))


def formations(game: CompanyWar, table: WarTable, hand: WarHand) -> list[Gesture]:
    """Ready ones (data/setups.toml) for all ships that are left."""
    step = table.stack[-1].step
    number = len(game.counters(table, hand))
    found: list[Gesture] = []
    if step == DEPLOYING:
        for ready in game.book.ready.defences:
            found.append(Gesture(ready.key, "number", (number,), stand(game, table, hand, ready.hexes), ENDS_PHASE))
    elif step == ENTERING:
        for ready in game.book.ready.assaults:
            found.append(Gesture(ready.key, "number", (number,), come(game, table, hand, -1, ready.speed), ENDS_PHASE))
    else:
        for edge in range(6):
            for ready in game.book.ready.assaults:
                found.append(Gesture(ready.key + "-from", "edge", (edge,), come(game, table, hand, edge, ready.speed), ENDS_PHASE))
    return found


def stand(game: CompanyWar, table: WarTable, hand: WarHand, hexes: list[int]) -> list[Action]:
    """10.6: around the station or the mass, ship by ship and over again."""
    centre = station_hex(game.book) if STATION in table.force else CENTRE
    ships = game.counters(table, hand)
    found: list[Action] = []
    for i in range(len(ships)):
        found.append((DEPLOY, ships[i], centre + hexes[i % len(hexes)] - CENTRE))
        found.append((DRIFT, ships[i], REST))
    return found


def come(game: CompanyWar, table: WarTable, hand: WarHand, edge: int, speed: int) -> list[Action]:
    """10.8, 10.9: by an edge, each ship as close to its middle as it may."""
    ahead = foresee(game, table, hand)
    if edge >= 0:
        ahead.play((EDGE, edge))
    side = INWARD[ahead.table().stack[-1].regs[SIDE]]
    q, r = STEP_Q[side[0]] + STEP_Q[side[1]], STEP_R[side[0]] + STEP_R[side[1]]
    middle = hex_at(-q * RADIUS // 2, -r * RADIUS // 2)
    while not ahead.surprised:
        ship = game.counters(ahead.table(), ahead.hand())[0]
        best, near = ahead.offer()[0], 1000
        for action in deployments_of(game.book, ahead.table(), ship):
            if distance(action[2], middle) < near:
                best, near = action, distance(action[2], middle)
        if not ahead.play(best) or not ahead.play(entry(ahead.table(), ship, speed)):
            break
    return ahead.actions
