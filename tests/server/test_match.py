"""A match from the lobby to the record, over real sockets, on both databases."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import httpx
from tables import PATIENCE, Player, Server, enter, eventually, http, open_match, play_out, sit
from typer.testing import CliRunner

from sandtable import games
from sandtable.cli.app import app as cli
from sandtable.wire import record


async def two(server: Server, **wish: Any) -> tuple[Any, Any, str, list[Player]]:
    async with http() as client:
        ann, bob = await enter(client, server, "Ann"), await enter(client, server, "Bob")
        match = await open_match(client, [ann, bob], **wish)
    return ann, bob, match, [await sit(server, match, ann), await sit(server, match, bob)]


async def get(server: Server, path: str, who: Any = None) -> httpx.Response:
    async with http() as client:
        return await client.get(server.url + path, headers=who.headers if who else None)


async def post(server: Server, path: str, body: Any, who: Any = None) -> httpx.Response:
    async with http() as client:
        return await client.post(server.url + path, json=body, headers=who.headers if who else None)


async def close(*players: Player) -> None:
    for player in players:
        await player.close()


def test_a_match_is_played_out_and_its_record_verifies(server: Server, tmp_path: Path) -> None:
    async def run(seed: int) -> bool:
        ann, bob, match, players = await two(server, options={"turns": 4})
        onlooker = await sit(server, match, None)
        published = players[0].info["match"]["dice_hash"]
        receipts = [answer[2] for answer in [await players[0].do(), await players[1].do()]]
        await play_out(players, random.Random(seed))
        await onlooker.until(lambda p: p.over)
        assert "hand" not in onlooker.view and "offer" not in onlooker.view
        assert players[0].about["over"]["result"] == players[1].about["over"]["result"]
        text = (await get(server, f"/v1/matches/{match}/record", ann)).text
        file = tmp_path / "match.jsonl"
        file.write_text(text)
        found = record.read(text)
        record.verify(found)
        assert found.tags["dice hash"] == published
        for receipt in receipts:
            done = CliRunner().invoke(cli, ["verify", str(file), "--hash", published, "--receipt", receipt])
            assert done.exit_code == 0, done.output
        assert CliRunner().invoke(cli, ["verify", str(file), "--hash", "0" * 64]).exit_code == 1
        assert CliRunner().invoke(cli, ["verify", str(file), "--receipt", "0" * 64]).exit_code == 1
        await close(onlooker, *players)
        truth = (await get(server, f"/v1/matches/{match}/truth/10", bob)).json()
        assert len(truth["state"]["hands"]) == 2
        lines = text.splitlines()
        dice = next((i for i, line in enumerate(lines) if line.startswith("[-1,")), None)
        if dice is None:
            return False
        row = json.loads(lines[dice])
        row[1][0] = (row[1][0] + 1) % 6
        file.write_text("\n".join([*lines[:dice], json.dumps(row), *lines[dice + 1 :]]) + "\n")
        assert CliRunner().invoke(cli, ["verify", str(file)]).exit_code == 1
        return True

    assert any(asyncio.run(run(seed)) for seed in range(20)), "no match had dice"


def test_who_comes_back_gets_what_was_missed(server: Server) -> None:
    async def run() -> None:
        ann, _bob, match, (first, second) = await two(server)
        await play_out([first, second], random.Random(1), 8)
        await first.until(lambda p: "offer" in p.view)
        since = first.seq
        first.keep = True
        await play_out([first, second], random.Random(2), 20)
        await first.hear_all()
        heard = [event for frame in map(json.loads, first.frames) for event in _events(frame)]
        again = await sit(server, match, ann, f"?since={since}")
        await again.until(lambda p: p.view)
        assert again.seq == first.seq
        assert again.view["events"] == heard
        assert {**again.view, "events": []} == {**first.view, "events": []}
        ages_ago = await sit(server, match, ann, "?since=1")
        await ages_ago.until(lambda p: p.view)
        history = (await get(server, f"/v1/matches/{match}/history", ann)).json()["messages"]
        assert [number for number, *_ in history] == list(range(1, first.seq + 1))
        assert [event for number, events in history if number > since for event in events] == heard
        for seq in (1, since, first.seq):
            told = (await get(server, f"/v1/matches/{match}/replay/{seq}", ann)).json()
            assert told[1] == seq
        assert {**told[2], "events": [], "undo": first.view["undo"]} == {**first.view, "events": []}  # a replay says nothing of undo
        assert (await get(server, f"/v1/matches/{match}/replay/{seq + 1}", ann)).status_code == 404
        await close(first, second, again, ages_ago)

    asyncio.run(run())


def _events(frame: list[Any]) -> list[Any]:
    if frame[0] == "view":
        return list(frame[2]["events"])
    return list(frame[4]["events"]) if frame[0] == "ok" and len(frame) == 6 else []


def test_differences_add_up_to_the_whole(server: Server) -> None:
    async def run() -> None:
        ann, _, match, players = await two(server, options={"turns": 3})
        watchers = [await sit(server, match, who, "?differences=1") for who in (ann, None)]
        kept = [watcher.view for watcher in watchers]
        shorter = 0
        rnd = random.Random(2)
        while not players[0].over:
            await play_out(players, rnd, 1)
            for player in (*players, *watchers):
                await player.hear_all()
            for n, watcher in enumerate(watchers):
                view = watcher.view
                if "since" in view:
                    shorter += 1
                    assert view["since"] == watcher.seq - 1
                    for part in ("table", "hand"):
                        if part in view:
                            kept[n][part] = {**kept[n][part], **view[part]}
                else:
                    kept[n] = view
            assert kept[0]["table"] == players[0].view["table"] == kept[1]["table"]
            assert kept[0]["hand"] == players[0].view["hand"]
        assert shorter > 10
        await close(*players, *watchers)

    asyncio.run(run())


def test_secret_steps_of_others_cause_no_message(server: Server) -> None:
    async def run() -> None:
        _, _, _match, (first, second) = await two(server)
        before = second.seq
        await first.do()  # names one of two dummies: nobody else's business
        await second.hear_all()
        assert second.seq == before
        await first.do()  # the second one: now the table shows that this seat has answered
        await second.until(lambda p: p.seq == before + 1)
        assert second.view["table"]["pending"] == [1]
        assert second.about["seals"][0] and not second.about["seals"][1]
        await close(first, second)

    asyncio.run(run())


def test_the_same_message_again_gets_the_same_answer(server: Server) -> None:
    async def run() -> None:
        ann, _, match, (first, second) = await two(server)
        rnd = random.Random(5)
        sent: list[tuple[str, int, list[int]]] = []
        answers: dict[str, str] = {}
        for n in range(6):
            said, ask, action = f"m{n}", first.view.get("ask", 0), first.view.get("offer", [[0]])[0]
            if "offer" not in first.view:
                await second.do()
                await first.hear_all()
                continue
            sent.append((said, ask, action))
            answers[said] = (await first.ask("do", ask, action, said=said))[2]
            for said, ask, action in rnd.choices(sent, k=rnd.randrange(5)):
                again = await first.ask("do", ask, action, said=said)
                assert again[0] == "ok" and again[2] == answers[said]
        assert len(sent) >= 2
        by_http = await post(server, f"/v1/matches/{match}/decisions", {"id": sent[0][0], "ask": sent[0][1], "action": sent[0][2]}, ann)
        assert by_http.json()["receipt"] == answers[sent[0][0]]
        fresh = await first.ask("do", sent[0][1], sent[0][2])
        assert fresh[0] == "no" and fresh[2]["key"] in ("stale", "not-awaited")
        await close(first, second)

    asyncio.run(run())


def test_what_is_refused_to_one_causes_no_message_to_others(server: Server) -> None:
    """Also where a worker looks at the store before it refuses."""

    async def run() -> None:
        _, _, _, players = await two(server, terms={"clock": {"kind": "fischer", "seconds": 600, "increment": 5}})
        for _ in range(4):  # from then on the store holds a deadline that the room has not read
            await next(player for player in players if "offer" in player.view).do()
            for player in players:
                await player.hear_all()
        players[1].keep = True
        for _ in range(3):
            assert (await players[0].ask("do", players[0].view["ask"], [99]))[0] == "no"
        await players[1].hear_all()
        assert [frame for frame in players[1].frames if not frame.startswith(('["pong"', '["present"'))] == []
        await close(*players)

    asyncio.run(run())


def test_undo_takes_back_what_nobody_has_learned(server: Server) -> None:
    async def run() -> None:
        _, _, _, (first, second) = await two(server)
        start = first.view["hand"]
        assert (await first.ask("call", "undo"))[2]["key"] == "undo-nothing"
        await first.do()
        assert first.view["hand"] != start
        assert (await first.ask("call", "undo"))[0] == "ok"
        assert first.view["hand"]["kind"] == start["kind"]
        assert first.view["events"] == [[-5, 0]]
        await first.do()
        await first.do()
        for _ in range(2):
            await second.do()
        await first.until(lambda p: "offer" in p.view)
        assert (await first.ask("call", "undo"))[2]["key"] == "undo-passed"
        await close(first, second)

    asyncio.run(run())


def test_undo_by_consent(server: Server) -> None:
    async def run() -> None:
        _, _, _, (first, second) = await two(server, terms={"undo": "ask"})
        await first.do()
        taken = first.view["hand"]["kind"]
        assert (await first.ask("call", "undo"))[0] == "ok"
        assert first.view["hand"]["kind"] == taken
        await second.until(lambda p: p.info["match"]["affairs"].get("undo") == 0)
        assert (await second.ask("call", "refuse-undo"))[0] == "ok"
        assert (await second.ask("call", "allow-undo"))[2]["key"] == "no-undo-asked"
        await first.ask("call", "undo")
        assert (await second.ask("call", "allow-undo"))[0] == "ok"
        await first.until(lambda p: p.view["hand"]["kind"] != taken)
        never = (await two(server, terms={"undo": "never"}))[3]
        await never[0].do()
        assert (await never[0].ask("call", "undo"))[2]["key"] == "cannot-undo"
        await close(first, second, *never)

    asyncio.run(run())


def test_draw_resignation_and_rematch(server: Server) -> None:
    async def run() -> None:
        ann, bob, _match, (first, second) = await two(server)
        await first.ask("call", "draw")
        await second.until(lambda p: p.view["table"]["draw_offers"] == 1)
        await second.ask("call", "no-draw")
        await first.until(lambda p: p.view["table"]["draw_offers"] == 0)
        await first.ask("call", "draw")
        await second.ask("call", "draw")
        await first.until(lambda p: p.over)
        assert first.about["over"]["result"] == [0, 0]
        assert (await first.ask("call", "resign"))[2]["key"] == "match-over"
        await first.ask("call", "rematch")
        assert "next" not in first.info["match"]["affairs"]
        await second.ask("call", "rematch")
        await first.until(lambda p: p.info["match"]["affairs"].get("next"))
        following = first.info["match"]["affairs"]["next"]
        again = [await sit(server, following, ann), await sit(server, following, bob)]
        assert [player.info["seat"] for player in again] == [1, 0]
        await again[0].ask("call", "resign")
        await again[1].until(lambda p: p.over)
        assert again[1].about["over"]["result"] == [1000, -1000]
        await close(first, second, *again)

    asyncio.run(run())


def test_talk_reaches_whom_it_is_meant_for(server: Server) -> None:
    async def run() -> None:
        _ann, bob, match, (first, second) = await two(server)
        async with http() as client:
            eve = await enter(client, server, "Eve")
        onlooker = await sit(server, match, eve)
        await first.ask("say", "all", "hello all")
        await first.ask("say", "seat:1", "hello Bob")
        await first.ask("say", "team", "hello me")
        await onlooker.ask("say", "onlookers", "hello onlookers")
        assert (await onlooker.ask("say", "all", "pst"))[2]["key"] == "no-talk"
        assert (await first.ask("say", "onlookers", "pst"))[2]["key"] == "no-talk"
        assert (await first.ask("say", "seat:7", "pst"))[2]["key"] == "no-such-channel"
        assert (await first.ask("say", "all", " "))[2]["key"] == "bad-text"
        await second.until(lambda p: len(p.talk) == 2)
        await onlooker.until(lambda p: len(p.talk) == 2)
        assert [item["text"] for item in first.talk] == ["hello all", "hello Bob", "hello me"]
        assert [item["text"] for item in second.talk] == ["hello all", "hello Bob"]
        assert [item["text"] for item in onlooker.talk] == ["hello all", "hello onlookers"]
        later = await sit(server, match, bob)
        await later.until(lambda p: len(p.talk) == 2)
        said = (await get(server, f"/v1/matches/{match}/talk", eve)).json()["talk"]
        pages = [(await get(server, f"/v1/matches/{match}/talk?limit=1&since={n}", eve)).json() for n in range(2)]
        assert [page["talk"][0]["text"] for page in pages] == ["hello all", "hello onlookers"] and [page["cursor"] for page in pages] == [
            1,
            None,
        ]
        assert [item["text"] for item in said] == ["hello all", "hello onlookers"]
        quiet = (await two(server, terms={"chat": "none"}))[3]
        assert (await quiet[0].ask("say", "all", "hm"))[2]["key"] == "no-talk"
        await close(first, second, onlooker, later, *quiet)

    asyncio.run(run())


def test_onlookers_with_a_delay_are_behind_until_the_end(server: Server) -> None:
    async def run() -> None:
        _, _, match, players = await two(server, options={"turns": 2}, terms={"delay": 3})
        onlooker = await sit(server, match, None)
        first = onlooker.view
        await play_out(players, random.Random(4), 4)  # both have hidden: two changes of the table
        await onlooker.hear_all()
        assert onlooker.view == first
        assert (await get(server, f"/v1/matches/{match}/replay/1")).status_code == 403
        assert (await get(server, f"/v1/matches/{match}/view")).json()[2] == first
        await play_out(players, random.Random(4))
        await onlooker.until(lambda p: p.over)
        assert onlooker.view["table"] == players[0].view["table"]
        await close(onlooker, *players)

    asyncio.run(run())


def test_hot_seat_and_devices_and_codes(server: Server) -> None:
    async def run() -> None:
        async with http() as client:
            ann, phone, eve = [await enter(client, server, name) for name in ("Ann", "Phone", "Eve")]
            made = await ann.call(
                client, "POST", "/v1/matches", {"game": "picket", "places": [{"kind": "me"}, {"kind": "me"}], "public": False}
            )
            match = made["id"]
            both = [await sit(server, match, ann, f"?seat={seat}") for seat in (0, 1)]
            assert [player.view["hand"]["seat"] for player in both] == [0, 1]
            assert (await get(server, f"/v1/matches/{match}", eve)).status_code == 404
            assert (await get(server, f"/v1/matches/{match}/seats/0/qr", eve)).status_code == 404
            code = await get(server, f"/v1/matches/{match}/seats/1/qr", ann)
            assert code.status_code == 200 and "<svg" in code.text
            link = (await get(server, f"/v1/matches/{match}/seats/1/link", ann)).json()["url"].rpartition("#")[2]
            joined = await phone.call(client, "POST", "/v1/join", {"link": link})
            assert joined == {"match": match, "seat": 1}
            assert (await post(server, "/v1/join", {"link": link}, eve)).status_code == 404  # a link opens once
            device = await sit(server, match, phone)
            assert device.view["hand"]["seat"] == 1
            answer = await device.do()
            assert answer[0] == "ok"
            await both[1].until(lambda p: p.seq == device.seq)
            assert both[1].view["hand"] == device.view["hand"]
        await close(device, *both)

    asyncio.run(run())


def test_of_many_who_want_the_last_seat_one_gets_it(server: Server) -> None:
    async def run() -> None:
        async with http() as client:
            ann = await enter(client, server, "Ann")
            people = [await enter(client, server, f"P{n}") for n in range(50)]
            match = await open_match(client, [ann])
            answers = await asyncio.gather(*(post(server, f"/v1/matches/{match}/join", {}, person) for person in people))
            assert sorted(answer.status_code for answer in answers) == [200] + [409] * 49
            info = (await get(server, f"/v1/matches/{match}")).json()
            assert info["state"] == "running"

    asyncio.run(run())


def test_the_lobby_shows_what_is_open_page_by_page(server: Server) -> None:
    async def run() -> None:
        async with http() as client:
            ann = await enter(client, server, "Ann")
            made = [await open_match(client, [ann], terms={"title": f"no {n}"}) for n in range(5)]
            hidden = await open_match(client, [ann], public=False)
            seen: list[str] = []
            cursor = ""
            while True:
                page = (await get(server, f"/v1/matches?state=open&limit=2{cursor}")).json()
                seen += [line["id"] for line in page["matches"]]
                if page["cursor"] is None:
                    break
                cursor = f"&cursor={page['cursor']}"
            assert len(seen) == len(set(seen))
            assert set(made) <= set(seen) and hidden not in seen
            mine = (await get(server, "/v1/matches?mine=true&limit=100", ann)).json()["matches"]
            assert {line["id"] for line in mine} == {*made, hidden}
            assert (await get(server, "/v1/matches?cursor=x")).json()["key"] == "bad-cursor"
            left = await client.delete(server.url + f"/v1/matches/{made[0]}/seat", headers=ann.headers)
            assert left.status_code == 204
            assert made[0] not in [line["id"] for line in (await get(server, "/v1/matches?limit=100")).json()["matches"]]

    asyncio.run(run())


def test_bots_play_and_can_be_seated_later(server: Server) -> None:
    async def run() -> None:
        async with http() as client:
            ann = await enter(client, server, "Ann")
            match = await open_match(client, [ann], options={"turns": 2})
            assert (await post(server, f"/v1/matches/{match}/seats/1/bot", {"bot": "nobody"}, ann)).json()["key"] == "no-such-bot"
            assert (await post(server, f"/v1/matches/{match}/seats/1/bot", {"bot": "greedy"}, ann)).status_code == 200
            player = await sit(server, match, ann)
            await player.until(lambda p: p.view)
            while not player.over:
                await player.until(lambda p: "offer" in p.view or p.over)
                if not player.over:
                    await player.do()
            await player.close()
            match = await open_match(client, [ann], options={"turns": 2}, places=[{"kind": "bot", "bot": "greedy"}, {"kind": "bot"}])
            onlooker = await sit(server, match, None)
            await onlooker.until(lambda p: p.over)
            await onlooker.close()

            async def rated() -> bool:  # the rating follows the end of the match
                table = (await get(server, "/v1/ratings/picket")).json()["ratings"]
                return {"bot:greedy", "bot:random"} <= {line["user"] for line in table}

            await eventually(rated)

    asyncio.run(run())


def test_programs_play_over_http(server: Server) -> None:
    """The Bot API: wait for turns, answer them."""

    async def run() -> None:
        async with http() as client:
            ann, bob = await enter(client, server, "Ann"), await enter(client, server, "Bob")
            match = await open_match(client, [ann, bob], options={"turns": 2})
            for _ in range(200):
                for person in (ann, bob):
                    for turn in (await get(server, "/v1/turns?wait=0.2", person)).json():
                        view = turn["message"][2]
                        body = {"id": f"{view['ask']}", "ask": view["ask"], "action": view["offer"][-1], "seat": turn["seat"]}
                        assert (await post(server, f"/v1/matches/{turn['match']}/decisions", body, person)).status_code == 200
                if (await get(server, f"/v1/matches/{match}")).json()["state"] == "over":
                    break
            else:
                raise AssertionError("the match did not end")
            lines = [json.loads(line) for line in (await get(server, f"/v1/matches/{match}/stream", ann)).text.splitlines()]
            assert [line[0] for line in lines] == ["match", "view"]

    asyncio.run(run())


def test_a_match_streams_as_lines(server: Server) -> None:
    async def run() -> None:
        ann, _, match, players = await two(server, options={"turns": 1})
        kinds: list[str] = []

        async def read() -> None:
            async with http() as client, client.stream("GET", server.url + f"/v1/matches/{match}/stream", headers=ann.headers) as response:
                async for line in response.aiter_lines():
                    kinds.append(json.loads(line)[0])

        reading = asyncio.create_task(read())
        await eventually(lambda: len(kinds) == 2)
        await play_out(players, random.Random(8))
        await asyncio.wait_for(reading, PATIENCE)
        assert kinds[:2] == ["match", "view"] and len(kinds) > 5
        await close(*players)

    asyncio.run(run())


def test_the_library_tells_of_every_game(server: Server) -> None:
    async def run() -> None:
        lines = (await get(server, "/v1/games")).json()
        assert [line["name"] for line in lines] == games.names()
        for name in games.names():
            card = (await get(server, f"/v1/games/{name}")).json()
            assert card["verbs"] and card["events"] and "random" in card["bots"]
            assert (await get(server, f"/v1/games/{name}/texts/en")).json()["verb"]
            assert (await get(server, f"/v1/games/{name}/rulebook")).status_code == 200
        assert (await get(server, "/v1/games/chess")).json()["key"] == "unknown-name"
        assert (await get(server, "/v1/games/picket/texts/xx")).json()["key"] == "no-such-language"

    asyncio.run(run())
