"""kill -9 under load: nothing acknowledged is lost, nothing counts twice, every match goes on.

    python benchmarks/server_kills.py --kills 50                     SQLite, one process
    python benchmarks/server_kills.py --kills 50 --postgres          PostgreSQL, two servers on it, one killed at a time
    python benchmarks/server_kills.py --kills 50 --workers           PostgreSQL, serve --workers 2, one worker killed at a time
    python benchmarks/server_kills.py --kills 4 --rolling            the same, restarted worker by worker (SIGHUP) instead

Clients play random decisions, each with an id of its own.  A decision without an answer when the server
dies is sent again with the same id.  After every kill the record of every match is read from the database:
each acknowledged decision stands there once, an unanswered one at most once, and all of it replays.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
from clusters import Cluster
from tables import Guest, Player, Server, enter, eventually, http, open_match, sit
from workers import WorkerServer, sit_with

from sandtable import games
from sandtable.core.match import replay


@dataclass
class Ledger:
    """What one seat's client believes."""

    acknowledged: dict[str, str] = field(default_factory=dict)  # id -> receipt
    open: tuple[str, int, list[int]] | None = None  # sent, not answered: id, ask, action
    refused: set[str] = field(default_factory=set)


class Client:
    """Plays one seat whatever happens to the servers; comes back to any of them."""

    def __init__(self, servers: list[Server], match: str, who: Guest, rnd: random.Random) -> None:
        self.servers = servers
        self.match = match
        self.who = who
        self.rnd = rnd
        self.ledger = Ledger()
        self.seq = 0
        self.over = False
        self.number = 0
        self.player: Player | None = None
        self.cut = 0.0  # when the socket was lost, until the next answer
        self.gaps: list[float] = []  # seconds from a lost socket to being back at the table

    async def run(self, until: asyncio.Event) -> None:
        while not until.is_set() and not self.over:
            try:
                await self.play(until)
            except Exception:
                self.cut = self.cut or time.monotonic()
                await asyncio.sleep(0.02 + self.rnd.random() * 0.05)
        if self.player is not None:
            self.player.socket.transport.abort()

    async def play(self, until: asyncio.Event) -> None:
        server = self.rnd.choice(self.servers)
        self.player = await sit(server, self.match, self.who)
        if self.cut:
            self.gaps.append(time.monotonic() - self.cut)
            self.cut = 0.0
        assert self.player.seq >= self.seq, "a message number went back"
        while not until.is_set() and not self.over:
            self.over = self.player.over
            if self.ledger.open is None and "offer" in self.player.view:
                self.number += 1
                self.ledger.open = (f"{self.who.name}-{self.number}", self.player.view["ask"], self.rnd.choice(self.player.view["offer"]))
            if self.ledger.open is None:
                if self.player.closed:
                    raise ConnectionError
                await asyncio.sleep(0.005)
                continue
            await self.send()

    async def send(self) -> None:
        assert self.player is not None
        assert self.ledger.open is not None
        said, ask, action = self.ledger.open
        answer = await asyncio.wait_for(self.player.ask("do", ask, action, said=said), 5)
        if answer[0] == "ok":
            self.ledger.acknowledged[said] = answer[2]
            self.seq = max(self.seq, self.player.seq)
            self.ledger.open = None
        elif answer[2]["key"] != "try-again":
            self.ledger.refused.add(said)
            self.ledger.open = None


class Probe:
    """A match of its own, to see when a server that came back answers a decision."""

    def __init__(self, people: list[Guest]) -> None:
        self.people = people
        self.match = ""

    async def prepare(self, servers: list[Server]) -> None:
        async with http() as client:
            for person in self.people:
                person.server = servers[0]
            self.match = await open_match(client, self.people, options={"turns": 1})

    async def decide(self, server: Server) -> None:
        if isinstance(server, WorkerServer):
            player = await sit_with(server, self.match, self.people[0], server.newest)
        else:
            player = await sit(server, self.match, self.people[0])
        answer = await player.do()
        assert answer[0] == "ok", answer
        await player.close()


Rows = list[tuple[str, int, int, str, str | None]]


def read_sqlite(file: Path) -> Rows:
    connection = sqlite3.connect(file)
    try:
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
        return list(connection.execute('SELECT "match", n, seat, action, extra FROM inputs ORDER BY "match", n'))
    finally:
        connection.close()


async def read_postgres(url: str) -> Rows:
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch('SELECT "match", n, seat, action, extra FROM inputs ORDER BY "match", n')]
    finally:
        await connection.close()


async def compare(read: Any, clients: list[Client]) -> int:
    """Take note of what the clients were told, then read the database."""
    told = [list(client.ledger.acknowledged) for client in clients]
    return check(await read(), clients, told)


