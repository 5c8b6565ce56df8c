"""The card of Company Leader: options, words, drawing, bot."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action, Box, Draw, Game
from sandtable.games.company_leader.bot import Captain
from sandtable.games.company_leader.doctor import examine, inspect
from sandtable.games.company_leader.endings import ending_of
from sandtable.games.company_leader.facts import facts_of, shares_of
from sandtable.games.company_leader.game import CompanyLeader
from sandtable.games.company_leader.gestures import Troop, subjects
from sandtable.games.company_leader.occasions import length, lift_gestures, of_question, shop_gestures
from sandtable.games.company_leader.odds import odds_of
from sandtable.games.company_leader.plan import Plan, Settings
from sandtable.games.company_leader.positions import answer, change
from sandtable.games.company_leader.shorthand import read
from sandtable.games.company_leader.standing import standing_of
from sandtable.games.company_leader.state import (
    ACT,
    ACTIONS,
    ARRIVED,
    BREACH,
    BUYABLE,
    CHOOSE,
    FACING,
    PURCHASES,
    SCOUTED,
    SETUP,
    TURN,
    UNDER_FIRE,
    LeaderHand,
    LeaderState,
    LeaderTable,
)
from sandtable.games.company_leader.text import COLOURS, PAGES, draw_page, draw_table
from sandtable.games.company_leader.verbs import BUY, EVENTS, HOLD_FIRE, LIFT, RETURN_FIRE, VERBS
from sandtable.kit.card import Bot, Card, Chance, Ending, Fact, Gesture, Option, Options, Remark, Standing
from sandtable.kit.hexes import DIRECTION_NAMES
from sandtable.kit.reasons import Measure

LeaderGame = Game[LeaderTable, LeaderHand, Box]

TINY: Final = """
title = "Tiny"
terrain = '''
 u o o u
o o f o o
 u o o u
'''
zones = '''
 A a b B
A a . b B
 A a b B
'''
[[play]]
territories = ["a", "b"]
income = [2, 2]
armies = [{ artillery = 1, light-tank = 1 }, { artillery = 1, light-tank = 1 }]
"""


SCENARIOS: Final = ["battle", "flag", "assault", "escort", "bulge", "bridge", "desert", "pocket", "crossroads"]


def options() -> list[Option]:
    return [
        Option("alliance", "choice", "parties", choices=["parties", "teams"]),
        Option("scenario", "choice", "battle", choices=SCENARIOS),
        Option("board", "text", ""),
        Option("army", "choice", "list", choices=["list", "coins"]),
        Option("army_list", "text", ""),
        Option("army_coins", "number", 38, 2, 200),
        Option("income", "number", -1, -1, 20),
        Option("turns", "number", 0, 0, 200),
        Option("lead", "number", 0, 0, 10),
        Option("lead_for", "choice", "side", choices=["side", "player"]),
        Option("shoot_first", "flag", 1),
        Option("blitz_ends", "flag", 0),
        Option("displaced", "choice", "once", choices=["once", "free"]),
        Option("reveal_again", "flag", 1),
        Option("allies", "choice", "closed", choices=["closed", "shown"]),
        Option("team_turns", "choice", "apart", choices=["apart", "together"]),
        Option("memory", "flag", 1),
        Option("first", "choice", "drawn", choices=["drawn", "seat0"]),
    ]


class LeaderCard(Card[LeaderTable, LeaderHand, Box]):
    name = "company_leader"

    def __init__(self) -> None:
        super().__init__()
        self.rank = 1
        self.shown = "own"
        self.seats = [2, 3, 4]
        self.options = options()
        self.verbs = VERBS
        self.events = EVENTS
        self.bots = ["greedy"]
        self.pages = PAGES
        # How many answers there are hangs on what the seat's own face-down pieces are, or on what it has placed in secret.
        self.bounds = {"turns": 30}  # 10.7
        self.short = ["B3 C4 E", "B3 x D5", "deal 2", "end"]
        self.covered = ["place", "recruit", "actions", "advance", "purchase", "fill"]
        self.standings = [Standing("back", "reply", (RETURN_FIRE,)), Standing("hold", "reply", (HOLD_FIRE,))]
        self.history = {
            "turned": "5.4: who turns and turns back looks as before",
            "rolled face": "6.4: dice fall openly, and only what they bring stays",
            "hit points": "6.8: who has no strength left loses no more of it",
            "tallied strength": "10.7: what lies face down is counted when the match is over",
            "tallied dummies": "10.7: what lies face down is counted when the match is over",
        }
        self.dependent = {"turn turn": "a troop looks where it turned last"}
        self.imposed = {
            "carried-already": "4.2",  # what a piece changed places with may not do so again
            "already-swapped": "4.2",  # a revealed troop may be displaced again, what was swapped with it may not
            "not-revealed": "4.1",  # after a swap another piece lies there
        }
        self.built: dict[str, LeaderGame] = {}  # measuring a board takes a while, and games are safe to share

    def build(self, seats: int, options: Options) -> LeaderGame:
        key = str(seats) + " " + " ".join([name + "=" + str(options[name]) for name in sorted(options)])
        if key not in self.built:
            if len(self.built) > 50:
                self.built.clear()
            self.built[key] = CompanyLeader(Plan(seats, Settings(options)))
        return self.built[key]

    def trials(self) -> list[tuple[int, Options]]:
        return [
            (2, {"turns": 5}),
            (2, {"board": "small", "turns": 12, "income": 4}),
            (2, {"board": TINY, "turns": 20, "income": 5}),
            (2, {"board": TINY, "turns": 12, "army": "coins", "army_coins": 12, "shoot_first": 0}),
            (2, {"army": "coins", "turns": 3, "lead": 2}),
            (3, {"turns": 4, "income": 4, "lead": 3}),
            (3, {"turns": 3, "alliance": "teams", "income": 6}),
            (4, {"turns": 3, "lead": 1, "lead_for": "player"}),
            (2, {"scenario": "flag", "turns": 4}),
            (2, {"scenario": "assault", "turns": 3}),
            (2, {"scenario": "escort", "turns": 4}),
            (2, {"board": TINY, "turns": 8, "displaced": "free", "reveal_again": 0, "blitz_ends": 1, "memory": 0, "income": 5}),
            (4, {"board": "cross", "turns": 4, "allies": "shown", "income": 9}),
            (3, {"scenario": "pocket", "turns": 4, "allies": "shown", "army_list": "2 infantry, 1 light-tank", "income": 6}),
            (4, {"board": "cross", "turns": 3, "team_turns": "together", "income": 8}),
            (3, {"board": "cross", "turns": 3, "alliance": "teams", "team_turns": "together", "lead": 1, "lead_for": "player"}),
        ]

    def first_game(self) -> tuple[int, Options]:
        return 2, {"board": "small", "first": "seat0", "turns": 10, "income": 3}

    def bot(self, name: str, game: LeaderGame, seat: int, draw: Draw) -> Bot[LeaderTable, LeaderHand, Box]:
        assert isinstance(game, CompanyLeader)
        return Captain(game, seat, draw)

    def breadth(self, game: LeaderGame) -> int:
        """3.6, 4.1, 8.5: a territory full of pieces to swap and reveal, or every type for each of its fields."""
        plan = plan_of(game)
        kinds = BUYABLE - 1
        home = max([plan.home.count(seat) for seat in range(plan.seats)])
        shops = max([len([z for z in plan.shop if z >= 0 and plan.zone_seat[z] == seat]) for seat in range(plan.seats)])
        return max(home * kinds, shops * kinds)

    # words -------------------------------------------------------------------------------

    def word(self, game: LeaderGame, table: LeaderTable, kind: str, value: int) -> str:
        plan = plan_of(game)
        if kind == "field":
            return plan.board.hexes.labels[value]
        if kind == "direction":
            return DIRECTION_NAMES[value]
        if kind == "type":
            return plan.troops.names[value]
        if kind == "seat":
            return COLOURS[value]
        if kind == "side":
            return "+".join([COLOURS[seat] for seat in range(plan.seats) if plan.sides[seat] == value])
        if kind == "zone":
            return plan.zone_name[value]
        if kind == "yes":
            return "yes" if value else "no"
        if kind == "face":
            return plan.dice.faces[value // 6][value % 6]
        return str(value)

    def value(self, game: LeaderGame, table: LeaderTable, kind: str, word: str) -> int:
        plan = plan_of(game)
        if kind == "field":
            return plan.board.hexes.parse(word)
        if kind == "direction":
            return DIRECTION_NAMES.index(word.upper())
        if kind == "type":
            return plan.troops.names.index(word)
        if kind == "seat":
            return COLOURS.index(word)
        if kind == "zone":
            return plan.zone_name.index(word)
        return int(word)

    def prompt(self, game: LeaderGame, table: LeaderTable, hand: LeaderHand) -> str:
        frame = table.stack[-1]
        if frame.proc == SETUP:
            return "recruit" if plan_of(game).bought_armies else "place"
        if frame.proc == FACING:
            return "face"
        if frame.proc == ACT:
            if frame.step == CHOOSE:
                return "act"
            if frame.step == SCOUTED:
                return "advance"
            if frame.step == ARRIVED:
                return "arrive"
            if frame.step == UNDER_FIRE:
                return "reply"
            return "blitz" if frame.step == BREACH else "decoy"
        if frame.step == ACTIONS:
            return "actions"
        return "purchase" if frame.step == PURCHASES else "fill"

    def paragraph(self, game: LeaderGame, table: LeaderTable, hand: LeaderHand) -> str:
        return PARAGRAPHS[self.prompt(game, table, hand)]

    # gestures ----------------------------------------------------------------------------

    def ending(self, game: LeaderGame, table: LeaderTable, hand: LeaderHand, action: Action) -> Ending | None:
        return ending_of(plan_of(game), table, hand, action)

    def span(self, game: LeaderGame, table: LeaderTable, prompt: str) -> int:
        """Standing answers hold for one turn of whoever's it is; 6.10 is the one for good."""
        return sum(table.turns)

    def subjects(self, game: LeaderGame, table: LeaderTable, hand: LeaderHand) -> list[tuple[str, int]]:
        assert isinstance(game, CompanyLeader)
        frame = table.stack[-1]
        if frame.proc == TURN and frame.step == PURCHASES:
            offer = game.actions(table, hand)
            fields = sorted({action[2] for action in offer if action[0] == BUY})
            return [("field", field) for field in fields] + [("zone", action[1]) for action in offer if action[0] == LIFT]
        return [("field", field) for field in subjects(game, table, hand)]

    def gestures(self, game: LeaderGame, table: LeaderTable, hand: LeaderHand, kind: str, value: int) -> list[Gesture]:
        assert isinstance(game, CompanyLeader)
        frame = table.stack[-1]
        shopping = frame.proc == TURN and frame.step == PURCHASES
        if kind == "":
            return of_question(game, table, hand)
        if kind == "zone" and shopping and 0 <= value < len(game.plan.zone_seat):
            return lift_gestures(game, table, hand, value)
        if kind != "field" or not 0 <= value < game.plan.size:
            return []
        return shop_gestures(game, table, hand, value) if shopping else Troop(game, table, hand, value).gestures()

    def gesture_length(self, game: LeaderGame, table: LeaderTable, hand: LeaderHand, actions: list[Action]) -> int:
        assert isinstance(game, CompanyLeader)
        return length(game, table, hand, actions)

    def read_gesture(self, game: LeaderGame, table: LeaderTable, hand: LeaderHand, text: str) -> Gesture | None:
        """``B3 C4 E`` goes and looks, ``B3 x D5`` shoots: see shorthand.py."""
        assert isinstance(game, CompanyLeader)
        return read(game, table, hand, text)

    def odds(self, game: LeaderGame, table: LeaderTable, hand: LeaderHand, action: Action) -> list[Chance]:
        return odds_of(plan_of(game), table, hand, action)

    def facts(self, game: LeaderGame, state: LeaderState, seat: int) -> list[Fact]:
        return facts_of(plan_of(game), state, seat)

    def shares(self, game: LeaderGame, table: LeaderTable, hand: LeaderHand) -> list[tuple[Fact, int, int]]:
        return shares_of(plan_of(game), table, hand.seat)

    def standing(self, game: LeaderGame, state: LeaderState, seat: int) -> list[Measure]:
        assert isinstance(game, CompanyLeader)
        return standing_of(game.plan, state, seat)

    def draw(self, game: LeaderGame, table: LeaderTable, hand: LeaderHand | None) -> str:
        return draw_table(plan_of(game), table, hand)

    def page(self, game: LeaderGame, table: LeaderTable, hand: LeaderHand | None, topic: str, words: list[str]) -> str:
        return draw_page(plan_of(game), table, topic, words)

    # tools -------------------------------------------------------------------------------

    def place(self, game: LeaderGame, state: LeaderState, line: str) -> None:
        change(plan_of(game), state, line)

    def look(self, game: LeaderGame, table: LeaderTable, hand: LeaderHand | None, query: str) -> str:
        return answer(plan_of(game), table, hand, query)

    def doctor(self, source: str) -> list[Remark]:
        return examine(source)

    def inspect(self, seats: int, options: Options) -> list[Remark]:
        return inspect(seats, options)


PARAGRAPHS: Final = {
    "place": "3.4",
    "recruit": "3.6",
    "actions": "4.1",
    "face": "5.8",
    "act": "5.1",
    "advance": "5.6",
    "arrive": "5.7",
    "decoy": "5.9",
    "reply": "6.9",
    "blitz": "6.13",
    "purchase": "8.5",
    "fill": "8.7",
}


def plan_of(game: LeaderGame) -> Plan:
    assert isinstance(game, CompanyLeader)
    return game.plan


CARD = LeaderCard()
