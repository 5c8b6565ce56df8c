"""Bad input on sockets: each kind gets its own clear answer, is counted, and changes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import socket
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tables import PATIENCE, Player, enter, eventually, http, open_match, sit
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from sandtable.server import counters, sockets
from sandtable.server.errors import Problem

COUNT = int(os.environ.get("SANDTABLE_BAD_MESSAGES", "20000"))  # malformed messages
BATCH = 45  # sent at once; a few more malformed ones close a socket


def malformed(rnd: random.Random, view: dict[str, Any]) -> str:
    """Something that is no proper message, from plain noise to nearly right."""
    good: list[Any] = ["do", "x", view.get("ask", 1), [0, 1]]
    kind = rnd.randrange(16)
    if kind == 0:
        return "".join(chr(rnd.choice([rnd.randrange(1, 128), rnd.randrange(160, 0xD7FF)])) for _ in range(rnd.randrange(60)))
    if kind == 1:
        return "[" * rnd.randrange(1, 20000)
    if kind == 2:
        return json.dumps(good)[: rnd.randrange(len(json.dumps(good)))]
    if kind == 3:
        return rnd.choice(
            ["NaN", "[NaN]", "1e999", '["do","x",1e999,[1]]', '["do","x",1,[1e30]]', "null", "{}", "true", '"do"', "[]", "[[]]"]
        )
    if kind == 4:
        return json.dumps(["do", "x", rnd.choice([None, 1.5, "1", [], {}, 10**30, -(10**30)]), [0]])
    if kind == 5:
        return json.dumps(["do", "x", 1, rnd.choice([None, 3, "x", [], [None], [1.5], [[1]], [10**30], ["a"], [0] * 5000, [True]])])
    if kind == 6:
        return json.dumps([rnd.choice(["Do", "", "exec", "view\x00", "x" * 3000, 1, None]), "x", 1, [0]])
    if kind == 7:
        return json.dumps(["do", rnd.choice([None, 1, "", "y" * 65, [], {}]), 1, [0]])
    if kind == 8:
        return json.dumps(["call", "x", rnd.choice(["", "win", "timeout", None, -4, ["resign"]])])
    if kind == 9:
        return json.dumps(
            [
                "say",
                "x",
                rnd.choice(["", "seat:", "seat:99", "seat:-1", "seat:x", "ALL", None, 3]),
                rnd.choice(["", "hi", None, "\x00", "\ud800"]),
            ]
        )
    if kind == 14:
        return "[" * 10_000 + "]" * 10_000
    if kind == 15:
        deep = rnd.choice(["[" * 10_000 + "]" * 10_000, '{"a":' * 5000 + "1" + "}" * 5000, '{"a":1,"a":2}', '"\\ud800"', "NaN", "-0.0"])
        return rnd.choice(['["do","x",1,[%s]]', '["do","x",%s,[0]]', '["say","x","all",%s]', '["call","x",%s]', '["%s"]']) % deep
    if kind == 10:
        return '["do","x",1,[0],"more"]'
    if kind == 11:
        return '{"do":1,"do":2}'
    if kind == 12:
        return json.dumps(["do", "\udc80", view.get("ask", 1), [999999]])
    return json.dumps(
        ["do", f"q{rnd.random()}", view.get("ask", 1) + rnd.randrange(-3, 1), [rnd.randrange(-9, 99) for _ in range(rnd.randrange(1, 6))]]
    )


def legal(text: str, view: dict[str, Any]) -> bool:
    try:
        message = json.loads(text)
        return message[0] == "do" and message[2] == view["ask"] and message[3] in view["offer"]
    except Exception:
        return False


async def answers_to(player: Player, texts: list[str]) -> list[Any]:
    """One answer to each message."""
    player.keep, player.frames = True, []
    for text in texts:
        await player.socket.send(text)

    def answered(_: Any) -> list[str]:
        return [frame for frame in player.frames if frame.startswith(('["no"', '["ok"'))]

    await player.until(lambda p: len(answered(p)) == len(texts))
    return [json.loads(frame) for frame in answered(player)]


def run_malformed(server: Any, count: int) -> dict[str, int]:
    """Throw malformed messages at a match; returns what they were answered."""
    answers: dict[str, int] = {}

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
            player = await sit(server, match, people[0])
            bystander = await sit(server, match, people[1])
            before = (await client.get(f"{server.url}/v1/matches/{match}/view", headers=people[0].headers)).text
            rnd = random.Random(11)
            sent = 0
            while sent < count:
                texts = [
                    text for text in (malformed(rnd, player.view) for _ in range(min(BATCH, count - sent))) if not legal(text, player.view)
                ]
                sent += len(texts)
                for answer in await answers_to(player, texts):
                    key = "said" if answer[0] == "ok" else answer[2]["key"]
                    assert answer[0] == "ok" or set(answer[2]) == {"key", "message", "details"}, answer
                    answers[key] = answers.get(key, 0) + 1
                await player.close()
                player = await sit(server, match, people[0])
            after = (await client.get(f"{server.url}/v1/matches/{match}/view", headers=people[0].headers)).text
            assert after == before, "bad input changed the match"
            assert not bystander.closed and bystander.seq == 1
            await bystander.close()
            await player.close()

    asyncio.run(run())
    return answers


def test_malformed_messages_change_nothing(own_server: Any, caplog: pytest.LogCaptureFixture) -> None:
    counted = counters.events.total()
    answers = run_malformed(own_server, COUNT)
    assert sum(answers.values()) >= COUNT and "internal" not in answers, answers
    assert {"malformed", "no-such-verb", "stale", "bad-text", "no-such-channel"} <= set(answers), answers
    assert counters.events.total() - counted >= sum(answers.values()) - answers.get("said", 0)
    assert not [record for record in caplog.records if record.levelname == "ERROR" and record.name.startswith("sandtable")]


async def refused(server: Any, match: str, who: Any, query: str = "", headers: dict[str, str] | None = None) -> Any:
    """The answer to a handshake that is refused."""
    given = {**(who.headers if who else {}), **(headers or {})}
    with pytest.raises(InvalidStatus) as caught:
        await connect(
            f"ws://127.0.0.1:{server.port}/v1/matches/{match}/socket{query}", additional_headers=given, proxy=None, open_timeout=PATIENCE
        )
    response = caught.value.response
    return response.status_code, json.loads(response.body)["key"] if response.body else ""


def test_handshakes_that_are_refused(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            ann, bob, eve = [await enter(client, own_server, name) for name in ("Ann", "Bob", "Eve")]
            match = await open_match(client, [ann, bob])
            private = await open_match(client, [ann, bob], public=False)
            closed = await open_match(client, [ann, bob], terms={"onlookers": False})
        assert await refused(own_server, "nonsense", ann) == (404, "no-such-match")
        assert await refused(own_server, match, eve, "?seat=0") == (403, "not-your-seat")
        assert await refused(own_server, match, ann, "?seat=1") == (403, "not-your-seat")
        assert await refused(own_server, match, ann, "?seat=-1") == (403, "not-your-seat")
        assert await refused(own_server, match, None, "?seat=0") == (403, "not-your-seat")
        assert await refused(own_server, private, eve) == (404, "no-such-match")
        assert await refused(own_server, closed, eve) == (404, "no-such-match")
        assert (await refused(own_server, match, ann, "", {"Origin": "https://evil.example"}))[0] == 403
        forged = {"Authorization": ann.headers["Authorization"][:-4] + "AAAA"}
        stranger = await sit(own_server, match, type("Forged", (), {"headers": forged})())
        assert stranger.info["seat"] == -1  # a token nobody issued makes an onlooker
        answer = await stranger.ask("do", 1, [0, 0])
        assert answer[2]["key"] == "not-your-seat"
        await stranger.close()

    asyncio.run(run())


async def seated(server: Any) -> tuple[list[Player], list[Any], str]:
    async with http() as client:
        people = [await enter(client, server, name) for name in ("Ann", "Bob")]
        match = await open_match(client, people)
    return [await sit(server, match, person) for person in people], people, match


async def close_code(player: Player) -> int | None:
    await asyncio.wait_for(player.task, PATIENCE)
    return player.socket.close_code


def test_binary_oversized_and_broken_frames_close_the_socket(own_server: Any) -> None:
    async def run() -> None:
        for frame, code in ((b'["ping","x"]', 1003), ("x" * 70_000, 1009)):
            players, _, _ = await seated(own_server)
            await players[0].socket.send(frame)
            assert await close_code(players[0]) == code
            assert (await players[1].do())[0] == "ok"
            await players[1].close()
        players, _, _ = await seated(own_server)
        big = json.dumps(["say", "x", "all", "y" * 60_000])
        await players[0].socket.send([big[:20_000], big[20_000:40_000], big[40_000:]])  # in fragments, within the limit
        players[0].keep = True
        await players[0].until(lambda p: any("bad-text" in frame for frame in p.frames))
        players[0].socket.transport.write(b"\xff\xff\xff\xff")  # no frame at all
        assert await close_code(players[0]) == 1002
        await players[1].close()
        for text in (b'["do","\xff",1,[0,0]]', b'["do","x",1,[0,0]]\xff', b"\xc3"):  # no UTF-8
            players, _, _ = await seated(own_server)
            players[0].socket.transport.write(Frame(Opcode.TEXT, text).serialize(mask=True))
            assert await close_code(players[0]) == 1007
            await players[1].close()

    asyncio.run(run())


def test_too_many_malformed_messages_close_the_socket(own_server: Any) -> None:
    async def run() -> None:
        players, _, _ = await seated(own_server)
        for _ in range(60):
            with contextlib.suppress(ConnectionClosed):
                await players[0].socket.send("[")
        assert await close_code(players[0]) == 1008
        await players[1].close()

    asyncio.run(run())


def handshake(server: Any, match: str, who: Any) -> bytes:
    return (
        f"GET /v1/matches/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: {who.headers['Authorization']}\r\n\r\n"
    ).encode()


def test_frames_before_the_answer_to_the_handshake_harm_nobody(own_server: Any, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        players, people, match = await seated(own_server)
        hasty_ones = (b"\xff\xff\xff\xff", b"\x81\x02hi", bytes((0x81, 0x8F, 0, 0, 0, 0)) + b'["ping","hasty"]')
        for hasty, pause in itertools.product(hasty_ones, (0.0, 0.001, 0.003)):
            reader, writer = await asyncio.open_connection("127.0.0.1", own_server.port)
            writer.write(handshake(own_server, match, people[0]))
            await asyncio.sleep(pause)
            writer.write(hasty)
            with contextlib.suppress(TimeoutError):
                while await asyncio.wait_for(reader.read(65536), 1):
                    pass
            writer.close()
        assert (await players[0].do())[0] == "ok"
        for player in players:
            await player.close()

    asyncio.run(run())
    assert not [record for record in caplog.records if record.exc_info], caplog.text


def test_clients_that_send_byte_by_byte_harm_nobody(own_server: Any) -> None:
    """A handshake, a request and a frame that trickle in: they are taken when they are whole, and others are served meanwhile."""

    async def run() -> None:
        players, people, match = await seated(own_server)
        head = handshake(own_server, match, people[0])
        reader, writer = await asyncio.open_connection("127.0.0.1", own_server.port)
        stuck = await asyncio.open_connection("127.0.0.1", own_server.port)
        stuck[1].write(b"POST /v1/guests HTTP/1.1\r\nHost: x\r\nContent-Le")  # and never goes on
        payload = b'["ping","slow"]'
        frame = bytes((0x81, 0x80 | len(payload), 0, 0, 0, 0)) + payload  # masked by zeros
        answer = b""
        for n, byte in enumerate(head + frame):
            if n == len(head):  # a client speaks only after the answer
                answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            writer.write(bytes((byte,)))
            await writer.drain()
            await asyncio.sleep(0.001)
            if n % 100 == 0:
                assert (await players[1].ask("ping"))[0] == "pong"
        told = b""
        while b'["pong","slow"' not in told:
            told += await asyncio.wait_for(reader.readuntil(b"]"), PATIENCE)
        assert answer.startswith(b"HTTP/1.1 101 ")
        pieces = [b"\x01\x81\0\0\0\0["] + [b"\x00\x81\0\0\0\0" + bytes((byte,)) for byte in b'"ping","bits"'] + [b"\x80\x81\0\0\0\0]"]
        for piece in pieces:  # a message in fragments of one byte
            writer.write(piece)
        told = b""
        while b'["pong","bits"' not in told:
            told += await asyncio.wait_for(reader.read(65536), PATIENCE)
        assert (await players[0].do())[0] == "ok"
        for connection in (writer, stuck[1]):
            connection.close()
        for player in players:
            await player.close()

    asyncio.run(run())


def test_floods_close_the_socket_and_leave_others_alone(serve: Callable[..., Any]) -> None:
    server = serve(messages_burst=30, messages_per_second=0.001)  # nothing is given back, however slow the machine is

    async def run() -> None:
        players, _, _ = await seated(server)
        for n in range(60):
            try:
                await players[0].socket.send(json.dumps(["ping", str(n)]))
            except ConnectionClosed:
                break
        assert await close_code(players[0]) == 1008
        assert (await players[1].do())[0] == "ok"
        await players[1].close()

    asyncio.run(run())
    assert counters.events["flood"] > 0


def test_a_flood_of_decisions_closes_the_socket_too(serve: Callable[..., Any]) -> None:
    server = serve(messages_burst=30, messages_per_second=0.001)  # nothing is given back, however slow the machine is

    async def run() -> None:
        players, _, _ = await seated(server)
        for n in range(60):
            try:
                await players[0].socket.send(json.dumps(["do", str(n), 999, [0, 0]]))
            except ConnectionClosed:
                break
        assert await close_code(players[0]) == 1008
        assert (await players[1].do())[0] == "ok"
        await players[1].close()

    asyncio.run(run())


DECISIONS = [
    b'["do","a",1,[1,2]]',
    b'["do","a",1,[]]',
    b'["do","",1,[1]]',
    b'["do","a",1]',
    b'["do","a",1,[1],2]',
    b'["do","a",1.0,[1]]',
    b'["do","a",1,[1.0]]',
    b'["do","a",true,[1]]',
    b'["do","a",1,[false]]',
    b'["do","a",1,[4611686018427387904]]',
    b'["do","a",1,[-4611686018427387903]]',
    b'["do",7,1,[1]]',
    b'["do","a","1",[1]]',
    b'["do","a",1,"1"]',
    b'["do","a",1,[[1]]]',
    b'["DO","a",1,[1]]',
    b'["call","a","resign"]',
    b'{"do":1}',
    b"",
    b'["do","\\ud800",1,[1]]',
    b'["do","\xc3\xa4",1,[1]]',
    b' [ "do" , "a" , 1 , [ 1 ] ] ',
    b'["do","a",1,[1]] x',
    b'["do","a",1e3,[1]]',
    b'["do","' + b"a" * 65 + b'",1,[1]]',
    b'["do","a",1,[' + b"1," * 200 + b"1]]",
    b'["do","a",99999999999999999999,[1]]',
]


@pytest.mark.parametrize("text", DECISIONS)
def test_the_short_way_takes_no_decision_that_the_long_one_refuses(text: bytes) -> None:
    try:
        message = sockets.read_message(text.decode())
        long = message[0] == "do" and len(message) == 4 and type(message[2]) is int and sockets.is_action(message[3])
    except Problem:
        long = False
    try:
        found = sockets._DECISION.decode(text)
    except msgspec.DecodeError:
        assert not long or b"99999" in text  # an ask beyond 64 bits: the long way answers that it is stale
    else:
        assert long and list(found) == [*message[:3], tuple(message[3])]


def test_a_reader_that_does_not_read_is_cut_off(serve: Callable[..., Any]) -> None:
    server = serve(queue_bytes=200_000)

    async def run() -> None:
        players, people, match = await seated(server)
        # a client with a small receive buffer that never reads after the handshake
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", server.port))
        token = people[0].headers["Authorization"]
        request = (
            f"GET /v1/matches/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: {token}\r\n\r\n"
        )
        await asyncio.get_running_loop().sock_sendall(raw, request.encode())
        room = server.house.rooms[match]
        await eventually(lambda: len(room.lines[0]) == 2)
        text = "z" * 900
        for _ in range(1500):
            answer = await players[1].ask("say", "all", text)
            assert answer[0] == "ok"
            if len(room.lines[0]) == 1:
                break
        await eventually(lambda: len(room.lines[0]) == 1)
        assert (await players[0].do())[0] == "ok"
        raw.close()
        for player in players:
            await player.close()

    asyncio.run(run())
