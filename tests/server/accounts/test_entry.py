"""Guests, registration, confirmation."""

from __future__ import annotations

import threading
from pathlib import Path

from tests.server.accounts.conftest import PASSWORD, House, running


def test_everybody_may_ask_how_to_get_in(house: House, tmp_path: Path) -> None:
    assert house.browser().get("/v1/entry").json() == {"guests": True, "registration": True, "openid": None}
    closed = {"guests": False, "registration": False, "oidc_issuer": "http://127.0.0.1:9/", "oidc_client_id": "us", "oidc_name": "Club"}
    with running(tmp_path, **closed) as other:
        assert other.browser().get("/v1/entry").json() == {"guests": False, "registration": False, "openid": "Club"}


def test_guest_in_a_browser_gets_a_cookie_and_no_readable_token(house: House) -> None:
    browser = house.browser()
    answer = browser.post("/v1/guests", json={"name": "Otto"})
    assert answer.status_code == 201 and answer.json()["token"] == ""
    assert "HttpOnly" in answer.headers["set-cookie"] and "SameSite=lax" in answer.headers["set-cookie"]
    assert browser.get("/v1/account").json()["name"] == "Otto"


def test_guest_program_gets_a_token_and_no_cookie(house: House) -> None:
    answer = house.program().post("/v1/guests", json={})
    assert answer.status_code == 201 and "set-cookie" not in answer.headers
    me = house.program(answer.json()["token"]).get("/v1/account").json()
    assert me["kind"] == "guest" and me["name"].startswith("Guest ")


def test_guest_becomes_an_account_and_stays_the_same_player(house: House) -> None:
    browser = house.browser()
    guest = browser.post("/v1/guests", json={"name": "Emma"}).json()["user"]
    old = browser.cookies["sandtable"]
    form = {"email": "Emma@Example.org", "password": PASSWORD, "name": "Emma"}
    assert browser.post("/v1/account", json=form).status_code == 202
    assert browser.get("/v1/account").json()["kind"] == "guest"
    answer = browser.post("/v1/account/confirm", json={"token": house.link("emma@example.org")})
    me = answer.json()
    assert answer.status_code == 200 and (me["user"], me["kind"], me["email"]) == (guest, "user", "emma@example.org")
    assert browser.cookies["sandtable"] != old
    browser.cookies.set("sandtable", old)
    assert browser.get("/v1/account").status_code == 401, "the secret of before is worth nothing after"


