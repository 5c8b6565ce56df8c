"""Requests made from the OpenAPI schema: whatever is sent, nothing breaks."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

schemathesis = pytest.importorskip("schemathesis")

from tests.server.accounts.conftest import House  # noqa: E402

EXAMPLES = int(os.environ.get("SANDTABLE_TEST_EXAMPLES", "8"))
OURS = ("/v1/guests", "/v1/account", "/v1/session", "/v1/password", "/v1/tokens", "/v1/players", "/v1/oidc")


@pytest.mark.filterwarnings("ignore")  # of the tool, about schemas it finds unusual
def test_no_request_breaks_the_server(house: House) -> None:
    browser = house.register("schema@example.org", "Schema")
    document = browser.get("/schema/openapi.json").json()
    document["paths"] = {path: item for path, item in document["paths"].items() if path.startswith(OURS)}
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=house.url)
    asked: dict[str, int] = {}
    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(
            max_examples=EXAMPLES, deadline=None, database=None, derandomize=True,
            suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate],
        )  # fmt: skip
        @__import__("hypothesis").given(case=operation.as_strategy())
        def ask(case: Any, label: str = operation.label) -> None:
            if case.path.startswith("/v1/account/delete") or label.startswith("DELETE /v1/session"):
                cookies, origin = {}, {}
            else:
                cookies, origin = dict(browser.cookies), {"Origin": house.settings.url}
            answer = case.call(cookies=cookies, headers=origin)
            asked[label] = asked.get(label, 0) + 1
            assert answer.status_code < 500, (label, answer.status_code, answer.text)

        ask()
    assert len(asked) >= 20 and browser.get("/v1/account").status_code == 200, asked
