"""Matches of Company Leader played by lines of notation: what several tests share."""

from __future__ import annotations

from typing import Any

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match
from sandtable.games.company_leader.card import TINY

CARD = games.card("company_leader")
TWINS = TINY.replace("artillery = 1, light-tank = 1", "artillery = 1, infantry = 2")
AnyMatch = Match[Any, Any, Any]


def begin(board: str, *lines: str, **options: int | str) -> AnyMatch:
    """A match of red's, who begins, with these decisions taken: ``0 place infantry A1``."""
    game = games.load("company_leader", 2, {"board": board, "first": "seat0", "income": 12, **options})
    match: AnyMatch = Match(game, Draw(3))
    for line in lines:
        do(match, line)
    return match


def do(match: AnyMatch, line: str) -> None:
    seat, text = line.split(" ", 1)
    action = CARD.parse(match.game, match.state.table, text)
    match.submit(int(seat), match.state.hands[int(seat)].asked, action)


def tiny(*lines: str) -> AnyMatch:
    """Red: light tank on C1, artillery on A2; blue: light tank on D1, artillery on E2.  C1 can look at D1."""
    placed = ("0 place light-tank C1", "0 place artillery A2", "1 place light-tank D1", "1 place artillery E2")
    return begin(TINY, *placed, *lines)


def prompt(match: AnyMatch, seat: int = 0) -> str:
    return CARD.prompt(match.game, match.state.table, match.state.hands[seat])


def offers(match: AnyMatch, seat: int = 0) -> list[str]:
    offer = match.game.actions(match.state.table, match.state.hands[seat])
    return [CARD.write(match.game, match.state.table, action) for action in offer]


def two_players(*lines: str) -> AnyMatch:
    """The large board: red's infantry on E6, E5, at the border; the way to F6 is empty."""
    red = ["infantry E6", "infantry A6", "infantry-scout B6", "artillery C6", "artillery D6", "light-tank E5", "light-tank C5"]
    red += ["heavy-tank B5", "tank-scout D5"]
    blue = ["infantry K6", "infantry J6", "infantry-scout I6", "artillery H6", "artillery K5", "light-tank K7", "light-tank J7"]
    blue += ["heavy-tank J5", "tank-scout I5"]
    placed = ["0 place " + troop for troop in red] + ["1 place " + troop for troop in blue]
    return begin("two", *placed, *lines)


WALK = ("0 reveal E6", "0 face E6 NE", "0 act E6", "0 turn E", "0 go", "0 turn W")
