"""Chapter 6: defenders and their allies add units."""

from __future__ import annotations

from sandtable.core.game import Action, Frame
from sandtable.games.leaders.rules.common import Terms, allying, crowd, in_camp, limit
from sandtable.games.leaders.rules.orders import malformed_placing, put
from sandtable.games.leaders.state import FIGHTS, LAND, LeadersHand, LeadersState, LeadersTable
from sandtable.games.leaders.verbs import DONE, PLACE


def has_room(terms: Terms, table: LeadersTable, place: int) -> bool:
    """6.2, 6.5"""
    return crowd(terms, table, place, table.active) < limit(terms, table, place, True)


def room_to_help(terms: Terms, table: LeadersTable, defender: int) -> bool:
    return any(table.attacked >> place & 1 and table.owner[place] == defender and has_room(terms, table, place) for place in range(LAND))


def step_defence(terms: Terms, state: LeadersState) -> None:
    """6.1, 6.4: regs are the defender's place in the order of turns after the attacker, and that of the
    seat asked in the order after the defender.  Who is asked depends only on what all can see."""
    table = state.table
    frame = table.stack[-1]
    n = terms.seats
    while table.attacked and frame.regs[0] < n:
        defender = (table.active + frame.regs[0]) % n
        while frame.regs[1] < n and room_to_help(terms, table, defender):
            seat = (defender + frame.regs[1]) % n
            helper = frame.regs[1] > 0
            if seat != table.active and not table.out[seat] and in_camp(table, seat) and (not helper or allying(table)):
                state.ask([seat])
                return
            frame.regs[1] += 1
        frame.regs = [frame.regs[0] + 1, 0]
    table.stack[-1] = Frame(FIGHTS, 0, [])


def may_defend(table: LeadersTable, hand: LeadersHand, place: int) -> bool:
    """6.1, 6.4, 6.6"""
    if (table.attacked >> place) & 1 == 0:
        return False
    defender = (table.active + table.stack[-1].regs[0]) % len(table.out)
    if table.owner[place] != defender:
        return False
    if defender == hand.seat:
        return True
    return (hand.allies >> defender) & 1 == 1 and (hand.allies >> table.active) & 1 == 0


def offer_defence(terms: Terms, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    found: list[Action] = []
    first = hand.seat * 3
    for place in range(LAND):
        if (table.attacked >> place) & 1 and may_defend(table, hand, place) and has_room(terms, table, place):
            for unit in range(3):
                if table.camp[first + unit]:
                    found.append((PLACE, place, unit))
    found.append((DONE,))
    return found


def refuse_defence(terms: Terms, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    wrong = malformed_placing(action)
    if wrong:
        return wrong
    place, unit = action[1], action[2]
    if (table.attacked >> place) & 1 == 0:
        return "not-attacked"
    if (hand.allies >> table.active) & 1:
        return "against-ally"
    if not may_defend(table, hand, place):
        return "not-your-territory"
    if table.camp[hand.seat * 3 + unit] == 0:
        return "not-in-camp"
    return "territory-full"


def add_defender(terms: Terms, state: LeadersState, seat: int, place: int, unit: int) -> None:
    put(terms, state, seat, place, unit)
    state.ask_again(seat)


def end_defence(state: LeadersState, seat: int) -> None:
    state.answered(seat)
    state.table.stack[-1].regs[1] += 1
