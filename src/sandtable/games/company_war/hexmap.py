"""The tactical plane.  Ships fly over its edge and carry vectors, so hexes here are those of an unbounded grid:
one int per hex, linear in its coordinates, so that a hex plus a difference of hexes is a hex."""

from __future__ import annotations

from typing import Final

from sandtable.kit.hexes import STEP_Q, STEP_R

PITCH: Final = 128
SHIFT: Final = 64  # coordinates run from -64 to 63
CENTRE: Final = SHIFT * PITCH + SHIFT
RADIUS: Final = 20  # 10.1
FAR: Final = 31  # longest move with a line in the table


def hex_at(q: int, r: int) -> int:
    return (q + SHIFT) * PITCH + r + SHIFT


def hex_q(place: int) -> int:
    return (place >> 7) - SHIFT


def hex_r(place: int) -> int:
    return (place & 127) - SHIFT


def step(q: int, r: int) -> int:
    """A difference of hexes."""
    return q * PITCH + r


def length(q: int, r: int) -> int:
    """Hexes from (0, 0) to (q, r)."""
    if q < 0:
        q, r = -q, -r
    if r >= 0:
        return q + r
    return q if q > -r else -r


def distance(a: int, b: int) -> int:
    return length((b >> 7) - (a >> 7), (b & 127) - (a & 127))


def on_map(place: int) -> bool:
    return length((place >> 7) - SHIFT, (place & 127) - SHIFT) <= RADIUS


def edge_of(place: int) -> int:
    """The map edge nearest to a hex: the largest of its three coordinates, the first at equal ones."""
    q, r = hex_q(place), hex_r(place)
    best, edge = -1, 0
    values = [q, r, -q - r, -q, -r, q + r]
    for i in range(6):
        if values[i] > best:
            best, edge = values[i], i
    return edge


# Directions of the grid that lead inward from each edge (10.8): edges are q, r, s at +20, then q, r, s at -20.
INWARD: Final = [[3, 4], [2, 1], [0, 5], [0, 1], [5, 4], [3, 2]]


def entry_hexes(edge: int) -> list[int]:
    """10.8: the two outermost rings of an edge, ascending."""
    found: list[int] = []
    for q in range(-RADIUS, RADIUS + 1):
        for r in range(-RADIUS, RADIUS + 1):
            ring = length(q, r)
            values = [q, r, -q - r, -q, -r, q + r]
            if RADIUS - 1 <= ring <= RADIUS and values[edge] == ring:
                found.append(hex_at(q, r))
    return found


def ring_steps(radius: int) -> list[int]:
    """Differences to the hexes at a distance, ascending."""
    found: list[int] = []
    for q in range(-radius, radius + 1):
        for r in range(-radius, radius + 1):
            if length(q, r) == radius:
                found.append(step(q, r))
    found.sort()
    return found


def trace(q: int, r: int) -> list[int]:
    """11.9: differences to the hexes that the straight way to (q, r) enters, the start left out.  Where the way
    runs along a side, at equal distance from two hexes, neither is entered."""
    n = length(q, r)
    found: list[int] = []
    for i in range(1, n + 1):
        x, y = q * i, r * i  # the sample, in units of 1/n hex
        best, ties, at = -1, 0, 0
        low_q, low_r = x // n, y // n
        for a in range(low_q, low_q + 2):
            for b in range(low_r, low_r + 2):
                u, v = x - a * n, y - b * n
                gap = u * u + u * v + v * v
                if best < 0 or gap < best:
                    best, ties, at = gap, 1, step(a, b)
                elif gap == best:
                    ties += 1
        if ties == 1:
            found.append(at)
    return found


class Lines:
    """Ways by their difference; the same from everywhere."""

    def __init__(self) -> None:
        self.known: list[list[int]] = [[] for _ in range(64 * 64)]
        self.ring1: list[int] = ring_steps(1)
        self.ring2: list[int] = ring_steps(2)
        self.disc1: list[int] = self.ring1
        self.disc2: list[int] = sorted(self.ring1 + self.ring2)
        self.entries: list[list[int]] = [entry_hexes(edge) for edge in range(6)]
        self.pull: list[int] = [0] * (PITCH * PITCH)  # by hex: the step toward the mass if it is beside it, else 0
        for d in range(6):
            self.pull[hex_at(STEP_Q[d], STEP_R[d])] = step(-STEP_Q[d], -STEP_R[d])

    def line(self, q: int, r: int) -> list[int]:
        if q == 0 and r == 0:
            return []
        if length(q, r) > FAR:
            return trace(q, r)
        index = (q + 32) * 64 + r + 32
        if not self.known[index]:
            self.known[index] = trace(q, r)
        return self.known[index]
