"""Coming in: guests, registration, confirmation.

Whoever registers stays the guest they are until the link in the mail is opened.  So the answer is the same whether
the address was free or has an account, and nobody can act in the name of an address that is not theirs.
"""

from __future__ import annotations

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.accounts import letters, passwords, tokens
from sandtable.server.accounts.desk import AnyRequest, Desk, address_of
from sandtable.server.accounts.forms import ConfirmForm, Entered, GuestForm, Me, RegisterForm, Told, Ways
from sandtable.server.accounts.naming import claim, clean_name, free_name
from sandtable.server.accounts.person import describe
from sandtable.server.errors import Problem
from sandtable.server.identity import ACCOUNT, LOGGED_IN, Connection, Identity, identify
from sandtable.server.mail import fold, is_address
from sandtable.store import accounts, matches

WRITTEN = Told("We have written to this address. Open the link in the mail to go on.")


def used_up() -> Problem:
    return Problem(410, "link-used", "This link was used already or is too old. Ask for a new one.")


async def add_guest(desk: Desk, connection: AsyncConnection, name: str) -> str:
    account_id, now = tokens.make_id(), desk.now()
    await accounts.add(connection, accounts.account, id=account_id, kind="guest", name=name, created_at=now, seen_at=now)
    return account_id


def from_browser(request: Connection) -> bool:
    """Browsers name the origin of what they send; programs do not, and get tokens in place of cookies."""
    return "origin" in request.headers or "sec-fetch-site" in request.headers


@get("/v1/entry", summary="How people get in here")
async def ways(desk: NamedDependency[Desk]) -> Ways:
    """What the log-in page offers: guests, new accounts, and the name of an OpenID provider if there is one."""
    settings = desk.settings
    return Ways(settings.guests, settings.registration, settings.oidc_name if settings.oidc_issuer else None)


@post("/v1/guests", summary="Enter as a guest")
async def enter(request: AnyRequest, data: JSONBody[GuestForm], desk: NamedDependency[Desk]) -> Response[Entered]:
    """A guest plays without an account, in this browser or with this token, and may make an account later.
    Whoever brings the link of a match or a seat counts for that match and not for strangers of the same address."""
    if not desk.settings.guests:
        raise Problem(403, "no-guests", "This server has no guests. Log in.")
    await _charge_guest(desk, address_of(request), data.link)
    name = clean_name(data.name, desk.settings) if data.name.strip() else f"Guest {tokens.make_code(4)}"
    async with desk.database.write() as connection:
        if data.name.strip():
            await claim(connection, name)
        user = await add_guest(desk, connection, name)
        cookies = await desk.open_session(connection, request, user, stay=True, remember=False)
    if from_browser(request):
        return Response(Entered(user, name, ""), cookies=cookies)
    return Response(Entered(user, name, str(cookies[0].value)))


async def _charge_guest(desk: Desk, address: str, link: str) -> None:
    """A club, a class, twelve phones around one screen: those who were invited to a match get in though many strangers came from
    their address.  So many to a match and no more: links are no way around the limits.  A link that opens nothing is none."""
    if link.isascii() and link.isprintable() and link:
        async with desk.database.read() as connection:
            match = await matches.invited_to(connection, link)
        if match is not None and not desk.limits.wait("guest-match", match) and not desk.limits.wait("guest-link", address):
            return
    desk.limits.take("guest", address)


