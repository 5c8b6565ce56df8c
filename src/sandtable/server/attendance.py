"""Who belongs to a room: whose seats are whose, who may look on, and who sits at the table at whichever worker.

A line is open by right of a person at a seat.  Whenever people may have changed, every line is asked for its right again."""

from __future__ import annotations

import asyncio
from typing import Any

from sandtable.server.chronicle import ONLOOKER, AnyMatch
from sandtable.server.errors import Problem, not_found
from sandtable.server.identity import WATCH, Identity
from sandtable.server.lines import Line, Pass
from sandtable.server.terms import Terms
from sandtable.wire.plain import encode


class Attendance:
    """The part of a room that knows its people."""

    row: Any
    seats: list[Any]
    devices: list[tuple[int, str]]
    terms: Terms
    talk: list[dict[str, Any]]
    match: AnyMatch | None
    lines: dict[int, set[Line]]

    def __init__(self) -> None:
        self.own: dict[str, list[int]] = {}  # whose seats are whose
        self._were_present: list[int] = []
        self.at_door: set[Line] = set()  # whose handshake was answered, and who wait to be let in
        self.shared: tuple[float, list[int]] = (0.0, [])  # when we last told the other workers, and what
        self.elsewhere: dict[str, tuple[float, list[int]]] = {}  # other workers -> until when, who sits there

    def seats_of(self, who: Identity | None) -> list[int]:
        """The seats somebody may play here."""
        return self.own.get(who.user, []) if who is not None else []

    def knows(self, user: str) -> bool:
        """Whether somebody has to do with this room: sits here, on whichever device, looks on, said something, made the match."""
        lines = [line.right.who for lines in self.lines.values() for line in lines]
        people = [*(s["user"] for s in (*self.seats, *self.talk)), *(device for _, device in self.devices), self.row["owner"]]
        return user in people or any(who is not None and who.user == user for who in lines)

    def check_sight(self, who: Identity | None, link: str | None) -> None:
        """A private match is there for its people and for those who have its link."""
        known = who is not None and (self.row["owner"] == who.user or self.seats_of(who))
        if not self.row["public"] and not known and link != self.row["link"]:
            raise not_found("match")

    def choose_seat(self, who: Identity | None, wanted: str | None) -> int:
        """The seat a client gets: its own, or one of its own, or a place among the onlookers."""
        own = self.seats_of(who)
        if wanted == "onlooker" or (wanted is None and not own):
            if not own and (not self.terms.onlookers or (who is not None and WATCH not in who.scopes)):
                raise not_found("match")
            if own and self.terms.delay:
                raise Problem(403, "not-allowed", "Who plays may not look on as well.")
            return ONLOOKER
        if wanted is None:
            return own[0]
        if not wanted.isascii() or not wanted.isdigit() or len(wanted) > 3 or int(wanted) not in own:
            raise Problem(403, "not-your-seat", "That seat is not yours.")
        return int(wanted)

    def check_holder(self, who: Identity | None, seat: int) -> None:
        """In the room's turn, where a seat may have changed hands since the request came in."""
        if seat not in self.seats_of(who):
            raise Problem(403, "not-your-seat", "That seat is no longer yours.")

    def check_right(self, right: Pass) -> None:
        """Whether what a line was opened by still holds, as if it were opened now."""
        self.check_sight(right.who, right.link)
        self.choose_seat(right.who, "onlooker" if right.seat == ONLOOKER else str(right.seat))

    def add_line(self, line: Line) -> None:
        """In the room's turn: from now on it hears what its seat hears."""
        self.check_right(line.right)
        self.at_door.discard(line)
        self.lines.setdefault(line.right.seat, set()).add(line)

    def drop_line(self, line: Line) -> None:
        self.at_door.discard(line)
        self.lines.get(line.right.seat, set()).discard(line)

    def all_lines(self) -> list[Line]:
        """Also those that have not been let in: a log-in that ends closes them, too."""
        return [*self.at_door, *(line for lines in self.lines.values() for line in lines)]

    def dismiss_strangers(self) -> None:
        """People may have changed: lines of those who no longer have their seat hear nothing more."""
        for line in [line for lines in self.lines.values() for line in lines]:
            try:
                self.check_right(line.right)
            except Problem:
                self.drop_line(line)
                line.dismiss()

    def present(self) -> list[int]:
        """Seats with somebody at the table, at whichever worker."""
        now = asyncio.get_running_loop().time()
        elsewhere = {seat for until, seats in self.elsewhere.values() if until > now for seat in seats}
        return sorted(elsewhere.union(self.here()))

    def here(self) -> list[int]:
        """Seats with somebody at the table of this very worker."""
        return sorted(seat for seat, lines in self.lines.items() if lines and seat != ONLOOKER)

    def all_here(self) -> bool:
        """Whether somebody sits at every seat, at this very worker: the common case, quickly."""
        lines = self.lines
        return len(lines) >= len(self.seats) and all([lines.get(seat) for seat in range(len(self.seats))])

    def tell_present(self) -> None:
        """On a fixed beat, so that coming and going says nothing about thinking."""
        now = self.present()
        if now != self._were_present:
            self._were_present = now
            frame = encode(["present", now])
            for lines in self.lines.values():
                for line in lines:
                    line.put(frame)

    def people(self) -> list[int]:
        """Seats played by people that are still in the match."""
        gone = self.match.state.table.gone if self.match is not None else 0
        return [s["seat"] for s in self.seats if s["kind"] == "person" and not gone >> s["seat"] & 1]
