"""Chapter 4: initiative, secret plots; execution.py has what follows."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.company_war.rules.execution import lead
from sandtable.games.company_war.rules.fleet import afloat, end_ship, first_ship
from sandtable.games.company_war.state import (
    ASSEMBLING,
    CARRIERS,
    FIRST_DART,
    FLEET,
    NOWHERE,
    PLOTTING,
    POINTS,
    ROLLING,
    SHIPS,
    TIED,
    UNION,
    UNPLACED,
    WarHand,
    WarState,
    WarTable,
    side_of,
    where,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import (
    ANNOUNCED,
    ARRIVE,
    ASSEMBLED,
    COURSE,
    DONE,
    JOIN,
    JOINED,
    JUMP,
    PLOT,
    PLOTTED,
    ROLLED,
    SEALED,
    SHOWN,
)


def begin_movement(book: Book, state: WarState) -> None:
    """4.1: who still can, decides on Fleet Assembly."""
    table = state.table
    table.began = table.place[:]
    table.moved = [0] * SHIPS
    table.group = [0] * SHIPS
    table.spent = [0] * SHIPS
    table.fought = [0] * SHIPS
    for point in range(POINTS):
        if not book.repair_once[point]:
            table.repairs[point] = 0
    seats = [seat for seat in range(2) if not table.assembled[seat] and afloat(table, seat)]
    for seat in seats:
        state.hands[seat].assembly = 0
    if seats:
        table.stack[-1] = Frame(ASSEMBLING, 0, [])
        state.ask(seats)
    else:
        roll_initiative(book, state, [0, 0])


def assemble(book: Book, state: WarState, seat: int, yes: int) -> None:
    hand = state.hands[seat]
    hand.assembly = yes
    state.note(seat, SEALED, (seat,))
    if not state.answered(seat):
        return
    extra = [0, 0]
    for other in range(2):
        if state.hands[other].assembly:
            state.hands[other].assembly = 0
            extra[other] = 1
            state.table.assembled[other] = 1
            state.show(other, EVERYONE, ASSEMBLED, (other,))
    roll_initiative(book, state, extra)


def roll_initiative(book: Book, state: WarState, extra: list[int]) -> None:
    """4.2: the dice of both seats, the Corsairs first."""
    counts = [book.initiative_dice[0] + extra[0], book.initiative_dice[1] + extra[1]]
    state.table.stack[-1] = Frame(ROLLING, 0, counts)
    state.table.dice = [6] * (counts[0] + counts[1])


def rolled(book: Book, state: WarState, pips: Action) -> None:
    table = state.table
    table.dice = []
    counts = table.stack[-1].regs
    start = 0
    for seat in range(2):
        assembled = counts[seat] > book.initiative_dice[seat]
        total = 0 if assembled and not book.settings.assembly_bonus else book.initiative_bonus[seat]
        for i in range(start, start + counts[seat]):
            total += pips[i] + 1
        if state.loud:
            args = [seat, total] + [pips[i] + 1 for i in range(start, start + counts[seat])]
            state.tell(EVERYONE, ROLLED, tuple(args))
        start += counts[seat]
        table.allowance[seat] = total
    table.stack[-1] = Frame(PLOTTING, 0, [])
    seats: list[int] = []
    for seat in range(2):
        hand = state.hands[seat]
        hand.course = [[] for _ in range(SHIPS)]
        hand.squad = []
        hand.trail = []
        hand.leader = -1
        hand.plotted = 0
        hand.darts = 0
        if afloat(table, seat):
            seats.append(seat)
    if seats:
        state.ask(seats)
    else:
        announce(book, state)


# plotting ----------------------------------------------------------------------------


def counted(hand: WarHand) -> int:
    """4.5: plotted ships that count against the allowance."""
    return hand.plotted - (1 if hand.darts else 0)


def plots(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """4.6-4.10."""
    found: list[Action] = []
    if not hand.squad:
        first = first_ship(hand.seat)
        if counted(hand) >= table.allowance[hand.seat]:  # 4.5
            first = FIRST_DART if not hand.darts else SHIPS
        for ship in range(first, end_ship(hand.seat)):
            if table.place[ship] != NOWHERE and not hand.course[ship]:
                found.append((PLOT, ship))
        found.append((DONE,))
        return found
    point = where(table, hand, hand.squad[0])
    if hand.seat == FLEET and counted(hand) + len(hand.squad) < table.allowance[FLEET]:
        for ship in range(CARRIERS):
            if where(table, hand, ship) == point and not hand.course[ship] and ship not in hand.squad:
                found.append((JOIN, ship))
    if hand.trail:
        point = hand.trail[-1]
    if len(hand.trail) < book.longest_plot:
        found += book.hops[hand.seat][point]
    if hand.trail:
        found.append((ARRIVE,))
    return found


def plot_choices(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """Plots by their first ship, upwards; the others join it before the first jump."""
    found: list[Action] = []
    if not hand.squad:
        first = max(first_ship(hand.seat), hand.leader + 1)
        if counted(hand) >= table.allowance[hand.seat]:  # 4.5
            first = max(first, FIRST_DART) if not hand.darts else SHIPS
        for ship in range(first, end_ship(hand.seat)):
            if table.place[ship] != NOWHERE and not hand.course[ship]:
                found.append((PLOT, ship))
        found.append((DONE,))
        return found
    if hand.trail:
        if len(hand.trail) < book.longest_plot:
            found = book.hops[hand.seat][hand.trail[-1]][:]
        found.append((ARRIVE,))
        return found
    point = where(table, hand, hand.squad[0])
    if hand.seat == UNION:
        return book.hops[UNION][point][:]
    if counted(hand) + len(hand.squad) < table.allowance[FLEET]:
        for ship in range(hand.squad[-1] + 1, CARRIERS):
            if where(table, hand, ship) == point and not hand.course[ship]:
                found.append((JOIN, ship))
    return found + book.hops[FLEET][point]


def plot(book: Book, state: WarState, seat: int, action: Action) -> None:
    hand = state.hands[seat]
    verb = action[0]
    if verb == DONE:
        state.note(seat, SEALED, (seat,))
        if state.answered(seat):
            announce(book, state)
        return
    if verb == PLOT:
        hand.squad = [action[1]]
        hand.trail = []
        state.note(seat, PLOTTED, (action[1],))
    elif verb == JOIN:
        hand.squad.append(action[1])
        hand.squad.sort()
        state.note(seat, JOINED, (action[1],))
    elif verb == JUMP:
        hand.trail.append(action[1])
        if state.loud:
            state.note(seat, COURSE, tuple(hand.trail))
    else:
        hand.leader = max(hand.leader, hand.squad[0])
        for ship in hand.squad:
            hand.course[ship] = hand.trail[:]
            hand.plotted += 1
            if ship >= FIRST_DART:
                hand.darts += 1
        hand.squad = []
        hand.trail = []
        state.note(seat, SEALED, (seat,))
    state.ask_again(seat)


def announce(book: Book, state: WarState) -> None:
    """4.11, 2.7; then 4.3, 4.4 decide who goes first."""
    table = state.table
    for ship in range(CARRIERS):
        if table.place[ship] == UNPLACED:
            table.place[ship] = state.hands[FLEET].start[ship]
            table.began[ship] = table.place[ship]
            state.show(FLEET, EVERYONE, SHOWN, (ship, table.place[ship]))
    for seat in range(2):
        hand = state.hands[seat]
        table.left[seat] = hand.plotted
        table.announced[seat] = counted(hand)
        if seat == UNION:
            table.announced[2] = 1 if hand.darts else 0
        state.show(seat, EVERYONE, ANNOUNCED, (seat, table.announced[seat], table.announced[2] if seat == UNION else 0))
    compared = table.announced if book.settings.first_by_ships else table.allowance
    if compared[0] == compared[1] and table.left[0] and table.left[1]:
        table.stack[-1] = Frame(TIED, 0, [])
        state.ask([FLEET])
    else:
        lead(book, state, 0 if compared[0] >= compared[1] else 1)


def plot_refusal(book: Book, table: WarTable, hand: WarHand, action: Action) -> str:
    """Why a plotting action is not offered."""
    verb = action[0]
    if verb == DONE or (verb == PLOT and hand.squad) or verb not in (PLOT, JOIN, JUMP, ARRIVE):
        return "course-first" if hand.squad and verb in (DONE, PLOT) else "not-now"
    if verb == ARRIVE or len(action) != 2 or (verb != PLOT and not hand.squad):
        return "jump-first" if hand.squad else "ship-first"
    if verb == JUMP:
        return "no-route"
    ship = action[1]
    if ship < 0 or ship >= SHIPS or side_of(ship) != hand.seat:
        return "not-yours"
    if table.place[ship] == NOWHERE:
        return "destroyed"
    if hand.course[ship] or ship in hand.squad:
        return "already-plotted"
    if verb == PLOT or counted(hand) + len(hand.squad) >= table.allowance[hand.seat]:
        return "allowance-spent"
    return "not-together"
