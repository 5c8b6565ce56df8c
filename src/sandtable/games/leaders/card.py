"""The card of LEADERS: options, words, prompts, positions, drawing, bots."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action, Draw, Game
from sandtable.games.leaders import position
from sandtable.games.leaders.bot import Strategist
from sandtable.games.leaders.doctor import examine, read_sheet, refused
from sandtable.games.leaders.endings import COVERED, STANDINGS, ending_of, span_of
from sandtable.games.leaders.facts import facts_of
from sandtable.games.leaders.game import Leaders
from sandtable.games.leaders.gestures import gestures_of, length_of, subjects_of
from sandtable.games.leaders.lists import ROADS, close_roads, dealt, read_goals, read_nations, read_start
from sandtable.games.leaders.odds import odds_of
from sandtable.games.leaders.rules.common import Terms
from sandtable.games.leaders.shorthand import read_gesture
from sandtable.games.leaders.standing import standing_of
from sandtable.games.leaders.state import FIGHT, LeadersBox, LeadersHand, LeadersState, LeadersTable
from sandtable.games.leaders.text import PAGES, draw_page, draw_table
from sandtable.games.leaders.verbs import EVENTS, VERBS
from sandtable.games.leaders.words import Words
from sandtable.games.leaders.world import VALUES_DATA, WORLD, Scenario, Values, fixed_start
from sandtable.kit.card import Bot, Card, Chance, Ending, Fact, Gesture, Option, Options, Remark
from sandtable.kit.reasons import Measure

LeadersGame = Game[LeadersTable, LeadersHand, LeadersBox]

# by procedure (state.py): message key of its question, paragraph that governs it
PROMPTS = ["colour", "nation", "take", "wait", "ready", "points", "keep", "wait", "remove"]
PROMPTS += ["events", "board", "place", "move", "defend", "fights", "fight", "office", "wait"]
PARAGRAPHS = ["2.3", "2.4", "2.7", "2.16", "12.1", "12.2", "3.3", "8.21", "4.3"]
PARAGRAPHS += ["4.1", "12.4", "5.1", "5.5", "6.1", "7.1", "7.3", "8.1", "3.1"]
# by step of a fight (rules/battle.py)
FIGHT_PROMPTS = ["stay", "stay", "wait", "reroll", "reroll", "lose", "lose", "wait", "lose", "lose"]
FIGHT_PARAGRAPHS = ["7.3", "7.3", "7.6", "7.8", "7.8", "7.10", "7.10", "7.12", "7.4", "7.4"]

# own games for the trials: three uneven powers with garrisons, fleets and free land between them; a duel
OWN: Final[Options] = {"scenario": "custom", "nations": "fixed", "start": "fixed"}
COLD_WAR: Final = (
    "p1 east_coast 3 1 0, p1 midwest, p1 west_coast 1 0 1, p1 north_pacific 2 0 0, p1 camp 3 1 0, p2 western_russia 2 2 0, p2 siberia,"
    " p2 central_asia, p2 eastern_europe 2 0 0, p3 china 4 0 0, p3 mongolia, p3 manchuria, p3 camp 5 0 1"
)
DUEL: Final = "p1 brazil 2 0 0, p1 venezuela, p1 southern_cone, p2 queensland, p2 western_australia 2 0 0, p2 camp 2 1 0"


class LeadersCard(Card[LeadersTable, LeadersHand, LeadersBox]):
    name = "leaders"

    def __init__(self) -> None:
        super().__init__()
        self.rank = 3
        self.shown = "own"
        self.players_option = "names"
        self.seats = [2, 3, 4, 5, 6]
        self.words = Words(WORLD, Values(VALUES_DATA, 2))
        self.verbs = VERBS
        self.events = EVENTS
        self.bots = ["greedy"]
        self.history = {"thrown hits": "dice fall openly, and only what they bring stays", "taken": "who took what first is forgotten"}
        self.pages = PAGES
        self.short = ["2I germany", "3I 1T germany france", "4I, 2 hire, give"]
        self.covered = COVERED
        self.standings = STANDINGS
        self.confirmed = ["ready", "board"]  # 12.4: somebody has done it at the physical table
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
            Option("catch_up", "number", 0, -1, 6),
            Option("deal", "choice", "off", choices=["off", "rest", "all"]),
            Option("defence_raise", "number", 1, 0, 2),
            Option("category_lock", "flag", 0),
            Option("rounds", "number", 0, 0, 500),
            Option("names", "text", ""),
            Option("nation_list", "text", ""),
            Option("start_list", "text", ""),
            Option("goal_list", "text", ""),
            Option("roads", "choice", "all", choices=ROADS),
        ]
        self.bounds = {"rounds": 60}  # 3.8

    def build(self, seats: int, options: Options) -> LeadersGame:
        values = Values(VALUES_DATA, seats)
        terms = agreed(seats, values, options)
        terms.companion = options["mode"] == "companion"
        terms.skills = options["skills"] == 1
        terms.defence_raise = int(options["defence_raise"])
        terms.category_lock = options["category_lock"] == 1
        terms.rounds = int(options["rounds"])
        terms.catch_up = int(options["catch_up"]) if int(options["catch_up"]) >= 0 else terms.scenario.catch_up
        terms.dealt_after = {"off": -1, "rest": values.deal_after, "all": 0}[str(options["deal"])]
        terms.timer = 0 if options["timer"] == "off" else int(options["timer"])
        names = [name.strip() for name in str(options["names"]).split(",")]
        terms.names = [names[seat] if seat < len(names) else "" for seat in range(seats)]
        terms.homes = [WORLD.keys.index(key) for key in values.home_keys]
        for mission in range(len(values.limit)):
            if values.in_text[mission] or options["deck"] == "extended":
                terms.decks[values.category[mission]] |= 1 << mission
        if options["numbers"] == "scaled":  # 10.19
            terms.units_goal, terms.savings_goal, terms.income_goal = values.scaled[0], values.scaled[1], values.scaled[2]
        return Leaders(terms)

    def trials(self) -> list[tuple[int, Options]]:
        return [
            (2, {"rounds": 60}),
            (3, {"deck": "extended", "rounds": 12, "category_lock": 1}),
            (4, {"scenario": "blocks", "numbers": "scaled", "rounds": 15, "deal": "all"}),
            (5, {"scenario": "quick", "skills": 0, "timer": "40", "defence_raise": 2, "rounds": 60}),
            (6, {"scenario": "home", "deck": "extended", "numbers": "scaled", "rounds": 10, "deal": "rest"}),
            (3, {**OWN, "goal_points": 70, "goal_badges": 2, "defence_raise": 0, "rounds": 60}),
            (4, {"mode": "companion", "deck": "extended", "rounds": 20}),
            (2, {"mode": "companion", "scenario": "quick", "catch_up": 2, "rounds": 60}),
            (3, {**OWN, "start_list": COLD_WAR, "nation_list": "usa, ussr, china", "goal_list": "60, 60, 45", "rounds": 12}),
            (2, {**OWN, "start_list": DUEL, "roads": "research-badges", "goal_research": 1, "mode": "companion", "rounds": 15}),
        ]

    def first_game(self) -> tuple[int, Options]:
        return 2, {"scenario": "quick", "rounds": 8, "catch_up": -1}

    def bot(self, name: str, game: LeadersGame, seat: int, draw: Draw) -> Bot[LeadersTable, LeadersHand, LeadersBox]:
        assert isinstance(game, Leaders)
        return Strategist(game, seat, draw)

    def word(self, game: LeadersGame, table: LeadersTable, kind: str, value: int) -> str:
        return self.words.write(kind, value)

    def value(self, game: LeadersGame, table: LeadersTable, kind: str, word: str) -> int:
        return self.words.read(kind, word)

    def prompt(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand) -> str:
        top = table.stack[-1]
        if top.proc == FIGHT:
            return FIGHT_PROMPTS[top.step]
        if PROMPTS[top.proc] == "defend" and top.regs[1] > 0:
            return "help"
        return PROMPTS[top.proc]

    def paragraph(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand) -> str:
        top = table.stack[-1]
        return FIGHT_PARAGRAPHS[top.step] if top.proc == FIGHT else PARAGRAPHS[top.proc]

    def ending(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand, action: Action) -> Ending | None:
        assert isinstance(game, Leaders)
        return ending_of(game.terms, table, hand, action)

    def span(self, game: LeadersGame, table: LeadersTable, prompt: str) -> int:
        return span_of(table, prompt)

    def subjects(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand) -> list[tuple[str, int]]:
        assert isinstance(game, Leaders)
        return subjects_of(game, table, hand)

    def gestures(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand, kind: str, value: int) -> list[Gesture]:
        assert isinstance(game, Leaders)
        return gestures_of(game, table, hand, kind, value)

    def gesture_length(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand, actions: list[Action]) -> int:
        return length_of(actions)

    def read_gesture(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand, text: str) -> Gesture | None:
        assert isinstance(game, Leaders)
        return read_gesture(game, self.words, table, hand, text)

    def odds(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand, action: Action) -> list[Chance]:
        assert isinstance(game, Leaders)
        return odds_of(game.terms, table, hand, action)

    def facts(self, game: LeadersGame, state: LeadersState, seat: int) -> list[Fact]:
        return facts_of(state, seat)

    def standing(self, game: LeadersGame, state: LeadersState, seat: int) -> list[Measure]:
        assert isinstance(game, Leaders)
        return standing_of(game.terms, state, seat)

    def draw(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand | None) -> str:
        assert isinstance(game, Leaders)
        return draw_table(game.terms, self.words, table, hand)

    def page(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand | None, topic: str, words: list[str]) -> str:
        assert isinstance(game, Leaders)
        return draw_page(game.terms, self.words, table, hand, topic, words)

    def place(self, game: LeadersGame, state: LeadersState, line: str) -> None:
        assert isinstance(game, Leaders)
        position.place(game.terms, self.words, state, line)

    def look(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand | None, query: str) -> str:
        assert isinstance(game, Leaders)
        return position.look(game.terms, self.words, table, hand, query)

    def doctor(self, source: str) -> list[Remark]:
        try:
            seats, options = read_sheet(source, {option.key: option.default for option in self.options})
        except ValueError as error:
            return [refused(error)]
        if seats not in self.seats:
            return [refused(ValueError("LEADERS is played by 2 to 6 players, not " + str(seats)))]
        return self.inspect(seats, options)

    def inspect(self, seats: int, options: Options) -> list[Remark]:
        try:
            game = self.build(seats, options)
        except ValueError as error:
            return [refused(error)]
        assert isinstance(game, Leaders)
        return examine(game.terms, options)


def agreed(seats: int, values: Values, options: Options) -> Terms:
    """2.1, 2.2, 2.17-2.20: the scenario; an own game is as its author has set it."""
    scenario = Scenario(VALUES_DATA["scenario"][str(options["scenario"])], values)
    terms = Terms(seats, WORLD, values, scenario)
    terms.nations = values.fixed_nations
    terms.start = dealt([fixed_start(seats, seat) for seat in range(seats)])
    own = options["scenario"] == "custom"
    if own:
        scenario.nations = str(options["nations"])
        scenario.start = str(options["start"])
        scenario.goal_points = int(options["goal_points"]) or scenario.goal_points
        scenario.goal_research = int(options["goal_research"]) or scenario.goal_research
        scenario.goal_badges = int(options["goal_badges"]) or scenario.goal_badges
        if scenario.nations == "fixed" and str(options["nation_list"]).strip():
            terms.nations = read_nations(str(options["nation_list"]), seats, values)
        if scenario.start == "fixed" and str(options["start_list"]).strip():
            terms.start = read_start(str(options["start_list"]), seats, WORLD)
    scenario.points_by_seat = read_goals(str(options["goal_list"]) if own else "", seats, scenario.goal_points)
    if own:
        close_roads(scenario, str(options["roads"]))
    return terms


CARD = LeadersCard()
