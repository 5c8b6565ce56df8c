"""sandtable admin move: a server goes on with another database as if nothing had been."""

from __future__ import annotations

import asyncio
import random
import secrets
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from clusters import Cluster
from inside import ThreadServer
from sqlalchemy import insert, text
from tables import enter, http, open_match, play_out, sit
from typer.testing import CliRunner

from sandtable.cli.app import app
from sandtable.store import matches as tables
from sandtable.store.database import Database


def move(source: str, target: str, code: int = 0) -> str:
    words = ["admin", "move", target, f"--database={source}"]
    found = CliRunner().invoke(app, words, catch_exceptions=False, env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert found.exit_code == code, found.output
    return found.output


def verified(url: str) -> str:
    return CliRunner().invoke(app, ["admin", "verify-all", f"--database={url}"], env={"COLUMNS": "200", "NO_COLOR": "1"}).output


def rows(url: str) -> dict[str, list[Any]]:
    from sandtable.store.moving import AREAS, metadata

    assert AREAS

    async def read() -> dict[str, list[Any]]:
        database = Database(url)
        try:
            async with database.read() as connection:
                return {t.name: sorted(map(tuple, await connection.execute(t.select())), key=repr) for t in metadata.sorted_tables}
        finally:
            await database.close()

    return asyncio.run(read())


async def begin(server: Any) -> tuple[list[Any], str, list[Any]]:
    async with http() as client:
        people = [await enter(client, server, name) for name in ("Ann", "Bob")]
        over = await open_match(client, people, options={"turns": 1})
        match = await open_match(client, people, terms={"clock": {"kind": "fischer", "seconds": 600}})
        await people[0].call(client, "POST", f"/v1/matches/{match}/talk", {"text": "Grüße 🙂", "channel": "all"})
    for played, most in ((over, 10_000), (match, 12)):
        players = [await sit(server, played, person) for person in people]
        await play_out(players, random.Random(3), most)
        for player in players:
            await player.hear_all()
        told = [(p.seq, {**p.view, "events": []}) for p in players]
        for player in players:
            await player.close()
    return people, match, told


async def go_on(server: Any, people: list[Any], match: str, told: list[Any]) -> None:
    for person in people:
        person.server = server
    players = [await sit(server, match, person) for person in people]
    assert [(p.seq, {**p.view, "events": []}) for p in players] == told
    await play_out(players, random.Random(4))
    for player in players:
        await player.close()


def test_there_and_back(tmp_path: Path, cluster: Cluster) -> None:
    first = ThreadServer(tmp_path)
    first.start()
    try:
        people, match, told = asyncio.run(begin(first))
        postgres = cluster.database("moved" + secrets.token_hex(4))
        assert "the server is running" in move(first.database, postgres, code=1)
    finally:
        first.stop()
    before = rows(first.database)
    assert before["inputs"] and before["talk"] and before["session"] and before["beats"]
    assert f"2 matches, {len(before['inputs'])} inputs, 2 accounts" in move(first.database, postgres)
    assert rows(postgres) == before == rows(first.database)
    assert ", 0 bad" in verified(postgres)
    assert "is not empty" in move(first.database, postgres, code=1)
    second = ThreadServer(tmp_path, postgres)
    second.start()
    try:
        asyncio.run(go_on(second, people, match, told))
    finally:
        second.stop()
    back = f"sqlite:///{tmp_path}/back.db"
    move(postgres, back)
    assert rows(back) == rows(postgres)
    assert "2 matches" in verified(back) and ", 0 bad" in verified(back)


def test_what_cannot_be_moved_is_said_and_changes_nothing(tmp_path: Path, cluster: Cluster) -> None:
    source = f"sqlite:///{tmp_path}/one.db"

    async def fill() -> None:
        database = Database(source)
        await database.open()
        async with database.write() as connection:
            for n in (1, 2):
                await connection.execute(insert(tables.outages).values(since=n, until=n + 1))
        await database.close()

    asyncio.run(fill())
    assert "the same database" in move(source, source, code=1)
    assert "no address" in move(source, "nonsense", code=2)
    assert "does not answer" in move(source, "postgresql://sandtable@127.0.0.1:1/nothing", code=1)
    postgres = cluster.database("bad" + secrets.token_hex(4))
    with sqlite3.connect(tmp_path / "one.db") as connection:  # SQLite takes a text for a number, PostgreSQL does not
        connection.execute("UPDATE outages SET until = 'soon' WHERE since = 2")
    connection.close()
    assert "a row of outages" in move(source, postgres, code=1)
    assert not any(rows(postgres).values())


def test_a_postgresql_that_others_use_is_not_left_behind(tmp_path: Path, cluster: Cluster) -> None:
    postgres = cluster.database("busy" + secrets.token_hex(4))

    async def stay() -> None:
        database = Database(postgres)
        await database.open()
        async with database.read() as connection:
            await connection.execute(text("SELECT 1"))
            said = await asyncio.to_thread(move, postgres, f"sqlite:///{tmp_path}/new.db", 1)
            assert "others are connected" in said
        await database.close()

    asyncio.run(stay())
    with pytest.raises(Exception, match="no such table"):
        rows(f"sqlite:///{tmp_path}/new.db")
