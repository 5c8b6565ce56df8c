"""Other ways to sit at the table: keyboard, touch, one device for all, German, a screen with phones."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .table import ACTION, RESULT, decide, play_now, play_out

SMALL = """[...document.querySelectorAll('.ask button, .tabs button')]
    .filter(e => e.offsetParent && e.getBoundingClientRect().height < 24).map(e => e.innerText)"""
SENT = "() => document.querySelector('[data-live]') && !Object.keys(localStorage).some(k => k.startsWith('sandtable.plan'))"
Open = Callable[..., Any]


def create_hot_seat(page: Any) -> None:
    page.get_by_role("button", name="All on this device").click()
    page.get_by_role("button", name="Create match").click()
    page.wait_for_selector("[data-curtain]")


def test_hot_seat_holds_nothing_while_the_curtain_is_down(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit("/new/picket")
    create_hot_seat(page)
    page.get_by_role("button", name="lift the curtain").first.wait_for()
    shoot(page, "curtain")
    choice = random.Random(2)
    for turn in range(60):
        page.wait_for_selector(f"[data-curtain] .main, {RESULT}")
        if page.query_selector(RESULT):
            break
        page.locator("[data-curtain] .main").first.click()
        page.wait_for_selector(ACTION)
        if turn == 1:
            shoot(page, "hot-seat")
        while page.query_selector("[data-prompt]"):
            if not decide(page, choice):
                page.wait_for_timeout(30)
        if page.query_selector(RESULT):
            break
        page.locator("[data-drop]").click()
        page.wait_for_selector("[data-curtain]")
        assert page.query_selector(".board, .log, .offer") is None
        text = page.evaluate("document.body.innerHTML + JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})")
        assert "dummy" not in text and '"kind":[' not in text and "will go to" not in text
    page.wait_for_selector(RESULT)


def test_keyboard_only(visit: Open) -> None:
    page = visit()
    page.wait_for_selector(".game")
    for _ in range(60):
        page.keyboard.press("Tab")
        if "Play now: Picket" in (page.evaluate("document.activeElement.getAttribute('aria-label')") or ""):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(ACTION)
    page.keyboard.press("?")
    assert page.locator("dialog[open]").count() == 1
    page.keyboard.press("Escape")
    page.keyboard.press("b")  # to the board: a field that can be chosen has the tab stop
    assert page.evaluate("document.activeElement.matches('.field')")
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.matches('.field.offered')")
    page.keyboard.press("Enter")
    for _ in range(300):
        if page.query_selector(RESULT):
            break
        if page.query_selector(ACTION):
            page.keyboard.press("1")
        page.wait_for_timeout(40)
    page.wait_for_selector(RESULT)


def test_phone_by_touch(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit(phone=True)
    page.wait_for_selector(".game")
    shoot(page, "phone-home")
    page.get_by_role("button", name="Play now: Picket").tap()
    page.wait_for_selector(ACTION)
    shoot(page, "phone-match")
    page.locator(".field.offered").first.tap()  # the first tap shows, the second confirms
    page.get_by_text("Chosen:").wait_for()
    page.get_by_role("button", name="Confirm").tap()
    page.wait_for_selector(ACTION)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, f"the page is {wide} wide"
    small = page.evaluate(SMALL)
    assert small == []
    play_out(page, seed=3)


def test_german(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit(language="de-DE")
    page.get_by_role("heading", name="Kriegsspiele mit verdeckter Information").wait_for()
    assert page.evaluate("document.documentElement.lang") == "de"
    page.get_by_role("button", name="Jetzt spielen: Vorposten").click()
    page.wait_for_selector(ACTION)
    shoot(page, "german")
    page.goto("/settings")
    page.get_by_label("Sprache").select_option("en")
    page.get_by_role("heading", name="Settings").wait_for()


def test_table_screen_and_phone(visit: Open, shoot: Callable[..., None]) -> None:
    host = visit("/new/picket")
    host.locator("#place-0").select_option("open")
    host.locator("#place-1").select_option("bot:greedy")
    host.get_by_role("button", name="Create match").click()
    host.get_by_role("link", name="Show as table screen").click()
    host.get_by_role("link", name="Phone for this seat").wait_for()
    shoot(host, "table-codes")
    address = host.get_by_role("link", name="Phone for this seat").get_attribute("href")
    phone = visit(address[address.index("/join") :], phone=True)
    phone.wait_for_selector(ACTION)
    host.get_by_text("You are looking on").wait_for()
    assert decide(phone, random.Random(1))
    assert "○" not in host.inner_text(".board")


def test_order_sheet_survives_a_reload(visit: Open) -> None:
    """A plan handed over by a board is kept on the device until each action has been asked for."""
    page = visit()
    play_now(page)
    match = page.url.rpartition("/")[2]
    page.evaluate("m => localStorage.setItem(`sandtable.plan.${m}.0`, JSON.stringify([[0, 1], [0, 3], [1, 0, 1]]))", match)
    page.reload()
    page.wait_for_function(SENT)
    page.locator(".log").get_by_text("r1 will go to zone 2").wait_for()
