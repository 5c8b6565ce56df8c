"""Offers without mirror images: of choices that lead to the same in any order, one order is enough for search.

Nobody is bound by it.  It holds where a number of choices must be made whatever they are: which units stay, are given up or lost, which
offers are accepted.  Placing, moving and the headquarters end when the seat wishes; there an order of choices would close to a
player who picks at random what it has not come to yet (so played, a third fewer units are placed, and matches take twice as many rounds).

What it needs to know of the choices before stands in the frame, as the highest of them: so it does not depend on their order either.
"""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.leaders.rules.battle import LOST_KIND, ON_ATTACKER, ON_DEFENDER, loser, loses_now, owned
from sandtable.games.leaders.rules.common import Terms
from sandtable.games.leaders.state import EVENTS, FIGHT, RAID, WITHDRAW, LeadersHand, LeadersTable
from sandtable.games.leaders.verbs import LOSE


def tidy(terms: Terms, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> list[Action]:
    frame = table.stack[-1]
    proc = frame.proc
    if proc == FIGHT and offer[0][0] == LOSE:
        attacking = loses_now(frame)
        seat = loser(terms, table, frame, attacking)
        stock = [owned(terms, table, frame, attacking, seat, unit) for unit in range(3)]
        return losses_from(offer, stock, frame.regs[ON_ATTACKER if attacking else ON_DEFENDER], frame.regs[LOST_KIND])
    if proc == RAID:
        return losses_from(offer, table.camp[hand.seat * 3 : hand.seat * 3 + 3], frame.regs[0], frame.regs[1])
    if proc == WITHDRAW or (proc == EVENTS and hand.received):  # all must be answered: the first one next
        first = offer[0][1]
        return [action for action in offer if action[1] == first]
    return offer


def losses_from(offer: list[Action], stock: list[int], number: int, least: int) -> list[Action]:
    """Weak kinds before strong ones, but only as far as the others suffice for what is still to be lost."""
    wanted = min(number, stock[0] + stock[1] + stock[2])
    found: list[Action] = []
    for action in offer:
        unit = action[1]
        if unit >= least and sum(stock[unit:]) >= wanted:
            found.append(action)
    return found if found else offer
