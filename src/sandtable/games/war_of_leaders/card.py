"""The card of War of Leaders: options, words, drawing, positions, bot."""

from __future__ import annotations

from sandtable.core.game import Action, Box, Draw, Game
from sandtable.games.war_of_leaders.bot import Marshal
from sandtable.games.war_of_leaders.doctor import examine, inspect
from sandtable.games.war_of_leaders.facts import facts_of
from sandtable.games.war_of_leaders.game import WarOfLeaders
from sandtable.games.war_of_leaders.look import answer
from sandtable.games.war_of_leaders.odds import odds_of
from sandtable.games.war_of_leaders.position import place_line
from sandtable.games.war_of_leaders.rules.talk import MOST_OFFERS
from sandtable.games.war_of_leaders.setup import BLOCKING, ORDERS, PLACEMENTS, WALLS, Rules, read_rules, scenario_names
from sandtable.games.war_of_leaders.standing import standing_of
from sandtable.games.war_of_leaders.state import (
    AIM,
    BUILD,
    CHOOSE,
    CORNER,
    DECLARE,
    PLACE,
    PLANT,
    THROW,
    LeadersHand,
    LeadersState,
    LeadersTable,
)
from sandtable.games.war_of_leaders.text import draw_table
from sandtable.games.war_of_leaders.verbs import EVENTS, VERBS
from sandtable.games.war_of_leaders.words import value_of, word_of
from sandtable.kit.card import Bot, Card, Chance, Fact, Option, Options, Remark
from sandtable.kit.reasons import Measure

LeadersGame = Game[LeadersTable, LeadersHand, Box]


class LeadersCard(Card[LeadersTable, LeadersHand, Box]):
    name = "war_of_leaders"

    def __init__(self) -> None:
        super().__init__()
        self.seats = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
        self.options = [
            Option("scenario", "choice", "standard", choices=scenario_names()),
            Option("sheet", "text", ""),
            Option("unit", "choice", "cm", choices=["cm", "inch"]),
            Option("factor", "number", 3, 1, 20),
            Option("width", "number", 0, 0, 16000),
            Option("height", "number", 0, 0, 16000),
            Option("radius", "number", 0, 0, 2000),
            Option("order", "choice", "throw", choices=ORDERS),
            Option("placement", "choice", "open", choices=PLACEMENTS),
            Option("obstacles", "choice", "ready", choices=WALLS),
            Option("count", "number", 12, 0, 60),
            Option("seed", "number", 1, 0, 1_000_000_000),
            Option("point", "choice", "centre", choices=["centre", "players"]),
            Option("blocking", "choice", "enemies", choices=BLOCKING),
            Option("directions", "choice", "any", choices=["any", "eight"]),
            Option("scatter", "flag", 0),
            Option("rally", "flag", 0),
            Option("screens", "flag", 0),
            Option("remains", "flag", 0),
            Option("hold", "flag", 0),
            Option("rounds", "number", 100, 0, 1000),
            Option("negotiation", "flag", 0),
            Option("fog", "flag", 0),
        ]
        self.verbs = VERBS
        self.events = EVENTS
        self.bots = ["greedy"]

    def build(self, seats: int, options: Options) -> LeadersGame:
        return WarOfLeaders(read_rules(seats, options))

    def trials(self) -> list[tuple[int, Options]]:
        """Every option at work; short matches, for random play seldom finds the Point."""
        return [
            (2, {"rounds": 8}),
            (4, {"rounds": 3, "obstacles": "seeded", "placement": "secret", "order": "lot"}),
            (3, {"rounds": 5, "negotiation": 1, "placement": "ready", "order": "fixed", "hold": 1, "factor": 6}),
            (2, {"rounds": 6, "scenario": "gates", "fog": 1, "order": "fixed", "factor": 6, "hold": 1, "remains": 1}),
            (2, {"rounds": 10, "point": "players", "obstacles": "players", "count": 4, "scatter": 1, "rally": 1, "factor": 8}),
            (3, {"rounds": 10, "scenario": "skirmish", "width": 700, "height": 700, "obstacles": "none", "factor": 5, "screens": 1}),
            (5, {"rounds": 3, "blocking": "all", "directions": "eight", "placement": "ready", "order": "lot", "unit": "inch", "factor": 2}),
        ]

    def first_game(self) -> tuple[int, Options]:
        return 2, {"placement": "ready", "order": "fixed", "factor": 5, "rounds": 30}

    def bot(self, name: str, game: LeadersGame, seat: int, draw: Draw) -> Bot[LeadersTable, LeadersHand, Box]:
        assert isinstance(game, WarOfLeaders)
        return Marshal(game, seat, draw)

    def breadth(self, game: LeadersGame) -> int:
        """10.2, 10.8: offers to everybody about everybody, and signals; a private deal that a hand remembers is as long as two."""
        rules = self.rules_of(game)
        if not rules.negotiation:
            return 0
        others = rules.seats - 1
        groups = others + 1 if others > 1 else 1
        offers = 2 * others * (len(rules.offered_terms) * others + 1)
        deals = 2 * MOST_OFFERS * others
        return offers + groups * rules.phrases * rules.seats + 2 * deals

    def rules_of(self, game: LeadersGame) -> Rules:
        assert isinstance(game, WarOfLeaders)
        return game.rules

    # words -----------------------------------------------------------------------------------------

    def word(self, game: LeadersGame, table: LeadersTable, kind: str, value: int) -> str:
        return word_of(self.rules_of(game), kind, value)

    def value(self, game: LeadersGame, table: LeadersTable, kind: str, word: str) -> int:
        return value_of(self.rules_of(game), kind, word)

    def pattern(self, kind: str) -> str:
        return "bits seat" if kind == "group" else "turn 4096" if kind == "angle" else ""

    def prompt(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand) -> str:
        return self.question(table)[0]

    def paragraph(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand) -> str:
        return self.question(table)[1]

    def question(self, table: LeadersTable) -> tuple[str, str]:
        frame = table.stack[-1]
        if frame.proc == THROW:
            return "throw", "2.1"
        if frame.proc == CORNER:
            return "corner", "2.4"
        if frame.proc == PLANT:
            return "plant", "3.1"
        if frame.proc == BUILD:
            return "build", "3.5"
        if frame.proc == PLACE:
            return "place", "4.1"
        if frame.step == DECLARE:
            return "declare", "5.1"
        if frame.step == CHOOSE:
            return "choose", "5.4"
        if frame.step == AIM:
            return "aim", "8.1"
        return "direct", "6.2"

    def odds(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand, action: Action) -> list[Chance]:
        return odds_of(self.rules_of(game), table, hand, action)

    def facts(self, game: LeadersGame, state: LeadersState, seat: int) -> list[Fact]:
        return facts_of(self.rules_of(game), state, seat)

    def standing(self, game: LeadersGame, state: LeadersState, seat: int) -> list[Measure]:
        return standing_of(self.rules_of(game), state, seat)

    def draw(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand | None) -> str:
        return draw_table(self.rules_of(game), table, hand)

    # tools -----------------------------------------------------------------------------------------

    def place(self, game: LeadersGame, state: LeadersState, line: str) -> None:
        place_line(self.rules_of(game), state, line)

    def look(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand | None, query: str) -> str:
        return answer(self.rules_of(game), table, hand, query)

    def doctor(self, source: str) -> list[Remark]:
        return examine(source)

    def inspect(self, seats: int, options: Options) -> list[Remark]:
        return inspect(seats, options)


CARD = LeadersCard()
