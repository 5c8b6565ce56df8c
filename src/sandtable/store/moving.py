"""From one database to another, of whichever kind: everything in one transaction, or nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.store import accounts, designs, matches
from sandtable.store.database import Database, metadata

AT_ONCE = 500  # rows
AREAS = (accounts, designs, matches)  # loaded, so that ``metadata`` has all tables


class BadMove(RuntimeError):
    """A move that cannot be made; the message says why.  Nothing was changed."""


async def move(source: Database, target: Database) -> dict[str, int]:
    """Copy all rows into an empty database; how many there are, by table."""
    if source.url == target.url:
        raise BadMove("that is the same database")
    await _must_be_alone(source)
    await source.open()
    await target.open()
    async with source.read() as old, target.write() as new:
        if not source.sqlite:
            await old.execution_options(isolation_level="REPEATABLE READ")
        tables = metadata.sorted_tables
        for table in tables:
            if await _count(new, table):
                raise BadMove(f"{target.url.render_as_string()} is not empty: it has {await _count(new, table)} rows in {table.name}")
        counts = {table.name: await _copy(old, new, table) for table in tables}
        for table in tables:
            if await _count(new, table) != await _count(old, table):
                raise BadMove(f"{table.name} changed meanwhile: stop the server first")
    return counts


async def _copy(old: AsyncConnection, new: AsyncConnection, table: Table) -> int:
    count = 0
    rows = await old.stream(select(table).order_by(*table.primary_key.columns))
    async for part in rows.mappings().partitions(AT_ONCE):
        try:
            await new.execute(insert(table), [dict(row) for row in part])
        except SQLAlchemyError as error:
            raise BadMove(f"a row of {table.name} after the first {count} is not taken: {type(error).__name__}") from None
        count += len(part)
    return count


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def _must_be_alone(source: Database) -> None:
    """What a server saved during the move would stay behind."""
    if source.sqlite:
        file = Path(str(source.url.database)).expanduser()
        try:
            with closing(sqlite3.connect(file, timeout=1)) as connection:
                connection.execute("PRAGMA journal_mode=DELETE").fetchall()  # refused while somebody else has it open
        except sqlite3.OperationalError:
            raise BadMove("the server is running: stop it first") from None
        return
    async with source.read() as connection:
        query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        if (await connection.execute(text(query))).scalar_one():
            raise BadMove("others are connected to the database: stop the server first")
