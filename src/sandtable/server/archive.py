"""What was told, told again: histories, replays, truths and records, made aside and kept for whoever asks next.

A long match takes a while to fold again, so that is done in a thread, one reader after the other, people taking turns.  Of each
seat's history what was told so far is kept, with the match where the telling stopped: it goes on from there when the match has
grown, so asking again costs little.  Everything is kept by seat, made from saved inputs alone, bounded in bytes over
all rooms, and goes with its room.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Container
from typing import TYPE_CHECKING

import msgspec

from sandtable.core.game import Event, Input
from sandtable.core.match import replay
from sandtable.server.chronicle import AnyGame, AnyMatch, AnyState, Witness, begin, follow, public_bytes
from sandtable.server.turnstile import Turnstile
from sandtable.wire.plain import Plain, dump_state, encode
from sandtable.wire.view import scene_of

if TYPE_CHECKING:
    from sandtable.server.room import Room

MOST_BYTES = 32 << 20  # of all that is kept
A_MATCH = 100_000  # bytes a match takes beside what is written down, roughly
EACH = 4  # readings one person may have waiting: a page asks for the next few moments ahead


class Tale:
    """One seat's history, as far as it was told: per message its events, encoded, and where in the record it begins and ends."""

    def __init__(self, game: AnyGame, seat: int) -> None:
        self.game = game
        self.witness = Witness(seat)
        self.match: AnyMatch | None = None
        self.numbers: list[int] = []  # of the messages, from 1
        self.events: list[bytes] = []
        self.starts: list[int] = []  # how long the record was before it; -1: the set-up
        self.ends: list[int] = []
        self.size = A_MATCH
        self.turn = asyncio.Lock()

    def go_on(self, inputs: list[Input], tied: Container[int] = ()) -> None:
        """Tell what has been added to the record since; in a thread.  ``tied``: decisions told as one with what stands before them."""
        if self.match is None:
            self.match = begin(self.game, inputs)
            self._note(self.match, -1, self.match.state.news)
        while len(self.match.inputs) < len(inputs):
            start = len(self.match.inputs)
            self._note(self.match, start, follow(self.match, inputs, start, tied))

    def _note(self, match: AnyMatch, start: int, news: list[Event]) -> None:
        told = self.witness.hear(match.state, news, public_bytes(match.state))
        if told is not None:
            self.numbers.append(self.witness.seq)
            self.events.append(encode(told))
            self.starts.append(start)
            self.ends.append(len(match.inputs))
            self.size += len(self.events[-1]) + 100

    def fits(self, inputs: list[Input]) -> bool:
        """Whether it is the beginning of this record."""
        return self.match is None or self.match.inputs == inputs[: len(self.match.inputs)]


def tell_again(game: AnyGame, inputs: list[Input], seat: int, seq: int, start: int, tied: Container[int] = ()) -> bytes:
    """Message number ``seq`` of a seat, which was told of the decision at ``start``: all that it knew then."""
    match = begin(game, inputs)
    news = match.state.news
    if start >= 0:
        match.resume(inputs[:start])
        news = follow(match, inputs, start, tied)
    witness = Witness(seat, seq)
    witness.learn(match.state, public_bytes(match.state))
    return encode(witness.message(game, match.state, news))


def last_told(game: AnyGame, inputs: list[Input], seat: int, count: int, tied: Container[int] = ()) -> list[tuple[int, bytes]]:
    """The last few messages of a seat with their numbers."""
    tale = Tale(game, seat)
    tale.go_on(inputs, tied)
    last = len(tale.starts)
    return [(seq, tell_again(game, inputs, seat, seq, tale.starts[seq - 1], tied)) for seq in range(max(1, last - count + 1), last + 1)]


def told_truth(game: AnyGame, state: AnyState) -> dict[str, Plain]:
    """Everything, and where pages have no board for it what each seat would see."""
    scenes = [scene_of(game, state.table, hand) for hand in state.hands]
    return {**dump_state(state), **({"scenes": scenes} if scenes[0] is not None else {})}


