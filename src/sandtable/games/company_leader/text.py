"""Company Leader in a terminal: a sign per field, pieces on top, rows shifted as the hexagons lie.

A field is eight signs wide: ground, ``$`` on a purchase field, then a piece with the capital letter of its side, or the small letter
of the side whose territory it is."""

from __future__ import annotations

from typing import Final

from sandtable.games.company_leader.allies import known_to
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.pieces import towns_held
from sandtable.games.company_leader.rules.purchases import liftable
from sandtable.games.company_leader.rules.turn import income
from sandtable.games.company_leader.state import (
    BUYABLE,
    FILLING,
    NOBODY,
    SETUP,
    TYPES,
    UNKNOWN,
    USED,
    LeaderHand,
    LeaderTable,
)

COLOURS: Final = ["red", "blue", "green", "yellow"]
ARROWS: Final = ["→", "↗", "↖", "←", "↙", "↘"]
GROUND: Final = [".", "♣", "▲"]
SIGNS: Final = ["R", "B", "G", "Y"]  # by seat
CELL: Final = 8
PAGES: Final = ["legend", "fields", "troops", "prices", "ranges", "dice"]


def draw_table(plan: Plan, table: LeaderTable, hand: LeaderHand | None) -> str:
    put = put_so_far(plan, table, hand)
    lines = [headline(plan, table), *draw_map(plan, [cell(table, hand, plan, field, put) for field in range(plan.size)]), ""]
    lines += [seat_line(plan, table, seat) for seat in range(plan.seats)]
    if hand is not None:
        lines += hand_lines(plan, table, hand)
    return "\n".join(lines)


def draw_map(plan: Plan, cells: list[str]) -> list[str]:
    """Cells, each as wide as all others, in rows shifted as the hexagons lie; before a row the name of its first field."""
    hexes = plan.board.hexes
    lines: list[str] = []
    left = min([2 * hexes.q[f] + hexes.r[f] for f in range(plan.size)])
    for row in range(hexes.height):
        fields = [f for f in range(plan.size) if hexes.r[f] - hexes.north == row]
        if not fields:
            lines.append("")
            continue
        line, end = "", 0
        for field in fields:
            start = (2 * hexes.q[field] + hexes.r[field] - left) * CELL // 2
            line += " " * (start - end) + cells[field]
            end = start + CELL
        lines.append(hexes.labels[fields[0]].rjust(4) + "  " + line)
    return lines


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


def dim(text: str) -> str:
    return "[dim]" + text + "[/dim]"


def cell(table: LeaderTable, hand: LeaderHand | None, plan: Plan, field: int, put: list[int]) -> str:
    """``▲ RH5→!``: in town a heavy tank of red, strength 5, looking east, used; ``.$RI'``: on a purchase field a concealed
    infantry this hand knows; ``♣ b``: forest in blue's territory."""
    ground = GROUND[plan.terrain[field]] + ("$" if plan.shop[field] >= 0 else " ")
    owner = table.owner[field]
    flag = "⚑" if table.flag == field else ""
    if owner == NOBODY:
        home = SIGNS[plan.home[field]].lower() if plan.home[field] >= 0 else " "
        return ground + dim(home) + flag.ljust(CELL - 3)
    used = "!" if table.mark[field] & USED else ""
    kind = table.face[field]
    if put[field] >= 0:
        piece = plan.troops.letters[put[field]] + "+"
    elif kind > 0:
        piece = plan.troops.letters[kind] + str(table.strength[field]) + ARROWS[table.facing[field]]
    else:
        kind = shown_kind(plan, table, hand, field)
        piece = "?" if kind == UNKNOWN else plan.troops.letters[kind] + "'"
    piece = (SIGNS[owner] + piece + used + flag).ljust(CELL - 2)
    return ground + coloured(owner, piece)


def shown_kind(plan: Plan, table: LeaderTable, hand: LeaderHand | None, field: int) -> int:
    """What a face-down piece is drawn as: as its owner and, where they may, allies know it; as everybody knows it, unless the
    players do without such an aid (2.8)."""
    aided = plan.settings.memory == 1
    if hand is None:
        return table.known[field] if aided else UNKNOWN
    own = table.owner[field] == hand.seat or (len(hand.mates) > 0 and hand.mates[field] != UNKNOWN)
    return known_to(plan, table, hand, field) if own or aided else UNKNOWN


