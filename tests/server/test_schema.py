"""Requests made from the OpenAPI schema, on unknown matches and on a real one: whatever is sent, nothing breaks and nothing changes."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from tables import enter, http, open_match

EXAMPLES = int(os.environ.get("SANDTABLE_TEST_EXAMPLES", "12"))
OURS = ("/v1/games", "/v1/matches", "/v1/join", "/v1/turns", "/v1/ratings")


async def prepare(server: Any) -> tuple[str, dict[str, str], dict[str, str]]:
    async with http() as client:
        ann, bob, eve = [await enter(client, server, name) for name in ("Ann", "Bob", "Eve")]
        return await open_match(client, [ann, bob]), ann.headers, eve.headers


@pytest.mark.filterwarnings("ignore")  # of the tool, about schemas it finds unusual
def test_no_request_breaks_the_server_or_changes_a_match(own_server: Any) -> None:
    match, ann, eve = asyncio.run(prepare(own_server))
    document = httpx.get(own_server.url + "/schema/openapi.json").json()
    document["paths"] = {path: item for path, item in document["paths"].items() if path.startswith(OURS)}
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=own_server.url)
    before = httpx.get(f"{own_server.url}/v1/matches/{match}/view", headers=ann).text
    asked: dict[str, int] = {}
    with httpx.Client(timeout=10) as client:
        for result in schema.get_all_operations():
            ask(result.ok(), client, own_server.url, match, eve, asked)
        for path in ("/v1/matches/{match}/stream", "/v1/matches/{match}/socket"):
            assert client.get(own_server.url + path.replace("{match}", "nowhere")).status_code in (404, 405)
    assert httpx.get(f"{own_server.url}/v1/matches/{match}/view", headers=ann).text == before
    assert len(asked) >= 25, asked


def ask(operation: Any, client: httpx.Client, url: str, match: str, headers: dict[str, str], asked: dict[str, int]) -> None:
    if operation.path.endswith("/stream"):
        return  # has no end while the match runs

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate],
    )  # fmt: skip
    @given(case=operation.as_strategy())
    def run(case: Any) -> None:
        asked[operation.label] = asked.get(operation.label, 0) + 1
        if "match" in (case.path_parameters or {}) and asked[operation.label] % 2:
            case.path_parameters["match"] = match
        query = {key: value for key, value in (case.query or {}).items() if key != "wait"}
        body = {} if case.body is None or repr(case.body) == "NOT_SET" or type(case.body).__name__ == "NotSet" else {"json": case.body}
        answer = client.request(case.method, url + case.formatted_path, params=query, headers=headers, **body)
        assert answer.status_code < 500, (operation.label, answer.status_code, answer.text)
        if answer.status_code >= 400:
            assert set(answer.json()) == {"key", "message", "details"}, answer.text

    run()


def test_the_schema_is_openapi_31_with_examples(own_server: Any) -> None:
    document = httpx.get(own_server.url + "/schema/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert '"examples"' in httpx.get(own_server.url + "/schema/openapi.json").text
    for path, item in document["paths"].items():
        for method, operation in item.items():
            assert operation.get("summary"), f"{method} {path} has no summary"
            assert path.startswith("/v1/")
