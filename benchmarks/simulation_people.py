"""People who change seats, in the world of the simulation: they join, move, leave, are sent away, pair phones, run out of time, give
way to bots, delete their accounts and make accounts of guests; and never close what they have open.

What they and their devices had before they try again, by every way there is.  simulation_holders.py says who may.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Coroutine
from typing import Any

from simulation_holders import LAG, Holders
from simulation_world import Broken, Connection, Worker, World
from sqlalchemy.exc import OperationalError

from sandtable.server import matches, turns
from sandtable.server.errors import Problem
from sandtable.server.holding import Holding
from sandtable.server.identity import Identity
from sandtable.server.lines import Pass
from sandtable.server.lobby import NewMatch, Place
from sandtable.server.terms import ClockTerms, Terms

PEOPLE = 4
STEPS = 25  # of each of them
NOBODY = -1  # looks on


class People:
    """What people of a simulated match can do, at whichever worker, though it may die meanwhile."""

    def __init__(self, world: World, holders: Holders, name: str) -> None:
        self.world = world
        self.holders = holders
        self.rnd = random.Random(f"{world.rnd.random()} {name}")
        self.match = ""
        self.changes = 0

    async def make(self, owner: Identity, terms: Terms) -> None:
        """A match of two open seats."""
        wish = NewMatch("picket", 2, {"turns": 5}, terms, True, [Place(), Place()])
        for _ in range(50):
            with contextlib.suppress(Problem, OperationalError, IndexError):
                worker = self.rnd.choice(self.world.alive())
                self.match = await self.by(worker, "create", worker.house.lobby.create(owner, wish)) or ""
            if self.match:
                self.holders.watch(self.match)
                return
            await asyncio.sleep(0.5)

    async def by(self, worker: Worker, what: str, work: Coroutine[Any, Any, Any]) -> Any:
        """Have something done by a worker, which may die meanwhile."""
        task = worker.spawn(work)
        await asyncio.wait([task], timeout=120)
        if not task.done():
            raise Broken(f"{what} waits for ever")
        self.holders.check()
        if task.cancelled():
            return None
        found = task.result()
        self.holders.answered(worker, task)
        return found

    def connect(self, worker: Worker, who: Identity, seat: int, rnd: random.Random) -> tuple[Connection, list[bytes]]:
        """A line to a worker, and what is told by it."""
        connection = Connection(worker, Pass(who, seat), random.Random(rnd.random()), lambda frame: None)
        told: list[bytes] = []
        match = self.match

        def check(frame: bytes) -> None:
            if not told and connection.socket is not None and not frame.startswith(b'["hello"'):
                self.holders.fail(f"{who.user} hears of seat {seat} before the room has let them in")
            told.append(frame)
            self.holders.told(worker, match, connection.line.right, frame)

        connection.line.check = check
        return connection, told

    async def pair(self, worker: Worker, who: Identity, seat: int, link: str = "") -> None:
        """Somebody is shown the code of a seat, or has it from long ago: they take it, or are a further device of who has it."""
        link = link or self.holders.link(self.match, seat)
        self.holders.comes_with(self.match, who.user, link)
        await self.by(worker, "a link", worker.house.lobby.join_seat(who, link))

    async def unpair(self, worker: Worker, who: Identity, seat: int) -> None:
        start = self.world.loop.time()
        task = worker.house.lobby.unpair(who, self.match, seat)
        await self.by(worker, "unpair", task)
        if not worker.dead:
            self.holders.alone(self.match, seat, start)

    async def read(self, worker: Worker, who: Identity, seat: int) -> None:
        """What a program asks for: the view of a seat, and all decisions it owes."""
        house = worker.house

        async def look() -> None:
            found = [(item["match"], item["seat"], bytes(item["message"])) for item in await turns._owed(house, who)]
            for match, own, frame in found:
                self.holders.told(worker, match, Pass(who, own), frame)
            room, own = await matches.look_in(house, self.match, who, None, str(seat))
            if room.match is not None:
                self.holders.told(worker, self.match, Pass(who, own), room.frame(own))

        await self.by(worker, "a reading", look())

    async def stream(self, worker: Worker, who: Identity, seat: int, rnd: random.Random) -> None:
        """The same as lines, which nobody closes."""
        connection, _ = self.connect(worker, who, seat, rnd)

        async def begin() -> None:
            room, _ = await matches.look_in(worker.house, self.match, who, None, str(seat))
            await room.ask(matches._subscribe, room, connection.line)

        await self.by(worker, "a stream", begin())

    async def decide(self, worker: Worker, who: Identity, seat: int, rnd: random.Random) -> None:
        """Without looking: whatever may be decided there now."""
        ask, actions = self.asked(worker, seat)

        async def play() -> None:
            room, own = await matches.play_in(worker.house, self.match, who, seat)
            await room.ask(room.do, own, f"{who.user}/{rnd.random()}", ask, tuple(rnd.choice(actions)), None, who)

        await self.by(worker, "a decision", play())

    def asked(self, worker: Worker, seat: int) -> tuple[int, list[Any]]:
        """What only the seat's holder knows; the people here guess it."""
        room = worker.house.rooms.get(self.match)
        if room is None or room.match is None or seat not in room.match.state.table.pending:
            return 1, [(0, 0)]
        state = room.match.state
        return state.hands[seat].asked, [list(action) for action in room.game.actions(state.table, state.hands[seat])] or [(0, 0)]


