"""What bars a seat from taking its last decisions back: knowledge, not noise.

A seat may step back as long as it has learned nothing since: nothing hidden was revealed to it, no die fell, and nobody else
was asked anything that stands on what it did.  What is *told* in consequence of its own decision it could foresee: that is equal
in all worlds it cannot tell apart.  Whoever heard of it has learned an intention, which harms only the one who showed it, unless
he may decide on it at once.

Whether a seat may step back must not tell of secrets: so it changes only with what that seat hears or sees on the table.
"""

from __future__ import annotations

from typing import Final

from sandtable.core.game import NOTED, REVEALED, Event, Seat, Table

# Why nothing before a point can be taken back, as message keys.
NOTHING_YET: Final = "undo-nothing"
DIE_FELL: Final = "undo-dice"
LEARNED: Final = "undo-learned"
PASSED_ON: Final = "undo-passed"


class Bars:
    """By seat: from which standing input on its decisions may be taken back, and what happened there."""

    def __init__(self, seats: int) -> None:
        self.seats: Final = seats
        self.free: list[int] = [0] * seats
        self.why: list[str] = [NOTHING_YET] * seats
        self.floor = 0  # the last input that barred everybody, and why: dice are many, so they cost no loop
        self.floor_why = NOTHING_YET
        self.heard_at: list[int] = []  # standing inputs, not yet final, of which others heard ...
        self.heard_by: list[int] = []  # ... and their audiences

    def bar(self, seat: Seat, standing: int, why: str) -> None:
        self.free[seat] = standing
        self.why[seat] = why

    def bar_all(self, standing: int, why: str) -> None:
        self.floor = standing
        self.floor_why = why
        if self.heard_at:
            self.heard_at = []
            self.heard_by = []

    def first(self, seat: Seat) -> int:
        """From which standing input on the seat may take its decisions back."""
        return max(self.free[seat], self.floor)

    def reason(self, seat: Seat) -> str:
        """What happened there."""
        return self.floor_why if self.floor >= self.free[seat] else self.why[seat]

    def judge(self, seat: Seat, standing: int, news: list[Event], same_question: bool, table: Table) -> None:
        """After a decision of a seat by the rules: ``standing`` inputs stand with it.  ``same_question``: the game is in the middle of
        the same thing, and awaits the same seats but perhaps this one."""
        heard = 0
        for event in news:
            if event.nature == NOTED:
                continue
            heard |= event.audience
            for other in range(self.seats):
                if (event.audience >> other) & 1 and (other != seat or event.nature_to(seat) == REVEALED):
                    self.bar(other, standing, LEARNED)
        if heard:
            self.heard_at.append(standing - 1)
            self.heard_by.append(heard)
        if table.dice:
            self.bar_all(standing, DIE_FELL)
            return
        if not same_question:
            # A new question stands on all that was decided so far: final for everybody who is not asked it alone, and at once, not only
            # when it is answered; that may happen in secret.
            alone = table.pending[0] if len(table.pending) == 1 else -1
            for other in range(self.seats):
                if other != seat or alone != seat:
                    self.bar(other, standing, PASSED_ON)
        for other in table.pending:
            if other != seat and (heard >> other) & 1:  # may decide on it at any moment, and in secret
                self.bar(seat, standing, PASSED_ON)

    def audience(self, indices: list[int]) -> int:
        """Who heard of these standing inputs."""
        found = 0
        for i in range(len(self.heard_at)):
            if self.heard_at[i] in indices:
                found |= self.heard_by[i]
        return found


def flow_of(table: Table) -> list[int]:
    """What the game is in the middle of, comparable."""
    found: list[int] = []
    for frame in table.stack:
        found.append(frame.proc)
        found.append(frame.step)
        found.append(len(frame.regs))
        found += frame.regs
    return found


def still_asked(seat: Seat, before: list[int], now: list[int]) -> bool:
    """Whether the same seats are awaited, but perhaps the one that has just answered."""
    return now == before or now == [other for other in before if other != seat]
