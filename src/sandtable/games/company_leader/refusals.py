"""Why an action that is not on offer is refused: a reason that helps, from what the seat knows."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.concealed import (
    refuse_activate,
    refuse_conceal,
    refuse_reveal,
    refuse_swap,
)
from sandtable.games.company_leader.rules.purchases import refuse_lift, refuse_purchase, refuse_put
from sandtable.games.company_leader.rules.shooting import refuse_repair, refuse_shot
from sandtable.games.company_leader.rules.turn import refuse_word
from sandtable.games.company_leader.state import (
    ACT,
    ACTIONS,
    BUYABLE,
    CHOOSE,
    DUMMY,
    LOOKED,
    NOBODY,
    PURCHASES,
    SCOUTED,
    SETUP,
    TURN,
    UNDER_FIRE,
    LeaderHand,
    LeaderTable,
)
from sandtable.games.company_leader.verbs import (
    ACTIVATE,
    ADVANCE,
    BUY,
    CONCEAL,
    DECOY,
    DONE,
    FACE,
    LIFT,
    PASS_ON,
    PLACE,
    PUT,
    REPAIR,
    REVEAL,
    SHOOT,
    SWAP,
    TURN_TO,
    VERBS,
)


def refusal(plan: Plan, table: LeaderTable, hand: LeaderHand, action: Action) -> str:
    """The action is known not to be legal."""
    if not action or action[0] < 0 or action[0] >= len(VERBS):
        return "no-such-verb"
    shape = VERBS[action[0]]
    if len(action) != len(shape.operands) + 1:
        return "wrong-operands"
    for i in range(1, len(action)):
        if not sensible(plan, shape.operands[i - 1], action[i]):
            return "no-such-" + shape.operands[i - 1]
    frame = table.stack[-1]
    if frame.proc == SETUP:
        return refuse_setup(plan, hand, action)
    if frame.proc == TURN:
        return refuse_turn(plan, table, hand, action)
    if frame.proc == ACT:
        return refuse_act(plan, table, hand, action)
    return "not-turned-up" if action[0] == FACE else "facing-first"


def sensible(plan: Plan, kind: str, value: int) -> bool:
    if kind == "field":
        return 0 <= value < plan.size
    if kind == "direction":
        return 0 <= value < 6
    if kind == "type":
        return 0 <= value < BUYABLE
    if kind == "zone":
        return 0 <= value < len(plan.zone_seat)
    if kind == "seat":
        return 0 <= value < plan.seats
    return 0 < value < 100


def refuse_setup(plan: Plan, hand: LeaderHand, action: Action) -> str:
    if action[0] == DONE and plan.bought_armies:
        return "no-troop-yet"
    if action[0] != PLACE:
        return "place-first"
    kind, field = action[1], action[2]
    if plan.home[field] != hand.seat:
        return "not-your-territory"
    if hand.kind[field] != DUMMY:
        return "troop-there"
    if kind == DUMMY:
        return "is-dummy"
    return "too-dear" if plan.bought_armies else "none-left"


def refuse_turn(plan: Plan, table: LeaderTable, hand: LeaderHand, action: Action) -> str:
    verb = action[0]
    step = table.stack[-1].step
    if step == PURCHASES:
        if verb == BUY:
            return "is-dummy" if action[1] == DUMMY else refuse_purchase(plan, table, hand, action[1], action[2])
        if verb == REVEAL:
            return refuse_reveal(table, hand, action[1])
        if verb == CONCEAL:
            return refuse_conceal(plan, table, hand, action[1])
        return refuse_lift(plan, table, hand, action[1]) if verb == LIFT else "purchases-now"
    if step != ACTIONS:
        return refuse_put(plan, table, hand, action[1], action[2]) if verb == PUT else "filling-now"
    if verb == SWAP:
        return refuse_swap(plan, table, hand, action[1], action[2])
    if verb == REVEAL:
        return refuse_reveal(table, hand, action[1])
    if verb == CONCEAL:
        return refuse_conceal(plan, table, hand, action[1])
    if verb == ACTIVATE:
        return refuse_activate(table, hand, action[1])
    if verb == PASS_ON:
        return refuse_word(plan, table, hand.seat, action[1])
    if verb in (TURN_TO, ADVANCE, DECOY, SHOOT, REPAIR):
        return "activate-first"
    return "actions-first" if verb in (BUY, LIFT, PUT) else "not-now"


def refuse_act(plan: Plan, table: LeaderTable, hand: LeaderHand, action: Action) -> str:
    verb = action[0]
    step = table.stack[-1].step
    if step == CHOOSE:
        if verb == SHOOT:
            return refuse_shot(plan, table, hand.seat, action[1], action[2])
        if verb == REPAIR:
            return refuse_repair(plan, table, hand.seat)
        if verb == TURN_TO:
            return "move-before-shooting"
    if step == SCOUTED and verb == ADVANCE:
        return "dummy-in-view"
    if step == LOOKED and verb == DECOY:
        return refuse_decoy(table, action[1])
    if verb == REVEAL and step != UNDER_FIRE:
        return refuse_reveal(table, hand, action[1])
    if verb == CONCEAL and step != UNDER_FIRE:
        return refuse_conceal(plan, table, hand, action[1])
    if verb in (SWAP, ACTIVATE, PASS_ON):
        return "finish-piece-first"
    return "not-now"


def refuse_decoy(table: LeaderTable, field: int) -> str:
    if table.owner[field] != NOBODY:
        return "field-held"
    return "not-behind-or-in-view"
