"""A new password, a new address."""

from __future__ import annotations

import time

from litestar import Response, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody

from sandtable.server.accounts import letters, tokens
from sandtable.server.accounts.desk import AnyRequest, Desk, address_of
from sandtable.server.accounts.entry import WRITTEN, check_password, used_up
from sandtable.server.accounts.forms import EmailForm, NewPasswordForm, PasswordForm, ResetForm, Told
from sandtable.server.accounts.pace import await_beat
from sandtable.server.errors import Problem
from sandtable.server.identity import Identity, require_user
from sandtable.server.mail import fold, is_address
from sandtable.store import accounts


@post("/v1/password/reset", status_code=202, summary="Ask for a link to choose a new password")
async def ask(request: AnyRequest, data: JSONBody[ResetForm], desk: NamedDependency[Desk]) -> Told:
    """The answer does not tell whether the address has an account, nor does its time."""
    started = time.monotonic()
    email = fold(data.email)
    desk.limits.take("mail-address", address_of(request))
    desk.limits.take("mail-to", tokens.digest(email))
    token = tokens.make()
    async with desk.database.write() as connection:
        found = await accounts.find(connection, email=email)
        # A row is written either way, so that both ways take as long.
        await accounts.drop_mail_tokens(connection, found.id if found else "", "reset")
        await accounts.add(
            connection,
            accounts.mail_token,
            hash=tokens.digest(token),
            purpose="reset",
            account=found.id if found else None,
            email=email,
            expires_at=desk.now() + desk.settings.reset_minutes * 60,
        )
    if found is not None and found.disabled_at is None:
        desk.post.send(email, *letters.reset(desk.settings.url, found.name, token, desk.settings.reset_minutes))
    await await_beat(started)
    return WRITTEN


@post("/v1/password", status_code=204, summary="Choose a new password with the link of a mail")
async def choose(request: AnyRequest, data: JSONBody[NewPasswordForm], desk: NamedDependency[Desk]) -> Response[None]:
    """Ends every log-in of the account."""
    desk.limits.take("token", address_of(request))
    check_password(data.password)
    hashed = await desk.hash_password(data.password)
    async with desk.database.write() as connection:
        used = await accounts.use_mail_token(connection, tokens.digest(data.token), ("reset",), desk.now())
        found = await accounts.find(connection, id=used.account) if used else None
        # A link sent to an address that is the account's no more opens nothing.
        if used is None or found is None or found.email != used.email:
            raise used_up()
        await accounts.change(connection, found.id, password=hashed)
        gone = await accounts.end_sessions(connection, found.id)
    desk.post.send(found.email, *letters.password_changed(desk.settings.url, found.name))
    await desk.tell_ended(gone)
    desk.note("password changed", found.id, by="link")
    return Response(None, status_code=204, cookies=[desk.cookie("", "", 0)])


@put("/v1/account/password", status_code=204, summary="Change your password")
async def change(data: JSONBody[PasswordForm], me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> None:
    """Ends every other log-in.  Accounts of an OpenID log-in get their first password this way."""
    require_user(me)
    found = await desk.prove(me, data.old)
    check_password(data.password, found.email or "", found.name)
    hashed = await desk.hash_password(data.password)
    async with desk.database.write() as connection:
        await accounts.change(connection, me.user, password=hashed)
        await accounts.drop_mail_tokens(connection, me.user, "reset")
        gone = await accounts.end_sessions(connection, me.user, keep=me.session)
    if found.email:
        desk.post.send(found.email, *letters.password_changed(desk.settings.url, found.name))
    await desk.tell_ended(gone)
    desk.note("password changed", me.user, by="password")


@put("/v1/account/email", status_code=202, summary="Move your account to another mail address")
async def move(request: AnyRequest, data: JSONBody[EmailForm], me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> Told:
    """The old address is told; the new one counts once its link is opened."""
    require_user(me)
    email = fold(data.email)
    if not is_address(email):
        raise Problem(400, "no-address", "This is no mail address.")
    found = await desk.prove(me, data.password)
    desk.limits.take("mail-address", address_of(request))
    desk.limits.take("mail-to", tokens.digest(email))
    token = tokens.make()
    async with desk.database.write() as connection:
        taken = await accounts.find(connection, email=email)
        await accounts.drop_mail_tokens(connection, me.user, "move")
        await accounts.add(
            connection,
            accounts.mail_token,
            hash=tokens.digest(token),
            purpose="move",
            account=me.user,
            email=email,
            expires_at=desk.now() + desk.settings.confirm_days * 86400,
        )
    url, days = desk.settings.url, desk.settings.confirm_days
    desk.post.send(email, *(letters.already(url) if taken else letters.move(url, found.name, token, days)))
    if found.email:
        desk.post.send(found.email, *letters.moving(url, found.name))
    return WRITTEN
