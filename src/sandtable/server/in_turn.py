"""One after the other: what is asked of a room waits in a queue and is done in turn.

Most of it are decisions, and most decisions need no task: they are applied at once, and the room is busy until they are
written.  Everything else runs as a task of its own, one at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sandtable.server.errors import Problem
from sandtable.server.limits import TooMany
from sandtable.server.lines import Line
from sandtable.store.database import out_of_service

log = logging.getLogger("sandtable.server")

AGAIN = 1.0  # seconds until a room looks again that could not look at the store

Operation = Callable[..., Awaitable[Any]]
Done = Callable[[Any, BaseException | None], None]
Item = tuple[Operation | None, tuple[Any, ...], Done]  # no operation: a decision


class InTurn:
    """The part of a room that keeps order."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.queue: deque[Item] = deque()
        self.busy = False  # an operation is under way
        self.unsaved: Sequence[int] = ()  # seats that notice what is being written
        self.resting: list[asyncio.Future[None]] = []  # of those who wait to read it
        self.task: asyncio.Task[None] | None = None  # of an operation that has to wait for something
        self.starting: Done | None = None  # who is to hear of it, while it has not begun: a task that is cancelled then never does
        self.loaded = False
        self.shaken = False  # whether it has to be loaded because something failed
        self.doubt = False  # whether the store may hold more than we know
        self.closed = False
        self.expected: dict[Operation, asyncio.Future[None]] = {}  # that wait for their turn and are to be done once
        self.touched = self.loop.time()

    async def load(self) -> None:
        raise NotImplementedError

    async def catch_up(self) -> None:
        raise NotImplementedError

    async def do(self, seat: int, said: str, ask: int, action: tuple[int, ...], line: Line | None = None) -> Any:
        raise NotImplementedError

    def decide_at_once(self, done: Done, seat: int, said: str, ask: int, action: tuple[int, ...], line: Line | None) -> bool:
        raise NotImplementedError

    def put(self, operation: Operation, args: tuple[Any, ...], done: Done) -> None:
        """Have an operation done in this room's turn; ``done`` hears of its end."""
        self._wait((operation, args, done))

    def decide(self, seat: int, said: str, ask: int, action: tuple[int, ...], line: Line | None, done: Done) -> None:
        """The same as to put ``do``; in the common case no task and no future is needed for it, and no place in the queue."""
        if self.busy or self.queue or self.closed:
            self._wait((None, (seat, said, ask, action, line), done))
            return
        self.touched = self.loop.time()
        if not self.decide_at_once(done, seat, said, ask, action, line):
            self.start(self.do, (seat, said, ask, action, line), done)

    def _wait(self, item: Item) -> None:
        if self.closed:  # it left memory a moment ago: whoever comes again finds the match in a room of its own
            item[2](None, left())
            return
        self.queue.append(item)
        if not self.busy:
            self.go_on()

    @property
    def idle(self) -> bool:
        """Nothing is being done and nothing waits."""
        return not self.busy and not self.queue

    def ask(self, operation: Operation, *args: Any) -> asyncio.Future[Any]:
        """The same for those who wait."""
        future = asyncio.get_running_loop().create_future()

        def done(outcome: Any, error: BaseException | None) -> None:
            if not future.done():
                if error is None:
                    future.set_result(outcome)
                else:
                    future.set_exception(error)

        self.put(operation, args, done)
        return future

    def settled(self, seat: int) -> bool:
        """Whether all that a seat would be told now is saved.  What others do without its notice is none of its business: it
        does not even wait for that, or it could tell when it happens."""
        return self.loaded and not self.doubt and seat not in self.unsaved

    async def at_rest(self, seat: int) -> None:
        """Until it is: what is read then for this seat, before the next wait, is saved.  Not in the room's own turn."""
        while not self.settled(seat):
            if seat in self.unsaved:
                future = self.loop.create_future()
                self.resting.append(future)
                await future
            else:
                await self.ask(nothing)  # loads it, or catches up

    def come_to_rest(self) -> None:
        """What was being written is saved, or taken back."""
        self.unsaved = ()
        if self.resting:
            waiting, self.resting = self.resting, []
            for future in waiting:
                if not future.done():
                    future.set_result(None)

    def post(self, operation: Operation, *args: Any) -> None:
        """And where nobody wants to know."""
        self.put(operation, args, _ignore)

    def insist(self, operation: Operation, *args: Any) -> asyncio.Future[None]:
        """Where the store holds what this room must take in: as often as it needs, also after the store was gone for a while.
        Of many that wait one is enough.  The future ends with the first try."""
        waiting = self.expected.get(operation)
        if waiting is not None:
            return waiting
        tried = self.expected[operation] = self.loop.create_future()

        async def begin() -> None:
            self.expected.pop(operation, None)  # what changes from now on it may not see: that has to be looked at again
            await operation(*args)

        def done(outcome: Any, error: BaseException | None) -> None:
            if self.expected.get(operation) is tried:
                del self.expected[operation]
            if error is not None and out_of_service(error) and not self.closed:
                self.doubt = True
                self.loop.call_later(AGAIN, again)
            _ignore(outcome, error)
            if not tried.done():
                tried.set_result(None)

        def again() -> None:
            if not self.closed:
                self.insist(operation, *args)

        self.put(begin, (), done)
        return tried

    def go_on(self) -> None:
        """Take up what waits, until something has to be waited for."""
        while self.queue and not self.busy and not self.closed:
            operation, args, done = self.queue.popleft()
            self.touched = self.loop.time()
            if operation is not None:
                self.start(operation, args, done)
            elif not self.decide_at_once(done, *args):
                self.start(self.do, args, done)

    def start(self, operation: Operation, args: tuple[Any, ...], done: Done) -> None:
        self.busy = True
        self.starting = done
        self.task = self.loop.create_task(self._work(operation, args, done))

    async def _work(self, operation: Operation, args: tuple[Any, ...], done: Done) -> None:
        self.starting = None
        try:
            if not self.loaded:
                await self.load()
            elif self.doubt:
                await self.catch_up()
            outcome = await operation(*args)
        except Exception as error:
            self.distrust(error)
            done(None, error)
        except asyncio.CancelledError:
            done(None, left())
            raise
        else:
            done(outcome, None)
        finally:
            self.task = None
            self.busy = False
        self.go_on()

    def distrust(self, error: BaseException) -> None:
        """Something went wrong that nobody foresaw, in the rules above all: what is in memory may be half done.
        It is loaded again before anything else is done.  Objections, and a store that fails, leave nothing half done."""
        if self.loaded and not foreseen(error):
            self.loaded, self.shaken = False, True
            self.insist(nothing)

    def close(self) -> None:
        """Whoever still waits is told to try again: nobody waits for ever."""
        self.closed = True
        if self.task is not None:
            self.task.cancel()
        if self.starting is not None:
            starting, self.starting = self.starting, None
            starting(None, left())
        while self.queue:
            self.queue.popleft()[2](None, left())
        for future in self.resting:
            if not future.done():
                future.set_exception(left())


async def nothing() -> None:
    """An operation that waits for its turn alone."""


def foreseen(error: BaseException) -> bool:
    return isinstance(error, Problem | TooMany) or out_of_service(error)


def left() -> Problem:
    return Problem(503, "try-again", "The match was just put away; try again.", headers={"Retry-After": "1"})


def _ignore(outcome: Any, error: BaseException | None) -> None:
    if error is not None and not foreseen(error):
        log.error("unhandled %s in a room", type(error).__name__, exc_info=error)
