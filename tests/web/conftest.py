"""A server with the built page, and a real Chromium in front of it.

The page must have been built (``make web``).  Without Chromium, or without the page, these tests are skipped, unless
SANDTABLE_WEB=1 demands them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tables import PATIENCE, free_port, wait_until

import sandtable

ROOT = Path(__file__).resolve().parent.parent.parent
SHOTS = Path(os.environ.get("SANDTABLE_SHOTS", ROOT / "build" / "screenshots"))
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
FLAGS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SLOW_MACHINE = {"SANDTABLE_BOT_SECONDS": str(PATIENCE), "SANDTABLE_DOCTOR_SECONDS": str(PATIENCE)}  # nothing is given up on it
# The dice of a match are the same in every run, unless new matches are looked for.
PROGRAM = ["-m", "sandtable.cli"] if os.environ.get("SANDTABLE_TEST_SEARCH") else ["-P", str(ROOT / "benchmarks/same_dice.py")]

# How a request ends whose server dies: before it was sent, while it was under way, or with half of an answer.
CUT = r"ERR_INTERNET|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|ERR_NETWORK|ERR_INCOMPLETE|ERR_CONTENT_LENGTH|WebSocket connection"

Open = Callable[..., Any]


def missing() -> str:
    if shutil.which("chromium") is None:
        return "Chromium is not installed"
    if not (ROOT / "src/sandtable/server/static/index.html").is_file():
        return "the page is not built: make web"
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed"
    return ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = missing()
    if reason and not os.environ.get("SANDTABLE_WEB"):
        for item in items:
            if item.path.is_relative_to(Path(__file__).parent) and "site" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.skip(reason=reason))


class Site:
    """The server under test; it can be stopped and started again on the same port and database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.settings: dict[str, str] = {}

    def start(self) -> None:
        code = str(Path(sandtable.__file__).parent.parent)  # the same code as the tests run, compiled or not
        environment = {**os.environ, "PYTHONPATH": code, "PYTHONWARNINGS": "", "SANDTABLE_LIMITS": "false", **SLOW_MACHINE, **self.settings}
        command = [
            sys.executable,
            *PROGRAM,
            "serve",
            "--port",
            str(self.port),
            "--database",
            f"sqlite:///{self.folder}/site.db",
        ]
        with (self.folder / "serve.log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, env=environment, stdout=log, stderr=log)
        wait_until(self.is_up)

    def is_up(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.told()[-2000:]
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=PATIENCE):
                return True
        except OSError:
            return False

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None

    def kill(self) -> None:
        """As when the power fails."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self.process = None

    def freeze(self) -> None:
        """It takes what is sent and answers nothing."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def told(self) -> str:
        return (self.folder / "serve.log").read_text(encoding="utf-8", errors="replace")

    def games(self) -> list[dict[str, Any]]:
        with urllib.request.urlopen(f"{self.url}/v1/games") as answer:
            found: list[dict[str, Any]] = json.load(answer)
            return found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = Site(tmp_path_factory.mktemp("site"))
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Any, site: Site) -> Iterator[Open]:
    """Open a page in a browser of its own; afterwards nothing may have gone wrong on any console, wire or server.

    ``page.complaints`` is what went wrong so far, ``page.heard`` and ``page.said`` all that went over the page's sockets.
    """
    contexts: list[Any] = []
    complaints: list[str] = []
    before = len(site.told())

    def open_page(
        path: str = "/", *, phone: bool = False, language: str = "en-GB", calm: bool = True, settings: Any = None, context: Any = None
    ) -> Any:
        if context is None:
            context = chromium.new_context(
                base_url=site.url,
                viewport=PHONE if phone else DESKTOP,
                locale=language,
                has_touch=phone,
                is_mobile=phone,
                accept_downloads=True,
            )
            chosen = {**({"motion": False} if calm else {}), **(settings or {})}
            text = json.dumps(json.dumps(chosen))
            context.add_init_script(f"localStorage['sandtable.settings'] ??= {text}")
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        listen(page, complaints, site)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints, complaints
    told = site.told()[before:]
    assert "Traceback" not in told, told[told.index("Traceback") - 1000 :][:4000]


def listen(page: Any, complaints: list[str], site: Site) -> None:
    """Errors of the console (a violated content policy is one), of scripts, of requests, and requests to elsewhere."""
    page.complaints = complaints
    page.heard = []
    page.said = []
    page.lines = []  # sockets that are open
    page.cut = False  # whether its line was ever cut on purpose

    def complain(text: str) -> None:
        if not (page.cut and re.search(CUT, text)):
            complaints.append(text)

    def console(message: Any) -> None:
        if message.type in ("error", "warning"):
            complain(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def failed(request: Any) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page was left, or the line was cut on purpose
            complain(f"failed request: {request.url} {request.failure}")

    def socket(opened: Any) -> None:
        page.lines.append(opened)
        opened.on("close", lambda closed: page.lines.remove(closed))
        opened.on("framereceived", lambda frame: page.heard.append(json.loads(frame)))
        opened.on("framesent", lambda frame: page.said.append(json.loads(frame)))

    page.on("console", console)
    page.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
    page.on("requestfailed", failed)
    page.on("request", lambda request: complaints.append(f"foreign request: {request.url}") if foreign(site, request.url) else None)
    page.on("websocket", socket)


def cut_line(page: Any) -> None:
    """What the browser itself says, now or later, about a connection that is cut on purpose is no complaint; anything else is."""
    page.cut = True


def refused(page: Any, status: int) -> None:
    """The browser itself notes a refused request on the console; exactly these are expected."""
    mine: list[str] = []
    until = time.monotonic() + PATIENCE
    while not mine:  # it is told when it comes
        assert time.monotonic() < until, page.complaints
        page.wait_for_timeout(20)
        mine = [each for each in page.complaints if f"the server responded with a status of {status}" in each]
    page.complaints[:] = [each for each in page.complaints if each not in mine]


def foreign(site: Site, url: str) -> bool:
    return not url.startswith((site.url, site.url.replace("http", "ws"), "data:", "blob:", "about:"))


@pytest.fixture
def shoot(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Keep a picture as an artefact."""

    def take(page: Any, name: str, *, full: bool = False) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(SHOTS / f"{name}.png"), full_page=full)

    return take
