"""The terms of a match from end to end, over HTTP and sockets: every kind of clock, calls by programs, limits with clear answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tables import PATIENCE, Guest, Player, enter, eventually, http, open_match, sit

from sandtable.server.errors import Problem
from sandtable.server.room import Room

DAY = 86_400  # seconds


async def two(server: Any, client: Any, **wish: Any) -> tuple[list[Guest], str]:
    people = [await enter(client, server, name) for name in ("Ann", "Bob")]
    return people, await open_match(client, people, **wish)


async def seats(server: Any, match: str, people: list[Guest]) -> list[Player]:
    return [await sit(server, match, person) for person in people]


async def close(*players: Player) -> None:
    for player in players:
        await player.close()


def test_without_a_clock_nothing_runs(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            people, match = await two(own_server, client)
            players = await seats(own_server, match, people)
            await players[0].do()
            assert "clock" not in players[0].about
            info = await people[0].call(client, "GET", f"/v1/matches/{match}")
            assert info["terms"]["clock"]["kind"] == "none"
            await close(*players)

    asyncio.run(run())


def test_fischer_gives_the_increment_after_every_move(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            people, match = await two(own_server, client, terms={"clock": {"kind": "fischer", "seconds": 3600, "increment": 1800}})
            players = await seats(own_server, match, people)
            assert players[0].about["clock"]["left"] == [3_600_000, 3_600_000]
            for _ in range(2):
                await players[0].do()
            await players[1].until(lambda p: p.about["clock"]["left"][0] > 3_600_000)
            clock = players[1].about["clock"]
            assert 3_600_000 < clock["left"][0] <= 5_400_000 and clock["left"][1] <= 3_600_000 and clock["running"] == [1]
            await close(*players)

    asyncio.run(run())


@pytest.mark.parametrize("on_timeout", ["lose", "bot"])
def test_days_per_move_run_out_while_nobody_is_there(serve: Callable[..., Any], on_timeout: str) -> None:
    """Play by mail: the match is in no memory when its time is up."""
    server = serve(idle_seconds=0.1, bot_grid=0.0)

    async def run() -> None:
        async with http() as client:
            terms = {"clock": {"kind": "days", "days": 2, "on_timeout": on_timeout, "bot": "random"}}
            people, match = await two(server, client, terms=terms, options={"turns": 1})
            view = (await people[0].call(client, "GET", f"/v1/matches/{match}/view"))[3]
            assert view["clock"]["deadline"] - view["clock"]["since"] == 2 * DAY * 1000
            await eventually(lambda: match not in server.house.rooms)
            await asyncio.to_thread(server.pass_time, 1.9 * DAY)
            info = await people[0].call(client, "GET", f"/v1/matches/{match}")
            assert info["state"] == "running" and {seat["kind"] for seat in info["seats"]} == {"person"}
            await eventually(lambda: match not in server.house.rooms)
            await asyncio.to_thread(server.pass_time, 0.2 * DAY)
            await eventually(lambda: match in server.house.rooms)  # the house found it by itself

            async def acted() -> bool:
                found = await people[0].call(client, "GET", f"/v1/matches/{match}")
                return found["state"] == "over" or {seat["kind"] for seat in found["seats"]} == {"bot"}

            await eventually(acted)
            info = await people[0].call(client, "GET", f"/v1/matches/{match}")
            if on_timeout == "lose":
                assert info["state"] == "over" and sorted(info["result"]) == [-1000, 1000]
            else:
                assert {seat["kind"] for seat in info["seats"]} == {"bot"}

    asyncio.run(run())


def test_programs_settle_everything_by_calls(own_server: Any) -> None:
    """Undo by consent, pause by agreement, draw, rematch with swapped seats: without any socket."""

    async def run() -> None:
        async with http() as client:
            people, match = await two(own_server, client, terms={"undo": "ask", "clock": {"kind": "fischer", "seconds": 600}})
            numbers = iter(range(100))

            async def call(who: int, verb: str) -> Any:
                body = {"id": f"c{next(numbers)}", "verb": verb}
                answer = await client.post(f"{own_server.url}/v1/matches/{match}/calls", json=body, headers=people[who].headers)
                return answer.json().get("key", "ok")

            async def view(who: int) -> Any:
                return (await people[who].call(client, "GET", f"/v1/matches/{match}/view"))[2]

            async def affairs() -> Any:
                return (await people[0].call(client, "GET", f"/v1/matches/{match}"))["affairs"]

            first = await view(0)
            body = {"id": "d1", "ask": first["ask"], "action": first["offer"][0]}
            await people[0].call(client, "POST", f"/v1/matches/{match}/decisions", body)
            assert await call(0, "undo") == "ok" and (await affairs())["undo"] == 0
            assert await call(1, "allow-undo") == "ok"
            assert (await view(0))["hand"]["kind"] == first["hand"]["kind"]
            assert await call(0, "pause") == "ok" and "paused" not in await affairs()
            assert await call(1, "pause") == "ok" and (await affairs())["paused"] > 0
            again = await view(0)
            refused = await client.post(
                f"{own_server.url}/v1/matches/{match}/decisions",
                json={"id": "d2", "ask": again["ask"], "action": again["offer"][0]},
                headers=people[0].headers,
            )
            assert (refused.status_code, refused.json()["key"]) == (409, "paused")
            assert await call(1, "resume") == "ok" and await call(1, "resume") == "not-paused"
            assert await call(0, "rematch") == "not-over" and await call(0, "fly") == "no-such-verb"
            assert await call(0, "draw") == "ok" and await call(1, "draw") == "ok"
            assert await call(0, "rematch") == "ok" and await call(1, "rematch") == "ok"
            following = (await affairs())["next"]
            names = [seat["name"] for seat in (await people[0].call(client, "GET", f"/v1/matches/{following}"))["seats"]]
            assert names == ["Bob", "Ann"]

    asyncio.run(run())


def test_a_flood_of_requests_gets_a_clear_answer_and_moves_go_on(serve: Callable[..., Any]) -> None:
    """HTTP has its limits, sockets have theirs: who plays at the same address by socket is not stopped."""
    server = serve(limits=True)
    server.app.state.limits._clock = lambda: 0.0  # no bucket refills

    async def run() -> None:
        async with http() as client:
            people, match = await two(server, client)
            players = await seats(server, match, people)
            statuses = []
            for _ in range(700):
                answer = await client.get(f"{server.url}/v1/matches/{match}/view", headers=people[0].headers)
                statuses.append(answer.status_code)
                if answer.status_code == 429:
                    break
            assert statuses[0] == 200 and statuses[-1] == 429 and len(statuses) > 500
            assert answer.headers["retry-after"] == "1"
            told = answer.json()
            assert told["key"] == "too-many-requests" and told["details"] == {"limit": "request", "retry_after": 1}
            assert (await players[0].do())[0] == "ok"
            await close(*players)

    asyncio.run(run())


def test_thinking_for_people_is_limited(serve: Callable[..., Any]) -> None:
    server = serve(limits=True)
    server.app.state.limits._clock = lambda: 0.0

    async def run() -> None:
        async with http() as client:
            people, match = await two(server, client, terms={"rated": False})
            server.app.state.limits.take("think", (await people[0].call(client, "GET", "/v1/account"))["user"], 115)
            path = f"{server.url}/v1/matches/{match}/hint"
            answers = [await client.get(path, headers=people[0].headers) for _ in range(2)]
            assert [answer.status_code for answer in answers] == [200, 429]
            assert answers[1].json()["details"]["limit"] == "think" and int(answers[1].headers["retry-after"]) >= 1
            assert (await client.get(path, headers=people[1].headers)).status_code == 200, "another person's is full"

    asyncio.run(run())


def test_new_matches_and_talk_are_limited(serve: Callable[..., Any]) -> None:
    """Sixty matches at once, sixty words at once; sockets are told as clearly as requests."""
    server = serve(limits=True)
    server.app.state.limits._clock = lambda: 0.0

    async def run() -> None:
        async with http() as client:
            people, match = await two(server, client)
            users = [(await person.call(client, "GET", "/v1/account"))["user"] for person in people]
            server.app.state.limits.take("create", users[0], 58)  # and one was made above
            answers = [await client.post(f"{server.url}/v1/matches", json={"game": "picket"}, headers=people[0].headers) for _ in range(2)]
            assert [answer.status_code for answer in answers] == [201, 429]
            assert answers[1].json()["details"] == {"limit": "create", "retry_after": 10} and answers[1].headers["retry-after"] == "10"
            players = await seats(server, match, people)
            server.app.state.limits.take("talk", users[0], 59)
            assert (await players[0].ask("say", "all", "one more"))[0] == "ok"
            refused = await players[0].ask("say", "all", "and another")
            assert refused[2]["key"] == "too-many-requests" and refused[2]["details"] == {"limit": "talk", "retry_after": 1}
            assert (await players[1].ask("say", "all", "not I"))[0] == "ok" and (await players[0].do())[0] == "ok"
            await close(*players)

    asyncio.run(run())


def test_every_list_has_an_end(own_server: Any) -> None:
    """Lists that grow come page by page; the others are bounded."""
    document = None

    async def run() -> Any:
        async with http() as client:
            return (await client.get(f"{own_server.url}/schema")).json()

    document = asyncio.run(run())
    bounded = {"/v1/sessions": 50, "/v1/tokens": 50, "/v1/turns": 20, "/v1/games": 100}  # at most so many
    for path, item in document["paths"].items():
        for method, operation in item.items():
            content = next((r for status, r in operation["responses"].items() if status < "300"), {}).get("content", {})
            schema = content.get("application/json", {}).get("schema", {})
            if method == "get" and schema.get("type") == "array" and "prefixItems" not in schema:
                assert path in bounded, f"{path} is a list without pages"
    for path in ("/v1/matches", "/v1/ratings/{game}", "/v1/matches/{match}/talk", "/v1/matches/{match}/history"):
        assert "limit" in [parameter["name"] for parameter in document["paths"][path]["get"]["parameters"]]


def test_a_room_at_work_stays_and_nobody_waits_for_ever(serve: Callable[..., Any]) -> None:
    """A match that takes longer to load than idle ones are kept is not put away meanwhile; and who asks one that was is told so."""
    server = serve(idle_seconds=0.05)

    async def run() -> None:
        async with http() as client:
            people, match = await two(server, client)
            house = server.house
            load = Room.load

            async def slowly(room: Any) -> None:
                await asyncio.sleep(0.5)
                await load(room)

            await eventually(lambda: match not in house.rooms)
            Room.load = slowly  # type: ignore[method-assign]
            try:
                assert (await client.get(f"{server.url}/v1/matches/{match}", headers=people[0].headers)).status_code == 200
            finally:
                Room.load = load  # type: ignore[method-assign]

            async def too_late() -> str:
                room = await house.room(match)
                waiting = [asyncio.ensure_future(room.ask(asyncio.sleep, 10 * PATIENCE)) for _ in range(2)]
                await asyncio.sleep(0.01)
                house.forget(room)
                waiting.append(asyncio.ensure_future(room.ask(asyncio.sleep, 0)))
                ends = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), PATIENCE)
                return " ".join(end.error.key for end in ends if isinstance(end, Problem))

            told = asyncio.run_coroutine_threadsafe(too_late(), server.loop)
            assert await asyncio.wrap_future(told) == "try-again try-again try-again"

    asyncio.run(run())
