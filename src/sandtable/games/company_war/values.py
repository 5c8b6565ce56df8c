"""The values of data/*.toml in the form the rules use: lists of ints by counter and by point."""

from __future__ import annotations

from typing import Any

from sandtable.core.game import Action
from sandtable.games.company_war.hexmap import Lines, hex_at
from sandtable.games.company_war.state import (
    CAPITAL,
    CARRIERS,
    COLONY,
    EARTH,
    FIRST_DART,
    FLEET,
    FLEET_RIDERS,
    HAULER,
    HINDER,
    PLAIN,
    POINTS,
    RIDER,
    RIDERS,
    SHIPS,
    STATION,
    UNION,
    UNITS,
)
from sandtable.games.company_war.verbs import JUMP

KINDS = {"plain": PLAIN, "hinder": HINDER, "earth": EARTH, "union": COLONY, "capital": CAPITAL}


class Settings:
    """The options of one match."""

    def __init__(self) -> None:
        self.turns = 8
        self.constant = 5
        self.head_start = 0
        self.union_ties = 0
        self.secret_setup = 0
        self.tactical = 0
        self.insystemers = 1
        self.scenario = ""
        self.text_names = 0
        self.fleeing_hold = 1  # 8.7, 8.8
        self.first_by_ships = 0  # 4.3
        self.assembly_bonus = 1  # 4.2
        self.dart_counts = 0  # 4.14


class Scenario:
    """A ready tactical battle (12.17)."""

    def __init__(self, source: dict[str, Any]) -> None:
        self.point: int = source["point"]
        self.ships: list[list[int]] = source["ships"]
        self.attacker: int = source["attacker"]
        self.hold: int = source["hold"]
        self.insystemers: int = source["insystemers"]
        self.troops: int = source.get("troops", 0)


class Ready:
    """A ready set-up of carriers and troops, or a formation of a tactical battle (data/setups.toml)."""

    def __init__(self, source: dict[str, Any]) -> None:
        self.key: str = source["key"]
        self.at: list[int] = source["at"] if "troops" in source else []  # by carrier
        self.troops: list[int] = source.get("troops", [])
        self.hexes: list[int] = [hex_at(q, r) for q, r in source["at"]] if "at" in source and "troops" not in source else []
        self.speed: int = source.get("speed", 0)


class ReadyMade:
    """What is offered as one choice at the set-up of fleets and battles."""

    def __init__(self, source: dict[str, Any]) -> None:
        self.fleets: list[Ready] = [Ready(one) for one in source["fleet"]]
        self.defences: list[Ready] = [Ready(one) for one in source["defence"]]
        self.assaults: list[Ready] = [Ready(one) for one in source["assault"]]


