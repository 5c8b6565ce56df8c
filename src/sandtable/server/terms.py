"""How a match is played, apart from its rules: clock, undo, onlookers, talk."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

DAY = 86_400


class ClockTerms(msgspec.Struct, forbid_unknown_fields=True):
    """none; move: so much time per move; fischer: a budget and an increment per move; days: per move, for play by mail.
    A move lasts from being awaited until not being awaited."""

    kind: Literal["none", "move", "fischer", "days"] = "none"
    seconds: Annotated[int, Meta(ge=1, le=30 * DAY)] = 300  # per move, or the budget
    increment: Annotated[int, Meta(ge=0, le=DAY)] = 0
    days: Annotated[int, Meta(ge=1, le=60)] = 3
    on_timeout: Literal["lose", "bot"] = "lose"  # or a bot takes the seat over
    bot: Annotated[str, Meta(max_length=64)] = "random"

    @property
    def milliseconds(self) -> int:
        return (self.days * DAY if self.kind == "days" else self.seconds) * 1000


class Terms(msgspec.Struct, forbid_unknown_fields=True):
    clock: ClockTerms = msgspec.field(default_factory=ClockTerms)
    undo: Literal["free", "ask", "never"] = "free"  # only ever what nobody has learned from
    onlookers: bool = True
    delay: Annotated[int, Meta(ge=0, le=100)] = 0  # onlookers are this many changes behind
    chat: Literal["all", "aloud", "seats", "none"] = "all"  # aloud: nothing between two or within a side; seats: onlookers are silent
    rated: bool = True
    title: Annotated[str, Meta(max_length=80)] = ""


class Affairs(msgspec.Struct, omit_defaults=True):
    """What the seats are agreeing on outside the rules."""

    paused: int = 0  # since when; 0: not paused
    pause: list[int] = []  # seats that want to pause
    undo: int = -1  # the seat that asks to take its last decision back
    undo_yes: list[int] = []
    undo_key: str = ""  # names that request
    rematch: list[int] = []  # seats that want another match
    next: str = ""  # which that is
    left: list[int] = []  # the clocks as a pause left them
    since: int = 0  # and when they went on
    heard: list[str] = []  # the last calls, each "seat hash-of-its-id": one that is sent again counts once

    def shown(self) -> Affairs:
        """What everybody may see: not how calls are recognised."""
        return msgspec.structs.replace(self, heard=[], undo_key="")


def read_terms(text: str) -> Terms:
    return msgspec.json.decode(text, type=Terms)


def read_affairs(text: str) -> Affairs:
    return msgspec.json.decode(text, type=Affairs)
