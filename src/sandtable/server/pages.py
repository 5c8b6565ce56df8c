"""The page people play on: files that ``npm run build`` has put into ``static/``, and nothing else.

Paths that are no file belong to the page's own router, so they get ``index.html`` as well.
"""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from sandtable.server.errors import Problem

STATIC = Path(__file__).parent / "static"
SMALLEST = 1000  # bytes worth compressing: these files hold no secrets
File = tuple[bytes, bytes, str]
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html", ".json": "application/json"}


@cache
def files() -> dict[str, Path]:
    """All there are, by name: looked up once, so whatever else is asked for costs nothing that stays."""
    return {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}


def read(name: str) -> File | None:
    """A file of the page.  None when there is no such file."""
    path = files().get(name)
    return _read(path) if path is not None else None


@cache
def _read(path: Path) -> File:
    """As it is, compressed, and its type."""
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return body, gzip.compress(body, 9, mtime=0) if len(body) >= SMALLEST else b"", kind


def answer(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    is_file = "." in name.rpartition("/")[2]
    found = read(name if is_file else "index.html")
    if found is None and is_file:
        raise Problem(404, "not-found", "There is no such file.")
    if found is None:
        raise Problem(404, "no-page", "The page has not been built here.")
    body, packed, kind = found
    forever = name.startswith("assets/")  # these names change with their content
    headers = {"Cache-Control": "public, max-age=31536000, immutable" if forever else "no-cache", "Vary": "Accept-Encoding"}
    if packed and "gzip" in request.headers.get("accept-encoding", ""):
        body = packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=kind, headers=headers)


@get("/", include_in_schema=False)
async def front(request: Request[Any, Any, Any]) -> Response[bytes]:
    return answer(request, "")


@get("/{path:path}", include_in_schema=False)
async def page(request: Request[Any, Any, Any], path: FromPath[Path]) -> Response[bytes]:
    name = str(path).lstrip("/")
    if name.startswith("v1/"):
        raise Problem(404, "not-found", "There is no such address.")
    return answer(request, name)
