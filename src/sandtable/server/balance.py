"""HTTP routes of balance tests: bots play a design against themselves."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from sandtable import bots
from sandtable.server.designs import Sketch, checked
from sandtable.server.errors import Problem
from sandtable.server.identity import PLAY, WATCH, Identity, require
from sandtable.server.studio import Studio


class Wish(Sketch, forbid_unknown_fields=True):
    games: Annotated[int, Meta(ge=1, le=500)] = 100
    bot: Annotated[str, Meta(max_length=64)] | None = None  # the strongest of our own
    seed: Annotated[int, Meta(ge=0, le=1 << 30)] = 0


class Begun(msgspec.Struct):
    id: str


class Side(msgspec.Struct):
    side: int
    seats: list[int]
    wins: int
    share: float  # of all matches played, with its 95 % interval
    low: float
    high: float


class Verdict(msgspec.Struct):
    key: str  # few, draws, even, favours, harms
    sides: list[int]
    margin: float = 0.0  # half the width of an interval around equal chances


class Tally(msgspec.Struct):
    played: int
    decided: int
    draws: int
    unfinished: int
    decisions: float  # of a match, on average
    sides: list[Side]
    verdict: Verdict


class Progress(msgspec.Struct):
    id: str
    game: str
    bot: str
    games: int
    state: str  # waiting, running, done, late, cancelled, failed
    tally: Tally | None


def own_bot(game: str, bot: str | None) -> str:
    """Programs of others are left alone: they may be busy with people."""
    known = bots.names(game)
    if bot is not None and bot not in known:
        raise Problem(400, "no-such-bot", f"No bot '{bot}' plays {game} here.", {"bots": known})
    return bot or known[-1]


@post("/balance", summary="Let bots play a design", tags=["designs"], status_code=202)
async def begin(data: JSONBody[Wish], me: NamedDependency[Identity], studio: NamedDependency[Studio]) -> Begun:
    """One test of a person at a time; it ends when all matches are played or its time is over."""
    require(me, PLAY)
    options, _ = checked(data.game, data.seats, data.options)
    bot = own_bot(data.game, data.bot)
    found = await studio.check(me.user, data.game, data.seats, data.options)
    grave: list[dict[str, Any]] = [remark for remark in found if remark["grave"]]
    if grave:
        raise Problem(400, "unplayable", "This design cannot be played.", {"remarks": grave})
    studio.limits.take("balance", me.user)
    plan = {"game": data.game, "seats": data.seats, "options": options, "bot": bot, "games": data.games, "seed": data.seed}
    return Begun(await studio.begin(me.user, plan))


@get("/balance/{test:str}", summary="How far a balance test has come", tags=["designs"])
async def progress(test: FromPath[str], me: NamedDependency[Identity], studio: NamedDependency[Studio]) -> Progress:
    require(me, WATCH)
    return msgspec.convert(await studio.progress(me.user, test), Progress)


@delete("/balance/{test:str}", summary="Cancel a balance test", tags=["designs"])
async def cancel(test: FromPath[str], me: NamedDependency[Identity], studio: NamedDependency[Studio]) -> None:
    require(me, PLAY)
    await studio.cancel(me.user, test)


HANDLERS = [begin, progress, cancel]
