"""The wall around the application: headers on every answer, cross-site requests refused, bodies bounded.

It stands outside Litestar's router, so that errors, unknown paths and sockets pass through it as well.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import Any, cast

import msgspec
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from sandtable.server import errors
from sandtable.server.counters import count
from sandtable.server.door import LOOPBACK, Door
from sandtable.server.limits import Limits, TooMany, network
from sandtable.server.protocol import protocol_of
from sandtable.server.settings import Settings

log = logging.getLogger("sandtable.request")

SAFE = ("GET", "HEAD", "OPTIONS")
BODY_SECONDS = 15.0  # a client that takes longer to send a body of 64 KiB is cut off
API = ("/v1/", "/schema")  # everything else is a file of the page
_SOCKET = re.compile(r"/v1/matches/[^/]*/socket")
KNOWN = 10_000  # people whose requests count for themselves
UNLIMITED = ("/health", "/ready", "/metrics")  # asked by machines of the operator; of this host as often as they like
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # in JSON; behind an even number of backslashes it is plain letters

Watcher = Callable[[str, str, int, float], None]  # method, route, status, seconds


class Refusal(Exception):
    """An answer given before the application is asked."""

    def __init__(self, status: int, key: str, message: str, headers: dict[str, str] | None = None, details: Any = None) -> None:
        super().__init__(key)
        self.key = key
        self.status = status
        self.body = msgspec.json.encode({"key": key, "message": message, "details": details or {}})
        self.headers = headers or {}


def fixed_headers(settings: Settings) -> list[tuple[bytes, bytes]]:
    """What every answer carries (ASVS 3.4)."""
    socket = "wss://" if settings.secure else "ws://"
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self'; "
        f"connect-src 'self' {socket + settings.url.partition('://')[2]}; manifest-src 'self'; worker-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    found = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    }
    if settings.secure:
        found["strict-transport-security"] = "max-age=31536000; includeSubDomains"
    return [(name.encode(), value.encode()) for name, value in found.items()]


def cross_site(settings: Settings, scope: Scope) -> str:
    """Why a request may come from another site's page, as a message key; empty when it does not."""
    headers = _headers(scope)
    origin = headers.get("origin")
    if origin is not None:
        return "" if origin in _allowed(settings, scope, headers) else "foreign-origin"
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return "foreign-origin"
    if "cookie" in headers and "sec-fetch-site" not in headers:
        return "origin-missing"  # a browser would have said; programs use a token and no cookie
    return ""


def _allowed(settings: Settings, scope: Scope, headers: dict[str, str]) -> list[str]:
    """Without a public address any name under which the server was reached is its own: for play at home."""
    if settings.base_url:
        return settings.own_origins
    scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
    return [*settings.own_origins, f"{scheme}://{headers.get('host', '')}"]


