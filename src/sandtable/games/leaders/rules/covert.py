"""Chapter 8, 8.11-8.21: attempts at other players, decided in the target's events."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.leaders.rules.common import Terms, skilled
from sandtable.games.leaders.state import (
    BOYCOTTING,
    SABOTAGING,
    SPYING,
    TECHNOLOGY,
    USSR,
    LeadersHand,
    LeadersState,
    LeadersTable,
)
from sandtable.games.leaders.verbs import (
    BOYCOTT_FAILED,
    BOYCOTT_FOILED,
    BOYCOTT_WORKED,
    DIPLOMAT_CAUGHT,
    ESPIONAGE_FAILED,
    ESPIONAGE_FOILED,
    SABOTAGE_FAILED,
    SABOTAGE_FOILED,
    SABOTAGE_WORKED,
    SECRET_INFORMATION,
    SPY_CAUGHT,
)


class Outcome:
    """What struck the active seat."""

    def __init__(self) -> None:
        self.raids = 0
        self.boycotts = 0


def chance_of(terms: Terms, table: LeadersTable, sender: LeadersHand, target: LeadersHand, action: int) -> int:
    """8.12: success in a hundred."""
    v = terms.v
    agent = 0 if action == BOYCOTTING else 1
    per_cent = v.success[min(target.agents[agent], len(v.success) - 1)]
    if sender.level[TECHNOLOGY] >= 1:
        per_cent += v.technology_shift
    if target.level[TECHNOLOGY] >= 1:
        per_cent -= v.technology_shift
    if skilled(terms, table, sender.seat, USSR):
        per_cent += v.ussr_shift
    if skilled(terms, table, target.seat, USSR):
        per_cent -= v.ussr_shift
    return max(v.success_low, min(v.success_high, per_cent))


def decide_attempts(terms: Terms, state: LeadersState, outcomes: Action) -> Outcome:
    """8.21: in the order in which they were sent, that is in the order of turns after the target."""
    table = state.table
    target = state.hands[table.active]
    bit = 1 << target.seat
    others = 3 * (terms.seats - 1)
    struck = Outcome()
    target.foiled = []
    for j in range(terms.seats - 1):
        sender = state.hands[(target.seat + 1 + j) % terms.seats]
        for action in range(3):
            if sender.orders[action] & bit == 0:
                continue
            sender.orders[action] &= ~bit
            sender.sent[action] |= bit
            worked = outcomes[j * 3 + action] < chance_of(terms, table, sender, target, action)
            state.box.reports += [sender.seat, target.seat, action, 1 if worked else 0, pack(target)]
            if not worked:  # 8.13
                exposed = outcomes[others + j * 3 + action] == 0
                target.foiled += [action, sender.seat if exposed else -1]
                if exposed:
                    target.caught[sender.seat * 3 + action] += 1
            elif action == SABOTAGING:
                struck.raids += 1
            elif action == BOYCOTTING:
                struck.boycotts += 1
    return struck


def pack(hand: LeadersHand) -> int:
    """4.12: levels and turns left of projects, each 0 to 4, in one number."""
    packed = 0
    for area in range(3):
        packed = packed * 5 + hand.level[area]
    for area in range(3):
        packed = packed * 5 + hand.project[area]
    return packed


def unpack(packed: int) -> list[int]:
    found = [0] * 6
    for i in range(5, -1, -1):
        found[i] = packed % 5
        packed //= 5
    return found


def report(state: LeadersState, hand: LeadersHand, action: int) -> None:
    """4.10, 4.12"""
    reports = state.box.reports
    kept: list[int] = []
    me = 1 << hand.seat
    for i in range(0, len(reports), 5):
        if reports[i] != hand.seat or reports[i + 2] != action:
            kept += reports[i : i + 5]
            continue
        target, worked = reports[i + 1], reports[i + 3]
        if worked:
            hand.scored[target * 3 + action] = state.table.turns[target]
        if action == BOYCOTTING:
            state.reveal(me, BOYCOTT_WORKED if worked else BOYCOTT_FAILED, (target,))
        elif action == SABOTAGING:
            state.reveal(me, SABOTAGE_WORKED if worked else SABOTAGE_FAILED, (target,))
        elif not worked:
            state.reveal(me, ESPIONAGE_FAILED, (target,))
        else:
            learned = unpack(reports[i + 4])
            for j in range(6):
                hand.spied[target * 6 + j] = learned[j]
            hand.spied_turn[target] = state.table.turns[target]
            state.reveal(me, SECRET_INFORMATION, (target, *learned))
    state.box.reports = kept


def tell_foiled(state: LeadersState, hand: LeadersHand, action: int) -> None:
    """4.11"""
    me = 1 << hand.seat
    for i in range(0, len(hand.foiled), 2):
        if hand.foiled[i] != action:
            continue
        culprit = hand.foiled[i + 1]
        if culprit < 0:
            kind = BOYCOTT_FOILED if action == BOYCOTTING else ESPIONAGE_FOILED if action == SPYING else SABOTAGE_FOILED
            state.reveal(me, kind, ())
        elif action == BOYCOTTING:
            state.reveal(me, DIPLOMAT_CAUGHT, (culprit,))
        else:
            state.reveal(me, SPY_CAUGHT, (culprit, action))
