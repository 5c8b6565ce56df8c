"""Accounts and what belongs to them.  Secrets are kept as hashes only; times are seconds since 1970."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, Row, Table, Text, delete, func, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.store.database import metadata
from sandtable.store.names import name_key, skeleton

DELETED_NAME = "deleted"

account = Table(
    "account",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # user, guest or deleted
    Column("name", Text, nullable=False),
    Column("name_key", Text, unique=True),  # one spelling per name; none for guests, who may share one
    Column("skeleton", Text, index=True),  # what the name looks like; names of old accounts may look alike
    Column("email", Text, unique=True),  # confirmed, in small letters
    Column("password", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("disabled_at", BigInteger),
    Column("about", Text, nullable=False, server_default=""),
    Column("notify_mail", Boolean, nullable=False, server_default=true()),
    Column("webhook_url", Text),
    Column("webhook_key", Text),  # signs what is sent to the webhook
)

session = Table(
    "session",
    metadata,
    Column("id", Text, primary_key=True),
    Column("hash", Text, nullable=False, unique=True),
    Column("account", Text, ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
    Column("idle_seconds", Integer, nullable=False),
    Column("agent", Text, nullable=False),  # what the browser calls itself
    Column("address", Text, nullable=False),
)

mail_token = Table(
    "mail_token",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("purpose", Text, nullable=False),  # confirm, reset or move
    Column("account", Text, ForeignKey("account.id", ondelete="CASCADE"), index=True),  # none: asked for an address without account
    Column("email", Text, nullable=False),
    Column("name", Text),  # what a confirmation makes of the account
    Column("password", Text),
    Column("expires_at", BigInteger, nullable=False, index=True),
    Column("used_at", BigInteger),
)

api_token = Table(
    "api_token",
    metadata,
    Column("id", Text, primary_key=True),
    Column("hash", Text, nullable=False, unique=True),
    Column("account", Text, ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("scopes", Text, nullable=False),  # by spaces
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger),
    Column("expires_at", BigInteger),
)

device = Table(
    "device",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("account", Text, ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seen_at", BigInteger, nullable=False),
)

oidc_link = Table(
    "oidc_link",
    metadata,
    Column("issuer", Text, primary_key=True),
    Column("subject", Text, primary_key=True),
    Column("account", Text, ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
)

oidc_pending = Table(
    "oidc_pending",
    metadata,
    Column("hash", Text, primary_key=True),  # of the state
    Column("browser", Text, nullable=False),  # hash of the cookie of the browser that began
    Column("nonce", Text, nullable=False),
    Column("verifier", Text, nullable=False),
    Column("next", Text, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)

second_factor = Table(
    "second_factor",
    metadata,
    Column("account", Text, ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("key", Text, nullable=False),  # shared with the authenticator app, so it cannot be a hash
    Column("confirmed_at", BigInteger),
    Column("last_step", BigInteger, nullable=False, server_default="0"),  # codes up to this one are used up
    Column("recovery", Text, nullable=False, server_default=""),  # hashes by spaces
)

Found = Row[Any]


def named(name: str) -> dict[str, str]:
    """The columns of an account's name."""
    return {"name": name, "name_key": name_key(name), "skeleton": skeleton(name)}


async def find_alike(connection: AsyncConnection, name: str, but: str = "") -> bool:
    """Whether an account has this name or one that looks like it.  Of two who ask for one at the same moment, the second waits
    until the transaction of the first ends."""
    if connection.dialect.name == "postgresql":  # on SQLite there is one writer anyway
        await connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"name {skeleton(name)}"))))
    alike = or_(account.c.skeleton == skeleton(name), account.c.name_key == name_key(name))
    return (await connection.execute(select(account.c.id).where(alike, account.c.id != but).limit(1))).first() is not None


async def add(connection: AsyncConnection, table: Table, **values: Any) -> None:
    await connection.execute(table.insert().values(**values))


async def find(connection: AsyncConnection, **where: Any) -> Found | None:
    """The account with these values."""
    return (await connection.execute(select(account).filter_by(**where))).one_or_none()


async def change(connection: AsyncConnection, account_id: str, **values: Any) -> None:
    await connection.execute(update(account).where(account.c.id == account_id).values(**values))


async def session_with_account(connection: AsyncConnection, digest: str) -> Found | None:
    """A session and its account in one look; columns of the account bear the prefix ``account_``."""
    columns = [column.label(f"account_{column.name}") for column in (account.c.kind, account.c.name, account.c.disabled_at)]
    query = select(session, *columns).join(account, account.c.id == session.c.account).where(session.c.hash == digest)
    return (await connection.execute(query)).one_or_none()


async def api_token_with_account(connection: AsyncConnection, digest: str) -> Found | None:
    columns = [column.label(f"account_{column.name}") for column in (account.c.kind, account.c.name, account.c.disabled_at)]
    query = select(api_token, *columns).join(account, account.c.id == api_token.c.account).where(api_token.c.hash == digest)
    return (await connection.execute(query)).one_or_none()


