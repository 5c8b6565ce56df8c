"""A board, the troops, the dice and the options, laid out in tables for the rules to read."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action
from sandtable.games.company_leader.board import PACKAGE, URBAN, BadBoard, Board, Play, read_board
from sandtable.games.company_leader.memo import Shelf
from sandtable.games.company_leader.scenario import Scenario, convoys_of, examine_scenario, fitting_play
from sandtable.games.company_leader.state import BUYABLE, DISPLACED, NOBODY, NOWHERE, TYPES
from sandtable.games.company_leader.tastes import Tastes
from sandtable.games.company_leader.verbs import DONE, FACE, PLACE, SWAP, TURN_TO
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
        self.army_list: Final = str(options["army_list"])
        self.army_coins: Final = int(options["army_coins"])
        self.income: Final = int(options["income"])
        self.turns: Final = int(options["turns"])
        self.lead: Final = int(options["lead"])
        self.lead_for: Final = str(options["lead_for"])
        self.shoot_first: Final = int(options["shoot_first"])
        self.blitz_ends: Final = int(options["blitz_ends"])
        self.displaced: Final = str(options["displaced"])
        self.reveal_again: Final = int(options["reveal_again"])
        self.allies: Final = str(options["allies"])
        self.team_turns: Final = str(options["team_turns"])
        self.memory: Final = int(options["memory"])
        self.first: Final = str(options["first"])


class Plan:
    """Everything about a match that never changes (but for the shelf, which only saves time)."""

    def __init__(self, seats: int, settings: Settings) -> None:
        self.seats: Final = seats
        self.settings: Final = settings
        self.troops: Final = Troops()
        self.dice: Final = Dice()
        scenario = Scenario(settings.scenario)
        self.board: Final = read_board(board_of(seats, settings))
        play = fitting_play(self.board, seats, settings.alliance, scenario)
        self.turn_limit: Final = limit_of(settings, scenario)  # 10.7; 0 for none
        self.lead: Final = settings.lead if settings.lead > 0 else scenario.lead  # 10.6; 0 for none
        self.remarks: Final = examine_scenario(self.board, play, scenario, self.turn_limit)
        for remark in self.remarks:
            if remark.grave:
                raise BadBoard(remark.text)
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
        self.armies: Final = [army_counts(troops, army) for army in armies_of(play, settings.army_list)]  # by seat and type
        self.bought_armies: Final = settings.army == "coins"
        self.flag: Final = board.flags[0] if scenario.flag else NOWHERE  # 11.2
        self.convoys: Final[list[int]] = convoys_of(board, play) if scenario.convoy else []  # 11.5: fields
        self.escorts: Final = [0] * self.side_count  # by side: 1 when it has a convoy
        for field in self.convoys:
            self.escorts[play.sides[self.home[field]]] = 1
        defender = play.seat_of(play.defender) if scenario.own else NOBODY
        self.holder: Final = play.sides[defender] if defender >= 0 else NOBODY  # 11.4: a side
        self.open_allies: Final = settings.allies == "shown" and self.side_count < seats  # 1.4
        self.together: Final = settings.team_turns == "together" and self.side_count < seats  # 3.12
        self.tied: Final = DISPLACED if settings.displaced == "once" else 0  # 4.2: marks that keep a piece in its place
        self.check_armies()
        # offers are put together from ready-made actions
        self.up: Final = [[g for g in sorted(board.hexes.neighbours(f)) if g > f] for f in range(self.size)]
        self.swaps: Final[list[list[Action]]] = [[(SWAP, f, g) for g in self.up[f]] for f in range(self.size)]
        self.singles: Final[list[list[Action]]] = [[(verb, f) for f in range(self.size)] for verb in range(20)]
        self.places: Final[list[list[Action]]] = [[(PLACE, kind, f) for f in range(self.size)] for kind in range(BUYABLE)]
        self.faces: Final[list[list[Action]]] = [[(FACE, f, direction) for direction in range(6)] for f in range(self.size)]
        self.turns: Final[list[Action]] = [(TURN_TO, direction) for direction in range(6)]
        self.done: Final[Action] = (DONE,)
        self.shelf: Final = Shelf()
        self.tastes: Final = Tastes(troops.names)
        self.dearest: Final = [kind for _, kind in sorted([(-troops.strength[k], k) for k in range(1, BUYABLE)])]

    def count_towns(self, side: int) -> int:
        return len([f for f in self.towns if self.home[f] >= 0 and self.sides[self.home[f]] == side])

    def ahead(self, field: int) -> int:
        """11.5: a convoy looks towards the nearest purchase field of an enemy."""
        side, best, near = self.sides[self.home[field]], 0, 10000
        for at in range(self.size):
            zone = self.shop[at]
            if zone >= 0 and self.sides[self.zone_seat[zone]] != side and self.board.hexes.distance(field, at) < near:
                best, near = self.board.hexes.directions_towards(field, at)[0], self.board.hexes.distance(field, at)
        return best

    def check_armies(self) -> None:
        for seat in range(self.seats):
            room = len([f for f in range(self.size) if self.home[f] == seat])
            room -= len([f for f in self.convoys if self.home[f] == seat])
            need = self.settings.army_coins // self.troops.cheapest if self.bought_armies else sum(self.armies[seat])
            if not self.bought_armies and need > room:
                raise BadBoard("the army of seat " + str(seat) + " does not fit its territory")
            if self.bought_armies and self.settings.army_coins < self.troops.cheapest:
                raise BadBoard("no troop costs as little as " + str(self.settings.army_coins))
            if room == 0 or (need == 0):
                raise BadBoard("seat " + str(seat) + " has no territory or no army")


def board_of(seats: int, settings: Settings) -> str:
    """The board that is played on: the chosen one, the scenario's, or the one printed for this number of seats."""
    return settings.board or Scenario(settings.scenario).board_for(seats, settings.alliance)


def limit_of(settings: Settings, scenario: Scenario) -> int:
    """10.7, 11.4, 11.5: turns each; 0 for no limit."""
    return settings.turns if settings.turns > 0 else scenario.turns


def armies_of(play: Play, text: str) -> list[dict[str, int]]:
    """3.5: the armies of the play, or those of a list: ``2 infantry, 1 artillery`` for all, or one for each seat between semicolons."""
    if not text.strip():
        return play.armies
    armies = [read_army(part) for part in text.split(";")]
    if len(armies) == 1:
        return [armies[0]] * len(play.territories)
    if len(armies) != len(play.territories):
        raise BadBoard("the army list has " + str(len(armies)) + " armies for " + str(len(play.territories)) + " seats")
    return armies


def read_army(text: str) -> dict[str, int]:
    army: dict[str, int] = {}
    for part in text.split(","):
        words = part.split()
        number = int(words[0]) if len(words) == 2 and words[0].isdecimal() and len(words[0]) < 3 else 0
        if number == 0:
            raise BadBoard("'" + part.strip()[:40] + "' in the army list; write numbers and troops as: 2 infantry, 1 artillery")
        army[words[1]] = army.get(words[1], 0) + number
    return army


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
