"""One database: its engine, its tables, its migrations.

Each area defines its tables in a module of its own on the shared ``metadata`` and brings its own line
of Alembic versions (a branch label per area), so that areas grow without waiting for each other.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, event, inspect, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DataError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

MIGRATIONS = Path(__file__).parent / "migrations"
HEADS = {"m0005", "accounts_0003", "designs_0001"}  # the latest version of every area; a test compares it with the files
BUSY_SECONDS = 5.0  # how long a writer waits for another process's lock on SQLite
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    f"busy_timeout={int(BUSY_SECONDS * 1000)}",
    "wal_autocheckpoint=4000",  # pages: the log grows to 16 MB before it is worked in, so that a page is copied less often
)

# Settings without which an acknowledged decision could be lost in a power cut.
DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}


class NotDurable(RuntimeError):
    """The PostgreSQL server is set up so that it may lose what it has confirmed."""


class Database:
    """The engine with two ways in: ``read`` and ``write``.  On SQLite there is one writer at a time,
    and a writer takes its lock at once: a transaction that starts reading and then writes may fail."""

    def __init__(self, url: str) -> None:
        self.url = async_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.turn = asyncio.Lock()
        self.engine = self._engine()

    def _engine(self) -> AsyncEngine:
        if not self.sqlite:
            return create_async_engine(self.url, pool_size=8, max_overflow=8, pool_pre_ping=True, pool_timeout=5, hide_parameters=True)
        if self.url.database:
            Path(self.url.database).expanduser().parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(
            self.url,
            poolclass=AsyncAdaptedQueuePool,
            pool_size=6,
            max_overflow=4,
            connect_args={"timeout": BUSY_SECONDS},
            hide_parameters=True,
        )
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return engine

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that commits at the end of the block, or changes nothing."""
        if not self.sqlite:
            async with self.engine.begin() as connection:
                yield connection
            return
        async with self.turn, self.engine.connect() as connection:
            await connection.execution_options(sandtable_write=True)
            async with connection.begin():
                yield connection

    async def open(self) -> None:
        """Bring the schema up to date and check that the server keeps what it confirms."""
        async with self.engine.connect() as connection:
            await connection.execution_options(sandtable_write=True)
            async with connection.begin():
                if not self.sqlite:  # several workers may start at once
                    await connection.execute(text("SELECT pg_advisory_xact_lock(7310581)"))
                await connection.run_sync(migrate)
        if not self.sqlite:
            await self._check_durable()

    async def _check_durable(self) -> None:
        async with self.read() as connection:
            for setting, wanted in DURABLE.items():
                found = (await connection.execute(text(f"SHOW {setting}"))).scalar()
                if found != wanted:
                    raise NotDurable(f"PostgreSQL runs with {setting}={found}; Sandtable needs {setting}={wanted}")

    async def ping(self) -> None:
        async with self.read() as connection:
            await connection.execute(text("SELECT 1"))

    async def close(self) -> None:
        await self.engine.dispose()


def async_url(url: str) -> URL:
    """``sqlite:///file`` and ``postgresql://...`` with the asynchronous drivers filled in."""
    found = make_url(url)
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    return found.set(drivername=drivers.get(found.drivername, found.drivername))


def migrate(connection: Connection, target: str = "heads") -> None:
    """Run the migrations that are still missing, within the caller's transaction."""
    if target == "heads" and inspect(connection).has_table("alembic_version"):
        found = set(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())
        if found == HEADS:
            return
    from alembic import command  # takes as long to load as all of SQLAlchemy: only when there is work
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, target)


def out_of_service(error: BaseException) -> bool:
    """Whether an error means that the store cannot answer now (full, locked, gone) and may later."""
    return isinstance(error, SQLAlchemyError | sqlite3.Error | OSError | TimeoutError) and not _conflict(error) and not unfit(error)


def unfit(error: BaseException) -> bool:
    """Whether the store is well and refuses a value: a text too long for its column, a sign or number it does not take.  It
    would refuse the same again."""
    if isinstance(error, DataError) or not isinstance(error, DBAPIError):
        return isinstance(error, DataError)
    inner = error.orig
    state = getattr(inner, "sqlstate", None) or ""
    return str(state).startswith("22") or type(getattr(inner, "__cause__", None)).__name__ == "DataError"


def _conflict(error: BaseException) -> bool:
    return isinstance(error, DBAPIError) and type(error).__name__ == "IntegrityError"


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    write = connection.get_execution_options().get("sandtable_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