def test_link_works_once_and_for_thirty_days(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        browser = house.browser()
        browser.post("/v1/account", json={"email": "a@example.org", "password": PASSWORD, "name": "A"})
        house.later(30 * 86400 - 60)
        token = house.link("a@example.org")
        answer = house.browser().post("/v1/account/confirm", json={"token": token, "password": PASSWORD})
        assert answer.status_code == 200
        again = browser.post("/v1/account/confirm", json={"token": token, "password": PASSWORD})
        assert (again.status_code, again.json()["key"]) == (410, "link-used")
        browser = house.browser()
        browser.post("/v1/account", json={"email": "b@example.org", "password": PASSWORD, "name": "B"})
        token = house.link("b@example.org")
        house.later(30 * 86400 + 1)
        assert house.browser().post("/v1/account/confirm", json={"token": token, "password": PASSWORD}).status_code == 410


def test_parallel_use_of_one_link_has_one_winner(house: House) -> None:
    browser = house.browser()
    browser.post("/v1/account", json={"email": "race@example.org", "password": PASSWORD, "name": "Race"})
    token = house.link("race@example.org")
    found: list[int] = []

    def use() -> None:
        found.append(house.browser().post("/v1/account/confirm", json={"token": token, "password": PASSWORD}).status_code)

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [200] + [410] * 7


def test_foreign_address_cannot_be_claimed_by_its_owners_click(house: House) -> None:
    """Somebody registers another person's address and waits for the owner to open the link."""
    attacker = house.browser()
    attacker.post("/v1/account", json={"email": "victim@example.org", "password": "the attacker knows this", "name": "Trap"})
    owner = house.browser()
    answer = owner.post("/v1/account/confirm", json={"token": house.link("victim@example.org")})
    assert (answer.status_code, answer.json()["key"]) == (403, "password-needed")
    assert (
        owner.post("/v1/account/confirm", json={"token": house.link("victim@example.org"), "password": "a guess of mine"}).status_code
        == 403
    )
    house.register("victim@example.org", "Owner")
    assert attacker.get("/v1/account").json()["kind"] == "guest"


def test_bad_forms_have_their_own_answers(house: House) -> None:
    house.register("taken@example.org", "Taken")
    good = {"email": "new@example.org", "password": PASSWORD, "name": "New"}
    for change, key in (
        ({"email": "no address"}, "no-address"),
        ({"email": "a@b\r\nBcc: c@d"}, "no-address"),
        ({"password": "short"}, "password-too-short"),
        ({"password": "x" * 257}, "password-too-long"),
        ({"password": "Password123"}, "password-too-common"),
        ({"password": "Newton12345"[:3] + "@example.org"}, "password-too-personal"),
        ({"name": "\u200b\u200b"}, "bad-name"),
        ({"name": "deleted"}, "reserved-name"),
        ({"name": "T a k e n"}, "name-taken"),
        ({"name": 7}, "invalid"),
    ):
        answer = house.browser().post("/v1/account", json=good | change)
        assert answer.json()["key"] == key and answer.status_code in (400, 409), (change, answer.text)


def test_doors_can_be_closed(tmp_path: Path) -> None:
    with running(tmp_path, guests=False, registration=False) as house:
        assert house.browser().post("/v1/guests", json={}).json()["key"] == "no-guests"
        form = {"email": "a@example.org", "password": PASSWORD, "name": "A"}
        assert house.browser().post("/v1/account", json=form).json()["key"] == "no-registration"


def test_a_club_gets_in_and_the_invited_do_not_count_as_strangers(strict: House) -> None:
    """Sixty guests of one address at once; then those who bring a link of a match, its own or a seat's; and no end to neither."""
    limits = strict.app.state.limits
    owner = strict.program(strict.program().post("/v1/guests", json={}).json()["token"])
    made = owner.post("/v1/matches", json={"game": "picket"}).json()
    seat = owner.get(f"/v1/matches/{made['id']}/seats/1/link").json()["url"].partition("#")[2]
    enter = strict.program()

    def guest(link: str = "") -> int:
        return enter.post("/v1/guests", json={"name": "", "link": link}).status_code

    assert [guest() for _ in range(12)] == [201] * 12, "more than a table of phones"
    limits.take("guest", "127.0.0.1", 47)
    answer = enter.post("/v1/guests", json={})
    assert (answer.status_code, answer.json()["details"]) == (429, {"limit": "guest", "retry_after": 20})
    assert answer.headers["retry-after"] == "20"
    assert [guest(link) for link in (made["link"], seat, seat)] == [201] * 3, "invited"
    assert [guest(link) for link in ("nonsense", "\x01", "€", " ")] == [429] * 4, "no link at all"
    assert guest("\x00") == 400, "no text at all"
    limits.take("guest-match", made["id"], 37)
    assert guest(seat) == 429, "as many as one match may invite"
    other = owner.post("/v1/matches", json={"game": "picket", "public": False}).json()
    assert guest(other["link"]) == 201
    limits.take("guest-link", "127.0.0.1", 236)
    assert guest(other["link"]) == 429, "as many as one address may bring"
    limits._buckets.clear()
    limits.take("guest", "127.0.0.1", 60)
    owner.delete(f"/v1/matches/{other['id']}/seat")
    assert guest(other["link"]) == 429, "the match is no more"
    form = {"email": "club@example.org", "password": PASSWORD, "name": "Club"}
    assert strict.browser().post("/v1/account", json=form).status_code == 202, "accounts have a bucket of their own"
