"""The card of Company War: options, words, drawing, positions, bot."""

from __future__ import annotations

from sandtable.core.game import Action, Box, Draw, Game
from sandtable.games.company_war.bot import Admiral
from sandtable.games.company_war.endings import COVERED, FATEFUL, STANDINGS, ending_of, span_of
from sandtable.games.company_war.facts import facts_of
from sandtable.games.company_war.game import CompanyWar
from sandtable.games.company_war.gestures import gestures_of, length_of, subjects_of
from sandtable.games.company_war.hexmap import PITCH, SHIFT, Lines
from sandtable.games.company_war.names import Names, plain_words, read_word
from sandtable.games.company_war.odds import odds_of
from sandtable.games.company_war.position import look_at, place_line
from sandtable.games.company_war.rules.fire import AIMING as BATTLE_AIMING
from sandtable.games.company_war.rules.fire import ORDERING, RANGING
from sandtable.games.company_war.rules.tactics import (
    AIMING,
    ANSWERING,
    DEPLOYING,
    DOCKING,
    DRIFTING,
    EDGING,
    ENTERING,
    SPEEDING,
    STEERING,
)
from sandtable.games.company_war.shorthand import read_short
from sandtable.games.company_war.standing import standing_of
from sandtable.games.company_war.state import (
    ASSEMBLING,
    BATTLE,
    BOMBARDING,
    EXECUTING,
    GARRISONING,
    HUNTING,
    MUSTERING,
    PLACING,
    PLOTTING,
    REPAIRING,
    TACTICS,
    TIED,
    TROOPING,
    WarHand,
    WarState,
    WarTable,
)
from sandtable.games.company_war.text import PAGES, draw_page, draw_table
from sandtable.games.company_war.values import Book, Scenario, Settings
from sandtable.games.company_war.verbs import EVENTS, VERBS
from sandtable.kit.card import Bot, Card, Chance, Ending, Fact, Gesture, Option, Options
from sandtable.kit.data import read_toml
from sandtable.kit.reasons import Measure

WarGame = Game[WarTable, WarHand, Box]
PACKAGE = "sandtable.games.company_war"

PROMPTS = {
    PLACING: ("place", "2.6"),
    TROOPING: ("carry", "2.8"),
    ASSEMBLING: ("assemble", "4.1"),
    TIED: ("first", "4.4"),
    HUNTING: ("hunt", "5.2"),
    BOMBARDING: ("bombard", "6.1"),
    REPAIRING: ("repair", "7.2"),
    GARRISONING: ("garrison", "8.2"),
    MUSTERING: ("muster", "8.7"),
}
TACTICAL_PROMPTS = {
    DEPLOYING: ("deploy", "10.6"),
    DRIFTING: ("drift", "10.6"),
    EDGING: ("edge", "10.7"),
    ENTERING: ("enter", "10.8"),
    SPEEDING: ("speed", "10.8"),
    STEERING: ("steer", "11.3"),
    ANSWERING: ("answer", "11.2"),
    DOCKING: ("dock", "11.13"),
    AIMING: ("fire", "12.1"),
}


