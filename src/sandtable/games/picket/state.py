"""What lies where in Picket: table, hand, box."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Box, Hand, State, Table

# kinds of pieces
UNKNOWN: Final = -1  # on the table: lies face down
DUMMY: Final = 0
TROOP: Final = 1

OFF: Final = -1  # the zone of a piece that is out of play

# procedures
SETUP: Final = 0
ORDERS: Final = 1
FIGHT: Final = 2  # regs: zone, round


class PicketTable(Table):
    """Pieces are numbered seat * pieces + index; a number says nothing of the kind."""

    def __init__(self) -> None:
        super().__init__()
        self.turn = 0
        self.zone: list[int] = []  # by piece; OFF when out of play
        self.face: list[int] = []  # by piece; UNKNOWN while face down
        self.troops: list[int] = []  # by seat: troops still in play


class PicketHand(Hand):
    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.kind: list[int] = []  # by own index
        self.plot: list[int] = []  # by own index: zone to go to, OFF when not plotted


PicketState = State[PicketTable, PicketHand, Box]


def copy_table(table: PicketTable) -> PicketTable:
    new = PicketTable()
    new.copy_flow(table)
    new.turn = table.turn
    new.zone = table.zone[:]
    new.face = table.face[:]
    new.troops = table.troops[:]
    return new


def copy_hand(hand: PicketHand) -> PicketHand:
    new = PicketHand(hand.seat)
    new.asked = hand.asked
    new.kind = hand.kind[:]
    new.plot = hand.plot[:]
    return new
