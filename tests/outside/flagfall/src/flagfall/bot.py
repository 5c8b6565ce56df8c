"""A plain player of Flagfall: takes what it can beat, keeps away from what it cannot, walks towards the other side."""

from __future__ import annotations

from flagfall.rules import Flagfall, beats
from flagfall.state import BOMB, FLAG, HIDDEN, MARSHAL, MINER, NOBODY, SCOUT, FlagfallHand, FlagfallTable
from flagfall.verbs import PUT
from sandtable.core.game import Action, Box, Draw
from sandtable.kit.card import Bot


class Raider(Bot[FlagfallTable, FlagfallHand, Box]):
    def __init__(self, game: Flagfall, seat: int, draw: Draw) -> None:
        super().__init__(game, seat, draw)
        self.rules = game

    def decide(self, table: FlagfallTable, hand: FlagfallHand, offer: list[Action]) -> Action:
        offer = self.game.tidy(table, hand, offer)
        best, best_worth = offer[0], -10_000
        for action in offer:
            self.ledger.weigh(action)
            worth = self.putting(hand, action) if action[0] == PUT else self.moving(table, hand, action)
            worth += self.ledger.count("whim", self.draw.below(4))
            if worth > best_worth:
                best, best_worth = action, worth
        return best

    def putting(self, hand: FlagfallHand, action: Action) -> int:
        """The flag and what guards it stand at the back, scouts in front."""
        columns = self.rules.board.columns
        back = action[2] // columns in (0, self.rules.board.rows - 1)
        if action[1] == FLAG or action[1] == BOMB:
            return self.ledger.count("behind", 20) if back else 0
        return self.ledger.count("in-front", 6) if not back and action[1] in (SCOUT, MARSHAL) else 0

    def moving(self, table: FlagfallTable, hand: FlagfallHand, action: Action) -> int:
        rank, goal = hand.rank[action[1]], action[2]
        ahead = (action[1] - goal) // self.rules.board.columns * (1 if hand.seat == 0 else -1)
        worth = self.ledger.count("forward", 2 * ahead)
        if table.owner[goal] == NOBODY:
            return worth
        if table.face[goal] != HIDDEN:
            wins = beats(rank, table.face[goal])
            return worth + (self.ledger.count("prey", 60) if wins > 0 else self.ledger.count("too-strong", -80) if wins < 0 else 0)
        if not table.moved[goal]:
            return worth + self.ledger.count("a-look", 30 if rank in (SCOUT, MINER) else 8)
        return worth + self.ledger.count("a-chance", 40 if rank == MARSHAL else 12)
