"""The values of one match: board, table of modifiers, set-up and options, read from data/."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.commanders.lists import DASH, MARKER_WORDS, TERRAIN_WORDS, entries, read_armies, read_cells, read_markers, read_terrain
from sandtable.games.commanders.state import ARMY, ARTILLERY, CAVALRY, INFANTRY, OFF, PLACES, RESERVE, SECTORS
from sandtable.kit.card import Options
from sandtable.kit.data import read_toml

FOLDER: Final = "sandtable.games.commanders"

COLUMNS: Final = 9
NONE_COLUMN: Final = 8

# kinds of markers
GENERAL: Final = 0
FLAG: Final = 1
FLAG3: Final = 2
ROSE: Final = 3
ROSE3: Final = 4

ROWS: Final = [
    "attacking_infantry",
    "attacking_cavalry",
    "attacking_artillery",
    "square",
    "passive_infantry",
    "passive_cavalry",
    "passive_artillery",
]
COLUMN_WORDS: Final = [*ROWS, "routed", "none"]

# 4.8: sectors the enemy held when combined arms began, in the later moves of the round
HELD: Final = ["open", "taken", "closed"]
HELD_TAKEN: Final = 1  # open once an own unit stands there
HELD_CLOSED: Final = 2

WINGS: Final = ["left", "centre", "right", "reserve"]


class Book:
    """Everything the rules look up.  Filled once, then only read."""

    def __init__(self, board: dict[str, Any], armies: dict[str, Any], combat: dict[str, Any], options: Options) -> None:
        self.sectors: list[str] = list(board["sectors"])
        self.capacity = int(options["capacity"])
        self.border: int = board["border"]
        self.rough_border: int = board["rough_border"]
        self.spare_road: int = board["spare_road"]
        self.battle = str(options["battle"])
        self.order_dice = int(options["order_dice"])
        self.couriers = int(options["couriers"])
        self.morale = int(options["morale"])
        self.fall_back = int(options["fall_back"])
        self.rounds = int(options["rounds"])
        self.held_sectors = HELD.index(str(options["held_sectors"]))
        self.rear_fire = int(options["rear_fire"])
        self.guns_contest = int(options["guns_contest"])
        self.facing = int(options["facing"])
        self.spent_defenders = int(options["spent_defenders"])
        self.forest_shells = int(options["forest_shells"])
        self.shell_garrison = int(options["shell_garrison"])
        self._board(board)
        self._markers(board, options)
        self._terrain(board, options)
        self._armies(board, armies, options)
        self._combat(combat, options)

    def _board(self, board: dict[str, Any]) -> None:
        """1.1: neighbours, the sector beyond a neighbour in a straight line, distances."""
        self.ways: list[list[int]] = neighbours(board)
        self.adjacent: list[int] = [0] * (PLACES * PLACES)
        self.beyond: list[int] = [-1] * (PLACES * PLACES)  # 9.1: across a neighbour
        for one in range(PLACES):
            for two in self.ways[one]:
                self.adjacent[one * PLACES + two] = 1
                if one < SECTORS and two < SECTORS:
                    self.beyond[one * PLACES + two] = straight(one, two)
        self.back: list[int] = []  # 5.5: by 9 * seat + sector, one sector towards the own reserve
        for seat in range(2):
            for sector in range(SECTORS):
                back = sector - 3 if seat == 0 else sector + 3
                self.back.append(back if 0 <= back < SECTORS else RESERVE + seat)

    def _markers(self, board: dict[str, Any], options: Options) -> None:
        """1.3, 12.1: side A has them printed, side B those the players agreed on."""
        side, chosen, listed = str(options["side"]), str(options["markers"]), str(options["marker_list"])
        lines: list[str] = board["markers"]["printed"] if side == "A" else board["markers"][chosen]
        if side != "A" and listed.strip():
            lines = entries(listed)
        self.most_markers: int = board["most_markers"]
        self.worth: list[int] = [board["worth"][word] for word in MARKER_WORDS]
        self.markers: list[int] = read_markers(lines, self.sectors)
        self.command = [1, 7]  # 13.3: where couriers start; the home centre if no general stands
        for k in range(0, len(self.markers), 3):
            if self.markers[k + 1] == GENERAL:
                self.command[self.markers[k]] = self.markers[k + 2]
        self.distance: list[list[int]] = [self._distances(sector) for sector in self.command]

    def _distances(self, start: int) -> list[int]:
        found = [-1] * PLACES
        found[start] = 0
        edge = [start]
        while edge:
            here = edge.pop(0)
            for near in self.ways[here]:
                if found[near] < 0:
                    found[near] = found[here] + 1
                    edge.append(near)
        return found

    def _terrain(self, board: dict[str, Any], options: Options) -> None:
        """15.1, 15.15: what lies on the side in use, or what an author laid out."""
        self.terrain = int(options["terrain"])
        self.forest: list[int] = [0] * PLACES
        self.hill: list[int] = [0] * PLACES
        self.river: list[int] = [0] * PLACES
        self.building: list[int] = [0] * PLACES
        self.road: list[int] = [0] * (PLACES * PLACES)
        self.on_road: list[int] = [0] * PLACES
        if not self.terrain:
            return
        listed = str(options["terrain_list"])
        if not listed.strip():
            printed = board["terrain"][str(options["side"])]
            listed = ", ".join([word + " " + " ".join(printed[word]) for word in TERRAIN_WORDS if word != "road" and printed[word]])
            listed += ", " + ", ".join(["road " + way for way in printed["road"]])
        layout = read_terrain(listed, self.sectors, self.adjacent)
        for word, field in (("forest", self.forest), ("hill", self.hill), ("river", self.river), ("building", self.building)):
            for sector in layout[word]:
                field[sector] = 1
        for i in range(0, len(layout["road"]), 2):
            one, two = layout["road"][i], layout["road"][i + 1]
            self.road[one * PLACES + two] = self.road[two * PLACES + one] = 1
            self.on_road[one] = self.on_road[two] = 1

    def terrain_words(self, sector: int) -> list[str]:
        words: list[str] = []
        for word, field in (("forest", self.forest), ("hill", self.hill), ("river", self.river), ("building", self.building)):
            if field[sector]:
                words.append(word)
        return [*words, "road"] if self.on_road[sector] else words

    def _armies(self, board: dict[str, Any], armies: dict[str, Any], options: Options) -> None:
        """1.4-1.11: kinds by unit, infantry first; their sectors, -1 where the player decides."""
        self.custom = 1 if self.battle == "custom" else 0
        listed: list[list[int]] = []
        if self.battle == "listed":
            most = [ARMY, int(armies["most_cavalry"]), int(armies["most_artillery"])]
            listed = read_armies(str(options["army_list"]), self.sectors, self.capacity, most)
        self.custom_home: int = armies["custom_home"]
        self.home: list[list[int]] = [[self.sectors.index(name) for name in board["home"][side]] for side in ("white", "black")]
        self.kinds: list[int] = []
        self.start: list[int] = []
        self.names: list[str] = []
        for seat in range(2):
            counts, spots = [0, 0, 0], [[-1] * ARMY, [-1] * ARMY, [-1] * ARMY]
            if self.custom:
                side = ("white", "black")[seat]
                counts[CAVALRY], counts[ARTILLERY] = int(options[side + "_cavalry"]), int(options[side + "_artillery"])
                counts[INFANTRY] = ARMY - counts[CAVALRY] - counts[ARTILLERY]
            elif listed:
                counts, spots = listed_positions(listed[seat])
            else:
                counts, spots = self._positions(seat, armies[self.battle])
            for kind in range(3):
                for i in range(counts[kind]):
                    self.kinds.append(kind)
                    self.start.append(spots[kind][i])
                    self.names.append("wb"[seat] + "ICA"[kind] + str(i + 1))

    def _positions(self, seat: int, army: dict[str, Any]) -> tuple[list[int], list[list[int]]]:
        wings = ["right", "centre", "left", "reserve"] if seat == 1 and army.get("mirrored", 0) else WINGS
        spots: list[list[int]] = [[], [], []]
        for i in range(4):
            for kind in range(3):
                spots[kind] += [self.home[seat][i]] * army[wings[i]][kind]
        return [len(spots[0]), len(spots[1]), len(spots[2])], spots

    def _combat(self, combat: dict[str, Any], options: Options) -> None:
        """7.4: cells by COLUMNS * row + column, fire and melee apart."""
        self.fire: list[int] = [DASH] * (len(ROWS) * COLUMNS)
        self.melee: list[int] = [DASH] * (len(ROWS) * COLUMNS)
        for row in range(len(ROWS)):
            cells = combat["table"][ROWS[row]]
            for column in range(len(cells)):
                fire, melee = cells[column].split("/")
                self.fire[row * COLUMNS + column] = DASH if fire == "-" else int(fire)
                self.melee[row * COLUMNS + column] = DASH if melee == "-" else int(melee)
        for row, column, fire_, melee_ in read_cells(str(options["modifier_list"]), ROWS, COLUMN_WORDS, self.fire, self.melee):
            self.fire[row * COLUMNS + column] = fire_
            self.melee[row * COLUMNS + column] = melee_
        special, game = combat["special"], combat["game"]
        self.spent: int = special["spent"]
        self.reaction: int = special["reaction"]
        self.fast_fire: int = special["fast_fire"]
        self.range_1: int = special["range_1"]
        self.range_2: int = special["range_2"]
        self.token: int = special["token"]
        self.forest_fire: int = special["forest_fire"]
        self.forest_melee: int = special["forest_melee"]
        self.uphill: int = special["uphill"]
        self.downhill: int = special["downhill"]
        self.river_melee: int = special["river"]
        self.at_building: int = special["building"]
        self.garrison: int = special["garrison"]
        self.above: int = special["success_above"]
        self.goal = int(options["goal"])
        self.orders = int(options["orders"])
        self.order_die_plus: int = game["order_die_plus"]
        self.morale_start: int = game["morale"]
        self.prizes: list[int] = game["points"]


def neighbours(board: dict[str, Any]) -> list[list[int]]:
    """1.1: by place, ascending; the same on all sides of the board."""
    sectors: list[str] = list(board["sectors"])
    found: list[list[int]] = [[] for _ in range(PLACES)]
    for way in board["ways"]:
        one, two = [sectors.index(name) for name in way.split()]
        found[one].append(two)
        found[two].append(one)
    for near in found:
        near.sort()
    return found


def listed_positions(army: list[int]) -> tuple[list[int], list[list[int]]]:
    """1.11: units the list leaves out fill up the infantry and never come into play."""
    spots: list[list[int]] = [[], [], []]
    for place in range(PLACES):
        for kind in range(3):
            spots[kind] += [place] * army[place * 3 + kind]
    spots[INFANTRY] += [OFF] * (ARMY - sum(army))
    return [len(spots[0]), len(spots[1]), len(spots[2])], spots


def straight(one: int, two: int) -> int:
    """The sector behind a neighbour in the same line, -1 at the edge."""
    column, row = two % 3 * 2 - one % 3, two // 3 * 2 - one // 3
    return row * 3 + column if 0 <= column < 3 and 0 <= row < 3 else -1


def open_book(options: Options) -> Book:
    return Book(read_toml(FOLDER, "data/board.toml"), read_toml(FOLDER, "data/armies.toml"), read_toml(FOLDER, "data/combat.toml"), options)
