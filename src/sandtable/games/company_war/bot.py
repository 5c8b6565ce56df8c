from __future__ import annotations
from sandtable.core.game import Action, Box
from sandtable.games.company_war.state import WarHand, WarTable
from sandtable.kit.card import Bot

class Admiral(Bot[WarTable, WarHand, Box]):
    def decide(self, table: WarTable, hand: WarHand, offer: list[Action]) -> Action:
        return offer[self.draw.below(len(offer))]
