"""The schema is complete and true, and whatever is sent by it, nothing breaks and no match changes."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance
from tests.server.accounts.conftest import Browser, House, running
from tests.server.accounts.test_admin import open_match, play

EXAMPLES = int(os.environ.get("SANDTABLE_TEST_EXAMPLES", "3"))  # per route, of what fits and of what does not
ENDS_THE_LOG_IN = ("POST /v1/account/delete", "DELETE /v1/session", "DELETE /v1/sessions")  # asked as a stranger
CHECKS = [status_code_conformance, content_type_conformance, response_schema_conformance]
FOREVER = "GET /v1/matches/{match}/stream"  # has no end while the match runs


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture(scope="module")
def document(house: House) -> dict[str, Any]:
    found: dict[str, Any] = house.program().get("/schema/openapi.json").json()
    return found


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield f"{method.upper()} {path}", operation


def test_every_route_is_in_the_schema(house: House, document: dict[str, Any]) -> None:
    known = {label for label, _ in operations(document)}
    there = set()
    for route in house.app.routes:
        for method in getattr(route, "methods", ()):
            if method not in ("OPTIONS", "HEAD") and route.path.startswith("/v1"):
                there.add(f"{method} {route.path_format}")
    assert there == known and len(known) >= 58
    assert document["openapi"].startswith("3.1") and house.program().get("/schema").json() == document


def test_every_route_is_described_with_examples_and_errors(document: dict[str, Any]) -> None:
    """A new route needs its line in the EXAMPLES of its area."""
    for label, operation in operations(document):
        assert operation["summary"] and len(operation["description"]) > 4, label
        for parameter in operation.get("parameters", ()):
            assert parameter.get("description"), (label, parameter["name"])
        if "requestBody" in operation:
            assert "example" in operation["requestBody"]["content"]["application/json"], f"{label}: no example of what is sent"
        responses = operation["responses"]
        good = [response for status, response in responses.items() if status < "400"]
        assert len(good) == 1, label
        for content in good[0].get("content", {}).values():
            assert "example" in content, f"{label}: no example of the answer"
        assert {"429", "503"} <= set(responses), label
        assert "400" in responses or not (operation.get("parameters") or "requestBody" in operation), label
        for status in set(responses) - {status for status in responses if status < "400"}:
            content = responses[status]["content"]["application/json"]
            assert content["schema"] == {"$ref": "#/components/schemas/Error"}, (label, status)
            assert (
                all(set(shown["value"]) == {"key", "message", "details"} for shown in content["examples"].values()) and content["examples"]
            )


def test_examples_fit_their_schemas(document: dict[str, Any]) -> None:
    for label, operation in operations(document):
        contents = [operation["requestBody"]["content"]] if "requestBody" in operation else []
        contents += [response.get("content", {}) for response in operation["responses"].values()]
        for content in contents:
            for kind in content.values():
                for example in [kind["example"]] if "example" in kind else [shown["value"] for shown in kind.get("examples", {}).values()]:
                    whole = {**kind["schema"], "components": document["components"]}
                    try:
                        jsonschema_rs.Draft202012Validator(whole).validate(example)
                    except jsonschema_rs.ValidationError as error:
                        pytest.fail(f"{label}: {error.message}")


class Scene:
    """Somebody logged in who asks about a running match that is another's."""

    def __init__(self, house: House, name: str = "first") -> None:
        self.house = house
        self.ann = house.register(f"owner-{name}@example.org", f"Owner {name}")
        self.match = open_match(self.ann, public=True)
        play(self.ann, self.match, 4)
        self.browser = house.register(f"schema-{name}@example.org", f"Schema {name}")
        self.user = self.browser.get("/v1/account").json()["user"]
        self.asked: dict[str, int] = {}

    def real(self, case: Any, number: int) -> None:
        """Every second time ids of things that are there."""
        known = {"match": self.match, "user": self.user, "name": "picket", "game": "picket", "language": "de"}
        for name in set(case.path_parameters or {}) & set(known):
            if number % 2:
                case.path_parameters[name] = known[name]
        if case.query and "wait" in case.query:
            case.query = {key: value for key, value in case.query.items() if key != "wait"}

    def view(self) -> bytes:
        return self.ann.get(f"/v1/matches/{self.match}/view", params={"seat": 0}).content


def asker(scene: Scene, operation: Any, mode: Any) -> Callable[[], None]:
    label = operation.label

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck), phases=[Phase.generate],
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        number = scene.asked.get(label, 0)
        if label != FOREVER:
            scene.real(case, number)
        scene.asked[label] = number + 1
        stranger = label in ENDS_THE_LOG_IN
        cookies = {} if stranger else dict(scene.browser.cookies)
        answer = case.call(cookies=cookies, headers={"Origin": scene.house.settings.url})
        assert answer.status_code < 500 or answer.status_code == 503, (label, answer.status_code, answer.text)
        if answer.status_code >= 400:
            assert set(answer.json()) == {"key", "message", "details"}, (label, answer.text)
        if mode is schemathesis.GenerationMode.POSITIVE:
            case.validate_response(answer, checks=CHECKS)

    found: Callable[[], None] = ask
    return found


