"""What lies where in LEADERS: table, hands, box."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Box, Hand, State, Table

# kinds of units
INFANTRY: Final = 0
TANK: Final = 1
PLANE: Final = 2

# areas of research
MILITARY: Final = 0
TECHNOLOGY: Final = 1
ECONOMY: Final = 2

# covert actions
BOYCOTTING: Final = 0
SPYING: Final = 1
SABOTAGING: Final = 2

# nations, in the order of data/values.toml
USA: Final = 0
UK: Final = 1
FRANCE: Final = 2
GERMANY: Final = 3
USSR: Final = 4
CHINA: Final = 5

LAND: Final = 42  # places 0..41 are territories, the six after them sea fields
PLACES: Final = 48
NOBODY: Final = -1

# procedures: what the frame on top of the stack is in the middle of
COLOURS: Final = 0
NATIONS: Final = 1
DRAFT: Final = 2  # areas are chosen, or dealt one by one; regs: seat whose turn it is
DEALING: Final = 3  # chance deals the missions
READY: Final = 4  # companion: the board is being set up; regs: seat that says go
POINTS: Final = 5  # companion: points are typed
WITHDRAW: Final = 6
FATE: Final = 7  # chance decides the attempts at the active seat
RAID: Final = 8  # sabotage: regs: units still to be removed, highest kind removed so far
EVENTS: Final = 9  # decisions about alliances, then on
BOARD: Final = 10  # companion: orders and battle on the table
PLACING: Final = 11
MOVING: Final = 12
DEFENCE: Final = 13  # regs: defender, seat asked
FIGHTS: Final = 14  # the attacker chooses the next fight
FIGHT: Final = 15  # regs: see rules/battle.py
OFFICE: Final = 16  # the headquarters
TURN_START: Final = 17

# ways a match is decided
BY_POINTS: Final = 1
BY_RESEARCH: Final = 2
BY_HONOUR: Final = 3
BY_SURVIVAL: Final = 4
BY_ROUNDS: Final = 5


class LeadersTable(Table):
    def __init__(self) -> None:
        super().__init__()
        self.round = 0
        self.active = 0
        self.winner = NOBODY
        self.way = 0
        self.timer = 0  # 2.15, in seconds
        self.names: list[str] = []
        # by seat
        self.colour: list[int] = []
        self.nation: list[int] = []
        self.out: list[int] = []  # 1 once out (3.7, 11.7)
        self.turns: list[int] = []  # own turns begun
        self.points: list[int] = []  # production points; in the companion those typed last
        self.announced: list[int] = []  # points at the start of the last own turn
        self.before: list[int] = []  # and of the one before that
        self.military: list[int] = []  # finished levels
        self.military_turn: list[int] = []  # own turn in which the last one came
        self.badges: list[int] = []
        self.camp: list[int] = []  # seat * 3 + unit
        self.drop: list[int] = []
        self.arrived: list[int] = []  # seat * 3 + unit: reinforcements of the seat's last events; in the companion they stand nowhere else
        self.sabotaged: list[int] = []  # sabotages that struck in the seat's last events
        self.boycotted: list[int] = []
        self.purse: list[int] = []  # announced income less what was seen to be bought: public arithmetic
        # the map
        self.owner: list[int] = []  # by territory
        self.units: list[int] = []  # (place * seats + seat) * 3 + unit
        self.fresh: list[int] = []  # place * 3 + unit: units of the active seat that moved this turn
        self.attacked = 0  # a bit per territory with a fight to come
        self.seaborne = 0  # a bit per territory attacked from the sea or over a dotted line
        self.fought = 0  # a bit per sea field in which the active seat has fought this turn
        self.throw: list[int] = []  # the dice of a fight as hits, attacker's first
        self.dies: list[int] = []  # their colours


class LeadersHand(Hand):
    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.savings = 0
        self.level: list[int] = [0, 0, 0]
        self.project: list[int] = [0, 0, 0]  # turns still to go; 0 when none is under way
        self.begun: list[int] = [0, 0, 0]  # own turn in which it was begun
        self.due: list[int] = [0] * 6  # units that come with the next events, then with those after
        self.visit: list[int] = [0, 0, 0]  # units recruited in this visit to the headquarters
        self.agents: list[int] = [0, 0]  # idle diplomats, idle spies
        self.trainees: list[int] = [0, 0]
        self.orders: list[int] = [0, 0, 0]  # by covert action: a bit per target, not yet decided
        self.sent: list[int] = [0, 0, 0]  # decided, but not yet reported
        self.tribute: list[int] = []  # by seat: on its way
        self.paid = 0  # 1 once the income of the current events has been added
        self.loss = 0  # boycotts that struck in the current events
        self.gift = 0  # tribute received in the current events
        self.income = 0  # last one, without tribute and boycott
        # alliances: a bit per seat
        self.allies = 0
        self.offers = 0  # offers on their way
        self.proposed = 0  # offers that have arrived and are not yet answered
        self.received = 0  # offers to be answered now
        self.yes = 0  # seats whose answer is told again in the next events (4.13)
        self.no = 0
        self.ended = 0  # and those who have dissolved an alliance
        self.notices = 0  # dissolutions of this visit to the headquarters
        # missions
        self.cards: list[int] = [-1, -1, -1]  # by category
        self.used: list[int] = [0, 0, 0]  # by category: a bit per card that has come
        self.mission = -1
        self.since = 0  # own turn of activation
        self.base = 0
        self.progress = 0
        self.met = 0  # fulfilled in the headquarters, to be honoured with the next events
        self.closed = -1  # category
        # what it knows of others
        self.spied: list[int] = []  # seat * 6: levels and projects when last spied on, -1 when never
        self.spied_turn: list[int] = []  # by seat: the target's turn it was true of
        self.given: list[int] = []  # by seat: tribute sent in all
        self.scored: list[int] = []  # seat * 3 + action: the target's turn in which an own attempt worked last
        self.caught: list[int] = []  # seat * 3 + action: attempts it was caught at
        self.foiled: list[int] = []  # pairs action, seat or -1: attempts at this seat that failed in its last events


class LeadersBox(Box):
    """Outcomes that are decided but not yet reported to whoever sent the agent (4.10)."""

    def __init__(self) -> None:
        super().__init__()
        self.reports: list[int] = []  # fives: sender, target, action, success, research of the target packed


LeadersState = State[LeadersTable, LeadersHand, LeadersBox]


def copy_table(old: LeadersTable) -> LeadersTable:
    new = LeadersTable()
    new.copy_flow(old)
    new.round = old.round
    new.active = old.active
    new.winner = old.winner
    new.way = old.way
    new.timer = old.timer
    new.names = old.names[:]
    new.colour = old.colour[:]
    new.nation = old.nation[:]
    new.out = old.out[:]
    new.turns = old.turns[:]
    new.points = old.points[:]
    new.announced = old.announced[:]
    new.before = old.before[:]
    new.military = old.military[:]
    new.military_turn = old.military_turn[:]
    new.badges = old.badges[:]
    new.camp = old.camp[:]
    new.drop = old.drop[:]
    new.arrived = old.arrived[:]
    new.sabotaged = old.sabotaged[:]
    new.boycotted = old.boycotted[:]
    new.purse = old.purse[:]
    new.owner = old.owner[:]
    new.units = old.units[:]
    new.fresh = old.fresh[:]
    new.attacked = old.attacked
    new.seaborne = old.seaborne
    new.fought = old.fought
    new.throw = old.throw[:]
    new.dies = old.dies[:]
    return new


def copy_hand(old: LeadersHand) -> LeadersHand:
    new = LeadersHand(old.seat)
    new.asked = old.asked
    new.savings = old.savings
    new.level = old.level[:]
    new.project = old.project[:]
    new.begun = old.begun[:]
    new.due = old.due[:]
    new.visit = old.visit[:]
    new.agents = old.agents[:]
    new.trainees = old.trainees[:]
    new.orders = old.orders[:]
    new.sent = old.sent[:]
    new.tribute = old.tribute[:]
    new.paid = old.paid
    new.loss = old.loss
    new.gift = old.gift
    new.income = old.income
    new.allies = old.allies
    new.offers = old.offers
    new.proposed = old.proposed
    new.received = old.received
    new.yes = old.yes
    new.no = old.no
    new.ended = old.ended
    new.notices = old.notices
    new.cards = old.cards[:]
    new.used = old.used[:]
    new.mission = old.mission
    new.since = old.since
    new.base = old.base
    new.progress = old.progress
    new.met = old.met
    new.closed = old.closed
    new.spied = old.spied[:]
    new.spied_turn = old.spied_turn[:]
    new.given = old.given[:]
    new.scored = old.scored[:]
    new.caught = old.caught[:]
    new.foiled = old.foiled[:]
    return new


def copy_box(old: LeadersBox) -> LeadersBox:
    new = LeadersBox()
    new.reports = old.reports[:]
    return new
