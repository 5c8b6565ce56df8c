"""The card of LEADERS."""

from __future__ import annotations

from sandtable.core.game import Draw, Game
from sandtable.games.leaders.game import Leaders
from sandtable.games.leaders.rules.common import Terms
from sandtable.games.leaders.state import LeadersBox, LeadersHand, LeadersTable
from sandtable.games.leaders.verbs import EVENTS, VERBS
from sandtable.games.leaders.world import VALUES_DATA, WORLD, Scenario, Values, fixed_start
from sandtable.kit.card import Bot, Card, Option, Options

LeadersGame = Game[LeadersTable, LeadersHand, LeadersBox]


class LeadersCard(Card[LeadersTable, LeadersHand, LeadersBox]):
    name = "leaders"

    def __init__(self) -> None:
        super().__init__()
        self.seats = [2, 3, 4, 5, 6]
        self.verbs = VERBS
        self.events = EVENTS
        self.bots = ["greedy"]
        self.options = [
            Option("mode", "choice", "board", choices=["board", "companion"]),
            Option("scenario", "choice", "free", choices=["free", "quick", "blocks", "home", "custom"]),
            Option("nations", "choice", "free", choices=["free", "blocks", "fixed"]),
            Option("start", "choice", "free", choices=["free", "home", "fixed"]),
            Option("goal_points", "number", 0, 0, 188),
            Option("goal_research", "number", 0, 0, 3),
            Option("goal_badges", "number", 0, 0, 7),
            Option("timer", "choice", "off", choices=["off", "30", "40", "60", "90", "120"]),
            Option("skills", "flag", 1),
            Option("deck", "choice", "text", choices=["text", "extended"]),
            Option("numbers", "choice", "text", choices=["text", "scaled"]),
            Option("catch_up", "number", 0, 0, 6),
            Option("defence_raise", "flag", 1),
            Option("rounds", "number", 60, 0, 500),
            Option("names", "text", ""),
        ]

    def build(self, seats: int, options: Options) -> LeadersGame:
        values = Values(VALUES_DATA, seats)
        scenario = Scenario(VALUES_DATA["scenario"][str(options["scenario"])], values)
        if options["scenario"] == "custom":  # 2.2
            scenario.nations = str(options["nations"])
            scenario.start = str(options["start"])
            scenario.goal_points = int(options["goal_points"]) or scenario.goal_points
            scenario.goal_research = int(options["goal_research"]) or scenario.goal_research
            scenario.goal_badges = int(options["goal_badges"]) or scenario.goal_badges
        terms = Terms(seats, WORLD, values, scenario)
        terms.companion = options["mode"] == "companion"
        terms.skills = options["skills"] == 1
        terms.defence_raise = options["defence_raise"] == 1
        terms.rounds = int(options["rounds"])
        terms.catch_up = int(options["catch_up"])
        terms.timer = 0 if options["timer"] == "off" else int(options["timer"])
        names = [name.strip() for name in str(options["names"]).split(",")]
        terms.names = [names[seat] if seat < len(names) else "" for seat in range(seats)]
        terms.starts = [fixed_start(seats, seat) for seat in range(seats)]
        terms.homes = [WORLD.keys.index(key) for key in values.home_keys]
        for mission in range(len(values.limit)):
            if values.in_text[mission] or options["deck"] == "extended":
                terms.decks[values.category[mission]] |= 1 << mission
        if options["numbers"] == "scaled":  # 10.19
            terms.units_goal, terms.savings_goal, terms.income_goal = values.scaled[0], values.scaled[1], values.scaled[2]
        return Leaders(terms)


CARD = LeadersCard()
