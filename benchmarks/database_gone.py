"""PostgreSQL gone for a while under load: nothing is acknowledged meanwhile, and all goes on by itself afterwards.

    python benchmarks/database_gone.py --seconds 60

Two servers on one PostgreSQL; people at sockets of both, bots, and clocks that would run out long before it comes back if they
ran.  The database ends as after a crash; decisions, requests and log-ins go on being tried.  When it is back: how long until
every client has an answer, until a bot plays, until what is decided at one server is seen at the other, until both are ready;
that no clock ran out, no acknowledged decision is lost or twice, and that the servers hold no more connections than their pools.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncpg
from clusters import Cluster
from server_kills import Client, compare, read_postgres, spread
from tables import Guest, Server, enter, http, open_match, sit

POOL = 2 * (16 + 2)  # of two servers: the pool with its overflow, who listens, who is present
CLOCK = {"clock": {"kind": "move", "seconds": 20}}


class Patient(Client):
    """Plays on; takes note of what it is answered while the database is gone."""

    gone = False
    answered = 0  # decisions acknowledged while it was gone
    first = 0.0  # when the first one was acknowledged afterwards

    async def send(self) -> None:
        gone, before = self.gone, len(self.ledger.acknowledged)
        await super().send()
        if len(self.ledger.acknowledged) > before:
            self.answered += gone and self.gone
            self.first = self.first or (0.0 if self.gone else time.monotonic())
        elif self.ledger.open is not None:
            await asyncio.sleep(0.2)  # told to try again


async def ask_on(servers: list[Server], until: asyncio.Event) -> dict[str, Any]:
    """Requests of all kinds while it is gone: how they were answered, and after how long."""
    answers: dict[str, int] = {}
    longest = 0.0
    async with http() as client:
        while not until.is_set():
            for server in servers:
                for method, path, body in (
                    ("GET", "/health", None),
                    ("GET", "/ready", None),
                    ("GET", "/v1/matches", None),
                    ("POST", "/v1/guests", {"name": "New"}),
                    ("POST", "/v1/session", {"email": "a@example.org", "password": "three small boats"}),
                ):
                    start = time.monotonic()
                    answer = await client.request(method, server.url + path, json=body)
                    longest = max(longest, time.monotonic() - start)
                    answers[f"{path} {answer.status_code}"] = answers.get(f"{path} {answer.status_code}", 0) + 1
            await asyncio.sleep(0.5)
    return {"answers": answers, "longest s": round(longest, 2)}


async def play_bot(server: Server, who: Guest, match: str) -> float:
    """Until the bot has played again after one's own decision; when that was."""
    async with asyncio.timeout(60):
        while True:
            try:
                player = await sit(server, match, who)
                turn = player.view["table"]["turn"]
                while player.view["table"]["turn"] == turn and not player.over:
                    if "offer" in player.view:
                        await player.do()
                    await asyncio.sleep(0.02)
                await player.close()
                return time.monotonic()
            except (OSError, ConnectionError, RuntimeError, KeyError, TimeoutError):
                await asyncio.sleep(0.2)


async def cross(servers: list[Server], people: list[Guest], match: str) -> float:
    """A decision at one server is seen at the other: when that was."""
    async with asyncio.timeout(60):
        here, there = await sit(servers[0], match, people[0]), await sit(servers[1], match, people[1])
        before = there.seq
        while there.seq == before:
            for player in (here, there):
                if "offer" in player.view and (player is here or not here.view.get("offer")):
                    await player.do()
            await asyncio.sleep(0.02)
        for player in (here, there):
            await player.close()
    return time.monotonic()


async def measure(cluster: Cluster, servers: list[Server], url: str, seconds: float, matches: int) -> dict[str, Any]:
    async with http() as client:
        people = [await enter(client, servers[0], name) for name in ("ann", "bob")]
        ids = [await open_match(client, people, options={"turns": 50}, terms=CLOCK) for _ in range(matches)]
        bots = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        with_bot = await open_match(client, people[:1], places=bots, options={"turns": 50})
        apart = await open_match(client, people, options={"turns": 50}, terms=CLOCK)
    clients = [Patient(servers, match, who, random.Random(n)) for n, (match, who) in enumerate((m, w) for m in ids for w in people)]
    stop, back = asyncio.Event(), asyncio.Event()
    playing = [asyncio.create_task(each.run(stop)) for each in clients]
    await asyncio.sleep(2)
    told = sum(len(each.ledger.acknowledged) for each in clients)
    await asyncio.to_thread(cluster.stop, signal.SIGQUIT)
    await asyncio.sleep(0.3)  # answers under way arrive
    for each in clients:
        each.gone, each.first = True, 0.0
    asking = asyncio.create_task(ask_on(servers, back))
    await asyncio.sleep(seconds)
    back.set()
    meanwhile = await asking
    for each in clients:
        each.gone = False
    await asyncio.to_thread(cluster.start)
    start = time.monotonic()
    bot, seen = await asyncio.gather(play_bot(servers[0], people[0], with_bot), cross(servers, people, apart))
    while not all(each.first or each.over for each in clients):
        assert time.monotonic() < start + 60, "somebody waits for ever"
        await asyncio.sleep(0.05)
    while not all([await asyncio.to_thread(server.is_ready) for server in servers]):
        await asyncio.sleep(0.05)
    ready = time.monotonic() - start
    await asyncio.sleep(1)
    stop.set()
    await asyncio.gather(*playing)
    await compare(lambda: read_postgres(url), clients)
    connection = await asyncpg.connect(url)
    held = await connection.fetchval("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
    results = await connection.fetch("SELECT result FROM matches WHERE state = 'over' AND id = ANY($1)", ids)
    timeouts = await connection.fetchval("SELECT count(*) FROM inputs WHERE action = '[-4]'")
    await connection.close()
    assert not sum(each.answered for each in clients), "something was acknowledged while nothing could be saved"
    assert held <= POOL, f"{held} connections"
    assert not timeouts, "a clock ran while nothing could be saved"
    return {
        "gone s": seconds,
        "acknowledged before": told,
        "acknowledged meanwhile": 0,
        "acknowledged afterwards": sum(len(each.ledger.acknowledged) for each in clients) - told,
        "lost": 0,
        "twice": 0,
        "meanwhile": meanwhile,
        "clients answered again s, median and worst": spread([each.first - start for each in clients if each.first]),
        "a bot plays again s": round(bot - start, 2),
        "seen at the other server again s": round(seen - start, 2),
        "ready again s": round(ready, 2),
        "connections held": held,
        "matches over": len(results),
        "run out of time": timeouts,
    }


def run(seconds: float, folder: Path, matches: int = 10) -> dict[str, Any]:
    cluster = Cluster()
    servers: list[Server] = []
    try:
        cluster.start()
        url = cluster.database("gone")
        servers = [Server(folder, url) for _ in range(2)]
        for server in servers:
            server.start()
        return asyncio.run(measure(cluster, servers, url, seconds, matches))
    finally:
        for server in servers:
            server.kill()
        cluster.remove()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--matches", type=int, default=10)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(run(args.seconds, Path(folder), args.matches), indent=2))


if __name__ == "__main__":
    main()
