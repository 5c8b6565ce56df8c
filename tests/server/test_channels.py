"""Small channels: numbers, ids, beats.  docs/secrecy.md lists all of them and where each is tested."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import pytest
from tables import enter, http, open_match, sit
from timing import cliff, smirnov

from sandtable import games
from sandtable.core.match import Match
from sandtable.server import chronicle
from sandtable.server.accounts import pace
from sandtable.server.dice import SealedDraw
from sandtable.server.identifiers import new_id


def correlation(left: list[float], right: list[float]) -> float:
    """Of ranks, ties sharing theirs."""

    def ranks(values: list[float]) -> list[float]:
        ordered = sorted(values)
        first = {value: ordered.index(value) for value in set(values)}
        return [first[value] + (values.count(value) - 1) / 2 for value in values]

    x, y = ranks(left), ranks(right)
    mean = (len(x) - 1) / 2
    above = sum((a - mean) * (b - mean) for a, b in zip(x, y, strict=True))
    return float(above / (sum((a - mean) ** 2 for a in x) * sum((b - mean) ** 2 for b in y)) ** 0.5)


def test_numbers_of_hidden_counters_say_nothing() -> None:
    """Picket is the game whose hidden counters have numbers.  What each is is the player's own choice, and of all set-ups that
    can be chosen every number is of every kind in as many: the rules tie no kind to a number."""
    game = games.load("picket")
    found: set[tuple[int, ...]] = set()

    def choose(made: list[tuple[int, ...]]) -> None:
        match = Match(game, SealedDraw(bytes(32)))
        for action in made:
            match.play(0, action)
        hand: Any = match.state.hands[0]
        if 0 not in match.state.table.pending:
            found.add(tuple(hand.kind))
            return
        for action in game.actions(match.state.table, hand):
            choose([*made, action])

    choose([])
    assert len(found) > 5 and numbers_say_nothing(found)
    assert not numbers_say_nothing({setup for setup in found if setup[0] == 0}), "a planted mistake goes unnoticed"


def numbers_say_nothing(setups: set[tuple[int, ...]]) -> bool:
    """Every number is of the first kind in as many set-ups."""
    return len({[setup[number] for setup in sorted(setups)].count(0) for number in range(len(min(setups)))}) == 1


def age(ids: list[str]) -> float:
    """How much their order tells of which is older: 0 nothing, 1 all."""
    order = {found: float(n) for n, found in enumerate(sorted(ids))}
    return abs(correlation([float(n) for n in range(len(ids))], [order[found] for found in ids]))


def test_ids_have_no_order() -> None:
    """Whoever sees two ids does not learn which is older.  (Five standard deviations: fails by chance once in a million times.)"""
    made = [new_id(12) for _ in range(1000)]
    assert len(set(made)) == 1000 and age(made) < 0.16
    rnd = random.Random(1)
    assert age([f"{n // 100:02d}{rnd.random()}" for n in range(1000)]) > 0.9, "a planted mistake goes unnoticed"


def test_a_planted_message_is_noticed(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Had others' secret steps caused a message, test_match.py would have seen it: by the number of the last one."""

    async def count() -> list[int]:
        async with http() as client:
            people = [await enter(client, own_server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
        first, second = [await sit(own_server, match, person) for person in people]
        found = []
        for _ in range(2):
            before = second.seq
            await first.do()
            await second.hear_all()
            found.append(second.seq - before)
        for player in (first, second):
            await player.close()
        return found

    assert asyncio.run(count()) == [0, 1]
    monkeypatch.setattr(chronicle, "heard", lambda news, seat: True)
    assert asyncio.run(count()) == [1, 1]


def test_times_that_tell_are_told_apart() -> None:
    """The statistics of benchmarks/timing.py notice a difference of a millisecond among answers that vary by five, and no other."""
    rnd = random.Random(2)
    one, two, later = ([rnd.gauss(35 + more, 5) for _ in range(500)] for more in (0, 0, 1.5))
    assert smirnov(one, two) > 0.01 > smirnov(one, later)
    assert abs(cliff(one, two)) < 0.1 < abs(cliff(one, later))
    beats = [[50.0 * rnd.choice((1, 1, 1, 2)) for _ in range(500)] for _ in range(2)]
    rare = [50.0 * rnd.choice((1, 1, 1, 2, 2)) for _ in range(500)]  # this way takes a beat more somewhat more often
    assert smirnov(*beats) > 0.01 > smirnov(beats[0], rare)


@pytest.mark.parametrize(("spent", "wait"), [(0.0, 0.1), (0.03, 0.07), (0.13, 0.07), (0.99, 0.01), (2.5, 0.1)])
def test_beats(monkeypatch: pytest.MonkeyPatch, spent: float, wait: float) -> None:
    """However long it took, the answer leaves on a multiple of the beat."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(pace, "time", SimpleNamespace(monotonic=lambda: 50.0 + spent))
    monkeypatch.setattr(pace, "asyncio", SimpleNamespace(sleep=sleep))
    coroutine = pace.await_beat(50.0, 0.1)
    with pytest.raises(StopIteration):
        coroutine.send(None)
    assert slept[0] == pytest.approx(wait, abs=1e-6) or slept[0] == pytest.approx(0.1 - (spent % 0.1), abs=1e-6)
    total = (spent + slept[0]) / 0.1
    assert total == pytest.approx(round(total), abs=1e-6) and 0 < slept[0] <= 0.1 + 1e-9
    assert asyncio.iscoroutinefunction(pace.await_beat)
