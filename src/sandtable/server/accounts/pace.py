"""Answers that leave on a beat, so that the time they take tells nothing of what was found."""

from __future__ import annotations

import asyncio
import time

BEAT = 0.05  # seconds: several times what the work behind such an answer takes


async def await_beat(started: float, beat: float = BEAT) -> None:
    """Wait until a whole number of beats has passed since ``started`` (``time.monotonic``)."""
    passed = time.monotonic() - started
    await asyncio.sleep(beat - passed % beat)
