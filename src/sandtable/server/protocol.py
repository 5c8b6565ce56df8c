"""uvicorn's socket protocol with a short way in and out.

Messages of a running match do not pass through the ASGI queue: the socket's owner is called as soon as a
message is complete, and a frame goes straight to the transport.  That saves about half of the time a message
costs (docs/decisions/0012-server-stack.md), and it shows how much a slow reader has not taken yet.

Frames are paid for before they are parsed (``toll``): who sends too many is told 1008 and cut off.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from sandtable.server.counters import count
from sandtable.server.door import Door, Place
from sandtable.server.toll import Toll

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

SEND_BUFFER = 1 << 17
EXTENSION = "sandtable.socket"
SHORT = 4096  # a longer message does not take the short way: length costs
LINGER = 2.0  # seconds a flooding client has to take the reason; nothing is read from it meanwhile
CLOSE_SECONDS = 10.0  # a client has so long to answer a close
LEAVE_SECONDS = 30.0  # who does not take our last words in so long is cut off
FLOOD = (1008, "flood")
CROWDED = (1013, "full")
OTHERS = (1008, "too-many-sockets")
GOING_AWAY = 1001
NO_REQUEST = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class TableProtocol(WebSocketsSansIOProtocol):
    hearer: Callable[[str | None], None] | None = None  # gets the text of a message; None for a binary one
    decider: Callable[[bytes], bool] | None = None  # gets the bytes of a message first: true, if it was a decision
    place: Place | None = None
    door: Door
    left_since: float | None = None  # when the connection was closed

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        kernel = transport.get_extra_info("socket")
        if kernel is not None:  # else megabytes for a slow reader would wait where we cannot see them
            kernel.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        state = application(self.config).state
        settings, self.door = state.settings, state.door
        self.door.take(self, self.client[0] if self.client else "")
        self.toll = Toll(settings.messages_burst, settings.messages_per_second, self.config.ws_max_size, self.loop.time)

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        super().connection_lost(exc)

    def put_out(self) -> None:
        self.transport.abort()

    def look_at(self, now: float) -> None:
        see_off(self, now)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = {"protocol": self}
            self.transport.pause_reading()  # a client speaks after it was answered; what comes before waits in the kernel

    async def send(self, message: Any) -> None:
        await super().send(message)
        kind = message["type"]
        if kind == "websocket.accept" and not self.transport.is_closing():
            self.transport.resume_reading()
        elif kind == "websocket.close" and self.close_timer is not None:
            self.close_timer.cancel()  # it would wait for a reader that does not read
            self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)
        elif kind == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True  # by a refusal; uvicorn would write an error into the log for each

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:  # a circle: what a connection held would stay until garbage is collected
            extensions: Any = self.scope["extensions"]
            extensions.pop(EXTENSION, None)

    def data_received(self, data: bytes) -> None:
        """The common case by hand: one whole text frame, nothing left over from before."""
        if self.hearer is not None and not self.toll.inside and not self.frames and not self.close_sent:
            payload = whole_text_frame(data, SHORT)
            if payload is not None:
                if self.decider is not None and self.decider(payload):
                    return
                text = _read(payload)
                if text is not None:
                    self.hearer(text)
                    return
        if self.handshake_initiated and not self.toll.pay(data):
            self.refuse_flood()
            return
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            self.refuse_head()

    def refuse_head(self) -> None:
        """The head comes whole: what is no request now never will be.  uvicorn would wait for ever, and say nothing."""
        count("bad-request")
        self.transport.write(b"".join(self.conn.data_to_send()) or NO_REQUEST)
        self.transport.close()

    def refuse_flood(self) -> None:
        count("flood")
        self.cut(*FLOOD)

    def make_room(self) -> None:
        """The house is full, and this address has more than others."""
        self.cut(*CROWDED)

    def give_way(self) -> None:
        """The same person opened very many more at the same match."""
        self.cut(*OTHERS)

    def cut(self, code: int, reason: str) -> None:
        """Say why and read no more; the connection ends soon, at once if the client was told before."""
        if self.close_sent or not self.handshake_complete or self.conn.state is not State.OPEN:
            self.transport.abort()
            return
        self.stop_keepalive()
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.read_paused = False  # so that nobody resumes
        self.transport.pause_reading()
        self.close_timer = self.loop.call_later(LINGER, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        if self.close_sent:
            super().send_receive_event_to_app()
            return
        text: str | None = None
        if self.curr_msg_data_type == "text" and (text := _read(b"".join(self.frames))) is None:
            self.refuse_text()
        elif self.hearer is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self.hearer(text)

    def refuse_text(self) -> None:
        """No UTF-8; uvicorn would write the trace of it into the log."""
        self.frames = []
        if self.conn.state is State.OPEN:
            self.conn.send_close(1007)
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        """Broken frames close the socket; before the handshake was answered there is nothing to close yet but the connection."""
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1002, "reason": ""})
        self.transport.close()

    def shutdown(self) -> None:
        """The server stops.  uvicorn would say 1012, which programs and proxies know less well than 1001, "going away"."""
        if self.close_sent or not self.handshake_complete:
            super().shutdown()
            return
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": GOING_AWAY})
        self.conn.send_close(GOING_AWAY, "closing")
        self.transport.write(b"".join(self.conn.data_to_send()))
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


def see_off(one: Any, now: float) -> bool:
    """Whether a connection is being closed; who does not take our last words in time is cut off."""
    if not one.transport.is_closing():
        return False
    one.left_since = one.left_since or now
    if now - one.left_since > LEAVE_SECONDS:
        one.transport.abort()
    return True


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
        return None  # the socket is closed with 1007


@lru_cache(1 << 10)
def text_header(size: int) -> bytes:
    """The head of an unmasked, unfragmented text frame (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def application(config: Any) -> Any:
    """Our application, below what uvicorn puts around it."""
    found = config.loaded_app
    while not hasattr(found, "state"):
        found = found.app
    return found


def protocol_of(scope: Any) -> TableProtocol | None:
    """The protocol below a connection, where it is ours."""
    found: TableProtocol | None = (scope.get("extensions") or {}).get(EXTENSION, {}).get("protocol")
    return found
