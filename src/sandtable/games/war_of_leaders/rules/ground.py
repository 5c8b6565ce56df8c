"""Chapters 1, 6 and 8 on the ground: which ways are open, which lines are free.

Functions take the whereabouts of all pieces as two lists, so that they answer for what a seat knows
as well as for the truth.  A piece without a place (HIDDEN) is not there.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.war_of_leaders.setup import BLOCK_ALL, BLOCK_NONE, Rules
from sandtable.games.war_of_leaders.state import ALIVE, WRECK, LeadersHand, LeadersState, LeadersTable
from sandtable.kit.plane import along_x, along_y, angle_of, nearer, segment_enters, segment_nears, sweep_hits, within

# what may be wrong with a way
FREE: Final = 0
OFF_TABLE: Final = 1
WALL_IN_WAY: Final = 2
PIECE_IN_WAY: Final = 3
ENDS_ON_PIECE: Final = 4
WAYS: Final = ["", "off-table", "obstacle-in-way", "piece-in-way", "ends-on-piece"]

FAN: Final = 256  # sixteen directions
EIGHTH: Final = 512


def known_x(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[int]:
    """The whereabouts a seat knows: the table's and, with fog, its own.  Not to be changed."""
    if not rules.fog:
        return table.x
    base = hand.seat * rules.army
    return table.x[:base] + hand.x + table.x[base + rules.army :]


def known_y(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[int]:
    if not rules.fog:
        return table.y
    base = hand.seat * rules.army
    return table.y[:base] + hand.y + table.y[base + rules.army :]


def true_x(rules: Rules, state: LeadersState) -> list[int]:
    """Where every piece really is.  Not to be changed."""
    if not rules.fog:
        return state.table.x
    found: list[int] = []
    for hand in state.hands:
        found += hand.x
    return found


def true_y(rules: Rules, state: LeadersState) -> list[int]:
    if not rules.fog:
        return state.table.y
    found: list[int] = []
    for hand in state.hands:
        found += hand.y
    return found


# lines -------------------------------------------------------------------------------------


def line_free(table: LeadersTable, ax: i64, ay: i64, bx: i64, by: i64) -> bool:
    """8.3: the line enters no obstacle."""
    for w in range(len(table.wall_x)):
        if segment_nears(ax, ay, bx, by, table.wall_x[w], table.wall_y[w], table.wall_r[w]):
            if not table.outline[w]:
                return False
            if segment_enters(table.outline[w], ax, ay, bx, by):
                return False
    return True


def in_sight(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], a: int, b: int) -> bool:
    """8.3, 8.4: whether two pieces have a free line."""
    if not line_free(table, xs[a], ys[a], xs[b], ys[b]):
        return False
    if rules.screens:
        army = rules.army
        for q in range(len(xs)):
            if xs[q] >= 0 and q != a and q != b and segment_nears(xs[a], ys[a], xs[b], ys[b], xs[q], ys[q], rules.radius[q % army]):
                return False
    return True


def can_attack(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], a: int, b: int) -> bool:
    """8.2, 8.3"""
    if xs[a] < 0 or xs[b] < 0 or not within(xs[a], ys[a], xs[b], ys[b], table.reach[a % rules.army]):
        return False
    return in_sight(rules, table, xs, ys, a, b)


def targets(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], seat: int, first: bool) -> list[int]:
    """8.1, 8.2: attacker and target in turn, for every attack the seat may make; or only the first."""
    found: list[int] = []
    army = rules.army
    base = seat * army
    for a in range(base, base + army):
        if xs[a] < 0 or table.life[a] != ALIVE:
            continue
        ax: i64 = xs[a]
        ay: i64 = ys[a]
        reach: i64 = table.reach[a - base]
        square = reach * reach
        for b in range(len(xs)):
            bx: i64 = xs[b]
            if bx < 0 or bx - ax > reach or ax - bx > reach:
                continue
            by: i64 = ys[b]
            if (bx - ax) * (bx - ax) + (by - ay) * (by - ay) > square:
                continue
            if (b < base or b >= base + army) and table.life[b] == ALIVE and in_sight(rules, table, xs, ys, a, b):
                found.append(a)
                found.append(b)
                if first:
                    return found
    return found


# ways --------------------------------------------------------------------------------------


def walls_near(table: LeadersTable, x: i64, y: i64, reach: i64) -> list[int]:
    """Obstacles that a disc reaching so far might meet."""
    found: list[int] = []
    for w in range(len(table.wall_x)):
        if nearer(x, y, table.wall_x[w], table.wall_y[w], reach + table.wall_r[w]):
            found.append(w)
    return found


def wall_hit(table: LeadersTable, w: int, ax: i64, ay: i64, bx: i64, by: i64, radius: i64) -> bool:
    """6.5: whether a disc moved along the way overlaps an obstacle."""
    if not segment_nears(ax, ay, bx, by, table.wall_x[w], table.wall_y[w], radius + table.wall_r[w]):
        return False
    return not table.outline[w] or sweep_hits(table.outline[w], ax, ay, bx, by, radius)


def pieces_near(rules: Rules, xs: list[int], ys: list[int], piece: int, reach: i64, army: int, spared: int) -> list[int]:
    """Other pieces that a piece might meet within a distance; own ones of the spared bits are not asked."""
    found: list[int] = []
    base = piece - piece % army
    x: i64 = xs[piece]
    y: i64 = ys[piece]
    span = reach + rules.radius[piece - base] + rules.widest
    for q in range(len(xs)):
        qx: i64 = xs[q]
        if qx < 0 or qx - x >= span or x - qx >= span or q == piece:
            continue
        qy: i64 = ys[q]
        if qy - y >= span or y - qy >= span:
            continue
        if q >= base and q < base + army and (spared >> (q - base)) & 1:
            continue
        found.append(q)
    return found


