"""Logs: one JSON object a line, without secrets.

What is logged is chosen where it is logged; the cover below is a second net that takes out whatever looks like
one of our secrets.
"""

from __future__ import annotations

import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec

_COVERED = "(covered)"
_SECRET = re.compile(
    r"sandtable_[A-Za-z0-9_-]{20,}"  # API tokens
    r"|(?<![A-Za-z0-9_-])(?=[a-z0-9_-]*[A-Z])(?:[A-Za-z0-9_-]{43}|[A-Za-z0-9_-]{32})(?![A-Za-z0-9_-])"  # sessions, keys; links
    r"|\$argon2[a-z]*\$[^\s\"']+"
    r"|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"  # credentials in a URL
    r"|(?i:(?<=bearer )|(?<=basic ))[A-Za-z0-9._~+/=-]{8,}"
)
_NAMES = {"password", "secret", "token", "cookie", "authorization", "key", "hand", "box", "verifier"}
_STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}

OF_STRANGERS = ("connection ", "HTTP response sent", "Invalid HTTP request", "Unsupported upgrade")


def cover(text: str) -> str:
    """The text with everything that looks like a secret taken out."""
    return _SECRET.sub(_COVERED, text)


class JsonLines(logging.Formatter):
    """``{"time":…,"level":…,"logger":…,"message":…,…}``; extras of a call are fields."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(entry(self, record)).decode()


class Text(logging.Formatter):
    """The same for people at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        found = entry(self, record)
        rest = " ".join(f"{key}={value}" for key, value in found.items() if key not in ("time", "level", "logger", "message", "error"))
        line = f"{found['time'][11:23]} {found['level']:7} {found['message']} {rest}".rstrip()
        return f"{line}\n{found['error']}" if "error" in found else line


def entry(formatter: logging.Formatter, record: logging.LogRecord) -> dict[str, Any]:
    found: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": cover(record.getMessage()),
    }
    for name, value in vars(record).items():
        if name not in _STANDARD and not name.startswith("_"):
            found[name] = _field(name, value)
    if record.exc_info:
        found["error"] = cover(formatter.formatException(record.exc_info))
    return found


def _field(name: str, value: Any) -> Any:
    if name.lower() in _NAMES:
        return _COVERED
    if isinstance(value, bool | int | float) or value is None:
        return value
    return cover(str(value))


def fit_to_log(record: logging.LogRecord) -> bool:
    """uvicorn writes whole handshakes and frames at its lowest level, addresses of sockets at the next, and a warning for everything
    that is no request: strangers would fill the log.  The metrics count what was refused."""
    return record.levelno > logging.DEBUG and "WebSocket" not in record.msg and not record.msg.startswith(OF_STRANGERS)


def set_up(level: str = "info", style: str = "json", stream: TextIO | None = None) -> None:
    """Send all logs, those of libraries included, through our formatter."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if style == "json" else Text())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "litestar", "sqlalchemy.engine", "alembic"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = name != "uvicorn.access"  # our own line per request says more and holds no query
    logging.getLogger("uvicorn.error").filters[:] = [fit_to_log]
    # httpx writes whole addresses of webhooks, and these may hold a secret
    for name in ("httpx", "httpcore", "aiosqlite"):
        logging.getLogger(name).setLevel(logging.WARNING)
