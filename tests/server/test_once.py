"""What is sent again counts once and votes of one moment all count, on whichever worker and after a restart."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from clusters import Cluster
from tables import Guest, enter, eventually, http, next_to_act, open_match, play_out, sit

from sandtable.core.match import UNDO
from sandtable.server.inspection import inspect_all
from sandtable.store import matches as tables


@pytest.fixture
def pair(serve: Callable[..., Any], cluster: Cluster) -> list[Any]:
    """Two servers on one database."""
    url = cluster.database("pair" + random.Random().randbytes(4).hex())
    return [serve(url), serve(url)]


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


async def post(client: Any, person: Guest, match: str, kind: str, body: dict[str, Any]) -> bytes:
    """The answer to a decision or a call, byte for byte."""
    answer = await client.post(f"{person.server.url}/v1/matches/{match}/{kind}", json=body, headers=person.headers)
    assert answer.status_code == 200, answer.text
    return bytes(answer.content)


async def next_decision(client: Any, person: Guest, match: str, said: str) -> dict[str, Any]:
    view = (await person.call(client, "GET", f"/v1/matches/{match}/view"))[2]
    return {"id": said, "ask": view["ask"], "action": view["offer"][0]}


def rows_of(server: Any, match: str) -> list[Any]:
    async def read() -> list[Any]:
        async with server.house.database.read() as connection:
            query = tables.inputs.select().where(tables.inputs.c.match == match).order_by(tables.inputs.c.n)
            return list((await connection.execute(query)).mappings())

    found: list[Any] = server.run(read())
    return found


async def problems(server: Any, match: str) -> list[str]:
    return [report.problem async for report in inspect_all(server.house.database, match)]


def test_an_id_counts_once_after_undo_and_many_answers(server: Any) -> None:
    """An undo brings the question back: the decision taken back could be made again, were it not for its id."""

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
            player = await sit(server, match, people[0])
            orig = await next_decision(client, people[0], match, "orig")
            first = await post(client, people[0], match, "decisions", orig)
            undo = await post(client, people[0], match, "calls", {"id": "back", "verb": "undo"})
            for n in range(6):
                body = await next_decision(client, people[0], match, f"d{n}")
                assert (body["ask"], body["action"]) == (orig["ask"], orig["action"])
                await post(client, people[0], match, "decisions", body)
                await post(client, people[0], match, "calls", {"id": f"u{n}", "verb": "undo"})
            assert len(rows_of(server, match)) == 14
            await player.hear_all()
            player.keep, seen = True, (await people[0].call(client, "GET", f"/v1/matches/{match}/view"))
            for _ in range(2):
                assert await post(client, people[0], match, "decisions", orig) == first
                assert await post(client, people[0], match, "calls", {"id": "back", "verb": "undo"}) == undo
                said = await player.ask("do", orig["ask"], orig["action"], said="orig")
                assert said == ["ok", "orig", json.loads(first)["receipt"]], "over sockets as well"
                assert (await player.ask("call", "undo", said="back"))[2] == json.loads(undo)["receipt"]
            assert len(rows_of(server, match)) == 14, "the record is not longer"
            assert await people[0].call(client, "GET", f"/v1/matches/{match}/view") == seen
            await player.hear_all()
            assert not [frame for frame in player.frames if frame.startswith('["view"')], "nobody is told anything"
            room = server.house.rooms[match]
            assert room.saved == len(room.match.inputs) == 14 and room.loaded
            assert (await player.do())[0] == "ok" and len(rows_of(server, match)) == 15
            await player.close()

    asyncio.run(run())


def test_an_id_of_long_ago_is_no_answer_to_a_new_question(server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people, terms={"clock": {"kind": "fischer", "seconds": 600}})
            players = [await sit(server, match, person) for person in people]
            first = [await player.do(said="mine") for player in players]  # the same id of two seats is two ids
            assert first[0][2] != first[1][2]
            await play_out(players, random.Random(2), 30)
            actor = players.index(await next_to_act(players))
            for player in players:
                await player.hear_all()
            room = server.house.rooms[match]
            clocks = room.clock.left[:], room.clock.running[:], room.clock.since, room.clock.deadline()
            count, seen = len(rows_of(server, match)), [(p.seq, p.view) for p in players]
            view = players[actor].view
            for _ in range(2):
                again = await players[actor].ask("do", view["ask"], view["offer"][0], said="mine")
                assert again == ["ok", "mine", first[actor][2]]
                body = {"id": "mine", "ask": view["ask"], "action": view["offer"][0]}
                by_post = json.loads(await post(client, people[actor], match, "decisions", body))
                assert by_post["receipt"] == first[actor][2] and by_post["seq"] == first[actor][3]
            assert len(rows_of(server, match)) == count
            assert [row["seat"] for row in rows_of(server, match) if row["said"] == tables.mark("mine")] == [0, 1]
            for player in players:
                await player.hear_all()
            assert [(p.seq, p.view) for p in players] == seen
            assert (room.clock.left, room.clock.running, room.clock.since, room.clock.deadline()) == clocks
            await play_out(players, random.Random(3))  # dice and receipts go on where they were
            for player in players:
                await player.close()
        assert server.run(problems(server, match)) == [""]

    asyncio.run(run())


def test_an_old_id_at_two_workers_at_one_moment(pair: list[Any], serve: Callable[..., Any]) -> None:
    """Said anew at both, or long ago at one; and at a third that has just started."""

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, pair[0], name) for name in ("Ann", "Bob")]
            sides = [[person, elsewhere(person, pair[1])] for person in people]
            match = await open_match(client, people)
            answers: dict[str, bytes] = {}
            for n in range(14):
                actor = n % 2
                body = await next_decision(client, people[0], match, f"r{n}")
                both = await asyncio.gather(*(post(client, side, match, "decisions", body) for side in sides[0]))
                assert len(set(both)) == 1
                answers[f"r{n}"] = both[0]
                back = {"id": f"b{n}", "verb": "undo"}
                both = await asyncio.gather(*(post(client, side, match, "calls", back) for side in sides[0][:: 1 - 2 * actor]))
                assert len(set(both)) == 1
            assert len(rows_of(pair[0], match)) == 28
            body = await next_decision(client, people[0], match, "")
            later = elsewhere(people[0], serve(pair[0].database))
            for said in ("r0", "r13", "r7"):
                again = {**body, "id": said}
                both = await asyncio.gather(*(post(client, side, match, "decisions", again) for side in (*sides[0], later)))
                assert set(both) == {answers[said]}
            assert len(rows_of(pair[0], match)) == 28
            assert json.loads(await post(client, later, match, "decisions", {**body, "id": "new"}))["receipt"]
            assert len(rows_of(pair[0], match)) == 29

    asyncio.run(run())


def test_ids_are_known_after_a_restart(server: Any, serve: Callable[..., Any]) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
            orig = await next_decision(client, people[0], match, "orig")
            first = await post(client, people[0], match, "decisions", orig)
            for n in range(6):
                await post(client, people[0], match, "calls", {"id": f"u{n}", "verb": "undo"})
                await post(client, people[0], match, "decisions", {**orig, "id": f"d{n}"})
            await post(client, people[0], match, "calls", {"id": "u", "verb": "undo"})
            count = len(rows_of(server, match))
            server.run(forget(server, match))  # as after a restart: nothing is in memory
            assert await post(client, people[0], match, "decisions", orig) == first
            assert len(rows_of(server, match)) == count

    async def forget(server: Any, match: str) -> None:
        server.house.forget(server.house.rooms[match])

    asyncio.run(run())


def test_a_bot_that_is_asked_again_after_an_undo_decides_again(serve: Callable[..., Any]) -> None:
    server = serve(bot_seconds=60.0)

    async def run() -> None:
        async with http() as client:
            ann = await enter(client, server, "Ann")
            match = await open_match(client, [ann], places=[{"kind": "me"}, {"kind": "bot"}])
            room = server.house.rooms[match]
            await eventually(lambda: room.saved == 2)  # it has hidden both its pieces

            async def undo() -> None:
                await room.ask(room.call, 1, "somebody took it back", UNDO)

            server.run(undo())
            await eventually(lambda: room.saved == 4)
            said = [row["said"] for row in rows_of(server, match)]
            assert sum(each is not None for each in said) == 1, "a bot's decisions have no id that a person could have used"
            player = await sit(server, match, ann)
            for _ in range(4):
                await player.until(lambda p: "offer" in p.view)
                assert (await player.do())[0] == "ok"
            await player.close()

    asyncio.run(run())
