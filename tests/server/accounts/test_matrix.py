"""Who may touch whose things: every role against every route, with ids that are not theirs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from tests.server.accounts.conftest import House, running
from tests.server.accounts.test_admin import open_match, play
from websockets.asyncio.client import connect

from sandtable.server.accounts.examples import EXAMPLES as ACCOUNT_EXAMPLES
from sandtable.server.design_examples import DESIGN_EXAMPLES
from sandtable.server.examples import EXAMPLES
from sandtable.server.openapi import Shown

CANARY = "Canaria"


class Scene:
    """A private and a public match of Ann, and everybody else around them."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.ann = house.register("ann@example.org", CANARY)
        self.bob = house.register("bob@example.org", "Bob")
        self.private = open_match(self.ann)
        self.public = open_match(self.ann, public=True)
        play(self.ann, self.private, 4)
        play(self.ann, self.public, 4)
        self.ann.post(f"/v1/matches/{self.private}/talk", json={"text": f"{CANARY} says"})
        self.session = self.ann.get("/v1/sessions").json()[0]["id"]
        self.token = self.ann.post("/v1/tokens", json={"name": "t", "scopes": ["watch"], "password": "three small blue boats"}).json()["id"]
        sketch = {"game": "picket", "seats": 2}
        self.design = self.ann.post("/v1/designs", json={**sketch, "name": CANARY}).json()["id"]
        self.trial = self.ann.post("/v1/designs/balance", json={**sketch, "games": 1}).json()["id"]
        guest = house.browser()
        guest.post("/v1/guests", json={})
        self.roles: dict[str, httpx.Client] = {
            "stranger": house.program(),
            "guest": guest,
            "other": self.bob,
            "program of other": house.program(house.token(self.bob, "play", "watch")),
            "made-up token": house.program("sandtable_" + "x" * 43),
        }

    def routes(self) -> Iterator[tuple[str, str]]:
        for route in self.house.app.routes:
            for method in sorted(getattr(route, "methods", ())):
                if method not in ("OPTIONS", "HEAD"):
                    yield str(method), route.path_format


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with running(tmp_path_factory.mktemp("scene")) as house:
        yield Scene(house)


def fill(path: str, match: str, **more: str) -> str:
    values = {"match": match, "seat": "0", "seq": "1", "count": "1", **more}
    for name, value in values.items():
        path = path.replace("{" + name + "}", value)
    return path


BODIES: dict[str, Any] = {
    "decisions": {"id": "x", "ask": 1, "action": [0, 0], "seat": 0},
    "calls": {"id": "x", "verb": "resign", "seat": 0},
    "talk": {"text": "hello", "seat": 0},
    "join": {"seat": 0},
    "bot": {"bot": "random"},
}


ASKED = {"q": "x", "action": "[0,0]"}  # what some questions cannot do without


def test_private_match_does_not_exist_for_others(scene: Scene) -> None:
    """404 with the same words as for a match that never was; 401 for whoever must log in first."""
    tried = 0
    for method, path in scene.routes():
        if "{match}" not in path:
            continue
        body = BODIES.get(path.rsplit("/", 1)[-1])
        for role, client in scene.roles.items():
            answer = client.request(method, fill(path, scene.private), json=body, params=ASKED)
            nowhere = client.request(method, fill(path, "AAAAAAAAAAAAAAAA"), json=body, params=ASKED)
            assert answer.status_code in (401, 404), (role, method, path, answer.status_code, answer.text)
            assert (answer.status_code, answer.content) == (nowhere.status_code, nowhere.content), (role, method, path)
            assert CANARY not in answer.text
            tried += 1
    assert tried >= 80
    assert scene.ann.get(f"/v1/matches/{scene.private}").json()["state"] == "running"


FOR_ALL = ("/v1/matches/{match}",)  # the same for all who may watch


def test_public_match_may_be_watched_and_not_touched(scene: Scene) -> None:
    before = scene.ann.get(f"/v1/matches/{scene.public}/view", params={"seat": 0}).content
    for method, path in scene.routes():
        if "{match}" not in path:
            continue
        body = BODIES.get(path.rsplit("/", 1)[-1])
        for role, client in scene.roles.items():
            if method == "GET" and not path.endswith("/stream"):
                answer = client.get(fill(path, scene.public), params=ASKED | {"seat": "0"})
                if path in FOR_ALL:
                    assert answer.status_code == 200 and '"hand"' not in answer.text, (role, path)
                    continue
                assert answer.status_code in (401, 403, 404, 400, 409), (role, path, "a foreign seat's knowledge", answer.text[:200])
            elif method != "GET" and not path.endswith("/talk"):
                answer = client.request(method, fill(path, scene.public), json=body)
                assert answer.status_code in (401, 403, 404, 409), (role, method, path, answer.status_code, answer.text)
    assert scene.ann.get(f"/v1/matches/{scene.public}/view", params={"seat": 0}).content == before


