"""Chat at the table: public, within a side, between two seats; onlookers talk among themselves.

A match's terms say who may talk.  Channels: ``all``, ``team``, ``seat:2``, ``onlookers``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unicodedata import category

from sandtable.server.chronicle import ONLOOKER
from sandtable.server.errors import Problem
from sandtable.server.identity import Identity
from sandtable.server.lengths import TALK
from sandtable.server.lines import Pass
from sandtable.store import matches as tables
from sandtable.store.journal import Conflict, Entry
from sandtable.wire.plain import encode

if TYPE_CHECKING:
    from sandtable.server.room import Room
    from sandtable.server.rooms import Rooms

LONGEST = 1000  # characters
MOST = 2000  # messages of one match among players, and as many among onlookers
MOST_SIGNS = 200_000  # characters of all of them
RECENT = 1 << 16  # bytes of what was said that a new socket is told at once; the rest is read page by page


class Talk:
    def __init__(self, house: Rooms) -> None:
        self.house = house

    async def say(self, room: Room, right: Pass, channel: str, text: str, said: str = "") -> None:
        """In the room's turn: keep a message, then pass it on.  What is sent again under the same id, since its answer was lost
        with a line or a worker, is not said twice: the table's key sees to it."""
        room.check_right(right)
        who, seat = right.who, right.seat
        assert who is not None
        key = tables.fingerprint(said)
        if was_said(room, who.user, key):
            return
        self._check(room, seat, channel, text)
        self.house.limits.take("talk", who.user)
        for _ in range(8):
            item: dict[str, Any] = {
                "match": room.id,
                "n": len(room.talk),
                "at": self.house.time.now(),
                "user": who.user,
                "name": called(room, who, seat),
                "guest": who.kind == "guest",
                "seat": seat,
                "channel": channel,
                "text": text,
                "said": key,
            }
            try:
                await self.house.journal.write(Entry(room.id, talk=[item], people=room.own))
            except Conflict:
                await room.catch_up()
                room.check_right(right)
                if was_said(room, who.user, key):
                    return
                continue
            self.deliver(room, item)
            return
        raise Problem(503, "try-again", "Too many talk at once; try again.")

    def _check(self, room: Room, seat: int, channel: str, text: str) -> None:
        if not text.strip() or len(text) > LONGEST:
            raise Problem(400, "bad-text", f"A message has 1 to {LONGEST} characters.")
        if any(0xD800 <= ord(sign) < 0xE000 or (category(sign) == "Cc" and sign not in "\n\t") for sign in text):
            raise Problem(400, "bad-text", "The message contains signs that are no text.")
        looking_on = channel == "onlookers"  # strangers must not use up what the players have
        lengths = [len(item["text"]) for item in room.talk if (item["channel"] == "onlookers") == looking_on]
        if len(lengths) >= MOST or sum(lengths) + len(text) > MOST_SIGNS:
            raise Problem(409, "talk-full", f"A match holds {MOST} messages and {MOST_SIGNS} characters of talk.")
        rule = room.terms.chat
        if rule == "none" or (rule == "seats" and seat == ONLOOKER):
            raise Problem(403, "no-talk", "In this match there is no talk.")
        if seat == ONLOOKER and channel != "onlookers":
            raise Problem(403, "no-talk", "Onlookers talk among themselves.")
        if rule == "aloud" and channel not in ("all", "onlookers"):
            raise Problem(403, "no-talk", "In this match everything is said aloud.")
        if room.match is None and channel not in ("all", "onlookers"):  # else whoever takes the seat next would read it
            raise Problem(403, "no-talk", "Until the match begins everything is said aloud: seats may still change hands.")
        if channel not in ("all", "team", "onlookers") and addressee(channel, room.game.seats) is None:
            raise Problem(400, "no-such-channel", "Channels are all, team, seat:<number> and onlookers.")
        if channel == "onlookers" and seat != ONLOOKER:
            raise Problem(403, "no-talk", "That is for onlookers.")

    def deliver(self, room: Room, item: dict[str, Any]) -> None:
        if item["n"] < len(room.talk):
            return
        room.talk.append(item)
        frame = encode(["talk", shown(item)])
        for seat, lines in room.lines.items():
            if self.hears(room, seat, item):
                for line in lines:
                    line.tell(frame, TALK)

    async def renew(self, room: Room) -> None:
        """What was said as it is kept now: names have changed, or words are gone with who said them."""
        async with self.house.database.read() as connection:
            room.talk = await tables.find_talk(connection, room.id)
        for seat, lines in room.lines.items():
            frame = encode(["talks", self.recent(room, seat)])
            for line in lines:
                line.tell(frame)

    def hears(self, room: Room, seat: int, item: dict[str, Any]) -> bool:
        channel: str = item["channel"]
        if channel == "onlookers":
            return seat == ONLOOKER
        if channel == "all":
            late = room.terms.delay and room.match is not None and not room.over
            return seat != ONLOOKER or not late
        if seat == ONLOOKER:
            return False
        if channel == "team":
            return room.game.side(seat) == room.game.side(item["seat"])
        return seat in (item["seat"], addressee(channel, room.game.seats))

    def history(self, room: Room, seat: int) -> list[dict[str, Any]]:
        return [shown(item) for item in room.talk if self.hears(room, seat, item)]

    def recent(self, room: Room, seat: int) -> list[dict[str, Any]]:
        """The last of it, as much as a socket is told at once.  All that was ever said would be more than a slow reader may let wait:
        whoever came back would be cut off, again and again."""
        heard, size = [], 0
        for item in reversed(room.talk):
            if self.hears(room, seat, item):
                size += len(encode(shown(item)))
                if size > RECENT:
                    break
                heard.append(shown(item))
        return heard[::-1]


def called(room: Room, who: Identity, seat: int) -> str:
    """Who speaks, by the name the seat shows: it tells two of one name apart."""
    place = room.seats[seat] if seat != ONLOOKER else None
    return str(place["name"]) if place is not None and place["user"] == who.user else who.name


def was_said(room: Room, user: str, key: str | None) -> bool:
    return key is not None and any(item["said"] == key and item["user"] == user for item in reversed(room.talk))


def shown(item: dict[str, Any]) -> dict[str, Any]:
    """Without its number, which would count what others say in private."""
    return {key: item[key] for key in ("at", "user", "name", "guest", "seat", "channel", "text")}


def addressee(channel: str, seats: int) -> int | None:
    word, _, number = channel.partition(":")
    if word != "seat" or not number.isascii() or not number.isdigit() or len(number) > 3:
        return None
    return int(number) if int(number) < seats else None
