"""Designs: named, complete sets of options of a game.  Kept, shared, copied, examined."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, delete, get, post, put
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody, QueryParameter
from msgspec import Meta
from sqlalchemy import delete as remove_rows
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable import games
from sandtable.kit.card import Options
from sandtable.server.accounts.desk import address_of
from sandtable.server.errors import Problem, not_found
from sandtable.server.identifiers import new_id
from sandtable.server.identity import PLAY, WATCH, Identity, require
from sandtable.server.studio import Studio
from sandtable.store import designs as tables
from sandtable.store.names import visible
from sandtable.wire.plain import encode

MOST_DESIGNS = 200  # of one person
MOST_OF_GUEST = 50
MOST_BYTES = 60_000  # of all options together

Name = Annotated[str, Meta(min_length=1, max_length=80, examples=["Two bridges"])]
Seats = Annotated[int, Meta(ge=1, le=16)]
Game = Annotated[str, Meta(max_length=64, examples=["picket"])]
Id = Annotated[str, Meta(max_length=24)]
LinkParam = Annotated[
    str | None, HeaderParameter(name="Sandtable-Link", description="The link of a design that is not public.", max_length=64)
]


class Sketch(msgspec.Struct, forbid_unknown_fields=True):
    """A design that need not be kept."""

    game: Game
    seats: Seats
    options: dict[str, int | str] = {}


class NewDesign(Sketch, kw_only=True, forbid_unknown_fields=True):
    name: Name
    public: bool = False


class Change(msgspec.Struct, forbid_unknown_fields=True):
    revision: Annotated[int, Meta(ge=1, le=1 << 30, description="The one this change was made from.")]
    name: Name
    seats: Seats
    options: dict[str, int | str]
    public: bool = False


class Copy(msgspec.Struct, forbid_unknown_fields=True):
    name: Name | None = None
    link: Annotated[str, Meta(max_length=64)] | None = None


class Line(msgspec.Struct, kw_only=True):
    id: str
    game: str
    name: str
    seats: int
    public: bool
    revision: int
    created: int
    changed: int
    copied: str | None
    owner: str  # name of the person
    mine: bool


class Design(Line, kw_only=True):
    options: dict[str, int | str]
    link: str | None = None  # for its owner


class Page(msgspec.Struct):
    designs: list[Line]
    cursor: str | None


class Finding(msgspec.Struct):
    """What the doctor says.  ``text`` is English; catalogues have a sentence under ``remark.<key>`` for the values."""

    grave: bool
    fine: bool  # says that something is as it should be
    key: str
    text: str
    where: list[str]
    values: dict[str, str]


class Findings(msgspec.Struct):
    playable: bool
    remarks: list[Finding]


async def provide_studio(state: State) -> Studio:
    found: Studio = state.studio
    return found


def checked(game: str, seats: int, options: dict[str, int | str]) -> tuple[Options, str]:
    """All options, complete, and as they are kept.  They need not be playable: work in progress is kept as well."""
    card = games.card(game)
    if seats not in card.seats:
        raise Problem(400, "bad-option", f"{game} is played by {', '.join(map(str, card.seats))} seats, not {seats}.")
    complete = games.complete(card, dict(options))
    text = encode(complete)
    if len(text) > MOST_BYTES:
        raise Problem(413, "too-large", f"The options of a design take up to {MOST_BYTES} bytes, not {len(text)}.")
    return complete, text.decode()


def _line(row: Any, who: Identity | None) -> dict[str, Any]:
    mine = who is not None and row["owner"] == who.user
    found = {key: row[key] for key in ("id", "game", "name", "seats", "public", "revision", "created", "changed", "copied")}
    return {**found, "owner": row["owner_name"] or "", "mine": mine}


def _design(row: Any, who: Identity | None) -> Design:
    line = _line(row, who)
    shared = who is not None and line["mine"] and PLAY in who.scopes  # a token to watch passes nothing on
    return Design(**line, options=msgspec.json.decode(row["options"]), link=row["link"] if shared else None)


async def _seen(connection: AsyncConnection, design: str, who: Identity | None, link: str | None) -> Any:
    """A design that somebody may see: one's own, a public one, or one whose link was given."""
    row = await tables.find(connection, design)
    if row is not None:
        given = link is not None and secrets.compare_digest(link.encode(), row["link"].encode())
        if row["public"] or given or (who is not None and row["owner"] == who.user):
            return row
    raise not_found("design")


async def _add(studio: Studio, me: Identity, values: dict[str, Any]) -> Design:
    now = studio.now()
    row = {"id": new_id(12), "owner": me.user, "link": secrets.token_urlsafe(24), "revision": 1, "created": now, "changed": now, **values}
    most = MOST_OF_GUEST if me.kind == "guest" else MOST_DESIGNS
    async with studio.database.write() as connection:
        if await tables.count(connection, me.user) >= most:
            raise Problem(409, "too-many-designs", f"You keep {most} designs already; delete one first.", {"most": most})
        await connection.execute(insert(tables.designs).values(**row))
        return _design(await tables.find(connection, row["id"]), me)


@post("/", summary="Keep a design", tags=["designs"])
async def create(data: JSONBody[NewDesign], me: NamedDependency[Identity], studio: NamedDependency[Studio]) -> Design:
    require(me, PLAY)
    studio.limits.take("write", me.user)
    _, text = checked(data.game, data.seats, data.options)
    values = {"game": data.game, "name": visible(data.name) or data.game, "seats": data.seats, "options": text, "public": data.public}
    return await _add(studio, me, {**values, "copied": None})


