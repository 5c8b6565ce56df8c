"""Chapter 2: how a match begins, campaign or scenario; and 2.6-2.8, placing ships and troops."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Box, Frame, State
from sandtable.games.company_war.rules.focus import add_takes, focused, has_acted
from sandtable.games.company_war.rules.tactics import begin_tactics
from sandtable.games.company_war.state import (
    CARRIERS,
    FLEET,
    NOWHERE,
    PLACING,
    SHIPS,
    TROOPING,
    UNION,
    UNPLACED,
    WarHand,
    WarState,
    WarTable,
    where,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import CARRIED, CARRY, PLACE, PLACED, SEALED, WROTE


def begin(book: Book) -> WarState:
    table = WarTable()
    state: WarState = State(table, [WarHand(0), WarHand(1)], Box())
    table.points[UNION] = book.settings.head_start  # 9.8
    table.rider_on = book.rider_home[:]
    if book.scenario is not None:
        begin_scenario(book, state)
        return state
    for ship in range(CARRIERS, SHIPS):
        table.place[ship] = book.base  # 2.5
    table.troop_sets = subsets(book.troops)
    table.stack.append(Frame(PLACING, 0, []))
    state.ask([FLEET])
    return state


def begin_scenario(book: Book, state: WarState) -> None:
    """12.17: the ships of the scenario, the attackers as having jumped in."""
    scenario = book.scenario
    assert scenario is not None
    table = state.table
    table.turn = 1
    table.points = [0, 0]
    table.place = [NOWHERE] * SHIPS
    for seat in range(2):
        for ship in scenario.ships[seat]:
            table.place[ship] = scenario.point
            table.moved[ship] = 1 if seat == scenario.attacker else 0
            table.began[ship] = NOWHERE if seat == scenario.attacker else scenario.point
    for rider in range(len(table.rider_on)):
        if table.place[table.rider_on[rider]] == NOWHERE:
            table.rider_on[rider] = -1
    table.troop_sets = [0]
    table.garrison[scenario.point] = scenario.troops
    begin_tactics(book, state, scenario.point, 0)


def subsets(size: int) -> list[int]:
    """All sets of carriers of a size, as masks, ascending."""
    found: list[int] = []
    for mask in range(1 << CARRIERS):
        bits = 0
        for ship in range(CARRIERS):
            bits += (mask >> ship) & 1
        if bits == size:
            found.append(mask)
    return found


def unplaced(table: WarTable, hand: WarHand) -> list[int]:
    """2.6: carriers that stand nowhere yet."""
    return [ship for ship in range(CARRIERS) if where(table, hand, ship) == UNPLACED]


def placings(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """2.6, 1.5."""
    ships = unplaced(table, hand)
    focus = focused(hand, ships)
    found = placings_of(book, focus)
    add_takes(found, ships, focus)
    return found


def placings_of(book: Book, ship: int) -> list[Action]:
    return [(PLACE, ship, point) for point in book.starts]


def place_refusal(book: Book, table: WarTable, hand: WarHand, action: Action) -> str:
    """Why a placing is not legal; empty if it is."""
    if action[0] != PLACE or len(action) != 3:
        return "not-now"
    if action[1] not in unplaced(table, hand):
        return "already-placed" if 0 <= action[1] < CARRIERS else "not-yours"
    return "" if action in placings_of(book, action[1]) else "start-points"


def place(book: Book, state: WarState, action: Action) -> None:
    """2.6, 2.7."""
    table = state.table
    hand = state.hands[FLEET]
    has_acted(hand, action[1])
    if book.settings.secret_setup:
        hand.start[action[1]] = action[2]
        state.note(FLEET, WROTE, (action[1], action[2]))
        if unplaced(table, hand):
            state.ask_again(FLEET)
            return
        state.answered(FLEET)
        state.tell(EVERYONE, SEALED, (FLEET,))
    else:
        state.answered(FLEET)
        table.place[action[1]] = action[2]
        state.tell(EVERYONE, PLACED, (action[1], action[2]))
        if unplaced(table, hand):
            state.ask([FLEET])
            return
    table.stack[-1] = Frame(TROOPING, 0, [])
    state.ask([FLEET])


def carriages(hand: WarHand) -> list[Action]:
    """2.8."""
    return [(CARRY, ship) for ship in range(CARRIERS) if not hand.troop[ship]]


def carry(book: Book, state: WarState, action: Action) -> bool:
    """2.8; true when all troops are aboard."""
    hand = state.hands[FLEET]
    hand.troop[action[1]] = 1
    state.note(FLEET, CARRIED, (action[1],))
    if sum(hand.troop) < book.troops:
        state.ask_again(FLEET)
        return False
    state.answered(FLEET)
    state.tell(EVERYONE, SEALED, (FLEET,))
    return True
