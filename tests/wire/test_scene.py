"""What a page is given of a game without a board of its own: from the seat's knowledge, and nothing for games that have one."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import games
from sandtable.core.game import Draw
from sandtable.kit.layout import Lying, Place, graph, hexes, plane, squares, zones
from sandtable.wire.handout import assets, plain_layout
from sandtable.wire.view import scene_of, view


def test_games_with_a_board_send_no_scene() -> None:
    for name in games.names():
        game = games.load(name)
        state = game.setup()
        told = view(game, state.table, state.hands[0], [])
        assert ("scene" in told) == (games.card(name).shown != "own"), name


def test_every_game_of_ours_has_its_picture() -> None:
    for name in games.names():
        if games.package(name).startswith("sandtable.games."):
            assert "emblem.svg" in assets(name) or games.card(name).rank >= 100, name


@pytest.mark.parametrize("shown", ["text", "layout"])
def test_scenes_are_made_from_one_seats_knowledge(monkeypatch: pytest.MonkeyPatch, shown: str) -> None:
    """The same in a world that the seat cannot tell from the real one; and an onlooker sees what everybody does."""
    card = games.card("picket")
    monkeypatch.setattr(card, "shown", shown)
    game = games.load("picket")
    state = game.setup()
    twin = game.imagine(state.table, state.hands[0], Draw(3))
    assert scene_of(game, state.table, state.hands[0]) == scene_of(game, twin.table, twin.hands[0])
    assert isinstance(scene_of(game, state.table, None), str if shown == "text" else list)


def test_layouts_as_plain_data() -> None:
    board: Any = plain_layout(squares("square", 3, 2, ["water", *[""] * 5]))
    assert board["shape"] == "squares" and board["kind"] == "square" and [board["width"], board["height"]] == [3, 2]
    assert board["places"][0][:5] == [0, 0, 0, "", "water"] and board["places"][5][:3] == [5, 2, 1]
    assert [place[1] for place in plain_layout(hexes("hex", [(0, 0), (0, 1)]))["places"]] == [0, 0.5]
    assert plain_layout(graph("point", [(0, 0), (2, 1)], [(0, 1)], ["A", "B"]))["lines"] == [[0, 1]]
    assert plain_layout(zones("zone", [Place(4, 1, 1, "tray", "sand", 3, 2)]))["places"] == [[4, 1, 1, "tray", "sand", 3, 2]]
    assert plain_layout(plane("spot", 900, 600, 1000))["pitch"] == 1000
    assert plain_layout(None) is None and Lying(3, "M").seat == -1
