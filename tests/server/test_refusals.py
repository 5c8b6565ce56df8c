"""Bad input, case by case, over HTTP (which is the Bot API) and sockets: each has its own error, is counted, changes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tables import PATIENCE, Player, enter, http, open_match, sit
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.server import counters

# case -> what is sent in place of a good decision (route, headers, body), status and key over HTTP
BY_HTTP: dict[str, tuple[dict[str, Any], int, str]] = {
    "unknown match": ({"match": "nonsense"}, 404, "no-such-match"),
    "foreign seat": ({"who": "eve"}, 403, "not-your-seat"),
    "a seat of the other": ({"seat": 1}, 403, "not-your-seat"),
    "stale ask": ({"ask": 0}, 409, "stale"),
    "illegal action": ({"action": [99]}, 409, "no-such-verb"),
    "malformed JSON": ({"raw": b'{"id":"x","ask":'}, 400, "bad-request"),
    "wrong types": ({"ask": "one"}, 400, "invalid"),
    "oversized JSON": ({"raw": b'{"id":"' + b"x" * 300_000 + b'"}'}, 413, "too-large"),
    "deep JSON": ({"raw": b'{"id":"x","ask":1,"action":' + b"[" * 10_000 + b"]" * 10_000 + b"}"}, 400, "too-deep"),
    "binary body": ({"raw": bytes(range(256))}, 400, "not-text"),
    "wrong origin": ({"headers": {"Origin": "https://evil.example"}}, 403, "foreign-origin"),
    "no log-in": ({"who": "nobody"}, 401, "log-in-first"),
    "forged token": ({"who": "forged"}, 401, "log-in-first"),
    "expired session": ({"who": "expired"}, 401, "log-in-first"),
}
BY_SOCKET: dict[str, tuple[str, str]] = {
    "stale ask": ('["do","x",0,[0]]', "stale"),
    "illegal action": ('["do","x",%(ask)d,[99]]', "no-such-verb"),
    "malformed JSON": ('["do","x"', "malformed"),
    "wrong types": ('["do","x","one",[0]]', "malformed"),
    "no kind": ('["fly","x"]', "malformed"),
    "deep JSON": ('["do","x",1,' + "[" * 10_000 + "]" * 10_000 + "]", "malformed"),
    "no such call": ('["call","x","fly"]', "no-such-verb"),
}
HANDSHAKES: dict[str, tuple[dict[str, Any], int, str]] = {
    "unknown match": ({"match": "nonsense"}, 404, "no-such-match"),
    "foreign seat": ({"who": "eve", "query": "?seat=0"}, 403, "not-your-seat"),
    "wrong origin": ({"headers": {"Origin": "https://evil.example"}}, 403, "foreign-origin"),
}
ENDS: dict[str, tuple[Any, int, str]] = {"binary frame": (b"\x00\x01", 1003, "binary"), "oversized frame": ("x" * 70_000, 1009, "")}


class Scene:
    def __init__(self, server: Any, people: dict[str, dict[str, str]], match: str, players: list[Player]) -> None:
        self.server, self.people, self.match, self.players = server, people, match, players

    def state(self) -> tuple[int, list[int]]:
        room = self.server.house.rooms[self.match]
        return len(room.match.inputs), [witness.seq for witness in room.witnesses]


@asynccontextmanager
async def scene(server: Any) -> AsyncIterator[Scene]:
    async with http() as client:
        ann, bob, eve, late = [await enter(client, server, name) for name in ("Ann", "Bob", "Eve", "Late")]
        match = await open_match(client, [ann, bob])
        await client.delete(f"{server.url}/v1/session", headers=late.headers)
    forged = {"Authorization": ann.headers["Authorization"][:-4] + "AAAA"}
    people = {"ann": ann.headers, "eve": eve.headers, "nobody": {}, "forged": forged, "expired": late.headers}
    players = [await sit(server, match, person) for person in (ann, bob)]
    yield Scene(server, people, match, players)
    for player in players:
        await player.close()


def check(server: Any, deed: Callable[[Scene], Any], key: str) -> None:
    """The deed is counted under its key, and nothing has changed."""

    async def run() -> None:
        async with scene(server) as found:
            before, counted = found.state(), counters.events[key]
            await deed(found)
            assert found.state() == before and (not key or counters.events[key] > counted)
            assert (await found.players[0].do())[0] == "ok", "the match goes on"

    asyncio.run(run())


@pytest.mark.parametrize("case", BY_HTTP)
def test_over_http(case: str, own_server: Any) -> None:
    change, status, key = BY_HTTP[case]

    async def deed(found: Scene) -> None:
        view = found.players[0].view
        body = {"id": "x", "ask": change.get("ask", view["ask"]), "action": change.get("action", view["offer"][0])}
        body |= {"seat": change["seat"]} if "seat" in change else {}
        headers = {**found.people[change.get("who", "ann")], "Content-Type": "application/json", **change.get("headers", {})}
        url = f"{own_server.url}/v1/matches/{change.get('match', found.match)}/decisions"
        async with http() as client:
            answer = await client.post(url, content=change.get("raw", json.dumps(body)), headers=headers)
        assert (answer.status_code, answer.json()["key"]) == (status, key)
        assert set(answer.json()) == {"key", "message", "details"} and answer.json()["message"]

    check(own_server, deed, key)


@pytest.mark.parametrize("case", BY_SOCKET)
def test_over_a_socket(case: str, own_server: Any) -> None:
    text, key = BY_SOCKET[case]

    async def deed(found: Scene) -> None:
        player = found.players[0]
        player.keep, player.frames = True, []
        await player.socket.send(text % {"ask": player.view["ask"]} if "%(ask)" in text else text)
        await player.until(lambda p: any(frame.startswith('["no"') for frame in p.frames))
        error = json.loads(next(frame for frame in player.frames if frame.startswith('["no"')))[2]
        assert error["key"] == key and set(error) == {"key", "message", "details"} and error["message"]

    check(own_server, deed, key)


@pytest.mark.parametrize("case", HANDSHAKES)
def test_handshakes(case: str, own_server: Any) -> None:
    change, status, key = HANDSHAKES[case]

    async def deed(found: Scene) -> None:
        headers = {**found.people[change.get("who", "ann")], **change.get("headers", {})}
        url = f"ws://127.0.0.1:{own_server.port}/v1/matches/{change.get('match', found.match)}/socket{change.get('query', '')}"
        with pytest.raises(InvalidStatus) as caught:
            await connect(url, additional_headers=headers, proxy=None, open_timeout=PATIENCE)
        response = caught.value.response
        assert response.body is not None
        assert (response.status_code, json.loads(response.body)["key"]) == (status, key)

    check(own_server, deed, key)


@pytest.mark.parametrize("case", ENDS)
def test_frames_that_end_the_socket(case: str, own_server: Any) -> None:
    frame, code, key = ENDS[case]

    async def deed(found: Scene) -> None:
        url = f"ws://127.0.0.1:{own_server.port}/v1/matches/{found.match}/socket"
        async with connect(url, additional_headers=found.people["ann"], proxy=None, open_timeout=PATIENCE) as socket:
            await socket.send(frame)
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await socket.recv()
            assert socket.close_code == code

    check(own_server, deed, key)


def test_floods_and_used_links_are_counted_too(serve: Callable[..., Any]) -> None:
    server = serve(messages_burst=5, messages_per_second=0.001)

    async def run() -> None:
        async with http() as client:
            ann, bob = [await enter(client, server, name) for name in ("Ann", "Bob")]
            made = await ann.call(client, "POST", "/v1/matches", {"game": "picket"})
            path = f"{server.url}/v1/matches/{made['id']}"
            link = (await client.get(f"{path}/seats/1/link", headers=ann.headers)).json()["url"].rpartition("#")[2]
            tries = [await client.post(f"{server.url}/v1/join", json={"link": link}, headers=who.headers) for who in (bob, ann)]
            assert [answer.status_code for answer in tries] == [200, 404] and tries[1].json()["key"] == "no-such-link"
        flood = counters.events["flood"]
        player = await sit(server, made["id"], ann)
        for n in range(8):
            await player.socket.send(f'["ping","{n}"]')
        await player.task
        assert player.socket.close_code == 1008 and counters.events["flood"] > flood
        async with http() as client:
            figures = (await client.get(f"{server.url}/metrics")).text
        assert 'sandtable_refusals_total{key="no-such-link"}' in figures and 'sandtable_refusals_total{key="flood"}' in figures

    asyncio.run(run())
