"""What everybody knows of a seat's face-down pieces, as arithmetic; and drawing uniformly from all it allows.

Every face-down piece that is not known lies in one of these groups: pieces that came with the army, and the pieces of each lot (a
purchase, open or under lifted pieces).  What the watchers know is, per lot,

    troops on its pieces = known troops lifted + troops on unseen pieces lifted + troops bought for its price,

and that the unseen troops of the army lie on the army's pieces or were lifted into a lot.  A deal is a
type for each face-down piece.  Lots are gone through in order.  The contents of pieces lifted a second time are
nobody's business any more, so one deal can come about in several ways: the ways of one deal are
carried along together (as sets of states), and each deal is counted once.

Troops of one kind are packed into an int, seven bits per type.
"""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Draw
from sandtable.games.company_leader.memo import Ways
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.state import (
    BUYABLE,
    LOT_COST,
    LOT_FRESH,
    LOT_LINKS,
    LOT_NET,
    LOT_SEAT,
    UNKNOWN,
    LeaderTable,
)

BITS: Final = 7
MASK: Final = 127
LIMIT: Final = 2147483000  # what one draw can yield


def pack(kind: int) -> int:
    return 1 << (BITS * kind)


def amount(packed: int, kind: int) -> int:
    return (packed >> (BITS * kind)) & MASK


def size_of(packed: int) -> int:
    total = 0
    while packed:
        total += packed & MASK
        packed >>= BITS
    return total


def multisets(most: int, first: int = 1) -> list[int]:
    """All multisets of at most so many troops, packed."""
    if most == 0 or first == BUYABLE:
        return [0]
    found: list[int] = []
    for number in range(most + 1):
        for rest in multisets(most - number, first + 1):
            found.append(rest + number * pack(first))
    return found


def draw_below(draw: Draw, n: int) -> int:
    """A uniform number below n, however large."""
    if n <= LIMIT:
        return draw.below(n)
    while True:
        value, span = 0, 1
        while span < n:
            value = value * 1073741824 + draw.below(1073741824)
            span *= 1073741824
        if value < span - span % n:
            return value % n


def arrangements(slots: int, packed: int) -> int:
    """Ways to lay a multiset of troops on so many pieces, dummies on the others; 0 if it does not fit."""
    ways, left = 1, slots
    for kind in range(1, BUYABLE):
        for i in range(amount(packed, kind)):
            if left == 0:
                return 0
            ways = ways * left // (i + 1)
            left -= 1
    return ways


class Lot:
    def __init__(self, record: list[int], fields: list[int]) -> None:
        self.cost: Final = record[LOT_COST]
        self.fresh: Final = record[LOT_FRESH]
        self.net: Final = record[LOT_NET:LOT_LINKS]
        self.fields: Final = fields  # its pieces that still lie face down, unknown
        self.outs: Final[list[int]] = []  # by piece lifted again: into which of the seat's lots


