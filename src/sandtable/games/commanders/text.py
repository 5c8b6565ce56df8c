"""Commanders in a terminal: three ranks of three sectors, the reserves, the zones of a combat."""

from __future__ import annotations

from sandtable.games.commanders.book import Book
from sandtable.games.commanders.lists import MARKER_WORDS
from sandtable.games.commanders.state import (
    ARMY,
    BOX,
    CAPTURED,
    GARRISON,
    RESERVE,
    ROUTED,
    SPENT,
    SQUARE,
    UNITS,
    CommandersHand,
    CommandersTable,
)
from sandtable.games.commanders.verbs import PHASES

COLOURS = ["white", "cyan"]
SIDES = ["White", "Black"]
WIDTH = 26


def draw_table(book: Book, table: CommandersTable, hand: CommandersHand | None) -> str:
    score = "White " + str(table.points[0]) + " : " + str(table.points[1]) + " Black"
    lines = ["round " + str(table.round) + ", " + PHASES[table.phase] + "   " + score]
    lines.append("Black reserve: " + crew(table, 1, RESERVE + 1) + aside(table, 1))
    for rank in range(2, -1, -1):
        lines.append(("+" + "-" * WIDTH) * 3 + "+")
        cells = [cell(book, table, rank * 3 + file) for file in range(3)]
        for row in range(4):
            lines.append("".join(["|" + padded(cells[file][row]) for file in range(3)]) + "|")
    lines.append(("+" + "-" * WIDTH) * 3 + "+")
    lines.append("White reserve: " + crew(table, 0, RESERVE) + aside(table, 0))
    lines += zone_lines(book, table)
    if hand is not None:
        lines += sheet(book, hand)
    return "\n".join(lines)


def padded(text: str) -> str:
    """Fill up to the width; markup does not count."""
    bare = ""
    inside = False
    for letter in text:
        if letter == "[":
            inside = True
        elif letter == "]" and inside:
            inside = False
        elif not inside:
            bare += letter
    return text + " " * max(0, WIDTH - len(bare))


def cell(book: Book, table: CommandersTable, sector: int) -> list[str]:
    """Name and terrain; markers and tokens; White's units; Black's units."""
    head = " " + book.sectors[sector]
    for word in book.terrain_words(sector):
        if word != "building" or not (table.ruined >> sector) & 1:
            head += " " + word
    prizes = ""
    for k in range(0, len(table.markers), 3):
        if table.markers[k + 2] == sector:
            prizes += " " + coloured(table.markers[k], MARKER_WORDS[table.markers[k + 1]])
    tokens = ""
    for unit in range(UNITS):
        if table.token[unit] == sector:
            tokens += coloured(unit // ARMY, "*")
    return [head, prizes + (" " + tokens if tokens else ""), " " + crew(table, 0, sector), " " + crew(table, 1, sector)]


def coloured(seat: int, text: str) -> str:
    return "[" + COLOURS[seat] + "]" + text + "[/" + COLOURS[seat] + "]"


def crew(table: CommandersTable, seat: int, sector: int) -> str:
    """Counts by kind and condition: ``3I 1I' 1I# 2C 1A~``; ' spent, # square, ~ routed, ^ in the building."""
    words: list[str] = []
    counts: list[int] = []
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.place[unit] == sector:
            status = table.status[unit]
            mark = "ICA"[table.kind[unit]]
            mark += "~" if status & ROUTED else "#" if status & SQUARE else ""
            mark += "'" if status & SPENT else ""
            mark += "^" if status & GARRISON else ""
            if mark in words:
                counts[words.index(mark)] += 1
            else:
                words.append(mark)
                counts.append(1)
    if not words:
        return ""
    return coloured(seat, " ".join([str(counts[k]) + words[k] for k in range(len(words))]))


def aside(table: CommandersTable, seat: int) -> str:
    """The rout box, and prisoners not yet counted."""
    text = ""
    boxed = crew(table, seat, BOX)
    if boxed:
        text += "   rout box: " + boxed
    taken = crew(table, seat, CAPTURED)
    return text + ("   prisoners: " + taken if taken else "")


def zone_lines(book: Book, table: CommandersTable) -> list[str]:
    lines: list[str] = []
    for z in range(len(table.zones)):
        zone = table.zones[z]
        lines.append("zone " + str(z + 1) + ": " + book.sectors[zone[0]] + " against " + book.sectors[zone[1]])
        for seat in range(2):
            names = [book.names[unit] + ("~" if table.status[unit] & ROUTED else "") for unit in table.lines[2 * z + seat]]
            dice = ""
            if 2 * z + seat < len(table.pips) and table.pips[2 * z + seat]:
                dice = "   dice " + " ".join([str(pip) for pip in table.pips[2 * z + seat]])
            lines.append("  " + coloured(seat, SIDES[seat] + " " + " ".join(names)) + dice)
    return lines


def sheet(book: Book, hand: CommandersHand) -> list[str]:
    """The own order sheet: what is left to do."""
    orders: list[str] = []
    for i in range(ARMY):
        if hand.plan1[i] >= 0:
            path = book.sectors[hand.plan1[i]]
            if hand.plan2[i] >= 0:
                path += "-" + book.sectors[hand.plan2[i]]
            mark = "" if hand.way1[i] >= 0 else " (done)"
            orders.append(book.names[hand.seat * ARMY + i] + ">" + path + mark)
    if not orders:
        return []
    return ["orders: " + ", ".join(orders)]
