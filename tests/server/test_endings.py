"""Whichever way a match ends, the truth opens, and not before: dice, hands, record."""

from __future__ import annotations

import asyncio
import hashlib
import random
from pathlib import Path
from typing import Any

import pytest
from tables import Guest, Player, enter, http, play_out, sit
from typer.testing import CliRunner

from sandtable import games
from sandtable.cli.app import app as cli
from sandtable.core.match import finished

CLOCK = {"clock": {"kind": "fischer", "seconds": 3600}}
OPENED = ("record", "truth/1")


async def closed(client: Any, server: Any, match: str, people: list[Guest]) -> None:
    """Nothing is open yet, for players or onlookers."""
    for headers in (people[0].headers, {}):
        info = (await client.get(f"{server.url}/v1/matches/{match}", headers=headers)).json()
        assert info["dice_key"] is None and info["result"] is None
        for path in OPENED:
            assert (await client.get(f"{server.url}/v1/matches/{match}/{path}", headers=headers)).status_code in (403, 409), path


async def run_out(house: Any, match: str) -> None:
    """An hour later."""
    room = house.rooms[match]

    async def look() -> None:
        room.clock.left = [0 for _ in room.clock.left]
        await house.check_clock(room)

    while not finished(room.match.state):
        await room.ask(look)


async def end_it(ending: str, server: Any, match: str, players: list[Player]) -> None:
    if ending == "time-out":
        await asyncio.to_thread(server.run, run_out(server.house, match))
    elif ending == "draw":
        for player in players:
            assert (await player.ask("call", "draw"))[0] == "ok"
    elif ending == "resign":
        for player in players:
            if not players[-1].over:
                await player.ask("call", "resign")
    for player in players:
        await player.until(lambda p: p.over)


@pytest.mark.parametrize("ending", ["resign", "draw", "time-out"])
@pytest.mark.parametrize("name", games.names())
def test_the_truth_opens_at_the_end_and_not_before(name: str, ending: str, own_server: Any, tmp_path: Path) -> None:
    game = games.load(name)

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, own_server, f"P{seat}") for seat in range(game.seats)]
            wish = {"game": name, "seats": game.seats, "terms": CLOCK if ending == "time-out" else {}}
            match = (await people[0].call(client, "POST", "/v1/matches", wish))["id"]
            for person in people[1:]:
                await person.call(client, "POST", f"/v1/matches/{match}/join", {})
            players = [await sit(own_server, match, person) for person in people]
            onlooker = await sit(own_server, match, None)
            await play_out(players, random.Random(1), 4)
            await closed(client, own_server, match, people)
            await end_it(ending, own_server, match, players)
            await onlooker.until(lambda p: p.over)
            key = onlooker.about["over"]["key"]
            for headers in (people[0].headers, {}):
                info = (await client.get(f"{own_server.url}/v1/matches/{match}", headers=headers)).json()
                assert info["state"] == "over" and info["dice_key"] == key and info["result"] is not None
                assert hashlib.sha256(bytes.fromhex(key)).hexdigest() == info["dice_hash"]
                truth = (await client.get(f"{own_server.url}/v1/matches/{match}/truth/1", headers=headers)).json()
                assert [hand["seat"] for hand in truth["state"]["hands"]] == list(range(game.seats)) and "box" in truth["state"]
                text = (await client.get(f"{own_server.url}/v1/matches/{match}/record", headers=headers)).text
            file = tmp_path / "match.jsonl"
            file.write_text(text)
            done = CliRunner().invoke(cli, ["verify", str(file), "--hash", info["dice_hash"]])
            assert done.exit_code == 0, done.output
            for player in (*players, onlooker):
                await player.close()

    asyncio.run(run())
