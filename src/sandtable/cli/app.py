"""The command ``sandtable``."""

from __future__ import annotations

from typing import Annotated

import typer

import sandtable
from sandtable.cli import admin, check, companion, lab, mutants, new_game, play, ready, records, serve
from sandtable.cli.common import out

app = typer.Typer(
    name="sandtable",
    help="Play, simulate and study wargames of hidden information.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
for module in (play, companion, serve, admin, lab, records, check, mutants, new_game, ready):
    module.register(app)


def build() -> str:
    """``compiled`` or ``pure``: which kind of package runs."""
    import sandtable.core.game

    return "pure" if sandtable.core.game.__file__.endswith(".py") else "compiled"


def _version(value: bool) -> None:
    if value:
        out.print(f"sandtable {sandtable.__version__} ({build()})")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and whether it is compiled.")
    ] = False,
) -> None:
    pass


def main() -> None:
    app()
