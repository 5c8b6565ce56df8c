"""Picket in a terminal: the ring unrolled, a column per zone."""

from __future__ import annotations

from sandtable.games.picket.rules import Values
from sandtable.games.picket.state import OFF, TROOP, UNKNOWN, PicketHand, PicketTable

COLOURS = ["red", "blue"]
PAGES = ["legend"]
LEGEND = """r1 to r5 red's pieces, b1 to b5 blue's
T troop  d dummy  ? face down  ' face down, known to you  * depot: of red in zone 1, of blue in zone 5"""


def draw_table(table: PicketTable, hand: PicketHand | None, values: Values) -> str:
    lines = ["turn " + str(table.turn) + "   troops: red " + str(table.troops[0]) + ", blue " + str(table.troops[1])]
    lines.append("".join([(str(zone + 1) + ("*" if zone in values.depots else "")).ljust(9) for zone in range(values.zones)]))
    for seat in range(2):
        stacks = [pieces_at(table, hand, values, seat, zone) for zone in range(values.zones)]
        for row in range(max([len(stack) for stack in stacks])):
            lines.append("".join([stack[row] if row < len(stack) else " " * 9 for stack in stacks]))
    return "\n".join(lines)


def pieces_at(table: PicketTable, hand: PicketHand | None, values: Values, seat: int, zone: int) -> list[str]:
    """``r1 T`` a troop, ``r1 d`` a dummy, ``r1 ?`` unknown; brackets mark a face only its owner sees."""
    found: list[str] = []
    for i in range(values.pieces):
        piece = seat * values.pieces + i
        if table.zone[piece] != zone or zone == OFF:
            continue
        face, mark = table.face[piece], ""
        if face == UNKNOWN and hand is not None and hand.seat == seat:
            face, mark = hand.kind[i], "'"
        cell = "rb"[seat] + str(i + 1) + " " + ("?" if face == UNKNOWN else "T" if face == TROOP else "d") + mark
        found.append("[" + COLOURS[seat] + "]" + cell.ljust(9) + "[/" + COLOURS[seat] + "]")
    return found
