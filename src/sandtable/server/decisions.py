"""HTTP routes by which programs decide: actions, gestures, calls."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import MediaType, Response, Router, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from sandtable.core.match import MOST_ACTIONS
from sandtable.server import affairs
from sandtable.server.errors import Problem
from sandtable.server.identity import Identity
from sandtable.server.lines import fill
from sandtable.server.matches import NO_STORE, Word, check_id, play_in
from sandtable.server.rooms import Rooms
from sandtable.server.sockets import weight
from sandtable.wire.plain import encode

DONE = 512  # bytes: how far a gesture came must not be seen from outside

Small = Annotated[list[Annotated[int, Meta(gt=-(1 << 62), lt=1 << 62)]], Meta(min_length=1, max_length=200, examples=[[1, 0, 3]])]


class Decision(msgspec.Struct, forbid_unknown_fields=True):
    """An action; or several, as a gesture."""

    id: Word
    ask: int
    action: Small | None = None
    actions: Annotated[list[Small], Meta(min_length=1, max_length=MOST_ACTIONS)] | None = None
    whole: bool = False  # a gesture is played whole as far as it can be foreseen, or not at all
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None


class Call(msgspec.Struct, forbid_unknown_fields=True):
    id: Word
    verb: Annotated[str, Meta(max_length=16, examples=["resign", "draw", "undo"])]
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None


class Done(msgspec.Struct):
    id: str
    seq: int | None  # number of the seat's message after it
    receipt: str  # commits the server to this decision
    played: int = 0  # of a gesture: how many of its actions
    of: int = 0  # and how many it had
    stopped: str = ""  # and what it met


@post("/{match:str}/decisions", summary="Answer the question put to a seat", tags=["play"], status_code=200)
async def decide(
    match: FromPath[str], me: NamedDependency[Identity], house: NamedDependency[Rooms], data: JSONBody[Decision]
) -> Response[bytes]:
    check_id(data.id)
    room, seat = await play_in(house, match, me, data.seat)
    if (data.action is None) == (data.actions is None):
        raise Problem(400, "malformed", "A decision has an action, or actions.")
    if data.actions is None:
        answer = await room.ask(room.do, seat, data.id, data.ask, tuple(data.action or ()), None, me)
    else:
        house.limits.take("write", me.user, cost=weight(data.actions))
        actions = [tuple(action) for action in data.actions]
        answer = await room.ask(room.perform, seat, data.id, data.ask, actions, data.whole, None, me)
    done = Done(data.id, answer.seq, answer.receipt, answer.played, answer.of, answer.stopped)
    return Response(fill(encode(done), DONE), media_type=MediaType.JSON, headers=NO_STORE)


@post("/{match:str}/calls", summary="Resign, offer a draw, undo, pause, ask for a rematch", tags=["play"], status_code=200)
async def call(match: FromPath[str], me: NamedDependency[Identity], house: NamedDependency[Rooms], data: JSONBody[Call]) -> Done:
    check_id(data.id)
    room, seat = await play_in(house, match, me, data.seat)
    answer = await room.ask(affairs.call, room, seat, data.id, data.verb, None, me)
    return Done(data.id, answer.seq if answer else None, answer.receipt if answer else "")


router = Router("/v1/matches", route_handlers=[decide, call])
