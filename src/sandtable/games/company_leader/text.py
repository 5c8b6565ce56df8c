"""Company Leader in a terminal: a sign per field, pieces on top, rows shifted as the hexagons lie."""

from __future__ import annotations

from typing import Final

from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.pieces import towns_held
from sandtable.games.company_leader.rules.turn import income
from sandtable.games.company_leader.state import (
    FILLING,
    NOBODY,
    SETUP,
    UNKNOWN,
    USED,
    LeaderHand,
    LeaderTable,
)

COLOURS: Final = ["red", "blue", "green", "yellow"]
ARROWS: Final = ["→", "↗", "↖", "←", "↙", "↘"]
GROUND: Final = [".", "♣", "▲"]
CELL: Final = 6


def draw_table(plan: Plan, table: LeaderTable, hand: LeaderHand | None) -> str:
    hexes = plan.board.hexes
    lines = [headline(plan, table)]
    left = min([2 * hexes.q[f] + hexes.r[f] for f in range(plan.size)])
    for row in range(hexes.height):
        fields = [f for f in range(plan.size) if hexes.r[f] - hexes.north == row]
        if not fields:
            lines.append("")
            continue
        line, end = "", 0
        for field in fields:
            start = (2 * hexes.q[field] + hexes.r[field] - left) * CELL // 2
            line += " " * (start - end) + cell(table, hand, plan, field)
            end = start + CELL
        lines.append(hexes.labels[fields[0]].rjust(4) + "  " + line)
    lines.append("")
    lines += [seat_line(plan, table, seat) for seat in range(plan.seats)]
    lines.append("▲ town  ♣ forest  . open   I infantry  S its scout  A artillery  L light, H heavy tank  T tank scout")
    lines.append("d dummy  ? face down  ' concealed  ! used  → looks that way, number: strength")
    return "\n".join(lines)


def headline(plan: Plan, table: LeaderTable) -> str:
    if table.stack and table.stack[0].proc == SETUP:
        return plan.board.title + ": set-up"
    if not table.stack:
        return plan.board.title + ": over"
    seat = table.stack[0].regs[0]
    doing = "purchases" if table.stack[0].step > 0 else "actions"
    if table.stack[0].step == FILLING:
        doing = "fills the purchase fields"
    return plan.board.title + ": turn " + str(table.turns[seat]) + " of " + COLOURS[seat] + ", " + doing


def seat_line(plan: Plan, table: LeaderTable, seat: int) -> str:
    side = plan.sides[seat]
    pieces = len([f for f in range(plan.size) if table.owner[f] == seat])
    words = [
        COLOURS[seat].ljust(7),
        "pieces " + str(pieces),
        "towns of its side " + str(towns_held(plan, table, side)),
        "coins " + str(table.coins[side]) + " (+" + str(income(plan, table, side)) + ")",
    ]
    if (table.out >> seat) & 1:
        words.append("eliminated")
    return coloured(seat, "   ".join(words))


def coloured(seat: int, text: str) -> str:
    return "[" + COLOURS[seat] + "]" + text + "[/" + COLOURS[seat] + "]"


def cell(table: LeaderTable, hand: LeaderHand | None, plan: Plan, field: int) -> str:
    """``▲H5→!``: in town a heavy tank of strength 5 looking east, used; ``.I'``: a concealed infantry this hand knows."""
    ground = GROUND[plan.terrain[field]]
    owner = table.owner[field]
    flag = "⚑" if table.flag == field else ""
    if owner == NOBODY:
        return (ground + flag).ljust(CELL)
    used = "!" if table.mark[field] & USED else ""
    kind = table.face[field]
    if kind > 0:
        piece = plan.troops.letters[kind] + str(table.strength[field]) + ARROWS[table.facing[field]]
    else:
        kind = table.known[field]
        if hand is not None and hand.seat == owner:
            kind = hand.kind[field]
        piece = "?" if kind == UNKNOWN else plan.troops.letters[kind] + "'"
    piece = (piece + used + flag).ljust(CELL - 1)
    return ground + coloured(owner, piece)
