"""Every function of kit/plane against an independent slow version: exact fractions, or shapely."""

from __future__ import annotations

import math
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from sandtable.kit import plane

shapely = pytest.importorskip("shapely")
from shapely.geometry import LineString, Point, Polygon  # noqa: E402, RUF100

near = st.integers(-6, 6)  # a small grid meets every degenerate case
far = st.integers(-plane.LIMIT, plane.LIMIT)
coordinate = st.one_of(near, near, far)
point = st.tuples(coordinate, coordinate)
grid_point = st.tuples(near, near)
angle = st.integers(0, plane.TURN - 1)
length = st.integers(0, 2 * plane.LIMIT)
gap = st.one_of(st.integers(0, 8), st.integers(0, 2 * plane.LIMIT))


@st.composite
def outlines(draw: st.DrawFn) -> list[int]:
    """Simple outlines, concave ones and straight corners among them."""
    points = draw(st.lists(st.one_of(grid_point, grid_point, point), min_size=3, max_size=7, unique=True))
    if draw(st.booleans()):
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        points.sort(key=lambda p: (math.atan2(p[1] - middle[1], p[0] - middle[0]), math.dist(p, middle)))
    flat = [c for p in points for c in p]
    assume(Polygon(points).is_valid and Polygon(points).area > 0)
    return flat


def pairs(outline: list[int]) -> list[tuple[int, int]]:
    return list(zip(outline[::2], outline[1::2], strict=True))


# slow, exact versions -----------------------------------------------------------------


def slow_point_segment2(a, b, p) -> Fraction:
    """The square of the distance of a point from a segment."""
    sx, sy = b[0] - a[0], b[1] - a[1]
    long = sx * sx + sy * sy
    t = Fraction((p[0] - a[0]) * sx + (p[1] - a[1]) * sy, long) if long else Fraction(0)
    t = max(Fraction(0), min(Fraction(1), t))
    return (a[0] + t * sx - p[0]) ** 2 + (a[1] + t * sy - p[1]) ** 2


def shape_of(a, b):
    """Shapely wants a point where a segment has no length."""
    return LineString([a, b]) if a != b else Point(a)


def slow_where(outline: list[int], p) -> int:
    points = pairs(outline)
    inside = False
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if slow_point_segment2((ax, ay), (bx, by), p) == 0:
            return plane.ON_EDGE
        if (ay <= p[1]) != (by <= p[1]) and ax + Fraction(bx - ax) * (p[1] - ay) / (by - ay) > p[0]:
            inside = not inside
    return plane.INSIDE if inside else plane.OUTSIDE


def slow_enters(outline: list[int], a, b) -> bool:
    """Cut the segment wherever it meets the outline; look at the middle of every part."""
    sx, sy = b[0] - a[0], b[1] - a[1]
    cuts = {Fraction(0), Fraction(1)}
    points = pairs(outline)
    for (cx, cy), (dx, dy) in zip(points, points[1:] + points[:1], strict=True):
        ex, ey = dx - cx, dy - cy
        turn = sx * ey - sy * ex
        if turn:
            cuts.add(Fraction((cx - a[0]) * ey - (cy - a[1]) * ex, turn))
        elif sx or sy:
            for x, y in ((cx, cy), (dx, dy)):
                cuts.add(Fraction((x - a[0]) * sx + (y - a[1]) * sy, sx * sx + sy * sy))
    ts = sorted(t for t in cuts if 0 <= t <= 1)
    probes = ts + [(s + t) / 2 for s, t in pairwise(ts)]
    return any(slow_where(outline, (a[0] + t * sx, a[1] + t * sy)) == plane.INSIDE for t in probes)


# angles and steps ----------------------------------------------------------------------


def decimal_sine(x: Decimal) -> Decimal:
    term, total, n = x, Decimal(0), 1
    while abs(term) > Decimal(10) ** -45:
        total += term
        term = -term * x * x / ((n + 1) * (n + 2))
        n += 2
    return total


def test_sine_table_is_the_nearest_whole_number() -> None:
    getcontext().prec = 60
    pi = Decimal("3.14159265358979323846264338327950288419716939937510582")
    for i in range(plane.TURN):
        assert plane.SINE[i] == int((decimal_sine(2 * pi * i / plane.TURN) * plane.SCALE).to_integral_value())
        assert plane.sine(i) == plane.SINE[i]
        assert plane.cosine(i) == plane.SINE[(i + plane.QUARTER) % plane.TURN]


@given(angle, length)
def test_step_is_rounded_to_the_nearest(a: int, d: int) -> None:
    for got, factor in ((plane.along_x(a, d), plane.cosine(a)), (plane.along_y(a, d), plane.sine(a))):
        exact = Fraction(d * factor, plane.SCALE)
        assert abs(got - exact) <= Fraction(1, 2)
        if abs(got - exact) == Fraction(1, 2):
            assert abs(got) > abs(exact)
    assert abs(math.hypot(plane.along_x(a, d), plane.along_y(a, d)) - d) <= 0.7072


