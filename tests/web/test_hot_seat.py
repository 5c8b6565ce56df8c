"""Several people, one device: while the curtain is down nothing of anybody's hand is on it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from tables import PATIENCE

from .people import Person, fill_form, open_form
from .table import ACTION, RESULT
from .test_matches import SHORT

Open = Callable[..., Any]
CHANGES = 5  # of the seat before we believe it; one game is played to its result
TO_THE_END = "war_of_leaders"
HELD = """() => document.documentElement.outerHTML + JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})"""
WATCH = """() => {
    const count = () => document.querySelectorAll('[data-curtain] .main').length;
    window.most = count();
    new MutationObserver(() => (window.most = Math.max(window.most, count()))).observe(document.body, { childList: true, subtree: true });
}"""
FIELDS = "() => [...document.querySelectorAll('.board-side .field')].map(e => e.getAttribute('aria-label')).filter(t => t.length > 12)"


@pytest.mark.parametrize("name", SHORT)
def test_curtain_between_the_players(visit: Open, site: Any, shoot: Callable[..., None], name: str) -> None:
    title = next(game for game in site.games() if game["name"] == name)["title"]["en"]
    page = visit()
    open_form(page, title)
    fill_form(page, SHORT[name])
    page.get_by_role("button", name="All on this device").click()
    page.get_by_role("button", name="Create match").click()
    people: dict[str, Person] = {}
    for change in range(200):
        page.wait_for_selector(f"[data-curtain] .main, {RESULT}")
        if page.query_selector(RESULT) or (change >= CHANGES and name != TO_THE_END):
            break
        check_curtain(page)
        lift = page.locator("[data-curtain] .main").first
        label = lift.inner_text()
        lift.click()
        page.wait_for_selector(f"{ACTION}, {RESULT}")
        person = people.setdefault(label, Person(page, seed=len(people) + 1))
        sit(person)
        if change == 1:
            shoot(page, f"hot-seat-{name}")
        if page.query_selector(RESULT):
            break
        known = page.evaluate(FIELDS)
        page.locator("[data-drop]").click()
        page.wait_for_selector("[data-curtain]")
        check_curtain(page, known)
    assert len(people) == 2, "both seats were lifted"
    if name == TO_THE_END:
        page.wait_for_selector(RESULT)
        shoot(page, f"hot-seat-{name}-result")


def sit(person: Person) -> None:
    """Decide until nothing is asked of this seat any more."""
    for _ in range(300):
        person.page.wait_for_selector(f"{ACTION}, [data-waiting], {RESULT}")
        if person.page.query_selector(f"[data-waiting], {RESULT}"):
            return
        person.act()
    raise AssertionError("this seat is asked without end")


def check_curtain(page: Any, known: list[str] | None = None) -> None:
    """Nothing of a seat is in the page, in its storage, or coming over its wires."""
    assert page.query_selector(".board-side, .board-svg, .log, .offer, .match") is None
    held = page.evaluate(HELD)
    for text in known or ():
        assert json.dumps(text)[1:-1] not in held and text not in held, text
    assert "sandtable.plan" not in held
    assert "sandtable.draft" not in held
    until = time.monotonic() + PATIENCE
    while page.lines:
        assert time.monotonic() < until, "a socket is open behind the curtain"
        page.wait_for_timeout(10)  # it is being closed


def test_a_late_answer_does_not_call_back_who_has_decided(visit: Open) -> None:
    """Whose turn it is was asked before a seat was lifted and is answered after it was left: that is news of old."""
    page = visit()
    page.goto("/new/picket")
    page.get_by_role("button", name="All on this device").click()
    page.get_by_role("button", name="Create match").click()
    page.locator("[data-curtain] .main").nth(1).wait_for()  # both are asked
    late: list[Any] = []
    page.route("**/view?seat=onlooker", lambda route: late.append((route, route.fetch())) if not late else route.continue_())
    until = time.monotonic() + PATIENCE
    while not late:
        assert time.monotonic() < until, "the curtain does not look whose turn it is"
        page.wait_for_timeout(20)
    page.locator("[data-curtain] .main").first.click()
    sit(Person(page, seed=1))
    page.locator("[data-drop]").click()
    page.wait_for_selector("[data-curtain] .main")
    assert page.locator("[data-curtain] .main").count() == 1
    page.evaluate(WATCH)
    route, answer = late[0]
    with page.expect_event("requestfinished", lambda request: request == route.request):
        route.fulfill(response=answer)
    page.wait_for_timeout(100)
    assert page.evaluate("window.most") == 1, "who has decided is called again"
