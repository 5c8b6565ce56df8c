"""Lengths of what a seat is told follow from what everybody may know, message by message; the hand has no part in them."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from lengths import HEAD, LARGE
from lengths import play as play_bare
from tables import Guest, Player, enter, eventually, http, open_match, sit

from sandtable import bots, games
from sandtable.core.game import EVERYONE, Draw
from sandtable.core.match import Match
from sandtable.games.war_of_leaders.game import WarOfLeaders
from sandtable.games.war_of_leaders.rules.talk import KEPT_SIGNALS, MOST_OFFERS, talk_actions
from sandtable.server import counters, lobby, telling
from sandtable.server.chronicle import PRIVATE, Witness, public_bytes, retell
from sandtable.server.lengths import OTHERS, TALK, reserve_for, reserve_of, rounded
from sandtable.wire.plain import dump_bytes, encode, load_hand, load_table

STEP = 1024  # a quarter of the setting
DECISIONS = 60


class Told:
    """What everybody may know at every message of every seat, told again from the record of the match."""

    def __init__(self, room: Any) -> None:
        self.public: list[dict[int, tuple[bytes, int]]] = [{} for _ in range(room.game.seats)]  # by number: the table, and events for all
        seen = [(b"", b"")] * room.game.seats
        seqs = [0] * room.game.seats
        for match, news in retell(room.game, room.match.inputs[: room.saved], room.tied):
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
        assert room.reserves == dict.fromkeys(range(len(players)), reserve_of(name)), "what was measured is enough"
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


def test_a_seat_that_needs_more_doubles_its_reserve_once(own_server: Any) -> None:
    async def run() -> None:
        players, _, room = await play(own_server, "picket")
        before = counters.events["reserve-doubled"]
        room.reserves = {0: 200, 1: 200}
        assert room.least(0, 1000, 300) == 1100 and room.reserves[0] == 800 and counters.events["reserve-doubled"] == before + 2
        assert room.least(0, 400, 300) == 1100, "and keeps it"
        assert room.least(1, 400, 300) == 500 and room.reserves[1] == 200, "others do not notice"
        for player in players:
            await player.close()

    asyncio.run(run())
    assert reserve_of("a game of others") == OTHERS


async def lengths_beside(server: Any, long: bool) -> tuple[list[list[int]], dict[int, int]]:
    """A match in which the first seat's ids are long or short: the lengths of all frames to everybody, and the reserves."""
    async with http() as client:
        people = [await enter(client, server, name) for name in ("Ann", "Bob")]
        match = await open_match(client, people)
    everyone = [await sit(server, match, who) for who in (*people, None)]
    for player in everyone:
        player.keep = True
    for number in range(16):
        await eventually(lambda: any("offer" in player.view for player in everyone[:2]))
        actor = next(player for player in everyone if "offer" in player.view)
        wide = long and actor is everyone[0]
        assert (await actor.do(said=f"{number:02}" + ("\u00e4" * 62 if wide else "")))[0] == "ok"
        for player in everyone:
            await player.hear_all()
    found = [
        [len(frame.encode()) for frame in player.frames if frame.startswith(('["view"', '["ok"', '["performed"'))] for player in everyone
    ]
    for player in everyone:
        await player.close()
    return found, server.house.rooms[match].reserves


