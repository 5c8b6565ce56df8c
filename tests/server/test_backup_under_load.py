"""A backup while matches are played: restored elsewhere it verifies, and holds all that was acknowledged before it began."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tables import enter, eventually, http, open_match, play_out, sit

from sandtable.server.inspection import inspect_all
from sandtable.store.backup import back_up, restore
from sandtable.store.database import Database


async def verify(url: str) -> dict[str, tuple[int, str]]:
    database = Database(url)
    try:
        return {report.match: (report.inputs, report.problem) async for report in inspect_all(database)}
    finally:
        await database.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_backup_under_load(kind: str, serve: Callable[..., Any], tmp_path: Path, request: pytest.FixtureRequest) -> None:
    cluster = request.getfixturevalue("cluster") if kind == "postgresql" else None
    server = serve(cluster.database("busy") if cluster else "")
    elsewhere = cluster.database("elsewhere") if cluster else f"sqlite:///{tmp_path}/elsewhere.db"
    target = tmp_path / "under-load.backup"

    async def run() -> dict[str, int]:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            matches = [await open_match(client, people, options={"turns": 50}) for _ in range(4)]
        tables = [[await sit(server, match, person) for person in people] for match in matches]
        enough = asyncio.Event()

        async def play(number: int) -> None:
            rnd = random.Random(number)
            while not enough.is_set() and await play_out(tables[number], rnd, 20):
                pass

        playing = [asyncio.create_task(play(number)) for number in range(len(tables))]

        def saved() -> dict[str, int]:
            return {match: server.house.rooms[match].saved for match in matches}

        await eventually(lambda: all(saved().values()))
        before = saved()
        while saved() == before:  # a backup of a small house can be over before the next move: until one had a move in its midst
            assert not all(task.done() for task in playing), "all matches ended without a move during a backup"
            target.unlink(missing_ok=True)
            before = saved()
            await asyncio.to_thread(back_up, server.database, target)
        enough.set()
        await asyncio.gather(*playing)
        for table in tables:
            for player in table:
                await player.close()
        return before

    before = asyncio.run(run())
    restore(elsewhere, target)
    found = asyncio.run(verify(elsewhere))
    for match, saved in before.items():
        inputs, problem = found[match]
        assert problem == "" and inputs >= saved > 0
