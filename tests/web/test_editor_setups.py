"""Set-ups of Commanders and own games of LEADERS in the editor: drawn, examined, saved, opened again, played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .table import ACTION

Open = Callable[..., Any]
GOAL = '[data-keep="goal_points"]'


def remark(key: str) -> str:
    return f'[data-remark="{key}"]'


def save_and_reopen(page: Any) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".state", has_text="All changes saved").wait_for()
    page.reload()


def test_a_set_up_of_commanders(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit("/editor/commanders")
    page.wait_for_selector(".cme .cm-unit")
    page.get_by_role("button", name="Clear units").click()
    page.wait_for_selector(remark("no-units"))  # grave: cannot be played
    assert page.get_by_role("button", name="Against the computer").is_disabled()
    sector = page.locator
    for at in ("0", "0", "0", "1"):
        sector(f'.cme [data-field="{at}"]').click(position={"x": 30, "y": 60})
    page.locator('[data-tool="unit:2"]').click()
    page.locator('.cme [data-field="1"]').focus()
    page.keyboard.press("Enter")  # the keyboard does what a click does
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")  # a battery into White's reserve
    page.get_by_role("button", name="turned by half").click()
    page.wait_for_selector(remark("no-units"), state="detached")
    page.wait_for_selector(remark("few-units"))
    drag(page, '[data-tool="unit:0"]', '.cme [data-field="4"]')
    page.wait_for_selector(remark("in-contact"))
    assert page.locator(".cm-sector.ed-marked").count() > 0
    shoot(page, "editor-commanders", full=True)
    drag(page, '.cme [data-unit="0 0 4"]', '.cme [data-field="2"]')  # from the middle to the own right wing
    page.wait_for_selector(remark("in-contact"), state="detached")
    save_and_reopen(page)
    page.wait_for_selector(".cme .cm-unit")
    assert page.locator('.cme [data-unit="0 0 0"]').count() == 3
    assert page.locator('.cme [data-unit="1 0 8"]').count() == 3
    assert page.locator('.cme [data-unit="0 0 2"]').count() == 1
    page.get_by_role("button", name="Against the computer").click()
    page.wait_for_selector(ACTION)
    page.wait_for_selector(".cm-board .cm-unit")  # the board comes after the question
    assert page.locator(".cm-board .cm-unit").count() == 13


def drag(page: Any, from_: str, to: str) -> None:
    page.evaluate(
        "() => window.scrollTo({ top: 0, behavior: 'instant' })"
    )  # the keyboard may have taken the page along, and a mouse ends at its edge
    boxes: list[Any] = []
    while not boxes or boxes != [page.locator(each).first.bounding_box() for each in (from_, to)]:  # findings may still move the page
        boxes = [page.locator(each).first.bounding_box() for each in (from_, to)]
        page.wait_for_timeout(200)
    start, end = boxes
    assert all(0 < box["y"] + box["height"] / 2 < page.viewport_size["height"] for box in boxes)
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()


def test_an_own_game_of_leaders(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit("/editor/leaders")
    page.wait_for_selector(".lde .ld-place")
    place = '.lde [data-field="{}"]'
    page.locator(place.format(33)).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(remark("no-start"))  # the second player starts nowhere
    assert page.get_by_role("button", name="Against the computer").is_disabled()
    page.locator('[data-tool="1"]').click()
    page.locator(place.format(32)).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(remark("no-start"), state="detached")
    page.wait_for_selector(remark("uneven-points"))
    page.get_by_role("button", name="Share out the rest").click()
    page.wait_for_selector(remark("free-land"), state="detached")
    page.locator(GOAL).fill("60")
    page.locator(GOAL).press("Tab")
    page.wait_for_selector(remark("goal-met"))
    page.locator(GOAL).fill("140")
    page.locator(GOAL).press("Tab")
    page.wait_for_selector(remark("goal-met"), state="detached")
    page.locator('[data-keep="nations"]').select_option("fixed")
    shoot(page, "editor-leaders", full=True)
    save_and_reopen(page)
    page.wait_for_selector(".lde .ld-stack")
    assert page.locator(GOAL).input_value() == "140"
    assert "China" in page.locator(place.format(33)).get_attribute("aria-label")
    page.get_by_role("button", name="Against the computer").click()
    page.wait_for_selector(ACTION)
    page.locator(".ld-powers", has_text="/ 140").wait_for()  # the board comes after the question


def test_on_a_phone_in_german(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit("/editor/leaders", phone=True, language="de-DE", settings={"theme": "dark"})
    page.wait_for_selector(".lde .ld-place")
    page.get_by_role("button", name="Wie im Buch").tap()
    page.locator(".lde .ld-stack").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    shoot(page, "editor-leaders-phone", full=True)
    page.goto("/editor/commanders")
    page.wait_for_selector(".cme .cm-unit")
    page.get_by_role("button", name="Einheiten abräumen").tap()
    page.locator('.cme [data-field="0"]').tap()
    page.wait_for_selector('.cme [data-unit="0 0 0"]')
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    shoot(page, "editor-commanders-phone", full=True)
