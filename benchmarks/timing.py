"""Does the time of an answer tell a secret?

Accounts: log-in, registration and reset for an address that has an account and for one that has none, in random order;
the two-sample test of Kolmogorov and Smirnov gives the chance of a distance this large if there were no difference.

Matches: for every game two worlds that a seat cannot tell apart (one secret decision of another seat differs); the time
from that decision to the next message of the watching seat, and of its request for a view, in both.  Cliff's delta says how
often one is longer than the other: 0 is never told apart, 1 always.

    python benchmarks/timing.py --samples 500
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from tables import Server, enter, http, open_match, sit

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

PASSWORD = "three small blue boats"


def smirnov(left: list[float], right: list[float]) -> float:
    """The chance of a distance this large between two samples of one distribution."""
    both = sorted([(value, 0) for value in left] + [(value, 1) for value in right])
    seen, distance = [0, 0], 0.0
    for n, (value, side) in enumerate(both):
        seen[side] += 1
        if n + 1 == len(both) or both[n + 1][0] != value:  # among equal ones there is no order
            distance = max(distance, abs(seen[0] / len(left) - seen[1] / len(right)))
    size = math.sqrt(len(left) * len(right) / (len(left) + len(right)))
    scaled = (size + 0.12 + 0.11 / size) * distance
    return min(1.0, max(0.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * k * k * scaled * scaled) for k in range(1, 101))))


def cliff(left: list[float], right: list[float]) -> float:
    """How much more often one of the left is longer than one of the right than the other way round."""
    ordered = sorted(right)
    from bisect import bisect_left, bisect_right

    more = sum(bisect_left(ordered, value) for value in left)
    less = sum(len(ordered) - bisect_right(ordered, value) for value in left)
    return (more - less) / (len(left) * len(right))


def told(name: str, left: list[float], right: list[float]) -> None:
    medians = [statistics.median(each) * 1000 for each in (left, right)]
    print(
        f"{name:28} {len(left)}+{len(right)}  medians {medians[0]:8.2f} {medians[1]:8.2f} ms"
        f"  KS p = {smirnov(left, right):.3f}  Cliff {cliff(left, right):+.3f}",
        flush=True,
    )


Ask = Callable[[httpx.Client, str, int], httpx.Response]
ASKS: dict[str, Ask] = {
    "log-in": lambda client, email, n: client.post("/v1/session", json={"email": email, "password": "surely not the password"}),
    "registration": lambda client, email, n: client.post("/v1/account", json={"email": email, "password": PASSWORD, "name": f"Name {n}"}),
    "reset": lambda client, email, n: client.post("/v1/password/reset", json={"email": email}),
}


def known_account(server: Server, client: httpx.Client) -> str:
    """An account, by the link of the mail in the outbox."""
    email = "known@example.org"
    client.post("/v1/account", json={"email": email, "password": PASSWORD, "name": "Known"}).raise_for_status()
    for _ in range(100):
        for mail in (server.folder / "outbox").glob("*.eml"):
            token = mail.read_text().partition("#")[2].split()[0]
            client.cookies.clear()
            client.post("/v1/account/confirm", json={"token": token, "password": PASSWORD}).raise_for_status()
            return email
        time.sleep(0.05)
    raise RuntimeError("no mail came")


def accounts(server: Server, samples: int) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        known = known_account(server, client)
        for name, ask in ASKS.items():
            times: dict[bool, list[float]] = {True: [], False: []}
            order = [True, False] * samples
            random.Random(name).shuffle(order)
            for n, there in enumerate(order):
                client.cookies.clear()
                started = time.perf_counter()
                ask(client, known if there else f"nobody{n}-{name}@example.org", n)
                times[there].append(time.perf_counter() - started)
            told(name, times[True], times[False])


async def both_worlds(
    server: Server, client: Any, people: list[Any], game: Any, options: Any, worlds: Any, watcher: int
) -> list[list[float]]:
    """Both worlds side by side, decision by decision, in random order: what else the machine does falls on both.
    The times of acknowledgements, and of the watcher's views."""
    wish = {"seats": game.seats, "options": options}
    found = [await open_match(client, people, game.name, **wish) for _ in worlds]
    tables = [[await sit(server, match, person) for person in people] for match in found]
    times: list[list[float]] = [[] for _ in worlds]
    for n in range(len(worlds[0])):
        for world in random.sample(range(len(worlds)), len(worlds)):
            seat, action = worlds[world][n]
            player = tables[world][seat]
            await player.until(lambda p: "offer" in p.view)
            started = time.perf_counter()
            answer = await player.ask("do", player.view["ask"], list(action))
            assert answer[0] == "ok", answer
            times[world].append(time.perf_counter() - started)
            started = time.perf_counter()
            await client.get(f"{server.url}/v1/matches/{found[world]}/view", headers=people[watcher].headers)
            times[world].append(time.perf_counter() - started)
    for player in [player for players in tables for player in players]:
        await player.close()
    return times


async def matches(server: Server, samples: int) -> None:
    from test_leaks import KEY, twin, written  # how two worlds are found that a seat cannot tell apart

    from sandtable import games
    from sandtable.server import lobby

    lobby.new_key = lambda: KEY  # the same dice in both
    for name in games.names():
        game = games.load(name)
        options = games.complete(games.card(name), {})
        found = None
        for seed in range(20):
            rnd = random.Random(seed)
            watcher = rnd.randrange(game.seats)
            found = twin(game, written(game, rnd), watcher, rnd)
            if found is not None:
                break
        if found is None:
            print(f"{name:28} no secret decision was found to replace")
            continue
        times: list[list[float]] = [[], []]
        async with http() as client:
            people = [await enter(client, server, f"P{seat}") for seat in range(game.seats)]
            while min(map(len, times)) < samples:
                for world, more in enumerate(await both_worlds(server, client, people, game, options, found, watcher)):
                    times[world] += more
        told(name, *times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=500, help="of each of the two")
    parser.add_argument("--only", choices=["accounts", "matches"], default=None)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            if args.only != "matches":
                accounts(server, args.samples)
        finally:
            server.stop()
    if args.only != "accounts":
        from inside import run_thread  # within this process, so that the dice can be set

        with tempfile.TemporaryDirectory() as folder, run_thread(Path(folder)) as inside:
            asyncio.run(matches(inside, args.samples))


if __name__ == "__main__":
    main()
