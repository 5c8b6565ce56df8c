"""Chapters 8 and 9: garrisons, troops, the record of points."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.company_war.rules.fleet import (
    capitals,
    fleet_income,
    has_station,
    holds,
    kill_troops,
    learn_troops,
    points_of,
    union_income,
)
from sandtable.games.company_war.state import (
    CAPITAL,
    CARRIERS,
    COLONY,
    FLEET,
    GARRISONING,
    MUSTERING,
    NOWHERE,
    POINTS,
    UNION,
    WarHand,
    WarState,
    WarTable,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import (
    DONE,
    LAND,
    LANDED,
    LIFT,
    LIFTED,
    MUSTER,
    MUSTERED,
    MUSTERING_EVENT,
    OVERRUN,
    SCORED,
    SEALED,
)

# 8: garrisons ----------------------------------------------------------------------------------


def begin_garrisons(book: Book, state: WarState) -> None:
    """8.6, then the Corsairs' landings."""
    table = state.table
    for point in book.stations:
        if table.garrison[point] and not capitals(table, FLEET, point) and capitals(table, UNION, point) >= book.troop_killers:
            table.garrison[point] = 0
            kill_troops(book, table)
            state.tell(EVERYONE, OVERRUN, (point,))
    table.stack[-1] = Frame(GARRISONING, 0, [])
    next_landing(book, state)


def next_landing(book: Book, state: WarState) -> None:
    """The Corsairs are asked whenever, as all can see, a landing or lifting might be possible; and once more after the last (8.4)."""
    table = state.table
    if table.stack[-1].regs or landing_conceivable(book, table):
        state.ask([FLEET])
    else:
        begin_muster(book, state)


def free_carriers(book: Book, table: WarTable) -> list[int]:
    """8.2, 8.4: carriers at a standing station without League capital ships that have not acted yet."""
    acted = table.stack[-1].regs
    found: list[int] = []
    free = -1  # a mask of points, reckoned when it is first needed
    for ship in range(CARRIERS):
        point = table.place[ship]
        if point > NOWHERE and not table.fleeing[ship] and has_station(book, table, point) and ship not in acted:
            if free < 0:
                free = book.station_mask & ~points_of(table, UNION)
            if (free >> point) & 1:
                found.append(ship)
    return found


def landing_conceivable(book: Book, table: WarTable) -> bool:
    may_carry, may_lack = 0, 0
    for mask in table.troop_sets:
        may_carry |= mask
        may_lack |= ~mask
    for ship in free_carriers(book, table):
        if (may_lack if table.garrison[table.place[ship]] else may_carry) >> ship & 1:
            return True
    return False


def landings(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    land: list[Action] = []
    lift: list[Action] = []
    for ship in free_carriers(book, table):
        if table.garrison[table.place[ship]]:
            if not hand.troop[ship]:
                lift.append((LIFT, ship))
        elif hand.troop[ship]:
            land.append((LAND, ship))
    land += lift
    land.append((DONE,))
    return land


def garrison(book: Book, state: WarState, action: Action) -> None:
    table = state.table
    state.answered(FLEET)
    if action[0] == DONE:
        begin_muster(book, state)
        return
    ship = action[1]
    point = table.place[ship]
    landing = 1 if action[0] == LAND else 0
    state.hands[FLEET].troop[ship] = 1 - landing
    table.garrison[point] = landing
    learn_troops(table, ship, landing, 1 - landing)
    table.stack[-1].regs.append(ship)
    table.stack[-1].regs.sort()
    state.show(FLEET, EVERYONE, LANDED if landing else LIFTED, (ship, point))
    next_landing(book, state)


def begin_muster(book: Book, state: WarState) -> None:
    """8.7: counters lost in earlier turns."""
    table = state.table
    state.hands[FLEET].muster = [0] * CARRIERS
    table.stack[-1] = Frame(MUSTERING, 0, [])
    if table.exile[0] and muster_places(book, table):
        state.ask([FLEET])
    else:
        record(book, state)


def muster_places(book: Book, table: WarTable) -> int:
    """Carriers that might take troops, as a mask that all can see."""
    found = 0
    for ship in range(CARRIERS):
        if holds(book, table, ship):
            found |= 1 << ship
    return found


def musters(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    found: list[Action] = []
    if sum(hand.muster) < table.exile[0]:
        for ship in range(CARRIERS):
            if holds(book, table, ship) and not hand.troop[ship] and not hand.muster[ship]:
                found.append((MUSTER, ship))
    found.append((DONE,))
    return found


def muster(book: Book, state: WarState, action: Action) -> None:
    table = state.table
    hand = state.hands[FLEET]
    if action[0] == MUSTER:
        hand.muster[action[1]] = 1
        state.note(FLEET, MUSTERING_EVENT, (action[1],))
        state.ask_again(FLEET)
        return
    state.answered(FLEET)
    state.note(FLEET, SEALED, (FLEET,))
    taken = sum(hand.muster)
    for ship in range(CARRIERS):
        if hand.muster[ship]:
            hand.troop[ship] = 1
    hand.muster = [0] * CARRIERS
    table.exile[0] -= taken
    for _ in range(taken):
        spread_troops(table, muster_places(book, table))
    state.show(FLEET, EVERYONE, MUSTERED, (taken,))
    record(book, state)


def spread_troops(table: WarTable, places: int) -> None:
    """One more counter aboard some carrier that may have taken it."""
    found: list[int] = []
    for mask in table.troop_sets:
        for ship in range(CARRIERS):
            if (places & ~mask) >> ship & 1:
                new = mask | 1 << ship
                if new not in found:
                    found.append(new)
    found.sort()
    table.troop_sets = found


# 9: points -------------------------------------------------------------------------------------


def record(book: Book, state: WarState) -> None:
    """9.1-9.5.  The stack is left for the caller, who begins the next turn."""
    table = state.table
    carrier = [0] * POINTS
    for ship in range(CARRIERS):
        if holds(book, table, ship):
            carrier[table.place[ship]] = 1
    income = [0, 0]
    for point in book.stations:
        troops = table.garrison[point] > 0
        income[FLEET] += fleet_income(book, table, point, troops, carrier[point] > 0)
        if book.kind[point] == COLONY or book.kind[point] == CAPITAL:
            income[UNION] += union_income(book, table, point, troops, carrier[point] > 0)
    for seat in range(2):
        table.points[seat] += income[seat]
        state.tell(EVERYONE, SCORED, (seat, income[seat], table.points[seat]))
    table.exile[0] += table.exile[1]
    table.exile[1] = 0
    table.stack.pop()
