"""What each board can do, in a real match page with mouse and finger: docs/boards.md names the tests phrase by phrase."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from tables import PATIENCE

from .conftest import Open
from .people import fill_form, open_form, two_at_a_table
from .table import ACTION, BOARD, decide, play_now

MIDDLE = """(selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
SECTOR = """(name) => {
    const label = [...document.querySelectorAll('.cm-name')].find(each => each.textContent === name).getBoundingClientRect();
    return [label.x + 80, label.y + 90];
}"""
SEQ = "() => Number(document.querySelector('.match').dataset.seq)"
LATER = "(seq) => Number(document.querySelector('.match').dataset.seq) > seq"
LETTERS = "(selector) => Math.min(...[...document.querySelectorAll(selector)].map(each => each.getBoundingClientRect().height))"


STILL = """async (selector) => {
    const where = () => { const box = document.querySelector(selector).getBoundingClientRect(); return [box.x, box.y].join(); };
    const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
    for (let same = 0, last = where(); same < 10; ) { await frame(); const now = where(); same = now === last ? same + 1 : 0; last = now; }
}"""


def still(page: Any, selector: str) -> None:
    """Until a thing has kept its place for some frames: the page may still be laying itself out."""
    page.evaluate(STILL, selector)


def drag(page: Any, start: str, goal: list[float], release: bool = True) -> None:
    page.mouse.move(*page.evaluate(MIDDLE, start))
    page.mouse.down()
    page.mouse.move(*goal, steps=6)
    if release:
        page.mouse.up()


def pick(page: Any, words: str) -> bool:
    """Take the offered action that begins so, and wait until it is answered."""
    found = page.locator(ACTION).filter(has_text=re.compile(words)).first
    if not found.count():
        return False
    before = page.evaluate(SEQ)
    found.click()
    page.wait_for_function(
        "(seq) => document.querySelector('[data-sure]') || Number(document.querySelector('.match').dataset.seq) > seq", arg=before
    )
    if page.locator("[data-sure-yes]").count():
        page.locator("[data-sure-yes]").click()
    page.wait_for_function(LATER, arg=before)
    page.wait_for_selector(ACTION)
    return True


def play_until(page: Any, prompt: str, *liked: str, most: int = 120) -> None:
    choice = random.Random(1)
    for _ in range(most):
        page.wait_for_selector(ACTION)
        if re.search(prompt, page.inner_text("[data-prompt]")):
            return
        if not any(pick(page, words) for words in liked):
            decide(page, choice)
    raise AssertionError(f"never asked: {prompt}")


def test_war_of_leaders_moves_by_drag_and_measures(visit: Open) -> None:
    page = visit()
    open_form(page, "War of Leaders")
    page.locator("#place-1").select_option("bot:random")
    fill_form(page, {"obstacles": "none", "point": "centre"})
    page.get_by_role("button", name="Create match").click()
    page.wait_for_selector(BOARD, state="attached")
    play_until(page, "Attack, move or pass", "Take the ready formation")
    still(page, ".wl-table")
    x, y, width, height = (page.locator(".wl-table").bounding_box()[side] for side in ("x", "y", "width", "height"))
    page.mouse.move(x + 0.4 * width, y + 0.1 * height)
    page.mouse.down()
    page.mouse.move(x + 0.6 * width, y + 0.1 * height, steps=4)
    page.locator(".wl-measure .wl-plate").filter(has_text=re.compile(r"(239|240|241) mm · line free")).wait_for()
    page.mouse.up()
    assert pick(page, "Declare a move")
    rolled = int(re.search(r"(\d+) mm", page.inner_text(".wl-die")).group(1))  # type: ignore[union-attr]
    before = page.evaluate(SEQ)
    still(page, ".wl-piece.wl-held .wl-base")
    drag(page, ".wl-piece.wl-held .wl-base", [x + width / 2, y + height / 2], release=False)
    page.locator(".wl-going .wl-plate").filter(has_text=f"{rolled} mm").wait_for()
    page.mouse.up()
    # the piece is chosen and sent on its way, or the page says what is in the way
    page.wait_for_function(LATER, arg=before)
    page.wait_for_function("() => !/Which piece/.test(document.querySelector('[data-prompt]')?.textContent ?? '')")


def test_war_of_leaders_tape_by_keyboard_and_on_a_phone(visit: Open) -> None:
    page = visit(phone=True)
    play_now(page, "War of Leaders")
    play_until(page, "Attack, move or pass", "Take the ready formation")
    page.get_by_role("button", name=re.compile("^Measuring tape")).tap()
    piece = page.locator(".wl-pieces .wl-piece").first
    piece.focus()
    page.keyboard.press("Enter")
    for key in ("ArrowRight", "ArrowLeft"):  # the army stands in a corner, to the left or to the right
        page.keyboard.press(key)
    page.locator(".wl-measure .wl-plate").filter(has_text=re.compile(r"\d+ mm · line")).wait_for()
    assert page.inner_text("[data-prompt]").startswith("Attack")


def test_no_chances_are_asked_of_a_place_that_cannot_be_taken(visit: Open) -> None:
    """A tap shows before it is confirmed; of what the rules refuse there is nothing to reckon."""
    page = visit(phone=True)
    open_form(page, "War of Leaders")
    page.locator("#place-1").select_option("bot:random")
    fill_form(page, {"scenario": "skirmish", "obstacles": "none", "point": "centre"})
    page.get_by_role("button", name="Create match").tap()
    page.wait_for_selector(BOARD, state="attached")
    play_until(page, "Place your pieces", most=20)
    page.get_by_role("button", name="Whole board").tap()
    still(page, ".wl-table")
    with page.expect_response(lambda response: "/why?" in response.url) as why:
        page.touchscreen.tap(*page.evaluate(MIDDLE, ".wl-table"))  # far from the own side
    assert why.value.json()["key"]
    page.locator(".chosen .main").tap()
    page.locator(".ask [role=alert]").wait_for()


def test_company_leader_leads_through_a_move_and_shows_areas(visit: Open) -> None:
    page = visit()
    play_now(page, "Company Leader")
    play_until(page, "What does this troop do", r"[A-K]\d+ acts", "Reveal")
    assert page.locator(".cl-steps li").count() == 6
    assert page.locator(".cl-steps [aria-current=step]").inner_text().endswith("turn")
    arrow = page.locator(".cl-direction.offered").first
    if arrow.count():
        page.mouse.move(*page.evaluate(MIDDLE, ".cl-direction.offered"))
        page.wait_for_selector(".cl-areas .cl-area-view")
        assert page.locator(".cl-legend").is_visible()
    play_until(page, "Go one field forward", r"[A-K]\d+ acts", "Reveal", "Turn")
    assert page.locator(".cl-steps .cl-done").count() == 2
    assert page.locator(".cl-steps [aria-current=step]").inner_text().endswith("move")


def test_commanders_orders_are_drawn_by_dragging(visit: Open) -> None:
    page = visit()
    play_now(page, "Commanders")
    page.wait_for_selector(".cm-unit.offered")
    counter = ".cm-unit[aria-label^='wI1,'] .cm-counter"
    still(page, counter)
    drag(page, counter, page.evaluate(SECTOR, "a2"))
    page.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-drawn').length === 1")
    assert page.locator(".cm-mini").count() == 1
    page.reload()
    page.wait_for_selector(".cm-slot.cm-drawn")
    assert page.locator(".cm-slot.cm-drawn").count() == 1, "a sheet survives a reload"
    page.locator(".board-side").get_by_role("button", name="Give this 1 order").click()
    page.locator("[data-sure-yes]").click()  # nine orders are left
    page.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-given').length === 1")


def test_commanders_order_being_drawn_outlasts_news(visit: Open) -> None:
    """The other one ends planning in the middle of a drag, and between the clicks on a unit and on its goal."""
    anna, bert = two_at_a_table(visit, "Commanders", {})
    for page in (anna, bert):
        page.wait_for_selector(".cm-unit.offered")
    first, second = (f".cm-unit[aria-label^='wI{number},'] .cm-counter" for number in (1, 2))
    still(anna, first)
    drag(anna, first, anna.evaluate(SECTOR, "a2"), release=False)
    before = anna.evaluate(SEQ)
    bert.locator("[data-ending]").click()
    bert.locator("[data-sure-yes]").click()
    anna.wait_for_function(LATER, arg=before)
    anna.mouse.up()
    anna.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-drawn').length === 1")
    anna.mouse.click(*anna.evaluate(MIDDLE, second))
    before = anna.evaluate(SEQ)
    bert.get_by_role("button", name="Take back").click()
    anna.wait_for_function(LATER, arg=before)
    anna.mouse.click(*anna.evaluate(SECTOR, "a2"))
    anna.wait_for_function("() => document.querySelectorAll('.cm-slot.cm-drawn').length === 2")


def test_leaders_map_can_be_read_and_the_headquarters_counts(visit: Open) -> None:
    page = visit()
    play_now(page, "Leaders")
    still(page, ".ld-name")
    assert page.evaluate(LETTERS, ".ld-name") >= 7.5, "names of territories"
    play_until(page, "headquarters", "^End placing", "^Move nobody", "^End my moves", "Done", "Go on")
    assert page.get_by_role("tab").filter(has_text=re.compile("Army|Research|Diplomacy|Secret service|Missions")).count() == 5
    plus = page.locator(".ld-office button:not(:disabled)").filter(has_text="+").first
    assert page.locator(".ld-number").first.inner_text() == "0"
    plus.click()
    assert page.locator(".ld-number").first.inner_text() == "1"
    page.locator(".ld-office button:not(:disabled)").filter(has_text="−").first.click()
    assert page.locator(".ld-number").first.inner_text() == "0"


def test_company_war_course_is_plotted_by_clicking_jumps(visit: Open) -> None:
    page = visit()
    play_now(page, "Company War")
    assert page.locator(".cw-legend text").count() >= 4 or page.locator(".cw-routes text").count() >= 4
    play_until(page, "Which ship do you plot")
    ship = page.evaluate(OFFERED_SHIPS)[0]
    for _ in range(2):  # the second click takes it jump by jump
        still(page, f"[data-field='{ship}']")
        page.mouse.click(*page.evaluate(MIDDLE, f"[data-field='{ship}']"))
    page.wait_for_function("() => /Where does it jump/.test(document.querySelector('[data-prompt]').textContent)")
    jump = page.locator(ACTION).filter(has_text=re.compile("Jump to")).first
    before = page.evaluate(SEQ)
    jump.click()
    page.wait_for_function(LATER, arg=before)
    page.wait_for_selector(ACTION)
    assert page.locator(".cw-courses .cw-drawn").count() >= 1


OFFERED_SHIPS = """() => [...document.querySelectorAll('.field.offered')]
    .map((found) => Number(found.dataset.field)).filter((id) => id >= 100 && id < 139)"""
FAR = """() => [...document.querySelectorAll('.cw-points .field.offered')]
    .filter((found) => !found.classList.contains('asked')).map((found) => found.dataset.field)"""


@pytest.mark.parametrize("way", ["click", "drag"])
def test_company_war_course_is_one_gesture_to_the_destination(visit: Open, way: str) -> None:
    """A ship, then where it goes: one message holds the whole course, and the next ship is asked for."""
    page = visit()
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    play_now(page, "Company War")
    play_until(page, "Which ship do you plot")
    ship = page.evaluate(OFFERED_SHIPS)[0]
    card = f"[data-field='{ship}']"
    still(page, card)
    before = page.evaluate(SEQ)
    page.mouse.click(*page.evaluate(MIDDLE, card))
    page.wait_for_function(f"() => ({FAR})().length > 8")  # the page has asked what it could do
    assert page.evaluate(SEQ) == before, "a ship picked up is not sent"
    goal = page.evaluate(FAR)[-1]
    still(page, f"[data-field='{goal}']")
    sent.clear()
    if way == "click":
        page.mouse.click(*page.evaluate(MIDDLE, f"[data-field='{goal}']"))
    else:
        drag(page, card, page.evaluate(MIDDLE, f"[data-field='{goal}']"))
    page.wait_for_function(LATER, arg=before)
    page.wait_for_selector(ACTION)
    assert "Which ship do you plot" in page.inner_text("[data-prompt]")
    assert page.locator(".cw-courses .cw-seat-0").count() == 1
    assert len([frame for frame in sent if '"perform"' in frame]) == 1


def test_what_is_asked_about_a_position_that_is_over(visit: Open) -> None:
    """The answer comes when the match has moved on: nothing goes wrong, and the board asks again about the new position."""
    page, choice = visit(), random.Random(1)
    held: list[Any] = []
    answers: list[Any] = []
    late = True
    page.route("**/look?*", lambda route: held.append(route) if late else route.continue_())
    page.on("requestfinished", lambda asked: answers.append(asked.response()) if "/look?" in asked.url else None)

    def go_on() -> None:
        before = page.evaluate(SEQ)
        decide(page, choice)
        page.wait_for_function("(seq) => Number(document.querySelector('.match').dataset.seq) > seq", arg=before)
        page.wait_for_selector(ACTION)

    def wait(done: Callable[[], Any]) -> None:
        until = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < until
            page.wait_for_timeout(20)

    play_now(page, "LEADERS")
    wait(lambda: len(held) >= 2)  # the points that win, of either side
    go_on()
    late = False
    for route in held:
        route.continue_()
    asked = [route.request for route in held]  # meanwhile the board may have asked again, and been answered first

    def too_late() -> list[Any]:
        return [each for each in answers if each.request in asked]

    wait(lambda: len(too_late()) == len(asked))
    assert [each.json() for each in too_late()] == [{"answer": None}] * len(asked)
    go_on()
    wait(lambda: sum(bool(each.json()["answer"]) for each in answers) >= 2)  # the other side may have moved on meanwhile, too
    assert {each.status for each in answers} == {200}
