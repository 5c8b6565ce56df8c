"""How a person at the table acts, in words of the page."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

ACTION = ".offer .action"
RESULT = "[data-result]"
TOLD = "[data-prompt], [data-waiting], [data-result]"  # the server has told where the match stands
BOARD = ".board-side .place > *"
CLICK = """async (chance) => {
    const found = [...document.querySelectorAll('.offer .action')];
    const wanted = found[Math.floor(chance * found.length)];
    const word = wanted?.dataset.choice ?? null;
    const gone = () => new Promise((done) => requestAnimationFrame(done));
    wanted?.click();
    await gone();
    document.querySelector('[data-sure-yes]')?.click();
    return word;
}"""
CHANGED = """([word, prompt, before, seq]) => {
    const said = (selector) => document.querySelector(selector)?.textContent;
    return document.querySelector('[data-result]') || document.querySelector('.match')?.dataset.seq !== seq
        || ![...document.querySelectorAll('.offer .action')].some((each) => each.dataset.choice === word)
        || said('[data-prompt]') !== prompt || said('[data-live]') !== before;
}"""


def play_now(page: Any, game: str = "Picket") -> None:
    page.get_by_role("button", name=f"Play now: {game}").click()
    page.wait_for_selector(f"{ACTION}, {RESULT}")
    page.wait_for_selector(BOARD, state="attached")  # it may come after the question


def over(page: Any) -> bool:
    return page.query_selector(RESULT) is not None


def decide(page: Any, choice: random.Random) -> bool:
    """Take one of the offered actions; false when none is offered now."""
    prompt = page.evaluate("document.querySelector('[data-prompt]')?.textContent")
    before = page.evaluate("document.querySelector('[data-live]')?.textContent")
    seq = page.evaluate("document.querySelector('.match')?.dataset.seq")
    word = page.evaluate(CLICK, choice.random())  # found and clicked at once: the list may change at any moment
    if word is None:
        return False
    page.wait_for_function(CHANGED, arg=[word, prompt, before, seq])
    return True


def play_out(page: Any, seed: int = 1, limit: int = 400, each: Callable[[int], None] | None = None) -> int:
    """Play at random until the result is shown; after ``limit`` decisions resign.  Returns the number of decisions."""
    choice, done = random.Random(seed), 0
    while not over(page) and done < limit:
        page.wait_for_selector(f"{ACTION}, {RESULT}")
        if not over(page) and decide(page, choice):
            done += 1
            if each is not None:
                each(done)
    if not over(page):
        resign(page)
    page.wait_for_selector(RESULT)
    return done


def resign(page: Any) -> None:
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Resign").first.click()
    page.locator("dialog[open]").get_by_role("button", name="Resign").click()
