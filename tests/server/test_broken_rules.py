"""Rules that fail in the middle of a decision: nothing of it stays, nobody else notices, the match goes on."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from tables import Guest, Player, enter, eventually, http, open_match, play_out, sit

from sandtable.core.game import Action
from sandtable.core.match import Match, replay
from sandtable.games.picket.rules import Picket
from sandtable.games.picket.state import PicketState
from sandtable.server.in_turn import AGAIN, nothing
from sandtable.wire.plain import dump_state

pytestmark = pytest.mark.interpreted
NOBODY = -9
WAYS = ["socket", "http"]
CLOCKS = [{}, {"clock": {"kind": "fischer", "seconds": 600}}]


class Trouble:
    """Rules that fail for a seat, after they have done half of their work."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.seat = NOBODY
        self.failed = 0
        honest, trouble = Picket.apply, self

        def apply(rules: Picket, state: PicketState, seat: int, action: Action) -> None:
            honest(rules, state, seat, action)
            if seat == trouble.seat:
                trouble.fail(state)

        def close(rules: Picket, state: PicketState) -> None:
            if trouble.seat != NOBODY:
                trouble.fail(state)

        patch.setattr(Picket, "apply", apply)
        patch.setattr(Picket, "close", close, raising=False)

    def fail(self, state: PicketState) -> None:
        self.failed += 1
        state.table.pending, state.hands[0].asked, state.hands[1].asked = [], 99, 99
        raise KeyError("planted")


@pytest.fixture
def trouble() -> Iterator[Trouble]:
    with pytest.MonkeyPatch.context() as patch:
        yield Trouble(patch)


class Table:
    """Two people at a match, and what they see."""

    def __init__(self, server: Any, match: str, people: list[Guest], players: list[Player]) -> None:
        self.server, self.match, self.people, self.players = server, match, people, players
        self.room = server.house.rooms[match]

    async def send(self, way: str, seat: int, kind: str, **body: Any) -> Any:
        """A decision or a call; the key of the refusal."""
        if way == "socket":
            rest = [body["ask"], body["action"]] if kind == "decisions" else [body["verb"]]
            answer = await self.players[seat].ask("do" if kind == "decisions" else "call", *rest, said=body["id"])
            return "ok" if answer[0] == "ok" else answer[2]["key"]
        async with http() as client:
            url = f"{self.server.url}/v1/matches/{self.match}/{kind}"
            answer = (await client.post(url, json=body, headers=self.people[seat].headers)).json()
        return answer.get("key", "ok")

    async def decide(self, way: str, seat: int, said: str) -> Any:
        view = (await self.see())[seat][2]
        return await self.send(way, seat, "decisions", id=said, ask=view["ask"], action=view["offer"][0])

    async def see(self) -> list[Any]:
        async with http() as client:
            return [await person.call(client, "GET", f"/v1/matches/{self.match}/view") for person in self.people]

    async def check(self, before: list[Any]) -> None:
        """Everybody sees what they saw, and that is what is saved."""
        assert await self.see() == before
        for player, (_, seq, view, about) in zip(self.players, before, strict=True):
            await player.hear_all()
            assert (player.seq, {**player.view, "events": []}, player.about) == (seq, {**view, "events": []}, about)
        match = self.room.match
        assert self.room.loaded and len(match.inputs) == self.room.saved
        assert dump_state(match.state) == dump_state(replay(match.game, match.inputs))

    async def close(self) -> None:
        for player in self.players:
            await player.close()


async def table(server: Any, terms: dict[str, Any]) -> Table:
    async with http() as client:
        people = [await enter(client, server, name) for name in ("Ann", "Bob")]
        match = await open_match(client, people, terms=terms)
    return Table(server, match, people, [await sit(server, match, person) for person in people])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("terms", CLOCKS, ids=["no clock", "clock"])
def test_a_decision_on_which_the_rules_fail(own_server: Any, trouble: Trouble, way: str, terms: dict[str, Any]) -> None:
    async def run() -> None:
        found = await table(own_server, terms)
        assert await found.decide(way, 0, "first") == "ok"
        before = await found.see()
        trouble.seat = 1
        assert await found.decide(way, 1, "second") == "internal" and trouble.failed == 1
        await eventually(lambda: found.room.loaded)
        await found.check(before)
        assert await found.decide(way, 0, "third") == "ok", "another seat decides as if nothing had been"
        trouble.seat = NOBODY
        assert await found.decide(way, 1, "second") == "ok", "the same id again: it never counted"
        await play_out(found.players, random.Random(1))
        await found.close()

    asyncio.run(run())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("terms", CLOCKS, ids=["no clock", "clock"])
