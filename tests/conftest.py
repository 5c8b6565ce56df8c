"""Markers: ``interpreted`` for tests that subclass or patch rules (a compiled class forbids it),
``package`` for those that build and install a wheel."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import sandtable.core.game

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from clusters import Cluster, find_program

# The same examples in every run, and no time limits: a test fails because of what was changed, not because of the day or the machine.
# SANDTABLE_TEST_SEARCH=1 looks for new ones.
STEADY = {"deadline": None, "database": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("steady", **STEADY, derandomize=True, max_examples=100)
settings.register_profile("search", **STEADY, max_examples=5000)
settings.load_profile("search" if os.environ.get("SANDTABLE_TEST_SEARCH") else "steady")

COMPILED = not sandtable.core.game.__file__.endswith(".py")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "interpreted: needs the interpreted rules")
    config.addinivalue_line("markers", "package: builds and installs the package")


def pytest_xdist_auto_num_workers() -> int:
    """For ``-n auto``: while one test waits for a socket or a browser, another works."""
    return (os.cpu_count() or 1) + 1


def pytest_report_header() -> str:
    return f"sandtable: {'compiled' if COMPILED else 'interpreted'}"


class Careful(pytest.MonkeyPatch):
    """Servers of other tests run in threads of this process: a clock that is changed for all stops their loops, for as long as it is
    wrong by.  A module can be given a clock of its own instead: ``setattr(module, "time", ...)``."""

    def setattr(self, target: Any, *rest: Any, **options: Any) -> None:
        path, _, name = target.rpartition(".") if isinstance(target, str) else ("", "", rest[0])
        shared = path.rpartition(".")[2] in ("time", "asyncio") if path else target in (time, asyncio)
        if shared and name in ("monotonic", "monotonic_ns", "sleep", "wait_for"):
            pytest.fail(f"{name} would be changed for the servers of other tests, too")
        super().setattr(target, *rest, **options)


@pytest.fixture
def monkeypatch() -> Iterator[pytest.MonkeyPatch]:
    made = Careful()
    yield made
    made.undo()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of one's own, thrown away afterwards."""
    if find_program("initdb") is None or find_program("postgres") is None:
        if os.environ.get("SANDTABLE_TEST_ALL"):
            pytest.fail("PostgreSQL's programs are missing: make test installs them")
        pytest.skip("PostgreSQL's programs are not installed")
    found = Cluster()
    try:
        found.start()
        yield found
    finally:
        found.remove()
