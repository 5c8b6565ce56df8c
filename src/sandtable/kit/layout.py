"""Boards that pages draw by themselves: where places lie, and what lies on them.

A card says ``shown = "layout"``, describes its places once (``Card.layout``) and says of every position what lies where
(``Card.lying``), with a glyph for each thing.  Pages draw it, light what is offered and turn clicks and drags into actions: an operand of
the layout's kind is a place, an operand of a thing's kind is that thing.  Nothing here knows pixels: the unit is the width of a square.
"""

from __future__ import annotations

from typing import Final

SQUARES: Final = "squares"
HEXES: Final = "hexes"
GRAPH: Final = "graph"
ZONES: Final = "zones"
PLANE: Final = "plane"


class Place:
    """A place by its number, the value of an operand of the layout's kind: where its middle lies, how wide and high it is, what is
    written in its corner, and its ground: ``land``, ``water``, ``wood``, ``hill``, ``sand``, ``rock`` or, plain, nothing."""

    def __init__(self, number: int, x: float, y: float, label: str = "", ground: str = "", width: float = 1.0, height: float = 1.0) -> None:
        self.number = number
        self.x = x
        self.y = y
        self.label = label
        self.ground = ground
        self.width = width
        self.height = height


class Layout:
    """The places of a board.  ``kind`` is the kind of operand that names one; lines join places of a graph.  On a plane there are no
    places: operands of the kind are points, x * pitch + y."""

    def __init__(self, shape: str, kind: str, places: list[Place], lines: list[tuple[int, int]] | None = None) -> None:
        self.shape = shape
        self.kind = kind
        self.places = places
        self.lines: list[tuple[int, int]] = lines if lines is not None else []
        self.width: float = 0.0
        self.height: float = 0.0
        self.pitch = 0


class Lying:
    """A thing at a place: one to three signs, whose it is (-1: nobody's), and the operand that names it, if one does.
    ``said`` is what it is called by, a word of the catalogue; ``ring`` marks it as out of the ordinary: known to its owner alone, say."""

    def __init__(self, place: int, glyph: str, seat: int = -1, kind: str = "", value: int = -1, said: str = "", ring: bool = False) -> None:
        self.place = place
        self.glyph = glyph
        self.seat = seat
        self.kind = kind
        self.value = value
        self.said = said
        self.ring = ring


def squares(kind: str, columns: int, rows: int, grounds: list[str] | None = None, labels: list[str] | None = None) -> Layout:
    """A grid of squares, numbered row by row from the top left; without labels the rim has letters and numbers, row 1 below."""
    places = []
    for number in range(columns * rows):
        label = labels[number] if labels is not None else ""
        ground = grounds[number] if grounds is not None else ""
        places.append(Place(number, float(number % columns), float(number // columns), label, ground))
    made = Layout(SQUARES, kind, places)
    made.width = float(columns)
    made.height = float(rows)
    return made


def hexes(kind: str, fields: list[tuple[int, int]], grounds: list[str] | None = None, labels: list[str] | None = None) -> Layout:
    """Pointed hexagons by column and row, odd rows half a field to the right, numbered in the order of the list."""
    places = []
    for number in range(len(fields)):
        column, row = fields[number]
        label = labels[number] if labels is not None else ""
        ground = grounds[number] if grounds is not None else ""
        places.append(Place(number, float(column) + (0.5 if row % 2 else 0.0), float(row) * 0.866, label, ground))
    return Layout(HEXES, kind, places)


def graph(kind: str, points: list[tuple[float, float]], lines: list[tuple[int, int]], labels: list[str] | None = None) -> Layout:
    """Places joined by lines."""
    places = []
    for number in range(len(points)):
        x, y = points[number]
        places.append(Place(number, x, y, labels[number] if labels is not None else ""))
    return Layout(GRAPH, kind, places, lines)


def zones(kind: str, places: list[Place]) -> Layout:
    """Rectangles of any size: tracks, trays, regions."""
    return Layout(ZONES, kind, places)


def plane(kind: str, width: float, height: float, pitch: int) -> Layout:
    """A table without places: points are whole numbers from 0 to its width and height."""
    made = Layout(PLANE, kind, [])
    made.width = width
    made.height = height
    made.pitch = pitch
    return made
