"""Exact chances of the next round of a battle (5.1)."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.picket.rules import Picket
from sandtable.games.picket.state import FIGHT, PicketHand, PicketTable
from sandtable.games.picket.verbs import STAND
from sandtable.kit.card import Chance
from sandtable.kit.dice import Odds, repeated


def odds_of(game: Picket, table: PicketTable, hand: PicketHand, action: Action) -> list[Chance]:
    if action[0] != STAND or table.stack[-1].proc != FIGHT:
        return []
    zone = table.stack[-1].regs[0]
    mine, theirs = game.count(table, hand.seat, zone), game.count(table, 1 - hand.seat, zone)
    hit = Odds([game.v.hit_from - 1, 7 - game.v.hit_from])
    dealt, taken = repeated(hit, mine), repeated(hit, theirs)
    return [
        Chance("they-fall", dealt.at_least(theirs), dealt.total),
        Chance("they-lose", dealt.at_least(1), dealt.total),
        Chance("we-lose", taken.at_least(1), taken.total),
        Chance("we-fall", taken.at_least(mine), taken.total),
    ]
