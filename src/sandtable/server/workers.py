"""Several workers: each leaves when the process that watches over it is gone, so that a new one finds the port free."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar

log = logging.getLogger("sandtable.server")

LOOK_SECONDS = 1.0


@asynccontextmanager
async def follow_parent(app: Litestar) -> AsyncIterator[None]:
    """Stop in order when the parent has died (kill -9 leaves it no time to say so)."""
    if app.state.settings.workers < 2:
        yield
        return
    task = asyncio.create_task(_watch(os.getppid()), name="parent")
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _watch(parent: int) -> None:
    while os.getppid() == parent:
        await asyncio.sleep(LOOK_SECONDS)
    log.warning("the process that watched over this worker is gone: stopping")
    signal.raise_signal(signal.SIGTERM)
