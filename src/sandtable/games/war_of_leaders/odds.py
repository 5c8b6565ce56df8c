"""Exact chances of an attack (8.5) and of reaching the Capture Point (5.3, 9.1)."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.war_of_leaders.look import Asker, rolls_to_point
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import ALIVE, HIDDEN, LeadersHand, LeadersTable
from sandtable.games.war_of_leaders.verbs import FIRE, MOVE
from sandtable.games.war_of_leaders.words import NOBODY
from sandtable.kit.card import Chance


def odds_of(rules: Rules, table: LeadersTable, hand: LeadersHand, action: Action) -> list[Chance]:
    if action[0] == FIRE and rules.late:  # 8.1: the die has fallen
        return []
    if action[0] == FIRE:
        return [Chance("out" if action[2] % rules.army == 0 else "hit", 1, 2, "piece", (action[2],))]
    if action[0] != MOVE:
        return []
    found = [Chance("pace", sum(rules.pace[1:]), 6, "", (), True)]
    asker = Asker(rules, table, hand)
    king = hand.seat * rules.army
    if table.life[king] == ALIVE and asker.xs[king] != HIDDEN:
        rolls = rolls_to_point(asker, king)
        found.append(Chance("point", 0 if rolls == NOBODY else len(rolls.split()), 6, "piece", (king,)))
    return found
