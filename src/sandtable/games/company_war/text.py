"""Company War in a terminal: a small star map, the points with fleets, and the tactical map while a battle is flown."""

from __future__ import annotations

from sandtable.games.company_war.hexmap import RADIUS, hex_q, hex_r, length
from sandtable.games.company_war.names import Names, read_word
from sandtable.games.company_war.rules.fleet import aboard, outside
from sandtable.games.company_war.rules.tactics import CLOCK, owner
from sandtable.games.company_war.state import (
    BATTLE,
    CARRIERS,
    FIRST_DART,
    FLEET,
    HAULER,
    NO_ORDER,
    NOWHERE,
    PLOTTING,
    POINTS,
    RIDER,
    SHIPS,
    STATION,
    TACTICS,
    UNION,
    UNPLACED,
    WarHand,
    WarTable,
)
from sandtable.games.company_war.values import Book

COLOURS = ["red", "green"]
SIGNS = ["+", "-"]  # by seat: told apart without colour
PAGES = ["legend", "routes", "ships", "prices", "ranges"]
KIND_MARKS = ["", "h", "e", "u", "U"]
MAP_WIDTH = 72
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghjklmn"  # by ship
MAP_HEIGHT = 20


def draw_table(book: Book, names: Names, table: WarTable, hand: WarHand | None) -> str:
    points = [painted(seat, SIGNS[seat] + names.seats[seat] + " " + str(table.points[seat])) for seat in range(2)]
    lines = ["turn " + str(table.turn) + "   points: " + ", ".join(points)]
    if table.stack and table.stack[-1].proc == TACTICS:
        return "\n".join(lines + tactical_map(table) + tactical_list(book, names, table))
    lines += movement_lines(names, table, hand)
    lines += star_map(book, table)
    lines += [point_line(book, names, table, hand, point) for point in range(1, POINTS) if worth_listing(book, table, point)]
    hidden = [s for s in range(CARRIERS) if table.place[s] == UNPLACED]
    if hidden:
        lines.append("not shown: " + ", ".join([ship_text(names, table, hand, s) for s in hidden]))
    return "\n".join(lines + hand_lines(names, table, hand))


def movement_lines(names: Names, table: WarTable, hand: WarHand | None) -> list[str]:
    """Allowances of this turn, and what is left of them."""
    lines: list[str] = []
    if max(table.allowance):
        parts = [SIGNS[seat] + names.seats[seat] + " " + str(table.allowance[seat]) for seat in range(2)]
        lines.append("ships that may move this turn: " + ", ".join(parts))
    if max(table.left):
        lines.append("left to move: " + ", ".join([SIGNS[seat] + names.seats[seat] + " " + str(table.left[seat]) for seat in range(2)]))
    if hand is not None and table.stack and table.stack[-1].proc == PLOTTING:
        lines.append("ships you have plotted: " + str(hand.plotted) + " of " + str(table.allowance[hand.seat]))
    return lines


def painted(seat: int, text: str) -> str:
    return "[" + COLOURS[seat] + "]" + text + "[/" + COLOURS[seat] + "]"


# the strategic map -----------------------------------------------------------------------


def star_map(book: Book, table: WarTable) -> list[str]:
    """Points by number; h frontier, e company, u colony, U the capital; signs and colours show who is there."""
    rows = [[" "] * MAP_WIDTH for _ in range(MAP_HEIGHT)]
    left, right = min(book.x[1:]), max(book.x)
    top, bottom = min(book.y[1:]), max(book.y)
    for point in range(1, POINTS):
        row = (book.y[point] - top) * (MAP_HEIGHT - 1) // (bottom - top)
        column = (book.x[point] - left) * (MAP_WIDTH - 5) // (right - left)
        text = str(point) + KIND_MARKS[book.kind[point]] + presence(table, point)
        while any(cell != " " for cell in rows[row][max(0, column - 1) : column + len(text) + 1]) and column < MAP_WIDTH - 5:
            column += 1
        for i in range(len(text)):
            rows[row][column + i] = text[i]
        rows[row][column] = paint_start(table, point) + rows[row][column]
        rows[row][column + len(text) - 1] += "[/]"
    return ["".join(row).rstrip() for row in rows]


