"""The journal's own connection on SQLite: a whole transaction in one call of one thread.

The same by way of SQLAlchemy and aiosqlite is eight hops between threads; at 500 decisions a second that was
most of the server's work (docs/decisions/0013-store.md).
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sandtable.store import database as settings

INPUTS = 'INSERT INTO inputs ("match", n, seat, action, at, extra) VALUES (:match, :n, :seat, :action, :at, :extra)'
TALK = (
    'INSERT INTO talk ("match", n, at, "user", name, seat, channel, "text") VALUES (:match, :n, :at, :user, :name, :seat, :channel, :text)'
)
DEADLINE = "UPDATE matches SET deadline = :new WHERE id = :key"
COLUMNS = {"state", "result", "ended", "deadline"}  # of a match that a decision may change

Rows = list[dict[str, Any]]


class SqliteWriter:
    def __init__(self, file: str) -> None:
        self.file = file
        self.connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "journal")

    async def write(self, inputs: Rows, talk: Rows, due: Rows, changes: list[tuple[str, dict[str, Any]]]) -> None:
        """Returns after the commit."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, inputs, talk, due, changes)

    def _write(self, inputs: Rows, talk: Rows, due: Rows, changes: list[tuple[str, dict[str, Any]]]) -> None:
        connection = self.connection or self._connect()
        connection.execute("BEGIN IMMEDIATE")
        try:
            if inputs:
                connection.executemany(INPUTS, inputs)
            if talk:
                connection.executemany(TALK, talk)
            if due:
                connection.executemany(DEADLINE, due)
            for match, values in changes:
                assert COLUMNS.issuperset(values)
                names = ", ".join(f"{name} = :{name}" for name in values)
                connection.execute(f"UPDATE matches SET {names} WHERE id = :key", {**values, "key": match})
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            raise

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, timeout=settings.BUSY_SECONDS, isolation_level=None)
        for pragma in settings.PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        self.connection = connection
        return connection

    async def run(self, statement: str) -> None:
        """A statement in the writer's thread: for tests that fill the disk."""
        await asyncio.get_running_loop().run_in_executor(
            self._thread, lambda: (self.connection or self._connect()).execute(statement).fetchall()
        )

    async def close(self) -> None:
        def end() -> None:
            if self.connection is not None:
                self.connection.close()
                self.connection = None

        await asyncio.get_running_loop().run_in_executor(self._thread, end)
        self._thread.shutdown(wait=False)
