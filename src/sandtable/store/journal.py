"""Group commit: what many rooms have to write at one moment goes to the disk in one transaction.

A room waits for its entry; while one transaction is under way the next one gathers.  An entry is
written whole or not at all, and ``write`` returns only after the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import bindparam, insert, select, text, union, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.store import matches as tables
from sandtable.store.database import Database, out_of_service
from sandtable.store.sqlite_writer import InputRow, Part, SqliteWriter

log = logging.getLogger("sandtable.store")

CHANNEL = "sandtable"
PRESENT = "+"  # begins a notice of who is at a table
RENEW = "!"  # begins a notice that somebody's name left a match, or changed
ENDED = "-"  # begins a notice of log-ins and tokens that are over
NOTICE = 100  # of them in one notice, which has an end
MOST = 500  # entries in one transaction
GATHER = 0.02  # seconds between two commits when there is much to write
BUSY = 0.5  # seconds for the last ten commits: that is much

_STATEMENTS = {name: insert(table) for name, table in (("inputs", tables.inputs), ("talk", tables.talk))}
_SET_DEADLINE = update(tables.matches).where(tables.matches.c.id == bindparam("key")).values(deadline=bindparam("new"))


class Conflict(Exception):
    """Another worker was first with this number: catch up, then look again."""


class Reseated(Exception):
    """People have changed in a match, and the room that wrote did not know: it would tell those who have left."""


class Said(Conflict):
    """The seat has decided under this message id already, however long ago: give that answer again."""


INPUT_COLUMNS = ("match", "n", "seat", "action", "at", "extra", "said")
Done = Callable[[BaseException | None], None]
Refusal = IntegrityError | sqlite3.IntegrityError | Reseated


class Entry:
    """What one room has to write, whole or not at all; ``done`` hears of the end, with what went wrong."""

    __slots__ = ("change", "deadline", "done", "inputs", "match", "people", "set_deadline", "talk")

    def __init__(
        self,
        match: str,
        inputs: list[InputRow] | None = None,
        talk: list[dict[str, Any]] | None = None,
        deadline: int | None = None,
        set_deadline: bool = False,
        people: tables.Holders | None = None,
    ) -> None:
        self.match = match
        self.inputs = inputs or []
        self.talk = talk or []
        self.deadline = deadline
        self.set_deadline = set_deadline
        self.people = people  # who has which seat, as far as the room knows
        self.change: dict[str, Any] = {}  # of the row in matches
        self.done: Done | None = None


class Journal:
    def __init__(self, database: Database, worker: str = "") -> None:
        self.database = database
        self.worker = worker
        self.commits = 0
        self.entries = 0
        self.failed = 0.0  # when the store last took nothing (time of the loop); 0 as soon as it takes something again
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

    def add(self, entry: Entry, done: Done) -> None:
        """Have an entry written; ``done`` is called after the commit, or with Conflict or Said, or with what the database raised."""
        entry.done = done
        self._waiting.append(entry)
        if len(self._waiting) == 1:
            self._wake.set()

    async def write(self, entry: Entry) -> None:
        """The same for those who wait."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: BaseException | None) -> None:
            if not future.done():
                if error is None:
                    future.set_result(None)
                else:
                    future.set_exception(error)

        self.add(entry, done)
        await future

    async def _run(self) -> None:
        while True:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
            await self._gather()
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            try:
                await self._commit(batch)
                self.failed = 0.0
            except asyncio.CancelledError:
                _end(batch, ConnectionError("the server is stopping"))
                raise
            except (IntegrityError, sqlite3.IntegrityError, Reseated):
                await self._commit_apart(batch)
            except Exception as error:
                if out_of_service(error):
                    self.failed = asyncio.get_running_loop().time()
                _end(batch, error)

    async def _gather(self) -> None:
        """When there is much to write, wait a little for company: a commit costs more than all else of a decision."""
        now = asyncio.get_running_loop().time()
        if len(self._lately) == self._lately.maxlen and now - self._lately[0] < BUSY:
            await asyncio.sleep(max(0.0, self._lately[-1] + GATHER - now))
            now = asyncio.get_running_loop().time()
        self._lately.append(now)

    async def _commit_apart(self, batch: list[Entry]) -> None:
        """Some of them were refused, by a key or since people have changed: find out which, and write the others in one transaction
        all the same.  Whoever sends what was said long ago must not make the rest wait for many small transactions."""
        try:
            found = await self._write_apart(batch)
        except asyncio.CancelledError:
            _end(batch, ConnectionError("the server is stopping"))
            raise
        except Exception as error:
            _end(batch, error)
            return
        self.commits += 1
        for entry, refusal in zip(batch, found, strict=True):
            self.entries += refusal is None
            _end([entry], None if refusal is None else Said(entry.match) if _was_said(refusal) else Conflict(entry.match))

    async def _write_apart(self, batch: list[Entry]) -> list[Refusal | None]:
        if self.writer is not None:
            async with self.database.turn:
                return list(await self.writer.write_apart([_part([entry]) for entry in batch]))
        found: list[Refusal | None] = []
        async with self.database.write() as connection:
            for entry in batch:
                try:
                    async with connection.begin_nested():
                        await self._put(connection, [entry])
                except (IntegrityError, Reseated) as error:
                    found.append(error)
                else:
                    found.append(None)
        return found

    async def _commit(self, batch: list[Entry]) -> None:
        if self.writer is not None:
            async with self.database.turn:
                await self.writer.write(_part(batch))
        else:
            async with self.database.write() as connection:
                await self._put(connection, batch)
        self.commits += 1
        self.entries += len(batch)
        _end(batch, None)

    async def _put(self, connection: AsyncConnection, batch: list[Entry]) -> None:
        in_order = sorted(batch, key=lambda entry: entry.match)  # as whoever holds several matches does: nobody waits in a circle
        inputs, talk, due, changes = _part(in_order)
        await self._insert(connection, "inputs", [dict(zip(INPUT_COLUMNS, row, strict=True)) for row in inputs])
        await self._insert(connection, "talk", talk)
        if due:
            await connection.execute(_SET_DEADLINE, due)
        for match, values in changes:
            await connection.execute(update(tables.matches).where(tables.matches.c.id == match).values(**values))
        await self._check_people(connection, batch)
        for entry in batch:
            await announce(connection, entry.match, self.worker)

    async def _check_people(self, connection: AsyncConnection, batch: list[Entry]) -> None:
        """Another worker may have changed them a moment ago.  After the rows were written: from then on nobody can (they refer to
        the match, and whoever changes its people holds it)."""
        known = {entry.match: entry.people for entry in batch if entry.people is not None}
        if known and await tables.find_holders(connection, list(known)) != known:
            raise Reseated

    async def _insert(self, connection: AsyncConnection, name: str, rows: list[dict[str, Any]]) -> None:
        if rows:
            await connection.execute(_STATEMENTS[name], rows)


