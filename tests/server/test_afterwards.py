"""What is owed after a worker died or the store was gone: ratings counted once, clocks that stood still."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from clusters import Cluster
from tables import Server, enter, eventually, http, open_match, sit, wait_until

from sandtable.server import rooms, vigil
from sandtable.server.clocks import Clock, Time
from sandtable.server.rooms import Rooms
from sandtable.server.terms import ClockTerms


async def bots_play(server: Any) -> str:
    async with http() as client:
        ann = await enter(client, server, "Ann")
        match = await open_match(client, [ann], places=[{"kind": "bot", "bot": "greedy"}, {"kind": "bot"}], options={"turns": 1})
    onlooker = await sit(server, match, None)
    await onlooker.until(lambda p: p.over)
    await onlooker.close()
    return match


async def rated(server: Any) -> dict[str, int]:
    async with http() as client:
        lines = (await client.get(server.url + "/v1/ratings/picket")).json()["ratings"]
    return {line["user"]: line["matches"] for line in lines}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_match_is_rated_though_its_worker_died_after_the_last_commit(
    kind: str, serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("cluster").database("owed") if kind == "postgresql" else ""

    async def die(self: Rooms, room: Any) -> None:
        pass

    with monkeypatch.context() as broken:
        broken.setattr(Rooms, "_finish", die)
        server = serve(url)
        for _ in range(2):
            asyncio.run(bots_play(server))
        assert asyncio.run(rated(server)) == {}
        if kind == "sqlite":
            server.stop()
            server.uvicorn.should_exit = True
    fresh = [serve(server.database)] if kind == "sqlite" else [serve(url), serve(url)]

    async def wait() -> None:
        await eventually(lambda: rated(fresh[0]))
        for each in fresh:
            each.run(each.house.rate_the_rest())
        assert await rated(fresh[-1]) == {"bot:greedy": 2, "bot:random": 2}

    asyncio.run(wait())


def test_two_workers_rate_many_matches_without_losing_any(serve: Callable[..., Any], cluster: Cluster) -> None:
    """Ratings are read, changed and written: two at once must not overwrite each other."""
    url = cluster.database("many")
    one, two = serve(url), serve(url)

    async def play() -> None:
        await asyncio.gather(*(bots_play(server) for server in (one, two, one, two)))

        async def all_rated() -> bool:
            return sum((await rated(one)).values()) >= 8

        await eventually(all_rated)
        assert await rated(one) == {"bot:greedy": 4, "bot:random": 4}

    asyncio.run(play())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_people_are_told_though_the_worker_died_after_the_commit(
    kind: str, serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("cluster").database("untold") if kind == "postgresql" else ""
    monkeypatch.setattr(vigil, "DEAD", 1000)
    monkeypatch.setattr(rooms, "NUDGE", float("inf"))  # the house looks when it is told to
    monkeypatch.setattr(vigil, "BEAT", 0.2)  # several times as often, as it is in truth
    with monkeypatch.context() as broken:
        broken.setattr(Rooms, "wake_people", lambda self, room, notify=True: None)  # dies between the commit and the notice
        first = serve(url)

        async def play() -> str:
            async with http() as client:
                people = [await enter(client, first, name) for name in ("Ann", "Bob")]
                match = await open_match(client, people)
            player = await sit(first, match, people[0])
            assert (await player.do())[0] == "ok"
            await player.close()
            return match

        match = asyncio.run(play())
        if kind == "sqlite":
            first.stop()
        else:  # the other worker lives on; this one gives no sign of life any more
            first.run(stop_beating(first.house))
    time.sleep(1.5)
    second = serve(first.database)
    told: list[str] = []
    second.house.your_turn = lambda user, where, game: told.append(where)
    second.run(second.house.remind())
    assert told and set(told) == {match}
    told.clear()
    second.run(second.house.remind())
    assert not told  # once is enough


async def stop_beating(house: Any) -> None:
    house._tasks[0].cancel()


HOUR = 3_600_000  # milliseconds on each clock: no machine is so slow that they run out


class Stopwatch:
    """Time that a clock may charge at most, measured here: slowness of the machine is on both sides of the comparison."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.gap = 0.0

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.gap += time.monotonic() - began

    def most(self) -> float:
        return (time.monotonic() - self.began - self.gap) * 1000


