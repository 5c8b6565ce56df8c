"""The server in a thread of the test: its rooms and its store can be watched and broken."""

from __future__ import annotations

import asyncio
import contextlib
import io
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
from tables import PATIENCE, Server, wait_until

from sandtable.server import main
from sandtable.server.app import create_app
from sandtable.server.settings import Settings


class ThreadServer(Server):
    """The same program in a thread of the test: its rooms and its store can be watched and broken."""

    def __init__(self, folder: Path, database: str = "", **settings: Any) -> None:
        super().__init__(folder, database)
        values = {"limits": False, "messages_burst": 100_000, "messages_per_second": 100_000.0, "doctor_seconds": PATIENCE, **settings}
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
        wait_until(lambda: self.uvicorn.started or not self.thread.is_alive())
        assert self.thread.is_alive(), "the server ended"

    def stop(self) -> int:
        self.uvicorn.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), self.at_work()
        return 0

    def at_work(self) -> str:
        """Where everything in the server's loop stands, for a server that does not stop."""
        assert self.loop is not None
        told = io.StringIO()
        for task in asyncio.all_tasks(self.loop):
            task.print_stack(file=told)
        return told.getvalue()

    @property
    def house(self) -> Any:
        return self.app.state.rooms

    def pass_time(self, seconds: float) -> None:
        """Let time pass for clocks, with the house awake: nothing has to be quick enough for them.
        Signs of life end: the next one would find that there was none for so long, and take that for an outage."""

        async def pass_on() -> None:
            beating = self.house._tasks[0]
            beating.cancel()
            await asyncio.wait([beating])
            self.house.vigil.awake = lambda: True
            self.house.time._wall += int(seconds * 1000)

        self.run(pass_on())

    def run(self, work: Any) -> Any:
        """Run a coroutine in the server's loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)


@contextlib.contextmanager
def run_thread(folder: Path, database: str = "", **settings: Any) -> Iterator[ThreadServer]:
    found = ThreadServer(folder, database, **settings)
    found.start()
    try:
        yield found
    finally:
        found.stop()