def test_an_undo_on_which_the_rules_fail(
    own_server: Any, trouble: Trouble, way: str, terms: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        found = await table(own_server, terms)
        assert await found.decide(way, 0, "first") == await found.decide(way, 1, "second") == "ok"
        before = await found.see()
        trouble.seat = 1  # the decision of the other cannot be folded again
        with caplog.at_level(logging.ERROR):
            assert await found.send(way, 0, "calls", id="u", verb="undo") == "cannot-undo" and trouble.failed == 1
        assert "the rules failed where the umpire let seat 0 decide" in caplog.text
        assert found.room.loaded and await found.decide(way, 0, "third") == "ok"
        trouble.seat = NOBODY
        assert await found.send(way, 0, "calls", id="v", verb="undo") == "ok"
        assert [view[2] for view in await found.see()] == [view[2] for view in before]
        for _ in range(2):
            assert await found.send(way, 0, "calls", id="u", verb="undo") == "ok"
        await found.check(await found.see())
        await play_out(found.players, random.Random(1))
        await found.close()

    asyncio.run(run())


@pytest.mark.parametrize("way", WAYS)
def test_a_call_on_which_the_rules_fail(own_server: Any, trouble: Trouble, way: str) -> None:
    async def run() -> None:
        found = await table(own_server, CLOCKS[1])
        before = await found.see()
        trouble.seat = 1
        assert await found.send(way, 1, "calls", id="r", verb="resign") == "internal" and trouble.failed == 1
        await eventually(lambda: found.room.loaded)
        await found.check(before)
        assert await found.decide(way, 0, "first") == "ok"
        trouble.seat = NOBODY
        assert await found.send(way, 1, "calls", id="r", verb="resign") == "ok" and found.room.over
        await found.close()

    asyncio.run(run())


def test_an_umpire_that_fails_halfway_is_put_right_too(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails, wherever."""

    async def run() -> None:
        found = await table(own_server, {})
        assert await found.decide("socket", 0, "first") == "ok"
        before = await found.see()

        def forget(match: Any, seat: int, first: int) -> None:
            match.inputs.clear()
            match.state = match.game.setup()
            raise RuntimeError("planted")

        with monkeypatch.context() as patch:
            patch.setattr(Match, "_undo", forget)
            assert await found.send("socket", 0, "calls", id="u", verb="undo") == "internal"
        await eventually(lambda: found.room.loaded)
        await found.check(before)
        assert await found.send("socket", 0, "calls", id="u", verb="undo") == "ok"
        await found.close()

    asyncio.run(run())


def test_a_time_out_on_which_the_rules_fail_comes_when_they_are_mended(
    own_server: Any, trouble: Trouble, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        found = await table(own_server, {"clock": {"kind": "fischer", "seconds": 60}})
        before = await found.see()
        trouble.seat = 1
        with caplog.at_level(logging.ERROR):
            own_server.pass_time(61)
            began = time.monotonic()
            await eventually(lambda: trouble.failed >= 5)
            assert time.monotonic() - began > 1.5 * AGAIN, "it is tried again, but not as fast as the machine can"
        assert "unhandled KeyError in a room" in caplog.text
        assert found.server.run(saved_alone(found.room)), "as its loop sees it: between two tries"
        for player, (_, seq, _, _) in zip(found.players, before, strict=True):
            await player.hear_all()
            assert player.seq == seq
        trouble.seat = NOBODY
        await found.players[0].until(lambda p: p.over)
        await found.close()

    asyncio.run(run())


async def saved_alone(room: Any) -> bool:
    await room.ask(nothing)
    return room.saved == len(room.match.inputs) == 0 and not room.over


def test_rules_that_fail_while_the_store_does(own_server: Any, trouble: Trouble) -> None:
    """A commit fails, and what was saved cannot be folded again just then: it is loaded when it can."""
    from test_saved_then_told import break_commits

    async def run() -> None:
        found = await table(own_server, CLOCKS[1])
        assert await found.decide("socket", 0, "first") == "ok"
        mend = break_commits(own_server)
        trouble.seat = 0
        assert await found.decide("socket", 1, "second") == "try-again" and trouble.failed
        mend()
        trouble.seat = NOBODY
        assert await found.decide("socket", 1, "second") == "ok"
        await play_out(found.players, random.Random(1))
        await found.close()

    asyncio.run(run())
