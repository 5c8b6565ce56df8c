"""Log-in by an OpenID provider: a real one, in a process of its own, on loopback."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from tables import PATIENCE, free_port, wait_until
from tests.server.accounts.conftest import Browser, House, running

from sandtable.server.accounts.oidc import local_path


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    port = free_port()
    people = [
        {"sub": "ann", "email": "ann@example.org", "email_verified": True, "name": "Ann"},
        {"sub": "ben", "email": "ben@example.org", "email_verified": True, "preferred_username": "Ben"},
        {"sub": "cat", "email": "stolen@example.org", "email_verified": True, "name": "Cat"},
        {"sub": "eve", "name": "Eve"},
        {"sub": "dot", "email": "unproved@example.org", "name": "\u202e"},
    ]
    command = [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "--port", str(port), "--require-nonce", "true"]
    for person in people:
        command += ["--user-claims", json.dumps(person)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"

    def answers() -> bool:
        assert process.poll() is None
        try:
            return httpx.get(f"{url}/.well-known/openid-configuration", timeout=PATIENCE).is_success
        except httpx.TransportError:
            return False

    wait_until(answers)
    yield url
    process.terminate()
    process.wait(PATIENCE)


@pytest.fixture(scope="module")
def house(provider: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("oidc")
    with running(folder, oidc_issuer=provider, oidc_client_id="sandtable", oidc_client_secret="between us") as found:
        yield found


def begin(browser: Browser, target: str = "/") -> str:
    answer = browser.post("/v1/oidc", json={"next": target})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["url"])


def approve(url: str, subject: str) -> str:
    """What a person does at the provider; returns the address the provider sends them back to."""
    answer = httpx.post(url, data={"sub": subject}, timeout=PATIENCE)
    assert answer.status_code in (302, 303), answer.text
    return str(answer.headers["location"])


def come_back(browser: Browser, location: str) -> httpx.Response:
    parts = urlsplit(location)
    request = browser.build_request("GET", f"{parts.path}?{parts.query}", headers={"Sec-Fetch-Site": "cross-site"})
    del request.headers["origin"]
    return browser.send(request)


def log_in(browser: Browser, subject: str, target: str = "/") -> httpx.Response:
    return come_back(browser, approve(begin(browser, target), subject))


def test_begin_asks_for_pkce_state_and_nonce(house: House) -> None:
    asked = parse_qs(urlsplit(begin(house.browser())).query)
    assert asked["code_challenge_method"] == ["S256"] and len(asked["code_challenge"][0]) == 43
    assert len(asked["state"][0]) == len(asked["nonce"][0]) == 43 and asked["scope"] == ["openid email profile"]


def test_log_in_makes_an_account_and_finds_it_again(house: House) -> None:
    browser = house.browser()
    answer = log_in(browser, "ann", "/matches")
    assert answer.status_code == 303 and answer.headers["location"] == f"{house.settings.url}/matches"
    me = browser.get("/v1/account").json()
    assert (me["kind"], me["name"], me["email"], me["has_password"]) == ("user", "Ann", "ann@example.org", False)
    other = house.browser()
    log_in(other, "ann")
    assert other.get("/v1/account").json()["user"] == me["user"]
    assert browser.post("/v1/tokens", json={"name": "x", "scopes": ["watch"]}).status_code == 201
    house.later(700)
    assert browser.post("/v1/tokens", json={"name": "x", "scopes": ["watch"]}).json()["key"] == "log-in-again"


def test_guest_becomes_the_account(house: House) -> None:
    browser = house.browser()
    guest = browser.post("/v1/guests", json={"name": "G"}).json()["user"]
    old = browser.cookies["sandtable"]
    log_in(browser, "ben")
    assert browser.get("/v1/account").json()["user"] == guest and browser.cookies["sandtable"] != old
    assert browser.get("/v1/account").json()["name"] == "Ben"


def test_provider_cannot_take_over_an_account_by_its_address(house: House) -> None:
    owner = house.register("stolen@example.org", "Stolen")
    thief = house.browser()
    assert log_in(thief, "cat").headers["location"].endswith("/log-in?openid=link-first")
    assert thief.get("/v1/account").status_code == 401
    log_in(owner, "cat")
    user = owner.get("/v1/account").json()["user"]
    again = house.browser()
    log_in(again, "cat")
    assert again.get("/v1/account").json()["user"] == user, "linked while logged in, it works"


def test_unproved_address_is_not_kept_and_strange_names_are_replaced(house: House) -> None:
    browser = house.browser()
    log_in(browser, "dot")
    me = browser.get("/v1/account").json()
    assert me["email"] is None and me["name"].startswith("Player")


def failed(answer: httpx.Response, reason: str) -> bool:
    return (
        answer.status_code == 303
        and answer.headers["location"].endswith(f"/log-in?openid={reason}")
        and "sandtable=" not in str(answer.headers)
    )


def test_answers_are_used_once_and_in_the_browser_that_asked(house: House) -> None:
    browser, other = house.browser(), house.browser()
    location = approve(begin(browser), "ann")
    begin(other)
    assert failed(come_back(other, location), "expired"), "a log-in begun by somebody else"
    assert failed(come_back(browser, location), "expired"), "used up by the attempt"
    location = approve(begin(browser), "ann")
    assert come_back(browser, location).headers["location"] == f"{house.settings.url}/"
    assert failed(come_back(browser, location), "expired")
    begin(browser)
    assert failed(come_back(browser, "/v1/oidc/callback?code=x&state=y"), "expired")
    state = parse_qs(urlsplit(begin(browser)).query)["state"][0]
    assert failed(come_back(browser, f"/v1/oidc/callback?error=access_denied&state={state}"), "refused")
    state = parse_qs(urlsplit(begin(browser)).query)["state"][0]
    assert failed(come_back(browser, f"/v1/oidc/callback?code=made-up&state={state}"), "failed")


def test_code_of_another_log_in_fails_by_its_nonce(house: House) -> None:
    """Somebody slips their own code into another's log-in."""
    thief, victim = house.browser(), house.browser()
    code = parse_qs(urlsplit(approve(begin(thief), "ann")).query)["code"][0]
    state = parse_qs(urlsplit(begin(victim)).query)["state"][0]
    assert failed(come_back(victim, f"/v1/oidc/callback?code={code}&state={state}"), "nonce")


