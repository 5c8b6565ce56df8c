"""Passwords: which are allowed, and how they are kept.

Argon2id with OWASP's parameters.  Each hash takes a core for some 40 ms and 19 MiB, so only a few run at
once, in threads: a flood of log-ins queues here and moves go on.
"""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from functools import cache
from importlib import resources

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MIN_LENGTH = 8
MAX_LENGTH = 256  # ASVS 6.2.9 asks for at least 64; a bound keeps hashing time bounded
# Words of this place, which people would try first (ASVS 6.1.2): refused with whatever digits and signs around them.
CONTEXT = frozenset({"sandtable", "wargame", "wargames", "companyleader", "commanders", "leaders", "companywar", "warofleaders", "picket"})
QUEUE = 64  # more waiting than this are told to come back
_HASHER = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)


class Busy(RuntimeError):
    """Too many passwords wait to be hashed."""


@cache
def common() -> frozenset[str]:
    """Common passwords of at least eight characters, in small letters (from the zxcvbn lists, MIT licence)."""
    text = resources.files("sandtable.server.accounts").joinpath("data/common-passwords.txt").read_text(encoding="utf-8")
    return frozenset(text.split("\n"))


def objection(password: str, *personal: str) -> str:
    """Why a password is refused, as a message key; empty when it may be used.

    Length counts and no kinds of characters are asked for (ASVS 6.2.5).  ``personal`` are the person's own name
    and address, which anybody would try first.
    """
    if len(password) < MIN_LENGTH:
        return "password-too-short"
    if len(password) > MAX_LENGTH:
        return "password-too-long"
    lowered = password.lower()
    letters = "".join(sign for sign in lowered if sign.isalpha())
    if lowered in common() or len(set(lowered)) < 3 or letters in CONTEXT:
        return "password-too-common"
    for own in personal:
        for word in (own.lower(), own.lower().partition("@")[0]):
            if len(word) >= 3 and lowered.strip("0123456789!?.") == word:
                return "password-too-personal"
    return ""


def nobody(hasher: PasswordHasher) -> str:
    """A hash no password has, that takes as long to check as any; making a true one would hold up every start."""
    salt, digest = (b64encode(secrets.token_bytes(size)).decode().rstrip("=") for size in (hasher.salt_len, hasher.hash_len))
    return f"$argon2id$v=19$m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}${salt}${digest}"


class Hashing:
    """Hashes and checks passwords, a few at a time."""

    def __init__(self, at_once: int, hasher: PasswordHasher = _HASHER) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._waiting = 0
        self._hasher = hasher
        self._nobody = nobody(hasher)

    async def hash(self, password: str) -> str:
        return str(await self._run(self._hasher.hash, password))

    async def check(self, password: str, kept: str | None) -> bool:
        """Whether it is the password.  Without an account it takes just as long and says no."""
        good = await self._run(self._matches, kept or self._nobody, password)
        return bool(good) and kept is not None

    def outdated(self, kept: str) -> bool:
        """Whether the hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(kept)

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: object, *args: str) -> object:
        if self._waiting >= QUEUE:
            raise Busy
        self._waiting += 1
        try:
            async with self._places:
                assert callable(work)
                return await asyncio.to_thread(work, *args)
        finally:
            self._waiting -= 1
