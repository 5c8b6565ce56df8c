"""Chapter 12: tactical combat, leaving, and the end of a battle."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action
from sandtable.games.company_war.hexmap import CENTRE, distance, edge_of, length
from sandtable.games.company_war.rules.aftermath import battle_decided, end_turn
from sandtable.games.company_war.rules.fleet import (
    attack,
    destroy_ship,
    lose_rider,
    may_shoot_station,
    strike_station,
)
from sandtable.games.company_war.rules.focus import add_takes, focused, has_acted
from sandtable.games.company_war.rules.steering import depart
from sandtable.games.company_war.rules.tactics import (
    AIMING,
    CONTROL_DICE,
    FIRE_DICE,
    POINT,
    clear_aims,
    owner,
)
from sandtable.games.company_war.state import (
    HAULER,
    JUMPING,
    NO_AIM,
    NO_FIRE,
    RIDER,
    SHIPS,
    STATION,
    UNITS,
    WarHand,
    WarState,
    WarTable,
    is_capital,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import (
    AIM,
    CONTROLLED,
    DAMAGED,
    HITS,
    LEAP,
    PASS,
    PERISHED,
    PHASE,
    PREPARED,
    SHOT,
)


def begin_fire(book: Book, state: WarState) -> None:
    """12.1: both sides choose in secret, if they have anything to choose."""
    table = state.table
    frame = table.stack[-1]
    if battle_decided(table):
        frame.step = CONTROL_DICE
        end_turn(book, state)
        return
    frame.step = AIMING
    state.tell(EVERYONE, PHASE, (2,))
    clear_aims(state)
    table.gunners = []
    asked = [0, 0]
    for unit in table.force:
        seat = owner(table, unit)
        if seat >= 0 and not table.mute[unit] and (can_leap(book, table, unit) or targets(book, table, seat, unit, 0)):
            table.gunners.append(unit)
            asked[seat] = 1
    seats = [seat for seat in range(2) if asked[seat]]
    if seats:
        state.ask(seats)
    else:
        fire(book, state)


def unaimed(table: WarTable, hand: WarHand) -> list[int]:
    """Own gunners without a choice so far."""
    return [unit for unit in table.gunners if hand.aim[unit] == NO_AIM and owner(table, unit) == hand.seat]


def can_leap(book: Book, table: WarTable, unit: int) -> bool:
    """12.11."""
    if unit >= SHIPS or length(table.vel_q[unit], table.vel_r[unit]) < book.t_jump_speed:
        return False
    return distance(CENTRE, table.hex[unit]) >= book.t_jump_distance


def span(table: WarTable, unit: int, target: int) -> int:
    """12.2: from the nearest hex of the firer's path to the target's hex."""
    best = 99
    place = table.hex[target]
    for at in table.path[unit]:
        gap = distance(at, place)
        if gap < best:
            best = gap
    return best


def targets(book: Book, table: WarTable, seat: int, unit: int, aimed: int) -> list[int]:
    """12.1: counters of others in reach, ascending; ``aimed``: own shots at the station so far (6.4)."""
    found: list[int] = []
    for target in table.force:
        if target == STATION:
            if not may_shoot_station(book, table, seat, table.stack[-1].regs[POINT], (aimed + 1) * book.t_most, []):
                continue
        elif owner(table, target) == seat:
            continue
        if span(table, unit, target) <= book.t_reach:
            found.append(target)
    return found


def gun_actions(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """12.1, 1.5."""
    units = unaimed(table, hand)
    focus = focused(hand, units)
    found = gun_actions_of(book, table, hand, focus)
    add_takes(found, units, focus)
    return found


def gun_choices(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """Without turning to others."""
    focus = next_unaimed(table, hand) if hand.focus < 0 else focused(hand, unaimed(table, hand))
    return gun_actions_of(book, table, hand, focus)


def next_unaimed(table: WarTable, hand: WarHand) -> int:
    """The first own gunner without a choice, or -1."""
    for unit in table.gunners:
        if hand.aim[unit] == NO_AIM and owner(table, unit) == hand.seat:
            return unit
    return -1


def gun_actions_of(book: Book, table: WarTable, hand: WarHand, unit: int) -> list[Action]:
    aimed = 0
    if STATION in table.force:
        for other in table.gunners:
            aimed += 1 if hand.aim[other] == STATION else 0
    found: list[Action] = [(AIM, unit, target) for target in targets(book, table, hand.seat, unit, aimed)]
    found.append((PASS, unit))
    if can_leap(book, table, unit):
        found.append((LEAP, unit))
    return found


def prepare(book: Book, state: WarState, seat: int, action: Action) -> None:
    hand = state.hands[seat]
    aim = NO_FIRE if action[0] == PASS else JUMPING if action[0] == LEAP else action[2]
    hand.aim[action[1]] = aim
    has_acted(hand, action[1])
    state.note(seat, PREPARED, (action[1], aim if aim >= 0 else action[1]))
    if next_unaimed(state.table, hand) >= 0:
        state.ask_again(seat)
    elif state.answered(seat):
        fire(book, state)


def fire(book: Book, state: WarState) -> None:
    """12.1: the aims become shots; insystemers left alone add theirs (10.12)."""
    table = state.table
    table.shots = []
    for unit in table.gunners:
        target = state.hands[owner(table, unit)].aim[unit]
        if target >= 0:
            table.shots += [unit, target]
        elif target == JUMPING:
            table.shots += [unit, unit]  # it leaps: shown with the shots, before the dice
    if table.hauler_seat < 0:
        for unit in table.force:
            if unit >= HAULER:
                prey = nearest_raider(book, table, unit)
                if prey >= 0:
                    table.shots += [unit, prey]
    table.stack[-1].step = FIRE_DICE
    count = 0
    for i in range(0, len(table.shots), 2):
        seat = owner(table, table.shots[i])
        if seat < 0:  # 10.12
            state.tell(EVERYONE, PREPARED, (table.shots[i], table.shots[i + 1]))
        else:
            state.show(seat, EVERYONE, PREPARED, (table.shots[i], table.shots[i + 1]))
        if table.shots[i] != table.shots[i + 1]:
            count += 1
    if count:
        table.dice = [20] * count
    else:
        fired(book, state, ())


def nearest_raider(book: Book, table: WarTable, unit: int) -> int:
    best, prey = book.t_reach + 1, -1
    for target in table.force:
        if table.raider[target]:
            gap = distance(table.hex[unit], table.hex[target])
            if gap < best:
                best, prey = gap, target
    return prey


def hit_number(book: Book, table: WarTable, unit: int, target: int) -> int:
    """12.3."""
    drift = length(table.vel_q[unit] - table.vel_q[target], table.vel_r[unit] - table.vel_r[target])
    number = book.t_base + attack(book, table, unit) - book.defence[target] - span(table, unit, target)
    if drift > book.t_drift:
        number -= drift - book.t_drift
    if not is_capital(unit) and (is_capital(target) or target == STATION):
        number -= book.t_light
    return number


def fired(book: Book, state: WarState, pips: Action) -> None:
    """12.3-12.6: all shots, then all damage, then those who leap."""
    table = state.table
    table.dice = []
    state.tell(EVERYONE, PHASE, (3,))
    hits = [0] * UNITS
    station = [0, 0]
    die = 0
    for i in range(0, len(table.shots), 2):
        unit, target = table.shots[i], table.shots[i + 1]
        if unit == target:
            continue
        roll = pips[die] + 1
        die += 1
        number = hit_number(book, table, unit, target)
        state.tell(EVERYONE, SHOT, (unit, target, max(number, 0), roll))
        note_fight(table, unit, target)
        if roll == 1 or (roll <= number and roll != 20):
            score = min(book.t_most, 1 + (number - roll) // book.t_step) if number > roll else 1
            hits[target] += score
            if target == STATION and owner(table, unit) >= 0:
                station[owner(table, unit)] = 1
    leapers = [table.shots[i] for i in range(0, len(table.shots), 2) if table.shots[i] == table.shots[i + 1]]
    table.shots = []
    for unit in table.force[:]:
        if hits[unit]:
            strike(book, state, unit, hits[unit], station)
    for unit in leapers:
        if unit in table.force:
            depart(book, state, unit, edge_of(table.hex[unit]))
    table.gunners = []
    clear_aims(state)
    begin_control(book, state)


def note_fight(table: WarTable, unit: int, target: int) -> None:
    if unit < SHIPS:
        table.fought[unit] = 1
    elif unit < STATION and table.rider_on[unit - RIDER] >= 0:
        table.fought[table.rider_on[unit - RIDER]] = 1
    if target < SHIPS:
        table.fought[target] = 1
    elif target == STATION:
        table.raider[unit] = 1


def strike(book: Book, state: WarState, unit: int, hits: int, station: list[int]) -> None:
    """12.6, 12.9."""
    table = state.table
    if unit == STATION:
        point = table.stack[-1].regs[POINT]
        strike_station(book, state, point, hits, [s for s in range(2) if station[s]])
        if table.wrecked[point]:
            table.force.remove(unit)
        return
    table.hits[unit] += hits
    if table.hits[unit] >= book.hull[unit] and not table.hurt[unit] and not book.single[unit]:
        table.hits[unit] -= book.hull[unit]
        table.hurt[unit] = 1
        state.tell(EVERYONE, DAMAGED, (unit,))
    if table.hits[unit] >= book.hull[unit]:
        table.force.remove(unit)
        table.hits[unit] = 0
        if unit < SHIPS:
            destroy_ship(book, state, unit)
        elif unit < STATION:
            lose_rider(state, unit - RIDER)
        else:
            state.tell(EVERYONE, PERISHED, (unit,))
    else:
        state.tell(EVERYONE, HITS, (unit, table.hits[unit]))


def begin_control(book: Book, state: WarState) -> None:
    """12.8: a die for each counter with hits on its front."""
    table = state.table
    table.stack[-1].step = CONTROL_DICE
    count = len(controllers(book, table))
    if count:
        table.dice = [20] * count
    else:
        end_turn(book, state)


def controllers(book: Book, table: WarTable) -> list[int]:
    return [u for u in table.force if table.hits[u] and not table.hurt[u] and book.control[u]]


def controlled(book: Book, state: WarState, pips: Action) -> None:
    table = state.table
    table.dice = []
    units = controllers(book, table)
    for i in range(len(units)):
        if pips[i] + 1 <= book.t_control * book.control[units[i]]:
            table.hits[units[i]] -= 1
        state.tell(EVERYONE, CONTROLLED, (units[i], table.hits[units[i]]))
    end_turn(book, state)


def gun_refusal(book: Book, table: WarTable, hand: WarHand, action: Action) -> str:
    """Why an aim is not legal; empty if it is, whichever counter the offer is about (1.5)."""
    if action[0] not in (AIM, PASS, LEAP) or len(action) < 2:
        return "not-now"
    if action[1] not in unaimed(table, hand):
        return "fires-no-more"
    if action in gun_actions_of(book, table, hand, action[1]):
        return ""
    if action[0] == LEAP:
        return "too-slow"
    if len(action) == 3 and action[2] == STATION and STATION in table.force:
        return "below-zero"
    return "out-of-range" if len(action) == 3 and action[2] in table.force else "no-target"
