"""The board before the first order (chapter 1)."""

from __future__ import annotations

from sandtable.core.game import Box, Frame, State
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.rules.planning import deploying, open_round
from sandtable.games.commanders.state import OFF, PLAN, UNITS, CommandersHand, CommandersState, CommandersTable


def bare_table(book: Book) -> CommandersTable:
    table = CommandersTable()
    table.kind = book.kinds[:]
    table.place = [OFF] * UNITS if book.custom else book.start[:]
    table.status = [0] * UNITS
    table.acts = [0] * UNITS
    table.steps = [0] * UNITS
    table.target = [-1] * UNITS
    table.seen1 = [-1] * UNITS
    table.seen2 = [-1] * UNITS
    table.token = [-1] * UNITS
    table.zone = [-1] * UNITS
    table.aim = [-1] * UNITS
    table.markers = book.markers[:]
    table.pool = book.rounds
    if book.morale:
        table.points = [book.morale_start, book.morale_start]
    return table


def begin(book: Book) -> CommandersState:
    state: CommandersState = State(bare_table(book), [CommandersHand(0), CommandersHand(1)], Box())
    if book.custom:
        deploying(state)
    else:
        state.table.stack.append(Frame(PLAN, 0, []))
        open_round(book, state)
    state.news = []  # nobody listens before the match begins
    return state
