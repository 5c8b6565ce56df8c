"""What a pending seat may do, and why something else is refused: from table and own hand only."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.flow import GUNS
from sandtable.games.commanders.rules import bombardment, dice, hits, marches, movement, planning, positions, reactions, scoring
from sandtable.games.commanders.rules.sectors import held
from sandtable.games.commanders.state import (
    ADVANCING,
    AIMING,
    ARMY,
    BOMBARDMENT,
    CAVALRY,
    COMBAT,
    DEPLOY_,
    FAST,
    GARRISON,
    MOVES,
    PLACES,
    PLACING,
    PLAN,
    RALLYING,
    REACT,
    REROLLING,
    RESERVE,
    ROADS,
    ROUTED,
    SPENT,
    UNITS,
    WITHDRAWING,
    CommandersHand,
    CommandersTable,
    pick_unit,
)
from sandtable.games.commanders.verbs import (
    AIM,
    BOMBARD,
    COUNTER,
    DEPLOY,
    DONE,
    ENTER,
    FALL_BACK,
    HALT,
    MOVE,
    ORDER,
    PLACE,
    RALLY,
    RAZE,
    REROLL,
    RETREAT,
    ROAD,
    SHELTER,
    SQUARE_UP,
    STRIKE,
    VERB_COUNT,
    WITHDRAW,
)


def offer_of(book: Book, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    frame = table.stack[-1]
    if frame.proc == PLAN:
        return planning.order_offer(book, table, hand, True)
    if frame.proc == COMBAT:
        return combat_offer(book, table, hand)
    if frame.proc == BOMBARDMENT:
        return bombardment.gun_offer(book, table, frame) if frame.step == GUNS else bombardment.bombard_offer(book, table, hand)
    if frame.proc == RALLYING:
        return scoring.rally_offer(book, table, hand)
    if frame.proc == DEPLOY_:
        return planning.deploy_offer(book, table, hand)
    if frame.step == ROADS:
        return movement.road_offer(book, table, hand)
    if frame.regs:
        return marches.halt_offer(book, table, hand, frame.regs)
    return movement.move_offer(book, table, hand, frame.proc)


def combat_offer(book: Book, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    frame = table.stack[-1]
    step = frame.step
    if step == AIMING:
        return dice.aim_offer(book, table, hand.seat, frame.regs[0])
    if step == PLACING:
        return positions.place_offer(book, table, hand.seat, frame.regs[1])
    if step == REACT:
        return reactions.react_offer(book, table, hand)
    if step == WITHDRAWING:
        return hits.withdraw_offer(book, table, hand)
    if step == ADVANCING:
        return hits.enter_offer(book, table, hand)
    if step == REROLLING:
        return dice.rerolls_or_done(table, hand.seat, frame.regs[0])
    return marches.halt_offer(book, table, hand, frame.regs[3 + 2 * frame.regs[2] :])


# refusals -----------------------------------------------------------------------------------------


def refusal_of(book: Book, table: CommandersTable, hand: CommandersHand, action: Action) -> str:
    if not table.stack or hand.seat not in table.pending:
        return "not-now"
    offer = offer_of(book, table, hand)
    if action in offer:
        return ""
    if not action or action[0] < 0 or action[0] >= VERB_COUNT:
        return "no-such-verb"
    if action == (DONE,):
        return "not-yet-done"
    verb = action[0]
    if verb == DONE or not verb_fits(table, verb):
        return "not-now"
    if len(action) < 2 or action[1] < 0 or action[1] >= UNITS:
        return "no-such-unit"
    unit = action[1]
    if verb != REROLL and unit // ARMY != hand.seat:
        return "not-yours"
    if verb == DEPLOY:
        return deploy_refusal(book, hand, action)
    if verb == ORDER:
        return order_refusal(book, table, hand, action)
    if verb == STRIKE:
        return "no-order"
    for code in hand.picks:
        if pick_unit(code) == unit:
            return "already-chosen"
    if verb in (MOVE, BOMBARD, RAZE, ROAD):
        return act_refusal(book, table, hand, action)
    return combat_refusal(table, hand, action)


def verb_fits(table: CommandersTable, verb: int) -> bool:
    """Whether the verb belongs to the question asked."""
    frame = table.stack[-1]
    if frame.proc == PLAN:
        return verb in (ORDER, STRIKE)
    if frame.proc == DEPLOY_:
        return verb == DEPLOY
    if frame.proc == RALLYING:
        return verb == RALLY
    if frame.proc == BOMBARDMENT:
        return verb == AIM if frame.step == GUNS else verb in (BOMBARD, RAZE)
    if frame.proc == COMBAT:
        return verb in combat_verbs(frame.step)
    if frame.step == ROADS:
        return verb == ROAD
    return verb == HALT if frame.regs else verb == MOVE


def combat_verbs(step: int) -> list[int]:
    if step == AIMING:
        return [AIM]
    if step == PLACING:
        return [PLACE]
    if step == REACT:
        return [RETREAT, SQUARE_UP, COUNTER]
    if step == WITHDRAWING:
        return [WITHDRAW, FALL_BACK, SHELTER]
    if step == ADVANCING:
        return [ENTER]
    if step == REROLLING:
        return [REROLL]
    return [HALT]


def deploy_refusal(book: Book, hand: CommandersHand, action: Action) -> str:
    if len(action) != 3 or action[2] not in book.home[hand.seat][:3]:
        return "not-a-home-sector"
    if hand.spot[action[1] % ARMY] >= 0:
        return "already-deployed"
    return "sector-full"


def order_refusal(book: Book, table: CommandersTable, hand: CommandersHand, action: Action) -> str:
    """3.1, 3.2"""
    unit = action[1]
    here = table.place[unit]
    if here >= PLACES:
        return "unit-off-board"
    if table.status[unit] & ROUTED:
        return "unit-routed"
    if table.status[unit] & GARRISON:
        return "in-building"
    if hand.plan1[unit % ARMY] >= 0:
        return "already-ordered"
    if len(action) < 3 or min(action[2:]) < 0 or max(action[2:]) >= PLACES:
        return "no-such-sector"
    if RESERVE + 1 - hand.seat in action[2:]:
        return "enemy-reserve"
    if len(action) > 4 or (len(action) == 4 and table.kind[unit] != CAVALRY):
        return "path-too-long"
    if not book.adjacent[here * PLACES + action[2]] or (len(action) == 4 and not book.adjacent[action[2] * PLACES + action[3]]):
        return "not-adjacent"
    return "no-orders-left"


def act_refusal(book: Book, table: CommandersTable, hand: CommandersHand, action: Action) -> str:
    """Chapters 4 and 9: why an ordered unit may not act now."""
    unit, verb = action[1], action[0]
    phase = table.stack[-1].proc
    if table.place[unit] >= PLACES:
        return "unit-off-board"
    if table.status[unit] & ROUTED:
        return "unit-routed"
    target = hand.way1[unit % ARMY]
    if verb == ROAD:
        return "no-road-move"
    if target < 0:
        return "no-order"
    if table.status[unit] & SPENT:
        return "unit-spent"
    if verb != MOVE:
        return "no-such-shot"
    if phase == FAST and table.kind[unit] != CAVALRY:
        return "only-cavalry"
    enemy = held(table, 1 - hand.seat)
    if phase == MOVES and ((enemy | movement.closed(book, table, hand.seat)) >> target) & 1:
        return "enemy-there"
    if not movement.ready(book, table, hand, unit, phase, enemy):
        return "cannot-act-now"
    return "border-full"


def combat_refusal(table: CommandersTable, hand: CommandersHand, action: Action) -> str:
    verb, unit = action[0], action[1]
    if verb in (RETREAT, SQUARE_UP, COUNTER):
        if table.status[unit] & (SPENT | ROUTED):
            return "unit-spent"
        return "cannot-react"
    if verb == AIM:
        return "out-of-reach"
    if verb == PLACE:
        return "not-placed-now"
    if verb == REROLL:
        return "no-such-die"
    if verb in (WITHDRAW, FALL_BACK):
        return "opposed-by-attackers"
    if verb == SHELTER:
        return "no-shelter"
    if verb == ENTER:
        return "cannot-enter"
    if verb == RALLY:
        return "cannot-rally"
    return "cannot-halt"
