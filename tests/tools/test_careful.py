"""Tests share a process with the servers of other tests: what would harm those is refused."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from sandtable.server.accounts import pace


@pytest.mark.parametrize(
    "change",
    [(time, "monotonic"), (time, "monotonic_ns"), (pace.asyncio, "sleep"), ("sandtable.server.accounts.pace.time.monotonic",)],
)
def test_the_clock_of_all_servers_is_not_changed(monkeypatch: pytest.MonkeyPatch, change: tuple[Any, ...]) -> None:
    before = time.monotonic, time.monotonic_ns, asyncio.sleep
    with pytest.raises(pytest.fail.Exception, match="servers of other tests"):
        monkeypatch.setattr(*change, lambda *_: 0)
    assert (time.monotonic, time.monotonic_ns, asyncio.sleep) == before


def test_a_module_may_have_a_clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    real = time.monotonic
    monkeypatch.setattr(pace, "time", None)
    assert time.monotonic is real and pace.time is None  # type: ignore[comparison-overlap]
    monkeypatch.undo()
    assert pace.time is time