@get("/", summary="Public designs, or one's own", tags=["designs"])
async def browse(
    who: NamedDependency[Identity | None],
    studio: NamedDependency[Studio],
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
    mine: FromQuery[bool] = False,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
    cursor: Annotated[str | None, QueryParameter(max_length=64)] = None,
) -> Page:
    if who is not None:
        require(who, WATCH)
    before = None
    if cursor is not None:
        changed, _, last = cursor.partition(".")
        if not changed.isascii() or not changed.isdigit() or len(changed) > 15:
            raise Problem(400, "bad-cursor", "That cursor is none of ours.")
        before = (int(changed), last)
    owner = (who.user if who is not None else "") if mine else None
    async with studio.database.read() as connection:
        rows = await tables.browse(connection, owner, game, before, limit + 1)
    lines = [Line(**_line(row, who)) for row in rows[:limit]]
    return Page(lines, f"{rows[limit - 1]['changed']}.{rows[limit - 1]['id']}" if len(rows) > limit else None)


@get("/{design:str}", summary="A design", tags=["designs"])
async def show(
    design: FromPath[str], who: NamedDependency[Identity | None], studio: NamedDependency[Studio], link: LinkParam = None
) -> Design:
    if who is not None:
        require(who, WATCH)
    async with studio.database.read() as connection:
        return _design(await _seen(connection, design, who, link), who)


@put("/{design:str}", summary="Change a design", tags=["designs"])
async def change(design: FromPath[str], data: JSONBody[Change], me: NamedDependency[Identity], studio: NamedDependency[Studio]) -> Design:
    """Answers 409 when the design has changed since the revision the change was made from: nothing is overwritten unseen."""
    require(me, PLAY)
    studio.limits.take("write", me.user)
    async with studio.database.write() as connection:
        row = await tables.find(connection, design)
        if row is None or row["owner"] != me.user:
            raise not_found("design")
        _, text = checked(row["game"], data.seats, data.options)
        values = {"name": visible(data.name) or row["game"], "seats": data.seats, "options": text, "public": data.public}
        if not await tables.change(connection, design, me.user, data.revision, {**values, "changed": studio.now()}):
            told = {"revision": row["revision"], "sent": data.revision}
            raise Problem(409, "stale-revision", "This design was changed elsewhere since you opened it. Nothing was saved.", told)
        return _design(await tables.find(connection, design), me)


@delete("/{design:str}", summary="Delete a design", tags=["designs"])
async def remove(design: FromPath[str], me: NamedDependency[Identity], studio: NamedDependency[Studio]) -> None:
    require(me, PLAY)
    async with studio.database.write() as connection:
        if not await tables.remove(connection, design, me.user):
            raise not_found("design")


@post("/{design:str}/copy", summary="Copy a design to one's own", tags=["designs"])
async def copy(design: FromPath[str], data: JSONBody[Copy], me: NamedDependency[Identity], studio: NamedDependency[Studio]) -> Design:
    require(me, PLAY)
    studio.limits.take("write", me.user)
    async with studio.database.read() as connection:
        row = await _seen(connection, design, me, data.link)
    values = {key: row[key] for key in ("game", "seats", "options")}
    return await _add(studio, me, {**values, "name": visible(data.name or "") or row["name"], "public": False, "copied": row["id"]})


@post("/{design:str}/link", summary="A new link; the old one opens nothing any more", tags=["designs"], status_code=200)
async def renew(design: FromPath[str], me: NamedDependency[Identity], studio: NamedDependency[Studio]) -> Design:
    require(me, PLAY)
    studio.limits.take("write", me.user)
    async with studio.database.write() as connection:
        row = await tables.find(connection, design)
        if row is None or row["owner"] != me.user:
            raise not_found("design")
        link = secrets.token_urlsafe(24)
        await connection.execute(update(tables.designs).where(tables.designs.c.id == design).values(link=link))
        return _design({**row, "link": link}, me)


@post("/check", summary="What the doctor says of a design", tags=["designs"], status_code=200)
async def check(
    request: Request[Any, Any, Any], data: JSONBody[Sketch], who: NamedDependency[Identity | None], studio: NamedDependency[Studio]
) -> Findings:
    """Nothing is kept.  Grave remarks forbid playing; all others are advice."""
    asker = who.user if who is not None else address_of(request)
    studio.limits.take("check", asker)
    games.card(data.game)
    found = await studio.check(asker, data.game, data.seats, data.options)
    remarks = [msgspec.convert(each, Finding) for each in found]
    return Findings(not any(remark.grave for remark in remarks), remarks)


class Holding:
    """What designs keep of a person."""

    async def export(self, connection: AsyncConnection, user: str) -> dict[str, Any]:
        rows = (await connection.execute(select(tables.designs).where(tables.designs.c.owner == user))).mappings()
        return {"designs": [{**row, "options": msgspec.json.decode(row["options"])} for row in rows]}

    async def forget(self, connection: AsyncConnection, user: str) -> None:
        """Designs go with the person; copies are others' own."""
        await connection.execute(remove_rows(tables.designs).where(tables.designs.c.owner == user))
        await connection.execute(remove_rows(tables.balances).where(tables.balances.c.owner == user))

    async def adopt(self, connection: AsyncConnection, guest: str, user: str) -> None:
        await connection.execute(update(tables.designs).where(tables.designs.c.owner == guest).values(owner=user))
        await connection.execute(update(tables.balances).where(tables.balances.c.owner == guest).values(owner=user))

    async def profile(self, connection: AsyncConnection, user: str) -> dict[str, Any]:
        return {}


HANDLERS = [create, browse, show, change, remove, copy, renew, check]


def router(*more: Any) -> Router:
    return Router("/v1/designs", route_handlers=[*HANDLERS, *more])
