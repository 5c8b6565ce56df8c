"""Chapter 5, steps C to E: target allocation, resolution, damage."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import EVERYONE, Action
from sandtable.games.company_war.rules.fleet import (
    attack,
    destroy_ship,
    end_rider,
    first_rider,
    first_ship,
    lose_rider,
    may_shoot_station,
    ships_at,
    strike_station,
)
from sandtable.games.company_war.rules.focus import add_takes, focused, has_acted, look_away
from sandtable.games.company_war.state import (
    ABANDONED,
    BROKEN,
    CARRIERS,
    FIRST_DART,
    FLEET,
    RECOVERED,
    RIDER,
    RIDERS,
    SHIPS,
    STATION,
    UNION,
    UNITS,
    WarHand,
    WarState,
    WarTable,
    is_capital,
    side_of,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import (
    AIM,
    AIMED,
    DAMAGED,
    PASS,
    SHOT,
)

# steps of a battle
ORDERING: Final = 0
WINNING: Final = 1  # dice
RANGING: Final = 2
AIMING: Final = 3
SHOOTING: Final = 4  # dice
FLEEING: Final = 5
OVER: Final = 6

# regs of its frame
POINT: Final = 0
ROUND: Final = 1
WINNER: Final = 2
SPAN: Final = 3
ALLOCATOR: Final = 4
HUNTED_DARTS: Final = 5


def riders_out(table: WarTable, seat: int) -> list[int]:
    """5.10: undamaged ones first, then by number."""
    whole: list[int] = []
    hurt: list[int] = []
    for rider in range(first_rider(seat), end_rider(seat)):
        if table.rider_out[rider]:
            (hurt if table.hurt[RIDER + rider] else whole).append(RIDER + rider)
    return whole + hurt if hurt else whole


# C: target allocation -------------------------------------------------------------------


def allocate(book: Book, state: WarState, seat: int) -> None:
    """5.9-5.13: the shooters of a seat, ships then surplus riders."""
    table = state.table
    frame = table.stack[-1]
    frame.regs[ALLOCATOR] = seat
    table.queue = ships_at(table, seat, frame.regs[POINT]) + surplus(table, seat)
    look_away(state)
    ask_shooters(book, state)


def surplus(table: WarTable, seat: int) -> list[int]:
    """5.11: riders out that no rider of the enemy has paired off with."""
    return riders_out(table, seat)[len(riders_out(table, 1 - seat)) :]


def partner_of(table: WarTable, rider: int) -> int:
    """5.11: who would shoot together with a surplus rider: the next that is free, else the one before; or -1."""
    at = table.queue.index(rider)
    if at + 1 < len(table.queue):
        return table.queue[at + 1]
    return table.queue[at - 1] if at > 0 and table.queue[at - 1] >= RIDER else -1


def ask_shooters(book: Book, state: WarState) -> None:
    """Whoever has a target shoots; after the loser the winner; then the dice."""
    table = state.table
    frame = table.stack[-1]
    seat = frame.regs[ALLOCATOR]
    if not has_light(table, 1 - seat, frame.regs[POINT]):
        drop_light(table)
    if table.queue:
        state.ask([seat])
        return
    if seat != frame.regs[WINNER]:
        allocate(book, state, 1 - seat)
        return
    frame.step = SHOOTING
    table.dice = [6] * len(table.shots)  # two dice for each pair of shooter and target


def is_heavy(table: WarTable, shooter: int) -> bool:
    """5.11-5.13: may shoot at capital ships and stations."""
    if is_capital(shooter):
        return True
    return shooter >= RIDER and partner_of(table, shooter) >= 0


def has_light(table: WarTable, seat: int, point: int) -> bool:
    """5.12: whether a seat has light units that can be fired at."""
    for rider in range(first_rider(seat), end_rider(seat)):
        if table.rider_out[rider]:
            return True
    if seat == UNION:
        for ship in range(FIRST_DART, SHIPS):
            if table.place[ship] == point and not table.fleeing[ship]:
                return True
    return False


def drop_light(table: WarTable) -> None:
    """5.11, 5.12: without light targets dartships and a single rider have nothing to fire at; capital ships always have: without
    enemies there is no battle."""
    riders = 0
    for unit in table.queue:
        riders += 1 if unit >= RIDER else 0
    if table.queue and not is_capital(table.queue[-1]):
        table.queue = [unit for unit in table.queue if is_capital(unit) or (unit >= RIDER and riders > 1)]


def targets(book: Book, table: WarTable, seat: int, shooter: int) -> list[int]:
    """5.11-5.14: what a shooter may aim at, ascending."""
    point = table.stack[-1].regs[POINT]
    enemy = 1 - seat
    found: list[int] = []
    heavy = is_heavy(table, shooter)
    if heavy:
        for ship in range(first_ship(enemy), CARRIERS if enemy == FLEET else FIRST_DART):
            if table.place[ship] == point and not table.fleeing[ship]:
                found.append(ship)
    if enemy == UNION:
        for ship in range(FIRST_DART, SHIPS):
            if table.place[ship] == point and not table.fleeing[ship]:
                found.append(ship)
    add_riders(table, enemy, found)
    if heavy and may_shoot_station(book, table, seat, point, (aimed_at(table, STATION) + 1) * station_worth(book), []):
        found.append(STATION)
    return found


def aimed_at(table: WarTable, unit: int) -> int:
    """Shots at a counter so far."""
    count = 0
    for i in range(1, len(table.shots), 2):
        if table.shots[i] == unit:
            count += 1
    return count


def add_riders(table: WarTable, enemy: int, found: list[int]) -> None:
    """5.14: one whole and one damaged rider, those with the fewest shots on them."""
    best = [-1, -1]
    fewest = [0, 0]
    for rider in range(first_rider(enemy), end_rider(enemy)):
        if table.rider_out[rider]:
            unit = RIDER + rider
            hurt = table.hurt[unit]
            aimed = aimed_at(table, unit)
            if best[hurt] < 0 or aimed < fewest[hurt]:
                best[hurt], fewest[hurt] = unit, aimed
    if best[0] > best[1]:
        best = [best[1], best[0]]
    for unit in best:
        if unit >= 0:
            found.append(unit)


def aims(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """5.9, 1.5."""
    focus = focused(hand, table.queue)
    found = aims_of(book, table, hand.seat, focus)
    add_takes(found, table.queue, focus)
    return found


def aim_choices(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """Without turning to others."""
    return aims_of(book, table, hand.seat, table.queue[0] if hand.focus < 0 else focused(hand, table.queue))


def aims_of(book: Book, table: WarTable, seat: int, shooter: int) -> list[Action]:
    found: list[Action] = [(AIM, shooter, target) for target in targets(book, table, seat, shooter)]
    found.append((PASS, shooter))
    return found


def aim(book: Book, state: WarState, seat: int, action: Action) -> None:
    table = state.table
    state.answered(seat)
    shooter = action[1]
    has_acted(state.hands[seat], shooter)
    if action[0] == AIM:
        target = action[2]
        if shooter >= RIDER and (is_capital(target) or target == STATION):  # 5.11: either of a pair may be named, the better one shoots
            partner = partner_of(table, shooter)
            table.queue.remove(partner)
            has_acted(state.hands[seat], partner)
            shooter = best_of(table, shooter, partner)
            table.queue.remove(action[1])
        else:
            table.queue.remove(shooter)
        add_shot(table, seat, shooter, target)
        state.tell(EVERYONE, AIMED, (shooter, target))
    else:
        table.queue.remove(shooter)
        state.tell(EVERYONE, AIMED, (shooter, shooter))
    ask_shooters(book, state)


def best_of(table: WarTable, one: int, other: int) -> int:
    """5.11: the better attack of a pair; the lower number of equals."""
    if table.hurt[one] != table.hurt[other]:
        return other if table.hurt[one] else one
    return min(one, other)


def add_shot(table: WarTable, seat: int, shooter: int, target: int) -> None:
    """Shots of a seat stand in the order of its counters, however they were chosen; after those of riders that pair off (5.10)."""
    last = table.shots[-2] if table.shots else -1
    if last < shooter or side_of(last) != seat:
        table.shots += [shooter, target]
        return
    first = 4 * min(len(riders_out(table, FLEET)), len(riders_out(table, UNION)))
    at = len(table.shots)
    while at > first and side_of(table.shots[at - 2]) == seat and table.shots[at - 2] > shooter:
        at -= 2
    table.shots = [*table.shots[:at], shooter, target, *table.shots[at:]]


def aim_refusal(book: Book, table: WarTable, hand: WarHand, action: Action) -> str:
    """Why a shot is not legal; empty if it is."""
    shooter = action[1]
    if shooter not in table.queue:
        return "fires-no-more"
    if action in aims_of(book, table, hand.seat, shooter):
        return ""
    if len(action) == 3 and action[2] == STATION:
        return "below-zero" if is_capital(shooter) else "riders-in-pairs"
    return "riders-in-pairs" if not is_capital(shooter) and len(action) == 3 and is_capital(action[2]) else "no-target"


# D, E: resolution and damage --------------------------------------------------------------


def hit_number(book: Book, table: WarTable, shooter: int, target: int, others: int) -> int:
    """5.15-5.17, 5.6; others: capital ships that fire at the same capital ship, this one included."""
    number = book.settings.constant + attack(book, table, shooter) - book.defence[target] + book.range_effect[table.stack[-1].regs[SPAN]]
    if shooter < SHIPS:
        given = table.order[shooter]
        if book.berths[shooter] and (given in (RECOVERED, BROKEN, ABANDONED)):
            number -= book.busy
        if is_capital(shooter) and is_capital(target):
            number += book.concentration[min(others, 3)]
    if target < SHIPS and (table.order[target] == BROKEN or table.order[target] == ABANDONED):
        number -= book.evasion
    return number


def resolve(book: Book, state: WarState, pips: Action) -> None:
    """5.15: every shot, then all damage at once."""
    table = state.table
    table.dice = []
    others = [0] * UNITS
    for i in range(0, len(table.shots), 2):
        if is_capital(table.shots[i]):
            others[table.shots[i + 1]] += 1
    hits = [0] * UNITS
    station = [0, 0]
    for i in range(0, len(table.shots), 2):
        shooter, target = table.shots[i], table.shots[i + 1]
        number = hit_number(book, table, shooter, target, others[target])
        roll = pips[i] + pips[i + 1] + 2
        state.tell(EVERYONE, SHOT, (shooter, target, max(number, 0), roll))
        if shooter < SHIPS:
            table.fought[shooter] = 1
        if target < SHIPS:
            table.fought[target] = 1
        if roll == 2 or (roll <= number and roll != 12):
            if target == STATION:
                station[side_of(shooter)] += 1
            else:
                hits[target] += 1
    for unit in range(RIDER + RIDERS):
        if hits[unit]:
            damage(book, state, unit, hits[unit])
    if station[0] + station[1]:
        total = (station[0] + station[1]) * station_worth(book)
        strike_station(book, state, table.stack[-1].regs[POINT], total, [s for s in range(2) if station[s]])


def station_worth(book: Book) -> int:
    """6.5."""
    return book.t_volley if book.settings.tactical else 1


def damage(book: Book, state: WarState, unit: int, hits: int) -> None:
    """5.18."""
    table = state.table
    if hits == 1 and not table.hurt[unit] and not book.single[unit]:
        table.hurt[unit] = 1
        state.tell(EVERYONE, DAMAGED, (unit,))
    elif unit < SHIPS:
        destroy_ship(book, state, unit)
    else:
        lose_rider(state, unit - RIDER)