class Wall:
    """ASGI application around the application."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits, door: Door, watch: Watcher | None = None) -> None:
        self._app = app
        self._settings = settings
        self._limits = limits
        self._door = door
        self._watch = watch
        self._fixed = fixed_headers(settings)
        self._known: dict[bytes, str] = {}  # what somebody showed -> who they are, for the limits alone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: Any = scope["type"]
        if kind == "http":
            await self._http(cast("HTTPScope", scope), receive, send)
        elif kind == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            call = self._admit_socket(scope)
        except Refusal as refusal:
            log.info("socket refused", extra={"route": _route(scope["path"]), "reason": refusal.key})
            await receive()
            if "websocket.http.response" in (scope.get("extensions") or {}):  # an answer that programs can read
                await _answer(send, refusal, "websocket.http.response")
                return
            count(refusal.key)
            await send({"type": "websocket.close", "code": 1008, "reason": refusal.key})
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._door.end(call)

    def _admit_socket(self, scope: Scope) -> tuple[str, object]:
        """Handshakes cost, and the sockets of one address are counted."""
        reason = cross_site(self._settings, scope)
        if reason:
            raise Refusal(403, reason, "This socket was opened by another site's page.")
        address, protocol = _address(scope), protocol_of(scope)
        try:
            self._limits.take("handshake", address)
            check_address(scope)
            return self._door.begin(address, protocol.make_room if protocol is not None else None)
        except (TooMany, errors.Problem) as error:
            raise _refusal(error) from None

    async def _http(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        request_id = secrets.token_hex(8)
        scope["state"]["request_id"] = request_id
        extra = [(b"x-request-id", request_id.encode()), *self._fixed]
        status = 0

        async def dressed(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = _merge(message.get("headers", []), extra, scope["path"])
            await send(message)

        call = None
        try:
            call = self._admit(scope)
            await self._app(scope, await self._body(scope, receive), dressed)
        except Refusal as refusal:
            await _answer(dressed, refusal)
        except ClientGone:
            status = 499
        except Exception:
            log.exception("request failed", extra={"route": str(scope.get("path_template") or "unknown"), "request_id": request_id})
            if status:
                raise
            await _answer(dressed, Refusal(500, "internal", "Something broke here. It was noted.", details={"request_id": request_id}))
        finally:
            if call is not None:
                self._door.end(call)
                self._recognise(scope)
            self._note(scope, status, time.perf_counter() - started, request_id)

    def _admit(self, scope: HTTPScope) -> tuple[str, object] | None:
        if scope["path"] in UNLIMITED and (scope.get("client") or ("", 0))[0] in LOOPBACK:
            return None
        address = _address(scope)
        try:
            self._charge(scope, address)
            check_address(scope)
            call = self._door.begin(address)
        except (TooMany, errors.Problem) as error:
            raise _refusal(error) from None
        reason = "" if scope["method"] in SAFE else cross_site(self._settings, scope)
        if reason:
            self._door.end(call)
            raise Refusal(403, reason, "This request came from another site's page.")
        return call

    def _charge(self, scope: HTTPScope, address: str) -> None:
        """Strangers share the bucket of their address; who is known has one of their own, and all who are known at one address
        another; files of the page are many and cheap."""
        path = scope["path"]
        if path in UNLIMITED or not path.startswith(API):
            self._limits.take("page", address)
        elif user := self._known.get(_proof(scope)):
            self._limits.take("request", f"person {user}")
            self._limits.take("known", address)
        else:
            self._limits.take("request", address)

    def _recognise(self, scope: HTTPScope) -> None:
        """Whoever was identified once is known here by what they showed.  It opens nothing: who they are is looked up each time."""
        user, proof = scope["state"].get("person"), _proof(scope)
        if user and proof and proof not in self._known:
            if len(self._known) >= KNOWN:
                del self._known[next(iter(self._known))]
            self._known[proof] = user

    async def _body(self, scope: HTTPScope, receive: Receive) -> Any:
        """The whole body, read within its bounds; then the application may take its time."""
        limit = self._settings.message_bytes * 4
        length = _headers(scope).get("content-length", "0")
        if length.isdigit() and int(length) > limit:
            raise _too_large(limit)
        found = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message: Any = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientGone
                    found += message.get("body", b"")
                    if len(found) > limit:
                        raise _too_large(limit)
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            raise Refusal(408, "too-slow", "The request took too long to arrive.", {"connection": "close"}) from None
        body: bytes | None = bytes(found)
        check_text(body or b"")

        async def replay() -> Any:
            nonlocal body
            if body is None:
                return await receive()
            whole, body = body, None
            return {"type": "http.request", "body": whole, "more_body": False}

        return replay

    def _note(self, scope: HTTPScope, status: int, seconds: float, request_id: str) -> None:
        route = str(scope.get("path_template") or ("unknown" if status == 404 else "refused"))
        if self._watch:
            self._watch(str(scope["method"]), route, status, seconds)
        if scope["path"] not in UNLIMITED:
            what = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1), "request_id": request_id}
            log.info("request", extra=what)


def check_text(body: bytes) -> None:
    """All that is sent here is JSON: text in UTF-8.  NUL is refused with what is no text, since not every database takes it."""
    try:
        body.decode()
    except UnicodeDecodeError as error:
        told = f"The body is no UTF-8: byte {error.start} cannot stand there."
        raise Refusal(400, "not-text", told, details={"at": error.start}) from None
    found = _NUL.search(body) if b"u0000" in body else None
    if found is not None:
        raise Refusal(400, "not-text", "The body holds the sign NUL, which is no text.", details={"at": found.start()})


def check_address(scope: Scope) -> None:
    """NUL in an address: nothing here has such a name, and databases and file systems choke on it."""
    if "\0" in scope["path"]:
        raise Refusal(404, "not-found", "There is no such address.")
    query = scope["query_string"]
    if b"%00" in query or b"\0" in query:
        raise Refusal(400, "not-text", "The query holds the sign NUL, which is no text.")


class ClientGone(Exception):
    """Hung up before the request was complete."""


def _refusal(error: TooMany | errors.Problem) -> Refusal:
    """Whoever comes too often comes again by a new connection: the door is cheaper than we are."""
    status, told, headers = errors.describe(error)
    return Refusal(status, told.key, told.message, {**headers, "connection": "close"}, told.details)


def _address(scope: Scope) -> str:
    return network((scope.get("client") or ("", 0))[0])


def _proof(scope: Scope) -> bytes:
    """What a client shows of itself, as a short sum; empty when it shows nothing."""
    shown = b"".join(value for name, value in scope["headers"] if name in (b"authorization", b"cookie"))
    return hashlib.blake2b(shown, digest_size=16).digest() if shown else b""


def _too_large(limit: int) -> Refusal:
    return Refusal(413, "too-large", f"A request may hold {limit} bytes.", {"connection": "close"}, {"limit": limit})


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _route(path: str) -> str:
    """What the log says of a socket's address: strangers write what they like into it, and people by mistake a link."""
    return "/v1/matches/{match}/socket" if _SOCKET.fullmatch(path) else "unknown"


def _merge(given: Any, fixed: list[tuple[bytes, bytes]], path: str) -> list[tuple[bytes, bytes]]:
    """The fixed headers win over what a handler set; nothing of the API is kept by caches."""
    names = {name for name, _ in fixed}
    kept = [(name, value) for name, value in given if name.lower() not in names and name.lower() != b"server"]
    if not any(name.lower() == b"cache-control" for name, _ in kept) and not path.startswith("/assets/"):
        kept.append((b"cache-control", b"no-store"))
    return [*kept, *fixed]


async def _answer(send: Callable[[Any], Any], refusal: Refusal, way: str = "http.response") -> None:
    count(refusal.key)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(refusal.body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in refusal.headers.items()]
    await send({"type": f"{way}.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{way}.body", "body": refusal.body})
