"""Exact chances of a fight (chapter 7), of a throw (7.8) and of an agent (8.12), as far as a seat knows."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.core.game import Action, Frame
from sandtable.games.leaders.rules.battle import (
    AT,
    ATTACKER,
    ATTACKER_STAYS,
    DEFENDER,
    DEFENDER_STAYS,
    side_units,
)
from sandtable.games.leaders.rules.common import Terms, skilled
from sandtable.games.leaders.state import FIGHT, LAND, TECHNOLOGY, UK, USSR, LeadersHand, LeadersTable, copy_table
from sandtable.games.leaders.verbs import BOYCOTT, ENGAGE, FIGHT_AT, REROLL, SABOTAGE, SPY, STAND
from sandtable.kit.card import Chance
from sandtable.kit.dice import Odds

MOST_UNITS: Final = 24  # larger fights are not reckoned through


class Side:
    """One side of a fight: its units, weakest kind first, and what its throws count."""

    def __init__(self, units: list[int], extra: int, double: bool) -> None:
        self.units = units
        self.extra = extra  # 7.7: white dice more
        self.double = double  # 7.9

    def total(self) -> int:
        return self.units[0] + self.units[1] + self.units[2]

    def left(self, lost: int) -> list[int]:
        """What is left when the weakest fall first: what a careful owner gives up (7.10)."""
        found = self.units[:]
        for unit in range(3):
            gone = min(lost, found[unit])
            found[unit] -= gone
            lost -= gone
        return found


def throw_of(terms: Terms, side: Side, lost: int) -> Odds:
    """7.6, 7.7, 7.9: hits of one throw of a side that has lost so many units; without throws again (7.8)."""
    units = side.left(lost)
    dice: list[int] = []
    for unit in range(2, -1, -1):
        dice += [unit] * min(terms.v.dice_max - len(dice), units[unit])
    dice += [0] * side.extra
    cases = {(0, 0): 1}  # hits, whether a die hits once
    for die in dice:
        after: dict[tuple[int, int], int] = {}
        for (hits, single), ways in cases.items():
            for face in terms.v.dice[die]:
                key = (hits + face, 1 if single or face == 1 else 0)
                after[key] = after.get(key, 0) + ways
        cases = after
    ways_of = [0] * (2 * len(dice) + 2)
    for (hits, single), ways in cases.items():
        ways_of[hits + (1 if single and side.double else 0)] += ways
    return Odds(ways_of)


def fight_out(terms: Terms, attack: Side, defence: Side) -> list[Fraction]:
    """If nobody retreats: chances that the attacker is left, the defender is left, nobody is left; mean losses of both."""
    a, d = attack.total(), defence.total()
    throws_a = [throw_of(terms, attack, lost) for lost in range(a)]
    throws_d = [throw_of(terms, defence, lost) for lost in range(d)]
    share = [[Fraction(0)] * (d + 1) for _ in range(a + 1)]  # by losses of either side
    share[0][0] = Fraction(1)
    for lost in range(a + d):
        for i in range(max(0, lost - d), min(a, lost + 1)):
            j = lost - i
            if j < d and share[i][j]:
                spread(share, i, j, throws_a[i], throws_d[j])
    won = sum([share[i][d] for i in range(a)], Fraction(0))
    held = sum([share[a][j] for j in range(d)], Fraction(0))
    losses_a = sum([i * share[i][d] for i in range(a)], Fraction(0)) + a * (held + share[a][d])
    losses_d = sum([j * share[a][j] for j in range(d)], Fraction(0)) + d * (won + share[a][d])
    return [won, held, share[a][d], losses_a, losses_d]


def spread(share: list[list[Fraction]], i: int, j: int, by_attacker: Odds, by_defender: Odds) -> None:
    """One round out of a state of losses; throws without a single hit are thrown again until one hits."""
    a, d = len(share) - 1, len(share[0]) - 1
    here = share[i][j]
    share[i][j] = Fraction(0)
    blank = by_attacker.ways[0] * by_defender.ways[0]
    cases = by_attacker.total * by_defender.total - blank
    for on_d in range(len(by_attacker.ways)):
        for on_a in range(len(by_defender.ways)):
            ways = by_attacker.ways[on_d] * by_defender.ways[on_a]
            if ways and (on_a or on_d):
                share[min(a, i + on_a)][min(d, j + on_d)] += here * Fraction(ways, cases)


def side_of(terms: Terms, table: LeadersTable, attacking: bool) -> Side:
    frame = table.stack[-1]
    seat = frame.regs[ATTACKER] if attacking else frame.regs[DEFENDER]
    at_sea = frame.regs[AT] >= LAND or (table.seaborne >> frame.regs[AT]) & 1 == 1
    units = [side_units(terms, table, frame, attacking, unit) for unit in range(3)]
    return Side(units, 1 if at_sea and skilled(terms, table, seat, UK) else 0, table.military[seat] >= 3)


def chance(key: str, share: Fraction, kinds: str, values: Action, mean: bool = False) -> Chance:
    return Chance(key, share.numerator, share.denominator, kinds, values, mean)


def standing(terms: Terms, table: LeadersTable) -> list[Chance]:
    """7.1, 7.3: this fight to its end, if both stand, losing the weakest first and without throws again."""
    attack, defence = side_of(terms, table, True), side_of(terms, table, False)
    if attack.total() + defence.total() > MOST_UNITS:
        return []
    won, held, empty, losses_a, losses_d = fight_out(terms, attack, defence)
    mine = table.stack[-1].step < DEFENDER_STAYS
    place = (table.stack[-1].regs[AT],)
    return [
        chance("win", won if mine else held, "place", place),
        chance("lose", held if mine else won, "place", place),
        chance("empty", empty, "place", place),
        chance("own-losses", losses_a if mine else losses_d, "", (), True),
        chance("their-losses", losses_d if mine else losses_a, "", (), True),
    ]


def agent(terms: Terms, table: LeadersTable, hand: LeadersHand, action: Action) -> list[Chance]:
    """8.12: at best, where the target has no idle agent and no technology; and for each idle agent less."""
    v = terms.v
    shift = v.technology_shift if hand.level[TECHNOLOGY] >= 1 else 0
    if skilled(terms, table, hand.seat, USSR):
        shift += v.ussr_shift
    if skilled(terms, table, action[1], USSR):
        shift -= v.ussr_shift
    found: list[Chance] = []
    for idle in (0, 2, 4):
        per_cent = max(v.success_low, min(v.success_high, v.success[min(idle, len(v.success) - 1)] + shift))
        found.append(Chance("agent", per_cent, 100, "number seat", (idle, action[1])))
    return found


def odds_of(terms: Terms, table: LeadersTable, hand: LeadersHand, action: Action) -> list[Chance]:
    if action[0] in (SPY, SABOTAGE, BOYCOTT):
        return agent(terms, table, hand, action)
    if action[0] in (FIGHT_AT, ENGAGE):
        begun = copy_table(table)
        defender = table.owner[action[1]] if action[0] == FIGHT_AT else action[2]
        begun.stack.append(Frame(FIGHT, ATTACKER_STAYS, [action[1], table.active, defender, 0, 0, 0, -1, 0]))
        return standing(terms, begun)
    if table.stack[-1].proc != FIGHT:
        return []
    if action[0] == STAND:
        return standing(terms, table)
    if action[0] == REROLL:
        faces = terms.v.dice[table.dies[action[1]]]
        now = table.throw[action[1]]
        better, worse = len([1 for face in faces if face > now]), len([1 for face in faces if face < now])
        return [Chance("better", better, 6, "die", (action[1],)), Chance("worse", worse, 6, "die", (action[1],))]
    return []
