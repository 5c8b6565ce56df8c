"""Looking closer: replays, records, hints, guesses and measuring, each from what one may know.

While a match is under way only one's own knowledge is used; when it is over the truth is open.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from sandtable import games
from sandtable.server.accounts.desk import address_of
from sandtable.server.chronicle import ONLOOKER
from sandtable.server.dice import SCHEME
from sandtable.server.errors import Problem
from sandtable.server.identity import Identity
from sandtable.server.lengths import reserve_for
from sandtable.server.matches import NO_STORE, LinkParam, SeatParam, look_in, raw
from sandtable.server.room import Room, refusal
from sandtable.server.rooms import Rooms
from sandtable.wire import record
from sandtable.wire.plain import encode

LONGEST_QUERY = 200
MOST_WORLDS = 50  # whole truths in one answer
THINKING = 5  # what a hint takes of the limit of thinking


async def seat_to_study(house: Rooms, match: str, who: Identity | None, link: str | None, seat: str | None) -> tuple[Room, int]:
    """Like looking in; but of a finished match any seat may be studied."""
    room, own = await look_in(house, match, who, link, seat if seat in (None, "onlooker") else None)
    if room.match is None:
        raise Problem(409, "not-started", "The match has not begun.")
    if seat in (None, "onlooker"):
        return room, own
    if not seat or not seat.isascii() or not seat.isdigit() or len(seat) > 3 or int(seat) >= room.game.seats:
        raise Problem(400, "no-such-seat", "There is no such seat.")
    while True:
        if int(seat) not in room.seats_of(who) and not room.over:
            raise Problem(403, "not-your-seat", "That seat is not yours.")
        if room.settled(int(seat)):
            return room, int(seat)
        await room.at_rest(int(seat))  # and it may have changed hands meanwhile


def check_delay(room: Room, seat: int) -> None:
    assert room.match is not None
    if seat == ONLOOKER and room.terms.delay and not room.over:
        raise Problem(403, "not-allowed", "Onlookers of this match are shown it with a delay.")


@get("/{match:str}/replay/{seq:int}", summary="What a seat was told as its message number seq", tags=["study"])
async def replay_at(
    request: Request[Any, Any, Any],
    match: FromPath[str],
    seq: FromPath[int],
    who: NamedDependency[Identity | None],
    house: NamedDependency[Rooms],
    seat: SeatParam = None,
    link: LinkParam = None,
) -> Response[bytes]:
    room, own = await seat_to_study(house, match, who, link, seat)
    check_delay(room, own)
    assert room.match is not None
    if not 1 <= seq <= room.witnesses[own].seq:
        raise Problem(404, "no-such-message", "There is no message of that number.", {"last": room.witnesses[own].seq})
    message = await house.archive.message(room, own, seq, _reader(request, who, house))
    _still_own(room, who, own)
    if message is None:
        raise Problem(404, "no-such-message", "There is no message of that number.")
    frame = b'["view",%d,%s,{}]' % (seq, message)
    return raw(frame, house, replay_length(room, own, message, len(frame)) if own != ONLOOKER else 0)


def _still_own(room: Room, who: Identity | None, seat: int) -> None:
    """After a wait: the seat may have changed hands meanwhile."""
    if seat != ONLOOKER and not room.over:
        room.check_holder(who, seat)


def _reader(request: Request[Any, Any, Any], who: Identity | None, house: Rooms) -> str:
    """Who reads what was told long ago: a person, or an address; so often and no more."""
    reader = who.user if who is not None else address_of(request)
    house.limits.take("study", reader)
    return reader


class _Told(msgspec.Struct):
    table: msgspec.Raw


def replay_length(room: Room, seat: int, message: bytes, size: int) -> int:
    """By its table alone: nobody kept which events of long ago were public, so they get a reserve of their own."""
    table = msgspec.json.decode(message, type=_Told).table
    return room.least(seat, size, len(bytes(table)) + reserve_for(room.game))


@get("/{match:str}/history", summary="The events of every message to a seat", tags=["study"])
async def history(
    request: Request[Any, Any, Any],
    match: FromPath[str],
    who: NamedDependency[Identity | None],
    house: NamedDependency[Rooms],
    seat: SeatParam = None,
    link: LinkParam = None,
    since: Annotated[int, QueryParameter(ge=0)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 1000,
) -> Response[bytes]:
    room, own = await seat_to_study(house, match, who, link, seat)
    check_delay(room, own)
    assert room.match is not None
    over = room.over  # how long the record was then tells what others did in secret: not before the end
    tale = await house.archive.tale(room, own, _reader(request, who, house))
    _still_own(room, who, own)
    last = min(since + limit, len(tale.events))
    told = [
        msgspec.Raw(
            b"[%d,%s,%d]" % (tale.numbers[n], tale.events[n], tale.ends[n]) if over else b"[%d,%s]" % (tale.numbers[n], tale.events[n])
        )
        for n in range(since, last)
    ]
    return raw(encode({"messages": told, "cursor": last if last < len(tale.events) else None}), house)


@get("/{match:str}/truth/{count:int}", summary="The whole truth after so many inputs, once the match is over", tags=["study"])
async def truth(
    request: Request[Any, Any, Any],
    match: FromPath[str],
    count: FromPath[int],
    who: NamedDependency[Identity | None],
    house: NamedDependency[Rooms],
    link: LinkParam = None,
) -> Response[bytes]:
    room, _ = await look_in(house, match, who, link, None)
    _must_be_over(room)
    assert room.match is not None
    if not 0 <= count <= len(room.match.inputs):
        raise Problem(404, "no-such-input", "The record is not that long.", {"last": len(room.match.inputs)})
    state = await house.archive.truth(room, count, _reader(request, who, house))
    return raw(encode({"inputs": len(room.match.inputs), "state": msgspec.Raw(state)}), house)


@get("/{match:str}/record", summary="The record of a finished match", tags=["study"], media_type="application/x-ndjson")
async def download(
    request: Request[Any, Any, Any],
    match: FromPath[str],
    who: NamedDependency[Identity | None],
    house: NamedDependency[Rooms],
    link: LinkParam = None,
) -> Response[bytes]:
    room, _ = await look_in(house, match, who, link, None)
    _must_be_over(room)
    text = await house.archive.record(room, _reader(request, who, house), write_record)
    return Response(text, media_type="application/x-ndjson", headers=NO_STORE)


def write_record(room: Room) -> str:
    """A record with what is needed to check dice and receipts: ``sandtable verify`` reads it."""
    assert room.match is not None
    tags = {f"seat {info['seat']}": info["name"] for info in room.seats}
    tags |= {"match": room.id, "dice": SCHEME, "dice key": room.row["dice_key"].hex(), "dice hash": room.row["dice_hash"]}
    tags |= {f"seal {seat}": seal for seat, seal in enumerate(room.seals.last) if seal}
    return record.write(record.from_match(room.match, room.options, tags))


def _must_be_over(room: Room) -> None:
    if not room.over:
        raise Problem(409, "not-over", "The truth opens when the match is over.")


@get("/{match:str}/look", summary="Measure and ask about the board, from a seat's knowledge", tags=["study"])
async def look(
    match: FromPath[str],
    who: NamedDependency[Identity | None],
    house: NamedDependency[Rooms],
    q: Annotated[str, QueryParameter(max_length=LONGEST_QUERY)],
    seen: Annotated[
        int | None, QueryParameter(ge=0, le=1 << 53, description="The message it is about; once more was told, the answer is null")
    ] = None,
    seat: SeatParam = None,
    link: LinkParam = None,
) -> Response[dict[str, str | None]]:
    room, own = await look_in(house, match, who, link, seat)
    if room.match is not None:
        check_delay(room, own)
        if seen is not None and seen > room.witnesses[own].seq and not house.database.sqlite:  # told by another worker
            await room.ask(room.reach, own, seen)
            room, own = await look_in(house, match, who, link, seat)
    state = _state(room)
    if seen is not None and seen != room.witnesses[own].seq:
        return Response({"answer": None}, headers=NO_STORE)
    try:
        answer = games.card(room.game.name).look(room.game, state.table, None if own == ONLOOKER else state.hands[own], q)
    except (ValueError, IndexError, KeyError, AssertionError) as error:
        raise Problem(400, "bad-query", "That query has no answer.", {"reason": str(error)[:200]}) from None
    return Response({"answer": answer}, headers=NO_STORE)


@get("/{match:str}/gestures", summary="What can be done in one go, with a piece or on the whole", tags=["study"])
async def gestures(
    match: FromPath[str],
    me: NamedDependency[Identity],
    house: NamedDependency[Rooms],
    kind: Annotated[str, QueryParameter(max_length=64, description="Of a piece or place among the subjects; empty: on the whole")] = "",
    value: Annotated[int, QueryParameter(ge=-(1 << 53), le=1 << 53, description="Which piece or place of that kind")] = 0,
    text: Annotated[str, QueryParameter(max_length=LONGEST_QUERY, description="Instead: the game's short notation")] = "",
    seen: Annotated[
        int | None, QueryParameter(ge=0, le=1 << 53, description="The message it is about; once more was told, nothing is found")
    ] = None,
    seat: SeatParam = None,
    link: LinkParam = None,
) -> Response[bytes]:
    """Tried out in an imagined world, up to the first surprise: computed from the seat's knowledge alone, like chances."""
    room, own = await look_in(house, match, me, link, seat)
    if room.match is not None and seen is not None and seen > room.witnesses[own].seq and not house.database.sqlite:
        await room.ask(room.reach, own, seen)  # told by another worker
        room, own = await look_in(house, match, me, link, seat)
    state = _state(room)
    if own == ONLOOKER or (own not in state.table.pending and seen is None):
        raise Problem(409, "not-awaited", "You are not asked anything.")
    if own not in state.table.pending or (seen is not None and seen != room.witnesses[own].seq):
        return raw(encode({"subjects": [], "gestures": []}), house)
    house.limits.take("gestures", me.user)
    house.bots.waiting.check(me.user)
    view = room.witnesses[own].message(room.game, state, [])
    found = await house.bots.gestures(me.user, room, own, view, kind, value, text)
    _still_own(room, me, own)
    wrong = found.pop("wrong")
    if wrong:
        raise Problem(400, "bad-gesture", wrong)
    return raw(encode(found), house)


