"""Gestures on a server: one message, one entry, one telling, one answer, one step of undo; all of it or nothing is saved."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tables import Guest, Player, Server, enter, eventually, http, open_match, play_out, sit

from sandtable import games
from sandtable.server.chronicle import ONLOOKER, story
from sandtable.server.inspection import inspect_all
from sandtable.server.proof import find_receipt
from sandtable.server.proof import verify as prove
from sandtable.server.sockets import PACE
from sandtable.store import matches as tables
from sandtable.wire import record
from sandtable.wire.plain import encode

HIDE, PLOT, DONE = 0, 1, 2


async def two(server: Any, **wish: Any) -> tuple[list[Guest], str, list[Player]]:
    async with http() as client:
        people = [await enter(client, server, name) for name in ("Ann", "Bob")]
        match = await open_match(client, people, **wish)
    players = [await sit(server, match, person) for person in people]
    for player in players:
        player.keep = True
    return people, match, players


async def close(*players: Player) -> None:
    for player in players:
        await player.close()


def dummies(player: Player) -> list[list[int]]:
    return [action for action in player.view["offer"] if action[0] == HIDE][:2]


def sheet(player: Player, step: int = 0) -> list[list[int]]:
    """All orders of a turn, sealed: every piece goes so many zones on."""
    pieces = sorted({action[1] for action in player.view["offer"] if action[0] == PLOT})
    zone = player.view["table"]["zone"]
    return [*([PLOT, piece, (zone[piece] + step) % 8] for piece in pieces), [DONE]]


async def deploy(players: list[Player]) -> None:
    for player in players:
        assert (await player.perform(dummies(player)))[0] == "performed"
    for player in players:
        await player.until(lambda p: p.view.get("prompt") == "plot")


async def rows_of(server: Any, match: str) -> list[tables.Row]:
    async def read() -> list[tables.Row]:
        async with server.house.database.read() as connection:
            return await tables.find_inputs(connection, match)

    found: list[tables.Row] = await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(read(), server.loop))
    return found


def elsewhere(person: Guest, server: Any) -> Guest:
    return Guest(server, person.name, person.headers["Authorization"].removeprefix("Bearer "))


def test_one_message_one_entry_one_telling(server: Any) -> None:
    async def run() -> None:
        _, match, (first, second) = await two(server)
        onlooker = await sit(server, match, None)
        onlooker.keep = True
        wanted = dummies(first)
        told = len(second.frames)
        answer = await first.perform(wanted, said="g1")
        assert answer[0] == "performed" and answer[1] == "g1" and answer[3] == {"played": 2, "of": 2, "stopped": ""}
        assert answer[4] == first.seq == 2 and answer[5]["events"] == [[0, piece] for _, piece in wanted]
        rows = await rows_of(server, match)
        assert len(list(tables.tellings(rows))) == 1, "one entry"
        assert [(row.seat, list(row.action)) for row in rows] == [(0, action) for action in wanted]
        assert rows[0].extra.p == [2, 2] and rows[0].extra.i == "g1" and [row.extra.g for row in rows] == [0, 3]
        await second.hear_all()
        await onlooker.hear_all()
        views = [frame for frame in second.frames[told:] if frame.startswith('["view"')]
        assert len(views) == 1, "the other seat hears once that it was done, and not how it came to that"
        assert first.view["undo"] == "" and "undo" not in onlooker.view
        again = await first.ask("perform", 1, wanted, False, said="g1")
        assert again == answer[:4], "the same answer, without what was told already"
        assert (await first.ask("do", 1, [HIDE, 0], said="g1")) == answer[:4], "whatever the message says now"
        assert len(await rows_of(server, match)) == 2
        await close(first, second, onlooker)

    asyncio.run(run())


def test_it_stops_at_the_first_surprise_and_says_so(server: Any) -> None:
    async def run() -> None:
        _, _, players = await two(server)
        first, second = players
        start, seq = first.view, first.seq
        refused = await first.perform([dummies(first)[0], [PLOT, 0, 1], dummies(first)[1]], whole=True)
        assert refused[0] == "no" and first.view == start and first.seq == seq, "a sheet is given whole or not at all"
        assert (await first.perform([[77], [0, 5]]))[0] == "no", "the first action must be legal"
        partly = await first.perform([dummies(first)[0], [PLOT, 0, 1]])
        assert partly[3] == {"played": 1, "of": 2, "stopped": refused[2]["key"]}, "a move goes as far as it goes"
        await first.perform(dummies(first)[:1])
        await second.perform(dummies(second))
        for player in players:
            await player.until(lambda p: p.view.get("prompt") == "plot")
        sealed = await first.perform([*sheet(first), [DONE]])
        assert sealed[3] == {"played": 6, "of": 7, "stopped": "stopped-over"}, "nothing more was asked"
        await close(*players)

    asyncio.run(run())


def test_it_is_one_step_of_undo_also_after_a_restart(serve: Callable[..., Any]) -> None:
    async def run() -> None:
        server = serve()
        people, match, players = await two(server)
        first = players[0]
        await deploy(players)
        before = first.view
        await first.perform(sheet(first)[:3], said="g")
        after = first.view
        assert (await first.ask("call", "undo"))[0] == "ok"
        assert first.view["hand"]["plot"] == before["hand"]["plot"] and first.view["events"] == [[-5, 0]]
        await first.perform(sheet(first)[:3], said="h")
        assert first.view["hand"]["plot"] == after["hand"]["plot"]
        await close(*players)
        server.stop()
        later = serve(server.database)
        mine = await sit(later, match, elsewhere(people[0], later))
        told = await mine.ask("perform", 1, [[HIDE, 0]], False, said="g")
        assert told[0] == "performed" and told[3] == {"played": 3, "of": 3, "stopped": ""}, "an id counts for the life of the match"
        assert mine.view["undo"] == ""
        assert (await mine.ask("call", "undo"))[0] == "ok"
        assert mine.view["hand"]["plot"] == before["hand"]["plot"], "all three at once"
        rows = await rows_of(later, match)
        assert [row.action for row in rows if row.action[0] < 0] == [(-5, 3), (-5, 3)]
        async for report in inspect_all(later.house.database):
            assert not report.problem, report.problem
        await close(mine)

    asyncio.run(run())


def test_other_workers_tell_it_as_one_and_take_it_back_as_one(pair: list[Any]) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, pair[0], name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
        first, second = await sit(pair[0], match, people[0]), await sit(pair[1], match, elsewhere(people[1], pair[1]))
        there = await sit(pair[1], match, elsewhere(people[0], pair[1]))
        await deploy([first, second])
        start = first.view["hand"]["plot"]
        answer = await first.perform(sheet(first)[:4], said="g")
        await there.until(lambda p: p.seq == first.seq)
        assert there.view == first.view, "undo and all"
        assert (await there.ask("perform", 1, [[HIDE, 0]], True, said="g")) == answer[:4]
        assert (await there.ask("call", "undo"))[0] == "ok"
        await first.until(lambda p: p.seq == there.seq)
        assert first.view["hand"]["plot"] == start == there.view["hand"]["plot"]
        await there.perform(sheet(there), said="all")
        await second.perform(sheet(second, 1))
        await eventually(lambda: first.seq == there.seq)
        assert [p.view["table"]["turn"] for p in (first, there, second)] in ([1] * 3, [2] * 3)
        await close(first, second, there)

    asyncio.run(run())


def test_a_commit_that_fails_takes_the_whole_gesture_back(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        _, match, players = await two(own_server, terms={"clock": {"kind": "fischer", "seconds": 600}})
        await deploy(players)
        first, _ = players
        room, journal = own_server.house.rooms[match], own_server.house.journal
        before = (first.view, room.match.inputs[:], room.seals.mark(), room.clock.left[:], sorted(room.tied))
        real, broken = journal._commit, [True]

        async def commit(batch: Any) -> None:
            if broken.pop() if broken else False:
                raise ConnectionError("the disk is gone")
            await real(batch)

        monkeypatch.setattr(journal, "_commit", commit)
        said = sheet(first)
        answer = await first.perform(said, said="g")
        assert answer[0] == "no", answer
        assert (first.view, room.match.inputs, room.seals.mark(), room.clock.left, sorted(room.tied)) == before
        assert room.match.objection(0, -5) == first.view["undo"]
        answer = await first.perform(said, said="g")
        assert answer[0] == "performed" and answer[3]["played"] == len(said) == 6
        assert (await rows_of(own_server, match))[-1].action == (DONE,)
        await close(*players)

    asyncio.run(run())


def test_histories_replays_and_records_count_it_as_one_telling(server: Any, tmp_path: Path) -> None:
    async def run() -> None:
        people, match, players = await two(server, options={"turns": 3})
        onlooker = await sit(server, match, None)
        onlooker.keep = True
        await deploy(players)
        receipts = []
        rnd = random.Random(2)
        while not players[0].over:
            for player in players:
                if player.view.get("prompt") == "plot":
                    receipts.append((await player.perform(sheet(player, rnd.choice([0, 1, 7]))))[2])
                elif "offer" in player.view:
                    await player.do(rnd=rnd)
                await player.hear_all()
        room = server.house.rooms[match]
        for player, seat in zip([*players, onlooker], [0, 1, ONLOOKER], strict=True):
            await player.hear_all()
            told = {}
            for frame in player.frames:
                message = json.loads(frame)
                if message[0] == "view" or len(message) in (6, 7):
                    told[message[-3]] = {name: part for name, part in message[-2].items() if name not in ("undo",)}
            again = {n: json.loads(encode(view)) for n, view, _ in story(room.game, room.match.inputs, seat, tied=room.tied)}
            assert max(told) == max(again) == player.seq
            assert {n: view for n, view in told.items() if n > 1} == {n: view for n, view in again.items() if n in told and n > 1}
            async with http() as client:
                headers = people[seat].headers if seat >= 0 else {}
                for n in (2, player.seq):
                    answer = await client.get(f"{server.url}/v1/matches/{match}/replay/{n}", headers=headers)
                    assert {**answer.json()[2]} == again[n]
                history = (await client.get(f"{server.url}/v1/matches/{match}/history", headers=headers)).json()["messages"]
                assert [[n, events] for n, events, _ in history] == [[n, view["events"]] for n, view in sorted(again.items())]
                text = (await client.get(f"{server.url}/v1/matches/{match}/record", headers=headers)).text
        found = record.read(text)
        record.verify(found)
        assert prove(found)["seals"] == sum(who >= 0 for who, _ in found.inputs)
        sealing = [found.inputs[find_receipt(found, receipt)] for receipt in receipts]
        assert [action for _, action in sealing] == [(DONE,)] * len(receipts), "a receipt is that of the last action, and covers all"
        await close(*players, onlooker)

    asyncio.run(run())


def test_programs_perform_by_requests(server: Any) -> None:
    async def run() -> None:
        people, match, players = await two(server)
        first, _ = players
        body = {"id": "p", "ask": first.view["ask"], "actions": dummies(first), "whole": True}
        async with http() as client:
            path = f"/v1/matches/{match}/decisions"
            done = await people[0].call(client, "POST", path, body)
            assert (done["played"], done["of"], done["stopped"], done["seq"]) == (2, 2, "", 2)
            assert await people[0].call(client, "POST", path, body) == done
            await first.until(lambda p: p.seq == 2)
            for wrong in ({"actions": []}, {}, {"actions": [[0]] * 257}, {"action": [0, 1], "actions": [[0, 1]]}, {"actions": [[]]}):
                answer = await client.post(server.url + path, json={"id": "w", "ask": 1, **wrong}, headers=people[0].headers)
                assert answer.status_code == 400, answer.text
            lengths = {len((await client.post(server.url + path, json=each, headers=people[0].headers)).content) for each in (body,)}
            assert lengths == {512}
        await close(*players)

    asyncio.run(run())


def test_it_costs_by_its_length(serve: Callable[..., Any]) -> None:
    async def run() -> None:
        server = serve(messages_burst=80, messages_per_second=0.001)
        _, _, players = await two(server)
        first, second = players
        for wrong in (["perform", 1], ["perform", 1, [], False], ["perform", 1, [[0, 1]], 1], ["perform", 1, [[0, 1]] * 257, False]):
            assert (await first.ask(*wrong))[2]["key"] == "malformed"
        many = [[HIDE, 0]] * 256
        for _ in range(2):  # each costs 1 and 256 / PACE
            assert (await second.ask("perform", 1, many, True))[0] == "no"
        assert 80 - 2 * (1 + 256 // PACE) < 1 + 256 // PACE
        with pytest.raises(ConnectionError):
            await second.ask("perform", 1, many, True)
        assert second.socket.close_code == 1008
        await close(*players)

    asyncio.run(run())


def test_gestures_of_a_piece_are_found_and_can_be_performed(server: Server) -> None:
    async def run() -> None:
        people, match, players = await two(server)
        first, second = players
        async with http() as client:

            async def ask(who: Guest, **query: Any) -> Any:
                answer = await client.get(f"{server.url}/v1/matches/{match}/gestures", params=query, headers=who.headers)
                assert len(answer.content) % 512 == 0
                return answer.status_code, answer.json()

            status, found = await ask(people[0])
            assert status == 200 and found["gestures"][0]["key"] == "dummies" and len(found["gestures"][0]["actions"]) == 2
            assert (await first.perform(found["gestures"][0]["actions"], whole=True))[3]["played"] == 2
            assert (await ask(people[0]))[1]["key"] == "not-awaited"
            assert await ask(people[0], seen=first.seq) == (200, {"subjects": [], "gestures": []})
            await second.perform(dummies(second))
            for player in players:
                await player.until(lambda p: p.view.get("prompt") == "plot")
            _, found = await ask(people[0], seen=first.seq)
            assert [gesture["key"] for gesture in found["gestures"]] == ["rest-stays", "rest-up", "rest-down"] and found["subjects"]
            kind, value = found["subjects"][0]
            _, together = await ask(people[0], seen=first.seq, kind=kind, value=value)
            assert {gesture["key"] for gesture in together["gestures"]} == {"together"}
            assert (await ask(people[0], kind=kind, value=10**9))[1]["gestures"] == []
            assert await ask(people[0], seen=first.seq + 1) == await ask(people[0], seen=1) == (200, {"subjects": [], "gestures": []})
            card, room = games.card("picket"), server.house.rooms[match]  # type: ignore[attr-defined]
            zone = card.word(room.game, room.match.state.table, "zone", value)
            _, read = await ask(people[0], text=f"{zone}>{zone}, rest")
            assert read["gestures"][0]["actions"][-1] == [DONE]
            for wrong in ("99>1", "hello"):
                status, problem = await ask(people[0], text=wrong)
                assert status == 400 and problem["key"] == "bad-gesture" and problem["message"]
            answer = await first.perform(read["gestures"][0]["actions"])
            assert answer[3]["played"] == answer[3]["of"]
            stranger = await enter(client, server, "Eve")
            assert (await ask(stranger))[1]["key"] == "not-awaited" and (await ask(stranger, seat="0"))[0] == 403
            assert (await client.get(f"{server.url}/v1/matches/{match}/gestures")).status_code == 401
        await close(*players)

    asyncio.run(run())


def test_looking_closer_at_gestures_is_limited(serve: Callable[..., Any]) -> None:
    async def run() -> None:
        server = serve(limits=True)
        people, match, players = await two(server)
        server.house.limits._buckets["gestures", people[0].headers["Authorization"]] = (0.0, 0.0)
        async with http() as client:
            url = f"{server.url}/v1/matches/{match}/gestures"
            assert (await client.get(url, headers=people[0].headers)).status_code == 200
            user = next(user for kind, user in server.house.limits._buckets if kind == "gestures" and not user.startswith("Bearer"))
            server.house.limits.owe("gestures", user, 400)
            answer = await client.get(url, headers=people[0].headers)
            assert answer.status_code == 429 and answer.json()["key"] == "too-many-requests"
        await close(*players)

    asyncio.run(run())


def test_undo_says_whether_it_would_work_and_changes_with_nobody_elses_secrets(server: Any) -> None:
    """The key goes with the view: the same when it is asked for again, whatever others do unseen."""

    async def run() -> None:
        _, _, players = await two(server)
        first, second = players
        assert first.view["undo"] == "undo-nothing"
        await deploy(players)
        assert first.view["undo"] == "undo-passed"
        await first.perform(sheet(first)[:2])
        assert first.view["undo"] == ""
        before, seq = first.view, first.seq
        for action in sheet(second)[:-1]:
            await second.do(action)
            await first.socket.send('["view","v"]')
        await first.hear_all()
        assert first.seq == seq and first.view["undo"] == before["undo"] == ""
        await second.ask("call", "undo")
        await first.hear_all()
        assert first.seq == seq and first.view["undo"] == ""
        await close(*players)
        _, _, never = await two(server, terms={"undo": "never"})
        await never[0].perform(dummies(never[0]))
        assert never[0].view["undo"] == "cannot-undo"
        await close(*never)

    asyncio.run(run())


def test_matches_with_gestures_are_played_out(server: Any) -> None:
    """Gestures and single decisions mixed, taken back now and then, in any order: the store is what the rules make of it."""

    async def run() -> None:
        rnd = random.Random(8)
        _, match, players = await two(server, options={"turns": 4})
        for _ in range(120):
            awaited = [player for player in players if "offer" in player.view]
            if players[0].over or not awaited:
                await asyncio.gather(*(player.hear_all() for player in players))
                if players[0].over:
                    break
                continue
            player = rnd.choice(awaited)
            if rnd.random() < 0.2:
                await player.ask("call", "undo")
            elif player.view["prompt"] == "plot" and rnd.random() < 0.7:
                await player.perform(sheet(player)[: rnd.randrange(1, 7)], whole=rnd.random() < 0.5)
            elif player.view["prompt"] == "hide":
                await player.perform(dummies(player))
            else:
                await player.do(rnd=rnd)
        await play_out(players, rnd)

        async def look() -> list[str]:
            return [report.problem async for report in inspect_all(server.house.database, match)]

        assert await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(look(), server.loop)) == [""]
        await close(*players)

    asyncio.run(run())
