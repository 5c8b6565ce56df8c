"""A server on loopback, browsers that talk to it, and its outbox."""

from __future__ import annotations

import asyncio
import email
import email.policy
import re
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
import uvicorn
from tables import PATIENCE, free_port, wait_until

from sandtable.server import main
from sandtable.server.app import create_app
from sandtable.server.settings import Settings

T = TypeVar("T")
PASSWORD = "three small blue boats"


class Browser(httpx.Client):
    """Keeps cookies and names its origin, as browsers do."""

    def __init__(self, house: House, **more: Any) -> None:
        super().__init__(base_url=house.url, timeout=PATIENCE, headers={"Origin": house.settings.url, "User-Agent": "Firefox"}, **more)


class House:
    """A running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings)
        self.server = uvicorn.Server(uvicorn.Config(self.app, **main.options(settings)))
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.clients: list[httpx.Client] = []
        self.url = f"http://127.0.0.1:{settings.port}"

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self.server.serve())
        self.loop.close()

    def start(self) -> None:
        self.thread.start()
        wait_until(lambda: self.server.started or not self.thread.is_alive())
        assert self.thread.is_alive(), "the server ended"
        self.app.state.limits._clock = lambda: 0.0  # no bucket refills, however slow this machine is

    def stop(self) -> None:
        for client in self.clients:
            client.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def browser(self) -> Browser:
        self.clients.append(Browser(self))
        return self.clients[-1]  # type: ignore[return-value]

    def program(self, token: str = "") -> httpx.Client:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.clients.append(httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE))
        return self.clients[-1]

    def mails(self) -> list[tuple[str, str, str]]:
        """Recipient, subject and text of every mail so far."""
        self.do(self.app.state.desk.post.drain())
        found = []
        for file in sorted(self.settings.outbox.glob("*.eml")):
            message: Any = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            found.append((str(message["To"]), str(message["Subject"]), message.get_content()))
        return found

    def link(self, to: str) -> str:
        """The secret of the last link sent to an address."""
        for recipient, _, text in reversed(self.mails()):
            found = re.search(r"#(\S+)", text)
            if recipient == to and found:
                return found.group(1)
        raise AssertionError(f"no link for {to}")

    def register(self, address: str, name: str, password: str = PASSWORD) -> Browser:
        """A confirmed account, logged in."""
        browser = self.browser()
        answer = browser.post("/v1/account", json={"email": address, "password": password, "name": name})
        assert answer.status_code == 202, answer.text
        answer = browser.post("/v1/account/confirm", json={"token": self.link(address)})
        assert answer.status_code == 200, answer.text
        return browser

    def token(self, browser: Browser, *scopes: str, password: str = PASSWORD) -> str:
        answer = browser.post("/v1/tokens", json={"name": "program", "scopes": list(scopes), "password": password})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    def later(self, seconds: float) -> None:
        """Let time pass for accounts."""
        desk = self.app.state.desk
        before = desk.clock
        desk.clock = lambda: before() + seconds


@contextmanager
def running(folder: Path, **given: Any) -> Iterator[House]:
    port = given.pop("port", 0) or free_port()
    values: dict[str, Any] = {
        "port": port,
        "base_url": f"http://127.0.0.1:{port}",
        "database": f"sqlite:///{folder / 'sandtable.db'}",
        "data_folder": str(folder),
        "limits": False,
    }
    house = House(Settings(**(values | given)))
    house.start()
    try:
        yield house
    finally:
        house.stop()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[House]:
    """A server of its own, with rate limits."""
    with running(tmp_path, limits=True) as found:
        yield found
