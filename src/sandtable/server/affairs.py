"""What seats settle among themselves: undo by consent, pause, rematch.  Draws and resignation are the umpire's."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import select, update

from sandtable.core.match import DRAW, NO_DRAW, RESIGN, UNDO
from sandtable.server.errors import Problem
from sandtable.server.identity import Identity
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
HEARD = 32  # the last calls of a match that are recognised when they are sent again
CALLS = (*VERBS, "undo", "allow-undo", "refuse-undo", "pause", "resume", "rematch")


async def call(room: Room, seat: int, said: str, verb: str, line: Line | None, who: Identity | None = None) -> Answer | None:
    """In the room's turn: a call by whoever has a seat.  Returns an answer when an input was saved."""
    who = who if line is None else line.right.who
    if verb in VERBS:
        return await room.call(seat, said, VERBS[verb], line, who)
    if verb not in CALLS:
        raise Problem(400, "no-such-verb", f"Calls are {', '.join(CALLS)}.")
    if room.match is None:
        raise Problem(409, "not-started", "The match has not begun.")
    if not room.house.database.sqlite:
        await room.catch_up()  # another worker may have heard more a moment ago
    room.check_holder(who, seat)
    key = f"{seat} {tables.fingerprint(said)}" if said else ""
    if not key or key not in room.affairs.heard:  # else it was sent again: it counts once, and the answer is the same
        if verb == "undo" and not _needs_consent(room, seat):
            return await room.call(seat, said, UNDO, line, who)
        if (verb == "rematch") != room.over:
            raise refusal(room.game.name, "match-over" if verb != "rematch" else "not-over")
        await _DEEDS[verb](room, seat, key)
    if line is not None:
        line.tell(encode(["ok", said, ""]))
    return None


async def change(room: Room, edit: Callable[[Affairs], None], key: str) -> None:
    """Edit the affairs as they stand in the store, so that workers never overwrite each other; then tell.
    A call that another worker has heard already changes nothing."""
    async with room.house.database.write() as connection:
        query = select(tables.matches.c.affairs).where(tables.matches.c.id == room.id).with_for_update()
        affairs = read_affairs((await connection.execute(query)).scalar_one())
        if not key or key not in affairs.heard:
            edit(affairs)
            affairs.heard = [*affairs.heard[1 - HEARD :], key] if key else affairs.heard
            clock = copy.copy(room.clock)
            clock.heed(affairs.paused, affairs.left, affairs.since)
            values = {"affairs": encode(affairs).decode(), "deadline": clock.deadline()}
            await connection.execute(update(tables.matches).where(tables.matches.c.id == room.id).values(**values))
            await announce(connection, room.id)
    await room.catch_up()


def _agree(seats: list[int], seat: int) -> list[int]:
    return sorted({*seats, seat})


def _needs_consent(room: Room, seat: int) -> bool:
    """Whether others have a say in taking a decision back; the umpire's objections come first."""
    match = room.running()
    if room.terms.undo == "never":
        raise refusal(room.game.name, "cannot-undo")
    return not match.objection(seat, UNDO) and room.terms.undo != "free" and any(other != seat for other in room.people())


async def _ask_undo(room: Room, seat: int, key: str) -> None:
    def edit(affairs: Affairs) -> None:
        affairs.undo, affairs.undo_yes, affairs.undo_key = seat, [], secrets.token_hex(8)

    await change(room, edit, key)


async def _allow_undo(room: Room, seat: int, key: str) -> None:
    """The last consent takes the decision back, under an id of the request: once, though a worker dies before the request is closed."""
    asking, request = room.affairs.undo, room.affairs.undo_key
    if asking < 0 or asking == seat:
        raise Problem(409, "no-undo-asked", "Nobody else asks to take a decision back.")
    people = room.people()

    def agreed(affairs: Affairs) -> bool:
        return all(other in _agree(affairs.undo_yes, seat) for other in people if other != asking)

    def edit(affairs: Affairs) -> None:
        if affairs.undo_key != request:
            raise Problem(409, "no-undo-asked", "Nobody else asks to take a decision back.")
        affairs.undo_yes = _agree(affairs.undo_yes, seat)

    def close(affairs: Affairs) -> None:
        if affairs.undo_key == request:
            affairs.undo, affairs.undo_yes, affairs.undo_key = -1, [], ""

    if not agreed(room.affairs):
        await change(room, edit, key)
    if room.affairs.undo_key == request and agreed(room.affairs):  # now, or by two at once on two workers
        try:
            await room.call(asking, f"undo {request}", UNDO)
        finally:
            await change(room, close, key)


async def _refuse_undo(room: Room, seat: int, key: str) -> None:
    def edit(affairs: Affairs) -> None:
        if affairs.undo < 0:
            raise Problem(409, "no-undo-asked", "Nobody asks to take a decision back.")
        affairs.undo, affairs.undo_yes, affairs.undo_key = -1, [], ""

    await change(room, edit, key)


async def _pause(room: Room, seat: int, key: str) -> None:
    """The clocks stop once all people at the table want it."""
    now, people = room.house.time.now(), room.people()

    def edit(affairs: Affairs) -> None:
        if affairs.paused:
            raise Problem(409, "paused", "The match is paused.")
        affairs.pause = _agree(affairs.pause, seat)
        if all(other in affairs.pause for other in people):
            affairs.pause, affairs.paused = [], now

    await change(room, edit, key)


async def _resume(room: Room, seat: int, key: str) -> None:
    """Anybody may go on."""
    now = room.house.time.now()

    def edit(affairs: Affairs) -> None:
        if not affairs.paused:
            raise Problem(409, "not-paused", "The match is not paused.")
        room.clock.paused = affairs.paused
        affairs.left, affairs.since = room.clock.left_now(now), now
        affairs.pause, affairs.paused = [], 0

    await change(room, edit, key)
    room.house.attend(room)


async def _rematch(room: Room, seat: int, key: str) -> None:
    """A new match with seats moved on by one, once all people want it."""
    people = [info["seat"] for info in room.seats if info["kind"] == "person"]

    def wish(affairs: Affairs) -> None:
        affairs.rematch = _agree(affairs.rematch, seat)

    await change(room, wish, "")
    if all(other in room.affairs.rematch for other in people) and not room.affairs.next:
        await room.house.lobby.rematch(room)
    await change(room, wish, key)


_DEEDS = {
    "undo": _ask_undo,
    "allow-undo": _allow_undo,
    "refuse-undo": _refuse_undo,
    "pause": _pause,
    "resume": _resume,
    "rematch": _rematch,
}
