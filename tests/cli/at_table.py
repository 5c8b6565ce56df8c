"""What tests of the table in the terminal share."""

from __future__ import annotations

from typing import Any

from typer.testing import CliRunner

from sandtable import bots, games
from sandtable.cli.app import app
from sandtable.cli.table.question import Question
from sandtable.cli.table.words import Words
from sandtable.core.game import Draw
from sandtable.core.match import Match
from sandtable.games.picket.verbs import HIDE

runner = CliRunner()


def play(game: str, *typed: str, players: str = "human,random", words: tuple[str, ...] = (), seed: int = 2) -> str:
    """What stands on the screen after these lines were typed."""
    lines = "\n".join([*typed, "quit"]) + "\n"
    result = runner.invoke(app, ["play", game, "--players", players, "--seed", str(seed), *words], input=lines)
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def picket(seed: int = 2) -> Match[Any, Any, Any]:
    return Match(games.load("picket", None, games.complete(games.card("picket"), {})), Draw(seed))


def question(match: Match[Any, Any, Any], seat: int = 0) -> Question:
    return Question(Words(match.game, "en"), match.state.table, match.state.hands[seat])


def in_battle() -> Match[Any, Any, Any]:
    """Picket where the weaker side is asked whether it stands."""
    for seed in range(40):
        match = begun(seed)
        robots = [bots.make("random", match.game, seat, seed) for seat in range(2)]
        while match.state.table.pending and games.card("picket").prompt(match.game, match.state.table, match.state.hands[0]) != "battle":
            seat = match.state.table.pending[0]
            hand = match.state.hands[seat]
            match.submit(seat, hand.asked, robots[seat].decide(match.state.table, hand, match.game.actions(match.state.table, hand)))
        if match.state.table.pending:
            return match
    raise AssertionError("no battle in forty matches")


def begun(seed: int = 2) -> Match[Any, Any, Any]:
    """Picket at the first orders."""
    match = picket(seed)
    for seat in (0, 1):
        for index in (0, 1):
            match.submit(seat, match.state.hands[seat].asked, (HIDE, seat * 5 + index))
    return match


class Printed:
    """What is printed meanwhile."""

    def __enter__(self) -> Printed:
        from sandtable.cli.common import out

        self.capture = out.capture()
        self.capture.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.capture.__exit__(*error)

    def text(self) -> str:
        return " ".join(self.capture.get().split())
