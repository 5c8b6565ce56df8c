"""Programs in another language take seats: the examples of docs/protocol.md, run by Node as they stand there."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tables import PATIENCE, enter, eventually, http, open_match, sit

from sandtable import games

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node") or shutil.which("node", path=str(ROOT / ".venv" / "bin"))
    if found is None:
        if os.environ.get("SANDTABLE_TEST_ALL"):
            pytest.fail("Node is missing: make test installs it")
        pytest.skip("Node is not installed")
    return found


def example(name: str, folder: Path) -> Path:
    """A program of the page, in a file."""
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    found = re.search(rf"```js {re.escape(name)}\n(.*?)```", text, re.DOTALL)
    assert found is not None, name
    file = folder / name
    file.write_text(found.group(1))
    return file


def test_a_program_plays_a_whole_match_over_http(own_server: Any, node: str, tmp_path: Path) -> None:
    """Against a second one, in a private match, and the record verifies."""
    program = example("player.mjs", tmp_path)

    async def run() -> None:
        async with http() as client:
            ann = await enter(client, own_server, "Ann")
            wish = {"game": "picket", "public": False, "places": [{"kind": "open"}, {"kind": "open"}], "options": {"turns": 3}}
            made = await ann.call(client, "POST", "/v1/matches", wish)
            command = [node, str(program), own_server.url, made["id"], made["link"]]
            processes = [
                await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
                for _ in range(2)
            ]
            ends = await asyncio.wait_for(asyncio.gather(*(process.communicate() for process in processes)), PATIENCE)
            told = [json.loads(out) for out, err in ends if not err]
            assert len(told) == 2, ends
            assert told[0]["result"] == told[1]["result"] and all(each["decisions"] >= 5 for each in told)
            info = await ann.call(client, "GET", f"/v1/matches/{made['id']}")
            assert info["state"] == "over" and [seat["name"] for seat in info["seats"]] == ["Node", "Node (2)"]

    asyncio.run(run())


def test_a_bot_over_lines_plays_whole_matches_and_every_game(serve: Callable[..., Any], node: str, tmp_path: Path) -> None:
    """Two seats of Picket to the end; some decisions of each game; none was played in its place."""
    server = serve(bot_commands={"node": [node, str(example("bot.mjs", tmp_path))]}, bot_grid=0.0, bot_seconds=PATIENCE)

    async def run() -> None:
        async with http() as client:
            ann = await enter(client, server, "Ann")
            match = await open_match(client, [ann], options={"turns": 3}, places=[{"kind": "bot", "bot": "node"}] * 2)
            onlooker = await sit(server, match, None)
            await onlooker.until(lambda p: p.over)
            await onlooker.close()
            for name in games.names():
                assert "node" in (await ann.call(client, "GET", f"/v1/games/{name}"))["bots"]
                seats = games.card(name).seats[0]
                match = await open_match(client, [ann], name, seats=seats, places=[{"kind": "bot", "bot": "node"}] * seats)
                onlooker = await sit(server, match, None)
                room = server.house.rooms[match]
                await eventually(lambda room=room: len(room.match.inputs) >= 12 or room.over)  # also in secret, of which nobody hears
                await onlooker.close()
            assert server.house.bots.failures == 0

    asyncio.run(run())


@pytest.mark.parametrize(
    "misbehaviour",
    [
        "process.exit(1)",
        "console.log('no json')",
        "console.log(JSON.stringify({id: 1e9, action: [0]}))",
        "console.log(JSON.stringify({id: r.id, action: [99, 99]}))",
    ],
)
def test_a_bot_that_fails_stops_no_match(serve: Callable[..., Any], node: str, tmp_path: Path, misbehaviour: str) -> None:
    file = tmp_path / "bad.mjs"
    file.write_text(
        'import { createInterface } from "node:readline";\n'
        f"for await (const line of createInterface({{ input: process.stdin }})) {{ const r = JSON.parse(line); {misbehaviour}; }}\n"
    )
    server = serve(bot_commands={"bad": [node, str(file)]}, bot_grid=0.0, bot_seconds=0.1)

    async def run() -> None:
        async with http() as client:
            ann = await enter(client, server, "Ann")
            match = await open_match(client, [ann], places=[{"kind": "bot", "bot": "bad"}, {"kind": "me"}])
            player = await sit(server, match, ann)
            await player.until(lambda p: p.view["table"]["pending"] == [1])  # the bot's two dummies are hidden all the same
            assert server.house.bots.failures >= 2
            await player.close()

    asyncio.run(run())
