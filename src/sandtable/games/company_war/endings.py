"""What ends at each question, under its own name, and what would be left unused."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action
from sandtable.games.company_war.rules.execution import companions
from sandtable.games.company_war.rules.fire import FLEEING
from sandtable.games.company_war.rules.garrisons import landings, musters
from sandtable.games.company_war.rules.movement import counted, plots
from sandtable.games.company_war.rules.stations import repairable
from sandtable.games.company_war.rules.tactics import DOCKING, POINT
from sandtable.games.company_war.state import (
    BATTLE,
    BOMBARDING,
    COLONY,
    EXECUTING,
    FIRST_DART,
    GARRISONING,
    HINDER,
    MUSTERING,
    PLOTTING,
    POINTS,
    REPAIRING,
    TACTICS,
    WarHand,
    WarTable,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import ACCEPT, ARRIVE, DECLINE, DONE, FIRST, IGNORE, LAND, MUSTER, PLOT, REFRAIN, REJECT
from sandtable.kit.card import ENDS_PHASE, ENDS_PIECE, ENDS_TURN, Ending, Standing

# Questions to which only the seat itself knows whether it has more than one answer: they hang on plots, troops or aims.
COVERED: Final = ["plot", "course", "garrison", "muster", "fire"]
FATEFUL: Final = ["move", "steer"]  # whose courses lead into a battle, only the seats know

STANDINGS: Final = [
    Standing("no-assembly", "assemble", (REFRAIN,)),
    Standing("first-at-ties", "first", (FIRST, 0)),
    Standing("second-at-ties", "first", (FIRST, 1)),
    Standing("no-hunts", "hunt", (IGNORE,)),
    Standing("no-flights", "flee", (DONE,)),
    Standing("no-bombardments", "bombard", (DONE,)),
    Standing("no-parting", "answer", (REJECT,)),
    Standing("no-docking", "dock", (DONE,)),
]


def span_of(table: WarTable, prompt: str) -> int:
    """No hunts for this turn, no flights, partings and dockings for this battle; the rest for the war."""
    if prompt == "hunt":
        return table.turn
    if prompt in ("flee", "answer", "dock") and table.stack and table.stack[-1].proc in (BATTLE, TACTICS):
        return table.turn * POINTS + table.stack[-1].regs[POINT]
    return 0


def ending_of(book: Book, table: WarTable, hand: WarHand, action: Action) -> Ending | None:
    verb = action[0]
    if verb == ARRIVE:
        return Ending("course" if len(hand.squad) == 1 else "courses", ENDS_PIECE, [], len(hand.squad))
    if verb == DECLINE:
        return Ending("decline", ENDS_TURN)
    if verb == ACCEPT:
        return Ending("part", ENDS_PHASE)
    if verb != DONE:
        return None
    frame = table.stack[-1]
    proc = frame.proc
    if proc == PLOTTING:
        few = "-none" if hand.plotted == 0 else "-one" if hand.plotted == 1 else ""
        return Ending("plots" + few, ENDS_PHASE, unplotted(book, table, hand), hand.plotted)
    if proc == EXECUTING:
        count = len(frame.regs) - 1
        left = len(companions(table, hand, frame.regs[1:]))
        return Ending("fly" if count > 1 else "fly-alone", ENDS_PIECE, some("companions", left), count)
    if proc == BATTLE:
        return Ending("no-more-flights", ENDS_PHASE) if frame.step == FLEEING else None
    if proc == BOMBARDING:
        return Ending("no-volleys" if len(frame.regs) == 1 else "no-more-volleys", ENDS_PHASE)
    if proc == REPAIRING:
        left = possible_repairs(book, table, hand.seat)
        return Ending("repairs" if frame.regs[1] >= 0 else "repairs-none", ENDS_PHASE, some("repairs", left))
    if proc == GARRISONING:
        return Ending("landings" if frame.regs else "landings-none", ENDS_PHASE, some("landings", possible_landings(book, table, hand)))
    if proc == MUSTERING:
        return mustered(book, table, hand)
    return Ending("no-more-docks", ENDS_PHASE) if proc == TACTICS and frame.step == DOCKING else None


def some(key: str, count: int) -> list[tuple[str, int]]:
    return [(key, count)] if count > 0 else []


def unplotted(book: Book, table: WarTable, hand: WarHand) -> list[tuple[str, int]]:
    """4.2, 4.5: moves that could still be plotted, the free dartship apart."""
    ships, darts = 0, 0
    for action in plots(book, table, hand):
        if action[0] == PLOT:
            if action[1] < FIRST_DART:
                ships += 1
            else:
                darts += 1
    room = table.allowance[hand.seat] - counted(hand)
    found = some("moves", min(room, ships + darts))
    return found if found or not darts else [("dart", 1)]


def possible_repairs(book: Book, table: WarTable, seat: int) -> int:
    """7.3, 7.4: within the limits of the stations."""
    left = [book.repair_limit[point] - table.repairs[point] for point in range(POINTS)]
    count = 0
    for ship in repairable(book, table, seat):
        if left[table.place[ship]] > 0:
            left[table.place[ship]] -= 1
            count += 1
    return count


def possible_landings(book: Book, table: WarTable, hand: WarHand) -> int:
    """8.2, 9.2: stations where troops would bring more than the carrier alone, or stay when it leaves."""
    points: list[int] = []
    for action in landings(book, table, hand):
        if action[0] == LAND:
            point = table.place[action[1]]
            if book.kind[point] != HINDER and point not in points and (book.kind[point] == COLONY or table.turn > 2):
                points.append(point)
    return len(points)


def mustered(book: Book, table: WarTable, hand: WarHand) -> Ending:
    """8.7."""
    taken = sum(hand.muster)
    places = sum([1 for action in musters(book, table, hand) if action[0] == MUSTER])
    few = "-none" if taken == 0 else "-one" if taken == 1 else ""
    return Ending("muster" + few, ENDS_PHASE, some("troops", min(places, table.exile[0] - taken)), taken)