class Comers(People):
    """Several people around one match of two seats."""

    def __init__(self, world: World, holders: Holders) -> None:
        super().__init__(world, holders, "people")
        self.owner = Identity("person0", "user", "person0")

    async def live(self) -> None:
        clock = ClockTerms(kind="move", seconds=20, on_timeout="bot", bot="random") if self.rnd.random() < 0.5 else ClockTerms()
        await self.make(self.owner, Terms(clock=clock, onlookers=self.rnd.random() < 0.5))
        if self.match:
            people = [Identity(f"person{n}", "user", f"person{n}") for n in range(PEOPLE)]
            await asyncio.gather(*(self.come_and_go(who, random.Random(self.rnd.random())) for who in people))

    async def come_and_go(self, who: Identity, rnd: random.Random) -> None:
        for _ in range(STEPS):
            await asyncio.sleep(rnd.random() * 1.5)
            alive = self.world.alive()
            if not alive:
                continue
            worker = rnd.choice(alive)
            with contextlib.suppress(Problem, OperationalError):
                if rnd.random() < 0.04 and who.user != self.owner.user:
                    who = await self._become(worker, who, rnd)
                else:
                    await self._step(worker, who, rnd)
            self.holders.check()
            check_lines(worker)

    async def _step(self, worker: Worker, who: Identity, rnd: random.Random) -> None:
        dice, seat, lobby = rnd.random(), rnd.randrange(2), worker.house.lobby
        if dice < 0.17:
            await self.by(worker, "join", lobby.join(who, self.match, seat, None, None, rnd.random() < 0.5))
        elif dice < 0.29:
            if who.user != self.owner.user:  # the owner's leaving ends it
                await self.by(worker, "leave", lobby.leave(who, self.match))
        elif dice < 0.33:
            await self.by(worker, "send away", lobby.send_away(self.owner, self.match, seat))
        elif dice < 0.35:
            await self.by(worker, "seat a bot", lobby.seat_bot(self.owner, self.match, seat, "random"))
        elif dice < 0.4:
            await self.unpair(worker, who, seat)
        elif dice < 0.58:
            known = list(self.holders.books[self.match].invited)
            await self.pair(worker, who, seat, rnd.choice(known) if known and rnd.random() < 0.2 else "")
        else:
            await self._try(worker, who, rnd)
            return
        self.changes += 1

    async def _become(self, worker: Worker, who: Identity, rnd: random.Random) -> Identity:
        """Somebody deletes their account, and a stranger comes; or a guest goes on as an account."""
        stays, new = rnd.random() < 0.5, Identity(f"{who.user}+", "user", f"{who.user}+")
        if stays:
            self.holders.becomes(who.user, new.user)

        async def change() -> None:
            async with worker.house.database.write() as connection:
                await (Holding().adopt(connection, who.user, new.user) if stays else Holding().forget(connection, who.user))  # type: ignore[arg-type]
            await worker.house.reseat(who.user)

        self.changes += 1
        with contextlib.suppress(OperationalError):  # it may be saved all the same
            await self.by(worker, "a change of accounts", change())
        return new

    async def _try(self, worker: Worker, who: Identity, rnd: random.Random) -> None:
        """Every way to a seat, whoever has it."""
        dice, seat = rnd.random(), rnd.randrange(2)
        if dice < 0.2:
            await self.read(worker, who, seat)
        elif dice < 0.35:
            await self.stream(worker, who, seat, rnd)
        elif dice < 0.5:
            await self.decide(worker, who, seat, rnd)
        else:
            await self._sit(worker, who, rnd.choice([0, 0, 1, 1, NOBODY]), rnd)

    async def _sit(self, worker: Worker, who: Identity, seat: int, rnd: random.Random) -> None:
        """Open a socket, and decide something where one is asked."""
        connection, told = self.connect(worker, who, seat, rnd)
        entering = worker.spawn(connection.enter(self.match, None))
        await asyncio.wait([entering])
        if entering.cancelled() or entering.exception() is not None:
            connection.cut()
            return
        for frame in told:
            message = json.loads(frame)
            if message[0] == "view" and "offer" in message[2]:
                said = json.dumps(["do", f"{who.user}/{rnd.random()}", message[2]["ask"], rnd.choice(message[2]["offer"])])
                connection.send(said)


def check_lines(worker: Worker) -> None:
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


async def check_at_the_end(world: World, holders: Holders) -> None:
    """With all notices heard the store's people and nobody else have lines.  A clock may just have handed a seat over: whoever has a
    line then has it no more a moment later."""
    for worker in world.alive():
        check_lines(worker)
    strangers = {each for worker in world.alive() for each in holders.strangers(worker)}
    for _ in range(int(LAG)):
        await asyncio.sleep(1)
        strangers &= {each for worker in world.alive() for each in holders.strangers(worker)}
    for name, seat, _ in strangers:
        raise Broken(f"{name} keeps a line at seat {seat} that is not its holder's")
    holders.check()
