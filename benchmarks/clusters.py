"""A throw-away PostgreSQL cluster on a free loopback port.  The server refuses to run as root, so it runs as nobody there."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from tables import free_port

PLACES = ["/usr/local/bin", *sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)]


def find_program(name: str) -> str | None:
    """PostgreSQL's own programs often stand outside the path."""
    return shutil.which(name, path=os.pathsep.join([*PLACES[1:], *PLACES[:1], os.environ.get("PATH", "")]))


class Cluster:
    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.user: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
        if self.user:
            shutil.chown(self.folder, "nobody", "nogroup")
        self.folder.chmod(0o700)
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "sandtable", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")

    def _run(self, program: str, *args: str) -> None:
        found = find_program(program)
        if found is None:
            raise FileNotFoundError(program)
        subprocess.run([found, *args], check=True, capture_output=True, cwd=self.folder, **self.user)

    def start(self) -> None:
        program = find_program("postgres")
        assert program is not None
        settings = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}", "-c", "shared_buffers=32MB"]
        command = [program, "-D", str(self.folder / "data"), "-p", str(self.port), *settings]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self.user)
        ready = find_program("pg_isready")
        until = time.monotonic() + 120
        while time.monotonic() < until:
            if (
                ready is None
                or subprocess.run([ready, "-h", "127.0.0.1", "-p", str(self.port)], capture_output=True, check=False).returncode == 0
            ):
                return
            time.sleep(0.05)
        raise RuntimeError((self.folder / "log").read_text()[-2000:])

    def stop(self, how: int = signal.SIGINT) -> None:
        """SIGINT: fast; SIGQUIT: at once, as after a crash."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(120)
            self.process = None

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self, name: str) -> str:
        """A fresh database; its URL."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "sandtable", name)
        return f"postgresql://sandtable@127.0.0.1:{self.port}/{name}"