@given(angle, length)
def test_opposite_angles_give_opposite_steps(a: int, d: int) -> None:
    assert plane.along_x(a + 2048, d) == -plane.along_x(a, d)
    assert plane.along_y(a + 2048, d) == -plane.along_y(a, d)


@given(coordinate, coordinate, angle)
def test_turning(x: int, y: int, a: int) -> None:
    c, s = plane.cosine(a), plane.sine(a)
    assert abs(plane.turned_x(x, y, a) - Fraction(x * c - y * s, plane.SCALE)) <= Fraction(1, 2)
    assert abs(plane.turned_y(x, y, a) - Fraction(x * s + y * c, plane.SCALE)) <= Fraction(1, 2)
    assert (plane.turned_x(-x, -y, a), plane.turned_y(-x, -y, a)) == (-plane.turned_x(x, y, a), -plane.turned_y(x, y, a))


@given(st.integers(-(2**15), 2**15), st.integers(-(2**15), 2**15))
@example(0, 1)
@example(0, -1)
@example(-1, 0)
@example(1, -1)
def test_angle_of_is_the_nearest(dx: int, dy: int) -> None:
    assume(dx or dy)
    exact = math.atan2(dy, dx) / (2 * math.pi) * plane.TURN
    got = plane.angle_of(dx, dy)
    assert 0 <= got < plane.TURN
    off = abs(exact - got) % plane.TURN
    assert min(off, plane.TURN - off) <= 0.5 + 1e-6


def test_angle_of_the_null_vector() -> None:
    assert plane.angle_of(0, 0) == 0


@given(angle)
def test_angle_of_a_long_step_is_the_angle(a: int) -> None:
    assert plane.angle_of(plane.along_x(a, 16000), plane.along_y(a, 16000)) == a


# distances -------------------------------------------------------------------------------


@given(point, point, gap)
def test_distances(a, b, r: int) -> None:
    exact = Fraction(a[0] - b[0]) ** 2 + Fraction(a[1] - b[1]) ** 2
    assert plane.squared(*a, *b) == exact
    assert plane.within(*a, *b, r) == (exact <= r * r)
    assert plane.nearer(*a, *b, r) == (exact < r * r)
    assert plane.distance(*a, *b) == math.isqrt(int(exact))
    assert not plane.within(*a, *b, -1)
    assert not plane.nearer(*a, *b, -1)


@given(st.integers(-20000, 20000), st.integers(-20000, 20000))
def test_fits(x: int, y: int) -> None:
    assert plane.fits(x, y) == (max(abs(x), abs(y)) <= 16384)


@given(point, point, point, gap)
def test_point_and_segment(a, b, p, r: int) -> None:
    exact = slow_point_segment2(a, b, p)
    assert plane.on_segment(*a, *b, *p) == (exact == 0)
    assert plane.segment_nears(*a, *b, *p, r) == (exact < r * r)
    turn = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    assert plane.side_of(*a, *b, *p) == turn


@given(st.tuples(st.integers(0, 40), st.integers(0, 40)), st.integers(1, 40))
def test_touching_is_not_overlapping(a, r: int) -> None:
    end = (a[0] + 100, a[1])
    assert not plane.segment_nears(*a, *end, a[0] + 50, a[1] + r, r)
    assert plane.segment_nears(*a, *end, a[0] + 50, a[1] + r, r + 1)


# segments ----------------------------------------------------------------------------------


@given(point, point, point, point)
def test_segments_meet_as_shapely_says(a, b, c, d) -> None:
    assert plane.segments_meet(*a, *b, *c, *d) == shape_of(a, b).intersects(shape_of(c, d))


@given(point, point, point, point)
def test_segments_cross(a, b, c, d) -> None:
    """Solve for both parameters; strictly between their ends."""
    turn = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    expected = False
    if turn:
        t = Fraction((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0]), turn)
        u = Fraction((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0]), turn)
        expected = 0 < t < 1 and 0 < u < 1
    assert plane.segments_cross(*a, *b, *c, *d) == expected


@given(point, point, point, point, gap)
def test_segments_near(a, b, c, d, r: int) -> None:
    if shape_of(a, b).intersects(shape_of(c, d)):
        exact = Fraction(0)
    else:
        exact = min(slow_point_segment2(a, b, c), slow_point_segment2(a, b, d), slow_point_segment2(c, d, a), slow_point_segment2(c, d, b))
    assert plane.segments_near(*a, *b, *c, *d, r) == (exact < r * r)


# outlines ------------------------------------------------------------------------------------


@given(st.lists(st.one_of(grid_point, point), min_size=3, max_size=6))
def test_simple_outlines_as_shapely_says(points) -> None:
    flat = [c for p in points for c in p]
    repeats = any(p == q for p, q in zip(points, points[1:] + points[:1], strict=True))
    assert plane.simple(flat) == (not repeats and Polygon(points).is_valid and Polygon(points).area > 0)


def test_an_outline_needs_three_corners() -> None:
    assert not plane.simple([])
    assert not plane.simple([0, 0, 5, 5])
    assert not plane.simple([0, 0, 5, 5, 5, 0, 7])


