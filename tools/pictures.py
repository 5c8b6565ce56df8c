"""Take the pictures of docs/pictures anew: real matches against the computer, in a real Chromium.

    sandtable serve --port 8900 --database sqlite:////tmp/pictures.db &
    python tools/pictures.py http://127.0.0.1:8900

Each game is played on by plain choices until a moment that shows what its board can do; then the picture is taken.
"""

from __future__ import annotations

import random
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SIZE = {"width": 1280, "height": 800}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
STILL = """localStorage['sandtable.settings'] ??= '{"motion": false}'"""
CHOICES = """() => {
    const found = [...document.querySelectorAll('.offer .action')], going = found.filter(each => !each.matches('.ending'));
    return (going.length ? going : found).map(each => [each.dataset.choice, each.innerText.replace(/^\\d+\\s+/, '')]);
}"""
TAKE = """async (choice) => {
    document.querySelector(`.offer .action[data-choice="${choice}"]`)?.click();
    await new Promise((done) => requestAnimationFrame(done));
    document.querySelector('[data-sure-yes]')?.click();
}"""
SEQ = "() => document.querySelector('.match')?.dataset.seq ?? ''"
LATER = "(seq) => document.querySelector('.match')?.dataset.seq !== seq || document.querySelector('[data-result]')"
MIDDLE = """(selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""

FIELD = """(name) => {
    const label = [...document.querySelectorAll('.cm-name')].find(each => each.textContent === name).getBoundingClientRect();
    return [label.x + 80, label.y + 90];
}"""


class Sitter:
    """Somebody who plays on until there is something to see."""

    def __init__(self, page: Any, game: str, seed: int = 1) -> None:
        self.page = page
        self.choice = random.Random(seed)
        page.goto("/")
        page.get_by_role("button", name=f"Play now: {game}").click()
        self.wait()

    def wait(self) -> list[tuple[str, str]]:
        self.page.wait_for_selector(".offer .action, [data-result]", timeout=60_000)
        return [(action, said) for action, said in self.page.evaluate(CHOICES)]

    def prompt(self) -> str:
        return str(self.page.evaluate("() => document.querySelector('[data-prompt]')?.textContent ?? ''"))

    def act(self, *liked: str) -> None:
        """The first liked action that is offered, or any."""
        offered = self.wait()
        wanted = next((found for like in liked if (found := [each for each in offered if re.match(like, each[1])])), offered)
        before = self.page.evaluate(SEQ)
        self.page.evaluate(TAKE, self.choice.choice(wanted)[0])
        self.page.wait_for_function(LATER, arg=before)

    def until(self, asked: str, *liked: str, times: int = 1, most: int = 200) -> None:
        """Play until something is asked for the given time."""
        for _ in range(most):
            self.wait()
            if re.search(asked, self.prompt()):
                times -= 1
                if times <= 0:
                    return
            self.act(*liked)
        raise RuntimeError(f"never asked: {asked}")

    def point(self, selector: str) -> tuple[float, float]:
        found = self.page.evaluate(MIDDLE, selector)
        if found is None:
            raise RuntimeError(f"nothing on the board is {selector}")
        self.page.mouse.move(*found)
        return found[0], found[1]

    def drag(self, selector: str, to: tuple[float, float], release: bool = True) -> None:
        self.point(selector)
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=8)
        if release:
            self.page.mouse.up()


def company_leader(page: Any) -> None:
    sitter = Sitter(page, "Company Leader")
    sitter.until("Swap, reveal", "Deal me")
    summary = page.locator(".subjects summary")
    if not page.locator("[data-subject]").first.is_visible():
        summary.click()
    page.locator("[data-subject]").nth(2).click()
    page.locator(".offer .gesture").nth(3).hover()


def commanders(page: Any) -> None:
    sitter = Sitter(page, "Commanders")
    sitter.wait()
    for unit, sector in (("wI1", "a2"), ("wI7", "b2"), ("wC1", "c2"), ("wA1", "b2"), ("wI11", "c2"), ("wC5", "b1")):
        sitter.drag(f".cm-unit[aria-label^='{unit},'] .cm-counter", page.evaluate(FIELD, sector))
    page.mouse.move(2, 2)


def leaders(page: Any) -> None:
    sitter = Sitter(page, "LEADERS")
    sitter.until("Move units into", "Lead", "Take", "Place")


def company_war(page: Any) -> None:
    sitter = Sitter(page, "Company War")
    sitter.until("Where does it jump", "Two fists", "Jump", "Plot", times=9)
    page.mouse.move(2, 2)


def war_of_leaders(page: Any) -> None:
    sitter = Sitter(page, "War of Leaders")
    for _ in range(4):
        sitter.until("Attack, move or pass", ".*formation")
        sitter.act("Declare a move", "Pass")
        sitter.until("Which piece or group", "Declare")
        sitter.act("Move the group")
        sitter.until("In which direction")
        sitter.act("Go in")
    sitter.until("Attack, move or pass", "Declare a move")
    sitter.act("Declare a move")
    sitter.until("Which piece or group")
    middle = page.evaluate(MIDDLE, ".wl-point")
    sitter.drag(".wl-piece.wl-held .wl-base", middle, release=False)


def home(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector(".art svg")


PICTURES: dict[str, Callable[[Any], None]] = {
    "home": home,
    "company_leader": company_leader,
    "commanders": commanders,
    "leaders": leaders,
    "company_war": company_war,
    "war_of_leaders": war_of_leaders,
}


def main() -> None:
    address, *wanted = sys.argv[1:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, way in PICTURES.items():
            if wanted and name not in wanted:
                continue
            context = browser.new_context(base_url=address, viewport=SIZE, locale="en-GB")
            context.add_init_script(STILL)
            page = context.new_page()
            page.set_default_timeout(20_000)
            way(page)
            page.wait_for_timeout(600)
            page.screenshot(path=FOLDER / f"{name}.png")
            print(name)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
