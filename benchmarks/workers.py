"""``sandtable serve --workers N`` as one server whose worker processes can be found and killed one by one."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from pathlib import Path
from typing import Any

from tables import PATIENCE, Guest, Player, Server, sit


class WorkerServer(Server):
    """``kill`` ends one worker as kill -9 does; ``start`` then waits for the one that takes its place."""

    def __init__(self, folder: Path, database: str, workers: int = 2, **settings: Any) -> None:
        super().__init__(folder, database, **settings)
        self.arguments = ["--workers", str(workers)]
        self.count = workers
        self.known: set[int] = set()
        self.newest = 0

    def workers(self) -> list[int]:
        """Process ids of the workers that listen or will; the helper of multiprocessing is none."""
        assert self.process is not None
        text = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [pid for pid in map(int, text.split()) if "spawn_main" in command_of(pid)]

    def start(self) -> None:
        if self.process is None:
            super().start()
            self.wait_for(self.count)
        else:
            self.wait_for(1)

    def wait_for(self, more: int) -> None:
        """Until so many workers serve that were not known before."""
        until = time.monotonic() + PATIENCE
        while more and time.monotonic() < until:
            with socket.socket() as looking:
                looking.settimeout(5)
                try:
                    looking.connect(("127.0.0.1", self.port))
                    looking.sendall(b"GET /ready HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                    good = b" 200 " in looking.recv(64)
                    pid = self.worker_of(looking.getsockname()[1])
                except OSError:
                    good, pid = False, 0
            if good and pid and pid not in self.known:
                self.known.add(pid)
                self.newest = pid
                more -= 1
        assert not more, f"workers did not come back: {self.workers()}, known {self.known}: {self.log.read_text()[-2000:]}"

    def kill(self) -> None:
        alive = [pid for pid in self.workers() if pid in self.known]
        if alive:
            victim = alive[int(time.monotonic_ns()) % len(alive)]
            self.known.discard(victim)
            os.kill(victim, signal.SIGKILL)

    def end(self) -> None:
        """All of it."""
        super().kill()

    def cpu_seconds(self) -> float:
        from tables import TICKS

        fields = Path(f"/proc/{self.newest}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / TICKS

    def worker_of(self, port: int) -> int:
        """The worker at the other end of a connection from this local port; 0 when nobody has accepted it."""
        inode = next(
            (
                fields[9]
                for fields in map(str.split, Path("/proc/net/tcp").read_text().splitlines()[1:])
                if fields[1].endswith(f":{self.port:04X}") and fields[2].endswith(f":{port:04X}")
            ),
            "",
        )
        for pid in self.workers():
            for entry in Path(f"/proc/{pid}/fd").iterdir():
                try:
                    if os.readlink(entry) == f"socket:[{inode}]":
                        return pid
                except OSError:
                    continue
        return 0


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


async def sit_with(server: WorkerServer, match: str, who: Guest | None, worker: int) -> Player:
    """A socket that ended up with this very worker."""
    until = asyncio.get_running_loop().time() + PATIENCE
    while asyncio.get_running_loop().time() < until:
        player = await sit(server, match, who)
        if server.worker_of(player.socket.local_address[1]) == worker:
            return player
        await player.close()
    raise TimeoutError("no socket reached the worker")