class WarCard(Card[WarTable, WarHand, Box]):
    name = "company_war"

    def __init__(self) -> None:
        super().__init__()
        self.rank = 4
        self.shown = "own"
        self.sides_named = True
        self.board = read_toml(PACKAGE, "data/map.toml")
        self.fleets = read_toml(PACKAGE, "data/fleets.toml")
        self.rules = read_toml(PACKAGE, "data/rules.toml")
        self.tactics = read_toml(PACKAGE, "data/tactical.toml")
        self.scenarios = read_toml(PACKAGE, "data/scenarios.toml")
        self.ready = read_toml(PACKAGE, "data/setups.toml")
        self.lines = Lines()
        homes = Book(self.board, self.fleets, self.rules, self.tactics, self.ready, self.lines, Settings()).rider_home
        names = read_toml(PACKAGE, "data/names.toml")
        self.names = [Names(names["neutral"], homes), Names(names["text"], homes)]
        self.options = [
            Option("combat", "choice", "strategic", choices=["strategic", "tactical"]),
            Option("scenario", "choice", "campaign", choices=["campaign", *self.scenarios]),
            Option("setup", "choice", "open", choices=["open", "secret"]),
            Option("names", "choice", "neutral", choices=["neutral", "text"], reserved=["text"]),
            Option("turns", "number", self.rules["turns"], 1, 20),
            Option("constant", "number", self.rules["combat"]["constant"], 4, 6),
            Option("head_start", "number", self.rules["head_start"], 0, 40),
            Option("ties", "choice", "draw", choices=["draw", "union"]),
            Option("insystemers", "flag", 1),
            Option("fleeing_hold", "flag", 1),
            Option("first_mover", "choice", "roll", choices=["roll", "ships"]),
            Option("assembly_bonus", "flag", 1),
            Option("dart_counts", "flag", 0),
        ]
        self.verbs = VERBS
        self.events = EVENTS
        self.bots = ["greedy"]
        for shown in ("initiative number", "roles number", "shot number", "hunted pips"):
            self.history[shown] = "dice fall openly, and only what they bring stays"
        for lost in ("damaged", "perished"):
            self.history[lost] = "losses are seen as they fall; whether a rider was shot or found no berth leaves no trace"
        self.history["pinned"] = "who is held fast stays where it was, and its course is void"
        self.history["flew"] = "which way a ship took is seen while it flies"
        self.pages = PAGES
        self.plans = ["plot", "join", "jump", "arrive"]  # courses are written down ship by ship
        self.short = ["aurora haven", "capitol haven", "all launch"]
        self.covered = COVERED
        self.fateful = FATEFUL
        self.standings = STANDINGS
        self.imposed = {
            "carrier-moved": "11.12: riders are launched before their carrier moves",
            "went-along": "5.11: one rider of a pair takes the other along",
        }
        self.dependent = {
            "aim operands": "one shoots, the other is shot at",
            "take take": "1.5: the question is about the counter turned to last",
            "jump jump": "4.7: a course is a sequence of jumps",
            "move move": "4.12: who flies first may stop and pin others, and ships know in which step they came",
        }

    def build(self, seats: int, options: Options) -> WarGame:
        settings = Settings()
        settings.tactical = 1 if options["combat"] == "tactical" or options["scenario"] != "campaign" else 0
        settings.scenario = str(options["scenario"])
        settings.secret_setup = 1 if options["setup"] == "secret" else 0
        settings.text_names = 1 if options["names"] == "text" else 0
        settings.turns = int(options["turns"])
        settings.constant = int(options["constant"])
        settings.head_start = int(options["head_start"])
        settings.union_ties = 1 if options["ties"] == "union" else 0
        settings.insystemers = int(options["insystemers"])
        settings.fleeing_hold = int(options["fleeing_hold"])
        settings.first_by_ships = 1 if options["first_mover"] == "ships" else 0
        settings.assembly_bonus = int(options["assembly_bonus"])
        settings.dart_counts = int(options["dart_counts"])
        book = Book(self.board, self.fleets, self.rules, self.tactics, self.ready, self.lines, settings)
        if settings.scenario in self.scenarios:
            book.scenario = Scenario(self.scenarios[settings.scenario])
        return CompanyWar(book)

    def trials(self) -> list[tuple[int, Options]]:
        """Both ways of combat, both set-ups, and every ready battle."""
        found: list[tuple[int, Options]] = [
            (2, {}),
            (2, {"setup": "secret", "turns": 5, "ties": "union"}),
            (2, {"combat": "tactical", "turns": 4}),
            (2, {"turns": 12, "head_start": 40, "constant": 6, "fleeing_hold": 0}),
            (2, {"turns": 4, "first_mover": "ships", "assembly_bonus": 0, "dart_counts": 1}),
        ]
        found += [(2, {"scenario": name}) for name in self.scenarios]
        return found

    def first_game(self) -> tuple[int, Options]:
        return 2, {"turns": 3}

    def bot(self, name: str, game: WarGame, seat: int, draw: Draw) -> Bot[WarTable, WarHand, Box]:
        assert isinstance(game, CompanyWar)
        return Admiral(game, seat, draw)

    # words

    def names_of(self, game: WarGame) -> Names:
        assert isinstance(game, CompanyWar)
        return self.names[game.book.settings.text_names]

    def word(self, game: WarGame, table: WarTable, kind: str, value: int) -> str:
        return self.names_of(game).word(kind, value)

    def value(self, game: WarGame, table: WarTable, kind: str, word: str) -> int:
        return read_word(self.names, kind, word)

    def plain(self, text: str) -> str:
        return plain_words(self.names, text)

    def pattern(self, kind: str) -> str:
        return "grid " + str(PITCH) + " " + str(SHIFT) if kind == "hex" else ""

    def prompt(self, game: WarGame, table: WarTable, hand: WarHand) -> str:
        return self.question(table, hand)[0]

    def paragraph(self, game: WarGame, table: WarTable, hand: WarHand) -> str:
        return self.question(table, hand)[1]

    def question(self, table: WarTable, hand: WarHand) -> tuple[str, str]:
        """The prompt's key and the paragraph that governs the decision."""
        frame = table.stack[-1]
        if frame.proc == PLOTTING:
            return ("course", "4.7") if hand.squad else ("plot", "4.6")
        if frame.proc == EXECUTING:
            return ("force", "4.13") if frame.step == 1 else ("move", "4.12")
        if frame.proc == BATTLE:
            if frame.step == ORDERING:
                return ("order", "5.3")
            if frame.step == RANGING:
                return ("range", "5.8")
            return ("aim", "5.9") if frame.step == BATTLE_AIMING else ("flee", "5.22")
        if frame.proc == TACTICS:
            return TACTICAL_PROMPTS[frame.step]
        return PROMPTS[frame.proc]

    def ending(self, game: WarGame, table: WarTable, hand: WarHand, action: Action) -> Ending | None:
        assert isinstance(game, CompanyWar)
        return ending_of(game.book, table, hand, action)

    def span(self, game: WarGame, table: WarTable, prompt: str) -> int:
        return span_of(table, prompt)

    def subjects(self, game: WarGame, table: WarTable, hand: WarHand) -> list[tuple[str, int]]:
        assert isinstance(game, CompanyWar)
        return subjects_of(game, table, hand)

    def gestures(self, game: WarGame, table: WarTable, hand: WarHand, kind: str, value: int) -> list[Gesture]:
        assert isinstance(game, CompanyWar)
        return gestures_of(game, table, hand, kind, value)

    def gesture_length(self, game: WarGame, table: WarTable, hand: WarHand, actions: list[Action]) -> int:
        return length_of(table, actions)

    def read_gesture(self, game: WarGame, table: WarTable, hand: WarHand, text: str) -> Gesture | None:
        assert isinstance(game, CompanyWar)
        return read_short(self, self.names, game, table, hand, text)

    def odds(self, game: WarGame, table: WarTable, hand: WarHand, action: Action) -> list[Chance]:
        assert isinstance(game, CompanyWar)
        return odds_of(game.book, table, hand, action)

    def facts(self, game: WarGame, state: WarState, seat: int) -> list[Fact]:
        return facts_of(state, seat)

    def standing(self, game: WarGame, state: WarState, seat: int) -> list[Measure]:
        assert isinstance(game, CompanyWar)
        return standing_of(game.book, state, seat)

    def draw(self, game: WarGame, table: WarTable, hand: WarHand | None) -> str:
        assert isinstance(game, CompanyWar)
        return draw_table(game.book, self.names_of(game), table, hand)

    def page(self, game: WarGame, table: WarTable, hand: WarHand | None, topic: str, words: list[str]) -> str:
        assert isinstance(game, CompanyWar)
        return draw_page(game.book, self.names, self.names_of(game), table, hand, topic, words)

    # tools

    def place(self, game: WarGame, state: WarState, line: str) -> None:
        assert isinstance(game, CompanyWar)
        place_line(game, self.names, state, line)

    def look(self, game: WarGame, table: WarTable, hand: WarHand | None, query: str) -> str:
        assert isinstance(game, CompanyWar)
        try:
            return look_at(game.book, self.names, self.names_of(game), table, hand, query)
        except IndexError:
            raise ValueError("'" + query + "' cannot be answered now, or lacks a word") from None


CARD = WarCard()
