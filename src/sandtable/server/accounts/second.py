"""The second factor: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost phone.

A code counts once, for half a minute and the half minutes beside it.  The key of the app must be kept as it is; recovery
codes are kept as hashes.  Whoever logs in by OpenID has the provider's second factor and is not asked for ours.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from typing import Annotated
from urllib.parse import quote

import msgspec
from litestar import Response, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.accounts import tokens
from sandtable.server.accounts.desk import Desk
from sandtable.server.accounts.forms import ProofForm
from sandtable.server.errors import Problem
from sandtable.server.identity import Identity, require_user
from sandtable.store import accounts

STEP = 30  # seconds
DIGITS = 6
RECOVERY_CODES = 10
CODE_LENGTH = 24  # 118 bits: with 112 or more a plain hash is enough (ASVS 6.5.2)


class Begun(msgspec.Struct):
    """The key, as text and for a QR code; shown this once."""

    key: str
    uri: str


class CodeForm(msgspec.Struct):
    code: Annotated[str, msgspec.Meta(max_length=40, examples=["123456"])]


class RemoveForm(msgspec.Struct):
    code: Annotated[str, msgspec.Meta(max_length=40)]
    password: Annotated[str, msgspec.Meta(max_length=1024)] = ""


class RecoveryCodes(msgspec.Struct):
    """Each works once, in place of a code; shown this once."""

    codes: list[str]


class SecondFactor(msgspec.Struct):
    on: bool
    recovery_codes_left: int


def code_at(key: str, step: int) -> str:
    """HOTP of RFC 4226 for a step of time."""
    mark = hmac.digest(base64.b32decode(key), step.to_bytes(8, "big"), "sha1")
    place = mark[-1] & 15
    number = int.from_bytes(mark[place : place + 4], "big") & 0x7FFFFFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def fitting_step(key: str, code: str, now: int) -> int:
    """The step of time a code belongs to, if it is near; else 0."""
    found = 0
    for step in range(now // STEP - 1, now // STEP + 2):
        if hmac.compare_digest(code_at(key, step).encode(), code.encode()):
            found = step
    return found


async def pass_second(connection: AsyncConnection, row: accounts.Found, given: str, now: int) -> bool:
    """Use up a code or a recovery code.  Of several who try the same one at once, one gets in."""
    code = "".join(given.split()).replace("-", "").lower()
    step = fitting_step(row.key, code, now)
    table = accounts.second_factor
    mine = table.update().where(table.c.account == row.account)
    if step:
        return (await connection.execute(mine.where(table.c.last_step < step).values(last_step=step))).rowcount == 1
    left = row.recovery.split()
    if tokens.digest(code) not in left:
        return False
    rest = " ".join(mark for mark in left if mark != tokens.digest(code))
    return (await connection.execute(mine.where(table.c.recovery == row.recovery).values(recovery=rest))).rowcount == 1


@get("/v1/account/second-factor", summary="Is a second factor asked for")
async def show_second(me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> SecondFactor:
    require_user(me)
    async with desk.database.read() as connection:
        row = await accounts.find_second(connection, me.user)
    return SecondFactor(row is not None, len(row.recovery.split()) if row else 0)


@post("/v1/account/second-factor", status_code=200, summary="Begin with an authenticator app")
async def begin_second(data: JSONBody[ProofForm], me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> Begun:
    """Nothing is asked for until the first code was entered."""
    require_user(me)
    found = await desk.prove(me, data.password)
    key = base64.b32encode(secrets.token_bytes(20)).decode()
    async with desk.database.write() as connection:
        if await accounts.find_second(connection, me.user):
            raise Problem(409, "has-second-factor", "There is a second factor already. Remove it first.")
        await connection.execute(accounts.second_factor.delete().where(accounts.second_factor.c.account == me.user))
        await accounts.add(connection, accounts.second_factor, account=me.user, key=key)
    label = quote(f"Sandtable:{found.email or found.name}", safe="")
    return Begun(key, f"otpauth://totp/{label}?secret={key}&issuer=Sandtable&digits={DIGITS}&period={STEP}")


@put("/v1/account/second-factor", summary="Enter the first code; from now on log-ins ask for one")
async def confirm_second(data: JSONBody[CodeForm], me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> RecoveryCodes:
    require_user(me)
    desk.limits.take("login-account", f"second {me.user}")
    made = [tokens.make_code(CODE_LENGTH) for _ in range(RECOVERY_CODES)]
    async with desk.database.write() as connection:
        row = await accounts.find_second(connection, me.user, confirmed=False)
        if row is None or not await pass_second(connection, row, data.code, desk.now()):
            raise Problem(403, "wrong-code", "That is not the code of this moment.")
        table = accounts.second_factor
        values = {"confirmed_at": desk.now(), "recovery": " ".join(map(tokens.digest, made))}
        await connection.execute(table.update().where(table.c.account == me.user).values(**values))
        gone = await accounts.end_sessions(connection, me.user, keep=me.session)
    await desk.tell_ended(gone)
    desk.note("second factor on", me.user)
    return RecoveryCodes(["-".join(code[start : start + 4] for start in range(0, CODE_LENGTH, 4)) for code in made])


@post("/v1/account/second-factor/remove", status_code=204, summary="Ask for no second factor any more")
async def remove_second(data: JSONBody[RemoveForm], me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> Response[None]:
    require_user(me)
    await desk.prove(me, data.password)
    desk.limits.take("login-account", f"second {me.user}")
    async with desk.database.write() as connection:
        row = await accounts.find_second(connection, me.user)
        if row is None or not await pass_second(connection, row, data.code, desk.now()):
            raise Problem(403, "wrong-code", "That is not the code of this moment.")
        await connection.execute(accounts.second_factor.delete().where(accounts.second_factor.c.account == me.user))
    desk.note("second factor off", me.user)
    return Response(None, status_code=204)
