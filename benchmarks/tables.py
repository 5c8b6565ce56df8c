"""A server in a process of its own and clients that play on it: what the server's benchmarks and tests share."""

from __future__ import annotations

import asyncio
import contextlib
import http.client as http_client
import inspect
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import sandtable

SOURCE = str(Path(sandtable.__file__).parents[1])  # the same program as here, compiled or not
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 120.0  # seconds after which something that must happen is taken for lost: a busy machine may be slow


PORTS = range(20_000, 32_000)  # below those that the system gives to clients: one of them could take a port before its server does
SHARES = 12  # processes that test side by side take their ports from different parts of the range
_given: set[int] = set()


def free_port() -> int:
    """A port for a server.  It is free now, and whoever else of us looks for one before the server has taken it finds another."""
    part = len(PORTS) // SHARES
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    share = PORTS[int(worker.removeprefix("gw")) % SHARES * part :][:part] if worker else PORTS
    if len(_given) > part // 2:
        _given.clear()
    while True:
        port = secrets.choice([each for each in share if each not in _given])
        with socket.socket() as found, contextlib.suppress(OSError):
            found.bind(("127.0.0.1", port))
            _given.add(port)
            return port


async def eventually(condition: Callable[[], Any]) -> Any:
    """Wait until something is so, however long a busy machine takes; what it is.  The condition may be a coroutine's function."""
    until = time.monotonic() + PATIENCE
    while True:
        found = condition()
        if inspect.isawaitable(found):
            found = await found
        if found:
            return found
        assert time.monotonic() < until, "it never came to that"
        await asyncio.sleep(0.01)


def wait_until(condition: Callable[[], Any]) -> Any:
    """The same outside of a loop."""
    until = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < until, "it never came to that"
        time.sleep(0.01)
    return found


class Server:
    """``sandtable serve`` with its settings; ended by its process id."""

    def __init__(self, folder: Path, database: str = "", port: int = 0, path: Sequence[str] = (), **settings: Any) -> None:
        self.folder = folder
        self.path = path  # further folders with games
        self.port = port or free_port()
        self.database = database or f"sqlite:///{folder}/sandtable.db"
        self.settings = {"limits": "no", "messages_burst": 100000, "messages_per_second": 100000, "log_level": "warning", **settings}
        self.log = folder / f"server-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.arguments: list[str] = []  # of the command line

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start and wait until it serves."""
        environ = {k: v for k, v in os.environ.items() if not k.startswith("SANDTABLE_") or k == "SANDTABLE_PURE"}
        environ |= {f"SANDTABLE_{name.upper()}": str(value) for name, value in self.settings.items()}
        environ |= {
            "SANDTABLE_DATA_FOLDER": str(self.folder),
            "SANDTABLE_DATABASE": self.database,
            "PYTHONPATH": os.pathsep.join([SOURCE, *self.path]),
        }
        command = [sys.executable, "-m", "sandtable.cli", "serve", "--port", str(self.port), *self.arguments]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=environ, stdout=log, stderr=log, cwd=self.folder, start_new_session=True)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.is_ready():
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.01)
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def is_ready(self) -> bool:
        """One quick look, so that the looking does not slow down what it waits for."""
        looking = http_client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            looking.request("GET", "/ready")
            return looking.getresponse().status == 200
        except (OSError, http_client.HTTPException):
            return False
        finally:
            looking.close()

    def kill(self) -> None:
        """kill -9 of the server and the processes it started."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> int:
        """A graceful stop; the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self.process = None
        return code

    def cpu_seconds(self) -> float:
        """Processor time used so far by the server and its children."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / TICKS

    def memory_kb(self) -> int:
        assert self.process is not None
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        return 0


class Guest:
    """Somebody with a token."""

    def __init__(self, server: Server, name: str, token: str) -> None:
        self.server = server
        self.name = name
        self.headers = {"Authorization": f"Bearer {token}"}

    async def call(self, client: httpx.AsyncClient, method: str, path: str, body: Any = None) -> Any:
        response = await client.request(method, self.server.url + path, json=body, headers=self.headers)
        if response.status_code >= 400:
            raise RuntimeError(f"{method} {path}: {response.status_code} {response.text}")
        return response.json() if response.content else None


async def enter(client: httpx.AsyncClient, server: Server, name: str) -> Guest:
    response = await client.post(server.url + "/v1/guests", json={"name": name})
    response.raise_for_status()
    return Guest(server, name, response.json()["token"])


async def open_match(client: httpx.AsyncClient, people: list[Guest], game: str = "picket", **wish: Any) -> str:
    """A match between these people, begun."""
    made = await people[0].call(client, "POST", "/v1/matches", {"game": game, **wish})
    for person in people[1:]:
        await person.call(client, "POST", f"/v1/matches/{made['id']}/join", {"link": made["link"]})
    return str(made["id"])


