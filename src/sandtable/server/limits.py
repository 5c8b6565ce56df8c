"""Rate limits: token buckets in memory, and the clear answer 429.

A bucket holds ``burst`` tokens and gains ``burst`` more every ``seconds``.  Buckets are kept per worker: with several
workers each gets its share.  Full buckets are forgotten, so memory follows the clients of the last minutes.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Callable
from typing import NamedTuple

Clock = Callable[[], float]
SWEEP = 4096  # buckets made between two sweeps


class Limit(NamedTuple):
    burst: int
    seconds: float


# Who may do what how often.  Documented in docs/security.md (ASVS 6.1.1, 6.3.1, 2.4.1).
LIMITS: dict[str, Limit] = {
    "request": Limit(600, 60),  # requests of one person; of all strangers of one address
    "known": Limit(6000, 60),  # requests of all people of one address who are known
    "page": Limit(3000, 60),  # files of the page, of one address: a class comes at once
    "connection": Limit(1200, 60),  # new connections of one address
    "refusal": Limit(20, 10),  # new connections of one address that are told why they are refused; the others are cut off
    "handshake": Limit(300, 60),  # sockets opened by one address
    "write": Limit(240, 60),  # changing requests of one person
    "costly": Limit(10, 600),  # exports, verifications: per person
    "create": Limit(60, 600),  # new matches of one person: bots play in them at once
    "talk": Limit(60, 60),  # what one person says, on all sockets together
    "think": Limit(120, 60),  # hints, guesses and odds: they keep the bots' processes busy
    "gestures": Limit(300, 60),  # of one person: one for every piece that is picked up
    "study": Limit(600, 60),  # histories, replays, truths and records: per person, or per address
    "fold": Limit(600, 60),  # hundreds of inputs played again since one person took something back or repeated an old message id
    "check": Limit(120, 60),  # examinations by the doctor: per person, or per address
    "board": Limit(240, 60),  # handouts and sides of boards and sheets of one's own, asked for by one address
    "balance": Limit(30, 3600),  # balance tests of one person
    "login-address": Limit(30, 600),  # log-ins from one address
    "login-account": Limit(20, 600),  # log-ins to one account from devices it does not know
    "login-device": Limit(20, 600),  # log-ins from a device the account knows: the owner is not locked out
    "register": Limit(10, 3600),  # new accounts of one address
    "guest": Limit(60, 1200),  # new guests of one address: a club, a class
    "guest-match": Limit(40, 1200),  # new guests who bring the link of one match or of its seats
    "guest-link": Limit(240, 1200),  # new guests of one address who bring any such link
    "mail-address": Limit(10, 3600),  # mails asked for by one address
    "mail-to": Limit(3, 3600),  # mails to one recipient
    "token": Limit(30, 600),  # tries of links and codes from one address
    "notify": Limit(60, 3600),  # notifications to one person
}


class TooMany(Exception):
    """Over the limit; may be tried again after ``retry_after`` seconds."""

    def __init__(self, kind: str, retry_after: int) -> None:
        super().__init__(kind)
        self.kind = kind
        self.retry_after = retry_after


class Limits:
    """All buckets of one worker."""

    def __init__(self, enabled: bool = True, workers: int = 1, clock: Clock = time.monotonic) -> None:
        self.enabled = enabled
        self.refused: dict[str, int] = {}  # counts per kind, for the metrics
        self._workers = workers
        self._clock = clock
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}  # (kind, who) -> tokens, when
        self._made = 0

    def take(self, kind: str, who: str, cost: int = 1) -> None:
        """Take tokens out of a bucket; raise TooMany when there are not enough."""
        wait = self.wait(kind, who, cost)
        if wait > 0:
            self.refused[kind] = self.refused.get(kind, 0) + 1
            raise TooMany(kind, max(1, math.ceil(wait)))

    def wait(self, kind: str, who: str, cost: int = 1) -> float:
        """Take tokens and return 0, or take none and return the seconds until there are enough."""
        if not self.enabled:
            return 0.0
        burst, rate = self._share(kind)
        now = self._clock()
        tokens, since = self._buckets.get((kind, who), (burst, now))
        tokens = min(burst, tokens + (now - since) * rate)
        if (kind, who) not in self._buckets:
            self._made += 1
            if self._made % SWEEP == 0:
                self._sweep(now)
        if tokens < cost:
            self._buckets[kind, who] = (tokens, now)
            return (cost - tokens) / rate
        self._buckets[kind, who] = (tokens - cost, now)
        return 0.0

    def owe(self, kind: str, who: str, cost: int) -> None:
        """Take tokens for what has been done already, though there be none: whoever owes some has to wait (``check_debt``)."""
        if self.enabled and self.wait(kind, who, cost) > 0:
            tokens, since = self._buckets[kind, who]
            self._buckets[kind, who] = (tokens - cost, since)

    def in_debt(self, kind: str, who: str) -> bool:
        found = self._buckets.get((kind, who))
        return found is not None and found[0] < 0 and self.wait(kind, who, 0) > 0

    def check_debt(self, kind: str, who: str) -> None:
        """Raise TooMany while tokens are owed."""
        if self.in_debt(kind, who):
            self.take(kind, who, 0)

    def give_back(self, kind: str, who: str) -> None:
        """Return a token: a success was no guess."""
        if (kind, who) in self._buckets:
            tokens, since = self._buckets[kind, who]
            self._buckets[kind, who] = (tokens + 1, since)

    def __len__(self) -> int:
        return len(self._buckets)

    def _share(self, kind: str) -> tuple[float, float]:
        limit = LIMITS[kind]
        burst = max(1, math.ceil(limit.burst / self._workers))
        return float(burst), burst / limit.seconds

    def _sweep(self, now: float) -> None:
        """Forget buckets that are full again."""
        for key in list(self._buckets):
            burst, rate = self._share(key[0])
            tokens, since = self._buckets[key]
            if tokens + (now - since) * rate >= burst:
                del self._buckets[key]


def network(address: str) -> str:
    """What counts as one address: an IPv6 customer has a whole /64."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
