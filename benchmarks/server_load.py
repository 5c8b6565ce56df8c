"""Load: many matches, two sockets each, a steady rate of decisions, all durable.

    python benchmarks/server_load.py --matches 500 --rate 500 --seconds 60
    python benchmarks/server_load.py --matches 200 --rate 0 --seconds 15      as fast as it goes

A match that ends is followed by a new one between the same two, so a long run shows whether memory stays.  Prints decisions
per second, the time from sending a decision to its "saved", decisions per second of the server's processor time, and the curve
of the memory, a line for every twentieth of the run; then counts the inputs in the database.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tables import Player, Server, enter, http, open_match, sit

SAMPLES = 20  # of the memory, in a run
IDLE_SECONDS = 20  # after which a match that ended leaves memory

Renew = Callable[[list[Player]], Awaitable[list[Player]]]


class Load:
    def __init__(self, players: list[list[Player]], rate: float, seconds: float, renew: Renew) -> None:
        self.players = players
        self.renew = renew
        self.renewed = 0
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
        gap = len(self.players) / self.rate if self.rate else 0.0
        due = start + gap * index / len(self.players)
        while time.perf_counter() < start + self.seconds:
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            if self.players[index][0].over:
                self.players[index] = await self.renew(self.players[index])
                self.renewed += 1
            await self.one(self.players[index])
            due += gap

    async def run(self) -> float:
        start = time.perf_counter()
        await asyncio.gather(*(self.match(i, start) for i in range(len(self.players))))
        return time.perf_counter() - start


def leave(pair: list[Player]) -> None:
    for player in pair:
        player.task.cancel()
        player.socket.transport.abort()


async def measure(server: Server, matches: int, rate: float, seconds: float) -> dict[str, Any]:
    async with http() as client:
        people = [await enter(client, server, name) for name in ("Ann", "Bob")]

        async def begin() -> str:
            match: str = await open_match(client, people, options={"turns": 50})
            return match

        async def renew(pair: list[Player]) -> list[Player]:
            leave(pair)
            match = await begin()
            return [await sit(server, match, who) for who in people]

        ids = [await begin() for _ in range(matches)]
        await asyncio.sleep(0.5)
        empty = server.memory_kb()
        load = Load([[await sit(server, match, who) for who in people] for match in ids], rate, seconds, renew)
        memory, cpu = server.memory_kb(), server.cpu_seconds()
        samples: list[tuple[int, int]] = []
        sampling = asyncio.create_task(sample_memory(server, load, seconds / SAMPLES, samples))
        lasted = await load.run()
        used = server.cpu_seconds() - cpu
        sampling.cancel()
        for pair in load.players:
            leave(pair)
    times = sorted(load.times)
    return {
        "matches": matches,
        "matches that ended and were followed by another": load.renewed,
        "sockets": 2 * matches,
        "decisions": len(times),
        "refused": load.refused,
        "decisions/s": round(len(times) / lasted, 1),
        "p50 ms": round(1000 * times[len(times) // 2], 2),
        "p99 ms": round(1000 * times[int(len(times) * 0.99)], 2),
        "max ms": round(1000 * times[-1], 2),
        "server CPU s": round(used, 2),
        "decisions per server-CPU-second": round(len(times) / used),
        "MB before sockets, before load": [round(kb / 1024, 1) for kb in (empty, memory)],
        "memory curve": draw_curve(samples, seconds / SAMPLES, empty),
        "MB more a minute in the second half": round(growth(samples) * SAMPLES / seconds * 60 / 1024, 2),
        "bytes more a decision in the second half": round(growth(samples) * 1024 * len(samples) / max(1, samples[-1][0])),
        "kB per match with two sockets": round((memory - empty) / matches, 1),
    }


def growth(samples: list[tuple[int, int]]) -> float:
    """kB that memory grew from one sample to the next, once all matches are under way."""
    half = [kb for _, kb in samples[len(samples) // 2 :]]
    return (half[-1] - half[0]) / max(1, len(half) - 1) if half else 0.0


def draw_curve(samples: list[tuple[int, int]], gap: float, empty: int) -> list[str]:
    """A line for every sample; a sign for every MB above what the server held before there were sockets."""
    return [
        f"{gap * number:4.0f} s {decisions:7} decisions {kb / 1024:6.1f} MB {'=' * round((kb - empty) / 1024)}"
        for number, (decisions, kb) in enumerate(samples, 1)
    ]


async def sample_memory(server: Server, load: Load, gap: float, samples: list[tuple[int, int]]) -> None:
    """Decisions so far, and kB."""
    while True:
        await asyncio.sleep(gap)
        samples.append((len(load.times), server.memory_kb()))


def count_decisions(file: Path) -> int:
    """Decisions in the database, not counting dice."""
    with sqlite3.connect(file) as connection:
        found = connection.execute("SELECT count(*) FROM inputs WHERE seat >= 0").fetchone()
    connection.close()
    return int(found[0])


def run(matches: int, rate: float, seconds: float, folder: Path) -> dict[str, Any]:
    server = Server(folder, idle_seconds=IDLE_SECONDS)
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
