"""Who is speaking.  Routes and sockets know only what stands here."""

from __future__ import annotations

import contextlib
from typing import Any, Literal

import msgspec
from litestar.connection import ASGIConnection
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.accounts import tokens
from sandtable.server.errors import Problem
from sandtable.server.settings import Settings
from sandtable.store import accounts
from sandtable.store.database import Database

PLAY = "play"  # scopes of tokens: make decisions
WATCH = "watch"  # read what the user may see
ACCOUNT = "account"  # change the account itself: log-ins have it, tokens never
ALL_SCOPES = frozenset({PLAY, WATCH})
LOGGED_IN = ALL_SCOPES | {ACCOUNT}
VISIT_SECONDS = 300  # visits are noted no more often

Connection = ASGIConnection[Any, Any, Any, Any]


class Identity(msgspec.Struct, frozen=True):
    user: str
    kind: Literal["user", "guest", "bot"]
    name: str
    scopes: frozenset[str] = ALL_SCOPES
    by_cookie: bool = False  # a browser sends cookies by itself: such requests must name their origin
    session: str = ""  # id of the session, or of the API token
    since: int = 0  # when the session began


def cookie_name(settings: Settings, what: str = "") -> str:
    """``__Host-`` binds a cookie to this very host and to TLS; browsers refuse it without TLS."""
    return ("__Host-" if settings.secure else "") + "sandtable" + (f"-{what}" if what else "")


async def identify(connection: Connection) -> Identity | None:
    """The identity behind a request or a socket's handshake; None for a stranger."""
    found = await _identify(connection)
    if found is not None:
        connection.scope.setdefault("state", {})["person"] = found.user  # the wall counts what each of them asks
    return found


async def _identify(connection: Connection) -> Identity | None:
    header = connection.headers.get("authorization", "")
    state = connection.app.state
    now: int = state.desk.now()
    if header[:7].lower() == "bearer ":
        return await _by_token(state.database, now, header[7:].strip())
    token = connection.cookies.get(cookie_name(state.settings), "")
    return await _by_session(state.database, now, token, by_cookie=True)


async def _by_session(database: Database, now: int, token: str, by_cookie: bool) -> Identity | None:
    if not tokens.plausible(token):
        return None
    async with database.read() as connection:
        row = await accounts.session_with_account(connection, tokens.digest(token))
    if row is None or row.account_disabled_at is not None or now >= min(row.expires_at, row.seen_at + row.idle_seconds):
        return None
    if not by_cookie and row.account_kind != "guest":
        return None  # the session of an account lives in a cookie that no script reads; programs use API tokens
    await _note_visit(database, accounts.session, row, now)
    return Identity(row.account, row.account_kind, row.account_name, LOGGED_IN, by_cookie, row.id, row.created_at)


async def _by_token(database: Database, now: int, token: str) -> Identity | None:
    if not token.startswith(tokens.API_PREFIX):
        return await _by_session(database, now, token, by_cookie=False)
    async with database.read() as connection:
        row = await accounts.api_token_with_account(connection, tokens.digest(token))
    if row is None or row.account_disabled_at is not None or (row.expires_at is not None and now >= row.expires_at):
        return None
    await _note_visit(database, accounts.api_token, row, now)
    return Identity(row.account, row.account_kind, row.account_name, frozenset(row.scopes.split()), False, row.id, row.created_at)


async def _note_visit(database: Database, table: Any, row: Any, now: int) -> None:
    if row.seen_at is not None and now - row.seen_at < VISIT_SECONDS:
        return
    with contextlib.suppress(SQLAlchemyError, OSError, TimeoutError):  # a visit not noted harms nobody
        async with database.write() as connection:
            await accounts.touch(connection, table, row.id, row.account, now)


async def provide_me(request: Connection) -> Identity:
    """Dependency ``me``: somebody, or 401."""
    found = await identify(request)
    if found is None:
        raise Problem(401, "log-in-first", "Log in or enter as a guest first.")
    return found


async def provide_who(request: Connection) -> Identity | None:
    """Dependency ``who``: somebody or nobody."""
    return await identify(request)


def require(me: Identity, scope: str) -> None:
    if scope not in me.scopes:
        raise Problem(403, "not-allowed", f"This token does not allow '{scope}'.")


def require_user(me: Identity) -> None:
    """For what guests cannot do."""
    require(me, ACCOUNT)
    if me.kind != "user":
        raise Problem(403, "account-needed", "This needs an account; as a guest you can make one and keep your matches.")
