"""Bots in worker processes.  They get what a browser gets and have a time budget; the loop never waits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sys
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable import bots
from sandtable.server.errors import Problem
from sandtable.server.settings import Settings
from sandtable.server.turnstile import RETRY, Turnstile
from sandtable.wire.plain import encode

if TYPE_CHECKING:
    from sandtable.server.room import Room

log = logging.getLogger("sandtable.bots")

LONGEST_LINE = 64 << 20
OWN = [sys.executable, "-m", "sandtable.bots.worker"]


def new_seed() -> int:
    return secrets.randbits(60)


class Failed(RuntimeError):
    """A bot gave no usable answer in its time."""


class Late(Failed):
    """It gave none at all, and was ended."""


class Process:
    """One program that speaks the bot protocol; started when needed, ended when it is late."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None
        self.sessions: set[str] = set()
        self._ended: list[asyncio.subprocess.Process] = []
        self._turn = asyncio.Lock()
        self._number = 0

    async def request(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        async with self._turn:  # one after the other: the budget counts from here
            self._number += 1
            message["id"] = self._number
            try:
                return await asyncio.wait_for(self._exchange(message), seconds)
            except (TimeoutError, OSError, EOFError, ValueError, msgspec.DecodeError) as error:
                self.kill()
                raise (Late if isinstance(error, TimeoutError) else Failed)(f"{type(error).__name__}") from None
            except asyncio.CancelledError:
                self.kill()
                raise

    async def _exchange(self, message: dict[str, Any]) -> dict[str, Any]:
        if self.process is None or self.process.returncode is not None:
            self.sessions.clear()
            self.process = await asyncio.create_subprocess_exec(
                *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(encode(message) + b"\n")
        await self.process.stdin.drain()
        while True:
            line = await self.process.stdout.readline()
            if not line:
                raise EOFError
            answer = msgspec.json.decode(line, type=dict[str, Any])
            if answer.get("id") == message["id"]:
                return answer

    def tell(self, message: dict[str, Any]) -> None:
        if self.process is not None and self.process.stdin is not None and self.process.returncode is None:
            self.process.stdin.write(encode(message) + b"\n")

    def kill(self) -> None:
        self.sessions.clear()
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            self._ended = [process for process in self._ended if process.returncode is None] + [self.process]
        self.process = None

    async def stop(self) -> None:
        self.kill()
        for process in self._ended:
            await process.wait()


class BotPool:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.own = [Process(OWN) for _ in range(max(1, settings.bot_processes))]
        self.foreign = {name: Process(command) for name, command in settings.bot_commands.items()}
        self.study = Process(OWN)  # hints, guesses, gestures and odds
        self.waiting = Turnstile()  # for it
        self.failures = 0

    async def start(self) -> None:
        """Nothing yet: processes start with their first request."""

    async def stop(self) -> None:
        for process in [*self.own, *self.foreign.values(), self.study]:
            await process.stop()

    def names(self, game: str) -> list[str]:
        return [*bots.names(game), *sorted(self.foreign)]

    def check(self, game: str, bot: str) -> None:
        if bot not in self.names(game):
            raise Problem(400, "no-such-bot", f"No bot '{bot}' plays {game}.", {"bots": self.names(game)})

    def _process(self, match: str, bot: str) -> Process:
        """A match stays with one process, where its bots remember."""
        return self.foreign.get(bot) or self.own[sum(match.encode()) % len(self.own)]

    def knows(self, match: str, seat: int) -> bool:
        session = f"{match}:{seat}"
        return any(session in process.sessions for process in [*self.own, *self.foreign.values()])

    async def decide(self, room: Room, seat: int, bot: str, view: dict[str, Any], session: str = "") -> tuple[int, ...]:
        """A legal action: the bot's, or when it fails any offered one."""
        process = self._process(room.id, bot)
        session = session or f"{room.id}:{seat}"
        message = {
            "type": "decide",
            "session": session,
            "bot": bot,
            "seconds": self.settings.bot_seconds,
            **self._setting(room, seat, view),
        }
        try:
            answer = await process.request(message, self.settings.bot_seconds * 1.2 + 2.0)
            process.sessions.add(session)
            action = answer.get("action")
            if isinstance(action, list) and action and all(type(part) is int for part in action):
                return tuple(action)
            raise Failed(str(answer.get("error", "no action"))[:200])
        except Failed as error:
            return self.fail(bot, room.id, seat, str(error), view["offer"])

    def fail(self, bot: str, match: str, seat: int, reason: str, offer: list[list[int]]) -> tuple[int, ...]:
        """The match goes on: any offered action in place of a bot that gave none."""
        self.failures += 1
        log.warning("bot %s in match %s, seat %d: %s", bot, match, seat, reason)
        return tuple(secrets.choice(offer))

    async def imagine(self, who: str, room: Room, seat: int, view: dict[str, Any], count: int) -> list[Any]:
        """Truths a seat cannot tell from the real one."""
        return await self._study(who, "worlds", {"type": "imagine", "count": count, **self._setting(room, seat, view)})

    async def odds(self, who: str, room: Room, seat: int, view: dict[str, Any], action: tuple[int, ...], count: int) -> dict[str, Any]:
        """Exact chances of an action; or events a seat would hear after it, each with its share of the imagined worlds."""
        message = {"type": "odds", "count": count, "action": list(action), **self._setting(room, seat, view)}
        return await self._answer(who, message, ("chances", "events"))

    async def gestures(self, who: str, room: Room, seat: int, view: dict[str, Any], kind: str, value: int, text: str) -> dict[str, Any]:
        """What a seat that is asked can do in one go."""
        message = {"type": "gestures", "kind": kind, "value": value, "text": text, **self._setting(room, seat, view)}
        return await self._answer(who, message, ("subjects", "gestures", "wrong"))

    async def guess(self, who: str, room: Room, seat: int, view: dict[str, Any], count: int) -> list[Any]:
        """What may be hidden from a seat, question by question."""
        return await self._study(who, "guesses", {"type": "guess", "count": count, **self._setting(room, seat, view)})

    async def weigh(self, who: str, room: Room, seat: int, bot: str, view: dict[str, Any], count: int) -> dict[str, Any]:
        """What a decision is worth, by matches played on in imagined worlds; within half of a bot's time."""
        message = {"type": "weigh", "bot": bot, "count": count, **self._setting(room, seat, view)}
        return await self._answer(who, message, ("action", "then", "worlds", "standing", "candidates"))

    async def _study(self, who: str, wanted: str, message: dict[str, Any]) -> list[Any]:
        found: list[Any] = (await self._answer(who, message, (wanted,)))[wanted]
        return found

    async def _answer(self, who: str, message: dict[str, Any], wanted: tuple[str, ...]) -> dict[str, Any]:
        """From the process for studies: whoever thinks for a reader keeps no bot of a match waiting.  People take turns, and
        the more of them wait the less time each gets."""
        async with self.waiting.turn(who):
            message["seconds"] = self.settings.bot_seconds / 2 / (1 + self.waiting.people())
            try:
                answer = await self.study.request(message, self.settings.bot_seconds + 2.0)
            except Failed:
                raise Problem(503, "try-again", "No answer in time.", headers={"Retry-After": str(RETRY)}) from None
        if any(key not in answer for key in wanted):
            raise Problem(409, "cannot-imagine", "This position cannot be imagined now.")
        return {key: answer[key] for key in wanted}

    def _setting(self, room: Room, seat: int, view: dict[str, Any]) -> dict[str, Any]:
        given = {"game": room.game.name, "seats": room.game.seats, "options": room.options}
        return {**given, "seat": seat, "seed": new_seed(), "view": view}

    def end(self, match: str) -> None:
        for process in [*self.own, *self.foreign.values()]:
            for session in [s for s in process.sessions if s.partition(":")[0] == match]:
                process.sessions.discard(session)
                process.tell({"type": "end", "session": match})
