"""Every function of ``kit.hexes`` against a slow version that shares nothing with it but the coordinates."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kit import hexes
from sandtable.kit.hexes import Hexes

Axial = tuple[int, int]
# As on paper: names of the six directions with the way they lead, in axial coordinates.
WAYS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
STEPS = list(WAYS.values())

coordinates = st.tuples(st.integers(-7, 7), st.integers(-7, 7))
boards = st.lists(coordinates, min_size=1, max_size=60, unique=True)


@st.composite
def board_and_fields(draw: st.DrawFn, count: int) -> tuple[Hexes, list[int]]:
    fields = draw(boards)
    board = Hexes(fields)
    return board, [draw(st.integers(0, board.size - 1)) for _ in range(count)]


def axial(board: Hexes, a: int) -> Axial:
    return board.q[a], board.r[a]


def slow_find(board: Hexes, where: Axial) -> int:
    found = [i for i in range(board.size) if axial(board, i) == where]
    return found[0] if found else -1


def slow_distance(a: Axial, b: Axial) -> int:
    dq, dr = b[0] - a[0], b[1] - a[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def degrees(a: Axial, b: Axial) -> float:
    """The angle from east, counter-clockwise, measured on the drawn board."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return math.degrees(math.atan2(-1.5 * dr, math.sqrt(3) * (dq + dr / 2))) % 360


def apart(angle: float, direction: int) -> float:
    turn = abs(angle - 60 * direction) % 360
    return round(min(turn, 360 - turn), 6)


def cube_round(q: Fraction, r: Fraction) -> list[Axial]:
    """All hexes whose centre is nearest to a point: two on an edge."""
    near: list[tuple[Fraction, Axial]] = []
    for cq in range(math.floor(q) - 1, math.floor(q) + 3):
        for cr in range(math.floor(r) - 1, math.floor(r) + 3):
            x, y = cq - q, cr - r
            near.append((x * x + x * y + y * y, (cq, cr)))
    least = min(square for square, _ in near)
    return [hex_ for square, hex_ in near if square == least]


