"""Geometry on a table: whole millimetres and 4096ths of a turn, exact, the same on every machine.

The origin is the top left corner, x grows to the right, y downwards.  Angle 0 points along x,
angle 1024 along y: on the screen angles grow clockwise.  A polygon is a flat list x0, y0, x1, y1, ...
of a simple outline in either sense; ``ordered`` brings it into the sense the tests want.

Bounds: coordinates lie within LIMIT = 2**14 of the origin (a floor of 32 metres), radii and distances within 2**15.
A difference of coordinates is then at most 2**15, a cross or dot product at most 2**31, its square
at most 2**62: everything fits a signed 64-bit integer.  ``fits`` checks what comes from outside.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from mypy_extensions import i64

LIMIT: Final = 16384
TURN: Final = 4096  # angles in a full turn
QUARTER: Final = 1024
SCALE_BITS: Final = 30
SCALE: Final = 1 << SCALE_BITS  # sine and cosine are whole numbers of 1 / SCALE

OUTSIDE: Final = -1
ON_EDGE: Final = 0
INSIDE: Final = 1

# 2 * pi * 2**96, rounded: from the first 40 decimals of pi, by integer division.
_PI_40: Final = 31415926535897932384626433832795028841972
_FULL: Final = (2 * _PI_40 << 96) // 10**40


def _series(steps: int, index: int, first: int) -> int:
    """Sine (first = 1) or cosine (first = 0) of index / steps turns, at most an eighth, by its series in 96-bit fixed point."""
    x = _FULL * index // steps
    term = x if first else 1 << 96
    total, n = 0, first
    while term:
        total += term
        term = -(term * x >> 96) * x // ((n + 1) * (n + 2)) >> 96
        n += 2
    return (total + (1 << 65)) >> 66  # 96 - SCALE_BITS bits, to the nearest


def sine_table(steps: int) -> list[int]:
    """The sine of 0, 1 ... steps - 1 parts of a turn, times SCALE, rounded to the nearest."""
    eighth = steps // 8
    first = [_series(steps, i, 1) for i in range(eighth + 1)]
    first += [_series(steps, 2 * eighth - i, 0) for i in range(eighth + 1, 2 * eighth + 1)]
    half = first + [first[2 * eighth - i] for i in range(1, 2 * eighth)]
    return half + [-value for value in half]


SINE: Final[list[int]] = sine_table(TURN)
_HALFWAY: Final[list[int]] = sine_table(2 * TURN)  # odd entries lie halfway between two angles


def fits(x: int, y: int) -> bool:
    """Whether a point lies within the bounds this module argues with."""
    return -LIMIT <= x <= LIMIT and -LIMIT <= y <= LIMIT


def sine(angle: i64) -> i64:
    return SINE[angle & 4095]


def cosine(angle: i64) -> i64:
    return SINE[(angle + 1024) & 4095]


def _scaled(length: i64, factor: i64) -> i64:
    """length * factor / SCALE to the nearest, halves away from zero: opposite angles give opposite vectors."""
    product = length * factor  # at most 2**15 * 2**30
    if product < 0:
        return -((536870912 - product) >> 30)
    return (product + 536870912) >> 30


def along_x(angle: i64, distance: i64) -> i64:
    """The x part of a step: rounded to the nearest millimetre, halves away from zero."""
    return _scaled(distance, SINE[(angle + 1024) & 4095])


def along_y(angle: i64, distance: i64) -> i64:
    """The y part of a step: rounded to the nearest millimetre, halves away from zero."""
    return _scaled(distance, SINE[angle & 4095])


def turned_x(x: i64, y: i64, angle: i64) -> i64:
    """The x of a point turned about the origin, rounded like a step."""
    product = x * SINE[(angle + 1024) & 4095] - y * SINE[angle & 4095]
    return -((536870912 - product) >> 30) if product < 0 else (product + 536870912) >> 30


def turned_y(x: i64, y: i64, angle: i64) -> i64:
    """The y of a point turned about the origin, rounded like a step."""
    product = x * SINE[angle & 4095] + y * SINE[(angle + 1024) & 4095]
    return -((536870912 - product) >> 30) if product < 0 else (product + 536870912) >> 30


def angle_of(dx: i64, dy: i64) -> i64:
    """The angle nearest to a vector's direction; 0 for the null vector.

    Judged against the sines of the halfway angles, whose rounding is below 2**-16 mm across the
    longest vector: one that near to a halfway line may get either neighbour, the same one everywhere."""
    if dx == 0 and dy == 0:
        return 0
    turns: i64 = 0
    x, y = dx, dy
    while x <= 0 or y < 0:  # into the first quadrant: x > 0, y >= 0
        x, y = y, -x
        turns += 1024
    low: i64 = 0  # the angle is at least low - 1/2 ...
    high: i64 = 1024  # ... and below high + 1/2
    while low < high:
        middle = (low + high) >> 1
        at = 2 * middle + 1
        if y * _HALFWAY[at + 2048] >= x * _HALFWAY[at]:
            low = middle + 1
        else:
            high = middle
    return (turns + low) & 4095


def squared(ax: i64, ay: i64, bx: i64, by: i64) -> i64:
    """The square of a distance."""
    return (bx - ax) * (bx - ax) + (by - ay) * (by - ay)


def within(ax: i64, ay: i64, bx: i64, by: i64, reach: i64) -> bool:
    """Whether two points lie at most ``reach`` apart."""
    return reach >= 0 and squared(ax, ay, bx, by) <= reach * reach


def nearer(ax: i64, ay: i64, bx: i64, by: i64, gap: i64) -> bool:
    """Whether two points lie less than ``gap`` apart: discs whose radii add up to it overlap."""
    return gap > 0 and squared(ax, ay, bx, by) < gap * gap


def distance(ax: int, ay: int, bx: int, by: int) -> int:
    """A distance in whole millimetres, rounded down: for showing, never for deciding."""
    return isqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))


def side_of(ax: i64, ay: i64, bx: i64, by: i64, px: i64, py: i64) -> i64:
    """Twice the signed area of the triangle a, b, p: 0 when p lies on the line, positive when the turn a, b, p goes with the angles."""
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def on_segment(ax: i64, ay: i64, bx: i64, by: i64, px: i64, py: i64) -> bool:
    """Whether a point lies on a segment, ends included."""
    if side_of(ax, ay, bx, by, px, py) != 0:
        return False
    return (px - ax) * (px - bx) <= 0 and (py - ay) * (py - by) <= 0


def segments_cross(ax: i64, ay: i64, bx: i64, by: i64, cx: i64, cy: i64, dx: i64, dy: i64) -> bool:
    """Whether two segments cross in one point that is an end of neither."""
    c = side_of(ax, ay, bx, by, cx, cy)
    d = side_of(ax, ay, bx, by, dx, dy)
    if not ((c > 0 and d < 0) or (c < 0 and d > 0)):
        return False
    a = side_of(cx, cy, dx, dy, ax, ay)
    b = side_of(cx, cy, dx, dy, bx, by)
    return (a > 0 and b < 0) or (a < 0 and b > 0)


def segments_meet(ax: i64, ay: i64, bx: i64, by: i64, cx: i64, cy: i64, dx: i64, dy: i64) -> bool:
    """Whether two segments have a point in common, ends and touching included."""
    if segments_cross(ax, ay, bx, by, cx, cy, dx, dy):
        return True
    if on_segment(ax, ay, bx, by, cx, cy) or on_segment(ax, ay, bx, by, dx, dy):
        return True
    return on_segment(cx, cy, dx, dy, ax, ay) or on_segment(cx, cy, dx, dy, bx, by)


def segment_nears(ax: i64, ay: i64, bx: i64, by: i64, px: i64, py: i64, gap: i64) -> bool:
    """Whether a segment passes a point at less than ``gap``: whether a disc of radius r, moved along it,
    overlaps a disc of radius gap - r.  Touching is not overlapping."""
    if gap <= 0:
        return False
    sx, sy = bx - ax, by - ay
    qx, qy = px - ax, py - ay
    along = sx * qx + sy * qy
    if along <= 0:
        return qx * qx + qy * qy < gap * gap
    long = sx * sx + sy * sy
    if along >= long:
        return squared(bx, by, px, py) < gap * gap
    off = sx * qy - sy * qx
    return off * off < gap * gap * long  # 2**62 against 2**30 * 2**31


def segments_near(ax: i64, ay: i64, bx: i64, by: i64, cx: i64, cy: i64, dx: i64, dy: i64, gap: i64) -> bool:
    """Whether two segments pass each other at less than ``gap``."""
    if gap <= 0:
        return False
    if segment_nears(ax, ay, bx, by, cx, cy, gap) or segment_nears(ax, ay, bx, by, dx, dy, gap):
        return True
    if segment_nears(cx, cy, dx, dy, ax, ay, gap) or segment_nears(cx, cy, dx, dy, bx, by, gap):
        return True
    return segments_cross(ax, ay, bx, by, cx, cy, dx, dy)


def ordered(outline: list[int]) -> list[int]:
    """The outline in the sense in which angles grow (positive area), without repeated points."""
    points: list[int] = []
    for i in range(0, len(outline), 2):
        if not points or outline[i] != points[-2] or outline[i + 1] != points[-1]:
            points += [outline[i], outline[i + 1]]
    while len(points) > 2 and points[0] == points[-2] and points[1] == points[-1]:
        points = points[:-2]
    if area2(points) >= 0:
        return points
    turned: list[int] = []
    for i in range(len(points) - 2, -1, -2):
        turned += [points[i], points[i + 1]]
    return turned


def area2(outline: list[int]) -> int:
    """Twice the signed area of an outline."""
    total = 0
    n = len(outline)
    for i in range(0, n, 2):
        j = (i + 2) % n
        total += outline[i] * outline[j + 1] - outline[j] * outline[i + 1]
    return total


def simple(outline: list[int]) -> bool:
    """Whether an outline has at least three corners and an area, and its sides meet only at shared corners."""
    n = len(outline)
    if n < 6 or n % 2 or area2(outline) == 0:
        return False
    for i in range(0, n, 2):
        a, b = (i + 2) % n, (i + 4) % n
        if outline[i] == outline[a] and outline[i + 1] == outline[a + 1]:
            return False
        if on_segment(outline[i], outline[i + 1], outline[a], outline[a + 1], outline[b], outline[b + 1]) or on_segment(
            outline[a], outline[a + 1], outline[b], outline[b + 1], outline[i], outline[i + 1]
        ):
            return False  # a side turns back upon the one before
        for j in range(i + 4, n, 2):
            if (j + 2) % n != i and segments_meet(
                outline[i],
                outline[i + 1],
                outline[a],
                outline[a + 1],
                outline[j],
                outline[j + 1],
                outline[(j + 2) % n],
                outline[(j + 3) % n],
            ):
                return False
    return True


def where(outline: list[int], px: i64, py: i64) -> i64:
    """INSIDE, ON_EDGE or OUTSIDE: a point against a simple outline, by counting crossings of a ray along x."""
    inside = False
    n = len(outline)
    if n == 0:
        return OUTSIDE
    ax: i64 = outline[n - 2]
    ay: i64 = outline[n - 1]
    for i in range(0, n, 2):
        bx: i64 = outline[i]
        by: i64 = outline[i + 1]
        turn = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        if turn == 0:
            if (px - ax) * (px - bx) <= 0 and (py - ay) * (py - by) <= 0:
                return ON_EDGE
        elif (ay > py) != (by > py) and (turn > 0) == (by > ay):
            inside = not inside
        ax, ay = bx, by
    return INSIDE if inside else OUTSIDE


def _opens(outline: list[int], i: int, dx: i64, dy: i64) -> bool:
    """Whether a direction leads from corner i of an ordered outline strictly into the area."""
    n = len(outline)
    h = i - 2 if i else n - 2
    j = i + 2 if i + 2 < n else 0
    vx: i64 = outline[i]
    vy: i64 = outline[i + 1]
    ux = vx - outline[h]
    uy = vy - outline[h + 1]
    wx = outline[j] - vx
    wy = outline[j + 1] - vy
    before = ux * dy - uy * dx > 0
    after = wx * dy - wy * dx > 0
    if ux * wy - uy * wx > 0:
        return before and after
    return before or after


def segment_enters(outline: list[int], ax: i64, ay: i64, bx: i64, by: i64) -> bool:
    """Whether a segment has a point strictly inside an ordered simple outline.  Running along a side or
    through a corner without entering is clear; a segment of no length enters where its point is inside."""
    n = len(outline)
    if n == 0:
        return False
    inside = False
    on_edge = False
    cx: i64 = outline[n - 2]
    cy: i64 = outline[n - 1]
    sx, sy = bx - ax, by - ay
    c = sx * (cy - ay) - sy * (cx - ax)  # the side of a, b on which c lies
    for i in range(0, n, 2):
        dx: i64 = outline[i]
        dy: i64 = outline[i + 1]
        d = sx * (dy - ay) - sy * (dx - ax)
        ex, ey = dx - cx, dy - cy
        a = ex * (ay - cy) - ey * (ax - cx)
        if (c > 0 and d < 0) or (c < 0 and d > 0):
            b = ex * (by - cy) - ey * (bx - cx)
            if (a > 0 and b < 0) or (a < 0 and b > 0):
                return True
        if a == 0 and (ax - cx) * (ax - dx) <= 0 and (ay - cy) * (ay - dy) <= 0:
            on_edge = True
            # From within a side the area lies where the side turns to; corners are judged below.
            if (ax != cx or ay != cy) and (ax != dx or ay != dy) and ex * sy - ey * sx > 0:
                return True
        elif (cy > ay) != (dy > ay) and (a > 0) == (dy > cy):
            inside = not inside
        if d == 0 and (dx != bx or dy != by) and (dx - ax) * (dx - bx) <= 0 and (dy - ay) * (dy - by) <= 0 and _opens(outline, i, sx, sy):
            return True  # a corner on the way, and the way goes on into the area
        cx, cy, c = dx, dy, d
    return inside and not on_edge


def sweep_hits(outline: list[int], ax: i64, ay: i64, bx: i64, by: i64, radius: i64) -> bool:
    """Whether a disc moved along a segment overlaps an outline's area.  Touching is not overlapping; radius is positive."""
    n = len(outline)
    if n == 0:
        return False
    if where(outline, ax, ay) == INSIDE:
        return True
    cx: i64 = outline[n - 2]
    cy: i64 = outline[n - 1]
    for i in range(0, n, 2):
        dx: i64 = outline[i]
        dy: i64 = outline[i + 1]
        if segments_near(ax, ay, bx, by, cx, cy, dx, dy, radius):
            return True
        cx, cy = dx, dy
    return False


