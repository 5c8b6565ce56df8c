"""Names that belong to others: offered and taken only where the owner of the server has switched them on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from tables import enter, http

WISH = {"game": "company_war", "options": {"names": "text"}, "places": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]}


async def choices(client: httpx.AsyncClient, server: Any) -> list[str]:
    card = (await client.get(f"{server.url}/v1/games/company_war")).json()
    lines = (await client.get(f"{server.url}/v1/games")).json()
    (line,) = [line for line in lines if line["name"] == "company_war"]
    found = [next(option for option in one["options"] if option["key"] == "names") for one in (card, line)]
    assert found[0] == found[1]
    assert found[0]["default"] == "neutral"
    return list(found[0]["choices"])


def test_reserved_names_are_refused_unless_switched_on(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            ann = await enter(client, own_server, "Ann")
            assert await choices(client, own_server) == ["neutral"]
            answer = await client.post(f"{own_server.url}/v1/matches", json=WISH, headers=ann.headers)
            assert (answer.status_code, answer.json()["key"]) == (403, "reserved-names")
            assert "names = text" in answer.text
            made = await ann.call(client, "POST", "/v1/matches", {**WISH, "options": {}})
            about = await ann.call(client, "GET", f"/v1/matches/{made['id']}")
            assert about["options"]["names"] == "neutral"

    asyncio.run(run())


@pytest.mark.parametrize("names", ["text", "neutral"])
def test_an_owner_may_switch_them_on(serve: Callable[..., Any], names: str) -> None:
    server = serve(reserved_names=True)

    async def run() -> None:
        async with http() as client:
            ann = await enter(client, server, "Ann")
            assert await choices(client, server) == ["neutral", "text"]
            made = await ann.call(client, "POST", "/v1/matches", {**WISH, "options": {"names": names}})
            about = await ann.call(client, "GET", f"/v1/matches/{made['id']}")
            assert about["options"]["names"] == names

    asyncio.run(run())
