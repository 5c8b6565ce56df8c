"""Every function of ``kit.graph`` against Floyd-Warshall, or against trying every path or set."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kit import graph, hexes
from sandtable.kit.graph import Graph

FAR = 10**6


@st.composite
def maps(draw: st.DrawFn, most: int = 9) -> tuple[int, list[tuple[int, int]]]:
    size = draw(st.integers(1, most))
    place = st.integers(0, size - 1)
    return size, draw(st.lists(st.tuples(place, place), max_size=3 * size))


@st.composite
def maps_with_closed(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]], list[int], int, int]:
    size, ways = draw(maps(7))
    closed = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    return size, ways, closed, draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))


def floyd_warshall(size: int, ways: list[tuple[int, int]]) -> list[list[int]]:
    table = [[0 if a == b else FAR for b in range(size)] for a in range(size)]
    for a, b in ways:
        table[a][b] = min(table[a][b], 1)
    for via, a, b in itertools.product(range(size), repeat=3):
        table[a][b] = min(table[a][b], table[a][via] + table[via][b])
    return [[-1 if steps >= FAR else steps for steps in row] for row in table]


def open_ways(ways: list[tuple[int, int]], closed: list[int]) -> list[tuple[int, int]]:
    return [(a, b) for a, b in ways if not closed[b]]


def all_simple_paths(size: int, ways: list[tuple[int, int]], start: int, goal: int) -> list[list[int]]:
    others = [place for place in range(size) if place not in (start, goal)]
    if start == goal:
        return [[start]]
    found: list[list[int]] = []
    known = set(ways)
    for length in range(len(others) + 1):
        for between in itertools.permutations(others, length):
            way = [start, *between, goal]
            if all(pair in known for pair in itertools.pairwise(way)):
                found.append(way)
    return found


@given(maps())
def test_distances(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    size, ways = drawn
    slow = floyd_warshall(size, ways)
    board = graph.directed(size, ways)
    assert board.all_distances() == [steps for row in slow for steps in row]
    for a in range(size):
        assert board.distances(a) == slow[a]
        assert board.distances_to(a) == [slow[b][a] for b in range(size)]
        for steps in range(size + 1):
            assert board.within(a, steps) == [b for b in range(size) if 0 <= slow[a][b] <= steps]


@given(maps_with_closed(), st.integers(0, 8))
def test_avoiding_closed_places(drawn: tuple[int, list[tuple[int, int]], list[int], int, int], steps: int) -> None:
    size, ways, closed, start, goal = drawn
    left_open = open_ways(ways, closed)
    slow = floyd_warshall(size, left_open)[start]
    board = graph.directed(size, ways)
    assert board.distances_avoiding(start, closed) == slow
    assert board.within_avoiding(start, steps, closed) == [b for b in range(size) if 0 <= slow[b] <= steps]
    paths = all_simple_paths(size, left_open, start, goal)
    assert board.path_avoiding(start, goal, closed) == min(paths, key=lambda way: (len(way), way), default=[])


@given(maps(7), st.data())
def test_the_path_is_the_shortest_and_of_those_the_lowest(drawn: tuple[int, list[tuple[int, int]]], data: st.DataObject) -> None:
    size, ways = drawn
    start, goal = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size - 1))
    board = graph.directed(size, ways)
    paths = all_simple_paths(size, ways, start, goal)
    shortest = [way for way in paths if len(way) == min(len(other) for other in paths)]
    assert board.path(start, goal) == min(shortest, default=[])
    assert board.first_steps(start, goal) == sorted({way[1] for way in shortest if len(way) > 1})


@given(maps())
def test_adjacency_and_masks(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    size, ways = drawn
    one_way, both_ways = graph.directed(size, ways), graph.undirected(size, ways)
    assert one_way.size == both_ways.size == size
    for a in range(size):
        leads = {y for x, y in ways if x == a}
        comes = {x for x, y in ways if y == a}
        assert one_way.neighbours[a] == sorted(leads)
        assert one_way.sources[a] == sorted(comes)
        assert both_ways.neighbours[a] == both_ways.sources[a] == sorted(leads | comes)
        assert one_way.mask[a] == sum(1 << b for b in leads)
    assert Graph([list(reversed(row)) * 2 for row in one_way.neighbours]).neighbours == one_way.neighbours


@given(maps())
def test_components(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    size, ways = drawn
    slow = floyd_warshall(size, ways + [(b, a) for a, b in ways])
    lowest = [min(b for b in range(size) if slow[a][b] >= 0) for a in range(size)]
    numbers = sorted(set(lowest))
    board = graph.directed(size, ways)
    assert board.components() == [numbers.index(low) for low in lowest]
    assert board.is_connected() == (len(numbers) == 1)
    assert graph.undirected(size, ways).components() == board.components()


@given(maps(), st.data())
def test_sets_of_places(drawn: tuple[int, list[tuple[int, int]]], data: st.DataObject) -> None:
    size, ways = drawn
    board = graph.directed(size, ways)
    places = data.draw(st.sets(st.integers(0, size - 1)))
    allowed = data.draw(st.sets(st.integers(0, size - 1)))
    grown = places | {b for a, b in ways if a in places}
    assert graph.ids_of(board.grown(graph.mask_of(list(places)))) == sorted(grown)
    slow = floyd_warshall(size, [(a, b) for a, b in ways if a in allowed and b in allowed])
    flooded = {b for a in places & allowed for b in range(size) if slow[a][b] >= 0}
    assert graph.ids_of(board.flooded(graph.mask_of(list(places)), graph.mask_of(list(allowed)))) == sorted(flooded)


@given(st.lists(st.integers(0, 130)))
def test_masks_hold_any_number_of_ids(ids: list[int]) -> None:
    assert graph.ids_of(graph.mask_of(ids)) == sorted(set(ids))
    assert graph.mask_of(ids) == sum(1 << i for i in set(ids))


@given(maps(), st.integers(0, 6), st.data())
def test_spread_stops_at_its_limit(drawn: tuple[int, list[tuple[int, int]]], limit: int, data: st.DataObject) -> None:
    size, ways = drawn
    start = data.draw(st.integers(0, size - 1))
    slow = floyd_warshall(size, ways)[start]
    board = graph.directed(size, ways)
    assert graph.spread(board.neighbours, start, [0] * size, limit) == [steps if steps <= limit else -1 for steps in slow]


@given(st.lists(st.integers(-1, 4), min_size=6, max_size=6), st.lists(st.integers(0, 5)))
def test_nearest(steps: list[int], ids: list[int]) -> None:
    reachable = [i for i in ids if steps[i] >= 0]
    assert graph.nearest(ids, steps) == min(reachable, key=lambda i: steps[i], default=-1)


def test_a_hex_board_walks_around_its_holes() -> None:
    board = hexes.Hexes([(0, 0), (1, 0), (2, 0), (4, 0), (3, -1), (4, -1), (0, 5)])
    walk = Graph(board.adjacency())
    start, end = board.find(2, 0), board.find(4, 0)
    assert board.distance(start, end) == 2
    assert [board.axial(i) for i in walk.path(start, end)] == ["(2,0)", "(3,-1)", "(4,-1)", "(4,0)"]
    assert walk.distances(start)[board.find(0, 5)] == -1
    assert not walk.is_connected()


def test_a_graph_without_places_and_ways_to_nowhere() -> None:
    assert Graph([]).components() == [] and Graph([]).is_connected()
    with pytest.raises(ValueError, match="way to 2"):
        Graph([[1], [2]])
    with pytest.raises(ValueError, match="way to -1"):
        Graph([[-1]])
    with pytest.raises(ValueError, match="joins 0 and 2; places are 0 to 1"):
        graph.undirected(2, [(0, 2)])
    with pytest.raises(ValueError, match="from -1 to 0"):
        graph.directed(2, [(-1, 0)])


def test_returned_lists_belong_to_the_caller() -> None:
    board, untouched = graph.undirected(3, [(0, 1), (1, 2)]), graph.undirected(3, [(0, 1), (1, 2)])

    def made(by: Graph) -> list[list[int]]:
        return [by.path(0, 2), by.within(0, 1), by.first_steps(0, 2), by.distances(0), by.all_distances(), by.components()]

    for spoilt in made(board):
        spoilt.insert(0, 7)
    assert made(board) == made(untouched)
