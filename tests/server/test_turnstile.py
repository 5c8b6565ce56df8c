"""Queues with an end: people take turns, so many wait, and whoever finds no place is told to try again."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from tables import PATIENCE, enter, eventually, http, open_match
from test_designs import Browser

from sandtable.server import studio
from sandtable.server.bots import Process
from sandtable.server.errors import Problem
from sandtable.server.turnstile import Turnstile


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


class Counter:
    """Somebody who serves one after the other, when told to."""

    def __init__(self, most: int = 24, each: int = 2) -> None:
        self.turnstile = Turnstile(most, each)
        self.served: list[str] = []
        self.gate = asyncio.Semaphore(0)

    def ask(self, who: str) -> asyncio.Task[None]:
        return asyncio.create_task(self._ask(who))

    async def _ask(self, who: str) -> None:
        async with self.turnstile.turn(who.rstrip("0123456789")):
            self.served.append(who)
            await self.gate.acquire()


def test_people_take_turns() -> None:
    async def run() -> None:
        counter = Counter(each=3)
        tasks = [counter.ask(who) for who in ("a1", "a2", "a3", "a4", "b1", "c1", "c2")]
        await settle()
        for _ in tasks:
            counter.gate.release()
        await asyncio.gather(*tasks)
        assert counter.served == ["a1", "a2", "b1", "c1", "a3", "c2", "a4"]
        assert len(counter.turnstile) == counter.turnstile.people() == 0

    asyncio.run(run())


def test_so_many_wait_of_one_and_of_all() -> None:
    async def run() -> None:
        counter = Counter(most=3, each=2)
        tasks = [counter.ask(who) for who in ("a1", "a2", "a3")]
        await settle()
        with pytest.raises(Problem) as third:
            await counter.ask("a4")
        tasks.append(counter.ask("b1"))
        await settle()
        with pytest.raises(Problem) as fourth:
            await counter.ask("c1")
        for problem in (third.value, fourth.value):
            assert problem.status == 503 and problem.error.key == "try-again" and int(problem.headers["Retry-After"]) > 0
        assert counter.turnstile.refused == 2
        for _ in tasks:
            counter.gate.release()
        await asyncio.gather(*tasks)

    asyncio.run(run())


@pytest.mark.parametrize("served", [False, True])
def test_whoever_leaves_keeps_nobody_waiting(served: bool) -> None:
    async def run() -> None:
        counter = Counter()
        first, second, third = (counter.ask(who) for who in "abc")
        await settle()
        if served:  # it is the second's turn in the same moment in which they leave
            counter.gate.release()
            await asyncio.wait([first])
        second.cancel()
        counter.gate.release()
        counter.gate.release()
        await asyncio.gather(first, third)
        assert counter.served[-1] == "c" and len(counter.turnstile) == 0

    asyncio.run(run())


def test_one_persons_hints_do_not_fill_the_queue(own_server: Any) -> None:
    """The process for studies hangs.  Of one person's hints one is at work and two wait; the others hear at once when to try again,
    and somebody else still finds a place."""
    own_server.made.bot_seconds = PATIENCE

    async def run() -> None:
        house = own_server.house
        house.bots.study = Process(["sleep", str(PATIENCE)])
        async with http() as client:
            ann, bob = await enter(client, own_server, "Ann"), await enter(client, own_server, "Bob")
            match = await open_match(client, [ann, bob], terms={"rated": False})

            def hint(who: Any) -> asyncio.Task[httpx.Response]:
                return asyncio.create_task(client.get(f"{own_server.url}/v1/matches/{match}/hint", headers=who.headers))

            asked = [hint(ann) for _ in range(5)]
            await eventually(lambda: sum(task.done() for task in asked) == 2 and len(house.bots.waiting) == 2)
            for answer in [task.result() for task in asked if task.done()]:
                assert answer.status_code == 503 and answer.json()["key"] == "try-again" and int(answer.headers["Retry-After"]) > 0
            other = hint(bob)
            await eventually(lambda: house.bots.waiting.people() == 2)
            assert not other.done()
            while not all(task.done() for task in (*asked, other)):  # whoever waits gets a fresh process, which hangs as well
                own_server.run(stop(house))
                await asyncio.sleep(0.01)
            assert {task.result().status_code for task in (*asked, other)} == {503}

    async def stop(house: Any) -> None:
        house.bots.study.kill()

    asyncio.run(run())


def test_balance_tests_that_wait_have_an_end(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "MOST_TESTS", 0)
    ann, bob = Browser(own_server, "Ann"), Browser(own_server, "Bob")
    wish = {"game": "picket", "seats": 2, "games": 500, "options": {"turns": 50}}
    test = ann.send("POST", "/balance", wish, 202)["id"]
    refused = bob.call("POST", "/v1/designs/balance", wish)
    assert refused.status_code == 503 and refused.json()["key"] == "try-again" and refused.headers["Retry-After"] == "60"
    ann.send("DELETE", f"/balance/{test}")
