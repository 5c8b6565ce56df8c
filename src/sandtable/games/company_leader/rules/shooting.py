"""Chapter 6: shooting, shooting back, blitz; chapter 7: repair."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.movement import end_action, may_move, shift
from sandtable.games.company_leader.rules.pieces import clear, direction_between, hostile
from sandtable.games.company_leader.rules.turn import settle
from sandtable.games.company_leader.state import (
    ARTILLERY,
    BREACH,
    SHOT,
    UNDER_FIRE,
    USED,
    LeaderState,
    LeaderTable,
    active,
)
from sandtable.games.company_leader.verbs import (
    AIMED,
    DESTROYED,
    HIT,
    REPAIR,
    REPAIRED,
    REPLIED,
    ROLLED,
    SHOOT,
    STANDING,
)


def offer_choices(plan: Plan, table: LeaderTable, seat: int) -> list[Action]:
    """What the active troop may do next: finish, turn and scout, shoot, repair."""
    offer: list[Action] = [plan.done]
    if may_move(plan, table):
        offer += plan.turns
    shots = offer_shots(plan, table, seat)
    offer += shots
    for points in range(1, most_repair(plan, table, seat) + 1):
        offer.append((REPAIR, points))
    return offer


def offer_shots(plan: Plan, table: LeaderTable, seat: int) -> list[Action]:
    """6.1-6.3: revealed hostile troops in the field of fire, with the directions that serve."""
    regs = table.stack[-1].regs
    shots: list[Action] = []
    if regs[3] or regs[1] == 0:
        return shots
    field = regs[0]
    start = plan.fire_start[table.face[field]] + field * 6
    for direction in range(6):
        for target in plan.fires[start + direction]:
            if table.face[target] > 0 and hostile(plan, table, seat, target):
                shots.append((SHOOT, target, direction))
    shots.sort()
    return shots


def most_repair(plan: Plan, table: LeaderTable, seat: int) -> int:
    """7.1-7.3: as the troop's only action, for coins at hand, without a hostile piece beside it."""
    regs = table.stack[-1].regs
    field = regs[0]
    kind = table.face[field]
    missing = plan.full[kind] - table.strength[field]
    if regs[1] < plan.speed[kind] or missing == 0 or threatened(plan, table, seat, field):
        return 0
    return min(missing, table.coins[plan.sides[seat]])


def threatened(plan: Plan, table: LeaderTable, seat: int, field: int) -> bool:
    for direction in range(6):
        at = plan.near[field * 6 + direction]
        if at >= 0 and hostile(plan, table, seat, at):
            return True
    return False


def refuse_shot(plan: Plan, table: LeaderTable, seat: int, target: int, direction: int) -> str:
    regs = table.stack[-1].regs
    field = regs[0]
    if regs[3]:
        return "shot-already"
    if table.owner[target] < 0 or table.face[target] == 0:
        return "not-revealed"
    if not hostile(plan, table, seat, target):
        return "own-side"
    kind = table.face[field]
    distance = plan.board.hexes.distance(field, target)
    if distance > plan.troops.reach[kind]:
        return "out-of-range"
    if direction not in plan.board.hexes.directions_towards(field, target):
        return "wrong-direction"
    return "line-blocked"


def refuse_repair(plan: Plan, table: LeaderTable, seat: int) -> str:
    regs = table.stack[-1].regs
    field = regs[0]
    kind = table.face[field]
    if regs[1] < plan.speed[kind]:
        return "acted-already"
    if table.strength[field] == plan.full[kind]:
        return "undamaged"
    if threatened(plan, table, seat, field):
        return "enemy-adjacent"
    return "beyond-means"


def shoot(plan: Plan, state: LeaderState, target: int, direction: int) -> None:
    """6.2, 6.9: the shooter turns; then the target's owner may answer."""
    table = state.table
    frame = table.stack[-1]
    field = frame.regs[0]
    frame.regs[1] -= 1
    frame.regs[3] = 1
    frame.regs[5] = target
    table.facing[field] = direction
    table.mark[field] |= USED | SHOT
    if state.loud:
        state.tell(EVERYONE, AIMED, (field, target, direction))
    owner = table.owner[target]
    if not can_reply(plan, table, field, target):
        roll(state, 0)
    elif table.always[owner]:
        state.tell(EVERYONE, REPLIED, (owner, 1))
        roll(state, 1)
    else:
        frame.step = UNDER_FIRE
        state.ask([owner])


