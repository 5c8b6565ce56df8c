"""Figures of the page: first paint, size of the first files, time from frame to drawing, frames per second."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from typing import Any

from .conftest import ROOT, SHOTS
from .table import ACTION, play_now

Open = Callable[..., Any]
LISTEN = """
window.arrived = []; window.drawn = [];
const Old = WebSocket;
window.WebSocket = class extends Old {
    constructor(...a) { super(...a); this.addEventListener('message', () => window.arrived.push(performance.now())); }
};"""
WATCH = """() => {
    const draw = () => requestAnimationFrame(() => window.drawn.push(performance.now()));
    new MutationObserver(draw).observe(document.querySelector('.board'), {subtree: true, childList: true, attributes: true});
}"""
COUNT = """() => {
    window.gaps = [];
    let last = performance.now();
    const step = (now) => { window.gaps.push(now - last); last = now; requestAnimationFrame(step); };
    requestAnimationFrame(step);
}"""
FIGURES = SHOTS.parent / "web-figures.txt"
STATIC = ROOT / "src/sandtable/server/static"


def keep(name: str, value: object) -> None:
    """Figures are artefacts, like the screenshots."""
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    with FIGURES.open("a", encoding="utf-8") as file:
        file.write(f"{name} {value}\n")


def test_first_page_is_small_and_fast(visit: Open) -> None:
    page = visit()
    page.wait_for_selector(".game")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(e => new URL(e.name).pathname)")
    scripts = [name for name in loaded if name.endswith(".js")]
    size = sum(len(gzip.compress((STATIC / name.lstrip("/")).read_bytes())) for name in scripts)
    keep("first_paint_ms", round(paint))
    keep("first_scripts_gzip", size)
    assert paint < 1000
    assert size < 150_000


def test_a_move_is_drawn_within_50_ms_of_its_frame(visit: Open) -> None:
    page = visit()
    page.add_init_script(LISTEN)
    page.goto("/")
    play_now(page)
    page.evaluate(WATCH)
    lags = []
    for _ in range(8):
        page.evaluate("arrived.length = 0; drawn.length = 0")
        page.locator(ACTION).first.click()
        page.wait_for_function("() => arrived.length > 0 && drawn.some(d => d > arrived[0])")
        lags.append(page.evaluate("drawn.find(d => d > arrived[0]) - arrived[0]"))
        page.wait_for_timeout(100)
    lags.sort()
    keep("frame_to_drawing_ms", lags)
    assert lags[len(lags) // 2] < 50


def test_frames_per_second_while_animating(visit: Open) -> None:
    """Reported, not judged: a shared machine without a graphics card draws what it can."""
    page = visit(calm=False)
    play_now(page)
    page.evaluate(COUNT)
    for _ in range(12):
        page.wait_for_selector(ACTION)
        page.locator(ACTION).last.click()
        page.wait_for_timeout(150)
    page.wait_for_selector(ACTION)
    gaps = page.evaluate("window.gaps")
    rate = 1000 * len(gaps) / sum(gaps)
    keep("frames_per_second", round(rate, 1))
    assert rate > 20


def test_no_inline_code_or_style_is_shipped() -> None:
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)
    assert "<style" not in html and "style=" not in html and "http" not in html.replace("https://", "")
