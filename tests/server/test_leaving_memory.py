"""What ended leaves memory by itself: rooms at once, what the web server holds of a connection after some more of them."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tables import enter, http, open_match, sit, wait_until

from sandtable.server import rooms


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Only references count; a server turns the collector on when it starts."""
    yield
    gc.enable()


def come_and_go(server: Any) -> tuple[weakref.ref[Any], weakref.ref[Any]]:
    """A match with two people, a decision of each, and they leave.  Its room, and the connection of one of them."""

    async def run() -> tuple[weakref.ref[Any], weakref.ref[Any]]:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
        players = [await sit(server, match, person) for person in people]
        for player in players:
            await player.do()
        room = server.house.rooms[match]
        (line,) = room.lines[0]
        found = weakref.ref(room), weakref.ref(line.protocol)
        del room, line
        for player in players:
            await player.close()
        return found

    return asyncio.run(run())


def wait_until_gone(found: weakref.ref[Any]) -> bool:
    return bool(wait_until(lambda: found() is None))


def test_a_room_nobody_looks_at_is_gone_without_the_collector(serve: Callable[..., Any], no_collector: None) -> None:
    server = serve(idle_seconds=0.2)
    gc.disable()
    room, _ = come_and_go(server)
    assert wait_until_gone(room)


def test_connections_are_collected_after_some_of_them(
    serve: Callable[..., Any], no_collector: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "DEPARTED", 2)
    server = serve(idle_seconds=0.2)
    gc.disable()
    _, connection = come_and_go(server)
    assert wait_until_gone(connection)
