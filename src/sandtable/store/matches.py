"""Tables of matches.  ``inputs`` is the truth: append-only, under the key (match, n)."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    RowMapping,
    String,
    Table,
    Text,
    delete,
    false,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.store.database import metadata

OPEN = "open"  # seats are still to be taken
RUNNING = "running"
OVER = "over"
DROPPED = "dropped"  # never began

Holders = dict[str, list[int]]  # people and devices that have a seat -> their seats

SAID_KEY = "uq_inputs_match_seat_said"

matches = Table(
    "matches",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("terms", Text, nullable=False),  # clock, undo, onlookers, chat: how it is played, not what
    Column("owner", String(64), nullable=False),
    Column("state", String(8), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("link", String(64), nullable=False, unique=True),
    Column("dice_key", LargeBinary, nullable=False),
    Column("dice_hash", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),  # times are milliseconds since 1970
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("deadline", BigInteger),  # when a clock runs out, if nothing happens before
    Column("result", Text),
    Column("affairs", Text, nullable=False),  # pause, undo and rematch under discussion
    Column("follows", String(24)),  # the match this one is a rematch of
    Index("ix_matches_state_created", "state", "created"),
    Index("ix_matches_deadline", "deadline"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, person, bot
    Column("user", String(64), index=True),
    Column("name", String(64), nullable=False),
    Column("bot", String(64)),
    Column("guest", Boolean, nullable=False),
    Column("colour", String(16), nullable=False),
    Column("link", String(64), nullable=False, unique=True),  # joins this very seat: the QR code
    Column("manner", Text),  # what the table answers for whoever has it; ends with them
)

# Further devices that may play a seat: a phone beside the public screen.
devices = Table(
    "devices",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", String(64), primary_key=True, index=True),
)

inputs = Table(
    "inputs",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("extra", Text),  # on a decision: message id, sequence numbers, clocks, seals
    Column("said", String(16)),  # the message id again, hashed: a decision that is sent again is not made twice
    # The migration makes it partial, for rows that have one; saying so here would load PostgreSQL's dialect at every start.
    Index(SAID_KEY, "match", "seat", "said", unique=True),
)

talk = Table(
    "talk",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("user", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("seat", Integer, nullable=False),  # -1: an onlooker
    Column("channel", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("guest", Boolean, nullable=False, server_default=false()),  # whether a guest said it
    Column("said", String(32)),  # the client's message id, hashed: what is sent again is not said twice
    Index("uq_talk_match_user_said", "match", "user", "said", unique=True),
)

ratings = Table(
    "ratings",
    metadata,
    Column("user", String(64), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
)

rated = Table("rated", metadata, Column("match", String(24), ForeignKey("matches.id"), primary_key=True))

beats = Table(
    "beats",
    metadata,
    Column("worker", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# Times when no worker was alive: no clock is charged for them.
outages = Table(
    "outages",
    metadata,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)


SLICE = 1000  # inputs that are taken up in one go: a very long match must not keep all others waiting


JOINED, TOLD_WITH = 1, 2


class Extra(msgspec.Struct, omit_defaults=True):
    """What is kept beside a decision.  Of several that were told as one it stands beside the first; the others have ``g`` alone."""

    i: str = ""  # the client's message id
    q: list[int] = []  # sequence numbers after it: per seat, then onlookers
    c: list[int] = []  # milliseconds left per seat when the clocks changed
    s: list[int] = []  # seats whose seal became public
    g: int = 0  # JOINED: is taken back with its seat's decision before; TOLD_WITH: was told as one with the input before
    p: list[int] = []  # of a gesture: how many of its actions were played, and how many it had
    k: str = ""  # and why no more


class Row(msgspec.Struct):
    n: int
    seat: int
    action: tuple[int, ...]
    at: int
    extra: Extra | None


def tellings(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows in the parts in which they were saved and told: a decision or a gesture, what the table answered, and the dice."""
    start = 0
    for n in range(1, len(rows) + 1):
        if n == len(rows) or (rows[n].seat >= 0 and not is_tied(rows[n])):
            if start < n:
                yield list(rows[start:n])
            start = n


def is_tied(row: Row) -> bool:
    """Whether a decision was told as one with what stands before it."""
    return row.extra is not None and bool(row.extra.g & TOLD_WITH)


def tied_in(rows: Sequence[Row]) -> list[int]:
    """The numbers of those decisions."""
    return [row.n for row in rows if is_tied(row)]


def joined_in(rows: Sequence[Row]) -> list[int]:
    """The numbers of decisions that are taken back with one before."""
    return [row.n for row in rows if row.extra is not None and row.extra.g & JOINED]


def fingerprint(said: str) -> str | None:
    """A message id may be any text; this is one every database takes."""
    return hashlib.sha256(said.encode()).hexdigest()[:32] if said else None


def mark(said: str) -> str | None:
    """The same in 96 bits, for one seat of one match: it stands twice beside every decision, in its row and in the key."""
    return base64.b64encode(hashlib.sha256(said.encode()).digest()[:12]).decode() if said else None


