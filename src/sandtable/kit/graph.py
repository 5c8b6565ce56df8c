"""Places and the ways between them: places are ids from 0, a way leads from one place to another.

Ways may be one-way; a way and its return are two.  ``undirected`` builds both at once.
Sets of places are bit masks (bit i = place i); they are fast up to 62 places and right beyond that.
``closed`` is a flag per place, 1 where nothing may pass or arrive; the start itself may be closed, so
that a piece can leave the place it blocks.
"""

from __future__ import annotations

from typing import Final


class Graph:
    """One map.  Immutable to its users; lists its methods return are the caller's own, its attributes are not."""

    def __init__(self, neighbours: list[list[int]]) -> None:
        """From the places next to each place, in any order, repeats allowed."""
        size = len(neighbours)
        self.size: Final = size
        self.neighbours: Final[list[list[int]]] = []  # where ways lead from each place, ascending
        self.sources: Final[list[list[int]]] = [[] for _ in range(size)]  # where ways come from, ascending
        self.mask: Final[list[int]] = []  # neighbours as a bit mask
        self.all_open: Final = [0] * size
        for a in range(size):
            for b in neighbours[a]:
                if not 0 <= b < size:
                    raise ValueError("place " + str(a) + " has a way to " + str(b) + ", which is no place")
            self.mask.append(mask_of(neighbours[a]))
            self.neighbours.append(ids_of(self.mask[a]))
            for b in self.neighbours[a]:
                self.sources[b].append(a)

    # distances -----------------------------------------------------------------------

    def distances(self, start: int) -> list[int]:
        """Steps from a place to every place; -1 where no way leads."""
        return spread(self.neighbours, start, self.all_open, self.size)

    def distances_avoiding(self, start: int, closed: list[int]) -> list[int]:
        """As ``distances``, on ways that neither pass nor end at closed places."""
        return spread(self.neighbours, start, closed, self.size)

    def distances_to(self, goal: int) -> list[int]:
        """Steps from every place to a place; -1 where no way leads."""
        return spread(self.sources, goal, self.all_open, self.size)

    def all_distances(self) -> list[int]:
        """Steps from a to b at index ``a * size + b``; -1 where no way leads."""
        table: list[int] = []
        for a in range(self.size):
            table += self.distances(a)
        return table

    def within(self, start: int, steps: int) -> list[int]:
        """The places up to so many steps away, the start included, ascending."""
        return self.within_avoiding(start, steps, self.all_open)

    def within_avoiding(self, start: int, steps: int, closed: list[int]) -> list[int]:
        """As ``within``, on ways that neither pass nor end at closed places."""
        reached = spread(self.neighbours, start, closed, steps)
        return [b for b in range(self.size) if reached[b] >= 0]

    # paths ---------------------------------------------------------------------------

    def path(self, start: int, goal: int) -> list[int]:
        """A shortest way from start to goal, both included; empty when there is none.  Of several, the
        one whose first differing place has the lowest id."""
        return self.path_avoiding(start, goal, self.all_open)

    def path_avoiding(self, start: int, goal: int, closed: list[int]) -> list[int]:
        """As ``path``, on ways that neither pass nor end at closed places."""
        if start == goal:
            return [start]
        if closed[goal]:
            return []
        left = spread(self.sources, goal, closed, self.size)
        # The start may be closed, so its own distance is missing: it is one more than the nearest neighbour's.
        way = [start]
        here = nearest(self.neighbours[start], left)
        while here >= 0:
            way.append(here)
            if here == goal:
                return way
            here = nearest(self.neighbours[here], left)
        return []

    def first_steps(self, start: int, goal: int) -> list[int]:
        """The neighbours of start that lie on some shortest way to goal, ascending; empty at the goal
        itself or when there is no way."""
        left = self.distances_to(goal)
        return [b for b in self.neighbours[start] if left[start] > 0 and left[b] == left[start] - 1]

    # sets of places ------------------------------------------------------------------

    def components(self) -> list[int]:
        """For every place the number of its connected part, ways counted in both directions.  Parts are
        numbered from 0 in the order of their lowest ids."""
        part = [-1] * self.size
        parts = 0
        for start in range(self.size):
            if part[start] >= 0:
                continue
            part[start] = parts
            queue = [start]
            while queue:
                here = queue.pop()
                for there in self.neighbours[here] + self.sources[here]:
                    if part[there] < 0:
                        part[there] = parts
                        queue.append(there)
            parts += 1
        return part

    def is_connected(self) -> bool:
        """Whether all places hang together, ways counted in both directions; true for no places at all."""
        return max(self.components(), default=0) == 0

    def grown(self, places: int) -> int:
        """A set of places together with all places one step away."""
        found = places
        left = places
        while left:
            rest = left & (left - 1)
            found |= self.mask[(left ^ rest).bit_length() - 1]
            left = rest
        return found

    def flooded(self, places: int, allowed: int) -> int:
        """All that can be reached from a set of places through allowed places only; of the places
        themselves only the allowed ones count."""
        found = places & allowed
        fresh = found
        while fresh:
            more = self.grown(fresh) & allowed
            fresh = more ^ (more & found)
            found |= more
        return found


def undirected(size: int, edges: list[tuple[int, int]]) -> Graph:
    """A graph in which every edge can be walked both ways."""
    neighbours: list[list[int]] = [[] for _ in range(size)]
    for a, b in edges:
        if not (0 <= a < size and 0 <= b < size):
            raise ValueError("an edge joins " + str(a) + " and " + str(b) + "; places are 0 to " + str(size - 1))
        neighbours[a].append(b)
        neighbours[b].append(a)
    return Graph(neighbours)


def directed(size: int, ways: list[tuple[int, int]]) -> Graph:
    """A graph in which every way (from, to) can be walked that way only."""
    neighbours: list[list[int]] = [[] for _ in range(size)]
    for a, b in ways:
        if not (0 <= a < size and 0 <= b < size):
            raise ValueError("a way leads from " + str(a) + " to " + str(b) + "; places are 0 to " + str(size - 1))
        neighbours[a].append(b)
    return Graph(neighbours)


def mask_of(ids: list[int]) -> int:
    """The bit mask of some ids."""
    mask = 0
    for i in ids:
        mask |= 1 << i
    return mask


def ids_of(mask: int) -> list[int]:
    """The ids in a bit mask, ascending."""
    ids: list[int] = []
    left = mask
    while left:
        rest = left & (left - 1)
        ids.append((left ^ rest).bit_length() - 1)
        left = rest
    return ids


def spread(ways: list[list[int]], start: int, closed: list[int], limit: int) -> list[int]:
    """Breadth first: steps from a start, up to a limit; -1 for what is not reached."""
    steps = [-1] * len(ways)
    steps[start] = 0
    queue = [start]
    head = 0
    while head < len(queue):
        here = queue[head]
        head += 1
        next_step = steps[here] + 1
        if next_step > limit:
            break
        for there in ways[here]:
            if steps[there] < 0 and not closed[there]:
                steps[there] = next_step
                queue.append(there)
    return steps


def nearest(ids: list[int], steps: list[int]) -> int:
    """The first id with the fewest steps left, or -1 when none of them has a way."""
    best = -1
    for i in ids:
        if steps[i] >= 0 and (best < 0 or steps[i] < steps[best]):
            best = i
    return best
