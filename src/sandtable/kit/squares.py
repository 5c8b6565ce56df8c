"""Squares in rows and columns, numbered row by row from the top left: steps to neighbours and rays to the rim, computed once."""

from __future__ import annotations

from typing import Final

NORTH: Final = 0
NORTHEAST: Final = 1
EAST: Final = 2
SOUTHEAST: Final = 3
SOUTH: Final = 4
SOUTHWEST: Final = 5
WEST: Final = 6
NORTHWEST: Final = 7

ALONG: Final = [NORTH, EAST, SOUTH, WEST]  # the four that run along rows and columns
ACROSS: Final = [0, 1, 1, 1, 0, -1, -1, -1]  # columns gained in each direction
DOWN: Final = [-1, -1, 0, 1, 1, 1, 0, -1]  # rows gained

OFF: Final = -1


class Squares:
    """A board of squares."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.count = columns * rows
        self.next: list[list[int]] = []  # by square and direction the neighbour, or OFF
        self.rays: list[list[list[int]]] = []  # by square and direction all squares up to the rim, nearest first
        for square in range(self.count):
            self.next.append([self._step(square, direction) for direction in range(8)])
        for square in range(self.count):
            found: list[list[int]] = []
            for direction in range(8):
                ray: list[int] = []
                at = self.next[square][direction]
                while at != OFF:
                    ray.append(at)
                    at = self.next[at][direction]
                found.append(ray)
            self.rays.append(found)

    def _step(self, square: int, direction: int) -> int:
        column = square % self.columns + ACROSS[direction]
        row = square // self.columns + DOWN[direction]
        if column < 0 or column >= self.columns or row < 0 or row >= self.rows:
            return OFF
        return row * self.columns + column

    def along(self, square: int) -> list[int]:
        """Neighbours along row and column, ascending."""
        found = [self.next[square][direction] for direction in ALONG if self.next[square][direction] != OFF]
        found.sort()
        return found

    def around(self, square: int) -> list[int]:
        """All neighbours, corners too, ascending."""
        found = [each for each in self.next[square] if each != OFF]
        found.sort()
        return found

    def steps(self, start: int, goal: int) -> int:
        """How many steps along rows and columns lie between two squares."""
        return abs(start % self.columns - goal % self.columns) + abs(start // self.columns - goal // self.columns)

    def moves(self, start: int, goal: int) -> int:
        """How many moves of a king lie between two squares."""
        return max(abs(start % self.columns - goal % self.columns), abs(start // self.columns - goal // self.columns))

    def between(self, start: int, goal: int) -> list[int]:
        """The squares strictly between two on one line, nearest to the first one first; empty when they are not on one."""
        for direction in range(8):
            ray = self.rays[start][direction]
            if goal in ray:
                return ray[: ray.index(goal)]
        return []

    def word(self, square: int) -> str:
        """A letter for the column and a number for the row, counted from below: ``a1`` is the bottom left."""
        return "abcdefghijklmnopqrstuvwxyz"[square % self.columns] + str(self.rows - square // self.columns)

    def square(self, word: str) -> int:
        """The square of such a word.  Raises ValueError."""
        column = "abcdefghijklmnopqrstuvwxyz".find(word[:1]) if word else -1
        row = self.rows - int(word[1:]) if word[1:].isdigit() else -1
        if column < 0 or column >= self.columns or row < 0 or row >= self.rows:
            raise ValueError("'" + word + "' is no square from a1 to " + self.word(self.columns - 1))
        return row * self.columns + column