def way(
    rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], piece: int, walls: list[int], others: list[int], dx: i64, dy: i64
) -> int:
    """6.4-6.7, 8.8: what is wrong with a piece's way, or FREE."""
    army = rules.army
    ax: i64 = xs[piece]
    ay: i64 = ys[piece]
    bx = ax + dx
    by = ay + dy
    radius: i64 = rules.radius[piece % army]
    if not rules.on_table(bx, by, radius):
        return OFF_TABLE
    for w in walls:
        if wall_hit(table, w, ax, ay, bx, by, radius):
            return WALL_IN_WAY
    seat = piece // army
    for q in others:
        gap = radius + rules.radius[q % army]
        if table.life[q] == WRECK or (rules.blocking != BLOCK_NONE and (q // army != seat or rules.blocking == BLOCK_ALL)):
            if segment_nears(ax, ay, bx, by, xs[q], ys[q], gap):
                return PIECE_IN_WAY
        elif nearer(bx, by, xs[q], ys[q], gap):
            return ENDS_ON_PIECE
    return FREE


def one_way(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], piece: int, spared: int, dx: i64, dy: i64) -> int:
    """The same for a single question; ``spared`` own pieces are not asked."""
    reach = (dx if dx > 0 else -dx) + (dy if dy > 0 else -dy)
    walls = walls_near(table, xs[piece], ys[piece], reach + rules.radius[piece % rules.army])
    return way(rules, table, xs, ys, piece, walls, pieces_near(rules, xs, ys, piece, reach, rules.army, spared), dx, dy)


def movers(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], seat: int, group: int, dx: i64, dy: i64) -> int:
    """7.4: of a group (bits by own index) those who can go.  Who stays may stop others, so strike off
    until nothing changes: the order of the tests does not matter."""
    army = rules.army
    base = seat * army
    going = 0
    for i in range(army):
        if (group >> i) & 1 and one_way(rules, table, xs, ys, base + i, group, dx, dy) == FREE:
            going |= 1 << i
    changed = going != group
    while changed:
        changed = False
        for i in range(army):
            if (going >> i) & 1 and stopped_by_own(rules, xs, ys, base, i, group & ~going, dx, dy):
                going &= ~(1 << i)
                changed = True
    return going


def stopped_by_own(rules: Rules, xs: list[int], ys: list[int], base: int, i: int, staying: int, dx: i64, dy: i64) -> bool:
    ax: i64 = xs[base + i]
    ay: i64 = ys[base + i]
    for j in range(rules.army):
        if (staying >> j) & 1:
            gap = rules.radius[i] + rules.radius[j]
            if rules.blocking == BLOCK_ALL:
                if segment_nears(ax, ay, ax + dx, ay + dy, xs[base + j], ys[base + j], gap):
                    return True
            elif nearer(ax + dx, ay + dy, xs[base + j], ys[base + j], gap):
                return True
    return False


# a sample of directions ----------------------------------------------------------------------


def headings(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], piece: int) -> list[int]:
    """Directions worth offering, ascending: a fan; the Capture Point and a little beside it; the nearest
    enemies; the lee of the nearest obstacles."""
    if rules.eight:
        return [angle for angle in range(0, 4096, EIGHTH)]
    found = [angle for angle in range(0, 4096, FAN)]
    x: i64 = xs[piece]
    y: i64 = ys[piece]
    if table.point:
        straight = angle_of(table.point[0] - x, table.point[1] - y)
        for off in (0, 64, 4032, 160, 3936):
            found.append((straight + off) & 4095)
    enemy = nearest_enemy(rules, table, xs, ys, piece)
    if enemy >= 0:
        found.append(angle_of(xs[enemy] - x, ys[enemy] - y))
        w = nearest_wall(table, x, y)
        if w >= 0:  # behind the obstacle as the enemy sees it
            lee = angle_of(table.wall_x[w] - xs[enemy], table.wall_y[w] - ys[enemy])
            reach: i64 = table.wall_r[w] + rules.widest
            found.append(towards_lee(table, w, lee, reach, x, y))
    found.sort()
    return distinct(found)


def towards_lee(table: LeadersTable, w: int, lee: i64, reach: i64, x: i64, y: i64) -> int:
    return angle_of(table.wall_x[w] + along_x(lee, reach) - x, table.wall_y[w] + along_y(lee, reach) - y)


def distinct(ascending: list[int]) -> list[int]:
    found: list[int] = []
    last = -1
    for value in ascending:
        if value != last:
            found.append(value)
            last = value
    return found


def nearest_enemy(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], piece: int) -> int:
    base = piece - piece % rules.army
    x: i64 = xs[piece]
    y: i64 = ys[piece]
    best = -1
    best_square: i64 = 4611686018427387904
    for q in range(len(xs)):
        qx: i64 = xs[q]
        if qx < 0 or (q >= base and q < base + rules.army):
            continue
        qy: i64 = ys[q]
        square = (qx - x) * (qx - x) + (qy - y) * (qy - y)
        if square < best_square and table.life[q] == ALIVE:
            best, best_square = q, square
    return best


def nearest_wall(table: LeadersTable, x: i64, y: i64) -> int:
    best = -1
    best_square: i64 = 4611686018427387904
    for w in range(len(table.wall_x)):
        wx: i64 = table.wall_x[w]
        wy: i64 = table.wall_y[w]
        square = (wx - x) * (wx - x) + (wy - y) * (wy - y)
        if square < best_square:
            best, best_square = w, square
    return best
