"""Replay, lobby, create form, account: they work."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .axe import check_axe
from .mailbox import letter
from .table import ACTION, RESULT, decide, play_now, play_out

Open = Callable[..., Any]


def test_replay(visit: Open, tmp_path: Path) -> None:
    page = visit()
    play_now(page)
    play_out(page, seed=5)
    page.locator(RESULT).get_by_role("link", name="Replay").click()
    position = page.locator("[data-position]")
    position.get_by_text("Moment 1 of").wait_for()
    page.get_by_label("On", exact=True).click()
    position.get_by_text("Moment 2 of").wait_for()
    page.keyboard.press("ArrowRight")
    position.get_by_text("Moment 3 of").wait_for()
    page.locator("input[type=range]").evaluate("e => { e.value = 8; e.dispatchEvent(new Event('input', {bubbles: true})); }")
    position.get_by_text("Moment 8 of").wait_for()
    page.get_by_role("button", name="Link to this moment").click()
    address = page.locator("input[readonly]").input_value()
    other = visit(address[address.index("/replay") :])
    other.locator("[data-position]").get_by_text("Moment 8 of").wait_for()
    page.locator("select.seat").select_option("1")  # over: any seat may be studied
    position.get_by_text("Moment 1 of").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => Number(document.querySelector('[data-position]').textContent.match(/[0-9]+/)[0]) >= 3")
    page.get_by_role("button", name="Stop").click()
    page.get_by_label("The truth beside it").check()
    page.locator("section", has_text="really had").locator(".piece").first.wait_for()
    assert page.locator(".board").count() == 2
    beside = page.locator("section.view").nth(1).inner_text()
    assert "?" in beside and "✕" in beside  # of seat 1's board seat 0's truth is the other half
    with page.expect_download() as download:
        page.get_by_role("button", name="Record").click()
    download.value.save_as(tmp_path / "record.jsonl")
    assert json.loads((tmp_path / "record.jsonl").read_text().splitlines()[0])["game"] == "picket"
    for kind in ("SVG", "PNG"):
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Picture ({kind})").click()
        download.value.save_as(tmp_path / f"picture.{kind}")
        assert (tmp_path / f"picture.{kind}").stat().st_size > 2000


def test_the_log_jumps_to_a_moment_and_back(visit: Open) -> None:
    page = visit()
    play_now(page)
    for _ in range(3):
        page.wait_for_selector(ACTION)
        decide(page, random.Random(0))
    page.locator(".log .line").first.click()
    page.get_by_text("an earlier moment").wait_for()
    assert page.query_selector(ACTION) is None
    page.get_by_role("button", name="Back to now").click()
    page.wait_for_selector(ACTION)


def test_lobby_lists_and_create_form_follows_the_schema(visit: Open) -> None:
    page = visit("/new/picket")
    page.get_by_label("Turns", exact=True).fill("3")
    page.get_by_label("Title").fill("Evening match")
    page.get_by_label("Clock").select_option("fischer")
    page.get_by_role("button", name="Create match").click()
    page.wait_for_url("**/play/*")
    page.locator("svg[role=img]").wait_for()  # the code to scan
    other = visit("/lobby")
    other.get_by_text("Evening match").wait_for()
    other.locator("li", has_text="Evening match").get_by_role("link", name="Join").click()
    other.get_by_role("button", name="Take this seat").click()
    other.locator("[role=timer]").first.wait_for()
    page.goto("/mine")
    page.get_by_text("Your turn").wait_for()


def test_account_from_guest_to_log_in(visit: Open, site: Any) -> None:
    page = visit("/register")
    page.get_by_label("Name").fill("Anna")
    page.get_by_label("E-mail").fill("anna@example.org")
    page.get_by_label("Password").fill("three small blue boats")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_text("We have written to anna@example.org").wait_for()
    page.goto(letter(site, "anna@example.org"))
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("Welcome!").wait_for()
    page.goto("/settings")
    page.get_by_label("About me").fill("Plays on Sundays.")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    check_axe(page)
    page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_selector(".game")
    page.goto("/log-in")
    page.get_by_label("E-mail").fill("anna@example.org")
    page.get_by_label("Password").fill("three small blue boats")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Anna").click()
    page.get_by_text("Plays on Sundays.").wait_for()


def test_colours_chosen_in_the_form_are_worn_by_the_match(visit: Open) -> None:
    page = visit("/new/picket")
    page.get_by_label("Colour of seat 1").select_option("purple")
    assert page.get_by_label("Colour of seat 2").locator("option[value=purple]").is_disabled()
    page.locator("#place-1").select_option("bot:greedy")
    page.locator("form button[type=submit]").click()
    page.locator(".board-svg").first.wait_for()
    colour = "name => getComputedStyle(document.documentElement).getPropertyValue(name)"
    assert page.evaluate(colour, "--seat-0") == page.evaluate(colour, "--hue-4") != page.evaluate(colour, "--hue-0")
    page.get_by_role("link", name="Games").first.click()
    page.get_by_role("button", name="Play now").first.wait_for()
    assert page.evaluate(colour, "--seat-0") == page.evaluate(colour, "--hue-0")
