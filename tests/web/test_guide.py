"""What helps a newcomer and a thinker: the guided first game, odds, hints, the notebook, the rulebook."""

from __future__ import annotations

import time
from typing import Any

import pytest
from tables import PATIENCE

from sandtable import games

from .people import Person
from .test_pages import check_axe


def begin(visit: Any, name: str, **how: Any) -> Any:
    """From the front page into the guided first game."""
    page = visit("/", **how)
    title = games_title(name, how.get("language", "en-GB")[:2])
    card = page.locator("li.game").filter(has=page.locator(f'h2:text-is("{title}")'))
    card.locator("button").nth(1).click()
    page.wait_for_selector("[data-guide]")
    return page


def games_title(name: str, language: str) -> str:
    from sandtable.wire.catalogue import catalogue

    return catalogue(name, language)[""]["title"]


def read_pages(page: Any) -> int:
    """All pages of the beginning; how many there were."""
    count = 0
    while page.locator("[data-guide-next]").count():
        page.locator("[data-guide-next]").click()
        count += 1
    page.wait_for_selector("[data-coach]")
    return count


def follow(page: Any) -> None:
    """Ask the guide for an example and play it."""
    page.locator("[data-guide-show]").click()
    page.locator("[data-guide-play]").click()
    page.wait_for_selector("[data-guide-play]", state="detached")
    page.wait_for_selector("[data-guide-show]")


@pytest.mark.parametrize("name", games.names())
def test_a_guided_first_game(visit: Any, shoot: Any, name: str) -> None:
    """Pages, then a word on the decision at hand; an example is shown and played; left, resumed, and still there after a reload."""
    from sandtable.wire.catalogue import catalogue

    page = begin(visit, name)
    assert read_pages(page) == len(catalogue(name, "en")["guide"]) + 3
    prompt = page.locator("[data-coach]").get_attribute("data-coach")
    assert page.locator("[data-coach]").inner_text() == catalogue(name, "en")["coach"][prompt]
    for _ in range(3):
        follow(page)
    assert "Guest " in page.inner_text("body"), "players are called by their own names"
    shoot(page, f"guide-{name}")
    page.locator("[data-guide-leave]").click()
    assert page.locator("[data-guide]").count() == 0
    page.reload()
    page.wait_for_selector("[data-guide-resume]")
    page.locator("[data-guide-resume]").click()
    page.wait_for_selector("[data-guide-show]")


def test_the_guide_writes_a_whole_order_sheet_and_gives_it(visit: Any, shoot: Any) -> None:
    """Commanders: all orders of the bot are shown, written in one go, and given by the next step; nothing is sent before that."""
    page = begin(visit, "commanders")
    read_pages(page)
    assert page.locator("[data-coach]").get_attribute("data-coach") == "plan"
    page.locator("[data-guide-show]").click()
    page.wait_for_selector("[data-guide-orders]")
    count = page.locator("[data-guide-orders] li").count()
    assert count > 5
    page.locator("[data-guide-play]").click()
    page.wait_for_selector("[data-guide-show]")
    shoot(page, "guide-commanders-sheet")
    assert page.locator("[data-coach]").get_attribute("data-coach") == "plan"
    page.locator("[data-guide-show]").click()
    page.wait_for_selector("[data-guide-play]")
    assert page.locator("[data-guide-orders]").count() == 0
    assert f"these {count} orders" in page.locator("[data-guide] p.shown").inner_text()
    page.locator("[data-guide-play]").click()
    page.wait_for_selector("[data-guide-play]", state="detached")
    if page.locator("[data-sure]").count():
        page.locator("[data-sure-yes]").click()
    page.wait_for_selector('[data-coach]:not([data-coach="plan"])')


def test_an_example_that_comes_too_late_is_not_shown(visit: Any) -> None:
    """It is about a question that has been answered meanwhile."""
    page = begin(visit, "picket")
    read_pages(page)
    late: list[Any] = []
    page.route("**/hint?*", lambda route: late.append((route, route.fetch())))
    page.locator("[data-guide-show]").click()
    page.keyboard.press("h")
    until = time.monotonic() + PATIENCE
    while len(late) < 2:
        assert time.monotonic() < until, "nothing is asked"
        page.wait_for_timeout(20)
    Person(page, seed=1, boards=0).act()
    page.wait_for_selector(".offer .action")
    for route, answer in late:
        with page.expect_event("requestfinished", lambda request, route=route: request == route.request):
            route.fulfill(response=answer)
    page.wait_for_selector("[data-guide-show]:enabled")
    page.get_by_text("thinking").wait_for(state="detached")
    assert page.locator("[data-guide-play], [data-hint]").count() == 0


def test_the_guide_in_german_on_a_phone(visit: Any, shoot: Any) -> None:
    from sandtable.wire.catalogue import catalogue

    page = begin(visit, "picket", phone=True, language="de-DE")
    assert page.locator("[data-guide] p").first.inner_text() == catalogue("picket", "de")["guide"]["1"]
    read_pages(page)
    page.locator("[data-guide-show]").tap()
    page.locator("[data-guide-play]").tap()
    page.wait_for_selector("[data-guide-show]")
    assert page.locator("[data-coach]").inner_text() in catalogue("picket", "de")["coach"].values()
    shoot(page, "guide-phone-german")


def test_odds_hint_and_notebook(visit: Any, shoot: Any) -> None:
    """Pointing at an action shows what its dice may bring; a hint says what choices are worth; the notebook counts worlds."""
    page = begin(visit, "war_of_leaders")
    read_pages(page)
    page.locator(".offer .action").first.focus()
    page.wait_for_selector("[data-chances]")
    assert "Point" in page.locator("[data-chances]").inner_text()
    page.keyboard.press("h")
    page.wait_for_selector("[data-hint]")
    assert page.locator("[data-hint] li").count() >= 2
    chosen = page.locator("[data-hint] li").filter(has=page.locator(".chip"))
    assert chosen.locator("[data-reasons][open] td").count() >= 2  # what the bot counts, and how matches end
    page.keyboard.press("n")
    page.wait_for_selector("[data-notebook]")
    assert page.locator("[data-notebook]").inner_text() == "Nothing about the others is hidden from you."
    check_axe(page)
    shoot(page, "guide-odds-and-hint")

    page = begin(visit, "picket")
    read_pages(page)
    for _ in range(2):
        follow(page)
    page.locator("#tab-notebook").click()
    page.wait_for_selector("ul[data-notebook] li")
    line = page.locator("ul[data-notebook] li").first
    line.locator(".about").hover()
    assert "exactly" in line.inner_text() and "±" not in line.inner_text()  # at the start all worlds are counted
    assert "dummy" in page.locator("[data-notebook]").inner_text()


def test_the_rulebook_is_searched_and_linked(visit: Any) -> None:
    page = visit("/help/company_leader")
    page.locator("[data-search]").fill("blitz adjacent")
    page.wait_for_selector("#rule-6\\.13")
    assert page.locator(".rulebook p").count() < 5
    page.locator("#rule-6\\.13 .number").click()
    page.wait_for_selector("#rule-6\\.13.here")
