"""Headers everywhere, foreign pages nowhere, bodies in bounds."""

from __future__ import annotations

import asyncio
import http.client
import socket
from pathlib import Path
from typing import Any

import pytest
import websockets
from tables import PATIENCE
from tests.server.accounts.conftest import House, running

from sandtable.server import security_headers
from sandtable.server.settings import Settings

NEEDED = {
    "content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy", "cross-origin-opener-policy",
    "cross-origin-resource-policy", "permissions-policy", "cache-control", "x-request-id",
}  # fmt: skip


def routes(house: House) -> list[tuple[str, str]]:
    """Every method and path of the application."""
    found = []
    for route in house.app.routes:
        for method in getattr(route, "methods", ()):
            found.append((str(method), route.path_format.replace("{", "").replace("}", "")))
    return sorted(found)


def test_headers_on_every_route_and_every_error(house: House) -> None:
    program = house.program()
    asked = [
        *routes(house),
        ("GET", "/nothing/here"),
        ("POST", "/health"),
        ("GET", "/%ff"),
        ("GET", "/v1/../../etc/passwd"),
        ("TRACE", "/health"),
    ]
    assert len(asked) > 25
    assert program.request("BREW", "/health").status_code == 400, "what is no HTTP ends at uvicorn, before the wall"
    for method, path in asked:
        if path.endswith("/stream") or path == "/v1/turns":
            continue
        answer = program.request(method, path, content=b"{" if method not in ("GET", "HEAD", "OPTIONS") else None)
        assert set(answer.headers) >= NEEDED, (method, path, answer.status_code)
        assert answer.status_code < 500, (method, path, answer.text)
        assert "strict-transport-security" not in answer.headers
        if answer.status_code >= 400 and method != "HEAD" and not path.startswith("/schema"):
            assert answer.headers["content-type"] == "application/json", (method, path, answer.text)
            assert set(answer.json()) == {"key", "message", "details"}, (method, path, answer.text)


def test_policy_allows_no_inline_script() -> None:
    policy = dict(security_headers.fixed_headers(Settings()))[b"content-security-policy"].decode()
    for part in ("default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "script-src 'self';"):
        assert part in policy
    assert "unsafe" not in policy and "*" not in policy


def test_secure_server_binds_cookies_to_its_host(tmp_path: Path) -> None:
    with running(tmp_path, base_url="https://sandtable.example") as house:
        answer = house.browser().post("/v1/guests", json={})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-sandtable=") and all(part in cookie for part in ("Secure", "HttpOnly", "Path=/", "SameSite=lax"))
        assert "Domain" not in cookie
        assert answer.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
        token = cookie.partition(";")[0]
        assert house.program().get("/v1/account", headers={"Cookie": token}).status_code == 200
        assert house.program().get("/v1/account", headers={"Cookie": token.removeprefix("__Host-")}).status_code == 401


def origins(port: int) -> dict[str, bool]:
    good = f"http://127.0.0.1:{port}"
    return {
        good: True,
        "null": False,
        "": False,
        "http://evil.example": False,
        f"https://127.0.0.1:{port}": False,
        f"http://127.0.0.1:{port + 1}": False,
        "http://127.0.0.1": False,
        f"http://127.0.0.1.evil.example:{port}": False,
        f"http://sub.127.0.0.1:{port}": False,
        f"HTTP://127.0.0.1:{port}": False,
        f"{good}/": False,
        f"http://127.0.0.1.:{port}": False,
        f"{good}@evil.example": False,
        f"{good}, {good}": False,
    }


FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {},
]


def test_every_changing_route_refuses_foreign_pages(house: House) -> None:
    browser = house.register("csrf@example.org", "Csrf")
    changing = [(method, path) for method, path in routes(house) if method not in ("GET", "HEAD", "OPTIONS")]
    assert len(changing) >= 14
    for method, path in changing:
        for headers in (
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
            {},
        ):
            request = browser.build_request(method, path, json={})
            del request.headers["origin"]
            request.headers.update(headers)
            answer = browser.send(request)
            assert answer.status_code == 403 and answer.json()["key"] in ("foreign-origin", "origin-missing"), (method, path, headers)
    assert browser.get("/v1/account").status_code == 200


