"""Personal API tokens: for programs that play or watch in one's name."""

from __future__ import annotations

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sandtable.server.accounts import tokens
from sandtable.server.accounts.desk import Desk
from sandtable.server.accounts.forms import TokenForm, TokenMade, TokenView
from sandtable.server.errors import Problem, not_found
from sandtable.server.identity import ACCOUNT, ALL_SCOPES, Identity, require, require_user
from sandtable.store import accounts

MOST = 50


@get("/v1/tokens", summary="Your API tokens")
async def show_tokens(me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> list[TokenView]:
    require(me, ACCOUNT)
    async with desk.database.read() as connection:
        rows = await accounts.of_account(connection, accounts.api_token, me.user)
    return [TokenView(row.id, row.name, row.scopes.split(), row.created_at, row.seen_at, row.expires_at) for row in rows]


@post("/v1/tokens", summary="Make an API token")
async def make_token(data: JSONBody[TokenForm], me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> TokenMade:
    """Scopes: ``watch`` reads what you may see, ``play`` makes your decisions.  No token changes the account itself."""
    require_user(me)
    unknown = sorted(set(data.scopes) - ALL_SCOPES)
    if unknown:
        raise Problem(400, "no-such-scope", f"There is no scope '{unknown[0][:40]}'.", {"scopes": sorted(ALL_SCOPES)})
    desk.limits.take("write", me.user)
    await desk.prove(me, data.password)
    token, token_id, now = tokens.make_api(), tokens.make_id(), desk.now()
    async with desk.database.write() as connection:
        if len(await accounts.of_account(connection, accounts.api_token, me.user)) >= MOST:
            raise Problem(409, "too-many-tokens", f"An account has at most {MOST} tokens. End one first.")
        await accounts.add(
            connection,
            accounts.api_token,
            id=token_id,
            hash=tokens.digest(token),
            account=me.user,
            name=data.name,
            scopes=" ".join(sorted(set(data.scopes))),
            created_at=now,
            expires_at=now + data.days * 86400 if data.days else None,
        )
    desk.note("token made", me.user, scopes=" ".join(sorted(set(data.scopes))))
    return TokenMade(token_id, token)


@delete("/v1/tokens/{token:str}", summary="End an API token")
async def end_token(token: FromPath[str], me: NamedDependency[Identity], desk: NamedDependency[Desk]) -> None:
    require(me, ACCOUNT)
    desk.limits.take("write", me.user)
    async with desk.database.write() as connection:
        if not await accounts.end(connection, accounts.api_token, me.user, token):
            raise not_found("token")
    await desk.tell_ended([token])
