"""Nobody is taken for somebody else: names of accounts, of guests, at one table; and who is a guest is seen."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from tables import enter, eventually, http, sit
from tests.server.accounts.conftest import PASSWORD, House

LATIN, CYRILLIC, MIXED = "Pace", "\u0420\u0430\u0441\u0435", "P\u0430ce"


@pytest.fixture(scope="module")
def owner(house: House) -> Any:
    return house.register("pace@example.org", LATIN)


def as_guest(house: House, name: str) -> httpx.Response:
    return house.program().post("/v1/guests", json={"name": name})


def test_a_guest_has_no_name_of_an_account(house: House, owner: Any) -> None:
    for name in (LATIN, "pace", " P a c e ", CYRILLIC, "\uff30\uff41\uff43\uff45", "Pace."):
        answer = as_guest(house, name)
        assert (answer.status_code, answer.json()["key"]) == (409, "name-taken"), name
    assert as_guest(house, MIXED).json()["key"] == "mixed-alphabets" and as_guest(house, MIXED).status_code == 400
    for name in ("deleted", "Adm1n", "greedy", "Greedy for Pace", "sandtable"):
        assert (as_guest(house, name).status_code, as_guest(house, name).json()["key"]) == (400, "reserved-name"), name
    for name in ("Pacey", "\u041e\u043b\u044c\u0433\u0430", ""):
        assert as_guest(house, name).status_code == 201, name
    guest = house.program(as_guest(house, "Renamed").json()["token"])
    assert guest.patch("/v1/account", json={"name": CYRILLIC}).json()["key"] == "name-taken"
    assert guest.get("/v1/account").json()["name"] == "Renamed"


def test_a_name_has_letters_of_an_alphabet_in_use(house: House) -> None:
    for name in ("Pace\u17d2", "Pace\U00016fe4", "P\uab30ce", "\u13aa\u13b7\u13bd"):
        answer = as_guest(house, name)
        assert (answer.status_code, answer.json()["key"]) == (400, "bad-name"), name
    assert as_guest(house, "Pace\u17d2").json()["details"] == {"signs": ["U+17D2"]}
    for name in ("admi\u0307n", "\u00e4dmin", "Greedy f0r Pace", "greedy \uff46\uff4f\uff52 Pace"):
        assert as_guest(house, name).json()["key"] == "reserved-name", name
    for name in ("J\u00fcrgen", "\u0130pek", "\u4f50\u3005\u6728", "\u092a\u094d\u0930\u093f\u092f\u093e"):
        assert as_guest(house, name).json()["name"] == name


def test_accounts_do_not_look_alike(house: House, owner: Any) -> None:
    form = {"email": "twin@example.org", "password": PASSWORD}
    for name, key in (
        (CYRILLIC, "name-taken"),
        (MIXED, "mixed-alphabets"),
        ("r\u0430ndom", "mixed-alphabets"),
        ("rand0m", "reserved-name"),
    ):
        assert house.browser().post("/v1/account", json={**form, "name": name}).json()["key"] == key, name
    house.register("mika@example.org", "Mika")
    assert house.browser().post("/v1/account", json={**form, "name": "Mi\u0307ka"}).json()["key"] == "name-taken"
    other = house.register("other-name@example.org", "Other Name")
    assert other.patch("/v1/account", json={"name": CYRILLIC}).json()["key"] == "name-taken"
    assert other.patch("/v1/account", json={"name": "0ther Name"}).status_code == 200, "one's own name in another spelling"


def test_of_two_who_confirm_names_that_look_alike_the_second_gets_another(house: House) -> None:
    made = []
    for number, name in enumerate(("Ocean", "0cean")):
        browser = house.browser()
        assert browser.post("/v1/account", json={"email": f"o{number}@example.org", "password": PASSWORD, "name": name}).status_code == 202
        made.append(browser)
    names = [
        browser.post("/v1/account/confirm", json={"token": house.link(f"o{number}@example.org")}).json()["name"]
        for number, browser in enumerate(made)
    ]
    assert names[0] == "Ocean" and names[1] != "0cean" and names[1].startswith("0cean ")


def test_two_of_one_name_at_a_table_and_who_is_a_guest(house: House) -> None:
    house.port = house.settings.port  # type: ignore[attr-defined]
    anyhow: Any = house

    async def run() -> None:
        async with http() as client:
            first, second = await enter(client, anyhow, "Twin"), await enter(client, anyhow, "Tw1n")
            made = await first.call(client, "POST", "/v1/matches", {"game": "picket"})
            await second.call(client, "POST", f"/v1/matches/{made['id']}/join", {})
            seats = (await first.call(client, "GET", f"/v1/matches/{made['id']}"))["seats"]
            assert [(each["name"], each["guest"]) for each in seats] == [("Twin", True), ("Tw1n (2)", True)]
            line = next(each for each in (await first.call(client, "GET", "/v1/matches"))["matches"] if each["id"] == made["id"])
            assert [each["guest"] for each in line["seats"]] == [True, True]
            players = [await sit(anyhow, made["id"], who) for who in (first, second)]
            await players[1].ask("say", "all", "Hello")
            await eventually(lambda: players[0].talk)
            assert (players[0].talk[0]["name"], players[0].talk[0]["guest"]) == ("Tw1n (2)", True)
            for player in players:
                await player.close()

    asyncio.run(run())


def test_a_guest_who_makes_an_account_is_none_any_more(house: House) -> None:
    house.port = house.settings.port  # type: ignore[attr-defined]
    anyhow: Any = house
    browser = house.browser()
    browser.post("/v1/guests", json={"name": "Grows"})
    match = browser.post("/v1/matches", json={"game": "picket", "places": [{"kind": "me"}, {"kind": "bot"}]}).json()["id"]
    browser.post(f"/v1/matches/{match}/talk", json={"text": "as a guest"})

    async def run() -> None:
        onlooker = await sit(anyhow, match, None)
        assert [each["guest"] for each in onlooker.info["match"]["seats"]] == [True, False]
        form = {"email": "grows@example.org", "password": PASSWORD, "name": "Grows"}
        assert (await asyncio.to_thread(browser.post, "/v1/account", json=form)).status_code == 202
        token = await asyncio.to_thread(house.link, "grows@example.org")
        assert (await asyncio.to_thread(browser.post, "/v1/account/confirm", json={"token": token})).status_code == 200
        await eventually(lambda: not any(each["guest"] for each in onlooker.info["match"]["seats"]))
        await onlooker.close()

    asyncio.run(run())
    assert browser.get(f"/v1/matches/{match}/talk").json()["talk"][0]["guest"] is False


def test_an_account_may_have_the_name_of_a_guest(house: House) -> None:
    assert as_guest(house, "Earlier").status_code == 201
    assert house.register("earlier@example.org", "Earlier").get("/v1/account").json()["name"] == "Earlier"


def test_titles_and_designs_show_all_they_hold(house: House) -> None:
    browser = house.browser()
    browser.post("/v1/guests", json={})
    made = browser.post("/v1/matches", json={"game": "picket", "terms": {"title": "a\u202eb\u0007"}}).json()
    assert browser.get(f"/v1/matches/{made['id']}").json()["terms"]["title"] == "a b"
    assert browser.post("/v1/designs", json={"game": "picket", "seats": 2, "name": "x\u2066y"}).json()["name"] == "x y"
