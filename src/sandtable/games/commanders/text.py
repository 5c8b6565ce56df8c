"""Commanders in a terminal: three ranks of three sectors, the reserves, the zones of a combat."""

from __future__ import annotations

from sandtable.games.commanders.book import COLUMNS, ROWS, Book
from sandtable.games.commanders.lists import DASH, MARKER_WORDS
from sandtable.games.commanders.rules.planning import given, given_away
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
PLANNING = 1  # the phase
PAGES = ["legend", "where", "modifiers", "ranges", "prices"]
CONDITIONS = [(ROUTED, "~"), (SQUARE, "#"), (SPENT, "'"), (GARRISON, "^")]


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
        lines += sheet(book, table, hand)
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
            prizes += " " + coloured(table.markers[k], "wb"[table.markers[k]] + "-" + MARKER_WORDS[table.markers[k + 1]])
    tokens = ""
    for unit in range(UNITS):
        if table.token[unit] == sector:
            tokens += coloured(unit // ARMY, "wb"[unit // ARMY] + "*")
    return [head, prizes + (" " + tokens if tokens else ""), " " + crew(table, 0, sector), " " + crew(table, 1, sector)]


def coloured(seat: int, text: str) -> str:
    return "[" + COLOURS[seat] + "]" + text + "[/" + COLOURS[seat] + "]"


def crew(table: CommandersTable, seat: int, sector: int) -> str:
    """Counts by kind and condition: ``w 3I 1I' 1I# 2C 1A~``; ' spent, # square, ~ routed, ^ in the building."""
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
    return coloured(seat, "wb"[seat] + " " + " ".join([str(counts[k]) + words[k] for k in range(len(words))]))


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


def sheet(book: Book, table: CommandersTable, hand: CommandersHand) -> list[str]:
    """The own order sheet: what was given, what is left to give and to do."""
    orders: list[str] = []
    for i in range(ARMY):
        if hand.plan1[i] >= 0:
            path = book.sectors[hand.plan1[i]]
            if hand.plan2[i] >= 0:
                path += "-" + book.sectors[hand.plan2[i]]
            mark = "" if hand.way1[i] >= 0 or table.phase == PLANNING else " (done)"
            orders.append(book.names[hand.seat * ARMY + i] + ">" + path + mark)
    lines: list[str] = []
    if table.phase == PLANNING and hand.seat in table.pending:
        left = table.orders[hand.seat] - given_away(book, table, hand)
        lines.append("orders given " + str(given(hand)) + ", left " + str(max(0, left)))
    return [*lines, "orders: " + ", ".join(orders)] if orders else lines


# pages ------------------------------------------------------------------------------------


def draw_page(book: Book, table: CommandersTable, topic: str, words: list[str]) -> str:
    if topic == "legend":
        return "\n".join(legend(book))
    if topic == "where":
        return "\n".join(where_lines(book, table, words))
    if topic == "prices":
        prizes = [str(book.prizes[kind]) + " for captured " + ["infantry", "cavalry", "artillery"][kind] for kind in range(3)]
        worth = [MARKER_WORDS[k] + " " + str(book.worth[k]) for k in range(len(MARKER_WORDS))]
        return "points: " + ", ".join(prizes) + "\nmarkers a round: " + ", ".join(worth) + "\nto win: " + str(book.goal)
    return "\n".join(modifier_lines(book))


def legend(book: Book) -> list[str]:
    sides = coloured(0, "w White") + " below, " + coloured(1, "b Black") + " above"
    return [
        sides + "; I infantry, C cavalry, A artillery: 'w 3I' is three infantry of White",
        "~ routed  # in square  ' spent  ^ in the building  w* b* the token of a battery lies there",
        "units have names, wI7 or bC2; 'where' lists where they stand, 'where wI7' one, 'where b2' those of a sector",
        "W and B are the reserves of White and Black",
    ]


def named(book: Book, table: CommandersTable, unit: int) -> str:
    text = book.names[unit]
    for bit, mark in CONDITIONS:
        if table.status[unit] & bit:
            text += mark
    return text


def place_word(book: Book, place: int) -> str:
    if 0 <= place < len(book.sectors):
        return book.sectors[place]
    return "rout box" if place == BOX else "captured" if place == CAPTURED else "out of play"


def where_lines(book: Book, table: CommandersTable, words: list[str]) -> list[str]:
    """All units by place, or those that the words name: units or places."""
    for word in words:
        if word not in book.names and word not in book.sectors:
            raise ValueError(word)
    lines: list[str] = []
    for place in range(CAPTURED + 1):
        for seat in range(2):
            names: list[str] = []
            for unit in range(seat * ARMY, seat * ARMY + ARMY):
                wanted = not words or book.names[unit] in words or place_word(book, place) in words
                if table.place[unit] == place and wanted:
                    names.append(named(book, table, unit))
            if names:
                lines.append(place_word(book, place).ljust(9) + coloured(seat, " ".join(names)))
    return lines if lines else ["nobody stands there"]


def modifier_lines(book: Book) -> list[str]:
    """7.3-7.8, 9.3: the table of modifiers, fire before melee."""
    short = ["att.inf", "att.cav", "att.art", "square", "pas.inf", "pas.cav", "pas.art", "routed", "nobody"]
    lines = ["a die hits above " + str(book.above) + "; modifier in fire / melee of the row against the column:"]
    lines.append(" " * 20 + "".join([word.ljust(9) for word in short]))
    for row in range(len(ROWS)):
        cells: list[str] = []
        for column in range(COLUMNS):
            pair = [book.fire[row * COLUMNS + column], book.melee[row * COLUMNS + column]]
            cells.append("/".join(["-" if value == DASH else signed(value) for value in pair]).ljust(9))
        lines.append(ROWS[row].replace("_", " ").ljust(20) + "".join(cells).rstrip())
    lines.append(
        "spent " + signed(book.spent) + ", fire in fast movement " + signed(book.fast_fire) + ", reaction " + signed(book.reaction)
    )
    guns = "bombardment at one sector " + signed(book.range_1) + ", at two " + signed(book.range_2) + ", with a token " + signed(book.token)
    lines.append(guns)
    if book.terrain:
        ground = "forest fire " + signed(book.forest_fire) + " melee " + signed(book.forest_melee) + ", uphill " + signed(book.uphill)
        ground += ", downhill " + signed(book.downhill) + ", river " + signed(book.river_melee) + ", building " + signed(book.at_building)
        lines.append(ground)
    return lines


def signed(value: int) -> str:
    return "+" + str(value) if value > 0 else str(value)
