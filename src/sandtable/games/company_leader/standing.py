"""How a leader stands: strength and towns, of the own side and of all others."""

from __future__ import annotations

from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.state import LeaderState
from sandtable.kit.reasons import Measure


def standing_of(plan: Plan, state: LeaderState, seat: int) -> list[Measure]:
    """Face-down troops count with their full strength; whose they are is public, what they are is imagined."""
    table, side = state.table, plan.sides[seat]
    strength, towns = [0, 0], [0, 0]
    for field in range(plan.size):
        owner = table.owner[field]
        if owner < 0:
            continue
        foreign = 0 if plan.sides[owner] == side else 1
        kind = state.hands[owner].kind[field]
        strength[foreign] += table.strength[field] if table.face[field] else plan.full[max(0, kind)]
    for other in range(plan.seats):  # still to be placed
        for kind in range(len(state.hands[other].left)):
            strength[0 if plan.sides[other] == side else 1] += plan.full[kind] * state.hands[other].left[kind]
    for field in plan.towns:
        if table.owner[field] >= 0:
            towns[0 if plan.sides[table.owner[field]] == side else 1] += 1
    return [
        Measure("strength-ours", strength[0], 1),
        Measure("strength-theirs", strength[1], -1),
        Measure("towns-ours", towns[0], 1),
        Measure("towns-theirs", towns[1], -1),
    ]
