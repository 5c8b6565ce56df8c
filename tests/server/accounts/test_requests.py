"""Requests that try to be two things at once: smuggled, doubled, with fields nobody asked for."""

from __future__ import annotations

import socket

import pytest
from tests.server.accounts.conftest import House

from sandtable.server import security_headers
from sandtable.server.settings import Settings


def exchange(house: House, text: bytes) -> bytes:
    """All that comes back for raw bytes, until the server closes or is silent."""
    with socket.create_connection(("127.0.0.1", house.settings.port), 5) as connection:
        connection.settimeout(1.0)
        connection.sendall(text)
        told = b""
        try:
            while more := connection.recv(65536):
                told += more
        except TimeoutError:
            pass
    return told


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
        b"Content-Length: 4\r\nContent-Length: 60\r\n",
        b"Content-Length: +4\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Transfer-Encoding : chunked\r\n",
    ],
)
def test_no_request_hides_in_another(house: House, head: bytes) -> None:
    """Whatever two headers say of where a request ends, what stands in its body is never taken for a request of its own."""
    hidden = b"GET /v1/hidden-one HTTP/1.1\r\nHost: x\r\n\r\n"
    told = exchange(house, b"POST /v1/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + head + b"\r\n0\r\n\r\n" + hidden)
    assert told.count(b"HTTP/1.1 ") <= 1 or b" 400 " in told.split(b"HTTP/1.1")[1][:6], told
    assert b" 404 " not in told, "the hidden request was answered"


def test_fields_nobody_asked_for_change_nothing(house: House) -> None:
    browser = house.register("fields@example.org", "Fields")
    before = browser.get("/v1/account").json()
    sent = {"kind": "bot", "email": "other@example.org", "password": "x", "id": "x", "scopes": ["all"], "created_at": 0, "disabled_at": 1}
    browser.patch("/v1/account", json={"about": before["about"], **sent})
    assert browser.get("/v1/account").json() == before
    for path, body in (
        ("/v1/matches", {"game": "picket", "owner": "x"}),
        ("/v1/matches", {"game": "picket", "dice_key": "00"}),
        ("/v1/matches", {"game": "picket", "places": [{"kind": "open", "user": "x"}]}),
        ("/v1/matches", {"game": "picket", "terms": {"paused": 1}}),
    ):
        answer = browser.post(path, json=body)
        assert (answer.status_code, answer.json()["key"]) == (400, "invalid"), body


def test_doubled_parameters_and_keys_open_nothing(house: House) -> None:
    """A seat named twice is one of one's own or it is refused."""
    ann, bob = house.register("twice@example.org", "Twice"), house.register("second@example.org", "Second")
    match = ann.post("/v1/matches", json={"game": "picket"}).json()["id"]
    bob.post(f"/v1/matches/{match}/join", json={})
    for query in ("seat=1&seat=0", "seat=0&seat=1", "seat=1,0", "seat[]=1", "seat=%31&seat=0"):
        answer = ann.get(f"/v1/matches/{match}/view?{query}")
        assert answer.status_code in (400, 403) or answer.json()[2].get("hand", {"seat": 0})["seat"] == 0, query
    raw = b'{"id":"x","ask":1,"action":[0,0],"seat":0,"seat":1}'
    answer = ann.post(f"/v1/matches/{match}/decisions", content=raw, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 403), answer.text


def test_sockets_go_by_tls_where_pages_do() -> None:
    policy = dict(security_headers.fixed_headers(Settings(base_url="https://sandtable.example")))[b"content-security-policy"].decode()
    assert "wss://sandtable.example" in policy and " ws://" not in policy


def test_only_methods_that_are_there(house: House) -> None:
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"):
        answer = house.program().request(method, "/v1/games")
        assert (answer.status_code, answer.json()["key"]) == (405, "method-not-allowed"), method
