"""Every seat's hand gets a secret word of its own; then all that leaves the server is searched for the words of others.

Frames, streams, every GET route there is, errors, exports, the Bot API, requests to bots, mails, webhooks, logs.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from doors import Door, too_early
from mistakes import DEAF_DOOR, let_in_unasked, make_mistakes, show_unasked
from tables import PATIENCE, Guest, Player, eventually, sit
from tests.server.accounts.conftest import House, running
from tests.server.accounts.test_notify import Hook
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sandtable import games
from sandtable.core.sim import playout
from sandtable.server import archive, bots, chronicle, matches, notify, sockets, telling, turns
from sandtable.server.accounts import letters
from sandtable.server.errors import Problem
from sandtable.server.holding import Holding
from sandtable.server.logging import JsonLines
from sandtable.server.room import Room
from sandtable.store import matches as tables
from sandtable.wire import plain

WORD = re.compile(r"canary(\d+)x")
BOX = 99


def plant(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word in every hand, and one in the box."""
    real, real_state = plain.dump, plain.dump_state

    def dump_bytes(thing: Any) -> bytes:
        found = real(thing)
        return plain.encode({**found, "canary": f"canary{thing.seat}x"} if hasattr(thing, "asked") else found)

    def dump_state(state: Any) -> Any:
        found = real_state(state)
        hands = [{**hand, "canary": f"canary{seat}x"} for seat, hand in enumerate(found["hands"])]
        return {**found, "hands": hands, "box": f"canary{BOX}x"}

    monkeypatch.setattr(chronicle, "dump_bytes", dump_bytes)
    monkeypatch.setattr(archive, "dump_state", dump_state)


