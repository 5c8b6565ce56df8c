"""The server under faults on virtual time: thirty seeds hold, the same seed is the same run, planted mistakes are found."""

from __future__ import annotations

import contextvars
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import simulation
from mistakes import DEAF_DOOR, let_in_unasked, make_mistakes, show_unasked

from sandtable.server import answers, performing
from sandtable.server.attendance import Attendance
from sandtable.server.holding import Holding
from sandtable.server.lobby import Lobby
from sandtable.server.room import Room
from sandtable.server.rooms import Rooms
from sandtable.server.sockets import Socket
from sandtable.server.telling import Answer, Telling
from sandtable.store import matches as tables
from sandtable.store.journal import Entry, Journal


@pytest.mark.parametrize("first", range(1, 31, 10))
def test_no_promise_is_broken(first: int, tmp_path: Path) -> None:
    figures = [simulation.simulate(seed, tmp_path) for seed in range(first, first + 10)]
    assert sum(run["changes"] for run in figures) > 50 and sum(run["hands"] for run in figures) > 50
    assert sum(run["devices"] for run in figures) > 20 and sum(run["early"] for run in figures) > 50
    assert sum(run["gestures"] for run in figures) > 30 and sum(run["table"] for run in figures) > 5
    assert sum(run["acknowledged"] for run in figures) > 100 and sum(run["frames"] for run in figures) > 200


def test_the_same_seed_is_the_same_run(tmp_path: Path) -> None:
    for seed in (1, 4, 9):
        assert simulation.simulate(seed, tmp_path) == simulation.simulate(seed, tmp_path)
    assert logging.getLogger("sandtable.server").isEnabledFor(logging.WARNING), "others in this process are heard again"


def simulate_many(folder: Path) -> None:
    for seed in range(1, 61):
        simulation.simulate(seed, folder)


async def forget_answers(self: Any, seat: int, said: str) -> None:
    return None


def tell_first(real: Any) -> Any:
    async def commit(self: Journal, batch: list[Any]) -> None:
        for entry in batch:
            done, entry.done = entry.done, None
            if callable(done):
                done(None)
            elif done is not None:
                done.set_result(None)
        await real(self, batch)

    return commit


def show_the_other_hand(real: Any) -> Any:
    return lambda self, seat, since=None: real(self, 0 if seat == 1 else seat, since)


def without_a_key(real: Any) -> Any:
    def entry(self: Room, *rest: Any) -> Entry:
        made: Entry = real(self, *rest)
        made.inputs = [(*row[:-1], None) for row in made.inputs]
        return made

    return entry


def keep_first(real: Any) -> Any:
    """What was tried is not forgotten but for the last action."""

    def restart(self: Room) -> None:
        assert self.match is not None
        tried = self.match.inputs[self.saved : -1]
        real(self)
        for seat, action in tried:
            if seat >= 0 and action[0] >= 0:
                self.match.play(seat, action)

    return restart


def as_a_decision(real: Any) -> Any:
    return lambda seat, extra, receipt: Answer(extra.q[seat], receipt)


async def do_not_reach(self: Any, seat: int, since: int | None) -> None:
    pass


async def trust(self: Any, connection: Any, batch: list[Entry]) -> None:
    pass


KEEPING = contextvars.ContextVar("KEEPING", default=False)  # whether whoever clears a seat forgets its devices


def leave_devices(real: Any) -> Any:
    """A change of people that gives the seat a new link, and leaves its devices where they are."""

    async def change(*args: Any) -> Any:
        token = KEEPING.set(True)
        try:
            return await real(*args)
        finally:
            KEEPING.reset(token)

    return change


def keep_devices(real: Any) -> Any:
    async def clear(connection: Any, match: str, seat: int) -> None:
        kept = await tables.find_devices(connection, match) if KEEPING.get() else []
        await real(connection, match, seat)
        for place, user in kept:
            if place == seat:
                await connection.execute(tables.devices.insert().values(match=match, seat=seat, user=user))

    return clear


def remember_devices(real: Any) -> Any:
    def take(self: Room, row: Any, seats: list[Any], devices: list[tuple[int, str]]) -> None:
        real(self, row, seats, sorted({*getattr(self, "devices", ()), *devices}))

    return take


def let_in_again(real: Any) -> Any:
    """The link of a seat opens more than once."""

    async def join(self: Lobby, me: Any, link: str) -> Any:
        match, seat = await real(self, me, link)
        async with self.house.database.write() as connection:
            places = {place["link"] for place in await tables.find_seats(connection, match)}
            if link not in places:
                where = (tables.seats.c.match == match, tables.seats.c.seat == seat, tables.seats.c.kind == "person")
                await connection.execute(tables.seats.update().where(*where).values(link=link))
        return match, seat

    return join


def stays(owner: Any, name: str) -> list[Any]:
    return [(owner, name, leave_devices), (tables, "clear_seat", keep_devices)]


def unasked(real: Any) -> Any:
    return lambda self, who, seat: None


MISTAKES: dict[str, list[tuple[Any, str, Callable[[Any], Any]]]] = {
    "told before saved": [(Journal, "_commit", tell_first)],
    "answers forgotten": [
        (Room, "remember", lambda real: lambda self, seat, said, answer: None),
        (Room, "old_answer", lambda real: forget_answers),
    ],
    "an id of long ago counts again": [(Room, "_entry", without_a_key)],
    "nothing taken back after a failed commit": [(Room, "_rewind", lambda real: lambda self: None)],
    "a gesture is forgotten with the worker that played it": [(tables, "joined_in", lambda real: lambda rows: [])],
    "other workers tell it action by action": [(tables, "is_tied", lambda real: lambda row: False)],
    "the last of a gesture is not taken back after a failed commit": [(Room, "_restart", keep_first)],
    "a gesture's answer is forgotten": [(answers, "answer_of", as_a_decision), (performing, "answer_of", as_a_decision)],
    "a worker that lags lets numbers go back": [(Room, "reach", lambda real: do_not_reach)],
    "notices of other workers are ignored": [(Rooms, "_heard", lambda real: lambda self, *rest: None)],
    "the view of another seat": [(Telling, "told", show_the_other_hand)],
    "lines stay when their seat changes hands": [(Room, "dismiss_strangers", lambda real: lambda self: None)],
    "lines are opened and kept by a right of yesterday": [(Attendance, "check_right", lambda real: lambda self, right: None)],
    "devices stay when a seat is given back": stays(Lobby, "_open"),
    "devices stay when a bot takes over": stays(Rooms, "hand_over"),
    "devices stay when an account is deleted": stays(Holding, "forget"),
    "devices stay that were sent away": stays(Lobby, "unpair"),
    "a room remembers devices of before": [(Room, "_take_people", remember_devices)],
    "a link of a seat opens twice": [(Lobby, "join_seat", let_in_again)],
    "who had a seat decides on": [(Attendance, "check_holder", unasked)],
    "a worker that has not heard saves what they decide": [(Journal, "_check_people", lambda real: trust)],
    "a socket is heard before it is let in": [DEAF_DOOR],
    "and shown what it asks for": [DEAF_DOOR, (Socket, "_show", show_unasked)],
    "and plays": [DEAF_DOOR, (Attendance, "check_holder", unasked)],
    "a socket is let in by a right of yesterday": [(Socket, "enter", let_in_unasked)],
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_planted_mistakes_are_found(mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_mistakes(monkeypatch, *MISTAKES[mistake])
    with pytest.raises((AssertionError, IndexError, ValueError)):
        simulate_many(tmp_path)
