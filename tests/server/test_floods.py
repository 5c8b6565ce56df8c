"""Floods of frames on real sockets: the one who floods is told why and cut off, the others play on."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest
from tables import PATIENCE, Player, enter, eventually, http, open_match, sit
from websockets.frames import Frame, Opcode

from sandtable.server import counters, protocol

MASK = b"\0\0\0\0"
PING, PONG, EMPTY, OPENING = b"\x89\x80" + MASK, b"\x8a\x80" + MASK, b"\x00\x80" + MASK, b"\x01\x80" + MASK
TEXT = b"\x81\x81" + MASK + b"["


class Stranger:
    """An onlooker with a raw connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.told = b""

    async def send(self, data: bytes, times: int = 1) -> int:
        """Send it again and again, until the server has had enough; how often it was sent."""
        sent = 0
        with contextlib.suppress(ConnectionError):
            for _ in range(times):
                self.writer.write(data)
                sent += 1
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.writer.drain(), 0.05)
                with contextlib.suppress(TimeoutError):
                    more = await asyncio.wait_for(self.reader.read(1 << 16), 0.001)
                    self.told += more
                    if not more:
                        break
        return sent

    async def until_end(self) -> bytes:
        """All that is told until the connection ends, by the server's doing."""
        with contextlib.suppress(ConnectionError):
            while more := await asyncio.wait_for(self.reader.read(1 << 16), PATIENCE):
                self.told += more
        return self.told


async def look_on(server: Any, match: str) -> Stranger:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        f"GET /v1/matches/{match}/socket?seat=onlooker HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: Upgrade\r\n"
        f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)).startswith(b"HTTP/1.1 101 ")
    await asyncio.wait_for(reader.readuntil(b'["present"'), PATIENCE)
    return Stranger(reader, writer)


async def seated(server: Any) -> tuple[list[Player], str]:
    async with http() as client:
        people = [await enter(client, server, name) for name in ("Ann", "Bob")]
        match = await open_match(client, people)
    return [await sit(server, match, person) for person in people], match


GOODBYE = Frame(Opcode.CLOSE, b"\x03\xf0flood").serialize(mask=False)


@pytest.mark.parametrize(("first", "flood"), [(b"", PING), (b"", PONG), (OPENING, EMPTY), (b"", PING + PONG), (b"", TEXT)])
def test_who_floods_with_frames_is_told_and_cut_off(serve: Any, first: bytes, flood: bytes) -> None:
    """Messages would be allowed by the hundred thousand here, but for text frames there must be an end as well."""
    server = serve() if flood != TEXT else serve(messages_burst=200, messages_per_second=0.001)

    async def run() -> None:
        players, match = await seated(server)
        counted = counters.events["flood"]
        stranger = await look_on(server, match)
        await stranger.send(first + flood * 40_000)
        assert GOODBYE in await stranger.until_end()
        assert counters.events["flood"] > counted
        await eventually(lambda: not server.house.rooms[match].lines.get(-1))
        assert (await players[0].do())[0] == "ok"
        for player in players:
            await player.close()

    asyncio.run(run())


def test_nothing_of_a_flood_is_parsed(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What would cost the time is the parser: it gets no more frames than there is credit for."""
    parsed: list[int] = []
    take = protocol.TableProtocol.handle_events

    def note(self: Any) -> None:
        parsed.append(len(self.conn.events))
        take(self)

    monkeypatch.setattr(protocol.TableProtocol, "handle_events", note)

    async def run() -> None:
        players, match = await seated(own_server)
        for flood in (PING, EMPTY):
            stranger = await look_on(own_server, match)
            parsed.clear()
            await stranger.send(OPENING if flood == EMPTY else b"")
            await stranger.send(flood * 40_000, 3)
            await stranger.until_end()
            assert sum(parsed) < 300, flood
        for player in players:
            await player.close()

    asyncio.run(run())


def test_who_goes_on_after_the_close_is_cut_off_at_once(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A close waits for its answer; not for one who uses the time for a flood."""
    monkeypatch.setattr(protocol, "CLOSE_SECONDS", 100 * PATIENCE)  # nothing else ends it

    async def run() -> None:
        players, match = await seated(own_server)
        stranger = await look_on(own_server, match)
        stranger.writer.write(Frame(Opcode.BINARY, b"x").serialize(mask=True))
        assert (await asyncio.wait_for(stranger.reader.readuntil(b"text-only"), PATIENCE)).endswith(b"\x03\xebtext-only")
        held = own_server.uvicorn.server_state.connections
        [closing] = await eventually(lambda: [found for found in held if getattr(found, "close_timer", None)])
        await stranger.send(PING * 40_000, 3)
        await stranger.until_end()
        await eventually(lambda: closing not in held)
        for player in players:
            await player.close()

    asyncio.run(run())


def test_a_frame_cut_behind_its_head_is_not_taken_for_another(own_server: Any) -> None:
    """The second piece of a message looks like a whole frame by itself; it is what it is: the rest of the first."""

    async def run() -> None:
        players, match = await seated(own_server)
        stranger = await look_on(own_server, match)
        inner = b"\x81\x8d" + MASK + b'["ping","in"]'  # masked by zeros, so it stands as it is; and is no UTF-8
        stranger.writer.write(bytes((0x81, 0x80 | len(inner))) + MASK)
        await stranger.writer.drain()
        await eventually(lambda: any(found.toll.inside for found in own_server.uvicorn.server_state.connections if hasattr(found, "toll")))
        stranger.writer.write(inner)
        heard = await stranger.until_end()
        assert b'"in"' not in heard and b"\x88\x02\x03\xef" in heard
        stranger.writer.close()
        for player in players:
            await player.close()

    asyncio.run(run())
