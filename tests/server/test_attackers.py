"""Attackers who foresee dice or guess sealed orders.  Each must succeed against the weak way it is made for, or its failure
against ours would prove nothing."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Callable, Iterator

import pytest

from sandtable.server.dice import Seals, outcome
from sandtable.wire.plain import encode

KEY = hashlib.sha256(b"attacked").digest()
Dice = list[int]


def ours(faces: int) -> Iterator[int]:
    return (outcome(KEY, number, faces) for number in itertools.count())


# generators that foresighted players have broken ------------------------------------------

SMALL = (1 << 20) - 3  # a prime; the same kind with 35 bits takes a patient attacker half a minute


def congruential(faces: int, seed: int = 777_777) -> Iterator[int]:
    """The next number is a multiple of the one before, modulo a prime: the dice of many table servers."""
    while True:
        seed = seed * 200_105 % SMALL
        yield seed % faces


def twister(faces: int) -> Iterator[int]:
    rnd = random.Random(5)
    return (rnd.getrandbits(32) * faces >> 32 for _ in itertools.count())


def shifted(faces: int, state: int = 0x9E3779B9) -> Iterator[int]:
    """Xorshift with 32 bits."""
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        yield state % faces


# attackers: from dice seen so far they tell the following ones, or give up ---------------------


def search_seeds(seen: Dice, faces: int, wanted: int) -> Dice | None:
    """Try every seed of a small generator; most are out after the first die."""
    for seed in range(1, SMALL):
        value, first = seed, True
        for die in seen:
            value = value if first else value * 200_105 % SMALL
            first = False
            if value % faces != die:
                break
        else:
            return [(value := value * 200_105 % SMALL) % faces for _ in range(wanted)]
    return None


def untemper(word: int) -> int:
    word ^= word >> 18
    word ^= word << 15 & 0xEFC60000
    part = word
    for _ in range(5):
        part = word ^ (part << 7 & 0x9D2C5680)
    word = part
    for _ in range(3):
        part = word ^ part >> 11
    return part & 0xFFFFFFFF


def clone_twister(seen: Dice, faces: int, wanted: int) -> Dice | None:
    """624 whole words of a Mersenne twister are its state."""
    copy = random.Random()
    copy.setstate((3, (*map(untemper, seen[-624:]), 624), None))
    return [copy.getrandbits(32) * faces >> 32 for _ in range(wanted)]


def solve_recurrence(seen: Dice, faces: int, wanted: int) -> Dice | None:
    """Berlekamp and Massey: the shortest linear recurrence over bits that made them, if one much shorter than they are did."""
    bits = [die & 1 for die in seen]
    current, previous, length, gap = 1, 1, 0, 1
    history = 0
    for n, bit in enumerate(bits):
        history = history << 1 | bit
        discrepancy = (current & _reverse(history, length)).bit_count() & 1 if n else bit
        if not discrepancy:
            gap += 1
        elif 2 * length <= n:
            current, previous, length, gap = current ^ previous << gap, current, n + 1 - length, 1
        else:
            current, gap = current ^ previous << gap, gap + 1
    if length > len(bits) // 4:
        return None
    for _ in range(wanted):
        bits.append(sum(bits[-k] for k in range(1, length + 1) if current >> k & 1) & 1)
    return bits[-wanted:]


def _reverse(history: int, length: int) -> int:
    """The last ``length + 1`` bits, the latest first."""
    return history & (1 << length + 1) - 1


Attack = Callable[[Dice, int, int], Dice | None]


@pytest.mark.parametrize(
    ("attack", "weak", "faces", "seen"),
    [(search_seeds, congruential, 6, 30), (clone_twister, twister, 1 << 32, 624), (solve_recurrence, shifted, 2, 400)],
)
def test_attackers_foresee_weak_dice_and_not_ours(attack: Attack, weak: Callable[[int], Iterator[int]], faces: int, seen: int) -> None:
    wanted = 40
    for made, foreseen in ((weak(faces), True), (ours(faces), False)):
        rolled = list(itertools.islice(made, seen + wanted))
        told = attack(rolled[:seen], faces, wanted)
        assert (told == rolled[seen:]) == foreseen, told


def orders() -> Iterator[tuple[int, ...]]:
    return itertools.product(range(3), range(20), range(20))


def guess(seal: str, match: str, seat: int, last: str) -> tuple[int, ...] | None:
    """Hash every order there could be, as it stands in a seal, with and without what everybody knows."""
    for order in orders():
        for word in (encode((match, seat, 0, order, last)), encode(order), encode(list(order))):
            if hashlib.sha256(word).hexdigest() == seal:
                return order
    return None


def test_a_list_of_all_orders_opens_a_bare_hash_and_no_seal_of_ours() -> None:
    order = (2, 13, 7)
    assert guess(hashlib.sha256(encode(("m", 0, 0, order, ""))).hexdigest(), "m", 0, "") == order
    assert guess(Seals(KEY, "m", 2).add(0, order), "m", 0, "") is None
