"""One's account: see, change, export and delete it; and what others see of it."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from litestar import Response, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy.exc import IntegrityError

from sandtable.server.accounts import tokens
from sandtable.server.accounts.desk import Desk
from sandtable.server.accounts.forms import AccountForm, Me, Profile, ProofForm
from sandtable.server.accounts.naming import claim, clean_name, name_taken
from sandtable.server.errors import Problem, not_found
from sandtable.server.identity import ACCOUNT, WATCH, Identity, require, require_user
from sandtable.server.notify import webhook_objection
from sandtable.store import accounts


def describe(found: accounts.Found, scopes: frozenset[str]) -> Me:
    return Me(
        user=found.id,
        kind=found.kind,
        name=found.name,
        email=found.email,
        about=found.about,
        notify_mail=found.notify_mail,
        webhook_url=found.webhook_url,
        scopes=sorted(scopes),
        has_password=found.password is not None,
        created_at=found.created_at,
    )


@get("/v1/account", summary="Who am I")
async def show(me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> Me:
    async with desk.database.read() as connection:
        found = await accounts.find(connection, id=me.user)
    if found is None:
        raise Problem(401, "log-in-first", "Log in first.")
    seen = describe(found, me.scopes)
    if ACCOUNT not in me.scopes:  # a token for playing tells no mail address
        seen.email = seen.webhook_url = None
    return seen


@patch("/v1/account", summary="Change name, notifications or what others read about you")
async def alter(data: JSONBody[AccountForm], me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> Me:
    require(me, ACCOUNT)
    desk.limits.take("write", me.user)
    values: dict[str, Any] = {
        key: value for key in ("about", "notify_mail") if (value := getattr(data, key)) is not msgspec.UNSET and value is not None
    }
    if isinstance(data.name, str):
        name = clean_name(data.name, desk.settings)
        values |= accounts.named(name) if me.kind == "user" else {"name": name}
    if isinstance(data.webhook_url, str):
        require_user(me)
        reason = webhook_objection(data.webhook_url, desk.settings.webhook_private) if data.webhook_url else ""
        if reason:
            raise Problem(400, "bad-webhook", reason)
        values["webhook_url"] = data.webhook_url or None
        values["webhook_key"] = tokens.make() if data.webhook_url else None
    async with desk.database.write() as connection:
        if "name" in values:
            await claim(connection, values["name"], me.user)
        try:
            if values:
                await accounts.change(connection, me.user, **values)
        except IntegrityError:
            raise name_taken() from None
        found = await accounts.find(connection, id=me.user)
    assert found is not None
    return describe(found, me.scopes)


@get("/v1/account/webhook-key", summary="The key that signs what is sent to your webhook")
async def webhook_key(me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> dict[str, str]:
    require_user(me)
    async with desk.database.read() as connection:
        found = await accounts.find(connection, id=me.user)
    return {"key": (found.webhook_key if found else None) or ""}


@get("/v1/account/export", summary="All that is kept about you")
async def export(me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> Response[dict[str, Any]]:
    """Of matches under way it holds what you know, never more."""
    require(me, ACCOUNT)
    desk.limits.take("costly", me.user)
    hidden = {"hash", "password", "webhook_key", "name_key", "skeleton"}
    async with desk.database.read() as connection:
        found = await accounts.find(connection, id=me.user)
        if found is None:
            raise Problem(401, "log-in-first", "Log in first.")
        body: dict[str, Any] = {"account": _plain(found, hidden)}
        for key, table in (("sessions", accounts.session), ("tokens", accounts.api_token), ("openid", accounts.oidc_link)):
            body[key] = [_plain(row, hidden) for row in await accounts.of_account(connection, table, me.user)]
        for holding in desk.holdings:
            body.update(await holding.export(connection, me.user))
    return Response(body, headers={"Content-Disposition": 'attachment; filename="sandtable-export.json"'})


def _plain(row: accounts.Found, hidden: set[str]) -> dict[str, Any]:
    return {key: value for key, value in row._mapping.items() if key not in hidden}


@post("/v1/account/delete", status_code=204, summary="Delete your account")
async def remove(data: JSONBody[ProofForm], me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> Response[None]:
    """Your seats stay for the others, without your name.  This cannot be undone."""
    require(me, ACCOUNT)
    await desk.prove(me, data.password)
    await forget(desk, me.user)
    return Response(None, status_code=204, cookies=[desk.cookie("", "", 0), desk.cookie("device", "", 0)])


async def forget(desk: Desk, user: str) -> None:
    async with desk.database.write() as connection:
        gone = await accounts.end_sessions(connection, user)
        for holding in desk.holdings:
            await holding.forget(connection, user)
        await accounts.anonymise(connection, user)
    await desk.tell_ended(gone)
    await desk.tell_moved(user)
    desk.note("account deleted", user)


@get("/v1/players/{user:str}", summary="What everybody may know of a player")
async def profile(user: FromPath[str], desk: NamedDependency[Desk], who: NamedDependency[Identity | None]) -> Profile:
    if who is not None:
        require(who, WATCH)
    async with desk.database.read() as connection:
        found = await accounts.find(connection, id=user)
        if found is None or found.kind == "deleted" or found.disabled_at is not None:
            raise not_found("player")
        details: dict[str, Any] = {}
        for holding in desk.holdings:
            details.update(await holding.profile(connection, user))
    since = time.strftime("%Y-%m", time.gmtime(found.created_at))
    return Profile(user, found.kind, found.name, found.about, since, details)
