"""People who change seats, in the world of the simulation: they join, move, leave, are sent away, pair phones and run out of time,
and never close what they have open.

What must hold whatever happens: a frame with a hand goes to nobody but the seat's holder of that moment, or a device of theirs; and
every line of a room is one its room would open now.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import Any

from simulation_world import Broken, Connection, Worker, World
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from sandtable.server.errors import Problem
from sandtable.server.identity import Identity
from sandtable.server.lines import Pass
from sandtable.server.lobby import NewMatch, Place
from sandtable.server.terms import ClockTerms, Terms
from sandtable.store import matches as tables

PEOPLE = 4
STEPS = 25  # of each of them
LAG = 15.0  # seconds within which every worker hears that a bot has taken a seat, notices lost and the store gone for a while


class Comers:
    """Several people around one match of two seats."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rnd = random.Random(f"{world.rnd.random()} people")
        self.match = ""
        self.open: list[Connection] = []
        self.hands = 0  # frames with a hand that were sent
        self.changes = 0  # of people
        self.let_in: dict[tuple[int, str], set[str | None]] = {}  # by seat and device: the holders whose code it was shown
        self.handed_over: dict[int, float] = {}  # when a bot was first seen on a seat

    async def live(self) -> None:
        owner = Identity("person0", "user", "person0")
        clock = ClockTerms(kind="move", seconds=20, on_timeout="bot", bot="random") if self.rnd.random() < 0.5 else ClockTerms()
        wish = NewMatch("picket", 2, {"turns": 5}, Terms(clock=clock, onlookers=self.rnd.random() < 0.5), True, [Place(), Place()])
        for _ in range(50):
            with contextlib.suppress(Problem, OperationalError, IndexError):
                self.match = await self._by(self.rnd.choice(self.world.alive()), "lobby.create", owner, wish) or ""
            if self.match:
                break
            await asyncio.sleep(0.5)
        if self.match:
            people = [Identity(f"person{n}", "user", f"person{n}") for n in range(PEOPLE)]
            await asyncio.gather(*(self.come_and_go(who, random.Random(self.rnd.random())) for who in people))

    async def _by(self, worker: Worker, what: str, *args: Any) -> Any:
        """An operation in a worker, which may die meanwhile."""
        part, _, name = what.partition(".")
        task = worker.spawn(getattr(getattr(worker.house, part), name)(*args))
        await asyncio.wait([task], timeout=120)
        if not task.done():
            raise Broken(f"{what} waits for ever")
        return None if task.cancelled() else task.result()

    async def come_and_go(self, who: Identity, rnd: random.Random) -> None:
        for _ in range(STEPS):
            await asyncio.sleep(rnd.random() * 1.5)
            alive = self.world.alive()
            if not alive:
                continue
            worker = rnd.choice(alive)
            with contextlib.suppress(Problem, OperationalError):
                await self._step(worker, who, rnd)
            self.check_lines(worker)

    async def _step(self, worker: Worker, who: Identity, rnd: random.Random) -> None:
        dice = rnd.random()
        if dice < 0.2:
            await self._by(worker, "lobby.join", who, self.match, rnd.randrange(2), None, None, rnd.random() < 0.5)
        elif dice < 0.35:
            if who.user != "person0":  # the owner's leaving ends it
                await self._by(worker, "lobby.leave", who, self.match)
        elif dice < 0.4:
            await self._by(worker, "lobby.send_away", Identity("person0", "user", ""), self.match, rnd.randrange(2))
        elif dice < 0.45:
            await self._by(worker, "lobby.unpair", who, self.match, rnd.randrange(2))
        elif dice < 0.6:  # somebody shows the code of a seat to somebody else
            with self.world.engine.connect() as connection:
                places = connection.execute(select(tables.seats).where(tables.seats.c.match == self.match)).mappings().all()
            place = rnd.choice(places)
            self.let_in.setdefault((place["seat"], who.user), set()).add(place["user"])
            await self._by(worker, "lobby.join_seat", who, place["link"])
        else:
            await self._look(worker, who, rnd)
            return
        self.changes += 1

    async def _look(self, worker: Worker, who: Identity, rnd: random.Random) -> None:
        """Open a line, and decide something where one is asked."""
        connection = Connection(worker, Pass(who, rnd.choice([0, 0, 1, 1, -1])), random.Random(rnd.random()), lambda frame: None)
        right, told = connection.line.right, []

        def check(frame: bytes) -> None:
            told.append(frame)
            self.told(worker, right, frame)

        connection.line.check = check
        entering = worker.spawn(connection.enter(self.match, None))
        await asyncio.wait([entering])
        if entering.cancelled() or entering.exception() is not None:
            connection.cut()
            return
        self.open.append(connection)
        for frame in told:
            message = json.loads(frame)
            if message[0] == "view" and "offer" in message[2]:
                said = json.dumps(["do", f"{who.user}-{rnd.random()}", message[2]["ask"], rnd.choice(message[2]["offer"])])
                connection.send(said)

    def holders(self, seat: int) -> tuple[str, list[str]]:
        """What the store says: the kind of a seat, and who may play it.  A device may while the one who let it in has the seat."""
        with self.world.engine.connect() as connection:
            where = (tables.seats.c.match == self.match, tables.seats.c.seat == seat)
            place = connection.execute(select(tables.seats).where(*where)).mappings().one()
        devices = [user for (place_of, user), holders in self.let_in.items() if place_of == seat and place["user"] in holders]
        return place["kind"], [place["user"], *devices] if place["kind"] == "person" else []

    def told(self, worker: Worker, right: Pass, frame: bytes) -> None:
        message = json.loads(frame)
        view = message[2] if message[0] == "view" else message[4] if message[0] == "ok" and len(message) == 6 else {}
        if "hand" not in view:
            return
        self.hands += 1
        assert right.who is not None
        if view["hand"]["seat"] != right.seat:
            raise Broken(f"{right.who.user} at seat {right.seat} is shown the hand of seat {view['hand']['seat']}")
        kind, people = self.holders(right.seat)
        if right.who.user in people:
            return
        since = self.handed_over.setdefault(right.seat, self.world.loop.time())
        if kind == "bot" and self.world.loop.time() < since + LAG:
            return
        raise Broken(f"{right.who.user} is shown the hand of seat {right.seat} by {worker.name}, which is {people or kind}")

    def check_lines(self, worker: Worker) -> None:
        """Every line of every room is one that would be opened now."""
        if worker.dead:
            return
        for room in worker.house.rooms.values():
            for seat, lines in room.lines.items():
                for line in lines:
                    try:
                        room.check_right(line.right)
                    except Problem as problem:
                        raise Broken(f"a line at seat {seat} has no right any more: {problem}") from None
                    if line.right.seat != seat:
                        raise Broken(f"a line of seat {line.right.seat} lies at seat {seat}")

    async def check(self) -> None:
        """At the end, with all notices heard: the store's people and nobody else have lines.  A clock may just have handed a seat
        over: whoever has a line then has it no more a moment later."""
        for worker in self.world.alive():
            self.check_lines(worker)
        strangers = self._strangers()
        for _ in range(int(LAG)):
            await asyncio.sleep(1)
            strangers &= self._strangers()
        for name, seat, _ in strangers:
            raise Broken(f"{name} keeps a line at seat {seat} that is not its holder's")

    def _strangers(self) -> set[tuple[str, int, Any]]:
        """Lines whose person has no right to their seat, by what the store says."""
        found: set[tuple[str, int, Any]] = set()
        for worker in self.world.alive():
            room = worker.house.rooms.get(self.match)
            for seat, lines in room.lines.items() if room is not None else ():
                people = self.holders(seat)[1] if seat >= 0 else []
                found |= {
                    (worker.name, seat, line) for line in lines if seat >= 0 and (not line.right.who or line.right.who.user not in people)
                }
        return found
