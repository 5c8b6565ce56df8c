"""The shelf: games that were loaded, by name, seats and options, so that a room, its rematch and the lists load them once.

Loading a game costs time, and with a board or a sheet of somebody's own it is their text that says how much: none of it is done on
the loop.  What strangers send is first tried in the doctor's process, which is ended when it is late; what can be loaded there in
little time is loaded here, in a thread.  Matches in the store were tried when they were made, and their text is bounded
before any parser sees it: they need a thread alone, so they come back after a restart however busy the doctor is.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from sandtable import games
from sandtable.games import AnyGame
from sandtable.kit.card import Options
from sandtable.server.errors import Problem
from sandtable.wire.handout import handout as make_handout
from sandtable.wire.plain import encode

if TYPE_CHECKING:
    from sandtable.server.studio import Studio

MOST_GAMES = 24  # a drawn board of the largest size takes some megabytes
MOST_SIDES = 2000
MOST_HANDOUTS = 8 << 20  # bytes of all of them
SLOWEST = 4.0  # seconds of loading in the doctor's process beyond which a text is not played


def has_text(name: str, options: Options) -> bool:
    """Whether any option is a text of somebody's own."""
    return any(option.kind == "text" and options.get(option.key, option.default) != option.default for option in games.card(name).options)


class Shelf:
    def __init__(self) -> None:
        self.doctor: Studio | None = None
        self.loads = 0
        self._games: OrderedDict[bytes, AnyGame] = OrderedDict()
        self._sides: OrderedDict[bytes, list[int]] = OrderedDict()
        self._handouts: OrderedDict[bytes, bytes] = OrderedDict()
        self._bytes = 0
        self._coming: dict[bytes, asyncio.Task[AnyGame]] = {}
        self._hands = asyncio.Semaphore(1)  # one thread: more would only share the interpreter's lock

    async def find(self, name: str, seats: int | None, options: Options) -> AnyGame:
        """A game whose options are ours, or were tried before."""
        seats, key = _key(name, seats, options)
        found = self._games.get(key)
        if found is not None:
            self._games.move_to_end(key)
            return found
        task = self._coming.get(key)
        if task is None:
            task = self._coming[key] = asyncio.get_running_loop().create_task(self._load(key, name, seats, options))
            task.add_done_callback(lambda done: self._arrived(key, done))
        return await asyncio.shield(task)

    async def try_on(self, who: str, name: str, seats: int | None, options: Options) -> AnyGame:
        """A game with options that somebody has just sent, complete: nothing is loaded that the doctor could not load in time."""
        seats, key = _key(name, seats, options)
        if key not in self._games and has_text(name, options) and self.doctor is not None:
            self._keep_sides(key, await self.doctor.load(who, name, seats, options))
        return await self.find(name, seats, options)

    async def sides(self, name: str, seats: int | None, options: Options, who: str | None = None) -> list[int]:
        """By seat the side it plays for; with ``who`` of options that somebody has just sent."""
        seats, key = _key(name, seats, options)
        found = self._sides.get(key)
        if found is not None:
            return found
        if who is not None and has_text(name, options) and self.doctor is not None and key not in self._games:
            return self._keep_sides(key, await self.doctor.load(who, name, seats, options))
        game = await self.find(name, seats, options)
        return self._keep_sides(key, [game.side(seat) for seat in range(seats)])

    async def stored_sides(self, name: str, seats: int, options: str) -> list[int]:
        """The same for a match in the store; where its game cannot be loaded any more, each for itself."""
        try:
            return await self.sides(name, seats, msgspec.json.decode(options))
        except (games.BadOption, games.Unknown):
            return list(range(seats))

    async def handout(self, who: str, name: str, seats: int | None, options: Options) -> bytes:
        """What a board needs, encoded; of a text of somebody's own it is made in the doctor's process."""
        seats, key = _key(name, seats, options)
        found = self._handouts.get(key)
        if found is not None:
            self._handouts.move_to_end(key)
            return found
        if has_text(name, options) and self.doctor is not None:
            body = encode(await self.doctor.handout(who, name, seats, options))
        else:
            game = await self.find(name, seats, options)
            async with self._hands:
                body = await asyncio.to_thread(lambda: encode(make_handout(game, options)))
        if key not in self._handouts:
            self._handouts[key] = body
            self._bytes += len(body)
            while self._bytes > MOST_HANDOUTS:
                self._bytes -= len(self._handouts.popitem(last=False)[1])
        return body

    async def _load(self, key: bytes, name: str, seats: int, options: Options) -> AnyGame:
        async with self._hands:
            self.loads += 1
            return await asyncio.to_thread(games.load, name, seats, options)

    def _arrived(self, key: bytes, task: asyncio.Task[AnyGame]) -> None:
        self._coming.pop(key, None)
        if not task.cancelled() and task.exception() is None:
            self._games[key] = task.result()
            while len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)

    def _keep_sides(self, key: bytes, sides: list[int]) -> list[int]:
        self._sides[key] = sides
        while len(self._sides) > MOST_SIDES:
            self._sides.popitem(last=False)
        return sides


def _key(name: str, seats: int | None, options: Options) -> tuple[int, bytes]:
    """The number of seats, and what tells two settings apart."""
    card = games.card(name)
    count = card.seats[0] if seats is None else seats
    return count, sha256(encode([name, count, sorted(options.items())])).digest()


def too_slow(seconds: float) -> Problem:
    told = f"It takes longer than {seconds:g} seconds to set this up. Nothing was made; a smaller board or sheet would do."
    return Problem(400, "too-slow", told, {"seconds": seconds})
