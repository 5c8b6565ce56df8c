"""What a room tells its lines: views, answers, what everybody may know of the match.

Everything about a position comes from ``wire.view`` by way of the witnesses; nothing is added here that
is not the same for everybody.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec

from sandtable.core.match import UNDO, result
from sandtable.server.chronicle import ONLOOKER, AnyGame, AnyMatch, Witness
from sandtable.server.clocks import Clock
from sandtable.server.counters import count
from sandtable.server.dice import Seals
from sandtable.server.lengths import reserve_for
from sandtable.server.lines import Line
from sandtable.server.terms import Affairs, Terms
from sandtable.store import matches as tables
from sandtable.wire.plain import Plain, encode


class Answer(msgspec.Struct):
    """A decision was saved: the seat's message number after it, its receipt, and of a gesture how far it came."""

    seq: int
    receipt: str
    played: int = 0
    of: int = 0  # 0: no gesture
    stopped: str = ""

    def words(self, said: str) -> list[Any]:
        """The beginning of the message to whoever decided."""
        if not self.of:
            return ["ok", said, self.receipt]
        return ["performed", said, self.receipt, {"played": self.played, "of": self.of, "stopped": self.stopped}]


class SeatInfo(msgspec.Struct):
    seat: int
    kind: str  # open, person, bot
    name: str
    user: str | None
    bot: str | None
    colour: str
    side: int
    guest: bool  # somebody without an account: anybody may come back under such a name


def is_guest(place: Any) -> bool:
    """Whether a guest sits there; where a bot took over from one, the bot does."""
    return bool(place["guest"]) and place["kind"] == "person"


class Telling:
    """The part of a room that speaks."""

    id: str
    row: Any
    seats: list[Any]
    game: AnyGame
    options: dict[str, Any]
    terms: Terms
    affairs: Affairs
    match: AnyMatch | None
    over: bool
    witnesses: list[Witness]
    seals: Seals
    clock: Clock
    lines: dict[int, set[Line]]
    unheard: dict[int, list[Plain]]
    held: deque[tuple[int, bytes]]
    reserves: dict[int, int]  # by seat: bytes in every message for what is its own

    def least(self, seat: int, size: int, public: int) -> int:
        """The length of a message to a seat: its public part and the reserve.  One that needs more doubles the reserve of this
        seat for the rest of the match, so that its lengths change once, if ever; those of others must not tell of it."""
        reserve = self.reserves.get(seat) or reserve_for(self.game)
        while size > public + reserve:
            reserve *= 2
            count("reserve-doubled")
        self.reserves[seat] = reserve
        return public + reserve

    def about(self) -> dict[str, Any]:
        """What goes with every message beside table and hand; the same for everybody."""
        assert self.match is not None
        found: dict[str, Any] = {"seals": self.seals.public}
        if self.clock.used:
            found["clock"] = self.clock.shown()
        if self.over:
            found["over"] = {"result": result(self.game, self.match.state.table), "key": self.row["dice_key"].hex()}
        return found

    def undo_key(self, seat: int) -> str:
        """Why a seat cannot take its last gesture back now; empty when it can.  It changes with what the seat hears, and so it goes
        with what the seat is told anyway."""
        assert self.match is not None
        return "cannot-undo" if self.terms.undo == "never" else self.match.objection(seat, UNDO)

    def deliver(self, frames: list[tuple[Witness, dict[str, Plain]]], line: Line | None, said: str, answer: Answer | None) -> None:
        about = encode(self.about()) if frames else b""
        for witness, message in frames:
            if witness.seat in self.unheard:
                self.unheard[witness.seat] += message["events"]
            lines = self.lines.get(witness.seat)
            if witness.seat == ONLOOKER and self.terms.delay:
                self._show_late(witness.seq, encode(message))
            elif lines:
                if witness.seat != ONLOOKER:
                    message["undo"] = self.undo_key(witness.seat)
                whole = encode(message)
                for each in lines:
                    body, table = witness.difference(message, whole) if each.differences else (whole, len(witness.table))
                    head = encode(answer.words(said))[:-1] + b"," if each is line and answer is not None else b'["view",'
                    frame = b"%s%d,%s,%s]" % (head, witness.seq, body, about)
                    public = table + witness.open[-1] + len(about)
                    each.tell(frame, self.least(witness.seat, len(frame), public) if witness.seat != ONLOOKER else 0)
                    line = None if each is line else line
        if line is not None and answer is not None:
            self.repeat(line, said, answer)

    def _show_late(self, seq: int, message: bytes) -> None:
        """Onlookers are some changes behind until the match is over."""
        self.held.append((seq, message))
        while len(self.held) > self.terms.delay + 1 or (self.over and len(self.held) > 1):
            self.held.popleft()
            for line in self.lines.get(ONLOOKER, ()):
                line.tell(self.late_frame())

    def late_frame(self) -> bytes:
        seq, message = self.held[0]
        about = encode(self.about() if len(self.held) == 1 else {})
        return b'["view",%d,%s,%s]' % (seq, message, about)

    def repeat(self, line: Line | None, said: str, answer: Answer) -> None:
        if line is not None:
            line.tell(encode(answer.words(said)))

    def frame(self, seat: int, since: int | None = None) -> bytes:
        """All a seat, or an onlooker, knows now; with the events since a message it has."""
        return self.told(seat, since)[0]

    def told(self, seat: int, since: int | None = None) -> tuple[bytes, int]:
        """The same with the length it is to have."""
        assert self.match is not None
        if seat == ONLOOKER and self.held:
            return self.late_frame(), 0
        witness = self.witnesses[seat]
        message = witness.message(self.game, self.match.state, [])
        if seat != ONLOOKER:
            message["undo"] = self.undo_key(seat)
        about, public = self.about(), len(witness.table)
        if since is not None:
            missed = witness.missed(since)
            message["events"] = missed or []
            if missed is None:
                about["gap"] = True
            else:
                public += witness.missed_openly(since)
        told = encode(about)
        frame = b'["view",%d,%s,%s]' % (witness.seq, encode(message), told)
        return frame, self.least(seat, len(frame), public + len(told)) if seat != ONLOOKER else 0

    def show_all(self) -> None:
        """A full message to every line: the match began."""
        if self.match is not None:
            for seat, lines in self.lines.items():
                for line in lines:
                    line.tell(*self.told(seat))

    def info(self) -> dict[str, Any]:
        """What everybody may know of the match beside the table."""
        row = self.row
        sides = self.game.side
        people = [
            SeatInfo(s["seat"], s["kind"], s["name"], s["user"], s["bot"], s["colour"], sides(s["seat"]), is_guest(s)) for s in self.seats
        ]
        over = row["state"] == tables.OVER or self.over
        return {
            "id": self.id,
            "game": row["game"],
            "version": row["version"],
            "options": self.options,
            "terms": self.terms,
            "state": tables.OVER if over else row["state"],
            "public": row["public"],
            "owner": row["owner"],
            "seats": people,
            "created": row["created"],
            "started": row["started"],
            "dice_hash": row["dice_hash"],
            "dice_key": row["dice_key"].hex() if over else None,
            "result": result(self.game, self.match.state.table) if over and self.match is not None else None,
            "affairs": self.affairs.shown(),
            "follows": row["follows"],
        }

    def tell_info(self) -> None:
        frame = encode(["match", self.info()])
        for lines in self.lines.values():
            for line in lines:
                line.put(frame)
