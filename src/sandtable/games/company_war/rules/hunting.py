"""5.2: the Corsairs hunt dartships, or do not."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action
from sandtable.games.company_war.rules.fleet import ships_at
from sandtable.games.company_war.state import FLEET, UNION, WarState
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import FLED, HUNT, HUNTED, SPARED


def hunt(book: Book, state: WarState, action: Action) -> None:
    """5.2: the Corsairs' answer."""
    table = state.table
    frame = table.stack[-1]
    state.answered(FLEET)
    if action[0] == HUNT:
        frame.step = 1
        table.dice = [6, 6, 6, 6]
        return
    state.tell(EVERYONE, SPARED, (frame.regs[0],))
    table.stack.pop()


def hunted(book: Book, state: WarState, pips: Action) -> bool:
    """5.2: the dice decide whether the dartships get away; true when they are caught and must fight."""
    table = state.table
    table.dice = []
    point = table.stack[-1].regs[0]
    table.stack.pop()
    if state.loud:
        state.tell(EVERYONE, HUNTED, tuple([point] + [pip + 1 for pip in pips]))
    if pips[0] + pips[1] >= pips[2] + pips[3] + book.dart_bonus:
        return True
    for ship in ships_at(table, UNION, point):
        table.fleeing[ship] = 1
        state.tell(EVERYONE, FLED, (ship,))
    return False
