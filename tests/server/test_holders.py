"""Nobody at another's seat: every way by which a seat changes hands, against everything that was open at it before.

Sockets, streams, further devices, links, requests and waiting programs of whoever had the seat hear and decide nothing more.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from scenes import NO_SEAT, Reader, Scene
from tables import Player, enter, eventually, http, open_match, sit
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from sandtable import games
from sandtable.server.identity import Identity

Way = Callable[[Scene], Awaitable[None]]


async def move(scene: Scene) -> None:
    await scene.mallory.call(scene.client, "POST", scene.path("/join"), {"seat": 2 if scene.seats > 2 else 0, "move": True})


async def leave(scene: Scene) -> None:
    await scene.mallory.call(scene.client, "DELETE", scene.path("/seat"))


async def be_sent_away(scene: Scene) -> None:
    await scene.owner.call(scene.client, "DELETE", scene.path("/seats/1"))


WAYS: dict[str, Way] = {"move": move, "leave": leave, "sent away": be_sent_away}


def scenes() -> list[Any]:
    numbers = {name: max(3, min(games.card(name).seats)) if max(games.card(name).seats) > 2 else 2 for name in games.names()}
    return [pytest.param(name, seats, way, id=f"{name}-{way}") for name, seats in numbers.items() for way in WAYS]


@pytest.mark.parametrize(("game", "seats", "way"), scenes())
def test_the_next_holder_is_alone(own_server: Any, game: str, seats: int, way: str) -> None:
    async def run() -> None:
        async with http() as client:
            scene = Scene(own_server, client, game, seats)
            await scene.set_up()
            await WAYS[way](scene)
            for player in scene.sockets:  # at once, not when somebody else comes
                await player.task
            players = await scene.begin()
            await scene.play(players, 6)
            assert all("hand" in player.view for player in players)
            await scene.check_outside()
            await scene.end(*players)

    asyncio.run(run())


def test_a_bot_on_the_seat_is_watched_by_nobody(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            scene = Scene(own_server, client, "commanders", 2)
            await scene.set_up()
            await leave(scene)
            await scene.seat_bot(1)
            await scene.owner.call(client, "POST", scene.path("/join"), {"seat": 0})
            owner = await sit(own_server, scene.match, scene.owner)
            await scene.play([owner], 4)
            await scene.check_outside()
            await scene.end(owner)

    asyncio.run(run())


async def against_the_clock(server: Any, client: httpx.AsyncClient) -> tuple[Scene, Player]:
    """A minute for every move, then a bot plays on; and who sits opposite."""
    scene = Scene(server, client, "picket", 2)
    await scene.set_up(terms={"clock": {"kind": "move", "seconds": 60, "on_timeout": "bot", "bot": "random"}})
    await scene.victim.call(client, "POST", scene.path("/join"), {"seat": 0})
    return scene, await sit(server, scene.match, scene.victim)


def test_who_runs_out_of_time_hears_nothing_of_the_bot(own_server: Any) -> None:
    """Nor do devices, a waiting program, or an export of what one has decided."""

    async def run() -> None:
        async with http() as client:
            scene, owner = await against_the_clock(own_server, client)
            await scene.sockets[0].until(lambda p: "offer" in p.view)
            while "offer" in owner.view:
                await owner.do()
            assert any('"hand"' in frame for frame in scene.sockets[0].frames)
            waiting = asyncio.create_task(scene.mallory.call(client, "GET", "/v1/turns?wait=20"))
            await asyncio.sleep(0)
            await asyncio.to_thread(own_server.pass_time, 61)
            room = own_server.house.rooms[scene.match]
            await eventually(lambda: room.seats[1]["kind"] == "bot")
            await scene.play([owner], 6)
            await scene.check_outside(hidden=False)
            after = [frame for frame in scene.sockets[0].frames if '"hand"' in frame]
            last = json.loads(after[-1])
            assert max(last[1], last[3] if last[0] == "ok" else 0) <= room.witnesses[1].seq - 1, "the bot has been told more"
            turns = await waiting
            assert not turns or turns[0]["message"][1] < room.witnesses[1].seq
            later = json.loads((await client.get(f"{own_server.url}/v1/account/export", headers=scene.mallory.headers)).text)
            mine = [item for item in later["matches"] if item["id"] == scene.match]
            assert mine and "decisions" not in mine[0], "the bot's decisions are not one's own"
            await scene.end(owner)

    asyncio.run(run())


def test_devices_are_sent_away_and_the_holder_stays(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            scene = Scene(own_server, client, "picket", 2)
            await scene.set_up()
            await scene.owner.call(client, "POST", scene.path("/join"), {"seat": 0})
            for who, wanted in ((scene.helper, 404), (scene.victim, 404)):
                answer = await client.delete(own_server.url + scene.path("/seats/1/devices"), headers=who.headers)
                assert answer.status_code == wanted
            answer = await client.delete(own_server.url + scene.path("/seats/0/devices"), headers=scene.mallory.headers)
            assert (answer.status_code, answer.json()["key"]) == (403, "not-your-seat")
            await scene.mallory.call(client, "DELETE", scene.path("/seats/1/devices"))
            await scene.sockets[1].task
            assert scene.sockets[1].socket.close_code == NO_SEAT
            await eventually(lambda: scene.streams[1].ended)
            assert not scene.sockets[0].closed and not scene.streams[0].ended
            await scene.check_refused(scene.helper)
            answer = await client.post(f"{own_server.url}/v1/join", json={"link": scene.link}, headers=scene.helper.headers)
            assert answer.status_code == 404
            await scene.end()

    asyncio.run(run())


def test_only_the_owner_sends_away_and_only_before_the_match(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            scene = Scene(own_server, client, "picket", 2)
            await scene.set_up()
            before = (await scene.owner.call(client, "GET", scene.path("")))["link"]
            for who, seat, wanted in (
                (scene.victim, 1, (404, "no-such-match")),
                (scene.mallory, 1, (404, "no-such-match")),
                (scene.owner, 7, (409, "seat-open")),
            ):
                answer = await client.delete(own_server.url + scene.path(f"/seats/{seat}"), headers=who.headers)
                assert (answer.status_code, answer.json()["key"]) == wanted
            await be_sent_away(scene)
            answer = await client.delete(own_server.url + scene.path("/seats/1"), headers=scene.owner.headers)
            assert (answer.status_code, answer.json()["key"]) == (409, "seat-open")
            assert (await scene.owner.call(client, "GET", scene.path("")))["link"] != before
            for seat in (0, 1):
                await scene.seat_bot(seat)
            answer = await client.delete(own_server.url + scene.path("/seats/1"), headers=scene.owner.headers)
            assert (answer.status_code, answer.json()["key"]) == (409, "match-began")
            await scene.end()

    asyncio.run(run())


def test_a_match_that_was_dropped_lets_nobody_in(own_server: Any) -> None:
    """Neither by its links nor by those of its seats, taken or open."""

    async def run() -> None:
        async with http() as client:
            scene = Scene(own_server, client, "picket", 2)
            await scene.set_up()
            links = [scene.link]
            for who, seat in ((scene.owner, 0), (scene.mallory, 1)):
                found = await who.call(client, "GET", scene.path(f"/seats/{seat}/link"))
                links.append(found["url"].partition("#")[2])
            await scene.owner.call(client, "DELETE", scene.path("/seat"))
            for link in links:
                answer = await client.post(f"{own_server.url}/v1/join", json={"link": link}, headers=scene.victim.headers)
                assert answer.status_code == 404, answer.text
            assert scene.victim.name not in [place["name"] for place in own_server.house.rooms[scene.match].seats]
            await scene.end()

    asyncio.run(run())


def test_what_is_said_in_private_waits_for_the_match(own_server: Any) -> None:
    """Whoever takes a seat next would read it."""

    async def run() -> None:
        async with http() as client:
            scene = Scene(own_server, client, "company_leader", 3)
            await scene.set_up()
            await scene.owner.call(client, "POST", scene.path("/join"), {"seat": 0})
            owner = await sit(own_server, scene.match, scene.owner)
            for channel in ("team", "seat:1"):
                answer = await owner.ask("say", channel, "between us")
                assert answer[0] == "no" and answer[2]["key"] == "no-talk"
            assert (await owner.ask("say", "all", "welcome"))[0] == "ok"
            await scene.end(owner)

    asyncio.run(run())


def test_a_seat_that_changes_hands_during_the_handshake(own_server: Any) -> None:
    """The right is asked for again in the room's turn; so it is for a decision that waited."""

    async def run() -> None:
        async with http() as client:
            scene = Scene(own_server, client, "picket", 2)
            await scene.set_up()
            gate = asyncio.Event()

            async def hold() -> None:
                await gate.wait()

            loop = own_server.loop
            room = own_server.house.rooms[scene.match]
            own_server.loop.call_soon_threadsafe(room.post, hold)
            await eventually(lambda: room.busy)
            late = asyncio.create_task(sit(own_server, scene.match, scene.mallory, "?seat=1"))
            reader = Reader(client, scene.mallory, scene.match, 1)
            decided = scene.sockets[0].ask("do", 1, [0, 0])
            told = asyncio.create_task(
                client.post(
                    own_server.url + scene.path("/decisions"),
                    json={"id": "late", "ask": 1, "action": [0, 0], "seat": 1},
                    headers=scene.mallory.headers,
                )
            )
            await eventually(lambda: len(room.queue) >= 4)

            async def give_back() -> None:
                async with own_server.house.database.write() as connection:
                    await own_server.house.lobby._open(connection, scene.match, 1)
                room.queue.appendleft((room.catch_up, (), lambda outcome, error: None))
                gate.set()

            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(give_back(), loop))
            with pytest.raises(ConnectionError):
                await late
            with pytest.raises(ConnectionError):
                await decided
            assert (await told).status_code == 403
            await eventually(lambda: reader.ended)
            assert not any("hand" in line for line in reader.lines)
            assert not any(room.lines.values())
            await scene.end()

    asyncio.run(run())


