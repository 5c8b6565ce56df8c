"""Chapter 4: what happens in the events of the active seat."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.leaders.rules.common import Terms, allying, in_camp, lowest_kind, skilled
from sandtable.games.leaders.rules.covert import Outcome, decide_attempts, report, tell_foiled
from sandtable.games.leaders.rules.missions import FAILED, FULFILLED, deal, drop_mission, judge
from sandtable.games.leaders.rules.turn import check_goals
from sandtable.games.leaders.state import (
    BOARD,
    BOYCOTTING,
    CHINA,
    ECONOMY,
    EVENTS,
    GERMANY,
    MILITARY,
    PLACING,
    RAID,
    SABOTAGING,
    SPYING,
    TECHNOLOGY,
    LeadersHand,
    LeadersState,
    LeadersTable,
)
from sandtable.games.leaders.verbs import (
    ACCEPT,
    ALLIANCE,
    ANSWERED,
    BOYCOTTED,
    CONTINUE,
    DECLINE,
    DO_ON_BOARD,
    HONOURED,
    MILITARY_TECHNOLOGY,
    MISSION_FAILED,
    NEW_DIPLOMATS,
    NEW_SPIES,
    NEW_TECHNOLOGY,
    OFFER,
    PRODUCTION,
    REINFORCED,
    REMOVE,
    REMOVED,
    SABOTAGED,
    TRIBUTE_RECEIVED,
)

REMOVE_UNITS = 5  # what the companion says is to be done (words.py, TASKS)

# answers to an offer (words.py, ANSWERS)
DECLINED = 0
ACCEPTED = 1
ENDED = 2


def step_fate(terms: Terms, state: LeadersState) -> None:
    """The same draws every turn, whatever is on its way, so that their number tells nothing: for each
    other seat three per cents and three coins of exposure, then a draw for each category of missions."""
    others = 3 * (terms.seats - 1)
    state.table.dice = [100] * others + [2] * others + [12] * 3


def resolve(terms: Terms, state: LeadersState, outcomes: Action) -> None:
    """4.1: all events, in their order; what is to be chosen is asked after."""
    table = state.table
    table.dice = []
    seat = table.active
    hand = state.hands[seat]
    struck = decide_attempts(terms, state, outcomes)
    reinforce(terms, state, hand)
    announce_strikes(terms, state, seat, struck)
    levels = finish_research(terms, hand)
    hand.income = income(terms, table, hand)
    if levels & 1:
        table.military[seat] = hand.level[MILITARY]
        table.military_turn[seat] = table.turns[seat]
        table.purse[seat] -= terms.v.research_cost[MILITARY][hand.level[MILITARY] - 1]
        state.reveal(EVERYONE, MILITARY_TECHNOLOGY, (seat, hand.level[MILITARY]))
    honour(terms, state, hand, levels)
    for area in (TECHNOLOGY, ECONOMY):
        if (levels >> area) & 1:
            state.reveal(1 << seat, NEW_TECHNOLOGY, (area, hand.level[area]))
    secret_events(terms, state, hand)
    deal(terms, state, hand, outcomes, 6 * (terms.seats - 1))
    if check_goals(terms, state, seat):
        return
    if struck.raids and not terms.companion:
        table.stack[-1] = Frame(RAID, 0, [struck.raids * terms.v.sabotage, 0])
    else:
        table.stack[-1] = Frame(EVENTS, 0, [])


# public events


def reinforce(terms: Terms, state: LeadersState, hand: LeadersHand) -> None:
    """4.2, 8.2, 8.6"""
    seat = hand.seat
    table = state.table
    due = hand.due
    free = 1 if skilled(terms, table, seat, CHINA) else 0
    bonus = 1 if hand.level[TECHNOLOGY] >= 2 else 0
    infantry, tanks, planes = due[0] + free + bonus, due[1], due[2]
    hand.due = [due[3], due[4], due[5], 0, 0, 0]
    table.arrived[seat * 3 : seat * 3 + 3] = [infantry, tanks, planes]
    if infantry + tanks + planes == 0:
        return
    cost = terms.v.unit_cost
    table.purse[seat] -= (infantry - free) * cost[0] + tanks * cost[1] + planes * cost[2]
    if not terms.companion:
        table.camp[seat * 3] += infantry
        table.camp[seat * 3 + 1] += tanks
        table.camp[seat * 3 + 2] += planes
    state.reveal(EVERYONE, REINFORCED, (seat, infantry, tanks, planes))


def announce_strikes(terms: Terms, state: LeadersState, seat: int, struck: Outcome) -> None:
    """4.3, 4.4: without the name of the author."""
    table = state.table
    table.sabotaged[seat] = struck.raids
    table.boycotted[seat] = struck.boycotts
    for _ in range(struck.raids):
        state.reveal(EVERYONE, SABOTAGED, (seat, terms.v.sabotage))
    if struck.raids and terms.companion:  # 12.5
        state.tell(EVERYONE, DO_ON_BOARD, (seat, REMOVE_UNITS))
    hand = state.hands[seat]
    hand.loss = 0
    for _ in range(struck.boycotts):
        loss = boycott_loss(terms, table, seat)
        hand.loss += loss
        state.reveal(EVERYONE, BOYCOTTED, (seat, loss))
    sure = table.points[seat] + (terms.v.germany if skilled(terms, table, seat, GERMANY) else 0)
    table.purse[seat] -= min(hand.loss, sure)  # 4.4


def boycott_loss(terms: Terms, table: LeadersTable, seat: int) -> int:
    """8.11"""
    return max(terms.v.boycott_least, (table.points[seat] * terms.v.boycott_percent + 50) // 100)


def finish_research(terms: Terms, hand: LeadersHand) -> int:
    """8.3: a bit per area in which a level is finished now."""
    levels = 0
    for area in range(3):
        if hand.project[area]:
            hand.project[area] -= 1
            if hand.project[area] == 0:
                hand.level[area] += 1
                levels |= 1 << area
    return levels


def honour(terms: Terms, state: LeadersState, hand: LeadersHand, levels: int) -> None:
    """4.6, 10.18, 10.15"""
    reports = state.box.reports
    worked = 0
    for i in range(0, len(reports), 5):
        if reports[i] == hand.seat and reports[i + 3]:
            worked |= 1 << reports[i + 2]
    finished = 0
    for area in range(3):
        if (levels >> area) & 1 and hand.begun[area] >= hand.since:
            finished += 1
    verdict = judge(terms, state.table, hand, worked, finished)
    if verdict == FULFILLED:
        if terms.category_lock:
            hand.closed = terms.v.category[hand.mission]
        drop_mission(terms, hand)
        state.table.badges[hand.seat] += 1
        state.reveal(EVERYONE, HONOURED, (hand.seat, state.table.badges[hand.seat]))
    elif verdict == FAILED:
        hand.met = 2  # told at its place among the secret events


# secret events


def secret_events(terms: Terms, state: LeadersState, hand: LeadersHand) -> None:
    seat = hand.seat
    enlist(state, hand, 0, NEW_DIPLOMATS)
    for giver in state.hands:
        amount = giver.tribute[seat]
        if amount:  # 4.9
            giver.tribute[seat] = 0
            hand.gift += amount
            state.reveal(1 << seat, TRIBUTE_RECEIVED, (giver.seat, amount))
    report(state, hand, BOYCOTTING)
    tell_foiled(state, hand, BOYCOTTING)
    alliance_news(state, hand)
    enlist(state, hand, 1, NEW_SPIES)
    report(state, hand, SABOTAGING)
    tell_foiled(state, hand, SABOTAGING)
    report(state, hand, SPYING)
    tell_foiled(state, hand, SPYING)
    hand.sent = [0, 0, 0]
    if hand.mission >= 0 and hand.met == 2:  # 4.14
        state.reveal(1 << seat, MISSION_FAILED, (hand.mission,))
        drop_mission(terms, hand)


def enlist(state: LeadersState, hand: LeadersHand, agent: int, event: int) -> None:
    """4.8"""
    if hand.trainees[agent]:
        hand.agents[agent] += hand.trainees[agent]
        state.reveal(1 << hand.seat, event, (hand.trainees[agent],))
        hand.trainees[agent] = 0


def alliance_news(state: LeadersState, hand: LeadersHand) -> None:
    """4.13, 4.16: answers and dissolutions are told once more, offers arrive."""
    seat = hand.seat
    me = 1 << seat
    for other in state.hands:
        bit = 1 << other.seat
        if hand.yes & bit:
            state.tell(me, ALLIANCE, (other.seat, ACCEPTED))
        if hand.no & bit:
            state.tell(me, ALLIANCE, (other.seat, DECLINED))
        if hand.ended & bit:
            state.tell(me, ALLIANCE, (other.seat, ENDED))
        if other.offers & me:
            other.offers &= ~me
            other.proposed |= me
            hand.received |= bit
            state.reveal(me, OFFER, (other.seat,))
    hand.yes = hand.no = hand.ended = 0


# units lost to sabotage


def step_raid(terms: Terms, state: LeadersState) -> None:
    """4.3: asked only where there is a choice."""
    table = state.table
    seat = table.active
    frame = table.stack[-1]
    while frame.regs[0] > 0 and in_camp(table, seat) > 0:
        kind = lowest_kind(table.camp, seat * 3)
        if kind < 0 and frame.regs[0] < in_camp(table, seat):
            state.ask([seat])
            return
        if kind < 0:  # all of them go
            kind = 0 if table.camp[seat * 3] else 1
        remove(state, seat, kind)
    table.stack[-1] = Frame(EVENTS, 0, [])


def offer_removals(table: LeadersTable, seat: int) -> list[Action]:
    return [(REMOVE, unit) for unit in range(3) if table.camp[seat * 3 + unit]]


def remove(state: LeadersState, seat: int, unit: int) -> None:
    state.table.camp[seat * 3 + unit] -= 1
    regs = state.table.stack[-1].regs
    regs[0] -= 1
    regs[1] = max(regs[1], unit)
    state.tell(EVERYONE, REMOVED, (seat, unit))


# decisions and income


def income(terms: Terms, table: LeadersTable, hand: LeadersHand) -> int:
    """4.15 without boycotts and tribute."""
    points = table.points[hand.seat]
    total = points
    if skilled(terms, table, hand.seat, GERMANY):
        total += terms.v.germany
    for level in range(hand.level[ECONOMY]):
        total += terms.v.economy[level]
    if hand.level[TECHNOLOGY] >= 3:
        total += (points * terms.v.technology_percent + 50) // 100
    return total


def step_events(terms: Terms, state: LeadersState) -> None:
    """4.1: that the seat is asked tells nothing, for it always is; where nobody can offer an alliance there is nothing to ask."""
    hand = state.hands[state.table.active]
    pay(terms, state, hand)
    if terms.companion or allying(state.table):
        state.ask([hand.seat])
    else:
        leave_events(terms, state, hand)


def pay(terms: Terms, state: LeadersState, hand: LeadersHand) -> None:
    """4.15: once all offers are answered."""
    if hand.received or hand.paid:
        return
    hand.paid = 1
    gained = max(0, hand.income - hand.loss) + hand.gift  # 4.4
    hand.gift = 0
    hand.savings += gained
    state.tell(1 << hand.seat, PRODUCTION, (gained, hand.savings))


def offer_decisions(terms: Terms, hand: LeadersHand) -> list[Action]:
    if not hand.received:
        return [(CONTINUE,)]
    found: list[Action] = []
    for verb in (ACCEPT, DECLINE):
        for seat in range(terms.seats):
            if (hand.received >> seat) & 1:
                found.append((verb, seat))
    return found


def answer(terms: Terms, state: LeadersState, seat: int, other: int, accepted: bool) -> None:
    """4.13, 4.16, 9.1: an alliance holds at once, so whoever offered it is told at once."""
    hand, offerer = state.hands[seat], state.hands[other]
    me = 1 << seat
    hand.received &= ~(1 << other)
    offerer.proposed &= ~me
    reply = ACCEPTED if accepted and allying(state.table) else DECLINED
    if reply == ACCEPTED:
        hand.allies |= 1 << other
        offerer.allies |= me
        offerer.yes |= me
    else:
        offerer.no |= me
    state.note(seat, ANSWERED, (other, ACCEPTED if accepted else DECLINED))
    state.reveal(1 << other, ALLIANCE, (seat, reply))
    pay(terms, state, hand)
    state.ask_again(seat)


def go_on(terms: Terms, state: LeadersState, seat: int) -> None:
    state.answered(seat)
    leave_events(terms, state, state.hands[seat])


def leave_events(terms: Terms, state: LeadersState, hand: LeadersHand) -> None:
    hand.paid = 0
    state.table.stack[-1] = Frame(BOARD if terms.companion else PLACING, 0, [])
