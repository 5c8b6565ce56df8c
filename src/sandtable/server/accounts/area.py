"""The area of accounts: its routes, its tasks, and the wall around the application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.di import Provide

from sandtable.server import health
from sandtable.server.accounts import api_tokens, entry, oidc, person, recovery, second, sessions
from sandtable.server.accounts.desk import Desk, provide_desk
from sandtable.server.accounts.passwords import Hashing
from sandtable.server.door import Door
from sandtable.server.health import Metrics
from sandtable.server.limits import Limits
from sandtable.server.mail import Post
from sandtable.server.notify import Notifier
from sandtable.server.security_headers import Wall
from sandtable.server.settings import Settings
from sandtable.store import accounts
from sandtable.store.database import out_of_service

log = logging.getLogger("sandtable.accounts")

SWEEP_SECONDS = 3600.0
GUARD_SECONDS = 3.0

HANDLERS: list[Any] = [
    entry.ways,
    entry.enter,
    entry.register,
    entry.confirm,
    sessions.log_in,
    sessions.log_out,
    sessions.show_sessions,
    sessions.end_session,
    sessions.end_all,
    recovery.ask,
    recovery.choose,
    recovery.change,
    recovery.move,
    person.show,
    person.alter,
    person.webhook_key,
    person.export,
    person.remove,
    person.profile,
    api_tokens.show_tokens,
    api_tokens.make_token,
    api_tokens.end_token,
    second.show_second,
    second.begin_second,
    second.confirm_second,
    second.remove_second,
    oidc.start,
    oidc.callback,
    health.health,
    health.ready,
    health.metrics,
]

DEPENDENCIES = {"desk": Provide(provide_desk)}


def harden(app: Litestar, settings: Settings) -> None:
    """Put the wall outside the router, and the limits and metrics it works with into the state."""
    app.state.limits = Limits(settings.limits, settings.workers)
    app.state.door = Door(settings, app.state.limits)
    app.state.metrics = Metrics()
    app.asgi_handler = Wall(app.asgi_handler, settings, app.state.limits, app.state.door, app.state.metrics.watch)


@asynccontextmanager
async def run(app: Litestar) -> AsyncIterator[None]:
    """Mail, notifications and the sweeper, as long as the application runs."""
    settings: Settings = app.state.settings
    post = Post(settings)
    desk = Desk(settings, app.state.database, app.state.limits, post, Hashing(settings.hash_at_once))
    notifier = Notifier(settings, desk.database, post, desk.limits)
    app.state.desk, app.state.notifier = desk, notifier
    app.state.oidc = None
    if settings.oidc_issuer:
        from sandtable.server.accounts.provider import Provider  # its libraries take a while to load

        app.state.oidc = Provider(settings)
    measure(app.state.metrics, desk, notifier)
    app.state.metrics.gauge("sandtable_connections", "Connections held", lambda: len(app.state.door))
    await post.start()
    await notifier.start()
    tasks = [asyncio.create_task(_sweep(desk), name="sweep"), asyncio.create_task(_guard(app, desk), name="guard")]
    try:
        yield
    finally:
        app.state.stopping = True
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await notifier.stop()
        await post.stop()


def measure(metrics: Metrics, desk: Desk, notifier: Notifier) -> None:
    metrics.gauge("sandtable_mails_sent", "Mails handed over", lambda: desk.post.sent)
    metrics.gauge("sandtable_mails_failed", "Mails given up", lambda: desk.post.failed)
    metrics.gauge("sandtable_notices_sent", "Notices by mail or webhook", lambda: notifier.sent)
    metrics.gauge("sandtable_notices_failed", "Notices given up", lambda: notifier.failed)
    metrics.gauge("sandtable_limited", "Requests over a rate limit", lambda: sum(desk.limits.refused.values()))


async def _sweep(desk: Desk) -> None:
    """What has run out leaves the database once an hour."""
    while True:
        try:
            async with desk.database.write() as connection:
                gone = await accounts.sweep(connection, desk.now())
            log.info("swept", extra={"rows": gone})
        except Exception:
            log.exception("sweep failed")
        await asyncio.sleep(SWEEP_SECONDS)


async def _guard(app: Litestar, desk: Desk) -> None:
    """Sockets close soon after their log-in ended, wherever it was ended: another worker, the command line, its time.  So does what
    is open at the seats of an account that was deleted on the command line."""
    while True:
        await asyncio.sleep(GUARD_SECONDS)
        rooms = app.state.get("rooms")
        held = rooms.sessions() if rooms is not None else set()
        people = rooms.holders() if rooms is not None and desk.database.sqlite else set()  # else a notice tells of those who left
        if not held and not people:
            continue
        try:
            async with desk.database.read() as connection:
                gone = await accounts.ended(connection, sorted(held), desk.now())
                left = await accounts.deleted(connection, sorted(people))
            if gone:
                await desk.tell_ended(sorted(gone))
            for user in sorted(left):
                await desk.tell_moved(user)
        except Exception as error:
            if not out_of_service(error):
                log.exception("guard failed")
