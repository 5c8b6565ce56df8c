"""What seats settle among themselves: undo by consent, pause, rematch.  Draws and resignation are the umpire's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import select, update

from sandtable.core.match import DRAW, NO_DRAW, RESIGN, UNDO, finished
from sandtable.server.errors import Problem
from sandtable.server.lines import Line
from sandtable.server.room import refusal
from sandtable.server.terms import Affairs, read_affairs
from sandtable.store import matches as tables
from sandtable.store.journal import announce
from sandtable.wire.plain import encode

if TYPE_CHECKING:
    from sandtable.server.room import Room
    from sandtable.server.telling import Answer

VERBS = {"resign": RESIGN, "draw": DRAW, "no-draw": NO_DRAW}
CALLS = (*VERBS, "undo", "allow-undo", "refuse-undo", "pause", "resume", "rematch")


async def call(room: Room, seat: int, said: str, verb: str, line: Line | None = None) -> Answer | None:
    """In the room's turn: a call by a seat.  Returns an answer when an input was saved."""
    if verb in VERBS:
        return await room.call(seat, said, VERBS[verb], line)
    if verb == "undo":
        return await _undo(room, seat, said, line)
    if verb not in CALLS:
        raise Problem(400, "no-such-verb", f"Calls are {', '.join(CALLS)}.")
    if room.match is None:
        raise Problem(409, "not-started", "The match has not begun.")
    if (verb == "rematch") != finished(room.match.state):
        raise refusal(room.game.name, "match-over" if verb != "rematch" else "not-over")
    await {"pause": _pause, "resume": _resume, "rematch": _rematch, "allow-undo": _allow_undo, "refuse-undo": _refuse_undo}[verb](
        room, seat
    )
    if line is not None:
        line.tell(encode(["ok", said, ""]))
    return None


async def change(room: Room, edit: Callable[[Affairs], None]) -> None:
    """Edit the affairs in the store, so that workers never overwrite each other; then tell."""
    async with room.house.database.write() as connection:
        query = select(tables.matches.c.affairs).where(tables.matches.c.id == room.id).with_for_update()
        affairs = read_affairs((await connection.execute(query)).scalar_one())
        edit(affairs)
        text = encode(affairs).decode()
        deadline = room.clock.deadline()
        await connection.execute(update(tables.matches).where(tables.matches.c.id == room.id).values(affairs=text, deadline=deadline))
        await announce(connection, room.id)
    await room.catch_up()


def _agree(seats: list[int], seat: int) -> list[int]:
    return sorted({*seats, seat})


async def _undo(room: Room, seat: int, said: str, line: Line | None) -> Answer | None:
    match = room.running()
    rule = room.terms.undo
    reason = match.objection(seat, UNDO) if rule != "never" else "cannot-undo"
    others = [other for other in room.people() if other != seat]
    if reason or rule == "free" or not others:
        if rule == "never":
            raise refusal(room.game.name, "cannot-undo")
        return await room.call(seat, said, UNDO, line)

    def edit(affairs: Affairs) -> None:
        affairs.undo, affairs.undo_yes = seat, []

    await change(room, edit)
    if line is not None:
        line.tell(encode(["ok", said, ""]))
    return None


async def _allow_undo(room: Room, seat: int) -> None:
    asking = room.affairs.undo
    if asking < 0 or asking == seat:
        raise Problem(409, "no-undo-asked", "Nobody else asks to take a decision back.")
    yes = _agree(room.affairs.undo_yes, seat)
    agreed = all(other in yes for other in room.people() if other != asking)

    def edit(affairs: Affairs) -> None:
        affairs.undo, affairs.undo_yes = (-1, []) if agreed else (asking, yes)

    await change(room, edit)
    if agreed:
        await room.call(asking, "", UNDO)


async def _refuse_undo(room: Room, seat: int) -> None:
    if room.affairs.undo < 0:
        raise Problem(409, "no-undo-asked", "Nobody asks to take a decision back.")

    def edit(affairs: Affairs) -> None:
        affairs.undo, affairs.undo_yes = -1, []

    await change(room, edit)


async def _pause(room: Room, seat: int) -> None:
    """The clocks stop once all people at the table want it."""
    now = room.house.time.now()
    people = room.people()
    agreed = all(other in _agree(room.affairs.pause, seat) for other in people)
    if room.affairs.paused:
        raise Problem(409, "paused", "The match is paused.")
    if agreed:
        room.clock.pause(now)

    def edit(affairs: Affairs) -> None:
        affairs.pause = [] if agreed else _agree(affairs.pause, seat)
        affairs.paused = now if agreed else 0

    await change(room, edit)


async def _resume(room: Room, seat: int) -> None:
    """Anybody may go on."""
    if not room.affairs.paused:
        raise Problem(409, "not-paused", "The match is not paused.")
    now = room.house.time.now()
    room.clock.resume(now)

    def edit(affairs: Affairs) -> None:
        affairs.pause, affairs.paused = [], 0
        affairs.left, affairs.since = room.clock.left, now

    await change(room, edit)
    room.set_alarm(room.clock.deadline())
    room.house.attend(room)


async def _rematch(room: Room, seat: int) -> None:
    """A new match with seats moved on by one, once all people want it."""
    if room.affairs.next:
        return
    wish = _agree(room.affairs.rematch, seat)
    people = [info["seat"] for info in room.seats if info["kind"] == "person"]
    agreed = all(other in wish for other in people)
    following = await room.house.lobby.rematch(room) if agreed else ""

    def edit(affairs: Affairs) -> None:
        affairs.rematch = wish
        affairs.next = following

    await change(room, edit)
