"""One hostile client makes the server work; what do the others feel?

    python benchmarks/hostile_work.py --seconds 10
    python benchmarks/hostile_work.py --only history --seconds 20

A server in a process of its own.  Bystanders play Picket over sockets and ask for /health at a steady rate.  In each phase one hostile
client, a process of its own at an address of its own, does one thing as often as it can.  ``--no-limits`` switches the rate limits off:
then it is stopped by nothing but what the rest of the server holds.

- text: handouts, sides and matches with texts made to be slow: keys of 20,000 parts, the largest sheet and board there may be,
  each a little different so that nothing is kept
- history: histories, replays, truths and records of a match of 2,500 inputs, eight requests at once
- hints: three guests ask for 20 hints each, all at once, again and again; a bystander asks for one now and then
- balance: guests ask for balance tests of a slow game

Prints for every phase how long bystanders waited for a decision to be saved and for /health, in milliseconds, beside the calm.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import math
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
from tables import Guest, Player, Server, enter, http, open_match, play_out, sit

PHASES = ("text", "history", "hints", "balance")
BAR = 250.0  # milliseconds: 99 of 100 bystanders' waits are shorter
LONG = 2500  # inputs of the long match


def largest_sheet(mark: int) -> str:
    """120 stars of 32 corners on a table for twelve."""
    walls = []
    for i in range(120):
        x, y = 4000 + i % 12 * 650, 5000 + i // 12 * 650
        corners = [(300 if k % 2 else 150, 2 * math.pi * k / 32) for k in range(32)]
        outline = ", ".join(f"{int(x + r * math.cos(a))}, {int(y + r * math.sin(a))}" for r, a in corners)
        walls.append(f"{{ outline = [{outline}] }}")
    head = f"# {mark}\nseats = [2, 12]\npoint = [8000, 2500]\n[table]\nwidth = 16000\nheight = 16000\nzone = 800\n"
    return head + "obstacles = [" + ",\n".join(walls) + "]\n"


def largest_board(mark: int) -> str:
    """600 fields."""
    rows = [" " * (y % 2) + " ".join("u" + "o" * 23 + "u") for y in range(24)]
    zones = [" " * (y % 2) + " ".join("A" + "." * 23 + "B") for y in range(24)]
    play = '[[play]]\nterritories = ["a", "b"]\nincome = [2, 2]\narmies = [{ light-tank = 1 }, { light-tank = 1 }]\n'
    return f"title = \"{mark}\"\nterrain = '''\n{chr(10).join(rows)}\n'''\nzones = '''\n{chr(10).join(zones)}\n'''\n{play}"


def slow_texts() -> Any:
    """Game, seats and options, one after the other, no two alike."""
    for n in itertools.count():
        yield "war_of_leaders", 2, {"sheet": "a." * 20_000 + f"a{n} = 1"}
        yield "company_leader", 2, {"board": "a." * 20_000 + f"a{n} = 1\n"}
        yield "war_of_leaders", 12, {"sheet": largest_sheet(n)}
        yield "company_leader", 2, {"board": largest_board(n)}
        yield "war_of_leaders", 2, {"sheet": f"# {n}\na = [" + "1," * 29_900 + "]"}
        yield "war_of_leaders", 2, {"obstacles": "seeded", "count": 60, "seed": n}


class Hostile:
    """The other process."""

    def __init__(self, url: str, tokens: list[str], match: str, seconds: float) -> None:
        self.url, self.match = url, match
        self.headers = [{"Authorization": f"Bearer {token}", "X-Forwarded-For": "198.51.100.7"} for token in tokens]
        self.until = time.monotonic() + seconds
        self.answers: Counter[int] = Counter()

    async def call(self, client: httpx.AsyncClient, method: str, path: str, who: int = 0, body: Any = None) -> None:
        try:
            answer = await client.request(method, self.url + path, json=body, headers=self.headers[who])
            self.answers[answer.status_code] += 1
        except httpx.HTTPError:
            self.answers[0] += 1

    async def text(self, client: httpx.AsyncClient) -> None:
        texts = slow_texts()

        async def one(number: int) -> None:
            while time.monotonic() < self.until:
                game, seats, options = next(texts)
                body = {"seats": seats, "options": options}
                await self.call(client, "POST", f"/v1/games/{game}/handout", number % 3, body)
                await self.call(client, "POST", f"/v1/games/{game}/sides", number % 3, body)
                await self.call(client, "POST", "/v1/matches", number % 3, {"game": game, **body})

        await asyncio.gather(*(one(number) for number in range(4)))

    async def history(self, client: httpx.AsyncClient) -> None:
        rnd = random.Random(1)

        async def one() -> None:
            while time.monotonic() < self.until:
                for path in (
                    "history",
                    f"replay/{rnd.randrange(1, LONG // 2)}",
                    "history?since=1000",
                    f"truth/{rnd.randrange(LONG)}",
                    "record",
                ):
                    await self.call(client, "GET", f"/v1/matches/{self.match}/{path}")

        await asyncio.gather(*(one() for _ in range(8)))

    async def hints(self, client: httpx.AsyncClient) -> None:
        async def one(who: int) -> None:
            while time.monotonic() < self.until:
                await self.call(client, "GET", f"/v1/matches/{self.match}/hint?tries=200&seat={who % 2}", who)

        await asyncio.gather(*(one(who) for who in range(3) for _ in range(20)))

    async def balance(self, client: httpx.AsyncClient) -> None:
        async def one(who: int) -> None:
            while time.monotonic() < self.until:
                body = {"game": "company_leader", "seats": 2, "options": {"board": largest_board(who)}, "games": 500}
                await self.call(client, "POST", "/v1/designs/balance", who, body)

        await asyncio.gather(*(one(who) for who in range(len(self.headers))))

    async def run(self, kind: str) -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            tasks = asyncio.ensure_future(getattr(self, kind)(client))
            await asyncio.wait([tasks], timeout=max(0.0, self.until - time.monotonic()) + 2)
            tasks.cancel()
        print(json.dumps(self.answers))


class Bystanders:
    """Pairs who play Picket, and somebody who looks whether the server is alive."""

    def __init__(self, server: Server, pairs: list[tuple[list[Guest], list[Player]]]) -> None:
        self.server = server
        self.pairs = pairs
        self.moves: list[float] = []
        self.pings: list[float] = []
        self.hints: list[float] = []
        self.rnd = random.Random(2)

    async def play(self, index: int, until: float) -> None:
        due = time.perf_counter() + 0.02 * index
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += 0.1  # at fixed moments, however long the last one took
            people, players = self.pairs[index]
            if any(player.over for player in players):
                for player in players:
                    await player.close()
                self.pairs[index] = people, await begin(self.server, people)
                continue
            awaited = [player for player in players if "offer" in player.view]
            if awaited:
                start = time.perf_counter()
                answer = await self.rnd.choice(awaited).do(rnd=self.rnd)
                if answer[0] == "ok":
                    self.moves.append((time.perf_counter() - start) * 1000)

    async def ping(self, until: float) -> None:
        async with http() as client:
            due = time.perf_counter()
            while due < until:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += 0.05
                start = time.perf_counter()
                answer = await client.get(self.server.url + "/health", headers={"X-Forwarded-For": f"192.0.2.{100 + len(self.pings) % 50}"})
                if answer.status_code == 200:
                    self.pings.append((time.perf_counter() - start) * 1000)

    async def wonder(self, match: str, who: Guest, until: float) -> None:
        """One hint after the other."""
        async with http() as client:
            while time.perf_counter() < until:
                start = time.perf_counter()
                answer = await client.get(f"{self.server.url}/v1/matches/{match}/hint", headers=who.headers)
                if answer.status_code == 200:
                    self.hints.append((time.perf_counter() - start) * 1000)

    async def live(self, seconds: float, hints: tuple[str, Guest] | None = None) -> None:
        self.moves, self.pings, self.hints = [], [], []
        until = time.perf_counter() + seconds
        work = [self.play(index, until) for index in range(len(self.pairs))] + [self.ping(until)]
        if hints is not None:
            work.append(self.wonder(*hints, until))
        await asyncio.gather(*work)


async def begin(server: Server, people: list[Guest]) -> list[Player]:
    async with http() as client:
        match = await open_match(client, people, options={"turns": 50}, terms={"rated": False})
    return [await sit(server, match, person) for person in people]


async def long_match(server: Server, people: list[Guest]) -> str:
    """A match of many inputs, and it is over: everything about it is open."""
    async with http() as client:
        match = await open_match(client, people, "company_leader", options={"turns": 100}, terms={"rated": False})
        players = [await sit(server, match, person) for person in people]
        await play_out(players, random.Random(1), LONG)
        for player in players:
            await player.close()
        await people[0].call(client, "POST", f"/v1/matches/{match}/calls", {"id": "end", "verb": "resign"})
    return match


def figures(name: str, times: list[float]) -> str:
    if not times:
        return f"{name} none"
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    over = "!" if p99 > BAR else " "
    return f"{name} p50 {ordered[len(ordered) // 2]:6.1f}  p99 {p99:7.1f}{over} max {ordered[-1]:7.1f}  (n {len(ordered)})"


async def measure(server: Server, phases: list[str], seconds: float) -> None:
    async with http() as client:
        guests = []
        for n in range(14):  # each from an address of its own
            client.headers["X-Forwarded-For"] = f"192.0.2.{n + 1}"
            guests.append(await enter(client, server, f"Guest {n}"))
            guests[-1].headers["X-Forwarded-For"] = f"192.0.2.{n + 1}"
        del client.headers["X-Forwarded-For"]
        waiting = await open_match(client, guests[8:10], "company_leader", terms={"rated": False})
    bystanders = Bystanders(server, [(guests[n : n + 2], await begin(server, guests[n : n + 2])) for n in (0, 2)])
    hostile = [guest.headers["Authorization"].split()[1] for guest in guests[4:]]
    match = await long_match(server, guests[4:6]) if "history" in phases else ""
    hinted = waiting
    if "hints" in phases:
        async with http() as client:
            hinted = await open_match(client, guests[4:6], "company_leader", terms={"rated": False})
    await bystanders.live(seconds)
    print(f"{'calm':8s} {figures('decisions', bystanders.moves)}   {figures('/health', bystanders.pings)}")
    for phase in phases:
        own = {"history": match, "hints": hinted}.get(phase, "-")
        wish = json.dumps([server.url, hostile, own, seconds]).encode()
        before = server.cpu_seconds()
        process = subprocess.Popen([sys.executable, __file__, "--hostile", phase], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin is not None
        process.stdin.write(wish + b"\n")
        process.stdin.flush()
        try:
            await bystanders.live(seconds, (waiting, guests[8]) if phase == "hints" else None)
            said, _ = await asyncio.to_thread(process.communicate, timeout=120)
            assert process.returncode == 0, "nobody was hostile"
        finally:
            process.kill()
            process.wait()
        print(f"{phase:8s} {figures('decisions', bystanders.moves)}   {figures('/health', bystanders.pings)}")
        more = f"; {figures('hints of a bystander', bystanders.hints)}" if bystanders.hints else ""
        print(
            f"{'':8s} the hostile client's answers: {said.decode().strip()}; server {server.cpu_seconds() - before:.1f} s of CPU{more}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each phase")
    parser.add_argument("--no-limits", action="store_true")
    parser.add_argument("--only", choices=PHASES, action="append")
    parser.add_argument("--hostile", choices=PHASES, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.hostile:
        asyncio.run(Hostile(*json.loads(sys.stdin.readline())).run(given.hostile))
        return
    with tempfile.TemporaryDirectory() as folder:
        limits = "no" if given.no_limits else "yes"
        server = Server(Path(folder), limits=limits, trusted_proxies="127.0.0.1")
        server.start()
        try:
            asyncio.run(measure(server, given.only or list(PHASES), given.seconds))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
