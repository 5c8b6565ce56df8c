"""Connections are counted by address, and one address's silence is not another's 503."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from tables import PATIENCE, enter, eventually, open_match, wait_until
from tables import http as client_of
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from sandtable.server import door, files, page_protocol
from sandtable.server.door import Door
from sandtable.server.limits import Limits
from sandtable.server.settings import Settings, advice

HERE, ELSEWHERE, THIRD = "127.0.0.1", "127.0.0.2", "127.0.0.3"  # all of this machine, and different addresses


def dial(server: Any, address: str = ELSEWHERE) -> socket.socket:
    return socket.create_connection((HERE, server.port), PATIENCE, (address, 0))


def ask(server: Any, path: str = "/v1/games", address: str = ELSEWHERE) -> int:
    connection = http.client.HTTPConnection(HERE, server.port, PATIENCE, (address, 0))
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def answer_to(connection: socket.socket) -> bytes:
    """All that comes until the server closes."""
    told = b""
    with connection, contextlib.suppress(ConnectionError):
        while more := connection.recv(65536):
            told += more
    return told


@pytest.fixture
def many() -> Any:
    """Connections that are closed at the end."""
    held: list[socket.socket] = []
    yield held
    for connection in held:
        connection.close()


def test_silent_connections_push_out_each_other_and_nobody_else(serve: Any, many: list[socket.socket]) -> None:
    server = serve(limits=True, connections_per_address=20, limit_concurrency=100)
    patient = dial(server, THIRD)
    many.append(patient)
    for _ in range(150):
        many.append(dial(server))
    wait_until(lambda: sum(is_over(connection) for connection in many[1:]) >= 130)
    assert len(server.app.state.door) <= 22
    assert ask(server) == 200, "a newcomer of the same address who says what it wants"
    assert ask(server, address=THIRD) == 200 and ask(server, "/health", HERE) == 200
    patient.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    assert patient.recv(65536).startswith(b"HTTP/1.1 200")


def is_over(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_a_full_house_puts_out_the_idlest_of_the_greediest(serve: Any, many: list[socket.socket]) -> None:
    server = serve(limits=True, connections_per_address=100, limit_concurrency=40)
    few = [dial(server, THIRD) for _ in range(3)]
    many.extend(few)
    for _ in range(60):
        many.append(dial(server))
    wait_until(lambda: sum(is_over(connection) for connection in many[3:]) >= 22)
    assert ask(server, address=THIRD) == 200 and ask(server, address=HERE) == 200
    assert not any(is_over(connection) for connection in few), "who has few keeps them"
    assert len(server.app.state.door) <= 42


def test_sockets_of_one_address_are_bounded_and_others_get_in(serve: Any) -> None:
    server = serve(limits=True, connections_per_address=10, limit_concurrency=20)

    async def run() -> None:
        async with client_of() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
        url = f"ws://{HERE}:{server.port}/v1/matches/{match}/socket?seat=onlooker"
        mine, others = [], []
        refused = None
        for _ in range(12):
            try:
                mine.append(await connect(url, proxy=None, open_timeout=PATIENCE, local_addr=(ELSEWHERE, 0)))
            except InvalidStatus as error:
                refused = error.response
            except OSError:
                pass  # cut off before it could read why
        assert len(mine) == 10
        if refused is not None:
            assert refused.status_code == 429 and int(refused.headers["Retry-After"]) >= 1
        for _ in range(8):  # sixteen of twenty are at work: the greediest loses its newest to whoever has less
            others.append(await connect(url, proxy=None, open_timeout=PATIENCE, local_addr=(THIRD, 0)))
        await asyncio.wait_for(mine[-1].wait_closed(), PATIENCE)
        assert (mine[-1].close_code, mine[-1].close_reason) == (1013, "full")
        assert mine[0].close_code is None and others[0].close_code is None
        assert await asyncio.to_thread(ask, server, "/ready", HERE) == 200
        for found in [*mine, *others]:
            await found.close()

    asyncio.run(run())


def test_behind_a_proxy_the_forwarded_address_counts(serve: Any) -> None:
    """A proxy may have as many connections as it likes; what each of its clients has under way is counted."""
    server = serve(limits=True, trusted_proxies=ELSEWHERE, connections_per_address=5)

    async def run() -> None:
        transport = httpx.AsyncHTTPTransport(local_address=ELSEWHERE)
        async with client_of() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)

        url = f"ws://{HERE}:{server.port}/v1/matches/{match}/socket?seat=onlooker"

        async def look_on(who: str) -> Any:
            return await connect(
                url, proxy=None, open_timeout=PATIENCE, local_addr=(ELSEWHERE, 0), additional_headers={"X-Forwarded-For": who}
            )

        greedy = [await look_on("203.0.113.1") for _ in range(5)]
        with pytest.raises(InvalidStatus) as caught:
            await look_on("203.0.113.1")
        assert caught.value.response.status_code == 429 and b'"limit":"connection"' in (caught.value.response.body or b"")
        others = [await look_on(f"203.0.113.{n}") for n in range(2, 10)]
        async with httpx.AsyncClient(transport=transport, base_url=server.url, timeout=PATIENCE) as client:
            statuses = [
                (await client.get("/v1/games", headers={"X-Forwarded-For": who})).status_code for who in ("203.0.113.1", "203.0.113.2")
            ]
        assert statuses == [429, 200]
        for found in [*greedy, *others]:
            await found.close()

    asyncio.run(run())


def test_a_person_with_very_many_sockets_loses_the_oldest_and_strangers_are_refused(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "SOCKETS_OF_PERSON", 3)
    monkeypatch.setattr(door, "SOCKETS_OF_STRANGERS", 2)
    server = serve(limits=True)

    async def run() -> None:
        async with client_of() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match, other = [await open_match(client, people) for _ in range(2)]

        async def sit(match: str, who: Any = None, **more: Any) -> Any:
            url = f"ws://{HERE}:{server.port}/v1/matches/{match}/socket"
            return await connect(url, proxy=None, open_timeout=PATIENCE, additional_headers=who.headers if who else {}, **more)

        held = [await sit(match, people[0]) for _ in range(3)]
        others = [await sit(match, people[1]), await sit(other, people[0]), await sit(match), await sit(match)]
        held.append(await sit(match, people[0]))
        await asyncio.wait_for(held[0].wait_closed(), PATIENCE)
        assert (held[0].close_code, held[0].close_reason) == (1008, "too-many-sockets")
        with pytest.raises(InvalidStatus) as caught:
            await sit(match)
        assert caught.value.response.status_code == 429
        others.append(await sit(match, local_addr=(ELSEWHERE, 0)))
        assert not [found.close_code for found in [*held[1:], *others] if found.close_code]
        for found in [*held, *others]:
            await found.close()
        await eventually(lambda: not server.app.state.door._watching and not server.app.state.door._calls)

    asyncio.run(run())


def test_handshakes_are_limited(serve: Any) -> None:
    server = serve(limits=True)
    server.app.state.limits._clock = lambda: 0.0
    server.app.state.limits.take("handshake", HERE, 298)

    async def run() -> list[int]:
        found = []
        for _ in range(4):
            with pytest.raises(InvalidStatus) as caught:
                await connect(f"ws://{HERE}:{server.port}/v1/matches/none/socket", proxy=None, open_timeout=PATIENCE)
            found.append(caught.value.response.status_code)
        return found

    assert asyncio.run(run()) == [404, 404, 429, 429]


def test_new_connections_are_limited_but_not_of_this_host(serve: Any) -> None:
    server = serve(limits=True)
    server.app.state.limits._clock = lambda: 0.0
    server.app.state.limits.take("connection", ELSEWHERE, 1199)
    assert ask(server, "/health") == 200
    told = answer_to(dial(server))
    assert told.startswith(b"HTTP/1.1 429 ") and b"retry-after: 1\r\n" in told and b'"key":"too-many-requests"' in told
    server.app.state.limits.take("connection", HERE, 1200)
    assert ask(server, "/health", HERE) == 200


def test_signs_of_life_are_free_for_this_host_alone(serve: Any) -> None:
    server = serve(limits=True)
    server.app.state.limits._clock = lambda: 0.0
    for address in (HERE, ELSEWHERE):
        server.app.state.limits.take("page", address, 2999)
    for path in ("/health", "/ready"):
        assert [ask(server, path, HERE) for _ in range(2)] == [200, 200]
    assert [ask(server, "/ready", ELSEWHERE) for _ in range(2)] == [200, 429]


def test_bounds_are_off_with_the_limits(serve: Any, many: list[socket.socket]) -> None:
    server = serve(connections_per_address=5)
    for _ in range(20):
        many.append(dial(server))
    wait_until(lambda: len(server.app.state.door) == 20)


def test_the_last_places_are_for_this_host() -> None:
    class One:
        place = None

        def put_out(self) -> None:
            raise AssertionError("is at work")

    async def run() -> None:
        found = Door(Settings(limit_concurrency=100, connections_per_address=60), Limits(clock=lambda: 0.0))
        for address, number in ((ELSEWHERE, 60), (THIRD, 40)):
            for _ in range(number):
                one: Any = One()
                assert found.admit(one, address) is None
                found.work(one)
        assert [found.admit(One(), address).status for address in (ELSEWHERE, THIRD, "::2")] == [429, 503, 503]  # type: ignore[arg-type,union-attr]
        assert [found.admit(One(), HERE) for _ in range(door.RESERVE)] == [None] * door.RESERVE  # type: ignore[arg-type]
        assert len(found) == 100 + door.RESERVE

    asyncio.run(run())


def test_files_are_raised_and_advice_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "bounds", lambda: (1024, 4096))
    told = [line for line in advice(Settings(), {}) if "files" in line]
    assert told == ["only 4096 files may be open: limit_concurrency needs 5256; raise the limit (ulimit -n, LimitNOFILE)"]
    set_to: list[Any] = []
    monkeypatch.setattr(files.resource, "setrlimit", lambda what, values: set_to.append(values[0]))
    files.raise_open_files(3000)
    files.raise_open_files(9000)
    files.raise_open_files(1000)
    assert set_to == [3000, 4096]
    assert Door(Settings(), Limits())._most == 1024 - files.SPARE_FILES
    unit = (Path(__file__).parents[2] / "deploy" / "sandtable.service").read_text()
    assert "LimitNOFILE=65536" in unit


# What goes on for ever


def test_half_a_head_and_silence_end(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_protocol, "HEAD_SECONDS", 0.0)
    monkeypatch.setattr(door, "SWEEP_SECONDS", 0.05)
    server = serve()
    for said in (b"", b"GET /health HTTP/1.1\r\nHost: x\r\nX-Half", b"\r\n\r\n"):
        connection = dial(server)
        connection.sendall(said)
        assert answer_to(connection).startswith(b"HTTP/1.1 408 "), said


def test_half_a_second_request_ends_too(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "SWEEP_SECONDS", 0.05)
    server = serve()
    for said in (b"GET /hea", b"\r\n"):
        monkeypatch.setattr(page_protocol, "HEAD_SECONDS", PATIENCE)
        connection = dial(server)
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")
        connection.sendall(said)
        [held] = wait_until(lambda: [one for one in server.app.state.door._in if one.head_since is not None])
        monkeypatch.setattr(page_protocol, "HEAD_SECONDS", 0.0)
        assert b"HTTP/1.1 408 " in answer_to(connection), said
        wait_until(lambda held=held: held not in server.app.state.door._in)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"GET / HTTP/1.1\r\n" + b"a:\r\n" * 101 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 40_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 80_000, 431),
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n", 414),
        (b"\r\n" * 50_000, 431),
        (b"POST /v1/guests HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 3000, 413),
        (b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 500, 429),
    ],
)
def test_heads_bodies_and_requests_ahead_are_bounded(serve: Any, said: bytes, status: int) -> None:
    server = serve()
    connection = dial(server)
    with contextlib.suppress(ConnectionError):
        connection.sendall(said)
    told = answer_to(connection)
    assert b"HTTP/1.1 %d " % status in told and b'"key":' in told, told[:200]
    assert told.count(b"HTTP/1.1 ") <= page_protocol.PIPELINED + 2


def test_a_reader_of_pages_who_does_not_read_is_cut_off(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_protocol, "READ_SECONDS", 0.0)
    monkeypatch.setattr(door, "SWEEP_SECONDS", 0.05)
    server = serve()
    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.connect((HERE, server.port))
    with contextlib.suppress(ConnectionError):
        for _ in range(200):
            lazy.sendall(b"GET /schema HTTP/1.1\r\nHost: x\r\n\r\n")
            if not server.app.state.door._in:
                break
    wait_until(lambda: not server.app.state.door._in)
    lazy.close()


# Many at one address


def test_files_of_the_page_and_people_have_buckets_of_their_own(serve: Any) -> None:
    server = serve(limits=True)
    server.app.state.limits._clock = lambda: 0.0

    async def run() -> None:
        async with client_of() as client:
            ann, bob = [await enter(client, server, name) for name in ("Ann", "Bob")]
            for person in (ann, bob):  # seen once, they are known
                assert (await client.get(f"{server.url}/v1/account", headers=person.headers)).status_code == 200
            server.app.state.limits.take("request", HERE, 590)
            limits = [(await client.get(f"{server.url}/v1/games")).status_code for _ in range(10)]
            assert limits[-1] == 429, "strangers of this address are done"
            assert (await client.get(f"{server.url}/")).status_code in (200, 404), "its pages still come"
            for person in (ann, bob):
                assert (await client.get(f"{server.url}/v1/account", headers=person.headers)).status_code == 200
            user = (await client.get(f"{server.url}/v1/account", headers=ann.headers)).json()["user"]
            server.app.state.limits.take("request", f"person {user}", 598)
            assert (await client.get(f"{server.url}/v1/account", headers=ann.headers)).status_code == 429
            assert (await client.get(f"{server.url}/v1/account", headers=bob.headers)).status_code == 200
            wrong = {"Authorization": "Bearer nobody"}
            answer = await client.get(f"{server.url}/v1/account", headers=wrong)
            assert answer.status_code == 429, "who only claims to be somebody is a stranger"
            assert answer.headers["connection"] == "close"

    asyncio.run(run())