def test_onlookers_get_no_hand(scene: Scene) -> None:
    for role in ("stranger", "guest", "other", "program of other"):
        answer = scene.roles[role].get(f"/v1/matches/{scene.public}/view")
        assert answer.status_code == 200 and "hand" not in answer.json()[2] and "offer" not in answer.json()[2], role


OPEN = {  # for everybody, logged in or not
    "GET /v1/entry", "POST /v1/guests", "POST /v1/account", "POST /v1/account/confirm", "POST /v1/session", "DELETE /v1/session",
    "POST /v1/password/reset",
    "POST /v1/password", "POST /v1/oidc", "GET /v1/oidc/callback", "GET /v1/players/{user}", "GET /v1/games", "GET /v1/games/{name}",
    "GET /v1/games/{name}/texts/{language}", "GET /v1/games/{name}/rulebook", "GET /v1/games/{name}/handout",
    "GET /v1/games/{name}/sides", "GET /v1/games/{name}/assets/{file}", "GET /v1/matches",
    "GET /v1/ratings/{game}", "POST /v1/games/{name}/handout", "POST /v1/games/{name}/sides", "GET /v1/designs", "POST /v1/designs/check",
}  # fmt: skip
LOG_IN = {  # about whoever asks: no id of others can be named
    "GET /v1/account", "PATCH /v1/account", "GET /v1/sessions", "DELETE /v1/sessions", "PUT /v1/account/password", "PUT /v1/account/email",
    "GET /v1/account/webhook-key", "GET /v1/account/export", "POST /v1/account/delete", "GET /v1/tokens", "POST /v1/tokens",
    "GET /v1/account/second-factor", "PUT /v1/account/second-factor", "POST /v1/account/second-factor",
    "POST /v1/account/second-factor/remove", "POST /v1/matches", "POST /v1/join", "GET /v1/turns",
    "POST /v1/designs", "POST /v1/designs/balance",
}  # fmt: skip
OWN: dict[str, Callable[[Scene], str]] = {  # about a thing of one person's: its id, for everybody else as if there were none
    "DELETE /v1/sessions/{session}": lambda scene: scene.session,
    "DELETE /v1/tokens/{token}": lambda scene: scene.token,
    **{
        f"{method} /v1/designs/{{design}}{rest}": lambda scene: scene.design
        for method, rest in [("GET", ""), ("PUT", ""), ("DELETE", ""), ("POST", "/copy"), ("POST", "/link")]
    },
    "GET /v1/designs/balance/{test}": lambda scene: scene.trial,
    "DELETE /v1/designs/balance/{test}": lambda scene: scene.trial,
}


def labels(scene: Scene) -> list[tuple[str, str, str]]:
    return [(f"{method} {path}", method, path) for method, path in scene.routes() if path.startswith("/v1")]


def test_every_route_has_its_place_in_the_matrix(scene: Scene) -> None:
    """A new route belongs into one of the three, unless it is about a match."""
    known = OPEN | LOG_IN | set(OWN)
    missing = [label for label, _, path in labels(scene) if "{match}" not in path and label not in known]
    assert not missing, "who may use these?"
    assert not OPEN & LOG_IN and known <= {label for label, _, _ in labels(scene)}


def example(label: str) -> Any:
    return (ACCOUNT_EXAMPLES | EXAMPLES | DESIGN_EXAMPLES).get(label, Shown()).body


def test_things_of_others_do_not_exist(scene: Scene) -> None:
    for label, owned in OWN.items():
        method, _, path = label.partition(" ")
        own = owned(scene)
        for role, client in scene.roles.items():
            answer = client.request(method, path[: path.index("{")] + own + path[path.index("}") + 1 :], json=example(label))
            nowhere = client.request(
                method, path[: path.index("{")] + "AAAAAAAAAAAAAAAA" + path[path.index("}") + 1 :], json=example(label)
            )
            assert answer.status_code in (401, 403, 404), (role, label)
            assert (answer.status_code, answer.content) == (nowhere.status_code, nowhere.content), (role, label)
    assert scene.ann.get("/v1/account").status_code == 200 and len(scene.ann.get("/v1/tokens").json()) >= 1


def test_who_is_nobody_gets_nothing_that_needs_a_log_in(scene: Scene) -> None:
    for label, method, path in labels(scene):
        if label in LOG_IN:
            for role in ("stranger", "made-up token"):
                answer = scene.roles[role].request(method, path, json=example(label))
                assert (answer.status_code, answer.json()["key"]) == (401, "log-in-first"), (role, label, answer.text)


def test_programs_and_guests_do_not_touch_accounts(scene: Scene) -> None:
    """A token plays and watches; whatever changes or tells of the account is for the person.  And a guest has none."""
    for label, method, path in labels(scene):
        if label in LOG_IN and path.startswith(("/v1/account", "/v1/sessions", "/v1/tokens")):
            answer = scene.roles["program of other"].request(method, path, json=example(label))
            assert (answer.status_code, label) == ((200 if label == "GET /v1/account" else 403), label), answer.text
            if label == "GET /v1/account":
                assert answer.json()["email"] is None
        if label in FOR_ACCOUNTS:
            answer = scene.roles["guest"].request(method, path, json=example(label))
            assert (answer.status_code, answer.json()["key"]) == (403, "account-needed"), (label, answer.text)


