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
    mask = 2**64 - 1
    x = seed + 0x9E3779B97F4A7C15 & mask
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & mask
    x = (x ^ x >> 27) * 0x94D049BB133111EB & mask
    x ^= x >> 31
    a, b = x % 2147483562 + 1, x // 2147483562 % 2147483398 + 1
    found: list[int] = []
    while len(found) < count:
        a, b = a * 40014 % 2147483563, b * 40692 % 2147483399
        z = (a - b) % 2147483562
        if z < 2147483562 - 2147483562 % n:
            found.append(z % n)
    return found


@given(st.integers(0, 2**60), st.integers(1, 2**30))
def test_draws_are_those_of_the_published_generator(seed: int, n: int) -> None:
    draw = Draw(seed)
    assert [draw.below(n) for _ in range(30)] == slow_draws(seed, n, 30)


def test_first_draws_of_neighbouring_seeds_are_independent() -> None:
    """Simulations use seeds 0, 1, 2, ...: the first draws over such seeds must be as good as any."""
    first = [Draw(seed) for seed in range(6000)]
    pairs = Counter((draw.below(6), draw.below(6)) for draw in first)
    expected = 6000 / 36
    chi_square = sum((pairs[a, b] - expected) ** 2 / expected for a in range(6) for b in range(6))
    assert chi_square < 66.6  # p = 0.001 with 35 degrees of freedom


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
