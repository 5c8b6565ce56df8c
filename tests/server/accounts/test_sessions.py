"""Log in, log out, everywhere; guesses; sessions that end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.accounts.conftest import PASSWORD, Browser, House, running

from sandtable.server.accounts import tokens
from sandtable.store import accounts


def log_in(browser: Browser | httpx.Client, email: str, password: str = PASSWORD, **more: Any) -> httpx.Response:
    return browser.post("/v1/session", json={"email": email, "password": password, **more})


def test_log_in_and_out(house: House) -> None:
    house.register("lia@example.org", "Lia")
    browser = house.browser()
    answer = log_in(browser, " LIA@example.org ")
    assert answer.status_code == 200 and answer.json()["name"] == "Lia"
    old = browser.cookies["sandtable"]
    assert browser.get("/v1/account").status_code == 200
    answer = browser.delete("/v1/session")
    assert answer.status_code == 204 and answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert browser.get("/v1/account").status_code == 401
    browser.cookies.set("sandtable", old)
    assert browser.get("/v1/account").status_code == 401, "the session is gone, not only its cookie"
    assert browser.delete("/v1/session").status_code == 204


def test_every_log_in_makes_a_new_secret_and_only_its_hash_is_kept(house: House, tmp_path: Path) -> None:
    house.register("ned@example.org", "Ned")
    browser = house.browser()
    browser.cookies.set("sandtable", tokens.make())  # a secret planted by somebody else
    planted = browser.cookies["sandtable"]
    log_in(browser, "ned@example.org")
    mine = browser.cookies.jar
    values = {cookie.value for cookie in mine}
    assert len(values - {planted}) >= 2
    stored = house.settings.sqlite_file.read_bytes() if house.settings.sqlite_file else b""
    wal = Path(f"{house.settings.sqlite_file}-wal")
    stored += wal.read_bytes() if wal.exists() else b""
    assert stored and all(value.encode() not in stored for value in values if value) and PASSWORD.encode() not in stored


def test_list_and_end_sessions(house: House) -> None:
    first = house.register("mia@example.org", "Mia")
    second, third = house.browser(), house.browser()
    log_in(second, "mia@example.org")
    log_in(third, "mia@example.org")
    listed = first.get("/v1/sessions").json()
    assert len(listed) == 3 and sum(entry["current"] for entry in listed) == 1 and listed[0]["agent"] == "Firefox"
    told: list[str] = []

    async def listen(ended: Any) -> None:
        told.extend(ended)

    house.app.state.desk.on_ended.append(listen)
    mine = next(entry["id"] for entry in second.get("/v1/sessions").json() if entry["current"])
    assert first.delete(f"/v1/sessions/{mine}").status_code == 204
    assert told == [mine] and second.get("/v1/account").status_code == 401 and third.get("/v1/account").status_code == 200
    assert first.delete(f"/v1/sessions/{mine}").status_code == 404
    assert first.delete("/v1/sessions").status_code == 204
    assert first.get("/v1/account").status_code == third.get("/v1/account").status_code == 401
    house.app.state.desk.on_ended.remove(listen)

    async def ended() -> set[str]:
        async with house.app.state.database.read() as connection:
            return await accounts.ended(connection, [mine], house.app.state.desk.now())

    assert house.do(ended()) == {mine}


def test_sessions_run_out(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        house.register("zoe@example.org", "Zoe")
        short, long = house.browser(), house.browser()
        assert "Max-Age" not in str(log_in(short, "zoe@example.org", stay=False).headers.get_list("set-cookie")[0])
        log_in(long, "zoe@example.org", stay=True)
        house.later(13 * 3600)
        assert short.get("/v1/account").status_code == 401 and long.get("/v1/account").status_code == 200
        for _ in range(6):
            house.later(29 * 86400)
            alive = long.get("/v1/account").status_code
        assert alive == 200
        house.later(29 * 86400)
        assert long.get("/v1/account").status_code == 401, "used or not, it ends after 180 days"
        house.do(_sweep(house))
        log_in(long, "zoe@example.org")
        house.later(31 * 86400)
        assert long.get("/v1/account").status_code == 401


async def _sweep(house: House) -> None:
    async with house.app.state.database.write() as connection:
        assert await accounts.sweep(connection, house.app.state.desk.now()) >= 3


def test_an_account_has_at_most_fifty_log_ins(house: House) -> None:
    browser = house.register("many@example.org", "Many")
    user = browser.get("/v1/account").json()["user"]

    async def open_many() -> None:
        async with house.app.state.database.write() as connection:
            for n in range(60):
                row = {"id": f"s{n}", "hash": f"h{n}", "account": user, "expires_at": 1 << 40, "idle_seconds": 3600}
                seen = house.app.state.desk.now() - 1000 + n
                await accounts.add(connection, accounts.session, **row, created_at=seen, seen_at=seen, agent="", address="")

    house.do(open_many())
    log_in(house.browser(), "many@example.org")
    listed = browser.get("/v1/sessions").json()
    assert len(listed) == 50 and "s59" in {entry["id"] for entry in listed} and "s0" not in {entry["id"] for entry in listed}


def test_disabled_account_is_out_at_once(house: House) -> None:
    browser = house.register("bad@example.org", "Bad")
    token = house.token(browser, "watch")
    user = browser.get("/v1/account").json()["user"]

    async def disable() -> None:
        async with house.app.state.database.write() as connection:
            await accounts.change(connection, user, disabled_at=1)

    house.do(disable())
    assert browser.get("/v1/account").status_code == house.program(token).get("/v1/account").status_code == 401
    assert log_in(house.browser(), "bad@example.org").json()["key"] == "disabled"
    assert log_in(house.browser(), "bad@example.org", "not the password").json()["key"] == "wrong-log-in"
    assert house.browser().get(f"/v1/players/{user}").status_code == 404


def test_old_hash_is_renewed(house: House) -> None:
    browser = house.register("old@example.org", "Old")
    user = browser.get("/v1/account").json()["user"]
    from argon2 import PasswordHasher

    weak = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(PASSWORD)

    async def swap(value: str | None) -> str:
        async with house.app.state.database.write() as connection:
            if value:
                await accounts.change(connection, user, password=value)
            found = await accounts.find(connection, id=user)
            assert found is not None
            return str(found.password)

    house.do(swap(weak))
    assert log_in(house.browser(), "old@example.org").status_code == 200
    assert house.do(swap(None)).startswith("$argon2id$v=19$m=19456")


def test_guesses_from_many_addresses_are_few_and_the_owner_gets_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """1,000 guesses at one account from 50 addresses: at most 20 are tried, and the owner's device is not shut out."""
    with running(tmp_path, limits=True) as house:
        owner = house.register("target@example.org", "Target")
        owner.delete("/v1/session")
        hashing = house.app.state.desk.hashing
        checked: list[str] = []
        real = hashing.check

        async def count(password: str, kept: str | None) -> bool:
            checked.append(password)
            return bool(await real(password, kept))

        monkeypatch.setattr(hashing, "check", count)
        monkeypatch.setattr("sandtable.server.accounts.sessions.address_of", lambda request: request.headers["x-test-address"])
        monkeypatch.setattr(house.app.state.limits, "_share", _share(house.app.state.limits))
        house.app.state.limits._buckets.clear()
        attacker = house.browser()
        answers = [
            attacker.post(
                "/v1/session",
                json={"email": "target@example.org", "password": f"guess number {n}"},
                headers={"x-test-address": f"198.51.100.{n % 50}"},
            )
            for n in range(1000)
        ]
        assert len(checked) <= 20 and {answer.status_code for answer in answers} == {401, 429}
        refused = answers[-1]
        assert refused.json()["key"] == "too-many-requests" and int(refused.headers["retry-after"]) >= 1
        answer = owner.post(
            "/v1/session", json={"email": "target@example.org", "password": PASSWORD}, headers={"x-test-address": "203.0.113.1"}
        )
        assert answer.status_code == 200


def _share(limits: Any) -> Any:
    real = limits._share

    def share(kind: str) -> tuple[float, float]:
        return (1e6, 1e6) if kind == "request" else real(kind)

    return share


def test_log_in_keeps_what_the_guest_played(house: House) -> None:
    house.register("kept@example.org", "Kept")
    adopted: list[tuple[str, str]] = []

    class Notes:
        async def adopt(self, connection: Any, guest: str, user: str) -> None:
            adopted.append((guest, user))

    house.app.state.desk.holdings.append(Notes())
    try:
        browser = house.browser()
        guest = browser.post("/v1/guests", json={}).json()["user"]
        user = log_in(browser, "kept@example.org").json()["user"]
        other = house.browser()
        other.post("/v1/guests", json={})
        log_in(other, "kept@example.org", keep_guest=False)
    finally:
        house.app.state.desk.holdings.pop()
    assert adopted == [(guest, user)]