class Scene:
    """A match of people with accounts, who are told by mail and webhook."""

    def __init__(self, house: House, hook: Hook, name: str) -> None:
        self.house, self.hook = house, hook
        self.game = games.load(name)
        self.server: Any = SimpleNamespace(port=house.settings.port, url=house.url)
        self.browsers = [house.register(f"p{seat}@example.org", f"P{seat}") for seat in range(self.game.seats)]
        for browser in self.browsers:
            browser.patch("/v1/account", json={"webhook_url": f"http://127.0.0.1:{hook.port}/x"})
        self.people = [Guest(self.server, "", house.token(browser, "play", "watch")) for browser in self.browsers]
        made = self.browsers[0].post("/v1/matches", json={"game": name, "seats": self.game.seats, "places": [{}] * self.game.seats}).json()
        self.match, self.link = made["id"], made["link"]
        self.heard: dict[int, list[tuple[str, str]]] = {seat: [] for seat in range(-1, self.game.seats)}  # by seat: by which way, what
        self.ghosts = [house.register(f"g{n}@example.org", f"G{n}") for n in range(2)]
        self.threads: list[threading.Thread] = []
        self.haunt()
        self.leaks = asyncio.run(self.knock())

    def haunt(self) -> None:
        """Somebody sits on seat 1 with socket, stream and a further device, and leaves; nobody of them closes anything."""
        for headers in self.sit_down():
            for work in (self.listen, self.read):
                begun = threading.Event()
                self.threads.append(threading.Thread(target=work, args=(headers, begun), daemon=True))
                self.threads[-1].start()
                assert begun.wait(PATIENCE)
        self.ghosts[0].delete(f"/v1/matches/{self.match}/seat")

    def sit_down(self) -> list[dict[str, str]]:
        """One takes seat 1 and lets the other in."""
        holder, device = self.ghosts
        assert holder.post(f"/v1/matches/{self.match}/join", json={"seat": 1}).status_code == 200
        link = holder.get(f"/v1/matches/{self.match}/seats/1/link").json()["url"].partition("#")[2]
        assert device.post("/v1/join", json={"link": link}).status_code == 200
        return [{"Authorization": f"Bearer {self.house.token(ghost, 'play', 'watch')}"} for ghost in self.ghosts]

    async def knock(self) -> set[str]:
        """They sit there once more, and their sockets are at the door when the seat is given up and the match begins."""
        headers = await asyncio.to_thread(self.sit_down)
        door = Door(self.house.app.state.rooms, self.house.loop, self.server.port, self.match, 1)

        async def join() -> None:
            path = f"/v1/matches/{self.match}/join"
            joining = [asyncio.to_thread(browser.post, path, json={"seat": seat}) for seat, browser in enumerate(self.browsers)]
            assert {answer.status_code for answer in await asyncio.gather(*joining)} == {200}

        async def leave() -> None:
            await asyncio.to_thread(self.ghosts[0].delete, f"/v1/matches/{self.match}/seat")

        knockers = await door.keep_waiting(headers, leave, join, lambda seats: all(place["kind"] == "person" for place in seats))
        for knocker in knockers:
            self.heard[-1] += [("ghost at the door", frame) for frame in knocker.frames]
        return await door.signs() | {"told too early" for knocker in knockers if too_early(knocker.frames)}

    def listen(self, headers: dict[str, str], begun: threading.Event) -> None:
        url = f"ws://127.0.0.1:{self.server.port}/v1/matches/{self.match}/socket?seat=1"
        with contextlib.suppress(ConnectionClosed), connect(url, additional_headers=headers, compression=None) as socket:
            for frame in socket:
                self.heard[-1].append(("ghost's socket", str(frame)))
                begun.set()

    def read(self, headers: dict[str, str], begun: threading.Event) -> None:
        url = f"{self.house.url}/v1/matches/{self.match}/stream?seat=1"
        with contextlib.suppress(httpx.HTTPError), httpx.stream("GET", url, headers=headers, timeout=PATIENCE) as response:
            for line in response.iter_lines():
                self.heard[-1].append(("ghost's stream", line))
                begun.set()

    def play_by_programs(self, count: int) -> None:
        """The Bot API: nobody sits at the table, so mails and webhooks are sent."""
        rnd = random.Random(3)
        clients = [self.house.program(person.headers["Authorization"].split()[1]) for person in self.people]
        for n in range(count):
            seat, client = rnd.choice(list(enumerate(clients)))
            answer = client.get("/v1/turns")
            self.heard[seat].append(("turns", answer.text))
            for turn in answer.json()[:1]:
                view = turn["message"][2]
                body = {"id": f"p{n}", "ask": view["ask"], "action": rnd.choice(view["offer"])}
                gesture = {"id": f"g{n}", "ask": view["ask"] + 1, "actions": [[0], [77]]}
                for tried in (body, {**body, "id": "bad", "action": [77]}, gesture):
                    self.heard[seat].append(("decisions", client.post(f"/v1/matches/{self.match}/decisions", json=tried).text))

    async def play_by_sockets(self, count: int) -> None:
        players = [await sit(self.server, self.match, person) for person in self.people]
        everyone: list[Player] = [
            *players,
            await sit(self.server, self.match, None),
            await sit(self.server, self.match, None, "?differences=1"),
        ]
        for player in everyone:
            player.keep = True
            await player.socket.send('["view","again"]')
        async with httpx.AsyncClient(base_url=self.house.url, timeout=PATIENCE) as client:
            reading = [asyncio.create_task(self.stream(client, seat)) for seat in self.heard]
            await eventually(lambda: all(any(way == "stream" for way, _ in heard) for heard in self.heard.values()))
            rnd = random.Random(4)
            for _ in range(count):
                awaited = [player for player in players if "offer" in player.view]
                if not awaited or players[0].over:
                    await asyncio.sleep(0.01)
                    continue
                await self.decide(rnd.choice(awaited), rnd)
                for player in (rnd.choice(players), everyone[-1]):
                    await player.ask("do", rnd.choice((1, player.view.get("ask", 1))), [rnd.randrange(-9, 60), rnd.randrange(60)])
            assert not players[0].over, "the truth is open"
            for player in everyone:
                await player.hear_all()
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)
        for seat, player in zip([*range(self.game.seats), -1, -1], everyone, strict=True):
            for frame in player.frames:
                kind = json.loads(frame)[0]
                self.heard[seat].append((kind if kind in ("manner", "performed") else "socket", frame))
            await player.close()

    async def decide(self, player: Player, rnd: random.Random) -> None:
        """By an action or a gesture, sometimes to take it back; by turns the table answers or not."""
        if rnd.random() < 0.5:
            await player.do(rnd=rnd)
        else:
            await player.perform(rnd.sample(player.view["offer"], min(3, len(player.view["offer"]))), whole=rnd.random() < 0.3)
        if rnd.random() < 0.3:
            await player.ask("call", "undo")
        keys = [standing.key for standing in games.card(self.game.name).standings]
        await player.ask("manner", {"auto": rnd.random() < 0.7, "always": keys if rnd.random() < 0.3 else []})

    async def stream(self, client: httpx.AsyncClient, seat: int) -> None:
        headers = self.people[seat].headers if seat >= 0 else {}
        with contextlib.suppress(httpx.HTTPError):
            async with client.stream("GET", f"/v1/matches/{self.match}/stream", headers=headers) as response:
                async for line in response.aiter_lines():
                    self.heard[seat].append(("stream", line))

    def ask_everything(self) -> None:
        """Every GET route, whatever comes: new ones too."""
        values = {
            "match": self.match,
            "name": self.game.name,
            "game": self.game.name,
            "language": "en",
            "seq": "1",
            "count": "1",
            "seat": "0",
        }
        asked = 0
        for route in self.house.app.routes:
            if "GET" not in getattr(route, "methods", ()) or route.path_format.endswith("/stream") or "{path}" in route.path_format:
                continue
            path = route.path_format
            for key, value in values.items():
                path = path.replace("{" + key + "}", value)
            path = re.sub(r"\{\w+\}", "x", path)
            for seat, client in [*enumerate(self.browsers), *((-1, each) for each in (self.house.program(), *self.ghosts))]:
                for seat_word in ("", "0", "1", "onlooker") if route.path_format.startswith("/v1/matches/{") else ("",):
                    query = {"action": "[0]", "q": "b1", "samples": "1", **({"seat": seat_word} if seat_word else {})}
                    answer = client.get(path, params=query if "{match}" in route.path_format else {})
                    self.heard[seat].append((route.path_format, answer.text))
                    asked += 1
        assert asked > 150


