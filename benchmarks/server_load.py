"""Load: many matches, two sockets each, a steady rate of decisions, all durable.

    python benchmarks/server_load.py --matches 500 --rate 500 --seconds 60
    python benchmarks/server_load.py --matches 200 --rate 0 --seconds 15      as fast as it goes

Prints decisions per second, the time from sending a decision to its "saved", decisions per second of
the server's processor time, memory at the start and the end; then counts the inputs in the database.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

from tables import Player, Server, enter, http, open_match, sit


class Load:
    def __init__(self, players: list[list[Player]], rate: float, seconds: float) -> None:
        self.players = players
        self.rate = rate
        self.seconds = seconds
        self.times: list[float] = []
        self.refused = 0
        self.rnd = random.Random(1)

    async def one(self, pair: list[Player]) -> None:
        """One decision in a match, by a seat that owes one."""
        awaited = [player for player in pair if "offer" in player.view and not player.over]
        if not awaited:
            await asyncio.sleep(0.001)
            return
        start = time.perf_counter()
        answer = await self.rnd.choice(awaited).do(rnd=self.rnd)
        if answer[0] == "ok":
            self.times.append(time.perf_counter() - start)
        else:
            self.refused += 1

    async def match(self, index: int, start: float) -> None:
        """One match's share of the rate: decisions at fixed moments, however long the last one took."""
        pair = self.players[index]
        gap = len(self.players) / self.rate if self.rate else 0.0
        due = start + gap * index / len(self.players)
        while time.perf_counter() < start + self.seconds and not pair[0].over:
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            await self.one(pair)
            due += gap

    async def run(self) -> float:
        start = time.perf_counter()
        await asyncio.gather(*(self.match(i, start) for i in range(len(self.players))))
        return time.perf_counter() - start


async def measure(server: Server, matches: int, rate: float, seconds: float) -> dict[str, Any]:
    async with http() as client:
        ann, bob = await enter(client, server, "Ann"), await enter(client, server, "Bob")
        ids = [await open_match(client, [ann, bob], options={"turns": 50}) for _ in range(matches)]
    await asyncio.sleep(0.5)
    empty = server.memory_kb()
    players = [[await sit(server, match, who) for who in (ann, bob)] for match in ids]
    load = Load(players, rate, seconds)
    memory, cpu = server.memory_kb(), server.cpu_seconds()
    samples: list[float] = []
    sampling = asyncio.create_task(sample_memory(server, seconds / 6, samples))
    lasted = await load.run()
    used = server.cpu_seconds() - cpu
    sampling.cancel()
    for pair in players:
        for player in pair:
            player.task.cancel()
            player.socket.transport.abort()
    times = sorted(load.times)
    return {
        "matches": matches,
        "sockets": 2 * matches,
        "decisions": len(times),
        "refused": load.refused,
        "decisions/s": round(len(times) / lasted, 1),
        "p50 ms": round(1000 * times[len(times) // 2], 2),
        "p99 ms": round(1000 * times[int(len(times) * 0.99)], 2),
        "max ms": round(1000 * times[-1], 2),
        "server CPU s": round(used, 2),
        "decisions per server-CPU-second": round(len(times) / used),
        "memory MB before sockets, before load, then every sixth": [round(empty / 1024, 1), round(memory / 1024, 1), *samples],
        "MB a minute in the second half": round(slope(samples, seconds / 6), 2),
        "kB per match with two sockets": round((memory - empty) / matches, 1),
    }


def slope(samples: list[float], gap: float) -> float:
    """Growth of memory per minute, once all matches are under way."""
    half = samples[len(samples) // 2 - 1 :]
    return (half[-1] - half[0]) / max(1, len(half) - 1) / gap * 60 if half else 0.0


async def sample_memory(server: Server, gap: float, samples: list[float]) -> None:
    while True:
        await asyncio.sleep(gap)
        samples.append(round(server.memory_kb() / 1024, 1))


def count_decisions(file: Path) -> int:
    """Decisions in the database, not counting dice."""
    with sqlite3.connect(file) as connection:
        found = connection.execute("SELECT count(*) FROM inputs WHERE seat >= 0").fetchone()
    connection.close()
    return int(found[0])


def run(matches: int, rate: float, seconds: float, folder: Path) -> dict[str, Any]:
    server = Server(folder)
    server.start()
    try:
        figures = asyncio.run(measure(server, matches, rate, seconds))
    finally:
        server.kill()
    figures["lost"] = figures["decisions"] - count_decisions(folder / "sandtable.db")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--rate", type=float, default=500, help="decisions per second in all; 0: as many as possible")
    parser.add_argument("--seconds", type=float, default=60)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(run(args.matches, args.rate, args.seconds, Path(folder)), indent=2))


if __name__ == "__main__":
    main()