class Book:
    """Everything fixed before a match, its options included."""

    def __init__(
        self,
        board: dict[str, Any],
        fleets: dict[str, Any],
        rules: dict[str, Any],
        tactics: dict[str, Any],
        ready: dict[str, Any],
        lines: Lines,
        settings: Settings,
    ) -> None:
        self.settings = settings
        self.ready = ReadyMade(ready)
        self.lines = lines
        self.read_map(board)
        self.read_fleets(fleets, rules, tactics)
        self.read_rules(rules)
        self.read_tactics(tactics)
        self.scenario: Scenario | None = None

    def read_map(self, board: dict[str, Any]) -> None:
        self.kind: list[int] = [PLAIN] * POINTS
        self.x: list[int] = [0] * POINTS
        self.y: list[int] = [0] * POINTS
        self.repair_seat: list[int] = [-1] * POINTS
        self.repair_limit: list[int] = [0] * POINTS
        self.repair_once: list[int] = [0] * POINTS  # the limit is per game
        for source in board["point"]:
            number: int = source["number"]
            self.kind[number] = KINDS[source["kind"]]
            self.x[number] = source["x"]
            self.y[number] = source["y"]
            if "repair" in source:
                self.repair_seat[number] = source["repair"][0]
                self.repair_limit[number] = source["repair"][1]
                self.repair_once[number] = source["repair"][2]
        self.stations: list[int] = [p for p in range(1, POINTS) if self.kind[p] != PLAIN]
        self.station_mask = 0  # the same, as a mask
        for point in self.stations:
            self.station_mask |= 1 << point
        self.roads: list[list[list[int]]] = []  # by seat and point: points one jump away, ascending (2.2, 2.3)
        for forbidden in ("union", "fleet"):
            roads: list[list[int]] = [[] for _ in range(POINTS)]
            for kind, pairs in board["routes"].items():
                if kind != forbidden:
                    for a, b in pairs:
                        roads[a].append(b)
                        roads[b].append(a)
            self.roads.append([sorted(found) for found in roads])
        self.hops: list[list[list[Action]]] = []  # the same, as actions
        for by_point in self.roads:
            hops: list[list[Action]] = []
            for ends in by_point:
                hops.append([(JUMP, to) for to in ends])
            self.hops.append(hops)
        self.jumps: list[list[list[int]]] = [measure(roads) for roads in self.roads]  # by seat, from, to

    def read_fleets(self, fleets: dict[str, Any], rules: dict[str, Any], tactics: dict[str, Any]) -> None:
        self.attack: list[int] = [0] * (2 * UNITS)  # by 2 * counter + side shown
        self.control: list[int] = [0] * UNITS
        self.defence: list[int] = [0] * UNITS
        self.single: list[int] = [0] * UNITS  # has no back
        self.berths: list[int] = [0] * SHIPS
        self.worth: list[int] = [0] * SHIPS
        self.ship_class: list[str] = []
        self.burn: list[int] = [0] * UNITS
        self.overload: list[int] = [0] * UNITS
        self.dump: list[int] = [0] * UNITS
        self.hull: list[int] = [0] * UNITS
        self.tank: list[int] = [0] * UNITS
        self.rider_home: list[int] = []
        ships = fleets["ship"]
        assert len(ships) == SHIPS and sum(1 for s in ships if s["seat"] == FLEET) == CARRIERS and ships[FIRST_DART]["class"] == "DART"
        for ship in range(SHIPS):
            source = ships[ship]
            self.counter(ship, source["front"], source["back"], tactics["class"][source["class"]])
            self.berths[ship] = source["riders"]
            self.worth[ship] = source["worth"]
            self.ship_class.append(source["class"])
            self.rider_home += [ship] * self.berths[ship]
        assert len(self.rider_home) == RIDERS
        for rider in range(RIDERS):
            seat = FLEET if rider < FLEET_RIDERS else UNION
            combat = rules["combat"]
            self.counter(RIDER + rider, combat["rider_front"][seat], combat["rider_back"][seat], tactics["class"]["RIDER"])
        self.counter(STATION, [0, 0, rules["combat"]["station_defence"]], [], [0, 0, 0, tactics["station_hull"], 0])
        for unit in range(HAULER, UNITS):
            self.counter(unit, tactics["insystemer"], [], tactics["class"]["INSYSTEMER"])

    def counter(self, unit: int, front: list[int], back: list[int], build: list[int]) -> None:
        self.attack[2 * unit] = front[0]
        self.control[unit] = front[1]
        self.defence[unit] = front[2]
        if back:
            self.attack[2 * unit + 1] = back[0]
        else:
            self.single[unit] = 1
        self.burn[unit] = build[0]
        self.overload[unit] = build[1]
        self.dump[unit] = build[2]
        self.hull[unit] = build[3]
        self.tank[unit] = build[4]

    def read_rules(self, rules: dict[str, Any]) -> None:
        combat, worth = rules["combat"], rules["worth"]
        self.troops: int = rules["troops"]
        self.starts: list[int] = rules["start_points"]
        self.base: int = rules["capital"]
        self.longest_plot: int = rules["longest_plot"]
        self.initiative_dice: list[int] = rules["initiative_dice"]
        self.initiative_bonus: list[int] = rules["initiative_bonus"]
        self.troop_killers: int = rules["troop_killers"]
        self.earth_garrison: int = worth["earth_garrison"]
        self.union_carrier: int = worth["union_carrier"]
        self.union_troops: int = worth["union_troops"]
        self.capital_garrison: int = worth["capital_garrison"]
        self.union_free: int = worth["union_free"]
        self.troop_kill: int = worth["troop_kill"]
        self.station_penalty: int = worth["station_penalty"]
        self.range_effect: list[int] = combat["range"]
        self.concentration: list[int] = combat["concentration"]
        self.evasion: int = combat["evasion"]
        self.busy: int = combat["busy"]
        self.rounds: int = combat["rounds"]
        self.dart_bonus: int = combat["dart_bonus"]
        self.arrival_bonus: int = combat["arrival_bonus"]
        self.station_limit: int = combat["station_hits"]

    def read_tactics(self, tactics: dict[str, Any]) -> None:
        self.t_station: list[int] = tactics["station_at"]
        self.t_zone: int = tactics["defender_zone"]
        self.t_entry: int = tactics["entry_speed"]
        self.t_spacing: int = tactics["spacing"]
        self.t_fleet_bonus: int = tactics["fleet_bonus"]
        self.t_dart_bonus: int = tactics["dart_bonus"]
        self.t_turns: int = tactics["turns"]
        self.t_reach: int = tactics["reach"]
        self.t_base: int = tactics["base"]
        self.t_drift: int = tactics["free_drift"]
        self.t_light: int = tactics["light_penalty"]
        self.t_step: int = tactics["hits_step"]
        self.t_most: int = tactics["hits_most"]
        self.t_control: int = tactics["control"]
        self.t_jump_speed: int = tactics["jump_speed"]
        self.t_jump_distance: int = tactics["jump_distance"]
        self.t_recover: int = tactics["recover_reach"]
        self.t_rescue: int = tactics["rescue_turns"]
        self.t_volley: int = tactics["volley_hits"]
        if self.settings.tactical:
            self.station_limit = tactics["station_hull"]


def measure(roads: list[list[int]]) -> list[list[int]]:
    """The number of jumps between any two points; 99 where there is no way."""
    found: list[list[int]] = []
    for start in range(POINTS):
        jumps = [99] * POINTS
        jumps[start] = 0
        wave = [start]
        for point in wave:
            for to in roads[point]:
                if jumps[to] == 99:
                    jumps[to] = jumps[point] + 1
                    wave.append(to)
        found.append(jumps)
    return found