def presence(table: WarTable, point: int) -> str:
    """``+`` ships or troops of the first seat, ``-`` ships of the second."""
    fleet = any(table.place[s] == point for s in range(CARRIERS)) or table.garrison[point] > 0
    union = any(table.place[s] == point for s in range(CARRIERS, SHIPS))
    return (SIGNS[FLEET] if fleet else "") + (SIGNS[UNION] if union else "")


def paint_start(table: WarTable, point: int) -> str:
    here = presence(table, point)
    return "[bold yellow]" if len(here) == 2 else "[bold red]" if here == SIGNS[FLEET] else "[bold green]" if here else "[dim]"


def worth_listing(book: Book, table: WarTable, point: int) -> bool:
    return book.kind[point] > 0 or any(at == point for at in table.place)


def point_line(book: Book, names: Names, table: WarTable, hand: WarHand | None, point: int) -> str:
    """``5 Haven  hits 2  garrison: Aurora 4r, Corona* 3r``; a star marks damage, > a fleeing ship, T own troops."""
    text = str(point).rjust(2) + " " + names.points[point].ljust(12)
    if table.wrecked[point]:
        text += " destroyed"
    elif table.station_hits[point]:
        text += " hits " + str(table.station_hits[point])
    if table.garrison[point]:
        text += " " + painted(FLEET, SIGNS[FLEET] + "troops")
    for seat in range(2):
        ships = [s for s in range(0 if seat == FLEET else CARRIERS, CARRIERS if seat == FLEET else SHIPS) if table.place[s] == point]
        if ships:
            text += "  " + painted(
                seat, SIGNS[seat] + " " + ", ".join([ship_text(names, table, hand, s) + rider_text(book, table, s) for s in ships])
            )
    return text


def ship_text(names: Names, table: WarTable, hand: WarHand | None, ship: int) -> str:
    text = names.units[ship] + ("*" if table.hurt[ship] else "") + (">" if table.fleeing[ship] else "")
    if hand is not None and hand.seat == FLEET and ship < CARRIERS:
        text += " T" if hand.troop[ship] else ""
        if table.place[ship] == UNPLACED and hand.start[ship] > NOWHERE:
            text += " at " + names.points[hand.start[ship]]
    return text


def rider_text(book: Book, table: WarTable, ship: int) -> str:
    """``4r``: riders aboard; ``2r 2 out``: two of them launched."""
    if ship >= FIRST_DART or not book.berths[ship]:
        return ""
    out = outside(table, ship)
    return " " + str(aboard(table, ship)) + "r" + (" " + str(out) + " out" if out else "")


def hand_lines(names: Names, table: WarTable, hand: WarHand | None) -> list[str]:
    """The seat's own plots, and its orders of this round of battle."""
    if hand is None:
        return []
    lines: list[str] = []
    for ship in range(SHIPS):
        if hand.course[ship]:
            lines.append("plot " + names.units[ship] + ": " + way_text(names, hand.course[ship]))
    if hand.squad:
        lines.append("plotting " + ", ".join([names.units[s] for s in hand.squad]) + ": " + way_text(names, hand.trail))
    if table.stack and table.stack[-1].proc == BATTLE:
        orders = [names.units[s] + " " + names.word("order", hand.order[s]) for s in range(SHIPS) if hand.order[s] != NO_ORDER]
        if orders:
            lines.append("your orders of this round: " + ", ".join(orders))
        shots = [names.units[table.shots[i]] + " at " + names.units[table.shots[i + 1]] for i in range(0, len(table.shots), 2)]
        if shots:
            lines.append("shots: " + ", ".join(shots))
    return lines


def way_text(names: Names, points: list[int]) -> str:
    return " > ".join([point_name(names, point) for point in points])


def point_name(names: Names, point: int) -> str:
    """``5 Haven``, or the number where the point has no other name."""
    return str(point) if names.word("point", point) == str(point) else str(point) + " " + names.points[point]


# the tactical map ------------------------------------------------------------------------