def _part(batch: list[Entry]) -> Part:
    return (
        [row for entry in batch for row in entry.inputs],
        [row for entry in batch for row in entry.talk],
        [{"key": entry.match, "new": entry.deadline} for entry in batch if entry.set_deadline],
        [(entry.match, entry.change) for entry in batch if entry.change],
    )


async def announce(connection: AsyncConnection, match: str, worker: str = "") -> None:
    """Wake the other workers once this transaction commits (PostgreSQL only); ``worker`` knows already."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :word)"), {"word": f"{match} {worker}"})


async def announce_people(connection: AsyncConnection, user: str) -> None:
    """Wake the workers for all matches in which somebody sits, or said something, or which they made (PostgreSQL only)."""
    if connection.dialect.name == "postgresql":
        places = [select(table.c.match).where(table.c.user == user) for table in (tables.seats, tables.talk, tables.devices)]
        places.append(select(tables.matches.c.id).where(tables.matches.c.owner == user))
        for match in (await connection.execute(union(*places))).scalars().all():
            await connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :word)"), {"word": f"{RENEW}{match} "})


async def announce_ended(connection: AsyncConnection, sessions: Sequence[str]) -> None:
    """Wake the other workers for log-ins and tokens that are over (PostgreSQL only)."""
    if connection.dialect.name == "postgresql":
        for start in range(0, len(sessions), NOTICE):
            word = ENDED + " ".join(sessions[start : start + NOTICE])
            await connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :word)"), {"word": word})


async def share(connection: AsyncConnection, match: str, worker: str, seats: list[int]) -> None:
    """Let the other workers know who sits at a table here."""
    if connection.dialect.name == "postgresql":
        word = f"{PRESENT}{match} {worker} {','.join(map(str, seats))}"
        await connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :word)"), {"word": word})


def _was_said(error: Refusal) -> bool:
    """Whether it was the key of message ids that refused.  PostgreSQL names the key, SQLite its columns.  Where the number was
    taken as well, either may be named: who catches up then finds the id, too."""
    words = str(error.orig if isinstance(error, IntegrityError) else error)
    return tables.SAID_KEY in words or "inputs.said" in words


def _end(batch: list[Entry], error: BaseException | None) -> None:
    for entry in batch:
        done, entry.done = entry.done, None
        if done is not None:
            try:
                done(error)
            except Exception:
                log.exception("telling of an entry of match %s failed", entry.match)
