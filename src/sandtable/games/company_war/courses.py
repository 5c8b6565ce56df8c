"""Courses by their destination: the best way, its alternatives, and where they would be stopped as far as a seat knows."""

from __future__ import annotations

from typing import Final

from sandtable.games.company_war.rules.execution import stops
from sandtable.games.company_war.state import POINTS, WarTable
from sandtable.games.company_war.values import Book

DETOUR: Final = 1  # jumps more than the shortest way that are looked at
MOST: Final = 3  # ways to one destination


class Way:
    """Points to jump to one after the other; ``stop`` is where enemies who stand on the way now would end it, or 0."""

    def __init__(self, points: list[int], stop: int) -> None:
        self.points = points
        self.stop = stop


def ways_to(book: Book, table: WarTable, seat: int, ship: int, start: int, goal: int) -> list[Way]:
    """The best way first: not stopped, then short.  A stopped one is told only if it is shorter than all others."""
    shortest = book.jumps[seat][start][goal]
    if start == goal or shortest >= 99:
        return []
    found: list[list[int]] = []
    collect(book, seat, start, goal, shortest + DETOUR, [], found)
    free: list[Way] = []
    stopped: list[Way] = []
    for length in range(shortest, shortest + DETOUR + 1):
        for points in found:
            if len(points) == length:
                stop = stop_on(table, ship, points)
                if stop == 0:
                    free.append(Way(points, 0))
                else:
                    stopped.append(Way(points, stop))
    if not free:
        around = way_around(book, table, seat, ship, start, goal)
        if around:
            free.append(Way(around, 0))
    ways = free[:MOST]
    if stopped and (not free or len(stopped[0].points) < len(free[0].points)):
        ways.append(stopped[0])
    return ways


def collect(book: Book, seat: int, at: int, goal: int, left: int, so_far: list[int], found: list[list[int]]) -> None:
    """All ways of at most ``left`` jumps that visit no point twice."""
    if at == goal:
        found.append(so_far)
        return
    for to in book.roads[seat][at]:
        if to not in so_far and book.jumps[seat][to][goal] < left:
            collect(book, seat, to, goal, left - 1, [*so_far, to], found)


def stop_on(table: WarTable, ship: int, points: list[int]) -> int:
    """4.16: where a ship would be stopped before the end of a course if nobody moved, or 0."""
    for i in range(len(points) - 1):
        if stops(table, ship, points[i]):
            return points[i]
    return 0


def way_around(book: Book, table: WarTable, seat: int, ship: int, start: int, goal: int) -> list[int]:
    """The shortest way past all who would stop it; empty if there is none."""
    before = [0] * POINTS
    before[start] = -1
    wave = [start]
    for point in wave:
        if point != start and point != goal and stops(table, ship, point):
            continue
        for to in book.roads[seat][point]:
            if before[to] == 0:
                before[to] = point
                wave.append(to)
    points: list[int] = []
    at = goal
    while before[at] > 0:
        points.append(at)
        at = before[at]
    points.reverse()
    return points if at == start and points else []


def goals_from(book: Book, table: WarTable, seat: int, ship: int, start: int) -> list[int]:
    """Where one may want to go: stations and enemies first, then near before far."""
    ranked: list[tuple[int, int, int]] = []
    for point in range(1, POINTS):
        jumps = book.jumps[seat][start][point]
        if point != start and jumps < 99:
            plain = 0 if book.kind[point] or stops(table, ship, point) else 1
            ranked.append((plain, jumps, point))
    ranked.sort()
    return [point for _, _, point in ranked]
