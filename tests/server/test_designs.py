"""Designs over HTTP, on both databases: kept, shared, copied, examined, tried out, exported, forgotten."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tables import PATIENCE, Server, wait_until

from sandtable.server import designs
from sandtable.store import designs as tables

BOARD = """title = "Mine"
terrain = '''
 u o o u
o o f o o
 u o o u
'''
zones = '''
 A a b B
A a . b B
 A a b B
'''
[[play]]
territories = ["a", "b"]
income = [2, 2]
armies = [{ artillery = 1, light-tank = 1 }, { artillery = 1, light-tank = 1 }]
"""


class Browser:
    """Somebody with or without an identity."""

    def __init__(self, server: Server, name: str = "") -> None:
        self.url = server.url
        self.user = ""
        self.headers: dict[str, str] = {}
        if name:
            made = self.call("POST", "/v1/guests", {"name": name}).json()
            self.user = made["user"]
            self.headers["Authorization"] = "Bearer " + made["token"]

    def call(self, method: str, path: str, body: Any = None, link: str = "") -> httpx.Response:
        headers = {**self.headers, **({"Sandtable-Link": link} if link else {})}
        return httpx.request(method, self.url + path, json=body, headers=headers, timeout=PATIENCE)

    def send(self, method: str, path: str, body: Any = None, status: int = 0, link: str = "") -> Any:
        answer = self.call(method, "/v1/designs" + path, body, link)
        assert answer.status_code == (status or answer.status_code) and (status or answer.status_code < 400), answer.text
        return answer.json() if answer.content else None


def wish(name: str = "First", **more: Any) -> dict[str, Any]:
    return {"game": "company_leader", "seats": 2, "options": {"board": BOARD}, "name": name, **more}


def test_a_design_is_kept_changed_and_deleted(server: Server) -> None:
    ann = Browser(server, "Ann")
    made = ann.send("POST", "/", wish())
    assert made["revision"] == 1 and made["mine"] and made["link"] and made["options"]["board"] == BOARD
    assert made["options"]["turns"] == 0, "a design is complete"
    assert ann.send("GET", f"/{made['id']}") == made
    change = {"revision": 1, "name": "Second", "seats": 2, "options": {**made["options"], "turns": 9}, "public": True}
    changed = ann.send("PUT", f"/{made['id']}", change)
    assert changed["revision"] == 2 and changed["name"] == "Second" and changed["options"]["turns"] == 9
    stale = ann.send("PUT", f"/{made['id']}", {**change, "name": "Third"}, 409)
    assert stale["key"] == "stale-revision" and stale["details"] == {"revision": 2, "sent": 1}
    assert ann.send("GET", f"/{made['id']}") == changed, "nothing was overwritten"
    ann.send("DELETE", f"/{made['id']}")
    assert ann.send("GET", f"/{made['id']}", status=404)["key"] == "no-such-design"


def test_who_sees_a_design(server: Server) -> None:
    ann, bob, stranger = Browser(server, "Ann"), Browser(server, "Bob"), Browser(server)
    private, public = ann.send("POST", "/", wish("Hidden")), ann.send("POST", "/", wish("Open", public=True))
    for other in (bob, stranger):
        unknown = other.send("GET", "/nowhere", status=404)
        assert other.send("GET", f"/{private['id']}", status=404) == unknown
        assert other.send("GET", f"/{private['id']}", status=404, link="x" * 32) == unknown
        seen = other.send("GET", f"/{private['id']}", link=private["link"])
        assert seen["options"] == private["options"] and seen["owner"] == "Ann" and not seen["mine"]
        assert seen["link"] is None and other.send("GET", f"/{public['id']}")["link"] is None
    change = {"revision": 1, "name": "Stolen", "seats": 2, "options": {}}
    for design in (private, public):
        assert bob.send("PUT", f"/{design['id']}", change, 404) == unknown
        assert bob.send("DELETE", f"/{design['id']}", status=404) == unknown
        assert bob.send("POST", f"/{design['id']}/link", status=404) == unknown
        assert stranger.send("DELETE", f"/{design['id']}", status=401)["key"] == "log-in-first"
    assert bob.send("POST", f"/{private['id']}/copy", {}, 404) == unknown
    copied = bob.send("POST", f"/{private['id']}/copy", {"link": private["link"]})
    assert copied["mine"] and copied["copied"] == private["id"] and not copied["public"] and copied["link"] != private["link"]
    fresh = ann.send("POST", f"/{private['id']}/link")
    assert fresh["link"] != private["link"]
    assert bob.send("GET", f"/{private['id']}", status=404, link=private["link"]) == unknown


def test_lists_are_paged_the_latest_first(server: Server) -> None:
    ann, bob = Browser(server, "Ann"), Browser(server, "Bob")
    for i in range(5):
        ann.send("POST", "/", wish(f"Number {i}", public=i % 2 == 0))
    ann.send("POST", "/", {"game": "picket", "seats": 2, "name": "Other game"})
    names, cursor = [], ""
    while True:
        page = ann.send("GET", f"?mine=true&game=company_leader&limit=2{cursor}")
        names += [line["name"] for line in page["designs"]]
        assert all("options" not in line for line in page["designs"])
        if page["cursor"] is None:
            break
        cursor = f"&cursor={page['cursor']}"
    assert sorted(names) == [f"Number {i}" for i in range(5)]
    assert len(ann.send("GET", "?mine=true")["designs"]) == 6
    assert bob.send("GET", "?mine=true")["designs"] == []
    public = bob.send("GET", "?game=company_leader&limit=100")["designs"]
    assert {line["name"] for line in public if line["owner"] == "Ann"} >= {"Number 0", "Number 2", "Number 4"}
    assert not [line for line in public if line["name"] in ("Number 1", "Number 3")]
    assert bob.send("GET", "?cursor=nonsense", status=400)["key"] == "bad-cursor"


@pytest.mark.parametrize(
    ("change", "status", "key"),
    [
        ({"game": "chess"}, 404, "unknown-name"),
        ({"seats": 7}, 400, "bad-option"),
        ({"options": {"colour": "red"}}, 400, "bad-option"),
        ({"options": {"turns": 9999}}, 400, "bad-option"),
        ({"options": {"board": "x" * 61_000}}, 413, "too-large"),
        ({"name": ""}, 400, "invalid"),
        ({"name": "n" * 81}, 400, "invalid"),
    ],
)
def test_bad_designs_are_refused(server: Server, change: dict[str, Any], status: int, key: str) -> None:
    assert Browser(server, "Ann").send("POST", "/", {**wish(), **change}, status)["key"] == key


def test_the_number_of_designs_is_bounded(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(designs, "MOST_OF_GUEST", 2)
    ann = Browser(own_server, "Ann")
    made = [ann.send("POST", "/", wish()) for _ in range(2)]
    assert ann.send("POST", "/", wish(), 409)["key"] == "too-many-designs"
    assert ann.send("POST", f"/{made[0]['id']}/copy", {}, 409)["key"] == "too-many-designs"


def test_work_in_progress_is_kept_and_the_doctor_says_what_is_wrong(server: Server) -> None:
    ann, stranger = Browser(server, "Ann"), Browser(server)
    broken = {**wish("Half done"), "options": {"board": BOARD.replace(" A a b B\n", " A a . .\n", 1)}}
    assert ann.send("POST", "/", broken)["options"]["board"] == broken["options"]["board"]
    sketch = {key: broken[key] for key in ("game", "seats", "options")}
    said = stranger.send("POST", "/check", sketch)
    assert said["playable"]
    towns = next(remark for remark in said["remarks"] if remark["key"] == "off-symmetry")
    assert "2,0" in towns["where"] and towns["values"] == {"degrees": "180"} and not towns["grave"]
    lost = stranger.send("POST", "/check", {**sketch, "options": {"board": BOARD.replace("b", "a").replace("B", "A")}})
    assert not lost["playable"] and [r["key"] for r in lost["remarks"] if r["grave"]]
    assert stranger.send("POST", "/check", {**sketch, "options": {"turns": -4}})["remarks"][0]["key"] == "bad-option"
    assert stranger.send("POST", "/check", {**sketch, "seats": 9})["remarks"][0]["key"] == "bad-option"
    refused = stranger.send("POST", "/check", {**sketch, "options": {"scenario": "escort", "board": BOARD}})
    assert not refused["playable"] and [remark["key"] for remark in refused["remarks"] if remark["grave"]] == ["no-convoy"]
    assert stranger.send("POST", "/check", {"game": "picket", "seats": 2, "options": {}}) == {"playable": True, "remarks": []}


def finish(who: Browser, test: str) -> dict[str, Any]:
    """What became of a balance test, when it has ended."""

    def look() -> dict[str, Any] | None:
        found: dict[str, Any] = who.send("GET", f"/balance/{test}")
        return None if found["state"] in ("waiting", "running") else found

    ended: dict[str, Any] = wait_until(look)
    return ended


def test_bots_try_a_design_out(server: Server) -> None:
    ann, bob = Browser(server, "Ann"), Browser(server, "Bob")
    sketch = {"game": "picket", "seats": 2, "options": {}, "games": 40, "bot": "random"}
    test = ann.send("POST", "/balance", sketch, 202)["id"]
    assert bob.send("GET", f"/balance/{test}", status=404)["key"] == "no-such-balance-test"
    assert bob.send("DELETE", f"/balance/{test}", status=404)["key"] == "no-such-balance-test"
    done = finish(ann, test)
    tally = done["tally"]
    assert done["state"] == "done" and tally["played"] == 40 and done["bot"] == "random"
    assert sum(side["wins"] for side in tally["sides"]) == tally["decided"]
    assert tally["decided"] + tally["draws"] + tally["unfinished"] == 40 and tally["decisions"] > 0
    for side in tally["sides"]:
        assert 0 <= side["low"] <= side["share"] <= side["high"] <= 1 and side["high"] - side["low"] > 0.2
    again = finish(ann, ann.send("POST", "/balance", sketch, 202)["id"])
    assert again["tally"] == tally, "the same design and seed give the same matches"
    assert ann.send("POST", "/balance", {**sketch, "bot": "nobody"}, 400)["key"] == "no-such-bot"
    unplayable = {"game": "company_leader", "seats": 3, "options": {"board": BOARD}}
    assert ann.send("POST", "/balance", unplayable, 400)["key"] == "unplayable"
    assert ann.send("POST", "/balance", {**sketch, "games": 501}, 400)["key"] == "invalid"


def test_a_balance_test_is_cancelled_and_one_runs_at_a_time(server: Server) -> None:
    ann = Browser(server, "Ann")
    long = {"game": "company_leader", "seats": 4, "options": {}, "games": 500}
    test = ann.send("POST", "/balance", long, 202)["id"]
    assert ann.send("POST", "/balance", long, 409)["key"] == "balance-at-work"
    ann.send("DELETE", f"/balance/{test}")
    assert finish(ann, test)["state"] == "cancelled"
    assert finish(ann, ann.send("POST", "/balance", {**long, "game": "picket", "seats": 2, "games": 1}, 202)["id"])["state"] == "done"


def test_a_balance_test_out_of_time_ends_with_what_it_has(serve: Any) -> None:
    ann = Browser(serve(balance_seconds=3.0), "Ann")
    found = finish(ann, ann.send("POST", "/balance", {"game": "company_leader", "seats": 4, "games": 500}, 202)["id"])
    assert found["state"] == "late" and (found["tally"] is None or found["tally"]["played"] < 500)


def test_designs_are_exported_handed_over_and_forgotten(server: Any) -> None:
    ann, account = Browser(server, "Ann"), Browser(server, "Account")
    made = ann.send("POST", "/", wish("Kept", public=True))
    exported = ann.call("GET", "/v1/account/export").json()["designs"]
    assert [each["name"] for each in exported] == ["Kept"] and exported[0]["options"]["board"] == BOARD

    async def adopt() -> None:
        async with server.app.state.database.write() as connection:
            await designs.Holding().adopt(connection, ann.user, account.user)

    server.run(adopt())
    assert ann.send("GET", "?mine=true")["designs"] == []
    assert account.send("GET", f"/{made['id']}")["mine"]
    assert account.call("POST", "/v1/account/delete", {}).status_code == 204
    assert ann.send("GET", f"/{made['id']}", status=404)

    async def left() -> int:
        async with server.app.state.database.read() as connection:
            return await tables.count(connection, account.user)

    assert server.run(left()) == 0


def test_a_match_is_made_of_a_design_and_its_board_is_handed_out(server: Server) -> None:
    ann = Browser(server, "Ann")
    big = BOARD + "# " + "padding " * 6000
    made = ann.send("POST", "/", {**wish(), "options": {"board": big}})
    places = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    body = {"game": made["game"], "seats": made["seats"], "options": made["options"], "places": places}
    match = ann.call("POST", "/v1/matches", body)
    assert match.status_code == 201, match.text
    info = ann.call("GET", f"/v1/matches/{match.json()['id']}").json()
    assert info["options"]["board"] == big
    sheet = ann.call("POST", "/v1/games/company_leader/handout", {"seats": 2, "options": info["options"]})
    assert sheet.status_code == 200 and len(sheet.json()["words"]["field"]) == 13
