"""Squares: steps and rays against plain arithmetic."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as some

from sandtable.kit.squares import ACROSS, ALONG, DOWN, EAST, NORTH, OFF, SOUTHWEST, Squares

SIZES = [(1, 1), (1, 5), (5, 1), (8, 8), (10, 7)]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_every_step_and_ray(columns: int, rows: int) -> None:
    board = Squares(columns, rows)
    for column, row, direction in itertools.product(range(columns), range(rows), range(8)):
        ray, x, y = [], column + ACROSS[direction], row + DOWN[direction]
        while 0 <= x < columns and 0 <= y < rows:
            ray.append(y * columns + x)
            x, y = x + ACROSS[direction], y + DOWN[direction]
        square = row * columns + column
        assert board.rays[square][direction] == ray
        assert board.next[square][direction] == (ray[0] if ray else OFF)


@given(some.integers(0, 79), some.integers(0, 79))
def test_distances_are_those_of_a_search(start: int, goal: int) -> None:
    board = Squares(10, 8)
    for measure, near in ((board.steps, board.along), (board.moves, board.around)):
        reached, edge, count = {start}, [start], 0
        while goal not in reached:
            edge = [each for square in edge for each in near(square) if each not in reached]
            reached.update(edge)
            count += 1
        assert measure(start, goal) == count == measure(goal, start)


def test_between_and_words() -> None:
    board = Squares(8, 8)
    assert [board.word(square) for square in (0, 7, 56, 63)] == ["a8", "h8", "a1", "h1"]
    assert all(board.square(board.word(square)) == square for square in range(64))
    assert [board.word(each) for each in board.between(board.square("a1"), board.square("d4"))] == ["b2", "c3"]
    assert board.between(board.square("a1"), board.square("b3")) == []
    assert board.next[board.square("a1")][NORTH] == board.square("a2") and board.next[board.square("h1")][EAST] == OFF
    assert [board.word(each) for each in board.rays[board.square("c3")][SOUTHWEST]] == ["b2", "a1"]
    assert len(board.along(0)) == 2 and len(board.around(0)) == 3 and ALONG == [0, 2, 4, 6]
    for word in ("", "a", "a0", "a9", "i1", "1a", "aa", "a1x"):
        with pytest.raises(ValueError, match="is no square"):
            board.square(word)