@pytest.fixture
def hook() -> Iterator[Hook]:
    found = Hook()
    yield found
    found.close()


def lasts(game: Any) -> int:
    """Decisions of a short match, counted up to a hundred: while it is played nothing may be open."""
    found = [[seat for seat, _ in playout(game, seed, limit=400).inputs if seat >= 0] for seed in range(4)]
    return min(100, *map(len, found))


def find_leaks(name: str, tmp_path: Path, hook: Hook, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> set[str]:
    """The ways by which a word, the key of the dice, a link or a token reached somebody it was not meant for."""
    plant(monkeypatch)
    caplog.set_level("DEBUG")
    to_bots: list[tuple[int, str]] = []
    request = bots.Process.request

    async def watched(process: Any, message: dict[str, Any], seconds: float) -> Any:
        to_bots.append((message["seat"], plain.encode(message).decode()))
        return await request(process, message, seconds)

    monkeypatch.setattr(bots.Process, "request", watched)
    with running(tmp_path, webhook_private=True, bot_seconds=0.5) as house:
        scene = Scene(house, hook, name)
        lasting = lasts(scene.game)
        scene.play_by_programs(min(16, lasting // 5))
        asyncio.run(scene.play_by_sockets(min(25, lasting // 3)))
        scene.ask_everything()
        mails = [" ".join(mail) for mail in house.mails()]
        house.do(house.app.state.notifier.drain())
        key = house.app.state.rooms.rooms[scene.match].row["dice_key"].hex()
    for thread in scene.threads:  # with the server their lines end
        thread.join(PATIENCE)
    log = [JsonLines().format(record) for record in caplog.records if record.name.split(".")[0] in ("sandtable", "uvicorn", "litestar")]
    assert to_bots and any("Your turn" in mail for mail in mails) and hook.got and log
    leaks = scene.leaks | {f"bots: seat {seat}" for seat, text in to_bots if {int(word) for word in WORD.findall(text)} != {seat}}
    for seat, told in scene.heard.items():
        found = {int(word) for _, text in told for word in WORD.findall(text)}
        assert seat in found or seat < 0, "one's own word must be there, or nothing was tested"
        leaks |= {way for way, text in told if key in text or any(int(word) != seat for word in WORD.findall(text))}
    tokens = [person.headers["Authorization"].split()[1] for person in scene.people]
    calls = [json.dumps(headers) + body.decode() for headers, body in hook.got]
    for way, texts in (("mail", mails), ("webhook", calls), ("log", log)):
        if any(WORD.search(text) or any(each in text for each in (key, scene.link, *tokens)) for text in texts):
            leaks.add(way)
    return leaks


@pytest.mark.parametrize("name", games.names())
def test_a_hand_reaches_nobody_else(
    name: str, tmp_path: Path, hook: Hook, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert find_leaks(name, tmp_path, hook, monkeypatch, caplog) == set()


def blab(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake at every place where something leaves the server; each lets out the hand of seat 1, or what only the server knows."""
    word = "canary1x"
    notice, your_turn, call = chronicle.Witness.notice, letters.your_turn, notify.Notifier._start_call
    refuse, setting, info, export, pump = (
        sockets.Socket._refuse,
        bots.BotPool._setting,
        Room.info,
        Holding.export,
        matches._subscribe,
    )

    def log_hands(witness: Any, *args: Any) -> Any:
        message = notice(witness, *args)
        logging.getLogger("sandtable.server").info("told %s", witness.hand)
        return message

    async def export_more(*args: Any) -> Any:
        return {**await export(*args), "more": word}

    async def stream_more(room: Any, line: Any) -> None:
        await pump(room, line)
        line.put(plain.encode(["view", room.row["dice_key"].hex()]))

    async def owe_more(house: Any, me: Any) -> Any:
        return [*await owed(house, me), {"match": "", "message": [0, 0, {"ask": 0, "offer": [[0]]}], "more": word}]

    def manner_more(room: Any, seat: int) -> Any:
        return {**manner(room, seat), "more": word}

    def perform_more(answer: Any, said: str) -> Any:
        return [*words(answer, said), word] if answer.of else words(answer, said)

    async def gestures_more(pool: Any, *args: Any) -> Any:
        return {"subjects": [], "gestures": [], "wrong": "", "more": "canary0x canary1x"}

    owed, manner, words = turns._owed, Room.manner, telling.Answer.words
    monkeypatch.setattr(Room, "manner", manner_more)
    monkeypatch.setattr(telling.Answer, "words", perform_more)
    monkeypatch.setattr(bots.BotPool, "gestures", gestures_more)
    monkeypatch.setattr(chronicle.Witness, "notice", log_hands)
    monkeypatch.setattr(letters, "your_turn", lambda *args: (your_turn(*args)[0], your_turn(*args)[1] + word))
    monkeypatch.setattr(notify.Notifier, "_start_call", lambda self, url, key, body: call(self, url, key, body + word.encode()))
    monkeypatch.setattr(sockets.Socket, "_refuse", lambda self, said, error: refuse(self, said, Problem(409, "stale", word)))
    monkeypatch.setattr(bots.BotPool, "_setting", lambda *args: {**setting(*args), "more": "canary0x canary1x"})
    monkeypatch.setattr(Room, "info", lambda room: {**info(room), "more": word})
    monkeypatch.setattr(Holding, "export", export_more)
    monkeypatch.setattr(matches, "_subscribe", stream_more)
    monkeypatch.setattr(turns, "_owed", owe_more)


def test_who_left_a_seat_and_is_not_sent_away_is_found(
    tmp_path: Path, hook: Hook, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Lines that are not asked for their right again; devices that are not forgotten."""
    monkeypatch.setattr(Room, "dismiss_strangers", lambda room: None)

    async def forget_nothing(*args: Any) -> None:
        pass

    monkeypatch.setattr(tables, "clear_seat", forget_nothing)
    found = find_leaks("picket", tmp_path, hook, monkeypatch, caplog)
    assert found >= {"ghost's socket", "ghost's stream", "/v1/matches/{match}/view"}, found


def unasked(real: Any) -> Any:
    return lambda room, who, seat: None


@pytest.mark.parametrize(
    ("mistakes", "found"),
    [
        ([DEAF_DOOR], {"told too early"}),
        ([DEAF_DOOR, (sockets.Socket, "_show", show_unasked)], {"told too early", "ghost at the door"}),
        ([DEAF_DOOR, (Room, "check_holder", unasked)], {"told too early", "decided at the door"}),
        ([(sockets.Socket, "enter", let_in_unasked)], {"ghost at the door"}),
    ],
)
def test_who_waits_at_the_door_and_is_heard_is_found(
    mistakes: list[Any], found: set[str], tmp_path: Path, hook: Hook, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    make_mistakes(monkeypatch, *mistakes)
    leaks = find_leaks("picket", tmp_path, hook, monkeypatch, caplog)
    assert leaks == found


def test_planted_leaks_are_found(tmp_path: Path, hook: Hook, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Twelve mistakes at once, and every way of them is named."""
    blab(monkeypatch)
    found = find_leaks("picket", tmp_path, hook, monkeypatch, caplog)
    ways = {"log", "mail", "webhook", "socket", "stream", "turns", "/v1/account/export", "/v1/matches/{match}", "/v1/turns"}
    ways |= {"/v1/matches/{match}/gestures", "manner", "performed"}
    assert found >= ways and any(way.startswith("bots") for way in found), found
