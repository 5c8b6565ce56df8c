"""What ends at each question, under its own name, and what would be left unused."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action
from sandtable.games.leaders.rules.common import Terms, crowd, in_camp, limit
from sandtable.games.leaders.rules.defence import may_defend
from sandtable.games.leaders.rules.fights import offer_fights
from sandtable.games.leaders.rules.missions import can_activate
from sandtable.games.leaders.rules.orders import hostile_mask, is_base, movable
from sandtable.games.leaders.state import (
    BOARD,
    DEFENCE,
    EVENTS,
    FIGHTS,
    LAND,
    MOVING,
    NOBODY,
    OFFICE,
    PLACES,
    PLACING,
    LeadersHand,
    LeadersTable,
)
from sandtable.games.leaders.verbs import CONTINUE, DONE, ENGAGE, FALLEN, HOLD, STAND
from sandtable.kit.card import ENDS_PHASE, ENDS_TURN, Ending, Standing

# Questions to which only the seat itself knows whether it has more than one answer: they hang on offers, alliances or savings.
COVERED: Final = ["events", "place", "move", "help", "fights", "office"]

# Answers for a round or a turn (``span_of``).
STANDINGS: Final = [
    Standing("no-help", "help", (DONE,)),
    Standing("no-defence", "defend", (DONE,)),
    Standing("stand-firm", "stay", (STAND,)),
    Standing("keep-dice", "reroll", (HOLD,)),
]


def span_of(table: LeadersTable, prompt: str) -> int:
    """Help and defence are answered for a round, fights for a turn."""
    if prompt == "stay" or prompt == "reroll":
        return table.round * len(table.out) + table.active
    return table.round


def ending_of(terms: Terms, table: LeadersTable, hand: LeadersHand, action: Action) -> Ending | None:
    if not table.stack or not action:
        return None
    proc = table.stack[-1].proc
    if action[0] == FALLEN:
        return Ending("fallen", ENDS_TURN)
    if action[0] == CONTINUE:
        return Ending("events" if proc == EVENTS else "board" if proc == BOARD else "ready", ENDS_PHASE)
    if action[0] != DONE:
        return None
    if proc == PLACING:
        return Ending("placing", ENDS_PHASE, some("camp", min(in_camp(table, hand.seat), room_to_place(terms, table, hand))))
    if proc == MOVING:
        key = "orders" if sum(table.fresh) else "orders-none"
        return Ending(key, ENDS_PHASE, some("units", can_still_move(terms, table, hand)))
    if proc == DEFENCE:
        helping = table.stack[-1].regs[1] > 0
        left = min(in_camp(table, hand.seat), room_to_defend(terms, table, hand))
        return Ending("help" if helping else "defence", ENDS_PHASE, some("helpers" if helping else "defenders", left))
    if proc == FIGHTS:
        return Ending("fights", ENDS_PHASE, some("sea-fights", seas_to_fight(terms, table, hand)))
    if proc == OFFICE:
        count = orders_given(table, hand)
        key = "office-none" if count == 0 else "office-one" if count == 1 else "office"
        return Ending(key, ENDS_TURN, left_in_office(terms, hand), count)
    return None


def some(key: str, count: int) -> list[tuple[str, int]]:
    return [(key + "-one" if count == 1 else key, count)] if count > 0 else []


def room_to_place(terms: Terms, table: LeadersTable, hand: LeadersHand) -> int:
    """5.1, 5.11"""
    room = 0
    for place in range(LAND):
        if is_base(table, hand, place):
            room += max(0, limit(terms, table, place, False) - crowd(terms, table, place, NOBODY))
    return room


def can_still_move(terms: Terms, table: LeadersTable, hand: LeadersHand) -> int:
    """5.5-5.12: units with somewhere to go."""
    mask = hostile_mask(terms, table, hand)
    found = 0
    for place in range(PLACES):
        ready = movable(terms, table, place, hand.seat)
        if ready > 0 and any([(mask >> to) & 1 == 1 for to in terms.world.near[place]]):
            found += ready
    return found


def room_to_defend(terms: Terms, table: LeadersTable, hand: LeadersHand) -> int:
    """6.2, 6.5"""
    room = 0
    for place in range(LAND):
        if may_defend(table, hand, place):
            room += max(0, limit(terms, table, place, True) - crowd(terms, table, place, table.active))
    return room


def seas_to_fight(terms: Terms, table: LeadersTable, hand: LeadersHand) -> int:
    """7.2"""
    seas: list[int] = []
    for action in offer_fights(terms, table, hand):
        if action[0] == ENGAGE and action[1] not in seas:
            seas.append(action[1])
    return len(seas)


def bits(mask: int) -> int:
    count = 0
    while mask:
        count += mask & 1
        mask >>= 1
    return count


def orders_given(table: LeadersTable, hand: LeadersHand) -> int:
    """Orders of this visit to the headquarters.  What was sent before has been met in the others' events since."""
    turn = table.turns[hand.seat]
    count = sum(hand.visit) + sum(hand.trainees)
    for area in range(3):
        if hand.project[area] and hand.begun[area] == turn:
            count += 1
    for action in range(3):
        count += bits(hand.orders[action])
    for amount in hand.tribute:
        if amount:
            count += 1
    count += bits(hand.offers) + bits(hand.notices)
    if hand.mission >= 0 and hand.since == turn:
        count += 1
    return count + hand.cards.count(-1)  # given up: a new card comes with the next events


def left_in_office(terms: Terms, hand: LeadersHand) -> list[tuple[str, int]]:
    """Savings are kept, but money that could buy something now and a mission that costs nothing are easily forgotten."""
    found: list[tuple[str, int]] = []
    cheapest = min(min(terms.v.unit_cost), min(terms.v.agent_cost))
    if hand.savings >= cheapest:
        found.append(("points", hand.savings))
    if hand.mission < 0:
        found += some("missions", len([card for card in hand.cards if card >= 0 and can_activate(terms, hand, card)]))
    return found
