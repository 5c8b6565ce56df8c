"""Gestures that concern the question as a whole: a dealt set-up, purchases, the end of a turn; and how long a gesture is."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.company_leader.deployments import deal, lifted_pieces, shuffled, wanted_troops
from sandtable.games.company_leader.game import CompanyLeader
from sandtable.games.company_leader.gestures import Sight, Troop, world
from sandtable.games.company_leader.rules.facing import asked_for
from sandtable.games.company_leader.rules.purchases import liftable
from sandtable.games.company_leader.state import (
    ACT,
    ACTIONS,
    BREACH,
    BUYABLE,
    FACING,
    FILLING,
    PURCHASES,
    SETUP,
    TURN,
    LeaderHand,
    LeaderTable,
)
from sandtable.games.company_leader.verbs import ACTIVATE, BLITZ, BUY, CONCEAL, DONE, FACE, LIFT, PUT, REVEAL
from sandtable.kit.card import ENDS_NOTHING, ENDS_PHASE, ENDS_TURN, Gesture

FILLINGS = 3  # dealt ways to fill lifted fields


def of_question(game: CompanyLeader, table: LeaderTable, hand: LeaderHand) -> list[Gesture]:
    frame = table.stack[-1]
    if frame.proc == SETUP:
        return set_ups(game, hand)
    if frame.proc == FACING:
        return facings(game, table, hand)
    if frame.proc != TURN:
        return []
    at = world(game, table, hand)
    if frame.step == FILLING:
        return fillings(game, at, hand)
    if frame.step == PURCHASES:
        return purchases(game, at)
    at.play((DONE,))
    found: list[Gesture] = []
    if not at.surprised:
        found = purchases(game, at)
        at.play((DONE,))
    found.append(Gesture("end-turn", "", (), at.actions, ENDS_TURN))
    return found


def set_ups(game: CompanyLeader, hand: LeaderHand) -> list[Gesture]:
    """3.4, 3.6: everything in one go, or all that is left of a kind."""
    plan = game.plan
    found: list[Gesture] = []
    for variant in range(1, plan.tastes.variants + 1):
        actions = deal(plan, hand, wanted_troops(plan, hand, variant), variant)
        if actions:
            found.append(Gesture("deal", "number", (variant,), actions, ENDS_NOTHING if plan.bought_armies else ENDS_PHASE))
    for kind in range(1, BUYABLE):
        if hand.left[kind] > 1:
            actions = deal(plan, hand, [kind] * hand.left[kind], 1)
            fields = tuple([action[2] for action in actions])
            found.append(Gesture("place-all", "type field*", (kind, *fields), actions))
    return found


def facings(game: CompanyLeader, table: LeaderTable, hand: LeaderHand) -> list[Gesture]:
    """5.8: all look at the enemy."""
    fields = asked_for(table)
    if len(fields) < 2:
        return []
    look = Troop(game, table, hand, fields[0])
    actions: list[Action] = [(FACE, field, look.towards(field)) for field in fields]
    return [Gesture("face-enemy", "field*", tuple(fields), actions)]


def purchases(game: CompanyLeader, at: Sight) -> list[Gesture]:
    """8.5: one troop of a kind where it is nearest to the enemy, the dearest first, and the turn is over."""
    plan, table, hand = game.plan, at.state.table, at.state.hands[at.seat]
    look = Troop(game, table, hand, 0)
    found: list[Gesture] = []
    offer = at.offer()
    for kind in plan.dearest:
        fields = [action[2] for action in offer if action[0] == BUY and action[1] == kind]
        if fields:
            best = min([(look.distance(field), field) for field in fields])[1]
            after = bought(at, look, (BUY, kind, best))
            after.play((DONE,))
            found.append(Gesture("buy-end", "type field", (kind, best), after.actions, ENDS_TURN))
    return found


def bought(at: Sight, look: Troop, action: Action) -> Sight:
    """A purchase; in view the troop looks at the enemy (8.9)."""
    after = at.copy()
    after.play(action)
    if not after.surprised and after.state.table.stack[-1].proc == FACING:
        after.play((FACE, action[2], look.towards(action[2])))
    return after


def shop_gestures(game: CompanyLeader, table: LeaderTable, hand: LeaderHand, field: int) -> list[Gesture]:
    """8.5: what can be bought on a field, the dearest first; the turn goes on if it can."""
    at = world(game, table, hand)
    look = Troop(game, table, hand, field)
    found: list[Gesture] = []
    for kind in game.plan.dearest:
        if at.can((BUY, kind, field)):
            found.append(Gesture("buy", "type field", (kind, field), bought(at, look, (BUY, kind, field)).actions))
    return found


def lift_gestures(game: CompanyLeader, table: LeaderTable, hand: LeaderHand, zone: int) -> list[Gesture]:
    """8.7: lift, buy one troop, and put all back in an order that was dealt."""
    at = world(game, table, hand)
    if not at.play((LIFT, zone)):
        return []
    return fillings(game, at, hand)


def fillings(game: CompanyLeader, at: Sight, hand: LeaderHand) -> list[Gesture]:
    plan, table = game.plan, at.state.table
    own = at.state.hands[at.seat]
    zone = table.stack[0].regs[2]
    fields = [f for i, f in enumerate(liftable(plan, table, at.seat, zone)) if own.puts[i] < 0]
    found: list[Gesture] = []
    for kind in range(BUYABLE - 1, -1, -1):
        if kind == 0 and own.spent == 0:
            continue  # something must be bought
        for number in range(1, FILLINGS + 1):
            pieces = lifted_pieces(own.left, kind, len(fields))
            seed = (number * 31 + hand.asked) * 31 + kind
            after = at.copy()
            fits = len(pieces) == len(fields)
            pieces = shuffled(pieces, seed)
            for i in range(min(len(pieces), len(fields))):
                fits = fits and after.play((PUT, fields[i], pieces[i]))
            if fits:
                found.append(Gesture("fill", "zone type number", (zone, kind, number), after.actions))
    return found


# how long a gesture is --------------------------------------------------------------------------


def length(game: CompanyLeader, table: LeaderTable, hand: LeaderHand, actions: list[Action]) -> int:
    """All that concerns one troop in a row is one gesture, and so are a whole set-up, all facings of one question, and the end of the
    actions with the purchases after it."""
    at = world(game, table, hand)
    troop = -1
    count = 0
    for action in actions:
        if at.surprised or (count > 0 and not goes_on(at, troop, action)):
            break
        frame = at.state.table.stack[-1]
        if (action[0] in (REVEAL, ACTIVATE, CONCEAL) and len(action) == 2) or (count == 0 and action[0] == FACE and len(action) == 3):
            troop = action[1]
        elif frame.proc == ACT:
            troop = frame.regs[5] if frame.step == BREACH and action[0] == BLITZ else frame.regs[0]
        if not at.play(action):
            break
        count += 1
        if not at.surprised and at.state.table.stack[-1].proc == ACT:
            troop = at.state.table.stack[-1].regs[0]
    return max(1, count)


def goes_on(at: Sight, troop: int, action: Action) -> bool:
    """Whether an action belongs to the same gesture as those before it."""
    frame = at.state.table.stack[-1]
    if frame.proc != TURN or frame.step != ACTIONS:
        return True
    return action[0] in (REVEAL, ACTIVATE, CONCEAL) and len(action) == 2 and action[1] == troop
