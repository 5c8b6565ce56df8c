"""The whole program: sockets that end with their log-in, floods of log-ins, logs, a graceful stop, PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from doors import Door
from tables import PATIENCE, wait_until
from tests.server.accounts.conftest import PASSWORD, Browser, House, free_port, running
from tests.server.accounts.test_admin import command, open_match, play, url
from tests.server.accounts.test_sessions import log_in
from typer.testing import CliRunner

import sandtable
from sandtable.cli.app import app
from sandtable.server.accounts import area


def cookie(browser: Browser) -> dict[str, str]:
    return {"Cookie": f"sandtable={browser.cookies['sandtable']}"}


async def watch_until_closed(house: House, match: str, headers: dict[str, str], sits: threading.Event, seconds: float) -> bool:
    """Sit at a socket; whether it was closed within this time."""
    address = f"ws://127.0.0.1:{house.settings.port}/v1/matches/{match}/socket?seat=0"
    origin = {"Origin": house.settings.url} if "Cookie" in headers else {}
    async with websockets.connect(address, additional_headers=headers | origin, open_timeout=PATIENCE) as socket:
        await socket.recv()
        sits.set()
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await socket.recv()
        except websockets.ConnectionClosed:
            return True
        except TimeoutError:
            return False


def closes(house: House, match: str, headers: dict[str, str], act: Any = None, seconds: float = PATIENCE) -> bool:
    """Whether a socket is closed by what is done while somebody sits at it."""
    found: list[bool] = []
    sits = threading.Event()
    thread = threading.Thread(target=lambda: found.append(asyncio.run(watch_until_closed(house, match, headers, sits, seconds))))
    thread.start()
    assert sits.wait(PATIENCE)
    if act is not None:
        act()
    thread.join()
    return found[0]


def test_sockets_close_with_their_log_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, without the guard that looks every few seconds."""
    monkeypatch.setattr(area, "GUARD_SECONDS", 10 * PATIENCE)
    with running(tmp_path) as house:
        browser = house.register("socket@example.org", "Socket")
        match = open_match(browser)
        other = house.browser()
        log_in(other, "socket@example.org")
        session = next(entry["id"] for entry in browser.get("/v1/sessions").json() if not entry["current"])
        assert closes(house, match, cookie(other), lambda: browser.delete(f"/v1/sessions/{session}"))
        token = house.token(browser, "watch", "play")
        listed = browser.get("/v1/tokens").json()[0]["id"]
        assert closes(house, match, {"Authorization": f"Bearer {token}"}, lambda: browser.delete(f"/v1/tokens/{listed}"))
        assert not closes(house, match, cookie(browser), seconds=0.5), "the other one stays"


def test_sockets_and_streams_at_the_door_close_with_their_log_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though a busy room has not let them in when it ends; nothing is told or taken after that."""
    monkeypatch.setattr(area, "GUARD_SECONDS", 10 * PATIENCE)
    with running(tmp_path) as house:
        browser = house.register("door@example.org", "Door")
        match = open_match(browser)
        rooms = house.app.state.rooms
        lines: list[str] = []

        def read(token: str) -> None:
            with house.program(token).stream("GET", f"/v1/matches/{match}/stream") as stream:
                lines.extend(stream.iter_lines())

        for number in range(2):
            token = house.token(browser, "watch", "play")
            listed = browser.get("/v1/tokens").json()[0]["id"]
            reading = threading.Thread(target=read, args=(token,), daemon=True)

            def end(listed: str = listed, reading: threading.Thread = reading) -> None:
                before = len(rooms.rooms[match].queue)
                reading.start()
                wait_until(lambda: len(rooms.rooms[match].queue) > before)
                assert browser.delete(f"/v1/tokens/{listed}").status_code == 204

            door = Door(rooms, house.loop, house.settings.port, match, number)
            knocker = asyncio.run(door.end_meanwhile({"Authorization": f"Bearer {token}"}, end))
            reading.join(PATIENCE)
            assert knocker.frames == lines == [] and not reading.is_alive()
            assert knocker.socket.close_code == 1001
            assert asyncio.run(door.signs()) == set() and not rooms.rooms[match].all_lines()


def test_the_guard_closes_sockets_of_log_ins_that_ended_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the command line, say; and it lets all others be."""
    monkeypatch.setattr(area, "GUARD_SECONDS", 0.05)
    with running(tmp_path) as house:
        browser = house.register("guard@example.org", "Guard")
        match = open_match(browser)
        bearer = {"Authorization": f"Bearer {house.token(browser, 'watch', 'play')}"}
        for headers in (cookie(browser), bearer):
            assert not closes(house, match, headers, seconds=1.0)
        database = url(Path(str(house.settings.sqlite_file)))
        assert closes(house, match, cookie(browser), lambda: command("users", "disable", "guard@example.org", database))


