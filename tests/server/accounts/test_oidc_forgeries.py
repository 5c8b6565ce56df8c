"""A provider of our own that insists on PKCE and tells every kind of lie."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey
from tests.server.accounts.conftest import Browser, House, running
from tests.server.accounts.test_oidc import begin, come_back

SECRET = "a secret shared with the provider, long enough for a key"


class Liar:
    """Discovery, keys and tokens; ``lie`` changes what the next ID token says."""

    def __init__(self) -> None:
        self.key = RSAKey.generate_key(2048, parameters={"kid": "one"})
        self.codes: dict[str, tuple[str, str]] = {}  # code -> challenge, nonce
        self.lie: dict[str, Any] = {}
        self.refused_verifiers = 0
        liar = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.tell(200, liar.keys() if self.path == "/keys" else liar.document())

            def do_POST(self) -> None:
                form = parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
                self.tell(*liar.exchange(form, self.headers.get("authorization", "")))

            def tell(self, status: int, body: Any) -> None:
                text = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def document(self) -> dict[str, str]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
        }

    def keys(self) -> dict[str, Any]:
        return {"keys": [self.key.as_dict(private=False)]}

    def allow(self, url: str) -> str:
        """The person agrees; returns where the provider sends them."""
        asked = parse_qs(urlsplit(url).query)
        code = f"code{len(self.codes)}"
        self.codes[code] = (asked["code_challenge"][0], asked["nonce"][0])
        return f"/v1/oidc/callback?code={code}&state={asked['state'][0]}"

    def exchange(self, form: dict[str, list[str]], authorization: str) -> tuple[int, Any]:
        challenge, nonce = self.codes.pop(form["code"][0], ("", ""))
        proof = hashlib.sha256(form["code_verifier"][0].encode()).digest()
        if base64.urlsafe_b64encode(proof).rstrip(b"=").decode() != challenge:
            self.refused_verifiers += 1
            return 400, {"error": "invalid_grant"}
        assert authorization == "Basic " + base64.b64encode(f"sandtable:{SECRET}".encode()).decode()
        now = int(time.time())
        claims: dict[str, Any] = {
            "iss": self.url,
            "aud": "sandtable",
            "sub": "liar",
            "nonce": nonce,
            "iat": now,
            "exp": now + 60,
            "name": "L",
        }
        header, key = {"alg": "RS256", "kid": "one"}, self.lie.get("key", self.key)
        header |= self.lie.get("header", {})
        claims |= self.lie.get("claims", {})
        if header["alg"] == "none":
            parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in (header, claims)]
            token = ".".join([*parts, ""])
        else:
            token = jwt.encode(
                header, {name: value for name, value in claims.items() if value is not None}, key, algorithms=["RS256", "HS256"]
            )
        return 200, {"access_token": "x", "token_type": "Bearer", "id_token": token}


@pytest.fixture(scope="module")
def liar() -> Iterator[Liar]:
    found = Liar()
    yield found
    found.server.shutdown()
    found.server.server_close()
    found.thread.join(5)


@pytest.fixture(scope="module")
def house(liar: Liar, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("liar"), oidc_issuer=liar.url, oidc_client_id="sandtable", oidc_client_secret=SECRET) as found:
        yield found


def attempt(house: House, liar: Liar, **lie: Any) -> Browser:
    liar.lie = lie
    browser = house.browser()
    answer = come_back(browser, liar.allow(begin(browser)))
    assert answer.status_code == 303, answer.text
    return browser


def test_truth_is_believed(house: House, liar: Liar) -> None:
    assert attempt(house, liar).get("/v1/account").json()["name"] == "L"
    several = {"aud": ["sandtable", "another"], "azp": "sandtable"}
    assert attempt(house, liar, claims=several).get("/v1/account").status_code == 200


def test_lies_are_not(house: House, liar: Liar) -> None:
    now = int(time.time())
    lies: list[dict[str, Any]] = [
        {"claims": {"iss": "http://127.0.0.1:1"}},
        {"claims": {"iss": None}},
        {"claims": {"aud": "another"}},
        {"claims": {"aud": None}},
        {"claims": {"aud": ["sandtable", "another"]}},
        {"claims": {"exp": now - 3600}},
        {"claims": {"exp": None}},
        {"claims": {"nbf": now + 3600}},
        {"claims": {"nonce": "of another log-in"}},
        {"claims": {"nonce": None}},
        {"claims": {"sub": None}},
        {"header": {"alg": "none"}},
        {"header": {"alg": "HS256"}, "key": OctKey.import_key(SECRET)},
        {"key": RSAKey.generate_key(2048)},
    ]
    for lie in lies:
        assert attempt(house, liar, **lie).get("/v1/account").status_code == 401, lie


def test_stolen_code_is_worth_nothing_without_the_verifier(house: House, liar: Liar) -> None:
    liar.lie = {}
    victim, thief = house.browser(), house.browser()
    code = parse_qs(urlsplit(liar.allow(begin(victim))).query)["code"][0]
    state = parse_qs(urlsplit(begin(thief)).query)["state"][0]
    before = liar.refused_verifiers
    assert come_back(thief, f"/v1/oidc/callback?code={code}&state={state}").headers["location"].endswith("openid=failed")
    assert liar.refused_verifiers == before + 1 and thief.get("/v1/account").status_code == 401


def test_provider_may_change_its_keys(house: House, liar: Liar) -> None:
    liar.key = RSAKey.generate_key(2048, parameters={"kid": "two"})
    assert attempt(house, liar, header={"kid": "two"}).get("/v1/account").status_code == 200


def test_provider_must_name_itself_exactly(liar: Liar, tmp_path: Path) -> None:
    with running(tmp_path, oidc_issuer=liar.url + "/", oidc_client_id="sandtable", oidc_client_secret=SECRET) as house:
        assert house.browser().post("/v1/oidc", json={}).json()["key"] == "try-again"
