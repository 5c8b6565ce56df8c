"""A worker that has not heard that people changed: what it would save and tell is refused by the store, until it has looked."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from scenes import NO_SEAT
from tables import PATIENCE, Guest, Player, enter, http, open_match, sit

from sandtable.server.accounts import area
from sandtable.server.rooms import Rooms
from sandtable.store import matches as tables


@pytest.fixture
def deaf(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Two servers on one database that do not hear each other."""
    monkeypatch.setattr(Rooms, "_heard", lambda *_: None)
    found: list[Any] = request.getfixturevalue("pair")
    return found


class Table:
    """Ann at one worker; Bob and Ann's phone at the other, which does not hear that she sends the phone away."""

    def __init__(self, servers: list[Any], client: Any) -> None:
        self.servers, self.client = servers, client
        self.bob: Player
        self.phone: Player

    async def set_up(self) -> None:
        here, there = self.servers
        self.people = [await enter(self.client, here, name) for name in ("Ann", "Bob")]
        self.helper = await enter(self.client, there, "Helge")
        self.match = await open_match(self.client, self.people)
        link = (await self.people[0].call(self.client, "GET", f"/v1/matches/{self.match}/seats/0/link"))["url"].partition("#")[2]
        await self.helper.call(self.client, "POST", "/v1/join", {"link": link})
        there_bob = Guest(there, "Bob", self.people[1].headers["Authorization"].removeprefix("Bearer "))
        self.bob, self.phone = await sit(there, self.match, there_bob), await sit(there, self.match, self.helper)
        await self.people[0].call(self.client, "DELETE", f"/v1/matches/{self.match}/seats/0/devices")
        known = await self.helper.call(self.client, "GET", f"/v1/matches/{self.match}")
        assert known["yours"] == [0] and not self.phone.closed, "it has not heard"
        self.phone.keep = True

    async def saved(self) -> int:
        return len(await self.rows("inputs")) + len(await self.rows("talk"))

    async def rows(self, name: str) -> list[Any]:
        table = getattr(tables, name)

        def read() -> Any:
            async def look() -> list[Any]:
                async with self.servers[0].house.database.read() as connection:
                    return list((await connection.execute(table.select().where(table.c.match == self.match))).mappings())

            return self.servers[0].run(look())

        return list(await asyncio.to_thread(read))

    async def check_gone(self) -> None:
        """The phone's line has ended, and nothing of a hand came by it."""
        await self.phone.task
        assert self.phone.socket.close_code == NO_SEAT
        assert not any('"hand"' in frame for frame in self.phone.frames)
        await self.bob.close()


@pytest.mark.parametrize("way", ["socket", "request", "resign", "talk"])
def test_who_was_sent_away_at_another_worker_decides_and_says_nothing(deaf: list[Any], way: str) -> None:
    async def run() -> None:
        async with http() as client:
            table = Table(deaf, client)
            await table.set_up()
            before, phone = await table.saved(), table.phone
            path = f"{deaf[1].url}/v1/matches/{table.match}"
            if way in ("socket", "talk"):
                said = phone.do() if way == "socket" else phone.ask("say", "all", "evil")
                try:
                    answer = await said
                    assert answer[0] == "no" and answer[2]["key"] in ("not-your-seat", "no-such-match"), answer
                except ConnectionError:
                    pass  # the line may be closed before it is answered
            else:
                body = {"id": "late", "seat": 0}
                body |= {"verb": "resign"} if way == "resign" else {"ask": phone.view["ask"], "action": phone.view["offer"][0]}
                answer = await client.post(f"{path}/{'calls' if way == 'resign' else 'decisions'}", json=body, headers=table.helper.headers)
                assert answer.status_code == 403, answer.text
            assert await table.saved() == before
            await table.check_gone()

    asyncio.run(run())


def test_what_others_do_is_not_told_to_who_was_sent_away(deaf: list[Any]) -> None:
    """Bob's decision is saved and answered; before anybody is told the worker has looked who is there."""

    async def run() -> None:
        async with http() as client:
            table = Table(deaf, client)
            await table.set_up()
            before = await table.saved()
            answer = await table.bob.do()
            assert answer[0] == "ok", answer
            assert await table.saved() > before
            assert (await table.bob.ask("say", "seat:0", "psst"))[0] == "ok"
            assert not any("psst" in frame for frame in table.phone.frames)
            await table.check_gone()

    asyncio.run(run())


