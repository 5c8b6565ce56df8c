"""Lines that break and servers that die, in the middle of a decision: nothing is lost, nothing is done twice."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable
from typing import Any

from tables import PATIENCE

from .conftest import cut_line, refused
from .people import ANSWERED, Person
from .table import ACTION, play_now

Open = Callable[..., Any]
OFFLINE = "No connection"
ROWS = ".cm-drop"  # one for every order that is drawn and not yet given
SEQ = "() => Number(document.querySelector('.match').dataset.seq)"


DECISIONS = ("do", "perform")


def actions_in(message: list[Any]) -> list[Any]:
    """Of a decision: one, or those of a gesture."""
    return [message[3]] if message[0] == "do" else list(message[3])


def decisions(page: Any) -> set[str]:
    """Ids of all decisions the page has sent, however often."""
    return {message[1] for message in page.said if message[0] in DECISIONS}


def receipts(page: Any) -> list[str]:
    return [message[1] for message in page.heard if message[0] in ("ok", "performed") and message[1] in decisions(page)]


def saved_decisions(site: Any) -> int:
    """Of the first seat of the newest match, in the server's database."""
    with contextlib.closing(sqlite3.connect(site.folder / "site.db")) as connection:
        newest = "SELECT id FROM matches ORDER BY created DESC LIMIT 1"
        return int(connection.execute(f'SELECT count(*) FROM inputs WHERE seat = 0 AND "match" = ({newest})').fetchone()[0])


def test_line_cut_in_mid_decision(visit: Open) -> None:
    """What is decided while the line is down is shown as being sent, sent when it is back, and counts once."""
    page = visit()
    play_now(page)
    before = page.evaluate(SEQ)
    cut_line(page)
    page.context.set_offline(True)
    page.get_by_text(OFFLINE).wait_for()
    page.locator(ACTION).first.click()
    page.get_by_text("Sending …").wait_for()
    assert page.evaluate(SEQ) == before
    page.context.set_offline(False)
    page.get_by_text(OFFLINE).wait_for(state="detached")
    page.wait_for_function(ANSWERED, arg=before)
    page.wait_for_selector(ACTION)
    assert len(decisions(page)) == len(set(receipts(page))) == 1
    page.reload()
    page.wait_for_selector(ACTION)
    assert len(decisions(page)) == 1, "nothing is sent again after a reload"


def test_server_killed_between_decision_and_answer(visit: Open, site: Any) -> None:
    """The server has the decision in its ear when it dies: it is sent again under the same id."""
    page = visit()
    play_now(page)
    before = page.evaluate(SEQ)
    cut_line(page)
    site.freeze()
    page.locator(ACTION).first.click()
    page.get_by_text("Sending …").wait_for()
    site.kill()
    page.get_by_text(OFFLINE).wait_for()
    site.start()
    page.get_by_text(OFFLINE).wait_for(state="detached")
    page.wait_for_function(ANSWERED, arg=before)
    sent = [message for message in page.said if message[0] in DECISIONS]
    assert len(sent) == 2, "sent again"
    assert len({message[1] for message in sent}) == 1, "under the same id"
    assert saved_decisions(site) == len(actions_in(sent[0])), "and counts once"


def test_server_killed_after_each_of_some_decisions(visit: Open, site: Any) -> None:
    """Killed at once after a click, wherever it was then: every decision is made exactly once."""
    page = visit()
    play_now(page)
    person = Person(page, seed=3)
    for _ in range(2):
        before = person.seen()
        cut_line(page)
        person.by_list(before["seq"])
        site.kill()
        site.start()
        page.wait_for_function(ANSWERED, arg=before["seq"])
        page.get_by_text(OFFLINE).wait_for(state="detached")
        page.wait_for_selector(ACTION)
    assert len(decisions(page)) == len(set(receipts(page))) == 2