@get("/{match:str}/why", summary="Why an action is refused now", tags=["study"])
async def why(
    match: FromPath[str],
    who: NamedDependency[Identity | None],
    house: NamedDependency[Rooms],
    action: Annotated[str, QueryParameter(max_length=2000, description="JSON list of whole numbers")],
    seat: SeatParam = None,
    link: LinkParam = None,
) -> Response[dict[str, str]]:
    room, own = await look_in(house, match, who, link, seat)
    state = _state(room)
    if own == ONLOOKER or own not in state.table.pending:
        return Response({"key": "not-awaited"}, headers=NO_STORE)
    return Response({"key": room.game.refusal(state.table, state.hands[own], read_action(action))}, headers=NO_STORE)


@get("/{match:str}/hint", summary="What a bot would do in one's place, and what that and other decisions are worth", tags=["study"])
async def hint(
    match: FromPath[str],
    me: NamedDependency[Identity],
    house: NamedDependency[Rooms],
    bot: Annotated[str | None, QueryParameter(max_length=64)] = None,
    tries: Annotated[int, QueryParameter(ge=0, le=200)] = 60,
    seat: SeatParam = None,
    link: LinkParam = None,
) -> Response[dict[str, Any]]:
    room, own = await look_in(house, match, me, link, seat)
    state = _state(room)
    if own == ONLOOKER or own not in state.table.pending:
        raise Problem(409, "not-awaited", "You are not asked anything.")
    _must_be_fair(room)
    own_bots = [name for name in house.bots.names(room.game.name) if name not in house.bots.foreign]
    name = bot or own_bots[-1]
    house.bots.check(room.game.name, name)
    house.limits.take("think", me.user, cost=THINKING if tries else 1)
    house.bots.waiting.check(me.user)
    view = room.witnesses[own].message(room.game, state, [])
    asked = state.hands[own].asked
    if name not in own_bots:  # one of the operator's: it decides, and nothing is known of its reasons
        action = await house.bots.decide(room, own, name, view, f"hint-{room.id}:{own}:{name}")
        return Response(
            {"bot": name, "ask": asked, "action": list(action), "then": [], "worlds": 0, "standing": [], "candidates": []},
            headers=NO_STORE,
        )
    found = await house.bots.weigh(me.user, room, own, name, view, tries)
    return Response({"bot": name, "ask": asked, **found}, headers=NO_STORE)


