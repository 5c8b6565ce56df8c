"""sandtable admin, on a server at work: people, matches, backup, restore, verify-all."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.server.accounts.conftest import PASSWORD, Browser, running
from tests.server.accounts.test_sessions import log_in
from typer.testing import CliRunner

from sandtable.cli.app import app


def command(*words: str, code: int = 0) -> str:
    found = CliRunner().invoke(app, ["admin", *words], catch_exceptions=False, env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert found.exit_code == code, found.output
    return found.output if code else found.stdout  # a server in this process may tell of its mails beside it


def url(file: Path) -> str:
    return f"--database=sqlite:///{file}"


def open_match(browser: Browser, **more: Any) -> str:
    form = {"game": "picket", "places": [{"kind": "me"}, {"kind": "me"}], "public": False, "options": {"turns": 2}, **more}
    answer = browser.post("/v1/matches", json=form)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def play(browser: Browser, match: str, decisions: int, seed: int = 1) -> int:
    """Decide for both seats at random; returns how many decisions were taken."""
    draw, done = random.Random(seed), 0
    while done < decisions:
        before = done
        for seat in (0, 1):
            view = browser.get(f"/v1/matches/{match}/view", params={"seat": seat}).json()[2]
            if "offer" in view and done < decisions:
                body = {"id": f"{seed}-{done}", "ask": view["ask"], "action": draw.choice(view["offer"]), "seat": seat}
                answer = browser.post(f"/v1/matches/{match}/decisions", json=body)
                assert answer.status_code == 200, answer.text
                done += 1
        if done == before:
            break
    return done


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A database with a finished match, one under way and two people; its server has stopped."""
    folder = tmp_path_factory.mktemp("played")
    with running(folder) as house:
        browser = house.register("ann@example.org", "Ann")
        house.register("bob@example.org", "Bob")
        over, under_way = open_match(browser, options={"turns": 10}), open_match(browser)
        play(browser, over, 10_000)
        play(browser, under_way, 7)
        assert browser.get(f"/v1/matches/{over}").json()["state"] == "over"
        assert browser.get(f"/v1/matches/{under_way}").json()["state"] == "running"
    return folder / "sandtable.db", over, under_way


def test_verify_all_is_content_and_finds_every_change(played: tuple[Path, str, str], tmp_path: Path) -> None:
    file, over, under_way = played
    assert "2 matches" in command("verify-all", url(file)) and ", 0 bad" in command("verify-all", url(file))
    for number, (change, words) in enumerate(
        (
            (f"UPDATE inputs SET action = '[99, 0]' WHERE match = '{over}' AND n = 1", "may not play"),
            (f"DELETE FROM inputs WHERE match = '{over}' AND n = 2", "missing or doubled"),
            (f"UPDATE matches SET result = '[7, -7]' WHERE id = '{over}'", "result"),
            (f"UPDATE matches SET dice_key = randomblob(32) WHERE id = '{under_way}'", "published"),
            (f"UPDATE inputs SET extra = replace(extra, '\"q\":[', '\"q\":[9') WHERE match = '{under_way}' AND n = 3", "were told"),
            (f"DELETE FROM inputs WHERE match = '{over}' AND n = (SELECT max(n) FROM inputs WHERE match = '{over}')", ""),
            (f"UPDATE matches SET version = 99 WHERE id = '{over}'", "version"),
        )
    ):
        copy = tmp_path / f"copy{number}.db"
        shutil.copy(file, copy)
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute(change).rowcount == 1, change
            connection.commit()
        told = command("verify-all", url(copy), code=1)
        assert "1 bad" in told and words in told, (change, told)


def test_verify_all_finds_a_loaded_die(played: tuple[Path, str, str], tmp_path: Path) -> None:
    """A die that the rules allow but the key does not give."""
    file, over, _ = played
    copy = tmp_path / "copy.db"
    shutil.copy(file, copy)
    with closing(sqlite3.connect(copy)) as connection:
        dice = connection.execute(f"SELECT n, action FROM inputs WHERE match = '{over}' AND seat = -1 ORDER BY n").fetchall()
        assert dice, "the match had dice"
        n, action = dice[-1]
        other = json.dumps([(value + 1) % 2 if value < 2 else value - 1 for value in json.loads(action)])
        connection.execute(f"UPDATE inputs SET action = ? WHERE match = '{over}' AND n = ?", (other, n))
        connection.commit()
    assert "1 bad" in command("verify-all", url(copy), "--match", over, code=1)


