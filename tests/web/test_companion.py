"""LEADERS beside a board of cardboard: the companion on one phone passed around, and on two phones."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sandtable import games

Open = Callable[..., Any]
PRODUCTION = [shape.word for shape in games.card("leaders").events].index("production")
PAGE = ".ld-event"
MAIN = ".ld-asked .ld-button.ld-main"


def begin(page: Any, seats: int, **choices: str) -> None:
    """From the front page to a match of the companion."""
    page.locator("[data-companion]").first.click()
    page.locator("#seats").select_option(str(seats))
    for key, value in choices.items():
        field = page.locator(f"#option-{key}")
        if field.evaluate("e => e.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    assert page.locator("#option-mode").input_value() == "companion"
    page.get_by_role("button", name="Create match").click()


def kinds(page: Any) -> set[int]:
    """Kinds of all events this browser was told, in whatever message they came."""
    told = [part for frame in page.heard for part in frame if isinstance(part, dict)]
    return {event[0] for part in told for event in part.get("events", [])}


def prompt(page: Any) -> str:
    return str(page.evaluate("document.querySelector('[data-prompt]')?.textContent ?? ''"))


def tap(page: Any, selector: str) -> None:
    before = prompt(page)
    page.locator(selector).first.click()
    page.wait_for_function("before => document.querySelector('[data-prompt]')?.textContent !== before", arg=before)


def type_points(page: Any, points: int) -> None:
    for digit in str(points):
        page.locator(".ld-key", has_text=digit).first.click()
    assert page.locator(".ld-typed").inner_text() == str(points)
    tap(page, ".ld-enter")


def lift(page: Any) -> str:
    """Take the phone: whose it is says the curtain."""
    page.wait_for_selector("[data-curtain] .main")
    title = str(page.locator("[data-curtain] h1").inner_text())
    page.locator("[data-curtain] .main").first.click()
    page.wait_for_selector("[data-prompt]")
    return title


def lower(page: Any) -> None:
    page.wait_for_selector("[data-drop].main")
    page.locator("[data-drop]").click()
    page.wait_for_selector("[data-curtain]")
    assert page.query_selector(".ld-root, .log") is None


def set_up(page: Any, seats: int) -> None:
    for seat in range(seats):
        lift(page)
        asked = prompt(page)
        page.locator(".ld-asked .ld-button").nth(seat).click()  # a colour, then a nation; nobody asks twice
        page.wait_for_function("before => document.querySelector('[data-prompt]')?.textContent !== before", arg=asked)
        page.locator(".ld-asked .ld-button").nth(seat).click()
        lower(page)
    lift(page)
    assert "Set up the board" in prompt(page)


def turn(page: Any, points: int) -> None:
    """Points, events, board, headquarters."""
    assert "production points" in prompt(page)
    type_points(page, points)
    assert "Events" in prompt(page)
    tap(page, MAIN)
    assert "Place, move" in prompt(page)
    tap(page, MAIN)
    assert "headquarters" in prompt(page)


def finish(page: Any) -> None:
    """Give the sheet; what could still be ordered is left."""
    page.locator(".ld-office :is(.ld-main, .ld-end)").last.click()
    page.wait_for_function("() => document.querySelector('[data-sure]') || !document.querySelector('.ld-office')")
    if page.locator("[data-sure-yes]").count():
        page.locator("[data-sure-yes]").click()


def test_one_phone_passed_around(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit("/", phone=True)
    begin(page, 3, scenario="quick", names="Anna, Ben, Cleo", timer="120")
    page.wait_for_selector("[data-curtain] .main")
    assert "Anna" in page.locator("[data-curtain] h1").inner_text()
    set_up(page, 3)
    pages = set()
    while not page.locator(".ld-turn-page").last.is_disabled():
        pages.add(page.locator(PAGE).inner_text())
        page.locator(".ld-turn-page").last.click()
    assert any("Anna" in each and "Greenland" in each for each in pages), "the areas dealt are told on one page"
    shoot(page, "companion-start", full=True)
    tap(page, MAIN)
    for round_ in range(2):
        for seat, name in enumerate(["Anna", "Ben", "Cleo"]):
            if round_ or seat:
                assert name in lift(page)
            turn(page, 40 + seat)
            page.locator(".ld-office .ld-step-button:not([disabled])").last.click()
            assert re.match(r"[12]:\d\d", page.locator(".ld-timer").inner_text())
            if not round_:
                shoot(page, f"companion-office-{seat}", full=True)
            finish(page)
            lower(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, f"the page is {wide} wide"
    address = page.url
    page.goto("/mine")  # a saved game is a match that goes on
    page.locator(f'a[href="{address.split("127.0.0.1")[1].split("/", 1)[1].join(["/", ""])}"]').first.click()
    assert "Anna" in lift(page)
    assert "production points" in prompt(page)
    assert page.locator(".ld-power").first.inner_text().count("40") == 1


def test_two_phones_and_secrets_stay_on_theirs(visit: Open, shoot: Callable[..., None]) -> None:
    host = visit("/", phone=True, settings={"theme": "dark"})
    host.locator("[data-companion]").first.click()
    host.locator("#seats").select_option("2")
    host.locator("#place-1").select_option("open")
    host.locator("#option-scenario").select_option("quick")
    host.get_by_role("button", name="Create match").click()
    host.locator("svg.qr, .qr svg, [role=img] svg, svg[role=img]").first.wait_for()
    shoot(host, "companion-invite", full=True)
    guest = visit(host.url.replace(host.url.split("/play")[0], ""), phone=True, language="de-DE")
    guest.locator(".seats .button.main").click()
    for page in (host, guest):
        page.wait_for_selector(".ld-root")
    for page in (host, guest):
        page.locator(".ld-asked .ld-button").first.wait_for()
        tap(page, ".ld-asked .ld-button >> nth=-1")  # a colour, then a nation
        page.locator(".ld-asked .ld-button").last.click()
        page.wait_for_function("() => !document.querySelector('.ld-asked .ld-button')")
    host.wait_for_selector(MAIN)
    tap(host, MAIN)
    turn(host, 60)
    assert PRODUCTION in kinds(host)
    assert PRODUCTION not in kinds(guest), "what comes in is known to its owner alone"
    finish(host)
    guest.wait_for_selector(".ld-key")
    for digit in "55":
        guest.locator(".ld-key", has_text=digit).first.click()
    guest.locator(".ld-enter").click()
    guest.wait_for_selector(MAIN)
    assert "Produktionspunkte" in guest.locator(".ld-root").inner_text() or "Punkte" in guest.locator(".ld-root").inner_text()
    shoot(guest, "companion-german", full=True)
    host.reload()  # what has been saved is there again
    host.wait_for_selector(".ld-power")
    assert "60" in host.locator(".ld-power").first.inner_text()


def test_time_is_up_in_the_headquarters(visit: Open) -> None:
    page = visit("/", phone=True)
    begin(page, 2, scenario="quick", timer="120")
    page.wait_for_selector("[data-curtain] .main")
    set_up(page, 2)
    tap(page, MAIN)
    turn(page, 45)
    page.locator(".ld-office .ld-step-button:not([disabled])").last.click()  # what is on the sheet stands
    page.clock.install()
    page.clock.fast_forward(5_000)
    page.wait_for_function("() => document.querySelector('.ld-timer').textContent.trim().startsWith('1:')")
    page.clock.fast_forward(121_000)
    page.wait_for_selector("[data-drop].main")
    assert "ends its turn" in page.locator(".match").inner_text()
