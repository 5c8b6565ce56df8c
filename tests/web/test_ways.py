"""Other ways to sit at the table: keyboard, touch, German, still pictures, dark rooms, orders kept on the device."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from .conftest import ROOT
from .people import AFTER, ANSWERED, TAKEN, Person, fill_form, play_on, press
from .table import ACTION, BOARD, RESULT, play_now
from .test_matches import SHORT

SMALL = """[...document.querySelectorAll('.ask button, .tabs button')]
    .filter(e => e.offsetParent && e.getBoundingClientRect().height < 24).map(e => e.innerText)"""
# After a tap: something is to be confirmed, or was decided, or the board has changed.
TAPPED = f"(before) => document.querySelector('.chosen .main') ? 'chosen' : ({AFTER})(before)"
WIDTH = "Number(document.querySelector('.board-svg').getAttribute('viewBox').split(' ')[2])"
AT_REST = """() => new Promise((resolve) => {
    const look = () => JSON.stringify([document.querySelector('.board-svg').getBoundingClientRect(), document.getAnimations().length]);
    const before = look();
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(look() === before)));
})"""
SPOKEN = """() => {
    const said = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode())
        if (node.nodeType === Node.TEXT_NODE) { if (!node.parentElement.closest('[lang=en], script, style')) said.push(node.data); }
        else for (const name of ['aria-label', 'title', 'placeholder']) if (node.hasAttribute(name)) said.push(node.getAttribute(name));
    return [...new Set(said.map(text => text.replace(/\\s+/g, ' ').trim()).filter(Boolean))];
}"""
Open = Callable[..., Any]


# German -----------------------------------------------------------------------------


def sentences(name: str, language: str) -> dict[str, str]:
    """All texts of the pages and of a game, by key."""
    source = (ROOT / f"web/src/texts/{language}.ts").read_text(encoding="utf-8")
    found = dict(re.findall(r'"([\w.\-]+)": "((?:[^"\\]|\\.)*)"', source))
    with (ROOT / f"src/sandtable/games/{name}/texts/{language}.toml").open("rb") as file:
        for table, entries in tomllib.load(file).items():
            if isinstance(entries, dict):
                found |= {f"{name} {table} {key}": text for key, text in entries.items() if isinstance(text, str)}
    return found


def english_only(name: str) -> list[re.Pattern[str]]:
    """English texts that are no German ones, as patterns where they have places to fill."""
    english, german = sentences(name, "en"), sentences(name, "de")
    assert english.keys() == german.keys()
    assert len(english) > 200
    both = {text.lower() for text in german.values()}
    own = {text for key, text in english.items() if text != german[key] and text.lower() not in both and len(text) > 2}
    worth = [text for text in own if len(re.sub(r"\{\w+\}|\W", "", text)) > 3]
    return [re.compile(".+".join(map(re.escape, re.split(r"\{\w+\}", text)))) for text in worth]


def check_german(page: Any, patterns: list[re.Pattern[str]]) -> None:
    left = [text for text in page.evaluate(SPOKEN) if any(pattern.fullmatch(text) for pattern in patterns)]
    assert not left, left


@pytest.mark.parametrize("name", SHORT)
def test_whole_match_in_german(visit: Open, site: Any, shoot: Callable[..., None], name: str) -> None:
    """Against the computer, from the home page to the result; not one English text of the catalogues is left."""
    title = next(game for game in site.games() if game["name"] == name)["title"]["de"]
    patterns = english_only(name)
    page = visit(language="de-DE")
    page.get_by_role("link", name=f"Neues Spiel: {title}").or_(page.get_by_role("link", name=f"Neue Partie: {title}")).click()
    page.locator("#place-1").wait_for()
    assert page.evaluate("document.documentElement.lang") == "de"
    page.locator("#place-1").select_option("bot:random")
    fill_form(page, SHORT[name])
    page.wait_for_load_state("networkidle")
    check_german(page, patterns)
    page.locator("form button[type=submit]").click()
    page.wait_for_selector(ACTION)
    play_on([Person(page, seed=6)], each=lambda done: check_german(page, patterns) if done % 7 == 1 else None)
    check_german(page, patterns)
    shoot(page, f"german-{name}")
    page.locator(RESULT).locator("a[href^='/replay']").click()
    page.locator("[data-position]").wait_for()
    check_german(page, patterns)


# touch ------------------------------------------------------------------------------


class Toucher(Person):
    """Taps; what is tapped on the board is confirmed."""

    def by_board(self, seen: dict[str, Any]) -> bool:
        for _ in range(12):
            if not seen["places"]:
                return False
            spot, written = self.choice.choice(seen["places"]), self.written()
            self.page.touchscreen.tap(spot["x"], spot["y"])
            self.page.wait_for_function(TAPPED, arg={"seq": seen["seq"], "mark": seen["mark"]})
            confirm = self.page.locator(".chosen .main")
            if confirm.count():
                self.take(seen["seq"], confirm, touch=True)
                return True
            seen_again = self.seen()
            if seen_again["seq"] != seen["seq"] or not seen_again["actions"]:
                return True
            self.drawn += self.written() != written
            seen = seen_again
        return False

    def by_list(self, seq: int) -> bool:
        confirm = self.page.locator(".chosen .button:not(.main)")
        press(confirm, touch=True)
        shown = self.page.locator(f"{ACTION}:visible")  # a long list is cut short on a phone
        count = shown.count()  # the first ones: what ends a turn stands last
        return self.take(seq, shown.nth(self.choice.randrange(min(3, count))), touch=True) if count else True


@pytest.mark.parametrize("name", SHORT)
def test_phone_by_touch(visit: Open, site: Any, shoot: Callable[..., None], name: str) -> None:
    """A full turn on a phone, by taps alone; the page never gets wider than the screen."""
    title = next(game for game in site.games() if game["name"] == name)["title"]["en"]
    page = visit(phone=True, settings={"theme": "dark"})
    page.get_by_role("link", name=f"New match: {title}").tap()
    page.locator("#place-1").select_option("bot:random")
    fill_form(page, SHORT[name])
    page.get_by_role("button", name="Create match").tap()
    page.wait_for_selector(ACTION)
    shoot(page, f"phone-{name}")
    person = Toucher(page, seed=8, boards=1.0)
    for _ in range(4):  # which of the offered things a person picks is chance, and some of them lie in the list alone
        play_on([person], most=14)
        page.wait_for_selector(f"{ACTION}, {RESULT}")
        if person.clicked or person.drawn:
            break
    shoot(page, f"phone-{name}-later")
    assert person.clicked + person.drawn >= 1, "the board could not be used by touch"
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, f"the page is {wide} wide"
    assert page.evaluate(SMALL) == []


def test_pinch_zooms_the_board(visit: Open) -> None:
    page = visit(phone=True)
    page.get_by_role("button", name="Play now: Company Leader").tap()
    page.wait_for_selector(ACTION)
    page.get_by_role("button", name="Whole board").tap()
    page.wait_for_function(AT_REST)
    box = page.locator(".board-svg").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, apart: float) -> None:
        points = (
            []
            if kind == "touchEnd"
            else [{"x": middle[0] - apart, "y": middle[1], "id": 0}, {"x": middle[0] + apart, "y": middle[1], "id": 1}]
        )
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def width() -> float:
        return float(page.locator(".board-svg").get_attribute("viewBox").split()[2])

    before = width()
    touch("touchStart", 30)
    for apart in range(35, 100, 10):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    page.wait_for_function(f"() => {WIDTH} < {before / 1.5}")
    page.get_by_role("button", name="Whole board").tap()
    page.wait_for_function(f"() => Math.abs({WIDTH} - {before}) < 1e-3 * {before}")
    assert page.evaluate("visualViewport.scale") == 1, "the board zooms, not the page"


# keyboard ---------------------------------------------------------------------------


def tab_to(page: Any, what: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if what in (page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.id ?? ''") or ""):
            return
    raise AssertionError(f"{what} cannot be reached by Tab")


def arrow_to(page: Any, value: str) -> None:
    """Letters would do as well, but only of somebody who types fast enough."""
    for key in ["Home", *["ArrowDown"] * 20]:
        page.keyboard.press(key)
        if page.evaluate("document.activeElement.value") == value:
            return
    raise AssertionError(f"{value} cannot be chosen by arrows")


def test_whole_match_by_keyboard(visit: Open) -> None:
    """No mouse from the home page to the result: Tab, arrows, Enter, and the keys listed under ?."""
    page = visit()
    page.wait_for_selector(".game")
    tab_to(page, "New match: Company Leader")
    page.keyboard.press("Enter")
    page.locator("#place-1").wait_for()
    tab_to(page, "place-1")
    arrow_to(page, "bot:random")
    tab_to(page, "option-board")
    page.keyboard.type("small")
    tab_to(page, "option-turns")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.wait_for_selector(ACTION)
    page.keyboard.press("?")
    assert "choose the first nine actions" in page.locator("dialog[open]").inner_text()
    page.keyboard.press("Escape")
    page.wait_for_selector(BOARD, state="attached")
    boards, done = 0, 0
    person = Person(page)
    while not person.over and done < 200:
        page.wait_for_selector(f"{ACTION}, {RESULT}")
        before = person.seen()
        if not before["actions"]:
            continue
        done += 1
        boards += by_keys(person, before["seq"], done)
        page.wait_for_function(ANSWERED, arg=before["seq"])
    page.wait_for_selector(RESULT)
    assert boards >= 3, "the board was hardly used"


def by_keys(person: Person, seq: int, turn: int) -> bool:
    """On the board by arrows and Enter; if that only narrows the choice, or now and then, by the list."""
    page = person.page
    if turn % 2:
        page.keyboard.press("b")
        page.wait_for_function("() => document.activeElement.matches('.field')")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("End")
        for _ in range(3):
            mark = person.seen()["mark"]
            page.keyboard.press("Enter")
            after = page.wait_for_function(AFTER, arg={"seq": seq, "mark": mark}).json_value()
            if after == "sure":
                page.locator("[data-sure-yes]").focus()
                page.keyboard.press("Enter")
            if after != "changed":
                return True
            page.keyboard.press("End")
    ends = turn % 4 == 0 and page.locator(".endings button").count()  # else one could reveal and conceal for ever
    page.keyboard.press("e" if ends else "a")
    page.keyboard.press("Enter") if turn % 3 or ends else page.keyboard.press("1")
    if page.wait_for_function(TAKEN, arg=[seq, 0]).json_value() == "sure":
        page.locator("[data-sure-yes]").focus()
        page.keyboard.press("Enter")
    return False


# settings of the system ---------------------------------------------------------------


def test_reduced_motion_and_dark_mode_follow_the_system(visit: Open, chromium: Any, site: Any) -> None:
    context = chromium.new_context(base_url=site.url, reduced_motion="reduce", color_scheme="dark", locale="en-GB")
    page = visit(context=context)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("document.documentElement.dataset.motion") == "off"
    play_now(page)
    page.emulate_media(color_scheme="light")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'light'")
    page.get_by_text("More", exact=True).click()
    assert not page.locator(".menu").get_by_label("Animations").is_checked()
    context.close()


def test_language_can_be_changed_under_way(visit: Open) -> None:
    page = visit("/settings", language="de-DE")
    page.get_by_label("Sprache").select_option("en")
    page.get_by_role("heading", name="Settings").wait_for()
    assert page.evaluate("document.documentElement.lang") == "en"


def test_what_an_earlier_page_meant_to_send_later_is_not_sent(visit: Open) -> None:
    """Nothing of a plan is ever sent in answer to another question: there is no list of actions that wait for theirs."""
    page = visit()
    play_now(page)
    match = page.url.rpartition("/")[2]
    page.evaluate("m => localStorage.setItem(`sandtable.plan.${m}.0`, JSON.stringify([[0, 1], [0, 3], [1, 0, 1]]))", match)
    page.reload()
    page.wait_for_selector(ACTION)
    Person(page, boards=0).act()
    assert len([message for message in page.said if message[0] in ("do", "perform")]) == 1
