"""How many files may be open at once: every connection is one."""

from __future__ import annotations

import sys

if sys.platform != "win32":
    import resource

SPARE_FILES = 256  # open beside connections: database, processes of bots, logs
NO_END = 1 << 30


def bounds() -> tuple[int, int]:
    """How many files this process may have open, and how many it may allow itself."""
    if sys.platform == "win32":
        return NO_END, NO_END
    soft, hard = (NO_END if found == resource.RLIM_INFINITY else found for found in resource.getrlimit(resource.RLIMIT_NOFILE))
    return soft, hard


def open_files() -> int:
    return bounds()[0]


def most_files() -> int:
    return bounds()[1]


def raise_open_files(wanted: int) -> None:
    """As many files as connections need, if we may; ``serve --check`` says when we may not."""
    soft, hard = bounds()
    best = min(wanted, hard)
    if sys.platform != "win32" and best > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (best, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
