"""What several chapters need: the terms of play, counting units, owning territories."""

from __future__ import annotations

from sandtable.games.leaders.lists import Start
from sandtable.games.leaders.state import (
    LAND,
    NOBODY,
    USA,
    LeadersState,
    LeadersTable,
)
from sandtable.games.leaders.world import Scenario, Values, World


class Terms:
    """The rules as this match is played by them: numbers, scenario and options."""

    def __init__(self, seats: int, world: World, values: Values, scenario: Scenario) -> None:
        self.seats = seats
        self.world = world
        self.v = values
        self.scenario = scenario
        self.companion = False
        self.skills = True
        self.defence_raise = 1  # 6.2: 0 none, 1 all, 2 only that of the USA
        self.category_lock = False  # 10.15
        self.rounds = 0  # 3.8: 0 is no limit
        self.catch_up = 0  # 2.13
        self.dealt_after = -1  # 2.21: territories chosen before the others are dealt; -1 when all are chosen
        self.timer = 0
        self.names: list[str] = []
        self.start = Start(seats)  # 2.10, 2.17
        self.nations: list[int] = []  # 2.6, 2.18, by seat
        self.homes: list[int] = []  # 2.9, by nation
        self.decks: list[int] = [0, 0, 0]  # by category: a bit per mission that is in play
        self.units_goal = 30  # 10.3
        self.savings_goal = 100  # 10.6
        self.income_goal = 15  # 10.5


def skilled(terms: Terms, table: LeadersTable, seat: int, nation: int) -> bool:
    """2.14"""
    return terms.skills and table.nation[seat] == nation


def count(terms: Terms, table: LeadersTable, place: int, seat: int) -> int:
    """Units of a seat in a place."""
    i = (place * terms.seats + seat) * 3
    units = table.units
    return units[i] + units[i + 1] + units[i + 2]


def crowd(terms: Terms, table: LeadersTable, place: int, but: int) -> int:
    """Units in a place, those of one seat not counted."""
    found = 0
    for seat in range(terms.seats):
        if seat != but:
            found += count(terms, table, place, seat)
    return found


def limit(terms: Terms, table: LeadersTable, place: int, defending: bool) -> int:
    """5.1, 5.3, 6.2: how many units a territory takes, by its owner's research and nation."""
    owner = table.owner[place]
    most = terms.world.points[place]
    if defending and terms.defence_raise == 0:
        return most
    if table.military[owner] >= 2 and (not defending or terms.defence_raise == 1):
        most += 1
    if terms.skills and table.nation[owner] == USA:
        most += 1
    return most


def in_camp(table: LeadersTable, seat: int) -> int:
    i = seat * 3
    return table.camp[i] + table.camp[i + 1] + table.camp[i + 2]


def has_continent(terms: Terms, table: LeadersTable, continent: int, seat: int) -> bool:
    for t in terms.world.members[continent]:
        if table.owner[t] != seat:
            return False
    return True


def set_owner(terms: Terms, table: LeadersTable, place: int, seat: int) -> None:
    """7.12, 7.15: points and continent bonuses change at once."""
    old = table.owner[place]
    if old == seat:
        return
    continent = terms.world.continent[place]
    if old != NOBODY:
        table.points[old] -= terms.world.points[place]
        if has_continent(terms, table, continent, old):
            table.points[old] -= terms.world.bonus[continent]
    table.owner[place] = seat
    if seat != NOBODY:
        table.points[seat] += terms.world.points[place]
        if has_continent(terms, table, continent, seat):
            table.points[seat] += terms.world.bonus[continent]


def true_points(terms: Terms, table: LeadersTable, seat: int) -> int:
    """1.1, 1.4: counted from the map."""
    total = 0
    for t in range(LAND):
        if table.owner[t] == seat:
            total += terms.world.points[t]
    for continent in range(len(terms.world.bonus)):
        if has_continent(terms, table, continent, seat):
            total += terms.world.bonus[continent]
    return total


def alive(table: LeadersTable) -> int:
    return table.out.count(0)


def allying(table: LeadersTable) -> bool:
    """9.2"""
    return table.out.count(0) > 2


def lowest_kind(units: list[int], i: int) -> int:
    """The only kind of unit at i, or -1 when there are several (or none)."""
    kind = -1
    for unit in range(3):
        if units[i + unit]:
            if kind >= 0:
                return -1
            kind = unit
    return kind


def forget(state: LeadersState, seat: int) -> None:
    """3.7, 9.3, 11.7: nothing in any headquarters refers any longer to a seat that is out."""
    keep = ~(1 << seat)
    for hand in state.hands:
        hand.allies &= keep
        hand.offers &= keep
        hand.proposed &= keep
        hand.received &= keep
        hand.yes &= keep
        hand.no &= keep
        hand.ended &= keep
        hand.notices &= keep
        for action in range(3):
            hand.orders[action] &= keep
        hand.tribute[seat] = 0
        if hand.seat == seat or not allying(state.table):  # 9.2
            hand.allies = hand.offers = hand.proposed = hand.received = hand.yes = hand.no = hand.ended = hand.notices = 0
    gone = state.hands[seat]
    gone.orders = [0, 0, 0]
    gone.sent = [0, 0, 0]
    gone.tribute = [0] * len(state.hands)
    reports = state.box.reports
    kept: list[int] = []
    for i in range(0, len(reports), 5):
        if reports[i] != seat:
            kept += reports[i : i + 5]
    state.box.reports = kept
