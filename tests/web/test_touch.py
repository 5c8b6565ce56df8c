"""War of Leaders by finger on a phone, at a table for many: near enough to see, pinch, pan, and a move by drag."""

from __future__ import annotations

import re
from typing import Any

from .conftest import Open
from .table import ACTION
from .test_boards import MIDDLE, SEQ, pick, play_until, still

PLAYERS = 8
WIDTH = "() => Number(document.querySelector('.board-svg').getAttribute('viewBox').split(' ')[2])"
CORNER = "() => document.querySelector('.board-svg').getAttribute('viewBox').split(' ').slice(0, 2).map(Number)"
SIZE = "(selector) => document.querySelector(selector).getBoundingClientRect().width"
LENGTH = """() => {
    const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((end) => Number(document.querySelector('.wl-going .wl-way').getAttribute(end)));
    return 2 * Math.hypot(x2 - x1, y2 - y1);  // a unit of the drawing is two millimetres
}"""
HELD = ".wl-piece.wl-held .wl-base"


class Fingers:
    """Fingers on the glass, as the browser feels them."""

    def __init__(self, page: Any) -> None:
        self.line = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        found = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    def pinch(self, x: float, y: float, start: int, end: int) -> None:
        self.touch("touchStart", (x, y))
        self.touch("touchStart", (x, y), (x + start, y))
        for apart in range(start, end, 8 if end > start else -8):
            self.touch("touchMove", (x, y), (x + apart, y))
        self.touch("touchEnd")

    def drag(self, start: list[float], goal: list[float], release: bool = True) -> None:
        self.touch("touchStart", (start[0], start[1]))
        for step in range(1, 9):
            self.touch("touchMove", tuple(a + (b - a) * step / 8 for a, b in zip(start, goal, strict=True)))  # type: ignore[arg-type]
        if release:
            self.touch("touchEnd")


def table_for_many(page: Any) -> None:
    page.get_by_role("link", name="New match: War of Leaders").tap()
    page.locator("#seats").select_option(str(PLAYERS))
    for seat in range(1, PLAYERS):
        page.locator(f"#place-{seat}").select_option("bot:random")
    page.locator("#option-order").select_option("fixed")
    page.get_by_role("button", name="Create match").tap()
    page.wait_for_selector(ACTION)


def test_war_of_leaders_by_finger_at_a_table_for_many(visit: Open) -> None:
    page = visit(phone=True)
    table_for_many(page)
    play_until(page, "Attack, move or pass", "Take the ready formation")
    assert pick(page, "Declare a move")
    still(page, HELD)
    assert page.evaluate(SIZE, HELD) >= 12, "pieces come near enough to be told apart"
    fingers = Fingers(page)

    # a pinch zooms, also when its first finger lies on a piece that could be dragged
    page.get_by_role("button", name="Whole board").click()
    still(page, HELD)
    before, seq = page.evaluate(WIDTH), page.evaluate(SEQ)
    fingers.pinch(*page.evaluate(MIDDLE, HELD), 24, 96)
    page.wait_for_function(f"(before) => ({WIDTH})() < before / 1.5", arg=before)
    assert not page.locator(".wl-going").count(), "nobody moves by a pinch"
    assert page.evaluate("visualViewport.scale") == 1

    # one finger on open ground pans the nearer look
    x, y, width, height = (page.locator(".board-svg").bounding_box()[side] for side in ("x", "y", "width", "height"))
    corner = page.evaluate(CORNER)
    fingers.drag([x + width - 12, y + height - 12], [x + width - 12, y + height - 92])
    page.wait_for_function(f"(corner) => ({CORNER})()[1] > corner[1] + 1", arg=corner)
    assert page.evaluate(SEQ) == seq, "looking around decides nothing"

    # and a piece follows the finger along the exact length of the die
    page.get_by_role("button", name="Whole board").click()  # a tap so soon after a swipe would only stop the swipe
    page.wait_for_function(f"(before) => Math.abs(({WIDTH})() - before) < 1", arg=before)
    still(page, HELD)
    rolled = int(re.search(r"(\d+) mm", page.inner_text(".wl-die")).group(1))  # type: ignore[union-attr]
    fingers.drag(page.evaluate(MIDDLE, HELD), page.evaluate(MIDDLE, ".wl-point"), release=False)
    page.locator(".wl-going .wl-plate").wait_for()  # the length, or what is in the way
    assert abs(page.evaluate(LENGTH) - rolled) <= 1, "held at the exact length"
    fingers.touch("touchEnd")
    page.wait_for_function("(seq) => Number(document.querySelector('.match').dataset.seq) > seq", arg=seq)
    page.wait_for_function("() => !/Which piece/.test(document.querySelector('[data-prompt]')?.textContent ?? '')")
