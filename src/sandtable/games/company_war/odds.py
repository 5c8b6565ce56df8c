"""Exact chances of a shot: two dice in the strategic game (5.15-5.17), d20 in the tactical one (12.3-12.5)."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.company_war.rules.fire import hit_number as strategic_number
from sandtable.games.company_war.rules.gunnery import hit_number as tactical_number
from sandtable.games.company_war.state import BATTLE, TACTICS, WarHand, WarTable, is_capital
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import AIM
from sandtable.kit.card import Chance
from sandtable.kit.dice import Odds, pips, repeated

TWO = repeated(pips(6), 2)


def two_dice(number: int) -> int:
    """5.15: in how many of 36 cases two dice hit; 2 always does, 12 never."""
    return max(1, TWO.at_most(min(number, 11)))


def twenty(book: Book, number: int) -> Odds:
    """12.4, 12.5: hits of one shot."""
    ways = [0] * (book.t_most + 1)
    for roll in range(1, 21):
        if roll == 1 or (roll <= number and roll != 20):
            ways[min(book.t_most, 1 + (number - roll) // book.t_step) if number > roll else 1] += 1
        else:
            ways[0] += 1
    return Odds(ways)


def odds_of(book: Book, table: WarTable, hand: WarHand, action: Action) -> list[Chance]:
    if action[0] != AIM:
        return []
    shooter, target = action[1], action[2]
    if table.stack[-1].proc == TACTICS:
        number = tactical_number(book, table, shooter, target)
        hits = twenty(book, number)
        return [
            Chance("hit", hits.at_least(1), 20, "unit", (target,)),
            Chance("double", hits.at_least(2), 20, "unit", (target,)),
            Chance("needs-20", max(number, 1), 1, "", (), True),
        ]
    if table.stack[-1].proc != BATTLE:
        return []
    others = 1 if is_capital(shooter) else 0
    for i in range(0, len(table.shots), 2):
        if table.shots[i + 1] == target and is_capital(table.shots[i]):
            others += 1
    number = strategic_number(book, table, shooter, target, others)
    return [
        Chance("hit", two_dice(number), 36, "unit", (target,)),
        Chance("needs", min(max(number, 2), 11), 1, "", (), True),
    ]
