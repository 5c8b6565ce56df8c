"""How people write the operands of LEADERS."""

from __future__ import annotations

from sandtable.games.leaders.world import CATEGORIES, Values, World

UNITS = ["infantry", "tank", "plane"]
TROOPS = ["infantry", "tank", "plane", "infantry", "tanks", "planes"]  # one of a kind, then several
AREAS = ["military", "technology", "economy"]
COLOUR_NAMES = ["red", "blue", "green", "yellow", "black", "white"]
ACTIONS = ["boycott", "espionage", "sabotage"]
ANSWERS = ["declined", "accepted", "dissolved"]
WAYS = ["undecided", "by-points", "by-research", "by-honour", "by-survival", "by-rounds"]
BADGES = ["none", "commendation", "bronze-star", "silver-star", "gold-star", "cross-of-merit", "grand-cross", "leader"]
TASKS = ["take-dealt", "take-chosen", "take-from-home", "withdraw-units", "order-and-fight", "remove-units"]


class Words:
    """Names in their order, by kind of operand."""

    def __init__(self, world: World, values: Values) -> None:
        self.lists: dict[str, list[str]] = {
            "place": world.keys,
            "continent": world.continent_keys,
            "nation": values.nation_keys,
            "mission": values.mission_keys,
            "unit": UNITS,
            "troop": TROOPS,
            "area": AREAS,
            "colour": COLOUR_NAMES,
            "action": ACTIONS,
            "answer": ANSWERS,
            "way": WAYS,
            "badge": BADGES,
            "task": TASKS,
            "category": CATEGORIES,
            "seat": ["p" + str(seat + 1) for seat in range(6)],
        }

    def write(self, kind: str, value: int) -> str:
        if kind in self.lists and 0 <= value < len(self.lists[kind]):
            return self.lists[kind][value]
        return str(value + 1 if kind == "die" else value)

    def read(self, kind: str, word: str) -> int:
        if kind in self.lists:
            return self.lists[kind].index(word)
        return int(word) - 1 if kind == "die" else int(word)
