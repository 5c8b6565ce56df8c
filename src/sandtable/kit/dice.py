"""Dice as data, and the exact odds of what they bring: whole numbers over a common denominator.

A die is a list of faces, a face a list of counts, one per kind of icon.  All faces are equally likely; a
face that is likelier is listed more often.  Half an icon is data too: count in halves, then ``divided``.
Odds are about one non-negative number: hits, pips, a sum.  ``joint`` is about several icons at once.
"""

from __future__ import annotations

from math import comb, gcd
from typing import Final


class Die:
    """A die with icons: ``faces[outcome][icon]`` is how often a face shows an icon."""

    def __init__(self, faces: list[list[int]]) -> None:
        if not faces:
            raise ValueError("a die needs at least one face")
        for face in faces:
            if len(face) != len(faces[0]):
                raise ValueError("every face of a die counts the same icons")
            if min(face, default=0) < 0:
                raise ValueError("a face cannot show an icon less than zero times")
        self.sides: Final = len(faces)
        self.icons: Final = len(faces[0])
        self.faces: Final = [face[:] for face in faces]


class Odds:
    """How a number is distributed: value v comes in ``ways[v]`` of ``total`` equally likely cases."""

    def __init__(self, ways: list[int]) -> None:
        self.ways: Final = ways[:]
        self.total: Final = sum(ways)
        if not ways or min(ways) < 0 or self.total == 0:
            raise ValueError("odds need at least one possible case and none less than zero")

    def exactly(self, value: int) -> int:
        """In how many of ``total`` cases the number is this value."""
        return self.ways[value] if 0 <= value < len(self.ways) else 0

    def at_least(self, value: int) -> int:
        """In how many of ``total`` cases the number is this value or more."""
        return sum(self.ways[max(value, 0) :])

    def at_most(self, value: int) -> int:
        """In how many of ``total`` cases the number is this value or less."""
        return sum(self.ways[: max(value + 1, 0)])

    def mean(self) -> int:
        """The expected number, times ``total``."""
        product = 0
        for value in range(len(self.ways)):
            product += value * self.ways[value]
        return product


class Joint:
    """How several icons come together: the counts ``sums[i]`` come in ``ways[i]`` of ``total`` cases.
    ``sums`` are all that can happen, ascending."""

    def __init__(self, sums: list[list[int]], ways: list[int]) -> None:
        self.sums: Final = sums
        self.ways: Final = ways
        self.total: Final = sum(ways)


# reading a roll ----------------------------------------------------------------------


def read(dice: list[Die], outcomes: list[int]) -> list[int]:
    """How often each icon was rolled: outcome i is the face of die i, counted from 0.  Dice must count the same icons."""
    if len(dice) != len(outcomes):
        raise ValueError(str(len(outcomes)) + " outcomes for " + str(len(dice)) + " dice")
    sums = [0] * (dice[0].icons if dice else 0)
    for i in range(len(dice)):
        add_face(dice[i], outcomes[i], sums)
    return sums


def add_face(die: Die, outcome: int, sums: list[int]) -> None:
    """Add the icons of one face, counted from 0, to sums: for rolls read one by one."""
    face = die.faces[outcome]
    for icon in range(die.icons):
        sums[icon] += face[icon]


# odds of one die ---------------------------------------------------------------------


def certain(value: int) -> Odds:
    """A number that is known: for adding to other odds."""
    return Odds([0] * value + [1])


def pips(sides: int) -> Odds:
    """An ordinary die: 1 to sides."""
    return Odds([0] + [1] * sides)


def icon_odds(die: Die, weights: list[int]) -> Odds:
    """What one die is worth when icon i counts ``weights[i]``, which must not be negative."""
    if len(weights) != die.icons or min(weights, default=0) < 0:
        raise ValueError("each of " + str(die.icons) + " icons needs a weight, none less than zero")
    values: list[int] = []
    for face in die.faces:
        value = 0
        for icon in range(die.icons):
            value += weights[icon] * face[icon]
        values.append(value)
    ways = [0] * (max(values) + 1)
    for value in values:
        ways[value] += 1
    return Odds(ways)


# odds made from odds -----------------------------------------------------------------


def added(a: Odds, b: Odds) -> Odds:
    """The sum of two independent numbers; cases multiply: ``total`` is ``a.total * b.total``."""
    ways = [0] * (len(a.ways) + len(b.ways) - 1)
    for x in range(len(a.ways)):
        if a.ways[x]:
            for y in range(len(b.ways)):
                ways[x + y] += a.ways[x] * b.ways[y]
    return Odds(ways)


def sum_of(parts: list[Odds]) -> Odds:
    """The sum of independent numbers; 0 for none."""
    total = certain(0)
    for part in parts:
        total = added(total, part)
    return total