def tactical_map(table: WarTable) -> list[str]:
    """Rows by r, every second hex half a step on: * the mass, @ the station, letters for ships, r and w for riders of either seat."""
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
        seat = owner(table, unit)
        rider = "r" if seat == FLEET else "w"
        mark = "@" if unit == STATION else "i" if unit >= HAULER else rider if unit >= RIDER else LETTERS[unit]
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
        lines.append(painted(seat, SIGNS[seat] + " " + text) if seat >= 0 else "  " + text)
    return lines


# pages ------------------------------------------------------------------------------------


def draw_page(book: Book, sets: list[Names], names: Names, table: WarTable, hand: WarHand | None, topic: str, words: list[str]) -> str:
    if topic == "legend":
        return "\n".join(legend(names))
    if topic == "routes":
        points = [read_word(sets, "point", word) for word in words] if words else [p for p in range(1, POINTS) if book.kind[p]]
        return "\n".join([line for point in points for line in route_lines(book, names, point)])
    if topic == "ranges":
        return "\n".join(range_lines(book))
    return "\n".join(ship_lines(book, sets, names, words))


def legend(names: Names) -> list[str]:
    sides = ", ".join([painted(seat, SIGNS[seat] + " " + names.seats[seat]) for seat in range(2)])
    return [
        sides + "; on the map a sign behind a point says whose ships or troops are there",
        "star map: points by number; h frontier, e company, u colony, U the capital; 'routes haven' shows the jumps from a point",
        "lists: * damaged, > fleeing, T your own troops aboard, 4r riders aboard, 2 out: launched",
        "tactical map: * the mass, + next to it, @ station, capital and small letters ships as in the list, i insystemers,",
        "  r riders of " + names.seats[0] + ", w of " + names.seats[1],
    ]


def route_lines(book: Book, names: Names, point: int) -> list[str]:
    """2.2, 2.3: one jump away, for both or for one side only."""
    both = [to for to in book.roads[0][point] if to in book.roads[1][point]]
    lines = [point_name(names, point) + ": " + ", ".join([point_name(names, to) for to in both])]
    for seat in range(2):
        own = [to for to in book.roads[seat][point] if to not in both]
        if own:
            lines.append("   only " + names.seats[seat] + ": " + ", ".join([point_name(names, to) for to in own]))
    return lines


def ship_lines(book: Book, sets: list[Names], names: Names, words: list[str]) -> list[str]:
    """3.4, 9.4: counters as printed, undamaged and damaged; what they carry and are worth."""
    chosen = [read_word(sets, "ship", word) for word in words] if words else list(range(SHIPS))
    lines = ["ship           class   attack-control-defence   damaged     riders  worth   tactical: burn overload dump hull fuel"]
    for ship in chosen:
        front = str(book.attack[2 * ship]) + "-" + str(book.control[ship]) + "-" + str(book.defence[ship])
        back = "none" if book.single[ship] else str(book.attack[2 * ship + 1]) + "-0-" + str(book.defence[ship])
        seat = FLEET if ship < CARRIERS else UNION
        text = SIGNS[seat] + " " + names.units[ship].ljust(13) + book.ship_class[ship].ljust(8) + front.ljust(25) + back.ljust(12)
        text += str(book.berths[ship]).ljust(8) + str(book.worth[ship]).ljust(8)
        build = [book.burn[ship], book.overload[ship], book.dump[ship], book.hull[ship], book.tank[ship]]
        lines.append(painted(seat, text + " ".join([str(value) for value in build])))
    return lines


def range_lines(book: Book) -> list[str]:
    """5.8, 5.15-5.17"""
    words = ["close", "standard", "long"]
    effects = [words[i] + " " + str(book.range_effect[i]) for i in range(3)]
    return [
        "two dice hit with " + str(book.settings.constant) + " + attack - defence or less, 2 always, 12 never; added to that:",
        "  range: " + ", ".join(effects),
        "  capital ships on one capital ship: "
        + ", ".join([str(i) + ": " + str(book.concentration[i]) for i in range(1, len(book.concentration))]),
        "  a target that breaks off: -" + str(book.evasion) + "; from a carrier that recovers or breaks off: -" + str(book.busy),
        "'look number aurora paragon' reckons a shot as it stands, 'odds' the one you choose",
    ]
