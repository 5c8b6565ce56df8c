"""The whole program: sockets that end with their log-in, floods of log-ins, logs, a graceful stop, PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from tests.server.accounts.conftest import PASSWORD, Browser, House, free_port, running
from tests.server.accounts.test_admin import command, open_match, play, url
from tests.server.accounts.test_sessions import log_in
from typer.testing import CliRunner

import sandtable
from sandtable.cli.app import app


def cookie(browser: Browser) -> dict[str, str]:
    return {"Cookie": f"sandtable={browser.cookies['sandtable']}"}


async def watch_until_closed(house: House, match: str, headers: dict[str, str], seconds: float = 8.0) -> float:
    """Sit at a socket; returns after how many seconds it was closed."""
    address = f"ws://127.0.0.1:{house.settings.port}/v1/matches/{match}/socket?seat=0"
    origin = {"Origin": house.settings.url} if "Cookie" in headers else {}
    async with websockets.connect(address, additional_headers=headers | origin) as socket:
        await socket.recv()
        started = time.monotonic()
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await socket.recv()
        except websockets.ConnectionClosed:
            return time.monotonic() - started
        except TimeoutError:
            return -1.0


def closes(house: House, match: str, headers: dict[str, str], act: Any, seconds: float = 8.0) -> float:
    found: list[float] = []
    thread = threading.Thread(target=lambda: found.append(asyncio.run(watch_until_closed(house, match, headers, seconds))))
    thread.start()
    time.sleep(0.7)
    act()
    thread.join()
    return found[0]


def test_sockets_close_soon_after_their_log_in_ends(house: House, tmp_path: Path) -> None:
    browser = house.register("socket@example.org", "Socket")
    match = open_match(browser)
    other = house.browser()
    log_in(other, "socket@example.org")
    session = next(entry["id"] for entry in browser.get("/v1/sessions").json() if not entry["current"])
    assert 0 < closes(house, match, cookie(other), lambda: browser.delete(f"/v1/sessions/{session}")) < 2
    assert closes(house, match, cookie(browser), lambda: None, 4.5) == -1.0, "the other one stays"
    token = house.token(browser, "watch", "play")
    listed = browser.get("/v1/tokens").json()[0]["id"]
    headers = {"Authorization": f"Bearer {token}"}
    assert closes(house, match, headers, lambda: None, 4.5) == -1.0, "the guard lets tokens live"
    assert 0 < closes(house, match, headers, lambda: browser.delete(f"/v1/tokens/{listed}")) < 2
    database = url(Path(str(house.settings.sqlite_file)))
    assert 0 < closes(house, match, cookie(browser), lambda: command("users", "disable", "socket@example.org", database)) < 6


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
    """Two dozen people try passwords at once, again and again; decisions are still acknowledged quickly."""
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
    time.sleep(0.3)
    waits = []
    try:
        for seed in range(20):
            started = time.perf_counter()
            play(browser, match, 1, seed)
            waits.append(time.perf_counter() - started)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert set(answers) <= {401, 503} and len(answers) > 20
    assert sorted(waits)[len(waits) // 2] < 2.0, waits  # two or three requests each, on a machine that hashes on all cores


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
    end = time.monotonic() + 40
    while time.monotonic() < end:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/ready", timeout=2).status_code == 200:
                return process
        except httpx.TransportError:
            assert process.poll() is None, process.communicate()[1]
            time.sleep(0.1)
    raise AssertionError("not ready")


def test_logs_of_a_real_process_are_json_without_secrets_and_it_stops_gracefully(tmp_path: Path) -> None:
    port = free_port()
    process = start(tmp_path, port, SANDTABLE_LOG_LEVEL="debug")
    try:
        base = f"http://127.0.0.1:{port}"
        secrets = [PASSWORD, "not the password at all"]
        with httpx.Client(base_url=base, headers={"Origin": base}, timeout=30) as browser:
            form = {"email": "canary@example.org", "password": PASSWORD, "name": "Canary"}
            assert browser.post("/v1/account", json=form).status_code == 202
            secrets.append(browser.cookies["sandtable"])
            for _ in range(100):
                mails = list((tmp_path / "outbox").glob("*.eml"))
                if mails:
                    break
                time.sleep(0.05)
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
        started = time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=20)
    assert time.monotonic() - started < 6 and process.returncode in (0, -signal.SIGTERM)
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
        assert 0 < closes(second, match, cookie(elsewhere), lambda: browser.delete("/v1/sessions")) < 6, "ended at another worker"
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