FOR_ACCOUNTS = {
    "GET /v1/account/webhook-key", "POST /v1/tokens", "PUT /v1/account/password", "PUT /v1/account/email", "GET /v1/account/second-factor",
    "PUT /v1/account/second-factor", "POST /v1/account/second-factor", "POST /v1/account/second-factor/remove",
}  # fmt: skip


def test_scopes_of_tokens(scene: Scene) -> None:
    """A token to watch does not play; a token to play does not watch."""
    watch = scene.house.program(scene.house.token(scene.ann, "watch"))
    play_only = scene.house.program(scene.house.token(scene.ann, "play"))
    match = scene.private
    assert watch.get(f"/v1/matches/{match}/view", params={"seat": 0}).status_code == 200
    assert play_only.get(f"/v1/matches/{match}/view", params={"seat": 0}).status_code == 403
    for method, path in scene.routes():
        if "{match}" in path and method != "GET":
            body = BODIES.get(path.rsplit("/", 1)[-1])
            answer = watch.request(method, fill(path, match), json=body)
            assert (answer.status_code, answer.json()["key"]) == (403, "not-allowed"), (method, path, answer.text)
    assert watch.post("/v1/matches", json={"game": "picket"}).status_code == 403


def test_a_token_to_watch_reads_and_passes_nothing_on(scene: Scene) -> None:
    """Whoever got hold of it learns no link by which others join or open something, and changes nothing, on any route."""
    watch = scene.house.program(scene.house.token(scene.ann, "watch"))
    waiting = scene.ann.post("/v1/matches", json={"game": "picket", "public": False}).json()
    secrets = [waiting["link"], scene.ann.get(f"/v1/matches/{waiting['id']}").json()["link"]]
    secrets.append(scene.ann.get(f"/v1/designs/{scene.design}").json()["link"])
    secrets += [scene.ann.get(f"/v1/matches/{waiting['id']}/seats/{seat}/link").json()["url"].partition("#")[2] for seat in (0, 1)]
    assert all(len(secret) >= 20 for secret in secrets)
    for label, method, path in labels(scene):
        known = {"design": scene.design, "test": scene.trial, "session": scene.session, "token": scene.token, "name": "picket"}
        place = fill(path, waiting["id"], game="picket", language="en", user=scene.ann.get("/v1/account").json()["user"], **known)
        if method == "GET" and not path.endswith("/stream"):
            answer = watch.get(place, params=ASKED)
            assert not [secret for secret in secrets if secret in answer.text], (label, answer.text)
            if path.endswith(("/qr", "/link")):
                assert (answer.status_code, answer.json()["key"]) == (403, "not-allowed"), label
        elif method != "GET" and label not in OPEN:
            answer = watch.request(method, place, json=example(label))
            assert answer.status_code == 403, (label, answer.status_code, answer.text)
    for path in (f"/v1/matches/{waiting['id']}", f"/v1/designs/{scene.design}"):
        assert watch.get(path).json().get("link") is None and scene.ann.get(path).json()["link"] in secrets
    assert scene.ann.get(f"/v1/matches/{waiting['id']}").json()["state"] == "open"


def test_a_token_to_watch_says_nothing_on_a_socket(scene: Scene) -> None:
    async def run(token: str) -> Any:
        url = f"{scene.house.url.replace('http', 'ws')}/v1/matches/{scene.public}/socket?seat=0"
        async with connect(url, additional_headers={"Authorization": f"Bearer {token}"}, compression=None) as socket:
            await socket.send('["say","s1","all","hello from a token"]')
            async for frame in socket:
                message = json.loads(frame)
                if message[0] in ("ok", "no"):
                    return message
        raise AssertionError("no answer")

    refused = asyncio.run(run(scene.house.token(scene.ann, "watch")))
    assert refused[0] == "no" and refused[2]["key"] == "not-allowed"
    assert "hello from a token" not in scene.ann.get(f"/v1/matches/{scene.public}/talk").text
    assert asyncio.run(run(scene.house.token(scene.ann, "watch", "play")))[0] == "ok"


def test_ended_session_is_nobody(scene: Scene) -> None:
    browser = scene.house.browser()
    browser.post("/v1/session", json={"email": "bob@example.org", "password": "three small blue boats"})
    kept = dict(browser.cookies)
    browser.delete("/v1/session")
    for method, path in scene.routes():
        if path.startswith(("/v1/account", "/v1/sessions", "/v1/tokens", "/v1/turns")) and "confirm" not in path and method == "GET":
            headers = {"Origin": scene.house.settings.url, "Cookie": "; ".join(f"{name}={value}" for name, value in kept.items())}
            answer = scene.house.program().request(method, path, headers=headers)
            assert answer.status_code == 401, (method, path)
