"""Chapter 5: the turn from declaration to its end."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.war_of_leaders.rules.fog import judge_sight
from sandtable.games.war_of_leaders.rules.ground import known_x, known_y, targets
from sandtable.games.war_of_leaders.rules.talk import end_terms, lapse_offers, talk_actions, talk_refusal
from sandtable.games.war_of_leaders.rules.win import claim_holds, finish, players_left
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import (
    AIM,
    ALIVE,
    ATTACK_ROLL,
    BY_PASSES,
    BY_ROUNDS,
    DECLARE,
    MOVE_ROLL,
    RANGE_ROLL,
    TURN,
    LeadersHand,
    LeadersState,
    LeadersTable,
)
from sandtable.games.war_of_leaders.verbs import ATTACK, DECLARED, MOVE, OFFER, PASS, PASSED, ROUND, SCATTER, SIGNAL, STAYED, TURN_OF

# registers of the turn's frame
ROLL = 0  # pips of a move; while an attack is rolled: the attacker
SCATTERING = 1  # own index of the scattering piece, -1 when not scattering; while an attack is rolled: the target
HAS_MOVED = 2


def begin_play(rules: Rules, state: LeadersState) -> None:
    table = state.table
    table.stack = [Frame(TURN, DECLARE, [0, -1, 0])]
    table.round = 1
    state.tell(EVERYONE, ROUND, (1,))
    judge_sight(rules, state)
    first = 0
    while table.out[table.order[first]]:
        first += 1
    begin_turn(rules, state, table.order[first])


def begin_turn(rules: Rules, state: LeadersState, seat: int) -> None:
    table = state.table
    table.turn = seat
    state.tell(EVERYONE, TURN_OF, (seat,))
    if rules.hold and claim_holds(rules, state, seat):
        return
    if rules.rounds and table.round > rules.rounds and not any(table.claim):
        finish(rules, state, BY_ROUNDS, -1)  # 5.6: the claim that prolonged the match has fallen
        return
    frame = table.stack[-1]
    frame.step = DECLARE
    frame.regs = [0, -1, 0]
    table.reach = rules.reach
    hand = state.hands[seat]
    hand.talks = 0
    hand.chosen = -1
    state.ask([seat])


def end_turn(rules: Rules, state: LeadersState, seat: int, passed: bool) -> None:
    """5.5, 5.6; on to the next player clockwise, 2.6."""
    table = state.table
    table.pending = []
    lapse_offers(rules, state, seat)
    table.idle = table.idle + 1 if passed else 0
    if table.idle >= rules.pass_rounds * len(players_left(table)):
        finish(rules, state, BY_PASSES, -1)
        return
    at = table.order.index(seat)
    while True:
        at += 1
        if at == len(table.order):
            at = 0
            if rules.rounds and table.round >= rules.rounds and not any(table.claim):
                finish(rules, state, BY_ROUNDS, -1)
                return
            table.round += 1
            state.tell(EVERYONE, ROUND, (table.round,))
            end_terms(rules, state)
        if not table.out[table.order[at]]:
            break
    begin_turn(rules, state, table.order[at])


# declaring -----------------------------------------------------------------------------------------


def has_target(rules: Rules, table: LeadersTable, hand: LeadersHand) -> bool:
    """5.2"""
    return len(targets(rules, table, known_x(rules, table, hand), known_y(rules, table, hand), hand.seat, True)) > 0


def next_orphan(rules: Rules, table: LeadersTable, seat: int, after: int) -> int:
    """6.9: own index of the next piece without leader, or -1."""
    for i in range(after + 1, rules.army):
        if table.life[seat * rules.army + i] == ALIVE and table.squad[seat * rules.army + i] < 0:
            return i
    return -1


def declare_actions(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    found: list[Action] = []
    if has_target(rules, table, hand):
        found.append((ATTACK,))
    found.append((MOVE,))
    if rules.scatter and next_orphan(rules, table, hand.seat, -1) >= 0:
        found.append((SCATTER,))
    found.append((PASS,))
    if rules.negotiation:
        found += talk_actions(rules, table, hand)
    return found


def declare_refusal(rules: Rules, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    verb = action[0]
    if verb in (MOVE, PASS):
        return ""
    if verb == ATTACK:
        return "" if has_target(rules, table, hand) else "no-target"
    if verb == SCATTER:
        if not rules.scatter:
            return "no-scatter"
        return "" if next_orphan(rules, table, hand.seat, -1) >= 0 else "no-orphans"
    if OFFER <= verb <= SIGNAL:
        return talk_refusal(rules, table, hand, action)
    return "declare-first"


def declare(rules: Rules, state: LeadersState, seat: int, verb: int) -> None:
    table = state.table
    frame = table.stack[-1]
    if verb == PASS:
        state.tell(EVERYONE, PASSED, (seat,))
        end_turn(rules, state, seat, True)
        return
    state.tell(EVERYONE, DECLARED, (seat, verb))
    if verb == ATTACK:
        if rules.die_range:
            frame.step = RANGE_ROLL
            table.pending = []
            table.dice = [6]
        else:
            take_aim(rules, state, seat)
        return
    if verb == SCATTER:
        frame.regs[SCATTERING] = next_orphan(rules, table, seat, -1)
    roll_move(state)


def take_aim(rules: Rules, state: LeadersState, seat: int) -> None:
    """8.1: the target is named, or with the option the die falls first."""
    table = state.table
    if rules.late:
        table.stack[-1].step = ATTACK_ROLL
        table.pending = []
        table.dice = [6]
        return
    table.stack[-1].step = AIM
    if seat in table.pending:
        state.ask_again(seat)
    else:
        state.ask([seat])


def roll_move(state: LeadersState) -> None:
    """5.3"""
    state.table.stack[-1].step = MOVE_ROLL
    state.table.pending = []
    state.table.dice = [6]


def stay(rules: Rules, state: LeadersState, seat: int) -> None:
    """5.4"""
    state.tell(EVERYONE, STAYED, (seat,))
    next_part(rules, state, seat)


def next_part(rules: Rules, state: LeadersState, seat: int) -> None:
    """6.9: the next scattering piece rolls; else the turn ends."""
    table = state.table
    regs = table.stack[-1].regs
    state.hands[seat].chosen = -1
    if regs[SCATTERING] >= 0:
        regs[SCATTERING] = next_orphan(rules, table, seat, regs[SCATTERING])
        if regs[SCATTERING] >= 0:
            roll_move(state)
            return
    end_turn(rules, state, seat, regs[HAS_MOVED] == 0)
