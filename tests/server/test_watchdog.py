"""A loop that stands still is noticed from outside of it; systemd hears that all is well only while the loop turns."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tables import PATIENCE, wait_until

from sandtable.server.watchdog import Notifier, Watchdog

ROOT = Path(__file__).parents[2]


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """What systemd has open for those who have something to tell."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(PATIENCE)
        yield line


def drain(line: socket.socket) -> list[bytes]:
    """All that was told and not yet read."""
    told = []
    line.setblocking(False)
    try:
        while True:
            told.append(line.recv(100))
    except BlockingIOError:
        line.settimeout(PATIENCE)
        return told


def a_function_that_hangs(let_go: threading.Event) -> None:
    assert let_go.wait(PATIENCE)


def test_a_loop_that_stands_still_is_noticed(systemd: socket.socket, caplog: pytest.LogCaptureFixture) -> None:
    let_go, dogs = threading.Event(), []

    async def run() -> None:
        dog = Watchdog(Notifier(systemd.getsockname()), stall=0.3, pulse=0.01)
        dogs.append(dog)
        dog.start()
        a_function_that_hangs(let_go)
        while dog.standing:
            await asyncio.sleep(0.01)
        drain(systemd)
        assert await asyncio.to_thread(systemd.recv, 100) == b"WATCHDOG=1"
        await dog.stop()

    with caplog.at_level(logging.ERROR, "sandtable.server"):
        thread = threading.Thread(target=asyncio.run, args=(run(),))
        thread.start()
        wait_until(lambda: dogs and dogs[0].standing)
        drain(systemd)
        looks = dogs[0].looks
        wait_until(lambda: dogs[0].looks > looks + 5)
        assert drain(systemd) == [], "it tells systemd that all is well"
        let_go.set()
        thread.join(PATIENCE)
    told = [record.getMessage() for record in caplog.records]
    still = [text for text in told if "has stood still" in text]  # a busy machine may stop it for a moment, too
    assert len([text for text in still if "a_function_that_hangs" in text]) == 1 and "a_function_that_hangs" in told[0], "the stack, once"
    assert "the loop turns again" in told[1]
    assert dogs[0].stalls == len(still) and dogs[0].longest >= 0.3


def test_a_server_tells_systemd_how_it_is(serve: Any, systemd: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.getsockname())
    server = serve()
    assert systemd.recv(100) == b"READY=1\nWATCHDOG=1"
    assert systemd.recv(100) == b"WATCHDOG=1"
    figures = server.app.state.metrics.registry
    assert figures.get_sample_value("sandtable_loop_stalls") == 0.0
    assert figures.get_sample_value("sandtable_loop_longest_stall_seconds") == 0.0
    server.stop()
    assert drain(systemd)[-1] == b"STOPPING=1"


def test_without_systemd_nobody_is_told(tmp_path: Path) -> None:
    Notifier("").tell("READY=1")
    Notifier(str(tmp_path / "nobody")).tell("READY=1")
    Notifier("@sandtable-nobody").tell("READY=1")


def test_the_unit_asks_for_what_the_server_tells() -> None:
    lines = (ROOT / "deploy" / "sandtable.service").read_text(encoding="utf-8").splitlines()
    assert {"Type=notify", "NotifyAccess=all", "WatchdogSec=60"} <= set(lines)
    assert any(line.startswith("MemoryMax=") for line in lines) and any(line.startswith("TasksMax=") for line in lines)
