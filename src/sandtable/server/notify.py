"""Notifications: it is your turn.  By mail, and by webhook for those who set one.

They say which match of which game awaits a decision and nothing else: not what happened, not how many.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import ipaddress
import logging
import socket
import ssl
import time
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import httpcore2
import msgspec

from sandtable.server.accounts import letters
from sandtable.server.limits import Limits
from sandtable.server.mail import Post
from sandtable.server.settings import Settings
from sandtable.store import accounts
from sandtable.store.database import Database, out_of_service

log = logging.getLogger("sandtable.notify")

QUEUE = 10_000
QUIET_SECONDS = 600  # one notice per person and match in this time
SECONDS = 5.0  # a webhook has so long to answer
TRIES = 3


class Notifier:
    """Rooms call ``your_turn`` when a seat of somebody who is not there is awaited; it never waits and never fails."""

    def __init__(self, settings: Settings, database: Database, post: Post, limits: Limits, pause: float = 2.0) -> None:
        self.sent = 0
        self.failed = 0
        self._settings = settings
        self._database = database
        self._post = post
        self._limits = limits
        self._pause = pause
        self._queue: asyncio.Queue[tuple[str, str, str]] = asyncio.Queue(QUEUE)
        self._told: dict[tuple[str, str], float] = {}
        self._task: asyncio.Task[None] | None = None
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(), network_backend=Guarded(settings.webhook_private), max_connections=20
        )

    def your_turn(self, user: str, match: str, game: str) -> None:
        now = time.monotonic()
        if now - self._told.get((user, match), -QUIET_SECONDS) < QUIET_SECONDS:
            return
        self._told[user, match] = now
        if len(self._told) > QUEUE:
            self._told = {key: at for key, at in self._told.items() if now - at < QUIET_SECONDS}
        with contextlib.suppress(asyncio.QueueFull):
            self._queue.put_nowait((user, match, game))

    async def start(self) -> None:
        self._task = asyncio.create_task(self._work(), name="notify")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        await self._pool.aclose()

    async def drain(self) -> None:
        await self._queue.join()

    async def _work(self) -> None:
        while True:
            user, match, game = await self._queue.get()
            try:
                await self._tell(user, match, game)
            except Exception as error:
                self.failed += 1
                if not out_of_service(error):
                    log.exception("notification failed")
            finally:
                self._queue.task_done()

    async def _tell(self, user: str, match: str, game: str) -> None:
        async with self._database.read() as connection:
            found = await accounts.find(connection, id=user)
        if found is None or found.kind != "user" or found.disabled_at is not None or self._limits.wait("notify", user) > 0:
            return
        if found.notify_mail and found.email:
            self._post.send(found.email, *letters.your_turn(self._settings.url, found.name, game, match))
            self.sent += 1
        if found.webhook_url:
            notice = {"event": "your-turn", "match": match, "game": game, "url": f"{self._settings.url}/play/{match}"}
            await self._call(found.webhook_url, found.webhook_key or "", msgspec.json.encode(notice))

    async def _call(self, url: str, key: str, body: bytes) -> None:
        for attempt in range(TRIES):
            try:
                status = await self._post_once(url, key, body)
            except (httpcore2.NetworkError, httpcore2.TimeoutException, httpcore2.ProtocolError, OSError) as error:
                reason = type(error).__name__
            else:
                if status < 300:
                    self.sent += 1
                    return
                reason = str(status)
                if status < 500 and status != 429:
                    break
            log.info("webhook failed", extra={"attempt": attempt + 1, "reason": reason})
            if reason == Forbidden.__name__:
                break
            await asyncio.sleep(self._pause * 2**attempt)
        self.failed += 1

    async def _post_once(self, url: str, key: str, body: bytes) -> int:
        headers: dict[bytes | str, bytes | str] = {
            "Host": urlsplit(url).netloc,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "User-Agent": "sandtable",
            "Sandtable-Signature": sign(key, int(time.time()), body),
        }
        times = {"connect": SECONDS, "read": SECONDS, "write": SECONDS, "pool": SECONDS}
        async with asyncio.timeout(2 * SECONDS):
            async with self._pool.stream("POST", url, headers=headers, content=body, extensions={"timeout": times}) as response:
                return response.status  # the body is of no interest, and may be endless


def sign(key: str, at: int, body: bytes) -> str:
    """``t=<seconds>,v1=<HMAC-SHA256 of "seconds.body">``: the receiver checks both."""
    return f"t={at},v1={hmac.new(key.encode(), str(at).encode() + b'.' + body, hashlib.sha256).hexdigest()}"


def webhook_objection(url: str, private: bool) -> str:
    """What is wrong with the address of a webhook; where it leads is checked at every call."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "This is no address."
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        return "A webhook needs an https address."
    if not parts.hostname or parts.username or parts.password or not url.isascii() or any(sign <= " " for sign in url):
        return "This is no address of a webhook."
    if not private and port not in (None, 443, 8443):
        return "A webhook listens on port 443 or 8443."
    return ""


class Forbidden(OSError):
    """The name leads into a private network."""


class Guarded(httpcore2.AsyncNetworkBackend):
    """Connects to public addresses only, and to the very address that was checked: a name that changes its
    meaning between check and call gains nothing."""

    def __init__(self, private: bool) -> None:
        self._private = private
        self._inner = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        address = str(found[0][4][0])
        if not self._private and not all(is_public(str(entry[4][0])) for entry in found):
            raise Forbidden("private address")
        return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.AsyncNetworkStream:
        raise Forbidden("no sockets of this host")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def is_public(address: str) -> bool:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
        parsed = parsed.ipv4_mapped
    return parsed.is_global and not parsed.is_multicast
