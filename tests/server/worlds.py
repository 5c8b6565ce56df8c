"""Twin worlds on a live server.

A match is written down; then one secret decision of another seat is replaced by another legal one.  As
long as a seat hears the same in both worlds, both are played on the server with the same dice, and all
that reaches that seat and an onlooker must be the same: content, number and order of frames, answers to
illegal requests, replays, histories, streams, exports.  And the lengths of frames to every seat must be the
same, to the one that decided otherwise as well: who sees encrypted traffic sees those.

In both worlds the watcher has sat on another's seat before, and keeps open what was open there.  And a helper of whoever decides
otherwise is sent away right after that decision, with a socket at the door of the busy room.
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
from doors import Door, too_early
from tables import Guest, Player, enter, eventually, http, sit
from websockets.exceptions import ConnectionClosed

from sandtable import games
from sandtable.check.twins import inner_step, legal
from sandtable.check.walk import hearing, junk
from sandtable.core.match import Match
from sandtable.server import lobby
from sandtable.server.chronicle import ONLOOKER, story
from sandtable.server.dice import SealedDraw
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

    def __init__(self, server: Any, people: list[Guest], helper: Guest, watcher: int, parting: int) -> None:
        self.server = server
        self.parting = parting  # the number of the decision that differs
        self.people = people
        self.helper = helper
        self.watcher = watcher

    async def open(self, client: httpx.AsyncClient, wish: dict[str, Any]) -> None:
        """The watcher sits on another's seat first, with socket, stream and a helper's phone, and moves from there."""
        opened = await self.people[0].call(client, "POST", "/v1/matches", {**wish, "places": [{}] * wish["seats"]})
        self.match = opened["id"]
        path, me, other = f"/v1/matches/{self.match}", self.people[self.watcher], (self.watcher + 1) % wish["seats"]
        await me.call(client, "POST", f"{path}/join", {"seat": other})
        link = (await me.call(client, "GET", f"{path}/seats/{other}/link"))["url"].partition("#")[2]
        await self.helper.call(client, "POST", "/v1/join", {"link": link})
        self.ghosts = [await sit(self.server, self.match, who, f"?seat={other}") for who in (me, self.helper)]
        for ghost in self.ghosts:
            ghost.keep = True
        self.haunting = [Stream(client, f"{self.server.url}{path}/stream?seat={other}", who.headers) for who in (me, self.helper)]
        for stream in self.haunting:
            await eventually(lambda stream=stream: stream.lines)
        await me.call(client, "POST", f"{path}/join", {"seat": self.watcher, "move": True})
        for seat, person in enumerate(self.people):
            if seat != self.watcher:
                await person.call(client, "POST", f"{path}/join", {"seat": seat})

    async def haunted(self, client: httpx.AsyncClient) -> list[Any]:
        """All that came by what was open at a seat that has changed hands, and what is answered to whoever had it."""
        found: list[Any] = []
        for ghost in self.ghosts:
            with contextlib.suppress(ConnectionError, ConnectionClosed):
                await self.flush(ghost)
            found.append([self.mask(frame) for frame in ghost.frames if not frame.startswith(('["present"', '["pong"'))])
            await ghost.close()
        for stream in self.haunting:
            stream.task.cancel()
            await asyncio.gather(stream.task, return_exceptions=True)
            found.append([self.mask(line) for line in stream.lines if not line.startswith('["present"')])
        for path in ("view", "history", "notebook"):
            url = f"{self.server.url}/v1/matches/{self.match}/{path}?seat={(self.watcher + 1) % len(self.people)}"
            answer = await client.get(url, headers=self.helper.headers)
            found.append((answer.status_code, self.mask(answer.text)))
        return found

    async def play(self, client: httpx.AsyncClient, game: Any, options: Any, made: list[Decision]) -> dict[str, Any]:
        wish = {"game": game.name, "seats": game.seats, "options": options}
        await self.open(client, wish)
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
        found: dict[str, Any] = {}
        for n, (seat, action) in enumerate(made):
            player = self.players[seat]
            ask = self.server.house.rooms[self.match].match.state.hands[seat].asked
            answer = await player.ask("do", ask, list(action), said=f"d{n}")
            assert answer[0] == "ok", answer
            if n % 7 == 3:
                refused += await self.nonsense(game, rnd)
            if n == self.parting:
                found["doors"] = await self.knock(client, seat)
        for player in everyone:  # frames come in order: after the answer to this all earlier ones are there
            await self.flush(player)
        found |= await self.collect(client, refused)
        heard = [await stream.end(line.seq) for stream, line in zip(streams, (self.players[self.watcher], self.onlooker), strict=True)]
        found["streams"] = [[self.mask(line) for line in lines if not line.startswith('["present"')] for lines in heard]
        found["ghosts"] = await self.haunted(client)
        found["lengths"] = [[len(frame) for frame in player.frames if frame.startswith(KNOWLEDGE)] for player in everyone]
        for player in everyone:
            await player.close()
        return found

    async def knock(self, client: httpx.AsyncClient, seat: int) -> list[Any]:
        """What a device hears at the door that its holder sends away meanwhile, and what it leaves behind."""
        path, holder = f"/v1/matches/{self.match}", self.people[seat]
        link = (await holder.call(client, "GET", f"{path}/seats/{seat}/link"))["url"].partition("#")[2]
        await self.helper.call(client, "POST", "/v1/join", {"link": link})
        door = Door(self.server.house, self.server.loop, self.server.port, self.match, seat)
        door.behind = 1  # a decision that counts would change the worlds

        async def send_away() -> None:
            await holder.call(client, "DELETE", f"{path}/seats/{seat}/devices")

        (knocker,) = await door.keep_waiting([self.helper.headers], send_away)
        early = ["told too early"] if too_early(knocker.frames) else []
        return [[self.mask(frame) for frame in knocker.frames if not frame.startswith('["present"')], early, sorted(await door.signs())]

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


PARTS = ("mine", "public", "refused", "answers", "streams", "ghosts", "doors", "lengths")


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
                    helper = await enter(client, server, "Helper")
                    parting = next(n for n, (one, two) in enumerate(zip(*found, strict=True)) if one != two)
                    worlds = [World(server, people, helper, watcher, parting) for _ in found]
                    seen = [await world.play(client, game, options, made) for world, made in zip(worlds, found, strict=True)]
                told.update(part for part in PARTS if part != "answers" and seen[0][part] != seen[1][part])
                told.update("doors" for world in seen if any(world["doors"][1:]))  # alike in both, and more than anybody there may
                left, right = (world["answers"] for world in seen)
                different = [path for path, public in left.keys() | right.keys() if left.get((path, public)) != right.get((path, public))]
                told.update("GET " + re.split(r"[/?](?=\d|seat)", path)[0] for path in different)
                compared += 1

    asyncio.run(run())
    assert compared, "no secret decision was found to replace"
    return told
