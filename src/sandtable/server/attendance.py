"""Who belongs to a room: whose seats are whose, and who sits at the table at whichever worker."""

from __future__ import annotations

import asyncio
from typing import Any

from sandtable.server.chronicle import ONLOOKER, AnyMatch
from sandtable.server.identity import Identity
from sandtable.server.lines import Line
from sandtable.wire.plain import encode


class Attendance:
    """The part of a room that knows its people."""

    seats: list[Any]
    devices: list[tuple[int, str]]
    match: AnyMatch | None
    lines: dict[int, set[Line]]

    def __init__(self) -> None:
        self._own: dict[str, list[int]] = {}  # whose seats are whose, once somebody asked
        self._were_present: list[int] = []
        self.shared: tuple[float, list[int]] = (0.0, [])  # when we last told the other workers, and what
        self.elsewhere: dict[str, tuple[float, list[int]]] = {}  # other workers -> until when, who sits there

    def seats_of(self, who: Identity | None) -> list[int]:
        """The seats somebody may play here."""
        if who is None:
            return []
        if who.user not in self._own:
            own = [s["seat"] for s in self.seats if s["user"] == who.user and s["kind"] != "bot"]
            self._own[who.user] = sorted({*own, *(seat for seat, user in self.devices if user == who.user)})
        return self._own[who.user]

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
