"""Frames are paid for before they are parsed, and the count never loses its place in the stream."""

from __future__ import annotations

import random

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN, SERVER, Protocol

from sandtable.server import toll
from sandtable.server.toll import Toll

LIMIT = 65536


def make(now: list[float], burst: float = 1000.0, rate: float = 0.0) -> Toll:
    return Toll(burst, rate, LIMIT, lambda: now[0])


def masked(kind: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(kind, data, fin).serialize(mask=True)


def test_the_count_agrees_with_the_parser_however_the_stream_is_cut() -> None:
    rnd = random.Random(5)
    for _ in range(60):
        frames, open_message = [], False
        for _ in range(rnd.randrange(1, 40)):
            kind = rnd.choice([Opcode.PING, Opcode.PONG, Opcode.CONT if open_message else rnd.choice([Opcode.TEXT, Opcode.BINARY])])
            control = kind in (Opcode.PING, Opcode.PONG)
            fin = control or rnd.random() < 0.5
            if not control:
                open_message = not fin
            size = rnd.randrange(126) if control else rnd.choice([0, 1, 125, 126, 127, 900, 3000])
            frames.append(masked(kind, rnd.randbytes(size), fin))
        stream = b"".join(frames)
        found, parser = make([0.0]), Protocol(SERVER, state=OPEN, max_size=None)
        at = 0
        while at < len(stream):
            piece = stream[at : at + rnd.choice([1, 2, 3, 7, 100, 5000])]
            at += len(piece)
            before = found.data + found.spare
            assert found.pay(piece)
            parser.receive_data(piece)
            assert before - (found.data + found.spare) <= len(parser.events_received()) + 1, "counted once, when its head is there"
            assert bool(parser.reader.buffer) <= found.inside, "the parser has something left: so does the count"
        assert not found.inside and parser.parser_exc is None
        assert found.data + found.spare == 2000 + toll.SPARE_BURST - len(frames)


@pytest.mark.parametrize("kind", [Opcode.PING, Opcode.PONG, Opcode.CLOSE])
def test_control_frames_have_a_credit_that_comes_back(kind: Opcode) -> None:
    now = [0.0]
    found = make(now)
    assert found.pay(masked(kind) * int(toll.SPARE_BURST))
    assert not found.pay(masked(kind))
    now[0] = 1.0
    found = make(now)
    found.spare = 0
    now[0] = 2.0
    assert found.pay(masked(kind) * int(toll.SPARE_RATE)) and not found.pay(masked(kind))


def test_a_message_has_a_bounded_number_of_fragments() -> None:
    found = make([0.0])
    assert found.pay(masked(Opcode.TEXT, b"", False) + masked(Opcode.CONT, b"", False) * (toll.MOST_FRAGMENTS - 1))
    assert found.pay(masked(Opcode.CONT)), "the last one ends it"
    assert found.pay(masked(Opcode.TEXT, b"", False) + masked(Opcode.CONT, b"", False) * (toll.MOST_FRAGMENTS - 1))
    assert not found.pay(masked(Opcode.CONT, b"", False))


def test_bunches_of_messages_and_their_length_cost_too() -> None:
    found = make([0.0], burst=10)
    assert found.pay(masked(Opcode.TEXT, b"x") * 20) and not found.pay(masked(Opcode.TEXT, b"x"))
    found = make([0.0], burst=10)
    assert found.pay(masked(Opcode.TEXT, b"x" * 60_000)) and not found.pay(masked(Opcode.TEXT, b"x" * 60_000))


def test_a_flood_is_found_at_its_head() -> None:
    """Of a whole read full of pings no more are looked at than there is credit for."""
    now = [0.0]
    found = make(now)
    assert not found.pay(masked(Opcode.PING) * 43_000)
    assert found.spare == -1
