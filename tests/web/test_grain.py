"""A person's grain on the page: endings by name, gestures of what is picked up, sheets given whole, taking back, what the table answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from .axe import check_axe
from .conftest import Open
from .people import create, fill_form, open_form, two_at_a_table
from .table import ACTION, play_now
from .test_boards import LATER, SEQ

GESTURE = ".offer [data-gesture]"
SURE = "[data-sure]"
WHOLE = """(selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
}"""
SHOWN = (
    "() => [...document.querySelectorAll('.offer .action')].map((each) => [each.dataset.action ?? '', each.classList.contains('ending')])"
)


def sent(page: Any, *kinds: str) -> list[list[Any]]:
    """What the page has said to the server, of these kinds."""
    return [message for message in page.said if message[0] in kinds]


def dealt(visit: Open, **how: Any) -> Any:
    """Company Leader with a dealt set-up, at the first question of the own turn."""
    page = visit(**how)
    deal(page)
    to_own_turn(page)
    page.said.clear()  # what counts comes now
    return page


def to_own_turn(page: Any) -> None:
    while not page.locator("[data-ending=actions]").count():  # who goes first may have scouted: troops that were found look somewhere
        before = page.evaluate(SEQ)
        page.locator(ACTION).first.click()
        page.wait_for_function(LATER, arg=before)
        page.wait_for_selector(ACTION)
    page.wait_for_selector("[data-ending=actions]")


def deal(page: Any) -> None:
    play_now(page, "Company Leader")
    before = page.evaluate(SEQ)
    page.locator("[data-gesture=deal]").first.click()
    page.wait_for_function(LATER, arg=before)
    page.wait_for_selector(ACTION)


def on_board(page: Any, field: str) -> None:
    """Click a field of the board, wherever it lies."""
    page.locator(f'.board-side [data-field="{field}"]').first.dispatch_event("click")


def first_troop(page: Any) -> str:
    """The field of a troop that can be revealed."""
    return str(page.locator(ACTION).filter(has_text=re.compile(r"Reveal [A-K]\d")).first.get_attribute("data-action")).split()[1]


def test_a_dealt_set_up_is_one_message(visit: Open) -> None:
    page = visit()
    deal(page)
    (told,) = sent(page, "perform")
    assert len(told[3]) == 9 and told[4] is False
    assert not sent(page, "do")


def test_endings_stand_last_and_apart_and_ask_once(visit: Open, shoot: Callable[..., None]) -> None:
    page = dealt(visit)
    shown = page.evaluate(SHOWN)
    ends = [apart for _, apart in shown]
    assert ends == sorted(ends) and ends[-1], "endings come after everything else"
    ending = page.locator("[data-ending=actions]")
    assert re.search(r"End my actions \(9 troops unused\)", ending.inner_text())
    assert page.locator(".endings [data-digit]").count() == 0 and page.locator(".endings kbd").count() == 0
    for digit in range(1, 10):
        where = page.locator(f'[data-digit="{digit}"]')
        assert where.count() == 0 or "End" not in where.inner_text()
    ending.click()
    page.wait_for_selector(SURE)
    shoot(page, "grain-sure")
    assert page.evaluate("document.activeElement.hasAttribute('data-sure-no')"), "the safe answer has the focus"
    check_axe(page)
    page.keyboard.press("1")  # meant for the list: nothing is chosen while it is asked
    page.keyboard.press("Escape")
    page.wait_for_selector(SURE, state="detached")
    assert not sent(page, "do")
    page.keyboard.press("e")
    assert page.evaluate("document.activeElement.closest('.endings') !== null"), "e goes to the endings"
    before = page.evaluate(SEQ)
    ending.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(SURE)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function(LATER, arg=before)
    assert len(sent(page, "do")) == 1


def test_gestures_of_the_picked_piece_come_first_and_are_one_message(visit: Open, shoot: Callable[..., None]) -> None:
    page = dealt(visit)
    field = first_troop(page)
    on_board(page, field)
    page.wait_for_selector(f'[data-picked="field {field}"]')
    page.wait_for_selector("[data-gesture=go]")
    assert not sent(page, "do"), "picking up sends nothing"
    first = page.locator(ACTION).first
    assert first.get_attribute("data-gesture") and first.get_attribute("data-digit") == "1"
    named = [action.split()[1:] for action, ending in page.evaluate(SHOWN) if action and not ending]
    assert named and all(field in operands for operands in named), "the list is narrowed to the piece"
    shoot(page, "grain-picked")
    goals = [
        each
        for each in page.eval_on_selector_all(".board-side .field.offered", "found => found.map((each) => each.dataset.field)")
        if int(each) < 1000
    ]
    reached = page.locator("[data-gesture=go]").first.inner_text().split("goes to ")[1].split(" ")[0]
    goal = next(
        each
        for each in goals
        if page.locator(f'.board-side [data-field="{each}"]').first.get_attribute("aria-label").startswith(f"{reached},")
    )
    on_board(page, goal)
    page.wait_for_function("(name) => document.querySelector('[data-picked]')?.textContent.includes('→ ' + name)", arg=reached)
    assert all(f"goes to {reached}" in text for text in page.locator("[data-gesture^=go]").all_inner_texts())
    before = page.evaluate(SEQ)
    page.locator("[data-gesture=go]").first.click()
    page.wait_for_function(LATER, arg=before)
    told = sent(page, "perform")[-1]
    assert len(told[3]) > 2 and told[4] is False
    assert not sent(page, "do")
    if page.locator("[data-stopped]").count():
        assert re.match(r"\d+ of \d+ done\. ", page.locator("[data-stopped]").inner_text())


def test_the_list_is_sorted_as_people_think(visit: Open) -> None:
    page = dealt(visit)
    words = page.locator(".offer .scroll .action").all_inner_texts()
    swaps = [i for i, text in enumerate(words) if "Swap" in text]
    reveals = [i for i, text in enumerate(words) if "Reveal" in text]
    assert reveals and swaps and max(reveals) < min(swaps), "what a turn is about comes before what is rarely used"
    page.locator("[data-every]").last.click()
    assert page.locator(ACTION).filter(has_text="Swap").count() > len(swaps)
    subject = page.locator(".subjects summary")
    subject.click()
    page.locator("[data-subject]").first.click()
    page.wait_for_selector("[data-picked]")
    page.get_by_role("button", name="Show everything").click()
    page.wait_for_selector("[data-picked]", state="detached")


def test_take_back_is_offered_only_when_it_would_work(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit()
    play_now(page, "Picket")
    undo = page.locator("[data-undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    assert undo.get_attribute("title") == "You have decided nothing yet that could be taken back."
    assert page.locator(f"#{undo.get_attribute('aria-describedby')}").text_content() == undo.get_attribute("title")
    undo.click(force=True)
    assert not sent(page, "call")
    shoot(page, "grain-take-back")


def test_one_tap_takes_a_whole_gesture_back(visit: Open) -> None:
    anna, _ = two_at_a_table(visit, "Company Leader", {})
    anna.locator("[data-gesture=deal]").first.click()
    anna.wait_for_function("() => !document.querySelector('[data-undo]').hasAttribute('aria-disabled')")
    (told,) = sent(anna, "perform")
    assert len(told[3]) == 9
    anna.locator("[data-undo]").click()
    anna.wait_for_selector("[data-gesture=deal]")
    assert [message[2] for message in sent(anna, "call")] == ["undo"]
    anna.wait_for_function("() => document.querySelector('[data-undo]').getAttribute('aria-disabled') === 'true'")


def test_list_and_board_fill_one_sheet_and_nothing_is_sent_before_it_is_given(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit()
    play_now(page, "Commanders")
    assert "Give no orders" in page.locator("[data-ending]").inner_text()
    page.fill("[data-search]", "4I a1 a2")
    page.wait_for_selector(f"{GESTURE}:has-text('Order 4 infantry from a1 to a2')")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-drawn').length === 4")
    page.locator(ACTION).filter(has_text=re.compile("Order w")).first.click()
    page.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-drawn').length === 5")
    page.locator(".sheet summary").click()
    page.locator("[data-strike='4']").click()
    page.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-drawn').length === 4")
    on_board(page, "3000")  # the cross of the first order on the board's own sheet
    page.wait_for_function("() => document.querySelectorAll('.sheet li').length === 3")
    assert not sent(page, "do", "perform")
    shoot(page, "grain-sheet")
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('.sheet li').length === 3")
    give = page.locator("[data-ending]")
    assert re.search(r"Give these 3 orders \(7 orders left\)", give.inner_text())
    give.click()
    before = page.evaluate(SEQ)
    page.locator("[data-sure-yes]").click()
    page.wait_for_function(LATER, arg=before)
    (told,) = sent(page, "perform")
    assert len(told[3]) == 4 and told[4] is True
    assert not sent(page, "do")
    page.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-given').length === 3")


def write_two(page: Any) -> None:
    page.fill("[data-search]", "2I a1 a2")
    page.wait_for_selector(f"{GESTURE}:has-text('Order 2 infantry from a1 to a2')")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-drawn').length === 2")


def test_a_refused_sheet_comes_back_with_its_reason(visit: Open) -> None:
    page = visit()
    refusing: list[list[Any]] = []

    def line(socket: Any) -> None:
        server = socket.connect_to_server()

        def say(text: str) -> None:
            message = json.loads(text)
            if message[0] == "perform" and not refusing:
                refusing.append(message)
                socket.send(json.dumps(["no", message[1], {"key": "no-orders-left", "message": "refused"}]))
            else:
                server.send(text)

        socket.on_message(say)

    page.route_web_socket(re.compile("/socket"), line)
    play_now(page, "Commanders")
    write_two(page)
    page.locator("[data-ending]").click()
    page.locator("[data-sure-yes]").click()
    page.wait_for_selector(".ask [role=alert]")
    assert len(refusing) == 1 and len(refusing[0][3]) == 3 and refusing[0][4] is True
    page.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-drawn').length === 2")
    assert page.locator(".sheet li").count() == 2, "the sheet is a draft again"
    page.locator("[data-ending]").click()
    page.locator("[data-sure-yes]").click()
    page.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-given').length === 2")


def test_a_draft_dies_with_its_question(visit: Open) -> None:
    """The same person gives the sheet on another page: nothing of it is ever sent in answer to a later question."""
    page = visit()
    play_now(page, "Commanders")
    write_two(page)
    other = visit(page.url[page.url.index("/play") :], context=page.context)
    other.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-drawn').length === 2")
    other.locator("[data-ending]").click()
    other.locator("[data-sure-yes]").click()
    other.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-given').length === 2")
    page.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-given').length === 2")
    assert page.locator(".cm-slot.cm-drawn").count() == 0 and page.locator(".sheet").count() == 0
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-given').length === 2")
    assert page.locator(".cm-slot.cm-drawn").count() == 0
    assert not sent(page, "do", "perform")


def test_short_notation_that_is_none_says_why(visit: Open) -> None:
    page = visit()
    play_now(page, "Commanders")
    page.fill("[data-search]", "9I a1 a2")
    page.wait_for_selector("[data-unread]")
    assert "9I a1 a2" in page.locator("[data-unread]").inner_text()
    page.complaints[:] = [each for each in page.complaints if "status of 400" not in each]
    assert not sent(page, "do", "perform")


def test_the_table_answers_as_the_person_wishes(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit("/settings")
    box = page.locator("[data-auto]")
    assert box.is_checked(), "on unless somebody wants to be asked"
    shoot(page, "grain-settings")
    box.uncheck()
    page.goto("/")
    play_now(page, "Picket")
    assert sent(page, "manner") == []
    page.get_by_text("More", exact=True).click()
    page.locator("details [data-auto]").check()
    assert [message[2] for message in sent(page, "manner")] == [{"auto": True}]
    page.reload()
    page.wait_for_selector(ACTION)
    assert len(sent(page, "manner")) == 1, "it is kept with the seat and with this match"
    other = visit()
    play_now(other, "Picket")
    assert [message[2] for message in sent(other, "manner")] == [{"auto": True}]


def test_standing_answers_are_offered_shown_and_ended(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit()
    play_now(page, "Commanders")
    page.fill("[data-search]", "2C c1 c2")
    page.wait_for_selector(GESTURE)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-drawn').length === 2")
    page.locator("[data-ending]").click()
    page.locator("[data-sure-yes]").click()
    page.wait_for_selector("[data-always=no-fast]")
    page.locator("[data-always=no-fast]").click()
    page.wait_for_selector("[data-end-always=no-fast]")
    shoot(page, "grain-standing")
    assert "No fast movement this round" in page.locator(".always").inner_text()
    page.locator("[data-end-always=no-fast]").click()
    page.wait_for_selector("[data-end-always=no-fast]", state="detached")
    assert [message[2] for message in sent(page, "manner") if "always" in message[2]] == [{"always": ["no-fast"]}, {"always": []}]


@pytest.mark.parametrize("phone", [False, True])
def test_endings_and_gestures_in_german_on_both_screens(visit: Open, shoot: Callable[..., None], phone: bool) -> None:
    page = visit(phone=phone, language="de-DE", settings={"language": "de"})
    page.get_by_role("button", name="Jetzt spielen: Company Leader").click()
    page.wait_for_selector("[data-gesture=deal]")
    before = page.evaluate(SEQ)
    page.locator("[data-gesture=deal]").first.click()
    page.wait_for_function(LATER, arg=before)
    page.wait_for_selector(ACTION)
    to_own_turn(page)
    on_board(page, page.locator('[data-action^="3 "]').first.get_attribute("data-action").split()[1])
    page.wait_for_selector("[data-gesture=go]")
    page.locator("[data-ending=actions]").click()
    page.wait_for_selector(SURE)
    shoot(page, f"grain-german-{'phone' if phone else 'desktop'}")
    assert not re.search(r"\{\w+\}", page.inner_text(".ask"))
    page.wait_for_function(WHOLE, arg=SURE)  # it is scrolled into sight
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing hangs over the side"
    page.locator("[data-sure-no]").click()
    page.wait_for_selector(SURE, state="detached")


def test_hot_seat_is_not_handed_over_for_what_the_table_answers(visit: Open) -> None:
    """At the cover of a question with one answer the curtain stays up: it has been answered before anybody could see it."""
    page = visit()
    open_form(page, "Picket")
    fill_form(page, {})
    page.get_by_role("button", name="All on this device").click()
    page.get_by_role("button", name="Create match").click()
    for _ in range(2):
        page.locator("[data-curtain] .main").first.click()
        page.wait_for_selector(ACTION)
        page.locator(GESTURE).first.click()
        page.wait_for_function("() => document.querySelector('.ready') || document.querySelector('[data-prompt]')")
        page.locator("[data-drop]").click()
        page.wait_for_selector("[data-curtain] .main")
    assert [message[2] for message in sent(page, "manner")] == [{"auto": True}, {"auto": True}], "each seat once, when it is lifted"


def test_private_setting_of_a_match_of_two(visit: Open) -> None:
    """The other one hears nothing of how somebody is answered for."""
    anna = visit()
    link = create(anna, "Picket", {})
    bert = visit(link)
    bert.get_by_role("button", name="Take this seat").click()
    bert.wait_for_selector(ACTION)
    anna.wait_for_selector(ACTION)
    heard = len(bert.heard)
    anna.get_by_text("More", exact=True).click()
    anna.locator("details [data-auto]").uncheck()
    anna.wait_for_timeout(300)
    assert [message[1] for message in anna.heard if message[0] == "manner"][-1]["auto"] is False
    assert not [message for message in bert.heard[heard:] if message[0] in ("manner", "view", "match")]
