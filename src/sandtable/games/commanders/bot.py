"""A plain general: masses against weak and valuable sectors, keeps his own flags, squares against
horse, breaks off lost attacks."""

from __future__ import annotations

from sandtable.core.game import Action, Box, Draw
from sandtable.games.commanders.game import Commanders
from sandtable.games.commanders.imagine import depth
from sandtable.games.commanders.rules.sectors import crowd, marked
from sandtable.games.commanders.state import (
    ARMY,
    ARTILLERY,
    ATTACK,
    BOX,
    CAVALRY,
    COMBAT,
    OUTSIDE,
    PLAN,
    ROUTED,
    SECTORS,
    WITHDRAWING,
    CommandersHand,
    CommandersTable,
)
from sandtable.games.commanders.verbs import (
    AIM,
    BOMBARD,
    COUNTER,
    DONE,
    ENTER,
    MOVE,
    ORDER,
    RALLY,
    REROLL,
    RETREAT,
    SQUARE_UP,
    WITHDRAW,
)
from sandtable.kit.card import Bot


class General(Bot[CommandersTable, CommandersHand, Box]):
    def __init__(self, game: Commanders, seat: int, draw: Draw) -> None:
        super().__init__(game, seat, draw)
        self.book = game.book

    def decide(self, table: CommandersTable, hand: CommandersHand, offer: list[Action]) -> Action:
        offer = self.game.tidy(table, hand, offer)
        if len(offer) == 1:
            return offer[0]
        if table.stack[-1].proc == PLAN:
            return self.order(table, hand, offer)
        best, best_worth = offer[0], -1000
        for action in offer:
            self.ledger.weigh(action)
            worth = self.worth(table, hand, action) * 4 + self.draw.below(4)
            if worth > best_worth:
                best, best_worth = action, worth
        return best

    def strength(self, table: CommandersTable, seat: int, sector: int) -> int:
        found = 0
        for unit in range(seat * ARMY, seat * ARMY + ARMY):
            if table.place[unit] == sector and not table.status[unit] & OUTSIDE:
                found += 1
        return found

    # orders ------------------------------------------------------------------------------

    def order(self, table: CommandersTable, hand: CommandersHand, offer: list[Action]) -> Action:
        """The best order, or done when nothing is worth an order or troops wait to be rallied."""
        seat = hand.seat
        given = 0
        for sector in hand.plan1:
            if sector >= 0:
                given += 1
        keep = 0
        for kind in range(2):
            boxed = 0
            for unit in range(seat * ARMY, seat * ARMY + ARMY):
                if table.place[unit] == BOX and table.kind[unit] == kind:
                    boxed += 1
            keep += boxed // 2
        if given >= table.orders[seat] - min(3, keep):
            return offer[0]
        mine = [self.strength(table, seat, sector) for sector in range(SECTORS)]
        foes = [self.strength(table, 1 - seat, sector) for sector in range(SECTORS)]
        heading = [0] * 11
        leaving = [0] * 11
        for i in range(ARMY):
            if hand.plan1[i] >= 0:
                heading[hand.plan2[i] if hand.plan2[i] >= 0 else hand.plan1[i]] += 1
                leaving[table.place[seat * ARMY + i]] += 1
        best, best_worth = offer[0], 4
        for action in offer:
            if action[0] == ORDER:
                self.ledger.weigh(action)
                worth = self.order_worth(table, seat, action, mine, foes, heading, leaving) * 4 + self.draw.below(4)
                if worth > best_worth:
                    best, best_worth = action, worth
        return best

    def order_worth(
        self, table: CommandersTable, seat: int, action: Action, mine: list[int], foes: list[int], heading: list[int], leaving: list[int]
    ) -> int:
        unit, to = action[1], action[-1]
        here, kind, ledger = table.place[unit], table.kind[unit], self.ledger
        if to >= SECTORS:
            return ledger.count("useless", -20)
        if kind == ARTILLERY:
            return self.gun_worth(table, seat, here, action[2], foes)
        if len(action) == 4 and (action[2] >= SECTORS or foes[action[2]] or to == here):
            return ledger.count("useless", -20)
        if len(action) == 4 and crowd(table, seat, action[2]) - leaving[action[2]] >= self.book.capacity:
            return ledger.count("crowded", -20)
        if foes[to] and here >= SECTORS and len(action) == 3:
            return ledger.count("useless", -20)
        empty = heading[to] + mine[to] == 0
        if not foes[to] and not empty and self.book.capacity - crowd(table, seat, to) + leaving[to] <= heading[to]:
            return ledger.count("crowded", -20)
        worth = ledger.count("forward", 2 * (depth(seat, to) - depth(seat, here)))
        worth += ledger.count("two-steps", -1 if len(action) == 4 else 0)
        if here < SECTORS and mine[here] - leaving[here] <= 2 and self.threatened(table, seat, here):
            worth += ledger.count("leaves-bare", -12 if marked(table, seat, here) else -4)
        prize = self.prize(table, seat, to)
        if not foes[to]:
            return worth + ledger.count("prize", prize if empty else prize // 2) + ledger.count("takes", 8 if empty else 3)
        if self.near(table, seat, to) + heading[to] <= foes[to]:
            return worth + ledger.count("too-few", -4)
        if heading[to] >= foes[to] + 3:
            return worth + ledger.count("enough-go", 1)
        return worth + ledger.count("prize", prize) + ledger.count("together", 8 if heading[to] else 4)

    def gun_worth(self, table: CommandersTable, seat: int, here: int, towards: int, foes: list[int]) -> int:
        ledger = self.ledger
        if towards >= SECTORS:
            return ledger.count("useless", -20)
        if here >= SECTORS:
            return ledger.count("comes-up", 2)
        far = self.book.beyond[here * 11 + towards]
        if towards == self.book.back[seat * SECTORS + here] and not self.book.rear_fire:  # 9.1: there it can only attack
            return ledger.count("targets", 4) if foes[towards] else ledger.count("useless", -20)
        if foes[towards] > 1:
            return ledger.count("targets", 7)
        if far >= 0 and foes[far] > 1 and crowd(table, seat, towards) == 0:
            return ledger.count("targets", 6)
        return ledger.count("useless", -20)

    def prize(self, table: CommandersTable, seat: int, sector: int) -> int:
        prize = 2
        for k in range(0, len(table.markers), 3):
            if table.markers[k] != seat and table.markers[k + 2] == sector:
                prize += 2 + 3 * self.book.worth[table.markers[k + 1]]
        return prize

    def near(self, table: CommandersTable, seat: int, sector: int) -> int:
        """Own units that could join an attack."""
        count = 0
        for origin in self.book.ways[sector]:
            if origin < SECTORS:
                count += self.strength(table, seat, origin)
        return count

    def threatened(self, table: CommandersTable, seat: int, sector: int) -> bool:
        return any(origin < SECTORS and self.strength(table, 1 - seat, origin) for origin in self.book.ways[sector])

    # everything else -----------------------------------------------------------------------

    def worth(self, table: CommandersTable, hand: CommandersHand, action: Action) -> int:
        """Done is worth nothing: what is better is done first."""
        verb, ledger = action[0], self.ledger
        if verb == MOVE:
            return self.move_worth(table, hand, action[1])
        if verb in (BOMBARD, RALLY, SQUARE_UP, ENTER):
            return ledger.count("always-good", 5)
        if verb == RETREAT or verb == COUNTER:
            odds = self.odds(table, hand.seat, table.place[action[1]])
            self.ledger.note("odds", odds)
            if verb == RETREAT:
                return ledger.count("outnumbered", 2) if odds < -1 else ledger.count("holds", -1)
            return ledger.count("holds", 1) if odds >= -1 else ledger.count("outnumbered", -1)
        if verb == WITHDRAW:
            return self.withdraw_worth(table, hand, action[1])
        if verb == AIM:
            return self.aim_worth(table, action[2])
        if verb == REROLL:
            return self.reroll_worth(table, hand, action)
        return 0 if verb == DONE else ledger.count("seldom-good", -2)

    def move_worth(self, table: CommandersTable, hand: CommandersHand, unit: int) -> int:
        """Charge only when enough go; march whenever possible."""
        to = hand.way1[unit % ARMY]
        if to >= SECTORS or not self.strength(table, 1 - hand.seat, to):
            return self.ledger.count("free-way", 5)
        going = 0
        for i in range(ARMY):
            if hand.way1[i] == to and table.place[hand.seat * ARMY + i] < SECTORS:
                going += 1
        theirs = self.strength(table, 1 - hand.seat, to)
        self.ledger.note("ours", going)
        self.ledger.note("theirs", theirs)
        return self.ledger.count("enough-go", 5) if going >= theirs else self.ledger.count("too-few", -1)

    def odds(self, table: CommandersTable, seat: int, sector: int) -> int:
        coming = 0
        for unit in range((1 - seat) * ARMY, (2 - seat) * ARMY):
            if table.target[unit] == sector and table.status[unit] & ATTACK:
                coming += 1
        return self.strength(table, seat, sector) - coming

    def withdraw_worth(self, table: CommandersTable, hand: CommandersHand, unit: int) -> int:
        if table.stack[-1].proc != COMBAT or table.stack[-1].step != WITHDRAWING:
            return -1
        sector, ours = table.target[unit], 0
        for own in range(hand.seat * ARMY, hand.seat * ARMY + ARMY):
            if table.target[own] == sector and table.status[own] & ATTACK:
                ours += 1
        theirs = self.strength(table, 1 - hand.seat, sector)
        self.ledger.note("ours", ours)
        self.ledger.note("theirs", theirs)
        lost = ours + (1 if table.kind[unit] == CAVALRY else 0) < theirs
        return self.ledger.count("outnumbered", 3) if lost else self.ledger.count("holds", -1)

    def aim_worth(self, table: CommandersTable, target: int) -> int:
        """Prisoners count, then guns, then fresh units."""
        if table.status[target] & ROUTED:
            return self.ledger.count("prisoner", 6)
        return self.ledger.count("gun", 4) if table.kind[target] == ARTILLERY else self.ledger.count("fresh", 3)

    def reroll_worth(self, table: CommandersTable, hand: CommandersHand, action: Action) -> int:
        unit = action[1]
        line = 2 * table.zone[unit] + unit // ARMY
        if not table.pips[line]:
            return self.ledger.count("useless", -1)
        if unit // ARMY == hand.seat:
            low = table.pips[line][-1] <= 2 and table.lines[line][-1] == unit
            return self.ledger.count("low-die", 2) if low else self.ledger.count("useless", -1)
        high = table.pips[line][0] >= 5 and table.lines[line][0] == unit
        return self.ledger.count("high-die", 3) if high else self.ledger.count("useless", -1)
