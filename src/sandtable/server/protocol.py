"""uvicorn's socket protocol with a short way in and out.

Messages of a running match do not pass through the ASGI queue: the socket's owner is called as soon as a
message is complete, and a frame goes straight to the transport.  That saves about half of the time a message
costs (docs/decisions/0012-server-stack.md), and it shows how much a slow reader has not taken yet.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

SEND_BUFFER = 1 << 17
EXTENSION = "sandtable.socket"


class TableProtocol(WebSocketsSansIOProtocol):
    hearer: Callable[[str | None], None] | None = None  # gets the text of a message; None for a binary one
    decider: Callable[[bytes], bool] | None = None  # gets the bytes of a message first: true, if it was a decision

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        kernel = transport.get_extra_info("socket")
        if kernel is not None:  # else megabytes for a slow reader would wait where we cannot see them
            kernel.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = {"protocol": self}

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:  # a circle: what a connection held would stay until garbage is collected
            extensions: Any = self.scope["extensions"]
            extensions.pop(EXTENSION, None)

    def data_received(self, data: bytes) -> None:
        """The common case by hand: one whole text frame, nothing left over from before."""
        if self.hearer is not None and not self.conn.reader.buffer and not self.frames and not self.close_sent:
            payload = whole_text_frame(data, self.config.ws_max_size)
            if payload is not None:
                if self.decider is not None and self.decider(payload):
                    return
                text = _read(payload)
                if text is not None:
                    self.hearer(text)
                    return
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        if self.hearer is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        if self.curr_msg_data_type != "text":
            self.frames = []
            self.hearer(None)
            return
        try:
            text = bytes(data).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()  # closes with 1007
            return
        self.frames = []
        self.hearer(text)

    def handle_parser_exception(self) -> None:
        """Broken frames close the socket; before the handshake was answered there is nothing to close yet but the connection."""
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1002, "reason": ""})
        self.transport.close()

    def push(self, payload: bytes, limit: int, step: int = 0) -> bool:
        """Write one text frame, filled up with spaces to a multiple of ``step``; false when the reader is too slow and was cut off."""
        transport = self.transport
        if self.close_sent or self.disconnected or transport.is_closing():
            return True
        size = -(-len(payload) // step) * step if step else len(payload)
        head = text_header(size)
        transport.write((head + payload).ljust(len(head) + size))
        if transport.get_write_buffer_size() > limit:
            transport.abort()
            return False
        return True


class PageProtocol(HttpToolsProtocol):
    """uvicorn's protocol for requests.  One that gave its connection away to a socket would stay until garbage is collected."""

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.parser: Any = None  # refers to us, as we to it


def whole_text_frame(data: bytes, limit: int) -> bytes | None:
    """What the bytes hold, if they are exactly one final, masked text frame (RFC 6455, 5.2); else None, and the full parser looks."""
    if len(data) < 7 or data[0] != 0x81 or not data[1] & 0x80:
        return None
    size, start = data[1] & 0x7F, 2
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    if size == 127 or size > limit or len(data) != start + 4 + size or (start == 4 and size < 126):
        return None
    return apply_mask(data[start + 4 :], data[start : start + 4])


def _read(payload: bytes) -> str | None:
    try:
        return payload.decode()
    except UnicodeDecodeError:
        return None  # the full parser closes with 1007


@lru_cache(1 << 10)
def text_header(size: int) -> bytes:
    """The head of an unmasked, unfragmented text frame (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def protocol_of(scope: Any) -> TableProtocol | None:
    """The protocol below a connection, where it is ours."""
    found: TableProtocol | None = (scope.get("extensions") or {}).get(EXTENSION, {}).get("protocol")
    return found
