"""Nobody learns whether an address has an account: not by what is answered, not by how long it takes."""

from __future__ import annotations

import math
import os
import random
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from tests.server.accounts.conftest import PASSWORD, House

SAMPLES = int(os.environ.get("SANDTABLE_TEST_SAMPLES", "60"))  # 500 for a thorough look
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
def test_same_time(house: House, known: str, ask: Ask) -> None:
    """Kolmogorov and Smirnov cannot tell the two apart.  A machine at work elsewhere may disturb one look, not three."""
    chances = []
    for look in range(3):
        chances.append(compare(house, known, ask, look))
        if chances[-1] > 0.01:
            return
    raise AssertionError(f"{ask.__name__}: told apart by time, p = {chances}")


def compare(house: House, known: str, ask: Ask, look: int) -> float:
    client, times = house.browser(), {True: list[float](), False: list[float]()}
    order = [True, False] * SAMPLES
    random.Random(look).shuffle(order)
    for n, there in enumerate(order):
        email = known if there else f"no{n}-{look}-{ask.__name__}@example.org"
        client.cookies.clear()
        started = time.perf_counter()
        ask(client, email, 1000 * (look + 1) + n)
        times[there].append(time.perf_counter() - started)
    house.mails()
    chance = smirnov(times[True], times[False])
    medians = {there: sorted(found)[len(found) // 2] * 1000 for there, found in times.items()}
    report = f"{ask.__name__}: medians {medians[True]:.2f} ms known, {medians[False]:.2f} ms unknown, p = {chance:.3f}"
    os.environ.get("SANDTABLE_TEST_SAMPLES") and os.write(2, f"{report}\n".encode())
    return chance


def smirnov(left: list[float], right: list[float]) -> float:
    """The chance of a distance this large between two samples of one distribution."""
    both = sorted([(value, 0) for value in left] + [(value, 1) for value in right])
    seen, distance = [0, 0], 0.0
    for _, side in both:
        seen[side] += 1
        distance = max(distance, abs(seen[0] / len(left) - seen[1] / len(right)))
    size = math.sqrt(len(left) * len(right) / (len(left) + len(right)))
    scaled = (size + 0.12 + 0.11 / size) * distance
    return min(1.0, max(0.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * k * k * scaled * scaled) for k in range(1, 101))))


def test_the_test_can_tell() -> None:
    draw = random.Random(1)
    same = [draw.gauss(40, 5) for _ in range(500)], [draw.gauss(40, 5) for _ in range(500)]
    assert smirnov(*same) > 0.01 and smirnov(same[0], [value + 3 for value in same[1]]) < 0.001
