"""Company War in a terminal: a small star map, the points with fleets, and the tactical map while a battle is flown."""

from __future__ import annotations

from sandtable.games.company_war.hexmap import RADIUS, hex_q, hex_r, length
from sandtable.games.company_war.names import Names
from sandtable.games.company_war.rules.fleet import aboard
from sandtable.games.company_war.rules.tactics import CLOCK, owner
from sandtable.games.company_war.state import (
    CARRIERS,
    FIRST_DART,
    FLEET,
    HAULER,
    NOWHERE,
    POINTS,
    RIDER,
    SHIPS,
    STATION,
    TACTICS,
    UNPLACED,
    WarHand,
    WarTable,
)
from sandtable.games.company_war.values import Book

COLOURS = ["red", "green"]
KIND_MARKS = ["", "h", "e", "u", "U"]
MAP_WIDTH = 72
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghjklmn"  # by ship
MAP_HEIGHT = 20


def draw_table(book: Book, names: Names, table: WarTable, hand: WarHand | None) -> str:
    lines = [
        "turn "
        + str(table.turn)
        + "   points: "
        + painted(FLEET, names.seats[0] + " " + str(table.points[0]))
        + ", "
        + painted(1, names.seats[1] + " " + str(table.points[1]))
    ]
    if table.stack and table.stack[-1].proc == TACTICS:
        return "\n".join(lines + tactical_map(table) + tactical_list(book, names, table))
    if max(table.left):
        lines.append("left to move: " + str(table.left[0]) + " and " + str(table.left[1]))
    lines += star_map(book, table)
    lines += [point_line(book, names, table, hand, point) for point in range(1, POINTS) if worth_listing(book, table, point)]
    hidden = [s for s in range(CARRIERS) if table.place[s] == UNPLACED]
    if hidden:
        lines.append("not shown: " + ", ".join([ship_text(names, table, hand, s) for s in hidden]))
    return "\n".join(lines + hand_lines(names, hand))


def painted(seat: int, text: str) -> str:
    return "[" + COLOURS[seat] + "]" + text + "[/" + COLOURS[seat] + "]"


# the strategic map -----------------------------------------------------------------------


def star_map(book: Book, table: WarTable) -> list[str]:
    """Points by number; h Hinder Stars, e Earth Company, u Union, U the capital; colours show who is there."""
    rows = [[" "] * MAP_WIDTH for _ in range(MAP_HEIGHT)]
    left, right = min(book.x[1:]), max(book.x)
    top, bottom = min(book.y[1:]), max(book.y)
    for point in range(1, POINTS):
        row = (book.y[point] - top) * (MAP_HEIGHT - 1) // (bottom - top)
        column = (book.x[point] - left) * (MAP_WIDTH - 5) // (right - left)
        text = str(point) + KIND_MARKS[book.kind[point]]
        while any(cell != " " for cell in rows[row][max(0, column - 1) : column + len(text) + 1]) and column < MAP_WIDTH - 5:
            column += 1
        for i in range(len(text)):
            rows[row][column + i] = text[i]
        rows[row][column] = paint_start(table, point) + rows[row][column]
        rows[row][column + len(text) - 1] += "[/]"
    return ["".join(row).rstrip() for row in rows]


def paint_start(table: WarTable, point: int) -> str:
    fleet = any(table.place[s] == point for s in range(CARRIERS)) or table.garrison[point] > 0
    union = any(table.place[s] == point for s in range(CARRIERS, SHIPS))
    return "[bold yellow]" if fleet and union else "[bold red]" if fleet else "[bold green]" if union else "[dim]"


def worth_listing(book: Book, table: WarTable, point: int) -> bool:
    return book.kind[point] > 0 or any(at == point for at in table.place)