def test_a_hand_is_not_shown_to_who_was_sent_away(deaf: list[Any]) -> None:
    async def run() -> None:
        async with http() as client:
            for rest in ("view", "history", "hint", "notebook", "replay/1", "stream"):
                table = Table(deaf, client)
                await table.set_up()
                answer = await client.get(f"{deaf[1].url}/v1/matches/{table.match}/{rest}?seat=0", headers=table.helper.headers)
                assert answer.status_code == 403, (rest, answer.text[:100])
                await table.check_gone()

    asyncio.run(run())


def test_no_bot_takes_over_from_who_decided_in_time_at_another_worker(deaf: list[Any]) -> None:
    """The worker whose clock runs out has not heard of the decision."""

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, deaf[0], name) for name in ("Ann", "Bob")]
            clock = {"kind": "move", "seconds": 100, "on_timeout": "bot", "bot": "random"}
            match = await open_match(client, people, terms={"clock": clock})
            there = await sit(deaf[1], match, None)  # so that the match is in its memory
            players = [await sit(deaf[0], match, person) for person in people]
            for server in deaf:
                await asyncio.to_thread(server.pass_time, 80.0)
            for player in players:
                while "offer" in player.view and player.view["ask"] < 8:
                    assert (await player.do())[0] == "ok"
            for server in deaf:
                await asyncio.to_thread(server.pass_time, 30.0)
            room = deaf[1].house.rooms[match]
            assert room.clock.expired(deaf[1].house.time.now()), "by what it knows they are late"

            async def look() -> None:
                await room.ask(deaf[1].house.check_clock, room)

            await asyncio.to_thread(deaf[1].run, look())
            assert [place["kind"] for place in room.seats] == ["person", "person"]
            await asyncio.to_thread(deaf[1].run, deaf[1].house.hand_over(room, 0))  # caught up: now it may
            assert room.seats[0]["kind"] == "bot"
            for player in (there, *players):
                await player.close()

    asyncio.run(run())


def test_a_hand_over_by_an_old_clock_changes_nothing(deaf: list[Any]) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, deaf[0], name) for name in ("Ann", "Bob")]
            clock = {"kind": "move", "seconds": 100, "on_timeout": "bot", "bot": "random"}
            match = await open_match(client, people, terms={"clock": clock})
            there = await sit(deaf[1], match, None)
            ann = await sit(deaf[0], match, people[0])
            assert (await ann.do())[0] == "ok"
            room = deaf[1].house.rooms[match]
            await asyncio.to_thread(deaf[1].run, deaf[1].house.hand_over(room, 0))
            assert room.seats[0]["kind"] == "person" and room.saved == deaf[0].house.rooms[match].saved, "it has caught up instead"
            for player in (there, ann):
                await player.close()

    asyncio.run(run())


