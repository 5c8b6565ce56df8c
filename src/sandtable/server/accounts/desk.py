"""What the handlers of accounts share: database, mail, limits, clock."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from litestar import Request
from litestar.datastructures import Cookie, State
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.accounts import tokens
from sandtable.server.accounts.passwords import Busy, Hashing
from sandtable.server.errors import Problem
from sandtable.server.identity import Connection, Identity, cookie_name
from sandtable.server.limits import Limits, network
from sandtable.server.mail import Post
from sandtable.server.settings import Settings
from sandtable.store import accounts
from sandtable.store.database import Database

security = logging.getLogger("sandtable.security")

AnyRequest = Request[Any, Any, Any]
DEVICE_SECONDS = 365 * 86400
MOST_SESSIONS = 50  # of one account; the one unused for longest makes room
FRESH_SECONDS = 600  # a log-in this young needs no second proof


class Holding(Protocol):
    """What another part of the server keeps of a person: seats, chat, ratings."""

    async def export(self, connection: AsyncConnection, user: str) -> dict[str, Any]: ...

    async def forget(self, connection: AsyncConnection, user: str) -> None: ...

    async def adopt(self, connection: AsyncConnection, guest: str, user: str) -> None: ...

    async def profile(self, connection: AsyncConnection, user: str) -> dict[str, Any]: ...


Ended = Callable[[Sequence[str]], Awaitable[None]]  # told the ids of sessions that ended: sockets close
Moved = Callable[[str], Awaitable[None]]  # told of somebody whose seats changed hands: rooms read them anew


@dataclass
class Desk:
    settings: Settings
    database: Database
    limits: Limits
    post: Post
    hashing: Hashing
    clock: Callable[[], float] = time.time
    holdings: list[Holding] = field(default_factory=list)
    on_ended: list[Ended] = field(default_factory=list)
    on_moved: list[Moved] = field(default_factory=list)

    def now(self) -> int:
        return int(self.clock())

    def note(self, event: str, user: str | None, **more: str) -> None:
        """A line in the log of what concerns security; people stand there by their ids alone."""
        security.info(event, extra={"user": user or "nobody", **more})

    async def check_password(self, password: str, kept: str | None) -> bool:
        try:
            return await self.hashing.check(password, kept)
        except Busy:
            raise busy() from None

    async def hash_password(self, password: str) -> str:
        try:
            return await self.hashing.hash(password)
        except Busy:
            raise busy() from None

    async def tell_ended(self, session_ids: Sequence[str]) -> None:
        for listener in self.on_ended:
            await listener(session_ids)

    async def tell_moved(self, user: str) -> None:
        for listener in self.on_moved:
            await listener(user)

    async def open_session(
        self, connection: AsyncConnection, request: Connection, account_id: str, stay: bool, remember: bool = True
    ) -> list[Cookie]:
        """A new session with a new secret; returns the cookies that carry it."""
        token, now = tokens.make(), self.now()
        longest = self.settings.session_limit_days * 86400
        idle = self.settings.session_days * 86400 if stay else self.settings.session_hours * 3600
        await accounts.add(
            connection,
            accounts.session,
            id=tokens.make_id(),
            hash=tokens.digest(token),
            account=account_id,
            created_at=now,
            seen_at=now,
            expires_at=now + longest,
            idle_seconds=min(idle, longest),
            agent=request.headers.get("user-agent", "")[:200],
            address=network(request.client.host if request.client else ""),
        )
        await accounts.keep_newest(connection, account_id, MOST_SESSIONS)
        cookies = [self.cookie("", token, longest if stay else None)]
        if remember:
            cookies.append(await self._remember_device(connection, request, account_id))
        return cookies

    async def _remember_device(self, connection: AsyncConnection, request: Connection, account_id: str) -> Cookie:
        """Whoever logged in here once is not shut out by others who guess at the password elsewhere."""
        mark = tokens.make()
        old = request.cookies.get(cookie_name(self.settings, "device"), "")
        await connection.execute(
            accounts.device.delete().where(accounts.device.c.hash == tokens.digest(old), accounts.device.c.account == account_id)
        )
        await accounts.add(connection, accounts.device, hash=tokens.digest(mark), account=account_id, seen_at=self.now())
        return self.cookie("device", mark, DEVICE_SECONDS)

    def cookie(self, what: str, value: str, seconds: int | None) -> Cookie:
        return Cookie(
            key=cookie_name(self.settings, what),
            value=value,
            max_age=seconds,
            path="/",
            httponly=True,
            samesite="lax",  # a link in a mail finds its reader logged in; changing requests are checked by origin
            secure=self.settings.secure,
        )

    async def prove(self, me: Identity, password: str) -> accounts.Found:
        """For grave steps: the password again, or for those without one a log-in of the last minutes."""
        async with self.database.read() as connection:
            found = await accounts.find(connection, id=me.user)
        if found is None:
            raise Problem(401, "log-in-first", "Log in first.")
        if found.password is None and found.kind == "user":
            if self.now() - me.since > FRESH_SECONDS:
                raise Problem(403, "log-in-again", "Log in again first: this log-in is too old for that.")
            return found
        if found.password is not None:
            self.limits.take("login-account", f"prove {me.user}")
            if not await self.check_password(password, found.password):
                self.note("proof refused", me.user)
                raise Problem(403, "wrong-password", "That is not the password.")
            self.limits.give_back("login-account", f"prove {me.user}")
        return found


def busy() -> Problem:
    return Problem(503, "try-again", "Too many people log in at the moment. Try again.", headers={"Retry-After": "5"})


def address_of(request: Connection) -> str:
    return network(request.client.host if request.client else "")


async def provide_desk(state: State) -> Desk:
    found: Desk = state.desk
    return found