def test_streams_end_soon_after_their_token_ends(house: House) -> None:
    """The NDJSON stream of a program, like its sockets."""
    browser = house.register("stream@example.org", "Stream")
    match = open_match(browser)
    program = house.program(house.token(browser, "watch", "play"))
    listed = browser.get("/v1/tokens").json()[0]["id"]
    lines: list[str] = []
    with program.stream("GET", f"/v1/matches/{match}/stream") as stream:
        for line in stream.iter_lines():
            lines.append(line)
            if len(lines) == 2:  # the match and the view; then nothing, until the token is gone
                browser.delete(f"/v1/tokens/{listed}")
    assert [line[:8] for line in lines] == ['["match"', '["view",']
    assert program.get(f"/v1/matches/{match}").status_code == 404


def test_flood_of_log_ins_does_not_stop_moves(house: House) -> None:
    """Two dozen people try passwords at once, again and again; a decision does not wait until they have been answered."""
    browser = house.register("mover@example.org", "Mover")
    match = open_match(browser, options={"turns": 10})
    stop = threading.Event()
    answers: list[int] = []

    def flood() -> None:
        client = house.browser()
        while not stop.is_set():
            answers.append(log_in(client, "mover@example.org", "not the password").status_code)

    threads = [threading.Thread(target=flood) for _ in range(24)]
    for thread in threads:
        thread.start()
    overtaken = []
    try:
        wait_until(lambda: answers.count(401) > len(threads))
        for seed in range(20):
            before = answers.count(401)
            play(browser, match, 1, seed)
            overtaken.append(answers.count(401) - before)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert set(answers) <= {401, 503}
    assert sorted(overtaken)[len(overtaken) // 2] < len(threads), overtaken  # all of those who came before would be more


def start(folder: Path, port: int, **environment: str) -> subprocess.Popen[str]:
    settings = {"SANDTABLE_PORT": str(port), "SANDTABLE_DATABASE": f"sqlite:///{folder / 'x.db'}", "SANDTABLE_DATA_FOLDER": str(folder)}
    process = subprocess.Popen(
        [sys.executable, "-m", "sandtable.cli", "serve"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(Path(sandtable.__file__).parents[1])} | settings | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

    def is_ready() -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{port}/ready", timeout=PATIENCE).status_code == 200
        except httpx.TransportError:
            assert process.poll() is None, process.communicate()[1]
            return False

    wait_until(is_ready)
    return process


def test_logs_of_a_real_process_are_json_without_secrets_and_it_stops_gracefully(tmp_path: Path) -> None:
    port = free_port()
    process = start(tmp_path, port, SANDTABLE_LOG_LEVEL="debug")
    try:
        base = f"http://127.0.0.1:{port}"
        secrets = [PASSWORD, "not the password at all"]
        with httpx.Client(base_url=base, headers={"Origin": base}, timeout=PATIENCE) as browser:
            form = {"email": "canary@example.org", "password": PASSWORD, "name": "Canary"}
            assert browser.post("/v1/account", json=form).status_code == 202
            secrets.append(browser.cookies["sandtable"])
            mails = wait_until(lambda: list((tmp_path / "outbox").glob("[!.]*.eml")))  # one that begins with a dot is being written
            link = re.search(r"#(\S+)", mails[0].read_text())
            assert link
            secrets.append(link.group(1))
            browser.get(f"/confirm?token={link.group(1)}")
            browser.get(f"/v1/players/{link.group(1)}")
            assert browser.post("/v1/account/confirm", json={"token": link.group(1)}).status_code == 200
            secrets += list(browser.cookies.values())
            token = browser.post("/v1/tokens", json={"name": "x", "scopes": ["play", "watch"], "password": PASSWORD}).json()["token"]
            secrets.append(token)
            browser.get("/v1/account", headers={"Authorization": f"Bearer {token}"})
            browser.post("/v1/session", json={"email": "canary@example.org", "password": "not the password at all"})
            browser.post("/v1/session", content=b'{"password": "not the password at all"')
            match = browser.post("/v1/matches", json={"game": "picket", "places": [{"kind": "me"}, {"kind": "me"}]}).json()
            secrets.append(match["link"])
            play(browser, match["id"], 4)  # type: ignore[arg-type]
            browser.get(f"/v1/matches/{match['id']}", params={"link": match["link"]})
    finally:
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode in (0, -signal.SIGTERM)
    lines = told.splitlines()
    logged = [json.loads(line) for line in lines if line.startswith("{")]
    assert sum(entry["message"] == "request" for entry in logged) >= 12
    assert all({"time", "level", "logger", "message"} <= set(entry) for entry in logged)
    events = {entry["message"]: entry for entry in logged if entry["logger"] == "sandtable.security"}
    assert {"address confirmed", "token made", "log-in refused"} <= set(events) and events["token made"]["user"] != "nobody"
    rest = [line for line in lines if not line.startswith("{")]
    assert all(line.startswith(("mail to ", "Sandtable on ")) for line in rest), rest
    written = "\n".join(line for line in lines if line.startswith("{"))
    for secret in {*secrets, "canary@example.org"} - {""}:
        assert secret not in written, secret


def test_serve_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sandtable.toml").write_text('database = "sqlite:///x.db"\nmetrics_token = "between us"\n')
    found = CliRunner().invoke(app, ["serve", "--check"])
    assert found.exit_code == 0 and "database: ready" in found.output and "between us" not in found.output and "note:" in found.output
    (tmp_path / "sandtable.toml").write_text("prot = 1\n")
    found = CliRunner().invoke(app, ["serve", "--check"])
    assert found.exit_code == 2 and "did you mean port?" in found.output
    found = CliRunner().invoke(app, ["serve", "--check", "--config", str(tmp_path / "none.toml")])
    assert found.exit_code == 2
    (tmp_path / "sandtable.toml").write_text('database = "postgresql://nobody@127.0.0.1:1/x"\n')
    assert CliRunner().invoke(app, ["serve", "--check", "--json"]).exit_code == 1


def test_serve_check_looks_at_the_data(tmp_path: Path) -> None:
    file = tmp_path / "sandtable.db"
    with running(tmp_path) as house:
        browser = house.register("check@example.org", "Check")
        match = open_match(browser)
        play(browser, match, 6)
        play(browser, open_match(browser), 6)
    checked = ["serve", "--check", "--database", f"sqlite:///{file}"]
    found = CliRunner().invoke(app, checked)
    assert found.exit_code == 0 and "all of the database read, 2 running matches replayed" in found.output, found.output
    sound = file.read_bytes()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE inputs SET action = '[1, 99, 99]' WHERE n = 4 AND match = ?", [match])
    connection.close()
    found = CliRunner().invoke(app, checked)
    assert found.exit_code == 1 and match in found.output.replace("\n", ""), "a record that is not by the rules"
    file.write_bytes(sound)
    connection = sqlite3.connect(file)
    root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'inputs'").fetchone()[0]
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    damaged = bytearray(sound)
    damaged[(root - 1) * size : root * size] = b"\xa5" * size
    file.write_bytes(damaged)
    found = CliRunner().invoke(app, checked)
    assert found.exit_code == 1 and "database: ready" not in found.output and "DatabaseError" in found.output, found.output


def test_serve_check_looks_at_the_data_on_postgresql(cluster: Any, tmp_path: Path) -> None:
    url = cluster.database("checked")
    with running(tmp_path, database=url) as house:
        browser = house.register("check@example.org", "Check")
        play(browser, open_match(browser), 6)
    found = CliRunner().invoke(app, ["serve", "--check", "--json", "--database", url])
    assert found.exit_code == 0 and "all of the database read, 1 running matches" in json.loads(found.output)["data"]


def test_accounts_and_backups_on_postgresql(cluster: Any, tmp_path: Path) -> None:
    first = cluster.database("accounts")
    with running(tmp_path, database=first) as house, running(tmp_path, database=first) as second:
        browser = house.register("pg@example.org", "Pg")
        token = house.token(browser, "watch")
        elsewhere = second.browser()
        assert log_in(elsewhere, "pg@example.org").status_code == 200, "any worker knows the account"
        assert second.program(token).get("/v1/account").status_code == 200
        match = open_match(browser)
        play(browser, match, 4)
        assert closes(second, match, cookie(elsewhere), lambda: browser.delete("/v1/sessions")), "ended at another worker"
        log_in(browser, "pg@example.org")
        command("backup", str(tmp_path / "pg.backup"), f"--database={first}")
        play(browser, match, 2, 5)
        browser.post("/v1/account/delete", json={"password": PASSWORD})
    assert ", 0 bad" in command("verify-all", f"--database={first}")
    command("restore", str(tmp_path / "pg.backup"), "--replace", f"--database={first}")
    with running(tmp_path, database=first) as house:
        browser = house.browser()
        assert log_in(browser, "pg@example.org").status_code == 200
        assert play(browser, match, 2, 6) == 2
    assert ", 0 bad" in command("verify-all", f"--database={first}")
