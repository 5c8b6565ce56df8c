"""1.4, an option: allies show each other their pieces.  What a seat knows of its allies' face-down pieces lies in its own hand."""

from __future__ import annotations

from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.state import DUMMY, SETUP, UNKNOWN, LeaderHand, LeaderState, LeaderTable, hidden
from sandtable.games.company_leader.verbs import ALLIED


def allies_of(plan: Plan, seat: int) -> list[int]:
    return [other for other in range(plan.seats) if other != seat and plan.sides[other] == plan.sides[seat]]


def allied_bits(plan: Plan, seat: int) -> int:
    """The audience of what a seat shows its allies; 0 when it shows nothing."""
    bits = 0
    if plan.open_allies:
        for other in allies_of(plan, seat):
            bits |= 1 << other
    return bits


def known_to(plan: Plan, table: LeaderTable, hand: LeaderHand, field: int) -> int:
    """What a seat knows a face-down piece to be: its own, an ally's, or one everybody knows; else UNKNOWN."""
    if table.owner[field] == hand.seat:
        return hand.kind[field]
    if hand.mates and hand.mates[field] != UNKNOWN:
        return hand.mates[field]
    return table.known[field]


def show_armies(plan: Plan, state: LeaderState) -> None:
    """When all are ready, allies lay their cards on the table for each other."""
    for hand in state.hands:
        bits = allied_bits(plan, hand.seat)
        if bits:
            for field in range(plan.size):
                if hand.kind[field] > DUMMY:
                    state.show(hand.seat, bits, ALLIED, (field, hand.kind[field]))


def keep_up(plan: Plan, state: LeaderState) -> None:
    """After anything that happened: allies' pieces as they lie now."""
    table = state.table
    if table.stack and table.stack[0].proc == SETUP:
        return
    for hand in state.hands:
        mates = [UNKNOWN] * plan.size
        for other in allies_of(plan, hand.seat):
            kind = state.hands[other].kind
            for field in range(plan.size):
                if table.owner[field] == other and hidden(table, field):
                    mates[field] = kind[field]
        hand.mates = mates
