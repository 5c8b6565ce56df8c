"""ready, keep: what the suite asks of a game, and the files it can make by itself."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import Progress

from sandtable import games
from sandtable.check import ready
from sandtable.check.ready.keeping import keep
from sandtable.cli.common import FAILED, clear_errors, err, fail, out, print_json
from sandtable.cli.options import Json


def register(app: typer.Typer) -> None:
    app.command("ready")(is_ready)
    app.command("keep")(keep_records)


def is_ready(
    game: Annotated[str, typer.Argument(help="The game to examine.")],
    only: Annotated[str, typer.Option(help="One demand by name, such as levels; 'contract' for all of the contract.")] = "",
    as_json: Json = False,
) -> None:
    """Try all that the test suite asks of a game, and say what is missing and how to make it.

    Example: sandtable ready picket
    """
    with clear_errors():
        games.card(game)
        asked = [each for each in ready.everything(game) if not only or each.key == only or each.key.startswith(f"{only}:")]
        if not asked:
            fail(f"nothing of the name '{only}' is asked" + games.did_you_mean(only, [each.key for each in ready.DEMANDS]))
        missing = []
        with Progress(console=err, transient=True, disable=as_json) as bar:
            task = bar.add_task(game, total=len(asked))
            for each in asked:
                bar.update(task, description=f"{game}: {each.key}")
                found = ready.met(game, each)
                if found:
                    missing.append({"demand": each.key, "missing": found, "how": ready.how(game, each)})
                    if not as_json:
                        out.print(f"[red]{each.key}[/red]: {escape(found)}", soft_wrap=True)
                        out.print(f"  [dim]how: {escape(ready.how(game, each))}[/dim]", soft_wrap=True)
                bar.advance(task)
    if as_json:
        print_json({"game": game, "asked": len(asked), "missing": missing})
    else:
        out.print(f"{game}: {len(asked) - len(missing)} of {len(asked)} demands are met" + ("" if missing else ": it is ready"))
    if missing:
        raise typer.Exit(FAILED)


def keep_records(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    anew: Annotated[bool, typer.Option("--anew", help="Write all of them again: after a change of rules.")] = False,
) -> None:
    """Let bots play three matches and keep their records in the game's folder, with counts of positions: what is missing of them.

    Example: sandtable keep picket
    """
    with clear_errors():
        made = keep(game, anew)
    for path in made:
        out.print(str(path), soft_wrap=True)
    if not made:
        out.print(f"{game}: nothing is missing; --anew writes all of them again")