class Books:
    """The face-down pieces of one seat."""

    def __init__(self, plan: Plan, table: LeaderTable, seat: int) -> None:
        self.plan: Final = plan
        self.seat: Final = seat
        by_origin: list[list[int]] = [[] for _ in range(len(table.lots) + 1)]
        for field in range(plan.size):
            if table.owner[field] == seat and table.face[field] == 0 and table.known[field] == UNKNOWN:
                by_origin[table.origin[field]].append(field)
        self.free: Final = by_origin[0]
        self.lots: Final[list[Lot]] = []
        index = [-1] * len(table.lots)
        for i in range(len(table.lots)):
            record = table.lots[i]
            if record[LOT_SEAT] == seat:
                index[i] = len(self.lots)
                for source in record[LOT_LINKS:]:
                    self.lots[index[source]].outs.append(len(self.lots))
                self.lots.append(Lot(record, by_origin[i + 1]))
        self.by_cost: Final = plan.bought_armies
        self.pool = table.pool_cost[seat] if self.by_cost else 0
        if not self.by_cost:
            for kind in range(1, BUYABLE):
                self.pool += table.pool[seat][kind] * pack(kind)
        self.memo: Final = plan.shelf.find(self.key())
        self.spreads: Final[dict[tuple[int, int], int]] = {}

    def key(self) -> tuple[int, ...]:
        numbers = [self.pool, len(self.free)]
        for lot in self.lots:
            numbers += [lot.cost, lot.fresh, len(lot.fields), len(lot.outs)]
            numbers += lot.net
            numbers += lot.outs
        return tuple(numbers)

    # the army's own pieces -----------------------------------------------------------

    def cost(self, packed: int) -> int:
        total = 0
        for kind in range(1, BUYABLE):
            total += amount(packed, kind) * self.plan.full[kind]
        return total

    def used(self, before: int, fresh: int) -> int:
        """The army's troops used once these were lifted into a lot; -1 if it never had so many."""
        if self.by_cost:
            after = before + self.cost(fresh)
            return after if after <= self.pool else -1
        for kind in range(1, BUYABLE):
            if amount(before, kind) + amount(fresh, kind) > amount(self.pool, kind):
                return -1
        return before + fresh

    def rest(self, used: int) -> int:
        """Deals of what is left of the army over its pieces."""
        if self.by_cost:
            return self.spread(len(self.free), self.pool - used)
        return arrangements(len(self.free), self.pool - used)

    def spread(self, pieces: int, cost: int) -> int:
        """Ways to lay troops of exactly this cost on so many pieces."""
        if cost < 0:
            return 0
        if pieces == 0:
            return 1 if cost == 0 else 0
        key = (pieces, cost)
        if key not in self.spreads:
            ways = 0
            for kind in range(BUYABLE):
                ways += self.spread(pieces - 1, cost - self.plan.full[kind])
            self.spreads[key] = ways
        return self.spreads[key]

    # lots ----------------------------------------------------------------------------

    def purchases(self, cost: int) -> list[int]:
        """Multisets of troops that cost exactly so much and fit the purchase fields of a territory."""
        known = self.plan.shelf.purchases
        if cost not in known:
            most = max([len(shop) for shop in self.plan.shops])
            known[cost] = [some for some in self.multisets(most) if self.cost(some) == cost]
        return known[cost]

    def multisets(self, most: int) -> list[int]:
        known = self.plan.shelf.multisets
        if most not in known:
            known[most] = multisets(most)
        return known[most]

    def start(self) -> tuple[Ways, ...]:
        return ((0,) * (len(self.lots) + 1),)

    def after(self, at: int, before: tuple[Ways, ...]) -> dict[int, tuple[Ways, ...]]:
        """By multiset of troops on the pieces of a lot: all ways that lead there."""
        key = (at, before)
        if key not in self.memo.followings:
            self.memo.followings[key] = self.follow(at, before)
        return self.memo.followings[key]

    def follow(self, at: int, before: tuple[Ways, ...]) -> dict[int, tuple[Ways, ...]]:
        lot = self.lots[at]
        net_plus, net_minus = 0, 0
        for kind in range(1, BUYABLE):
            if lot.net[kind] > 0:
                net_plus += lot.net[kind] * pack(kind)
            else:
                net_minus -= lot.net[kind] * pack(kind)
        found: dict[int, dict[Ways, int]] = {}
        totals: dict[tuple[Ways, int], int] = {}
        for ways in before:
            for fresh in self.multisets(lot.fresh):
                used = self.used(ways[0], fresh)
                if used >= 0:
                    base = (used, *ways[1:])
                    for bought in self.purchases(lot.cost):
                        total = less(fresh + ways[at + 1] + bought + net_plus, net_minus)
                        if total >= 0:
                            totals[(base, total)] = 1
        for base, total in totals:
            for here in parts(total):
                gone = total - here
                if size_of(here) <= len(lot.fields) and size_of(gone) <= len(lot.outs):
                    for way in self.hand_on(base, at, gone, 0):
                        found.setdefault(here, {})[way] = 1
        return {here: tuple(sorted(found[here])) for here in sorted(found)}

    def hand_on(self, ways: Ways, at: int, gone: int, first: int) -> list[Ways]:
        """Distribute troops over the pieces that were lifted again."""
        outs = self.lots[at].outs
        if first == len(outs):
            if gone:
                return []
            done = list(ways)
            done[at + 1] = 0
            return [tuple(done)]
        found = self.hand_on(ways, at, gone, first + 1)
        for kind in range(1, BUYABLE):
            if amount(gone, kind):
                onward = list(ways)
                onward[outs[first] + 1] += pack(kind)
                found += self.hand_on(tuple(onward), at, gone - pack(kind), first + 1)
        return found

    def count(self, at: int, ways: tuple[Ways, ...]) -> int:
        """Deals of the pieces of this lot, the later ones and the army."""
        key = (at, ways)
        if key in self.memo.counts:
            return self.memo.counts[key]
        total = 0
        if at == len(self.lots):
            for used in sorted({way[0] for way in ways}):
                total += self.rest(used)
        else:
            following = self.after(at, ways)
            for here in following:
                total += arrangements(len(self.lots[at].fields), here) * self.count(at + 1, following[here])
        self.memo.counts[key] = total
        return total

    # drawing -------------------------------------------------------------------------

    def draw_deal(self, draw: Draw, kind: list[int]) -> None:
        """Write a uniformly drawn deal into the kinds by field."""
        ways = self.start()
        for at in range(len(self.lots)):
            following = self.after(at, ways)
            slots = len(self.lots[at].fields)
            pick = draw_below(draw, self.count(at, ways))
            for here in following:
                weight = arrangements(slots, here) * self.count(at + 1, following[here])
                if pick < weight:
                    break
                pick -= weight
            lay(draw, kind, self.lots[at].fields, here)
            ways = following[here]
        self.draw_army(draw, kind, ways)

    def draw_army(self, draw: Draw, kind: list[int], ways: tuple[Ways, ...]) -> None:
        choices = sorted({way[0] for way in ways})
        used = choices[0]
        if len(choices) > 1:
            pick = draw_below(draw, self.count(len(self.lots), ways))
            for used in choices:
                if pick < self.rest(used):
                    break
                pick -= self.rest(used)
        if not self.by_cost:
            lay(draw, kind, self.free, self.pool - used)
            return
        left = self.pool - used
        for i in range(len(self.free)):
            pieces = len(self.free) - i
            pick = draw_below(draw, self.spread(pieces, left))
            for choice in range(BUYABLE):
                weight = self.spread(pieces - 1, left - self.plan.full[choice])
                if pick < weight:
                    break
                pick -= weight
            kind[self.free[i]] = choice
            left -= self.plan.full[choice]

    def allows(self, kind: list[int]) -> bool:
        """Whether a deal, here the true one, agrees with the books."""
        ways = self.start()
        for at in range(len(self.lots)):
            following = self.after(at, ways)
            here = gather(kind, self.lots[at].fields)
            if here not in following:
                return False
            ways = following[here]
        army = gather(kind, self.free)
        for way in ways:
            if self.by_cost and self.cost(army) == self.pool - way[0]:
                return True
            if not self.by_cost and army == self.pool - way[0]:
                return True
        return False


def less(a: int, b: int) -> int:
    """Multiset difference; -1 if b is not part of a."""
    for kind in range(1, BUYABLE):
        if amount(a, kind) < amount(b, kind):
            return -1
    return a - b


def parts(total: int) -> list[int]:
    """All parts of a multiset."""
    found = [0]
    for kind in range(1, BUYABLE):
        found = [part + number * pack(kind) for part in found for number in range(amount(total, kind) + 1)]
    return found


def gather(kind: list[int], fields: list[int]) -> int:
    packed = 0
    for field in fields:
        if kind[field] > 0:
            packed += pack(kind[field])
    return packed


def lay(draw: Draw, kind: list[int], fields: list[int], packed: int) -> None:
    """Lay a multiset on pieces in random order, dummies on the rest."""
    order = fields[:]
    draw.shuffle(order)
    at = 0
    for some in range(1, BUYABLE):
        for _ in range(amount(packed, some)):
            kind[order[at]] = some
            at += 1
    for field in order[at:]:
        kind[field] = 0
