"""Exactly once: the answers a room has at hand, and how it finds older ones.

A message id counts once for the life of a match.  The last answers are remembered; whether an older id was said is not looked
up before each decision, which would cost a read: the store's unique key refuses to write it again, and then the first answer is
found there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.server.chronicle import AnyGame
from sandtable.server.dice import Receipts
from sandtable.server.errors import Problem
from sandtable.server.in_turn import InTurn
from sandtable.server.lines import Line
from sandtable.server.telling import Answer, Telling
from sandtable.store import matches as tables

if TYPE_CHECKING:
    from sandtable.server.rooms import Rooms

ANSWERS = 8  # answers kept at hand; older ones are looked up


class Answers(InTurn, Telling):
    """The part of a room that knows what it has answered."""

    id: str
    house: Rooms
    row: Any
    game: AnyGame
    saved: int
    answers: dict[tuple[int, str], Answer]
    receipts: Receipts  # of all decisions, once somebody asked for an old one

    def remember(self, seat: int, said: str, answer: Answer) -> None:
        self.answers[seat, said] = answer
        if len(self.answers) > ANSWERS:
            del self.answers[next(iter(self.answers))]

    async def old_answer(self, seat: int, said: str) -> Answer | None:
        """The answer a message got long ago."""
        async with self.house.database.read() as connection:
            found = await tables.find_said(connection, self.id, seat, said)
        if found is None:
            return None
        n, extra = found
        if n >= self.saved:  # by another worker, a moment ago
            await self.catch_up()
        assert self.match is not None
        return answer_of(seat, extra, self.receipts.find(self.match.inputs, n + own_actions(extra) - 1))

    async def answer_again(self, seat: int, said: str, line: Line | None) -> Answer:
        """The store would not have it twice: what was answered the first time."""
        known = self.answers.get((seat, said)) or await self.old_answer(seat, said)
        if known is None:
            raise Problem(503, "try-again", "Others were faster; try again.", headers={"Retry-After": "1"})
        self.repeat(line, said, known)
        return known


def own_actions(extra: tables.Extra) -> int:
    """How many actions of the seat itself were saved under one message id.  The receipt of a gesture is that of its last one."""
    return extra.p[0] if extra.p else 1


def answer_of(seat: int, extra: tables.Extra, receipt: str) -> Answer:
    """What was answered to the message that a row keeps."""
    played, of = extra.p or (0, 0)
    return Answer(extra.q[seat], receipt, played, of, extra.k)
