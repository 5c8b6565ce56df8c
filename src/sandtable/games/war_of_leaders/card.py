"""The card of War of Leaders: options, words, drawing, positions, bot."""

from __future__ import annotations

from sandtable.core.game import Action, Box, Draw, Game
from sandtable.games.war_of_leaders.bot import Marshal
from sandtable.games.war_of_leaders.doctor import examine, inspect
from sandtable.games.war_of_leaders.endings import ending_of
from sandtable.games.war_of_leaders.facts import facts_of
from sandtable.games.war_of_leaders.game import WarOfLeaders
from sandtable.games.war_of_leaders.gestures import gestures_of, length_of, subjects_of
from sandtable.games.war_of_leaders.look import answer
from sandtable.games.war_of_leaders.odds import odds_of
from sandtable.games.war_of_leaders.position import place_line
from sandtable.games.war_of_leaders.rules.talk import MOST_OFFERS
from sandtable.games.war_of_leaders.setup import BLOCKING, ORDERS, PLACEMENTS, SQUADS, WALLS, Rules
from sandtable.games.war_of_leaders.sheet import read_rules, scenario_names
from sandtable.games.war_of_leaders.short import read
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
from sandtable.games.war_of_leaders.text import PAGES, draw_page, draw_table
from sandtable.games.war_of_leaders.verbs import DECLINE, EVENTS, VERBS
from sandtable.games.war_of_leaders.words import value_of, word_of
from sandtable.kit.card import Bot, Card, Chance, Ending, Fact, Gesture, Option, Options, Remark, Standing
from sandtable.kit.reasons import Measure

LeadersGame = Game[LeadersTable, LeadersHand, Box]