@pytest.mark.filterwarnings("ignore")  # of the tool, about schemas it finds unusual
def test_no_request_breaks_the_server(house: House, document: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    """All routes, by what fits the schema and by what does not; the answers are those the schema tells of."""
    scene = Scene(house)
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=house.url)
    before = scene.view()
    for result in schema.get_all_operations():
        for mode in schemathesis.GenerationMode:
            with contextlib.suppress(Unsatisfiable):  # a route without parameters cannot be asked wrongly
                asker(scene, result.ok(), mode)()
    if "SANDTABLE_TEST_EXAMPLES" in os.environ:
        os.write(2, f"{sum(scene.asked.values())} requests to {len(scene.asked)} routes\n".encode())
    assert set(scene.asked) == {label for label, _ in operations(document)}, "a route was not asked"
    assert scene.view() == before and scene.browser.get("/v1/account").status_code == 200
    assert not [record for record in caplog.records if record.levelname == "ERROR"], "something was not handled"


@pytest.mark.filterwarnings("ignore")
def test_whatever_is_asked_of_a_new_match_in_whatever_order(
    house: House, document: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Stateful: matches are made, and by the links of the schema everything is asked of them, one after the other."""
    browser = house.register("stateful@example.org", "Stateful")
    paths = {path: item for path, item in document["paths"].items() if path.startswith("/v1/matches") and not path.endswith("/stream")}
    links = paths["/v1/matches"]["post"]["responses"]["201"]["links"]
    assert len(links) >= 20
    plain = json.loads(json.dumps({**document, "paths": paths}))
    kept = {operation["operationId"] for item in paths.values() for operation in item.values()}
    plain["paths"]["/v1/matches"]["post"]["responses"]["201"]["links"] = {name: link for name, link in links.items() if name in kept}
    plain["paths"] = {path: item for path, item in plain["paths"].items() if path == "/v1/matches" or "{match}" in path}
    schema = schemathesis.openapi.from_dict(plain)
    schema.config.update(base_url=house.url)
    asked: dict[str, int] = {}

    class Play(schema.as_state_machine()):  # type: ignore[misc]
        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"cookies": dict(browser.cookies), "headers": {"Origin": house.settings.url}}

        def validate_response(self, response: Any, case: Any, *args: Any, **more: Any) -> None:
            key = f"{case.operation.label} {response.status_code}"
            asked[key] = asked.get(key, 0) + 1
            assert response.status_code < 500 or response.status_code == 503, (key, response.text)

    Play.run(
        settings=settings(
            max_examples=2 * EXAMPLES,
            stateful_step_count=12,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
    )
    assert sum(asked.values()) >= 30 and "POST /v1/matches 201" in asked, asked
    assert any("{match}" in key and key.endswith((" 200", " 409", " 403")) for key in asked), "no link was followed"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_schema_that_is_not_true_is_noticed(house: House, document: dict[str, Any]) -> None:
    scene = Scene(house, "second")
    path = "/v1/players/{user}"
    for planted in ("status", "answer"):
        lie = json.loads(json.dumps({**document, "paths": {path: document["paths"][path]}}))
        if planted == "status":
            del lie["paths"][path]["get"]["responses"]["404"]
        else:
            lie["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"] = {"type": "array"}
        schema = schemathesis.openapi.from_dict(lie)
        schema.config.update(base_url=house.url)
        with pytest.raises((Exception, BaseExceptionGroup), match=r"(?i)undocumented|schema"):
            asker(scene, next(iter(schema.get_all_operations())).ok(), schemathesis.GenerationMode.POSITIVE)()


def send_example(browser: Browser, label: str, operation: dict[str, Any]) -> Any:
    method, _, path = label.partition(" ")
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", str(parameter["example"]))
    return browser.request(method, path, json=operation["requestBody"]["content"]["application/json"]["example"])


def test_what_the_examples_send_is_understood(house: House, document: dict[str, Any]) -> None:
    """Refused it may be, but never as something that does not fit."""
    browser = house.register("example@example.org", "Example")
    sent = 0
    for label, operation in operations(document):
        if "requestBody" in operation and label not in ENDS_THE_LOG_IN:
            answer = send_example(browser, label, operation)
            assert answer.status_code < 500 and (answer.status_code != 400 or answer.json()["key"] != "invalid"), (label, answer.text)
            sent += 1
    assert sent >= 20
    made = send_example(browser, "POST /v1/matches", document["paths"]["/v1/matches"]["post"])
    assert made.status_code == 201 and set(made.json()) == {"id", "link", "url"}
