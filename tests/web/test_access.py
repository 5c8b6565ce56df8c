"""axe-core finds nothing serious on any page, in any state, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .axe import check_axe
from .conftest import refused
from .people import Person, fill_form, open_form, play_on
from .table import ACTION, RESULT, play_now, resign
from .test_matches import SHORT

Open = Callable[..., Any]
PATHS = [
    "/",
    "/lobby",
    "/mine",
    "/help",
    "/help/picket",
    "/settings",
    "/log-in",
    "/register",
    "/reset",
    "/confirm",
    "/join/nobody",
    "/nowhere",
]


@pytest.mark.parametrize("path", PATHS)
def test_pages(visit: Open, shoot: Callable[..., None], path: str) -> None:
    page = visit(path)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    if path.startswith("/join"):
        page.get_by_role("alert").wait_for()
        refused(page, 404)
    check_axe(page)
    shoot(page, f"page{path.replace('/', '-')}")


@pytest.mark.parametrize("name", SHORT)
def test_match_page(visit: Open, site: Any, shoot: Callable[..., None], name: str) -> None:
    """Form, rulebook, match at the start, after some decisions, resignation, result and replay."""
    title = next(game for game in site.games() if game["name"] == name)["title"]["en"]
    page = visit()
    open_form(page, title)
    page.wait_for_load_state("networkidle")
    check_axe(page)
    shoot(page, f"form-{name}", full=True)
    page.goto("/")
    play_now(page, title)
    check_axe(page)
    play_on([Person(page, seed=4)], most=6)
    page.wait_for_selector(f"{ACTION}, {RESULT}")
    page.get_by_role("tab", name="Notebook").click()
    page.wait_for_load_state("networkidle")
    check_axe(page)
    resign(page)
    page.wait_for_selector(RESULT)
    check_axe(page)
    page.locator(RESULT).get_by_role("link", name="Replay").click()
    page.locator("[data-position]").get_by_text("Moment 1 of").wait_for()
    page.get_by_label("The truth beside it").check()
    page.locator("section.view").nth(1).wait_for()
    check_axe(page)
    shoot(page, f"replay-{name}")


def test_guide_and_phone(visit: Open) -> None:
    page = visit(phone=True)
    check_axe(page)
    page.get_by_label("Main menu").first.tap()
    check_axe(page)
    page.get_by_role("button", name="Guided first game: Company Leader").tap()
    page.wait_for_selector(ACTION)
    check_axe(page)


def test_wait_room_curtain_and_table_screen(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit("/new/picket")
    page.get_by_role("button", name="Create match").click()
    page.locator("svg[role=img]").wait_for()
    check_axe(page)
    page.get_by_role("link", name="Show as table screen").click()
    page.get_by_role("link", name="Phone for this seat").first.wait_for()
    check_axe(page)
    shoot(page, "table-screen")
    page.goto("/new/picket")
    fill_form(page, {"turns": 3})
    page.get_by_role("button", name="All on this device").click()
    page.get_by_role("button", name="Create match").click()
    page.get_by_role("button", name="lift the curtain").first.wait_for()
    check_axe(page)
    page.get_by_role("button", name="lift the curtain").first.click()
    page.wait_for_selector(ACTION)
    check_axe(page)


def test_dialogs_and_menus(visit: Open) -> None:
    page = visit()
    play_now(page)
    for tab in ("Talk", "Rules"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_load_state("networkidle")
        check_axe(page)
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    check_axe(page)
    page.keyboard.press("Escape")
    page.get_by_text("More", exact=True).click()
    check_axe(page)
    page.get_by_role("button", name="Resign").first.click()
    page.locator("dialog[open]").wait_for()
    check_axe(page)
