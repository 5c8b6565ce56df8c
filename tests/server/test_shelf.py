"""Games with texts of strangers: tried in the doctor's process, loaded in a thread, once; never on the loop."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from tables import PATIENCE, enter, http, open_match, play_out, sit
from test_designs import BOARD, Browser

from sandtable import games
from sandtable.core.match import Match
from sandtable.server import shelf
from sandtable.store import matches as tables

HOSTILE = "a." * 20_000 + "a = 1\n"
OWN = {"game": "company_leader", "seats": 2, "options": {"board": BOARD, "turns": 1}, "terms": {"rated": False}}


def test_no_game_is_loaded_on_the_loop(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through cards, sides, handouts, lists, a match from its making to its rating, its rematch and a fresh room."""
    where: list[int] = []

    def noting(real: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any, **given: Any) -> Any:
            where.append(threading.get_ident())
            return real(*args, **given)

        return noted

    monkeypatch.setattr(games, "load", noting(games.load))
    monkeypatch.setattr(Match, "resume", noting(Match.resume))
    monkeypatch.setattr(shelf, "make_handout", noting(shelf.make_handout))

    async def run() -> None:
        async with http() as client:
            ann, bob = await enter(client, own_server, "Ann"), await enter(client, own_server, "Bob")
            for name in games.names():
                await ann.call(client, "GET", f"/v1/games/{name}")
                for setting in ({}, {"options": OWN["options"]} if name == "company_leader" else {}):
                    for what in ("sides", "handout"):
                        await ann.call(client, "POST", f"/v1/games/{name}/{what}", setting)
                        await ann.call(client, "GET", f"/v1/games/{name}/{what}?options={json.dumps({})}")
            match = await open_match(client, [ann, bob], **OWN)
            players = [await sit(own_server, match, ann), await sit(own_server, match, bob)]
            await play_out(players, players[0].rnd, 6)
            for player in players:
                await player.close()
            await ann.call(client, "POST", f"/v1/matches/{match}/calls", {"id": "x", "verb": "resign"})
            for who in (ann, bob):
                await who.call(client, "POST", f"/v1/matches/{match}/calls", {"id": "y", "verb": "rematch"})
            await ann.call(client, "GET", "/v1/matches?mine=true")
            own_server.house.shelf._games.clear()
            own_server.run(forget(own_server.house, match))
            await ann.call(client, "GET", f"/v1/matches/{match}")

    async def forget(house: Any, match: str) -> None:
        house.forget(house.rooms[match])

    asyncio.run(run())
    assert len(where) > 10 and own_server.thread.ident not in where


def test_a_text_is_loaded_once(own_server: Any) -> None:
    """For the match, its room, the lists, a second match with the same board and the rematch."""
    ann, bob = Browser(own_server, "Ann"), Browser(own_server, "Bob")
    for _ in range(2):
        made = ann.call("POST", "/v1/matches", OWN).json()
        assert bob.call("POST", f"/v1/matches/{made['id']}/join", {"link": made["link"]}).status_code == 200
    assert ann.call("POST", f"/v1/matches/{made['id']}/calls", {"id": "a", "verb": "resign"}).status_code == 200
    for who in (ann, bob):
        assert who.call("POST", f"/v1/matches/{made['id']}/calls", {"id": "b", "verb": "rematch"}).status_code == 200
    assert len(ann.call("GET", "/v1/matches?mine=true").json()["matches"]) == 3
    assert own_server.house.shelf.loads == 1


@pytest.mark.parametrize(("game", "option"), [("company_leader", "board"), ("war_of_leaders", "sheet")])
def test_a_hostile_text_has_a_clear_answer(server: Any, game: str, option: str) -> None:
    ann = Browser(server, "Ann")
    asked = [("POST", f"/v1/games/{game}/{what}", {}) for what in ("handout", "sides")] + [("POST", "/v1/matches", {"game": game})]
    for method, path, body in asked:
        refused = ann.call(method, path, {**body, "options": {option: HOSTILE}})
        assert refused.status_code == 400 and refused.json()["key"] == "bad-option", refused.text
        assert "line 1: a key has more than 8 parts" in refused.json()["message"]
        refused = ann.call(method, path, {**body, "options": {option: HOSTILE * 2}})
        assert refused.status_code == 413 and refused.json()["key"] == "too-large", refused.text
        assert refused.json()["details"] == {"option": option, "most": 60_000}


