"""What people settle among themselves: talk, draws, taking back, pauses, another match; and the table with phones."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .people import Person, two_at_a_table, watching
from .table import ACTION, RESULT, TOLD, decide, play_now, resign

Open = Callable[..., Any]


def choose_more(page: Any, name: str) -> None:
    """A button behind "More"; the menu is closed again."""
    summary = page.get_by_text("More", exact=True)
    summary.click()
    page.get_by_role("button", name=name, exact=True).first.click()
    if page.locator("details[open] summary", has_text="More").count():
        summary.click()


def say(page: Any, text: str, to: str = "") -> None:
    page.get_by_role("tab", name="Talk").click()
    if to:
        page.get_by_label("To", exact=True).select_option(label=to)
    page.get_by_label("Message").fill(text)
    page.get_by_role("button", name="Send").click()


def hears(page: Any, text: str) -> None:
    page.get_by_role("tab", name="Talk").click()
    page.locator("[role=log]").get_by_text(text).wait_for()


def test_from_pause_to_rematch(visit: Open) -> None:
    anna = visit()
    anna.goto("/new/picket")
    anna.get_by_label("Taking back").select_option("ask")
    anna.get_by_role("button", name="Create match").click()
    anna.wait_for_url("**/play/*")
    link = anna.locator("input[readonly]").input_value()
    bert = visit(link[link.index("/play") :])
    bert.get_by_role("button", name="Take this seat").click()
    for page in (anna, bert):
        page.wait_for_selector(ACTION)
    pause(anna, bert)
    undo_by_consent(anna, bert)
    draw(anna, bert)
    anna.get_by_role("button", name="Play again").click()
    bert.get_by_text("would like to play again").wait_for()
    bert.get_by_role("button", name="Play again").click()
    for page in (anna, bert):
        page.get_by_role("link", name="To the new match").click()
        page.wait_for_selector(ACTION)
    assert anna.url.partition("#")[0] == bert.url.partition("#")[0]
    resign(bert)
    assert Person(bert).result() == "You lost"
    assert Person(anna).result() == "You won"
    anna.get_by_role("tab", name="Log").click()
    anna.locator(".log").get_by_text("resigns").wait_for()


def pause(anna: Any, bert: Any) -> None:
    choose_more(anna, "Pause")
    bert.get_by_text("would like to pause").wait_for()
    bert.locator(".ask .notice").get_by_role("button", name="Pause").click()
    for page in (anna, bert):
        page.get_by_text("The match is paused.").first.wait_for()
    bert.get_by_role("button", name="Go on").click()
    for page in (anna, bert):
        page.get_by_role("button", name="Go on").wait_for(state="detached")


def undo_by_consent(anna: Any, bert: Any) -> None:
    offered = anna.locator(ACTION).count()
    assert decide(anna, random.Random(1))
    anna.get_by_role("button", name="Take back").click()
    bert.get_by_text("asks to take back").wait_for()
    bert.get_by_role("button", name="Refuse").click()
    bert.get_by_text("asks to take back").wait_for(state="detached")
    anna.get_by_role("button", name="Take back").click()
    bert.get_by_text("asks to take back").wait_for()
    bert.get_by_role("button", name="Allow").click()
    anna.locator(".log").get_by_text("takes back a decision").wait_for()
    anna.wait_for_function("n => document.querySelectorAll('.offer .action').length === n", arg=offered)


def draw(anna: Any, bert: Any) -> None:
    choose_more(anna, "Offer a draw")
    bert.locator(".ask").get_by_text("offers a draw").wait_for()
    bert.get_by_role("button", name="Refuse").click()
    anna.locator(".log").get_by_text("refuses the draw").wait_for()
    choose_more(anna, "Offer a draw")
    bert.locator(".ask").get_by_text("offers a draw").wait_for()
    bert.get_by_role("button", name="Agree").click()
    assert Person(anna).result() == Person(bert).result() == "Drawn"


def test_private_words_and_onlookers(visit: Open) -> None:
    anna, bert = two_at_a_table(visit, "Picket", {"turns": 3})
    carla = watching(visit, anna, "Picket")
    name = bert.locator(".players li", has_text="You").locator(".name a").inner_text()
    say(anna, "for everybody")
    hears(bert, "for everybody")
    hears(carla, "for everybody")
    say(anna, "for Bert alone", f"{name} alone")
    hears(bert, "for Bert alone")
    say(carla, "from the gallery")
    hears(carla, "from the gallery")
    assert "for Bert alone" not in carla.content()
    assert "from the gallery" not in anna.content(), "onlookers may not whisper to players"
    assert not [message for message in carla.heard if "for Bert alone" in str(message)]


def test_words_for_the_own_side(visit: Open) -> None:
    """Four seats in two teams: a partner hears, an enemy does not."""
    anna = visit("/new/company_leader")
    anna.locator("#seats").select_option("4")
    sides = {"#place-0": "me", "#place-1": "open", "#place-2": "open", "#place-3": "bot:random"}
    for place, who in sides.items():
        anna.locator(place).select_option(who)
    anna.get_by_role("button", name="Create match").click()
    anna.wait_for_url("**/play/*")
    link = anna.locator("input[readonly]").input_value()
    bert, cem = visit(link[link.index("/play") :]), visit(link[link.index("/play") :])
    bert.get_by_role("button", name="Take this seat").first.click()
    cem.get_by_role("button", name="Take this seat").last.wait_for()
    cem.wait_for_function("() => document.querySelectorAll('.seats .button.main').length === 1")
    cem.get_by_role("button", name="Take this seat").click()
    for page in (anna, bert, cem):
        page.wait_for_selector(TOLD, state="attached")
    info = next(message[1]["match"] for message in anna.heard if message[0] == "hello")
    side = [seat["side"] for seat in info["seats"]]
    friend, foe = (bert, cem) if side[1] == side[0] else (cem, bert)
    assert side[0] in side[1:3], side
    say(anna, "we attack at dawn", "my side")
    say(anna, "nice weather", "everybody")
    hears(friend, "we attack at dawn")
    hears(foe, "nice weather")
    assert "at dawn" not in foe.content()
    assert not [message for message in foe.heard if "at dawn" in str(message)]


def test_table_screen_and_two_phones(visit: Open, shoot: Callable[..., None]) -> None:
    host = visit("/new/picket")
    host.locator("#place-0").select_option("open")
    host.locator("#place-1").select_option("open")
    host.get_by_role("button", name="Create match").click()
    host.get_by_role("link", name="Show as table screen").click()
    host.get_by_role("link", name="Phone for this seat").nth(1).wait_for()
    assert host.locator(".codes svg[role=img]").count() == 2
    links = host.get_by_role("link", name="Phone for this seat").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    phones = [visit(link[link.index("/join") :], phone=True) for link in links]
    for phone in phones:
        phone.wait_for_selector(ACTION)
    host.get_by_text("You are looking on").wait_for()
    host.get_by_role("button", name="Hide codes").click() if host.get_by_role("button", name="Hide codes").count() else None
    for phone, seed in zip(phones, (1, 2), strict=True):
        assert decide(phone, random.Random(seed))
    shoot(host, "table-and-phones")
    assert not Person(host).hands()
    assert {hand["seat"] for hand in Person(phones[0]).hands()} == {0}
    assert {hand["seat"] for hand in Person(phones[1]).hands()} == {1}
    assert "○" not in host.inner_text(".board")


def test_search_and_switches(visit: Open) -> None:
    page = visit()
    play_now(page, "Company Leader")  # whose set-up has a long list
    page.wait_for_function("() => document.querySelectorAll('.offer .action').length > 9")
    count = page.locator(ACTION).count()
    word = page.locator(ACTION).last.inner_text().split()[-1]
    page.keyboard.press("/")
    page.keyboard.type(word)
    page.wait_for_function("n => document.querySelectorAll('.offer .action').length < n", arg=count)
    assert all(word.lower() in text.lower() for text in page.locator(ACTION).all_inner_texts())
    page.locator("[data-search]").fill("nothing is called so")
    page.get_by_text("Nothing fits.").wait_for()
    page.locator("[data-search]").fill("")
    page.get_by_text("More", exact=True).click()
    for switch, key in (("Sounds", "sound"), ("Animations", "motion"), ("Tap twice", "confirm")):
        box = page.locator(".menu").get_by_label(switch)
        before = box.is_checked()
        box.click()
        assert page.evaluate("k => JSON.parse(localStorage['sandtable.settings'])[k]", key) is not before
    page.get_by_text("More", exact=True).click()
    page.wait_for_selector(ACTION)
    Person(page, boards=0).act()  # with sounds and animations
    page.wait_for_selector(f"{ACTION}, {RESULT}")


def test_private_match_is_not_in_the_lobby(visit: Open) -> None:
    anna = visit("/new/picket")
    anna.get_by_label("Listed in the lobby").uncheck()
    anna.get_by_label("Title").fill("Only us two")
    anna.get_by_role("button", name="Create match").click()
    anna.wait_for_url("**/play/*")
    link = anna.locator("input[readonly]").input_value()
    other = visit("/lobby")
    other.get_by_role("heading", name="Lobby").wait_for()
    other.wait_for_load_state("networkidle")
    assert "Only us two" not in other.content()
    other.goto(link[link.index("/play") :])
    other.get_by_role("button", name="Take this seat").click()
    other.wait_for_selector(ACTION)
