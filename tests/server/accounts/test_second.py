"""The second factor."""

from __future__ import annotations

import base64
import threading
from pathlib import Path

import pytest
from tests.server.accounts.conftest import PASSWORD, Browser, House, running
from tests.server.accounts.test_admin import command, url
from tests.server.accounts.test_sessions import log_in

from sandtable.server.accounts.second import code_at, fitting_step


def test_codes_of_the_standard() -> None:
    """The vectors of RFC 6238, appendix B (SHA-1), their last six digits."""
    key = base64.b32encode(b"12345678901234567890").decode()
    for seconds, code in ((59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037"), (20000000000, "353130")):
        assert code_at(key, seconds // 30) == code and fitting_step(key, code, seconds) == seconds // 30
    at = 1234567890
    assert fitting_step(key, "005924", at + 30) and fitting_step(key, "005924", at - 30)
    for seconds, code in ((at + 61, "005924"), (at - 61, "005924"), (at, ""), (at, "é"), (at, "5924")):
        assert not fitting_step(key, code, seconds)


@pytest.fixture
def own(tmp_path: Path) -> object:
    with running(tmp_path) as found:
        yield found


def turn_on(house: House, browser: Browser) -> tuple[str, list[str]]:
    key = browser.post("/v1/account/second-factor", json={"password": PASSWORD}).json()["key"]
    answer = browser.put("/v1/account/second-factor", json={"code": code_at(key, house.app.state.desk.now() // 30)})
    assert answer.status_code == 200, answer.text
    return key, answer.json()["codes"]


def test_log_in_asks_for_a_code_and_takes_it_once(own: House) -> None:
    browser = own.register("two@example.org", "Two")
    begun = browser.post("/v1/account/second-factor", json={"password": PASSWORD}).json()
    assert begun["uri"].startswith("otpauth://totp/Sandtable%3Atwo%40example.org?secret=" + begun["key"])
    assert log_in(own.browser(), "two@example.org").status_code == 200, "not asked for before the first code"
    assert browser.put("/v1/account/second-factor", json={"code": "000000"}).json()["key"] == "wrong-code"
    key, codes = turn_on(own, browser)
    assert len(set(codes)) == 10 and browser.get("/v1/account/second-factor").json() == {"on": True, "recovery_codes_left": 10}
    own.later(60)
    assert log_in(own.browser(), "two@example.org").json()["key"] == "code-needed"
    assert log_in(own.browser(), "two@example.org", code="123").json()["key"] == "wrong-code"
    assert log_in(own.browser(), "two@example.org", "not the password", code="123").json()["key"] == "wrong-log-in"
    code = code_at(key, own.app.state.desk.now() // 30)
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.append(log_in(own.browser(), "two@example.org", code=code).status_code)) for _ in range(5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + [401] * 4, "a code seen over the shoulder is used up"
    own.later(60)
    assert log_in(own.browser(), "two@example.org", code=code).status_code == 401


def test_recovery_codes_work_once(own: House) -> None:
    browser = own.register("lost@example.org", "Lost")
    _, codes = turn_on(own, browser)
    assert log_in(own.browser(), "lost@example.org", code=codes[3].upper()).status_code == 200
    assert log_in(own.browser(), "lost@example.org", code=codes[3]).status_code == 401
    assert log_in(own.browser(), "lost@example.org", code=codes[4].replace("-", " ")).status_code == 200
    assert browser.get("/v1/account/second-factor").json()["recovery_codes_left"] == 8
    stored = (Path(str(own.settings.sqlite_file)).read_bytes(), Path(f"{own.settings.sqlite_file}-wal").read_bytes())
    assert all(code.replace("-", "").encode() not in part for code in codes for part in stored)


def test_remove_needs_password_and_code_and_a_new_password_does_not_help(own: House) -> None:
    browser = own.register("keep@example.org", "Keep")
    key, codes = turn_on(own, browser)
    assert browser.post("/v1/account/second-factor", json={"password": PASSWORD}).json()["key"] == "has-second-factor"
    browser.post("/v1/password/reset", json={"email": "keep@example.org"})
    browser.post("/v1/password", json={"token": own.link("keep@example.org"), "password": "four large red ships"})
    assert log_in(browser, "keep@example.org", "four large red ships").json()["key"] == "code-needed"
    assert log_in(browser, "keep@example.org", "four large red ships", code=codes[0]).status_code == 200
    path = "/v1/account/second-factor/remove"
    assert browser.post(path, json={"password": "wrong", "code": codes[1]}).json()["key"] == "wrong-password"
    assert browser.post(path, json={"password": "four large red ships", "code": "1"}).json()["key"] == "wrong-code"
    assert browser.post(path, json={"password": "four large red ships", "code": codes[1]}).status_code == 204
    assert log_in(own.browser(), "keep@example.org", "four large red ships").status_code == 200
    assert key


def test_operator_helps_with_a_lost_phone(own: House) -> None:
    browser = own.register("phone@example.org", "Phone")
    turn_on(own, browser)
    database = url(Path(str(own.settings.sqlite_file)))
    assert "dropped" in command("users", "drop-second-factor", "phone@example.org", database)
    assert "none" in command("users", "drop-second-factor", "phone@example.org", database)
    assert log_in(own.browser(), "phone@example.org").status_code == 200


def test_guesses_at_codes_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, limits=True) as house:
        browser = house.register("guess@example.org", "Guess")
        turn_on(house, browser)
        answers = [log_in(browser, "guess@example.org", code=f"{n:06}").status_code for n in range(25)]
        assert answers.count(429) >= 5 and 200 not in answers
