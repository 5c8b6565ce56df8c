"""A connection is little until something is said on it, and who is refused in masses is not answered."""

from __future__ import annotations

import asyncio
import random
import socket
from typing import Any

import pytest
from tables import wait_until
from test_door import ELSEWHERE, THIRD, answer_to, dial, many

from sandtable.server import door, page_protocol
from sandtable.server.counters import events
from sandtable.server.door import Door
from sandtable.server.doorstep import Doorstep
from sandtable.server.limits import LIMITS, Limits
from sandtable.server.page_protocol import PageProtocol
from sandtable.server.settings import Settings

__all__ = ["many"]


def test_a_parser_is_made_when_something_is_said(serve: Any, many: list[socket.socket]) -> None:
    server = serve(limits=True)
    inside = server.app.state.door
    silent, half = dial(server), dial(server, THIRD)
    many += [silent, half]
    wait_until(lambda: len(inside) == 2)
    assert {type(one) for one in inside._in} == {Doorstep}
    since = {one.place.name: one.head_since for one in inside._in}
    half.sendall(b"GET /health HTTP/1.1\r\nHo")
    [page] = wait_until(lambda: [one for one in inside._in if type(one) is PageProtocol])
    assert page.place.name == THIRD and page.place.count == 1 and page in page.place.idle, "it stays where it was"
    assert page.head_since == since[THIRD], "the first bytes give nobody more time for the rest"
    assert len(inside) == len(server.uvicorn.server_state.connections) == 2
    half.sendall(b"st: x\r\nConnection: close\r\n\r\n")
    assert answer_to(half).startswith(b"HTTP/1.1 200 ")
    wait_until(lambda: len(inside) == len(server.uvicorn.server_state.connections) == 1)
    assert list(inside._places) == [ELSEWHERE]


def test_the_first_who_are_refused_are_told_and_masses_are_cut_off(serve: Any) -> None:
    server = serve(limits=True)
    server.app.state.limits._clock = lambda: 0.0
    server.app.state.limits.take("connection", ELSEWHERE, LIMITS["connection"].burst)
    before, told = events["too-many-requests"], [answer_to(dial(server)) for _ in range(LIMITS["refusal"].burst + 5)]
    assert [answer[:13] for answer in told] == [b"HTTP/1.1 429 "] * LIMITS["refusal"].burst + [b""] * 5
    assert events["too-many-requests"] - before == len(told), "who is cut off counts too"
    assert not server.app.state.door._in and not server.uvicorn.server_state.connections
    server.app.state.limits.take("connection", THIRD, LIMITS["connection"].burst)
    assert answer_to(dial(server, THIRD)).startswith(b"HTTP/1.1 429 "), "others are told as ever"


def test_a_proxy_is_always_told(serve: Any, monkeypatch: pytest.MonkeyPatch, many: list[socket.socket]) -> None:
    """Behind it are many people, and it would say that there is no server."""
    monkeypatch.setattr(door, "RESERVE", 2)
    server = serve(limits=True, trusted_proxies=ELSEWHERE, limit_concurrency=2)
    server.app.state.limits._clock = lambda: 0.0
    many += [dial(server) for _ in range(2)]
    wait_until(lambda: len(server.app.state.door) == 2)
    told = [answer_to(dial(server)) for _ in range(LIMITS["refusal"].burst + 5)]
    assert {answer[:13] for answer in told} == {b"HTTP/1.1 503 "}


def test_silent_connections_end_when_the_server_stops(serve: Any, many: list[socket.socket]) -> None:
    server = serve()
    many += [dial(server) for _ in range(3)]
    wait_until(lambda: len(server.uvicorn.server_state.connections) == 3)
    server.stop()
    assert [answer_to(connection) for connection in many] == [b""] * 3
    assert not server.uvicorn.server_state.connections and not server.app.state.door._in


def test_silence_is_told_once_and_cut_off_a_round_later() -> None:
    done: list[str] = []

    class Wire:
        def write(self, said: bytes) -> None:
            done.append(said[:12].decode())

        def close(self) -> None:
            done.append("close")

        def abort(self) -> None:
            done.append("abort")

        def is_closing(self) -> bool:
            return "close" in done

    found = Doorstep(None, None, {})
    found.transport, found.head_since = Wire(), 100.0
    found.look_at(100.0 + page_protocol.HEAD_SECONDS)
    assert not done
    found.look_at(100.5 + page_protocol.HEAD_SECONDS)
    assert done == ["HTTP/1.1 408", "close"]
    found.look_at(102.5 + page_protocol.HEAD_SECONDS)
    assert done == ["HTTP/1.1 408", "close", "abort"]


def test_a_full_house_finds_the_greediest_after_any_coming_and_going() -> None:
    """Compared with a look at everybody."""
    gone: list[Any] = []

    class One:
        place: Any = None

        def put_out(self) -> None:
            gone.append(self)

    async def run() -> None:
        rnd = random.Random(1)
        found = Door(Settings(limit_concurrency=60, connections_per_address=60, trusted_proxies=THIRD), Limits(clock=lambda: 0.0))
        refused = 0
        for turn in range(3000):
            inside = list(found._in)
            for one in inside if turn % 500 == 499 else rnd.sample(inside, min(len(inside), rnd.randrange(2))):
                found.work(one) if turn % 500 == 499 else rnd.choice([found.work, found.rest, found.leave])(one)
            places = {one.place.name: one.place for one in found._in if not one.place.shared and one.place.idle}
            most = max((place.count for place in places.values()), default=0)
            first = {name: next(iter(place.idle)) for name, place in places.items() if place.count == most}
            full, gone[:] = len(found) == 60, []
            problem = found.admit(One(), rnd.choice([ELSEWHERE, THIRD, *(f"10.0.0.{n}" for n in range(9))]))  # type: ignore[arg-type]
            assert (problem is not None) == (full and not places) and (not full or not places or gone[0] in first.values())
            refused += problem is not None
            sizes = {place.name: size for size, crowd in found._crowds.items() for place in crowd}
            assert sizes == {name: place.count for name, place in found._places.items() if not place.shared}
        assert refused, "now and then everybody is at work"

    asyncio.run(run())
