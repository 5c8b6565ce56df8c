"""Chapter 3: the board is laid out, troops are placed secretly and at the same time."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Box, Frame, State
from sandtable.games.company_leader.allies import show_armies
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.turn import begin_turn, next_seat
from sandtable.games.company_leader.state import (
    BUYABLE,
    CONVOY,
    DUMMY,
    SETUP,
    TYPES,
    UNKNOWN,
    LeaderHand,
    LeaderState,
    LeaderTable,
)
from sandtable.games.company_leader.verbs import CHOSEN_FIRST, PLACE, PLACED, READY


def new_state(plan: Plan) -> LeaderState:
    """3.1-3.3: dummies on every field of a territory; all seats are asked at once."""
    table = LeaderTable()
    size = plan.size
    table.owner = plan.home[:]
    table.face = [0] * size
    table.facing = [0] * size
    table.strength = [0] * size
    table.mark = [0] * size
    table.known = [UNKNOWN] * size
    table.origin = [0] * size
    table.pool = [[0] * TYPES if plan.bought_armies else army[:] for army in plan.armies]
    table.pool_cost = [0] * plan.seats
    table.coins = [0] * plan.side_count
    table.turns = [0] * plan.seats
    table.always = [0] * plan.seats
    table.flag = plan.flag
    hands = [new_hand(plan, seat) for seat in range(plan.seats)]
    state: LeaderState = State(table, hands, Box())
    for field in plan.convoys:  # 11.5
        table.face[field] = CONVOY
        table.facing[field] = plan.ahead(field)
        table.strength[field] = plan.full[CONVOY]
    table.stack.append(Frame(SETUP, 0, []))
    state.ask(list(range(plan.seats)))
    return state


def new_hand(plan: Plan, seat: int) -> LeaderHand:
    hand = LeaderHand(seat)
    hand.kind = [DUMMY if owner == seat else UNKNOWN for owner in plan.home]
    for field in plan.convoys:
        hand.kind[field] = UNKNOWN
    hand.left = [0] * TYPES if plan.bought_armies else plan.armies[seat][:]
    return hand


def offer_places(plan: Plan, hand: LeaderHand) -> list[Action]:
    """3.4: any troop that is left on any dummy of the territory; 3.6: any troop there are coins for, and DONE as soon as
    there is one."""
    free = [f for f in range(plan.size) if hand.kind[f] == DUMMY]
    offer: list[Action] = []
    for kind in range(1, BUYABLE):
        if may_place(plan, hand, kind):
            places = plan.places[kind]
            offer += [places[field] for field in free]
    if hand.spent > 0:
        offer.append(plan.done)
    return offer


def may_place(plan: Plan, hand: LeaderHand, kind: int) -> bool:
    if plan.bought_armies:
        return hand.spent + plan.full[kind] <= plan.settings.army_coins
    return hand.left[kind] > 0


def tidy_places(plan: Plan, hand: LeaderHand, offer: list[Action]) -> list[Action]:
    """Each deployment in one way: type after type, equal troops on ascending fields."""
    if plan.bought_armies:
        first = max(1, max(hand.kind))
        last = [last_of(hand, kind) for kind in range(BUYABLE)]
        return [action for action in offer if action[0] != PLACE or (action[1] >= first and action[2] > last[action[1]])]
    kind = offer[0][1]
    above = last_of(hand, kind)
    end = hand.kind.count(DUMMY)  # so many places for each kind, the lowest first
    start = 0
    while start < end and offer[start][2] < above:
        start += 1
    end -= hand.left[kind] - 1
    return offer[start:end] if start < end else offer  # no room above those placed so far: anything goes


def last_of(hand: LeaderHand, kind: int) -> int:
    last = -1
    for field in range(len(hand.kind)):
        if hand.kind[field] == kind:
            last = field
    return last


def place(plan: Plan, state: LeaderState, seat: int, kind: int, field: int) -> None:
    """3.4, 3.6."""
    hand = state.hands[seat]
    hand.kind[field] = kind
    state.note(seat, PLACED, (kind, field))
    if plan.bought_armies:
        hand.spent += plan.full[kind]
        state.ask_again(seat)
        return
    hand.left[kind] -= 1
    if sum(hand.left) > 0:
        state.ask_again(seat)
    else:
        seal(plan, state, seat)


def seal(plan: Plan, state: LeaderState, seat: int) -> None:
    if state.answered(seat):
        start(plan, state)


def start(plan: Plan, state: LeaderState) -> None:
    """3.6, 3.7: unspent coins are kept; then somebody is drawn to begin."""
    table = state.table
    for hand in state.hands:
        seat, kept = hand.seat, 0
        if plan.bought_armies and ((table.gone | table.out) >> seat) & 1 == 0:
            table.coins[plan.sides[seat]] += plan.settings.army_coins - hand.spent
            table.pool_cost[seat] = hand.spent
            kept = plan.settings.army_coins - hand.spent
            hand.spent = 0
        state.reveal(EVERYONE, READY, (seat, kept))
    table.pending = []
    if plan.open_allies:
        show_armies(plan, state)
    if plan.settings.first == "drawn":
        table.dice = [plan.side_count]
    else:
        begin(plan, state, 0)


def draw_first(plan: Plan, state: LeaderState, side: int) -> None:
    """3.7: a side is drawn; its first seat begins."""
    state.table.dice = []
    begin(plan, state, plan.sides.index(side))


def begin(plan: Plan, state: LeaderState, first: int) -> None:
    table = state.table
    if ((table.out | table.gone) >> first) & 1:
        first = next_seat(plan, table, first)
    state.tell(EVERYONE, CHOSEN_FIRST, (first,))
    begin_turn(plan, state, first)
