"""Errors as programs read them: ``{key, message, details}``."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from sandtable.games import BadOption, TooLong, Unknown
from sandtable.server.counters import count
from sandtable.server.lengths import MOST_ID
from sandtable.server.limits import TooMany
from sandtable.store.database import out_of_service, unfit

log = logging.getLogger("sandtable.server")

STATUS_KEYS = {
    400: "bad-request",
    401: "log-in-first",
    403: "not-allowed",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
    429: "too-many-requests",
    503: "try-again",
}

STEP = 512  # bytes: answers that are errors have multiples of this


class Error(msgspec.Struct):
    """The body of every answer that is an error."""

    key: str
    message: str
    details: dict[str, Any] = {}


class Problem(Exception):
    """Raised anywhere below a route or a socket; becomes an ``Error``."""

    def __init__(self, status: int, key: str, message: str, details: dict[str, Any] | None = None, headers: dict[str, str] | None = None):
        super().__init__(message)
        self.status = status
        self.error = Error(key, message, details or {})
        self.headers = headers or {}


def bad_id() -> Problem:
    return Problem(400, "malformed", f"A message id is a text of 1 to 64 characters that takes up to {MOST_ID} bytes in JSON.")


def not_found(what: str) -> Problem:
    return Problem(404, f"no-such-{what}", f"There is no such {what}, or it is not yours to see.")


def describe(error: BaseException) -> tuple[int, Error, dict[str, str]]:
    """Status, body and headers for anything that was raised."""
    if isinstance(error, Problem):
        return error.status, error.error, error.headers
    if isinstance(error, TooMany):
        return too_many(error)
    if isinstance(error, RecursionError):
        return 400, Error("too-deep", "What was sent is nested too deeply."), {}
    if isinstance(error, Unknown):
        return 404, Error("unknown-name", str(error.args[0])), {}
    if isinstance(error, TooLong):
        return 413, Error("too-large", str(error), {"option": error.key, "most": error.most}), {}
    if isinstance(error, BadOption):
        return 400, Error("bad-option", str(error)), {}
    if isinstance(error, ValidationException):
        return 400, Error("invalid", "Some of what was sent does not fit.", {"fields": _fields(error)}), {}
    if isinstance(error, HTTPException):
        headers = {str(name): str(value) for name, value in (error.headers or {}).items()}
        return error.status_code, Error(STATUS_KEYS.get(error.status_code, "error"), error.detail or ""), headers
    if out_of_service(error):
        return (
            503,
            Error("try-again", "The server cannot save anything at the moment. Nothing was changed; try again."),
            {"Retry-After": "2"},
        )
    if unfit(error):  # a bound is missing before; nothing was saved
        log.warning("the database refused a value: %s", type(error).__name__)
        return 400, Error("does-not-fit", "Some of what was sent is too long, too large or no text. Nothing was saved."), {}
    log.error("unhandled %s", type(error).__name__, exc_info=error)
    return 500, Error("internal", "Something went wrong on the server."), {}


def too_many(error: TooMany) -> tuple[int, Error, dict[str, str]]:
    """The clear answer to a flood."""
    wait = error.retry_after
    told = Error("too-many-requests", f"Too many requests. Try again in {wait} seconds.", {"limit": error.kind, "retry_after": wait})
    return 429, told, {"Retry-After": str(wait)}


def _fields(error: ValidationException) -> list[dict[str, str]]:
    extra = error.extra if isinstance(error.extra, list) else []
    return [{"field": str(item.get("key", "")), "message": str(item.get("message", ""))} for item in extra if isinstance(item, dict)]


def answer(_: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    status, body, headers = describe(error)
    count(body.key)
    text = msgspec.json.encode(body)
    text += b" " * (-len(text) % STEP)  # why the rules refuse something may follow from a hand: lengths do not tell reasons apart
    return Response(text, status_code=status, headers={"Cache-Control": "no-store", **headers}, media_type="application/json")
