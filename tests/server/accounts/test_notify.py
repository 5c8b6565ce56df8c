"""It is your turn: by mail and webhook, and nothing more than that."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tables import PATIENCE
from tests.server.accounts.conftest import House, running

from sandtable.server import webhooks
from sandtable.server.notify import sign


class Hook:
    """A webhook's server that answers with the statuses it is given."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[int] = []
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                hook.got.append((dict(self.headers), body))
                status = hook.answers.pop(0) if hook.answers else 204
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", f"http://127.0.0.1:{hook.port}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(5)


@pytest.fixture
def hook() -> Iterator[Hook]:
    found = Hook()
    yield found
    found.close()


def tell(house: House, user: str, match: str, game: str = "picket") -> None:
    async def run() -> None:
        house.app.state.notifier._pause = 0.01
        house.app.state.notifier.your_turn(user, match, game)
        await house.app.state.notifier.drain()

    house.do(run())


def test_mail_says_whose_turn_and_nothing_else(house: House) -> None:
    browser = house.register("turn@example.org", "Turn")
    user = browser.get("/v1/account").json()["user"]
    before = len(house.mails())
    tell(house, user, "m1")
    tell(house, user, "m1")
    to, subject, text = house.mails()[-1]
    assert len(house.mails()) == before + 1, "one notice, however often"
    assert (to, subject) == ("turn@example.org", "Your turn: picket")
    url = house.settings.url
    assert text.replace("\r\n", "\n") == (
        f"Hello Turn,\n\nit is your turn in a match of picket:\n\n{url}/play/m1\n\n"
        f"You can switch these mails off in your settings: {url}/settings\n"
    )
    browser.patch("/v1/account", json={"notify_mail": False})
    tell(house, user, "m2")
    tell(house, "nobody", "m3")
    guest = house.browser().post("/v1/guests", json={}).json()["user"]
    tell(house, guest, "m4")
    assert len(house.mails()) == before + 1


def test_webhook_is_signed_tried_again_and_not_redirected(tmp_path: Path, hook: Hook) -> None:
    with running(tmp_path, webhook_private=True) as house:
        browser = house.register("hook@example.org", "Hook")
        user = browser.get("/v1/account").json()["user"]
        browser.patch("/v1/account", json={"webhook_url": f"http://127.0.0.1:{hook.port}/x?y=1", "notify_mail": False})
        key = browser.get("/v1/account/webhook-key").json()["key"]
        hook.answers = [500, 429]
        tell(house, user, "m1")
        assert len(hook.got) == 3
        headers, body = hook.got[-1]
        assert json.loads(body) == {"event": "your-turn", "match": "m1", "game": "picket", "url": f"{house.settings.url}/play/m1"}
        at = int(headers["Sandtable-Signature"].split(",")[0].removeprefix("t="))
        assert abs(at - time.time()) < 3600 and headers["Sandtable-Signature"] == sign(key, at, body)
        hook.answers = [302]
        tell(house, user, "m2")
        assert len(hook.got) == 4, "redirects are not followed"
        assert house.app.state.notifier.failed == 1


def test_webhook_that_never_answers_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "SECONDS", PATIENCE)
    with socket.create_server(("127.0.0.1", 0)) as silent, running(tmp_path, webhook_private=True) as house:
        slow, quick = house.register("slow@example.org", "Slow"), house.register("quick@example.org", "Quick")
        slow.patch("/v1/account", json={"webhook_url": f"http://127.0.0.1:{silent.getsockname()[1]}/"})
        users = [browser.get("/v1/account").json()["user"] for browser in (slow, quick)]

        async def tell_both() -> None:
            for user in users:
                house.app.state.notifier.your_turn(user, "m1", "picket")
            await house.app.state.notifier._queue.join()

        house.do(tell_both())
        assert ("quick@example.org", "Your turn: picket") in [mail[:2] for mail in house.mails()]
        assert house.app.state.notifier._calls and house.app.state.notifier.failed == 0, "the webhook is still being waited for"


def test_webhook_into_the_private_network_is_refused(house: House, hook: Hook) -> None:
    """Even when the name was fine as it was set: what counts is where it leads when it is called."""
    browser = house.register("inside@example.org", "Inside")
    user = browser.get("/v1/account").json()["user"]
    browser.patch("/v1/account", json={"webhook_url": "https://localhost:8443/x", "notify_mail": False})
    before = house.app.state.notifier.failed
    tell(house, user, "m1")
    assert house.app.state.notifier.failed == before + 1 and hook.got == []


def test_notices_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, limits=True) as house:
        user = house.register("many@example.org", "Many").get("/v1/account").json()["user"]
        for n in range(70):
            tell(house, user, f"m{n}")
        assert len(house.mails()) == 1 + 60
