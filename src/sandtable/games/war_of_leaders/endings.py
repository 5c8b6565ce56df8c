"""What a choice ends, and what would be left unused by it."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.war_of_leaders.rules.ground import known_x, known_y, targets
from sandtable.games.war_of_leaders.rules.turn import HAS_MOVED, ROLL, SCATTERING, next_orphan
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import AIM, D_STATUS, D_TO, OFFERED, LeadersHand, LeadersTable
from sandtable.games.war_of_leaders.verbs import ATTACK, DECLINE, MOVE, PASS, SCATTER, STAY
from sandtable.kit.card import ENDS_PHASE, ENDS_PIECE, ENDS_TURN, Ending


def ending_of(rules: Rules, table: LeadersTable, hand: LeadersHand, action: Action) -> Ending | None:
    verb = action[0]
    if verb == STAY and table.stack[-1].step == AIM:
        return Ending("let-go", ENDS_TURN, attacks_left(rules, table, hand))
    if verb == STAY:
        return staying(rules, table, hand)
    if verb == PASS:
        return Ending("pass", ENDS_TURN, [("moves", 1), *attacks_left(rules, table, hand), *answers_left(rules, table, hand)])
    if verb == DECLINE:
        return declining(rules, table)
    if verb in (ATTACK, MOVE, SCATTER):
        unanswered = answers_left(rules, table, hand)  # 10.3: only before declaring
        keys = {ATTACK: "declare-attack", MOVE: "declare-move", SCATTER: "declare-scatter"}
        return Ending(keys[verb], ENDS_PHASE, unanswered) if unanswered else None
    return None


def staying(rules: Rules, table: LeadersTable, hand: LeadersHand) -> Ending:
    """5.4, 6.9: the roll is lost; a turn in which nothing moved is a pass."""
    regs = table.stack[-1].regs
    unused = [("pips", regs[ROLL])]
    if regs[SCATTERING] >= 0 and next_orphan(rules, table, hand.seat, regs[SCATTERING]) >= 0:
        return Ending("stay-piece", ENDS_PIECE, unused)
    return Ending("stay-rest" if regs[HAS_MOVED] else "stay-turn", ENDS_TURN, unused)


def declining(rules: Rules, table: LeadersTable) -> Ending:
    """3.4: when all decline in a row, building ends."""
    regs = table.stack[-1].regs
    playing = len([seat for seat in table.order if not table.out[seat]])
    if regs[2] + 1 < playing:
        return Ending("decline", ENDS_TURN)
    return Ending("decline-last", ENDS_PHASE, [("obstacles", rules.wall_count - regs[1])])


def attacks_left(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[tuple[str, int]]:
    """Own pieces that could attack somebody."""
    pairs = targets(rules, table, known_x(rules, table, hand), known_y(rules, table, hand), hand.seat, False)
    able = 0
    for k in range(0, len(pairs), 2):
        if k == 0 or pairs[k] != pairs[k - 2]:
            able += 1
    return [("attackers", able)] if able else []


def answers_left(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[tuple[str, int]]:
    """Offers that the seat could still answer in this turn."""
    if not rules.negotiation:
        return []
    able = min(len(open_offers(table, hand)), rules.max_talks - hand.talks)
    return [("offers", able)] if able > 0 else []


def open_offers(table: LeadersTable, hand: LeadersHand) -> list[list[int]]:
    """Offers to the seat that nobody has answered yet, private ones first."""
    return [deal for deal in hand.deals + table.treaties if deal[D_STATUS] == OFFERED and deal[D_TO] == hand.seat]