async def begin(server: Any) -> tuple[str, list[Any], Stopwatch]:
    async with http() as client:
        people = [await enter(client, server, name) for name in ("Ann", "Bob")]
        terms = {"clock": {"kind": "fischer", "seconds": HOUR // 1000}}
        watch = Stopwatch()
        return await open_match(client, people, terms=terms), people, watch


async def charged(server: Any, match: str, people: list[Any]) -> int:
    """How many milliseconds the match's first two decisions were charged."""
    player = await sit(server, match, people[0])
    for _ in range(2):  # with the second one the table changes, and so does the clock
        assert (await player.do())[0] == "ok"
    assert not player.over
    await player.close()
    return HOUR - int(player.about["clock"]["left"][0])


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_clocks_stand_still_while_nobody_serves(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Also for a gap far below five seconds, and after kill -9."""
    url = request.getfixturevalue("cluster").database("gap") if kind == "postgresql" else ""
    server = Server(tmp_path, url)
    server.start()
    try:
        match, people, watch = asyncio.run(begin(server))
        server.kill()
        with watch.stopped():
            time.sleep(4)
        server.start()
        assert asyncio.run(charged(server, match, people)) <= watch.most()
    finally:
        server.kill()


def test_clocks_stand_still_while_postgresql_is_gone(serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vigil, "BEAT", 0.2)
    monkeypatch.setattr(vigil, "SILENCE", 4000)
    cluster = Cluster()
    try:
        cluster.start()
        server = serve(cluster.database("gone"))
        match, people, watch = asyncio.run(begin(server))
        cluster.stop(signal.SIGQUIT)
        with watch.stopped():
            wait_until(lambda: not server.house.vigil.awake())
        cluster.start()
        wait_until(server.house.vigil.awake)  # its sign of life was written again, and the gap noted
        assert asyncio.run(charged(server, match, people)) <= watch.most()
    finally:
        cluster.remove()


def test_a_worker_keeps_the_time_of_the_others(serve: Callable[..., Any], cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's clock jumps by an hour, then one of two workers starts anew: nobody loses an hour."""
    url = cluster.database("jump")
    one = serve(url)
    match, people, _ = asyncio.run(begin(one))
    real = time.time_ns
    for hours in (1, -1):
        with monkeypatch.context() as jumped:
            jumped.setattr(time, "time_ns", lambda jump=hours: real() + jump * 3_600_000_000_000)
            two = serve(url)
        assert abs(two.house.time.now() - one.house.time.now()) < HOUR / 2

        async def look(server: Any = two) -> None:
            player = await sit(server, match, people[0])
            assert (await player.do())[0] == "ok"
            assert min(player.about["clock"]["left"]) > HOUR / 2
            await player.close()

        asyncio.run(look())


@pytest.mark.parametrize("hours", [1, -1])
def test_a_jump_between_two_runs_charges_nobody(hours: int, serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    first = serve()
    match, people, watch = asyncio.run(begin(first))
    first.stop()
    real = time.time_ns
    with monkeypatch.context() as jumped:
        jumped.setattr(time, "time_ns", lambda: real() + hours * 3_600_000_000_000)
        second = serve(first.database)
    for person in people:
        person.server = second
    assert asyncio.run(charged(second, match, people)) <= watch.most()


def test_an_outage_noted_by_two_workers_counts_once() -> None:
    ticking = Clock(ClockTerms(kind="move", seconds=10), 2)
    ticking.restore([], [0, 1], 1000, [(3000, 103_000), (2500, 102_500), (200_000, 200_100)])
    assert ticking.elapsed(104_000) == 104_000 - 1000 - 100_500
    assert ticking.deadline() == 11_000 + 100_500


def test_time_goes_on_from_where_it_is_set() -> None:
    passed = [1_000_000_000]
    kept = Time(lambda: passed[0])
    passed[0] = 7_000_000_000
    kept.set(5_000_000)
    passed[0] = 7_250_000_000
    assert kept.now() == 5_000_250
