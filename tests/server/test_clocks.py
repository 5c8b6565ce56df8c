"""Clocks: what is charged, what is not, and what the house does when one runs out."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from typing import Any

from tables import enter, eventually, http, open_match, sit

from sandtable.server.clocks import Clock, Time
from sandtable.server.terms import ClockTerms


def clock(**terms: Any) -> Clock:
    made = Clock(ClockTerms(**terms), 2)
    made.restore([], [0, 1], 1000, [])
    return made


def test_a_move_gets_its_time_anew() -> None:
    ticking = clock(kind="move", seconds=10)
    assert ticking.deadline() == 11_000
    ticking.step(0, [0, 1], [1], 4000)
    assert ticking.left == [10_000, 7000] and ticking.running == [1]
    assert ticking.deadline() == 11_000
    ticking.step(1, [1], [0, 1], 6000)
    assert ticking.left == [10_000, 10_000] and ticking.deadline() == 16_000


def test_fischer_adds_after_a_move() -> None:
    ticking = clock(kind="fischer", seconds=60, increment=5)
    ticking.step(0, [0, 1], [1], 11_000)
    assert ticking.left == [55_000, 50_000]
    ticking.step(1, [1], [0], 21_000)
    assert ticking.left == [55_000, 45_000]
    assert ticking.expired(21_000 + 54_999) == [] and ticking.expired(21_000 + 55_000) == [0]


def test_days_are_days() -> None:
    assert clock(kind="days", days=2).deadline() == 1000 + 2 * 86_400_000


def test_outages_are_not_charged() -> None:
    ticking = clock(kind="move", seconds=10)
    ticking.outages = [(3000, 103_000)]
    assert ticking.elapsed(104_000) == 3000
    assert ticking.deadline() == 111_000
    assert ticking.expired(110_999) == [] and ticking.expired(111_000) == [0, 1]


def test_a_pause_is_not_charged() -> None:
    ticking = clock(kind="fischer", seconds=10)
    ticking.heed(4000, [], 0)
    assert ticking.elapsed(100_000) == 3000 and ticking.deadline() is None and ticking.expired(10**9) == []
    ticking.heed(0, ticking.left_now(100_000), 100_000)
    assert ticking.left == [7000, 7000] and ticking.deadline() == 107_000


def test_time_never_goes_back_and_never_jumps() -> None:
    passed, wall = [5_000_000_000], [10**18]
    now = Time(lambda: passed[0], lambda: wall[0])
    start = now.now()
    for wall[0] in (0, 10**20):
        assert now.now() == start
    passed[0] = 5_250_000_000
    assert now.now() == start + 250


def test_a_wall_clock_that_went_back_charges_nothing() -> None:
    assert clock(kind="move", seconds=10).elapsed(500) == 0


def test_who_runs_out_of_time_loses(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            ann, bob = await enter(client, own_server, "Ann"), await enter(client, own_server, "Bob")
            match = await open_match(client, [ann, bob], terms={"clock": {"kind": "move", "seconds": 3600}})
        first, second = await sit(own_server, match, ann), await sit(own_server, match, bob)
        for _ in range(2):
            await first.do()
        left = first.about["clock"]["left"]
        assert left[0] == 3_600_000 > left[1]  # only a change of the table moves the clocks
        assert not first.over
        await asyncio.to_thread(own_server.pass_time, 3600)
        await first.until(lambda p: p.over)
        assert first.about["over"]["result"] == [1000, -1000]
        assert [-4, 1] in first.view["events"]
        await first.close()
        await second.close()

    asyncio.run(run())


def test_or_a_bot_takes_over(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            ann, bob = await enter(client, own_server, "Ann"), await enter(client, own_server, "Bob")
            terms = {"clock": {"kind": "move", "seconds": 3600, "on_timeout": "bot", "bot": "greedy"}}
            match = await open_match(client, [ann, bob], terms=terms, options={"turns": 1})
        first = await sit(own_server, match, ann)
        for _ in range(2):
            await first.do()
        await asyncio.to_thread(own_server.pass_time, 3600)
        await first.until(lambda p: p.info["match"]["seats"][1]["kind"] == "bot")
        await first.until(lambda p: p.view["table"]["turn"] == 1)
        second = await sit(own_server, match, bob)
        answer = await second.ask("do", 1, [0, 5])
        assert answer[2]["key"] == "not-your-seat"
        await first.close()
        await second.close()

    asyncio.run(run())


def stored_state(server: Any, match: str) -> str:
    """Not asked of the server: that would bring the match into memory."""
    with contextlib.closing(sqlite3.connect(server.folder / "sandtable.db")) as connection:
        return str(connection.execute("SELECT state FROM matches WHERE id = ?", (match,)).fetchone()[0])


def test_the_house_finds_clocks_of_matches_out_of_memory(serve: Callable[..., Any]) -> None:
    server = serve(idle_seconds=0.1)

    async def run() -> None:
        async with http() as client:
            ann, bob = await enter(client, server, "Ann"), await enter(client, server, "Bob")
            match = await open_match(client, [ann, bob], terms={"clock": {"kind": "move", "seconds": 3600}})
            await eventually(lambda: match not in server.house.rooms)
            await asyncio.to_thread(server.pass_time, 3600)
            await eventually(lambda: stored_state(server, match) == "over")
            info = await ann.call(client, "GET", f"/v1/matches/{match}")
            assert info["state"] == "over" and sorted(info["result"]) == [-1000, 1000]

    asyncio.run(run())


def test_pause_by_agreement(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            ann, bob = await enter(client, own_server, "Ann"), await enter(client, own_server, "Bob")
            match = await open_match(client, [ann, bob], terms={"clock": {"kind": "fischer", "seconds": 3600}})
        first, second = await sit(own_server, match, ann), await sit(own_server, match, bob)
        assert (await first.ask("call", "pause"))[0] == "ok"
        assert (await first.do())[0] == "ok"  # one alone pauses nothing
        assert (await second.ask("call", "pause"))[0] == "ok"
        assert (await second.do())[2]["key"] == "paused"
        await asyncio.to_thread(own_server.pass_time, 7200)
        own_server.run(own_server.house.check_clock(own_server.house.rooms[match]))
        await first.hear_all()
        assert not first.over
        assert (await first.ask("call", "resume"))[0] == "ok"
        assert (await second.do())[0] == "ok" and not first.over
        await asyncio.to_thread(own_server.pass_time, 3600)
        await first.until(lambda p: p.over)
        await first.close()
        await second.close()

    asyncio.run(run())


def test_the_first_decision_after_an_outage_is_not_charged_with_it(own_server: Any) -> None:
    """It comes before the next sign of life, which takes note of the outage: so that is given first."""

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, own_server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people, terms={"clock": {"kind": "fischer", "seconds": 600}})
        first, second = [await sit(own_server, match, person) for person in people]

        async def go_silent() -> None:
            house = own_server.house
            house._tasks[0].cancel()
            house.vigil.last -= 300_000  # as if the store had taken nothing since
            house.rooms[match].clock.since -= 301_000

        await asyncio.to_thread(own_server.run, go_silent())
        for player in (first, second):
            while "offer" in player.view:
                assert (await player.do())[0] == "ok"
        await second.until(lambda p: p.seq == second.seq)
        left = own_server.house.rooms[match].clock.left
        assert all(400_000 < each <= 600_000 for each in left), left
        for player in (first, second):
            await player.close()

    asyncio.run(run())
