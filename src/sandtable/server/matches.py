"""HTTP routes of matches: lobby, joining, decisions, views, streams."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody, QueryParameter
from litestar.response import Stream
from msgspec import Meta
from sqlalchemy import and_, or_, select

from sandtable.server.chronicle import ONLOOKER
from sandtable.server.errors import Problem, bad_id, not_found
from sandtable.server.identity import PLAY, WATCH, Identity, require
from sandtable.server.lengths import is_id, rounded
from sandtable.server.lines import Line, Pass, fill
from sandtable.server.listing import notable, turn
from sandtable.server.lobby import NewMatch
from sandtable.server.room import Room
from sandtable.server.rooms import Rooms
from sandtable.server.telling import is_guest
from sandtable.server.terms import Terms, read_terms
from sandtable.store import matches as tables
from sandtable.wire.plain import encode

NO_STORE = {"Cache-Control": "no-store"}
LONGEST_WAIT = 30.0

Word = Annotated[str, Meta(min_length=1, max_length=64)]
SeatParam = Annotated[str | None, QueryParameter(name="seat", description="A seat of one's own, or 'onlooker'.", max_length=16)]
LinkParam = Annotated[  # a header, since addresses are written into logs
    str | None, HeaderParameter(name="Sandtable-Link", description="The link of a private match.", max_length=64)
]


class Created(msgspec.Struct):
    id: str
    link: str
    url: str


class Joined(msgspec.Struct):
    match: str
    seat: int


class Join(msgspec.Struct, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    side: Annotated[int, Meta(ge=0, le=15)] | None = None  # any open seat of this side
    move: bool = False  # and give back the seats one has
    link: Annotated[str, Meta(max_length=64)] | None = None


class SeatLink(msgspec.Struct, forbid_unknown_fields=True):
    link: Annotated[str, Meta(min_length=1, max_length=64)]


class SeatBot(msgspec.Struct, forbid_unknown_fields=True):
    bot: Word


class Saying(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    id: Annotated[str, Meta(max_length=64)] = ""  # sent again under the same id, it is not said twice
    channel: Annotated[str, Meta(max_length=16, examples=["all", "team", "seat:1"])] = "all"
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None


class SeatLine(msgspec.Struct):
    seat: int
    kind: str
    name: str
    bot: str | None
    colour: str
    side: int  # seats of one side play together
    mine: bool
    guest: bool = False  # somebody without an account


class MatchLine(msgspec.Struct):
    id: str
    game: str
    state: str
    options: dict[str, Any]  # those that differ from the usual; "…" for a long text
    terms: Terms
    seats: list[SeatLine]
    created: int
    result: list[int] | None
    turn: list[int] = []  # of one's own matches under way: seats that owe a decision
    since: int | None = None  # and when the table last changed


class MatchPage(msgspec.Struct):
    matches: list[MatchLine]
    cursor: str | None  # for the next page; none on the last


async def provide_house(state: State) -> Rooms:
    house: Rooms = state.rooms
    return house


async def look_in(house: Rooms, match: str, who: Identity | None, link: str | None, seat: str | None) -> tuple[Room, int]:
    """The room and the seat a request is about, at a moment at which all that this seat may know is saved."""
    if who is not None:
        require(who, WATCH)
    room, own = await house.place(match, who, link, seat)
    known = False
    while True:
        if own != ONLOOKER and not known:  # a hand is shown to nobody who lost it at another worker
            known = await house.knows_people(room)
        elif room.settled(own):
            return room, own
        else:
            await room.at_rest(own)  # and the seat may have changed hands meanwhile
        room.check_sight(who, link)
        own = room.choose_seat(who, seat)


async def play_in(house: Rooms, match: str, me: Identity, seat: int | None) -> tuple[Room, int]:
    require(me, PLAY)
    room = await house.room(match)
    own = room.seats_of(me)
    if (not own or (seat is not None and seat not in own)) and not await house.knows_people(room):
        own = room.seats_of(me)  # taken a moment ago, at another worker
    if not own and not room.row["public"]:
        raise not_found("match")
    if not own or (seat is not None and seat not in own):
        raise Problem(403, "not-your-seat", "That seat is not yours.")
    return room, own[0] if seat is None else seat


@post("/", summary="Create a match", tags=["lobby"])
async def create(
    request: Request[Any, Any, Any], me: NamedDependency[Identity], house: NamedDependency[Rooms], data: JSONBody[NewMatch]
) -> Created:
    require(me, PLAY)
    house.limits.take("create", me.user)
    match = await house.lobby.create(me, data)
    room = await house.room(match)
    return Created(match, room.row["link"], f"{base_url(request, house)}/play/{match}#link={room.row['link']}")


@get("/", summary="The lobby: matches to join or watch", tags=["lobby"])
async def browse(
    who: NamedDependency[Identity | None],
    house: NamedDependency[Rooms],
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
    match_state: Annotated[str | None, QueryParameter(name="state", max_length=8)] = None,
    mine: FromQuery[bool] = False,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
    cursor: Annotated[str | None, QueryParameter(max_length=64)] = None,
) -> MatchPage:
    m = tables.matches
    user = who.user if who is not None else ""
    own = select(tables.seats.c.match).where(tables.seats.c.user == user)
    query = select(m).where(m.c.state != tables.DROPPED).order_by(m.c.created.desc(), m.c.id.desc()).limit(limit + 1)
    query = query.where(m.c.id.in_(own) if mine else m.c.public)
    if game is not None:
        query = query.where(m.c.game == game)
    if match_state is not None:
        query = query.where(m.c.state == match_state)
    if cursor is not None:
        created, _, last = cursor.partition(".")
        if not created.isascii() or not created.isdigit() or len(created) > 15:
            raise Problem(400, "bad-cursor", "That cursor is none of ours.")
        query = query.where(or_(m.c.created < int(created), and_(m.c.created == int(created), m.c.id < last)))
    async with house.database.read() as connection:
        rows = list((await connection.execute(query)).mappings())
        ids = [row["id"] for row in rows[:limit]]
        found = list(
            (await connection.execute(select(tables.seats).where(tables.seats.c.match.in_(ids)).order_by(tables.seats.c.seat))).mappings()
        )
    lines = [await _line(house, row, [seat for seat in found if seat["match"] == row["id"]], user) for row in rows[:limit]]
    for line in lines:
        if mine and line.state == tables.RUNNING:
            line.turn, line.since = await turn(house, line.id)
    more = len(rows) > limit
    return MatchPage(lines, f"{rows[limit - 1]['created']}.{rows[limit - 1]['id']}" if more else None)


async def _line(house: Rooms, row: Any, places: list[Any], user: str) -> MatchLine:
    sides = await house.shelf.stored_sides(row["game"], row["seats"], row["options"])
    seats = [
        SeatLine(s["seat"], s["kind"], s["name"], s["bot"], s["colour"], sides[s["seat"]], bool(user) and s["user"] == user, is_guest(s))
        for s in places
    ]
    result = msgspec.json.decode(row["result"]) if row["result"] else None
    options = notable(row["game"], msgspec.json.decode(row["options"]))
    return MatchLine(row["id"], row["game"], row["state"], options, read_terms(row["terms"]), seats, row["created"], result)


@get("/{match:str}", summary="A match: seats, terms, state", tags=["lobby"])
async def show(
    match: FromPath[str], who: NamedDependency[Identity | None], house: NamedDependency[Rooms], link: LinkParam = None
) -> Response[bytes]:
    room = await house.room(match)
    room.check_sight(who, link)
    info = {**room.info(), "yours": room.seats_of(who), "present": room.present()}
    if who is not None and PLAY in who.scopes and (room.row["owner"] == who.user or info["yours"]):  # by it others join
        info["link"] = room.row["link"]
    return raw(encode(info), house)


@post("/{match:str}/join", summary="Take a seat", tags=["lobby"], status_code=200)
async def join(match: FromPath[str], me: NamedDependency[Identity], house: NamedDependency[Rooms], data: JSONBody[Join]) -> Joined:
    require(me, PLAY)
    return Joined(match, await house.lobby.join(me, match, data.seat, data.link, data.side, data.move))


@delete("/{match:str}/seat", summary="Give a seat back before the match begins", tags=["lobby"])
async def leave(match: FromPath[str], me: NamedDependency[Identity], house: NamedDependency[Rooms]) -> None:
    require(me, PLAY)
    await house.lobby.leave(me, match)


@post("/{match:str}/seats/{seat:int}/bot", summary="Put a bot on an open seat", tags=["lobby"], status_code=200)
async def seat_bot(
    match: FromPath[str], seat: FromPath[int], me: NamedDependency[Identity], house: NamedDependency[Rooms], data: JSONBody[SeatBot]
) -> Joined:
    require(me, PLAY)
    if not 0 <= seat < 16:
        raise Problem(409, "seat-taken", "There is no such seat.")
    await house.lobby.seat_bot(me, match, seat, data.bot)
    return Joined(match, seat)


@delete("/{match:str}/seats/{seat:int}", summary="Send away who sits there, before the match begins", tags=["lobby"])
async def send_away(match: FromPath[str], seat: FromPath[int], me: NamedDependency[Identity], house: NamedDependency[Rooms]) -> None:
    require(me, PLAY)
    await house.lobby.send_away(me, match, seat)


@delete("/{match:str}/seats/{seat:int}/devices", summary="Send further devices of one's seat away", tags=["lobby"])
async def unpair(match: FromPath[str], seat: FromPath[int], me: NamedDependency[Identity], house: NamedDependency[Rooms]) -> None:
    require(me, PLAY)
    await house.lobby.unpair(me, match, seat)


@get("/{match:str}/seats/{seat:int}/qr", summary="QR code that brings a phone to a seat", tags=["lobby"], media_type="image/svg+xml")
async def seat_code(
    request: Request[Any, Any, Any], match: FromPath[str], seat: FromPath[int], me: NamedDependency[Identity], house: NamedDependency[Rooms]
) -> Response[str]:
    """For the seat's own player, or for an open seat of one's own match."""
    url = await _seat_url(request, match, seat, me, house)
    import segno  # seldom needed, and a start should be quick

    svg = segno.make(url, error="m").svg_inline(scale=6, border=2)
    return Response(svg, media_type="image/svg+xml", headers=NO_STORE)


@get("/{match:str}/seats/{seat:int}/link", summary="Link that brings a phone to a seat", tags=["lobby"])
async def seat_link(
    request: Request[Any, Any, Any], match: FromPath[str], seat: FromPath[int], me: NamedDependency[Identity], house: NamedDependency[Rooms]
) -> Response[dict[str, str]]:
    return Response({"url": await _seat_url(request, match, seat, me, house)}, headers=NO_STORE)


async def _seat_url(request: Request[Any, Any, Any], match: str, seat: int, me: Identity, house: Rooms) -> str:
    require(me, PLAY)
    room = await house.room(match)
    if not room.row["public"] and not room.seats_of(me) and room.row["owner"] != me.user:
        raise not_found("match")
    if not 0 <= seat < len(room.seats):
        raise Problem(403, "not-your-seat", "That seat is not yours.")
    async with house.database.read() as connection:  # who has the seat and its link as they are kept, whatever the room knows
        query = select(tables.seats).where(tables.seats.c.match == match, tables.seats.c.seat == seat)
        found = (await connection.execute(query)).mappings().first()
        devices = await tables.find_devices(connection, match)
    if found is not None and found["kind"] == "person" and (found["user"] == me.user or (found["user"] and (seat, me.user) in devices)):
        return f"{base_url(request, house)}/join#{found['link']}"
    if found is not None and found["kind"] == "open" and room.row["owner"] == me.user:
        return f"{base_url(request, house)}/join#{found['link']}"
    raise Problem(403, "not-your-seat", "That seat is not yours.")


@get("/{match:str}/view", summary="All a seat knows now", tags=["play"])
async def see(
    match: FromPath[str],
    who: NamedDependency[Identity | None],
    house: NamedDependency[Rooms],
    seat: SeatParam = None,
    link: LinkParam = None,
) -> Response[bytes]:
    room, own = await look_in(house, match, who, link, seat)
    if room.match is None:
        raise Problem(409, "not-started", "The match has not begun.")
    frame, least = room.told(own)
    return raw(frame, house, least)


@get("/{match:str}/stream", summary="A match as NDJSON, message by message", tags=["play"], media_type="application/x-ndjson")
async def stream(
    match: FromPath[str],
    who: NamedDependency[Identity | None],
    house: NamedDependency[Rooms],
    seat: SeatParam = None,
    link: LinkParam = None,
) -> Stream:
    room, own = await look_in(house, match, who, link, seat)
    line = Line(house.settings.queue_bytes, Pass(who, own, link), house.settings.padding)
    return Stream(_lines(room, line), media_type="application/x-ndjson", headers=NO_STORE)


async def _lines(room: Room, line: Line) -> AsyncIterator[bytes]:
    room.at_door.add(line)
    try:
        await room.ask(_subscribe, room, line)
        while (frame := await line.take()) is not None:
            yield frame + b"\n"
            if not line.waiting and room.over:
                return
    finally:
        room.drop_line(line)


async def _subscribe(room: Room, line: Line) -> None:
    if line.closed:  # its log-in ended meanwhile
        return
    try:
        room.add_line(line)
    except Problem:  # the seat has changed hands since the request came in
        line.dismiss()
        return
    line.put(encode(["match", room.info()]))
    if room.match is not None:
        line.tell(*room.told(line.right.seat))


@get("/{match:str}/talk", summary="What was said and one may hear", tags=["talk"])
async def read_talk(
    match: FromPath[str],
    who: NamedDependency[Identity | None],
    house: NamedDependency[Rooms],
    seat: SeatParam = None,
    link: LinkParam = None,
    since: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
) -> Response[bytes]:
    room, own = await look_in(house, match, who, link, seat)
    heard = house.talk.history(room, own)
    return raw(encode({"talk": heard[since : since + limit], "cursor": since + limit if len(heard) > since + limit else None}), house)


@post("/{match:str}/talk", summary="Say something", tags=["talk"], status_code=200)
async def say(
    match: FromPath[str], me: NamedDependency[Identity], house: NamedDependency[Rooms], data: JSONBody[Saying], link: LinkParam = None
) -> dict[str, str]:
    require(me, PLAY)
    if data.id:
        check_id(data.id)
    room, seat = await house.place(match, me, link, None if data.seat is None else str(data.seat))
    right = Pass(me, seat, link)
    await room.ask(house.talk.say, room, right, data.channel, data.text, data.id)
    return {"key": "said"}


@post("/v1/join", summary="Join the seat a QR code belongs to", tags=["lobby"], status_code=200)
async def join_link(me: NamedDependency[Identity], house: NamedDependency[Rooms], data: JSONBody[SeatLink]) -> Joined:
    require(me, PLAY)
    return Joined(*await house.lobby.join_seat(me, data.link))


def base_url(request: Request[Any, Any, Any], house: Rooms) -> str:
    return house.settings.base_url.rstrip("/") or str(request.base_url).rstrip("/")


def check_id(said: str) -> None:
    """The same bound as on sockets, where answers repeat the id: it may be sent again there."""
    if not is_id(said):
        raise bad_id()


def raw(body: bytes, house: Rooms, least: int = 0) -> Response[bytes]:
    """An answer whose length says nothing; ``least`` as for ``Line.tell``."""
    padding = house.settings.padding
    return Response(
        fill(body, rounded(len(body), least, padding) if least and padding else padding), media_type=MediaType.JSON, headers=NO_STORE
    )


router = Router(
    "/v1/matches",
    route_handlers=[
        *(create, browse, show, join, leave, send_away, unpair, seat_bot, seat_code, seat_link),
        *(see, stream, read_talk, say),
    ],
)

__all__ = ["ONLOOKER", "join_link", "look_in", "play_in", "provide_house", "raw", "router"]