def test_afterwards_only_to_own_pages() -> None:
    assert local_path("/matches/x?y=1#z") == "/matches/x?y=1#z"
    for bad in ("//evil.example", "https://evil.example", "/\\evil.example", "evil", "", "/x\ny", "/ä", "/x\\y"):
        assert local_path(bad) == "/"


def test_provider_that_is_gone(tmp_path: Path) -> None:
    with running(tmp_path, oidc_issuer=f"http://127.0.0.1:{free_port()}", oidc_client_id="x") as house:
        answer = house.browser().post("/v1/oidc", json={})
        assert (answer.status_code, answer.json()["key"]) == (503, "try-again") and answer.headers["retry-after"]
    with running(tmp_path) as house:
        assert house.browser().post("/v1/oidc", json={}).json()["key"] == "no-openid"


def test_a_token_ties_no_log_in_to_its_account(house: House) -> None:
    """Whoever got hold of somebody's API token must not get in as that person by a log-in of their own at the provider."""
    owner = house.register("tied@example.org", "Tied")
    browser = house.browser()
    location = approve(begin(browser), "eve")
    browser.headers["Authorization"] = f"Bearer {house.token(owner, 'watch')}"
    come_back(browser, location)
    del browser.headers["Authorization"]
    user = owner.get("/v1/account").json()["user"]
    assert browser.get("/v1/account").json()["user"] != user and owner.get("/v1/account/export").json()["openid"] == []
