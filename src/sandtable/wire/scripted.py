"""Dice that fall as written: for verifying records and for rule cases."""

from __future__ import annotations

from sandtable.core.game import Draw


class OutOfDice(ValueError):
    """A die is due and none is written, or the one written is no face of it."""


class ScriptedDraw(Draw):
    """Gives the outcomes of a queue; each carries a label (where it was written) for errors."""

    def __init__(self) -> None:
        super().__init__(1)
        self.queue: list[tuple[int, str]] = []

    def below(self, n: int) -> int:
        if not self.queue:
            raise OutOfDice(f"a draw below {n} is due, and no outcome is written")
        value, label = self.queue.pop(0)
        if not 0 <= value < n:
            raise OutOfDice(f"{label}: {value} is no outcome of a draw below {n}")
        return value
