"""Faults: full disk, locked database, PostgreSQL gone, a bot that hangs.  Try again; nothing acknowledged; recovery by itself."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clusters import Cluster
from tables import PATIENCE, Player, enter, eventually, http, next_to_act, open_match, play_out, sit

from sandtable.store import database as database_module


async def seated(server: Any, **wish: Any) -> tuple[list[Player], list[Any], str]:
    async with http() as client:
        people = [await enter(client, server, name) for name in ("Ann", "Bob")]
        match = await open_match(client, people, **wish)
    return [await sit(server, match, person) for person in people], people, match


async def stored(server: Any, match: str) -> int:
    async with http() as client:
        answer = await client.get(f"{server.url}/v1/matches/{match}/view")
    return answer.status_code


def test_a_full_disk_acknowledges_nothing_and_mends_itself(own_server: Any) -> None:
    async def run() -> None:
        players, _, _match = await seated(own_server)
        await play_out(players, random.Random(1), 4)
        file = Path(own_server.folder) / "sandtable.db"
        limit = sqlite3.connect(file).execute("PRAGMA page_count").fetchone()[0]
        writer = own_server.house.journal.writer
        own_server.run(writer.run(f"PRAGMA max_page_count={limit}"))
        refused = 0
        for _ in range(400):
            actor = await next_to_act(players)
            seen = [p.seq for p in players]
            answer = await actor.do()
            if answer[0] == "no":
                assert answer[2]["key"] == "try-again"
                for player in players:
                    await player.hear_all()
                assert [p.seq for p in players] == seen
                refused += 1
                if refused == 3:
                    break
        assert refused == 3, "the disk never was full"
        own_server.run(writer.run("PRAGMA max_page_count=1000000"))
        assert (await actor.do())[0] == "ok"
        for player in players:
            await player.close()

    asyncio.run(run())


def test_a_locked_database_is_try_again(serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.3)
    monkeypatch.setattr(database_module, "PRAGMAS", ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=300"))
    server = serve()

    async def run() -> None:
        players, people, match = await seated(server)
        other = sqlite3.connect(Path(server.folder) / "sandtable.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        answer = await players[0].do()
        assert answer[0] == "no" and answer[2]["key"] == "try-again"
        assert players[0].seq == players[1].seq == 1
        async with http() as client:
            body = {"id": "x", "ask": 1, "action": players[0].view["offer"][0]}
            by_http = await client.post(f"{server.url}/v1/matches/{match}/decisions", json=body, headers=people[0].headers)
        assert by_http.status_code == 503 and by_http.json()["key"] == "try-again" and by_http.headers["retry-after"]
        other.execute("ROLLBACK")
        other.close()

        async def accepted() -> bool:  # with so little patience another write on a slow disk is a reason to try again as well
            answer = await players[0].do()
            assert answer[0] == "ok" or answer[2]["key"] == "try-again", answer
            return bool(answer[0] == "ok")

        await eventually(accepted)
        for player in players:
            await player.close()

    asyncio.run(run())


def test_postgresql_may_go_and_come_back(serve: Callable[..., Any]) -> None:
    cluster = Cluster()
    try:
        cluster.start()
        server = serve(cluster.database("gone"))

        async def run() -> None:
            players, _people, _match = await seated(server)
            await play_out(players, random.Random(2), 6)
            cluster.stop(signal.SIGQUIT)  # as after a crash
            actor = await next_to_act(players)
            seen = [p.seq for p in players]
            for _ in range(2):
                answer = await actor.do()
                assert answer[0] == "no" and answer[2]["key"] == "try-again"
            async with http() as client:
                assert (await client.get(server.url + "/v1/matches")).status_code == 503
                assert (await client.get(server.url + "/health")).status_code == 200
            assert [p.seq for p in players] == seen
            cluster.start()

            async def recovered() -> bool:
                return (await actor.do())[0] == "ok"

            await eventually(recovered)
            await play_out(players, random.Random(3), 20)
            for player in players:
                await player.close()

        asyncio.run(run())
    finally:
        cluster.remove()


def test_two_workers_on_one_database(serve: Callable[..., Any], cluster: Cluster) -> None:
    """Any worker serves any match; who plays on one is heard on the other; the same id counts once."""
    url = cluster.database("workers")
    one, two = serve(url), serve(url)

    async def run() -> None:
        async with http() as client:
            ann, bob = await enter(client, one, "Ann"), await enter(client, two, "Bob")
            match = await open_match(client, [ann])
            waiting = await sit(one, match, ann)  # the match has not begun
            await bob.call(client, "POST", f"/v1/matches/{match}/join", {})
            await waiting.until(lambda p: p.view)
        players = [await sit(one, match, ann), await sit(two, match, bob)]
        crossed = await sit(two, match, ann)
        onlooker = await sit(two, match, None)
        said, ask, action = "twice", players[0].view["ask"], players[0].view["offer"][0]
        answers = await asyncio.gather(players[0].ask("do", ask, action, said=said), crossed.ask("do", ask, action, said=said))
        assert [answer[0] for answer in answers] == ["ok", "ok"] and answers[0][2] == answers[1][2]
        await players[1].ask("say", "all", "over there")
        await players[0].until(lambda p: p.talk)
        rnd = random.Random(5)
        for _ in range(60):
            awaited = [p for p in (*players, crossed) if "offer" in p.view]
            if not awaited:
                await asyncio.sleep(0.02)
                continue
            answer = await rnd.choice(awaited).do(rnd=rnd)
            assert answer[0] == "ok" or answer[2]["key"] in ("stale", "not-awaited", "plot-in-order", "not-now", "not-yours"), answer
        await eventually(lambda: players[0].view["table"] == players[1].view["table"] == onlooker.view["table"])
        await eventually(lambda: players[0].seq == crossed.seq)
        assert {**players[0].view, "events": []} == {**crossed.view, "events": []}
        rooms = [server.house.rooms[match] for server in (one, two)]
        await eventually(lambda: rooms[0].match.inputs == rooms[1].match.inputs)  # a sealed decision shows nowhere else
        for player in (*players, crossed, onlooker, waiting):
            await player.close()

    asyncio.run(run())


BOT = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        if "%s" == "hang":
            time.sleep(60)
        action = [99, 99] if "%s" == "cheat" else message["view"]["offer"][-1]
        assert set(message["view"]) <= {"table", "hand", "events", "ask", "prompt", "paragraph", "offer", "endings"}
        assert message["view"]["hand"]["seat"] == message["seat"]
        print(json.dumps({"id": message["id"], "action": action}), flush=True)
"""


@pytest.mark.parametrize("manner", ["good", "cheat", "hang", "crash"])
def test_a_foreign_bot_plays_by_json_lines_and_cannot_harm(manner: str, serve: Callable[..., Any], tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text("import sys; sys.exit(3)" if manner == "crash" else BOT % (manner, manner))
    server = serve(bot_commands={"mine": [sys.executable, str(program)]}, bot_seconds=0.3 if manner == "hang" else PATIENCE)

    async def run() -> None:
        async with http() as client:
            ann = await enter(client, server, "Ann")
            match = await open_match(client, [ann], places=[{"kind": "me"}, {"kind": "bot", "bot": "mine"}], options={"turns": 1})
        player = await sit(server, match, ann)
        while player.view["table"]["turn"] == 0:
            await player.until(lambda p: "offer" in p.view or p.view["table"]["turn"])
            if "offer" in player.view:
                await player.do()
        assert (server.house.bots.failures > 0) == (manner != "good")
        await player.close()

    asyncio.run(run())
