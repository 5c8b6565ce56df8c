"""What ``done`` ends, under a name of its own, and what would be left unused."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.movement import untouched
from sandtable.games.company_leader.rules.turn import can_shop, earnings, last_of_side
from sandtable.games.company_leader.state import (
    ACTIONS,
    BREACH,
    CHOOSE,
    DUMMY,
    HID,
    SCOUTED,
    SETUP,
    TURN,
    USED,
    LeaderHand,
    LeaderTable,
)
from sandtable.games.company_leader.verbs import DONE
from sandtable.kit.card import ENDS_PHASE, ENDS_PIECE, ENDS_TURN, Ending


def ending_of(plan: Plan, table: LeaderTable, hand: LeaderHand, action: Action) -> Ending | None:
    if action[0] != DONE:
        return None
    frame = table.stack[-1]
    if frame.proc == SETUP:
        return Ending("army", ENDS_PHASE, some("coins", plan.settings.army_coins - hand.spent))
    if frame.proc == TURN:
        if frame.step == ACTIONS:
            return end_of_actions(plan, table, hand)
        return Ending("turn", ENDS_TURN, some("coins", table.coins[plan.sides[hand.seat]]))
    if frame.step == CHOOSE:
        if untouched(table):
            return Ending("put-back", ENDS_PIECE)
        return Ending("troop", ENDS_PIECE, some("actions", frame.regs[1]))
    if frame.step == SCOUTED:
        return Ending("stay", ENDS_PIECE)
    if frame.step == BREACH:
        return Ending("no-blitz", ENDS_PIECE)
    return Ending("no-more-dummies" if frame.regs[5] > 0 else "no-dummies", ENDS_PIECE)


def end_of_actions(plan: Plan, table: LeaderTable, hand: LeaderHand) -> Ending:
    """8.4: where nothing could be bought the turn is over at once."""
    unused = some("troops", idle_troops(plan, table, hand))
    waits = not last_of_side(plan, table, hand.seat) if plan.together else False  # 3.12: what the team will earn is not known yet
    if waits or can_shop(plan, table, hand.seat, earnings(plan, table, hand.seat)):
        return Ending("actions", ENDS_PHASE, unused)
    return Ending("turn", ENDS_TURN, unused)


def idle_troops(plan: Plan, table: LeaderTable, hand: LeaderHand) -> int:
    """Troops that could still act this turn, concealed ones too."""
    count = 0
    barred = USED if plan.settings.reveal_again else USED | HID
    for field in range(len(table.owner)):
        if table.owner[field] == hand.seat and table.mark[field] & barred == 0:
            if table.face[field] > 0 or hand.kind[field] > DUMMY:
                count += 1
    return count


def some(key: str, count: int) -> list[tuple[str, int]]:
    return [(key, count)] if count > 0 else []
