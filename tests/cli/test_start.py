"""A start loads only what it needs: a server that was killed must serve again at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

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


def test_the_watching_process_loads_no_web_stack() -> None:
    code = "import sandtable.cli.__main__, sandtable.server.main\n" + LOADED.format(heavy=("litestar", "sqlalchemy"))
    assert run(code, "games") == "True"


@pytest.mark.parametrize("command", [["serve", "--help"], ["games"], ["--version"]])
def test_commands_by_either_way(command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "sandtable.cli", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout
