"""Where designs are examined and tried out: in processes of their own, with a time budget; the loop never waits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from typing import Any

import msgspec
from sqlalchemy import insert, update

from sandtable import games
from sandtable.kit.card import Options
from sandtable.server.bots import LONGEST_LINE, Failed, Late, Process
from sandtable.server.errors import Problem, not_found
from sandtable.server.identifiers import new_id
from sandtable.server.limits import Limits
from sandtable.server.settings import Settings
from sandtable.server.shelf import SLOWEST, too_slow
from sandtable.server.turnstile import RETRY, Turnstile
from sandtable.store import designs as tables
from sandtable.store.database import Database

log = logging.getLogger("sandtable.studio")

COMMAND = [sys.executable, "-m", "sandtable.lab.studio"]
QUIET = 15_000  # milliseconds without a sign of life after which a test counts as lost
BEAT_SECONDS = 3.0
MOST_TESTS = 20  # that wait; one of a person
KEPT = 86_400_000  # milliseconds a finished test is kept


class Studio:
    def __init__(self, settings: Settings, database: Database, limits: Limits) -> None:
        self.settings = settings
        self.database = database
        self.limits = limits
        self.examiner = Process(COMMAND)
        self.waiting = Turnstile()  # for the doctor
        self._room = asyncio.Semaphore(settings.balance_processes)
        self._tests: dict[str, asyncio.Task[None]] = {}

    def now(self) -> int:
        return int(time.time() * 1000)

    async def stop(self) -> None:
        for task in list(self._tests.values()):
            task.cancel()
        await asyncio.gather(*self._tests.values(), return_exceptions=True)
        await self.examiner.stop()

    # the doctor ----------------------------------------------------------------------

    async def check(self, who: str, game: str, seats: int, options: Options) -> list[dict[str, Any]]:
        """The doctor's remarks as plain data."""
        found: list[dict[str, Any]] = (await self._examine(who, "check", "remarks", game, seats, options))["remarks"]
        return found

    async def load(self, who: str, game: str, seats: int, options: Options) -> list[int]:
        """By seat its side in a game that can be loaded in little time; it is not loaded here."""
        answer = await self._examine(who, "load", "sides", game, seats, options)
        if answer["seconds"] > SLOWEST:
            raise too_slow(SLOWEST)
        sides: list[int] = answer["sides"]
        return sides

    async def handout(self, who: str, game: str, seats: int, options: Options) -> dict[str, Any]:
        found: dict[str, Any] = (await self._examine(who, "handout", "handout", game, seats, options))["handout"]
        return found

    async def _examine(self, who: str, task: str, wanted: str, game: str, seats: int, options: Options) -> dict[str, Any]:
        """Have something done with a text of strangers: in a process of its own, in bounded time, people taking turns."""
        async with self.waiting.turn(who):
            try:
                message = {"type": task, "game": game, "seats": seats, "options": options}
                answer = await self.examiner.request(message, self.settings.doctor_seconds)
            except Late:
                log.warning("doctor of %s: no answer in time", game)
                raise too_slow(self.settings.doctor_seconds) from None
            except Failed:
                raise Problem(503, "try-again", "The doctor gave no answer.", headers={"Retry-After": str(RETRY)}) from None
        if "refused" in answer:
            raise games.BadOption(answer["refused"])
        if wanted not in answer:
            log.warning("doctor of %s: %s", game, str(answer.get("error"))[:200])
            raise Problem(400, "bad-option", "The doctor cannot read these options.")
        return answer

    # balance tests -------------------------------------------------------------------

    async def begin(self, owner: str, plan: dict[str, Any]) -> str:
        """Queue a test; one of a person at a time."""
        test, now = new_id(12), self.now()
        row = {"id": test, "owner": owner, "game": plan["game"], "bot": plan["bot"], "games": plan["games"]}
        if len(self._tests) >= self.settings.balance_processes + MOST_TESTS:
            told = "Too many balance tests wait for their turn; try again in a minute."
            raise Problem(503, "try-again", told, {"waiting": len(self._tests)}, headers={"Retry-After": "60"})
        async with self.database.write() as connection:
            await tables.sweep_balances(connection, now - KEPT)
            if await tables.at_work(connection, owner, now - QUIET):
                raise Problem(409, "balance-at-work", "A balance test of yours is still running; wait for it or cancel it.")
            await connection.execute(insert(tables.balances).values(**row, state=tables.WAITING, created=now, beat=now))
        task = asyncio.create_task(self._run(test, plan))
        self._tests[test] = task
        task.add_done_callback(lambda _: self._tests.pop(test, None))
        return test

    async def progress(self, owner: str, test: str) -> dict[str, Any]:
        async with self.database.read() as connection:
            row = await tables.find_balance(connection, test, owner)
        if row is None:
            raise not_found("balance-test")
        lost = row["state"] in tables.AT_WORK and row["beat"] < self.now() - QUIET
        state = tables.FAILED if lost else row["state"]
        return {
            **{str(key): value for key, value in row.items()},
            "state": state,
            "tally": msgspec.json.decode(row["tally"]) if row["tally"] else None,
        }

    async def cancel(self, owner: str, test: str) -> None:
        """Wherever it runs: the worker that runs it sees it within seconds."""
        async with self.database.write() as connection:
            if await tables.find_balance(connection, test, owner) is None:
                raise not_found("balance-test")
            where = (tables.balances.c.id == test) & tables.balances.c.state.in_(tables.AT_WORK)
            await connection.execute(update(tables.balances).where(where).values(state=tables.CANCELLED, beat=self.now()))
        if test in self._tests:
            self._tests[test].cancel()

    async def _note(self, test: str, state: str, tally: Any = None) -> bool:
        text = msgspec.json.encode(tally).decode() if tally is not None else None
        async with self.database.write() as connection:
            return await tables.note_balance(connection, test, self.now(), state, text)

    async def _run(self, test: str, plan: dict[str, Any]) -> None:
        try:
            while self._room.locked():  # say now and then that it still waits
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._room.acquire(), BEAT_SECONDS)
                    break
                if not await self._note(test, tables.WAITING):
                    return
            else:
                await self._room.acquire()
            try:
                await self._play(test, plan)
            finally:
                self._room.release()
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):
                await self._note(test, tables.CANCELLED)
            raise
        except Exception as error:
            log.warning("balance test %s: %s", test, type(error).__name__, exc_info=error)
            with contextlib.suppress(Exception):
                await self._note(test, tables.FAILED)

    async def _play(self, test: str, plan: dict[str, Any]) -> None:
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE
        )
        assert process.stdin is not None
        assert process.stdout is not None
        until = time.monotonic() + self.settings.balance_seconds
        state, told = tables.RUNNING, None
        try:
            process.stdin.write(msgspec.json.encode({"type": "balance", "id": 1, **plan}) + b"\n")
            await process.stdin.drain()
            reading = asyncio.ensure_future(process.stdout.readline())
            while state == tables.RUNNING:
                await asyncio.wait([reading], timeout=max(0.0, min(BEAT_SECONDS, until - time.monotonic())))
                if reading.done():
                    answer = msgspec.json.decode(reading.result() or b'{"error":"ended"}', type=dict[str, Any])
                    told = answer.get("tally", told)
                    state = tables.FAILED if "error" in answer else tables.DONE if answer.get("done") else state
                    reading = asyncio.ensure_future(process.stdout.readline())
                elif time.monotonic() >= until:
                    state = tables.LATE
                if not await self._note(test, state, told):
                    return
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            reading.cancel()
            await process.wait()
