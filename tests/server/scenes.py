"""Somebody with everything open at a seat that is about to become somebody else's."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import Any

import httpx
import pytest
from tables import Guest, Player, enter, eventually, next_to_act, sit
from websockets.exceptions import InvalidStatus

NO_SEAT = 4403


class Reader:
    """A stream at a seat; what came by it."""

    def __init__(self, client: httpx.AsyncClient, who: Guest, match: str, seat: int) -> None:
        self.lines: list[str] = []
        self.ended = False
        self.task = asyncio.create_task(self._read(client, f"{who.server.url}/v1/matches/{match}/stream?seat={seat}", who.headers))

    async def _read(self, client: httpx.AsyncClient, url: str, headers: dict[str, str]) -> None:
        with contextlib.suppress(httpx.HTTPError):
            async with client.stream("GET", url, headers=headers) as answer:
                async for line in answer.aiter_lines():
                    self.lines.append(line)
        self.ended = True


class Scene:
    """Mallory sits on seat 1 with socket, stream and a helper's phone; then the seat becomes somebody else's."""

    def __init__(self, server: Any, client: httpx.AsyncClient, game: str, seats: int) -> None:
        self.server, self.client, self.game, self.seats = server, client, game, seats
        self.match = ""
        self.owner: Guest
        self.mallory: Guest
        self.helper: Guest
        self.victim: Guest
        self.sockets: list[Player] = []
        self.streams: list[Reader] = []
        self.link = ""

    async def set_up(self, **wish: Any) -> None:
        names = ("Olga", "Mallory", "Helge", "Vera")
        self.owner, self.mallory, self.helper, self.victim = [await enter(self.client, self.server, name) for name in names]
        wish = {"places": [{"kind": "open"} for _ in range(self.seats)], **wish}
        made = await self.owner.call(self.client, "POST", "/v1/matches", {"game": self.game, "seats": self.seats, **wish})
        self.match = made["id"]
        await self.mallory.call(self.client, "POST", self.path("/join"), {"seat": 1})
        first = await self.seat_link(self.mallory)
        await self.helper.call(self.client, "POST", "/v1/join", {"link": first})
        self.link = await self.seat_link(self.mallory)  # a further one, kept for later
        for who in (self.mallory, self.helper):
            player = await sit(self.server, self.match, who, "?seat=1")
            player.keep = True
            self.sockets.append(player)
            self.streams.append(Reader(self.client, who, self.match, 1))
        await eventually(lambda: all(reader.lines for reader in self.streams))

    def path(self, rest: str) -> str:
        return f"/v1/matches/{self.match}{rest}"

    async def seat_link(self, who: Guest) -> str:
        return str((await who.call(self.client, "GET", self.path("/seats/1/link")))["url"].partition("#")[2])

    async def begin(self) -> list[Player]:
        """The victim takes the seat, the owner or bots take the others; sockets of all people."""
        assert (await self.victim.call(self.client, "POST", self.path("/join"), {"seat": 1}))["seat"] == 1
        people = [(1, self.victim)]
        for each in (await self.owner.call(self.client, "GET", self.path("")))["seats"]:
            seat, kind = each["seat"], each["kind"]
            if kind == "open" and seat == 0:
                await self.owner.call(self.client, "POST", self.path("/join"), {"seat": 0})
                people.append((0, self.owner))
            elif kind == "open":
                await self.seat_bot(seat)
            elif seat != 1:
                people.append((seat, self.mallory))
        return [await sit(self.server, self.match, who, f"?seat={seat}") for seat, who in people]

    async def seat_bot(self, seat: int) -> None:
        await self.owner.call(self.client, "POST", self.path(f"/seats/{seat}/bot"), {"bot": "random"})

    async def play(self, players: list[Player], count: int) -> None:
        rnd = random.Random(5)
        for _ in range(count):
            player = await next_to_act(players)
            await player.do(rnd=rnd)

    async def check_outside(self, *, hidden: bool = True) -> None:
        """Nothing that was open is left, and nothing opens again."""
        for player in self.sockets:
            await player.task
            assert player.socket.close_code == NO_SEAT
            assert not any('"hand"' in frame for frame in player.frames if hidden)
        await eventually(lambda: all(reader.ended for reader in self.streams))
        for reader in self.streams:
            assert not any('"hand"' in line for line in reader.lines if hidden)
        for who in (self.mallory, self.helper):
            await self.check_refused(who)
        for who in (self.helper, self.mallory):
            answer = await self.client.post(f"{self.server.url}/v1/join", json={"link": self.link}, headers=who.headers)
            assert answer.status_code == 404, answer.text
        room = self.server.house.rooms.get(self.match)
        assert room is not None
        for line in [line for lines in room.lines.values() for line in lines]:
            room.check_right(line.right)

    async def check_refused(self, who: Guest) -> None:
        base = self.server.url + self.path("")
        for rest in ("view", "history", "replay/1", "talk", "hint", "notebook", "look?q=x", "why?action=[0]", "odds?action=[0]", "stream"):
            sign = "&" if "?" in rest else "?"
            answer = await self.client.get(f"{base}/{rest}{sign}seat=1", headers=who.headers)
            assert answer.status_code == 403, (rest, answer.status_code, answer.text[:200])
        for rest in ("seats/1/link", "seats/1/qr"):
            answer = await self.client.get(f"{base}/{rest}", headers=who.headers)
            assert answer.status_code == 403, (rest, answer.text[:200])
        bodies = {
            "decisions": {"id": "evil", "ask": 1, "action": [0, 0], "seat": 1},
            "calls": {"id": "evil", "verb": "resign", "seat": 1},
            "talk": {"text": "evil", "seat": 1},
        }
        for rest, body in bodies.items():
            answer = await self.client.post(f"{base}/{rest}", json=body, headers=who.headers)
            assert answer.status_code == 403, (rest, answer.text[:200])
        with pytest.raises(InvalidStatus) as refused:
            await sit(self.server, self.match, who, "?seat=1")
        assert refused.value.response.status_code == 403
        turns = await who.call(self.client, "GET", "/v1/turns")
        assert not [turn for turn in turns if turn["match"] == self.match and turn["seat"] == 1]

    async def end(self, *players: Player) -> None:
        for player in (*self.sockets, *players):
            await player.close()
        for reader in self.streams:
            reader.task.cancel()
        await asyncio.gather(*(reader.task for reader in self.streams), return_exceptions=True)
