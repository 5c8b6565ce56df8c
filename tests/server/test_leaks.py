"""Nothing leaks: twin worlds on a live server for every game, planted mistakes, and a search of everything that goes out."""

from __future__ import annotations

import asyncio
import json
import random
import re
from typing import Any

import pytest
from mistakes import DEAF_DOOR, let_in_unasked, make_mistakes, show_unasked
from tables import enter, http, sit
from worlds import compare_worlds

from sandtable import games
from sandtable.server import sockets
from sandtable.server.bots import BotPool
from sandtable.server.chronicle import Witness
from sandtable.server.errors import Problem
from sandtable.server.holding import Holding
from sandtable.server.lines import Line
from sandtable.server.room import Room
from sandtable.server.telling import Telling
from sandtable.store import matches as tables


@pytest.mark.parametrize("name", games.names())
def test_twin_worlds_look_the_same(name: str, own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare_worlds(name, own_server, monkeypatch) == set()


def secret(room: Any) -> int:
    return sum(sum(hand.kind) * 3 + sum(hand.plot) for hand in room.match.state.hands)


def plant_number_of_frames(planted: pytest.MonkeyPatch) -> None:
    deliver = Room.deliver

    def more(room: Any, *args: Any) -> None:
        deliver(room, *args)
        for lines in room.lines.values() if secret(room) % 2 else ():
            for line in lines:
                line.put(b'["match",{}]')

    planted.setattr(Room, "deliver", more)


def plant_number_of_message(planted: pytest.MonkeyPatch) -> None:
    notice, hear = Witness.notice, Witness.hear

    def blabbing(witness: Any, game: Any, state: Any, news: Any, table: bytes) -> Any:
        message = notice(witness, game, state, news, table)
        witness.seq += sum(sum(hand.plot) for hand in state.hands) % 2 if message else 0
        return message

    def retelling(witness: Any, state: Any, news: Any, table: bytes) -> Any:
        events = hear(witness, state, news, table)
        witness.seq += sum(sum(hand.plot) for hand in state.hands) % 2 if events is not None else 0
        return events

    planted.setattr(Witness, "notice", blabbing)
    planted.setattr(Witness, "hear", retelling)


def plant_in_every_frame(planted: pytest.MonkeyPatch) -> None:
    about = Room.about
    planted.setattr(Room, "about", lambda room: {**about(room), "pad": "x" * secret(room)})


def plant_for_onlookers(planted: pytest.MonkeyPatch) -> None:
    message = Witness.message

    def blabbing(witness: Any, game: Any, state: Any, news: Any) -> Any:
        found = message(witness, game, state, news)
        return found if witness.seat >= 0 else {**found, "pad": [(hand.kind, hand.plot) for hand in state.hands]}

    planted.setattr(Witness, "message", blabbing)


def plant_in_refusals(planted: pytest.MonkeyPatch) -> None:
    refuse = sockets.Socket._refuse
    planted.setattr(
        sockets.Socket, "_refuse", lambda socket, said, error: refuse(socket, said, Problem(409, "stale", f"{error} {secret(socket.room)}"))
    )


def plant_in_streams(planted: pytest.MonkeyPatch) -> None:
    """Where a program reads lines there is no socket below."""
    deliver = Room.deliver

    def more(room: Any, *args: Any) -> None:
        deliver(room, *args)
        for line in [line for lines in room.lines.values() for line in lines if type(line) is Line]:
            line.put(b'["view",%d]' % secret(room))

    planted.setattr(Room, "deliver", more)


def plant_in_information(planted: pytest.MonkeyPatch) -> None:
    info = Room.info
    planted.setattr(Room, "info", lambda room: {**info(room), "pad": secret(room) if room.match else 0})


def plant_in_exports(planted: pytest.MonkeyPatch) -> None:
    export = Holding.export

    async def more(holding: Any, connection: Any, user: str) -> Any:
        found = await export(holding, connection, user)
        for item in found["matches"]:
            item["decisions"] = [row.action for row in await tables.find_inputs(connection, item["id"])]
        return found

    planted.setattr(Holding, "export", more)


def plant_in_gestures(planted: pytest.MonkeyPatch) -> None:
    gestures = BotPool.gestures

    async def more(pool: Any, who: str, room: Any, *args: Any) -> Any:
        return {**await gestures(pool, who, room, *args), "pad": secret(room)}

    planted.setattr(BotPool, "gestures", more)


def plant_in_undo(planted: pytest.MonkeyPatch) -> None:
    """Whether something can be taken back follows from what others hold."""
    undo_key = Telling.undo_key
    planted.setattr(Telling, "undo_key", lambda room, seat: "undo-passed" if secret(room) % 2 else undo_key(room, seat))


def plant_lines_that_stay(planted: pytest.MonkeyPatch) -> None:
    planted.setattr(Room, "dismiss_strangers", lambda room: None)


def plant_devices_that_stay(planted: pytest.MonkeyPatch) -> None:
    async def forget_nothing(*args: Any) -> None:
        pass

    planted.setattr(tables, "clear_seat", forget_nothing)


def plant_hearing_at_the_door(planted: pytest.MonkeyPatch) -> None:
    make_mistakes(planted, DEAF_DOOR)


def plant_showing_at_the_door(planted: pytest.MonkeyPatch) -> None:
    make_mistakes(planted, DEAF_DOOR, (sockets.Socket, "_show", show_unasked))


def plant_a_right_of_yesterday(planted: pytest.MonkeyPatch) -> None:
    make_mistakes(planted, (sockets.Socket, "enter", let_in_unasked))


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (plant_in_every_frame, {"mine", "public", "streams", "GET view", "GET /v1/turns"}),
        (plant_number_of_frames, {"mine", "public", "streams"}),
        (plant_number_of_message, {"mine", "public", "streams", "GET view", "GET /v1/turns", "GET history", "GET replay"}),
        (plant_for_onlookers, {"public", "streams", "GET view"}),
        (plant_in_refusals, {"mine", "public", "refused"}),
        (plant_in_streams, {"streams"}),
        (plant_in_information, {"GET ", "mine", "public", "streams"}),
        (plant_in_exports, {"GET /v1/account/export"}),
        (plant_in_gestures, {"refused", "GET gestures"}),
        (plant_in_undo, {"mine", "refused", "streams", "GET view", "GET /v1/turns"}),
        (plant_lines_that_stay, {"ghosts"}),
        (plant_devices_that_stay, {"ghosts", "doors"}),
        (plant_hearing_at_the_door, {"doors"}),
        (plant_showing_at_the_door, {"doors"}),
        (plant_a_right_of_yesterday, {"doors"}),
    ],
)
def test_planted_leaks_are_caught(plant: Any, found: set[str], own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every way by which worlds are compared notices a mistake that is made there, and the others do not cry out for it."""
    plant(monkeypatch)
    caught = compare_worlds("picket", own_server, monkeypatch)
    assert caught == found


def test_planted_lengths_are_caught(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_server.house.settings, "padding", 1)  # lengths as they are
    monkeypatch.setattr(Telling, "least", lambda *_: 0)
    assert compare_worlds("company_war", own_server, monkeypatch) == {"lengths"}


@pytest.mark.parametrize("name", games.names())
def test_no_secret_in_any_frame_log_or_answer(name: str, own_server: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Dice keys, links, tokens and other seats' hands are searched in everything that goes out."""

    async def run() -> None:
        game = games.load(name)
        rnd = random.Random(7)
        async with http() as client:
            people = [await enter(client, own_server, f"P{seat}") for seat in range(game.seats)]
            wish = {"game": name, "seats": game.seats}
            match = (await people[0].call(client, "POST", "/v1/matches", wish))["id"]
            for person in people[1:]:
                await person.call(client, "POST", f"/v1/matches/{match}/join", {})
            players = [await sit(own_server, match, person) for person in people]
            everyone = [*players, await sit(own_server, match, None)]
            for player in everyone:
                player.keep = True
            room = own_server.house.rooms[match]
            for _ in range(80):
                awaited = [p for p in players if "offer" in p.view]
                if not awaited or players[0].over:
                    await asyncio.sleep(0.01)
                    continue
                await rnd.choice(awaited).do(rnd=rnd)
            for player in everyone:
                await player.hear_all()
            if not players[0].over:
                key = room.row["dice_key"].hex()
                links = [info["link"] for info in room.seats]
                texts = ["\n".join(player.frames) for player in everyone]
                for path in ("", "/view", "/history", "/talk", "/record", "/truth/1", "/stream?seat=9", "/replay/2"):
                    for person in people:
                        texts.append((await client.get(f"{own_server.url}/v1/matches/{match}{path}", headers=person.headers)).text)
                texts += [(await client.get(f"{own_server.url}{path}")).text for path in ("/v1/matches?limit=100", "/metrics", "/v1/turns")]
                texts.append(caplog.text)
                for text in texts:
                    assert key not in text and not any(link in text for link in links)
            for seat, player in enumerate(everyone):
                for frame in player.frames:
                    hands = re.findall(r'"hand":(\{.*?\})', frame)
                    assert all(json.loads(hand)["seat"] == seat for hand in hands)
                    assert seat < game.seats or '"offer"' not in frame
            tokens = [person.headers["Authorization"].split()[1] for person in people]
            assert not any(token in text for token in tokens for text in (caplog.text, *("\n".join(p.frames) for p in everyone)))
            for player in everyone:
                await player.close()

    caplog.set_level("INFO")
    caplog.set_level("DEBUG", logger="sandtable")
    asyncio.run(run())
