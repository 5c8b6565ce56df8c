"""Chapter 11: scenarios, which board they are played on, and what a board must have for them."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.company_leader.board import PACKAGE, BadBoard, Board, Play
from sandtable.kit.card import Remark
from sandtable.kit.data import read_toml

STANDARD_BOARDS: Final = {"2parties": "two", "3parties": "three", "2teams": "two", "3teams": "four", "4parties": "four", "4teams": "four"}
FIRST_TURN: Final = 2  # fields the fastest troop goes in one turn


class Scenario:
    """What data/scenarios.toml says of one of them."""

    def __init__(self, name: str) -> None:
        data: dict[str, Any] = read_toml(PACKAGE, "data/scenarios.toml")[name]
        self.name: Final = name
        self.boards: Final[dict[str, str]] = {str(key): str(board) for key, board in data.get("boards", {}).items()}
        self.alliance: Final = str(data.get("alliance", ""))
        self.own: Final = bool(data.get("own", False))
        self.turns: Final = int(data.get("turns", 0))
        self.lead: Final = int(data.get("lead", 0))
        self.flag: Final = bool(data.get("flag", False))
        self.convoy: Final = bool(data.get("convoy", False))

    def board_for(self, seats: int, alliance: str) -> str:
        """The board played on when none is chosen."""
        key = str(seats) + alliance
        if key in self.boards:
            return self.boards[key]
        if self.own and self.boards and not [word for word in self.boards if word.startswith(str(seats))]:
            numbers = sorted({word[0] for word in self.boards})
            raise BadBoard(
                "the scenario " + self.name + " is for " + " or ".join(numbers) + " seats; or choose a board that has a play for it"
            )
        return STANDARD_BOARDS[key]


def fitting_play(board: Board, seats: int, alliance: str, scenario: Scenario) -> Play:
    """The play of a board for this number of seats; with three, as parties or as two against one.  One that was written for the
    scenario goes first."""
    found = [play for play in board.plays if len(play.territories) == seats]
    if seats == 3:
        allied = (scenario.alliance or alliance) == "teams"
        found = [play for play in found if (max(play.sides) == 1) == allied]
    own = [play for play in found if play.scenario == scenario.name]
    if own:
        return own[0]
    found = [play for play in found if play.scenario == ""]
    if not found:
        raise BadBoard("the board '" + board.title + "' is not meant for " + str(seats) + " seats as " + alliance)
    if scenario.own:
        text = (
            "the board '"
            + board.title
            + "' has no play for the scenario "
            + scenario.name
            + " with "
            + str(seats)
            + " seats as "
            + alliance
        )
        raise BadBoard(text)
    return found[0]


def steps_from(board: Board, starts: list[int]) -> list[int]:
    """By field: how many fields it is from the nearest of these, round holes; -1 where there is no way."""
    steps = [-1] * board.size
    for field in starts:
        steps[field] = 0
    ring = starts[:]
    far = 0
    while ring:
        far += 1
        further: list[int] = []
        for field in ring:
            for near in board.hexes.neighbours(field):
                if steps[near] < 0:
                    steps[near] = far
                    further.append(near)
        ring = further
    return steps


def shops_of(board: Board, play: Play, side: int) -> list[int]:
    """The purchase fields of a side."""
    found = []
    for field in range(board.size):
        seat = play.seat_of(board.zones[field].lower()) if board.zones[field].isupper() else -1
        if seat >= 0 and play.sides[seat] == side:
            found.append(field)
    return found


def convoys_of(board: Board, play: Play) -> list[int]:
    """The convoys a play is played with."""
    return [f for f in board.convoys if play.convoy == "" or board.zones[f].lower() in play.convoy]


def place(board: Board, field: int) -> str:
    """A field as the editor knows it."""
    return str(board.hexes.q[field]) + "," + str(board.hexes.r[field])


def examine_scenario(board: Board, play: Play, scenario: Scenario, turns: int) -> list[Remark]:
    """11.1-11.5: whether the board has what the scenario needs, where it can be played for."""
    remarks: list[Remark] = []
    if scenario.flag:
        remarks += examine_flag(board, play, scenario)
    if scenario.convoy:
        remarks += examine_convoys(board, play, scenario, turns)
    return remarks


def examine_flag(board: Board, play: Play, scenario: Scenario) -> list[Remark]:
    """11.2: a flag, equally far from all homes, and never so near that it is home in the first turn."""
    if not board.flags:
        text = "the scenario " + scenario.name + " needs a flag, and the board '" + board.title + "' marks none"
        return [Remark(True, "no-flag", text, ["option:scenario"], {"scenario": scenario.name})]
    flag = board.flags[0]
    values = {"field": board.hexes.labels[flag]}
    ways = []
    for side in range(max(play.sides) + 1):
        steps = steps_from(board, shops_of(board, play, side))
        ways.append(steps[flag])
    seat = play.seat_of(board.zones[flag].lower())
    if seat >= 0 and ways[play.sides[seat]] <= FIRST_TURN:
        text = (
            "the flag on " + values["field"] + " lies in a territory " + str(ways[play.sides[seat]]) + " fields from its purchase fields: "
        )
        return [Remark(True, "flag-near", text + "it would be home in the first turn", [place(board, flag)], values)]
    shown = ", ".join([str(way) for way in ways])
    values["ways"] = shown
    text = "the flag on " + values["field"] + " is " + shown + " fields from the purchase fields of the sides"
    if min(ways) == max(ways):
        return [Remark(False, "flag", text, [], values, True)]
    return [Remark(False, "off-flag", "unusual: " + text, [place(board, flag)], values)]


def examine_convoys(board: Board, play: Play, scenario: Scenario, turns: int) -> list[Remark]:
    """11.5: each in somebody's territory, and able to arrive in time."""
    fields = convoys_of(board, play)
    if not fields:
        text = "the scenario " + scenario.name + " needs a convoy, and the board '" + board.title + "' marks none"
        return [Remark(True, "no-convoy", text, ["option:scenario"], {"scenario": scenario.name})]
    remarks: list[Remark] = []
    for field in fields:
        values = {"field": board.hexes.labels[field]}
        seat = play.seat_of(board.zones[field].lower())
        if seat < 0:
            text = "the convoy on " + values["field"] + " stands in nobody's territory"
            remarks.append(Remark(True, "convoy-land", text, [place(board, field)], values))
            continue
        goals: list[int] = []
        for side in range(max(play.sides) + 1):
            if side != play.sides[seat]:
                goals += shops_of(board, play, side)
        way = steps_from(board, goals)[field]
        values["way"] = str(way)
        values["turns"] = str(turns)
        text = "the convoy on " + values["field"] + " has " + str(way) + " fields to go"
        if 0 < turns < way:
            text = "unusual: " + text + ", more than the " + str(turns) + " turns there are"
            remarks.append(Remark(False, "off-convoy", text, [place(board, field)], values))
        else:
            remarks.append(Remark(False, "convoy", text, [], values, True))
    return remarks
