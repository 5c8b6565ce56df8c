"""Boards: read from a drawing, measured once into tables of non-negative ids.

A board file draws its terrain and its territories with a sign per field, rows shifted by one sign
each, as hexagons standing on a point lie.  So any hex board can be written by hand.  A third drawing, if there is
one, says where flag and convoys of the scenarios lie.
"""

from __future__ import annotations

import tomllib
from typing import Any, Final

from sandtable.kit.data import read_text
from sandtable.kit.hexes import Hexes
from sandtable.kit.sheets import Excess, read_sheet

PACKAGE: Final = "sandtable.games.company_leader"

# terrain
OPEN: Final = 0
FOREST: Final = 1
URBAN: Final = 2
TERRAIN_SIGNS: Final = "ofu"

# marks of the scenarios (11.2, 11.5)
NO_MARK: Final = "."
FLAG_MARK: Final = "f"
CONVOY_MARK: Final = "c"

BOARDS: Final = [
    "two", "river", "steppe", "small", "assault", "escort", "ardennes",
    "three", "delta", "ring",
    "four", "cross", "lakes",
]  # fmt: skip


MOST_ROWS: Final = 48  # of a drawing: tables grow with its width times its height
MOST_SIGNS: Final = 120  # in a row
MOST_FIELDS: Final = 600
MOST_TROOPS: Final = 99  # of a kind, and coins of an income
MOST_PLAYS: Final = 12


class BadBoard(ValueError):
    """A board that cannot be read or played; says why, and which fields (``q,r``) are to blame."""

    def __init__(self, text: str, where: list[str] | None = None) -> None:
        super().__init__(text)
        self.where: list[str] = where if where is not None else []


class Play:
    """One way to play a board: who owns which territories, with whom, with what."""

    def __init__(
        self,
        territories: list[str],
        sides: list[int],
        income: list[int],
        armies: list[dict[str, int]],
        scenario: str = "",
        defender: str = "",
        convoy: str = "",
    ) -> None:
        self.territories = territories  # by seat: the letters of its territories
        self.sides = sides  # by seat
        self.income = income  # by side: coins for the towns held at the start
        self.armies = armies  # by seat: troop name -> number
        self.scenario = scenario  # the one it is for; "" for a battle and whatever has no play of its own here
        self.defender = defender  # the territory whose side has won when the turns are over (11.4), or ""
        self.convoy = convoy  # the territories whose convoys are played with (11.5); "" for all

    def seat_of(self, letter: str) -> int:
        """Who owns a territory; -1 for none."""
        for seat in range(len(self.territories)):
            if letter != "" and letter in self.territories[seat]:
                return seat
        return -1


class Board:
    """Fields, terrain, territories and the cones of view and fire."""

    def __init__(
        self,
        title: str,
        fields: list[tuple[int, int]],
        terrain: list[int],
        zones: list[str],
        plays: list[Play],
        marks: list[str] | None = None,
    ) -> None:
        self.title = title
        self.hexes: Final = Hexes(fields)
        self.size: Final = self.hexes.size
        self.terrain: Final = terrain  # by field
        self.zones: Final = zones  # by field: the letter of its territory, large on a purchase field, or "."
        self.plays = plays
        signs = marks if marks is not None else [NO_MARK] * self.size
        self.flags: Final = [f for f in range(self.size) if signs[f] == FLAG_MARK]
        self.convoys: Final = [f for f in range(self.size) if signs[f] == CONVOY_MARK]
        self.letters: Final = sorted({zone.lower() for zone in zones if zone != "."})
        self.near: Final = self.hexes.neighbour  # field * 6 + direction; -1 beyond the edge
        # by field * 6 + direction, for view distances 1 and 2 and ranges 0 to 3, one table after the other
        self.views: Final[list[list[int]]] = []
        self.fires: Final[list[list[int]]] = []
        for distance in range(1, 3):
            for field in range(self.size):
                for facing in range(6):
                    self.views.append(self.view(field, facing, distance))
        for reach in range(4):
            for field in range(self.size):
                for facing in range(6):
                    self.fires.append(self.fire(field, facing, reach))

    def step(self, field: int, direction: int) -> int:
        return -1 if field < 0 else self.near[field * 6 + direction % 6]

    def walk(self, field: int, path: list[int]) -> int:
        """The field at the end of a path of directions, across holes too; -1 off the board."""
        q, r = self.hexes.q[field], self.hexes.r[field]
        for direction in path:
            q, r = q + [1, 1, 0, -1, -1, 0][direction % 6], r + [0, -1, -1, 0, 1, 1][direction % 6]
        return self.hexes.find(q, r)

    def view(self, field: int, facing: int, distance: int) -> list[int]:
        """9.1-9.3: three adjacent fields; a second row of open fields behind an open field ahead."""
        seen = [self.walk(field, [facing + turn]) for turn in (0, 1, 5)]
        if distance == 2 and seen[0] >= 0 and self.terrain[seen[0]] == OPEN:
            for turn in (0, 1, 5):
                beyond = self.walk(field, [facing, facing + turn])
                if beyond >= 0 and self.terrain[beyond] == OPEN:
                    seen.append(beyond)
        return sorted([at for at in seen if at >= 0])

    def fire(self, field: int, facing: int, reach: int) -> list[int]:
        """9.4-9.6: the field ahead; the three behind it unless it is covered; seven for artillery, over everything."""
        if reach == 0:
            return []
        paths = [[facing]]
        ahead = self.walk(field, [facing])
        if reach == 3 or (reach == 2 and ahead >= 0 and self.terrain[ahead] == OPEN):
            paths += [[facing, facing + turn] for turn in (0, 1, 5)]
        if reach == 3:
            paths += [[facing, facing, facing + turn] for turn in (0, 1, 5)]
        return sorted([at for at in [self.walk(field, path) for path in paths] if at >= 0])


