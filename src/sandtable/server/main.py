"""Running the server: uvicorn with limits that hold."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn

from sandtable.server import hurry
from sandtable.server import logging as logs
from sandtable.server.files import SPARE_FILES, raise_open_files
from sandtable.server.settings import PREFIX, Settings, load

if TYPE_CHECKING:  # the process that only watches over workers loads none of the web stack
    from litestar import Litestar

SILENT_SECONDS = 15  # a worker that lives and gives no sign for so long is replaced; on a busy machine a start takes a while


def make() -> Litestar:
    """The application as a worker process finds its settings: file and environment."""
    from sandtable.server.app import create_app

    settings = load()
    logs.set_up(settings.log_level, settings.log_format)
    return create_app(settings)


def options(settings: Settings) -> dict[str, Any]:
    """What uvicorn is told; its own defaults would take 16 MiB a message and compress secrets."""
    return {
        "host": settings.host,
        "port": settings.port,
        "loop": "uvloop",
        "http": "sandtable.server.doorstep:Doorstep",
        "ws": "sandtable.server.protocol:TableProtocol",
        "ws_max_size": settings.message_bytes,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "timeout_graceful_shutdown": settings.stop_seconds,
        "timeout_worker_healthcheck": SILENT_SECONDS,
        "proxy_headers": bool(settings.trusted_proxies),
        "forwarded_allow_ips": settings.trusted_proxies or None,
        "server_header": False,
        "access_log": False,
        "log_config": None,
    }


def try_database(settings: Settings) -> tuple[str, str]:
    """Open the database as a start would and look at the data: what is wrong, or nothing; and what was looked at."""
    from sandtable.server.inspection import look_over
    from sandtable.store.database import Database

    hurry.end()

    async def attempt() -> tuple[str, str]:
        database = Database(settings.database)
        try:
            await database.open()
            return await look_over(database)
        finally:
            await database.close()

    try:
        return asyncio.run(attempt())
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}", ""


def run(settings: Settings, given: dict[str, Any], config: Path | None = None) -> None:
    """Serve until told to stop.  Workers read their settings anew, so what was given goes into the environment."""
    raise_open_files(settings.limit_concurrency + SPARE_FILES)
    if settings.workers == 1:
        from sandtable.server.app import create_app

        logs.set_up(settings.log_level, settings.log_format)
        if hasattr(signal, "SIGHUP"):  # "start anew": whoever watches over us does that, after an orderly stop
            signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
        uvicorn.run(create_app(settings), **options(settings))
        return
    from sandtable.server import supervisor

    gc.enable()
    logs.set_up(settings.log_level, settings.log_format)
    if config is not None:
        os.environ["SANDTABLE_CONFIG"] = str(config)
    for name, value in given.items():
        if value is not None:
            os.environ[PREFIX + name.upper()] = str(value)
    supervisor.run("sandtable.server.main:make", workers=settings.workers, **options(settings))
