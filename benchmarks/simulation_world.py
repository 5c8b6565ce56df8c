"""The world of the simulation: virtual time, a store with faults, workers that crash, sockets that break.

Rooms, journal, sockets and the SQL are the real ones; the store is a real SQLite file, used without threads.
Everything random comes from one seed, so that a seed is a run.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import shutil
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool
from virtual_time import VirtualLoop

from sandtable.server.chronicle import ONLOOKER
from sandtable.server.lines import Line, Pass
from sandtable.server.rooms import Rooms
from sandtable.server.settings import Settings
from sandtable.server.sockets import Socket
from sandtable.store import matches as tables
from sandtable.store.database import Database, metadata
from sandtable.store.sqlite_writer import SqliteWriter

START = 1_700_000_000_000  # milliseconds: the wall clock when the world begins


class Broken(AssertionError):
    """A promise was broken."""


class WorldTime:
    """A worker's time: from its wall clock at the start, then steady."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.base = world.wall()
        self.start = world.loop.time()

    def set(self, now: int) -> None:
        self.base, self.start = now, self.world.loop.time()

    def now(self) -> int:
        return self.base + int((self.world.loop.time() - self.start) * 1000)


class World:
    def __init__(self, seed: int, file: Path, loop: VirtualLoop, postgres: bool) -> None:
        self.rnd = random.Random(seed)
        self.file = file
        self.loop = loop
        self.postgres = postgres  # several workers, by the code's way for PostgreSQL: notices, no single writer
        self.jump = 0  # milliseconds the system's clock has jumped
        self.gone_until = 0.0  # the store answers nothing before this moment
        self.faults = True
        self.turn = asyncio.Lock()  # one transaction that writes at a time
        self.workers: list[Worker] = []
        self.trace: list[str] = []
        self.numbers = itertools.count()
        self.engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
        event.listen(self.engine, "connect", self._prepare)
        event.listen(self.engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        self.heard: list[str] = []  # notices of the transaction under way
        self.after_commit: list[Callable[[Worker], None]] = []  # who looks at the store whenever something was saved, and by whom

    def _prepare(self, connection: Any, _: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA synchronous=OFF")
        connection.create_function("pg_notify", 2, lambda channel, word: self.heard.append(word))
        connection.create_function("pg_advisory_xact_lock", 1, lambda key: key)

    def wall(self) -> int:
        return START + int(self.loop.time() * 1000) + self.jump

    def note(self, *what: Any) -> None:
        self.trace.append(f"{self.loop.time():.6f} " + " ".join(map(str, what)))

    def committed(self, worker: Worker) -> None:
        for look in self.after_commit:
            look(worker)

    def alive(self) -> list[Worker]:
        return [worker for worker in self.workers if not worker.dead]

    async def delay(self, rnd: random.Random, most: float = 0.02) -> None:
        await asyncio.sleep(rnd.random() * most if rnd.random() > 0.02 else rnd.random() * 3)


class WorldDatabase(Database):
    """The store as one worker reaches it."""

    def __init__(self, world: World, worker: Worker) -> None:
        super().__init__(f"sqlite:///{world.file}")
        self.world = world
        self.worker = worker
        self.sqlite = not world.postgres

    async def trouble(self) -> None:
        """What may happen at any step on the way to the store and back."""
        world = self.world
        await world.delay(self.worker.rnd)
        self.worker.check()
        if world.faults and (world.loop.time() < world.gone_until or self.worker.rnd.random() < 0.004):
            raise OperationalError("a statement", {}, Exception("the store is gone"))

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[Any]:
        await self.trouble()
        with self.world.engine.connect() as connection:
            yield WorldConnection(self, connection)

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncIterator[Any]:
        async with self.world.turn:
            await self.trouble()
            with self.world.engine.connect() as connection:
                self.world.heard.clear()
                yield WorldConnection(self, connection)
                await self.commit(connection)

    async def commit(self, connection: Any) -> None:
        await self.trouble()
        connection.commit()
        notices = self.world.heard[:]
        self.worker.announce(notices)
        self.world.committed(self.worker)
        await self.after_commit()

    async def after_commit(self) -> None:
        """The store has it, whatever we hear of that."""
        await self.world.delay(self.worker.rnd)
        self.worker.check()
        if self.world.faults and self.worker.rnd.random() < 0.01:
            raise OperationalError("COMMIT", {}, Exception("the answer was lost"))

    async def close(self) -> None:
        await self.engine.dispose()


class WorldConnection:
    """As much of an asynchronous connection as the server uses."""

    def __init__(self, database: WorldDatabase, connection: Any) -> None:
        self.database = database
        self.connection = connection
        self.dialect = SimpleNamespace(name="postgresql" if database.world.postgres else "sqlite")

    async def execute(self, statement: Any, values: Any = None) -> Any:
        await self.database.trouble()
        return self.connection.execute(statement, values) if values is not None else self.connection.execute(statement)

    @contextlib.asynccontextmanager
    async def begin_nested(self) -> AsyncIterator[None]:
        with self.connection.begin_nested():
            yield


class WorldWriter(SqliteWriter):
    """The journal's own way on SQLite, without its thread."""

    def __init__(self, database: WorldDatabase) -> None:
        super().__init__(str(database.world.file))
        self.database = database

    async def _have_done(self, job: Callable[[], None]) -> None:
        async with self.database.world.turn:
            await self.database.trouble()
            if self.connection is None:
                self._connect().execute("PRAGMA synchronous=OFF")
            job()
            self.database.world.committed(self.database.worker)
            await self.database.after_commit()

    async def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None
        self._work.put(None)  # ends the thread, which has nothing to do here


class Worker:
    """One process of the server, with everything it has running."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.rnd = random.Random(f"{world.rnd.random()}{name}")
        self.dead = False
        self.deaf_until = 0.0  # the connection that listens is lost
        self.tasks: set[asyncio.Task[Any]] = set()
        self.lines: set[WorldLine] = set()
        self.database = WorldDatabase(world, self)
        settings = Settings(idle_seconds=20.0, limits=False, messages_burst=10**9, bot_grid=0.0)  # the beat of bots is in real time
        self.house = Rooms(settings, self.database)
        self.house.worker = self.house.journal.worker = name
        self.house.time = WorldTime(world)  # type: ignore[assignment]
        vigil = self.house.vigil
        vigil.worker, vigil.time, vigil.last = name, self.house.time, self.house.time.now()
        alone = all(other.dead for other in world.workers)

        async def be_present() -> bool:
            return alone

        async def take_place() -> None:
            pass

        vigil._be_present, vigil._take_place = be_present, take_place  # type: ignore[method-assign]
        if not world.postgres:
            self.house.journal.writer = WorldWriter(self.database)

        async def decide(room: Any, seat: int, bot: str, view: dict[str, Any], session: str = "") -> tuple[int, ...]:
            return tuple(view["offer"][0])  # no processes here

        self.house.bots.decide = decide  # type: ignore[method-assign]

    def check(self) -> None:
        if self.dead:
            raise asyncio.CancelledError

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = self.world.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def start(self) -> None:
        """As ``Rooms.start``, but for the connection that listens to PostgreSQL."""
        while True:
            try:
                await self.house.vigil.begin()
                break
            except OperationalError:  # a start that fails is tried again, by a process with another name
                self.house.vigil.worker += "'"
                await asyncio.sleep(0.2)
        self.house.journal.start()
        for work in (self.house.vigil.run(), self.house._sweep(), self.house._keep_time()):
            self.spawn(work)

    def announce(self, notices: list[str]) -> None:
        """What PostgreSQL tells those who listen: after the commit, in order."""
        for word in notices:
            for other in self.world.workers:
                if not other.dead:
                    self.world.loop.call_later(other.lag(), other.hear, word)

    def lag(self) -> float:
        self._lag = max(getattr(self, "_lag", 0.0) + 1e-6, self.world.loop.time() + self.rnd.random() * 0.05)
        return float(self._lag) - self.world.loop.time()

    def hear(self, word: str) -> None:
        if not self.dead and self.world.loop.time() >= self.deaf_until:
            self.house._heard(None, 0, "sandtable", word)

    def lose_ear(self, seconds: float) -> None:
        """Notices are missed; whoever listens again looks at every room."""
        self.deaf_until = self.world.loop.time() + seconds

        def listen() -> None:
            if not self.dead:
                for room in list(self.house.rooms.values()):
                    room.post(self.house._update, room)

        self.world.loop.call_later(seconds, listen)

    def crash(self) -> None:
        """kill -9: sockets break, tasks end where they are, nothing more reaches the store or anybody."""
        self.dead = True
        self.world.note(self.name, "crashes")
        for line in list(self.lines):
            line.break_off()
        owned = [*self.tasks, *self.house._background, *self.house._tasks]
        owned += [task for room in self.house.rooms.values() if (task := room.task) is not None]
        if self.house.journal._task is not None:
            owned.append(self.house.journal._task)
        for room in self.house.rooms.values():
            room.closed = True
            if room.alarm is not None:
                room.alarm.cancel()
        for task in owned:
            task.cancel()


class WorldLine(Line):
    """The way from a worker to a client: in order, late, and at an end when the socket breaks."""

    def __init__(self, worker: Worker, right: Pass, rnd: random.Random, take: Callable[[bytes], None], broken: Callable[[], None]) -> None:
        super().__init__(1 << 20, right)
        self.worker = worker
        self.rnd = rnd
        self._take = take
        self._broken = broken
        self.up = True
        self._last = 0.0
        self.check: Callable[[bytes], None] = lambda frame: None
        self.number = next(worker.world.numbers)
        worker.lines.add(self)

    def __hash__(self) -> int:
        """So that sets of lines are gone through in the same order in every run."""
        return self.number

    def put(self, frame: bytes) -> None:
        if self.up and not self.closed:
            self.check(frame)
            loop = self.worker.world.loop
            self._last = max(self._last + 1e-6, loop.time() + self.rnd.random() * 0.05)
            loop.call_at(self._last, self._arrive, frame)

    def _arrive(self, frame: bytes) -> None:
        if self.up:
            self._take(frame)

    def close(self) -> None:
        super().close()
        self.break_off()

    def break_off(self) -> None:
        if self.up:
            self.up = False
            self.worker.lines.discard(self)
            self.worker.world.loop.call_soon(self._broken)


class Connection:
    """A client's socket to one worker."""

    def __init__(self, worker: Worker, right: Pass, rnd: random.Random, take: Callable[[bytes], None]) -> None:
        self.worker = worker
        self.rnd = rnd
        self.open = True
        self.line = WorldLine(worker, right, rnd, take, self._end)
        self.socket: Socket | None = None
        self._last = 0.0

    def _end(self) -> None:
        self.open = False
        if self.socket is not None and not self.worker.dead:
            self.socket.leave()

    async def enter(self, match: str, since: int | None) -> None:
        """In the worker: what ``play_socket`` does.  After the handshake the client may speak; the room lets it in when it has time."""
        room = await self.worker.house.room(match)
        right = self.line.right
        room.check_sight(right.who, right.link)
        room.choose_seat(right.who, "onlooker" if right.seat == ONLOOKER else str(right.seat))
        self.socket = Socket(self.worker.house, room, self.line)
        await room.ask(self.socket.enter, since)

    def send(self, text: str) -> None:
        loop = self.worker.world.loop
        self._last = max(self._last + 1e-6, loop.time() + self.rnd.random() * 0.05)
        loop.call_at(self._last, self._hear, text)

    def _hear(self, text: str) -> None:
        if self.open and self.line.up and not self.worker.dead and self.socket is not None:
            if not self.socket.decide(text.encode()):
                self.socket.hear(text)

    def cut(self) -> None:
        self.line.break_off()


def make_file(folder: Path, name: str) -> Path:
    """A fresh database, copied from an empty one."""
    template = folder / "template.db"
    if not template.exists():
        engine = create_engine(f"sqlite:///{template}", poolclass=NullPool)
        with engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        with engine.begin() as connection:
            metadata.create_all(connection)
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        engine.dispose()
    file = folder / f"{name}.db"
    for end in ("", "-wal", "-shm"):
        Path(f"{file}{end}").unlink(missing_ok=True)
    shutil.copyfile(template, file)
    return file


__all__ = ["Broken", "Connection", "VirtualLoop", "Worker", "World", "make_file", "tables"]
