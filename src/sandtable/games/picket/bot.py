"""A plain player of Picket: keeps its troops together, meets weaker stacks, leaves lost battles."""

from __future__ import annotations

from sandtable.core.game import Action, Box, Draw
from sandtable.games.picket.rules import Picket
from sandtable.games.picket.state import DUMMY, FIGHT, OFF, SETUP, TROOP, PicketHand, PicketTable
from sandtable.games.picket.verbs import RETREAT
from sandtable.kit.card import Bot


class Patrol(Bot[PicketTable, PicketHand, Box]):
    def __init__(self, game: Picket, seat: int, draw: Draw) -> None:
        super().__init__(game, seat, draw)
        self.v = game.v

    def decide(self, table: PicketTable, hand: PicketHand, offer: list[Action]) -> Action:
        proc = table.stack[-1].proc
        offer = self.game.tidy(table, hand, offer)  # pieces one by one: the order of plots does not matter
        if len(offer) == 1 or proc == SETUP:
            return offer[self.draw.below(len(offer))]
        if proc == FIGHT:
            zone = table.stack[-1].regs[0]
            mine, theirs = self.strength(table, hand.seat, zone), self.strength(table, 1 - hand.seat, zone)
            for action in offer:
                self.ledger.weigh(action)
                self.ledger.note("troops-ours", mine)
                self.ledger.note("troops-theirs", theirs)
            return offer[-1] if mine < theirs and offer[-1][0] == RETREAT else offer[0]
        return self.plot(table, hand, offer)

    def plot(self, table: PicketTable, hand: PicketHand, offer: list[Action]) -> Action:
        piece = offer[0][1]
        kind = hand.kind[piece % self.v.pieces]
        best, best_worth = offer[0], -1000
        for action in offer:
            self.ledger.weigh(action)
            worth = self.worth(table, hand, kind, action[2]) * 8 + self.draw.below(8)
            if worth > best_worth:
                best, best_worth = action, worth
        return best

    def worth(self, table: PicketTable, hand: PicketHand, kind: int, zone: int) -> int:
        """Troops seek company and known prey; dummies keep away from the enemy."""
        foes = self.strength(table, 1 - hand.seat, zone)
        if kind == DUMMY:
            return self.ledger.count("danger", -2 * foes)
        friends = 0
        for i in range(self.v.pieces):
            if hand.plot[i] == zone and hand.kind[i] == TROOP:
                friends += 1
        company = self.ledger.count("company", 2 * friends)
        return company + (self.ledger.count("prey", 1) if 0 < foes <= friends + 1 else self.ledger.count("danger", -foes))

    def strength(self, table: PicketTable, seat: int, zone: int) -> int:
        found = 0
        for piece in range(seat * self.v.pieces, (seat + 1) * self.v.pieces):
            if table.zone[piece] == zone and table.zone[piece] != OFF and table.face[piece] != DUMMY:
                found += 1
        return found