class Player:
    """One socket at one seat.  Keeps the last view; answers come back by message id."""

    def __init__(self, socket: ClientConnection, match: str) -> None:
        self.socket = socket
        self.match = match
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.about: dict[str, Any] = {}
        self.frames: list[str] = []
        self.keep = False  # all frames, for tests
        self.waiting: dict[str, asyncio.Future[list[Any]]] = {}
        self.news = asyncio.Event()
        self.closed = False
        self.ready = False  # greeted
        self.present: list[int] = []
        self.info: dict[str, Any] = {}
        self.talk: list[Any] = []
        self.manners: list[dict[str, Any]] = []  # as it was told to change
        self.rnd = random.Random(1)  # the same choices in every run
        self.task = asyncio.get_running_loop().create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed, OSError):
            async for frame in self.socket:
                self._take(str(frame))
        self.closed = True
        self.news.set()
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(ConnectionError("closed"))

    def _take(self, frame: str) -> None:
        if self.keep:
            self.frames.append(frame)
        message = json.loads(frame)
        kind = message[0]
        if kind == "view":
            self._see(message[1:4])
        elif kind in ("ok", "performed", "no", "pong"):
            if (kind, len(message)) in (("ok", 6), ("performed", 7)):
                self._see(message[-3:])
            future = self.waiting.pop(message[1], None)
            if future is not None and not future.done():
                future.set_result(message)
        elif kind == "hello":
            self.info = message[1]
        elif kind == "match":
            self.info["match"] = message[1]
        elif kind == "manner":
            self.manners.append(message[1])
        elif kind == "talk":
            self.talk.append(message[1])
        elif kind == "talks":
            self.talk = message[1]
        elif kind == "present":
            self.ready, self.present = True, message[1]
        self.news.set()

    def _see(self, parts: list[Any]) -> None:
        assert parts[0] >= self.seq, "a message number went back"
        self.seq, self.view, self.about = parts

    @property
    def over(self) -> bool:
        return "over" in self.about

    def ask(self, kind: str, *rest: Any, said: str = "") -> asyncio.Future[list[Any]]:
        """Send a message; the answer comes later.  Nothing is awaited, so that order is the caller's."""
        said = said or secrets.token_hex(6)
        future: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self.waiting[said] = future
        self._sending = asyncio.get_running_loop().create_task(self._send(json.dumps([kind, said, *rest])))
        return future

    async def _send(self, frame: str) -> None:
        with contextlib.suppress(ConnectionClosed, OSError):  # who waits for the answer hears of it
            await self.socket.send(frame)

    async def do(self, action: list[int] | None = None, said: str = "", rnd: random.Random | None = None) -> list[Any]:
        """Answer the question at hand: with an action, or any offered one."""
        chosen = action if action is not None else (rnd or self.rnd).choice(self.view["offer"])
        return await self.ask("do", self.view["ask"], chosen, said=said)

    async def perform(self, actions: list[list[int]], whole: bool = False, said: str = "") -> list[Any]:
        """Answer it with a gesture."""
        return await self.ask("perform", self.view["ask"], actions, whole, said=said)

    async def until(self, condition: Any, seconds: float = PATIENCE) -> None:
        async with asyncio.timeout(seconds):
            while not condition(self):
                if self.closed:
                    raise ConnectionError("closed")
                self.news.clear()
                await self.news.wait()

    async def hear_all(self) -> None:
        """Frames come in order: with the answer to this all that was told before is here."""
        assert (await self.ask("ping"))[0] == "pong"

    async def close(self) -> None:
        await self.socket.close()
        await self.task


async def sit(server: Server, match: str, who: Guest | None, query: str = "", **options: Any) -> Player:
    """Open a socket and wait for the greeting."""
    url = f"ws://127.0.0.1:{server.port}/v1/matches/{match}/socket{query}"
    headers = who.headers if who is not None else None
    options = {"compression": None, "max_size": None, "open_timeout": PATIENCE, "ping_interval": None, **options}
    socket = await connect(url, additional_headers=headers, **options)
    player = Player(socket, match)
    await player.until(lambda p: p.ready)
    return player


async def next_to_act(players: Sequence[Player]) -> Player:
    """The first of them who is asked something, as soon as somebody is."""
    found: Player = await eventually(lambda: next((player for player in players if "offer" in player.view), None))
    return found


@contextlib.asynccontextmanager
async def http() -> AsyncIterator[httpx.AsyncClient]:
    # connections are given up sooner than by the server (after five seconds): else a request may meet one that is just being closed
    async with httpx.AsyncClient(timeout=PATIENCE, limits=httpx.Limits(max_connections=20, keepalive_expiry=2.0)) as client:
        yield client


async def play_out(players: list[Player], rnd: random.Random, most: int = 100000) -> int:
    """Play random decisions until the match is over; how many were made."""
    made = 0
    while not players[0].over and made < most:
        awaited = [player for player in players if "offer" in player.view and not player.over]
        if not awaited:
            await asyncio.sleep(0.002)
            continue
        player = rnd.choice(awaited)
        answer = await player.do(rnd=rnd)
        assert answer[0] == "ok" or answer[2]["key"] in ("stale", "not-awaited", "match-over"), answer
        made += answer[0] == "ok"
    return made
