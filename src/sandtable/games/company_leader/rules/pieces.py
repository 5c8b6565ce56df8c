"""Chapter 2: pieces, where they lie and what everybody knows of them; chapter 9: who sees what."""

from __future__ import annotations

from sandtable.core.game import EVERYONE
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.state import (
    DUMMY,
    LOT_NET,
    NOBODY,
    UNKNOWN,
    USED,
    LeaderHand,
    LeaderState,
    LeaderTable,
)
from sandtable.games.company_leader.verbs import SHOWN


def watched(plan: Plan, table: LeaderTable, seat: int) -> list[int]:
    """By field: 1 where a hostile revealed troop looks (9.7)."""
    seen = [0] * plan.size
    side = plan.sides[seat]
    face, owner, facing = table.face, table.owner, table.facing
    for field in range(plan.size):
        kind = face[field]
        if kind > 0 and plan.sides[owner[field]] != side:
            for at in plan.views[plan.view_start[kind] + field * 6 + facing[field]]:
                seen[at] = 1
    return seen


def in_view(plan: Plan, table: LeaderTable, seat: int, field: int) -> bool:
    return watched(plan, table, seat)[field] != 0


def hostile(plan: Plan, table: LeaderTable, seat: int, field: int) -> bool:
    """A piece of another side lies there."""
    owner = table.owner[field]
    return owner >= 0 and plan.sides[owner] != plan.sides[seat]


def fixed(plan: Plan, table: LeaderTable, field: int) -> bool:
    """4.2: the piece there changes places no more this turn."""
    mark = table.mark[field]
    return mark & plan.tied != 0 or (table.face[field] == 0 and mark & USED != 0)


def exchange(table: LeaderTable, hand: LeaderHand, a: int, b: int) -> None:
    """Two pieces of one owner change places, or a piece goes to an empty field."""
    owner, face, facing, strength = table.owner, table.face, table.facing, table.strength
    mark, known, origin, kind = table.mark, table.known, table.origin, hand.kind
    owner[a], owner[b] = owner[b], owner[a]
    face[a], face[b] = face[b], face[a]
    facing[a], facing[b] = facing[b], facing[a]
    strength[a], strength[b] = strength[b], strength[a]
    mark[a], mark[b] = mark[b], mark[a]
    known[a], known[b] = known[b], known[a]
    origin[a], origin[b] = origin[b], origin[a]
    kind[a], kind[b] = kind[b], kind[a]


def clear(table: LeaderTable, hand: LeaderHand, field: int) -> None:
    """Take a piece off the board."""
    table.owner[field] = NOBODY
    table.face[field] = 0
    table.facing[field] = 0
    table.strength[field] = 0
    table.mark[field] = 0
    table.known[field] = UNKNOWN
    table.origin[field] = 0
    hand.kind[field] = UNKNOWN


def put_down(table: LeaderTable, hand: LeaderHand, field: int, kind: int, known: int, origin: int) -> None:
    """A face-down piece from the supply."""
    table.owner[field] = hand.seat
    table.face[field] = 0
    table.facing[field] = 0
    table.strength[field] = 0
    table.mark[field] = 0
    table.known[field] = known
    table.origin[field] = origin
    hand.kind[field] = kind


def come_to_light(plan: Plan, table: LeaderTable, field: int, kind: int) -> None:
    """2.6: everybody learns what a face-down piece is; the books on unseen troops are kept."""
    if table.known[field] != UNKNOWN:
        return
    table.known[field] = kind
    if kind == DUMMY:
        return
    seat, origin = table.owner[field], table.origin[field]
    if origin > 0:
        table.lots[origin - 1][LOT_NET + kind] -= 1
    elif plan.bought_armies:
        table.pool_cost[seat] -= plan.full[kind]
    else:
        table.pool[seat][kind] -= 1


def show(plan: Plan, state: LeaderState, field: int, facing: int) -> None:
    """A concealed troop is turned up, at full strength (2.4)."""
    table = state.table
    hand = state.hands[table.owner[field]]
    kind = hand.kind[field]
    come_to_light(plan, table, field, kind)
    table.known[field] = UNKNOWN
    table.origin[field] = 0
    table.face[field] = kind
    table.facing[field] = facing
    table.strength[field] = plan.full[kind]
    hand.kind[field] = UNKNOWN
    if state.loud:
        state.show(hand.seat, EVERYONE, SHOWN, (field, kind))


def towns_held(plan: Plan, table: LeaderTable, side: int) -> int:
    """2.7: a town is held by any piece that lies on it."""
    count = 0
    for field in plan.towns:
        owner = table.owner[field]
        if owner >= 0 and plan.sides[owner] == side:
            count += 1
    return count


def direction_between(plan: Plan, a: int, b: int) -> int:
    """From a field to an adjacent one; -1 when they are not adjacent."""
    for direction in range(6):
        if plan.near[a * 6 + direction] == b:
            return direction
    return -1
