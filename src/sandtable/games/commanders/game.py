"""Commanders as the core sees it."""

from __future__ import annotations

from sandtable.core.game import Action, Box, Draw, Game, State
from sandtable.games.commanders import flow
from sandtable.games.commanders.audit import audit
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.imagine import imagine
from sandtable.games.commanders.offers import offer_of, refusal_of
from sandtable.games.commanders.rules.planning import order_offer
from sandtable.games.commanders.setup import begin
from sandtable.games.commanders.state import PLAN, CommandersHand, CommandersState, CommandersTable, copy_hand, copy_table
from sandtable.games.commanders.tidy import tidy_offer


class Commanders(Game[CommandersTable, CommandersHand, Box]):
    name = "commanders"
    version = 2

    def __init__(self, book: Book) -> None:
        super().__init__(2)
        self.book = book

    def setup(self) -> CommandersState:
        return begin(self.book)

    def copy(self, state: CommandersState) -> CommandersState:
        new: CommandersState = State(copy_table(state.table), [copy_hand(hand) for hand in state.hands], Box())
        new.loud = state.loud
        return new

    def actions(self, table: CommandersTable, hand: CommandersHand) -> list[Action]:
        return offer_of(self.book, table, hand)

    def tidy(self, table: CommandersTable, hand: CommandersHand, offer: list[Action]) -> list[Action]:
        return tidy_offer(self.book, table, hand, offer)

    def choices(self, table: CommandersTable, hand: CommandersHand) -> list[Action]:
        if table.stack[-1].proc == PLAN:  # the long offer need not be made to be thrown away
            return order_offer(self.book, table, hand, False)
        return tidy_offer(self.book, table, hand, offer_of(self.book, table, hand))

    def refusal(self, table: CommandersTable, hand: CommandersHand, action: Action) -> str:
        return refusal_of(self.book, table, hand, action)

    def apply(self, state: CommandersState, seat: int, action: Action) -> None:
        flow.apply(self.book, state, seat, action)

    def imagine(self, table: CommandersTable, hand: CommandersHand, draw: Draw) -> CommandersState:
        return imagine(self.book, table, hand, draw)

    def scores(self, table: CommandersTable) -> list[int]:
        """11.4, 11.5: who has more points; by how much tells two results apart."""
        gap = table.points[0] - table.points[1]
        if gap == 0:
            return [0, 0]
        worth = min(1000, 500 + 25 * abs(gap))
        return [worth, -worth] if gap > 0 else [-worth, worth]

    def audit(self, state: CommandersState) -> None:
        audit(self.book, state)
