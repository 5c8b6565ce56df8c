"""What lies where in Flagfall."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Box, Hand, State, Table

NOBODY: Final = -1
HIDDEN: Final = -1  # a rank nobody but its owner knows

FLAG: Final = 0
BOMB: Final = 1
SPY: Final = 2
SCOUT: Final = 3
MINER: Final = 4
SERGEANT: Final = 5
MARSHAL: Final = 6
RANKS: Final = ["flag", "bomb", "spy", "scout", "miner", "sergeant", "marshal"]
STRENGTH: Final = [0, 0, 1, 2, 3, 4, 10]  # 4.2


class FlagfallTable(Table):
    def __init__(self) -> None:
        super().__init__()
        self.owner: list[int] = []  # by square
        self.face: list[int] = []  # by square: the rank everybody has seen, or HIDDEN
        self.moved: list[int] = []  # by square: 1 if what stands there has moved
        self.lost: list[list[int]] = [[], []]  # by seat: ranks that are lost, ascending
        self.moves = -1  # -1: pieces are put
        self.winner = NOBODY


class FlagfallHand(Hand):
    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.rank: list[int] = []  # by square: what our piece there is, or HIDDEN


FlagfallState = State[FlagfallTable, FlagfallHand, Box]


def copy_table(table: FlagfallTable) -> FlagfallTable:
    new = FlagfallTable()
    new.copy_flow(table)
    new.owner = table.owner[:]
    new.face = table.face[:]
    new.moved = table.moved[:]
    new.lost = [ranks[:] for ranks in table.lost]
    new.moves = table.moves
    new.winner = table.winner
    return new


def copy_hand(hand: FlagfallHand) -> FlagfallHand:
    new = FlagfallHand(hand.seat)
    new.asked = hand.asked
    new.rank = hand.rank[:]
    return new
