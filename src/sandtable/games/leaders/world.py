"""The map and the numbers of data/, read once."""

from __future__ import annotations

from typing import Any

from sandtable.games.leaders.state import LAND, PLACES
from sandtable.kit.data import read_toml

PACKAGE = "sandtable.games.leaders"
CATEGORIES = ["military", "strategic", "special"]
BLOCKS = ["capitalist", "neutral", "communist"]


class World:
    """Territories 0..41, sea fields 42..47; masks have a bit per place."""

    def __init__(self, data: dict[str, Any]) -> None:
        territories: list[Any] = data["territory"]
        seas: list[Any] = data["sea"]
        continents: list[Any] = data["continent"]
        self.keys: list[str] = [str(t["key"]) for t in territories] + [str(s["key"]) for s in seas]
        self.continent_keys: list[str] = [str(c["key"]) for c in continents]
        self.bonus: list[int] = [int(c["bonus"]) for c in continents]
        self.points: list[int] = [int(t["points"]) for t in territories]
        self.continent: list[int] = [self.continent_keys.index(t["continent"]) for t in territories]
        self.members: list[list[int]] = [[t for t in range(LAND) if self.continent[t] == c] for c in range(len(continents))]
        self.at: list[list[int]] = [[int(t["at"][0]), int(t["at"][1])] for t in territories + seas]
        self.land: list[list[int]] = [[] for _ in range(LAND)]  # neighbours over land and dotted lines
        self.near: list[list[int]] = [[] for _ in range(PLACES)]  # and over anchors
        self.seaway: list[int] = [0] * PLACES  # neighbours over dotted lines and anchors
        for t in range(LAND):
            row = territories[t]
            self.land[t] = sorted([self.keys.index(key) for key in row["land"] + row["dotted"]])
            for key in row["dotted"] + row["anchors"]:
                self.seaway[t] |= 1 << self.keys.index(key)
            anchors = sorted([self.keys.index(key) for key in row["anchors"]])
            self.near[t] = self.land[t] + anchors
            for sea in anchors:
                self.near[sea].append(t)
                self.seaway[sea] |= 1 << t


class Values:
    """The numbers for one count of players (1.6)."""

    def __init__(self, data: dict[str, Any], seats: int) -> None:
        own: dict[str, Any] = data["players" + str(seats)]
        self.unit_cost: list[int] = list(own["unit_cost"])
        self.unit_time: list[int] = list(data["unit_time"])
        self.research_cost: list[list[int]] = [list(row) for row in own["research_cost"]]
        self.research_time: list[int] = list(data["research_time"])
        self.economy: list[int] = list(own["economy"])
        self.germany: int = int(own["germany"])
        self.agent_cost: list[int] = [int(own["diplomat"]), int(own["spy"])]
        self.agent_max: int = int(data["agent_max"])
        self.deal_after: int = int(data["deal_after"])
        self.sabotage: int = int(own["sabotage"])
        self.boycott_least: int = int(own["boycott_least"])
        self.boycott_percent: int = int(data["boycott_percent"])
        self.technology_percent: int = int(data["technology_percent"])
        self.success: list[int] = list(data["success"])
        self.technology_shift: int = int(data["technology_shift"])
        self.ussr_shift: int = int(data["ussr_shift"])
        self.success_low: int = int(data["success_low"])
        self.success_high: int = int(data["success_high"])
        self.dice: list[list[int]] = [list(row) for row in data["dice"]]
        self.dice_max: int = int(data["dice_max"])
        self.goals: dict[str, int] = {"free": int(own["goal_free"]), "quick": int(own["goal_quick"])}
        self.catch_up: dict[str, int] = {"free": int(own["catch_up"][0]), "quick": int(own["catch_up"][1])}
        self.scaled: list[int] = list(own["scaled"])
        self.quota: list[int] = list(own["blocks"])
        self.fixed_nations: list[int] = []
        nations: list[Any] = data["nation"]
        self.nation_keys: list[str] = [str(n["key"]) for n in nations]
        self.block: list[int] = [BLOCKS.index(n["block"]) for n in nations]
        self.home_keys: list[str] = [str(n["home"]) for n in nations]
        for key in data["fixed_nations"]["players" + str(seats)]:
            self.fixed_nations.append(self.nation_keys.index(key))
        missions: list[Any] = data["mission"]
        self.mission_keys: list[str] = [str(m["key"]) for m in missions]
        self.category: list[int] = [CATEGORIES.index(m["category"]) for m in missions]
        self.limit: list[int] = [int(m["limit"]) for m in missions]
        self.in_text: list[int] = [int(m["text"]) for m in missions]


class Scenario:
    """What 2.1 and 2.2 leave to be played by."""

    def __init__(self, row: dict[str, Any], values: Values) -> None:
        self.nations: str = str(row["nations"])
        self.start: str = str(row["start"])
        self.goal_points: int = values.goals[str(row["goal"])]
        self.catch_up: int = values.catch_up[str(row["goal"])]  # 2.13, measured
        self.points_by_seat: list[int] = []  # 2.19: filled when all is settled
        self.goal_research: int = int(row["research"])
        self.goal_badges: int = int(row["badges"])


WORLD = World(read_toml(PACKAGE, "data/world.toml"))
VALUES_DATA: dict[str, Any] = read_toml(PACKAGE, "data/values.toml")
STARTS_DATA: dict[str, Any] = read_toml(PACKAGE, "data/starts.toml")


def fixed_start(seats: int, seat: int) -> list[int]:
    """2.10: the territories dealt to a seat."""
    return [WORLD.keys.index(key) for key in STARTS_DATA["players" + str(seats)]["seat" + str(seat + 1)]]
