"""The card of Commanders: options, words, drawing, positions, bot."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action, Box, Draw, Game
from sandtable.games.commanders.book import FOLDER, HELD, open_book
from sandtable.games.commanders.bot import General
from sandtable.games.commanders.doctor import examine, examine_text
from sandtable.games.commanders.endings import COVERED, STANDINGS, ending_of
from sandtable.games.commanders.facts import facts_of
from sandtable.games.commanders.game import Commanders
from sandtable.games.commanders.gestures import length_of, sector_gestures, subjects_of, whole_gestures
from sandtable.games.commanders.notation import look_at, place_line, prompt_of, rule_of, value_of, word_of
from sandtable.games.commanders.odds import odds_of
from sandtable.games.commanders.shorthand import read_gesture
from sandtable.games.commanders.standing import standing_of
from sandtable.games.commanders.state import CommandersHand, CommandersState, CommandersTable
from sandtable.games.commanders.text import PAGES, draw_page, draw_table
from sandtable.games.commanders.verbs import DICED, EVENTS, VERBS
from sandtable.kit.card import Bot, Card, Chance, Ending, Fact, Gesture, Option, Options, Remark
from sandtable.kit.data import read_toml
from sandtable.kit.reasons import Measure

CommandersGame = Game[CommandersTable, CommandersHand, Box]

# set-ups of authors for the trials: a small, uneven fight in contact; guns, woods and hills between the lines
SKIRMISH: Final = "w a1 4I 1C, w b2 3I 2A, w W 2C, b b3 4I 2A, b c2 2C, b c3 3I, b B 2I"
BRIDGES: Final = "w a1 6I, w b1 4I 2A, w c1 2I 4C, w W 6I, b a3 2I 4C, b b3 4I 2A, b c3 6I, b B 6I"
TABLE: Final = "attacking_cavalry square -/-2, attacking_infantry none 2/1"
# chapter 16 of the cases: everything the printed rules can be read as besides what is played
OTHER_READINGS: Final[Options] = {
    "held_sectors": "closed", "rear_fire": 1, "guns_contest": 0, "facing": 0, "spent_defenders": 1, "forest_shells": 0, "shell_garrison": 1,
}  # fmt: skip
RIVER_LAND: Final = "river a2 b2, forest b2 c2, hill c2, building b1 b3 c2, road b1 b2 b3, road b2 c2"


class CommandersCard(Card[CommandersTable, CommandersHand, Box]):
    name = "commanders"

    def __init__(self) -> None:
        super().__init__()
        self.rank = 2
        self.shown = "own"
        self.sides_named = True
        armies = read_toml(FOLDER, "data/armies.toml")
        combat = read_toml(FOLDER, "data/combat.toml")
        board = read_toml(FOLDER, "data/board.toml")
        battles = [name for name in armies if isinstance(armies[name], dict)]
        horse, guns = int(armies["most_cavalry"]), int(armies["most_artillery"])
        self.options = [
            Option("battle", "choice", "marengo", choices=[*battles, "custom", "listed"]),
            Option("side", "choice", "A", choices=["A", "B", "B-turned"]),
            Option("markers", "choice", "standard", choices=[name for name in board["markers"] if name != "printed"]),
            Option("marker_list", "text", ""),
            Option("terrain", "flag", 0),
            Option("order_dice", "flag", 0),
            Option("couriers", "flag", 0),
            Option("morale", "flag", 0),
            Option("fall_back", "flag", 0),
            Option("held_sectors", "choice", HELD[0], choices=HELD),
            Option("rear_fire", "flag", 0),
            Option("guns_contest", "flag", 1),
            Option("facing", "flag", 1),
            Option("spent_defenders", "flag", 0),
            Option("forest_shells", "flag", 1),
            Option("shell_garrison", "flag", 0),
            Option("rounds", "number", combat["game"]["rounds"], 1, 20),
            Option("white_cavalry", "number", 8, 0, horse),
            Option("white_artillery", "number", 2, 0, guns),
            Option("black_cavalry", "number", 8, 0, horse),
            Option("black_artillery", "number", 2, 0, guns),
            Option("army_list", "text", ""),
            Option("terrain_list", "text", ""),
            Option("modifier_list", "text", ""),
            Option("orders", "number", combat["game"]["orders"], 1, 30),
            Option("capacity", "number", board["capacity"], board["capacity"], 2 * board["capacity"]),
            Option("goal", "number", combat["game"]["goal"], 1, 99),
        ]
        self.verbs = VERBS
        self.events = EVENTS
        self.bots = ["greedy"]
        self.pages = PAGES
        self.short = ["4I a1 a2", "2C c1 c2 c3, A b1 b2, give"]
        self.covered = COVERED
        self.standings = STANDINGS
        self.traced = 85
        self.history = {
            "planned": "3.3: both sheets are laid open when the round is over, and begun anew",
            "acted": "3.3: what showed of a sheet is forgotten with it; who acts last in a round may stay where it is",
            "stepped_out": "15.7: shelter lasts as long as the fight",
            "sheltered": "15.7: shelter lasts as long as the fight",
            "halted": "4.5: who stays where it is is where it was",
        }
        self.history["razed result"] = "15.12: one hit alone does nothing to a building"
        for word in DICED:
            self.history[word + " number"] = "7.1: dice fall openly, and only what they bring stays"
        self.imposed = {"cannot-halt": "4.5"}  # who stays takes up room where it stands: others may have to stay, or no longer
        self.dependent = {
            "place place": "6.3: who is placed first has the lower space",
            "aim operands": "7.12: one shoots, the other is shot at",
        }

    def build(self, seats: int, options: Options) -> CommandersGame:
        return Commanders(open_book(options))

    def trials(self) -> list[tuple[int, Options]]:
        """Every set-up and every option at least once."""
        return [
            (2, {}),
            (2, {"battle": "la-rothiere", "rounds": 4}),
            (2, {"battle": "dennewitz", "order_dice": 1, "rounds": 4}),
            (2, {"battle": "leuthen", "couriers": 1, "rounds": 4}),
            (2, {"battle": "albuera", "morale": 1, "fall_back": 1}),
            (2, {"battle": "custom", "side": "B", "terrain": 1, "rounds": 5}),
            (2, {"side": "B-turned", "terrain": 1, "markers": "grand", "order_dice": 1, "couriers": 1, "morale": 1, "rounds": 5}),
            (2, {"battle": "dennewitz", "side": "B", "terrain": 1, "markers": "grand", "rounds": 10}),
            (2, {"battle": "custom", "white_cavalry": 12, "black_artillery": 4, "side": "B", "markers": "none", "rounds": 3}),
            (2, {"battle": "listed", "army_list": SKIRMISH, "rounds": 4, "goal": 6}),
            (2, {"battle": "listed", "army_list": BRIDGES, "side": "B", "terrain": 1, "terrain_list": RIVER_LAND, "rounds": 5}),
            (2, {"battle": "dennewitz", "terrain": 1, "terrain_list": RIVER_LAND, "rounds": 4, **OTHER_READINGS}),
            (2, {"terrain": 1, "held_sectors": "taken", "orders": 7, "capacity": 8, "modifier_list": TABLE, "couriers": 1, "rounds": 4}),
        ]

    def first_game(self) -> tuple[int, Options]:
        return 2, {"battle": "dennewitz", "rounds": 4}

    def bot(self, name: str, game: CommandersGame, seat: int, draw: Draw) -> Bot[CommandersTable, CommandersHand, Box]:
        assert isinstance(game, Commanders)
        return General(game, seat, draw)

    def word(self, game: CommandersGame, table: CommandersTable, kind: str, value: int) -> str:
        assert isinstance(game, Commanders)
        return word_of(game.book, kind, value)

    def value(self, game: CommandersGame, table: CommandersTable, kind: str, word: str) -> int:
        assert isinstance(game, Commanders)
        return value_of(game.book, kind, word)

    def prompt(self, game: CommandersGame, table: CommandersTable, hand: CommandersHand) -> str:
        return prompt_of(table)

    def paragraph(self, game: CommandersGame, table: CommandersTable, hand: CommandersHand) -> str:
        return rule_of(table)

    def ending(self, game: CommandersGame, table: CommandersTable, hand: CommandersHand, action: Action) -> Ending | None:
        assert isinstance(game, Commanders)
        return ending_of(game.book, table, hand, action)

    def span(self, game: CommandersGame, table: CommandersTable, prompt: str) -> int:
        return table.round

    def subjects(self, game: CommandersGame, table: CommandersTable, hand: CommandersHand) -> list[tuple[str, int]]:
        assert isinstance(game, Commanders)
        return subjects_of(game, table, hand)

    def gestures(self, game: CommandersGame, table: CommandersTable, hand: CommandersHand, kind: str, value: int) -> list[Gesture]:
        assert isinstance(game, Commanders)
        if kind == "":
            return whole_gestures(game, table, hand)
        return sector_gestures(game, table, hand, value) if kind == "sector" else []

    def gesture_length(self, game: CommandersGame, table: CommandersTable, hand: CommandersHand, actions: list[Action]) -> int:
        return length_of(actions)

    def read_gesture(self, game: CommandersGame, table: CommandersTable, hand: CommandersHand, text: str) -> Gesture | None:
        assert isinstance(game, Commanders)
        return read_gesture(game, table, hand, text)

    def odds(self, game: CommandersGame, table: CommandersTable, hand: CommandersHand, action: Action) -> list[Chance]:
        assert isinstance(game, Commanders)
        return odds_of(game.book, table, hand, action)

    def facts(self, game: CommandersGame, state: CommandersState, seat: int) -> list[Fact]:
        return facts_of(state, seat)

    def standing(self, game: CommandersGame, state: CommandersState, seat: int) -> list[Measure]:
        return standing_of(state, seat)

    def draw(self, game: CommandersGame, table: CommandersTable, hand: CommandersHand | None) -> str:
        assert isinstance(game, Commanders)
        return draw_table(game.book, table, hand)

    def page(self, game: CommandersGame, table: CommandersTable, hand: CommandersHand | None, topic: str, words: list[str]) -> str:
        assert isinstance(game, Commanders)
        return draw_page(game.book, table, topic, words)

    def place(self, game: CommandersGame, state: CommandersState, line: str) -> None:
        assert isinstance(game, Commanders)
        place_line(game.book, state, line)

    def look(self, game: CommandersGame, table: CommandersTable, hand: CommandersHand | None, query: str) -> str:
        assert isinstance(game, Commanders)
        return look_at(game.book, table, hand, query)

    def doctor(self, source: str) -> list[Remark]:
        return examine_text(source, self.options)

    def inspect(self, seats: int, options: Options) -> list[Remark]:
        return examine(options)


CARD = CommandersCard()
