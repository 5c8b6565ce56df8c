"""Mail: by SMTP when one is set, else into an outbox folder with the link on the console.

Mail is sent by a task of its own, so that an answer takes as long whether or not there was somebody to write to.
"""

from __future__ import annotations

import asyncio
import contextlib
import email.utils
import logging
import os
import re
import smtplib
import ssl
import sys
import time
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from sandtable.server.settings import Settings

log = logging.getLogger("sandtable.mail")

LATER = 0.2  # seconds: several times as long as answers take
QUEUE = 1000  # mails waiting; more are dropped and counted
TRIES = 3
PAUSE = 5.0  # seconds before the second try; twice as long before each further one
TIMEOUT = 20.0
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9-]{1,63}")
_LINK = re.compile(r"https?://\S+")


def is_address(text: str) -> bool:
    """Whether mail can be sent there; says nothing of whether it arrives."""
    return len(text) <= 254 and _ADDRESS.fullmatch(text) is not None


def fold(address: str) -> str:
    """One spelling per mailbox, good enough to keep accounts apart."""
    return address.strip().lower()


class Post:
    """Sends mail in the background."""

    def __init__(self, settings: Settings, pause: float = PAUSE) -> None:
        self.sent = 0
        self.failed = 0
        self._settings = settings
        self._pause = pause
        self._queue: asyncio.Queue[tuple[float, str, str, str]] = asyncio.Queue(QUEUE)
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._work(), name="mail")

    async def stop(self, seconds: float = 5.0) -> None:
        """Send what waits, but not for ever."""
        if self._task is None:
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._queue.join(), seconds)
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._task = None

    async def drain(self) -> None:
        """Wait until every mail has been tried."""
        await self._queue.join()

    def send(self, to: str, subject: str, text: str) -> None:
        """Put a mail into the queue; never waits and never fails.  It is written when the answer to
        whoever asked for it is long out, so that its work does not tell by time that there is somebody to write to."""
        try:
            self._queue.put_nowait((asyncio.get_running_loop().time() + LATER, to, subject, text))
        except asyncio.QueueFull:
            self.failed += 1
            log.error("mail not queued")

    async def _work(self) -> None:
        while True:
            due, *letter = await self._queue.get()
            await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))
            try:
                await self._deliver(compose(self._settings.mail_from, *letter))
            except ValueError:
                self.failed += 1
                log.error("mail cannot be written")
            finally:
                self._queue.task_done()

    async def _deliver(self, message: EmailMessage) -> None:
        for attempt in range(TRIES):
            try:
                await asyncio.to_thread(self._hand_over, message)
            except (OSError, smtplib.SMTPException) as error:
                log.warning("mail not sent", extra={"attempt": attempt + 1, "reason": type(error).__name__})
                if isinstance(error, smtplib.SMTPRecipientsRefused) or attempt == TRIES - 1:
                    break
                await asyncio.sleep(self._pause * 2**attempt)
            else:
                self.sent += 1
                return
        self.failed += 1

    def _hand_over(self, message: EmailMessage) -> None:
        if self._settings.smtp_host:
            send_by_smtp(self._settings, message)
        else:
            drop(self._settings.outbox, message)


def compose(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    if not is_address(to):
        raise ValueError("no mail address")
    message = EmailMessage()
    message["From"] = sender
    message["To"] = to
    message["Subject"] = " ".join(subject.split())
    message["Date"] = email.utils.localtime()
    message["Message-ID"] = email.utils.make_msgid(domain=email.utils.parseaddr(sender)[1].partition("@")[2] or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def send_by_smtp(settings: Settings, message: EmailMessage) -> None:
    """One connection per mail: there are few, and a broken one harms only its own."""
    context = ssl.create_default_context()
    if settings.smtp_tls == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(settings.smtp_host, settings.smtp_port, timeout=TIMEOUT, context=context)
    else:
        server = smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=TIMEOUT)
    with server:
        if settings.smtp_tls == "starttls":
            server.starttls(context=context)
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
        server.send_message(message)


def drop(outbox: Path, message: EmailMessage) -> None:
    """A file per mail, readable by its owner alone, and the link for whoever sits at the console."""
    outbox.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = f"{time.time_ns():020d}-{os.getpid()}.eml"
    descriptor = os.open(outbox / f".{name}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(message.as_bytes(policy=SMTP))
    (outbox / f".{name}").rename(outbox / name)
    link = _LINK.search(message.get_content())
    # The link is a secret, so it goes to the person at the console and not into the log.
    sys.stderr.write(f"mail to {message['To']}: {message['Subject']}{': ' + link.group() if link else ''}\n")
