"""What all clients of one simulated match were told, against what the record says."""

from __future__ import annotations

import json
from typing import Any

from simulation_world import Broken, World
from sqlalchemy import select

from sandtable import games
from sandtable.core.fold import standing_places
from sandtable.server.chronicle import ONLOOKER, story
from sandtable.server.inspection import inspect
from sandtable.store import matches as tables
from sandtable.wire.plain import encode


class Ledger:
    """What all clients of one match were told, and what the record says."""

    def __init__(self, world: World, match: str, seats: int) -> None:
        self.world = world
        self.match = match
        self.seats = seats
        self.answers: dict[tuple[int, str], str] = {}  # acknowledged: the receipt
        self.refused: set[tuple[int, str]] = set()
        self.views: dict[tuple[int, int], str] = {}  # (seat, number) -> what it showed
        self.frames = 0
        self.gestures = 0  # of several actions, saved
        self.by_table = 0  # answers that the table gave

    def saved(self) -> list[int]:
        """The last message numbers that are saved, per seat and for onlookers."""
        with self.world.engine.connect() as connection:
            query = select(tables.inputs.c.extra).where(tables.inputs.c.match == self.match, tables.inputs.c.extra.like('%"q":%'))
            found = connection.execute(query.order_by(tables.inputs.c.n.desc()).limit(1)).scalar()
        return list(json.loads(found)["q"]) if found else [1] * (self.seats + 1)

    def told(self, seat: int, whom: str, frame: bytes) -> None:
        """A frame leaves a worker: is what it says saved, and the same as everywhere?"""
        message = json.loads(frame)
        if message[0] == "view":
            number, view = message[1], message[2]
        elif (message[0], len(message)) in (("ok", 6), ("performed", 7)):
            number, view = message[-3], message[-2]
        else:
            return
        self.frames += 1
        self.world.note("told", whom, number, message[0])
        if number > self.saved()[seat]:
            raise Broken(f"seat {seat} is told number {number} before it is saved")
        if "since" in view:
            return
        shown = json.dumps({name: part for name, part in view.items() if name != "events"}, sort_keys=True)
        if self.views.setdefault((seat, number), shown) != shown:
            raise Broken(f"number {number} of seat {seat} shows two different things")

    def answered(self, seat: int, said: str, receipt: str) -> None:
        if self.answers.setdefault((seat, said), receipt) != receipt:
            raise Broken(f"message {said} of seat {seat} got two different answers")

    def check(self) -> int:
        """The record against what was told; how many decisions it holds."""
        with self.world.engine.connect() as connection:
            row = connection.execute(select(tables.matches).where(tables.matches.c.id == self.match)).mappings().one()
            found = connection.execute(select(tables.inputs).where(tables.inputs.c.match == self.match).order_by(tables.inputs.c.n))
            rows = [
                tables.Row(r.n, r.seat, tuple(json.loads(r.action)), r.at, tables._EXTRA.decode(r.extra) if r.extra else None)
                for r in found
            ]
        trouble = inspect(row, rows)
        if trouble:
            raise Broken(f"the record: {trouble}")
        said: dict[tuple[int, str], int] = {}
        for each in rows:
            if each.extra is not None and each.extra.i:
                said[each.seat, each.extra.i] = said.get((each.seat, each.extra.i), 0) + 1
        for key, times in said.items():
            if times > 1:
                raise Broken(f"{key} counts {times} times")
        for key in self.answers:
            if key not in said:
                raise Broken(f"{key} was acknowledged and is lost")
        for key in self.refused - self.answers.keys():
            if key in said:
                raise Broken(f"{key} was refused and counts")
        self.check_gestures(rows)
        self.truth(row, rows)
        return len(said)

    def check_gestures(self, rows: list[tables.Row]) -> None:
        """What is one gesture stands whole in the record, and was taken back whole."""
        standing = set(standing_places([(row.seat, row.action) for row in rows]))
        for part in tables.tellings(rows):
            extra = part[0].extra
            if part[0].seat < 0 or extra is None:
                continue
            decisions = [row for row in part if row.seat >= 0]
            own = decisions[: extra.p[0] if extra.p else 1]
            self.gestures += len(own) > 1
            self.by_table += len(decisions) - len(own) + (1 if not extra.i and extra.g else 0)
            if any(row.seat != part[0].seat for row in own) or (extra.p and not 1 <= len(own) == extra.p[0] <= extra.p[1]):
                raise Broken(f"input {part[0].n}: {len(own)} actions stand where {extra.p} were told")
            mine = [row.n in standing for row in decisions if row.seat == part[0].seat and row.action[0] >= 0]
            if len(set(mine)) > 1:
                raise Broken(f"input {part[0].n}: a part of a gesture was taken back")

    def truth(self, row: Any, rows: list[tables.Row]) -> None:
        """Every view anybody was shown, against the story the record tells."""
        game = games.load(row["game"], row["seats"], json.loads(row["options"]))
        for seat in [*range(self.seats), ONLOOKER]:
            inputs, tied = [(each.seat, each.action) for each in rows], tables.tied_in(rows)
            for number, message, _ in story(game, inputs, seat, tied=tied):
                shown = json.loads(self.views.get((seat, number), "null"))
                view = json.loads(encode({name: part for name, part in message.items() if name != "events"}))
                if shown is not None:
                    shown.pop("undo", None)  # the record does not tell of it
                if shown is not None and shown != view:
                    raise Broken(f"number {number} of seat {seat} was shown otherwise than the record tells")
