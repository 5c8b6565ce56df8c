"""For programs that play: all decisions they owe, with a wait; and ratings."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from sqlalchemy import select

from sandtable.server.errors import Problem
from sandtable.server.identity import PLAY, Identity, identify, require
from sandtable.server.lines import fill
from sandtable.server.matches import LONGEST_WAIT, raw
from sandtable.server.rooms import Rooms
from sandtable.store import matches as tables
from sandtable.wire.plain import encode

MOST_TURNS = 20


@get("/v1/turns", summary="Bot API: the decisions one owes, waiting for the first if there is none", tags=["play"])
async def turns(
    request: Request[Any, Any, Any],
    me: NamedDependency[Identity],
    house: NamedDependency[Rooms],
    wait: Annotated[float, QueryParameter(ge=0, le=LONGEST_WAIT, description="Seconds to wait")] = 0,
) -> Response[bytes]:
    """Each item is {match, game, seat, message}, the message being the seat's full view.
    Answer with POST /v1/matches/{match}/decisions."""
    require(me, PLAY)
    bell = house.bell(me.user)
    deadline = asyncio.get_running_loop().time() + wait
    try:
        while True:
            bell.clear()
            found = await _owed(house, me)
            left = deadline - asyncio.get_running_loop().time()
            if found or left <= 0 or house.stopping:
                return raw(encode(found), house)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(bell.wait(), left)
            if await identify(request) is None:  # the log-in or token ended meanwhile
                raise Problem(401, "log-in-first", "Log in or enter as a guest first.")
    finally:
        house.hang_up(me.user)


async def _owed(house: Rooms, me: Identity) -> list[Any]:
    query = select(tables.seats.c.match).join(tables.matches, tables.matches.c.id == tables.seats.c.match)
    async with house.database.read() as connection:
        rows = await connection.execute(query.where(tables.seats.c.user == me.user, tables.matches.c.state == tables.RUNNING).distinct())
        ids = [row.match for row in rows]
    found: list[Any] = []
    for match in ids:
        room = await house.room(match)
        await house.knows_people(room)
        for seat in room.seats_of(me):
            await room.at_rest(seat)
            if seat not in room.seats_of(me):  # it changed hands meanwhile
                continue
            if room.match is not None and seat in room.match.state.table.pending and len(found) < MOST_TURNS:
                frame = fill(*room.told(seat)) if house.settings.padding else room.frame(seat)
                found.append({"match": match, "game": room.game.name, "seat": seat, "message": msgspec.Raw(frame)})
    return found


class RatingLine(msgspec.Struct):
    user: str
    name: str
    game: str
    rating: float  # what is nearly certain: mu - 3 sigma, on a scale that starts at 0
    mu: float
    sigma: float
    matches: int
    wins: int


class RatingPage(msgspec.Struct):
    ratings: list[RatingLine]
    offset: int | None  # of the next page


def _rating(row: Any) -> RatingLine:
    return RatingLine(
        row["user"], row["name"], row["game"], row["mu"] - 3 * row["sigma"], row["mu"], row["sigma"], row["matches"], row["wins"]
    )


@get("/v1/ratings/{game:str}", summary="The table of a game", tags=["ratings"])
async def ratings(
    game: FromPath[str],
    house: NamedDependency[Rooms],
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> RatingPage:
    table = tables.ratings
    query = select(table).where(table.c.game == game).order_by((table.c.mu - 3 * table.c.sigma).desc(), table.c.user)
    async with house.database.read() as connection:
        rows = list((await connection.execute(query.limit(limit + 1).offset(offset))).mappings())
    return RatingPage([_rating(row) for row in rows[:limit]], offset + limit if len(rows) > limit else None)
