"""What lies where in Company Leader: table, hand, and who is in the middle of what.

All that anybody can see is seen by all: a troop that was revealed and concealed again, or a dummy that
was put down before everybody's eyes, is known to every watcher wherever it is swapped to.  So that
knowledge lies on the table (``known``, ``origin``, ``lots``, ``pool``); a hand holds only what its own
face-down pieces are.
"""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Box, Hand, State, Table

# pieces
UNKNOWN: Final = -1
DUMMY: Final = 0
INFANTRY: Final = 1
INFANTRY_SCOUT: Final = 2
ARTILLERY: Final = 3
LIGHT_TANK: Final = 4
HEAVY_TANK: Final = 5
TANK_SCOUT: Final = 6
CONVOY: Final = 7
TYPES: Final = 8  # dummies included
BUYABLE: Final = 7  # types 1 to 6

NOBODY: Final = -1
NOWHERE: Final = -1

# marks of a piece within its owner's turn
USED: Final = 1  # was swapped, or has acted
SHOT: Final = 2  # has attacked: 4.8
HID: Final = 4  # was concealed: 4.9
DISPLACED: Final = 8  # changed places by a swap, or made way for a troop that moved: 4.2

# procedures on the stack
SETUP: Final = 0
TURN: Final = 1  # regs: seat, zones bought or lifted in, zone being filled; while buying also the number of lots before;
# where allies play together (3.12) then also those who have not ended their actions, as bits, and 1 right after the word was passed on
ACT: Final = 2  # regs: field, actions left, moved, shot, field come from, target (for dummies: highest field put on, plus 1)
FACING: Final = 3  # regs: fields whose owners choose a facing

# steps of TURN
ACTIONS: Final = 0
PURCHASES: Final = 1
FILLING: Final = 2

# steps of ACT
CHOOSE: Final = 0
SCOUTED: Final = 1  # has turned and scouted: go on, or stay
ARRIVED: Final = 2  # has moved: turn again
LOOKED: Final = 3  # has scouted from its new field: dummies
UNDER_FIRE: Final = 4  # the target's owner is asked
BREACH: Final = 5  # the target is destroyed: blitz?

# places in a lot of purchased troops: then the type counts, then the lots some of its pieces came from
LOT_SEAT: Final = 0
LOT_COST: Final = 1
LOT_FRESH: Final = 2  # pieces lifted that nobody had ever seen and that came with the army
LOT_NET: Final = 3  # by type: known troops lifted, less troops of this lot that came to light since
LOT_LINKS: Final = LOT_NET + TYPES


class LeaderTable(Table):
    def __init__(self) -> None:
        super().__init__()
        self.owner: list[int] = []  # by field: seat or NOBODY
        self.face: list[int] = []  # by field: type of a revealed troop, else 0
        self.facing: list[int] = []  # by field: direction of a revealed troop
        self.strength: list[int] = []  # by field: of a revealed troop
        self.mark: list[int] = []  # by field
        self.known: list[int] = []  # by field: what everybody knows a face-down piece to be, or UNKNOWN
        self.origin: list[int] = []  # by field: 0 came with the army, else number of the lot + 1
        self.lots: list[list[int]] = []  # troops bought, by lot
        self.pool: list[list[int]] = []  # by seat and type: troops of the army never seen yet
        self.pool_cost: list[int] = []  # by seat: the same as cost, when armies are bought secretly
        self.coins: list[int] = []  # by side
        self.turns: list[int] = []  # by seat: turns begun
        self.always: list[int] = []  # by seat: 1 when it always shoots back
        self.out = 0  # a bit per seat eliminated
        self.flag = NOWHERE  # 11.2
        self.result: list[int] = []  # by seat, once the rules have ended the match


class LeaderHand(Hand):
    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.kind: list[int] = []  # by field: what an own face-down piece is, else UNKNOWN
        self.left: list[int] = []  # by type: troops still to be placed; or lifted and not yet put back
        self.spent = 0  # coins, while buying secretly
        self.puts: list[int] = []  # by lifted field: the type put there, or UNKNOWN; empty when none are lifted
        self.mates: list[int] = []  # by field: what an ally's face-down piece is, where allies show each other theirs (1.4)


LeaderState = State[LeaderTable, LeaderHand, Box]


def copy_table(table: LeaderTable) -> LeaderTable:
    new = LeaderTable()
    new.copy_flow(table)
    new.owner = table.owner[:]
    new.face = table.face[:]
    new.facing = table.facing[:]
    new.strength = table.strength[:]
    new.mark = table.mark[:]
    new.known = table.known[:]
    new.origin = table.origin[:]
    new.lots = [lot[:] for lot in table.lots]
    new.pool = [pool[:] for pool in table.pool]
    new.pool_cost = table.pool_cost[:]
    new.coins = table.coins[:]
    new.turns = table.turns[:]
    new.always = table.always[:]
    new.out = table.out
    new.flag = table.flag
    new.result = table.result[:]
    return new


def copy_hand(hand: LeaderHand) -> LeaderHand:
    new = LeaderHand(hand.seat)
    new.asked = hand.asked
    new.kind = hand.kind[:]
    new.left = hand.left[:]
    new.spent = hand.spent
    new.puts = hand.puts[:]
    new.mates = hand.mates[:]
    return new


def hidden(table: LeaderTable, field: int) -> bool:
    """A face-down piece lies there."""
    return table.owner[field] >= 0 and table.face[field] == 0


def active(table: LeaderTable) -> int:
    """The seat whose turn it is."""
    return table.stack[0].regs[0]
