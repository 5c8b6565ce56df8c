"""Alive, ready, figures."""

from __future__ import annotations

from pathlib import Path

import pytest
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
