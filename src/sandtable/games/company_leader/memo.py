"""What is worth remembering between two draws of a deal; see ``deals.py``."""

from __future__ import annotations

from typing import Final

Ways = tuple[int, ...]  # army troops used (packed, or their cost), then troops on their way into each later lot


class Memo:
    """Results that depend on numbers of pieces only, not on where they lie."""

    def __init__(self) -> None:
        self.followings: Final[dict[tuple[int, tuple[Ways, ...]], dict[int, tuple[Ways, ...]]]] = {}
        self.counts: Final[dict[tuple[int, tuple[Ways, ...]], int]] = {}


class Shelf:
    """Memos of late, by what they depend on: many draws are made from one position."""

    def __init__(self) -> None:
        self.memos: Final[dict[tuple[int, ...], Memo]] = {}
        self.multisets: Final[dict[int, list[int]]] = {}  # by number of troops at most
        self.purchases: Final[dict[int, list[int]]] = {}  # by cost

    def find(self, key: tuple[int, ...]) -> Memo:
        if key not in self.memos:
            if len(self.memos) >= 16:
                self.memos.clear()
            self.memos[key] = Memo()
        return self.memos[key]
