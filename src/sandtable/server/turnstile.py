"""Queues with an end: who waits for something that serves one at a time.

So many wait in all, and so many of one person; people take turns, so one who asks for much keeps nobody else waiting for all of it.
Whoever finds no place is told at once to try again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sandtable.server.errors import Problem

MOST = 24  # waiting in all
EACH = 2  # waiting of one person
RETRY = 3  # seconds after which it is worth to try again


class Turnstile:
    def __init__(self, most: int = MOST, each: int = EACH) -> None:
        self.most = most
        self.each = each
        self.refused = 0
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}  # by person, in the order of their turns
        self._busy = False

    def __len__(self) -> int:
        return sum(len(queue) for queue in self._queues.values())

    def people(self) -> int:
        """How many persons wait."""
        return len(self._queues)

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Until it is one's turn, and then until one is done.  Raises Problem 503 when too many wait."""
        self.check(who)
        if self._busy:
            await self._wait(who)
        self._busy = True
        try:
            yield
        finally:
            self._next()

    def check(self, who: str) -> None:
        """Whether there is a place, before anything is made ready for it."""
        if self._busy and (len(self) >= self.most or len(self._queues.get(who, ())) >= self.each):
            self.refused += 1
            told = "Too much of this is under way at the moment. Nothing was changed; try again in a few seconds."
            raise Problem(503, "try-again", told, {"waiting": len(self)}, headers={"Retry-After": str(RETRY)})

    async def _wait(self, who: str) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(who, deque()).append(future)
        try:
            await future
        except BaseException:
            if future.done() and not future.cancelled():
                self._next()  # it was our turn, and we are gone
            else:
                self._leave(who, future)
            raise

    def _leave(self, who: str, future: asyncio.Future[None]) -> None:
        queue = self._queues.get(who)
        if queue is not None and future in queue:
            queue.remove(future)
            if not queue:
                del self._queues[who]

    def _next(self) -> None:
        """The next person's turn: whoever still has something waiting goes to the end of the line."""
        while self._queues:
            who = next(iter(self._queues))
            queue = self._queues.pop(who)
            future = queue.popleft()
            if queue:
                self._queues[who] = queue
            if not future.done():
                future.set_result(None)  # it stays busy: nobody slips in between
                return
        self._busy = False