def test_a_doctor_that_is_late_says_so_and_ordinary_matches_need_none(serve: Callable[..., Any]) -> None:
    server = serve(doctor_seconds=0.001)
    ann = Browser(server, "Ann")
    refused = ann.call("POST", "/v1/matches", OWN)
    assert refused.status_code == 400 and refused.json()["key"] == "too-slow" and "0.001 seconds" in refused.json()["message"]
    assert ann.call("POST", "/v1/games/company_leader/handout", {"options": OWN["options"]}).json()["key"] == "too-slow"
    assert ann.call("GET", "/v1/matches?mine=true").json()["matches"] == []
    for name in games.names():
        assert ann.call("POST", "/v1/matches", {"game": name}).status_code == 201


def test_a_game_that_takes_long_to_load_is_not_played(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.server.studio.SLOWEST", 0.0)
    refused = Browser(own_server, "Ann").call("POST", "/v1/matches", OWN)
    assert refused.status_code == 400 and refused.json()["key"] == "too-slow"
    assert own_server.house.shelf.loads == 0


def test_stored_matches_need_no_doctor(serve: Callable[..., Any]) -> None:
    first = serve()
    ann = Browser(first, "Ann")
    made = ann.call("POST", "/v1/matches", OWN).json()
    second = serve(first.database, doctor_seconds=0.001)
    ann.url = second.url
    assert ann.call("GET", f"/v1/matches/{made['id']}").json()["options"]["board"] == BOARD


@pytest.mark.parametrize("text", [HOSTILE, HOSTILE * 3])
def test_a_hostile_text_in_the_store_stops_nobody(own_server: Any, text: str) -> None:
    """An old database may hold one: that match says what is wrong with it, and lists and other matches go on."""
    ann = Browser(own_server, "Ann")
    bad, good = (ann.call("POST", "/v1/matches", {**OWN, "places": [{"kind": "me"}, {"kind": "bot"}]}).json()["id"] for _ in range(2))

    async def spoil() -> None:
        house = own_server.house
        options = {**house.rooms[bad].options, "board": text}
        async with house.database.write() as connection:
            await connection.execute(update(tables.matches).where(tables.matches.c.id == bad).values(options=json.dumps(options)))
        house.forget(house.rooms[bad])
        await house.resume_bots()

    own_server.run(spoil())
    refused = ann.call("GET", f"/v1/matches/{bad}")
    assert refused.status_code == 409 and refused.json()["key"] == "old-version", refused.text
    assert ann.call("GET", f"/v1/matches/{good}").status_code == 200
    lines = {line["id"]: line for line in ann.call("GET", "/v1/matches?mine=true").json()["matches"]}
    assert lines.keys() == {bad, good} and [seat["side"] for seat in lines[bad]["seats"]] == [0, 1]


def test_the_shelf_is_bounded(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_GAMES", 3)
    monkeypatch.setattr(shelf, "MOST_SIDES", 4)
    monkeypatch.setattr(shelf, "MOST_HANDOUTS", 5_000)
    for turns in range(1, 9):
        for what in ("sides", "handout"):
            body = {"options": {"turns": turns}}
            assert httpx.post(f"{own_server.url}/v1/games/picket/{what}", json=body, timeout=PATIENCE).status_code == 200
    found = own_server.house.shelf
    assert len(found._games) == 3 and len(found._sides) == 4
    assert 0 < len(found._handouts) < 8 and found._bytes == sum(map(len, found._handouts.values())) <= 5_000
