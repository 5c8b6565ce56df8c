"""What people type may be anything: it is read, or it is said what is wrong with it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match
from sandtable.kit.card import Notation, is_number
from sandtable.wire import notation

ODD = [
    "²",
    "²I a1 a2",
    "٣I a1 a2",
    "9" * 5000,
    "9" * 5000 + " hire",
    "1" * 5000 + "I a1",
    "r² b²",
    "²>1",
    "1>²",
    "rK@²,٣",
    "²d",
    "B² C4",
    "+",
    ",",
    "> ",
]


@pytest.mark.parametrize("name", games.names())
def test_odd_digits_and_endless_numbers_are_no_faults(name: str) -> None:
    card = games.card(name)
    game = games.load(name, card.seats[0], {})
    match: Any = Match(game, Draw(5))
    for _ in range(60):
        if not match.state.table.pending:
            break
        table = match.state.table
        seat = table.pending[0]
        hand = match.state.hands[seat]
        for text in ODD:
            with suppress(Notation):
                card.read_gesture(game, table, hand, text)
            with suppress(Notation):
                notation.parse(game, table, text)
        match.play(seat, game.choices(table, hand)[-1])


def test_numbers_are_plain_and_short() -> None:
    assert is_number("0") and is_number("007")
    assert not any(is_number(text) for text in ("", "²", "٣", "-1", "1.5", "1234567890", " 1"))
