"""Lengths of what a seat is told follow from what everybody may know, message by message; the hand has no part in them."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from tables import Guest, Player, enter, eventually, http, open_match, sit

from sandtable import bots, games
from sandtable.core.game import EVERYONE
from sandtable.server import counters
from sandtable.server.chronicle import PRIVATE, public_bytes, retell
from sandtable.server.lengths import OTHERS, TALK, reserve_of, rounded
from sandtable.wire.plain import dump_bytes, encode, load_hand, load_table

STEP = 1024  # a quarter of the setting
DECISIONS = 60


class Told:
    """What everybody may know at every message of every seat, told again from the record of the match."""

    def __init__(self, room: Any) -> None:
        self.public: list[dict[int, tuple[bytes, int]]] = [{} for _ in range(room.game.seats)]  # by number: the table, and events for all
        seen = [(b"", b"")] * room.game.seats
        seqs = [0] * room.game.seats
        for match, news in retell(room.game, room.match.inputs[: room.saved]):
            table = public_bytes(match.state)
            common = len(encode([[event.kind, *event.args] for event in news if event.audience == EVERYONE]))
            for seat, hand in enumerate(match.state.hands):
                known = (table, dump_bytes(hand))
                if known != seen[seat] or any(event.audience >> seat & 1 for event in news):
                    seqs[seat] += 1
                    self.public[seat][seqs[seat]] = (table, common)
                    seen[seat] = known

    def length(self, game: str, seat: int, seq: int, about: Any, table: bytes | None = None) -> int:
        whole, common = self.public[seat][seq]
        public = len(whole if table is None else table) + common + len(encode(about))
        return -(-(public + reserve_of(game)) // STEP) * STEP


def views(player: Player) -> list[tuple[int, int, dict[str, Any], Any]]:
    """Of every frame with a view: its length, its number, the view, what goes with it."""
    found = []
    for frame in player.frames:
        message = json.loads(frame)
        if message[0] == "view" or (message[0] == "ok" and len(message) == 6):
            seq, view, about = message[-3:]
            found.append((len(frame.encode()), seq, view, about))
    return found


async def play(server: Any, name: str, query: str = "") -> tuple[list[Player], list[Guest], Any]:
    """Some decisions of bots and at random, with everything that was sent kept."""
    rnd, options = random.Random(5), games.card(name).trials()[0]
    async with http() as client:
        game = games.load(name, *options)
        people = [await enter(client, server, f"Player {seat}") for seat in range(game.seats)]
        match = await open_match(client, people, name, seats=game.seats, options=options[1])
    players = [await sit(server, match, who, query) for who in people]
    for player in players:
        player.keep = True
    minds = [bots.make(bots.names(name)[-1], game, seat, 3) for seat in range(game.seats)]
    for number in range(DECISIONS):
        await eventually(lambda: any("offer" in player.view for player in players) or players[0].over)
        if players[0].over:
            break
        actor = rnd.choice([player for player in players if "offer" in player.view])
        action = None
        if number % 2 and not query:
            table, hand = load_table(game, actor.view["table"]), load_hand(game, actor.view["hand"])
            offer = [tuple(each) for each in actor.view["offer"]]
            action = list(minds[players.index(actor)].decide(table, hand, offer))
        assert (await actor.do(action, rnd=rnd))[0] in ("ok", "no")
    for player in players:
        await player.hear_all()
    return players, people, server.house.rooms[match]


@pytest.mark.parametrize("name", games.names())
def test_lengths_follow_from_what_everybody_may_know(name: str, own_server: Any) -> None:
    async def run() -> None:
        players, people, room = await play(own_server, name)
        told = Told(room)
        met = 0
        for seat, player in enumerate(players):
            for length, seq, _, about in views(player):
                assert length == told.length(name, seat, seq, about), (seat, seq)
                met += 1
            assert met > DECISIONS / 3
        async with http() as client:
            for seat, who in enumerate(people):
                place = f"{own_server.url}/v1/matches/{room.id}"
                answer = await client.get(f"{place}/view", headers=who.headers)
                _, seq, _, about = answer.json()
                table = len(told.public[seat][seq][0])
                assert len(answer.content) == rounded(0, table + len(encode(about)) + reserve_of(name), 4 * STEP)
                first = await client.get(f"{place}/replay/{seq}", headers=who.headers)
                assert len(first.content) == rounded(0, table + 2 * reserve_of(name), 4 * STEP)
                since = seq - 3
                missed = [told.public[seat][number][1] + PRIVATE for number in range(since + 1, seq + 1)]
                frame, least = await in_loop(own_server, room, seat, since)
                assert least == table + sum(missed) + len(encode(about)) + reserve_of(name) >= len(frame)
        assert room.reserve == reserve_of(name), "what was measured is enough"
        for player in players:
            await player.close()

    asyncio.run(run())


async def in_loop(server: Any, room: Any, seat: int, since: int) -> tuple[bytes, int]:
    async def told() -> tuple[bytes, int]:
        found: tuple[bytes, int] = room.told(seat, since)
        return found

    return await asyncio.to_thread(server.run, told())


def test_differences_too(own_server: Any) -> None:
    async def run() -> None:
        players, _, room = await play(own_server, "company_leader", "?differences=1")
        told, shorter = Told(room), 0
        for seat, player in enumerate(players):
            for length, seq, view, about in views(player):
                table = encode(view["table"]) if "since" in view else None
                assert length == told.length("company_leader", seat, seq, about, table), (seat, seq)
                shorter += table is not None
            await player.close()
        assert shorter > DECISIONS / 3

    asyncio.run(run())


def test_a_match_that_needs_more_doubles_its_reserve_once(own_server: Any) -> None:
    async def run() -> None:
        players, _, room = await play(own_server, "picket")
        before = counters.events["reserve-doubled"]
        room.reserve = 200
        assert room.least(1000, 300) == 1100 and room.reserve == 800 and counters.events["reserve-doubled"] == before + 2
        assert room.least(400, 300) == 1100, "and keeps it"
        for player in players:
            await player.close()

    asyncio.run(run())
    assert reserve_of("a game of others") == OTHERS


def test_all_that_is_said_has_one_length(own_server: Any) -> None:
    async def run() -> None:
        players, _, _ = await play(own_server, "picket")
        players[1].frames = []
        for text in ("x", "\u0001" * 999 + "x", "\U0001f3b2" * 1000):
            assert (await players[0].ask("say", "seat:1", text))[0] == "ok"
        await players[1].hear_all()
        lengths = [len(frame.encode()) for frame in players[1].frames if frame.startswith('["talk"')]
        assert lengths == [TALK] * 3
        for player in players:
            await player.close()

    asyncio.run(run())


def test_refusals_over_http_have_one_length(server: Any) -> None:
    """Why the rules refuse something may follow from a hand; on sockets refusals are filled up like all else."""

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
            keys, lengths = set(), set()
            for n, action in enumerate(([99], [0], [0, 0, 0, 0, 0], [0, 10**6], [1, 1, 1], [2, 2], [3, 3])):
                for who in people:
                    body = {"id": f"x{n}", "ask": 1, "action": action}
                    answer = await client.post(f"{server.url}/v1/matches/{match}/decisions", json=body, headers=who.headers)
                    assert answer.status_code >= 400, answer.text
                    keys.add(answer.json()["key"])
                    lengths.add(len(answer.content))
            assert len(keys) > 1, "else it proves nothing"
            assert lengths == {512}

    asyncio.run(run())
