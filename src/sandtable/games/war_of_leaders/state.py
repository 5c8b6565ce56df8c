"""What lies where in War of Leaders: table and hand.  The box is empty: nothing is unknown to all."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Box, Hand, State, Table

# procedures
THROW: Final = 0  # regs: tied throws in a row; step 1: a lot is drawn within the group
CORNER: Final = 1
LOT: Final = 2  # order and corners by lot
PLANT: Final = 3  # the Capture Point
BUILD: Final = 4  # regs: index into the order, obstacles built, declined in a row
PLACE: Final = 5  # regs: index into the order (open placement)
TURN: Final = 6  # regs: roll, own index of the scattering piece (-1 when not scattering)

# steps of a turn
DECLARE: Final = 0
MOVE_ROLL: Final = 1
CHOOSE: Final = 2
DIRECT: Final = 3
AIM: Final = 4
ATTACK_ROLL: Final = 5
RANGE_ROLL: Final = 6  # 8.2, where a die decides

# what has become of a piece
GONE: Final = 0
ALIVE: Final = 1
WRECK: Final = 2

HIDDEN: Final = -1  # the x of a piece that the table does not show

# how a match ended
RUNNING: Final = 0
BY_KING: Final = 1
BY_FOUR: Final = 2
LAST_LEFT: Final = 3
BY_PASSES: Final = 4
BY_ROUNDS: Final = 5

# a deal: a list of these
D_FROM: Final = 0  # who offered it
D_TO: Final = 1
D_SERIAL: Final = 2  # numbers the deals from one to the other, open and private ones apart
D_KIND: Final = 3
D_TERM: Final = 4  # rounds; 0 without term
D_AIM: Final = 5  # the third player of a pact, else -1
D_OPEN: Final = 6
D_STATUS: Final = 7
D_UNTIL: Final = 8  # last round of the term, 0 without; of an offer: the round in which it was made
D_BY: Final = 9  # who broke it or called it off, else -1

TRUCE: Final = 0
PACT: Final = 1
ALLIANCE: Final = 2

OFFERED: Final = 0
STANDING: Final = 1
REFUSED: Final = 2
LAPSED: Final = 3
BROKEN: Final = 4
CALLED_OFF: Final = 5
KEPT: Final = 6


class LeadersTable(Table):
    """Pieces are numbered seat * army + index into the army list; all kinds are public."""

    def __init__(self) -> None:
        super().__init__()
        self.round = 0
        self.turn = -1  # the seat whose turn it is
        self.start = -1  # the seat that started
        self.tier: list[int] = []  # by seat: rank by throws, equal while undecided
        self.corner: list[int] = []  # by seat: start zone, -1 before it is chosen
        self.order: list[int] = []  # seats clockwise from the starter
        self.x: list[int] = []  # by piece; HIDDEN when not placed, gone or not shown
        self.y: list[int] = []
        self.life: list[int] = []  # by piece: GONE, ALIVE or WRECK
        self.squad: list[int] = []  # by piece: its leader, itself for a leader, -1 for none
        self.out: list[int] = []  # by seat: 1 when eliminated
        self.point: list[int] = []  # x, y, radius
        self.outline: list[list[int]] = []  # obstacles: corners of a polygon; empty for a circle
        self.wall_x: list[int] = []  # their middles
        self.wall_y: list[int] = []
        self.wall_r: list[int] = []  # radius of a circle; for a polygon, of one that holds it
        self.idle = 0  # passes in a row
        self.claim: list[int] = []  # by seat: 1 when a capture stands and must be held
        self.ended = 0
        self.winner = -1
        self.treaties: list[list[int]] = []  # open deals
        self.ledger: list[list[int]] = []  # all deals, once the match is over
        # for those who draw the table; the rules have their own
        self.size: list[int] = []  # width, height, radius of a round table or 0
        self.zone: list[int] = []  # x, y, radius of every start zone
        self.kind: list[int] = []  # by army index
        self.radius: list[int] = []
        self.reach: list[int] = []  # by army index; where a die decides (8.2) it counts here as well
        self.pace: list[int] = []  # by pips


class LeadersHand(Hand):
    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.throw = -1
        self.x: list[int] = []  # by own index: while placing in secret, and all the time with fog
        self.y: list[int] = []
        self.squad: list[int] = []  # by own index: its leader, while placing in secret with own squads (4.5)
        self.chosen = -1  # own index of the piece or leader that is to move
        self.group = 0  # 1 when it leads its group
        self.left = 0  # a bit per own index: left behind
        self.talks = 0  # times spoken in this turn
        self.deals: list[list[int]] = []  # private ones
        self.signals: list[list[int]] = []  # sent and received: from, to (-1 all), phrase, about, round


LeadersState = State[LeadersTable, LeadersHand, Box]


def copy_table(table: LeadersTable) -> LeadersTable:
    new = LeadersTable()
    new.copy_flow(table)
    new.round = table.round
    new.turn = table.turn
    new.start = table.start
    new.tier = table.tier[:]
    new.corner = table.corner[:]
    new.order = table.order[:]
    new.x = table.x[:]
    new.y = table.y[:]
    new.life = table.life[:]
    new.squad = table.squad[:]
    new.out = table.out[:]
    new.point = table.point[:]
    new.outline = [outline[:] for outline in table.outline]
    new.wall_x = table.wall_x[:]
    new.wall_y = table.wall_y[:]
    new.wall_r = table.wall_r[:]
    new.idle = table.idle
    new.claim = table.claim[:]
    new.ended = table.ended
    new.winner = table.winner
    new.treaties = [deal[:] for deal in table.treaties]
    new.ledger = [deal[:] for deal in table.ledger]
    new.size = table.size[:]
    new.zone = table.zone[:]
    new.kind = table.kind[:]
    new.radius = table.radius[:]
    new.reach = table.reach[:]
    new.pace = table.pace[:]
    return new


def copy_hand(hand: LeadersHand) -> LeadersHand:
    new = LeadersHand(hand.seat)
    new.asked = hand.asked
    new.throw = hand.throw
    new.x = hand.x[:]
    new.y = hand.y[:]
    new.squad = hand.squad[:]
    new.chosen = hand.chosen
    new.group = hand.group
    new.left = hand.left
    new.talks = hand.talks
    new.deals = [deal[:] for deal in hand.deals]
    new.signals = [signal[:] for signal in hand.signals]
    return new
