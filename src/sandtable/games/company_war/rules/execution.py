"""4.12-4.20: alternating execution of what was plotted."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.company_war.rules.fleet import end_ship, first_ship
from sandtable.games.company_war.state import (
    CARRIERS,
    EXECUTING,
    FIRST_DART,
    FLEET,
    SHIPS,
    UNION,
    WarHand,
    WarState,
    WarTable,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import DECLINE, DECLINED, DEPARTED, DONE, FLEW, JOIN, JOINED, LEADS, MOVE, PINNED


def lead(book: Book, state: WarState, seat: int) -> None:
    state.tell(EVERYONE, LEADS, (seat,))
    state.table.stack[-1] = Frame(EXECUTING, 0, [seat])
    next_step(book, state, seat)


def next_step(book: Book, state: WarState, seat: int) -> None:
    """4.12, 4.15: the seat's turn, or the other's if it has nothing left.  The caller ends the phase."""
    table = state.table
    if table.left[seat] == 0:
        seat = 1 - seat
    table.stack[-1] = Frame(EXECUTING, 0, [seat])
    if table.left[seat]:
        state.ask([seat])


def movement_over(table: WarTable) -> bool:
    return len(table.stack) > 0 and table.stack[-1].proc == EXECUTING and table.left[0] == 0 and table.left[1] == 0


def may_decline(book: Book, table: WarTable, seat: int) -> bool:
    """4.14: with fewer ships left.  The free dartship is the first dartship that moves; until then it does not count."""
    free = 0
    if table.announced[2] and not book.settings.dart_counts:
        free = 1
        for ship in range(FIRST_DART, SHIPS):
            if table.moved[ship]:
                free = 0
    if seat == UNION:
        return table.left[UNION] - free < table.left[FLEET]
    return table.left[FLEET] < table.left[UNION] - free


def executions(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    frame = table.stack[-1]
    found: list[Action] = []
    if frame.step == 1:
        for ship in companions(table, hand, frame.regs[1:]):
            found.append((JOIN, ship))
        found.append((DONE,))
        return found
    for ship in range(first_ship(hand.seat), end_ship(hand.seat)):
        if hand.course[ship]:
            found.append((MOVE, ship))
    if may_decline(book, table, hand.seat):
        found.append((DECLINE,))
    return found


def companions(table: WarTable, hand: WarHand, force: list[int]) -> list[int]:
    """4.13: carriers that may execute together with those named so far."""
    found: list[int] = []
    course = hand.course[force[0]]
    for ship in range(CARRIERS):
        if ship not in force and hand.course[ship] and table.place[ship] == table.place[force[0]] and hand.course[ship] == course:
            found.append(ship)
    return found


def execute(book: Book, state: WarState, seat: int, action: Action) -> None:
    table = state.table
    frame = table.stack[-1]
    verb = action[0]
    state.answered(seat)
    if verb == DECLINE:
        state.tell(EVERYONE, DECLINED, (seat,))
        next_step(book, state, 1 - seat)
    elif verb == MOVE:
        state.show(seat, EVERYONE, DEPARTED, (action[1],))
        hand = state.hands[seat]
        if seat == FLEET and companions(table, hand, [action[1]]):
            table.stack[-1] = Frame(EXECUTING, 1, [seat, action[1]])
            state.ask([seat])
        else:
            fly(book, state, seat, [action[1]])
    elif verb == JOIN:
        force = frame.regs[1:]
        force.append(action[1])
        force.sort()
        frame.regs = [seat, *force]
        state.show(seat, EVERYONE, JOINED, (action[1],))
        if companions(table, state.hands[seat], force):
            state.ask([seat])
        else:
            fly(book, state, seat, force)
    else:
        fly(book, state, seat, frame.regs[1:])


def stops(table: WarTable, ship: int, point: int) -> bool:
    """4.16, 4.18: whether a ship must end its movement on entering a point."""
    if ship >= FIRST_DART:
        return False
    if ship < CARRIERS:
        for other in range(CARRIERS, FIRST_DART):
            if table.place[other] == point:
                return True
        return False
    for other in range(CARRIERS):
        if table.place[other] == point:
            return True
    return False


def fly(book: Book, state: WarState, seat: int, ships: list[int]) -> None:
    """4.12, 4.17: along the written course until stopped; then 4.20 for those who are entered upon."""
    table = state.table
    hand = state.hands[seat]
    course = hand.course[ships[0]]
    flown = 0
    for point in course:
        flown += 1
        if stops(table, ships[0], point):
            break
    end = course[flown - 1]
    group = max(table.group) + 1
    for ship in ships:
        if state.loud:
            state.show(seat, EVERYONE, FLEW, (ship, *hand.course[ship][:flown]))
        hand.course[ship] = []
        table.place[ship] = end
        table.moved[ship] = 1
        table.spent[ship] = 1
        table.group[ship] = group
        table.left[seat] -= 1
    if ships[0] < FIRST_DART:
        pin(state, 1 - seat, end)
    next_step(book, state, 1 - seat)


def pin(state: WarState, seat: int, point: int) -> None:
    """4.20: the plots of capital ships that are entered upon are cancelled."""
    table = state.table
    hand = state.hands[seat]
    for ship in range(first_ship(seat), CARRIERS if seat == FLEET else FIRST_DART):
        if table.place[ship] == point and not table.spent[ship]:
            table.spent[ship] = 1
            if hand.course[ship]:
                hand.course[ship] = []
                table.left[seat] -= 1
                state.show(seat, EVERYONE, PINNED, (ship,))
