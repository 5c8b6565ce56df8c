"""Mistakes at the door of a room that several tests plant: a socket that waits there is heard, shown or let in though its right is gone."""

from __future__ import annotations

from typing import Any

from sandtable.server.sockets import Socket


def heard_at_once(real: Any) -> Any:
    """What comes before the room has let a socket in is not kept, but done."""
    return property(lambda socket: None, lambda socket, value: None)


def show_unasked(real: Any) -> Any:
    """Whoever asks for the view of a seat is not asked for their right."""

    def show(socket: Socket, since: int | None) -> None:
        socket.room.check_right = lambda right: None  # type: ignore[method-assign]
        try:
            real(socket, since)
        finally:
            del socket.room.check_right

    return show


def let_in_unasked(real: Any) -> Any:
    """Whoever had the right at the handshake is let in."""

    async def enter(socket: Socket, since: int | None) -> None:
        socket.room.check_right = lambda right: None  # type: ignore[method-assign]
        try:
            await real(socket, since)
        finally:
            del socket.room.check_right

    return enter


DEAF_DOOR = (Socket, "early", heard_at_once)


def make_mistakes(monkeypatch: Any, *mistakes: tuple[Any, str, Any]) -> None:
    for owner, name, change in mistakes:
        monkeypatch.setattr(owner, name, change(getattr(owner, name, None)), raising=False)
