"""Finding and loading games; options are checked with words that help."""

from __future__ import annotations

import pytest

from sandtable import bots, games
from sandtable.kit.card import Card, Option


def test_names_are_sorted_and_loadable() -> None:
    assert games.names() == sorted(games.names())
    for name in games.names():
        game = games.load(name)
        assert game.name == name
        assert game.version >= 1
        assert game.seats == games.card(name).seats[0]


def test_unknown_names_get_the_nearest() -> None:
    with pytest.raises(games.Unknown, match="no game 'picett'; did you mean picket"):
        games.load("picett")
    with pytest.raises(games.Unknown, match="known: "):
        games.load("zzzzzzzz")


def test_seats_and_options_are_checked() -> None:
    with pytest.raises(games.BadOption, match="picket is played by 2 seats, not 5"):
        games.load("picket", 5)
    with pytest.raises(games.BadOption, match="no option 'turn'; did you mean turns"):
        games.load("picket", options={"turn": 3})
    with pytest.raises(games.BadOption, match="between 1 and 50, not at 99"):
        games.load("picket", options={"turns": 99})
    with pytest.raises(games.BadOption, match="whole number, not 'x'"):
        games.load("picket", options={"turns": "x"})


def test_every_kind_of_option() -> None:
    card: games.AnyCard = Card()
    card.options = [Option("fog", "flag", 0), Option("mode", "choice", "a", choices=["a", "bee"]), Option("board", "text", "")]
    assert games.complete(card, {}) == {"fog": 0, "mode": "a", "board": ""}
    assert games.complete(card, {"fog": "yes", "mode": "bee", "board": "x\ny"}) == {"fog": 1, "mode": "bee", "board": "x\ny"}
    assert games.complete(card, {"fog": "OFF"})["fog"] == 0
    with pytest.raises(games.BadOption, match="yes or no, not 'maybe'"):
        games.complete(card, {"fog": "maybe"})
    with pytest.raises(games.BadOption, match="one of a, bee, not 'be'; did you mean bee"):
        games.complete(card, {"mode": "be"})


def test_bots_are_found_by_name() -> None:
    assert bots.names("picket") == ["random", "casual", "greedy"]
    with pytest.raises(games.Unknown, match="no bot 'gredy' for picket; did you mean greedy"):
        bots.make("gredy", games.load("picket"), 0, 1)
