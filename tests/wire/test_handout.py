"""Handouts say every operand as the card does; wire.ts is what Python would write now."""

from __future__ import annotations

from pathlib import Path

from sandtable import games
from sandtable.check.ready.speech import written
from sandtable.wire.handout import handout
from sandtable.wire.typescript import typescript

WIRE = Path(__file__).resolve().parent.parent.parent / "web/src/wire.ts"


def test_wire_ts_is_up_to_date() -> None:
    assert WIRE.read_text(encoding="utf-8") == typescript(), "run: python -m sandtable.wire.typescript > web/src/wire.ts"


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
