"""Nothing leaks: twin worlds on a live server, for every game.

A match is written down; then one secret decision of another seat is replaced by another legal one.  As
long as a seat hears the same in both worlds, both are played on the server with the same dice, and all
that reaches that seat and an onlooker must be the same: content, number and order of frames, answers to
illegal requests, replays, histories, streams, exports.  And the lengths of frames to every seat must be the
same, to the one that decided otherwise as well: who sees encrypted traffic sees those.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import sqlite3
from typing import Any

import httpx
import pytest
from tables import Guest, Player, enter, eventually, http, sit

from sandtable import games
from sandtable.check.twins import inner_step, legal
from sandtable.check.walk import hearing, junk
from sandtable.core.match import Match
from sandtable.server import lobby, sockets
from sandtable.server.chronicle import ONLOOKER, Witness, story
from sandtable.server.dice import SealedDraw
from sandtable.server.errors import Problem
from sandtable.server.holding import Holding
from sandtable.server.lines import Line
from sandtable.server.room import Room
from sandtable.store import matches as tables
from sandtable.wire.view import view_bytes

KEY = bytes(range(32))
SEAL = re.compile(r'"[0-9a-f]{64}"')
KNOWLEDGE = ('["view"', '["ok"', '["no"')  # frames that hold what one seat knows
LENGTH = 60  # decisions of a match played on the server
Decision = tuple[int, tuple[int, ...]]


def written(game: Any, rnd: random.Random) -> list[Decision]:
    """The decisions of a random match with the sealed dice."""
    match = Match(game, SealedDraw(KEY))
    made: list[Decision] = []
    while match.state.table.pending and len(made) < LENGTH:
        seat = rnd.choice(match.state.table.pending)
        action = rnd.choice(game.actions(match.state.table, match.state.hands[seat]))
        match.play(seat, action)
        made.append((seat, action))
    return made


def twin(game: Any, made: list[Decision], watcher: int, rnd: random.Random) -> tuple[list[Decision], list[Decision]] | None:
    """The same match and one with another secret decision, as far as the watcher hears the same."""
    places = [n for n, (seat, _) in enumerate(made) if seat != watcher]
    rnd.shuffle(places)
    for place in places[:40]:
        one, two = Match(game, SealedDraw(KEY)), Match(game, SealedDraw(KEY))
        for seat, action in made[:place]:
            one.play(seat, action)
            two.play(seat, action)
        seat, action = made[place]
        others = [a for a in game.actions(two.state.table, two.state.hands[seat]) if a != action]
        if not others:
            continue
        changed = [*made[:place], (seat, rnd.choice(others)), *made[place + 1 :]]
        end = place
        while end < len(made) and same_step(game, one, two, made[end], changed[end], watcher):
            end += 1
        if end > place + 3:
            return made[:end], changed[:end]
    return None


def same_step(game: Any, one: Any, two: Any, left: Decision, right: Decision, watcher: int) -> bool:
    if not legal(game, one.state, *left) or not legal(game, two.state, *right):
        return False
    if inner_step(game, one.state, *left) != inner_step(game, two.state, *right):
        return False  # that a seat has finished its sealed answer may be seen
    news = one.play(*left), two.play(*right)
    heard = [[hearing(each, who) for who in (watcher, -1)] for each in news]
    if heard[0] != heard[1] or not one.state.table.pending or not two.state.table.pending:
        return False  # or the match is over, and the truth opens
    for who in (watcher, -1):
        pair = [view_bytes(game, m.state.table, None if who < 0 else m.state.hands[who], []) for m in (one, two)]
        assert pair[0] == pair[1], "the rules leak; tests/contract should have found this"
    return True


def kept(body: Any) -> list[Any]:
    """The items of an answer that is a list or holds one of matches."""
    return list(body) if isinstance(body, list) else list(body["matches"])


class Stream:
    """A match as lines, read by a program while it is played."""

    def __init__(self, client: httpx.AsyncClient, url: str, headers: dict[str, str]) -> None:
        self.lines: list[str] = []
        self.task = asyncio.get_running_loop().create_task(self._read(client, url, headers))

    async def _read(self, client: httpx.AsyncClient, url: str, headers: dict[str, str]) -> None:
        async with client.stream("GET", url, headers=headers) as response:
            async for line in response.aiter_lines():
                self.lines.append(line)

    async def begun(self) -> None:
        await eventually(lambda: len(self.lines) >= 2)

    async def end(self, seq: int) -> list[str]:
        """All lines up to the message of this number."""
        await eventually(lambda: any(line.startswith(f'["view",{seq},') for line in self.lines))
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        return self.lines


class World:
    """One of the two matches on the server."""

    def __init__(self, server: Any, people: list[Guest], watcher: int) -> None:
        self.server = server
        self.people = people
        self.watcher = watcher

    async def play(self, client: httpx.AsyncClient, game: Any, options: Any, made: list[Decision]) -> dict[str, Any]:
        wish = {"game": game.name, "seats": game.seats, "options": options}
        opened = await self.people[0].call(client, "POST", "/v1/matches", wish)
        self.match = opened["id"]
        for person in self.people[1:]:
            await person.call(client, "POST", f"/v1/matches/{self.match}/join", {})
        self.players = [await sit(self.server, self.match, person) for person in self.people]
        self.onlooker = await sit(self.server, self.match, None)
        everyone: list[Player] = [*self.players, self.onlooker]
        for player in everyone:
            player.keep = True
        me = self.people[self.watcher]
        streams = [Stream(client, f"{self.server.url}/v1/matches/{self.match}/stream", who) for who in (me.headers, {})]
        for stream in streams:
            await stream.begun()
        rnd = random.Random(5)
        refused: list[Any] = []
        for n, (seat, action) in enumerate(made):
            player = self.players[seat]
            ask = self.server.house.rooms[self.match].match.state.hands[seat].asked
            answer = await player.ask("do", ask, list(action), said=f"d{n}")
            assert answer[0] == "ok", answer
            if n % 7 == 3:
                refused += await self.nonsense(game, rnd)
        for player in everyone:  # frames come in order: after the answer to this all earlier ones are there
            await self.flush(player)
        found = await self.collect(client, refused)
        heard = [await stream.end(line.seq) for stream, line in zip(streams, (self.players[self.watcher], self.onlooker), strict=True)]
        found["streams"] = [[self.mask(line) for line in lines if not line.startswith('["present"')] for lines in heard]
        found["lengths"] = [[len(frame) for frame in player.frames if frame.startswith(KNOWLEDGE)] for player in everyone]
        for player in everyone:
            await player.close()
        return found

    async def flush(self, player: Player) -> None:
        count = len(player.frames)
        await player.socket.send('["ping","end"]')
        await player.until(lambda p: any(f.startswith('["pong","end"') for f in p.frames[count:]))

    async def nonsense(self, game: Any, rnd: random.Random) -> list[Any]:
        """Answers to illegal requests of the watcher and of the onlooker."""
        state = self.server.house.rooms[self.match].match.state
        mine = self.players[self.watcher]
        found = []
        for action in junk(game, _only(state, self.watcher), rnd):
            awaited = self.watcher in state.table.pending
            if action and not (awaited and game.refusal(state.table, state.hands[self.watcher], action) == ""):
                found.append((await mine.ask("do", state.hands[self.watcher].asked, list(action), said="junk"))[1:])
        found.append((await self.onlooker.ask("do", 1, [0], said="junk"))[1:])
        found.append((await mine.ask("do", 1, [0], said="old"))[1:])
        return found

    async def collect(self, client: httpx.AsyncClient, refused: list[Any]) -> dict[str, Any]:
        me = self.people[self.watcher]
        mine, public = self.players[self.watcher], self.onlooker
        base = f"{self.server.url}/v1/matches/{self.match}"
        answers = {}
        for path in ("/v1/turns", "/v1/account/export", "/v1/matches?mine=true"):
            answer = await client.get(self.server.url + path, headers=me.headers)
            mine_only = [item for item in kept(answer.json()) if item.get("match", item.get("id")) == self.match]
            for item in mine_only:
                if item.get("since") is not None:
                    assert item.pop("since") == self.last_change()
            answers[path, False] = (answer.status_code, self.mask(json.dumps(mine_only)), "")
            assert mine_only or path == "/v1/turns"
        for path in (
            "",
            "view",
            f"view?seat={self.watcher}",
            "history",
            "replay/1",
            f"replay/{mine.seq}",
            f"replay/{mine.seq + 1}",
            "truth/3",
            "record",
            "talk",
            "why?action=[0]",
            f"view?seat={(self.watcher + 1) % len(self.people)}",
        ):
            for who in (me.headers, None):
                answer = await client.get(f"{base}/{path}".rstrip("/"), headers=who)
                answers[path, who is None] = (answer.status_code, self.mask(answer.text), answer.headers.get("content-length"))
        return {
            "mine": [self.mask(frame) for frame in mine.frames if not frame.startswith('["present"')],
            "public": [self.mask(frame) for frame in public.frames if not frame.startswith('["present"')],
            "refused": refused,
            "answers": answers,
        }

    def last_change(self) -> int:
        """When the last decision was saved that onlookers heard of: a moment everybody knows."""
        match = self.server.house.rooms[self.match].match
        *_, (_, _, length) = story(match.game, match.inputs, ONLOOKER)
        moment = "SELECT started FROM matches WHERE id = ?" if length == 0 else 'SELECT at FROM inputs WHERE "match" = ? AND n = ?'
        with contextlib.closing(sqlite3.connect(self.server.database.removeprefix("sqlite:///"))) as connection:
            return int(connection.execute(moment, (self.match, length - 1)[: 1 + (length > 0)]).fetchone()[0])

    def mask(self, text: str) -> str:
        """Without what differs between any two matches: its name, the moment, seals (of fixed length)."""
        text = SEAL.sub('"seal"', text.replace(self.match, "MATCH"))
        text = re.sub(r'"(created|started|time|link|at|owner|user)": ?("[^"]*"|\d+)', r'"\1":"differs"', text)
        return re.sub(r'\["pong","end",\d+\]', '["pong"]', text)


def _only(state: Any, seat: int) -> Any:
    """For junk(): offers of other seats must not be looked at, they differ between the worlds."""

    class Own:
        table = state.table
        hands = [state.hands[seat]]

    return Own


PARTS = ("mine", "public", "refused", "answers", "streams", "lengths")


def compare_worlds(name: str, server: Any, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The ways by which two worlds can be told apart."""
    monkeypatch.setattr(lobby, "new_key", lambda: KEY)
    card = games.card(name)
    compared = 0
    told: set[str] = set()

    async def run() -> None:
        nonlocal compared
        for number, (seats, given) in enumerate(card.trials()[:2]):
            options = games.complete(card, given)
            game = games.load(name, seats, options)
            for seed in range(3):
                if compared > number:
                    break
                rnd = random.Random(seed * 100 + number)
                watcher = rnd.randrange(game.seats)
                found = twin(game, written(game, rnd), watcher, rnd)
                if found is None:
                    continue
                async with http() as client:
                    people = [await enter(client, server, f"P{seat}") for seat in range(game.seats)]
                    seen = [await World(server, people, watcher).play(client, game, options, made) for made in found]
                told.update(part for part in PARTS if part != "answers" and seen[0][part] != seen[1][part])
                left, right = (world["answers"] for world in seen)
                different = [path for path, public in left.keys() | right.keys() if left.get((path, public)) != right.get((path, public))]
                told.update("GET " + re.split(r"[/?](?=\d|seat)", path)[0] for path in different)
                compared += 1

    asyncio.run(run())
    assert compared, "no secret decision was found to replace"
    return told


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
    notice = Witness.notice

    def blabbing(witness: Any, game: Any, state: Any, news: Any, table: bytes) -> Any:
        message = notice(witness, game, state, news, table)
        witness.seq += sum(sum(hand.plot) for hand in state.hands) % 2 if message else 0
        return message

    planted.setattr(Witness, "notice", blabbing)


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


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (plant_in_every_frame, {"mine", "public", "streams", "GET view", "GET /v1/turns"}),
        (plant_number_of_frames, {"mine", "public", "streams"}),
        (plant_number_of_message, {"mine", "public", "streams", "GET view", "GET /v1/turns", "GET history", "GET replay"}),
        (plant_for_onlookers, {"public", "streams", "GET view"}),
        (plant_in_refusals, {"mine", "public", "refused"}),
        (plant_in_streams, {"streams"}),
        (plant_in_information, {"GET "}),
        (plant_in_exports, {"GET /v1/account/export"}),
    ],
)
def test_planted_leaks_are_caught(plant: Any, found: set[str], own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every way by which worlds are compared notices a mistake that is made there, and the others do not cry out for it."""
    plant(monkeypatch)
    caught = compare_worlds("picket", own_server, monkeypatch)
    assert caught == found


def test_planted_lengths_are_caught(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_server.house.settings, "padding", 1)  # lengths as they are
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
