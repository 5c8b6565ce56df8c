"""War of Leaders in a terminal: the table seen from above, one character for every two centimetres or so."""

from __future__ import annotations

from sandtable.games.war_of_leaders.look import Asker, deal_words
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import ALIVE, WRECK, LeadersHand, LeadersTable
from sandtable.games.war_of_leaders.words import KINDS, LETTERS, SEATS, piece_word
from sandtable.kit.plane import OUTSIDE, where, within

COLOURS = ["red", "blue", "green", "yellow", "white", "bright_black", "dark_orange", "purple", "cyan", "magenta", "orange4", "grey50"]
COLUMNS = 72


def draw_table(rules: Rules, table: LeadersTable, hand: LeadersHand | None) -> str:
    asker = Asker(rules, table, hand)
    step = max(10, rules.width // COLUMNS)
    lines = [heading(rules, table)]
    for row in plot(asker, step):
        lines.append("".join(row))
    for seat in range(rules.seats):
        lines.append(roster(asker, seat))
    for deal in table.ledger if table.ledger else table.treaties + (hand.deals if hand is not None else []):
        lines.append("  deal: " + deal_words(deal))
    return "\n".join(lines)


def heading(rules: Rules, table: LeadersTable) -> str:
    text = "round " + str(table.round)
    if table.turn >= 0:
        text += "   turn: " + SEATS[table.turn]
    if table.point:
        text += "   Capture Point " + str(table.point[0]) + "," + str(table.point[1]) + " radius " + str(table.point[2])
    return text + "   paces " + " ".join([str(length) for length in rules.pace[1:]])


def plot(asker: Asker, step: int) -> list[list[str]]:
    """A character is a step wide and two steps high: pieces over obstacles over Capture Point over start zones."""
    rules, table = asker.rules, asker.table
    rows, columns = rules.height // (2 * step) + 1, rules.width // step + 1
    grid = [["."] * columns for _ in range(rows)]
    if rules.disc:
        fill_disc(grid, step, rules.disc, rules.disc, rules.disc, ".", " ")
    for zone in range(rules.seats):
        fill_disc(grid, step, rules.zone_x[zone], rules.zone_y[zone], rules.zone_r, ":", "")
    if table.point:
        fill_disc(grid, step, table.point[0], table.point[1], table.point[2], "o", "")
    for w in range(len(table.wall_x)):
        fill_wall(grid, step, table, w)
    for p in range(len(asker.xs)):
        if asker.xs[p] >= 0:
            colour = COLOURS[p // rules.army]
            mark = "x" if table.life[p] == WRECK else KINDS[rules.kind[p % rules.army]]
            mark = mark.lower() if table.x[p] < 0 else mark  # only its owner sees it
            grid[asker.ys[p] // (2 * step)][asker.xs[p] // step] = "[" + colour + "]" + mark + "[/" + colour + "]"
    return grid


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