def test_a_socket_that_waits_at_the_door_hears_and_decides_nothing(own_server: Any) -> None:
    """Its handshake was answered while the seat was its person's; the match begins with another holder before it is let in."""

    async def run() -> None:
        async with http() as client:
            scene = Scene(own_server, client, "picket", 2)
            await scene.set_up()
            house, loop = own_server.house, own_server.loop
            room = house.rooms[scene.match]
            gates = [asyncio.Event(), asyncio.Event()]
            inside = [asyncio.Event(), asyncio.Event()]

            async def hold(n: int) -> None:
                inside[n].set()
                await gates[n].wait()

            loop.call_soon_threadsafe(room.post, hold, 0)
            await eventually(inside[0].is_set)
            url = f"ws://127.0.0.1:{own_server.port}{scene.path('/socket')}?seat=1&since=999999"
            late = await connect(url, additional_headers=scene.mallory.headers, ping_interval=None)
            await eventually(lambda: len(room.queue) >= 1)

            async def hand_on() -> None:
                async with house.database.write() as connection:
                    await house.lobby._open(connection, scene.match, 1)
                    for seat in (1, 0):
                        assert await house.lobby._take(connection, Identity(f"other{seat}", "guest", "x"), scene.match, seat)
                    await house.lobby._begin_if_full(connection, scene.match)
                room.queue.appendleft((hold, (1,), lambda outcome, error: None))
                room.queue.appendleft((room.catch_up, (), lambda outcome, error: None))
                gates[0].set()

            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(hand_on(), loop))
            await eventually(inside[1].is_set)
            match = room.match
            assert match is not None and len(match.inputs) == room.saved
            before = room.saved
            offers = room.game.actions(match.state.table, match.state.hands[1])
            for n, action in enumerate(offers[:20]):
                await late.send(json.dumps(["view", f"v{n}"]))
                await late.send(json.dumps(["do", f"steal{n}", match.state.hands[1].asked, list(action)]))
            await asyncio.sleep(0.2)
            loop.call_soon_threadsafe(gates[1].set)
            frames = []
            with contextlib.suppress(ConnectionClosed):
                while True:
                    frames.append(str(await late.recv()))
            assert late.close_code == NO_SEAT
            assert not any('"hand"' in frame for frame in frames), frames
            assert room.saved == before == len(match.inputs)
            await scene.end()

    asyncio.run(run())


