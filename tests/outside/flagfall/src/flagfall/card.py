"""The card of Flagfall."""

from __future__ import annotations

from flagfall.bot import Raider
from flagfall.rules import Flagfall
from flagfall.state import FLAG, HIDDEN, NOBODY, RANKS, FlagfallHand, FlagfallState, FlagfallTable
from flagfall.verbs import EVENTS, VERBS
from sandtable.core.game import Box, Draw, Game
from sandtable.kit.card import Bot, Card, Fact, Option, Options
from sandtable.kit.data import read_toml
from sandtable.kit.layout import Layout, Lying, Place, squares
from sandtable.kit.reasons import Measure
from sandtable.kit.squares import Squares

FlagfallGame = Game[FlagfallTable, FlagfallHand, Box]
GLYPHS = ["⚑", "✹", "S", "2", "3", "4", "M"]


class FlagfallCard(Card[FlagfallTable, FlagfallHand, Box]):
    name = "flagfall"

    def __init__(self) -> None:
        super().__init__()
        data = read_toml("flagfall", "data/flagfall.toml")
        self.squares = Squares(data["columns"], data["rows"])
        self.water = [self.squares.square(word) for word in data["water"]]
        self.army: list[int] = data["army"]
        self.shown = "layout"
        self.options = [Option("moves", "number", data["moves"], 20, 400)]
        self.verbs = VERBS
        self.events = EVENTS
        self.bots = ["greedy"]
        self.pages = ["legend"]
        self.dependent = {"move operands": "3.1: from where to where"}
        self.history = {
            "fought": "4.1: where a fight was is seen, and what it brought stays",
            "moved": "3.1: which way a piece went is seen; where it stands stays",
        }

    def build(self, seats: int, options: Options) -> FlagfallGame:
        return Flagfall(self.squares, self.water, self.army, int(options["moves"]))

    def bot(self, name: str, game: FlagfallGame, seat: int, draw: Draw) -> Bot[FlagfallTable, FlagfallHand, Box]:
        assert isinstance(game, Flagfall)
        return Raider(game, seat, draw)

    # words

    def word(self, game: FlagfallGame, table: FlagfallTable, kind: str, value: int) -> str:
        if kind == "square" and 0 <= value < self.squares.count:
            return self.squares.word(value)
        if kind == "rank":
            return RANKS[value]
        if kind == "seat":
            return ["red", "blue"][value]
        return str(value)

    def value(self, game: FlagfallGame, table: FlagfallTable, kind: str, word: str) -> int:
        if kind == "square":
            return self.squares.square(word)
        if kind == "rank":
            return RANKS.index(word)
        return ["red", "blue"].index(word) if kind == "seat" else int(word)

    def prompt(self, game: FlagfallGame, table: FlagfallTable, hand: FlagfallHand) -> str:
        return "put" if table.moves < 0 else "move"

    def paragraph(self, game: FlagfallGame, table: FlagfallTable, hand: FlagfallHand) -> str:
        return "2.1" if table.moves < 0 else "3.1"

    # the board

    def layout(self, game: FlagfallGame) -> Layout:
        grounds = ["water" if square in self.water else "" for square in range(self.squares.count)]
        made = squares("square", self.squares.columns, self.squares.rows, grounds)
        for i in range(sum(self.army)):  # beside the board lies what is still to be put, then what is lost
            made.places.append(Place(self.squares.count + i, self.squares.columns + 0.4 + i // 4, 1.5 + i % 4, "", "sand"))
        return made

    def lying(self, game: FlagfallGame, table: FlagfallTable, hand: FlagfallHand | None) -> list[Lying]:
        found: list[Lying] = []
        for square in range(self.squares.count):
            own = hand.rank[square] if hand is not None else HIDDEN
            owner = hand.seat if hand is not None and own != HIDDEN else table.owner[square]
            if owner == NOBODY:
                continue
            rank = table.face[square] if table.face[square] != HIDDEN else own
            glyph, said = ("?", "hidden") if rank == HIDDEN else (GLYPHS[rank], RANKS[rank])
            found.append(Lying(square, glyph, owner, "", -1, said, rank != HIDDEN and table.face[square] == HIDDEN))
        place = self.squares.count
        for seat in range(2):
            for i in range(len(table.lost[seat])):
                found.append(Lying(place + i, GLYPHS[table.lost[seat][i]], seat, "", -1, RANKS[table.lost[seat][i]]))
        if table.moves < 0 and hand is not None:
            for rank in range(len(self.army)):
                for _ in range(self.army[rank] - hand.rank.count(rank)):
                    found.append(Lying(place, GLYPHS[rank], hand.seat, "rank", rank, RANKS[rank], True))
                    place += 1
        return found

    def draw(self, game: FlagfallGame, table: FlagfallTable, hand: FlagfallHand | None) -> str:
        signs = ["~" if square in self.water else "." for square in range(self.squares.count)]
        for thing in self.lying(game, table, hand):
            if thing.place < len(signs):
                signs[thing.place] = "[" + ["red", "blue"][thing.seat] + "]" + thing.glyph + "[/]"
        lines, columns = [], self.squares.columns
        for row in range(self.squares.rows):
            lines.append(str(self.squares.rows - row) + " " + " ".join(signs[row * columns : (row + 1) * columns]))
        return "\n".join([*lines, "  " + " ".join("abcdefghijkl"[:columns])])

    def page(self, game: FlagfallGame, table: FlagfallTable, hand: FlagfallHand | None, topic: str, words: list[str]) -> str:
        return "⚑ flag, ✹ bomb, S spy 1, 2 scout, 3 miner, 4 sergeant, M marshal 10, ? unknown, ~ water"

    # study

    def facts(self, game: FlagfallGame, state: FlagfallState, seat: int) -> list[Fact]:
        foe, table = 1 - seat, state.table
        hidden = [square for square in range(self.squares.count) if table.owner[square] == foe and table.face[square] == HIDDEN]
        return [Fact("square", square, "is", "rank", state.hands[foe].rank[square]) for square in hidden]

    def standing(self, game: FlagfallGame, state: FlagfallState, seat: int) -> list[Measure]:
        alive = [sum(self.army) - len(lost) for lost in state.table.lost]
        return [Measure("pieces-ours", alive[seat], 1), Measure("pieces-theirs", alive[1 - seat], -1)]

    # tools

    def place(self, game: FlagfallGame, state: FlagfallState, line: str) -> None:
        """``begun``: an empty board after the start, flags apart on a1 and f6 and all other pieces lost; ``red spy c3``; ``moves 119``."""
        words, table = line.split(), state.table
        if words[0] == "begun":
            table.moves = 0
            table.lost = [[rank for rank in range(1, len(self.army)) for _ in range(self.army[rank])] for _ in range(2)]
            self.stand(state, 0, FLAG, self.squares.square("a1"))
            self.stand(state, 1, FLAG, self.squares.square("f6"))
            table.pending = [0]
        elif words[0] == "moves":
            table.moves = int(words[1])
        else:
            seat, rank = self.value(game, table, "seat", words[0]), RANKS.index(words[1])
            table.lost[seat].remove(rank)
            self.stand(state, seat, rank, self.squares.square(words[2]))

    def stand(self, state: FlagfallState, seat: int, rank: int, square: int) -> None:
        state.table.owner[square] = seat
        state.hands[seat].rank[square] = rank

    def look(self, game: FlagfallGame, table: FlagfallTable, hand: FlagfallHand | None, query: str) -> str:
        """``c3``: whose piece stands there, and what it is as far as the asker knows."""
        square = self.squares.square(query)
        own = hand.rank[square] if hand is not None else HIDDEN
        if table.owner[square] == NOBODY and own == HIDDEN:
            return "empty"
        owner = table.owner[square] if own == HIDDEN or hand is None else hand.seat
        rank = table.face[square] if table.face[square] != HIDDEN else own
        return ["red", "blue"][owner] + " " + ("?" if rank == HIDDEN else RANKS[rank])


CARD = FlagfallCard()