async def find_second(connection: AsyncConnection, account_id: str, confirmed: bool = True) -> Found | None:
    """The second factor of an account, in force or still to be confirmed."""
    at = second_factor.c.confirmed_at
    query = select(second_factor).where(second_factor.c.account == account_id, at.is_not(None) if confirmed else at.is_(None))
    return (await connection.execute(query)).one_or_none()


async def touch(connection: AsyncConnection, table: Table, row_id: str, account_id: str, now: int) -> None:
    """Note a visit."""
    await connection.execute(update(table).where(table.c.id == row_id).values(seen_at=now))
    await change(connection, account_id, seen_at=now)


async def of_account(connection: AsyncConnection, table: Table, account_id: str) -> list[Found]:
    return list(await connection.execute(select(table).where(table.c.account == account_id)))


async def end_sessions(connection: AsyncConnection, account_id: str, keep: str = "") -> list[str]:
    """End all sessions of an account, but one; return the ids of those that ended."""
    chosen = (session.c.account == account_id) & (session.c.id != keep)
    ended = list((await connection.execute(select(session.c.id).where(chosen))).scalars())
    await connection.execute(delete(session).where(chosen))
    return ended


async def keep_newest(connection: AsyncConnection, account_id: str, most: int) -> None:
    """End the sessions unused for longest when there are more than so many."""
    query = select(session.c.id).where(session.c.account == account_id).order_by(session.c.seen_at.desc(), session.c.created_at.desc())
    old = list((await connection.execute(query.offset(most))).scalars())
    if old:
        await connection.execute(delete(session).where(session.c.id.in_(old)))


async def end(connection: AsyncConnection, table: Table, account_id: str, row_id: str) -> bool:
    """Delete a session or token if it is this account's."""
    done = await connection.execute(delete(table).where(table.c.id == row_id, table.c.account == account_id))
    return done.rowcount == 1


async def ended(connection: AsyncConnection, ids: list[str], now: int) -> set[str]:
    """Which of these sessions and API tokens are no more: for sockets that stay open."""
    alive: set[str] = set()
    for table in (session, api_token):
        query = select(table.c.id).join(account, account.c.id == table.c.account).where(account.c.disabled_at.is_(None))
        for start in range(0, len(ids), 500):  # databases bound the number of values in a query
            chosen = query.where(table.c.id.in_(ids[start : start + 500]), or_(table.c.expires_at.is_(None), table.c.expires_at > now))
            alive.update((await connection.execute(chosen)).scalars())
    return set(ids) - alive


async def deleted(connection: AsyncConnection, ids: list[str]) -> set[str]:
    """Which of these people have left for good."""
    found: set[str] = set()
    for start in range(0, len(ids), 500):
        query = select(account.c.id).where(account.c.id.in_(ids[start : start + 500]), account.c.kind == "deleted")
        found.update((await connection.execute(query)).scalars())
    return found


async def use_mail_token(connection: AsyncConnection, digest: str, purposes: tuple[str, ...], now: int) -> Found | None:
    """Use up a link.  Of several who try at once exactly one gets it."""
    chosen = (mail_token.c.hash == digest) & mail_token.c.purpose.in_(purposes)
    done = await connection.execute(
        update(mail_token).where(chosen, mail_token.c.used_at.is_(None), mail_token.c.expires_at > now).values(used_at=now)
    )
    if done.rowcount != 1:
        return None
    return (await connection.execute(select(mail_token).where(chosen))).one()


async def drop_mail_tokens(connection: AsyncConnection, account_id: str, *purposes: str) -> None:
    await connection.execute(delete(mail_token).where(mail_token.c.account == account_id, mail_token.c.purpose.in_(purposes)))


async def anonymise(connection: AsyncConnection, account_id: str) -> None:
    """Forget who it was.  Seats keep pointing at a row that tells nothing."""
    for table in (session, mail_token, api_token, device, oidc_link, second_factor):
        await connection.execute(delete(table).where(table.c.account == account_id))
    nothing = dict.fromkeys(("name_key", "skeleton", "email", "password", "disabled_at", "webhook_url", "webhook_key"))
    await change(connection, account_id, kind="deleted", name=DELETED_NAME, about="", notify_mail=False, seen_at=0, created_at=0, **nothing)


async def sweep(connection: AsyncConnection, now: int) -> int:
    """Throw out what has run out; devices are forgotten after a year."""
    gone = 0
    for condition in (
        delete(session).where((session.c.expires_at < now) | (session.c.seen_at + session.c.idle_seconds < now)),
        delete(mail_token).where(mail_token.c.expires_at < now),
        delete(oidc_pending).where(oidc_pending.c.expires_at < now),
        delete(api_token).where(api_token.c.expires_at < now),
        delete(device).where(device.c.seen_at < now - 365 * 86400),
    ):
        gone += (await connection.execute(condition)).rowcount
    return gone


async def count(connection: AsyncConnection) -> dict[str, int]:
    """Accounts by kind."""
    rows = await connection.execute(select(account.c.kind, func.count()).group_by(account.c.kind))
    return {kind: number for kind, number in rows}
