"""Who is speaking.  Routes and sockets know only what stands here."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any, Literal

import msgspec
from litestar import Response, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from sandtable.server.errors import Problem

COOKIE = "sandtable"
PLAY = "play"  # scopes of tokens: make decisions
WATCH = "watch"  # read what the user may see
ALL_SCOPES = frozenset({PLAY, WATCH})


class Identity(msgspec.Struct, frozen=True):
    user: str
    kind: Literal["user", "guest", "bot"]
    name: str
    scopes: frozenset[str] = ALL_SCOPES
    by_cookie: bool = False  # a browser sends cookies by itself: such requests must name their origin


async def identify(connection: ASGIConnection[Any, Any, Any, Any]) -> Identity | None:
    """The identity behind a request or a socket's handshake; None for a stranger."""
    secret: str = connection.app.state.settings.secret
    header = connection.headers.get("authorization", "")
    if header.startswith("Bearer "):
        return _read(secret, header.removeprefix("Bearer "), False)
    return _read(secret, connection.cookies.get(COOKIE, ""), True)


async def provide_me(request: ASGIConnection[Any, Any, Any, Any]) -> Identity:
    """Dependency ``me``: somebody, or 401."""
    found = await identify(request)
    if found is None:
        raise Problem(401, "log-in-first", "Log in or enter as a guest first.")
    return found


async def provide_who(request: ASGIConnection[Any, Any, Any, Any]) -> Identity | None:
    """Dependency ``who``: somebody or nobody."""
    return await identify(request)


def require(me: Identity, scope: str) -> None:
    if scope not in me.scopes:
        raise Problem(403, "not-allowed", f"This token does not allow '{scope}'.")


# A guest's token carries its own identity, signed: enough until accounts take over.


def _sign(secret: str, text: str) -> str:
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


def _read(secret: str, token: str, by_cookie: bool) -> Identity | None:
    user, _, rest = token.partition(".")
    name, _, seal = rest.rpartition(".")
    if not user or not hmac.compare_digest(seal, _sign(secret, f"{user}.{name}")):
        return None
    return Identity(user, "guest", bytes.fromhex(name).decode(), by_cookie=by_cookie)


class Entry(msgspec.Struct):
    name: str = "Guest"


class Entered(msgspec.Struct):
    user: str
    name: str
    token: str


@post("/v1/guests", summary="Enter as a guest")
async def enter(request: ASGIConnection[Any, Any, Any, Any], data: Entry) -> Response[Entered]:
    user = "g" + secrets.token_hex(8)
    text = f"{user}.{data.name.encode().hex()}"
    token = f"{text}.{_sign(request.app.state.settings.secret, text)}"
    cookie = Cookie(key=COOKIE, value=token, httponly=True, samesite="lax", path="/", max_age=30 * 86400)
    return Response(Entered(user, data.name, token), cookies=[cookie])
