"""Requests made from the OpenAPI schema: whatever is sent, nothing breaks."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from tests.server.accounts.conftest import Browser, House

EXAMPLES = int(os.environ.get("SANDTABLE_TEST_EXAMPLES", "10"))
OURS = ("/v1/guests", "/v1/account", "/v1/session", "/v1/password", "/v1/tokens", "/v1/players", "/v1/oidc")
ENDS_THE_LOG_IN = ("POST /v1/account/delete", "DELETE /v1/session", "DELETE /v1/sessions")  # asked as a stranger


def asker(house: House, browser: Browser, operation: Any, asked: dict[str, int]) -> Callable[[], None]:
    label = operation.label

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate],
    )  # fmt: skip
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        if label in ENDS_THE_LOG_IN:
            answer = case.call()
        else:
            answer = case.call(cookies=dict(browser.cookies), headers={"Origin": house.settings.url})
        asked[label] = asked.get(label, 0) + 1
        assert answer.status_code < 500, (label, answer.status_code, answer.text)

    found: Callable[[], None] = ask
    return found


@pytest.mark.filterwarnings("ignore")  # of the tool, about schemas it finds unusual
def test_no_request_breaks_the_server(house: House) -> None:
    browser = house.register("schema@example.org", "Schema")
    document = browser.get("/schema/openapi.json").json()
    document["paths"] = {path: item for path, item in document["paths"].items() if path.startswith(OURS)}
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=house.url)
    asked: dict[str, int] = {}
    for result in schema.get_all_operations():
        asker(house, browser, result.ok(), asked)()
    assert len(asked) >= 20 and browser.get("/v1/account").status_code == 200, asked
