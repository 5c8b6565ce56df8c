"""A database of the version before, with matches under way: they go on as if nothing had been."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from inside import ThreadServer
from sqlalchemy import Connection, text
from tables import Player, enter, http, open_match, play_out, sit

from sandtable import games
from sandtable.check.walk import choose
from sandtable.core.match import Match
from sandtable.server.dice import SealedDraw, commitment
from sandtable.server.inspection import inspect, inspect_all
from sandtable.store import matches as tables
from sandtable.store.database import MIGRATIONS, Database


def downgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.downgrade(config, "m0002")


async def make_old(url: str, match: str) -> None:
    """The schema before ids had a key; with an id that counted twice, as it could there."""
    database = Database(url)
    async with database.write() as connection:
        await connection.run_sync(downgrade)
        rows = list(await connection.execute(text("SELECT n, extra FROM inputs WHERE match = :m AND seat = 0 ORDER BY n"), {"m": match}))
        doubled = {**json.loads(rows[1].extra), "i": json.loads(rows[0].extra)["i"]}
        values = {"e": json.dumps(doubled, separators=(",", ":")), "m": match, "n": rows[1].n}
        await connection.execute(text("UPDATE inputs SET extra = :e WHERE match = :m AND n = :n"), values)
    await database.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_matches_under_way_go_on_and_know_their_ids(kind: str, request: pytest.FixtureRequest, tmp_path: Any) -> None:
    url = "" if kind == "sqlite" else request.getfixturevalue("cluster").database("old" + secrets.token_hex(4))
    first = ThreadServer(tmp_path, url)
    first.start()

    async def before() -> tuple[Any, ...]:
        async with http() as client:
            people = [await enter(client, first, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people, terms={"clock": {"kind": "fischer", "seconds": 600}})
        players = [await sit(first, match, person) for person in people]
        answers = [await player.do(said="first") for player in players]
        await play_out(players, random.Random(4), 24)
        return people, match, answers, await told(players)

    async def told(players: list[Player]) -> list[Any]:
        for player in players:
            await player.hear_all()
        found = [(p.seq, {**p.view, "events": []}) for p in players]
        for player in players:
            await player.close()
        return found

    people, match, answers, views = asyncio.run(before())
    first.stop()
    asyncio.run(make_old(first.database, match))
    second = ThreadServer(tmp_path, first.database)
    second.start()

    async def after() -> None:
        for person in people:
            person.server = second
        players = [await sit(second, match, person) for person in people]
        assert [(p.seq, {**p.view, "events": []}) for p in players] == views
        saved = second.house.rooms[match].saved
        for player, answer in zip(players, answers, strict=True):
            view = player.view
            again = await player.ask("do", view.get("ask", 1), view.get("offer", [[0, 0]])[0], said="first")
            assert again == ["ok", "first", answer[2]]
        assert second.house.rooms[match].saved == saved
        await play_out(players, random.Random(5))
        await told(players)

    async def problems() -> list[str]:
        return [report.problem async for report in inspect_all(second.house.database)]

    try:
        asyncio.run(after())
        assert second.run(problems()) == [""]
    finally:
        second.stop()


def test_an_undo_that_the_version_before_allowed_verifies() -> None:
    """The turn had passed on without a word, and came back."""
    game, rnd, key = games.load("leaders", 4), random.Random(1), bytes(32)
    match: Match[Any, Any, Any] = Match(game, SealedDraw(key))
    while True:
        before = match.state.table.pending[:]
        seat, action = choose(game, match.state, rnd)
        if not match.play(seat, action) and not set(match.state.table.pending) <= set(before):
            break
    match.take_back(seat)
    match.play(*choose(game, match.state, rnd))
    rows = [tables.Row(n, seat, action, 0, None) for n, (seat, action) in enumerate(match.inputs)]
    row = {"game": "leaders", "version": game.version, "seats": 4, "options": "{}", "state": tables.RUNNING, "result": None}
    row |= {"dice_key": key, "dice_hash": commitment(key)}
    assert inspect(row, rows) == ""
    rows[-1].action = (99,)
    assert "may not play" in inspect(row, rows)
