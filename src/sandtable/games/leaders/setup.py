"""Chapter 2: setting up."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame, State
from sandtable.games.leaders.rules.common import Terms, set_owner
from sandtable.games.leaders.rules.missions import deal
from sandtable.games.leaders.state import (
    COLOURS,
    DEALING,
    DRAFT,
    INFANTRY,
    LAND,
    NATIONS,
    NOBODY,
    PLACES,
    READY,
    TURN_START,
    LeadersBox,
    LeadersHand,
    LeadersState,
    LeadersTable,
)
from sandtable.games.leaders.verbs import CAMPED, COLOUR, COLOURED, DO_ON_BOARD, GARRISONED, JOINED, NATION, REINFORCED, START_POINTS, TAKEN

COLOUR_COUNT = 6

# what the companion says is to be done on the table (12.1, 12.4; words.py, TASKS)
TAKE_DEALT = 0
TAKE_CHOSEN = 1
TAKE_FROM_HOME = 2
ORDER_AND_FIGHT = 4


def start(terms: Terms) -> LeadersState:
    n = terms.seats
    table = LeadersTable()
    table.timer = terms.timer
    table.names = terms.names[:]
    table.colour = [-1] * n
    table.nation = [-1] * n
    table.out = [0] * n
    table.turns = [0] * n
    table.points = [0] * n
    table.announced = [0] * n
    table.before = [0] * n
    table.military = [0] * n
    table.military_turn = [0] * n
    table.badges = [0] * n
    table.camp = [0] * (n * 3)
    table.drop = [0] * (n * 3)
    table.arrived = [0] * (3 * n)
    table.sabotaged = [0] * n
    table.boycotted = [0] * n
    table.purse = [0] * n
    table.owner = [NOBODY] * LAND
    table.units = [0] * (PLACES * n * 3)
    table.fresh = [0] * (PLACES * 3)
    hands: list[LeadersHand] = []
    for seat in range(n):
        hand = blank_hand(seat, n)
        hands.append(hand)
    table.stack.append(Frame(COLOURS, 0, []))
    state: LeadersState = State(table, hands, LeadersBox())
    state.ask([0])
    return state


def blank_hand(seat: int, seats: int) -> LeadersHand:
    hand = LeadersHand(seat)
    hand.tribute = [0] * seats
    hand.spied = [-1] * (seats * 6)
    hand.spied_turn = [-1] * seats
    hand.given = [0] * seats
    hand.scored = [0] * (seats * 3)
    hand.caught = [0] * (seats * 3)
    return hand


# colours and nations (2.3-2.6)


def next_without(table: LeadersTable, choices: list[int]) -> int:
    for seat in range(len(choices)):
        if choices[seat] < 0 and not table.out[seat]:
            return seat
    return -1


def step_colours(terms: Terms, state: LeadersState) -> None:
    """2.3"""
    table = state.table
    seat = next_without(table, table.colour)
    if seat >= 0:
        state.ask([seat])
    else:
        table.stack[-1] = Frame(NATIONS, 0, [])


def offer_colours(table: LeadersTable) -> list[Action]:
    return [(COLOUR, colour) for colour in range(COLOUR_COUNT) if colour not in table.colour]


def choose_colour(terms: Terms, state: LeadersState, seat: int, colour: int) -> None:
    state.table.colour[seat] = colour
    state.tell(EVERYONE, COLOURED, (seat, colour))
    state.answered(seat)
    if terms.scenario.nations != "fixed":
        state.table.stack[-1] = Frame(NATIONS, 0, [])


def step_nations(terms: Terms, state: LeadersState) -> None:
    """2.4: whoever has a colour picks its nation at once."""
    table = state.table
    if terms.scenario.nations == "fixed":  # 2.6
        for seat in range(terms.seats):
            table.nation[seat] = terms.nations[seat]
            state.tell(EVERYONE, JOINED, (seat, table.nation[seat]))
    seat = next_without(table, table.nation)
    if seat >= 0 and table.colour[seat] < 0:
        table.stack[-1] = Frame(COLOURS, 0, [])
    elif seat >= 0:
        state.ask([seat])
    elif terms.companion:
        table.stack[-1] = Frame(READY, 0, [])
        announce_areas(terms, state)
    else:
        table.stack[-1] = Frame(DRAFT, 0, [0])
        if terms.scenario.start == "fixed":
            deal_areas(terms, state)


def offer_nations(terms: Terms, table: LeadersTable) -> list[Action]:
    room = terms.v.quota[:]
    if terms.scenario.nations == "blocks":
        for nation in table.nation:
            if nation >= 0:
                room[terms.v.block[nation]] -= 1
    found: list[Action] = []
    for nation in range(len(terms.v.block)):
        if nation not in table.nation and (terms.scenario.nations != "blocks" or room[terms.v.block[nation]] > 0):
            found.append((NATION, nation))
    return found


def choose_nation(state: LeadersState, seat: int, nation: int) -> None:
    state.table.nation[seat] = nation
    state.tell(EVERYONE, JOINED, (seat, nation))
    state.answered(seat)


# start areas (2.7-2.11)


def occupy(terms: Terms, state: LeadersState, seat: int, place: int) -> None:
    set_owner(terms, state.table, place, seat)
    state.table.units[(place * terms.seats + seat) * 3 + INFANTRY] += 1
    state.tell(EVERYONE, TAKEN, (seat, place))


def deal_areas(terms: Terms, state: LeadersState) -> None:
    """2.10, 2.17"""
    for seat in range(terms.seats):
        if state.table.out[seat]:
            continue
        for place in terms.start.areas(seat):
            set_owner(terms, state.table, place, seat)
            state.tell(EVERYONE, TAKEN, (seat, place))
        for place in range(PLACES):
            i = (place * terms.seats + seat) * 3
            state.table.units[i : i + 3] = terms.start.troops(place, seat)
        tell_garrisons(terms, state, seat)


def tell_garrisons(terms: Terms, state: LeadersState, seat: int) -> None:
    """2.17: what stands there when it is not just one infantry."""
    for place in range(PLACES):
        units = terms.start.troops(place, seat)
        if sum(units) and (place >= LAND or units != [1, 0, 0]):
            state.tell(EVERYONE, GARRISONED, (seat, place, units[0], units[1], units[2]))


def announce_areas(terms: Terms, state: LeadersState) -> None:
    """12.1"""
    start = terms.scenario.start
    for seat in range(terms.seats):
        if state.table.out[seat]:
            continue
        state.tell(EVERYONE, DO_ON_BOARD, (seat, TAKE_DEALT if start == "fixed" else TAKE_FROM_HOME if start == "home" else TAKE_CHOSEN))
        if start == "fixed":
            for place in terms.start.areas(seat):
                state.tell(EVERYONE, TAKEN, (seat, place))
            tell_garrisons(terms, state, seat)
            state.table.points[seat] = terms.start.points(terms.world, seat)
            state.tell(EVERYONE, START_POINTS, (seat, state.table.points[seat]))


def step_draft(terms: Terms, state: LeadersState) -> None:
    table = state.table
    if NOBODY not in table.owner or terms.scenario.start == "fixed":
        table.stack[-1] = Frame(DEALING, 0, [])
        return
    seat = table.stack[-1].regs[0]
    while table.out[seat]:
        seat = (seat + 1) % terms.seats
    table.stack[-1].regs[0] = seat
    if terms.dealt_after < 0 or table.owner.count(seat) < terms.dealt_after:
        state.ask([seat])
        return
    seat = poorest(table)  # 2.21
    table.stack[-1].regs[0] = seat
    places = open_areas(terms, table, seat)
    if len(places) > 1:
        table.dice = [len(places)]
    else:
        deal_area(terms, state, 0)


def poorest(table: LeadersTable) -> int:
    """Whoever has the fewest points; of several, the first in the order of turns."""
    found = -1
    for seat in range(len(table.points)):
        if not table.out[seat] and (found < 0 or table.points[seat] < table.points[found]):
            found = seat
    return found


def deal_area(terms: Terms, state: LeadersState, drawn: int) -> None:
    """2.21: by lot, one of the territories the seat could choose."""
    table = state.table
    seat = table.stack[-1].regs[0]
    table.dice = []
    occupy(terms, state, seat, open_areas(terms, table, seat)[drawn])


def open_areas(terms: Terms, table: LeadersTable, seat: int) -> list[int]:
    """2.7-2.9: where the next infantry may go."""
    owner = table.owner
    near: list[int] = []
    holds = False
    for t in range(LAND):
        if owner[t] == seat:
            holds = True
        elif owner[t] == NOBODY:
            for other in terms.world.land[t]:
                if owner[other] == seat:
                    near.append(t)
                    break
    if not holds and terms.scenario.start == "home":
        home = terms.homes[table.nation[seat]]
        if owner[home] == NOBODY:
            return [home]
    if near:
        return near
    return [t for t in range(LAND) if owner[t] == NOBODY]


def choose_area(terms: Terms, state: LeadersState, seat: int, place: int) -> None:
    occupy(terms, state, seat, place)
    state.table.stack[-1].regs[0] = (seat + 1) % terms.seats
    state.answered(seat)


# camps and missions (2.12, 2.13, 2.16)


def step_ready(terms: Terms, state: LeadersState) -> None:
    """12.1: the first player says when the board is set up."""
    if state.table.stack[-1].step == 0:
        state.ask([state.table.out.index(0)])
    else:
        state.table.stack[-1] = Frame(DEALING, 0, [])


def board_is_set(state: LeadersState, seat: int) -> None:
    state.table.stack[-1].step = 1
    state.answered(seat)


def step_dealing(terms: Terms, state: LeadersState) -> None:
    table = state.table
    if table.stack[-1].step == 0:
        for seat in range(terms.seats):
            if table.out[seat]:
                continue
            camp = first_camp(terms, seat)
            if not terms.companion:
                for unit in range(3):
                    table.camp[seat * 3 + unit] += camp[unit]
            state.tell(EVERYONE, CAMPED, (seat, camp[INFANTRY]))
            if camp[1] + camp[2]:
                state.tell(EVERYONE, REINFORCED, (seat, 0, camp[1], camp[2]))
    table.stack[-1].step = 1
    table.dice = [12] * (3 * terms.seats)


def first_camp(terms: Terms, seat: int) -> list[int]:
    """2.12, 2.13, 2.17"""
    if terms.scenario.start == "fixed" and terms.start.camp[seat * 3] >= 0:
        return terms.start.camp[seat * 3 : seat * 3 + 3]
    return [seat + 1 + seat * terms.catch_up, 0, 0]


def deal_missions(terms: Terms, state: LeadersState, outcomes: Action) -> None:
    table = state.table
    table.dice = []
    for hand in state.hands:
        deal(terms, state, hand, outcomes, hand.seat * 3)
    table.round = 1
    table.active = table.out.index(0)
    table.stack[-1] = Frame(TURN_START, 0, [])
