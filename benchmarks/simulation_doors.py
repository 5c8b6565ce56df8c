"""Sockets that wait at the door of a busy room, in the world of the simulation.

Their handshake was answered while the seat was their person's; they talk at once and do not stop.  Meanwhile the seat goes to
somebody else and the match begins.  simulation_holders.py says who may hear and decide what.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable

from simulation_holders import Holders
from simulation_people import People
from simulation_world import Connection, Worker, World
from sqlalchemy.exc import OperationalError

from sandtable.server.errors import Problem
from sandtable.server.identity import Identity
from sandtable.server.room import Room
from sandtable.server.terms import Terms

SEAT = 1  # changes hands
SCENES = 2
WORDS = 12  # of a socket at the door


async def busy(seconds: float) -> None:
    """The room has something else to do."""
    await asyncio.sleep(seconds)


class Doors(People):
    """Again and again: somebody leaves a seat with a socket at the door."""

    def __init__(self, world: World, holders: Holders) -> None:
        super().__init__(world, holders, "doors")

    async def live(self) -> None:
        for n in range(SCENES):
            self.match = ""
            owner, before, phone, after = (Identity(f"{name}{n}", "user", f"{name}{n}") for name in ("owner", "before", "phone", "after"))
            await self.make(owner, Terms(onlookers=False))
            if self.match:
                with contextlib.suppress(Problem, OperationalError, IndexError):
                    await self.scene(owner, before, phone, after)
            self.holders.check()

    async def scene(self, owner: Identity, before: Identity, phone: Identity, after: Identity) -> None:
        rnd, alive = self.rnd, self.world.alive()
        worker, other = rnd.choice(alive), rnd.choice(alive)
        await self.by(other, "join", other.house.lobby.join(before, self.match, SEAT, None))
        link = self.holders.link(self.match, SEAT)
        for who in (phone, owner):  # the second finds that it led one device there
            with contextlib.suppress(Problem, OperationalError):
                await self.pair(other, who, SEAT, link)
        room = await self._room(worker)
        room.post(busy, 0.3 + rnd.random())
        changing = [asyncio.ensure_future(self._give_up(rnd.choice([worker, other]), owner, before))]
        await self._until(lambda: self.holders.books[self.match].places[SEAT][0] == "open")
        await asyncio.sleep(0.06)  # the notice has come: the room will look who sits there, as soon as it can
        room.post(busy, 0.3 + rnd.random())
        sockets = [self._knock(worker, who) for who in (before, before, phone)]
        people = ((after, SEAT), (owner, 1 - SEAT))
        changing += [asyncio.ensure_future(self._take(rnd.choice([worker, other]), who, seat)) for who, seat in people]
        await asyncio.gather(*(self._insist(worker, socket, who) for socket, who in sockets), *changing)
        for who, seat in people:
            await self.read(worker, who, seat)
            await self.decide(worker, who, seat, rnd)
        for socket, who in sockets:  # and once more, when the next holder has played
            socket.send(self._word("view", worker, who))
            await self._try(worker, who)
        await self.send_away(worker, after, phone)

    async def send_away(self, worker: Worker, holder: Identity, phone: Identity) -> None:
        """A device that asks and decides while the room is busy, and is sent away before its turn comes."""
        room = await self._room(worker)
        await self.pair(worker, phone, SEAT)
        room.post(busy, 0.3 + self.rnd.random())
        leaving = asyncio.ensure_future(self._unpair(worker, holder))
        await self._until(lambda: (SEAT, phone.user) not in self.holders.books[self.match].rows)
        socket, _ = self._knock(worker, phone)
        await asyncio.gather(leaving, self._try(worker, phone), self._insist(worker, socket, phone))

    async def _unpair(self, worker: Worker, holder: Identity) -> None:
        with contextlib.suppress(Problem, OperationalError):
            await self.unpair(worker, holder, SEAT)
        self.changes += 1

    async def _room(self, worker: Worker) -> Room:
        room = await self.by(worker, "a room", worker.house.room(self.match))
        if not isinstance(room, Room):
            raise Problem(503, "try-again", "The worker died.")
        return room

    async def _give_up(self, worker: Worker, owner: Identity, before: Identity) -> None:
        lobby = worker.house.lobby
        leaving = self.rnd.random() < 0.5
        with contextlib.suppress(Problem, OperationalError):
            await self.by(worker, "leave", lobby.leave(before, self.match) if leaving else lobby.send_away(owner, self.match, SEAT))
        self.changes += 1

    async def _until(self, saved: Callable[[], bool]) -> None:
        """The change is saved; the room cannot know of it yet."""
        for _ in range(200):
            if saved():
                return
            await asyncio.sleep(0.01)

    async def _take(self, worker: Worker, who: Identity, seat: int) -> None:
        with contextlib.suppress(Problem, OperationalError):
            await self.by(worker, "join", worker.house.lobby.join(who, self.match, seat, None))
        self.changes += 1

    def _knock(self, worker: Worker, who: Identity) -> tuple[Connection, Identity]:
        connection, _ = self.connect(worker, who, SEAT, self.rnd)
        match, since = self.match, self.rnd.choice([None, 1, 999_999])

        async def enter() -> None:
            try:
                await connection.enter(match, since)
            except (Problem, OperationalError):
                connection.line.dismiss()

        worker.spawn(enter())
        return connection, who

    async def _insist(self, worker: Worker, socket: Connection, who: Identity) -> None:
        """Everything a socket can say, before and after it was or was not let in."""
        for _ in range(WORDS):
            await asyncio.sleep(self.rnd.random() * 0.25)
            self.holders.early += socket.socket is not None and socket.socket.early is not None
            socket.send(self._word(self.rnd.choice(["view", "view", "do", "do", "call", "say"]), worker, who))

    def _word(self, kind: str, worker: Worker, who: Identity) -> str:
        said = f"{who.user}/{self.rnd.random()}"
        if kind == "do":
            ask, actions = self.asked(worker, SEAT)
            return json.dumps(["do", said, ask, self.rnd.choice(actions)])
        rest = {"view": [], "call": [self.rnd.choice(["draw", "undo", "pause", "resign"])], "say": ["all", "well"]}
        return json.dumps([kind, said, *rest[kind]])

    async def _try(self, worker: Worker, who: Identity) -> None:
        with contextlib.suppress(Problem, OperationalError):
            await self.decide(worker, who, SEAT, self.rnd)
        with contextlib.suppress(Problem, OperationalError):
            await self.read(worker, who, SEAT)
