"""Chapter 8: the headquarters.  Every step is a note to its seat alone and can be taken back."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.leaders.rules.common import Terms, allying
from sandtable.games.leaders.rules.missions import activate, can_activate, drop_mission, leave_office
from sandtable.games.leaders.state import (
    BOYCOTTING,
    SABOTAGING,
    SPYING,
    LeadersHand,
    LeadersState,
    LeadersTable,
)
from sandtable.games.leaders.verbs import (
    ABANDON,
    ABANDONED,
    ACTIVATE,
    ACTIVATED,
    ALLIANCE,
    APPOINT,
    APPOINTED,
    BOYCOTT,
    BOYCOTT_SENT,
    DISSOLVE,
    DISSOLVED,
    DONE,
    HIRE,
    HIRED,
    ORDERED,
    PROPOSE,
    PROPOSED,
    RECRUIT,
    RESEARCH,
    SABOTAGE,
    SABOTEUR_SENT,
    SPY,
    SPY_SENT,
    STARTED,
    TRIBUTE,
    TRIBUTE_SENT,
)

DIPLOMAT = 0
SPIES = 1
ENDED = 2  # what becomes of an alliance (words.py, ANSWERS)


def agents(hand: LeadersHand, agent: int) -> int:
    return hand.agents[agent] + hand.trainees[agent]


def research_cost(terms: Terms, hand: LeadersHand, area: int) -> int:
    """8.3: the next level, or -1 when none can be begun."""
    if hand.project[area] or hand.level[area] >= 3:
        return -1
    return terms.v.research_cost[area][hand.level[area]]


def tributes(terms: Terms, hand: LeadersHand) -> list[int]:
    """8.10: a sample of amounts; any whole number is taken."""
    found: list[int] = []
    for amount in (terms.v.unit_cost[0], hand.savings // 2, hand.savings):
        if 0 < amount <= hand.savings and amount not in found:
            found.append(amount)
    found.sort()
    return found


def offer_office(terms: Terms, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    v = terms.v
    found: list[Action] = []
    for unit in range(3):
        if v.unit_cost[unit] <= hand.savings:
            found.append((RECRUIT, unit))
    for area in range(3):
        cost = research_cost(terms, hand, area)
        if 0 <= cost <= hand.savings:
            found.append((RESEARCH, area))
    if v.agent_cost[DIPLOMAT] <= hand.savings and agents(hand, DIPLOMAT) < v.agent_max:
        found.append((APPOINT,))
    if hand.agents[DIPLOMAT]:
        offer_diplomacy(terms, table, hand, found)
    for seat in range(terms.seats):
        if (hand.allies >> seat) & 1:
            found.append((DISSOLVE, seat))
    if v.agent_cost[SPIES] <= hand.savings and agents(hand, SPIES) < v.agent_max:
        found.append((HIRE,))
    if hand.agents[SPIES]:
        targets(terms, table, hand, SPY, hand.orders[SPYING], found)
        targets(terms, table, hand, SABOTAGE, hand.orders[SABOTAGING], found)
    if hand.mission < 0:
        cards = hand.cards[:]
        cards.sort()
        for card in cards:
            if card >= 0 and can_activate(terms, hand, card):
                found.append((ACTIVATE, card))
    else:
        found.append((ABANDON,))
    found.append((DONE,))
    return found


def offer_diplomacy(terms: Terms, table: LeadersTable, hand: LeadersHand, found: list[Action]) -> None:
    amounts = tributes(terms, hand)
    for seat in range(terms.seats):
        if seat != hand.seat and not table.out[seat]:
            for amount in amounts:
                found.append((TRIBUTE, seat, amount))
    targets(terms, table, hand, BOYCOTT, hand.orders[BOYCOTTING], found)
    if allying(table):
        targets(terms, table, hand, PROPOSE, hand.allies | hand.offers, found)


def targets(terms: Terms, table: LeadersTable, hand: LeadersHand, verb: int, but: int, found: list[Action]) -> None:
    for seat in range(terms.seats):
        if seat != hand.seat and not table.out[seat] and (but >> seat) & 1 == 0:
            found.append((verb, seat))


# refusals


def refuse_office(terms: Terms, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    verb = action[0]
    if verb < RECRUIT:
        return "not-now"
    if verb in (RECRUIT, RESEARCH):
        return refuse_purchase(terms, hand, action)
    if verb in (APPOINT, HIRE):
        agent = DIPLOMAT if verb == APPOINT else SPIES
        if len(action) != 1:
            return "not-now"
        return "ten-agents" if agents(hand, agent) >= terms.v.agent_max else "too-expensive"
    if verb == ACTIVATE:
        if len(action) != 2 or action[1] not in hand.cards:
            return "no-such-mission"
        return "mission-under-way" if hand.mission >= 0 else "category-closed"
    if verb == ABANDON:
        return "no-mission"
    if verb == DONE:
        return "not-now"
    return refuse_agent(terms, table, hand, action)


def refuse_purchase(terms: Terms, hand: LeadersHand, action: Action) -> str:
    if len(action) != 2 or not 0 <= action[1] <= 2:
        return "no-such-thing"
    if action[0] == RESEARCH:
        if hand.project[action[1]]:
            return "project-under-way"
        if hand.level[action[1]] >= 3:
            return "all-known"
    return "too-expensive"


def refuse_agent(terms: Terms, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    verb = action[0]
    if len(action) != (3 if verb == TRIBUTE else 2) or not 0 <= action[1] < terms.seats or action[1] == hand.seat:
        return "no-such-player"
    seat = action[1]
    if verb == DISSOLVE:
        return "no-ally"
    if table.out[seat]:
        return "player-out"
    if hand.agents[SPIES if verb in (SPY, SABOTAGE) else DIPLOMAT] == 0:
        return "no-agent"
    if verb == TRIBUTE:
        return "" if 0 < action[2] <= hand.savings else "too-expensive"
    if verb == PROPOSE:
        return "two-players" if not allying(table) else "ally-already" if (hand.allies >> seat) & 1 else "sent-already"
    return "sent-already"


# orders


def act_in_office(terms: Terms, state: LeadersState, seat: int, action: Action) -> None:
    """All but DONE."""
    hand = state.hands[seat]
    verb = action[0]
    if verb == RECRUIT:
        recruit(terms, state, hand, action[1])
    elif verb == RESEARCH:
        begin_research(terms, state, hand, action[1])
    elif verb == APPOINT:
        hand.savings -= terms.v.agent_cost[DIPLOMAT]
        hand.trainees[DIPLOMAT] += 1
        state.note(seat, APPOINTED, ())
    elif verb == HIRE:
        hand.savings -= terms.v.agent_cost[SPIES]
        hand.trainees[SPIES] += 1
        state.note(seat, HIRED, ())
    elif verb == ACTIVATE:
        activate(terms, state.table, hand, action[1])
        state.note(seat, ACTIVATED, (action[1],))
    elif verb == ABANDON:
        state.note(seat, ABANDONED, (hand.mission,))
        drop_mission(terms, hand)
    else:
        send_agent(state, hand, action)
    state.ask_again(seat)


def recruit(terms: Terms, state: LeadersState, hand: LeadersHand, unit: int) -> None:
    """8.2"""
    hand.savings -= terms.v.unit_cost[unit]
    hand.due[(terms.v.unit_time[unit] - 1) * 3 + unit] += 1
    hand.visit[unit] += 1
    state.note(hand.seat, ORDERED, (unit,))


def begin_research(terms: Terms, state: LeadersState, hand: LeadersHand, area: int) -> None:
    """8.3"""
    level = hand.level[area]
    hand.savings -= terms.v.research_cost[area][level]
    hand.project[area] = terms.v.research_time[level]
    hand.begun[area] = state.table.turns[hand.seat]
    state.note(hand.seat, STARTED, (area, level + 1))


def send_agent(state: LeadersState, hand: LeadersHand, action: Action) -> None:
    """8.10-8.20"""
    verb, other = action[0], action[1]
    bit = 1 << other
    seat = hand.seat
    if verb == DISSOLVE:  # 8.15, 9.4
        hand.allies &= ~bit
        hand.notices |= bit
        state.note(seat, DISSOLVED, (other,))
    elif verb == SPY:
        hand.agents[SPIES] -= 1
        hand.orders[SPYING] |= bit
        state.note(seat, SPY_SENT, (other,))
    elif verb == SABOTAGE:
        hand.agents[SPIES] -= 1
        hand.orders[SABOTAGING] |= bit
        state.note(seat, SABOTEUR_SENT, (other,))
    else:
        hand.agents[DIPLOMAT] -= 1
        if verb == BOYCOTT:
            hand.orders[BOYCOTTING] |= bit
            state.note(seat, BOYCOTT_SENT, (other,))
        elif verb == PROPOSE:
            hand.offers |= bit
            state.note(seat, PROPOSED, (other,))
        else:
            hand.savings -= action[2]
            hand.tribute[other] += action[2]
            hand.given[other] += action[2]
            state.note(seat, TRIBUTE_SENT, (other, action[2]))


def close_office(terms: Terms, state: LeadersState, seat: int) -> None:
    leave_office(terms, state.hands[seat])
    end_alliances(state, state.hands[seat])
    state.answered(seat)


def end_alliances(state: LeadersState, hand: LeadersHand) -> None:
    """8.15, 9.4: what was dissolved in this visit has ended for the others too."""
    me = 1 << hand.seat
    for other in state.hands:
        if (hand.notices >> other.seat) & 1:
            other.allies &= ~me
            other.ended |= me
            state.reveal(1 << other.seat, ALLIANCE, (hand.seat, ENDED))
    hand.notices = 0
