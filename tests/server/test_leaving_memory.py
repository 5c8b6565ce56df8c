"""What ended leaves memory by itself, at once: rooms, and what the web server holds of a connection."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from litestar import WebSocket
from tables import enter, http, open_match, sit, wait_until

from sandtable.server.doorstep import Doorstep
from sandtable.server.page_protocol import PageProtocol
from sandtable.server.protocol import TableProtocol


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Only references count; a server turns the collector on when it starts."""
    yield
    gc.enable()


def come_and_go(server: Any, politely: bool = True) -> tuple[weakref.ref[Any], weakref.ref[Any]]:
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
            if politely:
                await player.close()
            else:
                player.socket.transport.abort()
                await player.task
        return found

    return asyncio.run(run())


def wait_until_gone(found: weakref.ref[Any]) -> bool:
    return bool(wait_until(lambda: found() is None))


def test_a_room_nobody_looks_at_is_gone_without_the_collector(serve: Callable[..., Any], no_collector: None) -> None:
    server = serve(idle_seconds=0.2)
    gc.disable()
    room, _ = come_and_go(server)
    assert wait_until_gone(room)


@pytest.mark.parametrize("politely", [True, False])
def test_connections_are_gone_without_the_collector(serve: Callable[..., Any], no_collector: None, politely: bool) -> None:
    """What uvicorn and Litestar hold of a socket refers to itself in circles, unless we open them."""
    server = serve(idle_seconds=0.2)
    gc.disable()
    before = {id(thing) for thing in ended()}
    _, connection = come_and_go(server, politely)
    assert wait_until_gone(connection)
    wait_until(lambda: before.issuperset(id(thing) for thing in ended()))


def ended() -> list[Any]:
    """What is there of connections, but for those of requests that are kept for the next one."""
    kinds = (Doorstep, PageProtocol, TableProtocol, WebSocket)
    found = [thing for thing in gc.get_objects() if type(thing) in kinds]
    return [thing for thing in found if not (isinstance(thing, PageProtocol) and thing in thing.connections)]
