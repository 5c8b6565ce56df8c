"""Signs of life of this worker, and the times when nobody could save anything: no clock is charged for those.

Such a time ends in one of two ways: a worker starts and finds that none was there, or a worker's sign of life
is written again after a while in which the store took nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy import delete, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.clocks import GRACE, Time
from sandtable.store import matches as tables
from sandtable.store.database import Database

log = logging.getLogger("sandtable.server")

BEAT = 2.0  # seconds between signs of life
SILENCE = 5000  # milliseconds without one: nobody could save anything
PRESENT = 7310582  # PostgreSQL: every worker holds this lock with others, and who gets it alone is alone
DEAD = 3 * SILENCE  # a worker silent for so long is not coming back
LAST_MINUTE = 60_000
JUMP = 60_000  # milliseconds between our clock and the others' that only a jump of the system's clock explains

Outage = tuple[int, int]


class Vigil:
    def __init__(self, database: Database, time: Time, worker: str, on_outage: Callable[[Outage], None]) -> None:
        self.database = database
        self.time = time
        self.worker = worker
        self.on_outage = on_outage
        self.last = time.now()  # our last sign of life
        self._turn = asyncio.Lock()
        self._presence: AsyncConnection | None = None  # PostgreSQL: holds the lock as long as we live

    def awake(self) -> bool:
        """Whether the store has lately taken something from us; while it does not, no clock runs out."""
        return self.time.now() - self.last <= SILENCE

    async def begin(self) -> None:
        """If no worker was alive lately, note since when; else keep the same time as the others."""
        alone = await self._be_present()
        async with self.database.write() as connection:
            last = (await connection.execute(select(func.max(tables.beats.c.at)))).scalar()
            now = self.time.now()
            if last is not None and not alone and abs(now - last) > JUMP:
                self.time.set(last)  # the system's clock jumped since the others started
            elif last is not None and alone and last > now:
                await connection.execute(update(tables.beats).values(at=now))  # it went back while nobody was there
            elif last is not None and alone and now > last:
                await self._note(connection, last, now)
            now = self.last = self.time.now()
            await connection.execute(insert(tables.beats).values(worker=self.worker, at=now))
        if alone:
            await self._take_place()

    async def run(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                async with self._turn:
                    await self.beat()
            except Exception as error:
                log.warning("no sign of life could be written: %s", type(error).__name__)

    async def wake(self) -> None:
        """Before clocks are read: if the store took nothing for a while, give the sign of life that ends that time, or fail."""
        async with self._turn:
            if not self.awake():
                await self.beat()

    async def beat(self) -> None:
        since, outage = self.last, None
        if self._presence is not None:
            await self._check_presence()
        async with self.database.write() as connection:
            now = self.time.now()
            mine = await connection.execute(update(tables.beats).where(tables.beats.c.worker == self.worker).values(at=now))
            if mine.rowcount == 0:  # we were silent for so long that another worker took us for dead
                await connection.execute(insert(tables.beats).values(worker=self.worker, at=now))
            if now - since > SILENCE:
                outage = await self._note(connection, since, now)
        self.last = now
        if outage is not None:
            self.on_outage(outage)

    async def find_unheeded(self) -> list[str]:
        """Running matches in which a worker that has died saved a decision in its last minute: whoever was to be told of
        it may not have been.  Each dead worker is taken note of once, by whichever worker comes first."""
        now = self.time.now()
        async with self.database.write() as connection:
            silent = (tables.beats.c.at < now - DEAD, tables.beats.c.worker != self.worker)
            rows = await connection.execute(select(tables.beats).where(*silent))
            claimed = []
            for row in rows.all():
                where = (tables.beats.c.worker == row.worker, tables.beats.c.at == row.at)
                if (await connection.execute(delete(tables.beats).where(*where))).rowcount == 1:
                    claimed.append(row.at)
            if not claimed:
                return []
            later = tables.inputs.alias()
            last = select(func.max(later.c.n)).where(later.c.match == tables.matches.c.id).correlate(tables.matches).scalar_subquery()
            ends = (tables.inputs.c.match == tables.matches.c.id) & (tables.inputs.c.n == last)
            query = select(tables.matches.c.id).where(ends)
            window = or_(*(tables.inputs.c.at.between(at - LAST_MINUTE, at + DEAD) for at in claimed))
            return [row.id for row in await connection.execute(query.where(tables.matches.c.state == tables.RUNNING, window))]

    async def end(self) -> None:
        with contextlib.suppress(Exception):
            await self.beat()
        await self._let_go()

    async def _note(self, connection: AsyncConnection, since: int, now: int) -> Outage:
        await connection.execute(delete(tables.outages).where(tables.outages.c.since == since))
        await connection.execute(insert(tables.outages).values(since=since, until=now + GRACE))
        return since, now + GRACE

    # PostgreSQL: who is there ---------------------------------------------------------

    async def _be_present(self) -> bool:
        """Whether we are the only worker; on SQLite always."""
        if self.database.sqlite:
            return True
        await self._connect()
        alone = bool(await self._ask(f"SELECT pg_try_advisory_lock({PRESENT})"))
        if not alone:  # wait for one that is about to take note of an outage
            await self._ask(f"SELECT pg_advisory_lock_shared({PRESENT})")
        return alone

    async def _take_place(self) -> None:
        """What we found is noted: from now on others who start are not alone."""
        if self._presence is not None:
            await self._ask(f"SELECT pg_advisory_lock_shared({PRESENT})")
            await self._ask(f"SELECT pg_advisory_unlock({PRESENT})")

    async def _check_presence(self) -> None:
        """A connection that was lost has lost its lock."""
        try:
            await self._ask("SELECT 1")
        except Exception:
            await self._let_go()
            await self._connect()
            await self._ask(f"SELECT pg_advisory_lock_shared({PRESENT})")

    async def _connect(self) -> None:
        self._presence = await self.database.engine.connect()
        await self._presence.execution_options(isolation_level="AUTOCOMMIT")

    async def _let_go(self) -> None:
        if self._presence is not None:
            with contextlib.suppress(Exception):
                await self._presence.invalidate()  # a connection with a lock must not go back into the pool
                await self._presence.close()

    async def _ask(self, question: str) -> Any:
        assert self._presence is not None
        return (await self._presence.execute(text(question))).scalar()
