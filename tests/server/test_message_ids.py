"""A message id counts once for the life of a match: after an undo, after many other answers, on every worker, after a restart."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

from tables import Guest, enter, eventually, http, next_to_act, open_match, play_out, sit
from test_once import elsewhere

from sandtable.core.match import UNDO
from sandtable.server.inspection import inspect_all
from sandtable.store import matches as tables


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
