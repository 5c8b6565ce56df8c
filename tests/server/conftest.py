"""Real servers on loopback: one in a process of its own, one in a thread where its inside can be reached."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

from clusters import Cluster, find_program  # noqa: E402
from tables import Server  # noqa: E402

from sandtable.server import main  # noqa: E402
from sandtable.server.app import create_app  # noqa: E402
from sandtable.server.settings import Settings  # noqa: E402


class ThreadServer(Server):
    """The same program in a thread of the test: its rooms and its store can be watched and broken."""

    def __init__(self, folder: Path, database: str = "", **settings: Any) -> None:
        super().__init__(folder, database)
        values = {"limits": False, "messages_burst": 100_000, "messages_per_second": 100_000.0, **settings}
        self.made = Settings(database=self.database, data_folder=str(folder), port=self.port, **values)
        self.app = create_app(self.made)
        options = {**main.options(self.made), "loop": "asyncio"}
        self.uvicorn = uvicorn.Server(uvicorn.Config(self.app, **options))
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.loop: asyncio.AbstractEventLoop | None = None

    def _serve(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self.uvicorn.serve()

        asyncio.run(serve())

    def start(self) -> None:
        self.thread.start()
        until = time.monotonic() + 20
        while not self.uvicorn.started:
            assert time.monotonic() < until, "the server did not start"
            assert self.thread.is_alive(), "the server ended"
            time.sleep(0.01)

    def stop(self) -> int:
        self.uvicorn.should_exit = True
        self.thread.join(15)
        assert not self.thread.is_alive()
        return 0

    @property
    def house(self) -> Any:
        return self.app.state.rooms

    def run(self, work: Any) -> Any:
        """Run a coroutine in the server's loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    if find_program("initdb") is None or find_program("postgres") is None:
        if os.environ.get("SANDTABLE_TEST_ALL"):
            pytest.fail("PostgreSQL's programs are missing: make test installs them")
        pytest.skip("PostgreSQL's programs are not installed")
    found = Cluster()
    try:
        found.start()
        yield found
    finally:
        found.remove()


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """One server for many tests, on each database."""
    database = ""
    if request.param == "postgresql":
        database = request.getfixturevalue("cluster").database("t" + secrets.token_hex(4))
    with run_thread(tmp_path_factory.mktemp("server"), database) as found:
        yield found


@contextlib.contextmanager
def run_thread(folder: Path, database: str = "", **settings: Any) -> Iterator[ThreadServer]:
    found = ThreadServer(folder, database, **settings)
    found.start()
    try:
        yield found
    finally:
        found.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ThreadServer]:
    """A server of the test's own, on SQLite."""
    with run_thread(tmp_path) as found:
        yield found


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., ThreadServer]]:
    """Servers with settings of the test's own."""
    with contextlib.ExitStack() as stack:

        def start(database: str = "", **settings: Any) -> ThreadServer:
            folder = tmp_path / secrets.token_hex(4)
            folder.mkdir()
            return stack.enter_context(run_thread(folder, database, **settings))

        yield start
