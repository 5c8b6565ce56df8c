"""How a match looks: on a phone everything has its place, and what has just happened is marked."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.web.conftest import PHONE, Open
from tests.web.table import ACTION, decide, play_now

BOX = "(found) => { const box = document.querySelector(found).getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; }"
GAMES = ["Company Leader", "Commanders", "LEADERS", "Company War", "War of Leaders"]


@pytest.mark.parametrize("name", GAMES)
def test_phone_has_board_question_and_answers_on_one_screen(visit: Open, name: str) -> None:
    page = visit(phone=True)
    play_now(page, name)
    page.wait_for_selector(".board-svg")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"], "no scrolling sideways"
    board, prompt, first = (page.evaluate(BOX, selector) for selector in (".board-side", "[data-prompt]", ACTION))
    assert board[2] == PHONE["width"] and board[3] >= 0.4 * PHONE["height"]
    assert board[1] + board[3] <= prompt[1] < first[1] and first[1] + first[3] <= PHONE["height"]
    page.evaluate("() => scrollTo(0, 400)")
    assert page.evaluate(BOX, ".board-side")[1] >= 0, "the board stays in view"


def test_what_has_just_happened_is_marked_and_told(visit: Open) -> None:
    page: Any = visit()
    play_now(page, "LEADERS")
    choice = random.Random(3)
    for _ in range(4):
        page.wait_for_selector(ACTION)
        decide(page, choice)
    page.wait_for_selector(ACTION)
    page.wait_for_selector(".board-svg .latest")
    assert page.locator(".news").inner_text().strip()
    page.locator(".news").click()
    assert page.locator("#tab-log").get_attribute("aria-selected") == "true"
