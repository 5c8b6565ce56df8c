"""Truths a seat cannot tell from the real one."""

from __future__ import annotations

from sandtable.core.game import Box, Draw, State
from sandtable.games.company_leader.allies import keep_up
from sandtable.games.company_leader.deals import Books
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.purchases import liftable
from sandtable.games.company_leader.rules.turn import in_filling
from sandtable.games.company_leader.setup import new_hand
from sandtable.games.company_leader.state import (
    BUYABLE,
    DUMMY,
    SETUP,
    TYPES,
    UNKNOWN,
    LeaderHand,
    LeaderState,
    LeaderTable,
    active,
    copy_hand,
    copy_table,
    hidden,
)


def imagine(plan: Plan, table: LeaderTable, hand: LeaderHand, draw: Draw) -> LeaderState:
    """2.6: all deals of the other seats' face-down pieces that agree with what was seen are equally likely."""
    hands: list[LeaderHand] = []
    for seat in range(plan.seats):
        if seat == hand.seat:
            hands.append(copy_hand(hand))
        elif table.stack and table.stack[0].proc == SETUP:
            hands.append(imagine_setup(plan, table, seat, draw))
        else:
            hands.append(imagine_hand(plan, table, hand, seat, draw))
    state: LeaderState = State(copy_table(table), hands, Box())
    if plan.open_allies:
        keep_up(plan, state)
    return state


def imagine_hand(plan: Plan, table: LeaderTable, own: LeaderHand, seat: int, draw: Draw) -> LeaderHand:
    """An ally who has shown his pieces (1.4) leaves nothing to imagine but how far he is with secret filling."""
    shown = len(own.mates) > 0 and plan.sides[seat] == plan.sides[own.seat]
    hand = LeaderHand(seat)
    hand.left = [0] * TYPES
    hand.kind = [UNKNOWN] * plan.size
    for field in range(plan.size):
        if table.owner[field] == seat and hidden(table, field):
            hand.kind[field] = own.mates[field] if shown else table.known[field]
    if ((table.out | table.gone) >> seat) & 1:
        return hand
    books = Books(plan, table, seat)
    if not shown:
        books.draw_deal(draw, hand.kind)
    if in_filling(table) and active(table) == seat:
        fields = liftable(plan, table, seat, table.stack[0].regs[2])
        while not shown and len([f for f in fields if hand.kind[f] > DUMMY]) == len(fields):  # 8.7: there was room to buy
            books.draw_deal(draw, hand.kind)
        hand.puts = [UNKNOWN] * len(fields)
        for field in fields:
            if hand.kind[field] > DUMMY:
                hand.left[hand.kind[field]] += 1
    return hand


def imagine_setup(plan: Plan, table: LeaderTable, seat: int, draw: Draw) -> LeaderHand:
    """A seat that has not finished may have placed nothing yet; another has a full deployment."""
    hand = new_hand(plan, seat)
    if seat in table.pending:
        hand.asked = 1
        return hand
    if (table.gone >> seat) & 1:
        hand.kind = [UNKNOWN] * plan.size
        return hand
    fields = [field for field in range(plan.size) if hand.kind[field] == DUMMY]
    draw.shuffle(fields)
    if plan.bought_armies:
        recruit(plan, hand, fields, draw)
        return hand
    at = 0
    for kind in range(1, TYPES):
        for _ in range(hand.left[kind]):
            hand.kind[fields[at]] = kind
            at += 1
    hand.left = [0] * TYPES
    return hand


def recruit(plan: Plan, hand: LeaderHand, fields: list[int], draw: Draw) -> None:
    """3.6: what a seat has bought is not known before all are ready; so anything it could afford."""
    for field in fields:
        kind = 1 + draw.below(BUYABLE - 1)
        if hand.spent + plan.full[kind] <= plan.settings.army_coins:
            hand.kind[field] = kind
            hand.spent += plan.full[kind]
    if hand.spent == 0:
        hand.kind[fields[0]] = BUYABLE - 1
        hand.spent = plan.full[BUYABLE - 1]
