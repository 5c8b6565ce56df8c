"""Dealt set-ups and fillings: good by simple sense, the same for the same knowledge, in several variants.

What lies already is a part of the seed, so whoever places one troop by hand is dealt others than his opponent might guess.
"""

from __future__ import annotations

from sandtable.core.game import Action, Draw
from sandtable.games.company_leader.board import OPEN
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.state import BUYABLE, DUMMY, TYPES, LeaderHand
from sandtable.games.company_leader.verbs import PLACE


def depths(plan: Plan, seat: int) -> list[int]:
    """By field: how many fields it is to the next that is not the seat's own; 0 for those."""
    depth = [-1] * plan.size
    border = [field for field in range(plan.size) if plan.home[field] != seat]
    for field in border:
        depth[field] = 0
    far = 0
    while border:
        far += 1
        further: list[int] = []
        for field in border:
            for direction in range(6):
                at = plan.near[field * 6 + direction]
                if at >= 0 and depth[at] < 0:
                    depth[at] = far
                    further.append(at)
        border = further
    return [max(1, d) if plan.home[f] == seat else 0 for f, d in enumerate(depth)]


def wanted_troops(plan: Plan, hand: LeaderHand, variant: int) -> list[int]:
    """3.4: all that are left, or 3.6: what coins buy, one after the other."""
    kinds: list[int] = []
    if not plan.bought_armies:
        for kind in range(1, BUYABLE):
            kinds += [kind] * hand.left[kind]
        return kinds
    coins = plan.settings.army_coins - hand.spent
    room = hand.kind.count(DUMMY)
    cycle = plan.tastes.armies[variant % len(plan.tastes.armies)]
    skipped = 0
    while skipped < len(cycle) and len(kinds) < room:
        for kind in cycle:
            if plan.full[kind] > coins or len(kinds) == room:
                skipped += 1
            else:
                kinds.append(kind)
                coins -= plan.full[kind]
                skipped = 0
    return kinds


def deal(plan: Plan, hand: LeaderHand, kinds: list[int], variant: int) -> list[Action]:
    """These troops on the fields that suit them best, in a variant from 1 on."""
    tastes = plan.tastes
    seed = variant
    for field in range(plan.size):
        seed = (seed * 31 + hand.kind[field] + 1) % 1000003
    draw = Draw(seed * 8 + hand.seat)
    depth = depths(plan, hand.seat)
    kind_at = hand.kind[:]
    actions: list[Action] = []
    for kind in kinds:
        best, best_worth = -1, -1000000
        for field in range(plan.size):
            if kind_at[field] != DUMMY:
                continue
            worth = draw.below(tastes.whim) - tastes.step * abs(depth[field] - tastes.depth[kind])
            if tastes.likes_cover[kind] and plan.terrain[field] != OPEN:
                worth += tastes.cover
            for direction in range(6):
                at = plan.near[field * 6 + direction]
                if at >= 0 and kind_at[at] > DUMMY:
                    worth -= tastes.crowd
            if worth > best_worth:
                best, best_worth = field, worth
        kind_at[best] = kind
        actions.append((PLACE, kind, best))
    return actions


def shuffled(pieces: list[int], seed: int) -> list[int]:
    """Pieces for lifted fields, in an order of this number."""
    found = pieces[:]
    Draw(seed).shuffle(found)
    return found


def lifted_pieces(left: list[int], bought: int, room: int) -> list[int]:
    """8.7: the troops that return, a new one, and dummies for the rest."""
    pieces = [bought]
    for kind in range(1, TYPES):
        pieces += [kind] * left[kind]
    return pieces + [DUMMY] * (room - len(pieces))
