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
    for y in range(step, rules.height + step, 2 * step):
        lines.append("".join([cell(asker, x, y, step) for x in range(step // 2, rules.width + step // 2, step)]))
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


def cell(asker: Asker, x: int, y: int, step: int) -> str:
    """A piece, an obstacle, the Capture Point, a start zone or bare table."""
    rules, table = asker.rules, asker.table
    for p in range(len(asker.xs)):
        if asker.xs[p] >= 0 and abs(asker.xs[p] - x) * 2 <= step and abs(asker.ys[p] - y) <= step:
            seat = p // rules.army
            mark = "x" if table.life[p] == WRECK else KINDS[rules.kind[p % rules.army]]
            mark = mark.lower() if table.x[p] < 0 else mark  # only its owner sees it
            return "[" + COLOURS[seat] + "]" + mark + "[/" + COLOURS[seat] + "]"
    for w in range(len(table.wall_x)):
        if within(x, y, table.wall_x[w], table.wall_y[w], table.wall_r[w]):
            if not table.outline[w] or where(table.outline[w], x, y) != OUTSIDE:
                return "#"
    if not rules.on_table(x, min(y, rules.height), 0):
        return " "
    if table.point and within(x, y, table.point[0], table.point[1], table.point[2]):
        return "o"
    for zone in range(rules.seats):
        if within(x, y, rules.zone_x[zone], rules.zone_y[zone], rules.zone_r):
            return ":"
    return "."


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