@given(outlines(), st.booleans())
def test_ordered(outline: list[int], repeat: bool) -> None:
    given_outline = outline[:2] + outline + outline[-2:] + outline[:2] if repeat else outline
    got = plane.ordered(given_outline)
    assert sorted(pairs(got)) == sorted(pairs(outline))
    assert plane.area2(got) > 0
    assert abs(plane.area2(got) / 2 - Polygon(pairs(outline)).area) < 1e-3
    assert plane.area2(got) == abs(plane.area2(outline))


@given(outlines(), point)
def test_where(outline: list[int], p) -> None:
    got = plane.where(outline, *p)
    assert got == slow_where(outline, p)
    shape, spot = Polygon(pairs(outline)), Point(p)
    assert got == (plane.INSIDE if shape.contains(spot) else plane.ON_EDGE if shape.touches(spot) else plane.OUTSIDE)


def test_where_is_outside_of_nothing() -> None:
    assert plane.where([], 0, 0) == plane.OUTSIDE
    assert not plane.segment_enters([], 0, 0, 5, 5)
    assert not plane.sweep_hits([], 0, 0, 5, 5, 3)
    assert not plane.disc_hits([], 0, 0, 3)


@settings(max_examples=1000)
@given(outlines(), grid_point, grid_point)
def test_segment_enters_on_the_grid(outline: list[int], a, b) -> None:
    assert plane.segment_enters(plane.ordered(outline), *a, *b) == slow_enters(outline, a, b)


@given(outlines(), point, point)
def test_segment_enters(outline: list[int], a, b) -> None:
    got = plane.segment_enters(plane.ordered(outline), *a, *b)
    assert got == slow_enters(outline, a, b)
    if a != b:
        assert got == Polygon(pairs(outline)).relate_pattern(LineString([a, b]), "T********")


def test_a_graze_is_clear() -> None:
    square = [0, 0, 10, 0, 10, 10, 0, 10]
    assert not plane.segment_enters(square, -5, 0, 15, 0)  # along a side
    assert not plane.segment_enters(square, -5, 5, 5, -5)  # through a corner
    assert plane.segment_enters(square, -5, 5, 6, -5)  # a hair further in
    assert plane.segment_enters(square, -5, -5, 15, 15)  # through two corners and the middle


@given(outlines(), point, point, st.integers(1, 2000))
def test_sweep_hits(outline: list[int], a, b, r: int) -> None:
    got = plane.sweep_hits(plane.ordered(outline), *a, *b, r)
    off = shape_of(a, b).distance(Polygon(pairs(outline)))
    if abs(off - r) > 1e-6:
        assert got == (off < r)
    else:
        points = pairs(outline)
        exact = min(
            min(slow_point_segment2(a, b, c), slow_point_segment2(a, b, d), slow_point_segment2(c, d, a), slow_point_segment2(c, d, b))
            for c, d in zip(points, points[1:] + points[:1], strict=True)
        )
        assert got == (exact < r * r)


@given(outlines(), point, st.integers(1, 2000))
def test_disc_hits(outline: list[int], p, r: int) -> None:
    points = pairs(outline)
    exact = min(slow_point_segment2(c, d, p) for c, d in zip(points, points[1:] + points[:1], strict=True))
    expected = exact < r * r or slow_where(outline, p) == plane.INSIDE
    assert plane.disc_hits(outline, *p, r) == expected
    assert plane.sweep_hits(plane.ordered(outline), *p, *p, r) == expected


# tables ----------------------------------------------------------------------------------------


@given(point, st.integers(0, 30), st.integers(1, 2000), st.integers(1, 2000))
def test_disc_in_box(p, r: int, width: int, height: int) -> None:
    room = min(p[0], p[1], width - p[0], height - p[1])
    assert plane.disc_in_box(*p, r, width, height) == (room >= r)
    box = plane.ordered([0, 0, width, 0, width, height, 0, height])
    assert plane.disc_in_convex(box, *p, r) == (room >= r)


@given(point, st.integers(0, 30), point, st.integers(0, 9000))
def test_disc_in_disc(p, r: int, c, big: int) -> None:
    room = big - r
    assert plane.disc_in_disc(*p, r, *c, big) == (room >= 0 and (p[0] - c[0]) ** 2 + (p[1] - c[1]) ** 2 <= room * room)


@given(st.lists(point, min_size=3, max_size=8, unique=True), point, st.integers(0, 500))
def test_disc_in_convex(points, p, r: int) -> None:
    hull = shapely.MultiPoint(points).convex_hull
    assume(hull.geom_type == "Polygon" and hull.area > 0)
    corners = [(int(x), int(y)) for x, y in hull.exterior.coords[:-1]]
    outline = plane.ordered([c for q in corners for c in q])
    exact = min(slow_point_segment2(c, d, p) for c, d in zip(corners, corners[1:] + corners[:1], strict=True))
    expected = slow_where(outline, p) != plane.OUTSIDE and exact >= r * r
    assert plane.disc_in_convex(outline, *p, r) == expected
