"""What went wrong or right, counted by key; the metrics page shows it."""

from __future__ import annotations

from collections import Counter

events: Counter[str] = Counter()


def count(key: str) -> None:
    events[key] += 1
