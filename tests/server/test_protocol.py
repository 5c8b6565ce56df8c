"""The short way in agrees with the full parser on every kind of frame."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest
from tables import PATIENCE, Guest, Server, enter, http, next_to_act, open_match, sit
from websockets.frames import Frame, Opcode
from websockets.protocol import SERVER, Protocol

from sandtable.server.protocol import text_header, whole_text_frame


def full_parser(data: bytes) -> list[Frame]:
    protocol = Protocol(SERVER, max_size=65536)
    protocol.receive_data(data)
    return [event for event in protocol.events_received() if isinstance(event, Frame)]


@pytest.mark.parametrize("size", [0, 1, 5, 125, 126, 127, 1000, 65535])
def test_a_whole_text_frame_is_read_as_by_the_full_parser(size: int) -> None:
    text = "".join(random.Random(size).choice('aä€😀[]",') for _ in range(size))[:size].encode()[: max(0, size - 3)].decode(errors="ignore")
    data = Frame(Opcode.TEXT, text.encode()).serialize(mask=True)
    found = whole_text_frame(data, 65536)
    assert found == text.encode() or (found is None and len(data) < 7)
    if found is not None:
        assert full_parser(data)[0].data == text.encode()


def test_everything_else_is_left_to_the_full_parser() -> None:
    text = Frame(Opcode.TEXT, b"hello").serialize(mask=True)
    others = [
        b"",
        text[:-1],
        text + b"x",
        text + text,
        Frame(Opcode.TEXT, b"hello").serialize(mask=False),
        Frame(Opcode.TEXT, b"hello", fin=False).serialize(mask=True),
        Frame(Opcode.CONT, b"hello").serialize(mask=True),
        Frame(Opcode.BINARY, b"hello").serialize(mask=True),
        Frame(Opcode.PING, b"hello").serialize(mask=True),
        Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True),
        Frame(Opcode.TEXT, b"x" * 70000).serialize(mask=True),
        bytes([0xC1]) + text[1:],  # a reserved bit
        b"\x81\xfe\x00\x05" + text[2:],  # a length in more bytes than it needs
    ]
    assert [whole_text_frame(data, 65536) for data in others] == [None] * len(others)


def test_noise_is_never_misread() -> None:
    rnd = random.Random(3)
    for _ in range(5000):
        data = bytes([0x81, 0x80 | rnd.randrange(128)]) + os.urandom(rnd.randrange(40))
        found = whole_text_frame(data, 65536)
        if found is not None:
            assert full_parser(data)[0].data == found


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_frames_go_out_as_the_library_writes_them(size: int) -> None:
    payload = b"x" * size
    assert text_header(size) + payload == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    """SIGTERM to a real process: players and onlookers hear 1001, and whoever comes again finds everything."""
    server = Server(tmp_path)
    server.start()

    async def play() -> tuple[str, list[Guest], list[int]]:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
        players = [await sit(server, match, who) for who in (*people, None)]
        await (await next_to_act(players[:2])).do()
        for player in players:
            await player.hear_all()
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        for player in players:
            await asyncio.wait_for(player.task, PATIENCE)
        assert [(p.socket.close_code, p.socket.close_reason) for p in players] == [(1001, "closing")] * 3
        return match, people, [player.seq for player in players]

    async def come_again(match: str, people: list[Guest], seqs: list[int]) -> None:
        players = [await sit(server, match, who, f"?since={seq}") for who, seq in zip((*people, None), seqs, strict=True)]
        assert [player.seq for player in players] == seqs
        for player in players:
            await player.close()

    try:
        match, people, seqs = asyncio.run(play())
        assert server.stop() in (0, -signal.SIGTERM)
        server.start()
        asyncio.run(come_again(match, people, seqs))
    finally:
        server.kill()
