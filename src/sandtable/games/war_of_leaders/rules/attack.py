"""Chapter 8: attacking."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action
from sandtable.games.war_of_leaders.rules.fog import judge_sight
from sandtable.games.war_of_leaders.rules.ground import in_sight, known_x, known_y, targets
from sandtable.games.war_of_leaders.rules.talk import note_attack
from sandtable.games.war_of_leaders.rules.turn import ROLL, SCATTERING, end_turn, has_target, take_aim
from sandtable.games.war_of_leaders.rules.win import ended_by_elimination, lose_piece
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import AIM, ALIVE, ATTACK_ROLL, LeadersHand, LeadersState, LeadersTable
from sandtable.games.war_of_leaders.verbs import AIMED, FAILED, FIRE, HIT, MISSED, ROLLED, STAY, STAYED, SUCCEEDED, UNREACHED
from sandtable.kit.plane import within


def aim_actions(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    pairs = targets(rules, table, known_x(rules, table, hand), known_y(rules, table, hand), hand.seat, False)
    found: list[Action] = [(STAY,)] if rules.late else []
    return found + [(FIRE, pairs[k], pairs[k + 1]) for k in range(0, len(pairs), 2)]


def aim_refusal(rules: Rules, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    if action[0] == STAY and rules.late:
        return ""
    if action[0] != FIRE:
        return "aim-first"
    a, b = action[1], action[2]
    base = hand.seat * rules.army
    if not base <= a < base + rules.army:
        return "not-yours"
    if not 0 <= b < len(table.life) or base <= b < base + rules.army:
        return "no-enemy"
    if table.life[a] != ALIVE or table.life[b] != ALIVE:
        return "piece-gone"
    xs, ys = known_x(rules, table, hand), known_y(rules, table, hand)
    if xs[b] < 0:
        return "not-shown"  # 11.4
    if not within(xs[a], ys[a], xs[b], ys[b], table.reach[a - base]):
        return "out-of-range"
    return "" if in_sight(rules, table, xs, ys, a, b) else "no-line-of-sight"


def fire(rules: Rules, state: LeadersState, seat: int, a: int, b: int) -> None:
    """8.1, 8.5"""
    frame = state.table.stack[-1]
    state.tell(EVERYONE, AIMED, (a, b))
    note_attack(rules, state, seat, b // rules.army)
    if rules.late:
        hit(rules, state, b)
        return
    frame.step = ATTACK_ROLL
    frame.regs[ROLL] = a
    frame.regs[SCATTERING] = b
    state.table.pending = []
    state.table.dice = [6]


def ranged(rules: Rules, state: LeadersState, pips: int) -> None:
    """8.2: the first die says how far the attack reaches; it may reach nobody."""
    table = state.table
    table.dice = []
    state.tell(EVERYONE, ROLLED, (table.turn, pips))
    table.reach = rules.reach_by(pips)
    if not has_target(rules, table, state.hands[table.turn]):
        state.tell(EVERYONE, UNREACHED, (table.turn,))
        end_turn(rules, state, table.turn, False)
    else:
        take_aim(rules, state, table.turn)


def judged(rules: Rules, state: LeadersState, pips: int) -> None:
    """8.1, 8.5: a success whose target is named now."""
    table = state.table
    if pips % 2:
        state.tell(EVERYONE, FAILED, (table.turn, pips))
        end_turn(rules, state, table.turn, False)
        return
    state.tell(EVERYONE, SUCCEEDED, (table.turn, pips))
    table.stack[-1].step = AIM
    state.ask([table.turn])


def let_go(rules: Rules, state: LeadersState, seat: int) -> None:
    """8.1: a success that is not used; it was an attack all the same."""
    state.tell(EVERYONE, STAYED, (seat,))
    end_turn(rules, state, seat, False)


def resolve_attack(rules: Rules, state: LeadersState, pips: int) -> None:
    """8.5-8.9"""
    table = state.table
    table.dice = []
    if rules.late:
        judged(rules, state, pips)
        return
    target = table.stack[-1].regs[SCATTERING]
    table.stack[-1].regs[SCATTERING] = -1
    if pips % 2:
        state.tell(EVERYONE, MISSED, (target, pips))
        end_turn(rules, state, table.turn, False)
    else:
        state.tell(EVERYONE, HIT, (target, pips))
        hit(rules, state, target)


def hit(rules: Rules, state: LeadersState, target: int) -> None:
    lose_piece(rules, state, target)
    if not ended_by_elimination(rules, state):
        judge_sight(rules, state)
        end_turn(rules, state, state.table.turn, False)
