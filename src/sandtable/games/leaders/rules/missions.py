"""Chapter 10: missions and badges."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action
from sandtable.games.leaders.rules.common import Terms
from sandtable.games.leaders.state import PLANE, TANK, LeadersHand, LeadersState, LeadersTable
from sandtable.games.leaders.verbs import CARD_DEALT

# in the order of data/values.toml
TROOP_STRENGTH: Final = 0
DEFENCE_MISSION: Final = 1
EXPANSION: Final = 2
FORESIGHT: Final = 3
CUNNING: Final = 4
TOP_SECRET: Final = 5
ARMOUR: Final = 6
ADVANCE: Final = 7
SCIENCE: Final = 8
VIGILANCE: Final = 9
EMBARGO: Final = 10
SHIELD: Final = 11

ARMOUR_TANKS: Final = 6  # 10.9
ARMOUR_PLANES: Final = 4
ADVANCE_POINTS: Final = 8  # 10.10
SCIENCE_LEVELS: Final = 2  # 10.11
VIGILANT_AGENTS: Final = 4  # 10.12
VIGILANT_TURNS: Final = 2
SHIELD_ATTEMPTS: Final = 2  # 10.14

UNDECIDED: Final = 0
FULFILLED: Final = 1
FAILED: Final = 2


def deal(terms: Terms, state: LeadersState, hand: LeadersHand, outcomes: Action, at: int) -> None:
    """10.16: a mission for every category that has none; ``outcomes`` has a draw of 12 for each."""
    if state.table.out[hand.seat]:
        return
    for category in range(3):
        if hand.cards[category] >= 0:
            continue
        left = terms.decks[category] & ~hand.used[category]
        if left == 0:  # all have come: start again
            hand.used[category] = 0
            left = terms.decks[category]
        choices = [mission for mission in range(len(terms.v.limit)) if (left >> mission) & 1]
        card = choices[outcomes[at + category] * len(choices) // 12]
        hand.cards[category] = card
        hand.used[category] |= 1 << card
        state.reveal(1 << hand.seat, CARD_DEALT, (card,))


def can_activate(terms: Terms, hand: LeadersHand, mission: int) -> bool:
    """10.1, 10.15"""
    return hand.mission < 0 and mission in hand.cards and terms.v.category[mission] != hand.closed


def activate(terms: Terms, table: LeadersTable, hand: LeadersHand, mission: int) -> None:
    hand.mission = mission
    hand.since = table.turns[hand.seat]
    hand.progress = 0
    hand.met = 0
    hand.base = 0
    if mission == EXPANSION:
        hand.base = hand.income
    elif mission == ADVANCE:
        hand.base = table.announced[hand.seat]  # 10.2: what this turn has brought counts


def drop_mission(terms: Terms, hand: LeadersHand) -> None:
    """10.16, 10.17: its card goes; a new one comes with the next events."""
    hand.cards[terms.v.category[hand.mission]] = -1
    hand.mission = -1
    hand.base = hand.progress = hand.met = 0


def leave_office(terms: Terms, hand: LeadersHand) -> None:
    """10.3, 10.6, 10.9, 10.12: what counts is what was ordered in this visit, and what is left at its end."""
    mission = hand.mission
    if mission == TROOP_STRENGTH:
        hand.progress += hand.visit[0] + hand.visit[1] + hand.visit[2]
    elif mission == ARMOUR:
        hand.progress += hand.visit[TANK]
        hand.base += hand.visit[PLANE]
    elif mission == FORESIGHT:
        if hand.savings >= terms.savings_goal:
            hand.met = 1
    elif mission == VIGILANCE:
        vigilant = hand.agents[0] >= VIGILANT_AGENTS and hand.agents[1] >= VIGILANT_AGENTS
        hand.progress = hand.progress + 1 if vigilant else 0
        if hand.progress >= VIGILANT_TURNS:
            hand.met = 1
    hand.visit = [0, 0, 0]


def judge(terms: Terms, table: LeadersTable, hand: LeadersHand, worked: int, finished: int) -> int:
    """10.2: in the events of the owner.  ``worked`` has a bit per covert action that succeeded,
    ``finished`` counts the levels just finished that were begun since activation."""
    mission = hand.mission
    if mission < 0:
        return UNDECIDED
    points = table.points[hand.seat]
    elapsed = table.turns[hand.seat] - hand.since
    done = hand.met == 1
    if mission == TROOP_STRENGTH:
        done = hand.progress >= terms.units_goal
    elif mission == DEFENCE_MISSION:
        if points < table.before[hand.seat]:  # 10.4
            return FAILED
        hand.progress += 1
        done = elapsed >= terms.v.limit[mission]
    elif mission == EXPANSION:
        done = hand.income - hand.base >= terms.income_goal
    elif mission == CUNNING:
        done = worked & 4 != 0
    elif mission == TOP_SECRET:
        done = worked & 2 != 0
    elif mission == ARMOUR:
        done = hand.progress >= ARMOUR_TANKS and hand.base >= ARMOUR_PLANES
    elif mission == ADVANCE:
        done = points - hand.base >= ADVANCE_POINTS
    elif mission == SCIENCE:
        hand.progress += finished
        done = hand.progress >= SCIENCE_LEVELS
    elif mission == EMBARGO:
        done = worked & 1 != 0
    elif mission == SHIELD:
        hand.progress += len(hand.foiled) // 2
        done = hand.progress >= SHIELD_ATTEMPTS
    if done:
        return FULFILLED
    return FAILED if elapsed >= terms.v.limit[mission] else UNDECIDED
