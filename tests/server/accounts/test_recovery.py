"""A new password, a new address."""

from __future__ import annotations

import threading
from pathlib import Path

from tests.server.accounts.conftest import PASSWORD, House, running
from tests.server.accounts.test_sessions import log_in

NEW = "four large red ships"


def test_reset_sets_the_password_and_ends_every_log_in(house: House) -> None:
    browser = house.register("rita@example.org", "Rita")
    stranger = house.browser()
    assert stranger.post("/v1/password/reset", json={"email": "rita@example.org"}).status_code == 202
    token = house.link("rita@example.org")
    assert stranger.post("/v1/password", json={"token": token, "password": "12345678"}).json()["key"] == "password-too-common"
    assert stranger.post("/v1/password", json={"token": token, "password": NEW}).status_code == 204
    assert browser.get("/v1/account").status_code == 401
    assert log_in(house.browser(), "rita@example.org").status_code == 401
    assert log_in(house.browser(), "rita@example.org", NEW).status_code == 200
    assert house.mails()[-1][:2] == ("rita@example.org", "Your Sandtable password was changed")
    again = stranger.post("/v1/password", json={"token": token, "password": NEW})
    assert (again.status_code, again.json()["key"]) == (410, "link-used")


def test_reset_lasts_an_hour_a_new_one_voids_the_old_and_one_of_many_wins(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        house.register("sam@example.org", "Sam")
        browser = house.browser()
        browser.post("/v1/password/reset", json={"email": "sam@example.org"})
        first = house.link("sam@example.org")
        browser.post("/v1/password/reset", json={"email": "sam@example.org"})
        second = house.link("sam@example.org")
        assert first != second
        assert browser.post("/v1/password", json={"token": first, "password": NEW}).status_code == 410
        found: list[int] = []

        def use() -> None:
            found.append(house.browser().post("/v1/password", json={"token": second, "password": NEW}).status_code)

        threads = [threading.Thread(target=use) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(found) == [204] + [410] * 5
        browser.post("/v1/password/reset", json={"email": "sam@example.org"})
        third = house.link("sam@example.org")
        house.later(3601)
        assert browser.post("/v1/password", json={"token": third, "password": NEW}).status_code == 410


def test_links_fit_their_own_doors_only(house: House) -> None:
    browser = house.register("tim@example.org", "Tim")
    browser.post("/v1/password/reset", json={"email": "tim@example.org"})
    reset = house.link("tim@example.org")
    assert browser.post("/v1/account/confirm", json={"token": reset, "password": PASSWORD}).status_code == 410
    other = house.browser()
    other.post("/v1/account", json={"email": "tom@example.org", "password": PASSWORD, "name": "Tom"})
    assert other.post("/v1/password", json={"token": house.link("tom@example.org"), "password": NEW}).status_code == 410


def test_change_password_needs_the_old_one_and_ends_other_log_ins(house: House) -> None:
    browser = house.register("uma@example.org", "Uma")
    other = house.browser()
    log_in(other, "uma@example.org")
    assert browser.put("/v1/account/password", json={"password": NEW}).json()["key"] == "wrong-password"
    assert (
        browser.put("/v1/account/password", json={"password": "uma@example.org", "old": PASSWORD}).json()["key"] == "password-too-personal"
    )
    assert browser.put("/v1/account/password", json={"password": NEW, "old": PASSWORD}).status_code == 204
    assert browser.get("/v1/account").status_code == 200 and other.get("/v1/account").status_code == 401


def test_move_to_another_address(house: House) -> None:
    browser = house.register("vera@example.org", "Vera")
    assert browser.put("/v1/account/email", json={"email": "vera2@example.org", "password": "wrong"}).status_code == 403
    assert browser.put("/v1/account/email", json={"email": "nowhere", "password": PASSWORD}).json()["key"] == "no-address"
    browser.post("/v1/password/reset", json={"email": "vera@example.org"})
    reset = house.link("vera@example.org")
    assert browser.put("/v1/account/email", json={"email": "vera2@example.org", "password": PASSWORD}).status_code == 202
    assert browser.get("/v1/account").json()["email"] == "vera@example.org"
    assert ("vera@example.org", "The address of your Sandtable account changes") in [mail[:2] for mail in house.mails()]
    answer = browser.post("/v1/account/confirm", json={"token": house.link("vera2@example.org")})
    assert answer.json()["email"] == "vera2@example.org"
    assert browser.post("/v1/password", json={"token": reset, "password": NEW}).status_code == 410, "sent to an address no longer theirs"
    house.register("wanda@example.org", "Wanda")
    assert browser.put("/v1/account/email", json={"email": "wanda@example.org", "password": PASSWORD}).status_code == 202
    assert "already" in house.mails()[-2][2] or "already" in house.mails()[-1][2]
