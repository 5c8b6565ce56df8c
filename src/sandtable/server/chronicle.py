"""What each seat has been told, and the same again from a record.

Whether a seat gets a message, and what stands in it, depends on its own knowledge alone: a message
is due when its table, its hand or its events say something new.  So neither the number nor the
moment of messages tells what another seat does in secret.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

import msgspec

from sandtable.core.fold import undone
from sandtable.core.game import CHANCE, EVERYONE, Action, Event, Game, Input, State
from sandtable.core.match import UNDO, Match
from sandtable.wire.plain import Plain, dump_bytes, encode
from sandtable.wire.scripted import ScriptedDraw
from sandtable.wire.view import heard, view

AnyGame = Game[Any, Any, Any]
AnyMatch = Match[Any, Any, Any]
AnyState = State[Any, Any, Any]

ONLOOKER = -1
REMEMBERED = 30  # messages whose events a returning client can still be given
NOTHING = b"[]"
PRIVATE = 256  # bytes of one message's events that not everybody heard, where several come together


class Witness:
    """One seat, or all onlookers: the number of the last message and what it knew then."""

    def __init__(self, seat: int, seq: int = 0) -> None:
        self.seat = seat
        self.seq = seq
        self.table = b""
        self.hand = b""
        self.before = (b"", b"")  # table and hand of the message before
        self.recent: list[bytes] = []  # the events of the last messages, encoded; the last belongs to number ``seq``
        self.open: list[int] = []  # how long those of them are that everybody heard

    def learn(self, state: AnyState, table: bytes) -> bytes:
        """Take note of what is known now, without a message; returns the hand."""
        self.table = table
        self.hand = b"" if self.seat < 0 else dump_bytes(state.hands[self.seat])
        return self.hand

    def notice(self, game: AnyGame, state: AnyState, news: list[Event], table: bytes) -> dict[str, Plain] | None:
        """The next message, or None when nothing is new to this seat."""
        if not self._learns_more(state, news, table):
            return None
        message = self.message(game, state, news)
        self.seq += 1
        self.recent.append(encode(message["events"]) if message["events"] else NOTHING)
        self.open.append(self._heard_by_all(news, message["events"]))
        if len(self.recent) > REMEMBERED:
            del self.recent[0], self.open[0]
        return message

    def hear(self, state: AnyState, news: list[Event], table: bytes) -> list[list[int]] | None:
        """The events of the next message alone, or None when there is none: for histories, which need no offers."""
        if not self._learns_more(state, news, table):
            return None
        self.seq += 1
        return [[event.kind, *event.args] for event in heard(news, self.seat)]

    def _learns_more(self, state: AnyState, news: list[Event], table: bytes) -> bool:
        """Whether something is new to this seat, which knows it from now on."""
        old_table, old_hand = self.before = self.table, self.hand
        self.learn(state, table)
        return old_table != table or old_hand != self.hand or bool(heard(news, self.seat))

    def go_back(self, seq: int) -> None:
        """Forget messages after number ``seq``: they were not sent."""
        kept = max(0, len(self.recent) - (self.seq - seq))
        del self.recent[kept:], self.open[kept:]
        self.seq = seq

    def message(self, game: AnyGame, state: AnyState, news: list[Event]) -> dict[str, Plain]:
        hand = None if self.seat < 0 else state.hands[self.seat]
        return view(game, state.table, hand, news, (msgspec.Raw(self.table), msgspec.Raw(self.hand)))

    def _heard_by_all(self, news: list[Event], told: list[Plain]) -> int:
        """How long the events of a message are without those that not everybody heard."""
        if not told:
            return len(NOTHING)
        common = [event for event in news if event.audience == EVERYONE]
        return len(self.recent[-1] if len(common) == len(told) else encode([[event.kind, *event.args] for event in common]))

    def difference(self, message: dict[str, Plain], whole: bytes) -> tuple[bytes, int]:
        """The message with only those parts of table and hand that changed since the one before; and how long its table is.
        Whether it is shorter is not asked: that would depend on the hand."""
        if not self.before[0]:
            return whole, len(self.table)
        table = encode(_changed(self.before[0], self.table))
        shorter = {"since": self.seq - 1, **message, "table": msgspec.Raw(table)}
        if self.seat >= 0:
            shorter["hand"] = _changed(self.before[1], self.hand)
        return encode(shorter), len(table)

    def missed(self, since: int) -> list[Plain] | None:
        """The events of all messages after number ``since``; None when they are no longer at hand."""
        first = self.seq - len(self.recent)  # the last message before those at hand
        if not first <= since <= self.seq:
            return None
        return [event for events in self.recent[since - first :] for event in msgspec.json.decode(events)]

    def missed_openly(self, since: int) -> int:
        """How long those of them are that everybody heard, with room for what was heard in private meanwhile."""
        told = self.open[len(self.open) - (self.seq - since) :] if since < self.seq else []
        return sum(told) + PRIVATE * len(told)


def _changed(before: bytes, now: bytes) -> dict[str, Plain]:
    old: dict[str, Plain] = msgspec.json.decode(before)
    return {name: value for name, value in msgspec.json.decode(now).items() if value != old.get(name)}


def public_bytes(state: AnyState) -> bytes:
    return dump_bytes(state.table)


def follow(match: AnyMatch, inputs: list[Input], at: int, tied: Container[int] = (), joined: Container[int] = ()) -> list[Event]:
    """Apply the decision at an index of a record, with the dice that follow it there and with all that was told as one with it
    (``tied``); returns what happened.  ``joined``: decisions that go on with a gesture, where somebody may still take it back."""
    own, match.draw = match.draw, _dice_after(inputs, at)
    try:
        news = _decide(match, *inputs[at], at in joined)
        while (at := len(match.inputs)) < len(inputs) and at in tied:
            match.draw = _dice_after(inputs, at)
            news = news + _decide(match, *inputs[at], at in joined)
        return news
    finally:
        match.draw = own


def _decide(match: AnyMatch, seat: int, action: Action, joined: bool) -> list[Event]:
    if action[0] == UNDO:
        return match.take_back(seat, undone(action))
    return match.go_on(seat, action) if joined else match.play(seat, action)


def _dice_after(inputs: list[Input], at: int) -> ScriptedDraw:
    """The dice that follow an index in a record, up to the next decision."""
    dice = ScriptedDraw()
    for n in range(at + 1, len(inputs)):
        who, outcome = inputs[n]
        if who != CHANCE:
            break
        dice.queue += [(value, "record") for value in outcome]
    return dice


def begin(game: AnyGame, inputs: list[Input]) -> AnyMatch:
    """The match of a record before its first decision."""
    return Match(game, _dice_after(inputs, -1))


def retell(game: AnyGame, inputs: list[Input], tied: Container[int] = ()) -> Iterator[tuple[AnyMatch, list[Event]]]:
    """A match again, telling by telling, with what happened at each; the first is the set-up."""
    match = begin(game, inputs)
    yield match, match.state.news
    while len(match.inputs) < len(inputs):
        news = follow(match, inputs, len(match.inputs), tied)
        yield match, news


def story(
    game: AnyGame, inputs: list[Input], seat: int, last: int | None = None, tied: Container[int] = ()
) -> Iterator[tuple[int, dict[str, Plain], int]]:
    """All messages a seat was sent, with their numbers, up to number ``last``; and how long the record was by then."""
    witness = Witness(seat)
    for match, news in retell(game, inputs, tied):
        message = witness.notice(game, match.state, news, public_bytes(match.state))
        if message is not None:
            yield witness.seq, message, len(match.inputs)
            if last is not None and witness.seq >= last:
                return
