"""From the rules to the disk to the people: what a seat decided, a single action or a gesture, with all that the table answers by
itself after it, is one entry, one commit, one telling.

When the commit fails, all of it is taken back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core.game import CHANCE, Event, Input
from sandtable.core.match import finished, result
from sandtable.server.answers import Answers, answer_of, own_actions
from sandtable.server.chronicle import Witness, public_bytes
from sandtable.server.dice import SealedDraw
from sandtable.server.in_turn import AGAIN
from sandtable.server.lines import Line
from sandtable.server.telling import Answer
from sandtable.store import matches as tables
from sandtable.store.journal import Conflict, Entry
from sandtable.store.matches import JOINED, TOLD_WITH
from sandtable.store.sqlite_writer import InputRow
from sandtable.wire.plain import Plain, encode

if TYPE_CHECKING:
    from sandtable.server.rooms import Rooms

RACES = 8  # times a decision is tried again when another worker was first

Frames = list[tuple[Witness, dict[str, Plain]]]


class Step:
    """A decision between the rules and the disk."""

    __slots__ = ("answer", "entry", "frames", "joined", "said", "seat", "seqs", "tied")

    def __init__(self, seat: int, said: str, answer: Answer, frames: Frames, seqs: list[int], entry: Entry) -> None:
        self.seat = seat
        self.said = said
        self.answer = answer
        self.frames = frames
        self.seqs = seqs
        self.entry = entry
        self.tied: list[int] = []  # inputs told as one with those before
        self.joined: list[int] = []  # inputs that are taken back with one before


class Performing(Answers):
    """The part of a room that saves and then tells."""

    house: Rooms
    own: dict[str, list[int]]
    draw: SealedDraw
    pending: list[int]  # who was awaited when everybody last noticed something
    saved_seqs: list[int]
    changed: int
    tied: set[int]  # of the saved inputs those that were told as one with what stands before them
    joined: set[int]  # and those that are taken back with their seat's decision before

    def answer_on(self) -> list[Event]:
        """What the table answers by itself now."""
        raise NotImplementedError

    def tell_manners(self) -> None:
        raise NotImplementedError

    def set_alarm(self, deadline: int | None) -> None:
        raise NotImplementedError

    def _restart(self) -> None:
        raise NotImplementedError

    async def _settle(self, seat: int, said: str, news: list[Event], line: Line | None, length: int = 0, joined: bool = False) -> Answer:
        """Commit what the match has done, then tell.  ``length``: actions a gesture has; ``joined``: it goes on with the one before."""
        step = self._prepare(seat, said, news, length, joined)
        try:
            await self.house.journal.write(step.entry)
        except BaseException as error:
            self._take_back(error)
            raise
        return self._complete(step, line)

    def _prepare(self, seat: int, said: str, news: list[Event], length: int = 0, joined: bool = False) -> Step:
        """Everything about a decision that was applied, ready to be written and told."""
        match = self.match
        assert match is not None
        played, stopped, own = match.played, match.stopped, len(match.inputs) - self.saved
        news = news + self.answer_on()
        new = match.inputs[self.saved :]
        now = self.house.time.now()
        clock, before, old_table = self.clock, self.pending, self.witnesses[-1].table
        self._before = (clock.left[:], clock.running, clock.since, clock.outages, self.seals.mark())
        receipts = [self.seals.add(who, action) for who, action in new if who != CHANCE]
        receipt = receipts[sum(who != CHANCE for who, _ in new[:own]) - 1]
        frames = self._notice(news)
        changed = self.witnesses[-1].table != old_table
        sealed = self._sealed(seat, before, new) if changed else []
        self._after_step(seat, now, sealed, changed)
        extra = tables.Extra(said, [w.seq for w in self.witnesses], clock.left if changed and clock.used else [], sealed)
        extra.g = JOINED if joined else 0
        answer = Answer(extra.q[seat], receipt)
        if length:
            extra.p, extra.k = [played, length], stopped
            answer = Answer(extra.q[seat], receipt, played, length, stopped)
        step = Step(seat, said, answer, frames, extra.q, self._entry(new, now, extra))
        step.tied = [self.saved + n for n in range(1, len(new)) if new[n][0] != CHANCE]
        step.joined = [self.saved, *step.tied] if joined else step.tied
        self.unsaved = [witness.seat for witness, _ in frames]  # last: what fails before is not being written
        return step

    def _sealed(self, seat: int, before: list[int], new: list[Input]) -> list[int]:
        """Seats whose seal becomes public: who was awaited and has answered, also those for whom the table did."""
        assert self.match is not None
        after = self.match.state.table.pending
        answered = {who for who, action in new if who != CHANCE and action[0] >= 0}
        return [s for s in sorted(answered.union(before)) if s not in after or s == seat or s in answered]

    def _complete(self, step: Step, line: Line | None) -> Answer:
        """It is written: now it may be told."""
        assert self.match is not None
        self.saved = len(self.match.inputs)
        self.over = finished(self.match.state)
        self.tied.update(step.tied)
        self.joined.update(step.joined)
        self._count(step.seqs, step.entry.inputs[0][4])
        if step.said:
            self.remember(step.seat, step.said, step.answer)
        self.come_to_rest()
        self.deliver(step.frames, line, step.said, step.answer)
        self.tell_manners()
        self.house.decided(self)  # type: ignore[arg-type]  # it is a room
        return step.answer

    def _take_back(self, error: BaseException) -> None:
        """It was not written, or perhaps not."""
        try:
            self._rewind()
        except Exception as failure:
            self.distrust(failure)
        self.doubt = not isinstance(error, Conflict)
        if self.doubt and not self.closed:
            self.loop.call_later(AGAIN, self.look_again)
        self.come_to_rest()

    def look_again(self) -> None:
        """What may have been saved is told, though nobody asks."""
        if self.doubt and not self.closed:
            self.insist(self.catch_up)

    def _entry(self, new: list[Input], now: int, extra: tables.Extra) -> Entry:
        match = self.match
        assert match is not None
        (who, action), first = new[0], self.saved
        rows: list[InputRow] = [(self.id, first, who, encode(action).decode(), now, encode(extra).decode(), tables.mark(extra.i))]
        for n in range(1, len(new)):
            who, action = new[n]
            rows.append((self.id, first + n, who, encode(action).decode(), now, None if who == CHANCE else FURTHER, None))
        entry = Entry(self.id, rows, people=self.own)
        if self.clock.used and extra.c:
            entry.deadline, entry.set_deadline = self.clock.deadline(), True
        if finished(match.state):
            end = encode(result(self.game, match.state.table)).decode()
            entry.change = {"state": tables.OVER, "result": end, "ended": now, "deadline": None}
        return entry

    def _after_step(self, seat: int, now: int, sealed: list[int], changed: bool) -> None:
        """Clocks and seals move on when the table has changed."""
        assert self.match is not None
        after = self.match.state.table.pending
        for s in sealed:
            self.seals.publish(s)
        if changed:
            self.clock.step(seat, self.pending, after, now)
            self.set_alarm(self.clock.deadline())
        self.pending = after[:]

    def _rewind(self) -> None:
        """Nothing of what was tried is saved: forget it."""
        assert self.match is not None
        self._restart()
        clock = self.clock
        clock.left, clock.running, clock.since, outages, seals = self._before
        clock.outages = outages + [outage for outage in clock.outages if outage not in outages]  # the store may just have been gone
        self.seals.go_back(seals)
        self.set_alarm(clock.deadline())

    def _notice(self, news: list[Event]) -> Frames:
        """Every witness for whom something is new, with its message."""
        assert self.match is not None
        state = self.match.state
        table = public_bytes(state)
        noticed = [(witness, witness.notice(self.game, state, news, table)) for witness in self.witnesses]
        return [(witness, message) for witness, message in noticed if message is not None]

    def _count(self, seqs: list[int], at: int) -> None:
        """The numbers of the last messages that are saved; the last of them is the onlookers'."""
        if seqs[-1] != self.saved_seqs[-1]:
            self.changed = at
        self.saved_seqs = seqs

    def take_row(self, part: list[tables.Row], publish: bool = True) -> tables.Extra | None:
        """What is kept of one telling: its seals, numbers and answer."""
        receipts = [self.seals.add(row.seat, row.action) for row in part if row.seat != CHANCE]
        first, extra = part[0], part[0].extra
        if extra is None:
            return None
        self._count(extra.q or self.saved_seqs, first.at)
        for seat in extra.s if publish else ():
            self.seals.publish(seat)
        if extra.i:
            self.remember(first.seat, extra.i, answer_of(first.seat, extra, receipts[own_actions(extra) - 1]))
        return extra


FURTHER = encode(tables.Extra(g=JOINED | TOLD_WITH)).decode()  # beside every decision of a telling but the first
