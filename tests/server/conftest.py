"""Real servers on loopback, and a throw-away PostgreSQL."""

from __future__ import annotations

import contextlib
import itertools
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from clusters import Cluster

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "benchmarks"), str(Path(__file__).parent)]

from inside import ThreadServer, run_thread  # noqa: E402

from sandtable.server import bots, lobby  # noqa: E402


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The matches of a test have the same dice in every run, each its own; SANDTABLE_TEST_SEARCH=1 looks for new ones."""
    if not os.environ.get("SANDTABLE_TEST_SEARCH"):
        numbers = itertools.count()
        monkeypatch.setattr(lobby, "new_key", lambda: sha256(b"match %d" % next(numbers)).digest())
        monkeypatch.setattr(bots, "new_seed", lambda: 1)


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """One server for many tests, on each database."""
    database = ""
    if request.param == "postgresql":
        database = request.getfixturevalue("cluster").database("t" + secrets.token_hex(4))
    with run_thread(tmp_path_factory.mktemp("server"), database) as found:
        yield found


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ThreadServer]:
    """A server of the test's own, on SQLite."""
    with run_thread(tmp_path) as found:
        yield found


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., ThreadServer]]:
    """Servers with settings of the test's own."""
    with contextlib.ExitStack() as stack:

        def start(database: str = "", **settings: Any) -> ThreadServer:
            folder = tmp_path / secrets.token_hex(4)
            folder.mkdir()
            return stack.enter_context(run_thread(folder, database, **settings))

        yield start


@pytest.fixture
def pair(serve: Callable[..., Any], cluster: Cluster) -> list[Any]:
    """Two servers on one database."""
    url = cluster.database("pair" + secrets.token_hex(4))
    return [serve(url), serve(url)]
