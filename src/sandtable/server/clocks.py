"""Clocks.  Server time only, down time is not charged, and nothing about them tells a secret:
a clock changes only when the table does."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from sandtable.server.terms import ClockTerms

Nanoseconds = Callable[[], int]

GRACE = 2000  # milliseconds given to everybody after an outage


class Time:
    """Milliseconds since 1970 that never jump while the process lives."""

    def __init__(self, passed: Nanoseconds | None = None, wall: Nanoseconds | None = None) -> None:
        self._passed = passed or time.monotonic_ns
        self._wall = (wall or time.time_ns)() // 1_000_000
        self._start = self._passed() // 1_000_000

    def set(self, now: int) -> None:
        """Go on from here: other workers' clocks say so."""
        self._wall, self._start = now, self._passed() // 1_000_000

    def now(self) -> int:
        return self._wall + self._passed() // 1_000_000 - self._start


class Clock:
    """The clocks of one match."""

    def __init__(self, terms: ClockTerms, seats: int) -> None:
        self.terms = terms
        self.used = terms.kind != "none"
        self.left = [terms.milliseconds] * seats  # at ``since`` for seats that run
        self.running: list[int] = []
        self.since = 0
        self.paused = 0  # since when
        self.outages: list[tuple[int, int]] = []

    def restore(self, left: list[int], running: list[int], since: int, outages: list[tuple[int, int]]) -> None:
        self.left, self.running, self.since, self.outages = left[:] or self.left, running[:], since, outages

    def elapsed(self, now: int) -> int:
        """Time to be charged to the seats that run; outages and pauses are not."""
        end = self.paused or now
        spent, counted = end - self.since, self.since
        for start, until in sorted(self.outages):  # several workers may have noted the same one
            start, until = max(start, counted), min(end, until)
            if until > start:
                spent, counted = spent - (until - start), until
        return max(0, spent)

    def remaining(self, seat: int, now: int) -> int:
        return self.left[seat] - (self.elapsed(now) if seat in self.running else 0)

    def step(self, seat: int, before: list[int], after: list[int], now: int) -> None:
        """A decision of a seat changed the table: charge those that ran, start those now awaited."""
        if not self.used:
            return
        spent = self.elapsed(now)
        for runner in self.running:
            self.left[runner] = max(0, self.left[runner] - spent)
        for runner in before:
            if runner not in after or runner == seat:
                self._finish_move(runner)
        self.running, self.since = after[:], now
        self.outages = [outage for outage in self.outages if outage[1] > now]

    def _finish_move(self, seat: int) -> None:
        if self.terms.kind == "fischer":
            self.left[seat] += self.terms.increment * 1000
        else:
            self.left[seat] = self.terms.milliseconds

    def left_now(self, now: int) -> list[int]:
        """What every seat has left; with this the clocks go on after a pause."""
        return [self.remaining(seat, now) for seat in range(len(self.left))]

    def heed(self, paused: int, left: list[int], since: int) -> None:
        """Stand still since ``paused``; or go on after a pause that ended at ``since``, on whichever worker."""
        self.paused = paused
        if since > self.since:
            self.left, self.since = left[:], since

    def deadline(self) -> int | None:
        """When the first clock runs out if nothing happens."""
        if not self.used or not self.running or self.paused:
            return None
        due, counted = self.since + min(self.left[seat] for seat in self.running), self.since
        for start, until in sorted(self.outages):
            start = max(start, counted)
            if start < due and until > start:
                due, counted = due + until - start, until
        return due

    def expired(self, now: int) -> list[int]:
        if not self.used or self.paused:
            return []
        return [seat for seat in self.running if self.remaining(seat, now) <= 0]

    def shown(self) -> dict[str, Any]:
        """For everybody: what was left at a moment, and who runs since then."""
        return {"left": self.left, "running": self.running, "since": self.since, "paused": self.paused, "deadline": self.deadline()}