class LeadersCard(Card[LeadersTable, LeadersHand, Box]):
    name = "war_of_leaders"

    def __init__(self) -> None:
        super().__init__()
        self.rank = 5
        self.shown = "own"
        self.seats = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
        self.options = [
            Option("scenario", "choice", "standard", choices=scenario_names()),
            Option("sheet", "text", ""),
            Option("unit", "choice", "cm", choices=["cm", "inch"]),
            Option("factor", "text", "3"),
            Option("width", "number", 0, 0, 16000),
            Option("height", "number", 0, 0, 16000),
            Option("zone", "number", 0, 0, 800),
            Option("radius", "number", 0, 0, 2000),
            Option("order", "choice", "throw", choices=ORDERS),
            Option("placement", "choice", "open", choices=PLACEMENTS),
            Option("squads", "choice", "fixed", choices=SQUADS),
            Option("obstacles", "choice", "players", choices=WALLS),
            Option("count", "number", 0, 0, 60),
            Option("seed", "number", 1, 0, 1_000_000_000),
            Option("point", "choice", "players", choices=["players", "centre"]),
            Option("range", "choice", "fixed", choices=["fixed", "die"]),
            Option("target", "choice", "before", choices=["before", "after"]),
            Option("blocking", "choice", "enemies", choices=BLOCKING),
            Option("directions", "choice", "any", choices=["any", "eight"]),
            Option("scatter", "flag", 0),
            Option("rally", "flag", 0),
            Option("screens", "flag", 0),
            Option("remains", "flag", 0),
            Option("hold", "flag", 0),
            Option("rounds", "number", 0, 0, 1000),
            Option("negotiation", "flag", 1),
            Option("fog", "flag", 0),
        ]
        self.verbs = VERBS
        self.events = EVENTS
        self.bots = ["greedy"]
        self.pages = PAGES
        self.history = {
            "hit pips": "8.5: the die falls openly, and only what it brings stays",
            "rolled pips": "8.5: a die for the range falls openly, and nothing may be in reach",
            "missed pips": "8.5: the die falls openly, and only what it brings stays",
            "succeeded pips": "8.5: the die falls openly, and only what it brings stays",
            "failed pips": "8.5: the die falls openly, and only what it brings stays",
        }
        self.bounds = {"rounds": 100}  # 5.6
        self.short = ["rK x bT2", "rK > point", "rC1+ > ne"]
        self.covered = ["direct", "aim"]  # which piece is to go, and in fog where the own pieces stand, only the seat knows
        self.standings = [Standing("decline-all", "build", (DECLINE,))]
        self.dependent = {
            "fire operands": "8.1: one attacks, the other is attacked",
            "offer offer": "10.2: offers from one player to another are numbered as they are made",
            "signal signal": "10.8: who is addressed hears them one after the other",
            "follow operands": "4.5: one follows, the other leads",
            "follow follow": "4.5: the last word about a piece counts",
        }

    def build(self, seats: int, options: Options) -> LeadersGame:
        return WarOfLeaders(read_rules(seats, options))

    def trials(self) -> list[tuple[int, Options]]:
        """Every option at work; short matches, for random play seldom finds the Point."""
        quiet: Options = {"negotiation": 0, "obstacles": "ready", "point": "centre"}
        found: list[tuple[int, Options]] = [
            (2, {"rounds": 8, "negotiation": 0}),
            (4, {"rounds": 3, "obstacles": "seeded", "count": 12, "placement": "secret", "order": "lot"}),
            (3, {"rounds": 5, "negotiation": 1, "placement": "ready", "order": "fixed", "hold": 1, "factor": "6"}),
            (2, {"rounds": 6, "scenario": "gates", "fog": 1, "order": "fixed", "factor": "6", "hold": 1, "remains": 1}),
            (2, {"rounds": 10, "point": "players", "obstacles": "players", "scatter": 1, "rally": 1, "factor": "8", "squads": "own"}),
            (3, {"rounds": 10, "scenario": "skirmish", "width": 700, "height": 700, "obstacles": "none", "factor": "5", "screens": 1}),
            (
                5,
                {
                    "rounds": 3,
                    "blocking": "all",
                    "directions": "eight",
                    "placement": "ready",
                    "order": "lot",
                    "unit": "inch",
                    "factor": "1.5",
                },
            ),
            (
                2,
                {
                    "rounds": 8,
                    "scenario": "rearguard",
                    "range": "die",
                    "squads": "any",
                    "placement": "ready",
                    "factor": "8",
                    "order": "lot",
                },
            ),
            (3, {"rounds": 6, "range": "die", "target": "after", "squads": "own", "placement": "secret", "factor": "9.5", "order": "lot"}),
        ]
        return [(seats, {**quiet, **options}) if len(options) > 2 else (seats, options) for seats, options in found]

    def first_game(self) -> tuple[int, Options]:
        """A short one without preparations."""
        options: Options = {"placement": "ready", "order": "fixed", "factor": "5", "rounds": 30}
        options.update({"obstacles": "ready", "point": "centre", "negotiation": 0})
        return 2, options

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

    # gestures --------------------------------------------------------------------------------------

    def ending(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand, action: Action) -> Ending | None:
        return ending_of(self.rules_of(game), table, hand, action)

    def subjects(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand) -> list[tuple[str, int]]:
        return subjects_of(self.rules_of(game), table, hand)

    def gestures(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand, kind: str, value: int) -> list[Gesture]:
        return gestures_of(self.rules_of(game), table, hand, kind, value)

    def gesture_length(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand, actions: list[Action]) -> int:
        return length_of(actions)

    def read_gesture(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand, text: str) -> Gesture | None:
        return read(self.rules_of(game), table, hand, text)

    # helps -----------------------------------------------------------------------------------------

    def odds(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand, action: Action) -> list[Chance]:
        return odds_of(self.rules_of(game), table, hand, action)

    def facts(self, game: LeadersGame, state: LeadersState, seat: int) -> list[Fact]:
        return facts_of(self.rules_of(game), state, seat)

    def standing(self, game: LeadersGame, state: LeadersState, seat: int) -> list[Measure]:
        return standing_of(self.rules_of(game), state, seat)

    def draw(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand | None) -> str:
        return draw_table(self.rules_of(game), table, hand)

    def page(self, game: LeadersGame, table: LeadersTable, hand: LeadersHand | None, topic: str, words: list[str]) -> str:
        return draw_page(self.rules_of(game), table, hand, topic, words)

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
