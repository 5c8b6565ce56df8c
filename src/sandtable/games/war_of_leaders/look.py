"""Chapter 12: measuring, and other questions about a position, answered from what the asker knows.

rK                      where it stands: x y, or hidden, or off
distance A B            in whole millimetres, rounded down; A and B are pieces or places x,y
line A B                free or blocked
reach PIECE             enemies it could attack now
threats PIECE           enemies that could attack it now
way PIECE ANGLE ROLL    free, or why not
group PIECE ANGLE ROLL  the members that could go
rolls PIECE             rolls that bring it into the Capture Point by the straight way
paces PIECE             distance of each roll, then the attack reach
leader PIECE, radius PIECE, life PIECE
corner SEAT, claim SEAT, out SEAT, turn, round, point, obstacles, obstacle N, table, ready SEAT
deals SEAT              open deals of a seat, with the asker's private ones
signals                 the last signals the asker sent or received
"""

from __future__ import annotations

from sandtable.games.war_of_leaders.rules.ground import WAYS, can_attack, known_x, known_y, line_free, movers, one_way
from sandtable.games.war_of_leaders.rules.move import followers, is_leader
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import (
    ALIVE,
    D_AIM,
    D_BY,
    D_FROM,
    D_KIND,
    D_OPEN,
    D_STATUS,
    D_TERM,
    D_TO,
    GONE,
    LeadersHand,
    LeadersTable,
)
from sandtable.games.war_of_leaders.words import DEALS, NOBODY, OPEN, PHRASES, SEATS, STATUS, piece_value, piece_word, value_of, word_of
from sandtable.kit.plane import along_x, along_y, angle_of, distance, within


class Asker:
    """What an asker knows of the ground."""

    def __init__(self, rules: Rules, table: LeadersTable, hand: LeadersHand | None) -> None:
        self.rules = rules
        self.table = table
        self.seat = hand.seat if hand is not None else -1
        self.hand = hand
        placing = hand is not None and table.round == 0
        self.xs: list[int] = table.x[:]
        self.ys: list[int] = table.y[:]
        if hand is not None and (rules.fog or (placing and max(hand.x) >= 0)):
            base = hand.seat * rules.army
            self.xs = table.x[:base] + hand.x + table.x[base + rules.army :]
            self.ys = table.y[:base] + hand.y + table.y[base + rules.army :]
        elif hand is not None:
            self.xs, self.ys = known_x(rules, table, hand)[:], known_y(rules, table, hand)[:]

    def spot(self, word: str) -> tuple[int, int]:
        """A place: a piece, or x,y."""
        if "," in word:
            x, _, y = word.partition(",")
            return max(-16384, min(16384, int(x))), max(-16384, min(16384, int(y)))
        piece = piece_value(self.rules, word)
        if self.xs[piece] < 0:
            raise ValueError("'" + word + "' is not to be seen")
        return self.xs[piece], self.ys[piece]

    def shown(self, piece: int) -> str:
        if self.table.life[piece] == GONE:
            return "off"
        return str(self.xs[piece]) + " " + str(self.ys[piece]) if self.xs[piece] >= 0 else "hidden"

    def names(self, pieces: list[int]) -> str:
        return " ".join([piece_word(self.rules, piece) for piece in pieces]) if pieces else NOBODY


def answer(rules: Rules, table: LeadersTable, hand: LeadersHand | None, query: str) -> str:
    words = query.split()
    asker = Asker(rules, table, hand)
    if not words:
        raise ValueError("ask something")
    if len(words) == 3 and words[0] in ("distance", "line"):
        ax, ay = asker.spot(words[1])
        bx, by = asker.spot(words[2])
        if words[0] == "distance":
            return str(distance(ax, ay, bx, by))
        return "free" if line_free(table, ax, ay, bx, by) else "blocked"
    if words[0] in ("reach", "threats", "rolls", "paces", "leader", "radius", "life") and len(words) == 2:
        return about_piece(asker, words[0], piece_value(rules, words[1]))
    if words[0] in ("way", "group") and len(words) == 4:
        roll = int(words[3])
        if not 1 <= roll <= 6:
            raise ValueError("a die shows 1 to 6")
        return about_way(asker, words[0], piece_value(rules, words[1]), value_of(rules, "angle", words[2]) % 4096, roll)
    if words[0] in ("corner", "claim", "out", "ready", "deals") and len(words) == 2:
        return about_seat(asker, words[0], value_of(rules, "seat", words[1]))
    if (len(words) == 1 and words[0] in ("turn", "round", "point", "obstacles", "table", "signals")) or words[0] == "obstacle":
        return about_table(asker, words)
    return asker.shown(piece_value(rules, words[0]))


