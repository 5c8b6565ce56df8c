"""Log in, log out, here and everywhere."""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sandtable.server.accounts import tokens
from sandtable.server.accounts.desk import AnyRequest, Desk, address_of
from sandtable.server.accounts.forms import LogInForm, Me, SessionView
from sandtable.server.accounts.person import describe
from sandtable.server.accounts.second import pass_second
from sandtable.server.errors import Problem, not_found
from sandtable.server.identity import ACCOUNT, LOGGED_IN, Identity, cookie_name, identify, require
from sandtable.server.mail import fold
from sandtable.store import accounts


@post("/v1/session", status_code=200, summary="Log in")
async def log_in(request: AnyRequest, data: JSONBody[LogInForm], desk: NamedDependency[Desk]) -> Response[Me]:
    """The answer to a wrong password, an unknown address and an account not yet confirmed is one and the same,
    and takes as long."""
    email, address = fold(data.email), address_of(request)
    desk.limits.take("login-address", address)
    mark = tokens.digest(request.cookies.get(cookie_name(desk.settings, "device"), ""))
    async with desk.database.read() as connection:
        found = await accounts.find(connection, email=email)
        query = accounts.device.select().where(accounts.device.c.hash == mark)
        device = (await connection.execute(query)).one_or_none()
    known = device is not None and found is not None and device.account == found.id
    bucket = ("login-device", mark) if known else ("login-account", tokens.digest(email))
    desk.limits.take(*bucket)
    if not await desk.check_password(data.password, found.password if found else None) or found is None:
        desk.note("log-in refused", found.id if found else None, by="password")
        raise Problem(401, "wrong-log-in", "Address or password is wrong, or the account is not confirmed yet.")
    if not await _second(desk, found.id, data.code):
        desk.note("log-in refused", found.id, by="code")
        raise Problem(401, "code-needed" if not data.code else "wrong-code", "Enter the code your authenticator app shows now.")
    desk.limits.give_back(*bucket)
    desk.limits.give_back("login-address", address)
    if found.disabled_at is not None:
        raise Problem(403, "disabled", "This account was closed by the people who run this server.")
    guest = await identify(request)
    renewed = await desk.hash_password(data.password) if desk.hashing.outdated(found.password) else None
    gone: list[str] = []
    async with desk.database.write() as connection:
        if renewed:
            await accounts.change(connection, found.id, password=renewed)
        if guest is not None:  # the secret of before the log-in is worth nothing after it
            await accounts.end(connection, accounts.session, guest.user, guest.session)
            gone.append(guest.session)
        if guest is not None and guest.kind == "guest" and data.keep_guest:
            for holding in desk.holdings:
                await holding.adopt(connection, guest.user, found.id)
        cookies = await desk.open_session(connection, request, found.id, data.stay)
    await desk.tell_ended(gone)
    if guest is not None and guest.kind == "guest":
        await desk.tell_moved(guest.user)
    desk.note("log-in", found.id, by="password")
    return Response(describe(found, LOGGED_IN), cookies=cookies)


async def _second(desk: Desk, user: str, code: str) -> bool:
    """Whether the second factor, if there is one, is passed."""
    async with desk.database.read() as connection:
        row = await accounts.find_second(connection, user)
    if row is None:
        return True
    async with desk.database.write() as connection:
        return bool(code) and await pass_second(connection, row, code, desk.now())


@delete("/v1/session", summary="Log out here")
async def log_out(request: AnyRequest, desk: NamedDependency[Desk]) -> Response[None]:
    me = await identify(request)
    if me is not None and ACCOUNT in me.scopes:
        async with desk.database.write() as connection:
            await accounts.end(connection, accounts.session, me.user, me.session)
        await desk.tell_ended([me.session])
        desk.note("log-out", me.user)
    return farewell(desk)


def farewell(desk: Desk) -> Response[None]:
    """Nothing of a person stays in a browser that others may use (the page keeps its look and language: settings.svelte.ts)."""
    return Response(None, status_code=204, cookies=[desk.cookie("", "", 0)], headers={"Clear-Site-Data": '"cache", "storage"'})


@get("/v1/sessions", summary="Where you are logged in")
async def show_sessions(me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> list[SessionView]:
    require(me, ACCOUNT)
    async with desk.database.read() as connection:
        rows = await accounts.of_account(connection, accounts.session, me.user)
    now = desk.now()
    alive = [row for row in rows if now < min(row.expires_at, row.seen_at + row.idle_seconds)]
    return [
        SessionView(row.id, row.id == me.session, row.agent, row.address, row.created_at, row.seen_at)
        for row in sorted(alive, key=lambda row: row.seen_at, reverse=True)
    ]


@delete("/v1/sessions/{session:str}", summary="Log out one of your devices")
async def end_session(session: FromPath[str], me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> None:
    require(me, ACCOUNT)
    desk.limits.take("write", me.user)
    async with desk.database.write() as connection:
        if not await accounts.end(connection, accounts.session, me.user, session):
            raise not_found("session")
    await desk.tell_ended([session])


@delete("/v1/sessions", summary="Log out everywhere")
async def end_all(me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> Response[None]:
    """Here too.  API tokens stay; they are ended one by one."""
    require(me, ACCOUNT)
    async with desk.database.write() as connection:
        ended = await accounts.end_sessions(connection, me.user)
    await desk.tell_ended(ended)
    desk.note("log-out everywhere", me.user)
    return farewell(desk)
