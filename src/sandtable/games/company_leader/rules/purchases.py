"""Chapter 8: buying troops on the purchase fields, openly or under lifted pieces."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action
from sandtable.games.company_leader.allies import allied_bits
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.facing import ask_facings
from sandtable.games.company_leader.rules.pieces import clear, come_to_light, put_down, show, watched
from sandtable.games.company_leader.rules.turn import shopping_again
from sandtable.games.company_leader.state import (
    BUYABLE,
    DUMMY,
    FILLING,
    LOT_FRESH,
    LOT_NET,
    TYPES,
    UNKNOWN,
    LeaderHand,
    LeaderState,
    LeaderTable,
    hidden,
)
from sandtable.games.company_leader.verbs import BOUGHT, BUY, FILLED, LIFT, LIFTED, PUT, PUT_DOWN

LIFTED_BIT = 8  # in the register of zones: bought in below, lifted above


def offer_purchases(plan: Plan, table: LeaderTable, hand: LeaderHand) -> list[Action]:
    """8.5, 8.7: end, buy openly, or lift the pieces of a territory's purchase fields."""
    offer: list[Action] = [plan.done]
    coins = table.coins[plan.sides[hand.seat]]
    for kind in range(1, BUYABLE):
        if plan.full[kind] <= coins:
            for field in range(plan.size):
                if plan.shop[field] >= 0 and refuse_purchase(plan, table, hand, kind, field) == "":
                    offer.append((BUY, kind, field))
    for zone in range(len(plan.zone_seat)):
        if refuse_lift(plan, table, hand, zone) == "":
            offer.append(plan.singles[LIFT][zone])
    return offer


def refuse_purchase(plan: Plan, table: LeaderTable, hand: LeaderHand, kind: int, field: int) -> str:
    zone = plan.shop[field]
    if zone < 0 or plan.zone_seat[zone] != hand.seat:
        return "no-purchase-field"
    if (table.stack[0].regs[1] >> (LIFTED_BIT + zone)) & 1:
        return "lifted-already"
    if table.owner[field] >= 0 and hand.kind[field] != DUMMY:
        return "field-held"
    if plan.full[kind] > table.coins[plan.sides[hand.seat]]:
        return "too-dear"
    return ""


def liftable(plan: Plan, table: LeaderTable, seat: int, zone: int) -> list[int]:
    """8.7: the purchase fields that are empty or hold an own face-down piece, and are not in view."""
    seen = watched(plan, table, seat)
    return [f for f in plan.shops[zone] if not seen[f] and (table.owner[f] < 0 or (table.owner[f] == seat and hidden(table, f)))]


def refuse_lift(plan: Plan, table: LeaderTable, hand: LeaderHand, zone: int) -> str:
    if zone < 0 or zone >= len(plan.zone_seat) or plan.zone_seat[zone] != hand.seat:
        return "not-your-zone"
    if table.stack[0].regs[1] & (1 << zone | 1 << (LIFTED_BIT + zone)):
        return "bought-already"
    if plan.troops.cheapest > table.coins[plan.sides[hand.seat]]:
        return "too-dear"
    fields = liftable(plan, table, hand.seat, zone)
    if len(fields) < 2:
        return "nothing-to-lift"
    troops = len([f for f in fields if hand.kind[f] > DUMMY])
    return "no-room" if troops == len(fields) else ""


def buy(plan: Plan, state: LeaderState, seat: int, kind: int, field: int) -> None:
    """8.5, 8.6, 8.9: the dummy on the field gives way; in view the troop is put down revealed."""
    table, hand = state.table, state.hands[seat]
    if table.owner[field] >= 0:
        come_to_light(plan, table, field, DUMMY)
        clear(table, hand, field)
    cost = plan.full[kind]
    table.coins[plan.sides[seat]] -= cost
    table.stack[0].regs[1] |= 1 << plan.shop[field]
    state.note(seat, PUT_DOWN, (field, kind))
    tell_allies(plan, state, seat, field, kind)
    state.show(seat, EVERYONE, BOUGHT, (field, cost))
    if watched(plan, table, seat)[field]:
        put_down(table, hand, field, kind, kind, 0)
        show(plan, state, field, 0)
        ask_facings(state, [field])
    else:
        put_down(table, hand, field, kind, UNKNOWN, add_lot(table, [seat, cost, 0] + [0] * TYPES, field))
        shopping_again(plan, state)


def tell_allies(plan: Plan, state: LeaderState, seat: int, field: int, kind: int) -> None:
    """1.4: allies who show each other their pieces see what is put where."""
    bits = allied_bits(plan, seat)
    if bits:
        state.show(seat, bits, PUT_DOWN, (field, kind))