def test_a_bot_takes_over_from_somebody_who_used_its_words(own_server: Any) -> None:
    """Whatever ids a person has chosen, the bot's decisions are new ones."""

    async def run() -> None:
        async with http() as client:
            scene, owner = await against_the_clock(own_server, client)
            mallory = scene.sockets[0]
            room = own_server.house.rooms[scene.match]
            for n in (1, 2):
                while "offer" in owner.view:
                    await owner.do()
                await mallory.until(lambda p: "offer" in p.view)
                ask = mallory.view["ask"]
                assert (await mallory.ask("do", ask, mallory.view["offer"][0], said=f"bot-{ask + 1}-{n}"))[0] == "ok"
            while "offer" in owner.view:
                await owner.do()
            await asyncio.to_thread(own_server.pass_time, 61)
            await eventually(lambda: room.seats[1]["kind"] == "bot")
            await scene.play([owner], 4)
            await scene.end(owner)

    asyncio.run(run())


def test_seats_that_are_no_seats(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            scene = Scene(own_server, client, "picket", 2)
            await scene.set_up()
            for rest in ("link", "qr"):
                for seat in (-1, 2, 10**20, -(10**20)):
                    answer = await client.get(own_server.url + scene.path(f"/seats/{seat}/{rest}"), headers=scene.mallory.headers)
                    assert answer.status_code == 403, answer.text
            await scene.end()

    asyncio.run(run())


def test_a_device_that_was_sent_away_does_not_look_on_at_a_private_match(own_server: Any) -> None:
    """It was shown the link of the match as whoever has a seat is."""

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, own_server, name) for name in ("Ann", "Bob", "Helge")]
            match = await open_match(client, people[:2], public=False)
            path = f"/v1/matches/{match}"
            link = (await people[0].call(client, "GET", f"{path}/seats/0/link"))["url"].partition("#")[2]
            await people[2].call(client, "POST", "/v1/join", {"link": link})
            known = {"Sandtable-Link": (await people[2].call(client, "GET", path))["link"]}
            watching = await sit(own_server, match, people[2], "?seat=onlooker")
            await people[0].call(client, "DELETE", f"{path}/seats/0/devices")
            await watching.task
            for rest in ("", "/view?seat=onlooker", "/stream?seat=onlooker"):
                answer = await client.get(own_server.url + path + rest, headers={**people[2].headers, **known})
                assert answer.status_code == 404, (rest, answer.text[:100])
            fresh = [(await person.call(client, "GET", path))["link"] for person in people[:2]]
            assert fresh[0] == fresh[1] != known["Sandtable-Link"], "the people of the match know the new one"

    asyncio.run(run())
