"""Directions as people think of them: towards the Point, towards a King, out of sight, or by the compass."""

from __future__ import annotations

from typing import Final

from sandtable.games.war_of_leaders.rules.ground import (
    FREE,
    known_x,
    known_y,
    movers,
    nearest_enemy,
    nearest_wall,
    one_way,
    towards_lee,
)
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import ALIVE, LeadersHand, LeadersTable
from sandtable.games.war_of_leaders.words import BY_COMPASS, TO_KING
from sandtable.kit.plane import along_x, along_y, angle_of, within

# goals beside the compass and Kings, see words.py
INTO_POINT: Final = 0
TO_POINT: Final = 1
AWAY: Final = 2  # from the nearest enemy
TO_LEE: Final = 3  # behind the nearest obstacle
TO_ENEMY: Final = 4  # the nearest

BESIDE: Final = [0, 32, -32, 64, -64, 128, -128, 192, -192, 256, -256, 352, -352, 448, -448]  # how far a way may lead beside its goal
STRAIGHT: Final = [0, 32, -32, 64, -64]  # compass points are not far apart themselves


class Way:
    """A direction that leads somewhere, and who goes there (bits by own index)."""

    def __init__(self, goal: int, angle: int, going: int) -> None:
        self.goal = goal
        self.angle = angle
        self.going = going


class Mover:
    """An own piece, with or without its group, on the ground as its player knows it, and the ways it may go with this roll."""

    def __init__(self, rules: Rules, table: LeadersTable, hand: LeadersHand, length: int, i: int, group: int) -> None:
        self.rules = rules
        self.table = table
        self.seat = hand.seat
        self.length = length
        self.i = i
        self.group = group
        self.xs = known_x(rules, table, hand)
        self.ys = known_y(rules, table, hand)
        self.piece = hand.seat * rules.army + i
        self.x = self.xs[self.piece]
        self.y = self.ys[self.piece]
        self.tried: dict[int, int] = {}  # angle -> who can go

    def going(self, angle: int) -> int:
        """Of the group those who can go that way; nobody if the piece itself cannot (7.4, 7.5)."""
        found = self.tried.get(angle, -1)
        if found < 0:
            dx, dy = int(along_x(angle, self.length)), int(along_y(angle, self.length))
            found = 0
            if one_way(self.rules, self.table, self.xs, self.ys, self.piece, self.group, dx, dy) == FREE:
                found = movers(self.rules, self.table, self.xs, self.ys, self.seat, self.group, dx, dy)
                found = found if (found >> self.i) & 1 else 0
            self.tried[angle] = found
        return found

    def inside(self, x: int, y: int) -> bool:
        point = self.table.point
        return within(x, y, point[0], point[1], point[2])

    def angles(self, wanted: int, beside: list[int]) -> list[int]:
        """The wanted direction and others near it, the nearest first."""
        if self.rules.eight:
            return [(wanted + 256) // 512 * 512 % 4096]
        return [(wanted + off) % 4096 for off in beside]

    def near(self, goal: int, wanted: int, beside: list[int]) -> Way | None:
        """The nearest direction that all can go, else the nearest that some can."""
        some: Way | None = None
        for angle in self.angles(wanted, beside):
            going = self.going(angle)
            if going == self.group:
                return Way(goal, angle, going)
            if going and some is None:
                some = Way(goal, angle, going)
        return some

    def inwards(self, wanted: int) -> Way | None:
        """A direction that ends in the Capture Point."""
        for angle in self.angles(wanted, BESIDE):
            if self.inside(self.x + int(along_x(angle, self.length)), self.y + int(along_y(angle, self.length))) and self.going(angle):
                return Way(INTO_POINT, angle, self.going(angle))
        return None

    def to_point(self) -> Way | None:
        """Into the Capture Point if the roll is right, else towards it."""
        point = self.table.point
        wanted = int(angle_of(point[0] - self.x, point[1] - self.y))
        found = self.inwards(wanted)
        return found if found is not None or self.inside(self.x, self.y) else self.near(TO_POINT, wanted, BESIDE)

    def ways(self) -> list[Way]:
        """What matters most first; no direction twice."""
        found: list[Way] = []
        add(found, self.to_point())
        for seat in range(self.rules.seats):
            king = seat * self.rules.army
            if seat != self.seat and self.table.life[king] == ALIVE and self.xs[king] >= 0:
                add(found, self.near(TO_KING + seat, int(angle_of(self.xs[king] - self.x, self.ys[king] - self.y)), BESIDE))
        self.about_enemy(found)
        for eighth in range(8):
            add(found, self.near(BY_COMPASS + eighth, 512 * eighth, STRAIGHT))
        return found

    def about_enemy(self, found: list[Way]) -> None:
        enemy = nearest_enemy(self.rules, self.table, self.xs, self.ys, self.piece)
        if enemy < 0:
            return
        toward = int(angle_of(self.xs[enemy] - self.x, self.ys[enemy] - self.y))
        if enemy % self.rules.army:  # a King is a goal anyway
            add(found, self.near(TO_ENEMY, toward, BESIDE))
        add(found, self.near(AWAY, (toward + 2048) % 4096, BESIDE))
        w = nearest_wall(self.table, self.x, self.y)
        if w >= 0:
            lee = angle_of(self.table.wall_x[w] - self.xs[enemy], self.table.wall_y[w] - self.ys[enemy])
            behind = towards_lee(self.table, w, lee, self.table.wall_r[w] + self.rules.widest, self.x, self.y)
            add(found, self.near(TO_LEE, behind, BESIDE))


def add(found: list[Way], way: Way | None) -> None:
    if way is None:
        return
    for one in found:
        if one.angle == way.angle:
            return
    found.append(way)
