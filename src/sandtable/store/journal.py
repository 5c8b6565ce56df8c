"""Group commit: what many rooms have to write at one moment goes to the disk in one transaction.

A room waits for its entry; while one transaction is under way the next one gathers.  An entry is
written whole or not at all, and ``write`` returns only after the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, insert, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.store import matches as tables
from sandtable.store.database import Database
from sandtable.store.sqlite_writer import SqliteWriter

CHANNEL = "sandtable"
PRESENT = "+"  # begins a notice of who is at a table
MOST = 500  # entries in one transaction
GATHER = 0.012  # seconds between two commits when there is much to write
BUSY = 0.25  # seconds for the last ten commits: that is much

_STATEMENTS = {name: insert(table) for name, table in (("inputs", tables.inputs), ("talk", tables.talk))}
_SET_DEADLINE = update(tables.matches).where(tables.matches.c.id == bindparam("key")).values(deadline=bindparam("new"))


class Conflict(Exception):
    """Another worker was first with this number: catch up, then look again."""


@dataclass
class Entry:
    match: str
    inputs: list[dict[str, Any]] = field(default_factory=list)
    talk: list[dict[str, Any]] = field(default_factory=list)
    deadline: int | None = None
    set_deadline: bool = False
    change: dict[str, Any] = field(default_factory=dict)  # of the row in matches
    done: asyncio.Future[None] | None = None


class Journal:
    def __init__(self, database: Database, worker: str = "") -> None:
        self.database = database
        self.worker = worker
        self.commits = 0
        self.entries = 0
        self._waiting: list[Entry] = []
        self._wake = asyncio.Event()
        self._lately: deque[float] = deque(maxlen=10)  # when the last commits began
        self._task: asyncio.Task[None] | None = None
        self.writer = SqliteWriter(str(database.url.database)) if database.sqlite else None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run(), name="journal")

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        while self._waiting:
            await asyncio.sleep(0.01)
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self.writer is not None:
            await self.writer.close()

    async def write(self, entry: Entry) -> None:
        """Returns after the commit; raises Conflict, or what the database raised."""
        entry.done = asyncio.get_running_loop().create_future()
        self._waiting.append(entry)
        self._wake.set()
        await entry.done

    async def _run(self) -> None:
        while True:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
            await self._gather()
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            try:
                await self._commit(batch)
            except asyncio.CancelledError:
                _fail(batch, ConnectionError("the server is stopping"))
                raise
            except (IntegrityError, sqlite3.IntegrityError):
                await self._one_by_one(batch)
            except Exception as error:
                _fail(batch, error)

    async def _gather(self) -> None:
        """When there is much to write, wait a little for company: a commit costs more than all else of a decision."""
        now = asyncio.get_running_loop().time()
        if len(self._lately) == self._lately.maxlen and now - self._lately[0] < BUSY:
            await asyncio.sleep(max(0.0, self._lately[-1] + GATHER - now))
            now = asyncio.get_running_loop().time()
        self._lately.append(now)

    async def _one_by_one(self, batch: list[Entry]) -> None:
        """One of them lost a race: find out which, let the others through."""
        for entry in batch:
            try:
                await self._commit([entry])
            except (IntegrityError, sqlite3.IntegrityError):
                _fail([entry], Conflict(entry.match))
            except Exception as error:
                _fail([entry], error)

    async def _commit(self, batch: list[Entry]) -> None:
        inputs = [row for entry in batch for row in entry.inputs]
        talk = [row for entry in batch for row in entry.talk]
        due = [{"key": entry.match, "new": entry.deadline} for entry in batch if entry.set_deadline]
        if self.writer is not None:
            async with self.database.turn:
                await self.writer.write(inputs, talk, due, [(entry.match, entry.change) for entry in batch if entry.change])
        else:
            async with self.database.write() as connection:
                await self._insert(connection, "inputs", inputs)
                await self._insert(connection, "talk", talk)
                if due:
                    await connection.execute(_SET_DEADLINE, due)
                for entry in batch:
                    if entry.change:
                        await connection.execute(update(tables.matches).where(tables.matches.c.id == entry.match).values(**entry.change))
                    await announce(connection, entry.match, self.worker)
        self.commits += 1
        self.entries += len(batch)
        for entry in batch:
            if entry.done is not None and not entry.done.done():
                entry.done.set_result(None)

    async def _insert(self, connection: AsyncConnection, name: str, rows: list[dict[str, Any]]) -> None:
        if rows:
            await connection.execute(_STATEMENTS[name], rows)


async def announce(connection: AsyncConnection, match: str, worker: str = "") -> None:
    """Wake the other workers once this transaction commits (PostgreSQL only); ``worker`` knows already."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :word)"), {"word": f"{match} {worker}"})


async def share(connection: AsyncConnection, match: str, worker: str, seats: list[int]) -> None:
    """Let the other workers know who sits at a table here."""
    if connection.dialect.name == "postgresql":
        word = f"{PRESENT}{match} {worker} {','.join(map(str, seats))}"
        await connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :word)"), {"word": word})


def _fail(batch: list[Entry], error: Exception) -> None:
    for entry in batch:
        if entry.done is not None and not entry.done.done():
            entry.done.set_exception(error)
