"""Deterministic simulation of the server: workers, clients and faults on virtual time, one seed a run.

    python benchmarks/simulation.py --seeds 1000          many seeds; stops at the first broken promise
    python benchmarks/simulation.py --seed 17 --trace     one seed, with all that happened

What may happen: messages late, twice or never answered; sockets that break; statements and commits that fail; commits whose
answer is lost; workers killed between any two steps; notices between workers missed; the store gone for seconds; the system's
clock jumping by an hour.  What must hold whatever happens:

- an acknowledged decision stands in the record once, one that was only refused never, an unanswered one at most once;
- the same message gets the same answer, every time;
- a gesture is saved, told and taken back whole, with what the table answered after it;
- nobody is told anything that is not saved; message numbers never go back; a number shows the same view everywhere;
- a hand is shown to the seat's holder of that moment and nobody else, however people and their devices change (simulation_people.py)
  and however early a socket speaks (simulation_doors.py);
- when the faults end, every socket comes to know the latest position by itself, and the record verifies.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import logging
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from simulation_doors import Doors
from simulation_holders import Holders
from simulation_ledger import Ledger
from simulation_people import Comers, check_at_the_end
from simulation_world import Broken, Connection, VirtualLoop, Worker, World, make_file
from sqlalchemy import insert

from sandtable import games
from sandtable.core.match import Match
from sandtable.server.chronicle import ONLOOKER
from sandtable.server.dice import SealedDraw, commitment
from sandtable.server.identity import Identity
from sandtable.server.lines import Pass
from sandtable.server.terms import Affairs, ClockTerms, Terms
from sandtable.store import matches as tables
from sandtable.wire.plain import encode

ACTIONS = 46  # of each client
PATIENCE = 8.0  # seconds a client waits for an answer before it sends the same again
FIGURES = ("hands", "changes", "devices", "early", "workers", "decisions", "acknowledged", "frames", "gestures", "table")
LASTING = {"try-again"}  # errors after which the same message may still succeed


class Client:
    """Somebody at a seat, or looking on; plays, errs, repeats, leaves and comes back."""

    def __init__(self, world: World, ledger: Ledger, seat: int, name: str) -> None:
        self.world = world
        self.ledger = ledger
        self.seat = seat
        self.name = name
        self.rnd = random.Random(f"{world.rnd.random()}{name}")
        self.who = Identity(f"user{seat}", "user", name) if seat != ONLOOKER else None
        self.connection: Connection | None = None
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.over = False
        self.number = 0
        self.sent: list[tuple[str, str]] = []  # decisions: id and the whole message
        self.waiting: dict[str, asyncio.Future[str]] = {}
        self.left = ACTIONS

    async def live(self) -> None:
        while self.left > 0 and not self.over:
            self.left -= 1
            if self.connection is None or not self.connection.open:
                await self.come()
                continue
            await asyncio.sleep(self.rnd.random() * 0.6)
            await self.act()

    async def come(self) -> None:
        """Connect to any worker that is there; with the last number known, so that nothing is missed."""
        alive = self.world.alive()
        if not alive:
            await asyncio.sleep(0.3)
            return
        worker = self.rnd.choice(alive)
        connection = Connection(worker, Pass(self.who, self.seat), random.Random(self.rnd.random()), self.take)
        connection.line.check = lambda frame: self.ledger.told(self.seat, f"{self.name} by {worker.name}", frame)
        self.connection = connection
        entering = worker.spawn(connection.enter(self.ledger.match, self.seq or None))
        await asyncio.wait([entering])
        if entering.cancelled() or entering.exception() is not None:
            connection.cut()
            await asyncio.sleep(0.05 + self.rnd.random() * 0.5)

    async def act(self) -> None:
        dice = self.rnd.random()
        assert self.connection is not None
        if dice < 0.06:
            self.connection.cut()
        elif dice < 0.12 and self.sent:  # an old message once more
            said, text = self.rnd.choice(self.sent[-20:])
            if (self.seat, said) in self.ledger.answers and "offer" in self.view and self.rnd.random() < 0.5:  # or its id
                text = json.dumps(["do", said, self.view["ask"], self.rnd.choice(self.view["offer"])])
            await self.deliver(said, text)
        elif dice < 0.20:
            await self.deliver(
                *self.compose(self.view.get("ask", 1) + self.rnd.randrange(-1, 2), [self.rnd.randrange(4), self.rnd.randrange(9)])
            )
        elif dice < 0.26 and self.seat != ONLOOKER:
            self.number += 1
            verb = self.rnd.choice(["undo", "draw", "no-draw", "pause", "resume", "undo", "allow-undo"])
            self.connection.send(json.dumps(["call", f"{self.name}-call-{self.number}", verb]))
        elif dice < 0.29:
            self.number += 1
            self.connection.send(json.dumps(["say", f"{self.name}-say-{self.number}", "all", "well"]))
        elif dice < 0.30 and self.seat != ONLOOKER and self.left < ACTIONS // 2:
            self.number += 1
            self.connection.send(json.dumps(["call", f"{self.name}-call-{self.number}", "resign"]))
        elif dice < 0.40 and self.seat != ONLOOKER:
            self.number += 1
            wish = {"auto": self.rnd.random() < 0.97}
            self.connection.send(json.dumps(["manner", f"{self.name}-manner-{self.number}", wish]))
        elif "offer" in self.view:
            if self.rnd.random() < 0.5:
                await self.deliver(*self.compose_gesture())
            else:
                await self.deliver(*self.compose(self.view["ask"], self.rnd.choice(self.view["offer"])))
            if self.rnd.random() < 0.15 and self.connection is not None:  # comes back at once, where it may not be known yet
                self.connection.cut()

    def compose(self, ask: int, action: list[int]) -> tuple[str, str]:
        self.number += 1
        said = f"{self.name}-{self.number}"
        self.sent.append((said, json.dumps(["do", said, ask, action])))
        return self.sent[-1]

    def compose_gesture(self) -> tuple[str, str]:
        """Offered actions in a row, some of which are not legal any more when it is their turn; as far as they go, or whole."""
        self.number += 1
        said, offer = f"{self.name}-{self.number}", self.view["offer"]
        actions = self.rnd.sample(offer, min(len(offer), self.rnd.randrange(1, 7)))
        if self.rnd.random() < 0.5:  # one for every piece, and the end of it
            actions = list({tuple(action[:2]): action for action in offer if len(action) > 1}.values()) or actions
            actions = actions[: self.rnd.randrange(1, 9)] + [action for action in offer if len(action) == 1][:1]
        self.sent.append((said, json.dumps(["perform", said, self.view["ask"], actions, self.rnd.random() < 0.3])))
        return self.sent[-1]

    async def deliver(self, said: str, text: str) -> None:
        """Send until there is an answer that is not "try again", on whatever socket there is; sometimes twice at once."""
        for _ in range(12):
            if self.connection is None or not self.connection.open:
                await self.come()
                continue
            future = self.waiting[said] = self.world.loop.create_future()
            for _ in range(1 if self.rnd.random() < 0.8 else self.rnd.randrange(2, 5)):
                self.connection.send(text)
            done, _ = await asyncio.wait([future], timeout=PATIENCE)
            if done and future.result() not in LASTING:
                return
            if self.rnd.random() < 0.1:
                return  # gives up; the decision may be saved or not
            await asyncio.sleep(self.rnd.random())

    def take(self, frame: bytes) -> None:
        message = json.loads(frame)
        kind = message[0]
        if kind == "view":
            self.see(*message[1:4])
        elif kind == "ok":
            if message[2]:
                self.ledger.answered(self.seat, message[1], message[2])
            if len(message) == 6:
                self.see(*message[3:6])
            self.answer(message[1], "ok")
        elif kind == "performed":
            self.ledger.answered(self.seat, message[1], json.dumps(message[2:4]))
            if len(message) == 7:
                self.see(*message[4:7])
            self.answer(message[1], "ok")
        elif kind == "no":
            key = message[2]["key"]
            if key == "internal":
                raise Broken(f"an internal error for {message[1]}")
            if key not in LASTING:
                if (self.seat, message[1]) in self.ledger.answers:
                    raise Broken(f"{message[1]} was acknowledged, and then refused: {key}")
                self.ledger.refused.add((self.seat, message[1]))
            self.answer(message[1], key)

    def see(self, number: int, view: dict[str, Any], about: dict[str, Any]) -> None:
        if number < self.seq:
            raise Broken(f"seat {self.seat}: number {number} after {self.seq}")
        self.seq, self.view, self.over = number, view, "over" in about

    def answer(self, said: str, word: str) -> None:
        future = self.waiting.get(said)
        if future is not None and not future.done():
            future.set_result(word)


class Run:
    def __init__(self, seed: int, file: Path, loop: VirtualLoop) -> None:
        self.rnd = random.Random(f"run {seed}")
        count = self.rnd.choice([1, 2, 2, 3])
        self.world = World(seed, file, loop, postgres=count > 1)
        self.count = count
        self.started = 0
        self.match = "m" * 12
        self.holders: Holders | None = None

    def begin(self) -> tuple[Ledger, list[Client]]:
        """A match that has begun, written straight into the store."""
        terms = Terms(undo=self.rnd.choice(["free", "ask"]))
        if self.rnd.random() < 0.4:
            terms.clock = ClockTerms(kind="fischer", seconds=self.rnd.choice([20, 120]), increment=2)
        options = {"turns": self.rnd.choice([2, 5, 50])}
        game = games.load("picket", None, options)
        key = self.rnd.randbytes(32)
        play = Match(game, SealedDraw(key))
        now = self.world.wall()
        row = {"id": self.match, "game": "picket", "version": game.version, "seats": game.seats, "options": encode(options).decode()}
        row |= {"terms": encode(terms).decode(), "owner": "user0", "state": tables.RUNNING, "public": True, "link": "link", "dice_key": key}
        row |= {"dice_hash": commitment(key), "created": now, "started": now, "affairs": encode(Affairs()).decode()}
        with self.world.engine.connect() as connection:
            connection.execute(insert(tables.matches).values(**row))
            for seat in range(game.seats):
                place = {"match": self.match, "seat": seat, "kind": "person", "user": f"user{seat}", "name": f"user{seat}", "guest": False}
                connection.execute(insert(tables.seats).values(**place, colour="red", link=f"link{seat}"))
            for n, (seat, action) in enumerate(play.inputs):
                values = {"match": self.match, "n": n, "seat": seat, "action": encode(action).decode(), "at": now}
                connection.execute(insert(tables.inputs).values(**values))
            connection.commit()
        ledger = Ledger(self.world, self.match, game.seats)
        clients = [Client(self.world, ledger, seat, f"c{seat}") for seat in [*range(game.seats), ONLOOKER]]
        clients += [Client(self.world, ledger, seat, f"d{seat}") for seat in range(game.seats) if self.rnd.random() < 0.5]
        return ledger, clients

    async def start_worker(self) -> None:
        self.started += 1
        worker = Worker(self.world, f"w{self.started}")
        self.world.workers.append(worker)
        self.world.note(worker.name, "starts")
        await worker.start()

    async def torment(self) -> None:
        """Crashes, missed notices, a store that is gone, a clock that jumps."""
        while True:
            await asyncio.sleep(0.2 + self.rnd.random() * 5)
            dice = self.rnd.random()
            alive = self.world.alive()
            if dice < 0.4 and alive:
                self.rnd.choice(alive).crash()
                await asyncio.sleep(self.rnd.random() * 2)
                await self.start_worker()
            elif dice < 0.6 and alive:
                self.rnd.choice(alive).lose_ear(self.rnd.random() * 3)
            elif dice < 0.75:
                self.world.gone_until = self.world.loop.time() + self.rnd.random() * 8
            elif dice < 0.8:
                self.world.jump += self.rnd.choice([-3_600_000, 3_600_000])

    async def go(self) -> dict[str, Any]:
        ledger, clients = self.begin()
        if self.rnd.random() < 0.5:  # as if everybody could see when nothing but the seal is left: then the table answers
            games.card("picket").covered = []
        for _ in range(self.count):
            await self.start_worker()
        tormentor = self.world.loop.create_task(self.torment())
        holders = self.holders = Holders(self.world)
        comers, doors = Comers(self.world, holders), Doors(self.world, holders)
        works = (comers.live(), doors.live(), *(client.live() for client in clients))
        playing = [self.world.loop.create_task(work) for work in works]
        done, _ = await asyncio.wait(playing, return_when=asyncio.FIRST_EXCEPTION, timeout=4000)
        for task in [each for each in playing if each in done]:
            task.result()
        if len(done) < len(playing):
            raise Broken("a client waits for ever")
        tormentor.cancel()
        await asyncio.wait([tormentor])
        self.world.faults = False
        if not self.world.alive():
            await self.start_worker()
        for client in clients:  # who is not at the table comes back; who is must hear of everything by itself
            for _ in range(50):
                if client.connection is None or not client.connection.open:
                    await client.come()
            if client.connection is None or not client.connection.open:
                raise Broken(f"{client.name} cannot come back")
        await asyncio.sleep(10)
        for _ in range(5):  # a clock may have run out just now
            behind = [client for client in clients if client.connection is not None and client.connection.open]
            behind = [client for client in behind if client.seq != ledger.saved()[client.seat]]
            if not behind:
                break
            await asyncio.sleep(1)
        for client in behind:
            where = client.connection.worker.name if client.connection is not None else ""
            raise Broken(f"{client.name} at {where} knows number {client.seq} of {ledger.saved()[client.seat]}")
        decisions = ledger.check()
        await check_at_the_end(self.world, holders)
        return {
            "hands": holders.hands,
            "changes": comers.changes + doors.changes,
            "devices": holders.devices,
            "early": holders.early,
            "workers": self.started,
            "decisions": decisions,
            "acknowledged": len(ledger.answers),
            "frames": ledger.frames,
            "gestures": ledger.gestures,
            "table": ledger.by_table,
        }

    async def end(self) -> None:
        for worker in self.world.alive():
            worker.crash()
        await asyncio.sleep(0.1)
        for worker in self.world.workers:
            if worker.house.journal.writer is not None:
                await worker.house.journal.writer.close()
        self.world.engine.dispose()
        if self.holders is not None:
            self.holders.close()


def simulate(seed: int, folder: Path, trace: bool = False) -> dict[str, Any]:
    """One run; raises Broken.  The same seed gives the same figures and the same digest of all that was told."""
    logger = logging.getLogger("sandtable")
    level = logger.level
    logger.setLevel(logging.CRITICAL)  # it warns of every fault
    covered = games.card("picket").covered
    loop = VirtualLoop()
    errors: list[BaseException] = []
    loop.set_exception_handler(lambda _, context: errors.append(context.get("exception") or Broken(context["message"])))
    run: Run | None = None
    try:
        run = Run(seed, make_file(folder, "simulated"), loop)
        figures = loop.run_until_complete(run.go())
        for error in errors:
            raise error
        digest = hashlib.sha256("\n".join(run.world.trace).encode()).hexdigest()[:16]
        return {"seed": seed, **figures, "seconds": round(loop.time(), 3), "digest": digest}
    except BaseException as error:
        error.add_note(f"seed {seed}")
        raise
    finally:
        games.card("picket").covered = covered
        logger.setLevel(level)  # tests that come later in this process look at logs
        if run is not None:
            if trace:
                print(*run.world.trace, sep="\n")
            loop.run_until_complete(run.end())
        loop.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--trace", action="store_true")
    args = parser.parse_args()
    seeds = [args.seed] if args.seed is not None else range(args.first, args.first + args.seeds)
    start, total = time.monotonic(), dict.fromkeys(FIGURES, 0)
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            figures = simulate(seed, Path(folder), args.trace)
            for name in total:
                total[name] += figures[name]
    print(json.dumps({"seeds": len(seeds), **total, "broken": 0, "took s": round(time.monotonic() - start, 1)}))


if __name__ == "__main__":
    main()
