"""Twin worlds on a live server.

A match is written down; then one secret decision of another seat is replaced by another legal one.  As
long as a seat hears the same in both worlds, both are played on the server with the same dice, and all
that reaches that seat and an onlooker must be the same: content, number and order of frames, answers to
illegal requests, replays, histories, streams, exports.  And the lengths of frames to every seat must be the
same, to the one that decided otherwise as well: who sees encrypted traffic sees those.

Decisions come in gestures, and the table answers questions with one answer for everybody.  Now and then the watcher tries something,
looks at all it can ask for, takes it back and looks again.

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
from sandtable.core.fold import settle, undone
from sandtable.core.match import Match
from sandtable.server import lobby
from sandtable.server.chronicle import ONLOOKER, story
from sandtable.server.dice import SealedDraw
from sandtable.server.manner import Manner, find_answer
from sandtable.wire.view import view_bytes

KEY = bytes(range(32))
SEAL = re.compile(r'"[0-9a-f]{64}"')
KNOWLEDGE = ('["view"', '["ok"', '["performed"', '["no"')  # frames that hold what one seat knows
LENGTH = 60  # decisions of a match played on the server
Decision = tuple[int, tuple[int, ...]]


def written(game: Any, rnd: random.Random) -> list[Decision]:
    """The decisions of a random match with the sealed dice."""
    match = Match(game, SealedDraw(KEY))
    made: list[Decision] = []
    answer_on(game, match)
    while match.state.table.pending and len(made) < LENGTH:
        seat = rnd.choice(match.state.table.pending)
        action = rnd.choice(game.choices(match.state.table, match.state.hands[seat]))
        match.play(seat, action)
        answer_on(game, match)
        made.append((seat, action))
    return made


def answer_on(game: Any, match: Any) -> list[Any]:
    """What the table answers by itself, as on the server; what is heard of it."""
    news: list[Any] = []
    while True:
        due = [(seat, find_answer(game, match.state, seat, Manner(True))) for seat in match.state.table.pending]
        found = [(seat, action) for seat, action in due if action is not None]
        if not found:
            return news
        news = [*news, *match.play(*found[0])]


def gestures_in(game: Any, worlds: tuple[list[Decision], list[Decision]], parting: int) -> list[int]:
    """Where gestures of up to four decisions of one seat end that are played whole in both worlds.  The decision that differs is one of
    its own.  (That a seat sends something, and how often, is seen anyway.)"""
    matches = [Match(game, SealedDraw(KEY)) for _ in worlds]
    ends, n = [], 0
    for match in matches:
        answer_on(game, match)
    while n < len(worlds[0]):
        seat, end = worlds[0][n][0], n + 1
        while end < min(len(worlds[0]), n + 4) and worlds[0][end][0] == seat and parting not in (end, end - 1):
            end += 1
        for match, made in zip(matches, worlds, strict=True):
            trial = Match(game, SealedDraw(KEY))
            trial.resume(match.inputs)
            trial.draw.rolled = match.draw.rolled  # type: ignore[attr-defined]
            trial.perform(seat, trial.state.hands[seat].asked, [action for _, action in made[n:end]])
            end = min(end, n + trial.played)
        for match, made in zip(matches, worlds, strict=True):
            match.perform(seat, match.state.hands[seat].asked, [action for _, action in made[n:end]])
            answer_on(game, match)
        ends.append(end)
        n = end
    return ends


def twin(game: Any, made: list[Decision], watcher: int, rnd: random.Random) -> tuple[list[Decision], list[Decision]] | None:
    """The same match and one with another secret decision, as far as the watcher hears the same."""
    places = [n for n, (seat, _) in enumerate(made) if seat != watcher]
    rnd.shuffle(places)
    for place in places[:40]:
        one, two = Match(game, SealedDraw(KEY)), Match(game, SealedDraw(KEY))
        for match in (one, two):
            answer_on(game, match)
            for seat, action in made[:place]:
                match.play(seat, action)
                answer_on(game, match)
        seat, action = made[place]
        others = [a for a in game.choices(two.state.table, two.state.hands[seat]) if a != action]
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
    news = [*one.play(*left), *answer_on(game, one)], [*two.play(*right), *answer_on(game, two)]
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

    def __init__(self, server: Any, people: list[Guest], helper: Guest, watcher: int, parting: int, ends: list[int]) -> None:
        self.server = server
        self.ends = ends  # of the gestures in which the decisions are played
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
        wish = {"game": game.name, "seats": game.seats, "options": options, "terms": {"rated": False}}  # else nobody is advised
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
        for player in self.players:
            assert (await player.ask("manner", {"auto": True}, said="m"))[0] == "ok"
        n = 0
        for number, end in enumerate(self.ends):
            seat, run = made[n][0], [list(action) for _, action in made[n:end]]
            ask = self.server.house.rooms[self.match].match.state.hands[seat].asked
            if len(run) == 1 and number % 2:
                answer = await self.players[seat].ask("do", ask, run[0], said=f"d{n}")
                assert answer[0] == "ok", answer
            else:
                answer = await self.players[seat].ask("perform", ask, run, number % 3 == 0, said=f"d{n}")
                assert answer[0] == "performed" and answer[3]["played"] == len(run), answer
            if number % 5 == 3:
                refused += await self.nonsense(game, rnd)
            if n <= self.parting < end:
                found["doors"] = await self.knock(client, seat)
            if seat == self.watcher:
                refused += await self.step_back(client)
            n = end
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

    async def step_back(self, client: httpx.AsyncClient) -> list[Any]:
        """The attack "try, look, take back": the watcher looks at all it can, takes its last gesture back, looks again, and plays it once
        more.  What it was told, offered and refused on the way."""
        mine = self.players[self.watcher]
        found: list[Any] = [mine.view.get("undo"), await self.look_about(client)]
        answer = await mine.ask("call", "undo", said=f"u{mine.seq}")
        found.append(answer[2] if answer[0] == "no" else answer[4])
        if answer[0] == "no":
            return found
        found.append(await self.look_about(client))
        inputs = self.server.house.rooms[self.match].match.inputs
        own = [list(action) for who, action in settle(inputs[:-1]) if who == self.watcher]
        run = own[len(own) - undone(inputs[-1][1]) :]  # what the table answered is taken back with it, or alone after a die
        again = await mine.ask("perform", mine.view["ask"], run, True, said=f"a{mine.seq}")
        assert again[0] == "performed" and again[3]["played"] == len(run), again
        return [*found, again[3]]

    async def look_about(self, client: httpx.AsyncClient) -> list[Any]:
        """All that a seat may ask for at a moment, beside its view."""
        mine, me = self.players[self.watcher], self.people[self.watcher]
        paths = [f"gestures?seen={mine.seq}", "look?q=b1", "why?action=[0]", "hint?tries=0&bot=random", "notebook?samples=2"]
        for action in mine.view.get("offer", [])[:1]:
            paths += [f"odds?samples=0&action={json.dumps(action)}", f"gestures?seen={mine.seq}&text=x"]
        found = []
        for path in paths:
            answer = await client.get(f"{self.server.url}/v1/matches/{self.match}/{path}", headers=me.headers)
            found.append((path.partition("?")[0], answer.status_code, self.mask(answer.text), answer.headers.get("content-length")))
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
            "gestures",
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
        room = self.server.house.rooms[self.match]
        *_, (_, _, length) = story(room.game, room.match.inputs, ONLOOKER, tied=room.tied)
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
                    ends = gestures_in(game, found, parting)
                    worlds = [World(server, people, helper, watcher, parting, ends) for _ in found]
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
