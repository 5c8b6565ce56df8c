"""Why a bot prefers an action, in its own numbers; and how a seat stands, in figures people count."""

from __future__ import annotations

from sandtable.core.game import Action


class Reason:
    """A line of a bot's reckoning.  ``counted``: part of the sum by which actions are compared; else a figure it looked at.
    ``key`` names its text (table ``reason``)."""

    def __init__(self, key: str, amount: int, counted: bool) -> None:
        self.key = key
        self.amount = amount
        self.counted = counted


class Ledger:
    """What a bot counts for and against each action.  Closed, it keeps nothing: then a bot thinks for itself alone."""

    def __init__(self) -> None:
        self.open = False
        self.pages: list[tuple[Action, list[Reason]]] = []

    def weigh(self, action: Action) -> None:
        """What is counted from here on concerns this action."""
        if self.open:
            page: list[Reason] = []
            self.pages.append((action, page))

    def count(self, key: str, amount: int) -> int:
        """Part of the worth of the action at hand; gives the amount back, so that it is written where it is added."""
        if self.open and amount and self.pages:
            self.pages[-1][1].append(Reason(key, amount, True))
        return amount

    def only(self, key: str, amount: int) -> int:
        """This decides alone: nothing else of the action at hand counts."""
        if self.open and self.pages:
            self.pages[-1][1].clear()
        return self.count(key, amount)

    def note(self, key: str, amount: int) -> None:
        """A figure the bot decides by without adding it up."""
        if self.open and self.pages:
            self.pages[-1][1].append(Reason(key, amount, False))

    def share(self, other: Action, action: Action) -> None:
        """What was reckoned for one action goes for another too: for the steps of a plan."""
        if self.open and other != action and self.of(other):
            self.pages.append((action, self.of(other)))

    def of(self, action: Action) -> list[Reason]:
        """The best page of an action that was weighed more than once; empty when it never was."""
        best: list[Reason] = []
        found = False
        for weighed, page in self.pages:
            if weighed == action and (not found or total(page) > total(best)):
                best, found = page, True
        return best


def total(page: list[Reason]) -> int:
    return sum([reason.amount for reason in page if reason.counted])


class Measure:
    """One figure of how a seat stands, now or at the end (table ``standing``).  ``good``: 1 the more the better, -1 the less."""

    def __init__(self, key: str, amount: int, good: int) -> None:
        self.key = key
        self.amount = amount
        self.good = good