def point_line(book: Book, names: Names, table: WarTable, hand: WarHand | None, point: int) -> str:
    """``5 Pell  hits 2  garrison: Europe 4r, Norway* 3r``; a star marks damage, > a fleeing ship, T own troops."""
    text = str(point).rjust(2) + " " + names.points[point].ljust(12)
    if table.wrecked[point]:
        text += " destroyed"
    elif table.station_hits[point]:
        text += " hits " + str(table.station_hits[point])
    if table.garrison[point]:
        text += " " + painted(FLEET, "troops")
    for seat in range(2):
        ships = [s for s in range(0 if seat == FLEET else CARRIERS, CARRIERS if seat == FLEET else SHIPS) if table.place[s] == point]
        if ships:
            text += "  " + painted(seat, ", ".join([ship_text(names, table, hand, s) + rider_text(book, table, s) for s in ships]))
    return text


def ship_text(names: Names, table: WarTable, hand: WarHand | None, ship: int) -> str:
    text = names.units[ship] + ("*" if table.hurt[ship] else "") + (">" if table.fleeing[ship] else "")
    if hand is not None and hand.seat == FLEET and ship < CARRIERS:
        text += " T" if hand.troop[ship] else ""
        if table.place[ship] == UNPLACED and hand.start[ship] > NOWHERE:
            text += " at " + names.points[hand.start[ship]]
    return text


def rider_text(book: Book, table: WarTable, ship: int) -> str:
    return " " + str(aboard(table, ship)) + "r" if ship < FIRST_DART and book.berths[ship] else ""


def hand_lines(names: Names, hand: WarHand | None) -> list[str]:
    """The seat's own plots."""
    if hand is None:
        return []
    lines: list[str] = []
    for ship in range(SHIPS):
        if hand.course[ship]:
            lines.append("plot " + names.units[ship] + ": " + " ".join([str(p) for p in hand.course[ship]]))
    if hand.squad:
        lines.append("plotting " + ", ".join([names.units[s] for s in hand.squad]) + ": " + " ".join([str(p) for p in hand.trail]))
    return lines


# the tactical map ------------------------------------------------------------------------


def tactical_map(table: WarTable) -> list[str]:
    """Rows by r, every second hex half a step on: * the mass, S the station, letters for ships, digits for riders in a hex."""
    rows: list[str] = []
    cells = [[" "] * (4 * RADIUS + 1) for _ in range(2 * RADIUS + 1)]
    for q in range(-RADIUS, RADIUS + 1):
        for r in range(-RADIUS, RADIUS + 1):
            ring = length(q, r)
            if ring == RADIUS:
                cells[r + RADIUS][2 * q + r + 2 * RADIUS] = "·"
            elif ring <= 1:
                cells[r + RADIUS][2 * q + r + 2 * RADIUS] = "*" if ring == 0 else "+"
    for unit in reversed(table.force):
        q, r = hex_q(table.hex[unit]), hex_r(table.hex[unit])
        mark = "S" if unit == STATION else "i" if unit >= HAULER else "r" if unit >= RIDER else LETTERS[unit]
        seat = owner(table, unit)
        cells[r + RADIUS][2 * q + r + 2 * RADIUS] = painted(seat, mark) if seat >= 0 else mark
    for row in cells:
        rows.append("".join(row).rstrip())
    return rows


def tactical_list(book: Book, names: Names, table: WarTable) -> list[str]:
    lines = ["battle turn " + str(table.stack[-1].regs[CLOCK])]
    for unit in table.force:
        mark = LETTERS[unit] + " " if unit < SHIPS else ""
        text = mark + names.units[unit] + ("*" if table.hurt[unit] else "") + " at " + names.word("hex", table.hex[unit])
        text += " velocity " + str(table.vel_q[unit]) + "," + str(table.vel_r[unit])
        if table.hits[unit]:
            text += " hits " + str(table.hits[unit]) + "/" + str(book.hull[unit])
        if book.tank[unit]:
            text += " fuel " + str(table.fuel[unit])
        seat = owner(table, unit)
        lines.append(painted(seat, text) if seat >= 0 else text)
    return lines
