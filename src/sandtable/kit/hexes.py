"""Hex boards of any shape, holes allowed, as non-negative ids with precomputed tables.

Fields are given in axial coordinates (q, r), hexes standing on a point: q grows to the east, r to the
south-east.  Ids count the fields in reading order: by r (north to south), then by q (west to east).
So two boards with the same fields have the same ids, in whatever order the fields were listed.

Directions run counter-clockwise: 0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE.  Left of direction d is (d + 1) % 6.
Distances, lines, rings and cones are those of the plane and look across holes; a way that has to go
around holes is a matter of ``kit.graph`` over ``Hexes.adjacency``.

Coordinates are negative only while a board is built, read or written.  At run time a pair of fields is
looked up under its offset, a non-negative int which is the same for all pairs that lie alike.
"""

from __future__ import annotations

from typing import Final

E: Final = 0
NE: Final = 1
NW: Final = 2
W: Final = 3
SW: Final = 4
SE: Final = 5

DIRECTION_NAMES: Final = ["E", "NE", "NW", "W", "SW", "SE"]
STEP_Q: Final = [1, 1, 0, -1, -1, 0]
STEP_R: Final = [0, -1, -1, 0, 1, 1]


class Hexes:
    """One board.  Immutable to its users; lists it returns are the caller's own, its attributes are not."""

    def __init__(self, fields: list[tuple[int, int]]) -> None:
        ordered = sorted([(r, q) for q, r in fields])
        if not ordered:
            raise ValueError("a board needs at least one field")
        for i in range(1, len(ordered)):
            if ordered[i] == ordered[i - 1]:
                raise ValueError("field " + axial_text(ordered[i][1], ordered[i][0]) + " is listed twice")
        self.size: Final = len(ordered)
        self.q: Final = [q for _, q in ordered]
        self.r: Final = [r for r, _ in ordered]
        self.west: Final = min(self.q)
        self.north: Final = min(self.r)
        self.width: Final = max(self.q) - self.west + 1
        self.height: Final = max(self.r) - self.north + 1
        # A grid three times as wide and high as the board: any field moved by any offset stays inside it,
        # so that no lookup needs a test for the edge.
        self.pitch: Final = 3 * self.height
        self.no_offset: Final = self.width * self.pitch + self.height
        self.field_at: Final = [-1] * (3 * self.width * self.pitch)
        self.place: Final = [self.grid_place(q, r) for r, q in ordered]
        for i in range(self.size):
            self.field_at[self.place[i]] = i
        self.neighbour: Final = [self.find(self.q[i] + STEP_Q[d], self.r[i] + STEP_R[d]) for i in range(self.size) for d in range(6)]
        columns = [offset_column(self.q[i], self.r[i]) for i in range(self.size)]
        first_column = min(columns)
        self.labels: Final = [column_letters(columns[i] - first_column) + str(self.r[i] - self.north + 1) for i in range(self.size)]

        # Per offset.  Unused places of these tables keep the value for "none".
        offsets = 2 * self.no_offset
        self.distance_of: Final = [0] * offsets
        self.direction_of: Final = [-1] * offsets
        self.towards_of: Final[list[list[int]]] = [[] for _ in range(offsets)]
        self.cones_of: Final = [0] * offsets  # a bit per direction for the cone, six more for the wide cone
        self.rank_of: Final = [0] * offsets  # place in the spiral around a field
        self.measure_offsets()
        # Per offset and per field, filled when first asked for: large boards use few of them.
        self.left_of: Final[list[list[int]]] = [[] for _ in range(offsets)]
        self.right_of: Final[list[list[int]]] = [[] for _ in range(offsets)]
        self.line_of: Final[list[list[int]]] = [[] for _ in range(offsets)]
        self.spirals: Final[list[list[int]]] = [[] for _ in range(self.size)]
        self.ring_starts: Final[list[list[int]]] = [[] for _ in range(self.size)]

    # building ------------------------------------------------------------------------

    def grid_place(self, q: int, r: int) -> int:
        return (q - self.west + self.width) * self.pitch + (r - self.north + self.height)

    def measure_offsets(self) -> None:
        """Fill the tables per offset.  A way (dq, dr) is taken apart into x steps in some direction and
        y steps in the next one to the left: distance, straightness and angle follow from x and y."""
        for dq in range(1 - self.width, self.width):
            for dr in range(1 - self.height, self.height):
                if dq == 0 and dr == 0:
                    continue
                offset = self.no_offset + dq * self.pitch + dr
                for d in range(6):
                    left = (d + 1) % 6
                    x = STEP_Q[left] * dr - dq * STEP_R[left]
                    y = dq * STEP_R[d] - STEP_Q[d] * dr
                    if x > 0 and y >= 0:
                        self.measure(offset, d, x, y)

    def measure(self, offset: int, d: int, x: int, y: int) -> None:
        left, right, k = (d + 1) % 6, (d + 5) % 6, x + y
        self.distance_of[offset] = k
        self.rank_of[offset] = 1 + 3 * k * (k - 1) + d * k + y
        if x == y:
            self.towards_of[offset] = sorted([d, left])
        else:
            self.towards_of[offset] = [d if x > y else left]
        cones = 0
        for near in self.towards_of[offset]:
            cones |= 1 << near
        cones |= 1 << (6 + d) | 1 << (6 + left)
        if y == 0:
            self.direction_of[offset] = d
            cones |= 1 << (6 + right)
        self.cones_of[offset] = cones

    def trace(self, offset: int) -> None:
        """Fill the lines of one offset: exact interpolation; a point on an edge goes left, or right."""
        dr = (offset - self.no_offset + self.height - 1) % self.pitch - (self.height - 1)
        dq = (offset - self.no_offset - dr) // self.pitch
        length = self.distance_of[offset]
        left, right, split = [self.no_offset], [self.no_offset], 0
        for i in range(1, length + 1):
            if abs(dr) == length:  # the coordinate that changes at every step is whole; round another
                r = dr * i // length
                low_q, twice_rest = dq * i // length, dq * i % length * 2
                q = low_q + 1 if twice_rest > length else low_q
                other_q, other_r = low_q + 1, r
            else:
                low_r, twice_rest = dr * i // length, dr * i % length * 2
                r = low_r + 1 if twice_rest > length else low_r
                other_r = low_r + 1
                if abs(dq) == length:
                    q = other_q = dq * i // length
                else:  # the third cube coordinate, -q-r, is the whole one
                    q = (dq + dr) * i // length - r
                    other_q = (dq + dr) * i // length - other_r
            here = self.no_offset + q * self.pitch + r
            if twice_rest != length:
                left.append(here)
                right.append(here)
                continue
            other = self.no_offset + other_q * self.pitch + other_r
            other_is_left = dr * other_q - dq * other_r > 0
            left.append(other if other_is_left else here)
            right.append(here if other_is_left else other)
            split = 1 if (other_r, other_q) < (r, q) else -1  # the same at every edge of one line
            if not other_is_left:
                split = -split
        self.left_of[offset] = left
        self.right_of[offset] = right
        self.line_of[offset] = left if split >= 0 else right

    def wind(self, a: int) -> None:
        """Fill the spiral around one field: all fields by distance, each ring counter-clockwise from the east."""
        ranked = [self.rank_of[self.place[b] + self.no_offset - self.place[a]] * self.size + b for b in range(self.size)]
        ranked.sort()
        spiral = [code % self.size for code in ranked]
        starts: list[int] = []
        for i in range(self.size):
            while len(starts) <= self.distance(a, spiral[i]):
                starts.append(i)
        starts.append(self.size)
        self.spirals[a] = spiral
        self.ring_starts[a] = starts

    # measuring -----------------------------------------------------------------------

    def offset(self, a: int, b: int) -> int:
        """How b lies from a: a non-negative int, equal for all pairs that lie alike."""
        return self.place[b] + self.no_offset - self.place[a]

    def moved(self, a: int, offset: int) -> int:
        """The field that lies from ``a`` as an offset says, or -1: ``moved(a, offset(a, b)) == b``."""
        return self.field_at[self.place[a] + offset - self.no_offset]

    def distance(self, a: int, b: int) -> int:
        """Steps from a to b over the plane, across holes."""
        return self.distance_of[self.place[b] + self.no_offset - self.place[a]]

    def direction(self, a: int, b: int) -> int:
        """The direction in which b lies on a straight row of hexes from a, else -1; -1 for a itself."""
        return self.direction_of[self.place[b] + self.no_offset - self.place[a]]

    def directions_towards(self, a: int, b: int) -> list[int]:
        """The directions at the smallest angle to b, ascending: one, or two where b lies exactly between
        them; none when b is a."""
        return self.towards_of[self.place[b] + self.no_offset - self.place[a]][:]

    def in_cone(self, a: int, direction: int, b: int) -> bool:
        """Whether b lies in the 60 degrees before a facing, both borders included.  Fields on a border
        belong to two cones: exactly those with two ``directions_towards``.  False for a itself."""
        return self.cones_of[self.place[b] + self.no_offset - self.place[a]] >> direction & 1 == 1

    def in_wide_cone(self, a: int, direction: int, b: int) -> bool:
        """Whether b lies in the 120 degrees before a facing: from the row to the right to the row to the
        left, both included.  False for a itself."""
        return self.cones_of[self.place[b] + self.no_offset - self.place[a]] >> (direction + 6) & 1 == 1

    # areas ---------------------------------------------------------------------------

    def neighbours(self, a: int) -> list[int]:
        """The fields next to a, in order of direction.  In loops read ``neighbour[a * 6 + direction]``."""
        return [b for b in self.neighbour[a * 6 : a * 6 + 6] if b >= 0]

    def adjacency(self) -> list[list[int]]:
        """The neighbours of every field, for ``kit.graph``."""
        return [self.neighbours(a) for a in range(self.size)]

    def ring(self, a: int, k: int) -> list[int]:
        """The fields at distance k, counter-clockwise from the one straight to the east."""
        if not self.spirals[a]:
            self.wind(a)
        starts = self.ring_starts[a]
        if k + 1 >= len(starts):
            return []
        return self.spirals[a][starts[k] : starts[k + 1]]

    def disc(self, a: int, k: int) -> list[int]:
        """The fields up to distance k, a itself included: by distance, each ring as ``ring`` gives it."""
        if not self.spirals[a]:
            self.wind(a)
        starts = self.ring_starts[a]
        if k + 1 >= len(starts):
            return self.spirals[a][:]
        return self.spirals[a][: starts[k + 1]]

    def cone(self, a: int, direction: int, k: int) -> list[int]:
        """The fields up to distance k that are ``in_cone``, in the order of ``disc``."""
        return [b for b in self.disc(a, k) if self.in_cone(a, direction, b)]

    def wide_cone(self, a: int, direction: int, k: int) -> list[int]:
        """The fields up to distance k that are ``in_wide_cone``, in the order of ``disc``."""
        return [b for b in self.disc(a, k) if self.in_wide_cone(a, direction, b)]

    # lines ---------------------------------------------------------------------------

    def line(self, a: int, b: int) -> list[int]:
        """The fields under the straight line from centre to centre, a and b included: one per step, -1
        where the line crosses a hole.  Where it runs along an edge, the field that comes first in reading
        order (smaller r, then smaller q); so ``line(b, a)`` is ``line(a, b)`` backwards."""
        offset = self.offset(a, b)
        if not self.line_of[offset]:
            self.trace(offset)
        return [self.moved(a, step) for step in self.line_of[offset]]

    def line_left(self, a: int, b: int) -> list[int]:
        """As ``line``, but along edges always the field to the left, looking from a to b."""
        offset = self.offset(a, b)
        if not self.left_of[offset]:
            self.trace(offset)
        return [self.moved(a, step) for step in self.left_of[offset]]

    def line_right(self, a: int, b: int) -> list[int]:
        """As ``line``, but along edges always the field to the right: ``line_left(b, a)`` backwards.
        ``line`` equals one of the two; they differ exactly where the line runs along an edge."""
        offset = self.offset(a, b)
        if not self.right_of[offset]:
            self.trace(offset)
        return [self.moved(a, step) for step in self.right_of[offset]]

    # symmetry ------------------------------------------------------------------------

    def rotation(self, turns: int) -> list[int]:
        """For every field its image when the board is turned by sixths counter-clockwise about its centre
        of gravity (direction d becomes d + turns); -1 where the board has no field.  A board without -1
        has this symmetry.  Raises ValueError when turned hexes do not lie on hexes."""
        return self.images(turns % 6, False)

    def reflection(self, mirror: int) -> list[int]:
        """As ``rotation``, for the mirror through the centre that turns direction d into (mirror - d) % 6:
        0 swaps north and south, 3 swaps east and west."""
        return self.images(mirror % 6, True)

    def images(self, turns: int, flip: bool) -> list[int]:
        sum_q, sum_r = turned(sum(self.q), sum(self.r), turns, flip)
        shift_q, shift_r = sum(self.q) - sum_q, sum(self.r) - sum_r
        if shift_q % self.size or shift_r % self.size:
            raise ValueError("the centre of this board does not allow it")
        found: list[int] = []
        for i in range(self.size):
            q, r = turned(self.q[i], self.r[i], turns, flip)
            found.append(self.find(q + shift_q // self.size, r + shift_r // self.size))
        return found

    # reading and writing -------------------------------------------------------------

    def find(self, q: int, r: int) -> int:
        """The field with these coordinates, or -1."""
        if not (0 <= q - self.west < self.width and 0 <= r - self.north < self.height):
            return -1
        return self.field_at[self.grid_place(q, r)]

    def axial(self, a: int) -> str:
        """A field as people write coordinates: ``(2,-1)``."""
        return axial_text(self.q[a], self.r[a])

    def label(self, a: int) -> str:
        """A field as letters and a number, such as ``C4``: the letters count columns from the west, the
        number rows from the north; odd rows (by r) stand half a hex further east."""
        return self.labels[a]

    def parse(self, text: str) -> int:
        """The field that a label (``C4``, ``c4``) or coordinates (``(2,-1)``, ``2,-1``) name; raises ValueError."""
        word = text.strip().upper()
        if "," in word:
            parts = word.removeprefix("(").removesuffix(")").split(",")
            field = self.find(int(parts[0]), int(parts[1])) if len(parts) == 2 and is_int(parts[0]) and is_int(parts[1]) else -1
        else:
            field = self.labels.index(word) if word in self.labels else -1
        if field < 0:
            raise ValueError("'" + text + "' is no field of this board; fields are written like " + self.labels[0] + " or " + self.axial(0))
        return field


def hexagon(radius: int) -> Hexes:
    """All fields up to a distance from (0, 0): 3 * radius * (radius + 1) + 1 of them."""
    return Hexes([(q, r) for q in range(-radius, radius + 1) for r in range(-radius, radius + 1) if abs(q + r) <= radius])


def rectangle(width: int, height: int) -> Hexes:
    """Rows of equal length, every second one half a hex further east; A1 is (0, 0), the north-west corner."""
    return Hexes([(column - row // 2, row) for row in range(height) for column in range(width)])


def opposite(direction: int) -> int:
    return (direction + 3) % 6


def turn_between(a: int, b: int) -> int:
    """Sixths of a turn from one direction to another, the shorter way round: 0 to 3."""
    sixths = (b + 6 - a) % 6
    return min(sixths, 6 - sixths)


def parse_direction(text: str) -> int:
    """The direction a name such as ``NE`` or ``ne`` stands for; raises ValueError."""
    word = text.strip().upper()
    if word not in DIRECTION_NAMES:
        raise ValueError("'" + text + "' is none of the directions " + ", ".join(DIRECTION_NAMES))
    return DIRECTION_NAMES.index(word)


def turned(q: int, r: int, turns: int, flip: bool) -> tuple[int, int]:
    """Coordinates after a flip of north and south, if asked for, then sixths of a turn counter-clockwise."""
    if flip:
        q, r = q + r, -r
    for _ in range(turns):
        q, r = q + r, -q
    return q, r


def axial_text(q: int, r: int) -> str:
    return "(" + str(q) + "," + str(r) + ")"


def offset_column(q: int, r: int) -> int:
    return q + r // 2


def column_letters(column: int) -> str:
    """A to Z, then AA, AB and so on, as in spreadsheets."""
    letters = ""
    left = column + 1
    while left:
        left -= 1
        letters = chr(ord("A") + left % 26) + letters
        left //= 26
    return letters


def is_int(text: str) -> bool:
    """Whether ``int`` reads this: digits, perhaps after one sign, perhaps amid spaces."""
    digits = text.strip()
    if digits[:1] in ("-", "+"):
        digits = digits[1:]
    return digits.isascii() and digits.isdigit()