def can_reply(plan: Plan, table: LeaderTable, field: int, target: int) -> bool:
    """6.9, 6.12: the target looks and reaches that way, and no artillery is in it."""
    kind = table.face[target]
    if kind == ARTILLERY or table.face[field] == ARTILLERY:
        return False
    return field in plan.fires[plan.fire_start[kind] + target * 6 + table.facing[target]]


def reply(state: LeaderState, seat: int, yes: int, always: bool) -> None:
    """6.9, 6.10."""
    table = state.table
    table.pending = []
    if always:
        table.always[seat] = 1
        state.tell(EVERYONE, STANDING, (seat, 1))
    state.tell(EVERYONE, REPLIED, (seat, yes))
    roll(state, yes)


def roll(state: LeaderState, both: int) -> None:
    """6.4: a die per point of strength."""
    table = state.table
    regs = table.stack[-1].regs
    table.pending = []
    count = table.strength[regs[0]]
    if both:
        count += table.strength[regs[5]]
    table.dice = [6] * count


def count_hits(plan: Plan, table: LeaderTable, target: int, faces: Action, start: int, end: int) -> int:
    """6.5-6.8: dice of the target's terrain; whole icons of its kind, and halves added and rounded up."""
    row = (plan.terrain[target] * 2 + plan.vehicle[table.face[target]]) * 6
    whole, half = 0, 0
    for i in range(start, end):
        whole += plan.dice.whole[row + faces[i]]
        half += plan.dice.half[row + faces[i]]
    return whole + (half + 1) // 2


def resolve(plan: Plan, state: LeaderState, faces: Action) -> None:
    """6.8, 6.9: both sides' hits are counted before either is taken off."""
    table = state.table
    table.dice = []
    frame = table.stack[-1]
    field, target = frame.regs[0], frame.regs[5]
    if state.loud:
        shown = table.strength[field]
        words = [plan.terrain[target if i < shown else field] * 6 + faces[i] for i in range(len(faces))]
        state.tell(EVERYONE, ROLLED, tuple(words))
    split = table.strength[field]
    hits = count_hits(plan, table, target, faces, 0, split)
    hurt = count_hits(plan, table, field, faces, split, len(faces))
    kind = table.face[field]
    damage(state, target, hits)
    damage(state, field, hurt)
    if table.owner[field] < 0:  # the shooter fell
        frame.regs[1] = 0
    near = direction_between(plan, field, target) >= 0
    if table.owner[target] < 0 and hurt == 0 and near and kind != ARTILLERY:
        if settle(plan, state, plan.sides[table.owner[field]]):
            return
        frame.step = BREACH
        state.ask([active(table)])
        return
    frame.regs[5] = 0
    end_action(plan, state)


def damage(state: LeaderState, field: int, hits: int) -> None:
    table = state.table
    if hits == 0:
        return
    table.strength[field] -= min(hits, table.strength[field])
    state.tell(EVERYONE, HIT, (field, hits))
    if table.strength[field] == 0:
        clear(table, state.hands[table.owner[field]], field)
        state.tell(EVERYONE, DESTROYED, (field,))


def blitz(plan: Plan, state: LeaderState, seat: int, go: bool) -> None:
    """6.13: into the destroyed target's field, without turning, scouting or dummies."""
    frame = state.table.stack[-1]
    if go:
        shift(state, seat, frame.regs[0], frame.regs[5])
        frame.regs[0] = frame.regs[5]
        if plan.settings.blitz_ends:
            frame.regs[1] = 0
    frame.regs[5] = 0
    end_action(plan, state)


def repair(plan: Plan, state: LeaderState, seat: int, points: int) -> None:
    """7.1, 7.4."""
    table = state.table
    regs = table.stack[-1].regs
    table.coins[plan.sides[seat]] -= points
    table.strength[regs[0]] += points
    table.mark[regs[0]] |= USED
    regs[1] = 0
    if state.loud:
        state.tell(EVERYONE, REPAIRED, (regs[0], points))
    end_action(plan, state)
