"""play: a match in the terminal, people hot-seat with a curtain between them, or against bots."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from sandtable import bots
from sandtable.cli.common import clear_errors, fail, load, out
from sandtable.cli.options import Json, Seats, Set
from sandtable.cli.table.session import Quit, Session
from sandtable.core.game import Draw
from sandtable.core.match import Match, result
from sandtable.wire import catalogue, record


class SystemDraw(Draw):
    """Dice from the operating system: nobody can foresee them."""

    def below(self, n: int) -> int:
        return secrets.randbelow(n)


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def play(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    players: Annotated[
        str, typer.Option("--players", help="By seat, separated by commas: human or a bot; the last takes the rest.")
    ] = "human,greedy",
    seed: Annotated[int | None, typer.Option("--seed", help="Seeded dice instead of the operating system's.")] = None,
    seats: Seats = None,
    settings: Set = None,
    language: Annotated[str, typer.Option("--language", help="en or de.")] = "en",
    ask_all: Annotated[bool, typer.Option("--ask-all", help="Ask people questions with one answer too.")] = False,
    save: Annotated[Path | None, typer.Option("--save", help="Write the record here at the end.")] = None,
    as_json: Json = False,
) -> None:
    """Play in the terminal: hot-seat with a curtain between people, or against bots.

    Example: sandtable play picket --players human,greedy
    """
    with clear_errors():
        rules, options = load(game, seats, settings)
        names = [name.strip() for name in players.split(",")]
        names = [names[min(seat, len(names) - 1)] for seat in range(rules.seats)]
        if "greedy" in names and "greedy" not in bots.names(game):
            names = [bots.names(game)[-1] if name == "greedy" else name for name in names]
        if language not in catalogue.LANGUAGES:
            fail(f"no texts in '{language}'; there are {', '.join(catalogue.LANGUAGES)}")
        robots = [None if name == "human" else bots.make(name, rules, seat, secrets.randbits(60)) for seat, name in enumerate(names)]
        draw = SystemDraw(1) if seed is None else Draw(seed)
        session = Session(Match(rules, draw), robots, language, auto=not ask_all)
        try:
            session.run()
        except Quit:
            out.print(session.words.say("left"))
        if save is not None:
            save.write_text(record.write(record.from_match(session.match, options)), encoding="utf-8")
            out.print(session.words.say("saved", path=save), soft_wrap=True)
    if as_json:
        out.print_json(data={"scores": result(rules, session.match.state.table), "inputs": len(session.match.inputs)})
