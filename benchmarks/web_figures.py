"""Figures of the page, measured in Chromium on this machine.

    make web compiled
    PYTHONPATH=build/compiled python benchmarks/web_figures.py [--rounds 5]

First paint of the home page and the script it needs; the time from a move's frame on the wire to its drawing; frames a
second while the largest boards animate.  The bars stand beside the figures.  A machine without a graphics card, or with other work, draws
what it can: compare runs of one machine only.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sandtable

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
FLAGS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
ACTION = ".offer .action"
BOARDS: list[tuple[str, str, dict[str, str]]] = [
    ("company_war", "tactical line", {"#option-scenario": "line"}),
    ("company_leader", "4 players", {"#seats": "4"}),
]
LISTEN = """
window.arrived = []; window.drawn = [];
const Old = WebSocket;
window.WebSocket = class extends Old {
    constructor(...a) { super(...a); this.addEventListener('message', () => window.arrived.push(performance.now())); }
};"""
WATCH = """() => {
    const draw = () => requestAnimationFrame(() => window.drawn.push(performance.now()));
    new MutationObserver(draw).observe(document.querySelector('.board-side'), {subtree: true, childList: true, attributes: true});
}"""
# Time between two frames counts while the board changed within the last 100 ms.
COUNT = """() => {
    window.gaps = [];
    let last = performance.now(), changed = 0;
    new MutationObserver(() => { changed = performance.now(); })
        .observe(document.querySelector('.board-side'), {subtree: true, childList: true, attributes: true});
    const step = (now) => { if (now - changed < 100) window.gaps.push(now - last); last = now; requestAnimationFrame(step); };
    requestAnimationFrame(step);
}"""


@contextmanager
def server() -> Iterator[str]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        code = str(Path(sandtable.__file__).parent.parent)
        environment = {**os.environ, "PYTHONPATH": code, "SANDTABLE_LIMITS": "false"}
        command = [sys.executable, "-m", "sandtable.cli", "serve", "--port", str(port), "--database", f"sqlite:///{folder}/site.db"]
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(600):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def home(browser: Any, url: str, rounds: int) -> None:
    paints, size = [], 0
    static = Path(sandtable.__file__).parent / "server/static"
    for _ in range(rounds):
        page = browser.new_page()
        page.goto(url)
        page.wait_for_selector(".game")
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        loaded = page.evaluate("performance.getEntriesByType('resource').map(e => new URL(e.name).pathname)")
        size = sum(len(gzip.compress((static / name.lstrip("/")).read_bytes())) for name in loaded if name.endswith(".js"))
        page.close()
    report("first paint of the home page, ms", statistics.median(paints), "< 1000")
    report("script of the home page, kB gzip", size / 1000, "< 150")


def create(browser: Any, url: str, game: str, choices: dict[str, str], motion: bool) -> Any:
    """A match against the computer, by the form."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    word = "true" if motion else "false"
    context.add_init_script(f"localStorage['sandtable.settings'] ??= '{{\"motion\": {word}}}'")
    context.add_init_script(LISTEN)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{url}/new/{game}")
    page.locator("#place-1").wait_for()
    for selector, value in choices.items():
        page.locator(selector).select_option(value)
    for place in page.locator("[id^=place-]").all()[1:]:
        place.select_option("bot:random")
    page.get_by_role("button", name="Create match").click()
    page.wait_for_selector(ACTION)
    return page


def lag(browser: Any, url: str, game: str, label: str, choices: dict[str, str], moves: int) -> None:
    page = create(browser, url, game, choices, motion=False)
    page.evaluate(WATCH)
    lags = []
    for _ in range(moves):
        page.wait_for_selector(f"{ACTION}, [data-result]")
        if page.query_selector("[data-result]"):
            break
        page.evaluate("() => { arrived.length = 0; drawn.length = 0; }")
        page.locator(ACTION).first.click()
        page.wait_for_function("() => arrived.length > 0 && drawn.some(d => d > arrived[0])")
        lags.append(page.evaluate("() => drawn.find(d => d > arrived[0]) - arrived[0]"))
        page.wait_for_timeout(150)
    report(f"frame to drawing, {game} ({label}), ms", statistics.median(lags), "< 50")
    page.context.close()


def frames(browser: Any, url: str, game: str, label: str, choices: dict[str, str], moves: int) -> None:
    page = create(browser, url, game, choices, motion=True)
    page.evaluate(COUNT)
    for _ in range(moves):
        page.wait_for_selector(f"{ACTION}, [data-result]")
        if page.query_selector("[data-result]"):
            break
        page.locator(ACTION).last.click()
        page.wait_for_timeout(200)
    gaps = page.evaluate("window.gaps")
    report(f"frames a second while animating, {game} ({label})", 1000 * len(gaps) / sum(gaps) if gaps else 0, "60")
    page.context.close()


def report(name: str, value: float, bar: str) -> None:
    print(f"{name:68} {value:8.1f}   bar {bar}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--moves", type=int, default=12)
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        home(browser, url, options.rounds)
        lag(browser, url, "picket", "10 turns", {}, options.moves)
        for game, label, choices in BOARDS:
            lag(browser, url, game, label, choices, options.moves)
        for game, label, choices in BOARDS:
            frames(browser, url, game, label, choices, options.moves)
        browser.close()


if __name__ == "__main__":
    main()