def test_half_drawn_order_sheet_survives(visit: Open, site: Any, shoot: Callable[..., None]) -> None:
    """Orders drawn and not yet given outlast a reload, a cut line and a killed server; then they are given once."""
    page = visit()
    play_now(page, "Commanders")
    Person(page, boards=0).act_until(lambda: "Which unit gets an order" in page.inner_text("[data-prompt]"))
    draw_orders(page, 3)
    sheet = page.locator(ROWS).evaluate_all("all => all.map(e => e.getAttribute('aria-label'))")
    shoot(page, "half-drawn-sheet")
    page.reload()
    expect_sheet(page, sheet)
    cut_line(page)
    page.context.set_offline(True)
    page.get_by_text(OFFLINE).wait_for()
    expect_sheet(page, sheet)
    page.context.set_offline(False)
    page.get_by_text(OFFLINE).wait_for(state="detached")
    expect_sheet(page, sheet)
    site.kill()
    page.get_by_text(OFFLINE).wait_for()
    site.start()
    page.get_by_text(OFFLINE).wait_for(state="detached")
    expect_sheet(page, sheet)
    page.get_by_role("button", name="Give these 3 orders").first.click()
    page.locator("[data-sure-yes]").click()  # seven more could be given
    page.wait_for_function("() => !Object.keys(localStorage).some(k => /plan|draft/.test(k))")
    page.wait_for_function("() => !document.body.innerText.includes('Which unit gets an order')")
    hand = Person(page).hands()[-1]
    (given,) = [message for message in page.said if message[0] == "perform" and message[4]]
    assert len(given[3]) == 4, "three orders and the end of planning, whole or not at all"
    assert sum(first >= 0 for first in hand["plan1"]) == 3


def draw_orders(page: Any, count: int) -> None:
    """By clicks: a unit, then where it goes."""
    person = Person(page, seed=5)
    for _ in range(60):
        if page.locator(ROWS).count() >= count:
            return
        places = [spot for spot in person.seen()["places"] if not spot["label"].startswith(("Take back", "Give", "Clear", "End", "Done"))]
        spot = person.choice.choice(places)
        page.mouse.click(spot["x"], spot["y"])
    raise AssertionError("no orders could be drawn")


def expect_sheet(page: Any, sheet: list[str]) -> None:
    page.wait_for_function("count => document.querySelectorAll('.cm-drop').length === count", arg=len(sheet))
    assert page.locator(ROWS).evaluate_all("all => all.map(e => e.getAttribute('aria-label'))") == sheet


def test_a_tab_from_before_an_update_renews_itself(visit: Open) -> None:
    """Parts of the page it was loaded with are gone: it loads the new one, and once only where that does not help."""
    page = visit()
    gone = {"count": 0}

    def missing(route: Any) -> None:
        gone["count"] += 1
        route.fulfill(status=404) if gone["count"] == 1 else route.continue_()

    page.route("**/assets/Lobby*.js", missing)
    page.get_by_role("link", name="Lobby").first.click()
    page.get_by_role("heading", name="Lobby").wait_for()
    assert gone["count"] == 2 and page.url.endswith("/lobby")
    refused(page, 404)


def test_leaving_while_the_line_is_being_opened(visit: Open) -> None:
    """Somebody is gone before the server has answered: nothing is left open, and the browser has nothing to complain of."""
    page = visit()
    page.wait_for_selector(".game")
    page.evaluate(
        """() => {
            const Real = WebSocket;
            window.WebSocket = class extends Real {
                constructor(...given) {
                    super(...given);
                    window.state = this.readyState;
                    queueMicrotask(() => document.querySelector('a.brand').click());
                }
            };
        }"""
    )
    page.get_by_role("button", name="Play now: Picket").click()
    page.wait_for_function("() => window.state === WebSocket.CONNECTING && location.pathname === '/'")
    page.wait_for_selector(".game")
    until = time.monotonic() + PATIENCE
    while page.lines:
        assert time.monotonic() < until, "the line stays open"
        page.wait_for_timeout(10)
