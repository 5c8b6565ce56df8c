"""Tokens, export, deletion, profile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.server.accounts.conftest import PASSWORD, House, running
from tests.server.accounts.test_sessions import log_in


def test_tokens_have_scopes_and_never_touch_the_account(house: House) -> None:
    browser = house.register("ada@example.org", "Ada")
    token = house.token(browser, "watch")
    program = house.program(token)
    me = program.get("/v1/account").json()
    assert me["scopes"] == ["watch"] and me["email"] is None
    for method, path, body in (
        ("PATCH", "/v1/account", {"name": "Eve"}),
        ("GET", "/v1/account/export", None),
        ("POST", "/v1/account/delete", {"password": PASSWORD}),
        ("PUT", "/v1/account/password", {"password": "four large red ships", "old": PASSWORD}),
        ("PUT", "/v1/account/email", {"email": "x@example.org", "password": PASSWORD}),
        ("GET", "/v1/sessions", None),
        ("DELETE", "/v1/sessions", None),
        ("GET", "/v1/tokens", None),
        ("POST", "/v1/tokens", {"name": "x", "scopes": ["play"], "password": PASSWORD}),
        ("GET", "/v1/account/webhook-key", None),
    ):
        answer = program.request(method, path, json=body)
        assert (answer.status_code, answer.json()["key"]) == (403, "not-allowed"), path
    listed = browser.get("/v1/tokens").json()
    assert listed[0]["scopes"] == ["watch"] and listed[0]["seen_at"] and token not in json.dumps(listed)
    assert browser.delete(f"/v1/tokens/{listed[0]['id']}").status_code == 204
    assert program.get("/v1/account").status_code == 401


def test_token_forms(house: House) -> None:
    browser = house.register("bob@example.org", "Bob")
    assert browser.post("/v1/tokens", json={"name": "x", "scopes": ["account"], "password": PASSWORD}).json()["key"] == "no-such-scope"
    assert browser.post("/v1/tokens", json={"name": "x", "scopes": ["watch"]}).json()["key"] == "wrong-password"
    guest = house.browser()
    guest.post("/v1/guests", json={})
    assert guest.post("/v1/tokens", json={"name": "x", "scopes": ["watch"]}).json()["key"] == "account-needed"


def test_token_runs_out(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        browser = house.register("cid@example.org", "Cid")
        form = {"name": "x", "scopes": ["play", "watch"], "days": 1, "password": PASSWORD}
        program = house.program(browser.post("/v1/tokens", json=form).json()["token"])
        assert program.get("/v1/account").status_code == 200
        house.later(86401)
        assert program.get("/v1/account").status_code == 401


def test_session_of_an_account_is_no_bearer(house: House) -> None:
    browser = house.register("dan@example.org", "Dan")
    assert house.program(browser.cookies["sandtable"]).get("/v1/account").status_code == 401
    for junk in ("x", "sandtable_", "sandtable_" + "x" * 43, "x y", "x" * 5000, "é"):
        answer = house.program().get("/v1/account", headers={"Authorization": f"Bearer {junk}".encode()})
        assert answer.status_code in (400, 401)


def test_change_name_and_about(house: House) -> None:
    browser = house.register("eli@example.org", "Eli")
    house.register("fay@example.org", "Fay")
    answer = browser.patch("/v1/account", json={"name": "Eli the Elder", "about": "plays blue"})
    assert answer.json()["name"] == "Eli the Elder" and answer.json()["about"] == "plays blue"
    assert browser.patch("/v1/account", json={"name": "FAY"}).json()["key"] == "name-taken"
    assert browser.patch("/v1/account", json={}).json()["name"] == "Eli the Elder"
    assert browser.patch("/v1/account", json={"webhook_url": "http://127.0.0.1/x"}).json()["key"] == "bad-webhook"
    assert browser.patch("/v1/account", json={"webhook_url": "https://example.org/x"}).status_code == 200
    assert len(browser.get("/v1/account/webhook-key").json()["key"]) == 43


def test_profile_shows_what_is_public(house: House) -> None:
    browser = house.register("gus@example.org", "Gus")
    user = browser.get("/v1/account").json()["user"]
    found = house.program().get(f"/v1/players/{user}").json()
    assert set(found) == {"user", "kind", "name", "about", "since", "details"} and "example.org" not in json.dumps(found)
    assert house.program().get("/v1/players/nobody").json()["key"] == "no-such-player"


def test_export_holds_everything_but_secrets(house: House) -> None:
    browser = house.register("hal@example.org", "Hal")
    token = house.token(browser, "play")
    answer = browser.get("/v1/account/export")
    body = answer.json()
    assert "attachment" in answer.headers["content-disposition"]
    assert body["account"]["email"] == "hal@example.org" and len(body["sessions"]) == 1 and body["tokens"][0]["name"] == "program"
    for secret in (token, browser.cookies["sandtable"], "argon2", "hash"):
        assert secret not in answer.text


class Seats:
    """What a deleted person leaves to others."""

    def __init__(self) -> None:
        self.forgotten: list[str] = []

    async def forget(self, connection: Any, user: str) -> None:
        self.forgotten.append(user)


def test_delete_forgets_who_it_was(house: House) -> None:
    browser = house.register("ivy@example.org", "Ivy")
    other = house.browser()
    log_in(other, "ivy@example.org")
    token, user = house.token(browser, "watch"), browser.get("/v1/account").json()["user"]
    assert browser.post("/v1/account/delete", json={"password": "wrong"}).json()["key"] == "wrong-password"
    seats = Seats()
    house.app.state.desk.holdings.append(seats)
    try:
        assert browser.post("/v1/account/delete", json={"password": PASSWORD}).status_code == 204
    finally:
        house.app.state.desk.holdings.pop()
    assert seats.forgotten == [user]
    assert other.get("/v1/account").status_code == house.program(token).get("/v1/account").status_code == 401
    assert house.program().get(f"/v1/players/{user}").status_code == 404
    assert log_in(house.browser(), "ivy@example.org").json()["key"] == "wrong-log-in"

    async def rows() -> str:
        from sqlalchemy import text

        found = ""
        async with house.app.state.database.read() as connection:
            for table in ("account", "session", "api_token", "device"):
                found += str((await connection.execute(text(f"SELECT * FROM {table}"))).all())
            assert "deleted" in found
        return found

    assert "ivy@example.org" not in house.do(rows()) and "'Ivy'" not in house.do(rows())
    house.register("ivy@example.org", "Ivy")


def test_guest_may_delete_and_export(house: House) -> None:
    guest = house.browser()
    guest.post("/v1/guests", json={"name": "Gone"})
    assert guest.get("/v1/account/export").json()["account"]["name"] == "Gone"
    assert guest.post("/v1/account/delete", json={}).status_code == 204
    assert guest.get("/v1/account").status_code == 401
