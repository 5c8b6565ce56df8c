"""A thread that notices when the loop stands still, says where, and tells systemd that all is well only while the loop turns.

A task could not notice: it would stand still as well.  Under systemd (``Type=notify``, ``WatchdogSec=``) a server whose loop does
not turn again is ended and started anew.  With several workers each of them tells systemd; a single one that hangs is
replaced by the process that watches over them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
import threading
import time
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar

log = logging.getLogger("sandtable.server")

STALL = 5.0  # seconds after which a loop that does not turn is worth a line in the log
PULSE = 0.5  # seconds between two looks


class Notifier:
    """Short words to systemd, by a datagram; to nobody when it has not asked for any."""

    def __init__(self, address: str) -> None:
        self.address = "\0" + address[1:] if address.startswith("@") else address

    def tell(self, word: str) -> None:
        if self.address:
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.setblocking(False)  # whoever does not read is not waited for
                line.sendto(word.encode(), self.address)


class Watchdog:
    def __init__(self, notifier: Notifier, stall: float = STALL, pulse: float = PULSE) -> None:
        self.notifier = notifier
        self.stall = stall
        self.pulse = pulse
        self.stalls = 0
        self.longest = 0.0  # seconds
        self.looks = 0
        self._last = 0.0  # when the loop last turned
        self._since = 0.0  # since when it stands still; 0: it turns
        self._over = threading.Event()
        self._handle: asyncio.TimerHandle | None = None
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """In the loop that is to be watched."""
        self._loop = asyncio.get_running_loop()
        self._ident = threading.get_ident()
        self._turn()
        self._thread.start()

    async def stop(self) -> None:
        self._over.set()
        if self._handle is not None:
            self._handle.cancel()
        await asyncio.to_thread(self._thread.join)

    @property
    def standing(self) -> bool:
        return self._since > 0

    def _turn(self) -> None:
        self._last = time.monotonic()
        self._handle = self._loop.call_later(self.pulse, self._turn)

    def _watch(self) -> None:
        looked, worked, ready = time.monotonic(), time.process_time(), False
        while not self._over.wait(self.pulse):
            now, work = time.monotonic(), time.process_time()
            gap = now - looked
            if gap > self.stall and work - worked < gap / 2:
                self._last = now  # this thread did not run either, and nothing else did: the whole process was stopped
            looked, worked = now, work
            self._look(now)
            if not self.standing:
                self.notifier.tell("WATCHDOG=1" if ready else "READY=1\nWATCHDOG=1")
                ready = True
            self.looks += 1

    def _look(self, now: float) -> None:
        if now - self._last > self.stall:
            if not self.standing:
                self._since = self._last
                self.stalls += 1
                log.error("the loop has stood still for %.1f seconds:\n%s", now - self._last, self._stack())
            self.longest = max(self.longest, now - self._since)
        elif self.standing:
            self.longest = max(self.longest, self._last - self._since)
            log.error("the loop turns again, after %.1f seconds", self._last - self._since)
            self._since = 0.0

    def _stack(self) -> str:
        frame = sys._current_frames().get(self._ident)
        return "".join(traceback.format_stack(frame)) if frame is not None else "no stack"


@asynccontextmanager
async def keep_watch(app: Litestar) -> AsyncIterator[None]:
    """From the moment everything has started."""
    notifier = Notifier(os.environ.get("NOTIFY_SOCKET", ""))
    dog = Watchdog(notifier)
    app.state.watchdog = dog
    app.state.metrics.gauge("sandtable_loop_stalls", "Times the loop stood still for 5 seconds", lambda: dog.stalls)
    app.state.metrics.gauge("sandtable_loop_longest_stall_seconds", "The longest of them", lambda: dog.longest)
    dog.start()
    try:
        yield
    finally:
        if app.state.settings.workers < 2:  # one of several workers leaves without the service stopping
            notifier.tell("STOPPING=1")
        await dog.stop()