def test_matrix_of_origins(house: House) -> None:
    for origin, good in origins(house.settings.port).items():
        request = house.program().build_request("POST", "/v1/guests", json={}, headers={"Origin": origin})
        assert (house.program().send(request).status_code == 201) is good, origin


def test_matrix_of_origins_of_sockets(house: House) -> None:
    async def shake(origin: str | None, **headers: str) -> int:
        extra = dict(headers) | ({"Origin": origin} if origin is not None else {})
        try:
            async with websockets.connect(
                f"ws://127.0.0.1:{house.settings.port}/v1/no-such-socket", additional_headers=extra, open_timeout=PATIENCE
            ):
                return 101
        except websockets.InvalidStatus as error:
            return error.response.status_code
        except websockets.InvalidMessage:
            return 0

    reached: dict[bool, set[int]] = {True: set(), False: set()}
    for origin, good in origins(house.settings.port).items():
        reached[good].add(asyncio.run(shake(origin)))
    reached[False].add(asyncio.run(shake(None, Cookie="sandtable=x")))
    assert reached[False] == {403}, "refused at the wall"
    # Let through to the application, which has no such path: by origin, or without cookie and origin as programs come.
    assert asyncio.run(shake(None)) in reached[True]


def test_play_at_home_needs_no_public_address(tmp_path: Path) -> None:
    with running(tmp_path, base_url="") as house:
        home = {"Host": "table.local:8000", "Origin": "http://table.local:8000"}
        assert house.program().post("/v1/guests", json={}, headers=home).status_code == 201
        assert house.program().post("/v1/guests", json={}, headers=home | {"Origin": "http://evil.example"}).status_code == 403


def test_bodies_are_bounded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = house.settings.message_bytes * 4
    answer = house.program().post("/v1/guests", content=b"x" * (limit + 1))
    assert (answer.status_code, answer.json()["key"]) == (413, "too-large")

    def chunks() -> Any:
        for _ in range(limit // 1000 + 2):
            yield b"x" * 1000

    assert house.program().post("/v1/guests", content=chunks()).status_code == 413
    for body in (b"[" * 10_000, b'{"name": 1e999}', b'{"name": NaN}', b"\xff\xfe", b'{"name":"\\ud800"}', b"null", b"[]", b'"x"', b""):
        answer = house.program().post("/v1/guests", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400 and answer.json()["key"], (body[:20], answer.text)
    monkeypatch.setattr(security_headers, "BODY_SECONDS", 0.3)
    connection = socket.create_connection(("127.0.0.1", house.settings.port), PATIENCE)
    connection.sendall(b"POST /v1/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    told = connection.recv(4096)
    connection.close()
    assert b" 408 " in told


def test_forwarded_headers_are_not_believed(strict: House) -> None:
    """Whoever writes X-Forwarded-For into a direct request does not get a fresh bucket."""
    answers = [strict.program().post("/v1/guests", json={}, headers={"X-Forwarded-For": f"203.0.113.{n}"}).status_code for n in range(62)]
    assert answers == [201] * 60 + [429] * 2


def test_flood_gets_a_clear_answer(strict: House) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", strict.settings.port)
    answers = []
    for _ in range(620):
        connection.request("GET", "/v1/account")
        answer = connection.getresponse()
        answers.append((answer.status, answer.read(), answer.getheader("retry-after"), answer.getheader("content-security-policy")))
    connection.close()
    assert answers[0][0] == 401 and answers[-1][0] == 429
    assert b'"key":"too-many-requests"' in answers[-1][1] and answers[-1][2] == "1" and answers[-1][3]
    assert strict.program().get("/health").status_code == 200
