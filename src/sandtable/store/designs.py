"""Tables of designs and of the balance tests made of them.  Times are milliseconds since 1970."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, RowMapping, String, Table, Text, and_, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.store import accounts
from sandtable.store.database import metadata

designs = Table(
    "designs",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("game", String(64), nullable=False),
    Column("name", String(80), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("link", String(64), nullable=False),  # opens it for whoever was given it
    Column("revision", Integer, nullable=False),  # counts the changes: nobody overwrites what was not seen
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("copied", String(24)),  # the design it began as
    Index("ix_designs_owner_changed", "owner", "changed"),
    Index("ix_designs_game_changed", "game", "changed"),
)

WAITING = "waiting"
RUNNING = "running"
DONE = "done"
LATE = "late"  # out of time: what was played counts
CANCELLED = "cancelled"
FAILED = "failed"
AT_WORK = (WAITING, RUNNING)

balances = Table(
    "balances",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("game", String(64), nullable=False),
    Column("bot", String(64), nullable=False),
    Column("games", Integer, nullable=False),
    Column("state", String(12), nullable=False),
    Column("tally", Text),
    Column("created", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),  # last sign of life of the worker that runs it
    Index("ix_balances_owner", "owner"),
)


async def find(connection: AsyncConnection, design: str) -> RowMapping | None:
    """A design with its owner's name."""
    query = select(designs, accounts.account.c.name.label("owner_name")).outerjoin(
        accounts.account, accounts.account.c.id == designs.c.owner
    )
    return (await connection.execute(query.where(designs.c.id == design))).mappings().one_or_none()


async def count(connection: AsyncConnection, owner: str) -> int:
    found: int = (await connection.execute(select(func.count()).select_from(designs).where(designs.c.owner == owner))).scalar_one()
    return found


async def browse(
    connection: AsyncConnection, owner: str | None, game: str | None, before: tuple[int, str] | None, limit: int
) -> list[RowMapping]:
    """One's own, or the public ones: the latest first, without their options."""
    d = designs.c
    columns = [column for column in designs.columns if column.name not in ("options", "link")]
    query = select(*columns, accounts.account.c.name.label("owner_name")).outerjoin(accounts.account, accounts.account.c.id == d.owner)
    query = query.where(d.public if owner is None else d.owner == owner)
    if game is not None:
        query = query.where(d.game == game)
    if before is not None:
        query = query.where(or_(d.changed < before[0], and_(d.changed == before[0], d.id < before[1])))
    return list((await connection.execute(query.order_by(d.changed.desc(), d.id.desc()).limit(limit))).mappings())


async def change(connection: AsyncConnection, design: str, owner: str, revision: int, values: dict[str, Any]) -> bool:
    """Whether the design still was at this revision; of several writers at once one wins."""
    where = (designs.c.id == design) & (designs.c.owner == owner) & (designs.c.revision == revision)
    done = await connection.execute(update(designs).where(where).values(revision=revision + 1, **values))
    return done.rowcount == 1


async def remove(connection: AsyncConnection, design: str, owner: str) -> bool:
    done = await connection.execute(delete(designs).where(designs.c.id == design, designs.c.owner == owner))
    return done.rowcount == 1


async def find_balance(connection: AsyncConnection, balance: str, owner: str) -> RowMapping | None:
    query = select(balances).where(balances.c.id == balance, balances.c.owner == owner)
    return (await connection.execute(query)).mappings().one_or_none()


async def at_work(connection: AsyncConnection, owner: str, since: int) -> int:
    """How many balance tests of a person are under way."""
    where = (balances.c.owner == owner) & balances.c.state.in_(AT_WORK) & (balances.c.beat > since)
    found: int = (await connection.execute(select(func.count()).select_from(balances).where(where))).scalar_one()
    return found


async def note_balance(connection: AsyncConnection, balance: str, beat: int, state: str, tally: str | None) -> bool:
    """Write down how far a test has come; False when it was cancelled meanwhile."""
    values: dict[str, Any] = {"beat": beat, "state": state}
    if tally is not None:
        values["tally"] = tally
    where = (balances.c.id == balance) & balances.c.state.in_(AT_WORK)
    return (await connection.execute(update(balances).where(where).values(**values))).rowcount == 1


async def sweep_balances(connection: AsyncConnection, before: int) -> None:
    await connection.execute(delete(balances).where(balances.c.beat < before))
