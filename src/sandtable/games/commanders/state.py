"""What lies where in Commanders: table, hand, box."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Box, Hand, State, Table

ARMY: Final = 30  # units of a side; unit = seat * ARMY + index
UNITS: Final = 60

# kinds of units
INFANTRY: Final = 0
CAVALRY: Final = 1
ARTILLERY: Final = 2

# places: battle sectors 0 to 8, the reserves, and what is off the board
SECTORS: Final = 9
RESERVE: Final = 9  # + seat
PLACES: Final = 11
BOX: Final = 11  # the rout box of its own side
CAPTURED: Final = 12  # in the enemy's hands, to be scored
LOST: Final = 13  # out of play for good
OFF: Final = 14  # not yet deployed

# status bits of a unit
SPENT: Final = 1
ROUTED: Final = 2
SQUARE: Final = 4
TIRED: Final = 8  # will be spent at the end of the phase
SCORED: Final = 16  # has hit in this phase
ATTACK: Final = 32  # attacks in the combat under way
CHARGE: Final = 64  # attacks by countercharge
GARRISON: Final = 128  # stands in a building
OUTSIDE: Final = 2 | 128  # a unit with none of these bits bars its sector

# procedures: the phases, the deployment before and the combat within them
DEPLOY_: Final = 0
PLAN: Final = 1
FAST: Final = 2
BOMBARDMENT: Final = 3
COMBINED: Final = 4
MOVES: Final = 5
RALLYING: Final = 6
SCORING: Final = 7
COMBAT: Final = 8

# steps of a phase (FAST, COMBINED; the others use the first ones)
COMMIT: Final = 0
PUBLISH: Final = 1
FRIENDLY: Final = 2
NEUTRAL: Final = 3
FIGHTING: Final = 4
CLOSE: Final = 5
ROADS: Final = 6  # MOVES only: the extra moves by road
ROADS_PUBLISH: Final = 7
ROADS_GO: Final = 8
LATE: Final = 9  # marches into friendly sectors that had no room before others left

# steps of a combat
REACT: Final = 0
RETREATS: Final = 1
WALK_IN: Final = 2
REACTION_DICE: Final = 3
FORM: Final = 4
PLACING: Final = 5
AIMING: Final = 6
ROLLING: Final = 7
REROLLING: Final = 8
HITS: Final = 9
WITHDRAWING: Final = 10
WITHDRAWALS: Final = 11
FLIGHT: Final = 12
ADVANCING: Final = 13
ADVANCES: Final = 14

# kinds of zones, third number of a zone; a contested neutral sector has its own number there
BORDER: Final = -1
HOUSE: Final = -2  # within one sector, around its building

NOBODY: Final = -1  # no aim yet
NO_AIM: Final = -2  # nobody in reach


class CommandersTable(Table):
    def __init__(self) -> None:
        super().__init__()
        self.round = 0
        self.phase = 0
        self.points: list[int] = [0, 0]
        self.pool = 0  # points for the majority still to be had
        self.orders: list[int] = [0, 0]  # by seat: orders for planning
        self.rallied: list[int] = [0, 0]  # by seat: orders used to rally this round
        self.markers: list[int] = []  # colour, kind, sector of each marker
        self.ruined = 0  # a bit per sector whose building is destroyed
        self.barred: list[int] = [0, 0]  # by seat: sectors the enemy held when combined arms began
        self.waiting: list[int] = []  # units bound for friendly sectors that are still too full for them
        self.crossed: list[int] = []  # borders crossed in this phase, see crossing()
        # by unit
        self.kind: list[int] = []
        self.place: list[int] = []
        self.status: list[int] = []
        self.acts: list[int] = []  # times it acted this round
        self.steps: list[int] = []  # steps of its order it has walked this round
        self.target: list[int] = []  # sector it acts against in this phase
        self.seen1: list[int] = []  # its order as far as it has come to light
        self.seen2: list[int] = []
        self.token: list[int] = []  # batteries: the sector with their token
        # the combat under way
        self.zones: list[list[int]] = []  # White's sector, Black's sector, kind
        self.lines: list[list[int]] = []  # by 2 * zone + seat: units by space
        self.pips: list[list[int]] = []  # by 2 * zone + seat: dice, dealt by space
        self.zone: list[int] = []  # by unit: its zone, or -1
        self.aim: list[int] = []  # by unit: the unit it aims at
        self.rerolls: list[int] = []  # seat, sector, left
        self.taken: list[int] = []  # unit put out of play, unit that did it


class CommandersHand(Hand):
    """Lists are by own index."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.plan1: list[int] = [-1] * ARMY  # the order sheet of this round
        self.plan2: list[int] = [-1] * ARMY
        self.way1: list[int] = [-1] * ARMY  # what is left to do of it
        self.way2: list[int] = [-1] * ARMY
        self.lost = 0  # a bit per order that got lost or was given up before anything was done of it
        self.free = 0  # 13.2: an order that does not count against the allotment
        self.picks: list[int] = []  # the sealed answer in the making, see pick()
        self.spot: list[int] = []  # sectors of a custom deployment in the making


CommandersState = State[CommandersTable, CommandersHand, Box]


def pick(verb: int, unit: int, sector: int) -> int:
    """A small sealed choice as one number; sector 15 means none."""
    return verb * 1024 + unit * 16 + sector


def pick_verb(code: int) -> int:
    return code >> 10


def pick_unit(code: int) -> int:
    return (code >> 4) & 63


def pick_sector(code: int) -> int:
    return code & 15


NO_SECTOR: Final = 15


def add_pick(hand: CommandersHand, code: int) -> None:
    """Sealed choices stand ascending, in whatever order they were made."""
    at = len(hand.picks)
    while at > 0 and hand.picks[at - 1] > code:
        at -= 1
    hand.picks.insert(at, code)


def crossing(seat: int, origin: int, sector: int) -> int:
    """A side's way over a border as one number."""
    return (seat * 16 + origin) * 16 + sector


def copy_table(table: CommandersTable) -> CommandersTable:
    new = CommandersTable()
    new.copy_flow(table)
    new.round = table.round
    new.phase = table.phase
    new.points = table.points[:]
    new.pool = table.pool
    new.orders = table.orders[:]
    new.rallied = table.rallied[:]
    new.markers = table.markers[:]
    new.ruined = table.ruined
    new.barred = table.barred[:]
    new.waiting = table.waiting[:]
    new.crossed = table.crossed[:]
    new.kind = table.kind[:]
    new.place = table.place[:]
    new.status = table.status[:]
    new.acts = table.acts[:]
    new.steps = table.steps[:]
    new.target = table.target[:]
    new.seen1 = table.seen1[:]
    new.seen2 = table.seen2[:]
    new.token = table.token[:]
    new.zones = [zone[:] for zone in table.zones]
    new.lines = [line[:] for line in table.lines]
    new.pips = [pips[:] for pips in table.pips]
    new.zone = table.zone[:]
    new.aim = table.aim[:]
    new.rerolls = table.rerolls[:]
    new.taken = table.taken[:]
    return new


def copy_hand(hand: CommandersHand) -> CommandersHand:
    new = CommandersHand(hand.seat)
    new.asked = hand.asked
    new.plan1 = hand.plan1[:]
    new.plan2 = hand.plan2[:]
    new.way1 = hand.way1[:]
    new.way2 = hand.way2[:]
    new.lost = hand.lost
    new.free = hand.free
    new.picks = hand.picks[:]
    new.spot = hand.spot[:]
    return new