class Archive:
    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self.readers = Turnstile(each=EACH)
        self.bots = Turnstile(most=1 << 20, each=1 << 20)  # ours: they come after a restart, all at once
        self.folds = 0  # steps that had to be told anew
        self._tales: OrderedDict[tuple[str, int], Tale] = OrderedDict()
        self._pages: OrderedDict[tuple[str, str, int, int], bytes] = OrderedDict()  # replays, truths and records, encoded

    @property
    def size(self) -> int:
        return sum(tale.size for tale in self._tales.values()) + sum(len(page) for page in self._pages.values())

    async def tale(self, room: Room, seat: int, who: str, queue: Turnstile | None = None) -> Tale:
        """All that a seat was told, up to what is saved now.  Work is done only when the seat was told something new: how long
        the answer takes must not say when others decide in secret."""
        assert room.match is not None
        inputs = room.match.inputs[: room.saved]
        tale = self._tales.get((room.id, seat))
        if tale is None or tale.game is not room.game or not tale.fits(inputs):
            tale = self._tales[room.id, seat] = Tale(room.game, seat)
        self._tales.move_to_end((room.id, seat))
        if len(tale.events) < room.saved_seqs[seat]:
            async with (queue or self.readers).turn(who), tale.turn:
                self.folds += len(inputs) - (len(tale.match.inputs) if tale.match is not None else 0)
                await asyncio.to_thread(tale.go_on, inputs, room.tied)
            self._make_room()
        return tale

    async def message(self, room: Room, seat: int, seq: int, who: str) -> bytes | None:
        """What a seat was told as its message number ``seq``."""
        tale = await self.tale(room, seat, who)
        if not 1 <= seq <= len(tale.starts):
            return None
        assert room.match is not None
        start, inputs, tied = tale.starts[seq - 1], room.match.inputs[: room.saved], room.tied
        return await self._page(room, ("message", seat, seq), who, lambda: tell_again(tale.game, inputs, seat, seq, start, tied))

    async def truth(self, room: Room, count: int, who: str) -> bytes:
        """The whole truth after so many inputs."""
        assert room.match is not None
        game, inputs = room.game, room.match.inputs[:count]
        return await self._page(room, ("truth", -1, count), who, lambda: encode(told_truth(game, replay(game, inputs))))

    async def record(self, room: Room, who: str, write: Callable[[Room], str]) -> bytes:
        """The record of a match that is over."""
        names = hash(tuple(str(info["name"]) for info in room.seats))  # people may change theirs, or leave
        return await self._page(room, ("record", -1, names), who, lambda: write(room).encode())

    async def heard(self, room: Room, seat: int) -> list[Plain]:
        """All events a bot's seat has heard."""
        saved = room.saved
        tale = await self.tale(room, seat, room.id, self.bots)
        told = [events for events, end in zip(tale.events, tale.ends, strict=True) if end <= saved]  # and not what came meanwhile
        return [event for events in told for event in msgspec.json.decode(events)]

    async def _page(self, room: Room, what: tuple[str, int, int], who: str, make: Callable[[], bytes]) -> bytes:
        key = (room.id, *what)
        found = self._pages.get(key)
        if found is None:
            async with self.readers.turn(who):
                found = self._pages.get(key)
                if found is None:
                    found = await asyncio.to_thread(make)
                    if not room.closed:
                        self._pages[key] = found
            self._make_room()
        elif key in self._pages:
            self._pages.move_to_end(key)
        return found

    def drop(self, match: str) -> None:
        """Its room leaves memory."""
        self._tales = OrderedDict((key, tale) for key, tale in self._tales.items() if key[0] != match)
        self._pages = OrderedDict((key, page) for key, page in self._pages.items() if key[0] != match)

    def _make_room(self) -> None:
        while self.size > self.most and (self._pages or len(self._tales) > 1):
            if self._pages:
                self._pages.popitem(last=False)
            else:
                self._tales.popitem(last=False)