def about_piece(asker: Asker, question: str, piece: int) -> str:
    rules, table = asker.rules, asker.table
    owner, i = piece // rules.army, piece % rules.army
    if question == "leader":
        return asker.names([table.squad[piece]] if table.squad[piece] >= 0 else [])
    if question == "radius":
        return str(rules.radius[i])
    if question == "life":
        return ["gone", "alive", "wreck"][table.life[piece]]
    if question == "paces":
        return " ".join([str(length) for length in rules.pace[1:]]) + " / " + str(table.reach[i])
    if asker.xs[piece] < 0:
        raise ValueError("that piece is not to be seen")
    if question == "rolls":
        return rolls_to_point(asker, piece)
    found: list[int] = []
    for q in range(len(asker.xs)):
        if q // rules.army != owner and table.life[q] == ALIVE and table.life[piece] == ALIVE:
            one, two = (piece, q) if question == "reach" else (q, piece)
            if can_attack(rules, table, asker.xs, asker.ys, one, two):
                found.append(q)
    return asker.names(found)


def rolls_to_point(asker: Asker, piece: int) -> str:
    table, rules = asker.table, asker.rules
    x, y = asker.xs[piece], asker.ys[piece]
    angle = angle_of(table.point[0] - x, table.point[1] - y)
    found: list[str] = []
    for roll in range(1, 7):
        dx, dy = int(along_x(angle, rules.pace[roll])), int(along_y(angle, rules.pace[roll]))
        inside = within(x + dx, y + dy, table.point[0], table.point[1], table.point[2])
        if inside and one_way(rules, table, asker.xs, asker.ys, piece, 0, dx, dy) == 0:
            found.append(str(roll))
    return " ".join(found) if found else NOBODY


def about_way(asker: Asker, question: str, piece: int, angle: int, roll: int) -> str:
    rules, table = asker.rules, asker.table
    if asker.xs[piece] < 0:
        raise ValueError("that piece is not to be seen")
    length = rules.pace[roll]
    dx, dy = int(along_x(angle, length)), int(along_y(angle, length))
    if question == "way":
        found = WAYS[one_way(rules, table, asker.xs, asker.ys, piece, 0, dx, dy)]
        return found if found else "free"
    owner, i = piece // rules.army, piece % rules.army
    base = owner * rules.army
    group = 1 << i
    if is_leader(rules, i):
        for j in range(rules.army):
            if (followers(rules, table, asker.xs, asker.ys, owner, i) >> j) & 1 and asker.xs[base + j] >= 0:
                group |= 1 << j
    going = movers(rules, table, asker.xs, asker.ys, owner, group, dx, dy)
    return asker.names([base + j for j in range(rules.army) if (going >> j) & 1])


def about_seat(asker: Asker, question: str, seat: int) -> str:
    table, rules = asker.table, asker.rules
    if question == "corner":
        return word_of(rules, "corner", table.corner[seat]) if table.corner[seat] >= 0 else NOBODY
    if question == "claim":
        return "yes" if table.claim[seat] else "no"
    if question == "out":
        return "yes" if table.out[seat] else "no"
    if question == "ready":
        return " ".join([str(v) for v in rules.ready[seat][table.corner[seat]]])
    private = asker.hand.deals if asker.hand is not None else []
    deals = table.ledger if table.ledger else table.treaties + private
    found = [deal_words(deal) for deal in deals if deal[D_FROM] == seat or deal[D_TO] == seat]
    return "; ".join(found) if found else NOBODY


def deal_words(deal: list[int]) -> str:
    """``red blue truce 2 private broken red``"""
    words = [SEATS[deal[D_FROM]], SEATS[deal[D_TO]], DEALS[deal[D_KIND]]]
    if deal[D_AIM] >= 0:
        words.append(SEATS[deal[D_AIM]])
    if deal[D_TERM]:
        words.append(str(deal[D_TERM]))
    words += [OPEN[deal[D_OPEN]], STATUS[deal[D_STATUS]]]
    if deal[D_BY] >= 0:
        words.append(SEATS[deal[D_BY]])
    return " ".join(words)


def about_table(asker: Asker, words: list[str]) -> str:
    table, rules = asker.table, asker.rules
    if words[0] == "turn":
        return SEATS[table.turn] if table.turn >= 0 else NOBODY
    if words[0] == "round":
        return str(table.round)
    if words[0] == "point":
        return " ".join([str(v) for v in table.point]) if table.point else NOBODY
    if words[0] == "obstacles":
        return str(len(table.wall_x))
    if words[0] == "table":
        shape = "disc " + str(2 * rules.disc) if rules.disc else str(rules.width) + " " + str(rules.height)
        return shape + " zone " + str(rules.zone_r)
    if words[0] == "signals":
        signals = asker.hand.signals if asker.hand is not None else []
        return "; ".join([SEATS[s[0]] + " " + PHRASES[s[2]] + " " + SEATS[s[3]] for s in signals]) if signals else NOBODY
    w = int(words[1]) - 1
    if not 0 <= w < len(table.wall_x):
        raise ValueError("there is no such obstacle")
    if not table.outline[w]:
        return "circle " + str(table.wall_x[w]) + " " + str(table.wall_y[w]) + " " + str(table.wall_r[w])
    return "outline " + " ".join([str(v) for v in table.outline[w]])
