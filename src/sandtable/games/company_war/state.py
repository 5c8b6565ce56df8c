"""What lies where in Company War: table and hand.  Nothing is unknown to both, so the box stays empty."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Box, Hand, State, Table

# Counters share one numbering: ships, riders, the station, insystemers.
FLEET: Final = 0  # seat of the Corsairs
UNION: Final = 1
CARRIERS: Final = 9  # Corsair ships come first
FIRST_DART: Final = 33
SHIPS: Final = 39
RIDER: Final = 39  # first rider: its counter is RIDER + index
RIDERS: Final = 75
FLEET_RIDERS: Final = 36
STATION: Final = 114
HAULER: Final = 115  # first insystemer
UNITS: Final = 118
POINTS: Final = 42  # jump points 1 to 41; 0 is nowhere

NOWHERE: Final = 0  # place of a destroyed ship
UNPLACED: Final = -1  # not set up, or set up in secret
LOST: Final = -1  # carrier of a lost rider
ORPHAN: Final = -2  # carrier of a launched rider that has none

# kinds of jump points
PLAIN: Final = 0
HINDER: Final = 1
EARTH: Final = 2
COLONY: Final = 3  # a League station but Capitol
CAPITAL: Final = 4

# procedures (frames)
PLACING: Final = 0
TROOPING: Final = 1
ASSEMBLING: Final = 2
ROLLING: Final = 3
PLOTTING: Final = 4
TIED: Final = 5
EXECUTING: Final = 6  # step 0 choose, 1 task force; regs: seat, ships of the task force, ascending
COMBAT: Final = 7  # regs: point looked at last
HUNTING: Final = 8  # regs: point; step 0 asked, 1 dice
BATTLE: Final = 9  # regs: point, round, winner, range, allocating seat
BOMBARDING: Final = 10  # regs: seat, points under fire so far, the last one under fire now; step 1: dice
REPAIRING: Final = 11  # regs: seat, highest ship repaired: a mark for tidy offers
GARRISONING: Final = 12  # regs: carriers that have landed or lifted, ascending
MUSTERING: Final = 13
TACTICS: Final = 14  # regs: see rules/tactics.py

# orders of step A (5.3); LAUNCHED + n launches n riders
NO_ORDER: Final = 0
HELD: Final = 1
RECOVERED: Final = 2
BROKEN: Final = 3
ABANDONED: Final = 4
LAUNCHED: Final = 10

# aims in the tactical game: a unit, or
NO_AIM: Final = -1
NO_FIRE: Final = -2
JUMPING: Final = -3


class WarTable(Table):
    def __init__(self) -> None:
        super().__init__()
        self.turn = 0
        self.points: list[int] = [0, 0]
        # ships, by ship
        self.place: list[int] = [UNPLACED] * SHIPS
        self.began: list[int] = [NOWHERE] * SHIPS  # where it stood when movement began
        self.moved: list[int] = [0] * SHIPS
        self.group: list[int] = [0] * SHIPS  # step of movement in which it moved; equal = one task force
        self.spent: list[int] = [0] * SHIPS  # known to have no plot left this turn
        self.fought: list[int] = [0] * SHIPS
        self.fleeing: list[int] = [0] * SHIPS
        self.hurt: list[int] = [0] * UNITS  # by counter: lies on its back
        # riders, by index
        self.rider_on: list[int] = [LOST] * RIDERS
        self.rider_out: list[int] = [0] * RIDERS
        # stations, by point
        self.garrison: list[int] = [0] * POINTS
        self.station_hits: list[int] = [0] * POINTS
        self.wrecked: list[int] = [0] * POINTS
        self.repairs: list[int] = [0] * POINTS  # this turn, or this game where the limit is per game
        # movement, by seat
        self.assembled: list[int] = [0, 0]
        self.allowance: list[int] = [0, 0]
        self.announced: list[int] = [0, 0, 0]  # ships of either seat, then the free dartship
        self.left: list[int] = [0, 0]
        # troops: counters that may be taken back, counters lost this turn, and which sets of
        # carriers may have troops aboard, as bit masks: what anybody can work out
        self.exile: list[int] = [0, 0]
        self.troop_sets: list[int] = []
        # the strategic battle under way
        self.order: list[int] = [NO_ORDER] * SHIPS
        self.shots: list[int] = []  # shooter, target, shooter, target, ...
        self.queue: list[int] = []  # shooters still to be given a target; in a tactical battle counters still to move
        # the tactical battle under way, by counter
        self.force: list[int] = []  # counters on the map, ascending
        self.hex: list[int] = []
        self.vel_q: list[int] = []
        self.vel_r: list[int] = []
        self.owed: list[int] = []  # gravity, as a difference of hexes
        self.hits: list[int] = []
        self.fuel: list[int] = []
        self.strained: list[int] = []  # turn of its last overload
        self.mute: list[int] = []  # does not fire this turn
        self.docked: list[int] = []  # turn in which a rider came aboard
        self.left_turn: list[int] = []
        self.left_edge: list[int] = []
        self.raider: list[int] = []  # has fired at the station
        self.path: list[list[int]] = []
        self.gunners: list[int] = []  # counters that may fire or jump out this turn
        self.hauler_seat = -1


class WarHand(Hand):
    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.start: list[int] = [UNPLACED] * SHIPS  # secret set-up
        self.troop: list[int] = [0] * CARRIERS
        self.muster: list[int] = [0] * CARRIERS  # taken back this phase
        self.assembly = 0
        self.course: list[list[int]] = [[] for _ in range(SHIPS)]
        self.squad: list[int] = []  # ships being plotted
        self.trail: list[int] = []  # their course so far
        self.leader = -1  # highest number of a ship that leads a written plot: a mark for tidy offers
        self.plotted = 0  # ships with a course
        self.darts = 0  # dartships among them
        self.order: list[int] = [NO_ORDER] * SHIPS
        self.aim: list[int] = [NO_AIM] * UNITS
        self.focus = -1  # own counter the offer is about, if the seat has turned to one


WarState = State[WarTable, WarHand, Box]


def copy_table(table: WarTable) -> WarTable:
    new = WarTable()
    new.copy_flow(table)
    new.turn = table.turn
    new.points = table.points[:]
    new.place = table.place[:]
    new.began = table.began[:]
    new.moved = table.moved[:]
    new.group = table.group[:]
    new.spent = table.spent[:]
    new.fought = table.fought[:]
    new.fleeing = table.fleeing[:]
    new.hurt = table.hurt[:]
    new.rider_on = table.rider_on[:]
    new.rider_out = table.rider_out[:]
    new.garrison = table.garrison[:]
    new.station_hits = table.station_hits[:]
    new.wrecked = table.wrecked[:]
    new.repairs = table.repairs[:]
    new.assembled = table.assembled[:]
    new.allowance = table.allowance[:]
    new.announced = table.announced[:]
    new.left = table.left[:]
    new.exile = table.exile[:]
    new.troop_sets = table.troop_sets[:]
    new.order = table.order[:]
    new.shots = table.shots[:]
    new.queue = table.queue[:]
    copy_tactics(new, table)
    return new


def copy_tactics(new: WarTable, table: WarTable) -> None:
    new.force = table.force[:]
    new.hex = table.hex[:]
    new.vel_q = table.vel_q[:]
    new.vel_r = table.vel_r[:]
    new.owed = table.owed[:]
    new.hits = table.hits[:]
    new.fuel = table.fuel[:]
    new.strained = table.strained[:]
    new.mute = table.mute[:]
    new.docked = table.docked[:]
    new.left_turn = table.left_turn[:]
    new.left_edge = table.left_edge[:]
    new.raider = table.raider[:]
    new.path = [path[:] for path in table.path]
    new.gunners = table.gunners[:]
    new.hauler_seat = table.hauler_seat


def copy_hand(hand: WarHand) -> WarHand:
    new = WarHand(hand.seat)
    new.asked = hand.asked
    new.start = hand.start[:]
    new.troop = hand.troop[:]
    new.muster = hand.muster[:]
    new.assembly = hand.assembly
    new.course = [course[:] for course in hand.course]
    new.squad = hand.squad[:]
    new.trail = hand.trail[:]
    new.leader = hand.leader
    new.plotted = hand.plotted
    new.darts = hand.darts
    new.order = hand.order[:]
    new.aim = hand.aim[:]
    new.focus = hand.focus
    return new


def where(table: WarTable, hand: WarHand, ship: int) -> int:
    """The point of an own ship, set up in secret or not."""
    place = table.place[ship]
    return hand.start[ship] if place == UNPLACED else place


def side_of(unit: int) -> int:
    """The seat of a ship or rider."""
    if unit < CARRIERS:
        return FLEET
    if unit < SHIPS:
        return UNION
    return FLEET if unit < RIDER + FLEET_RIDERS else UNION


def is_capital(unit: int) -> bool:
    """3.6: a carrier or cruiser."""
    return unit < FIRST_DART
