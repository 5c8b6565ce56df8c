"""Sockets at the door: a busy room has answered their handshake, but not let them in, when it learns that their seat is another's."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from tables import PATIENCE, eventually
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from sandtable.server.in_turn import nothing
from sandtable.store import matches as tables

Change = Callable[[], Coroutine[Any, Any, None]]
Saved = Callable[[list[Any]], bool]  # by the seats that are kept


class Knocker:
    """A socket that talks as soon as its handshake was answered; what it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in self.socket:
                self.frames.append(str(frame))

    async def say(self, words: list[list[Any]]) -> None:
        for word in words:
            await self.socket.send(json.dumps(word))
        await self.heard()

    async def heard(self) -> None:
        """What was sent has been heard, and what was told is here: frames and pongs keep their order."""
        with contextlib.suppress(ConnectionClosed):
            await (await self.socket.ping())

    async def end(self) -> None:
        await self.socket.close()
        await self.reading


class Door:
    """The door of one room, kept busy by hand."""

    def __init__(self, house: Any, loop: asyncio.AbstractEventLoop, port: int, match: str, seat: int) -> None:
        self.house, self.loop, self.port, self.match, self.seat = house, loop, port, match, seat
        self.room = house.rooms[match]
        self.gates = [asyncio.Event(), asyncio.Event()]
        self.inside = [False, False]
        self.behind = 0  # how many questions those at the door are behind

    async def keep_waiting(
        self, ghosts: Iterable[dict[str, str]], give_up: Change, take: Change | None = None, taken: Saved | None = None
    ) -> list[Knocker]:
        """People with these headers knock when the seat was given up; then it is taken.  Then the room learns of it, and has something
        else to do before it turns to the door; meanwhile everybody there talks."""
        await self._busy(0)
        await eventually(lambda: self.inside[0])
        changing = [asyncio.ensure_future(give_up())]
        await eventually(lambda: self.room.expected)  # it is saved: the room is going to look who sits there
        await self._busy(1)
        knockers = [Knocker(await self._knock(headers)) for headers in ghosts]
        await eventually(lambda: len(self.room.queue) >= 2 + len(knockers))
        if take is not None and taken is not None:
            changing.append(asyncio.ensure_future(take()))
            await eventually(lambda: self._is_saved(taken))
        await self._let_go(0)
        await eventually(lambda: self.inside[1])
        for n, knocker in enumerate(knockers):
            await knocker.say(self._words(n))
        await self._let_go(1)
        await self._in_loop(self._rest())
        for knocker in knockers:
            await knocker.heard()
            await knocker.end()
        await asyncio.gather(*changing)
        return knockers

    async def end_meanwhile(self, headers: dict[str, str], act: Callable[[], Any]) -> Knocker:
        """Something ends while a socket is at the door; the socket when it was closed, or told something."""
        await self._busy(0)
        await eventually(lambda: self.inside[0])
        knocker = Knocker(await self._knock(headers))
        await eventually(lambda: self.room.queue)
        await knocker.say(self._words(0))
        await asyncio.to_thread(act)
        await self._let_go(0)
        await eventually(lambda: knocker.reading.done() or knocker.frames)
        await knocker.end()
        return knocker

    def _words(self, n: int) -> list[list[Any]]:
        """Everything a socket can say, and what the seat may decide now: only its holder knows that."""
        state = self.room.match.state
        hand = state.hands[self.seat]
        actions = self.room.game.actions(state.table, hand) if self.seat in state.table.pending else [(0,)]
        decisions = [["do", f"door{n}-{m}", hand.asked - self.behind, list(action)] for m, action in enumerate(actions[:10])]
        more = [["call", f"door{n}-call", "draw"], ["say", f"door{n}-say", "all", "at the door"]]
        return [["view", "door"], *decisions, *more, ["view", "door"]]

    async def _knock(self, headers: dict[str, str]) -> ClientConnection:
        url = f"ws://127.0.0.1:{self.port}/v1/matches/{self.match}/socket?seat={self.seat}&since=999999"
        return await connect(url, additional_headers=headers, compression=None, max_size=None, open_timeout=PATIENCE, ping_interval=None)

    async def _is_saved(self, saved: Saved) -> bool:
        async def look() -> bool:
            async with self.house.database.read() as connection:
                return saved(await tables.find_seats(connection, self.match))

        return bool(await self._in_loop(look()))

    async def signs(self) -> set[str]:
        """What those at the door have left in the store."""

        async def look() -> set[str]:
            async with self.house.database.read() as connection:
                rows = await tables.find_inputs(connection, self.match)
                said = await tables.find_talk(connection, self.match)
            decided = {"decided at the door" for row in rows if row.extra is not None and row.extra.i.startswith("door")}
            return decided | {"said at the door" for item in said if item["text"] == "at the door"}

        found: set[str] = await self._in_loop(look())
        return found

    async def _busy(self, n: int) -> None:
        async def hold() -> None:
            self.inside[n] = True
            await self.gates[n].wait()

        async def post() -> None:
            self.room.post(hold)

        await self._in_loop(post())

    async def _let_go(self, n: int) -> None:
        async def release() -> None:
            self.gates[n].set()

        await self._in_loop(release())

    async def _rest(self) -> None:
        """Everything that waited has had its turn."""
        await self.room.ask(nothing)

    async def _in_loop(self, work: Any) -> Any:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self.loop))


def too_early(frames: list[str]) -> bool:
    """Whether something was told before the greeting."""
    return bool(frames) and not frames[0].startswith('["hello"')
