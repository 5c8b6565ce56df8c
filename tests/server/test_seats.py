"""Who sits where: teams, colours, levels of bots, whoever comes; and who hears what is said."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from tables import Guest, Player, enter, eventually, http, open_match, sit

from sandtable.server.lobby import COLOURS, choose_colours, moved_on
from sandtable.store.matches import holders

TEAMS = {"game": "company_leader", "seats": 4, "options": {"alliance": "teams"}}


async def refusal(client: Any, who: Guest, method: str, path: str, body: Any = None) -> tuple[int, str]:
    answer = await client.request(method, who.server.url + path, json=body, headers=who.headers)
    return answer.status_code, answer.json()["key"]


def test_a_team_is_chosen_by_seat_or_side_and_can_be_changed(server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob", "Cleo", "Dan")]
            options = json.dumps(TEAMS["options"])
            told = (await client.get(f"{server.url}/v1/games/company_leader/sides", params={"seats": 4, "options": options})).json()
            assert told["sides"] == [0, 0, 1, 1]
            match = (await people[0].call(client, "POST", "/v1/matches", TEAMS))["id"]
            path = f"/v1/matches/{match}/join"
            assert (await people[1].call(client, "POST", path, {"side": 1}))["seat"] == 2
            assert (await people[2].call(client, "POST", path, {"side": 0}))["seat"] == 1
            assert await refusal(client, people[3], "POST", path, {"side": 0}) == (409, "seat-taken")
            assert await refusal(client, people[3], "POST", path, {"seat": 3, "side": 0}) == (409, "seat-taken")
            assert await refusal(client, people[3], "POST", path, {"side": -1}) == (400, "invalid")
            assert (await people[2].call(client, "POST", path, {"seat": 3, "move": True}))["seat"] == 3
            line = next(m for m in (await people[0].call(client, "GET", "/v1/matches?mine=true"))["matches"] if m["id"] == match)
            assert [(s["kind"], s["name"], s["side"]) for s in line["seats"]] == [
                ("person", "Ann", 0), ("open", "", 0), ("person", "Bob", 1), ("person", "Cleo", 1),
            ]  # fmt: skip
            assert (await people[3].call(client, "POST", path, {}))["seat"] == 1
            info = await people[0].call(client, "GET", f"/v1/matches/{match}")
            assert info["state"] == "running" and [s["side"] for s in info["seats"]] == [0, 0, 1, 1]
            assert await refusal(client, people[0], "POST", path, {"move": True}) == (409, "seat-taken")

    asyncio.run(run())


async def seated(server: Any, client: Any, **more: Any) -> tuple[list[Guest], list[Player], str]:
    people = [await enter(client, server, name) for name in ("Ann", "Bob", "Cleo", "Dan")]
    match = (await people[0].call(client, "POST", "/v1/matches", {**TEAMS, **more}))["id"]
    for person in people[1:]:
        await person.call(client, "POST", f"/v1/matches/{match}/join", {})
    return people, [await sit(server, match, person) for person in people], match


def test_talk_of_a_team_and_between_two_reaches_nobody_else(server: Any) -> None:
    """Over sockets, streams, by asking, after coming back, and in exports of others."""

    async def run() -> None:
        async with http() as client:
            people, players, match = await seated(server, client)
            eve = await enter(client, server, "Eve")
            onlooker = await sit(server, match, eve)
            everyone = [*players, onlooker]
            for player in everyone:
                player.keep = True
            assert (await players[0].ask("say", "team", "canary-team"))[0] == "ok"
            assert (await players[1].ask("say", "seat:2", "canary-two"))[0] == "ok"
            assert (await players[3].ask("say", "all", "the end"))[0] == "ok"
            for player in everyone:
                await player.until(lambda p: any("the end" in frame for frame in p.frames))
            heard = {"canary-team": {0, 1}, "canary-two": {1, 2}}
            for text, who in heard.items():
                assert {seat for seat, p in enumerate(everyone) if any(text in frame for frame in p.frames)} == who, text
                for seat, person in enumerate([*people, eve]):
                    told = [
                        (await client.get(f"{server.url}{path}", headers=person.headers)).text
                        for path in (f"/v1/matches/{match}/talk", f"/v1/matches/{match}")
                    ]
                    assert any(text in each for each in told) == (seat in who), (text, seat)
                    export = (await client.get(f"{server.url}/v1/account/export", headers=person.headers)).text
                    assert (text in export) == (seat == min(who)), "one's own words, not those of others"
                    again = await sit(server, match, None if seat == 4 else person)
                    await again.until(lambda p: p.talk)
                    assert any(item["text"] == text for item in again.talk) == (seat in who)
                    await again.close()
            for player in everyone:
                await player.close()

    asyncio.run(run())


def test_what_is_sent_again_is_said_once(own_server: Any) -> None:
    """On another socket too: the first one broke before its answer came."""

    async def run() -> None:
        async with http() as client:
            people, players, match = await seated(own_server, client)
            again = await sit(own_server, match, people[0])
            for player, said in ((players[0], "s1"), (players[0], "s1"), (again, "s1"), (players[1], "s1"), (again, "s2")):
                assert (await player.ask("say", "all", "hello", said=said))[0] == "ok"
            talk = (await people[0].call(client, "GET", f"/v1/matches/{match}/talk"))["talk"]
            assert [item["name"] for item in talk] == ["Ann", "Bob", "Ann"]
            for player in (*players, again):
                await player.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("rule", "allowed"),
    [
        ("all", {"all", "team", "seat:1", "onlookers"}),
        ("aloud", {"all", "onlookers"}),
        ("seats", {"all", "team", "seat:1"}),
        ("none", set()),
    ],
)
def test_what_may_be_said_is_a_term_of_the_match(own_server: Any, rule: str, allowed: set[str]) -> None:
    async def run() -> None:
        async with http() as client:
            _, players, match = await seated(own_server, client, terms={"chat": rule})
            eve = await enter(client, own_server, "Eve")
        onlooker = await sit(own_server, match, eve)
        said = set()
        for channel in ("all", "team", "seat:1", "onlookers"):
            speaker = onlooker if channel == "onlookers" else players[0]
            answer = await speaker.ask("say", channel, "hello")
            if answer[0] == "ok":
                said.add(channel)
            else:
                assert answer[2]["key"] == "no-talk"
        assert said == allowed
        for player in (*players, onlooker):
            await player.close()

    asyncio.run(run())


def test_seats_for_me_for_bots_of_a_level_and_for_whoever_comes(server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            ann, bob = [await enter(client, server, name) for name in ("Ann", "Bob")]
            wish = {
                **TEAMS,
                "places": [
                    {"kind": "open"},
                    {"kind": "bot", "bot": "random", "colour": "green"},
                    {"kind": "me", "colour": "red"},
                    {"kind": "bot"},
                ],
            }
            match = (await ann.call(client, "POST", "/v1/matches", wish))["id"]
            info = await ann.call(client, "GET", f"/v1/matches/{match}")
            assert [s["kind"] for s in info["seats"]] == ["open", "bot", "person", "bot"] and info["yours"] == [2]
            assert [s["colour"] for s in info["seats"]][1:3] == ["green", "red"] and len({s["colour"] for s in info["seats"]}) == 4
            assert (await bob.call(client, "POST", f"/v1/matches/{match}/join", {}))["seat"] == 0
            assert (await ann.call(client, "GET", f"/v1/matches/{match}"))["state"] == "running"
            for places, key in (
                ([{"colour": "red"}, {"colour": "red"}], "same-colour"),
                ([{"colour": "pink"}], "invalid"),
                ([{"kind": "bot", "bot": "genius"}], "no-such-bot"),
                ([{}] * 5, "too-many-places"),
            ):
                assert await refusal(client, ann, "POST", "/v1/matches", {**TEAMS, "places": places}) == (400, key)

    asyncio.run(run())


def test_a_seat_belongs_to_its_person_and_their_devices() -> None:
    seats = [("person", "ann"), ("bot", "bob"), ("person", None), ("open", None), ("person", "ann"), ("person", "bob")]
    places = [{"seat": seat, "kind": kind, "user": user} for seat, (kind, user) in enumerate(seats)]
    devices = [(0, "phone"), (0, "bob"), (1, "phone"), (2, "phone"), (3, "phone"), (4, "ann")]
    assert holders(places, devices) == {"ann": [0, 4], "bob": [0, 5], "phone": [0]}, "bots, deleted people and open seats have no devices"


def test_every_seat_has_a_colour_of_its_own() -> None:
    assert choose_colours(["", "", ""]) == COLOURS[:3]
    assert choose_colours(["", "red", ""]) == ["blue", "red", "green"]
    assert sorted(choose_colours([""] * 8)) == sorted(COLOURS)


def test_a_rematch_swaps_sides_and_keeps_partners(server: Any) -> None:
    assert moved_on([0, 1]) == [1, 0] and moved_on([0, 1, 2]) == [2, 0, 1]
    assert moved_on([0, 0, 1, 1]) == [2, 3, 0, 1] and moved_on([0, 1, 0, 1]) == [1, 0, 3, 2]
    assert moved_on([0, 0, 1]) == [2, 0, 1]

    async def run() -> None:
        async with http() as client:
            people, players, _ = await seated(server, client)
            for player in players[:2]:
                assert (await player.ask("call", "resign"))[0] == "ok"
            for player in players:
                await player.until(lambda p: p.over)
                await player.ask("call", "rematch")
            await players[0].until(lambda p: p.info["match"]["affairs"].get("next"))
            following = players[0].info["match"]["affairs"]["next"]
            info = await people[0].call(client, "GET", f"/v1/matches/{following}")
            assert [s["name"] for s in info["seats"]] == ["Cleo", "Dan", "Ann", "Bob"]
            for player in players:
                await player.close()

    asyncio.run(run())


def test_lists_say_what_is_unusual_and_whose_turn_it_is(server: Any) -> None:
    """Of one's own matches: who is awaited, and since when the table is as it is; a sealed decision of others does not show."""

    async def run() -> None:
        async with http() as client:
            ann, bob = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = (await ann.call(client, "POST", "/v1/matches", {"game": "picket", "options": {"turns": 7}}))["id"]
            await bob.call(client, "POST", f"/v1/matches/{match}/join", {})

            async def line(who: Guest, query: str) -> Any:
                return next(m for m in (await who.call(client, "GET", f"/v1/matches?{query}"))["matches"] if m["id"] == match)

            begun = await line(ann, "mine=true")
            assert begun["options"] == {"turns": 7} and begun["turn"] == [0, 1] and begun["since"] >= begun["created"]
            public = await line(bob, "state=running")
            assert public["turn"] == [] and public["since"] is None, "only of one's own"
            times = []
            while True:
                owed = [each for each in await bob.call(client, "GET", "/v1/turns") if each["match"] == match]
                now = await line(ann, "mine=true")
                if not owed:
                    break
                times.append(now["since"])
                view = owed[0]["message"][2]
                body = {"id": f"b{view['ask']}", "ask": view["ask"], "action": view["offer"][0]}
                await bob.call(client, "POST", f"/v1/matches/{match}/decisions", body)
            assert len(times) >= 2 and set(times) == {begun["since"]}, "Bob's half-made choice is nobody's business"
            assert now["turn"] == [0] and now["since"] > begun["since"]

    asyncio.run(run())


def test_drawn_boards_do_not_fill_the_lobby() -> None:
    from sandtable import games
    from sandtable.server.listing import notable

    usual = {option.key: option.default for option in games.card("company_leader").options}
    assert notable("company_leader", usual) == {}
    assert notable("company_leader", {**usual, "turns": 9, "board": "x" * 9000}) == {"turns": 9, "board": "…"}


def test_a_match_of_an_older_version_is_listed_but_not_played(serve: Callable[..., Any]) -> None:
    server = serve(idle_seconds=0.1)

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
            await eventually(lambda: match not in server.house.rooms)
            with contextlib.closing(sqlite3.connect(server.folder / "sandtable.db")) as connection, connection:
                connection.execute("UPDATE matches SET version = 0 WHERE id = ?", (match,))
            (line,) = (await people[0].call(client, "GET", "/v1/matches?mine=true"))["matches"]
            assert line["id"] == match and line["turn"] == [] and line["since"] is None
            answer = await client.get(f"{server.url}/v1/matches/{match}", headers=people[0].headers)
            assert answer.status_code == 409 and answer.json()["key"] == "old-version"

    asyncio.run(run())
