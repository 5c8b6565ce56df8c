"""The door: how many connections one address may hold, and who goes when the house is full.

Connections are counted when they are made, by address (IPv6: by /64), before anything is read.  A newcomer whose address holds its
share takes the place of that address's idlest connection: one that is silent, has half a request, or waits for the next.  When the
whole house is full, the idlest connection of the greediest address makes room.  So silent connections push out each other only.

What is under way, requests and sockets, is counted a second time by the address of the client: behind a proxy all connections have
the proxy's address, which has no share, and only the request says whose it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from sandtable.server.counters import count
from sandtable.server.errors import Problem
from sandtable.server.files import SPARE_FILES, open_files
from sandtable.server.limits import Limits, TooMany, network
from sandtable.server.settings import Settings

LOOPBACK = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
PROXY = "proxy"
RESERVE = 16  # connections of this host beyond every bound: somebody asks whether we are alive
BUSY = 0.8  # the share of all connections at work at which the greediest address loses its newest socket to a newcomer
RETRY_SECONDS = 5
SOCKETS_OF_PERSON, SOCKETS_OF_STRANGERS = 20, 100  # at one match: tabs, phones and lines that broke; onlookers of one address
SWEEP_SECONDS = 2.0


class Connection(Protocol):
    """A connection as the door sees it."""

    place: Place | None

    def put_out(self) -> None:
        """End it at once: it was idle."""

    def look_at(self, now: float) -> None:
        """Called every few seconds: end what takes too long."""


class Place:
    """The connections of one address."""

    __slots__ = ("count", "idle", "name", "shared")

    def __init__(self, name: str, shared: bool) -> None:
        self.name = name
        self.shared = shared  # a proxy's: many people come by it
        self.count = 0
        self.idle: dict[Any, None] = {}  # idlest first


class Door:
    """Who is in, of one worker."""

    def __init__(self, settings: Settings, limits: Limits) -> None:
        self._limits = limits
        self._bounded = settings.limits
        self._each = settings.connections_per_address
        self._most = max(RESERVE, min(settings.limit_concurrency, open_files() - SPARE_FILES))
        trusted: Any = None
        self._proxies = ProxyHeadersMiddleware(trusted, settings.trusted_proxies).trusted_hosts if settings.trusted_proxies else ()
        self._places: dict[str, Place] = {}
        self._crowds: dict[int, dict[Place, None]] = {}  # places by their number of connections, but for those of proxies
        self._in: dict[Any, None] = {}
        self._calls: dict[str, dict[object, Callable[[], None] | None]] = {}
        self._at_work = 0
        self._watching: dict[str, dict[object, Callable[[], None] | None]] = {}  # sockets, by match and person or address
        self._sweeping = False

    def __len__(self) -> int:
        return len(self._in)

    def admit(self, one: Connection, address: str) -> Problem | None:
        """Count a new connection, or say why not."""
        local = address in LOOPBACK
        place = self._place(address)
        if self._bounded and not place.shared:
            if not local and (wait := self._limits.wait("connection", place.name)) > 0:
                return too_many(int(wait) + 1)
            if place.count >= self._each + (RESERVE if local else 0) and not self._put_out(place):
                return too_many(RETRY_SECONDS)
        if len(self._in) >= self._most + (RESERVE if local else 0) and not self._make_room():
            return full()
        self._take(one, place)
        self.rest(one)
        return None

    def answers(self, address: str) -> bool:
        """Whether somebody who is refused is told why.  Who comes in masses does not read it, and others wait meanwhile."""
        place = self._place(address)
        return place.shared or self._limits.wait("refusal", place.name) == 0

    def hand_over(self, one: Connection, other: Connection) -> None:
        """The same connection goes on as something else."""
        place = one.place
        self.leave(one)
        if place is not None:
            self._take(other, place)
            self.rest(other)

    def take(self, one: Connection, address: str) -> None:
        """Count a connection that is in already: it goes on as a socket."""
        self._take(one, self._place(address))

    def _take(self, one: Connection, place: Place) -> None:
        one.place = place
        self._places[place.name] = place
        self._recount(place, 1)
        self._in[one] = None
        if not self._sweeping:
            self._sweeping = True
            asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)

    def leave(self, one: Connection) -> None:
        """It ended; said twice, it counts once."""
        place = one.place
        if place is None:
            return
        one.place = None
        self._recount(place, -1)
        place.idle.pop(one, None)
        self._in.pop(one, None)
        if not place.count:
            self._places.pop(place.name, None)

    def rest(self, one: Connection) -> None:
        """Nothing is asked on it just now."""
        if one.place is not None:
            one.place.idle.pop(one, None)
            one.place.idle[one] = None

    def work(self, one: Connection) -> None:
        if one.place is not None:
            one.place.idle.pop(one, None)

    def begin(self, client: str, cut: Callable[[], None] | None = None) -> tuple[str, object]:
        """A request or a socket of a client is under way; ``cut`` would end it.  Raises where there are too many."""
        calls = self._calls.get(client, {})
        if self._bounded:
            if len(calls) >= self._each:
                raise TooMany("connection", RETRY_SECONDS)
            if self._at_work >= self._most * BUSY:
                self._cut_greediest(len(calls))
        self._calls[client] = calls
        call = (client, object())
        calls[call[1]] = cut
        self._at_work += 1
        return call

    def end(self, call: tuple[str, object]) -> None:
        calls = self._calls[call[0]]
        del calls[call[1]]
        self._at_work -= 1
        if not calls:
            del self._calls[call[0]]

    def look_in(self, match: str, user: str, address: str, cut: Callable[[], None] | None) -> tuple[str, object]:
        """A socket at a match.  Of one person with very many the oldest goes, so that whoever comes back after a broken line gets in;
        strangers of one address may be many people, so a further one is refused."""
        crowd = f"{match} {user}" if user else f"{match} at {address}"
        sockets = self._watching.get(crowd, {})
        if self._bounded and len(sockets) >= (SOCKETS_OF_PERSON if user else SOCKETS_OF_STRANGERS):
            oldest = next((key for key in sockets if sockets[key] is not None), None)
            if not user or oldest is None:
                raise TooMany("connection", RETRY_SECONDS)
            end, sockets[oldest] = sockets[oldest], None
            assert end is not None
            count("too-many-sockets")
            end()
        self._watching[crowd] = sockets
        found = (crowd, object())
        sockets[found[1]] = cut
        return found

    def look_away(self, found: tuple[str, object]) -> None:
        sockets = self._watching[found[0]]
        del sockets[found[1]]
        if not sockets:
            del self._watching[found[0]]

    def _cut_greediest(self, mine: int) -> None:
        """The address with the most under way loses its newest socket to a newcomer who has less."""
        greediest = max(self._calls.values(), key=len)
        found = next((key for key in reversed(greediest) if greediest[key] is not None), None)
        if found is None or mine + 1 >= len(greediest):
            raise full()
        cut, greediest[found] = greediest[found], None
        assert cut is not None
        count("crowded-out")
        cut()

    def _place(self, address: str) -> Place:
        shared = address in self._proxies
        name = PROXY if shared else _network(address)
        return self._places.get(name) or Place(name, shared)

    def _put_out(self, place: Place) -> bool:
        """The idlest connection of an address goes."""
        one = next(iter(place.idle), None)
        if one is None:
            return False
        count("crowded-out")
        self.leave(one)
        one.put_out()
        return True

    def _recount(self, place: Place, change: int) -> None:
        if not place.shared and place.count:
            crowd = self._crowds[place.count]
            del crowd[place]
            if not crowd:
                del self._crowds[place.count]
        place.count += change
        if not place.shared and place.count:
            self._crowds.setdefault(place.count, {})[place] = None

    def _make_room(self) -> bool:
        """The greediest who is idle; found without a look at every address, since a full house is asked for each newcomer."""
        for size in sorted(self._crowds, reverse=True):
            for place in self._crowds[size]:
                if place.idle:
                    return self._put_out(place)
        return False

    def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        for one in list(self._in):
            one.look_at(loop.time())
        self._sweeping = bool(self._in)
        if self._sweeping:
            loop.call_later(SWEEP_SECONDS, self._sweep)


_network = lru_cache(4096)(network)  # of addresses of connections, which are short


@lru_cache(128)  # it is answered, never raised: raising would make it grow
def too_many(wait: int) -> Problem:
    told = f"Too many connections from your network. Try again in {wait} seconds."
    return Problem(429, "too-many-requests", told, {"limit": "connection", "retry_after": wait}, {"Retry-After": str(wait)})


def full() -> Problem:
    told = "The server is full. Nothing was changed; try again."
    return Problem(503, "server-full", told, {"retry_after": RETRY_SECONDS}, {"Retry-After": str(RETRY_SECONDS)})