def disc_hits(outline: list[int], px: i64, py: i64, radius: i64) -> bool:
    """Whether a disc overlaps an outline's area.  Touching is not overlapping; radius is positive."""
    n = len(outline)
    if n == 0:
        return False
    cx: i64 = outline[n - 2]
    cy: i64 = outline[n - 1]
    inside = False
    for i in range(0, n, 2):
        dx: i64 = outline[i]
        dy: i64 = outline[i + 1]
        if segment_nears(cx, cy, dx, dy, px, py, radius):
            return True
        # No side is as near as the radius, so the point lies on none: counting crossings is enough.
        turn = (dx - cx) * (py - cy) - (dy - cy) * (px - cx)
        if (cy > py) != (dy > py) and (turn > 0) == (dy > cy):
            inside = not inside
        cx, cy = dx, dy
    return inside


def disc_in_box(px: i64, py: i64, radius: i64, width: i64, height: i64) -> bool:
    """Whether a disc lies wholly on a table of this size; touching the edge is allowed.
    A table is convex, so a straight move stays on it when both its ends do."""
    return radius <= px <= width - radius and radius <= py <= height - radius


def disc_in_disc(px: i64, py: i64, radius: i64, cx: i64, cy: i64, big: i64) -> bool:
    """Whether a disc lies wholly in a round table or zone; touching the rim is allowed."""
    return within(px, py, cx, cy, big - radius)


def disc_in_convex(outline: list[int], px: i64, py: i64, radius: i64) -> bool:
    """Whether a disc lies wholly in an ordered convex outline; touching a side is allowed."""
    n = len(outline)
    cx: i64 = outline[n - 2]
    cy: i64 = outline[n - 1]
    for i in range(0, n, 2):
        dx: i64 = outline[i]
        dy: i64 = outline[i + 1]
        ex, ey = dx - cx, dy - cy
        off = ex * (py - cy) - ey * (px - cx)
        if off < 0 or off * off < radius * radius * (ex * ex + ey * ey):
            return False
        cx, cy = dx, dy
    return True
