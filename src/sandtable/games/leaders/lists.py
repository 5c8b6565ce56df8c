"""Own games written by authors as text: start areas, nations, goals by seat (2.17-2.20).
Every error says what was read and what would be right."""

from __future__ import annotations

from typing import Final

from sandtable.games.leaders.state import LAND, NOBODY, PLACES
from sandtable.games.leaders.world import Scenario, Values, World

MOST_POINTS: Final = 188  # every territory and every continent
CLOSED: Final = 999  # a goal nobody reaches
ROADS: Final = ["all", "points", "research", "badges", "points-research", "points-badges", "research-badges"]


class BadList(ValueError):
    """A list nobody can play by; the key, places and values are for the editor's catalogues."""

    def __init__(self, key: str, text: str, where: list[str], values: dict[str, str]) -> None:
        super().__init__(text)
        self.key = key
        self.where = where
        self.values = values


class Start:
    """Who stands where before the first turn: what 2.10 deals, or an author has listed."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.owner: list[int] = [NOBODY] * LAND
        self.units: list[int] = [0] * (PLACES * seats * 3)  # as on the table
        self.camp: list[int] = [-1] * (seats * 3)  # -1 where 2.12 decides

    def areas(self, seat: int) -> list[int]:
        return [place for place in range(LAND) if self.owner[place] == seat]

    def troops(self, place: int, seat: int) -> list[int]:
        i = (place * self.seats + seat) * 3
        return self.units[i : i + 3]

    def points(self, world: World, seat: int) -> int:
        """1.1, 1.4"""
        total = sum([world.points[place] for place in self.areas(seat)])
        for continent in range(len(world.bonus)):
            if self.holds(world, seat, continent):
                total += world.bonus[continent]
        return total

    def holds(self, world: World, seat: int, continent: int) -> bool:
        return all(self.owner[place] == seat for place in world.members[continent])


def dealt(starts: list[list[int]]) -> Start:
    """2.10: one infantry in each territory."""
    start = Start(len(starts))
    for seat in range(len(starts)):
        for place in starts[seat]:
            start.owner[place] = seat
            start.units[(place * start.seats + seat) * 3] = 1
    return start


def entries(text: str) -> list[str]:
    """What stands between the commas; line ends count as commas."""
    return [entry.strip() for entry in text.replace("\n", ",").split(",") if entry.strip()]


def read_start(text: str, seats: int, world: World) -> Start:
    """2.17: ``p1 china 2 1 0, p1 mongolia, p2 camp 3 0 0``."""
    start = Start(seats)
    for entry in entries(text):
        words = entry.split()
        names = ["p" + str(seat + 1) for seat in range(seats)]
        if len(words) < 2 or len(words) > 5 or words[0] not in names:
            players = ", ".join(names)
            raise ValueError("a start reads like 'p1 china 2 1 0': a player (" + players + "), a place, units; not '" + entry + "'")
        seat, units = names.index(words[0]), read_units(words[2:], entry)
        if words[1] == "camp":
            start.camp[seat * 3 : seat * 3 + 3] = units
        elif words[1] in world.keys:
            occupy(start, world, world.keys.index(words[1]), seat, units)
        else:
            raise ValueError("'" + words[1] + "' in '" + entry + "' is neither a territory, nor a sea field, nor camp")
    for seat in range(seats):
        if not start.areas(seat) and not at_sea(start, seat):
            name = "p" + str(seat + 1)
            text = name + " starts nowhere and would be out at once; give it a territory, like '" + name + " china'"
            raise BadList("no-start", text, [], {"seat": name})
    return start


def read_units(words: list[str], entry: str) -> list[int]:
    """Infantry, tanks, planes; one infantry if nothing is said."""
    units = [0, 0, 0]
    for i in range(len(words)):
        if not words[i].isdigit() or len(words[i]) > 2:
            raise ValueError("'" + words[i] + "' in '" + entry + "' is no number of units; write infantry, tanks and planes like '2 1 0'")
        units[i] = int(words[i])
    return units if words else [1, 0, 0]


def occupy(start: Start, world: World, place: int, seat: int, units: list[int]) -> None:
    name, total = world.keys[place], units[0] + units[1] + units[2]
    if total == 0:
        raise ValueError("nobody stands in " + name + "; at least one unit holds a place")
    if place < LAND:
        if start.owner[place] != NOBODY:
            raise BadList("taken-twice", name + " is given out twice", [name], {"place": name})
        if total > world.points[place]:
            text = name + " takes " + str(world.points[place]) + " units, not " + str(total)
            raise BadList("overfull", text, [name], {"place": name, "number": str(total), "most": str(world.points[place])})
        start.owner[place] = seat
    i = (place * start.seats + seat) * 3
    start.units[i : i + 3] = units


def at_sea(start: Start, seat: int) -> bool:
    return any(sum(start.troops(sea, seat)) for sea in range(LAND, PLACES))


def read_nations(text: str, seats: int, values: Values) -> list[int]:
    """2.18: the nations of the seats in order."""
    found: list[int] = []
    for word in entries(text):
        if word not in values.nation_keys:
            raise ValueError("'" + word + "' is no nation; they are " + ", ".join(values.nation_keys))
        if values.nation_keys.index(word) in found:
            raise BadList("nation-twice", "two players cannot both be " + word, ["option:nation_list"], {"nation": word})
        found.append(values.nation_keys.index(word))
    if len(found) != seats:
        text = str(len(found)) + " nations are listed for " + str(seats) + " players"
        raise BadList("nations-missing", text, ["option:nation_list"], {"number": str(len(found)), "seats": str(seats)})
    return found


def read_goals(text: str, seats: int, goal: int) -> list[int]:
    """2.19: points by seat; a dash or nothing leaves the common goal."""
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    if len(words) > seats:
        raise ValueError(str(len(words)) + " goals are listed for " + str(seats) + " players")
    found = [goal] * seats
    for seat in range(len(words)):
        word = words[seat]
        if word in ("", "-", "0"):
            continue
        if not word.isdigit() or int(word) > MOST_POINTS:
            raise ValueError("'" + word + "' in the goals is no number of points from 1 to " + str(MOST_POINTS))
        found[seat] = int(word)
    return found


def close_roads(scenario: Scenario, roads: str) -> None:
    """2.20"""
    open_roads = roads.split("-")
    if roads == "all":
        return
    if "points" not in open_roads:
        scenario.points_by_seat = [CLOSED] * len(scenario.points_by_seat)
    if "research" not in open_roads:
        scenario.goal_research = CLOSED
    if "badges" not in open_roads:
        scenario.goal_badges = CLOSED