def repeated(odds: Odds, count: int) -> Odds:
    """The sum of so many independent numbers alike."""
    total = certain(0)
    for _ in range(count):
        total = added(total, odds)
    return total


def divided(odds: Odds, divisor: int) -> Odds:
    """The number divided, rounded down: two halves make a whole, one is lost."""
    ways = [0] * ((len(odds.ways) - 1) // divisor + 1)
    for value in range(len(odds.ways)):
        ways[value // divisor] += odds.ways[value]
    return Odds(ways)


def capped(odds: Odds, most: int) -> Odds:
    """The number, or ``most`` where it is more: hits beyond the last strength point are lost."""
    ways = odds.ways[: most + 1]
    ways[-1] += sum(odds.ways[most + 1 :])
    return Odds(ways)


def best_of(odds: Odds, count: int, keep: int = 1) -> Odds:
    """The sum of the ``keep`` highest of ``count`` independent numbers alike (of all when there are fewer)."""
    return picked(odds, count, keep, list(range(len(odds.ways) - 1, -1, -1)))


def worst_of(odds: Odds, count: int, keep: int = 1) -> Odds:
    """The sum of the ``keep`` lowest of ``count`` independent numbers alike (of all when there are fewer)."""
    return picked(odds, count, keep, list(range(len(odds.ways))))


def picked(odds: Odds, count: int, keep: int, preferred: list[int]) -> Odds:
    """The sum of the ``keep`` most preferred of ``count`` numbers.  Values are taken in order of preference;
    ``cases[n]`` are the ways in which n of the numbers have had their value, by the sum kept so far."""
    keep = min(keep, count)
    length = keep * (len(odds.ways) - 1) + 1
    cases = [[0] * length for _ in range(count + 1)]
    cases[0][0] = 1
    for value in preferred:
        after = [[0] * length for _ in range(count + 1)]
        for done in range(count + 1):
            for more in range(count + 1 - done):
                ways = comb(count - done, more) * odds.ways[value] ** more
                gain = value * max(min(more, keep - done), 0)
                for kept in range(length - gain):
                    if cases[done][kept]:
                        after[done + more][kept + gain] += cases[done][kept] * ways
        cases = after
    return Odds(cases[count])


def rerolled(odds: Odds, values: list[int], times: int = 1) -> Odds:
    """The number when one of these values is rolled again, up to so many times, and the last roll stands.
    ``total`` becomes its power ``times + 1``."""
    ways = odds.ways
    scale = odds.total
    for _ in range(times):
        again = 0
        for value in range(len(odds.ways)):
            if value in values:
                again += odds.ways[value]
        # A first roll that stands leaves `scale` cases open for the rolls that are not made; one that is
        # rolled again is followed by all the cases of the remaining rolls.
        ways = [(0 if value in values else odds.ways[value] * scale) + again * ways[value] for value in range(len(odds.ways))]
        scale *= odds.total
    return Odds(ways)


def joint(dice: list[Die]) -> Joint:
    """How often each icon comes when all these dice are rolled at once; dice must count the same icons."""
    cases: dict[tuple[int, ...], int] = {(0,) * (dice[0].icons if dice else 0): 1}
    for die in dice:
        after: dict[tuple[int, ...], int] = {}
        for counts, ways in cases.items():
            if len(counts) != die.icons:
                raise ValueError("dice rolled together count the same icons")
            for face in die.faces:
                together = tuple([counts[icon] + face[icon] for icon in range(die.icons)])
                after[together] = after.get(together, 0) + ways
        cases = after
    ordered = sorted(cases)
    return Joint([list(counts) for counts in ordered], [cases[counts] for counts in ordered])


# comparing and showing ---------------------------------------------------------------


def higher(a: Odds, b: Odds) -> int:
    """In how many of ``a.total * b.total`` cases the first number is higher than the second."""
    found = 0
    below = 0
    for value in range(len(a.ways)):
        found += a.ways[value] * below
        below += b.exactly(value)
    return found


def equal(a: Odds, b: Odds) -> int:
    """In how many of ``a.total * b.total`` cases the two numbers are equal."""
    found = 0
    for value in range(len(a.ways)):
        found += a.ways[value] * b.exactly(value)
    return found


def lowest_terms(cases: int, total: int) -> tuple[int, int]:
    """The same fraction with the smallest numbers."""
    divisor = gcd(cases, total)
    return cases // divisor, total // divisor


def percent(cases: int, total: int) -> int:
    """A share in whole hundredths, halves rounded up; but 0 and 100 only for what is impossible or certain,
    so that no player reads "never" where there is a chance."""
    rounded = (200 * cases + total) // (2 * total)
    if 0 < cases < total:
        return min(max(rounded, 1), 99)
    return rounded
