"""Every registered game, from the front page to the result, in both languages' words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import games

from .table import RESULT, play_now, play_out

Open = Callable[..., Any]
DECISIONS = 10  # of our own, at random; after them we resign


@pytest.mark.parametrize("name", games.names())
def test_game_from_home_to_result(visit: Open, site: Any, shoot: Callable[..., None], name: str) -> None:
    card = next(game for game in site.games() if game["name"] == name)
    page = visit()
    play_now(page, card["title"]["en"])
    shoot(page, f"game-{name}-start")
    play_out(page, seed=7, limit=DECISIONS, each=lambda n: shoot(page, f"game-{name}-middle") if n == DECISIONS // 2 else None)
    shoot(page, f"game-{name}-result")
    sentences = page.locator(".log .line").all_inner_texts()
    assert sentences and not [line for line in sentences if "{" in line]
    page.locator(RESULT).get_by_role("link", name="Replay").click()
    page.locator("[data-position]").get_by_text("Moment 1 of").wait_for()
