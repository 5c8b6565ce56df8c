"""Ways, lines and groups of War of Leaders, refereed by shapely; and the same on every machine."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match
from sandtable.games.war_of_leaders.rules import ground
from sandtable.games.war_of_leaders.rules.move import direct_actions, direct_refusal, followers
from sandtable.games.war_of_leaders.state import ALIVE, DIRECT
from sandtable.games.war_of_leaders.verbs import GO
from sandtable.kit import plane

shapely = pytest.importorskip("shapely")
from shapely import affinity  # noqa: E402, RUF100
from shapely.geometry import LineString, Point, Polygon, box  # noqa: E402, RUF100

NEAR = 1e-7  # where a float cannot tell, the exact tests of kit/plane decide


def battle(seed: int, seats: int = 2, options: dict | None = None, steps: int = 60):
    """A position of random play on a table with many obstacles."""
    chosen = {"order": "fixed", "placement": "ready", "obstacles": "seeded", "count": 16, "seed": seed, "factor": 5}
    chosen |= {"point": "centre", "negotiation": 0, **(options or {})}
    game = games.load("war_of_leaders", seats, chosen)
    match, draw = Match(game, Draw(seed), loud=False), Draw(seed + 1)
    for _ in range(steps):
        if not match.state.table.pending:
            break
        seat = match.state.table.pending[0]
        offer = game.actions(match.state.table, match.state.hands[seat])
        match.play(seat, offer[draw.below(len(offer))])
    return game, match.state


def shapes(table):
    """Obstacles as shapely sees them, circles by centre and radius."""
    return [
        (Polygon(list(zip(outline[::2], outline[1::2], strict=True))), 0) if outline else (Point(x, y), r)
        for outline, x, y, r in zip(table.outline, table.wall_x, table.wall_y, table.wall_r, strict=True)
    ]


def overlap(path, gap: float) -> list[float]:
    """How deep a disc moved along a path gets into things: positive when it overlaps."""
    way, things = path
    return [radius + gap - way.distance(shape) for shape, radius in things]


def referee_way(rules, table, piece: int, dx: int, dy: int, spared: set[int]) -> str | None:
    """'free' or 'blocked' by shapely; None where it is too close to call in floats."""
    x, y, radius = table.x[piece], table.y[piece], rules.radius[piece % rules.army]
    way, end = LineString([(x, y), (x + dx, y + dy)]) if dx or dy else Point(x, y), Point(x + dx, y + dy)
    if rules.disc:
        room = [rules.disc - radius - math.dist((x + dx, y + dy), (rules.disc, rules.disc))]
    else:
        room = [box(0, 0, rules.width, rules.height).exterior.distance(end) - radius]
        if not box(0, 0, rules.width, rules.height).contains(end):
            room = [-1.0]
    depth = [-r for r in room] + overlap((way, shapes(table)), radius)
    for q in range(len(table.x)):
        if q == piece or table.x[q] < 0 or q in spared:
            continue
        enemy = q // rules.army != piece // rules.army
        depth.append(radius + rules.radius[q % rules.army] - (way if enemy else end).distance(Point(table.x[q], table.y[q])))
    if any(d > NEAR for d in depth):
        return "blocked"
    return None if any(abs(d) <= NEAR for d in depth) else "free"


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 40), st.integers(0, 10**6), st.integers(0, 4095), st.integers(1, 6), st.sampled_from([2, 5]))
def test_ways_as_shapely_says(seed: int, pick: int, angle: int, roll: int, seats: int) -> None:
    game, state = battle(seed, seats)
    rules, table = game.rules, state.table
    pieces = [p for p in range(len(table.x)) if table.x[p] >= 0]
    piece = pieces[pick % len(pieces)]
    dx, dy = plane.along_x(angle, rules.pace[roll]), plane.along_y(angle, rules.pace[roll])
    expected = referee_way(rules, table, piece, dx, dy, set())
    found = ground.one_way(rules, table, table.x, table.y, piece, 0, dx, dy)
    if expected is not None:
        assert (found == ground.FREE) == (expected == "free"), (piece, dx, dy, ground.WAYS[found])


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 40), st.integers(0, 10**6), st.integers(0, 10**6))
def test_lines_as_shapely_says(seed: int, one: int, two: int) -> None:
    game, state = battle(seed)
    table = state.table
    pieces = [p for p in range(len(table.x)) if table.x[p] >= 0]
    a, b = pieces[one % len(pieces)], pieces[two % len(pieces)]
    if a == b:
        return
    line = LineString([(table.x[a], table.y[a]), (table.x[b], table.y[b])])
    found = shapes(table)
    depths = [(line.intersection(shape).length if radius == 0 else radius - line.distance(shape)) for shape, radius in found]
    touches = any(
        radius == 0 and shape.exterior.distance(line) == 0 and depth < 1e-6 for (shape, radius), depth in zip(found, depths, strict=True)
    )
    if not touches and all(abs(d) > NEAR or d == 0 for d in depths):
        assert ground.line_free(table, table.x[a], table.y[a], table.x[b], table.y[b]) == all(d <= 0 for d in depths)
    assert ground.in_sight(game.rules, table, table.x, table.y, a, b) == ground.in_sight(game.rules, table, table.x, table.y, b, a)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 40), st.integers(0, 4095), st.integers(1, 6))
def test_who_goes_with_a_group_is_the_greatest_set_that_can(seed: int, angle: int, roll: int) -> None:
    """7.4: nobody who goes is stopped, and everybody who stays is: judged one by one from the outcome."""
    game, state = battle(seed, 2, {"factor": 2}, 20)
    rules, table = game.rules, state.table
    if table.life[0] != ALIVE:
        return
    group = followers(rules, table, table.x, table.y, 0, 0) | 1
    dx, dy = plane.along_x(angle, rules.pace[roll]), plane.along_y(angle, rules.pace[roll])
    going = ground.movers(rules, table, table.x, table.y, 0, group, dx, dy)
    assert going & ~group == 0
    moving = {i for i in range(rules.army) if going >> i & 1}
    for i in range(rules.army):
        if group >> i & 1:
            verdict = referee_way(rules, table, i, dx, dy, moving - {i})
            if verdict is not None and i in moving:
                assert verdict == "free"
            if verdict is not None and i not in moving:
                assert verdict == "blocked"


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 300), st.lists(st.integers(0, 4095), min_size=5, max_size=5))
def test_any_angle_is_judged_and_offers_are_a_sample_of_the_legal_ones(seed: int, angles: list[int]) -> None:
    game, state = battle(seed % 30, 2, None, 30 + seed % 60)
    table = state.table
    if not table.stack or table.stack[-1].step != DIRECT:
        return
    hand = state.hands[table.turn]
    offered = {action[1] for action in direct_actions(game.rules, table, hand) if action[0] == GO}
    for angle in [*angles, *offered, *range(0, 4096, 256)]:
        reason = direct_refusal(game.rules, table, hand, (GO, angle))
        if angle in offered:
            assert reason == ""
        elif angle % 256 == 0:
            assert reason != ""  # the fan is offered as far as it is legal


def pairs_of_corners(rules):
    return [(0, other) for other in range(1, rules.zones)]


def carried(rules, one: int, other: int, shape):
    """A shape as the turn about the middle takes it that carries one corner to another; on a longish table, the reflection."""
    if rules.disc or rules.zones == 3 or rules.width == rules.height:
        turn = 360 * (other - one) / rules.zones
        return affinity.rotate(shape, turn, origin=(rules.middle_x, rules.middle_y))
    across = rules.zone_x[one] != rules.zone_x[other]
    down = rules.zone_y[one] != rules.zone_y[other]
    return affinity.scale(shape, -1 if across else 1, -1 if down else 1, origin=(rules.width / 2, rules.height / 2))


def alike(one, other) -> bool:
    """The same to the millimetre or two by which corners are rounded."""
    return one.hausdorff_distance(other) < 3


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([2, 3, 4, 5, 6, 7, 12]))
def test_drawn_obstacles_are_legal_and_symmetric(seed: int, seats: int) -> None:
    game = games.load("war_of_leaders", seats, {"obstacles": "seeded", "count": 12, "seed": seed, "point": "centre"})
    rules, table = game.rules, game.setup().table
    found = shapes(table)
    assert len(found) % rules.zones == 0
    for one, other in pairs_of_corners(rules):
        for shape, radius in found:
            wanted = carried(rules, one, other, shape)
            assert any(alike(wanted, shape2) and radius == radius2 for shape2, radius2 in found), (seats, one, other)
    for i, (shape, radius) in enumerate(found):
        for zone in range(seats):
            gap = shape.distance(Point(rules.zone_x[zone], rules.zone_y[zone])) - radius - rules.zone_r
            assert gap >= rules.keep - 1e-6
        assert shape.distance(Point(table.point[0], table.point[1])) - radius - table.point[2] >= rules.keep - 1e-6
        for other, other_radius in found[:i]:
            assert shape.distance(other) - radius - other_radius >= rules.passage - 1e-6
