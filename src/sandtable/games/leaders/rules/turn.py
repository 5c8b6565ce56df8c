"""Chapter 3: the turn up to the events; chapter 11: winning."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.leaders.rules.common import Terms, alive, count, forget, lowest_kind, set_owner, skilled
from sandtable.games.leaders.state import (
    BY_HONOUR,
    BY_POINTS,
    BY_RESEARCH,
    BY_ROUNDS,
    BY_SURVIVAL,
    FATE,
    GERMANY,
    LAND,
    NOBODY,
    PLACES,
    POINTS,
    TURN_START,
    WITHDRAW,
    LeadersHand,
    LeadersState,
    LeadersTable,
)
from sandtable.games.leaders.verbs import DO_ON_BOARD, ENTER, FALLEN, FELL, HOME, KEEP, KEPT, TIME_UP, TURN, TURN_OVER, WON

MOST_POINTS = 250  # 12.2
FEW_POINTS = 10  # that somebody is out is offered only to those who had little; it may always be said
WITHDRAW_UNITS = 3  # what the companion says is to be done (words.py, TASKS)


# winning


def win(state: LeadersState, seat: int, way: int) -> None:
    table = state.table
    table.winner = seat
    table.way = way
    table.pending = []
    table.dice = []
    table.stack = []
    state.reveal(EVERYONE, WON, (seat, way))


def reached_by_research(terms: Terms, hand: LeadersHand) -> bool:
    """11.2"""
    return min(hand.level) >= terms.scenario.goal_research


def check_goals(terms: Terms, state: LeadersState, seat: int) -> bool:
    """11.2-11.4: in the events of a seat."""
    if reached_by_research(terms, state.hands[seat]):
        win(state, seat, BY_RESEARCH)
        return True
    if state.table.badges[seat] >= terms.scenario.goal_badges:
        win(state, seat, BY_HONOUR)
        return True
    return False


def end_by_rounds(state: LeadersState) -> None:
    """11.6"""
    table = state.table
    table.way = BY_ROUNDS
    table.stack = []
    state.tell(EVERYONE, TIME_UP, ())


# the order of turns


def end_turn(terms: Terms, state: LeadersState) -> None:
    table = state.table
    if table.way == 0:
        state.tell(EVERYONE, TURN_OVER, (table.active,))
        pass_on(terms, state)


def pass_on(terms: Terms, state: LeadersState) -> None:
    """3.1, 3.8: the next seat that is not out; a new round when the order is through."""
    table = state.table
    clear_turn(table)
    seat = table.active + 1
    while seat < terms.seats and table.out[seat]:
        seat += 1
    if seat == terms.seats:
        if table.round == terms.rounds:
            end_by_rounds(state)
            return
        table.round += 1
        seat = table.out.index(0)
    table.active = seat
    table.stack = [Frame(TURN_START, 0, [])]


def clear_turn(table: LeadersTable) -> None:
    table.attacked = 0
    table.seaborne = 0
    table.fought = 0
    for i in range(PLACES * 3):
        table.fresh[i] = 0


def step_turn_start(terms: Terms, state: LeadersState) -> None:
    table = state.table
    if alive(table) == 1:  # 11.5
        win(state, table.out.index(0), BY_SURVIVAL)
        return
    seat = table.active
    if terms.companion:
        table.stack[-1] = Frame(POINTS, 0, [])
        return
    if not holds_out(terms, table, seat):
        fall(terms, state, seat)
        if alive(table) > 1:
            pass_on(terms, state)
        return
    announce(terms, state, seat)


def holds_out(terms: Terms, table: LeadersTable, seat: int) -> bool:
    """3.7"""
    if seat in table.owner:
        return True
    return any(count(terms, table, sea, seat) for sea in range(LAND, PLACES))


def announce(terms: Terms, state: LeadersState, seat: int) -> None:
    """3.2, 11.1"""
    table = state.table
    table.turns[seat] += 1
    table.before[seat] = table.announced[seat]
    table.announced[seat] = table.points[seat]
    table.sabotaged[seat] = 0
    table.boycotted[seat] = 0
    table.purse[seat] += table.points[seat]
    if skilled(terms, table, seat, GERMANY):
        table.purse[seat] += terms.v.germany
    state.tell(EVERYONE, TURN, (seat, table.points[seat]))
    if table.points[seat] >= terms.scenario.points_by_seat[seat]:
        win(state, seat, BY_POINTS)
    else:
        table.stack[-1] = Frame(WITHDRAW, 0, [])


# points typed into the companion (12.2, 12.3)


def offer_points(table: LeadersTable, seat: int) -> list[Action]:
    """A sample around the points typed last; any number up to the most is taken."""
    last = table.points[seat]
    found: list[Action] = [(ENTER, points) for points in range(max(0, last - 6), min(MOST_POINTS, last + 10) + 1)]
    if last <= FEW_POINTS:
        found.append((FALLEN,))
    return found


def enter_points(terms: Terms, state: LeadersState, seat: int, points: int) -> None:
    state.table.points[seat] = points
    state.answered(seat)
    announce(terms, state, seat)


def declare_fallen(terms: Terms, state: LeadersState, seat: int) -> None:
    state.answered(seat)
    fall(terms, state, seat)
    if alive(state.table) > 1:
        pass_on(terms, state)
    else:
        state.table.stack[-1] = Frame(TURN_START, 0, [])


# withdrawal


def step_withdraw(terms: Terms, state: LeadersState) -> None:
    """3.3-3.6"""
    table = state.table
    seat = table.active
    if terms.companion:  # 12.4
        state.tell(EVERYONE, DO_ON_BOARD, (seat, WITHDRAW_UNITS))
    elif not withdraw_alike(terms, table, seat):
        state.ask([seat])
        return
    for unit in range(3):
        table.camp[seat * 3 + unit] += table.drop[seat * 3 + unit]
        table.drop[seat * 3 + unit] = 0
    state.tell(EVERYONE, HOME, (seat,))
    table.stack[-1] = Frame(FATE, 0, [])


def withdraw_alike(terms: Terms, table: LeadersTable, seat: int) -> bool:
    """3.3, 3.4: whoever comes home without a question; false if territories with several kinds are left."""
    settled = True
    for place in range(LAND):
        i = (place * terms.seats + seat) * 3
        held = table.units[i] + table.units[i + 1] + table.units[i + 2]
        if held == 0:
            continue
        if table.owner[place] != seat:
            bring_home(table, seat, i, -1)
        elif held > 1:
            kind = lowest_kind(table.units, i)
            if kind >= 0:
                bring_home(table, seat, i, kind)
            else:
                settled = False
    return settled


def bring_home(table: LeadersTable, seat: int, i: int, staying: int) -> None:
    for unit in range(3):
        table.camp[seat * 3 + unit] += table.units[i + unit]
        table.units[i + unit] = 0
    if staying >= 0:
        table.camp[seat * 3 + staying] -= 1
        table.units[i + staying] = 1


def offer_keeps(terms: Terms, table: LeadersTable, seat: int) -> list[Action]:
    """3.3: in every territory with several kinds, in any order."""
    found: list[Action] = []
    for place in range(LAND):
        i = (place * terms.seats + seat) * 3
        if table.owner[place] == seat and lowest_kind(table.units, i) < 0:
            for unit in range(3):
                if table.units[i + unit]:
                    found.append((KEEP, place, unit))
    return found


def refuse_keep(terms: Terms, table: LeadersTable, seat: int, action: Action) -> str:
    if len(action) != 3 or not 0 <= action[1] < PLACES or not 0 <= action[2] <= 2:
        return "no-such-place"
    if action[1] >= LAND or table.owner[action[1]] != seat:
        return "not-your-territory"
    return "nothing-to-withdraw" if count(terms, table, action[1], seat) == 1 else "no-such-unit-there"


def keep(terms: Terms, state: LeadersState, seat: int, place: int, unit: int) -> None:
    table = state.table
    bring_home(table, seat, (place * terms.seats + seat) * 3, unit)
    state.tell(EVERYONE, KEPT, (place, unit))
    state.answered(seat)


# out of the match


def fall(terms: Terms, state: LeadersState, seat: int) -> None:
    """3.7, 11.7: units leave the board, territories are free or their attackers', guests go home."""
    table = state.table
    table.out[seat] = 1
    for place in range(PLACES):
        i = (place * terms.seats + seat) * 3
        for unit in range(3):
            table.units[i + unit] = 0
        if place < LAND and table.owner[place] == seat:
            vacate(terms, table, place)
    for unit in range(3):
        table.camp[seat * 3 + unit] = 0
        table.drop[seat * 3 + unit] = 0
    table.points[seat] = 0
    forget(state, seat)
    state.tell(EVERYONE, FELL, (seat,))


def vacate(terms: Terms, table: LeadersTable, place: int) -> None:
    """The owner is out: whoever attacks has the territory, anybody else there goes to its drop zone."""
    attacker = table.active if (table.attacked >> place) & 1 else NOBODY
    set_owner(terms, table, place, attacker)
    table.attacked &= ~(1 << place)
    for guest in range(terms.seats):
        if guest != attacker:
            i = (place * terms.seats + guest) * 3
            for unit in range(3):
                table.drop[guest * 3 + unit] += table.units[i + unit]
                table.units[i + unit] = 0
