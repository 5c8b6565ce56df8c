"""Strangers do not fill the log: what is refused is counted, and leaves no error and no trace."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import struct
from pathlib import Path
from typing import Any

import pytest
from tables import PATIENCE, Server, enter, eventually, open_match, sit, wait_until
from tables import http as client_of

HANDSHAKE = {
    "Host": "x",
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def knock(port: int, path: str, first: str = "GET", **headers: str) -> bytes:
    """A handshake by hand, and all that comes until the server closes."""
    given = HANDSHAKE | {name.replace("_", "-"): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in given.items() if value)
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as found:
        found.sendall(f"{first} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1"))
        told = b""
        while more := found.recv(65536):
            told += more
    return told


def test_refused_handshakes_are_answered_and_leave_no_error(tmp_path: Path) -> None:
    server = Server(tmp_path, log_level="info", limits="yes", log_format="json")
    server.start()

    async def meet() -> tuple[str, str, str]:
        async with client_of() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob", "Eve")]
            match = await open_match(client, people[:2])
            hidden = (await people[0].call(client, "POST", "/v1/matches", {"game": "picket", "public": False}))["id"]
            player = await sit(server, match, people[0])
            await player.socket.send(b"\xff\xfe", text=True)
            await player.task
            assert player.socket.close_code == 1007
        return match, hidden, people[2].headers["Authorization"]

    try:
        match, hidden, eve = asyncio.run(meet())
        path, port = f"/v1/matches/{match}/socket", server.port
        refused = [
            (403, knock(port, path, Origin="http://elsewhere.example")),
            (403, knock(port, "/" + "a" * 5000, Origin="http://elsewhere.example")),
            (403, knock(port, path, Cookie="a=b")),
            (404, knock(port, "/v1/matches/none/socket")),
            (404, knock(port, f"/v1/matches/{hidden}/socket", Authorization=eve)),
            (403, knock(port, f"{path}?seat=0", Authorization=eve)),
            (403, knock(port, f"{path}?seat=1", Authorization=eve)),
            (403, knock(port, f"{path}?seat=0")),
            (404, knock(port, "/v1/matches/%00/socket")),
            (400, knock(port, f"{path}?seat=%00")),
            (403, knock(port, "/v1/games")),
            (405, knock(port, path, "POST")),
            (426, knock(port, path, Upgrade="websocket\r\nUpgrade: websocket")),
            (400, knock(port, path, Sec_WebSocket_Version="8")),
            (400, knock(port, path, Sec_WebSocket_Key="")),
            (405, knock(port, path, Upgrade="h2c", Connection="Upgrade, close")),
            (400, knock(port, "no-address")),
            (400, knock(port, path + "\xff")),
            (431, knock(port, path, **{f"x{n}": "y" for n in range(200)})),
        ]
        seen = []
        while 429 not in seen and len(seen) < 400:
            seen.append(int(knock(port, "/v1/matches/none/socket").split()[1]))
        assert set(seen) == {404, 429}, "too many"
    finally:
        server.stop()
    assert [int(told.split()[1]) for _, told in refused] == [status for status, _ in refused]
    log = [json.loads(line) for line in server.log.read_text().splitlines() if not line.startswith("Sandtable on ")]
    assert not [line for line in log if line["level"] != "info" or "error" in line]
    assert not [line for line in log if line["logger"].startswith("uvicorn") and "HTTP" in line["message"]]
    noted = [line for line in log if line["message"] == "socket refused"]
    assert {line["reason"] for line in noted} >= {"foreign-origin", "origin-missing", "not-found", "not-text", "too-many-requests"}
    assert {line["route"] for line in noted} == {"/v1/matches/{match}/socket", "unknown"}, "what strangers write there is not kept"
    assert not any("path" in line for line in noted)
    assert len(log) < len(refused) + 50, "those that the match refuses are counted, and no more"


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("none", {"Content_Length": "5"}, 400),
        ("none", {"Content_Length": "0"}, 404),
        ("none", {"Transfer_Encoding": "chunked"}, 400),
        ("a" * 10_000, {}, 414),
        ("none", {"X": "a" * 10_000}, 431),
    ],
    ids=["body", "empty body", "chunks", "long address", "long line"],
)
def test_a_handshake_that_never_becomes_one_ends(own_server: Any, path: str, headers: dict[str, str], status: int) -> None:
    """It was no longer idle for the door and nothing waited for it: connections could be held for ever."""
    told = knock(own_server.port, f"/v1/matches/{path}/socket", **headers)
    assert told.startswith(b"HTTP/1.1 %d " % status), told[:100]
    wait_until(lambda: not own_server.app.state.door._in and not own_server.uvicorn.server_state.connections)


@pytest.mark.parametrize("there", [True, False])
def test_who_leaves_before_the_answer_leaves_no_error(own_server: Any, caplog: pytest.LogCaptureFixture, there: bool) -> None:
    house, inside = own_server.house, own_server.app.state.door

    async def run() -> None:
        async with client_of() as client:
            people = [await enter(client, own_server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
        look_up, asked, gone = house.room, [], []

        async def slowly(name: str) -> Any:
            asked.append(name)
            await eventually(lambda: gone)
            return await look_up(name)

        house.room = slowly
        with socket.create_connection(("127.0.0.1", own_server.port), PATIENCE) as found:
            lines = "".join(f"{name}: {value}\r\n" for name, value in HANDSHAKE.items())
            found.sendall(f"GET /v1/matches/{match if there else 'none'}/socket HTTP/1.1\r\n{lines}\r\n".encode())
            await eventually(lambda: asked)
            found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        gone.append(True)
        await eventually(lambda: not inside._calls and not own_server.uvicorn.server_state.tasks)

    asyncio.run(run())
    assert not [record for record in caplog.records if record.levelno > logging.INFO]
