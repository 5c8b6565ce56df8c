"""Mail over a real SMTP server, and the outbox."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from tests.server.accounts.conftest import free_port, running

from sandtable.server.mail import Post
from sandtable.server.settings import Settings


class Mailbox:
    """Takes mail after refusing as often as it is told."""

    def __init__(self) -> None:
        self.got: list[Any] = []
        self.refuse = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.refuse:
            self.refuse -= 1
            return "451 try again later"
        self.got.append(envelope)
        return "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if address.startswith("nobody"):
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"


@pytest.fixture
def smtp() -> Iterator[tuple[Mailbox, int]]:
    box, port = Mailbox(), free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield box, port
    controller.stop()


def send(settings: Settings, *mails: tuple[str, str, str]) -> Post:
    async def run() -> Post:
        post = Post(settings, pause=0.01)
        await post.start()
        for mail in mails:
            post.send(*mail)
        await post.drain()
        await post.stop()
        return post

    return asyncio.run(run())


def test_mail_arrives_whole(smtp: tuple[Mailbox, int]) -> None:
    box, port = smtp
    settings = Settings(smtp_host="127.0.0.1", smtp_port=port, smtp_tls="none", mail_from="Tisch <tisch@example.org>")
    post = send(settings, ("anna@example.org", "Grüße\r\nBcc: eve@example.org", "Guten Tag, Änne\n"))
    assert (post.sent, post.failed) == (1, 0)
    assert box.got[0].rcpt_tos == ["anna@example.org"] and box.got[0].mail_from == "tisch@example.org"
    text = box.got[0].content.decode()
    assert "Auto-Submitted: auto-generated" in text and "\nBcc:" not in text


def test_mail_is_tried_again_and_given_up(smtp: tuple[Mailbox, int]) -> None:
    box, port = smtp
    settings = Settings(smtp_host="127.0.0.1", smtp_port=port, smtp_tls="none")
    box.refuse = 2
    assert send(settings, ("anna@example.org", "a", "b")).sent == 1 and len(box.got) == 1
    post = send(settings, ("nobody@example.org", "a", "b"), ("no address", "a", "b"))
    assert (post.sent, post.failed) == (0, 2)
    dead = send(Settings(smtp_host="127.0.0.1", smtp_port=free_port(), smtp_tls="none"), ("anna@example.org", "a", "b"))
    assert (dead.sent, dead.failed) == (0, 1)


def test_no_password_or_mail_without_tls(smtp: tuple[Mailbox, int]) -> None:
    """A server that offers no STARTTLS gets nothing when it was asked for."""
    box, port = smtp
    assert send(Settings(smtp_host="127.0.0.1", smtp_port=port, smtp_tls="starttls"), ("anna@example.org", "a", "b")).failed == 1
    assert box.got == []


def test_registration_by_smtp(smtp: tuple[Mailbox, int], tmp_path: Path) -> None:
    box, port = smtp
    with running(tmp_path, smtp_host="127.0.0.1", smtp_port=port, smtp_tls="none") as house:
        form = {"email": "anna@example.org", "password": "three small blue boats", "name": "Anna"}
        assert house.browser().post("/v1/account", json=form).status_code == 202
        house.do(house.app.state.desk.post.drain())
    assert len(box.got) == 1 and b"/confirm#" in box.got[0].content and not (tmp_path / "outbox").exists()


def test_outbox_is_private_and_the_console_has_the_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings(data_folder=str(tmp_path))
    send(settings, ("anna@example.org", "Confirm", "Open https://x.example/confirm#abc\n"))
    (file,) = settings.outbox.glob("*.eml")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(settings.outbox.stat().st_mode) == 0o700
    assert "mail to anna@example.org: Confirm: https://x.example/confirm#abc" in capsys.readouterr().err