_EXTRA = msgspec.json.Decoder(Extra)
_ACTION = msgspec.json.Decoder(tuple[int, ...])


async def find_match(connection: AsyncConnection, match: str) -> RowMapping | None:
    return (await connection.execute(select(matches).where(matches.c.id == match))).mappings().first()


async def hold_match(connection: AsyncConnection, match: str) -> RowMapping | None:
    """The same, and whoever else wants to hold it waits until this transaction ends: of two who take the last two seats
    at one moment one must see the other's."""
    return (await connection.execute(select(matches).where(matches.c.id == match).with_for_update())).mappings().first()


async def invited_to(connection: AsyncConnection, link: str) -> str | None:
    """The match that a link leads to, its own link or that of a seat, while it waits for people or is played."""
    by_seat = select(seats.c.match).where(seats.c.link == link)
    query = select(matches.c.id).where(or_(matches.c.link == link, matches.c.id.in_(by_seat)), matches.c.state.in_((OPEN, RUNNING)))
    return (await connection.execute(query)).scalars().first()


async def find_seats(connection: AsyncConnection, match: str) -> list[RowMapping]:
    query = select(seats).where(seats.c.match == match).order_by(seats.c.seat)
    return list((await connection.execute(query)).mappings())


async def find_devices(connection: AsyncConnection, match: str) -> list[tuple[int, str]]:
    rows = await connection.execute(select(devices.c.seat, devices.c.user).where(devices.c.match == match))
    return [(row.seat, row.user) for row in rows]


async def find_holders(connection: AsyncConnection, wanted: list[str]) -> dict[str, Holders]:
    """Of several matches at once whose seats are whose."""
    places: dict[str, list[Any]] = {match: [] for match in wanted}
    paired: dict[str, list[tuple[int, str]]] = {match: [] for match in wanted}
    query = select(seats.c.match, seats.c.seat, seats.c.kind, seats.c.user).where(seats.c.match.in_(wanted))
    for row in (await connection.execute(query)).mappings():
        places[row["match"]].append(row)
    for match, seat, user in await connection.execute(select(devices).where(devices.c.match.in_(wanted))):
        paired[match].append((seat, user))
    return {match: holders(places[match], paired[match]) for match in wanted}


def holders(places: Sequence[Any], paired: Sequence[tuple[int, str]]) -> Holders:
    """The seats of everybody who has one, on whichever device.  A seat that no person has, a bot's above all, is nobody's."""
    people = {place["seat"]: place["user"] for place in places if place["kind"] == "person" and place["user"]}
    found: Holders = {}
    for seat, user in sorted({*people.items(), *(device for device in paired if device[0] in people)}):
        found.setdefault(user, []).append(seat)
    return found


async def clear_seat(connection: AsyncConnection, match: str, seat: int) -> None:
    """A seat changes hands: devices and link of whoever had it lead nowhere."""
    await connection.execute(delete(devices).where(devices.c.match == match, devices.c.seat == seat))
    where = (seats.c.match == match, seats.c.seat == seat)
    await connection.execute(update(seats).where(*where).values(link=secrets.token_urlsafe(24)))


async def find_inputs(connection: AsyncConnection, match: str, start: int = 0) -> list[Row]:
    query = select(inputs.c.n, inputs.c.seat, inputs.c.action, inputs.c.at, inputs.c.extra)
    rows = await connection.execute(query.where(inputs.c.match == match, inputs.c.n >= start).order_by(inputs.c.n))
    found: list[Row] = []
    for part in rows.partitions(SLICE):
        found += [Row(r.n, r.seat, _ACTION.decode(r.action), r.at, _EXTRA.decode(r.extra) if r.extra else None) for r in part]
        if len(part) == SLICE:
            await asyncio.sleep(0)
    return found


async def find_said(connection: AsyncConnection, match: str, seat: int, said: str) -> tuple[int, Extra] | None:
    """The decision a seat has made under this message id: its number, and what is kept beside it."""
    query = select(inputs.c.n, inputs.c.extra).where(inputs.c.match == match, inputs.c.seat == seat, inputs.c.said == mark(said))
    row = (await connection.execute(query)).first() if said else None
    return None if row is None else (row.n, _EXTRA.decode(row.extra))


async def find_talk(connection: AsyncConnection, match: str, start: int = 0) -> list[dict[str, Any]]:
    query = select(talk).where(talk.c.match == match, talk.c.n >= start).order_by(talk.c.n)
    return [dict(row) for row in (await connection.execute(query)).mappings()]


async def find_outages(connection: AsyncConnection, since: int) -> list[tuple[int, int]]:
    rows = await connection.execute(select(outages.c.since, outages.c.until).where(outages.c.until > since))
    return [(row.since, row.until) for row in rows]


async def count_inputs(connection: AsyncConnection, match: str) -> int:
    found = await connection.execute(select(func.max(inputs.c.n)).where(inputs.c.match == match))
    last = found.scalar()
    return 0 if last is None else int(last) + 1
