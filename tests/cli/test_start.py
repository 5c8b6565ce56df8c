"""A start loads only what it needs: a server that was killed must serve again at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.server import hurry

HEAVY = (
    "pydantic",
    "alembic",
    "asyncpg",
    "sqlalchemy.dialects.postgresql",
    "httpx2",
    "segno",
    "rich",
    "openskill",
    "sandtable.cli.admin",
    "sandtable.cli.lab",
)
LOADED = "import sys, gc; print(*[name for name in {heavy!r} if name in sys.modules], gc.isenabled())"


def run(code: str, *args: str) -> str:
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_serving_loads_nothing_it_does_not_need() -> None:
    code = """
import sandtable.cli.__main__, sandtable.cli.serve
from sandtable.server.settings import Settings
from sandtable.server.app import create_app
create_app(Settings())
""" + LOADED.format(heavy=HEAVY)
    assert run(code, "serve") == "False"  # and the collector of garbage waits until the house is up


PRIORITY = "import os; from sandtable.server import hurry; p = lambda: os.getpriority(os.PRIO_PROCESS, 0); b = p(); "


def allowed() -> bool:
    """Whether this system lets anybody go before others: root in a container may not."""
    code = PRIORITY + "os.setpriority(os.PRIO_PROCESS, 0, b - 1)"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_a_start_goes_before_other_programs_and_then_no_more() -> None:
    found = run(PRIORITY + "hurry.begin(); c = p(); hurry.end(); print(b - c, p() - b, os.environ.get(hurry.BEFORE))").split()
    assert found in (["10", "0", "None"], ["0", "0", "None"])
    assert found[0] == ("10" if allowed() else "0")


def test_where_it_is_not_allowed_a_start_is_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", refuse)
    monkeypatch.delenv(hurry.BEFORE, raising=False)
    hurry.begin()
    hurry.end()
    assert hurry.BEFORE not in os.environ


def test_the_watching_process_loads_no_web_stack() -> None:
    code = "import sandtable.cli.__main__, sandtable.server.main\n" + LOADED.format(heavy=("litestar", "sqlalchemy"))
    assert run(code, "games") == "True"


@pytest.mark.parametrize("command", [["serve", "--help"], ["games"], ["--version"]])
def test_commands_by_either_way(command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "sandtable.cli", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout


def test_the_unit_lets_a_start_hurry() -> None:
    """What its filter does not know would end the process: priorities are set at the start and by balance tests."""
    lines = (Path(__file__).parents[2] / "deploy" / "sandtable.service").read_text(encoding="utf-8").splitlines()
    filters = [line.partition("=")[2] for line in lines if line.startswith("SystemCallFilter=")]
    assert filters.index("setpriority") > filters.index("~@privileged @resources"), "the later line counts"
    assert "SystemCallErrorNumber=EPERM" in lines and f"LimitNICE=-{hurry.AHEAD}" in lines