def slow_line(a: Axial, b: Axial) -> list[list[Axial]]:
    length = slow_distance(a, b)
    points: list[list[Axial]] = []
    for i in range(length + 1):
        t = Fraction(i, max(length, 1))
        points.append(cube_round(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    return points


def leftness(a: Axial, b: Axial, c: Axial) -> float:
    """Positive when c lies left of the way from a to b on the drawn board."""
    ax, ay = math.sqrt(3) * (b[0] - a[0] + (b[1] - a[1]) / 2), -1.5 * (b[1] - a[1])
    cx, cy = math.sqrt(3) * (c[0] - a[0] + (c[1] - a[1]) / 2), -1.5 * (c[1] - a[1])
    return ax * cy - ay * cx


@given(boards)
def test_ids_follow_reading_order_and_find_inverts(fields: list[Axial]) -> None:
    board = Hexes(fields)
    assert board.size == len(fields)
    assert [axial(board, i) for i in range(board.size)] == sorted(fields, key=lambda field: (field[1], field[0]))
    assert Hexes(fields[::-1]).q == board.q
    for q in range(-9, 10):
        for r in range(-9, 10):
            assert board.find(q, r) == slow_find(board, (q, r))
    assert board.find(10**6, -(10**6)) == -1


@given(boards)
def test_neighbour_table(fields: list[Axial]) -> None:
    board = Hexes(fields)
    assert len(board.neighbour) == 6 * board.size
    for a in range(board.size):
        slow = [slow_find(board, (board.q[a] + dq, board.r[a] + dr)) for dq, dr in STEPS]
        assert board.neighbour[a * 6 : a * 6 + 6] == slow
        assert board.neighbours(a) == [b for b in slow if b >= 0]
        assert board.adjacency()[a] == board.neighbours(a)


@given(board_and_fields(2))
def test_distance_and_direction(drawn: tuple[Hexes, list[int]]) -> None:
    board, (a, b) = drawn
    start, end = axial(board, a), axial(board, b)
    assert board.distance(a, b) == slow_distance(start, end)
    straight = [d for d in range(6) for k in range(1, 40) if (start[0] + k * STEPS[d][0], start[1] + k * STEPS[d][1]) == end]
    assert board.direction(a, b) == (straight[0] if straight else -1)


@given(board_and_fields(2))
def test_directions_towards_and_cones_by_angle(drawn: tuple[Hexes, list[int]]) -> None:
    board, (a, b) = drawn
    if a == b:
        assert board.directions_towards(a, b) == []
        assert not any(board.in_cone(a, d, b) or board.in_wide_cone(a, d, b) for d in range(6))
        return
    angle = degrees(axial(board, a), axial(board, b))
    gaps = [apart(angle, d) for d in range(6)]
    assert board.directions_towards(a, b) == [d for d in range(6) if gaps[d] == min(gaps)]
    for d in range(6):
        assert board.in_cone(a, d, b) == (gaps[d] <= 30)
        assert board.in_wide_cone(a, d, b) == (gaps[d] <= 60)


def check_areas(board: Hexes, a: int, k: int, direction: int) -> None:
    here = axial(board, a)

    def spiral_order(b: int) -> tuple[int, float]:
        return slow_distance(here, axial(board, b)), round(degrees(here, axial(board, b)), 6)

    def gap(b: int) -> float:
        return apart(degrees(here, axial(board, b)), direction)

    near = sorted([b for b in range(board.size) if slow_distance(here, axial(board, b)) <= k], key=spiral_order)
    assert board.disc(a, k) == near
    assert board.ring(a, k) == [b for b in near if slow_distance(here, axial(board, b)) == k]
    assert board.cone(a, direction, k) == [b for b in near if b != a and gap(b) <= 30]
    assert board.wide_cone(a, direction, k) == [b for b in near if b != a and gap(b) <= 60]


@given(board_and_fields(1), st.integers(0, 30), st.integers(0, 5))
def test_areas(drawn: tuple[Hexes, list[int]], k: int, direction: int) -> None:
    board, (a,) = drawn
    check_areas(board, a, k, direction)


@pytest.mark.parametrize("direction", range(6))
def test_all_areas_of_a_small_board(direction: int) -> None:
    board = hexes.hexagon(3)
    for a in range(board.size):
        for k in range(8):
            check_areas(board, a, k, direction)


def check_lines(board: Hexes, a: int, b: int) -> bool:
    """Compare all lines between two fields; tells whether they run along an edge."""
    start, end = axial(board, a), axial(board, b)
    points = slow_line(start, end)
    assert all(len(point) <= 2 for point in points)

    def ids(fields: list[Axial]) -> list[int]:
        return [slow_find(board, field) for field in fields]

    left = ids([max(point, key=lambda c: leftness(start, end, c)) for point in points])
    right = ids([min(point, key=lambda c: leftness(start, end, c)) for point in points])
    first = ids([min(point, key=lambda c: (c[1], c[0])) for point in points])
    assert board.line(a, b) == first
    assert board.line_left(a, b) == left
    assert board.line_right(a, b) == right
    assert board.line(b, a) == first[::-1]
    assert board.line_left(b, a) == right[::-1]
    assert first in (left, right)
    return any(len(point) == 2 for point in points)


@given(board_and_fields(2))
def test_lines_against_interpolation_in_fractions(drawn: tuple[Hexes, list[int]]) -> None:
    board, (a, b) = drawn
    check_lines(board, a, b)


@pytest.mark.parametrize("hole", [(0, 0), (1, -1), (9, 9)])
def test_all_lines_of_a_small_board(hole: Axial) -> None:
    """Lines along edges are too rare for chance to find them all."""
    full = hexes.hexagon(3)
    board = Hexes([axial(full, i) for i in range(full.size) if axial(full, i) != hole])
    along_edges = sum(check_lines(board, a, b) for a in range(board.size) for b in range(board.size))
    assert along_edges > board.size
    for a in range(board.size):
        for b in range(board.size):  # each kind of line asked first on a fresh board
            fresh = Hexes([axial(board, a), axial(board, b)]) if a != b else Hexes([axial(board, a)])
            ends = [fresh.find(*axial(board, a)), fresh.find(*axial(board, b))]
            steps = slow_distance(axial(board, a), axial(board, b)) + 1
            assert len(fresh.line_left(ends[0], ends[1])) == len(fresh.line_right(ends[1], ends[0])) == steps


@given(board_and_fields(3))
def test_moved_by_an_offset(drawn: tuple[Hexes, list[int]]) -> None:
    board, (a, b, c) = drawn
    (aq, ar), (bq, br), (cq, cr) = axial(board, a), axial(board, b), axial(board, c)
    assert board.offset(a, b) >= 0
    assert board.moved(a, board.offset(a, b)) == b
    assert board.moved(c, board.offset(a, b)) == slow_find(board, (cq + bq - aq, cr + br - ar))


def slow_image(board: Hexes, way_of: list[int]) -> list[int] | None:
    """Images under the map that sends each direction d to ``way_of[d]`` and keeps the centre of gravity."""

    def image(q: Fraction, r: Fraction) -> tuple[Fraction, Fraction]:
        east, south_east = STEPS[way_of[0]], STEPS[way_of[5]]
        return q * east[0] + r * south_east[0], q * east[1] + r * south_east[1]

    cq, cr = Fraction(sum(board.q), board.size), Fraction(sum(board.r), board.size)
    images: list[int] = []
    for i in range(board.size):
        q, r = image(board.q[i] - cq, board.r[i] - cr)
        q, r = q + cq, r + cr
        if q.denominator != 1 or r.denominator != 1:
            return None
        images.append(slow_find(board, (int(q), int(r))))
    return images


@given(boards, st.integers(-7, 7))
def test_rotation_and_reflection(fields: list[Axial], turns: int) -> None:
    board = Hexes(fields)
    expected = slow_image(board, [(d + turns) % 6 for d in range(6)])
    mirrored = slow_image(board, [(turns - d) % 6 for d in range(6)])
    if expected is None:
        with pytest.raises(ValueError, match="centre"):
            board.rotation(turns)
    else:
        assert board.rotation(turns) == expected
    if mirrored is None:
        with pytest.raises(ValueError, match="centre"):
            board.reflection(turns)
    else:
        assert board.reflection(turns) == mirrored


@pytest.mark.parametrize("radius", range(5))
def test_a_hexagon_has_all_twelve_symmetries_and_keeps_neighbours(radius: int) -> None:
    board = hexes.hexagon(radius)
    for turns in range(6):
        rotated, mirrored = board.rotation(turns), board.reflection(turns)
        assert sorted(rotated) == sorted(mirrored) == list(range(board.size))
        for a in range(board.size):
            for d in range(6):
                b = board.neighbour[a * 6 + d]
                if b >= 0:
                    assert board.neighbour[rotated[a] * 6 + (d + turns) % 6] == rotated[b]
                    assert board.neighbour[mirrored[a] * 6 + (turns - d) % 6] == mirrored[b]


def test_a_rectangle_of_odd_height_mirrors_north_and_south_and_of_even_height_turns_half() -> None:
    assert sorted(hexes.rectangle(4, 5).reflection(0)) == list(range(20))
    assert sorted(hexes.rectangle(4, 4).rotation(3)) == list(range(16))


@given(st.integers(0, 9))
def test_hexagon(radius: int) -> None:
    board = hexes.hexagon(radius)
    span = range(-radius - 2, radius + 3)
    slow = {(q, r) for q in span for r in span if slow_distance((0, 0), (q, r)) <= radius}
    assert {axial(board, i) for i in range(board.size)} == slow
    assert board.size == 3 * radius * (radius + 1) + 1


@given(st.integers(1, 9), st.integers(1, 9))
def test_rectangle(width: int, height: int) -> None:
    board = hexes.rectangle(width, height)
    assert board.size == width * height
    letters = "ABCDEFGHI"
    assert [board.label(i) for i in range(board.size)] == [letters[i % width] + str(i // width + 1) for i in range(board.size)]
    for row in range(1, height):  # each row starts half a hex east or west of the one above, never further
        shift = 2 * board.q[row * width] + board.r[row * width] - 2 * board.q[(row - 1) * width] - board.r[(row - 1) * width]
        assert shift == (1 if row % 2 else -1)


@given(boards)
def test_labels_and_coordinates_name_each_field_once(fields: list[Axial]) -> None:
    board = Hexes(fields)
    assert len({board.label(i) for i in range(board.size)}) == board.size
    for i in range(board.size):
        q, r = axial(board, i)
        assert board.axial(i) == f"({q},{r})"
        for text in (board.label(i), board.label(i).lower(), board.axial(i), f" {q}, {r} ", f"( {q:+d} ,{r})"):
            assert board.parse(text) == i
    # columns are those of the drawn board: the same letter is at most half a hex apart
    for a in range(board.size):
        for b in range(board.size):
            column_a, column_b = board.label(a).rstrip("0123456789"), board.label(b).rstrip("0123456789")
            east_a, east_b = 2 * board.q[a] + board.r[a], 2 * board.q[b] + board.r[b]
            if column_a == column_b:
                assert abs(east_a - east_b) <= 1
            assert (board.label(a).lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == board.label(b).lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) == (
                board.r[a] == board.r[b]
            )


@pytest.mark.parametrize("text", ["", "Z9", "A", "4", "99,0", "(1,2,3)", "a,b", "1,", "--1,0", "(,)", "²,0", "A1 A2"])
def test_what_is_no_field_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="written like A1 or"):
        hexes.rectangle(3, 3).parse(text)


def test_bad_boards_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Hexes([])
    with pytest.raises(ValueError, match=r"\(1,-1\) is listed twice"):
        Hexes([(0, 0), (1, -1), (1, -1)])


@given(st.integers(0, 2000))
def test_column_letters_count_like_a_spreadsheet(column: int) -> None:
    value = 0
    for letter in hexes.column_letters(column):
        value = value * 26 + ord(letter) - ord("A") + 1
    assert value == column + 1


def test_directions_have_their_names() -> None:
    assert hexes.DIRECTION_NAMES == list(WAYS)
    assert [hexes.E, hexes.NE, hexes.NW, hexes.W, hexes.SW, hexes.SE] == list(range(6))
    board = hexes.hexagon(1)
    centre = board.find(0, 0)
    for d in range(6):
        name = hexes.DIRECTION_NAMES[d]
        assert hexes.parse_direction(name) == hexes.parse_direction(f" {name.lower()} ") == d
        assert axial(board, board.neighbour[centre * 6 + d]) == WAYS[name]
        assert WAYS[hexes.DIRECTION_NAMES[hexes.opposite(d)]] == (-WAYS[name][0], -WAYS[name][1])
        for e in range(6):
            assert hexes.turn_between(d, e) == apart(60 * d, e) / 60
    with pytest.raises(ValueError, match="none of the directions"):
        hexes.parse_direction("N")


def test_returned_lists_belong_to_the_caller() -> None:
    board, untouched = hexes.hexagon(2), hexes.hexagon(2)

    def made(by: Hexes) -> list[list[int]]:
        areas = [by.neighbours(9), by.ring(9, 1), by.disc(9, 1), by.disc(9, 9), by.cone(9, 0, 2), by.directions_towards(9, 0)]
        return [*areas, by.line(9, 0), by.line_left(9, 0), by.line_right(9, 0), by.rotation(1), *by.adjacency()]

    for spoilt in made(board):
        spoilt.insert(0, 7)
    assert made(board) == made(untouched)
