"""Public ids: random, telling nothing of order or time, and easy to type on a command line."""

from __future__ import annotations

import secrets


def new_id(size: int) -> str:
    """An id of ``size`` random bytes.  It starts with a letter or digit: a leading ``-`` would be taken for an option."""
    while True:
        found = secrets.token_urlsafe(size)
        if found[0].isalnum():
            return found
