"""The short way in agrees with the full parser on every kind of frame."""

from __future__ import annotations

import os
import random

import pytest
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
