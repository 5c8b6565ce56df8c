"""uvicorn's protocol for requests, with an end to everything that could go on for ever.

uvicorn bounds neither the head of a request nor the requests sent ahead of their answers nor the pieces of a body, and waits for ever
for a head that does not come and for a reader that does not read.
"""

from __future__ import annotations

from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from sandtable.server.counters import count
from sandtable.server.door import Door, Place
from sandtable.server.errors import Error, Problem
from sandtable.server.protocol import application, see_off

HEAD_SECONDS = 10.0  # from the first byte of a request, or from the connection, until its head is whole
READ_SECONDS = 30.0  # a reader who takes nothing for so long is cut off
HEADERS, HEAD_BYTES, URL_BYTES = 100, 1 << 15, 1 << 14
PIPELINED = 20  # requests that wait for the answer to the one before
PIECES = 2048  # of one body: chunks, and reads


class TooMuch(Exception):
    """Ends the parser's work; the protocol knows why."""


class PageProtocol(HttpToolsProtocol):
    """Requests of one connection.  One that gave its connection away to a socket would stay until garbage is collected."""

    place: Place | None = None
    door: Door
    head_since: float | None = None  # when we began to wait for a whole head
    stuck_since: float | None = None  # when the reader ceased to take what is written
    left_since: float | None = None  # when the connection was closed
    waiting = 0  # bytes of a head that is not whole
    head_size = 0
    pieces = 0
    fault: Problem | None = None

    def connection_made(self, transport: Any) -> None:
        """The door has let it in (``doorstep``)."""
        self.door = application(self.config).state.door
        super().connection_made(transport)
        self.limit_concurrency = None  # the door counts

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.door.leave(self)  # the socket has taken our place
        self.parser: Any = None  # refers to us, as we to it

    def data_received(self, data: bytes) -> None:
        if self.head_since is None and (self.cycle is None or self.cycle.response_complete):
            self.head_since = self.loop.time()
        super().data_received(data)
        if self.head_since is not None and self.parser is not None:
            self.waiting += len(data)
            if self.waiting > 2 * HEAD_BYTES and not self.transport.is_closing():
                self.fault = _long_head()
                self.send_400_response("")

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= PIPELINED:
            self._stop(Problem(429, "too-many-requests", f"At most {PIPELINED} requests may wait for their answers.", {"limit": PIPELINED}))
        self.head_size = self.pieces = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > URL_BYTES:
            self._stop(Problem(414, "too-large", f"An address has at most {URL_BYTES} bytes.", {"limit": URL_BYTES}))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self.head_size += len(name) + len(value)
        if self.head_size > HEAD_BYTES or len(self.headers) > HEADERS:
            self._stop(_long_head())

    def on_headers_complete(self) -> None:
        if self.parser.should_upgrade() and self._should_upgrade() and any(map(_tells_of_body, self.headers)):
            self._stop(Problem(400, "bad-request", "A handshake has no body."))  # uvicorn waits for it, and nobody for uvicorn
        self.head_since, self.waiting = None, 0
        self.door.work(self)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.pieces += 1
        if self.pieces > PIECES:
            self._stop(Problem(413, "too-large", f"A body comes in at most {PIECES} pieces.", {"limit": PIECES}))
        super().on_body(body)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline:
            self.door.rest(self)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stuck_since = self.loop.time()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stuck_since = None

    def _stop(self, fault: Problem) -> None:
        self.fault = fault
        raise TooMuch

    def send_400_response(self, msg: str) -> None:
        """The answer to what is no request, or too much of one; then the connection ends."""
        fault = self.fault or Problem(400, "bad-request", msg)
        count(fault.error.key)
        self.transport.write(written(fault))
        self.transport.close()

    def put_out(self) -> None:
        self.transport.abort()

    def look_at(self, now: float) -> None:
        if see_off(self, now):
            return
        if self.stuck_since is not None and now - self.stuck_since > READ_SECONDS:
            count("slow-reader")
            self.transport.abort()
        elif self.head_since is not None and now - self.head_since > HEAD_SECONDS:
            self.fault = too_slow()
            self.send_400_response("")


def _tells_of_body(header: tuple[bytes, bytes]) -> bool:
    return header[0] == b"transfer-encoding" or (header[0] == b"content-length" and header[1] != b"0")


def too_slow() -> Problem:
    return Problem(408, "too-slow", "The request took too long to arrive.")


def _long_head() -> Problem:
    told = f"The head of a request has at most {HEADERS} lines and {HEAD_BYTES} bytes."
    return Problem(431, "too-large", told, {"lines": HEADERS, "bytes": HEAD_BYTES})


def written(fault: Problem) -> bytes:
    """A refusal as it goes over the wire, without the help of the application."""
    body = msgspec.json.encode(Error(fault.error.key, fault.error.message, fault.error.details))
    fixed = {"content-type": "application/json", "content-length": str(len(body)), "cache-control": "no-store", "connection": "close"}
    lines = "".join(f"{name.lower()}: {value}\r\n" for name, value in (fixed | fault.headers).items())
    return STATUS_LINE[fault.status] + lines.encode() + b"\r\n" + body
