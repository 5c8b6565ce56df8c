"""The same game that benchmarks/boardgameio/server.js plays: nine cells; a full board is cleared, so that a match has no end."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Box, Draw, Game, Hand, State, Table
from sandtable.kit.card import Card, Options, Shape

FREE = -1


class Grid(Table):
    def __init__(self) -> None:
        super().__init__()
        self.cells = [FREE] * 9


GridState = State[Grid, Hand, Box]


class TicTacToe(Game[Grid, Hand, Box]):
    name = "tictactoe"
    version = 1

    def setup(self) -> GridState:
        state: GridState = State(Grid(), [Hand(0), Hand(1)], Box())
        state.ask([0])
        return state

    def copy(self, state: GridState) -> GridState:
        new = self.setup()
        new.table.copy_flow(state.table)
        new.table.cells = state.table.cells[:]
        for hand, old in zip(new.hands, state.hands, strict=True):
            hand.asked = old.asked
        new.loud = state.loud
        return new

    def actions(self, table: Grid, hand: Hand) -> list[Action]:
        return [(0, cell) for cell in range(9) if table.cells[cell] == FREE]

    def apply(self, state: GridState, seat: int, action: Action) -> None:
        cells = state.table.cells
        cells[action[1]] = seat
        if FREE not in cells:
            state.table.cells = [FREE] * 9
        state.tell(EVERYONE, 0, (seat, action[1]))
        state.ask([1 - seat])

    def imagine(self, table: Grid, hand: Hand, draw: Draw) -> GridState:
        new = self.setup()
        new.table.copy_flow(table)
        new.table.cells = table.cells[:]
        return new

    def scores(self, table: Grid) -> list[int]:
        return [0, 0]


class GridCard(Card[Grid, Hand, Box]):
    name = "tictactoe"

    def __init__(self) -> None:
        super().__init__()
        self.verbs = [Shape("click", "cell")]
        self.events = [Shape("clicked", "seat cell")]

    def build(self, seats: int, options: Options) -> TicTacToe:
        return TicTacToe(seats)

    def prompt(self, game: Game[Grid, Hand, Box], table: Grid, hand: Hand) -> str:
        return "click"

    def draw(self, game: Game[Grid, Hand, Box], table: Grid, hand: Hand | None) -> str:
        return "\n".join("".join("xo."[cell] for cell in table.cells[row : row + 3]) for row in (0, 3, 6))


CARD = GridCard()
