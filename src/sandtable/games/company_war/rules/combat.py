"""5.1 and the order of phases: finds the battles, and hands on from one phase to the next."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Frame
from sandtable.games.company_war.rules.battle import begin_battle
from sandtable.games.company_war.rules.stations import begin_bombardment
from sandtable.games.company_war.rules.tactics import begin_tactics
from sandtable.games.company_war.state import (
    CARRIERS,
    COMBAT,
    FIRST_DART,
    FLEET,
    HUNTING,
    NOWHERE,
    POINTS,
    SHIPS,
    WarState,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import PHASE


def begin_combat(book: Book, state: WarState) -> None:
    """4.21, 5.1."""
    table = state.table
    table.fleeing = [0] * SHIPS
    for hand in state.hands:
        hand.leader = -1
        hand.plotted = 0
        hand.darts = 0
    state.tell(EVERYONE, PHASE, (0,))
    table.stack[-1] = Frame(COMBAT, 0, [0])
    next_battle(book, state)


def next_battle(book: Book, state: WarState) -> None:
    """The next point with a battle, or with dartships to hunt; after the last one stations come under fire."""
    table = state.table
    frame = table.stack[-1]
    fleet = [0] * POINTS
    union = [0] * POINTS
    darts = [0] * POINTS
    for ship in range(SHIPS):
        if table.place[ship] > NOWHERE and not table.fleeing[ship]:
            if ship < CARRIERS:
                fleet[table.place[ship]] += 1
            elif ship < FIRST_DART:
                union[table.place[ship]] += 1
            else:
                darts[table.place[ship]] += 1
    for point in range(frame.regs[0] + 1, POINTS):
        if fleet[point] and union[point]:
            frame.regs[0] = point
            fight(book, state, point, 0)
            return
        if fleet[point] and darts[point]:
            frame.regs[0] = point
            table.stack.append(Frame(HUNTING, 0, [point]))
            state.ask([FLEET])
            return
    state.tell(EVERYONE, PHASE, (1,))
    begin_bombardment(book, state, FLEET)


def fight(book: Book, state: WarState, point: int, hunting: int) -> None:
    if book.settings.tactical:
        begin_tactics(book, state, point, hunting)
    else:
        begin_battle(book, state, point, hunting)