def _must_be_fair(room: Room) -> None:
    """In a rated match between people nobody is advised."""
    people = {info["user"] for info in room.seats if info["kind"] != "bot"}
    if room.terms.rated and len(people) > 1 and room.match is not None and not room.over:
        raise Problem(403, "no-hints", "In a rated match between people there are no hints.")


@get("/{match:str}/notebook", summary="Guesses: what others may hold, sampled from one's own knowledge", tags=["study"])
async def notebook(
    match: FromPath[str],
    me: NamedDependency[Identity],
    house: NamedDependency[Rooms],
    samples: Annotated[int, QueryParameter(ge=1, le=200)] = 60,
    worlds: FromQuery[bool] = False,
    seat: SeatParam = None,
    link: LinkParam = None,
) -> Response[bytes]:
    room, own = await look_in(house, match, me, link, seat)
    state = _state(room)
    if own == ONLOOKER:
        raise Problem(403, "not-your-seat", "Only who plays has a notebook.")
    house.limits.take("think", me.user)
    house.bots.waiting.check(me.user)
    view = room.witnesses[own].message(room.game, state, [])
    answer: dict[str, Any] = {"samples": samples, "guesses": await house.bots.guess(me.user, room, own, view, samples)}
    if worlds:
        answer["worlds"] = await house.bots.imagine(me.user, room, own, view, min(samples, MOST_WORLDS))
    return raw(encode(answer), house)


