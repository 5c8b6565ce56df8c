"""Notifications: it is your turn.  By mail, and by webhook for those who set one.

They say which match of which game awaits a decision and nothing else: not what happened, not how many.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import logging
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from sandtable.server.accounts import letters
from sandtable.server.limits import Limits
from sandtable.server.mail import Post
from sandtable.server.settings import Settings
from sandtable.store import accounts
from sandtable.store.database import Database, out_of_service

if TYPE_CHECKING:
    from sandtable.server.webhooks import Caller

log = logging.getLogger("sandtable.notify")

QUEUE = 10_000
CALLS = 200  # webhooks called at the same time
QUIET_SECONDS = 600  # one notice per person and match in this time
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
        self._caller: Caller | None = None
        self._calls: set[asyncio.Task[None]] = set()

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
        for call in list(self._calls):
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)
        if self._caller is not None:
            await self._caller.close()

    async def drain(self) -> None:
        """Wait until everybody has been told."""
        await self._queue.join()
        await asyncio.gather(*self._calls)

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
            self._start_call(found.webhook_url, found.webhook_key or "", msgspec.json.encode(notice))

    def _start_call(self, url: str, key: str, body: bytes) -> None:
        """A call of its own: a webhook that does not answer keeps nobody else waiting."""
        if len(self._calls) >= CALLS:
            self.failed += 1
            return
        task = asyncio.create_task(self._call(url, key, body))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def _call(self, url: str, key: str, body: bytes) -> None:
        if self._caller is None:
            from sandtable.server.webhooks import Caller  # its libraries take a while to load

            self._caller = Caller(self._settings.webhook_private)
        headers = {"Content-Type": "application/json", "User-Agent": "sandtable", "Sandtable-Signature": sign(key, int(time.time()), body)}
        for attempt in range(TRIES):
            status, reason = await self._caller.post(url, headers, body)
            if status and status < 300:
                self.sent += 1
                return
            log.info("webhook failed", extra={"attempt": attempt + 1, "reason": reason})
            if reason == "Forbidden" or (status and status < 500 and status != 429):
                break
            await asyncio.sleep(self._pause * 2**attempt)
        self.failed += 1


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
