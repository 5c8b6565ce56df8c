"""From the front page to the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .table import ACTION, play_now, play_out

Open = Callable[..., Any]


def test_newcomer_plays_with_one_click_and_to_the_end(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit()
    page.wait_for_selector(".game")
    shoot(page, "home")
    play_now(page)
    shoot(page, "match-start")
    play_out(page, each=lambda n: shoot(page, "match-middle") if n == 17 else None)
    shoot(page, "match-result")
    page.get_by_role("button", name="Play again").click()
    page.get_by_role("link", name="To the new match").click()
    page.wait_for_selector(ACTION)


def test_private_match_by_its_link_of_today_and_of_old(visit: Open) -> None:
    """The link stands behind #; one of old, in the query, still opens and is rewritten."""
    anna = visit("/new/picket")
    anna.get_by_label("Listed in the lobby").uncheck()
    anna.get_by_role("button", name="Create match").click()
    anna.wait_for_url("**/play/*")
    link = anna.locator("input[readonly]").input_value()
    path, _, secret = link[link.index("/play") :].partition("#link=")
    assert secret and "?" not in path
    asked: list[str] = []
    bert = visit(f"{path}?link={secret}")
    bert.on("request", lambda request: asked.append(request.url))
    bert.on("websocket", lambda socket: asked.append(socket.url))
    bert.get_by_role("button", name="Take this seat").wait_for()
    assert bert.url.endswith(f"{path}#link={secret}")
    carla = visit(f"{path}#link={secret}")
    carla.get_by_role("button", name="Take this seat").click()
    carla.wait_for_selector(ACTION)
    bert.get_by_text("You are looking on").wait_for()
    assert asked and not any(secret in url.partition("#")[0] for url in asked)


def test_undo_takes_back_what_nobody_has_learned(visit: Open) -> None:
    page = visit()
    play_now(page)
    page.wait_for_selector("[data-gesture]")
    first = page.locator(ACTION).all_inner_texts()
    page.locator(f"{ACTION}[data-action]").first.click()
    page.locator(".log .line").first.wait_for()
    page.get_by_role("button", name="Take back").click()
    page.locator(".log").get_by_text("takes back a decision").wait_for()
    page.wait_for_function("n => document.querySelectorAll('.offer .action').length === n", arg=len(first))


def test_why_not_hint_and_notebook(visit: Open) -> None:
    page = visit()
    play_now(page)
    page.get_by_text("Why not?").first.click()
    page.locator(".why select").first.select_option(index=4)
    page.locator(".why button").click()
    page.get_by_text("Not possible: ").wait_for()
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("Hint from").wait_for()
    page.get_by_role("button", name="Odds: ").first.click()
    page.get_by_text("What may follow").wait_for()
    page.get_by_role("tab", name="Notebook").click()
    page.locator("[data-notebook]").wait_for()
    page.get_by_role("tab", name="Rules").click()
    page.locator("#panel .number").first.wait_for()
    assert page.locator("#panel .number").first.inner_text() == "2.1"
