"""From an idea to a match: creating, joining, beginning, playing again."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable import games
from sandtable.core.match import Match
from sandtable.kit.card import Options
from sandtable.server.clocks import Clock
from sandtable.server.dice import SealedDraw, commitment, new_key
from sandtable.server.errors import Problem, not_found
from sandtable.server.identifiers import new_id
from sandtable.server.identity import Identity
from sandtable.server.terms import Affairs, Terms, read_affairs, read_terms
from sandtable.store import matches as tables
from sandtable.store.journal import announce
from sandtable.store.names import name_key, skeleton, visible
from sandtable.wire.plain import encode

if TYPE_CHECKING:
    from sandtable.server.room import Room
    from sandtable.server.rooms import Rooms

COLOURS = ["red", "blue", "green", "yellow", "purple", "sky", "orange", "grey"]
MOST_OPEN = 50  # matches one person may have waiting
NOBODY = {"kind": "open", "user": None, "bot": None, "name": "", "guest": False, "manner": None}  # sits on a seat


class Place(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits on a seat: the one who creates the match (several times: hot-seat), whoever comes, or a bot."""

    kind: Literal["me", "open", "bot"] = "open"
    bot: Annotated[str, Meta(max_length=64)] = "random"
    colour: Literal["", "red", "blue", "green", "yellow", "purple", "sky", "orange", "grey"] = ""  # empty: any that is free


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=64, examples=["picket"])]
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None  # the game's usual number
    options: dict[str, int | str] = {}
    terms: Terms = msgspec.field(default_factory=Terms)
    public: bool = True
    places: Annotated[list[Place], Meta(max_length=16)] = []  # missing ones are open; none at all: the first is mine


def moved_on(sides: list[int]) -> list[int]:
    """By seat who sat where before a rematch: sides move on by one and partners stay partners; where sides differ in size,
    seats move on by one."""
    groups = [[seat for seat, side in enumerate(sides) if side == wanted] for wanted in sorted(set(sides))]
    if len({len(group) for group in groups}) > 1:
        return [(seat - 1) % len(sides) for seat in range(len(sides))]
    before = {new: old for i, group in enumerate(groups) for new, old in zip(group, groups[i - 1], strict=True)}
    return [before[seat] for seat in range(len(sides))]


def choose_colours(wanted: list[str]) -> list[str]:
    """By seat a colour of its own: the one wished for, else the seat's usual one or any that is free."""
    wishes = [colour for colour in wanted if colour]
    if len(set(wishes)) < len(wishes):
        raise Problem(400, "same-colour", "Every seat has a colour of its own.", {"colours": COLOURS})
    chosen: list[str] = []
    for seat, wish in enumerate(wanted):
        usual = COLOURS[seat % len(COLOURS)]
        rest = [colour for colour in [usual, *COLOURS] if colour not in wishes and colour not in chosen]
        chosen.append(wish or (rest[0] if rest else usual))
    return chosen


def distinct(me: Identity, places: list[Any]) -> str:
    """The name at a table: with a number if somebody else sits there under one that looks like it."""
    others = [place["name"] for place in places if place["kind"] == "person" and place["user"] != me.user]
    taken = {look(other) for other in others for look in (skeleton, name_key)}
    name, number = me.name[:58], 1
    while {skeleton(name), name_key(name)} & taken:
        number += 1
        name = f"{me.name[:58]} ({number})"
    return name


def check_reserved(card: games.AnyCard, options: Options, allowed: bool) -> None:
    """Choices that stand for something of others need the owner's word."""
    for option in card.options:
        if str(options[option.key]) in option.reserved and not allowed:
            raise Problem(
                403,
                "reserved-names",
                f"'{option.key} = {options[option.key]}' uses names of others; the owner of this server has not switched them on.",
                {"option": option.key, "choice": str(options[option.key])},
            )


