"""Alive, ready, figures."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tables import enter, eventually, http, next_to_act, open_match, play_out, sit
from tests.server.accounts.conftest import House, running


def test_health_ready_and_metrics(house: House) -> None:
    program = house.program()
    assert program.get("/health").json()["status"] == "alive" and program.get("/ready").json() == {"status": "ready"}
    program.get("/v1/account")
    program.get("/v1/nothing/of/the/kind")
    text = program.get("/metrics").text
    assert 'sandtable_requests_total{method="GET",route="/v1/account",status="401"}' in text
    assert 'route="unknown",status="404"' in text and "/v1/nothing" not in text, "paths people make up make no figures"
    assert "sandtable_mails_sent" in text and "sandtable_request_seconds_bucket" in text
    assert program.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 404


def test_metrics_by_token(tmp_path: Path) -> None:
    with running(tmp_path, metrics_token="figures for me") as house:
        assert house.program().get("/metrics").status_code == 404
        assert house.program("figures for you").get("/metrics").status_code == 404
        assert house.program("figures for me").get("/metrics").status_code == 200


def test_not_ready_without_database(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken() -> None:
        raise OSError("gone")

    monkeypatch.setattr(house.app.state.database, "ping", broken)
    answer = house.program().get("/ready")
    assert answer.status_code == 503 and answer.json() == {"status": "database"}
    assert house.program().get("/health").status_code == 200


def test_not_ready_while_stopping(house: House) -> None:
    house.app.state.stopping = True
    try:
        assert house.program().get("/ready").json() == {"status": "stopping"}
    finally:
        house.app.state.stopping = False


def test_not_ready_while_a_full_disk_takes_no_decision(tmp_path: Path) -> None:
    with running(tmp_path, messages_burst=100_000) as house:
        asyncio.run(fill_the_disk(house, tmp_path / "sandtable.db"))


async def fill_the_disk(house: Any, file: Path) -> None:
    house.port = house.settings.port
    async with http() as client:
        people = [await enter(client, house, name) for name in ("Ann", "Bob")]
        match = await open_match(client, people)
        players = [await sit(house, match, person) for person in people]
        await play_out(players, random.Random(1), 4)
        limit = sqlite3.connect(file).execute("PRAGMA page_count").fetchone()[0]
        writer = house.app.state.rooms.journal.writer
        house.do(writer.run(f"PRAGMA max_page_count={limit}"))
        actor = await next_to_act(players)
        while (await actor.do())[0] == "ok":
            actor = await next_to_act(players)
        answer = await client.get(house.url + "/ready")
        assert (answer.status_code, answer.json()) == (503, {"status": "cannot save"}) and answer.headers["Retry-After"]
        house.do(writer.run("PRAGMA max_page_count=1000000"))
        assert (await actor.do())[0] == "ok"
        assert (await client.get(house.url + "/ready")).status_code == 200
        for player in players:
            await player.close()


def test_not_ready_while_no_sign_of_life_can_be_written(tmp_path: Path) -> None:
    """Nobody decides anything; a database that takes nothing is noticed all the same, and that it does again."""
    with running(tmp_path) as house:
        other = sqlite3.connect(tmp_path / "sandtable.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")

        async def pass_time() -> None:
            house.app.state.rooms.time._wall += 6000

        house.do(pass_time())
        program = house.program()
        answer = program.get("/ready")
        assert (answer.status_code, answer.json()) == (503, {"status": "cannot save"}), "it can be read all the time"
        assert program.get("/v1/matches").status_code == 200
        other.execute("ROLLBACK")
        other.close()
        asyncio.run(eventually(lambda: program.get("/ready").status_code == 200))
