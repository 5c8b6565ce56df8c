"""Chapters 2 and 4: marches, room in sectors, who waits for others to leave."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.rules.sectors import crowd, enter, friendly, held, holds
from sandtable.games.commanders.state import (
    ARMY,
    ARTILLERY,
    CLOSE,
    COMBINED,
    FIGHTING,
    INFANTRY,
    LATE,
    MOVES,
    NEUTRAL,
    PLACES,
    SECTORS,
    UNITS,
    CommandersHand,
    CommandersState,
    CommandersTable,
)
from sandtable.games.commanders.verbs import HALT, HALTED


def gather_friendly(book: Book, state: CommandersState, frame: Frame) -> None:
    """2.3, 4.5: who is bound for a friendly sector; those without room wait until others have left."""
    table = state.table
    table.waiting = []
    for unit in range(UNITS):
        target = table.target[unit]
        if target >= 0 and target != table.place[unit] and friendly(table, unit // ARMY, target):
            table.waiting.append(unit)
    frame.regs = with_room(book, table)


def with_room(book: Book, table: CommandersTable) -> list[int]:
    """4.5: those of the waiting who find room now, all of a sector or none; the others go on waiting."""
    goers = table.waiting
    small = overflow(book, table, goers, 0), overflow(book, table, goers, 1)
    while small[0] or small[1]:
        goers = [unit for unit in goers if not (small[unit // ARMY] >> table.target[unit]) & 1]
        small = overflow(book, table, goers, 0), overflow(book, table, goers, 1)
    table.waiting = [unit for unit in table.waiting if unit not in goers]
    return goers


def call_up(book: Book, state: CommandersState, frame: Frame) -> None:
    """4.5: all who leave have left: whoever finds room now marches; if nobody does, not all of them will."""
    table = state.table
    frame.regs = with_room(book, table)
    if not frame.regs:
        frame.regs = table.waiting
        table.waiting = []
    frame.step = LATE


def overflow(book: Book, table: CommandersTable, movers: list[int], seat: int) -> int:
    """4.5: a bit per sector too small for the movers of a seat."""
    counts = [0] * PLACES
    heading = 0
    for unit in movers:
        if unit // ARMY == seat:
            heading |= 1 << table.target[unit]
            counts[table.target[unit]] += 1
            counts[table.place[unit]] -= 1
    if not heading:
        return 0
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.place[unit] < SECTORS:
            counts[table.place[unit]] += 1
    mask = 0
    for sector in range(SECTORS):
        if counts[sector] > book.capacity and (heading >> sector) & 1:
            mask |= 1 << sector
    return mask


def headed_for(table: CommandersTable, movers: list[int], seat: int, sector: int) -> list[int]:
    return [unit for unit in movers if unit // ARMY == seat and table.target[unit] == sector]


def halt_offer(book: Book, table: CommandersTable, hand: CommandersHand, movers: list[int]) -> list[Action]:
    """4.5: any who heads for a sector that is too small."""
    small = overflow(book, table, movers, hand.seat)
    offer: list[Action] = [(HALT, unit) for unit in movers if unit // ARMY == hand.seat and (small >> table.target[unit]) & 1]
    offer.sort()
    return offer


def march(book: Book, state: CommandersState, frame: Frame, start: int) -> bool:
    """4.5: everybody in regs from start on marches at once; false while somebody must choose."""
    table = state.table
    for turn in range(2):
        seat = first_seat_of(table, turn)
        small = overflow(book, table, frame.regs[start:], seat)
        while small:
            unit = must_halt(book, table, frame.regs[start:], seat, small)
            if unit < 0:
                state.ask([seat])
                return False
            halt(state, frame, unit)
            small = overflow(book, table, frame.regs[start:], seat)
    for unit in frame.regs[start:]:
        table.acts[unit] += 1
        enter(book, state, unit, table.target[unit])
        table.target[unit] = -1
    frame.regs = frame.regs[:start]
    return True


def must_halt(book: Book, table: CommandersTable, movers: list[int], seat: int, small: int) -> int:
    """4.5: somebody who stays behind without a choice, or -1."""
    for sector in range(SECTORS):
        if (small >> sector) & 1:
            candidates = headed_for(table, movers, seat, sector)
            if not choose_who_halts(book, table, movers, candidates):
                return candidates[-1]
    return -1


def choose_who_halts(book: Book, table: CommandersTable, movers: list[int], candidates: list[int]) -> bool:
    """4.5: not when all must stay, nor among infantry from one sector, which are alike in all there is to know.  Cavalry is not:
    its further way is a secret, so it is asked about always."""
    first = candidates[0]
    sector = table.target[first]
    if table.kind[first] == INFANTRY:
        alike = True
        for unit in range(first // ARMY * ARMY, first // ARMY * ARMY + ARMY):
            if table.target[unit] == sector or stayed_behind(table, unit, sector):
                same = table.place[unit] == table.place[first] and table.status[unit] == table.status[first]
                alike = alike and same and table.kind[unit] == INFANTRY
        if alike:
            return False
    room = book.capacity - crowd(table, first // ARMY, sector)
    for unit in movers:
        if unit // ARMY == first // ARMY and table.place[unit] == sector:
            room += 1
    return room > 0


def stayed_behind(table: CommandersTable, unit: int, sector: int) -> bool:
    """Whether a unit showed that it heads for a sector and was halted: it was part of the choice."""
    if table.target[unit] >= 0 or table.place[unit] >= PLACES:
        return False
    return table.seen1[unit] == sector if table.steps[unit] == 0 else table.steps[unit] == 1 and table.seen2[unit] == sector


def first_seat_of(table: CommandersTable, turn: int) -> int:
    return turn if table.round % 2 == 1 else 1 - turn


def halt(state: CommandersState, frame: Frame, unit: int) -> None:
    """4.5: stays behind and keeps its order."""
    for k in range(len(frame.regs) - 1, -1, -1):  # movers stand last in the registers
        if frame.regs[k] == unit:
            frame.regs = frame.regs[:k] + frame.regs[k + 1 :]
            break
    state.table.target[unit] = -1
    state.tell(EVERYONE, HALTED, (unit,))


def gather_neutral(state: CommandersState, frame: Frame) -> None:
    """2.3, 4.7, 4.10: who marches into a neutral sector unopposed."""
    table = state.table
    stop_reserves(state)
    bars = [held(table, 0), held(table, 1)]
    bound = bound_for(table)
    frame.regs = []
    for unit in range(UNITS):
        target = table.target[unit]
        if target < 0 or target == table.place[unit] or unit in table.waiting:
            continue
        foe = 1 - unit // ARMY
        if (bars[foe] >> target) & 1 or (bound[foe] >> target) & 1:
            if frame.proc == MOVES:
                table.target[unit] = -1
                state.tell(EVERYONE, HALTED, (unit,))
        elif frame.proc == COMBINED and table.kind[unit] == ARTILLERY:  # 4.3: the enemy is gone
            table.target[unit] = -1
            state.tell(EVERYONE, HALTED, (unit,))
        else:
            frame.regs.append(unit)
    frame.step = NEUTRAL


def bound_for(table: CommandersTable) -> list[int]:
    """By seat: a bit per sector somebody heads for."""
    bound = [0, 0]
    for unit in range(UNITS):
        if table.target[unit] >= 0:
            bound[unit // ARMY] |= 1 << table.target[unit]
    return bound


def stop_reserves(state: CommandersState) -> None:
    """4.7: no combat out of a reserve."""
    table = state.table
    bound = bound_for(table)
    for unit in range(UNITS):
        target = table.target[unit]
        if target >= 0 and table.place[unit] >= SECTORS and target < SECTORS and unit not in table.waiting:
            foe = 1 - unit // ARMY
            if (bound[foe] >> target) & 1 or holds(table, foe, target):
                table.target[unit] = -1
                state.tell(EVERYONE, HALTED, (unit,))


def combat_looms(table: CommandersTable) -> bool:
    """4.9: somebody still heads somewhere."""
    return any(table.target[unit] >= 0 for unit in range(UNITS))


def next_step(frame: Frame) -> None:
    """After the marches into neutral sectors: the fights, or the end of the phase."""
    frame.step = FIGHTING if frame.proc != MOVES else CLOSE
