"""Handouts say every operand as the card does; wire.ts is what Python would write now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import bots, games
from sandtable.core.game import Draw
from sandtable.core.match import Match, finished
from sandtable.kit.card import Shape, operand_kind
from sandtable.wire import record
from sandtable.wire.handout import handout, schema
from sandtable.wire.typescript import typescript

WIRE = Path(__file__).resolve().parent.parent.parent / "web/src/wire.ts"


def test_wire_ts_is_up_to_date() -> None:
    assert WIRE.read_text(encoding="utf-8") == typescript(), "run: python -m sandtable.wire.typescript > web/src/wire.ts"


STEPS = 250  # decisions played per setting


@pytest.mark.parametrize("name", games.names())
def test_words_of_a_handout_are_those_of_the_card(name: str) -> None:
    """Every operand offered or told in play under every trial setting is written by the handout as the card writes it."""
    card = games.card(name)
    for number, (seats, options) in enumerate(card.trials()):
        game = games.load(name, seats, options)
        sheet = handout(game, options)
        begun, match, choice = game.setup().table, Match(game, Draw(number + 3)), Draw(number + 4)
        players = [bots.make(bots.names(name)[-1], game, seat, number) for seat in range(game.seats)]
        for step in range(STEPS):
            if finished(match.state):
                break
            table = match.state.table
            seat = table.pending[0]
            offer = game.actions(table, match.state.hands[seat])
            for action in (*offer[:20], *offer[-20:]):
                same_words(game, begun, sheet, card.verbs[action[0]], action[1:])
            wild = step % 5 == 0  # bots alone keep to few paths
            action = offer[choice.below(len(offer))] if wild else players[seat].decide(table, match.state.hands[seat], offer)
            for event in match.play(seat, action):
                same_words(game, begun, sheet, card.events[event.kind], event.args if event.kind >= 0 else ())


@pytest.mark.parametrize("name", games.names())
def test_words_of_records_are_those_of_the_card(name: str) -> None:
    """The same over the records kept with each game."""
    card = games.card(name)
    for path in sorted((games.folder(name) / "records").glob("*.jsonl")):
        kept = record.read(path.read_text(encoding="utf-8"))
        game = kept.load_game()
        begun, sheet = game.setup().table, handout(game, kept.options)
        for seat, action in kept.inputs:
            if seat >= 0 and action[0] >= 0:
                same_words(game, begun, sheet, card.verbs[action[0]], action[1:])


def same_words(game: games.AnyGame, table: Any, sheet: Any, shape: Shape, operands: tuple[int, ...]) -> None:
    for i, value in enumerate(operands):
        kind = operand_kind(shape, i)
        assert written(sheet, kind, value) == games.card(game.name).word(game, table, kind, value), (kind, value)


def test_every_hex_and_every_group_has_its_word() -> None:
    war = games.load("company_war")
    table, sheet = war.setup().table, handout(war, {})
    assert "hex" not in sheet["words"]
    for value in range(128 * 128):
        assert written(sheet, "hex", value) == games.card("company_war").word(war, table, "hex", value)
    assert [written(sheet, "order", value) for value in (0, 4, 10, 17)] == ["none", "abandon", "launch0", "launch7"]
    leaders = games.load("war_of_leaders", 12)
    sheet = handout(leaders, {})
    for value in (0, 1, 5, 4095):
        assert written(sheet, "group", value) == games.card("war_of_leaders").word(leaders, leaders.setup().table, "group", value)


def written(sheet: Any, kind: str, value: int) -> str:
    """As web/src/boards/kit/words.ts does it."""
    listed = sheet["words"].get(kind, {}).get(str(value))
    if listed is not None:
        return str(listed)
    pattern = sheet["patterns"].get(kind)
    if pattern and pattern[0] == "bits":
        return "+".join(written(sheet, pattern[1], bit) for bit in range(sheet["seats"]) if (value >> bit) & 1)
    if pattern and pattern[0] == "turn":
        return str(value)  # notation; pages say an arrow and degrees
    if pattern:
        return f"{value // pattern[1] - pattern[2]},{value % pattern[1] - pattern[2]}"
    start, prefix, shift = sheet["counting"].get(kind, (1 << 62, "", 0))
    return f"{prefix}{value + int(shift)}" if value >= int(start) else str(value)


@pytest.mark.parametrize("name", games.names())
def test_schema_names_every_option(name: str) -> None:
    assert [option["key"] for option in schema(name)["options"]] == [option.key for option in games.card(name).options]