def test_a_log_in_that_ends_at_one_worker_ends_at_the_other(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once: the guard that looks now and then is not waited for."""
    monkeypatch.setattr(area, "_guard", lambda *_: asyncio.sleep(3600))
    pair: list[Any] = request.getfixturevalue("pair")

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, pair[0], name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
            there = await sit(pair[1], match, Guest(pair[1], "Ann", people[0].headers["Authorization"].removeprefix("Bearer ")))
            answer = await client.delete(f"{pair[0].url}/v1/session", headers=people[0].headers)
            assert answer.status_code == 204
            await asyncio.wait_for(there.task, PATIENCE)

    asyncio.run(run())


@pytest.mark.parametrize("way", ["socket", "first seat", "view", "decision", "talk"])
def test_who_took_a_seat_at_another_worker_is_known_at_once(deaf: list[Any], way: str) -> None:
    """The worker that has not heard of it would refuse, or let look on: it looks first."""

    async def run() -> None:
        here, there = deaf
        async with http() as client:
            ann, bob = [await enter(client, here, name) for name in ("Ann", "Bob")]
            there_bob = Guest(there, "Bob", bob.headers["Authorization"].removeprefix("Bearer "))
            form = {"game": "picket", "places": [{"kind": "me"}, {"kind": "open"}], "public": True}
            match = (await ann.call(client, "POST", "/v1/matches", form))["id"]
            assert (await there_bob.call(client, "GET", f"/v1/matches/{match}"))["yours"] == [], "the room is in memory there"
            await bob.call(client, "POST", f"/v1/matches/{match}/join", {"seat": 1})
            path = f"/v1/matches/{match}"
            if way in ("socket", "first seat"):
                player = await sit(there, match, there_bob, "?seat=1" if way == "socket" else "")
                assert player.info["seat"] == 1 and player.view["hand"]["seat"] == 1
                await player.close()
            elif way == "talk":
                assert await there_bob.call(client, "POST", f"{path}/talk", {"channel": "all", "text": "hello", "seat": 1}) == {
                    "key": "said"
                }
            else:
                view = (await bob.call(client, "GET", f"{path}/view", None))[2]
                body = {"id": "one", "ask": view["ask"], "action": view["offer"][0], "seat": 1}
                if way == "view":
                    assert (await there_bob.call(client, "GET", f"{path}/view?seat=1"))[2]["hand"]["seat"] == 1
                else:
                    assert (await there_bob.call(client, "POST", f"{path}/decisions", body))["seq"]

    asyncio.run(run())


def test_nothing_is_refused_for_what_another_worker_has_changed(deaf: list[Any]) -> None:
    """Ann decides, pauses and goes on at one worker; the other, which has not heard of it, looks before it refuses Bob."""

    async def run() -> None:
        here, there = deaf
        async with http() as client:
            people = [await enter(client, here, name) for name in ("Ann", "Bob")]
            ann, bob = people[0], Guest(there, "Bob", people[1].headers["Authorization"].removeprefix("Bearer "))
            match = await open_match(client, people)
            path = f"/v1/matches/{match}"

            async def do(who: Guest, action: list[int], said: str) -> Any:
                view = (await who.call(client, "GET", f"{path}/view"))[2]
                return await who.call(client, "POST", f"{path}/decisions", {"id": said, "ask": view["ask"], "action": action})

            await bob.call(client, "GET", f"{path}/view")
            for n, action in enumerate(([0, 0], [0, 1])):
                await do(ann, action, f"a{n}")
            await do(bob, [0, 5], "b0")
            await do(bob, [0, 6], "b1")
            for person, verb in ((ann, "pause"), (bob, "pause"), (ann, "resume")):
                await person.call(client, "POST", f"{path}/calls", {"id": f"{verb}{person.name}", "verb": verb})
            room = there.house.rooms[match]
            assert room.affairs.paused, "it has not heard"
            ask = (await ann.call(client, "GET", f"{path}/view"))[2]["ask"]
            assert (await bob.call(client, "POST", f"{path}/decisions", {"id": "b2", "ask": ask, "action": [1, 5, 4]}))["seq"]

    asyncio.run(run())


def test_nobody_is_refused_for_an_answer_that_another_worker_has(deaf: list[Any]) -> None:
    """Bob has hidden his dummies at one worker, Ann then hers at the other: it is Bob's turn, though his worker still waits for her."""

    async def run() -> None:
        here, there = deaf
        async with http() as client:
            people = [await enter(client, here, name) for name in ("Ann", "Bob")]
            bob = Guest(there, "Bob", people[1].headers["Authorization"].removeprefix("Bearer "))
            match = await open_match(client, people)
            path = f"/v1/matches/{match}"
            for who, first in ((bob, 5), (people[0], 0)):
                for ask, piece in ((1, first), (2, first + 1)):
                    await who.call(client, "POST", f"{path}/decisions", {"id": f"{ask}", "ask": ask, "action": [0, piece]})
            assert there.house.rooms[match].match.state.table.pending == [0], "it has not heard"
            assert (await bob.call(client, "POST", f"{path}/decisions", {"id": "3", "ask": 3, "action": [1, 5, 4]}))["seq"]

    asyncio.run(run())


async def talk(client: Any, who: Guest, match: str, link: str) -> int:
    answer = await client.get(f"{who.server.url}/v1/matches/{match}/talk", headers={**who.headers, "Sandtable-Link": link})
    return int(answer.status_code)


def test_a_new_link_of_a_private_match_is_known_at_once(deaf: list[Any]) -> None:
    async def run() -> None:
        here, there = deaf
        async with http() as client:
            ann, carl = await enter(client, here, "Ann"), await enter(client, there, "Carl")
            form = {"game": "picket", "places": [{"kind": "me"}, {"kind": "open"}], "public": False}
            match = (await ann.call(client, "POST", "/v1/matches", form))["id"]
            old = (await ann.call(client, "GET", f"/v1/matches/{match}"))["link"]
            assert await talk(client, carl, match, old) == 200
            await ann.call(client, "DELETE", f"/v1/matches/{match}/seats/0/devices")
            new = (await ann.call(client, "GET", f"/v1/matches/{match}"))["link"]
            assert new != old
            assert await talk(client, carl, match, new) == 200
            assert await talk(client, carl, match, old) == 404

    asyncio.run(run())
