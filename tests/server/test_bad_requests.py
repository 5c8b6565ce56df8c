"""Bad requests: every one has a clear answer below 500, and changes nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from bad_requests import Request, ask, run
from sqlalchemy import insert
from tables import enter, http, open_match

from sandtable.server.errors import describe
from sandtable.server.in_turn import InTurn, nothing
from sandtable.server.security_headers import Refusal, check_text
from sandtable.store import matches as tables
from sandtable.store.database import Database, out_of_service

COUNT = 500


def test_bad_requests_break_nothing(server: Any) -> None:
    """A share of the benchmark: all routes, several times, with something else that is bad each time."""
    found = asyncio.run(run(server, server.folder, COUNT, seed=7))
    assert sum(found.statuses.values()) == COUNT and found.statuses[400] > COUNT / 10
    assert not found.broken and not found.unclear, (found.broken[:3], found.unclear[:3])


def sent(server: Any, target: bytes, body: bytes | None = None, **headers: bytes) -> tuple[int, bytes]:
    way = b"GET" if body is None else b"POST"
    lines = {name.replace("_", "-").encode(): value for name, value in headers.items()}
    return asyncio.run(ask(server.port, Request("", "", way, target, lines, body)))


def test_what_is_no_text_is_named_with_its_place(server: Any) -> None:
    for body in (b'{"name":"\xff"}', b'{"name":"\xed\xa0\x80"}', b'{"name":"a\\u0000"}', b'{"name":"\\\\\\u0000"}'):
        status, told = sent(server, b"/v1/guests", body)
        assert status == 400 and b'"not-text"' in told and b'"at":' in told, (body, told)
    status, told = sent(server, b"/v1/guests", b'{"name":"\\ud800"}')
    assert status == 400, told
    status, told = sent(server, b"/v1/guests", b'{"name":"\\\\u0000"}')
    assert status == 201, "a backslash before it makes it plain letters"
    assert sent(server, b"/v1/matches?game=%00")[0] == 400


def test_texts_are_read_in_linear_time() -> None:
    check_text(b"\\" * 200_000 + b"u0000")
    with pytest.raises(Refusal):
        check_text(b"\\" * 200_001 + b"u0000")


def test_no_address_breaks_anything(server: Any) -> None:
    for target in (b"/%00.js", b"/assets/%00", b"/v1/matches/%00", b"/v1/players/a%00", b"/" + b"x" * 300 + b".js"):
        status, told = sent(server, target)
        assert status == 404 and b'"key":' in told, (target, told)
    assert sent(server, b"/v1/matches/%00/socket", Upgrade=b"websocket", Connection=b"Upgrade")[0] in (400, 404)
    handshake = {"Upgrade": b"websocket", "Connection": b"Upgrade", "Sec_WebSocket_Version": b"13", "Sec_WebSocket_Key": b"A" * 22 + b"=="}
    assert sent(server, b"/v1/matches/%00/socket", **handshake)[0] == 404


def test_names_that_are_too_long_are_told_how_long_they_may_be(server: Any) -> None:
    status, told = sent(server, b"/v1/guests", b'{"name":"%s"}' % (b"x" * 300))
    assert status == 400 and b"32" in told, told


def test_a_value_that_does_not_fit_is_no_outage(cluster: Any) -> None:
    """PostgreSQL bounds its columns: whoever meets that is not told to try the same again."""

    async def attempt(values: dict[str, Any]) -> BaseException:
        database = Database(url)
        try:
            async with database.write() as connection:
                await connection.execute(
                    insert(tables.outages).values(values) if "since" in values else insert(tables.beats).values(values)
                )
        except Exception as error:
            return error
        finally:
            await database.close()
        raise AssertionError("it was taken")

    async def prepare() -> None:
        database = Database(url)
        await database.open()
        await database.close()

    url = cluster.database("unfit")
    asyncio.run(prepare())
    for values in (
        {"worker": "x" * 300, "at": 1},
        {"worker": "\0", "at": 1},
        {"worker": "\ud800", "at": 1},
        {"since": 1 << 70, "until": 1},
    ):
        error = asyncio.run(attempt(values))
        assert not out_of_service(error) and describe(error)[0] == 400, (values, error)


def test_of_many_who_ask_for_a_match_that_is_not_there_none_waits_for_ever(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            for _ in range(10):
                asked = (client.get(f"{own_server.url}/v1/matches/nowhere") for _ in range(12))
                assert {answer.status_code for answer in await asyncio.gather(*asked)} == {404}
            ann = await enter(client, own_server, "Ann")
            assert await open_match(client, [ann], places=[{"kind": "me"}, {"kind": "bot"}])

    asyncio.run(run())


def test_who_is_put_away_before_the_turn_begins_is_told() -> None:
    class Quiet(InTurn):
        async def load(self) -> None:
            self.loaded = True

    async def run() -> None:
        room = Quiet()
        asked = room.ask(nothing)
        room.close()
        with pytest.raises(Exception, match="put away"):
            await asyncio.wait_for(asked, 60)

    asyncio.run(run())
