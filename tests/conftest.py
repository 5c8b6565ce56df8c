"""Markers: ``interpreted`` for tests that subclass or patch rules (a compiled class forbids it),
``package`` for those that build and install a wheel."""

from __future__ import annotations

import pytest

import sandtable.core.game

COMPILED = not sandtable.core.game.__file__.endswith(".py")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "interpreted: needs the interpreted rules")
    config.addinivalue_line("markers", "package: builds and installs the package")


def pytest_report_header() -> str:
    return f"sandtable: {'compiled' if COMPILED else 'interpreted'}"