def read_board(source: str) -> Board:
    """A board by its name, or from the text of a board file."""
    if "\n" not in source:
        if source not in BOARDS:
            raise BadBoard("no board '" + source + "'; there are " + ", ".join(BOARDS) + ", or give the text of a board file")
        source = read_text(PACKAGE, "data/boards/" + source + ".toml")
    try:
        data = read_sheet(source)
    except Excess:
        raise
    except tomllib.TOMLDecodeError as error:
        raise BadBoard("the board file is not TOML: " + str(error)) from None
    for key in ("terrain", "zones", "play"):
        if key not in data:
            raise BadBoard("the board file lacks '" + key + "'")
    terrain, zones = read_drawing(str(data["terrain"])), read_drawing(str(data["zones"]))
    if len(terrain) > MOST_FIELDS:
        raise BadBoard("the board has " + str(len(terrain)) + " fields; there may be " + str(MOST_FIELDS))
    if sorted(terrain) != sorted(zones):
        odd = sorted(set(terrain) ^ set(zones))[0]
        raise BadBoard("terrain and zones differ in row " + str(odd[0] + 1) + ", sign " + str(odd[1] + 1))
    marks = read_marks(data, sorted(terrain))
    fields, kinds, letters = [], [], []
    shift = min([(x - y) % 2 for y, x in terrain])
    for y, x in sorted(terrain):
        if (x - y) % 2 != shift:
            raise BadBoard("row " + str(y + 1) + " is not shifted by half a field")
        fields.append(((x - y - shift) // 2, y))
        if terrain[(y, x)] not in TERRAIN_SIGNS:
            raise BadBoard("'" + terrain[(y, x)] + "' in row " + str(y + 1) + " is no terrain; write u, f or o")
        kinds.append(TERRAIN_SIGNS.index(terrain[(y, x)]))
        if zones[(y, x)] != "." and not ("a" <= zones[(y, x)].lower() <= "z"):
            raise BadBoard("'" + zones[(y, x)] + "' in row " + str(y + 1) + " is no territory; write a letter or .")
        letters.append(zones[(y, x)])
    if not isinstance(data["play"], list) or not 1 <= len(data["play"]) <= MOST_PLAYS:
        raise BadBoard("a board has 1 to " + str(MOST_PLAYS) + " plays, each written as [[play]]")
    return Board(str(data.get("title", "")), fields, kinds, letters, [read_play(play) for play in data["play"]], marks)


def read_marks(data: dict[str, Any], fields: list[tuple[int, int]]) -> list[str] | None:
    """11.2, 11.5: by field; at most one flag.  None when the file draws none."""
    if "marks" not in data:
        return None
    drawn = read_drawing(str(data["marks"]))
    if sorted(drawn) != fields:
        odd = sorted(set(fields) ^ set(drawn))[0]
        raise BadBoard("terrain and marks differ in row " + str(odd[0] + 1) + ", sign " + str(odd[1] + 1))
    marks = [drawn[at] for at in fields]
    for i in range(len(marks)):
        if marks[i] not in (NO_MARK, FLAG_MARK, CONVOY_MARK):
            raise BadBoard("'" + marks[i] + "' in row " + str(fields[i][0] + 1) + " is no mark; write f for the flag, c for a convoy, or .")
    if marks.count(FLAG_MARK) > 1:
        raise BadBoard("a board has one flag, not " + str(marks.count(FLAG_MARK)))
    return marks


def read_drawing(text: str) -> dict[tuple[int, int], str]:
    """(row, column) -> sign of every field drawn."""
    rows = [row.rstrip() for row in text.split("\n") if row.strip()]
    if len(rows) > MOST_ROWS or max([len(row) for row in rows], default=0) > MOST_SIGNS:
        raise BadBoard("a board is drawn with up to " + str(MOST_ROWS) + " rows of " + str(MOST_SIGNS) + " signs")
    found = {(y, x): rows[y][x] for y in range(len(rows)) for x in range(len(rows[y])) if rows[y][x] != " "}
    if not found:
        raise BadBoard("the board has no fields")
    return found


def read_play(play: Any) -> Play:
    if not isinstance(play, dict) or "territories" not in play or "armies" not in play:
        raise BadBoard("a play lacks territories or armies")
    try:
        territories = [str(letters) for letters in play["territories"]]
        sides = [int(side) for side in play.get("sides", list(range(len(territories))))]
        income = [int(coins) for coins in play.get("income", [1] * (max(sides, default=0) + 1))]
        armies = [{str(name): int(number) for name, number in army.items()} for army in play["armies"]]
    except (TypeError, ValueError, AttributeError):
        raise BadBoard("territories are texts, sides and income numbers, armies tables of troops and numbers") from None
    if not territories or len(armies) != len(territories) or len(sides) != len(territories) or len(income) != max(sides) + 1:
        raise BadBoard("territories, sides, income and armies of a play do not fit each other")
    if sorted(set(sides)) != list(range(max(sides) + 1)):
        raise BadBoard("sides of a play count from 0 without a gap")
    for number in [*income, *[number for army in armies for number in army.values()]]:
        if not 0 <= number <= MOST_TROOPS:
            raise BadBoard("incomes and numbers of troops lie between 0 and " + str(MOST_TROOPS))
    made = Play(territories, sides, income, armies, *[str(play.get(key, "")) for key in ("scenario", "defender", "convoy")])
    if made.defender and (len(made.defender) != 1 or made.seat_of(made.defender) < 0):
        raise BadBoard("the defender of a play is the letter of one of its territories, not '" + made.defender + "'")
    return made
