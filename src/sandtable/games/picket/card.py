"""The card of Picket: options, words, drawing, positions, bot."""

from __future__ import annotations

from sandtable.core.game import Action, Box, Draw, Game
from sandtable.games.picket.bot import Patrol
from sandtable.games.picket.facts import facts_of
from sandtable.games.picket.gestures import gestures_of, length_of, read, subjects_of
from sandtable.games.picket.odds import odds_of
from sandtable.games.picket.rules import Picket, Values
from sandtable.games.picket.standing import standing_of
from sandtable.games.picket.state import (
    FIGHT,
    OFF,
    SETUP,
    TROOP,
    UNKNOWN,
    PicketHand,
    PicketState,
    PicketTable,
)
from sandtable.games.picket.text import LEGEND, PAGES, draw_table
from sandtable.games.picket.verbs import DONE, EVENTS, VERBS
from sandtable.kit.card import ENDS_PHASE, Bot, Card, Chance, Ending, Fact, Gesture, Option, Options
from sandtable.kit.data import read_toml
from sandtable.kit.reasons import Measure

PicketGame = Game[PicketTable, PicketHand, Box]
KINDS = ["dummy", "troop"]


class PicketCard(Card[PicketTable, PicketHand, Box]):
    name = "picket"

    def __init__(self) -> None:
        super().__init__()
        self.shown = "own"
        data = read_toml("sandtable.games.picket", "data/picket.toml")
        self.values = Values(data["zones"], data["depots"], data["pieces"], data["dummies"], data["rounds"], data["hit_from"])
        self.options = [Option("turns", "number", 10, 1, 50)]
        self.verbs = VERBS
        self.events = EVENTS
        self.bots = ["greedy"]
        self.slips = 4  # a plot is written piece by piece: of five pieces half would go anywhere
        self.pages = PAGES
        self.traced = 99
        self.history = {"rolled pips": "5.1: dice fall openly, and only what they bring stays"}
        self.short = ["1>2", "r1+r3>2, rest"]
        self.covered = ["plot"]  # only the seat itself knows whether nothing but the seal is left

    def build(self, seats: int, options: Options) -> PicketGame:
        return Picket(self.values, int(options["turns"]))

    def first_game(self) -> tuple[int, Options]:
        return 2, {"turns": 6}

    def bot(self, name: str, game: PicketGame, seat: int, draw: Draw) -> Bot[PicketTable, PicketHand, Box]:
        assert isinstance(game, Picket)
        return Patrol(game, seat, draw)

    # words: pieces are r1..r5 (seat 0, red) and b1..b5 (seat 1, blue); zones 1 to 8

    def word(self, game: PicketGame, table: PicketTable, kind: str, value: int) -> str:
        if kind == "piece":
            return "rb"[value // self.values.pieces] + str(value % self.values.pieces + 1)
        if kind == "zone":
            return str(value + 1)
        if kind == "kind":
            return KINDS[value]
        if kind == "seat":
            return ["red", "blue"][value]
        return str(value)

    def value(self, game: PicketGame, table: PicketTable, kind: str, word: str) -> int:
        if kind == "piece":
            number = int(word[1:]) - 1
            if word[0] not in "rb" or not 0 <= number < self.values.pieces:
                raise ValueError(word)
            return "rb".index(word[0]) * self.values.pieces + number
        if kind == "zone":
            return int(word) - 1
        if kind == "kind":
            return KINDS.index(word)
        if kind == "seat":
            return ["red", "blue"].index(word)
        return int(word)

    def prompt(self, game: PicketGame, table: PicketTable, hand: PicketHand) -> str:
        proc = table.stack[-1].proc
        return "hide" if proc == SETUP else "battle" if proc == FIGHT else "plot"

    def paragraph(self, game: PicketGame, table: PicketTable, hand: PicketHand) -> str:
        proc = table.stack[-1].proc
        return "2.1" if proc == SETUP else "5.2" if proc == FIGHT else "3.1"

    def ending(self, game: PicketGame, table: PicketTable, hand: PicketHand, action: Action) -> Ending | None:
        return Ending("seal", ENDS_PHASE) if action[0] == DONE else None

    def subjects(self, game: PicketGame, table: PicketTable, hand: PicketHand) -> list[tuple[str, int]]:
        assert isinstance(game, Picket)
        return subjects_of(game, table, hand)

    def gestures(self, game: PicketGame, table: PicketTable, hand: PicketHand, kind: str, value: int) -> list[Gesture]:
        assert isinstance(game, Picket)
        return gestures_of(game, table, hand, kind, value)

    def gesture_length(self, game: PicketGame, table: PicketTable, hand: PicketHand, actions: list[Action]) -> int:
        return length_of(actions)

    def read_gesture(self, game: PicketGame, table: PicketTable, hand: PicketHand, text: str) -> Gesture | None:
        assert isinstance(game, Picket)
        return read(self, game, table, hand, text)

    def odds(self, game: PicketGame, table: PicketTable, hand: PicketHand, action: Action) -> list[Chance]:
        assert isinstance(game, Picket)
        return odds_of(game, table, hand, action)

    def facts(self, game: PicketGame, state: PicketState, seat: int) -> list[Fact]:
        return facts_of(state, seat)

    def standing(self, game: PicketGame, state: PicketState, seat: int) -> list[Measure]:
        assert isinstance(game, Picket)
        return standing_of(game.v, state, seat)

    def draw(self, game: PicketGame, table: PicketTable, hand: PicketHand | None) -> str:
        return draw_table(table, hand, self.values)

    def page(self, game: PicketGame, table: PicketTable, hand: PicketHand | None, topic: str, words: list[str]) -> str:
        return LEGEND

    # tools

    def place(self, game: PicketGame, state: PicketState, line: str) -> None:
        """``r1 at 5``, ``r1 off``, ``r1 is dummy``, ``r1 shown``, ``turn 3``."""
        words = line.split()
        table = state.table
        if words[0] == "turn":
            table.turn = int(words[1])
            return
        piece = self.value(game, table, "piece", words[0])
        hand = state.hands[piece // self.values.pieces]
        index = piece % self.values.pieces
        if words[1] == "at":
            table.zone[piece] = self.value(game, table, "zone", words[2])
        elif words[1] == "is":
            hand.kind[index] = KINDS.index(words[2])
        elif words[1] == "shown":
            table.face[piece] = hand.kind[index]
        elif words[1] == "off":
            table.zone[piece] = OFF
            table.face[piece] = hand.kind[index]
            if hand.kind[index] == TROOP:
                table.troops[hand.seat] -= 1
        else:
            raise ValueError("'" + line + "': after a piece comes at, is, shown or off")

    def look(self, game: PicketGame, table: PicketTable, hand: PicketHand | None, query: str) -> str:
        """``r1``: where it lies, and what it is as far as the asker knows."""
        piece = self.value(game, table, "piece", query)
        face = table.face[piece]
        if face == UNKNOWN and hand is not None and hand.seat == piece // self.values.pieces:
            face = hand.kind[piece % self.values.pieces]
        place = "off" if table.zone[piece] == OFF else str(table.zone[piece] + 1)
        return place + " " + ("?" if face == UNKNOWN else KINDS[face])


CARD = PicketCard()
