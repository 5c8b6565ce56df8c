"""The way out to one client: frames in order, and an end to readers that do not read."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from sandtable.server.chronicle import ONLOOKER
from sandtable.server.counters import count
from sandtable.server.identity import Identity
from sandtable.server.lengths import rounded
from sandtable.server.protocol import TableProtocol

Send = Callable[[Any], Awaitable[None]]


def fill(frame: bytes, step: int) -> bytes:
    """The frame with spaces up to the next multiple of ``step``: what somebody sees of encrypted traffic, its lengths, must
    not tell what a seat holds.  Readers of JSON skip the spaces."""
    return frame.ljust(-(-len(frame) // step) * step) if step else frame


class Pass:
    """By what right a line is open: who asked for it, for which seat, and the link that was shown for a private match.
    Whoever is admitted by it today need not be tomorrow: seats change hands."""

    __slots__ = ("link", "seat", "who")

    def __init__(self, who: Identity | None = None, seat: int = ONLOOKER, link: str | None = None) -> None:
        self.who = who
        self.seat = seat
        self.link = link


class Line:
    """Frames wait here until somebody takes them; more than ``limit`` bytes waiting cut the line."""

    def __init__(self, limit: int, right: Pass | None = None, step: int = 0) -> None:
        self.limit = limit
        self.step = step  # frames that hold knowledge of a seat are filled up to multiples of this
        self.right = right or Pass()
        self.session = self.right.who.session if self.right.who is not None else ""  # whose end closes this line
        self.dismissed = False  # the right to it is gone: nothing more is told or taken
        self.waiting: deque[bytes] = deque()
        self.size = 0
        self.cut = False  # too slow
        self.closed = False
        self.differences = False  # the client keeps the last message and wants only what is new
        self._wake = asyncio.Event()

    def put(self, frame: bytes) -> None:
        if self.cut or self.closed:
            return
        self.size += len(frame)
        if self.size > self.limit:
            count("slow-reader")
            self.cut = True
            self.waiting.clear()
        else:
            self.waiting.append(frame)
        self._wake.set()

    def tell(self, frame: bytes, least: int = 0) -> None:
        """Send what one seat knows and others do not: its length says nothing.  ``least``: the length that follows from what
        everybody may know."""
        self.put(fill(frame, self._multiple(frame, least)))

    def _multiple(self, frame: bytes, least: int) -> int:
        return rounded(len(frame), least, self.step) if least and self.step else self.step

    def close(self) -> None:
        self.closed = True
        self._wake.set()

    def dismiss(self) -> None:
        """Its person no longer has the seat, or may no longer look on."""
        self.dismissed = True
        self.close()

    async def take(self) -> bytes | None:
        """The next frame; None when the line is cut, or closed and empty."""
        while not self.waiting:
            if self.cut or self.closed:
                return None
            self._wake.clear()
            await self._wake.wait()
        frame = self.waiting.popleft()
        self.size -= len(frame)
        return None if self.cut else frame

    async def pump(self, send: Send) -> None:
        """Send until the line ends."""
        while (frame := await self.take()) is not None:
            await send({"type": "websocket.send", "text": frame.decode()})


class DirectLine(Line):
    """Frames go to the transport at once; what it cannot pass on counts against the limit."""

    def __init__(self, protocol: TableProtocol, limit: int, right: Pass | None = None, step: int = 0) -> None:
        super().__init__(limit, right, step)
        self.protocol = protocol

    def put(self, frame: bytes) -> None:
        self._push(frame, 0)

    def tell(self, frame: bytes, least: int = 0) -> None:
        self._push(frame, self._multiple(frame, least))

    def _push(self, frame: bytes, step: int) -> None:
        if self.cut or self.closed:
            return
        if not self.protocol.push(frame, self.limit, step):
            count("slow-reader")
            self.cut = True

    async def pump(self, send: Send) -> None:
        """Nothing to send; ends when the line is closed."""
        while not self.closed:
            self._wake.clear()
            await self._wake.wait()
