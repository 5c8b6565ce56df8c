"""Names and notation: one catalogue of names, two sets (data/names.toml), chosen by option ``names`` (1.4).  Words of either set are
read whichever is chosen."""

from __future__ import annotations

from typing import Any

from sandtable.games.company_war.hexmap import hex_at, hex_q, hex_r
from sandtable.games.company_war.state import HAULER, LAUNCHED, POINTS, RIDER, RIDERS, SHIPS, STATION, UNITS
from sandtable.kit.hexes import DIRECTION_NAMES

PLACES = ["point", "origin", "goal", "stop"]
RANGES = ["close", "standard", "long"]
EDGES = ["q+", "r+", "s+", "q-", "r-", "s-"]
THRUSTS = ["coast", "burn", "overload", "dump"]
PHASES = ["combat", "stations", "aiming", "fire"]
ORDER_WORDS = {0: "none", 1: "hold", 2: "recover", 3: "break", 4: "abandon"}


def slug(name: str) -> str:
    """A name as a word of notation."""
    return name.lower().replace("'", "").replace(" ", "-")


class Names:
    """One set of names."""

    def __init__(self, source: dict[str, Any], rider_home: list[int]) -> None:
        self.seats: list[str] = source["seats"]
        self.points: list[str] = [""] + source["points"]
        self.units: list[str] = list(source["ships"])
        number = 0
        for rider in range(RIDERS):
            number = number + 1 if rider and rider_home[rider] == rider_home[rider - 1] else 1
            self.units.append(source["ships"][rider_home[rider]] + "-r" + str(number))
        self.units.append(source["station"])
        for i in range(UNITS - HAULER):
            self.units.append(source["insystemer"] + " " + str(i + 1))
        self.seat_words = [slug(name) for name in self.seats]
        self.point_words = [slug(name) for name in self.points]
        self.unit_words = [slug(name) for name in self.units]
        assert len(self.units) == UNITS and len(self.points) == POINTS
        assert len(set(self.unit_words)) == UNITS and len(set(self.point_words)) == POINTS

    def word(self, kind: str, value: int) -> str:
        if kind in ("ship", "unit"):
            return self.unit_words[value] if 0 <= value < UNITS else str(value)
        if kind in PLACES:
            if not 0 < value < POINTS:
                return "nowhere"
            return str(value) if self.point_words[value].startswith("point-") else self.point_words[value]
        if kind == "seat":
            return self.seat_words[value]
        if kind == "hex":
            return str(hex_q(value)) + "," + str(hex_r(value))
        if kind == "range":
            return RANGES[value]
        if kind == "edge":
            return EDGES[value]
        if kind == "thrust":
            return THRUSTS[value]
        if kind == "phase":
            return PHASES[value]
        if kind == "direction":
            return "rest" if value == 6 else DIRECTION_NAMES[value].lower()
        if kind == "order":
            return ORDER_WORDS[value] if value in ORDER_WORDS else "launch" + str(value - LAUNCHED) if value >= LAUNCHED else str(value)
        return str(value)


def plain_words(sets: list[Names], text: str) -> str:
    """The same text in words of the first set, and points by number where another set has no name for them."""
    found: list[str] = []
    for word in text.split(" "):
        for names in sets:
            if word in names.unit_words:
                word = sets[0].unit_words[names.unit_words.index(word)]
                break
            if word in names.seat_words:
                word = sets[0].seat_words[names.seat_words.index(word)]
                break
            if word and word in names.point_words:
                at = names.point_words.index(word)
                word = str(at) if sets[-1].point_words[at].startswith("point-") else sets[0].point_words[at]
                break
        found.append(word)
    return " ".join(found)


def read_word(sets: list[Names], kind: str, word: str) -> int:
    """The operand a word of any set stands for; points also by number.  Raises ValueError."""
    low = word.lower()
    for names in sets:
        if (kind == "ship" and low in names.unit_words[:SHIPS]) or (kind == "unit" and low in names.unit_words):
            return names.unit_words.index(low)
        if kind == "seat" and low in names.seat_words:
            return names.seat_words.index(low)
        if kind in PLACES and low in names.point_words and low:
            return names.point_words.index(low)
    if kind in PLACES:
        number = int(low)
        if not 0 < number < POINTS:
            raise ValueError(word)
        return number
    if kind in ("ship", "unit", "seat"):
        raise ValueError(word)
    if kind == "hex":
        parts = low.strip("()").split(",")
        if len(parts) != 2 or abs(int(parts[0])) > 63 or abs(int(parts[1])) > 63:
            raise ValueError(word)
        return hex_at(int(parts[0]), int(parts[1]))
    if kind == "range":
        return RANGES.index(low)
    if kind == "edge":
        return EDGES.index(low)
    if kind == "direction":
        return 6 if low == "rest" else DIRECTION_NAMES.index(low.upper())
    return int(low)


assert RIDER == SHIPS and STATION == RIDER + RIDERS
