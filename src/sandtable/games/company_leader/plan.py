"""A board, the troops, the dice and the options, laid out in tables for the rules to read."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action
from sandtable.games.company_leader.board import PACKAGE, URBAN, BadBoard, Board, Play, read_board
from sandtable.games.company_leader.memo import Shelf
from sandtable.games.company_leader.state import BUYABLE, NOBODY, NOWHERE, TYPES
from sandtable.games.company_leader.verbs import DONE, SWAP
from sandtable.kit.card import Options
from sandtable.kit.data import read_toml


class Troops:
    """2.1: by type; a dummy has only noughts."""

    def __init__(self) -> None:
        self.names: Final = ["dummy"]
        self.letters: Final = ["d"]
        self.vehicle: Final = [0]
        self.reach: Final = [0]
        self.view: Final = [1]
        self.speed: Final = [0]
        self.strength: Final = [0]
        for troop in read_toml(PACKAGE, "data/troops.toml")["troop"]:
            self.names.append(str(troop["name"]))
            self.letters.append(str(troop["letter"]))
            self.vehicle.append(int(troop["vehicle"]))
            self.reach.append(int(troop["range"]))
            self.view.append(int(troop["view"]))
            self.speed.append(int(troop["speed"]))
            self.strength.append(int(troop["strength"]))
        self.cheapest: Final = min(self.strength[1:BUYABLE])


class Dice:
    """6.6: whole and half hits by (terrain * 2 + vehicle) * 6 + face."""

    def __init__(self) -> None:
        data = read_toml(PACKAGE, "data/dice.toml")
        self.whole: Final[list[int]] = []
        self.half: Final[list[int]] = []
        self.faces: Final[list[list[str]]] = []
        for name in ("open", "forest", "urban"):
            faces = [str(face) for face in data[name]]
            self.faces.append(faces)
            for icon in ("i", "v"):
                for face in faces:
                    self.whole.append(face.count(icon) if "/" not in face else 0)
                    self.half.append(1 if face == icon + "/2" else 0)


class Settings:
    """The options of a match, complete and checked."""

    def __init__(self, options: Options) -> None:
        self.alliance: Final = str(options["alliance"])
        self.board: Final = str(options["board"])
        self.scenario: Final = str(options["scenario"])
        self.army: Final = str(options["army"])
        self.army_coins: Final = int(options["army_coins"])
        self.income: Final = int(options["income"])
        self.turns: Final = int(options["turns"])
        self.lead: Final = int(options["lead"])
        self.lead_for: Final = str(options["lead_for"])
        self.shoot_first: Final = int(options["shoot_first"])
        self.first: Final = str(options["first"])


STANDARD_BOARDS: Final = {"2parties": "two", "3parties": "three", "2teams": "two", "3teams": "four", "4parties": "four", "4teams": "four"}


class Plan:
    """Everything about a match that never changes (but for the shelf, which only saves time)."""

    def __init__(self, seats: int, settings: Settings) -> None:
        self.seats: Final = seats
        self.settings: Final = settings
        self.troops: Final = Troops()
        self.dice: Final = Dice()
        scenario = read_toml(PACKAGE, "data/scenarios.toml").get(settings.scenario, {})
        self.board: Final = read_board(board_of(seats, settings))
        play = fitting_play(self.board, seats, settings.alliance)
        board, troops = self.board, self.troops
        self.size: Final = board.size
        self.terrain: Final = board.terrain
        self.near: Final = board.near
        self.views: Final = board.views
        self.fires: Final = board.fires
        table = self.size * 6
        self.view_start: Final = [(distance - 1) * table for distance in troops.view]  # by type, into views
        self.fire_start: Final = [reach * table for reach in troops.reach]  # by type, into fires
        self.vehicle: Final = troops.vehicle
        self.speed: Final = troops.speed
        self.full: Final = troops.strength  # strength and cost
        self.sides: Final = play.sides  # by seat
        self.side_count: Final = max(play.sides) + 1
        self.income: Final = [coins if settings.income < 0 else settings.income for coins in play.income]
        owners = zone_owners(board, play)
        self.zone_seat: Final = owners  # by zone
        self.zone_name: Final = board.letters
        self.zone_of: Final = [-1 if z == "." else board.letters.index(z.lower()) for z in board.zones]
        self.home: Final = [NOBODY if zone < 0 else owners[zone] for zone in self.zone_of]  # by field
        self.shop: Final = [self.zone_of[f] if board.zones[f].isupper() else -1 for f in range(self.size)]  # by field: zone
        self.shops: Final = [[f for f in range(self.size) if self.shop[f] == zone] for zone in range(len(owners))]  # by zone
        self.towns: Final = [f for f in range(self.size) if board.terrain[f] == URBAN]
        self.start_towns: Final = [self.count_towns(side) for side in range(self.side_count)]  # by side
        self.seat_towns: Final = [len([f for f in self.towns if self.home[f] == seat]) for seat in range(seats)]
        self.armies: Final = [army_counts(troops, army) for army in play.armies]  # by seat and type
        self.bought_armies: Final = settings.army == "coins"
        self.flag: Final = self.label(scenario, "flag")
        self.convoy: Final = self.label(scenario, "convoy")
        self.convoy_seat: Final = int(scenario.get("convoy_seat", NOBODY))
        self.holder: Final = int(scenario.get("holder", NOBODY))
        self.scenario_fits(settings.scenario)
        self.check_armies()
        # offers are put together from ready-made actions
        self.up: Final = [[g for g in sorted(board.hexes.neighbours(f)) if g > f] for f in range(self.size)]
        self.swaps: Final[list[list[Action]]] = [[(SWAP, f, g) for g in self.up[f]] for f in range(self.size)]
        self.singles: Final[list[list[Action]]] = [[(verb, f) for f in range(self.size)] for verb in range(20)]
        self.done: Final[Action] = (DONE,)
        self.shelf: Final = Shelf()

    def count_towns(self, side: int) -> int:
        return len([f for f in self.towns if self.home[f] >= 0 and self.sides[self.home[f]] == side])

    def label(self, scenario: dict[str, object], key: str) -> int:
        return self.board.hexes.parse(str(scenario[key])) if key in scenario else NOWHERE

    def scenario_fits(self, name: str) -> None:
        """11.1: the ready scenarios are for two seats."""
        if name != "battle" and self.seats != 2:
            raise BadBoard("the scenario " + name + " is for two seats")

    def check_armies(self) -> None:
        for seat in range(self.seats):
            room = len([f for f in range(self.size) if self.home[f] == seat])
            if self.convoy_seat == seat:
                room -= 1
            need = self.settings.army_coins // self.troops.cheapest if self.bought_armies else sum(self.armies[seat])
            if not self.bought_armies and need > room:
                raise BadBoard("the army of seat " + str(seat) + " does not fit its territory")
            if self.bought_armies and self.settings.army_coins < self.troops.cheapest:
                raise BadBoard("no troop costs as little as " + str(self.settings.army_coins))
            if room == 0 or (need == 0):
                raise BadBoard("seat " + str(seat) + " has no territory or no army")


def board_of(seats: int, settings: Settings) -> str:
    """The board that is played on: the chosen one, the scenario's, or the one printed for this number of seats."""
    scenario = read_toml(PACKAGE, "data/scenarios.toml").get(settings.scenario, {})
    return settings.board or str(scenario.get("board", STANDARD_BOARDS[str(seats) + settings.alliance]))


def fitting_play(board: Board, seats: int, alliance: str) -> Play:
    """The play of a board for this number of seats; with three, as parties or as two against one."""
    found = [play for play in board.plays if len(play.territories) == seats]
    if seats == 3:
        allied = alliance == "teams"
        found = [play for play in found if (max(play.sides) == 1) == allied]
    if not found:
        raise BadBoard("the board '" + board.title + "' is not meant for " + str(seats) + " seats as " + alliance)
    return found[0]


def zone_owners(board: Board, play: Play) -> list[int]:
    """By zone: the seat that owns it."""
    owners = []
    for letter in board.letters:
        seats = [seat for seat in range(len(play.territories)) if letter in play.territories[seat]]
        if len(seats) != 1:
            raise BadBoard("territory '" + letter + "' belongs to " + str(len(seats)) + " seats")
        owners.append(seats[0])
    return owners


def army_counts(troops: Troops, army: dict[str, int]) -> list[int]:
    counts = [0] * TYPES
    for name, number in army.items():
        if name not in troops.names[1:BUYABLE]:
            raise BadBoard("no troop '" + name + "'; there are " + ", ".join(troops.names[1:BUYABLE]))
        counts[troops.names.index(name)] = number
    return counts
