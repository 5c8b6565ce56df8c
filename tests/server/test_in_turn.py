"""One after the other: what a room insists on is done in the end, and once."""

from __future__ import annotations

import asyncio

from sqlalchemy.exc import OperationalError

from sandtable.server import in_turn
from sandtable.server.errors import Problem
from sandtable.server.in_turn import InTurn


class Quiet(InTurn):
    """A room with nothing in it."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded = True
        self.caught = 0

    async def catch_up(self) -> None:
        self.caught += 1
        self.doubt = False


def gone() -> OperationalError:
    return OperationalError("a statement", {}, Exception("the store is gone"))


def test_a_room_looks_again_until_the_store_is_back() -> None:
    in_turn.AGAIN, before = 0.01, in_turn.AGAIN

    async def run() -> None:
        room, tries = Quiet(), []

        async def look() -> None:
            tries.append(room.doubt)
            if len(tries) < 3:
                raise gone()

        await room.insist(look)
        assert len(tries) == 1 and room.doubt, "whoever reads meanwhile waits"
        for _ in range(200):
            await asyncio.sleep(0.01)
            if len(tries) == 3:
                break
        await asyncio.sleep(0.05)
        assert len(tries) == 3 and room.caught == 2, "looked at before each further try, and no more after it went well"

    try:
        asyncio.run(run())
    finally:
        in_turn.AGAIN = before


def test_of_many_notices_one_is_looked_at_and_one_that_comes_later_too() -> None:
    async def run() -> None:
        room, looks = Quiet(), 0
        inside, gate = asyncio.Event(), asyncio.Event()

        async def look() -> None:
            nonlocal looks
            looks += 1
            inside.set()
            await gate.wait()

        first = room.insist(look)
        assert room.insist(look) is first, "it has not begun: it will see this change too"
        await inside.wait()
        second = room.insist(look)
        assert room.insist(look) is second is not first, "it has begun and may have read already"
        gate.set()
        await second
        assert looks == 2

    asyncio.run(run())


def test_objections_and_closed_rooms_end_it() -> None:
    async def run() -> None:
        room, tries = Quiet(), 0

        async def object_to_it() -> None:
            nonlocal tries
            tries += 1
            raise Problem(404, "no-such-match", "It is gone.")

        await room.insist(object_to_it)
        assert not room.doubt and not room.expected
        room.close()
        await room.insist(object_to_it)
        assert tries == 1 and not room.expected

    asyncio.run(run())
