"""Every function of ``kit.dice`` against listing all cases one by one."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kit import dice
from sandtable.kit.dice import Die, Odds


@st.composite
def icon_dice(draw: st.DrawFn, icons: int, sides: int = 6) -> Die:
    face = st.lists(st.integers(0, 3), min_size=icons, max_size=icons)
    return Die(draw(st.lists(face, min_size=1, max_size=sides)))


odds_of_small_numbers = st.lists(st.integers(0, 3), min_size=1, max_size=5).filter(any).map(Odds)


def cases_of(odds: Odds) -> list[int]:
    """All equally likely cases of some odds, each written out."""
    return [value for value in range(len(odds.ways)) for _ in range(odds.ways[value])]


def same(odds: Odds, values: Iterable[int]) -> bool:
    """Equal case by case: the same ways, not only the same shares."""
    return Counter(cases_of(odds)) == Counter(values) and odds.total == sum(odds.ways)


@given(st.integers(1, 3).flatmap(lambda icons: st.lists(icon_dice(icons), max_size=5)), st.data())
def test_reading_a_roll(rolled: list[Die], data: st.DataObject) -> None:
    outcomes = [data.draw(st.integers(0, die.sides - 1)) for die in rolled]
    shown = [rolled[i].faces[outcomes[i]] for i in range(len(rolled))]
    expected = [sum(face[icon] for face in shown) for icon in range(len(shown[0]) if shown else 0)]
    assert dice.read(rolled, outcomes) == expected
    one_by_one = [0] * len(expected)
    for i in range(len(rolled)):
        dice.add_face(rolled[i], outcomes[i], one_by_one)
    assert one_by_one == expected


@given(icon_dice(3), st.lists(st.integers(0, 3), min_size=3, max_size=3))
def test_odds_of_a_face(die: Die, weights: list[int]) -> None:
    values = [sum(weight * count for weight, count in zip(weights, face, strict=True)) for face in die.faces]
    assert same(dice.icon_odds(die, weights), values)


@given(st.integers(0, 12), st.integers(1, 12))
def test_certain_and_pips(value: int, sides: int) -> None:
    assert same(dice.certain(value), [value])
    assert same(dice.pips(sides), range(1, sides + 1))


@given(odds_of_small_numbers)
def test_questions_to_odds(odds: Odds) -> None:
    cases = cases_of(odds)
    assert odds.total == len(cases)
    assert odds.mean() == sum(cases)
    for value in range(-7, 8):
        assert odds.exactly(value) == sum(case == value for case in cases)
        assert odds.at_least(value) == sum(case >= value for case in cases)
        assert odds.at_most(value) == sum(case <= value for case in cases)


@given(st.lists(odds_of_small_numbers, max_size=3))
def test_sums(parts: list[Odds]) -> None:
    assert same(dice.sum_of(parts), [sum(case) for case in itertools.product(*[cases_of(part) for part in parts])])
    if len(parts) >= 2:
        assert same(dice.added(parts[0], parts[1]), [x + y for x in cases_of(parts[0]) for y in cases_of(parts[1])])


@given(odds_of_small_numbers, st.integers(0, 3))
def test_repeated(odds: Odds, count: int) -> None:
    assert same(dice.repeated(odds, count), [sum(case) for case in itertools.product(cases_of(odds), repeat=count)])


@given(odds_of_small_numbers, st.integers(1, 4), st.integers(0, 7))
def test_divided_and_capped(odds: Odds, divisor: int, most: int) -> None:
    assert same(dice.divided(odds, divisor), [case // divisor for case in cases_of(odds)])
    assert same(dice.capped(odds, most), [min(case, most) for case in cases_of(odds)])


@given(st.lists(st.integers(0, 2), min_size=1, max_size=4).filter(any).map(Odds), st.integers(0, 4), st.integers(0, 5))
def test_best_and_worst(odds: Odds, count: int, keep: int) -> None:
    rolls = [sorted(case) for case in itertools.product(cases_of(odds), repeat=count)]
    assert same(dice.best_of(odds, count, keep), [sum(case[::-1][:keep]) for case in rolls])
    assert same(dice.worst_of(odds, count, keep), [sum(case[:keep]) for case in rolls])
    high_to_low = list(range(len(odds.ways) - 1, -1, -1))
    assert dice.picked(odds, count, keep, high_to_low).ways == dice.best_of(odds, count, keep).ways
    if count:
        assert same(dice.best_of(odds, count), [case[-1] for case in rolls])
        assert same(dice.worst_of(odds, count), [case[0] for case in rolls])


@given(st.permutations([0, 1, 2, 3]), st.integers(0, 3), st.integers(0, 4))
def test_picked_by_any_preference(preferred: list[int], count: int, keep: int) -> None:
    """Some games prefer a middle value: the kept ones are those that come first in the list."""
    odds = Odds([1, 2, 1, 1])
    rolls = [sorted(case, key=preferred.index) for case in itertools.product(cases_of(odds), repeat=count)]
    assert same(dice.picked(odds, count, keep, preferred), [sum(case[:keep]) for case in rolls])


@given(
    st.lists(st.integers(0, 2), min_size=1, max_size=4).filter(any).map(Odds),
    st.lists(st.integers(0, 5), max_size=4),
    st.integers(0, 3),
)
def test_rerolled(odds: Odds, values: list[int], times: int) -> None:
    last: list[int] = []
    for rolls in itertools.product(cases_of(odds), repeat=times + 1):
        stands = [roll for roll in rolls[:-1] if roll not in values] + [rolls[-1]]
        last.append(stands[0])
    assert same(dice.rerolled(odds, values, times), last)
    if times == 1:
        assert dice.rerolled(odds, values).ways == dice.rerolled(odds, values, 1).ways


@given(st.integers(0, 3).flatmap(lambda icons: st.lists(icon_dice(icons, 4), max_size=4)))
def test_joint(rolled: list[Die]) -> None:
    icons = rolled[0].icons if rolled else 0
    slow = Counter(
        tuple(sum(face[icon] for face in faces) for icon in range(icons)) for faces in itertools.product(*[die.faces for die in rolled])
    )
    found = dice.joint(rolled)
    assert [tuple(counts) for counts in found.sums] == sorted(slow)
    assert found.ways == [slow[counts] for counts in sorted(slow)]
    assert found.total == slow.total()


@given(odds_of_small_numbers, odds_of_small_numbers)
def test_comparing(a: Odds, b: Odds) -> None:
    pairs = list(itertools.product(cases_of(a), cases_of(b)))
    assert dice.higher(a, b) == sum(x > y for x, y in pairs)
    assert dice.equal(a, b) == sum(x == y for x, y in pairs)
    assert dice.higher(a, b) + dice.equal(a, b) + dice.higher(b, a) == a.total * b.total


@given(st.integers(1, 700))
def test_showing(total: int) -> None:
    for cases in range(total + 1):
        share = Fraction(cases, total)
        assert dice.lowest_terms(cases, total) == (share.numerator, share.denominator)
        shown = dice.percent(cases, total)
        assert (shown == 0) == (cases == 0) and (shown == 100) == (cases == total)
        if 1 <= share * 100 <= 99:
            assert -Fraction(1, 2) <= share * 100 - shown < Fraction(1, 2)
        else:
            assert abs(share * 100 - shown) < 1


def test_a_slight_chance_is_not_shown_as_none() -> None:
    assert [dice.percent(cases, 1000) for cases in (0, 1, 999, 1000)] == [0, 1, 99, 100]


def test_well_known_odds() -> None:
    two = dice.repeated(dice.pips(6), 2)
    assert two.ways == [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert dice.lowest_terms(two.at_least(10), two.total) == (1, 6)
    assert dice.percent(two.at_least(10), two.total) == 17
    ability = dice.best_of(dice.pips(6), 4, 3)  # four dice, drop the lowest
    assert (ability.exactly(18), ability.total) == (21, 1296)


def test_bad_dice_and_rolls_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one face"):
        Die([])
    with pytest.raises(ValueError, match="same icons"):
        Die([[1], [1, 0]])
    with pytest.raises(ValueError, match="less than zero"):
        Die([[-1]])
    with pytest.raises(ValueError, match="at least one possible"):
        Odds([0, 0])
    with pytest.raises(ValueError, match="at least one possible"):
        Odds([])
    with pytest.raises(ValueError, match="none less than zero"):
        Odds([2, -1])
    with pytest.raises(ValueError, match="1 outcomes for 2 dice"):
        dice.read([Die([[1]]), Die([[1]])], [0])
    with pytest.raises(ValueError, match="needs a weight"):
        dice.icon_odds(Die([[1, 0]]), [1])
    with pytest.raises(ValueError, match="needs a weight"):
        dice.icon_odds(Die([[1, 0]]), [1, -1])
    with pytest.raises(ValueError, match="count the same icons"):
        dice.joint([Die([[1]]), Die([[1, 0]])])


def test_dice_and_odds_keep_their_own_lists() -> None:
    faces, ways = [[1, 0], [0, 1]], [1, 1]
    die, odds = Die(faces), Odds(ways)
    faces[0][0] = ways[0] = 9
    assert die.faces[0][0] == odds.ways[0] == 1
