"""Handouts say every operand as the card does; the types of the page name every verb, event and option."""

from __future__ import annotations

from pathlib import Path

from sandtable import games
from sandtable.check.ready.speech import written
from sandtable.wire.handout import handout
from sandtable.wire.typescript import write


def test_types_name_every_verb_event_and_option(tmp_path: Path) -> None:
    path = tmp_path / "wire.ts"
    write(path)
    text, before = path.read_text(encoding="utf-8"), path.stat().st_mtime_ns
    for name in games.names():
        card = games.card(name)
        for word in (*(shape.word for shape in (*card.verbs, *card.events)), *(option.key for option in card.options)):
            assert f'"{word}": ' in text, (name, word)
    write(path)
    assert path.stat().st_mtime_ns == before, "what says the same is not written again"


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
