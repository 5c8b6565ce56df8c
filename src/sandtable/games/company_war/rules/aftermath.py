"""Chapters 11 and 12: how a tactical battle ends."""

from __future__ import annotations

from sandtable.core.game import EVERYONE
from sandtable.games.company_war.hexmap import distance
from sandtable.games.company_war.rules.battle import run
from sandtable.games.company_war.rules.fleet import (
    capitals,
    end_rider,
    find_berth,
    first_rider,
    lose_rider,
    ships_at,
    strength,
)
from sandtable.games.company_war.rules.tactics import CLOCK, HUNT_DARTS, POINT, begin_clock, carriers_of
from sandtable.games.company_war.state import (
    FLEET,
    HAULER,
    ORPHAN,
    RIDER,
    UNION,
    UNITS,
    WarState,
    WarTable,
    is_capital,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import HELDMAP


def battle_decided(table: WarTable) -> bool:
    """12.13: a side has no capital ship on the map; hunted dartships count as such."""
    regs = table.stack[-1].regs
    for seat in range(2):
        found = False
        for ship in carriers_of(table, seat):
            if is_capital(ship) or regs[HUNT_DARTS]:
                found = True
                break
        if not found:
            return True
    return False


def end_turn(book: Book, state: WarState) -> None:
    """12.13, 12.14; else the next turn of the battle."""
    table = state.table
    regs = table.stack[-1].regs
    if not battle_decided(table):
        if regs[CLOCK] < book.t_turns:
            begin_clock(book, state)
            return
        point = regs[POINT]
        weaker = UNION if strength(book, table, FLEET, point) >= strength(book, table, UNION, point) else FLEET
        for ship in ships_at(table, weaker, point):
            retire(state, ship)
    end_tactics(book, state)


def retire(state: WarState, ship: int) -> None:
    """Leaves at the end of a battle with its riders aboard; those outside stay behind."""
    if ship in state.table.force:
        state.table.force.remove(ship)
    run(state, ship)


def part(book: Book, state: WarState) -> None:
    """11.2: both sides flee; riders on the map come aboard first, if their carrier is there, too."""
    table = state.table
    for rider in range(len(table.rider_out)):
        if RIDER + rider in table.force and table.rider_on[rider] in table.force:
            table.rider_out[rider] = 0
    for seat in range(2):
        for ship in ships_at(table, seat, table.stack[-1].regs[POINT]):
            retire(state, ship)
    end_tactics(book, state)


def end_tactics(book: Book, state: WarState) -> None:
    """12.12-12.16: riders, markers, the map; then the caller goes on."""
    table = state.table
    point = table.stack[-1].regs[POINT]
    if capitals(table, FLEET, point) and not capitals(table, UNION, point):
        for ship in ships_at(table, UNION, point):
            retire(state, ship)
    for seat in range(2):
        collect_riders(book, state, seat)
        if capitals(table, seat, point):
            state.tell(EVERYONE, HELDMAP, (seat, point))
    table.stack.pop()
    table.force = []
    table.gunners = []
    table.queue = []
    table.shots = []
    for unit in range(HAULER, UNITS):
        table.hurt[unit] = 0


def collect_riders(book: Book, state: WarState, seat: int) -> None:
    """12.12, 12.15: who followed a carrier off the map, or can be taken aboard by one that holds it."""
    table = state.table
    point = table.stack[-1].regs[POINT]
    staying = [ship for ship in ships_at(table, seat, point) if book.berths[ship]]
    for near in range(2):
        for rider in range(first_rider(seat), end_rider(seat)):
            if not table.rider_out[rider]:
                continue
            unit = RIDER + rider
            ship = table.rider_on[rider]
            if table.left_turn[unit]:
                if ship >= 0 and table.left_turn[ship] and table.left_edge[ship] == table.left_edge[unit]:
                    if table.left_turn[unit] <= table.left_turn[ship] <= table.left_turn[unit] + book.t_rescue:
                        table.rider_out[rider] = 0
            elif near == 1 or within(book, table, unit, staying):
                if ship not in staying:
                    table.rider_on[rider] = ORPHAN
                    find_berth(book, state, rider, staying)
                if table.rider_on[rider] >= 0:
                    table.rider_out[rider] = 0
    for rider in range(first_rider(seat), end_rider(seat)):
        if table.rider_out[rider]:
            lose_rider(state, rider)


def within(book: Book, table: WarTable, unit: int, carriers: list[int]) -> bool:
    for ship in carriers:
        if distance(table.hex[unit], table.hex[ship]) <= book.t_recover:
            return True
    return False
