"""Chapter 9 and 15.12: guns at a distance."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.commanders.book import COLUMNS, Book
from sandtable.games.commanders.rules.dice import clamp, column_of
from sandtable.games.commanders.rules.hits import apply_hits
from sandtable.games.commanders.rules.marches import first_seat_of
from sandtable.games.commanders.rules.positions import rank
from sandtable.games.commanders.rules.sectors import exposed, garrison_of, present, remove
from sandtable.games.commanders.state import (
    ARMY,
    ARTILLERY,
    GARRISON,
    LOST,
    PLACES,
    ROUTED,
    SECTORS,
    SPENT,
    UNITS,
    CommandersHand,
    CommandersState,
    CommandersTable,
    pick_sector,
    pick_unit,
    pick_verb,
)
from sandtable.games.commanders.verbs import (
    AIM,
    AIMED,
    BOMBARD,
    BOMBARDED,
    DONE,
    RAZE,
    RAZED,
    RAZING,
    SHELLED,
    SLAIN,
)

# regs of the phase: battery, sector, target of each die
OPEN = -1  # the target is still to be chosen
BUILDING = -2  # the die goes at the building


def might_bombard(table: CommandersTable, seat: int) -> bool:
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.kind[unit] == ARTILLERY and table.place[unit] < SECTORS and not table.status[unit] & (ROUTED | SPENT):
            return True
    return False


def bombard_offer(book: Book, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    """9.1, 15.4, 15.6, 15.12"""
    bombard: list[Action] = []
    raze: list[Action] = []
    enemy = present(table, 1 - hand.seat)
    targets = exposed(book, table, 1 - hand.seat)
    chosen = [pick_unit(code) for code in hand.picks]
    for i in range(ARMY):
        unit = hand.seat * ARMY + i
        if table.kind[unit] != ARTILLERY or hand.way1[i] < 0 or unit in chosen or table.status[unit] & (ROUTED | SPENT):
            continue
        here, near = table.place[unit], hand.way1[i]
        if here >= SECTORS or near >= SECTORS or table.acts[unit] or book.forest[here]:
            continue
        if near == book.back[hand.seat * SECTORS + here] and not book.rear_fire:
            continue
        far = book.beyond[here * PLACES + near]
        sectors = [near, far] if near < far else [far, near]
        for sector in sectors:
            if sector < 0 or not (enemy >> sector) & 1:
                continue
            if sector == far and book.hill[near] and not book.hill[here]:
                continue
            if (targets >> sector) & 1:
                bombard.append((BOMBARD, unit, sector))
            if book.building[sector] and not (table.ruined >> sector) & 1 and clear_line(book, table, unit, sector, near):
                raze.append((RAZE, unit, sector))
    return [(DONE,), *bombard, *raze]


def between(book: Book, here: int, sector: int) -> int:
    """The sector a shot crosses, or -1 at range 1."""
    if book.adjacent[here * PLACES + sector]:
        return -1
    for near in book.ways[here]:
        if near < SECTORS and book.beyond[here * PLACES + near] == sector:
            return near
    return -1


def clear_line(book: Book, table: CommandersTable, unit: int, sector: int, near: int) -> bool:
    """9.4, 15.4, 15.6: nothing between costs a die."""
    if sector == near or book.hill[table.place[unit]]:
        return True
    everybody = exposed(book, table, 0) | exposed(book, table, 1)
    return not (everybody >> near) & 1 and not book.forest[near]


def publish_shots(book: Book, state: CommandersState, frame: Frame) -> None:
    """9.2, 9.4: what each die will be thrown at, as far as it is fixed."""
    table = state.table
    frame.regs = []
    for turn in range(2):
        hand = state.hands[first_seat_of(table, turn)]
        for code in hand.picks:
            unit, sector = pick_unit(code), pick_sector(code)
            table.target[unit] = sector
            near = between(book, table.place[unit], sector)
            table.seen1[unit] = hand.way1[unit % ARMY]
            if pick_verb(code) == RAZE:
                frame.regs += [unit, sector, BUILDING, unit, sector, BUILDING]
                state.show(hand.seat, EVERYONE, RAZING, (unit, sector))
                continue
            state.show(hand.seat, EVERYONE, BOMBARDED, (unit, sector))
            if near < 0 or clear_line(book, table, unit, sector, near):
                frame.regs += [unit, sector, OPEN]
                if count_enemies(book, table, hand.seat, sector) > 1:
                    frame.regs += [unit, sector, OPEN]
                continue
            if not (exposed(book, table, hand.seat) >> near) & 1 and not book.forest[near]:
                frame.regs += [unit, near, OPEN]
            frame.regs += [unit, sector, OPEN]
        hand.picks = []


def is_target(book: Book, table: CommandersTable, unit: int, sector: int) -> bool:
    """9.2, 15.12: anybody who stands there, but not in the building."""
    return table.place[unit] == sector and (book.shell_garrison > 0 or not table.status[unit] & GARRISON)


def count_enemies(book: Book, table: CommandersTable, seat: int, sector: int) -> int:
    count = 0
    for unit in range((1 - seat) * ARMY, (2 - seat) * ARMY):
        if is_target(book, table, unit, sector):
            count += 1
    return count


def next_open(frame: Frame) -> int:
    for k in range(2, len(frame.regs), 3):
        if frame.regs[k] == OPEN:
            return k - 2
    return -1


def shot_choices(book: Book, table: CommandersTable, regs: list[int], at: int) -> list[int]:
    """9.2: units of the first class present that this battery has not aimed at."""
    battery, sector = regs[at], regs[at + 1]
    foe = 1 - battery // ARMY
    best = 9
    found: list[int] = []
    for unit in range(foe * ARMY, foe * ARMY + ARMY):
        if not is_target(book, table, unit, sector):
            continue
        order = rank(table.status[unit], table.kind[unit])
        if order > best:
            continue
        mine = False
        for k in range(0, len(regs), 3):
            mine = mine or (regs[k] == battery and regs[k + 2] == unit)
        if mine:
            continue
        if order < best:
            best = order
            found = []
        found.append(unit)
    return found


def shot_sort(table: CommandersTable, regs: list[int], unit: int) -> int:
    """9.2: what tells targets of one class apart that lies open: shots at it so far, condition, what it has done and shown."""
    shots = 0
    for k in range(2, len(regs), 3):
        if regs[k] == unit:
            shots += 1
    key = (shots * 512 + table.status[unit]) * 4 + table.acts[unit]
    return (key * 16 + table.seen1[unit] + 1) * 16 + table.seen2[unit] + 1


def all_alike(table: CommandersTable, regs: list[int], units: list[int]) -> bool:
    first = shot_sort(table, regs, units[0])
    return all(shot_sort(table, regs, unit) == first for unit in units)


def aim_guns(book: Book, state: CommandersState, frame: Frame) -> bool:
    """9.2: false while somebody must choose; targets that nothing open tells apart are no choice."""
    table = state.table
    at = next_open(frame)
    while at >= 0:
        choices = shot_choices(book, table, frame.regs, at)
        if not all_alike(table, frame.regs, choices):
            state.ask([frame.regs[at] // ARMY])
            return False
        frame.regs[at + 2] = choices[0]
        at = next_open(frame)
    return True


def gun_offer(book: Book, table: CommandersTable, frame: Frame) -> list[Action]:
    at = next_open(frame)
    return [(AIM, frame.regs[at], unit) for unit in shot_choices(book, table, frame.regs, at)]


def aim_gun(state: CommandersState, frame: Frame, target: int) -> None:
    """The dice of a battery against one sector are alike: its targets stand ascending."""
    regs = frame.regs
    at = next_open(frame)
    regs[at + 2] = target
    if at >= 3 and regs[at - 3] == regs[at] and regs[at - 2] == regs[at + 1] and regs[at - 1] > target:
        regs[at + 2] = regs[at - 1]
        regs[at - 1] = target
    state.tell(EVERYONE, AIMED, (regs[at], target))


def shell_modifier(book: Book, table: CommandersTable, battery: int, sector: int, column: int) -> int:
    """9.3, 9.5, 15.3"""
    total = book.fire[ARTILLERY * COLUMNS + column]
    if book.forest[sector] and book.forest_shells:
        total += book.forest_fire
    total += book.range_1 if book.adjacent[table.place[battery] * PLACES + sector] else book.range_2
    seat = battery // ARMY
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.token[unit] == sector:
            return total + book.token
    return total


def shell(book: Book, state: CommandersState, frame: Frame, pips: Action) -> None:
    """9.3-9.6: all dice fall, then all hits."""
    table = state.table
    table.dice = []
    hits: list[int] = []
    razing: list[int] = []  # battery of each hit on a building
    for k in range(len(pips)):
        battery, sector, target = frame.regs[3 * k], frame.regs[3 * k + 1], frame.regs[3 * k + 2]
        if target == BUILDING:
            total = shell_modifier(book, table, battery, sector, 4) + book.at_building
            hit = clamp(pips[k] + 1 + total) > book.above
            state.tell(EVERYONE, RAZED, (battery, pips[k] + 1, total, 1 if hit else 0))
            if hit:
                razing.append(battery)
            continue
        total = shell_modifier(book, table, battery, sector, column_of(table, target))
        hit = clamp(pips[k] + 1 + total) > book.above
        state.tell(EVERYONE, SHELLED, (battery, target, pips[k] + 1, total, 1 if hit else 0))
        if hit:
            hits += [target, battery]
    apply_hits(state, hits)
    for k in range(1, len(razing)):
        if razing[k] == razing[k - 1]:
            raze(state, table.target[razing[k]])
    lay_tokens(table)
    frame.regs = []


def raze(state: CommandersState, sector: int) -> None:
    """15.12: the building falls with whoever is in it."""
    table = state.table
    table.ruined |= 1 << sector
    for seat in range(2):
        unit = garrison_of(table, seat, sector)
        if unit >= 0 and table.status[unit] & GARRISON:
            remove(table, unit, LOST)
            state.tell(EVERYONE, SLAIN, (unit,))


def lay_tokens(table: CommandersTable) -> None:
    """9.5"""
    for unit in range(UNITS):
        if table.kind[unit] == ARTILLERY:
            table.token[unit] = table.target[unit] if table.place[unit] < SECTORS else -1
            if table.target[unit] >= 0:
                table.acts[unit] += 1
