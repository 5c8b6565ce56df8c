"""games, simulate, bench."""

from __future__ import annotations

import sys
import time
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table as Grid

from sandtable import bots, games
from sandtable.cli.common import clear_errors, err, fail, load, out, print_json
from sandtable.cli.options import Json, Seats, Seed, Set
from sandtable.core.sim import playout
from sandtable.kit.card import Option
from sandtable.lab.simulate import Plan, Summary, simulate, wilson
from sandtable.wire.catalogue import say


def register(app: typer.Typer) -> None:
    app.command("games")(list_games)
    app.command("simulate")(simulate_matches)
    app.command("bench")(bench)


def list_games(as_json: Json = False) -> None:
    """List the games at hand, with seats, bots and options.

    Example: sandtable games --json
    """
    cards = [games.card(name) for name in games.names()]
    if as_json:
        print_json(
            [
                {
                    "name": card.name,
                    "title": say(card.name, "en", "", "title"),
                    "version": games.load(card.name).version,
                    "seats": card.seats,
                    "bots": bots.names(card.name),
                    "options": [vars_of(option) for option in card.options],
                }
                for card in cards
            ]
        )
        return
    grid = Grid(title="Games", title_justify="left")
    for column in ("game", "title", "seats", "bots", "options"):
        grid.add_column(column)
    for card in cards:
        options = ", ".join(f"{o.key}={o.default if len(str(o.default)) < 20 else '...'}" for o in card.options)
        seats = f"{min(card.seats)}-{max(card.seats)}" if len(card.seats) > 1 else str(card.seats[0])
        grid.add_row(card.name, say(card.name, "en", "", "title"), seats, ", ".join(bots.names(card.name)), escape(options))
    out.print(grid)


def vars_of(option: Option) -> dict[str, object]:
    return {key: getattr(option, key) for key in ("key", "kind", "default", "low", "high", "choices")}


def simulate_matches(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    bot: Annotated[str, typer.Option("--bots", help="Bots, separated by commas; they rotate over the seats.")] = "random",
    count: Annotated[int, typer.Option("--games", min=1, help="How many matches.")] = 100,
    seed: Seed = 0,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes to play in.")] = 1,
    seats: Seats = None,
    settings: Set = None,
    rotate: Annotated[bool, typer.Option(help="Rotate the bots over the seats from match to match.")] = True,
    as_json: Json = False,
) -> None:
    """Let bots play against each other and report who wins.

    Example: sandtable simulate picket --bots greedy,random --games 1000 --jobs 2
    """
    with clear_errors():
        rules, options = load(game, seats, settings)
        names = tuple(name.strip() for name in bot.split(",") if name.strip())
        if len(names) > rules.seats:
            fail(f"{len(names)} bots for {rules.seats} seats")
        for name in names:
            bots.make(name, rules, 0, 0)
        plan = Plan(game, rules.seats, options, names, rotate)
        summary = Summary()
        started = time.perf_counter()
        with Progress(console=err, transient=True, disable=as_json) as bar:
            task = bar.add_task("matches", total=count)
            for outcome in simulate(plan, count, seed, jobs):
                summary.add(outcome)
                bar.advance(task)
    took = time.perf_counter() - started
    if as_json:
        print_json(
            {**vars(summary), "seconds": round(took, 3), "intervals": {b: wilson(summary.wins[b], summary.played[b]) for b in summary.wins}}
        )
        return
    grid = Grid(title=f"{count} matches of {game}", title_justify="left")
    for column in ("bot", "wins", "of", "share", "95 %"):
        grid.add_column(column, justify="left" if column == "bot" else "right")
    for name in summary.wins:
        low, high = wilson(summary.wins[name], summary.played[name])
        share = summary.wins[name] / summary.played[name]
        grid.add_row(name, f"{summary.wins[name]:g}", str(summary.played[name]), f"{share:.1%}", f"{low:.1%} - {high:.1%}")
    out.print(grid)
    seats_line = ", ".join(f"seat {i}: {wins / count:.1%}" for i, wins in enumerate(summary.seat_wins))
    out.print(f"wins by {seats_line}; {summary.inputs / count:.0f} inputs a match, {summary.unfinished} unfinished, {took:.1f} s")


def is_source(file: str | None) -> bool:
    """Whether a module's rules are interpreted: with ``tools/compile.py --only`` those of other games are, there."""
    return file is None or file.endswith(".py")


def bench(
    game: Annotated[str | None, typer.Argument(help="The game to measure; all of them by default.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each.")] = 2.0,
    seats: Seats = None,
    settings: Set = None,
    as_json: Json = False,
) -> None:
    """Measure random play: inputs and matches a second in one process, news off.

    Example: sandtable bench picket
    """
    rows = []
    with clear_errors():
        for name in [game] if game else games.names():
            rules, options = load(name, seats, settings)
            rules = games.load(name, rules.seats, games.bounded(games.card(name), options))
            playout(rules, 0)
            matches = inputs = 0
            started = time.perf_counter()
            while (took := time.perf_counter() - started) < seconds:
                inputs += len(playout(rules, matches).inputs)
                matches += 1
            build = "interpreted" if is_source(sys.modules[type(rules).__module__].__file__) else "compiled"
            rows.append(
                {"game": name, "rules": build, "inputs_per_second": round(inputs / took), "matches_per_second": round(matches / took, 1)}
            )
    if as_json:
        print_json(rows)
        return
    for row in rows:
        out.print(f"{row['game']}: {row['inputs_per_second']:,} inputs/s, {row['matches_per_second']:,} matches/s ({row['rules']})")
