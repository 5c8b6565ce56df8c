"""The server in a thread of the test: its rooms and its store can be watched and broken."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
from tables import Server

from sandtable.server import main
from sandtable.server.app import create_app
from sandtable.server.settings import Settings


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
        self.thread.join(60)  # a busy machine takes its time
        assert not self.thread.is_alive()
        return 0

    @property
    def house(self) -> Any:
        return self.app.state.rooms

    def run(self, work: Any) -> Any:
        """Run a coroutine in the server's loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)


@contextlib.contextmanager
def run_thread(folder: Path, database: str = "", **settings: Any) -> Iterator[ThreadServer]:
    found = ThreadServer(folder, database, **settings)
    found.start()
    try:
        yield found
    finally:
        found.stop()
