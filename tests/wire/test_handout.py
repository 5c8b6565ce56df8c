"""Handouts say every operand as the card does; wire.ts is what Python would write now."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match, finished
from sandtable.kit.card import operand_kind
from sandtable.wire.handout import handout, schema
from sandtable.wire.typescript import typescript

WIRE = Path(__file__).resolve().parent.parent.parent / "web/src/wire.ts"


def test_wire_ts_is_up_to_date() -> None:
    assert WIRE.read_text(encoding="utf-8") == typescript(), "run: python -m sandtable.wire.typescript > web/src/wire.ts"


@pytest.mark.parametrize("name", games.names())
def test_words_of_a_handout_are_those_of_the_card(name: str) -> None:
    """Every operand that occurs in some play is written by the handout as the card writes it."""
    card, game = games.card(name), games.load(name)
    sheet = handout(game, {})
    match, choice = Match(game, Draw(3)), Draw(4)
    for _ in range(120):
        if finished(match.state):
            break
        table = match.state.table
        seat = table.pending[0]
        offer = game.actions(table, match.state.hands[seat])
        for action in offer[:40]:
            shape = card.verbs[action[0]]
            for i, value in enumerate(action[1:]):
                kind = operand_kind(shape, i)
                assert written(sheet, kind, value) == card.word(game, table, kind, value), (kind, value)
        for event in match.play(seat, offer[choice.below(len(offer))]):
            for i, value in enumerate(event.args if event.kind >= 0 else ()):
                kind = operand_kind(card.events[event.kind], i)
                assert written(sheet, kind, value) == card.word(game, match.state.table, kind, value), (kind, value)


def written(sheet: dict[str, dict[str, dict[str, str]]], kind: str, value: int) -> str:
    """As web/src/boards/kit/words.ts does it."""
    listed = sheet["words"].get(kind, {}).get(str(value))
    if listed is not None:
        return listed
    start, prefix, shift = sheet["counting"].get(kind, (1 << 62, "", 0))
    return f"{prefix}{value + int(shift)}" if value >= int(start) else str(value)


@pytest.mark.parametrize("name", games.names())
def test_schema_names_every_option(name: str) -> None:
    assert [option["key"] for option in schema(name)["options"]] == [option.key for option in games.card(name).options]
