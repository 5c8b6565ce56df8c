"""Nobody learns whether an address has an account: not by what is answered, not by how long it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from tests.server.accounts.conftest import PASSWORD, House

from sandtable.server.accounts import recovery
from sandtable.store import accounts

SKIP = {"date", "x-request-id", "content-length", "set-cookie"}


def shape(answer: httpx.Response) -> tuple[Any, ...]:
    """All of an answer that could tell something."""
    cookies = sorted((cookie.split("=")[0], len(cookie)) for cookie in answer.headers.get_list("set-cookie"))
    headers = sorted((name, value) for name, value in answer.headers.items() if name not in SKIP)
    return answer.status_code, answer.content, headers, cookies


Ask = Callable[[httpx.Client, str, int], httpx.Response]


def log_in(client: httpx.Client, email: str, n: int) -> httpx.Response:
    return client.post("/v1/session", json={"email": email, "password": "surely not the password"})


def register(client: httpx.Client, email: str, n: int) -> httpx.Response:
    return client.post("/v1/account", json={"email": email, "password": PASSWORD, "name": f"Name {n}"})


def reset(client: httpx.Client, email: str, n: int) -> httpx.Response:
    return client.post("/v1/password/reset", json={"email": email})


@pytest.fixture(scope="module")
def known(house: House) -> str:
    house.register("known@example.org", "Known")
    return "known@example.org"


@pytest.mark.parametrize("ask", [log_in, register, reset])
def test_same_answer(house: House, known: str, ask: Ask) -> None:
    assert shape(ask(house.browser(), known, -1)) == shape(ask(house.browser(), f"other{ask.__name__}@example.org", -2))


def test_account_not_yet_confirmed_answers_the_same(house: House, known: str) -> None:
    register(house.browser(), "pending@example.org", 99)
    answer = house.browser().post("/v1/session", json={"email": "pending@example.org", "password": PASSWORD})
    assert shape(answer) == shape(log_in(house.browser(), known, 0))


@pytest.mark.parametrize("ask", [log_in, register, reset])
def test_same_work(house: House, known: str, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many passwords are hashed and as many rows written, whether or not there is such an account; the answer to a reset,
    which hashes nothing, leaves on a beat.  benchmarks/timing.py compares the times themselves."""
    counted: list[str] = []

    def watch(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        async def counting(*args: Any, **more: Any) -> Any:
            counted.append(name)
            return await real(*args, **more)

        monkeypatch.setattr(owner, name, counting)

    for owner, name in ((house.app.state.desk.hashing, "_run"), (accounts, "add"), (accounts, "find"), (recovery, "await_beat")):
        watch(owner, name)
    work = []
    for email in (known, f"work-{ask.__name__}@example.org"):
        counted.clear()
        assert ask(house.browser(), email, 5000 + len(work)).status_code < 500
        work.append(sorted(counted))
    assert work[0] == work[1] and ("await_beat" if ask is reset else "_run") in work[0], work
