"""Exact chances of a reaction (5.2), of an aimed roll (7.2-7.8), of a die rolled again (7.14) and of a bombardment (9.3)."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.rules.bombardment import is_target, shell_modifier
from sandtable.games.commanders.rules.dice import aim_choices, can_fight, clamp, column_of, die_index, modifier, opponent
from sandtable.games.commanders.state import (
    AIMING,
    ARMY,
    ARTILLERY,
    BOMBARDMENT,
    COMBAT,
    NO_AIM,
    NOBODY,
    ROUTED,
    CommandersHand,
    CommandersTable,
    copy_table,
)
from sandtable.games.commanders.verbs import AIM, BOMBARD, COUNTER, REROLL, SQUARE_UP
from sandtable.kit.card import Chance


def successes(modified: int, above: int) -> int:
    """In how many of six cases a die with this modifier is above the number (7.3, 7.8)."""
    count = 0
    for pip in range(1, 7):
        if clamp(pip + modified) > above:
            count += 1
    return count


def dice_before(book: Book, table: CommandersTable, unit: int, melee: int) -> tuple[int, int]:
    """7.2: how many dice the side rolls in the zone of a unit, and how many go to the spaces before it."""
    before = total = 0
    for other in table.lines[2 * table.zone[unit] + unit // ARMY]:
        if other == unit:
            before = total
        if table.status[other] & ROUTED or not can_fight(table.kind[other], melee) or table.aim[other] == NO_AIM:
            continue
        if table.aim[other] == NOBODY and not aim_choices(book, table, other):
            continue
        total += 2 if table.kind[other] == ARTILLERY else 1
    return total, before


def ranked(total: int, rank: int, needed: int) -> tuple[int, int]:
    """In how many cases the die of this rank (0 is the highest) among so many shows at least ``needed``: that many dice do."""
    good, bad = 7 - needed, needed - 1
    ways = 0
    for count in range(rank + 1, total + 1):
        ways += choose(total, count) * good**count * bad ** (total - count)
    return ways, 6**total


def choose(n: int, k: int) -> int:
    found = 1
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


def aimed(book: Book, table: CommandersTable, action: Action) -> list[Chance]:
    """7.8, 7.12: an unopposed roll; its die is dealt by rank."""
    unit, target = action[1], action[2]
    melee = table.stack[-1].regs[0]
    seat, zone = unit // ARMY, table.zone[unit]
    facing = opponent(book, table, zone, seat, table.lines[2 * zone + seat].index(unit)) == target
    tried = copy_table(table)
    tried.aim[unit] = target
    added = modifier(book, tried, unit, facing, melee)
    count = successes(added, book.above)
    total, before = dice_before(book, tried, unit, melee)
    found: list[Chance] = []
    if count == 0:
        found.append(Chance("hit", 0, 1, "unit", (target,)))
    elif count == 6:
        found.append(Chance("hit", 1, 1, "unit", (target,)))
    else:
        ways, cases = ranked(total, before, 7 - count)
        found.append(Chance("hit", ways, cases, "unit", (target,)))
        if table.kind[unit] == ARTILLERY:
            ways, cases = ranked(total, before + 1, 7 - count)
            found.append(Chance("both", ways, cases, "unit", (target,)))
    found.append(Chance("modifier", added, 1, "", (), True))
    return found


def again(table: CommandersTable, action: Action) -> list[Chance]:
    unit, die, melee = action[1], action[2], table.stack[-1].regs[0]
    line = 2 * table.zone[unit] + unit // ARMY
    now = table.pips[line][die_index(table, unit, melee) + die - 1]
    return [Chance("higher", 6 - now, 6, "unit number", (unit, now)), Chance("lower", now - 1, 6, "unit number", (unit, now))]


def odds_of(book: Book, table: CommandersTable, hand: CommandersHand, action: Action) -> list[Chance]:
    if action[0] in (SQUARE_UP, COUNTER):
        count = 0
        for pip in range(1, 7):
            if pip + book.reaction > book.above:
                count += 1
        return [Chance("reaction", count, 6, "unit", (action[1],))]
    frame = table.stack[-1]
    if action[0] == AIM and frame.proc == COMBAT and frame.step == AIMING:
        return aimed(book, table, action)
    if action[0] == AIM and frame.proc == BOMBARDMENT:
        for k in range(0, len(frame.regs) - 2, 3):
            if frame.regs[k] == action[1]:
                added = shell_modifier(book, table, action[1], frame.regs[k + 1], column_of(table, action[2]))
                return [Chance("hit", successes(added, book.above), 6, "unit", (action[2],)), Chance("modifier", added, 1, "", (), True)]
    if action[0] == REROLL and frame.proc == COMBAT:
        return again(table, action)
    if action[0] == BOMBARD:
        return bombarded(book, table, action)
    return []


def bombarded(book: Book, table: CommandersTable, action: Action) -> list[Chance]:
    """9.2, 9.3: the chance of one die against each kind of target that stands in the sector."""
    found: list[Chance] = []
    columns: list[int] = []
    for target in range((1 - action[1] // ARMY) * ARMY, (2 - action[1] // ARMY) * ARMY):
        if is_target(book, table, target, action[2]) and column_of(table, target) not in columns:
            columns.append(column_of(table, target))
            added = shell_modifier(book, table, action[1], action[2], column_of(table, target))
            found.append(Chance("hit", successes(added, book.above), 6, "unit", (target,)))
    return found
