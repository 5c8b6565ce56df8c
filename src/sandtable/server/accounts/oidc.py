"""Log-in by an OpenID provider: authorization code with PKCE, state, nonce, and a cookie of the browser that began."""

from __future__ import annotations

import hmac
import logging
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, QueryParameter
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.accounts import tokens
from sandtable.server.accounts.desk import AnyRequest, Desk, address_of
from sandtable.server.accounts.naming import free_name
from sandtable.server.errors import Problem
from sandtable.server.identity import ACCOUNT, Identity, cookie_name, identify
from sandtable.server.mail import fold, is_address
from sandtable.store import accounts

if TYPE_CHECKING:
    from sandtable.server.accounts.provider import Provider

log = logging.getLogger("sandtable.oidc")

PENDING_SECONDS = 600


class Failed(Exception):
    """The log-in did not work; the key is for the page that tells it."""


class Start(msgspec.Struct):
    next: Annotated[str, msgspec.Meta(max_length=500)] = "/"


class Started(msgspec.Struct):
    url: str


def local_path(text: str) -> str:
    """Where to go afterwards: a page of ours, never another site."""
    fine = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable() and text.isascii() and "\\" not in text
    return text if fine else "/"


def _provider(request: AnyRequest) -> Provider:
    found: Provider | None = request.app.state.get("oidc")
    if found is None:
        raise Problem(404, "no-openid", "This server has no OpenID log-in.")
    return found


@post("/v1/oidc", status_code=200, summary="Begin an OpenID log-in")
async def start(request: AnyRequest, data: JSONBody[Start], desk: NamedDependency[Desk]) -> Response[Started]:
    """Answers with the provider's page to go to."""
    provider = _provider(request)
    desk.limits.take("login-address", address_of(request))
    state, nonce, verifier, mark = tokens.make(), tokens.make(), tokens.make(), tokens.make()
    try:
        url = await provider.authorization_url(state, nonce, verifier)
    except Failed as error:
        log.warning("provider does not answer", extra={"reason": str(error)})
        raise Problem(503, "try-again", "The OpenID provider does not answer. Try again.", headers={"Retry-After": "10"}) from None
    async with desk.database.write() as connection:
        await accounts.add(
            connection,
            accounts.oidc_pending,
            hash=tokens.digest(state),
            browser=tokens.digest(mark),
            nonce=nonce,
            verifier=verifier,
            next=local_path(data.next),
            expires_at=desk.now() + PENDING_SECONDS,
        )
    return Response(Started(url), cookies=[desk.cookie("oidc", mark, PENDING_SECONDS)])


@get("/v1/oidc/callback", status_code=303, summary="Where the OpenID provider sends people back to")
async def callback(
    request: AnyRequest,
    desk: NamedDependency[Desk],
    code: FromQuery[str] = "",
    given: Annotated[str, QueryParameter(name="state")] = "",
    error: FromQuery[str] = "",
) -> Response[None]:
    provider = _provider(request)
    desk.limits.take("token", address_of(request))
    try:
        pending = await _take_pending(desk, given, request.cookies.get(cookie_name(desk.settings, "oidc"), ""))
        if error or not code:
            raise Failed("refused")
        claims = await provider.exchange(code, pending.verifier, pending.nonce)
        cookies = await _log_in(desk, request, claims)
        target = str(pending.next)
    except Failed as problem:
        log.info("log-in failed", extra={"reason": str(problem), "kind": type(problem.__cause__).__name__})
        target, cookies = f"/log-in?openid={quote(str(problem), safe='')}", []
    cookies.append(desk.cookie("oidc", "", 0))
    return Response(None, status_code=303, headers={"Location": desk.settings.url + target}, cookies=cookies)


async def _take_pending(desk: Desk, state: str, mark: str) -> accounts.Found:
    """The log-in this browser began; it is used up whatever happens next."""
    table = accounts.oidc_pending
    async with desk.database.write() as connection:
        chosen = table.c.hash == tokens.digest(state)
        found = (await connection.execute(table.select().where(chosen))).one_or_none()
        done = (await connection.execute(table.delete().where(chosen))).rowcount
    if found is None or done != 1 or found.expires_at <= desk.now() or not hmac.compare_digest(found.browser, tokens.digest(mark)):
        raise Failed("expired")
    return found


async def _log_in(desk: Desk, request: AnyRequest, claims: dict[str, Any]) -> list[Any]:
    """The account linked to this subject; else the one logged in, the guest, or a new one becomes it."""
    me = await identify(request)
    if me is not None and ACCOUNT not in me.scopes:
        me = None  # whoever holds a token of somebody's must not tie their own log-in to that account
    issuer, subject = desk.settings.oidc_issuer, str(claims["sub"])
    gone: list[str] = []
    async with desk.database.write() as connection:
        table = accounts.oidc_link
        link = (await connection.execute(table.select().filter_by(issuer=issuer, subject=subject))).one_or_none()
        if link is None:
            user = await _new_link(desk, connection, me, claims)
            await accounts.add(connection, table, issuer=issuer, subject=subject, account=user)
            if me is not None and me.kind == "guest":  # who sits as a guest somewhere sits as an account now
                for holding in desk.holdings:
                    await holding.adopt(connection, user, user)
        else:
            user = link.account
            found = await accounts.find(connection, id=user)
            if found is None or found.disabled_at is not None:
                raise Failed("disabled")
            if me is not None and me.kind == "guest":
                for holding in desk.holdings:
                    await holding.adopt(connection, me.user, user)
        if me is not None:
            await accounts.end(connection, accounts.session, me.user, me.session)
            gone.append(me.session)
        cookies = await desk.open_session(connection, request, user, stay=True)
    await desk.tell_ended(gone)
    if me is not None:
        await desk.tell_moved(me.user)
    desk.note("log-in", user, by="openid")
    return cookies


async def _new_link(desk: Desk, connection: AsyncConnection, me: Identity | None, claims: dict[str, Any]) -> str:
    if me is not None and me.kind == "user":
        return me.user
    if not desk.settings.registration:
        raise Failed("no-registration")
    email = fold(str(claims.get("email", ""))) if claims.get("email_verified") is True else ""
    if email and await accounts.find(connection, email=email):
        # Whoever runs the provider could name any address: the password of the account links the two, not the address.
        raise Failed("link-first")
    wish = str(claims.get("preferred_username") or claims.get("name") or "Player")
    name = await free_name(connection, wish, me.user if me is not None else "", desk.settings)
    values = {"kind": "user", **accounts.named(name), "email": email if is_address(email) else None}
    try:
        if me is not None:
            await accounts.change(connection, me.user, **values)
            return me.user
        user, now = tokens.make_id(), desk.now()
        await accounts.add(connection, accounts.account, id=user, created_at=now, seen_at=now, **values)
    except IntegrityError:
        raise Failed("failed") from None
    return user
