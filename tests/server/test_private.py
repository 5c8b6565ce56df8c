"""Private matches: who has the link gets in, and the link stands in no address and in no log."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from tables import PATIENCE, Player, Server, enter, http, sit
from test_bad_input import refused
from websockets.asyncio.client import connect

STUDIES = ("", "/view", "/history", "/talk", "/replay/1", "/look?q=b1", "/why?action=[0]")


async def sit_by_subprotocol(server: Any, match: str, who: Any, link: str) -> tuple[Player, str | None]:
    """As a browser does: its sockets can set no other header."""
    url = f"ws://127.0.0.1:{server.port}/v1/matches/{match}/socket"
    socket = await connect(
        url, additional_headers=who.headers, subprotocols=["sandtable", f"link.{link}"], compression=None, proxy=None, open_timeout=PATIENCE
    )  # type: ignore[list-item]
    player = Player(socket, match)
    await player.until(lambda p: p.ready)
    return player, socket.subprotocol


async def private(client: httpx.AsyncClient, server: Any) -> tuple[list[Any], dict[str, Any]]:
    people = [await enter(client, server, name) for name in ("Ann", "Bob", "Eve")]
    made = await people[0].call(client, "POST", "/v1/matches", {"game": "picket", "public": False})
    await people[1].call(client, "POST", f"/v1/matches/{made['id']}/join", {"link": made["link"]})
    return people, made


def test_the_link_opens_a_private_match(own_server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            (_, _, eve), made = await private(client, own_server)
            match, link = made["id"], made["link"]
            assert made["url"] == f"{own_server.url}/play/{match}#link={link}"
            by_header = {**eve.headers, "Sandtable-Link": link}
            for path in STUDIES:
                url = f"{own_server.url}/v1/matches/{match}{path}"
                assert (await client.get(url, headers=by_header)).status_code == 200, path
                for headers in (eve.headers, {**eve.headers, "Sandtable-Link": link[:-1] + "."}):
                    answer = await client.get(url, headers=headers)
                    assert (answer.status_code, answer.json()["key"]) == (404, "no-such-match"), path
                asked = url + ("&" if "?" in url else "?") + f"link={link}"
                assert (await client.get(asked, headers=eve.headers)).status_code == 404, "an address is no place for a link"
            said = await client.post(
                f"{own_server.url}/v1/matches/{match}/talk", json={"text": "hm", "channel": "onlookers"}, headers=by_header
            )
            assert said.status_code == 200
        player, chosen = await sit_by_subprotocol(own_server, match, eve, link)
        assert player.info["seat"] == -1 and chosen == "sandtable"
        await player.close()
        looking = await sit(own_server, match, type("ByHeader", (), {"headers": by_header})())
        await looking.close()
        assert await refused(own_server, match, eve, f"?link={link}") == (404, "no-such-match")
        assert await refused(own_server, match, eve, "", {"Sec-WebSocket-Protocol": "sandtable, link.x"}) == (404, "no-such-match")

    asyncio.run(run())


def test_links_of_matches_stand_in_no_address_and_no_log(tmp_path: Path) -> None:
    """On a real process with every log line switched on."""
    server = Server(tmp_path, log_level="debug")
    server.start()
    asked: list[str] = []

    async def note(request: httpx.Request) -> None:
        asked.append(str(request.url))

    async def run() -> list[str]:
        async with httpx.AsyncClient(timeout=PATIENCE, event_hooks={"request": [note]}) as client:
            (ann, _, eve), made = await private(client, server)
            match, link = made["id"], made["link"]
            seat = (await ann.call(client, "GET", f"/v1/matches/{match}/seats/0/link"))["url"]
            assert urlsplit(seat).path == "/join" and urlsplit(made["url"]).query == ""
            await eve.call(client, "POST", "/v1/join", {"link": urlsplit(seat).fragment})
            for path in (*STUDIES, "/stream?seat=9", "/record"):
                await client.get(f"{server.url}/v1/matches/{match}{path}", headers={**eve.headers, "Sandtable-Link": link})
            player, _ = await sit_by_subprotocol(server, match, eve, link)
            await player.ask("do", 1, [99])
            await player.close()
            return [link, urlsplit(seat).fragment]

    try:
        links = asyncio.run(run())
    finally:
        server.stop()
    log = server.log.read_text()
    assert len(asked) > 10 and '"route"' in log
    for link in links:
        assert link not in log and not any(link in address for address in asked)


@pytest.mark.parametrize("path", ["/play/x", "/join", "/v1/games"])
def test_no_page_tells_others_where_one_comes_from(own_server: Any, path: str) -> None:
    assert httpx.get(own_server.url + path, timeout=PATIENCE).headers["referrer-policy"] == "same-origin"
