"""The wall around the application: headers on every answer, cross-site requests refused, bodies bounded.

It stands outside Litestar's router, so that errors, unknown paths and sockets pass through it as well.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any, cast

import msgspec
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from sandtable.server import errors
from sandtable.server.counters import count
from sandtable.server.limits import Limits, TooMany, network
from sandtable.server.settings import Settings

log = logging.getLogger("sandtable.request")

SAFE = ("GET", "HEAD", "OPTIONS")
BODY_SECONDS = 15.0  # a client that takes longer to send a body of 64 KiB is cut off
UNLIMITED = ("/health", "/ready", "/metrics")  # asked by machines of the operator

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

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits, watch: Watcher | None = None) -> None:
        self._app = app
        self._settings = settings
        self._limits = limits
        self._watch = watch
        self._fixed = fixed_headers(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: Any = scope["type"]
        if kind == "http":
            await self._http(cast("HTTPScope", scope), receive, send)
        elif kind == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        reason = cross_site(self._settings, scope)
        if not reason:
            await self._app(scope, receive, send)
            return
        log.info("socket refused", extra={"path": scope["path"], "reason": reason})
        await receive()
        if "websocket.http.response" in (scope.get("extensions") or {}):  # an answer that programs can read
            await _answer(send, Refusal(403, reason, "This socket was opened by another site's page."), "websocket.http.response")
            return
        count(reason)
        await send({"type": "websocket.close", "code": 1008, "reason": reason})

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

        try:
            self._admit(scope)
            await self._app(scope, await self._body(scope, receive), dressed)
        except Refusal as refusal:
            await _answer(dressed, refusal)
        except ClientGone:
            status = 499
        except Exception:
            log.exception("request failed", extra={"path": scope["path"], "request_id": request_id})
            if status:
                raise
            await _answer(dressed, Refusal(500, "internal", "Something broke here. It was noted.", details={"request_id": request_id}))
        finally:
            self._note(scope, status, time.perf_counter() - started, request_id)

    def _admit(self, scope: HTTPScope) -> None:
        method = str(scope["method"])
        if self._limits.enabled and scope["path"] not in UNLIMITED:
            try:
                self._limits.take("request", network((scope.get("client") or ("", 0))[0]))
            except TooMany as error:
                raise _flood(error) from None
        if method in SAFE:
            return
        reason = cross_site(self._settings, scope)
        if reason:
            raise Refusal(403, reason, "This request came from another site's page.")

    async def _body(self, scope: HTTPScope, receive: Receive) -> Any:
        """The whole body, read within its bounds; then the application may take its time."""
        limit = self._settings.message_bytes * 4
        length = _headers(scope).get("content-length", "0")
        if length.isdigit() and int(length) > limit:
            raise _too_large(limit)
        chunks: list[bytes] = []
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message: Any = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientGone
                    chunks.append(message.get("body", b""))
                    if sum(map(len, chunks)) > limit:
                        raise _too_large(limit)
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            raise Refusal(408, "too-slow", "The request took too long to arrive.", {"connection": "close"}) from None
        body: bytes | None = b"".join(chunks)

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


class ClientGone(Exception):
    """Hung up before the request was complete."""


def _flood(error: TooMany) -> Refusal:
    status, told, headers = errors.too_many(error)
    return Refusal(status, told.key, told.message, headers, told.details)


def _too_large(limit: int) -> Refusal:
    return Refusal(413, "too-large", f"A request may hold {limit} bytes.", {"connection": "close"}, {"limit": limit})


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


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
