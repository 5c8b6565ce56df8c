"""The journal's own connection on SQLite: a whole transaction in one call of one thread.

The same by way of SQLAlchemy and aiosqlite is eight hops between threads; at 500 decisions a second that was
most of the server's work (docs/decisions/0013-store.md).
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any

from sandtable.store import database as settings

INPUTS = 'INSERT INTO inputs ("match", n, seat, action, at, extra, said) VALUES (?, ?, ?, ?, ?, ?, ?)'
TALK = (
    'INSERT INTO talk ("match", n, at, "user", name, seat, channel, "text", guest, said) '
    "VALUES (:match, :n, :at, :user, :name, :seat, :channel, :text, :guest, :said)"
)
DEADLINE = "UPDATE matches SET deadline = :new WHERE id = :key"
COLUMNS = {"state", "result", "ended", "deadline"}  # of a match that a decision may change

InputRow = tuple[str, int, int, str, int, str | None, str | None]  # match, n, seat, action, at, extra, said
Rows = list[dict[str, Any]]
Part = tuple[list[InputRow], Rows, Rows, list[tuple[str, dict[str, Any]]]]  # inputs, talk, deadlines, changes of matches
Work = tuple[Callable[[], None], asyncio.AbstractEventLoop, "asyncio.Future[None]"]


class SqliteWriter:
    def __init__(self, file: str) -> None:
        self.file = file
        self.connection: sqlite3.Connection | None = None
        self._work: SimpleQueue[Work | None] = SimpleQueue()
        self._thread = Thread(target=self._serve, name="journal", daemon=True)
        self._thread.start()

    async def write(self, part: Part) -> None:
        """Returns after the commit."""
        await self._have_done(lambda: self._write(part))

    async def write_apart(self, parts: list[Part]) -> list[sqlite3.IntegrityError | None]:
        """All that the keys allow, in one transaction; what they had against each of them."""
        found: list[sqlite3.IntegrityError | None] = []
        await self._have_done(lambda: self._write_apart(parts, found))
        return found

    def _have_done(self, job: Callable[[], None]) -> Awaitable[None]:
        """A job for the thread.  A pool's thread would do, but its futures cost as much as the transaction."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._work.put((job, loop, future))
        return future

    def _serve(self) -> None:
        while (work := self._work.get()) is not None:
            job, loop, future = work
            error: BaseException | None = None
            try:
                job()
            except BaseException as caught:
                error = caught
            with contextlib.suppress(RuntimeError):  # the loop is gone
                loop.call_soon_threadsafe(_resolve, future, error)
            del work, job, future, error  # else they live until the next job

    def _write(self, part: Part) -> None:
        with self._transaction() as connection:
            _put(connection, part)

    def _write_apart(self, parts: list[Part], found: list[sqlite3.IntegrityError | None]) -> None:
        with self._transaction() as connection:
            for part in parts:
                connection.execute("SAVEPOINT part")
                try:
                    _put(connection, part)
                except sqlite3.IntegrityError as error:
                    connection.execute("ROLLBACK TO part")
                    found.append(error)
                else:
                    found.append(None)
                connection.execute("RELEASE part")

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        connection = self.connection or self._connect()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
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

        def execute() -> None:
            (self.connection or self._connect()).execute(statement).fetchall()

        await self._have_done(execute)

    async def close(self) -> None:
        def end() -> None:
            if self.connection is not None:
                self.connection.close()
                self.connection = None

        await self._have_done(end)
        self._work.put(None)


def _put(connection: sqlite3.Connection, part: Part) -> None:
    inputs, talk, due, changes = part
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


def _resolve(future: asyncio.Future[None], error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
