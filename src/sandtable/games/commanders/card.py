"""The card of Commanders: options, words, drawing, positions, bot."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action, Box, Draw, Game
from sandtable.games.commanders.book import FOLDER, open_book
from sandtable.games.commanders.bot import General
from sandtable.games.commanders.doctor import examine, examine_text
from sandtable.games.commanders.facts import facts_of
from sandtable.games.commanders.game import Commanders
from sandtable.games.commanders.notation import look_at, place_line, prompt_of, rule_of, value_of, word_of
from sandtable.games.commanders.odds import odds_of
from sandtable.games.commanders.standing import standing_of
from sandtable.games.commanders.state import CommandersHand, CommandersState, CommandersTable
from sandtable.games.commanders.text import draw_table
from sandtable.games.commanders.verbs import EVENTS, VERBS
from sandtable.kit.card import Bot, Card, Chance, Fact, Option, Options, Remark
from sandtable.kit.data import read_toml
from sandtable.kit.reasons import Measure

CommandersGame = Game[CommandersTable, CommandersHand, Box]

# set-ups of authors for the trials: a small, uneven fight in contact; guns, woods and hills between the lines
SKIRMISH: Final = "w a1 4I 1C, w b2 3I 2A, w W 2C, b b3 4I 2A, b c2 2C, b c3 3I, b B 2I"
BRIDGES: Final = "w a1 6I, w b1 4I 2A, w c1 2I 4C, w W 6I, b a3 2I 4C, b b3 4I 2A, b c3 6I, b B 6I"
RIVER_LAND: Final = "river a2 b2, forest b2 c2, hill c2, building b1 b3 c2, road b1 b2 b3, road b2 c2"


class CommandersCard(Card[CommandersTable, CommandersHand, Box]):
    name = "commanders"

    def __init__(self) -> None:
        super().__init__()
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
            Option("rounds", "number", combat["game"]["rounds"], 1, 20),
            Option("white_cavalry", "number", 8, 0, horse),
            Option("white_artillery", "number", 2, 0, guns),
            Option("black_cavalry", "number", 8, 0, horse),
            Option("black_artillery", "number", 2, 0, guns),
            Option("army_list", "text", ""),
            Option("terrain_list", "text", ""),
            Option("goal", "number", combat["game"]["goal"], 1, 99),
        ]
        self.verbs = VERBS
        self.events = EVENTS
        self.bots = ["greedy"]

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
