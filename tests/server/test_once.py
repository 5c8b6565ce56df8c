"""What is sent again counts once and votes of one moment all count, on whichever worker and after a restart."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from tables import Guest, enter, eventually, http, open_match, play_out, sit


def elsewhere(person: Guest, server: Any) -> Guest:
    """The same person at another worker."""
    return Guest(server, person.name, person.headers["Authorization"].removeprefix("Bearer "))


async def call(client: Any, person: Guest, match: str, verb: str, said: str) -> str:
    url = f"{person.server.url}/v1/matches/{match}/calls"
    answer = await client.post(url, json={"id": said, "verb": verb}, headers=person.headers)
    return str(answer.json().get("key", "ok"))


async def affairs(client: Any, person: Guest, match: str) -> dict[str, Any]:
    found: dict[str, Any] = (await person.call(client, "GET", f"/v1/matches/{match}"))["affairs"]
    return found


async def until(client: Any, person: Guest, match: str, condition: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """What is settled at one worker is soon known at the other."""
    found: dict[str, Any] = {}

    async def look() -> Any:
        found.clear()
        found.update(await affairs(client, person, match))
        return condition(found)

    await eventually(look)
    return found


def test_talk_sent_again_to_any_worker_is_said_once(pair: list[Any], serve: Callable[..., Any]) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, pair[0], name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
            lines = [await sit(server, match, people[0]) for server in pair]
            for said in ("once", "signs \x00 that no database takes"):
                answers = await asyncio.gather(*(line.ask("say", "all", "hello", said=said) for line in lines))
                assert [answer[0] for answer in answers] == ["ok", "ok"]
                assert (await lines[1].ask("say", "all", "hello", said=said))[0] == "ok"
            for person in (people[0], elsewhere(people[0], pair[1])):  # programs without a socket have ids too
                assert await person.call(client, "POST", f"/v1/matches/{match}/talk", {"text": "by post", "id": "p"}) == {"key": "said"}
            later = serve(pair[0].database)  # as after a restart: it remembers nothing of its own
            after = elsewhere(people[0], later)
            await after.call(client, "POST", f"/v1/matches/{match}/talk", {"text": "by post", "id": "p"})
            await after.call(client, "POST", f"/v1/matches/{match}/talk", {"text": "no id"})
            await after.call(client, "POST", f"/v1/matches/{match}/talk", {"text": "no id"})
            await elsewhere(people[1], later).call(client, "POST", f"/v1/matches/{match}/talk", {"text": "mine", "id": "p"})
            said = [item["text"] for item in (await after.call(client, "GET", f"/v1/matches/{match}/talk"))["talk"]]
            assert said == ["hello", "hello", "by post", "no id", "no id", "mine"]
            for line in lines:
                await line.until(lambda p: len(p.talk) == 6)
                await line.close()

    asyncio.run(run())


def test_calls_sent_again_count_once(pair: list[Any]) -> None:
    async def run() -> None:
        async with http() as client:
            ann, bob = people = [await enter(client, pair[0], name) for name in ("Ann", "Bob")]
            ann_there, bob_there = (elsewhere(person, pair[1]) for person in people)
            match = await open_match(client, people, terms={"undo": "ask", "clock": {"kind": "fischer", "seconds": 600}})
            assert await call(client, ann, match, "pause", "p0") == await call(client, bob_there, match, "pause", "p1") == "ok"
            await until(client, ann, match, lambda found: found.get("paused"))
            assert await call(client, ann_there, match, "resume", "r") == "ok"
            for person in (bob, bob_there, bob):  # what settled a pause long over is no wish for a new one, and no error
                assert await call(client, person, match, "pause", "p1") == "ok"
            assert await call(client, ann, match, "resume", "r") == "ok"
            assert (await until(client, bob, match, lambda found: "since" in found)).keys() == {"left", "since"}
            view = (await ann.call(client, "GET", f"/v1/matches/{match}/view"))[2]
            await ann.call(client, "POST", f"/v1/matches/{match}/decisions", {"id": "d", "ask": view["ask"], "action": view["offer"][0]})
            assert await call(client, ann, match, "undo", "u") == await call(client, bob, match, "refuse-undo", "n") == "ok"
            assert await call(client, ann_there, match, "undo", "u") == "ok"
            assert "undo" not in await affairs(client, bob, match)
            assert await call(client, ann, match, "undo", "u2") == "ok"
            answers = await asyncio.gather(*(call(client, who, match, "allow-undo", "a") for who in (bob, bob_there, bob)))
            assert answers == ["ok"] * 3
            assert "undo" not in await affairs(client, bob, match)
            back = (await ann.call(client, "GET", f"/v1/matches/{match}/view"))[2]
            assert back["offer"] == view["offer"] and back["hand"] == view["hand"]
            known = (await affairs(client, ann, match)).keys()
            assert not {"heard", "undo_key"} & known, "how calls are recognised is nobody's business"

    asyncio.run(run())


def test_votes_of_one_moment_on_two_workers_all_count(pair: list[Any]) -> None:
    async def run() -> None:
        async with http() as client:
            for _ in range(6):
                people = [await enter(client, pair[0], name) for name in ("Ann", "Bob")]
                sides = [people[0], elsewhere(people[1], pair[1])]
                match = await open_match(client, people)
                for side in sides:  # both workers have the match in memory
                    await side.call(client, "GET", f"/v1/matches/{match}")

                async def both(verb: str, sides: list[Guest] = sides, match: str = match) -> list[str]:
                    return list(await asyncio.gather(*(call(client, side, match, verb, f"{verb}{n}") for n, side in enumerate(sides))))

                assert await both("pause") == ["ok", "ok"]
                for side in sides:
                    await until(client, side, match, lambda found: found.get("paused"))
                assert await call(client, sides[0], match, "resume", "r") == "ok"
                assert await call(client, sides[1], match, "resign", "x") == "ok"
                assert await both("rematch") == ["ok", "ok"]
                following = {(await until(client, side, match, lambda found: found.get("next")))["next"] for side in sides}
                assert len(following) == 1
                query = "/v1/matches?mine=true&limit=100"
                mine = [each["id"] for each in (await people[0].call(client, "GET", query))["matches"]]
                assert len(mine) == 2 and following <= set(mine), "one rematch, not one per worker"

    asyncio.run(run())


def test_two_who_take_the_last_seats_at_one_moment_begin_the_match(server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob", "Cleo")]
            for _ in range(10):
                match = (await people[0].call(client, "POST", "/v1/matches", {"game": "leaders", "seats": 3}))["id"]
                path = f"/v1/matches/{match}/join"
                await asyncio.gather(*(person.call(client, "POST", path, {"seat": 1 + n}) for n, person in enumerate(people[1:])))
                assert (await people[0].call(client, "GET", f"/v1/matches/{match}"))["state"] == "running"
                for person in people:
                    await person.call(client, "POST", f"/v1/matches/{match}/calls", {"id": "x", "verb": "draw"})

    asyncio.run(run())


def test_a_pause_is_not_charged_on_the_other_worker(pair: list[Any]) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, pair[0], name) for name in ("Ann", "Bob")]
            match = await open_match(client, people, terms={"clock": {"kind": "fischer", "seconds": 600}})
            for server in pair:
                await elsewhere(people[0], server).call(client, "GET", f"/v1/matches/{match}")
            for n, person in enumerate(people):
                assert await call(client, person, match, "pause", f"p{n}") == "ok"
            await asyncio.sleep(1.5)
            assert await call(client, people[0], match, "resume", "r") == "ok"
            rooms = [server.house.rooms[match] for server in pair]
            await eventually(lambda: rooms[1].affairs.since == rooms[0].affairs.since)
            assert (rooms[1].clock.left, rooms[1].clock.since) == (rooms[0].clock.left, rooms[0].clock.since)
            assert rooms[1].clock.deadline() == rooms[0].clock.deadline() == rooms[1].row["deadline"]

    asyncio.run(run())


def test_an_undo_sent_again_much_later_takes_nothing_more_back(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, own_server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
        players = [await sit(own_server, match, person) for person in people]
        assert (await players[0].do())[0] == "ok"
        first = await players[0].ask("call", "undo", said="u")
        assert first[0] == "ok"
        await play_out(players, random.Random(1), 12)  # more than a room remembers
        actor = next(p for p in players if "offer" in p.view)
        await players[0].until(lambda p: True)
        inputs = len(own_server.house.rooms[match].match.inputs)
        again = await players[0].ask("call", "undo", said="u")
        assert again[:2] == ["ok", "u"] and again[2] == first[2]
        assert len(own_server.house.rooms[match].match.inputs) == inputs
        assert (await actor.do())[0] == "ok"
        for player in players:
            await player.close()

    asyncio.run(run())


def test_words_of_somebody_who_left_are_gone_from_open_tables(pair: list[Any]) -> None:
    """On both workers, among players and onlookers, at once."""

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, pair[0], name) for name in ("Ann", "Bob", "Eve")]
            match = await open_match(client, people[:2])
            lines = [await sit(server, match, None) for server in pair]
            player = await sit(pair[1], match, people[1])
            await people[0].call(client, "POST", f"/v1/matches/{match}/talk", {"text": "canary-of-ann", "id": "1"})
            say = {"text": "canary-of-eve", "channel": "onlookers", "id": "1"}
            await people[2].call(client, "POST", f"/v1/matches/{match}/talk", say)
            await people[1].call(client, "POST", f"/v1/matches/{match}/talk", {"text": "stays", "id": "1"})
            for line in lines:
                await line.until(lambda p: len(p.talk) == 3)
            for person in (people[0], people[2]):
                gone = await client.post(f"{pair[0].url}/v1/account/delete", json={}, headers=person.headers)
                assert gone.status_code == 204, gone.text
            for line in (*lines, player):
                await line.until(lambda p: not any("canary" in item["text"] or item["name"] in ("Ann", "Eve") for item in p.talk))
                assert "stays" in [item["text"] for item in line.talk]
            for server in pair:
                told = (await elsewhere(people[1], server).call(client, "GET", f"/v1/matches/{match}/talk"))["talk"]
                assert [item["text"] for item in told] == ["", "stays"] and told[0]["name"] == "deleted"
            for line in (*lines, player):
                await line.close()

    asyncio.run(run())
