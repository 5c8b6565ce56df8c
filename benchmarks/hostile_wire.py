"""One hostile client against one server: do the others notice?

    python benchmarks/hostile_wire.py                         every attack, four seconds each
    python benchmarks/hostile_wire.py --only pings,silence    some of them
    python benchmarks/hostile_wire.py --seconds 12 --check    longer; exit code 1 when a bar is missed

A server in a process of its own with its default settings.  Bystanders from 127.0.0.2 ask the server for signs of life over
their sockets, make decisions in matches of their own and fetch pages, at a steady rate; first alone (calm), then while one client
does its worst with raw sockets, bounded in number and time, each from an address of its own (or --address).  Printed: how long
bystanders waited, the server's processor time, and how the attack ended.  Bars: p99 of every phase below 250 ms,
and no bystander sees 503.  On a machine that has other work to do, the calm phase says how much of a wait is not ours.

The attacks: floods of pings, of pongs, of fragments without content, of bytes that are no frames, of frames after the close,
connections that say nothing, heads that never end, handshakes, bodies in pieces of one byte, requests sent ahead of their answers.
Costly requests are the subject of another benchmark.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import httpx
from tables import PATIENCE, Guest, Player, Server, enter, eventually, free_port
from websockets.asyncio.client import connect

HOST, BYSTANDER = "127.0.0.1", "127.0.0.2"
BAR = 0.250
MATCHES = 4
EVERY = 0.02  # seconds between two questions of a bystander
MASK = b"\0\0\0\0"
PING, PONG, OPENING, EMPTY = b"\x89\x80" + MASK, b"\x8a\x80" + MASK, b"\x01\x80" + MASK, b"\x00\x80" + MASK
BINARY = b"\x82\x81" + MASK + b"x"
CONNECTIONS = 5000


class Told(NamedTuple):
    """How an attack went: what it sent, and what became of it."""

    sent: int
    what: str
    ended: str


class Attack(NamedTuple):
    name: str
    run: Callable[[int, str, float], Told]  # port, match, until


# The hostile client, in a process of its own ---------------------------------------------------------


def dial(port: int) -> socket.socket:
    return socket.create_connection((HOST, port), 10, (os.environ["HOSTILE_ADDRESS"], 0))


def shake(port: int, match: str) -> socket.socket:
    """An onlooker's socket, open."""
    found = dial(port)
    found.sendall(
        f"GET /v1/matches/{match}/socket?seat=onlooker HTTP/1.1\r\nHost: {HOST}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    told = b""
    while b"\r\n\r\n" not in told:
        more = found.recv(65536)
        if not more:
            break
        told += more
    if b" 101 " not in told[:20]:
        found.close()
        raise ConnectionError(told[:20].decode(errors="replace"))
    return found


def pour(found: socket.socket, piece: bytes, until: float, first: bytes = b"") -> tuple[int, str]:
    """Send as much as goes; bytes sent, and how it ended.  What is told is read meanwhile."""
    told, over = bytearray(), threading.Event()

    def listen() -> None:
        with contextlib.suppress(OSError):
            while more := found.recv(1 << 16):
                told.extend(more)
                del told[:-4096]
        over.set()

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    sent = 0
    try:
        found.settimeout(0.5)
        found.sendall(first)
        while time.monotonic() < until and not over.is_set():
            with contextlib.suppress(TimeoutError):
                sent += found.send(piece)
    except OSError:
        over.set()
    over.wait(4.0)  # it may be on its way: who floods has two seconds to hear why
    answer = re.findall(rb"HTTP/1.1 (\d+)", told)
    said = "1008 flood" if b"\x03\xf0flood" in told else answer[-1].decode() if answer else "no word"
    with contextlib.suppress(OSError):
        found.shutdown(socket.SHUT_RDWR)
    found.close()
    return sent, f"{said}, {'cut off' if over.is_set() else 'STILL OPEN'}"


def frames(piece: bytes, first: bytes = b"") -> Callable[[int, str, float], Told]:
    """One flood after another: whoever is cut off comes again."""

    def run(port: int, match: str, until: float) -> Told:
        sent, rounds, ended = 0, 0, "never got in"
        while time.monotonic() < until and rounds < 200:
            try:
                found = shake(port, match)
            except OSError as error:
                ended += f", then refused ({error})" if "refused" not in ended else ""
                time.sleep(0.05)
                continue
            more, end = pour(found, piece * (60_000 // len(piece)), until, first)
            ended = end if more else ended
            sent, rounds = sent + more // len(piece), rounds + 1
        return Told(sent, f"frames left us in {rounds} sockets", ended)

    return run


def noise(port: int, match: str, until: float) -> Told:
    """Bytes that are no frames, and frames whose mask is half there."""
    rnd, sent, rounds = random.Random(1), 0, 0
    while time.monotonic() < until and rounds < 2000:
        try:
            found = shake(port, match)
            found.sendall(rnd.choice([b"\x81\xfe", b"\x81\x85\0\0", rnd.randbytes(500), b"\x89" + rnd.randbytes(1) + rnd.randbytes(200)]))
            found.close()
            sent += 1
        except OSError:
            time.sleep(0.01)
        rounds += 1
    return Told(sent, f"sockets of {rounds}", "the others were refused" if sent < rounds else "")


def after_close(port: int, match: str, until: float) -> Told:
    return frames(PING, BINARY)(port, match, until)


def hold(said: bytes, again: bytes = b"") -> Callable[[int, str, float], Told]:
    """Connections that are held, with little or nothing said on them."""

    def run(port: int, match: str, until: float) -> Told:
        held: list[socket.socket] = []
        made = 0
        while time.monotonic() < until:
            if made < CONNECTIONS:
                with contextlib.suppress(OSError):
                    found = dial(port)
                    made += 1
                    held.append(found)
                    if said:
                        found.sendall(said)
            else:
                time.sleep(0.01)
                for found in held if again else ():
                    with contextlib.suppress(OSError):
                        found.send(again)
        alive = 0
        for found in held:
            found.setblocking(False)
            try:
                alive += bool(found.recv(1 << 16)) and False
            except BlockingIOError:
                alive += 1
            except OSError:
                pass
            found.close()
        return Told(made, "connections", f"{alive} held at the end")

    return run


def handshakes(port: int, match: str, until: float) -> Told:
    got, tried = 0, 0
    while time.monotonic() < until:
        tried += 1
        with contextlib.suppress(OSError):
            shake(port, match).close()
            got += 1
    return Told(tried, "handshakes", f"{got} answered by 101")


def requests(text: bytes) -> Callable[[int, str, float], Told]:
    """The same bytes over and over, on new connections when the old one ends."""

    def run(port: int, match: str, until: float) -> Told:
        rounds, sent, ended = 0, 0, ""
        while time.monotonic() < until:
            try:
                found = dial(port)
                rounds += 1
                more, end = pour(found, text, min(until, time.monotonic() + 3))
                sent, ended = sent + more, end if more else ended  # the last one may have had no time to say anything
            except OSError:
                time.sleep(0.01)
        return Told(sent, f"bytes over {rounds} connections", ended)

    return run


CHUNKED = (
    b"POST /v1/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 40_000
)

ATTACKS = [
    Attack("pings", frames(PING)),
    Attack("pongs", frames(PONG)),
    Attack("fragments", frames(EMPTY, OPENING)),
    Attack("after-close", after_close),
    Attack("noise", noise),
    Attack("silence", hold(b"")),
    Attack("half-heads", hold(b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ", b"x")),
    Attack("handshakes", handshakes),
    Attack("chunks", requests(CHUNKED)),
    Attack("ahead", requests(b"GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n" * 2000)),
    Attack("headers", requests(b"GET / HTTP/1.1\r\n" + b"a:\r\n" * 60_000)),
]


def hostile(name: str, port: int, match: str, seconds: float) -> None:
    attack = next(each for each in ATTACKS if each.name == name)
    told = attack.run(port, match, time.monotonic() + seconds)
    print(f"{told.sent} {told.what}; {told.ended}")


# The bystanders ---------------------------------------------------------------------------------------


class Bystanders:
    """People at their tables, who notice how long everything takes."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.players: list[list[Player]] = []
        self.waits: list[float] = []  # of people at their tables
        self.entries: list[float] = []  # of newcomers
        self.busy = 0  # answers 503
        self.lost = 0  # anything else that went wrong
        self.match = ""
        self.used = 0.0  # seconds of the server's processor so far

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=BYSTANDER), timeout=PATIENCE, trust_env=False)

    async def sit_down(self) -> None:
        async with self.client() as client:
            for n in range(MATCHES):
                people = [await enter(client, self.server, f"By {n} {m}") for m in range(2)]
                made = await people[0].call(client, "POST", "/v1/matches", {"game": "picket"})
                await people[1].call(client, "POST", f"/v1/matches/{made['id']}/join", {"link": made["link"]})
                self.match = self.match or str(made["id"])
                self.players.append([await self.sit(made["id"], person) for person in people])

    async def sit(self, match: str, person: Guest) -> Player:
        url = f"ws://{HOST}:{self.server.port}/v1/matches/{match}/socket"
        found = Player(
            await connect(
                url, additional_headers=person.headers, proxy=None, open_timeout=PATIENCE, local_addr=(BYSTANDER, 0), ping_interval=None
            ),
            match,
        )
        await eventually(lambda: found.ready)
        return found

    async def watch(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        everybody = [player for pair in self.players for player in pair]
        await asyncio.gather(*(self._ask(player, until) for player in everybody), self._fetch(until))

    async def _ask(self, player: Player, until: float) -> None:
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                if not player.over and player.view.get("offer") and random.random() < 0.2:
                    await asyncio.wait_for(player.do(), PATIENCE)
                else:
                    await asyncio.wait_for(player.ask("ping"), PATIENCE)
            except (ConnectionError, TimeoutError):
                self.lost += 1
                return
            took = time.monotonic() - began
            self.waits.append(took)
            await asyncio.sleep(max(0.0, 10 * EVERY - took))

    async def _fetch(self, until: float) -> None:
        """New connections: is there still a way in?"""
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                status = await asyncio.wait_for(self._get(random.choice(["/health", "/v1/games", "/v1/matches"])), PATIENCE)
                self.busy += status == 503
                self.lost += status not in (200, 503)
            except (OSError, EOFError, TimeoutError):
                self.lost += 1
            took = time.monotonic() - began
            self.entries.append(took)
            await asyncio.sleep(max(0.0, 5 * EVERY - took))

    async def _get(self, path: str) -> int:
        reader, writer = await asyncio.open_connection(HOST, self.server.port, local_addr=(BYSTANDER, 0))
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
            line = await reader.readline()
            await reader.read()
            return int(line.split()[1])
        finally:
            writer.close()

    def tell(self, name: str, more: str = "") -> bool:
        """A line of the table; whether the bars were met."""
        used = self.server.cpu_seconds()
        table, entries = share(self.waits), share(self.entries)
        told = " ".join(f"{found * 1000:8.1f}" for found in (*table, *entries))
        print(f"{name:12s} {told} {self.busy:4d} {self.lost:5d} {used - self.used:6.2f}  {more}", flush=True)
        good = table[1] < BAR and entries[1] < BAR and not self.busy and not self.lost
        self.waits, self.entries, self.busy, self.lost, self.used = [], [], 0, 0, used
        return good


def share(waits: list[float]) -> tuple[float, float, float]:
    """The middle, the 99th of a hundred, and the longest."""
    found = sorted(waits) or [0.0]
    return found[len(found) // 2], found[min(len(found) - 1, len(found) * 99 // 100)], found[-1]


async def measure(server: Server, names: list[str], seconds: float, address: str) -> bool:
    people = Bystanders(server)
    await people.sit_down()
    print(f"{'':12s} {'people at tables, ms':^26s} {'newcomers, ms':^26s}")
    columns = " ".join(f"{word:>8s}" for word in ("p50", "p99", "max") * 2)
    print(f"{'phase':12s} {columns} {'503':>4s} {'lost':>5s} {'cpu s':>6s}  how the attack went")
    await people.watch(2.0)  # the first time everything takes longer
    people.waits, people.entries, people.used = [], [], server.cpu_seconds()
    await people.watch(seconds)
    good = people.tell("calm")
    for n, name in enumerate(names):
        command = [sys.executable, __file__, "--hostile", name, str(server.port), people.match, str(seconds)]
        attacker = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "HOSTILE_ADDRESS": address or f"127.0.1.{n + 1}"}
        )
        try:
            await people.watch(seconds)
            told, _ = await asyncio.to_thread(attacker.communicate, timeout=PATIENCE)
        finally:
            if attacker.poll() is None:
                attacker.kill()
        good &= people.tell(name, told.strip())
    for pair in people.players:
        for player in pair:
            await player.close()
    return good


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default=",".join(attack.name for attack in ATTACKS))
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--address", default="", help="the attacker's; without one each attack has its own")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--hostile", nargs=4, metavar=("NAME", "PORT", "MATCH", "SECONDS"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    raise_files()
    if given.hostile:
        name, port, match, seconds = given.hostile
        hostile(name, int(port), match, float(seconds))
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), port=free_port())
        server.settings = {"log_level": "warning"}  # else the defaults, as people run it
        server.start()
        try:
            good = asyncio.run(measure(server, given.only.split(","), given.seconds, given.address))
        finally:
            server.stop()
    if given.check and not good:
        sys.exit(1)


def raise_files() -> None:
    """Five thousand connections are five thousand files."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000) if hard > 0 else 20_000, hard))


if __name__ == "__main__":
    main()