def put_so_far(plan: Plan, table: LeaderTable, hand: LeaderHand | None) -> list[int]:
    """8.7: by field, what this hand has put on lifted purchase fields; -1 elsewhere."""
    found = [UNKNOWN] * plan.size
    if hand is not None and filling(table, hand):
        fields = liftable(plan, table, hand.seat, table.stack[0].regs[2])
        for i in range(len(hand.puts)):
            found[fields[i]] = hand.puts[i]
    return found


def filling(table: LeaderTable, hand: LeaderHand) -> bool:
    return bool(table.stack) and table.stack[0].proc != SETUP and table.stack[0].step == FILLING and table.stack[0].regs[0] == hand.seat


def hand_lines(plan: Plan, table: LeaderTable, hand: LeaderHand) -> list[str]:
    """Troops still to be placed, or lifted and to be put back; coins spent on the way."""
    setting_up = bool(table.stack) and table.stack[0].proc == SETUP
    if not setting_up and not filling(table, hand):
        return []
    parts: list[str] = []
    for kind in range(1, TYPES):
        if kind < len(hand.left) and hand.left[kind]:
            parts.append(str(hand.left[kind]) + " " + plan.troops.names[kind])
    what = "still to be placed: " if setting_up else "lifted, to be put back: "
    lines = [what + (", ".join(parts) if parts else "nothing")]
    if hand.spent or not setting_up:
        lines.append("coins spent so far: " + str(hand.spent))
    return lines


# pages ------------------------------------------------------------------------------------


def draw_page(plan: Plan, table: LeaderTable, topic: str, words: list[str]) -> str:
    if topic == "legend":
        return "\n".join(legend(plan))
    if topic == "fields":
        return "\n".join(draw_map(plan, [field_cell(plan, field) for field in range(plan.size)]) + zone_lines(plan))
    if topic == "dice":
        return "\n".join(["dice by the ground of the target (2 half hits are one; i infantry, v vehicle, - miss):", *dice_lines(plan)])
    return "\n".join(troop_lines(plan, words))


def legend(plan: Plan) -> list[str]:
    sides = ", ".join([coloured(seat, SIGNS[seat] + " " + COLOURS[seat]) for seat in range(plan.seats)])
    return [
        "▲ town  ♣ forest  . open  $ purchase field  ⚑ flag",
        "a capital letter is the side of a piece: " + sides + "; a small one whose territory an empty field is",
        "then I infantry  S infantry scout  A artillery  L light tank  H heavy tank  T tank scout  C convoy  d dummy  ? face down",
        "number: strength  arrow: looks that way  ' face down, known to you  ! used this turn  + put there now, not yet laid down",
        "before a row stands the name of its first field; 'fields' shows all names and the letters of the purchase zones",
    ]


def field_cell(plan: Plan, field: int) -> str:
    """``B3 a$``: name, zone, purchase field."""
    zone = plan.zone_of[field]
    mark = "" if zone < 0 else plan.zone_name[zone] + ("$" if plan.shop[field] >= 0 else "")
    text = (plan.board.hexes.labels[field] + " " + mark).ljust(CELL)
    return text if zone < 0 else coloured(plan.zone_seat[zone], text)


def zone_lines(plan: Plan) -> list[str]:
    lines = [""]
    for zone in range(len(plan.zone_name)):
        owner = plan.zone_seat[zone]
        shops = " ".join([plan.board.hexes.labels[field] for field in plan.shops[zone]])
        lines.append("zone " + plan.zone_name[zone] + ": " + coloured(owner, COLOURS[owner]) + ", purchase fields " + shops)
    return lines


def troop_lines(plan: Plan, words: list[str]) -> list[str]:
    """2.1"""
    troops = plan.troops
    for word in words:
        if word not in troops.names:
            raise ValueError(word)
    lines = ["troop            price and strength  range of fire  view  speed  target"]
    for kind in range(1, len(troops.names)):
        if words and troops.names[kind] not in words:
            continue
        price = str(troops.strength[kind]) + ("" if kind < BUYABLE else " (not for sale)")
        line = troops.letters[kind] + " " + troops.names[kind].ljust(15) + price.ljust(20) + str(troops.reach[kind]).ljust(15)
        lines.append(
            line + str(troops.view[kind]).ljust(6) + str(troops.speed[kind]).ljust(7) + ("vehicle" if troops.vehicle[kind] else "infantry")
        )
    return lines


def dice_lines(plan: Plan) -> list[str]:
    """6.6"""
    grounds = ["open", "forest", "town"]
    return [grounds[i].ljust(8) + "  ".join(plan.dice.faces[i]) for i in range(3)]