def test_what_one_seat_needs_changes_no_length_of_others(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds that differ in nothing but how long the first seat's own part is."""
    monkeypatch.setattr(lobby, "new_key", lambda: bytes(32))
    monkeypatch.setattr(own_server.house.settings, "padding", 4)  # lengths as they are
    monkeypatch.setattr(telling, "reserve_for", lambda _: 420)  # enough for short ids
    small, before = asyncio.run(lengths_beside(own_server, False))
    large, after = asyncio.run(lengths_beside(own_server, True))
    assert before == {0: 420, 1: 420} and after[0] == 840, "else it proves nothing"
    assert len(large[0]) == len(small[0]) and large[0] != small[0]
    assert large[1:] == small[1:] and len(small[1]) > 6 and len(small[2]) > 3
    assert after[1] == 420


@pytest.mark.parametrize("said", ["\u0001" * 62, "\U0001f3b2" * 33, "\u00e4" * 65, '"' * 65], ids=["control", "wide", "letters", "quotes"])
def test_ids_that_no_answer_has_room_for_are_refused(said: str, own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, own_server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
            player = await sit(own_server, match, people[0])
            player.keep, player.frames, view = True, [], player.view
            for message in (["do", said, view["ask"], view["offer"][0]], ["call", said, "draw"], ["say", said, "all", "x"], ["ping", said]):
                await player.socket.send(json.dumps(message))
            await player.hear_all()
            refused = [json.loads(frame) for frame in player.frames if frame.startswith('["no"')]
            assert [(each[1], each[2]["key"]) for each in refused] == [(None, "malformed")] * 4
            assert own_server.house.rooms[match].saved == len(own_server.house.rooms[match].match.inputs)
            decision = {"ask": view["ask"], "action": view["offer"][0]}
            for kind, body in (("decisions", decision), ("calls", {"verb": "draw"}), ("talk", {"text": "x"})):
                answer = await client.post(
                    f"{own_server.url}/v1/matches/{match}/{kind}", json={"id": said, **body}, headers=people[0].headers
                )
                assert answer.status_code == 400 and answer.json()["key"] == ("malformed" if len(said) <= 64 else "invalid")
            assert (await player.do(said=said[: 128 // (len(encode(said)) // len(said))]))[0] == "ok", "up to the bound"
            assert own_server.house.rooms[match].reserves[0] == reserve_of("picket")
            await player.close()

    asyncio.run(run())


@pytest.mark.parametrize(("name", "number"), [(name, number) for name, settings in LARGE.items() for number in range(len(settings))])
def test_reserves_follow_from_large_settings(name: str, number: int) -> None:
    """Many seats that negotiate, boards of 600 fields: public facts, which the reserve covers."""
    seats, options = LARGE[name][number]
    reserve = reserve_for(games.load(name, seats, options))
    own = [size - public for messages in play_bare(name, seats, options, "random", 1, 80) for public, size in messages]
    assert max(own) + HEAD <= reserve
    assert reserve <= 6 * max(own), "and not at random"


def test_a_memory_full_of_deals_fits() -> None:
    """The longest hand and offer of War of Leaders: twelve who have made each other every private offer there may be."""
    for seats in (2, 3, 4, 12):
        at_once = {"placement": "ready", "order": "fixed", "obstacles": "none", "point": "centre"}
        game = games.load("war_of_leaders", seats, {"negotiation": 1, **at_once})
        assert isinstance(game, WarOfLeaders)
        match: Match[Any, Any, Any] = Match(game, Draw(1))
        seat = match.state.table.pending[0]
        hand, others = match.state.hands[seat], [other for other in range(seats) if other != seat]
        pairs = [pair for other in others for pair in ((seat, other), (other, seat))]
        deals = [[*pair, serial, 1, 12, 11, 0, 5, 1000, 11] for pair in pairs for serial in range(MOST_OFFERS)]
        signals = [[11, 4095, 5, 11, 1000]] * KEPT_SIGNALS
        table = public_bytes(match.state)
        message = Witness(seat).notice(game, match.state, [], table)
        assert message is not None and len(message["offer"]) >= len(talk_actions(game.rules, match.state.table, hand)) > 0
        assert len(encode(message)) - len(table) + len(encode([deals, signals])) + HEAD <= reserve_for(game)


def test_all_that_is_said_has_one_length(own_server: Any) -> None:
    async def run() -> None:
        players, _, _ = await play(own_server, "picket")
        players[1].frames = []
        for text in ("x", '"' * 1000, "\U0001f3b2" * 1000):
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
