"""Short runs of the kill -9 and load benchmarks; the long ones are benchmarks/server_kills.py and server_load.py."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import server_kills
import server_load
from clusters import find_program


def test_nothing_is_lost_by_kill_9_on_sqlite(tmp_path: Path) -> None:
    figures = server_kills.run(2, tmp_path, postgres=False, matches=6)
    assert figures["acknowledged"] > 12 and figures["lost"] == figures["twice"] == 0


def test_nothing_is_lost_by_kill_9_of_workers_on_postgresql(tmp_path: Path) -> None:
    if find_program("postgres") is None:
        assert not os.environ.get("SANDTABLE_TEST_ALL"), "make test installs PostgreSQL"
        pytest.skip("PostgreSQL's programs are not installed")
    figures = server_kills.run(1, tmp_path, postgres=True, matches=6)
    assert figures["acknowledged"] > 6 and figures["lost"] == figures["twice"] == 0


def test_load(tmp_path: Path) -> None:
    """Many matches at once lose and refuse nothing; how fast that is, is the benchmark's affair."""
    figures = server_load.run(40, 150, 3, tmp_path)
    assert figures["lost"] == 0 and figures["refused"] == 0
    assert figures["decisions"] >= 40 and figures["sockets"] == 80