def check(rows: Rows, clients: list[Client], told: list[list[str]]) -> int:
    """Compare the database with what the clients were told; how many decisions it holds."""
    records: dict[str, list[Any]] = {}
    said: dict[tuple[str, int, str], int] = {}
    for match, n, seat, action, extra in rows:
        inputs = records.setdefault(match, [])
        assert n == len(inputs), "a number is missing or twice"
        inputs.append((seat, tuple(json.loads(action))))
        name = json.loads(extra).get("i", "") if extra else ""
        if name:
            said[match, seat, name] = said.get((match, seat, name), 0) + 1
    assert all(count == 1 for count in said.values()), "a decision counts twice"
    for index, client in enumerate(clients):
        for name in told[index]:
            assert said.get((client.match, index % 2, name)) == 1, f"{name} was acknowledged and is lost"
        for name in client.ledger.refused:
            assert (client.match, index % 2, name) not in said, f"{name} was refused and counts"
    game = games.load("picket", options={"turns": 50})
    for inputs in records.values():
        replay(game, inputs)
    return len(said)


async def kill_and_check(servers: list[Server], kills: int, matches: int, read: Any, rnd: random.Random) -> dict[str, Any]:
    async with http() as client:
        people = [await enter(client, servers[0], name) for name in ("ann", "bob")]
        ids = [await open_match(client, people, options={"turns": 50}) for _ in range(matches)]
        clients = [Client(servers, match, who, random.Random(rnd.random())) for match in ids for who in people]

    def acknowledged() -> int:
        return sum(len(client.ledger.acknowledged) for client in clients)

    async def go_on(more: int) -> None:
        """Until so many more decisions were acknowledged: a kill is to fall into a game that is under way."""
        enough = acknowledged() + more
        await eventually(lambda: acknowledged() >= enough or all(client.over for client in clients))

    probe = Probe(people)
    stop = asyncio.Event()
    playing = [asyncio.create_task(client.run(stop)) for client in clients]
    ready: list[float] = []
    worked: list[float] = []
    answering: list[float] = []
    decisions = 0
    for _ in range(kills):
        await probe.prepare(servers)
        await go_on(matches)
        await asyncio.sleep(0.15 + rnd.random() * 0.5)
        victim = rnd.choice(servers)
        start = time.monotonic()
        victim.kill()
        await asyncio.to_thread(victim.start)
        ready.append(time.monotonic() - start)
        worked.append(victim.cpu_seconds())
        await probe.decide(victim)
        answering.append(time.monotonic() - start)
        decisions = await compare(read, clients)
    await go_on(1)
    decisions = await compare(read, clients)
    stop.set()
    await asyncio.gather(*playing)
    return {
        "kills": kills,
        "matches": matches,
        "decisions": decisions,
        "acknowledged": acknowledged(),
        "lost": 0,
        "twice": 0,
        "ready again s, median and worst": spread(ready),
        "decision answered again s, median and worst": spread(answering),
        "clients without a table s, median and worst": spread([gap for client in clients for gap in client.gaps]),
        "processor seconds of a start, median and worst": spread(worked),
        "load of the machine": [round(figure, 1) for figure in os.getloadavg()],
    }


def spread(seconds: list[float]) -> list[float]:
    return [round(sorted(seconds)[len(seconds) // 2], 2), round(max(seconds), 2)] if seconds else []


def run(kills: int, folder: Path, postgres: bool, matches: int = 12, seed: int = 1, workers: str = "") -> dict[str, Any]:
    rnd = random.Random(seed)
    if workers:
        return run_workers(kills, folder, matches, rnd, workers)
    if not postgres:
        server = Server(folder)
        server.start()
        try:

            async def read() -> Rows:
                return await asyncio.to_thread(read_sqlite, folder / "sandtable.db")

            return asyncio.run(kill_and_check([server], kills, matches, read, rnd))
        finally:
            server.kill()
    cluster = Cluster()
    servers: list[Server] = []
    try:
        cluster.start()
        url = cluster.database("kills")
        servers = [Server(folder, url) for _ in range(2)]
        for server in servers:
            server.start()
        return asyncio.run(kill_and_check(servers, kills, matches, lambda: read_postgres(url), rnd))
    finally:
        for server in servers:
            server.kill()
        cluster.remove()


def run_workers(kills: int, folder: Path, matches: int, rnd: random.Random, manner: str) -> dict[str, Any]:
    """One service of two workers: one of them is killed at a time, or all are replaced one after the other."""
    cluster = Cluster()
    server: WorkerServer | None = None
    try:
        cluster.start()
        url = cluster.database("workers")
        server = (RollingServer if manner == "rolling" else WorkerServer)(folder, url)
        server.start()
        return asyncio.run(kill_and_check([server], kills, matches, lambda: read_postgres(url), rnd))
    finally:
        if server is not None:
            server.end()
        cluster.remove()


class RollingServer(WorkerServer):
    """Restarts in place of kills: every worker is replaced, the new one first."""

    def kill(self) -> None:
        assert self.process is not None
        self.known = set(self.workers())
        self.process.send_signal(signal.SIGHUP)

    def start(self) -> None:
        if self.process is None:
            super().start()
        else:
            self.wait_for(self.count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--workers", action="store_true")
    parser.add_argument("--rolling", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    manner = "rolling" if args.rolling else "kill" if args.workers else ""
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(run(args.kills, Path(folder), args.postgres, args.matches, args.seed, manner), indent=2))


if __name__ == "__main__":
    main()
