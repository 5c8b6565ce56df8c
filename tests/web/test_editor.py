"""The editor: paint, hear the doctor, save, share, try out, play; and the same for a table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.conftest import refused
from tests.web.test_pages import check_axe

ACTION = ".offer .action"


def settled(page: Any) -> None:
    """The doctor has spoken about what is drawn now."""
    page.wait_for_function("() => !/looking|schaut/.test(document.querySelector('.head .chip').textContent)")


def says(page: Any, *remarks: str) -> None:
    """The doctor comes to say this, and with no remark given nothing at all; what was done last may not be drawn yet."""
    told = "[...document.querySelectorAll('[data-remark]')].map((one) => one.dataset.remark)"
    wanted = f"(all, told = {told}) => all.length ? all.every((one) => told.includes(one)) : !told.length"
    page.wait_for_function(wanted, arg=list(remarks))
    settled(page)
    assert page.evaluate(wanted, list(remarks))


def save(page: Any, name: str) -> str:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("All changes saved").wait_for()
    link: str = page.get_by_role("textbox", name="Share").input_value()
    assert re.search(r"/editor/\w+/[\w-]+#link=", link)
    return link


def try_out(page: Any) -> None:
    page.get_by_label("Matches").select_option("20")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator("progress").or_(page.locator(".result .verdict")).first.wait_for()  # or it is over already
    page.locator(".result[data-state=done], .result[data-state=late]").wait_for()
    assert page.locator(".result .side").count() == 2
    assert re.search(r"\d+ wins, \d+ % \(95 %: \d+ to \d+ %\)", page.locator(".result .side").first.inner_text())
    assert page.locator(".verdict").inner_text()


def play_it(page: Any) -> None:
    page.get_by_role("button", name="Against the computer").click()
    page.wait_for_url(re.compile("/play/"))
    page.locator(ACTION).first.wait_for()


def test_a_board_is_painted_saved_shared_tried_out_and_played(visit: Any, shoot: Any) -> None:
    page = visit("/editor")
    page.get_by_role("link", name="New design: Company Leader").click()
    page.locator(".cl-field").first.wait_for()
    page.get_by_label("Start from").select_option("small")
    settled(page)
    says(page)
    page.get_by_role("button", name="Town", exact=True).click()
    page.get_by_label("Symmetry").select_option("none")
    page.locator(".cl-field.cl-open:not(.cl-neutral)").first.click()
    says(page, "off-symmetry", "off-equal-terrain")
    assert page.locator(".field.ed-marked").count() >= 2, "findings mark their fields"
    page.locator("[data-remark=off-symmetry] button").click()
    assert page.evaluate("document.activeElement.classList.contains('ed-marked')"), "a finding leads to its field"
    shoot(page, "editor-board")
    page.keyboard.press("Control+z")
    settled(page)
    says(page)
    page.get_by_label("Symmetry").select_option("point")
    page.get_by_role("button", name="Forest", exact=True).click()
    before = page.locator(".cl-field.cl-forest").count()
    page.locator(".cl-field.cl-open:not(.cl-neutral)").first.click()
    assert page.locator(".cl-field.cl-forest").count() == before + 2, "the other half is painted as well"
    settled(page)
    check_axe(page)
    link = save(page, "Two woods")
    page.reload()
    page.locator(".cl-field").first.wait_for()
    assert page.locator(".cl-field.cl-forest").count() == before + 2
    assert page.get_by_label("Name", exact=True).input_value() == "Two woods"
    other = visit(link[link.index("/editor") :])
    other.get_by_text("This design belongs to").wait_for()
    assert other.locator(".cl-field.cl-forest").count() == before + 2
    other.get_by_role("button", name="Make it mine").click()
    other.wait_for_function("() => !location.hash")
    assert other.evaluate("location.pathname").split("/")[-1] not in link
    settled(page)
    try_out(page)
    shoot(page, "editor-balance", full=True)
    play_it(page)
    shoot(page, "editor-played")


def test_a_table_is_furnished_saved_and_played(visit: Any, shoot: Any) -> None:
    page = visit("/editor/war_of_leaders")
    page.locator(".wle-zone").first.wait_for()
    page.locator("[data-option=point] select").select_option("centre")
    page.get_by_role("button", name="Put: Rock").click()
    box = page.locator(".wl-table").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.35, box["y"] + box["height"] * 0.7)
    assert page.locator(".wle-wall").count() == 2, "and its counterpart"
    settled(page)
    says(page, "uneven-walls")  # two of four corners lack the like
    page.get_by_role("button", name="Select and move").click()
    rock = page.locator(".wle-wall").first.bounding_box()
    page.mouse.move(rock["x"] + rock["width"] / 2, rock["y"] + rock["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.48, box["y"] + box["height"] * 0.52, steps=5)
    page.mouse.up()
    says(page, "wall-in-point")
    assert page.get_by_text("Cannot be played yet").is_visible()
    assert page.locator(".field.ed-grave").count() >= 1
    assert page.get_by_role("button", name="Against the computer").is_disabled()
    shoot(page, "editor-table")
    page.keyboard.press("Control+z")
    settled(page)
    says(page, "uneven-walls")
    assert not page.locator("[data-remark=wall-in-point]").count()
    check_axe(page)
    save(page, "Two rocks")
    page.reload()
    page.locator(".wle-wall").first.wait_for()
    assert page.locator(".wle-wall").count() == 2
    settled(page)
    play_it(page)
    shoot(page, "editor-table-played")


def test_work_survives_a_reload_and_two_windows_do_not_overwrite_each_other(visit: Any) -> None:
    page = visit("/editor/picket")
    page.get_by_role("heading", name="Settings").wait_for()
    page.locator("[data-option=turns] input").fill("7")
    page.locator("[data-option=turns] input").press("Tab")
    page.reload()
    page.get_by_text("Your unsaved changes were restored").wait_for()
    assert page.locator("[data-option=turns] input").input_value() == "7"
    save(page, "Short")
    second = visit(page.url.removeprefix(page.evaluate("location.origin")), context=page.context)
    second.get_by_text("All changes saved").wait_for()
    for window, turns in ((page, "8"), (second, "9")):
        window.locator("[data-option=turns] input").fill(turns)
        window.locator("[data-option=turns] input").press("Tab")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("All changes saved").wait_for()
    second.get_by_role("button", name="Save", exact=True).click()
    second.get_by_text("changed elsewhere").wait_for()
    refused(second, 409)
    second.get_by_role("button", name="Load the saved one").click()
    second.wait_for_function("() => document.querySelector('[data-option=turns] input').value === '8'")


@pytest.mark.parametrize("game", ["company_leader", "war_of_leaders"])
def test_the_editor_on_a_phone_in_german_at_night(visit: Any, shoot: Any, game: str) -> None:
    page = visit(f"/editor/{game}", phone=True, language="de-DE", settings={"theme": "dark"})
    page.locator(".cl-field, .wle-zone").first.wait_for()
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    check_axe(page)
    shoot(page, f"editor-phone-{game}", full=True)