@get("/{match:str}/odds", summary="What an action may lead to, as far as one can know: events and their shares", tags=["study"])
async def odds(
    match: FromPath[str],
    me: NamedDependency[Identity],
    house: NamedDependency[Rooms],
    action: Annotated[str, QueryParameter(max_length=2000, description="JSON list of whole numbers")],
    samples: Annotated[int, QueryParameter(ge=0, le=200, description="0: exact chances alone")] = 50,
    ask: Annotated[
        int | None, QueryParameter(ge=0, le=1 << 53, description="The question it is about; once that is answered, nothing is told")
    ] = None,
    seat: SeatParam = None,
    link: LinkParam = None,
) -> Response[bytes]:
    """Exact chances where the rules have them; else the action is tried in imagined worlds, with dice of their own, up to the next wait."""
    room, own = await look_in(house, match, me, link, seat)
    state = _state(room)
    if ask is not None and own != ONLOOKER and (own not in state.table.pending or state.hands[own].asked != ask):
        return raw(encode({"samples": 0, "chances": [], "events": []}), house)
    if own == ONLOOKER or own not in state.table.pending:
        raise Problem(409, "not-awaited", "You are not asked anything.")
    wanted = read_action(action)
    reason = room.game.refusal(state.table, state.hands[own], wanted)
    if reason:
        raise refusal(room.game.name, reason)
    house.limits.take("think", me.user)
    house.bots.waiting.check(me.user)
    view = room.witnesses[own].message(room.game, state, [])
    return raw(encode({"samples": samples, **await house.bots.odds(me.user, room, own, view, wanted, samples)}), house)


def read_action(text: str) -> tuple[int, ...]:
    try:
        return tuple(msgspec.json.decode(text, type=list[Annotated[int, msgspec.Meta(gt=-(1 << 62), lt=1 << 62)]]))
    except msgspec.DecodeError:
        raise Problem(400, "malformed", "An action is a JSON list of whole numbers.") from None


def _state(room: Room) -> Any:
    if room.match is None:
        raise Problem(409, "not-started", "The match has not begun.")
    return room.match.state


router = Router("/v1/matches", route_handlers=[replay_at, history, truth, download, look, gestures, why, hint, notebook, odds])