def add_lot(table: LeaderTable, lot: list[int], field: int) -> int:
    """Enter a purchase into the books; its origin number.  Lots of one turn stand in the order of their first fields, in
    whatever order they were bought."""
    at = table.stack[0].regs[3]
    while at < len(table.lots) and table.origin.index(at + 1) < field:
        at += 1
    table.lots.insert(at, lot)
    for f in range(len(table.origin)):
        if table.origin[f] > at:
            table.origin[f] += 1
    return at + 1


def lift(plan: Plan, state: LeaderState, seat: int, zone: int) -> None:
    """8.7: nobody sees what is put back where."""
    table, hand = state.table, state.hands[seat]
    hand.left = [0] * TYPES
    fields = liftable(plan, table, seat, zone)
    for field in fields:
        if hand.kind[field] > DUMMY:
            hand.left[hand.kind[field]] += 1
    hand.spent = 0
    hand.puts = [UNKNOWN] * len(fields)
    frame = table.stack[0]
    frame.step = FILLING
    frame.regs[2] = zone
    state.tell(EVERYONE, LIFTED, (zone,))
    state.ask([seat])


def offer_puts(plan: Plan, table: LeaderTable, hand: LeaderHand) -> list[Action]:
    """8.7, 8.8: on any field still empty; lifted troops must all return, and at least one troop is bought."""
    kinds = fitting_puts(plan, table, hand)
    fields = liftable(plan, table, hand.seat, table.stack[0].regs[2])
    return [(PUT, fields[i], kind) for i in range(len(fields)) if hand.puts[i] == UNKNOWN for kind in kinds]


def tidy_puts(offer: list[Action]) -> list[Action]:
    """Each filling in one way: field after field."""
    return [action for action in offer if action[1] == offer[0][1]]


def fitting_puts(plan: Plan, table: LeaderTable, hand: LeaderHand) -> list[int]:
    """What may be put on one more of the lifted fields."""
    room = hand.puts.count(UNKNOWN) - 1
    lifted = sum(hand.left)
    coins = table.coins[plan.sides[hand.seat]] - hand.spent
    needed = 1 if hand.spent == 0 else 0
    kinds: list[int] = []
    for kind in range(BUYABLE):
        if kind == DUMMY:
            fits = lifted + needed <= room
        elif hand.left[kind] > 0:
            fits = lifted - 1 + needed <= room
        else:
            fits = plan.full[kind] <= coins and lifted <= room
        if fits:
            kinds.append(kind)
    return kinds


def refuse_put(plan: Plan, table: LeaderTable, hand: LeaderHand, field: int, kind: int) -> str:
    fields = liftable(plan, table, hand.seat, table.stack[0].regs[2])
    if field not in fields:
        return "not-lifted"
    if hand.puts[fields.index(field)] != UNKNOWN:
        return "filled-already"
    bought = kind > DUMMY and hand.left[kind] == 0
    if bought and plan.full[kind] > table.coins[plan.sides[hand.seat]] - hand.spent:
        return "too-dear"
    return "must-fill"


def put(plan: Plan, state: LeaderState, seat: int, field: int, kind: int) -> None:
    table, hand = state.table, state.hands[seat]
    fields = liftable(plan, table, seat, table.stack[0].regs[2])
    hand.puts[fields.index(field)] = kind
    if kind != DUMMY:
        if hand.left[kind] > 0:
            hand.left[kind] -= 1
        else:
            hand.spent += plan.full[kind]
    state.note(seat, PUT_DOWN, (field, kind))
    if UNKNOWN in hand.puts:
        state.ask([seat])
    else:
        fill(plan, state, seat, fields)


def fill(plan: Plan, state: LeaderState, seat: int, fields: list[int]) -> None:
    """8.8: all at once; everybody sees only what it cost, and remembers what was lifted."""
    table, hand = state.table, state.hands[seat]
    zone = table.stack[0].regs[2]
    lot = [seat, hand.spent, 0] + [0] * TYPES
    for field in fields:
        if table.owner[field] < 0:
            continue
        known, origin = table.known[field], table.origin[field]
        if known > DUMMY:
            lot[LOT_NET + known] += 1
        elif known == UNKNOWN:
            if origin > 0:
                lot.append(origin - 1)
            else:
                lot[LOT_FRESH] += 1
    for field in fields:
        table.origin[field] = 0
    origin = add_lot(table, lot, fields[0])
    for i in range(len(fields)):
        tell_allies(plan, state, seat, fields[i], hand.puts[i])
        put_down(table, hand, fields[i], hand.puts[i], UNKNOWN, origin)
    table.coins[plan.sides[seat]] -= hand.spent
    table.stack[0].regs[1] |= 1 << (LIFTED_BIT + zone)
    state.show(seat, EVERYONE, FILLED, (zone, hand.spent))
    hand.spent = 0
    hand.puts = []
    hand.left = [0] * TYPES
    shopping_again(plan, state)