class Lobby:
    def __init__(self, house: Rooms) -> None:
        self.house = house

    async def create(self, me: Identity, wish: NewMatch, follows: str | None = None, people: list[Any] | None = None) -> str:
        """A new match; it begins at once when every seat is taken."""
        card = games.card(wish.game)
        options = games.complete(card, dict(wish.options))
        check_reserved(card, options, self.house.settings.reserved_names)
        shelf = self.house.shelf
        game = await (shelf.find(wish.game, wish.seats, options) if people else shelf.try_on(me.user, wish.game, wish.seats, options))
        if len(wish.places) > game.seats:
            raise Problem(400, "too-many-places", f"{wish.game} has {game.seats} seats here.")
        places = wish.places or [Place("me")]
        places = places + [Place() for _ in range(game.seats - len(places))]
        colours = choose_colours([place.colour for place in places])
        for place in places:
            if place.kind == "bot":
                self.house.bots.check(wish.game, place.bot)
        if wish.terms.clock.on_timeout == "bot":
            self.house.bots.check(wish.game, wish.terms.clock.bot)
        match, key = new_id(12), new_key()
        row = {
            "id": match,
            "game": wish.game,
            "version": game.version,
            "seats": game.seats,
            "options": encode(options).decode(),
            "terms": encode(msgspec.structs.replace(wish.terms, title=visible(wish.terms.title))).decode(),
            "owner": me.user,
            "state": tables.OPEN,
            "public": wish.public,
            "link": secrets.token_urlsafe(24),
            "dice_key": key,
            "dice_hash": commitment(key),
            "created": self.house.time.now(),
            "affairs": encode(Affairs()).decode(),
            "follows": follows,
        }
        rows = people or [self._place(me, place, seat, colours[seat]) for seat, place in enumerate(places)]
        async with self.house.database.write() as connection:
            await self._limit(connection, me)
            if follows is not None and (other := await self._follow(connection, follows, match)) != match:
                return other
            await connection.execute(insert(tables.matches).values(**row))
            await connection.execute(insert(tables.seats), [{**place, "match": match} for place in rows])
            await self._begin_if_full(connection, match)
        await self._begun(match)
        return match

    async def _follow(self, connection: AsyncConnection, before: str, match: str) -> str:
        """The rematch of a match: this one, unless another worker was first."""
        row = await tables.hold_match(connection, before)
        assert row is not None
        affairs = read_affairs(row["affairs"])
        if not affairs.next:
            affairs.next = match
            text = encode(affairs).decode()
            await connection.execute(update(tables.matches).where(tables.matches.c.id == before).values(affairs=text))
        return affairs.next

    async def _limit(self, connection: AsyncConnection, me: Identity) -> None:
        query = select(func.count()).select_from(tables.matches)
        waiting = (
            await connection.execute(query.where(tables.matches.c.owner == me.user, tables.matches.c.state == tables.OPEN))
        ).scalar_one()
        if waiting >= MOST_OPEN:
            raise Problem(409, "too-many-matches", f"You have {MOST_OPEN} matches waiting for players.")

    def _place(self, me: Identity, place: Place, seat: int, colour: str) -> dict[str, Any]:
        mine, bot = place.kind == "me", place.kind == "bot"
        return {
            "seat": seat,
            "kind": "person" if mine else place.kind,
            "user": me.user if mine else None,
            "name": me.name[:64] if mine else place.bot if bot else "",
            "bot": place.bot if bot else None,
            "guest": mine and me.kind == "guest",
            "colour": colour,
            "link": secrets.token_urlsafe(24),
        }

    async def _begin_if_full(self, connection: AsyncConnection, match: str) -> None:
        """The last seat is taken: roll the set-up, start the clocks."""
        places = await tables.find_seats(connection, match)
        if any(place["kind"] == "open" for place in places):
            return
        row = await tables.find_match(connection, match)
        assert row is not None
        now = self.house.time.now()
        game = await self.house.shelf.find(row["game"], row["seats"], msgspec.json.decode(row["options"]))
        play: Match[Any, Any, Any] = await asyncio.to_thread(Match, game, SealedDraw(row["dice_key"]))
        clock = Clock(read_terms(row["terms"]).clock, game.seats)
        clock.restore([], play.state.table.pending, now, [])
        query = update(tables.matches).where(tables.matches.c.id == match, tables.matches.c.state == tables.OPEN)
        began = await connection.execute(query.values(state=tables.RUNNING, started=now, deadline=clock.deadline()))
        if began.rowcount == 1 and play.inputs:
            rows = [{"match": match, "n": n, "seat": s, "action": encode(a).decode(), "at": now} for n, (s, a) in enumerate(play.inputs)]
            await connection.execute(insert(tables.inputs), rows)

    async def _fetch(self, which: Any) -> None:
        """Have the game of a match at hand before a transaction that may begin it: nobody's saving waits while it is loaded."""
        query = select(tables.matches.c.game, tables.matches.c.seats, tables.matches.c.options)
        async with self.house.database.read() as connection:
            row = (await connection.execute(query.where(which, tables.matches.c.state == tables.OPEN))).first()
        if row is not None:
            await self.house.shelf.stored_sides(row.game, row.seats, row.options)
            with contextlib.suppress(games.BadOption, games.Unknown):
                await self.house.shelf.find(row.game, row.seats, msgspec.json.decode(row.options))

    async def _begun(self, match: str) -> None:
        """Look after bots of a match that may have begun; tell who waits at its table."""
        await self.house.refresh(match)
        async with self.house.database.read() as connection:
            places = await tables.find_seats(connection, match)
        if all(place["kind"] != "open" for place in places):
            room = await self.house.room(match)
            self.house.attend(room)
            self.house.wake_people(room)

    async def join(self, me: Identity, match: str, seat: int | None, link: str | None, side: int | None = None, move: bool = False) -> int:
        """Take an open seat: any, the one named, or one of a side; of fifty who want the last one, one gets it.
        Whoever moves gives the seats back that they have."""
        await self._fetch(tables.matches.c.id == match)
        async with self.house.database.write() as connection:
            row = await tables.hold_match(connection, match)
            places = await tables.find_seats(connection, match)
            sits = any(place["user"] == me.user for place in places)
            if row is None or (not row["public"] and link != row["link"] and not sits):
                raise not_found("match")
            if row["state"] != tables.OPEN:
                raise Problem(409, "seat-taken", "The match has begun.")
            sides = await self.house.shelf.stored_sides(row["game"], row["seats"], row["options"])
            free = [place["seat"] for place in places if place["kind"] == "open" and seat in (None, place["seat"])]
            for wanted in [found for found in free if side in (None, sides[found])]:
                if await self._take(connection, me, match, wanted):
                    if move:
                        await self._give_back(connection, me, match, wanted)
                    await self._begin_if_full(connection, match)
                    break
            else:
                raise Problem(409, "seat-taken", "That seat is taken, or there is no such seat.")
            await announce(connection, match)
        await self._begun(match)
        return int(wanted)

    async def _take(self, connection: AsyncConnection, me: Identity, match: str, seat: int) -> bool:
        where = (tables.seats.c.match == match, tables.seats.c.seat == seat, tables.seats.c.kind == "open")
        name = distinct(me, await tables.find_seats(connection, match))
        values = {"kind": "person", "user": me.user, "name": name, "guest": me.kind == "guest", "manner": None}
        taken = await connection.execute(update(tables.seats).where(*where).values(**values))
        if taken.rowcount == 1:
            await tables.clear_seat(connection, match, seat)
        return taken.rowcount == 1

    async def _give_back(self, connection: AsyncConnection, me: Identity, match: str, but: int = -1) -> None:
        seats = tables.seats.c
        mine = select(seats.seat).where(seats.match == match, seats.user == me.user, seats.seat != but)
        for seat in (await connection.execute(mine)).scalars().all():
            await self._open(connection, match, seat)

    async def _open(self, connection: AsyncConnection, match: str, seat: int) -> None:
        """Nobody sits there any more, on no device."""
        where = (tables.seats.c.match == match, tables.seats.c.seat == seat)
        await connection.execute(update(tables.seats).where(*where).values(**NOBODY))
        await tables.clear_seat(connection, match, seat)

    async def join_seat(self, me: Identity, link: str) -> tuple[str, int]:
        """By the link of a seat (its QR code): take the seat, or be one more device of who has it."""
        await self._fetch(tables.matches.c.id.in_(select(tables.seats.c.match).where(tables.seats.c.link == link)))
        async with self.house.database.write() as connection:
            query = select(tables.seats).where(tables.seats.c.link == link)
            place = (await connection.execute(query)).mappings().first()
            row = await tables.hold_match(connection, place["match"]) if place is not None else None
            place = (await connection.execute(query)).mappings().first()  # again: until it was held the seat could change hands
            if place is None or row is None or row["state"] == tables.DROPPED:
                raise not_found("link")
            if place["kind"] == "bot" or (place["kind"] == "person" and not place["user"]):  # nobody is there who could let anybody in
                raise not_found("link")
            match, seat = place["match"], place["seat"]
            if place["kind"] == "open":
                if not await self._take(connection, me, match, seat):
                    raise Problem(409, "seat-taken", "That seat is taken.")
                await self._begin_if_full(connection, match)
            elif place["user"] != me.user:
                known = await tables.find_devices(connection, match)
                if (seat, me.user) not in known:
                    await connection.execute(insert(tables.devices).values(match=match, seat=seat, user=me.user))
                fresh = update(tables.seats).where(tables.seats.c.link == link).values(link=secrets.token_urlsafe(24))
                await connection.execute(fresh)  # a link opens once
            await announce(connection, match)
        await self._begun(match)
        return match, seat

    async def leave(self, me: Identity, match: str) -> None:
        """Give a seat back before the match has begun; the owner's leaving ends it."""
        async with self.house.database.write() as connection:
            row = await tables.hold_match(connection, match)
            places = await tables.find_seats(connection, match)
            if row is None or (row["owner"] != me.user and all(place["user"] != me.user for place in places)):
                raise not_found("match")
            if row["state"] != tables.OPEN:
                raise Problem(409, "match-began", "The match has begun: resign instead.")
            if row["owner"] == me.user:
                await connection.execute(update(tables.matches).where(tables.matches.c.id == match).values(state=tables.DROPPED))
            else:
                await self._give_back(connection, me, match)
            await announce(connection, match)
        await self.house.refresh(match)

    async def send_away(self, me: Identity, match: str, seat: int) -> None:
        """The owner frees a seat of a match that has not begun.  The match gets a new link: the old one is known to whoever left."""
        async with self.house.database.write() as connection:
            row = await tables.hold_match(connection, match)
            if row is None or row["owner"] != me.user:
                raise not_found("match")
            if row["state"] != tables.OPEN:
                raise Problem(409, "match-began", "The match has begun: nobody can be sent away.")
            places = {place["seat"]: place["kind"] for place in await tables.find_seats(connection, match)}
            if places.get(seat, "open") == "open":
                raise Problem(409, "seat-open", "Nobody sits there, or there is no such seat.")
            await self._open(connection, match, seat)
            await self._renew_link(connection, match)
            await announce(connection, match)
        await self.house.refresh(match)

    async def unpair(self, me: Identity, match: str, seat: int) -> None:
        """Whoever has a seat is alone on it again: other devices are sent away, and the link that let them in is void.  So is the
        link of a private match, which they know."""
        async with self.house.database.write() as connection:
            row = await tables.hold_match(connection, match)
            places = [place for place in await tables.find_seats(connection, match) if place["user"] == me.user]
            if not places:
                raise not_found("match")
            if not any(place["seat"] == seat and place["kind"] == "person" for place in places):
                raise Problem(403, "not-your-seat", "That seat is not yours.")
            await tables.clear_seat(connection, match, seat)
            if row is not None and not row["public"]:
                await self._renew_link(connection, match)
            await announce(connection, match)
        await self.house.refresh(match)

    async def _renew_link(self, connection: AsyncConnection, match: str) -> None:
        """The old one is known to whoever was sent away."""
        link = {"link": secrets.token_urlsafe(24)}
        await connection.execute(update(tables.matches).where(tables.matches.c.id == match).values(**link))

    async def seat_bot(self, me: Identity, match: str, seat: int, bot: str) -> None:
        """The owner puts a bot on an open seat."""
        await self._fetch(tables.matches.c.id == match)
        async with self.house.database.write() as connection:
            row = await tables.hold_match(connection, match)
            if row is None or row["owner"] != me.user:
                raise not_found("match")
            self.house.bots.check(row["game"], bot)
            where = (tables.seats.c.match == match, tables.seats.c.seat == seat, tables.seats.c.kind == "open")
            taken = await connection.execute(update(tables.seats).where(*where).values(kind="bot", bot=bot, name=bot))
            if row["state"] != tables.OPEN or taken.rowcount != 1:
                raise Problem(409, "seat-taken", "That seat is taken, or there is no such seat.")
            await tables.clear_seat(connection, match, seat)
            await self._begin_if_full(connection, match)
            await announce(connection, match)
        await self._begun(match)

    async def rematch(self, room: Room) -> str:
        """The same people and terms, seats moved on."""
        count = room.game.seats
        people: list[Any] = []
        for seat, before in enumerate(moved_on([room.game.side(seat) for seat in range(count)])):
            old = dict(room.seats[before])
            old.pop("match")
            people.append({**old, "seat": seat, "colour": room.seats[seat]["colour"], "link": secrets.token_urlsafe(24)})
        wish = NewMatch(room.game.name, count, room.options, room.terms, room.row["public"])
        owner = Identity(room.row["owner"], "user", "")
        return await self.create(owner, wish, room.id, people)
