"""War of Leaders in a terminal: the table seen from above, one character for every two centimetres or so."""

from __future__ import annotations

from sandtable.games.war_of_leaders.look import Asker, about_piece, about_way, deal_words
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import ALIVE, CHOOSE, CORNER, DIRECT, TURN, WRECK, LeadersHand, LeadersTable
from sandtable.games.war_of_leaders.words import KINDS, LETTERS, SEATS, piece_value, piece_word
from sandtable.kit.plane import OUTSIDE, along_x, along_y, where, within

COLOURS = ["red", "blue", "green", "yellow", "white", "bright_black", "dark_orange", "purple", "cyan", "magenta", "orange4", "grey50"]
COLUMNS = 72
PAGES = ["legend", "ranges", "directions", "reach"]
COMPASS = ["east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east"]
ROLL = 0  # in the registers of a turn


def draw_table(rules: Rules, table: LeadersTable, hand: LeadersHand | None) -> str:
    asker = Asker(rules, table, hand)
    step = max(10, rules.width // COLUMNS)
    lines = [heading(rules, table)]
    for row in plot(asker, step):
        lines.append("".join(row))
    for seat in range(rules.seats):
        lines.append(roster(asker, seat))
    lines += moving_lines(asker)
    for deal in table.ledger if table.ledger else table.treaties + (hand.deals if hand is not None else []):
        lines.append("  deal: " + deal_words(deal))
    return "\n".join(lines)


def heading(rules: Rules, table: LeadersTable) -> str:
    text = "round " + str(table.round)
    if table.turn >= 0:
        text += "   turn: " + SEATS[table.turn]
    if table.point:
        text += "   Capture Point " + str(table.point[0]) + "," + str(table.point[1]) + " radius " + str(table.point[2])
    if rolled(table):
        text += "   [bold]die " + str(rolled(table)) + ": " + str(rules.pace[rolled(table)]) + " mm[/bold]"
    return text + "   paces " + " ".join([str(length) for length in rules.pace[1:]])


def plot(asker: Asker, step: int) -> list[list[str]]:
    """A character is a step wide and two steps high: pieces over obstacles over Capture Point over start zones."""
    rules, table = asker.rules, asker.table
    rows, columns = rules.height // (2 * step) + 1, rules.width // step + 1
    grid = [["."] * columns for _ in range(rows)]
    if rules.disc:
        fill_disc(grid, step, rules.disc, rules.disc, rules.disc, ".", " ")
    for zone in range(rules.zones):
        fill_disc(grid, step, rules.zone_x[zone], rules.zone_y[zone], rules.zone_r, ":", "")
    if table.point:
        fill_disc(grid, step, table.point[0], table.point[1], table.point[2], "o", "")
    for w in range(len(table.wall_x)):
        fill_wall(grid, step, table, w)
    if table.stack and table.stack[-1].proc <= CORNER:
        for zone in range(rules.zones):
            grid[rules.zone_y[zone] // (2 * step)][rules.zone_x[zone] // step] = "[bold]" + str(zone + 1) + "[/bold]"
    put_pieces(asker, grid, step)
    return grid


def put_pieces(asker: Asker, grid: list[list[str]], step: int) -> None:
    """Each piece under its name, ``rK`` or ``rS3``, or as much of it as there is room for; its kind at least."""
    rules, table = asker.rules, asker.table
    taken: list[int] = []
    width = len(grid[0])
    pieces = [p for p in range(len(asker.xs)) if asker.xs[p] >= 0]
    for p in pieces:
        taken.append(asker.ys[p] // (2 * step) * width + asker.xs[p] // step)
    for n in range(len(pieces) - 1, -1, -1):  # leaders stand first in the army list, so they are drawn last
        p, at = pieces[n], taken[n]
        word = piece_word(rules, p)
        kind = "x" if table.life[p] == WRECK else KINDS[rules.kind[p % rules.army]]
        kind = kind.lower() if table.x[p] < 0 else kind  # only its owner sees it
        room = 1
        while room < len(word) and (at + room) % width != 0 and at + room not in taken and grid[at // width][(at + room) % width] != "#":
            room += 1
        text = kind if room == 1 else (word[0] + kind + word[2:])[:room]
        for i in range(len(text)):
            grid[at // width][at % width + i] = painted(p // rules.army, text[i])
            taken.append(at + i)


def painted(seat: int, text: str) -> str:
    return "[" + COLOURS[seat] + "]" + text + "[/" + COLOURS[seat] + "]"


def rolled(table: LeadersTable) -> int:
    """The pips of the move under way, 0 before the die has fallen."""
    if not table.stack or table.stack[-1].proc != TURN or table.stack[-1].step not in (CHOOSE, DIRECT):
        return 0
    return table.stack[-1].regs[ROLL]


def moving_lines(asker: Asker) -> list[str]:
    """What the asker has chosen to move, and who stays behind."""
    rules, hand = asker.rules, asker.hand
    if hand is None or hand.chosen < 0 or not rolled(asker.table):
        return []
    base = hand.seat * rules.army
    text = "to move: " + piece_word(rules, base + hand.chosen) + (" with its group" if hand.group else " alone")
    left = [base + i for i in range(rules.army) if (hand.left >> i) & 1]
    return [text + (", left behind: " + asker.names(left) if left else "")]


def fill_disc(grid: list[list[str]], step: int, x: int, y: int, radius: int, inside: str, outside: str) -> None:
    """Mark the cells whose middle lies in a circle; with a mark for outside, all others too."""
    first_row, last_row = (
        (0, len(grid)) if outside else (max(0, (y - radius) // (2 * step)), min(len(grid), (y + radius) // (2 * step) + 1))
    )
    width = len(grid[0])
    first, last = (0, width) if outside else (max(0, (x - radius) // step), min(width, (x + radius) // step + 1))
    for row in range(first_row, last_row):
        for column in range(first, last):
            if within(column * step + step // 2, row * 2 * step + step, x, y, radius):
                if grid[row][column] != " ":
                    grid[row][column] = inside
            elif outside:
                grid[row][column] = outside


def fill_wall(grid: list[list[str]], step: int, table: LeadersTable, w: int) -> None:
    x, y, radius = table.wall_x[w], table.wall_y[w], table.wall_r[w]
    for row in range(max(0, (y - radius) // (2 * step)), min(len(grid), (y + radius) // (2 * step) + 1)):
        for column in range(max(0, (x - radius) // step), min(len(grid[row]), (x + radius) // step + 1)):
            at_x, at_y = column * step + step // 2, row * 2 * step + step
            inside = where(table.outline[w], at_x, at_y) != OUTSIDE if table.outline[w] else within(at_x, at_y, x, y, radius)
            if inside:
                grid[row][column] = "#"


def roster(asker: Asker, seat: int) -> str:
    rules, table = asker.rules, asker.table
    colour = COLOURS[seat]
    text = "[" + colour + "]" + SEATS[seat].ljust(7) + "[/" + colour + "]"
    if table.out[seat]:
        return text + "eliminated"
    base = seat * rules.army
    parts: list[str] = []
    for p in range(base, base + rules.army):
        if table.life[p] == ALIVE:
            place = str(asker.xs[p]) + "," + str(asker.ys[p]) if asker.xs[p] >= 0 else "?"
            parts.append(piece_word(rules, p)[1:] + " " + place)
    return text + LETTERS[seat] + ": " + "  ".join(parts) + ("   CLAIM" if table.claim[seat] else "")


# pages ------------------------------------------------------------------------------------


def draw_page(rules: Rules, table: LeadersTable, hand: LeadersHand | None, topic: str, words: list[str]) -> str:
    asker = Asker(rules, table, hand)
    if topic == "legend":
        return "\n".join(legend(rules))
    if topic == "ranges":
        return "\n".join(range_lines(rules, table))
    if topic == "directions":
        return "\n".join(direction_lines(asker))
    names = [piece_value(rules, word) for word in words] if words else own_pieces(asker)
    return "\n".join([piece_word(rules, p) + ": " + about_piece(asker, "reach", p) for p in names]) or "none"


def own_pieces(asker: Asker) -> list[int]:
    army = asker.rules.army
    return [p for p in range(asker.seat * army, asker.seat * army + army) if asker.table.life[p] == ALIVE and asker.xs[p] >= 0]


def legend(rules: Rules) -> list[str]:
    sides = ", ".join([painted(seat, LETTERS[seat] + " " + SEATS[seat]) for seat in range(rules.seats)])
    return [
        "pieces carry the letter of their side (" + sides + "), their kind and a number; where pieces crowd, the kind alone",
        "K King, C Captain, T Tank, S Soldier, x wreck; a small letter for the kind: only you see it",
        "# obstacle  o Capture Point  : start zone  . open ground; places are x,y in millimetres from the top left",
        "directions: any angle may be typed, 'go 45d' in degrees clockwise from east (0 east, 90 south, 180 west, 270 north)",
        "measure with 'distance rK bK' or 'distance rK 300,200'; 'look line rK bK', 'look way rK 45d 4', 'look group rC1 45d 4'",
    ]


def range_lines(rules: Rules, table: LeadersTable) -> list[str]:
    kinds: list[str] = []
    lines = ["die      " + "  ".join([str(pips).rjust(4) for pips in range(1, 7)])]
    lines.append("pace mm  " + "  ".join([str(length).rjust(4) for length in rules.pace[1:]]))
    for i in range(rules.army):
        word = KINDS[rules.kind[i]]
        if word not in kinds:
            kinds.append(word)
            lines.append(word + ": attack reach " + str(table.reach[i]) + " mm, radius " + str(rules.radius[i]) + " mm")
    return lines


def direction_lines(asker: Asker) -> list[str]:
    """Where the chosen piece would end in each direction of a compass, or why it cannot go."""
    rules, hand, roll = asker.rules, asker.hand, rolled(asker.table)
    if hand is None or hand.chosen < 0 or not roll:
        return ["directions are asked for after the die; type 'go' and 0 to 4095, or degrees: go 45d (0d east, 90d south)"]
    piece = hand.seat * rules.army + hand.chosen
    lines: list[str] = []
    for i in range(16):
        angle = i * 256
        x = asker.xs[piece] + int(along_x(angle, rules.pace[roll]))
        y = asker.ys[piece] + int(along_y(angle, rules.pace[roll]))
        compass = COMPASS[i // 2] if i % 2 == 0 else ""
        found = about_way(asker, "way", piece, angle, roll)
        end = str(x) + "," + str(y) if found == "free" else found
        lines.append("go " + str(angle).ljust(5) + (str(angle * 360 // 4096) + "d").ljust(5) + compass.ljust(11) + end)
    return lines
