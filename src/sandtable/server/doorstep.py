"""What a connection is until it says something: asked for at the door, and no more than that.

Connections are accepted one after the other, in the order they came: whoever comes behind thousands of somebody else's waits until each
of them was looked at.  So a connection costs as little as can be.  The parser and all that belongs to it are made when the first bytes
are there; who is refused gets an answer only as long as it may be read.
"""

from __future__ import annotations

import asyncio
from typing import Any

from sandtable.server import page_protocol
from sandtable.server.counters import count
from sandtable.server.door import Door, Place
from sandtable.server.page_protocol import PageProtocol, written
from sandtable.server.protocol import application


class Doorstep(asyncio.Protocol):
    """A connection on which nothing was said yet; uvicorn makes one for each."""

    __slots__ = ("app_state", "config", "door", "head_since", "place", "server_state", "transport")

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        self.config = config
        self.server_state = server_state
        self.app_state = app_state
        self.place: Place | None = None

    def connection_made(self, transport: Any) -> None:
        door: Door = application(self.config).state.door
        self.door, self.transport = door, transport
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, (tuple, list)) and peer else ""
        refusal = door.admit(self, address)
        if refusal is None:
            self.head_since = asyncio.get_running_loop().time()
            self.server_state.connections.add(self)
            return
        count(refusal.error.key)
        if not door.answers(address):
            transport.abort()
            return
        transport.write(written(refusal))
        transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.server_state.connections.discard(self)
        self.door.leave(self)

    def data_received(self, data: bytes) -> None:
        """From now on it is a connection of requests, in the same place."""
        page = PageProtocol(self.config, self.server_state, self.app_state)
        page.head_since = self.head_since
        self.server_state.connections.discard(self)
        self.door.hand_over(self, page)
        page.connection_made(self.transport)
        self.transport.set_protocol(page)
        page.data_received(data)

    def shutdown(self) -> None:
        """The server stops."""
        self.transport.close()

    def put_out(self) -> None:
        self.transport.abort()

    def look_at(self, now: float) -> None:
        if self.transport.is_closing():
            self.transport.abort()  # it had a whole round to take our last words
        elif now - self.head_since > page_protocol.HEAD_SECONDS:
            refusal = page_protocol.too_slow()
            count(refusal.error.key)
            self.transport.write(written(refusal))
            self.transport.close()
