"""Histories and replays are made aside, kept by seat, and gone on with; asking again costs little."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import Any

import pytest
from tables import Player, enter, http, next_to_act, open_match, play_out, sit
from test_match import close, get, two

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import UNDO, Match
from sandtable.server import archive
from sandtable.server.archive import Archive, Tale, last_told, tell_again
from sandtable.server.chronicle import ONLOOKER, story
from sandtable.wire import record
from sandtable.wire.plain import encode


def record_of(name: str, seed: int) -> Match[Any, Any, Any]:
    """A match of random decisions with undos, some of which take back what others saw nothing of."""
    game, rnd = games.load(name), random.Random(seed)
    match: Match[Any, Any, Any] = Match(game, Draw(seed))
    while match.state.table.pending and len(match.inputs) < 120:
        seat = rnd.choice(match.state.table.pending)
        match.play(seat, rnd.choice(game.actions(match.state.table, match.state.hands[seat])))
        if rnd.random() < 0.3 and not match.objection(seat, UNDO):
            match.call(seat, UNDO)
    return match


@pytest.mark.parametrize("name", games.names())
def test_what_is_told_again_is_what_was_told(name: str) -> None:
    """Events, numbers and lengths of the history, and every message of a replay, against the story from the start; in one go or
    as the match grows."""
    match = record_of(name, 4)
    assert any(action == (UNDO,) for _, action in match.inputs)
    for seat in (*range(match.game.seats), ONLOOKER):
        told = list(story(match.game, match.inputs, seat))
        once, growing = Tale(match.game, seat), Tale(match.game, seat)
        once.go_on(match.inputs)
        decisions = [n for n, (who, _) in enumerate(match.inputs) if who >= 0]
        for length in (*decisions[3::7], len(match.inputs)):
            growing.go_on(match.inputs[:length])
        for tale in (once, growing):
            assert tale.numbers == [number for number, _, _ in told]
            assert tale.events == [encode(message["events"]) for _, message, _ in told]
            assert tale.ends == [length for _, _, length in told]
        for number, message, _ in told[:3] + told[3::9] + told[-1:]:
            assert tell_again(match.game, match.inputs, seat, number, once.starts[number - 1]) == encode(message)
        late = [(number, encode(message)) for number, message, _ in told]
        assert last_told(match.game, match.inputs, seat, 4) == late[-4:]


def test_asking_again_folds_nothing(server: Any) -> None:
    async def run() -> None:
        ann, _bob, match, players = await two(server)
        await play_out(players, random.Random(1), 9)
        house = server.house
        room, before = house.rooms[match], house.archive.folds
        first = (await get(server, f"/v1/matches/{match}/history", ann)).json()
        assert house.archive.folds - before == room.saved
        for path in ("history", "history?since=3&limit=2", "history?seat=0"):
            await get(server, f"/v1/matches/{match}/{path}", ann)
        page = (await get(server, f"/v1/matches/{match}/history?since=3&limit=2", ann)).json()
        assert page["messages"] == first["messages"][3:5] and page["cursor"] == 5
        assert house.archive.folds - before == room.saved
        await play_out(players, random.Random(2), 6)
        await players[0].hear_all()
        last = (await get(server, f"/v1/matches/{match}/history", ann)).json()
        assert last["messages"][: len(first["messages"])] == first["messages"] and len(last["messages"]) == players[0].seq
        assert house.archive.folds - before <= room.saved, "it went on from where it was"
        await close(*players)

    asyncio.run(run())


def test_no_work_is_done_for_what_others_do_in_secret(own_server: Any) -> None:
    """Else the time of an answer would tell when they decide."""

    async def run() -> None:
        ann, _bob, match, players = await two(own_server)
        room, folds = own_server.house.rooms[match], own_server.house.archive
        path = f"/v1/matches/{match}/history?seat=0"
        for _ in range(40):
            await get(own_server, path, ann)
            done, length, seen = folds.folds, room.saved, room.witnesses[0].seq
            actor: Player = await next_to_act(players)
            await actor.do()
            await players[0].hear_all()
            if actor is players[1] and room.saved > length and room.witnesses[0].seq == seen:
                await get(own_server, path, ann)
                assert folds.folds == done
                break
        else:
            raise AssertionError("nothing was done in secret")
        await close(*players)

    asyncio.run(run())


def test_nothing_is_folded_on_the_loop(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[int] = []

    def noting(real: Any) -> Any:
        def noted(*args: Any) -> Any:
            where.append(threading.get_ident())
            return real(*args)

        return noted

    for name in ("follow", "replay", "tell_again"):
        monkeypatch.setattr(archive, name, noting(getattr(archive, name)))
    monkeypatch.setattr(record, "advance", noting(record.advance))

    async def run() -> None:
        async with http() as client:
            ann, bob = await enter(client, own_server, "Ann"), await enter(client, own_server, "Bob")
            match = await open_match(client, [ann, bob], options={"turns": 3}, terms={"delay": 2})
            players = [await sit(own_server, match, ann), await sit(own_server, match, bob)]
            await play_out(players, random.Random(2), 8)
            own_server.run(forget(match))
            await ann.call(client, "GET", f"/v1/matches/{match}")  # loads it again: what onlookers have not seen is held back
            assert where
            await ann.call(client, "POST", f"/v1/matches/{match}/calls", {"id": "x", "verb": "resign"})
            for path in ("history", "history?seat=1", "replay/2", "truth/3", "record"):
                count = len(where)
                assert (await get(own_server, f"/v1/matches/{match}/{path}", ann)).status_code == 200
                assert len(where) > count, path
                assert (await get(own_server, f"/v1/matches/{match}/{path}", ann)).status_code == 200
            await close(*players)

    async def forget(match: str) -> None:
        own_server.house.forget(own_server.house.rooms[match])

    asyncio.run(run())
    assert own_server.thread.ident not in where


def test_what_is_kept_is_bounded_and_goes_with_its_room(own_server: Any) -> None:
    async def run() -> None:
        ann, _bob, match, players = await two(own_server)
        await play_out(players, random.Random(1), 12)
        await players[0].hear_all()
        found: Archive = own_server.house.archive
        for seq in range(1, players[0].seq + 1):
            await get(own_server, f"/v1/matches/{match}/replay/{seq}", ann)
        assert len(found._pages) == players[0].seq and found.size > archive.A_MATCH
        found.most = archive.A_MATCH + 20_000
        for seq in (1, 2):
            found._pages.pop((match, "message", 0, seq), None)
            await get(own_server, f"/v1/matches/{match}/replay/{seq}", ann)
        assert 0 < found.size <= found.most and found._pages
        await close(*players)
        own_server.run(forget(match))
        assert found.size == 0

    async def forget(match: str) -> None:
        own_server.house.forget(own_server.house.rooms[match])

    asyncio.run(run())


def test_readings_are_limited(serve: Any) -> None:
    server = serve(limits=True)

    async def run() -> None:
        ann, _bob, match, players = await two(server)
        user = next(place["user"] for place in server.house.rooms[match].seats if place["name"] == "Ann")
        server.house.limits._buckets["study", user] = (0.0, server.house.limits._clock() + 3600)
        refused = await get(server, f"/v1/matches/{match}/history", ann)
        assert refused.status_code == 429 and refused.json()["details"]["limit"] == "study" and refused.headers["Retry-After"]
        await close(*players)

    asyncio.run(run())
