"""Chapter 7: targets, dice, modifiers, re-rolls."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.commanders.book import COLUMNS, NONE_COLUMN, Book
from sandtable.games.commanders.lists import DASH
from sandtable.games.commanders.rules.marches import first_seat_of
from sandtable.games.commanders.rules.sectors import garrison_of
from sandtable.games.commanders.state import (
    ARMY,
    ARTILLERY,
    ATTACK,
    CAVALRY,
    FAST,
    GARRISON,
    HOUSE,
    INFANTRY,
    NO_AIM,
    NOBODY,
    ROUTED,
    SPENT,
    SQUARE,
    UNITS,
    CommandersState,
    CommandersTable,
)
from sandtable.games.commanders.verbs import AIM, AIMED, DONE, REROLL, REROLLED, REROLLS, ROLLED

# targets --------------------------------------------------------------------------------------


def can_fight(kind: int, melee: int) -> bool:
    """7.1"""
    return kind != ARTILLERY if melee else kind != CAVALRY


def opponent(book: Book, table: CommandersTable, z: int, seat: int, space: int) -> int:
    """6.7: the unit in the same space on the other side, or -1."""
    line = table.lines[2 * z + 1 - seat]
    if space >= len(line) or not faces(book, table, z, table.lines[2 * z + seat][space], line[space]):
        return -1
    return line[space]


def faces(book: Book, table: CommandersTable, z: int, unit: int, other: int) -> bool:
    """6.6: units that come over borders of a contested sector which are not opposite do not face each other."""
    sector = table.zones[z][2]
    return sector < 0 or not book.facing or table.place[unit] + table.place[other] == 2 * sector


def reach(table: CommandersTable, unit: int, z: int) -> list[int]:
    """7.12, 15.9, 15.10: enemy units an unopposed unit may attack."""
    foe = 1 - unit // ARMY
    zone = table.zones[z]
    found: list[int] = []
    if table.status[unit] & GARRISON:
        for other in range(len(table.zones)):
            if table.place[unit] in table.zones[other]:
                found += [e for e in table.lines[2 * other + foe] if not table.status[e] & ROUTED]
    elif table.kind[unit] == CAVALRY:
        target = table.target[unit]
        for other in range(len(table.zones)):
            same = table.zones[other][2] == zone[2]
            if same and (zone[2] >= 0 or table.zones[other][foe] == target):
                found += table.lines[2 * other + foe]
    else:
        found = table.lines[2 * z + foe][:]
        if table.kind[unit] == INFANTRY and zone[2] != HOUSE:
            house = garrison_of(table, foe, table.target[unit])
            if house >= 0 and table.zone[house] >= 0:  # not one that has just taken shelter
                found.append(house)
    found.sort()
    return found


def aim_choices(book: Book, table: CommandersTable, unit: int) -> list[int]:
    """7.12, 7.13: whom a unit may attack; a single one when it has no choice."""
    seat, z = unit // ARMY, table.zone[unit]
    facing = opponent(book, table, z, seat, table.lines[2 * z + seat].index(unit))
    if facing >= 0 and not table.status[facing] & ROUTED:
        return [facing]
    if not table.status[unit] & (ATTACK | GARRISON):
        return []
    found = reach(table, unit, z)
    if facing >= 0 and facing not in found:
        found.append(facing)
        found.sort()
    return found


def aiming(book: Book, state: CommandersState, frame: Frame) -> bool:
    """7.12: aim all who have no choice; false while somebody must choose."""
    table = state.table
    for turn in range(2):
        seat = first_seat_of(table, turn)
        for unit in to_aim(table, seat, frame.regs[0]):
            choices = aim_choices(book, table, unit)
            if len(choices) > 1:
                state.ask([seat])
                return False
            table.aim[unit] = choices[0] if choices else NO_AIM
    return True


def to_aim(table: CommandersTable, seat: int, melee: int) -> list[int]:
    """Placed units of a seat that have no target yet."""
    found: list[int] = []
    for z in range(len(table.zones)):
        for unit in table.lines[2 * z + seat]:
            if table.aim[unit] == NOBODY and not table.status[unit] & ROUTED and can_fight(table.kind[unit], melee):
                found.append(unit)
    return found


def aim_offer(book: Book, table: CommandersTable, seat: int, melee: int) -> list[Action]:
    """7.12: any unit that has a choice; nobody's target depends on another's."""
    offer: list[Action] = []
    for unit in to_aim(table, seat, melee):
        choices = aim_choices(book, table, unit)
        if len(choices) > 1:
            offer += [(AIM, unit, target) for target in choices]
    offer.sort()
    return offer


def aim_at(state: CommandersState, unit: int, target: int) -> None:
    state.table.aim[unit] = target
    state.tell(EVERYONE, AIMED, (unit, target))


# rolling --------------------------------------------------------------------------------------


def dice_of(table: CommandersTable, unit: int, melee: int) -> int:
    """7.1: how many dice a placed unit rolls."""
    if table.aim[unit] < 0 or table.status[unit] & ROUTED or not can_fight(table.kind[unit], melee):
        return 0
    return 2 if table.kind[unit] == ARTILLERY else 1


def ask_dice(state: CommandersState, frame: Frame) -> None:
    """7.1: all zones at once."""
    table = state.table
    count = 0
    for line in table.lines:
        for unit in line:
            count += dice_of(table, unit, frame.regs[0])
    table.pips = [[] for _ in table.lines]
    if count:
        table.dice = [6] * count


def deal(state: CommandersState, frame: Frame, pips: Action) -> None:
    """7.2: sorted within a side of a zone."""
    table = state.table
    table.dice = []
    at = 0
    for k in range(len(table.lines)):
        dice: list[int] = []
        for unit in table.lines[k]:
            for _ in range(dice_of(table, unit, frame.regs[0])):
                dice.append(pips[at] + 1)
                at += 1
        dice.sort(reverse=True)
        table.pips[k] = dice
        if dice and state.loud:
            state.tell(EVERYONE, ROLLED, (k % 2, k // 2, *dice))


def row_of(table: CommandersTable, unit: int) -> int:
    """7.4"""
    status = table.status[unit]
    if status & ATTACK:
        return table.kind[unit]
    return 3 if status & SQUARE else 4 + table.kind[unit]


def column_of(table: CommandersTable, unit: int) -> int:
    """7.4"""
    return 7 if table.status[unit] & ROUTED else row_of(table, unit)


def modifier(book: Book, table: CommandersTable, unit: int, facing: bool, melee: int) -> int:
    """7.3-7.7, chapter 15: the sum of all modifiers of a unit against its aim."""
    aim, status = table.aim[unit], table.status[unit]
    row = row_of(table, unit)
    cells = book.melee if melee else book.fire
    total = cells[row * COLUMNS + column_of(table, aim)]
    if total == DASH:  # 15.10: a garrison may face what no passive unit does
        total = cells[column_of(table, aim)]
    if not facing:
        total += cells[row * COLUMNS + NONE_COLUMN] if status & ATTACK else book.garrison
    if status & SPENT:
        total += book.spent
    if not melee and table.phase == FAST:
        total += book.fast_fire
    if book.terrain:
        total += ground(book, table, unit, melee)
    return total


def ground(book: Book, table: CommandersTable, unit: int, melee: int) -> int:
    """15.3, 15.5, 15.9, 15.14"""
    here = table.place[unit]
    attacks = table.status[unit] & ATTACK
    sector = table.target[unit] if attacks else here
    total = 0
    if book.forest[sector]:
        total += book.forest_melee if melee else book.forest_fire
    if attacks and table.status[table.aim[unit]] & GARRISON:
        total += book.at_building
    if attacks and melee:
        if book.hill[sector] and not book.hill[here]:
            total += book.uphill
        elif book.hill[here] and not book.hill[sector]:
            total += book.downhill
        if book.river[sector] and not book.river[here]:
            total += book.river_melee
    return total


def clamp(value: int) -> int:
    """7.3"""
    return 1 if value < 1 else 6 if value > 6 else value


# re-rolls ---------------------------------------------------------------------------------------


def reroll_zones(table: CommandersTable, seat: int, sector: int) -> list[int]:
    """7.14: the zones of a combat while two of its fronts still hold attackers."""
    found: list[int] = []
    for z in range(len(table.zones)):
        zone = table.zones[z]
        attacked = zone[2] == sector or (zone[2] == -1 and zone[1 - seat] == sector)
        if attacked and any_attacker(table, z, seat, sector):
            found.append(z)
    if len(found) >= 2:
        return found
    # 6.6: the attacker's fronts may have been matched to fewer zones of the enemy
    origins = 0
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.status[unit] & ATTACK and table.target[unit] == sector:
            origins |= 1 << table.place[unit]
    return found if origins & (origins - 1) else []


def any_attacker(table: CommandersTable, z: int, seat: int, sector: int) -> bool:
    return any(table.status[unit] & ATTACK and table.target[unit] == sector for unit in table.lines[2 * z + seat])


def reroll_offer(table: CommandersTable, seat: int, melee: int) -> list[Action]:
    offer: list[Action] = []
    for k in range(0, len(table.rerolls), 3):
        if table.rerolls[k] != seat or not table.rerolls[k + 2]:
            continue
        for z in reroll_zones(table, seat, table.rerolls[k + 1]):
            for side in range(2):
                for unit in table.lines[2 * z + side]:
                    for die in range(dice_of(table, unit, melee)):
                        if (REROLL, unit, die + 1) not in offer:
                            offer.append((REROLL, unit, die + 1))
    offer.sort()
    return offer


def rerolling(state: CommandersState, frame: Frame) -> bool:
    """7.14, 2.4: each side in turn; regs[1] counts the sides that are done."""
    table = state.table
    while frame.regs[1] < 2:
        seat = first_seat_of(table, frame.regs[1])
        if table.rerolls and reroll_offer(table, seat, frame.regs[0]):
            state.ask([seat])
            return False
        frame.regs[1] += 1
    return True


def rerolls_or_done(table: CommandersTable, seat: int, melee: int) -> list[Action]:
    return [(DONE,), *reroll_offer(table, seat, melee)]


def start_reroll(state: CommandersState, frame: Frame, seat: int, unit: int, die: int) -> None:
    """regs[2], regs[3]: the die that is rolled again."""
    table = state.table
    for k in range(0, len(table.rerolls), 3):
        if table.rerolls[k] == seat and table.rerolls[k + 2] and table.zone[unit] in reroll_zones(table, seat, table.rerolls[k + 1]):
            table.rerolls[k + 2] -= 1
            break
    frame.regs[2] = unit
    frame.regs[3] = die
    table.dice = [6]
    state.tell(EVERYONE, REROLLS, (seat, unit, die))


def die_index(table: CommandersTable, unit: int, melee: int) -> int:
    """Where the dice of a unit begin in its line."""
    at = 0
    for other in table.lines[2 * table.zone[unit] + unit // ARMY]:
        if other == unit:
            return at
        at += dice_of(table, other, melee)
    return at


def end_reroll(state: CommandersState, frame: Frame, pips: Action) -> None:
    table = state.table
    table.dice = []
    unit, die = frame.regs[2], frame.regs[3]
    at = die_index(table, unit, frame.regs[0]) + die - 1
    table.pips[2 * table.zone[unit] + unit // ARMY][at] = pips[0] + 1
    state.tell(EVERYONE, REROLLED, (unit, die, pips[0] + 1))


def clear_aims(table: CommandersTable) -> None:
    table.aim = [NOBODY] * UNITS
