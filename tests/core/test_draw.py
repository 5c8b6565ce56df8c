"""Seeded draws: uniform, repeatable, the same interpreted and compiled."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.game import Draw, Frame, Table


@given(st.integers(0, 2**60), st.integers(1, 1000))
def test_draws_lie_below_their_bound(seed: int, n: int) -> None:
    draw = Draw(seed)
    assert all(0 <= draw.below(n) < n for _ in range(20))


def slow_draws(seed: int, n: int, count: int) -> list[int]:
    """The generator again, in plain integers."""
    a, b = seed % 2147483562 + 1, seed // 2147483562 % 2147483398 + 1
    found: list[int] = []
    for bound in [2] * 4 + [n] * count:
        while True:
            a, b = a * 40014 % 2147483563, b * 40692 % 2147483399
            z = (a - b) % 2147483562
            if z < 2147483562 - 2147483562 % bound:
                found.append(z % bound)
                break
    return found[4:]


@given(st.integers(0, 2**60), st.integers(1, 2**30))
def test_draws_are_those_of_the_published_generator(seed: int, n: int) -> None:
    draw = Draw(seed)
    assert [draw.below(n) for _ in range(30)] == slow_draws(seed, n, 30)


def test_draws_are_uniform() -> None:
    draw = Draw(11)
    counts = Counter(draw.below(6) for _ in range(60_000))
    chi_square = sum((count - 10_000) ** 2 / 10_000 for count in counts.values())
    assert chi_square < 20.5  # p = 0.001 with five degrees of freedom


def test_shuffles_reach_every_order_about_equally() -> None:
    draw, counts = Draw(3), Counter[tuple[int, ...]]()
    for _ in range(6000):
        items = [0, 1, 2]
        draw.shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_a_copied_flow_shares_nothing() -> None:
    table, other = Table(), Table()
    other.pending, other.dice, other.stack = [1], [6], [Frame(1, 2, [3])]
    other.gone, other.draw_offers, other.over = 1, 2, 1
    table.copy_flow(other)
    other.pending.append(2)
    other.dice.append(6)
    other.stack[0].regs.append(4)
    assert (table.pending, table.dice, table.stack[0].regs) == ([1], [6], [3])
    assert (table.gone, table.draw_offers, table.over) == (1, 2, 1)
    assert (table.stack[0].proc, table.stack[0].step) == (1, 2)