@post("/v1/account", status_code=202, summary="Make an account")
async def register(
    request: AnyRequest, data: JSONBody[RegisterForm], who: NamedDependency[Identity | None], desk: NamedDependency[Desk]
) -> Response[Told]:
    """Sends a link to the address.  Until it is opened you go on as a guest; then the guest's matches are the account's."""
    if not desk.settings.registration:
        raise Problem(403, "no-registration", "This server makes no new accounts.")
    if who is not None and who.kind != "guest":
        raise Problem(409, "has-account", "You are logged in to an account already.")
    email, name = fold(data.email), clean_name(data.name, desk.settings)
    _check(email, data.password, name)
    desk.limits.take("register", address_of(request))
    desk.limits.take("mail-to", tokens.digest(email))
    hashed = await desk.hash_password(data.password)
    token, cookies = tokens.make(), list[Cookie]()
    async with desk.database.write() as connection:
        await claim(connection, name)
        taken = await accounts.find(connection, email=email)
        if who is None:
            user = await add_guest(desk, connection, name)
            cookies = await desk.open_session(connection, request, user, stay=True, remember=False)
        else:
            user = who.user
            await accounts.drop_mail_tokens(connection, user, "confirm")
        await accounts.add(
            connection,
            accounts.mail_token,
            hash=tokens.digest(token),
            purpose="confirm",
            account=user,
            email=email,
            name=name,
            password=hashed,
            expires_at=desk.now() + desk.settings.confirm_days * 86400,
        )
    letter = letters.already(desk.settings.url) if taken else letters.confirm(desk.settings.url, name, token, desk.settings.confirm_days)
    desk.post.send(email, *letter)
    return Response(WRITTEN, status_code=202, cookies=cookies)


def _check(email: str, password: str, name: str) -> None:
    if not is_address(email):
        raise Problem(400, "no-address", "This is no mail address.")
    check_password(password, email, name)


REASONS = {
    "password-too-short": f"A password has at least {passwords.MIN_LENGTH} characters.",
    "password-too-long": f"A password has at most {passwords.MAX_LENGTH} characters.",
    "password-too-common": "Very many people use this password. Take another.",
    "password-too-personal": "Your own name is the first thing others would try. Take another.",
}


def check_password(password: str, *personal: str) -> None:
    reason = passwords.objection(password, *personal)
    if reason:
        raise Problem(400, reason, REASONS[reason])


@post("/v1/account/confirm", status_code=200, summary="Open the link of a confirmation mail")
async def confirm(request: AnyRequest, data: JSONBody[ConfirmForm], desk: NamedDependency[Desk]) -> Response[Me]:
    """Makes the account, or moves it to its new address, and logs in.  In another browser than the one that registered
    the password is asked for: whoever wrote somebody else's address into the form gains nothing by their click."""
    desk.limits.take("token", address_of(request))
    digest, who = tokens.digest(data.token), await identify(request)
    async with desk.database.read() as connection:
        query = accounts.mail_token.select().where(accounts.mail_token.c.hash == digest)
        row = (await connection.execute(query)).one_or_none()
        owner = await accounts.find(connection, id=row.account) if row else None
    if row is None or owner is None or row.purpose == "reset" or row.used_at is not None or row.expires_at <= desk.now():
        raise used_up()
    if who is None or ACCOUNT not in who.scopes or who.user != row.account:
        kept = row.password if row.purpose == "confirm" else owner.password
        if not data.password or not await desk.check_password(data.password, kept):
            raise Problem(403, "password-needed", "Enter the password of the new account.")
    async with desk.database.write() as connection:
        used = await accounts.use_mail_token(connection, digest, ("confirm", "move"), desk.now())
        if used is None:
            raise used_up()
        await _settle(connection, used)
        for holding in desk.holdings if used.purpose == "confirm" else ():  # who sits as a guest somewhere sits as an account now
            await holding.adopt(connection, used.account, used.account)
        gone = await accounts.end_sessions(connection, used.account)
        cookies = await desk.open_session(connection, request, used.account, stay=True)
        found = await accounts.find(connection, id=used.account)
    await desk.tell_ended(gone)
    await desk.tell_moved(used.account)
    desk.note("address confirmed", used.account, purpose=used.purpose)
    assert found is not None
    return Response(describe(found, LOGGED_IN), cookies=cookies)


async def _settle(connection: AsyncConnection, used: accounts.Found) -> None:
    """Give the account what the link was for; an address goes to whoever confirms it first."""
    if await accounts.find(connection, email=used.email):
        raise used_up()
    if used.purpose == "move":
        await accounts.change(connection, used.account, email=used.email)
        return
    names = accounts.named(await free_name(connection, used.name, used.account))
    try:
        await accounts.change(connection, used.account, kind="user", email=used.email, password=used.password, **names)
    except IntegrityError:  # on PostgreSQL somebody else may be as quick
        raise used_up() from None
