"""How uvicorn is set up: its defaults would take frames of 16 MiB, compress secrets and believe any header."""

from __future__ import annotations

from typing import Any

import uvicorn

from sandtable.server.settings import Settings


def options(settings: Settings) -> dict[str, Any]:
    """Arguments for ``uvicorn.Config`` or ``uvicorn.run``."""
    return {
        "host": settings.host,
        "port": settings.port,
        "ws": "websockets-sansio",
        "ws_max_size": settings.message_bytes,
        "ws_per_message_deflate": False,  # lengths of compressed messages tell of secrets
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "limit_concurrency": settings.limit_concurrency,
        "timeout_keep_alive": 30,
        "timeout_graceful_shutdown": settings.stop_seconds,
        # X-Forwarded-For counts only when a proxy we know has written it.
        "proxy_headers": bool(settings.trusted_proxies),
        "forwarded_allow_ips": settings.trusted_proxies,
        "server_header": False,
        "access_log": False,  # our own line per request says more and holds no query
        "log_config": None,
        "lifespan": "on",
    }


def config(app: Any, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(app, **options(settings))
