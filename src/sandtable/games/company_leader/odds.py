"""Exact chances of a shot (6.4-6.9)."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.state import ARTILLERY, UNDER_FIRE, LeaderHand, LeaderTable
from sandtable.games.company_leader.verbs import ALWAYS, HOLD_FIRE, RETURN_FIRE, SHOOT
from sandtable.kit.card import Chance
from sandtable.kit.dice import Odds, divided, repeated


def hits_of(plan: Plan, table: LeaderTable, shooter: int, target: int) -> Odds:
    """6.4-6.7: hits of a shot, counted in halves, added up and rounded up."""
    row = (plan.terrain[target] * 2 + plan.vehicle[table.face[target]]) * 6
    ways = [0] * 5
    for face in range(6):
        ways[2 * plan.dice.whole[row + face] + plan.dice.half[row + face]] += 1
    halves = repeated(Odds(ways), table.strength[shooter])
    return divided(Odds([0, *halves.ways]), 2)  # one half more, then rounded down: rounded up


def answers(plan: Plan, table: LeaderTable, shooter: int, target: int) -> bool:
    """6.9, 6.12: the target may shoot back."""
    if table.face[shooter] == ARTILLERY or table.face[target] == ARTILLERY:
        return False
    start = plan.fire_start[table.face[target]] + target * 6
    return shooter in plan.fires[start + table.facing[target]]


def shot(plan: Plan, table: LeaderTable, shooter: int, target: int, suffix: str) -> list[Chance]:
    hits = hits_of(plan, table, shooter, target)
    left = table.strength[target]
    return [
        Chance("destroy" + suffix, hits.at_least(left), hits.total, "field", (target,)),
        Chance("hit" + suffix, hits.at_least(1), hits.total, "field", (target,)),
        Chance("hits" + suffix, hits.mean(), hits.total, "field", (target,), True),
    ]


def odds_of(plan: Plan, table: LeaderTable, hand: LeaderHand, action: Action) -> list[Chance]:
    frame = table.stack[-1]
    if action[0] == SHOOT:
        field, target = frame.regs[0], action[1]
        found = shot(plan, table, field, target, "")
        return found + shot(plan, table, target, field, "-back") if answers(plan, table, field, target) else found
    if frame.step != UNDER_FIRE:
        return []
    field, target = frame.regs[0], frame.regs[5]
    if action[0] in (RETURN_FIRE, ALWAYS):
        return shot(plan, table, target, field, "") + shot(plan, table, field, target, "-us")
    return shot(plan, table, field, target, "-us") if action[0] == HOLD_FIRE else []