def test_users(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        database = url(tmp_path / "sandtable.db")
        browser = house.register("ann@example.org", "Ann")
        assert "ann@example.org" in command("users", "list", database) and "Ann" in command("users", "list", database, "--search", "AN")
        assert json.loads(command("users", "list", database, "--search", "zz", "--json")) == []
        shown = json.loads(command("users", "show", "ann@example.org", database))
        assert shown["name"] == "Ann" and len(shown["sessions"]) == 1 and "argon2" not in json.dumps(shown)
        command("users", "disable", "ann@example.org", database)
        assert browser.get("/v1/account").status_code == 401
        command("users", "enable", shown["id"], database)
        assert log_in(browser, "ann@example.org").status_code == 200
        assert "1 log-ins ended" in command("users", "log-out", "ann@example.org", database)
        assert browser.get("/v1/account").status_code == 401
        log_in(browser, "ann@example.org")
        assert "log-ins ended" in command("users", "log-out", "everybody", database)
        assert browser.get("/v1/account").status_code == 401
        link = command("users", "reset-link", "ann@example.org", database).strip()
        answer = browser.post("/v1/password", json={"token": link.partition("#")[2], "password": "four large red ships"})
        assert answer.status_code == 204
        link = command("users", "add", "new@example.org", "New", database).strip()
        assert browser.post("/v1/password", json={"token": link.partition("#")[2], "password": PASSWORD}).status_code == 204
        assert log_in(house.browser(), "new@example.org").status_code == 200
        assert "belongs to somebody" in command("users", "add", "x@example.org", "N E W", database, code=1)
        assert "no mail address" in command("users", "add", "x", "X", database, code=2)
        command("users", "delete", "new@example.org", "--yes", database)
        assert "no account" in command("users", "show", "new@example.org", database, code=1)


def test_matches(played: tuple[Path, str, str]) -> None:
    file, over, under_way = played
    listed = json.loads(command("matches", "list", url(file), "--json"))
    assert {row["id"]: row["state"] for row in listed} == {over: "over", under_way: "running"}
    assert over in command("matches", "list", url(file), "--state", "over")
    shown = command("matches", "show", under_way, url(file))
    assert '"inputs": ' in shown and "dice_key" not in shown and "action" not in shown and "link" not in shown
    assert "no match" in command("matches", "show", "nothing", url(file), code=1)


def test_backup_under_load_restores_whole(tmp_path: Path) -> None:
    """People play while it is written; all that was acknowledged before is in it, and every match in it verifies."""
    with running(tmp_path) as house:
        database = url(tmp_path / "sandtable.db")
        browser = house.register("ann@example.org", "Ann")
        match = open_match(browser, options={"turns": 10})
        stop, played = threading.Event(), [0]

        def keep_playing() -> None:
            seed = 0
            while not stop.is_set():
                seed += 1
                played[0] += play(browser, match, 5, seed)

        thread = threading.Thread(target=keep_playing)
        thread.start()
        try:
            backups = []
            for number in range(3):
                before = played[0]
                file = tmp_path / f"{number}.backup"
                command("backup", str(file), database)
                backups.append((file, before))
        finally:
            stop.set()
            thread.join()
        assert "exists already" in command("backup", str(backups[0][0]), database, code=1)
        assert "running" in command("restore", str(backups[0][0]), "--replace", database, code=1)
    for file, before in backups:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        elsewhere = tmp_path / f"elsewhere-{file.name}" / "sandtable.db"
        command("restore", str(file), url(elsewhere))
        with closing(sqlite3.connect(elsewhere)) as connection:
            assert connection.execute("SELECT count(*) FROM inputs WHERE seat >= 0").fetchone()[0] >= before
        assert ", 0 bad" in command("verify-all", url(elsewhere))
    assert "exists already" in command("restore", str(backups[0][0]), database, code=1)
    told = command("restore", str(backups[0][0]), "--replace", database)
    assert "the old database is" in told and len(list(tmp_path.glob("sandtable.db.before-restore-*"))) == 1
    with running(tmp_path) as house:
        browser = house.browser()
        assert log_in(browser, "ann@example.org").status_code == 200, "the restored server serves"
        assert play(browser, match, 3, 99) == 3


def test_broken_backups_are_refused(tmp_path: Path, played: tuple[Path, str, str]) -> None:
    target = url(tmp_path / "target" / "sandtable.db")
    (tmp_path / "junk").write_bytes(b"no database")
    assert "no backup" in command("restore", str(tmp_path / "junk"), target, code=1)
    assert "no file" in command("restore", str(tmp_path / "none"), target, code=1)
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE x (y)")
    assert "no backup" in command("restore", str(tmp_path / "other.db"), target, code=1)
    half = tmp_path / "half"
    half.write_bytes(played[0].read_bytes()[: played[0].stat().st_size // 2 // 4096 * 4096])
    told = command("restore", str(half), target, code=1)
    assert "damaged" in told or "no backup" in told
    assert not (tmp_path / "target").exists()
    assert "no database" in command("verify-all", url(tmp_path / "none.db"), code=1)


def test_graceful_stop_harms_no_match(tmp_path: Path) -> None:
    """Stopped in the middle of play: what was acknowledged is there, and play goes on after the start."""
    total = 0
    for start in range(3):
        with running(tmp_path) as house:
            browser = house.browser()
            if start == 0:
                browser = house.register("ann@example.org", "Ann")
                match = open_match(browser, options={"turns": 10})
            else:
                log_in(browser, "ann@example.org")
            total += play(browser, match, 6, start)
    with closing(sqlite3.connect(tmp_path / "sandtable.db")) as connection:
        assert connection.execute("SELECT count(*) FROM inputs WHERE seat >= 0").fetchone()[0] == total
    assert ", 0 bad" in command("verify-all", url(tmp_path / "sandtable.db"))
