"""Secrets handed out, and the hashes kept of them.

Sessions, links in mails and API tokens are 256 random bits.  The database keeps SHA-256 of them: with that much
entropy a slow hash adds nothing, and a stolen database opens no door.
"""

from __future__ import annotations

import hashlib
import re
import secrets

from sandtable.server.identifiers import new_id

API_PREFIX = "sandtable_"  # lets scanners for leaked secrets know one
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no signs that look alike
_TOKEN = re.compile(r"[A-Za-z0-9_-]{40,64}")


def make() -> str:
    """A secret of 256 bits, 43 signs."""
    return secrets.token_urlsafe(32)


def make_api() -> str:
    return API_PREFIX + make()


def make_id() -> str:
    """A public id of 128 bits."""
    return new_id(16)


def make_code(length: int = 6) -> str:
    """A short word for names of guests; no secret."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def digest(token: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def plausible(token: str) -> bool:
    """Whether it has the form of a secret of ours: others need no look into the database."""
    return _TOKEN.fullmatch(token) is not None
