"""Mail that the server has put into its outbox."""

from __future__ import annotations

import email
import email.policy
import re
import time
from typing import Any

LINK = re.compile(r"https?://[^/\s]+(/\S+)")


def letter(site: Any, to: str, number: int = 1) -> str:
    """The link in the newest mail to an address, once so many have come."""
    for _ in range(100):
        found = []
        for path in sorted((site.folder / "sandtable-data/outbox").glob("*"), key=lambda each: each.stat().st_mtime_ns):
            message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            if message["To"] == to and not path.name.startswith("."):
                found.append(LINK.search(message.get_content()))
        if len(found) >= number and found[-1]:
            return found[-1].group(1)
        time.sleep(0.1)
    raise AssertionError(f"no mail to {to}")
