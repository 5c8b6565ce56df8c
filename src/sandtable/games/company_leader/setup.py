"""Chapter 3: the board is laid out, troops are placed secretly and at the same time."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Box, Frame, State
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
    if plan.convoy >= 0:  # 11.5
        table.face[plan.convoy] = CONVOY
        table.strength[plan.convoy] = plan.full[CONVOY]
        table.owner[plan.convoy] = plan.convoy_seat
        hands[plan.convoy_seat].kind[plan.convoy] = UNKNOWN
    table.stack.append(Frame(SETUP, 0, []))
    state.ask(list(range(plan.seats)))
    return state


def new_hand(plan: Plan, seat: int) -> LeaderHand:
    hand = LeaderHand(seat)
    hand.kind = [DUMMY if owner == seat else UNKNOWN for owner in plan.home]
    hand.left = [0] * TYPES if plan.bought_armies else plan.armies[seat][:]
    return hand


def offer_places(plan: Plan, hand: LeaderHand) -> list[Action]:
    """3.4: type after type, equal troops on ascending fields, so that each deployment is made in one way;
    3.6: the same when an army is bought, with DONE as soon as there is a troop."""
    if plan.bought_armies:
        return offer_recruits(plan, hand)
    kind = 1
    while hand.left[kind] == 0:
        kind += 1
    free = [f for f in range(plan.size) if hand.kind[f] == DUMMY]
    above = last_of(hand, kind)
    usable = [f for f in free if f > above]
    return [(PLACE, kind, f) for f in usable[: len(usable) - hand.left[kind] + 1]]


def last_of(hand: LeaderHand, kind: int) -> int:
    last = -1
    for field in range(len(hand.kind)):
        if hand.kind[field] == kind:
            last = field
    return last


def offer_recruits(plan: Plan, hand: LeaderHand) -> list[Action]:
    kind = max(1, max(hand.kind))
    offer: list[Action] = []
    while kind < BUYABLE:
        if hand.spent + plan.full[kind] <= plan.settings.army_coins:
            above = last_of(hand, kind)
            for field in range(above + 1, plan.size):
                if hand.kind[field] == DUMMY:
                    offer.append((PLACE, kind, field))
        kind += 1
    if hand.spent > 0:
        offer.append(plan.done)
    return offer


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
