"""Levels differ in strength: in every game each beats the one below it.  `sandtable simulate GAME --bots greedy,casual` plays more."""

from __future__ import annotations

import pytest

from sandtable import bots, games
from sandtable.lab.simulate import Plan, Summary, simulate

GAMES = [name for name in games.names() if name != "picket"]  # an exemplar of a few turns, in which chance decides most


def test_names_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look for bots of other packages reads the metadata of all of them: strangers ask for names as often as they like."""
    found = bots.names("picket")

    def again(**_: object) -> None:
        raise AssertionError("looked again")

    monkeypatch.setattr(bots, "entry_points", again)
    assert bots.names("picket") == found and bots.names("leaders")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_three_levels(name: str) -> None:
    assert bots.names(name)[:2] == ["random", "casual"] and len(bots.names(name)) >= 3


@pytest.mark.parametrize("better", ["casual", "greedy"])
@pytest.mark.parametrize("name", GAMES)
def test_each_level_beats_the_one_below(name: str, better: str) -> None:
    """Of six matches more than three, with fixed seeds.  Of 200 the better one won 86 % and more."""
    worse = bots.names(name)[bots.names(name).index(better) - 1]
    summary = Summary()
    for outcome in simulate(Plan(name, games.card(name).seats[0], games.complete(games.card(name), {}), (better, worse)), 6):
        summary.add(outcome)
    assert summary.wins[better] > 3, summary.wins


def test_further_bots_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look reads a file of every package that is installed, and every list of games and every hint asks for names."""
    looks: list[str] = []
    monkeypatch.setattr(bots, "entry_points", lambda group: looks.append(group) or ())
    bots._installed.cache_clear()
    for name in GAMES:
        bots.names(name)
    bots._installed.cache_clear()
    assert looks == [bots.GROUP]
