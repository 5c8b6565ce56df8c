"""Bots are looked for once.  That each level beats the one below it is shown in tests/games/test_ready.py."""

from __future__ import annotations

import pytest

from sandtable import bots, games


def test_names_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look for bots of other packages reads the metadata of all of them: strangers ask for names as often as they like."""
    found = bots.names("picket")

    def again(**_: object) -> None:
        raise AssertionError("looked again")

    monkeypatch.setattr(bots, "entry_points", again)
    assert bots.names("picket") == found and bots.names("leaders")


def test_further_bots_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look reads a file of every package that is installed, and every list of games and every hint asks for names."""
    looks: list[str] = []
    monkeypatch.setattr(bots, "entry_points", lambda group: looks.append(group) or ())
    bots._installed.cache_clear()
    for name in games.names():
        bots.names(name)
    bots._installed.cache_clear()
    assert looks == [bots.GROUP]
