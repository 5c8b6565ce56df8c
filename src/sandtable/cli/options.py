"""Options that several commands have.  Apart from ``common``, which loads what draws on terminals: a server starts without it."""

from __future__ import annotations

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="OPTION=VALUE", help="Set an option of the game, also from a file: OPTION=@FILE, @DESIGN.json; may be repeated."
    ),
]
Seats = Annotated[int | None, typer.Option("--seats", help="Number of seats; the game's usual one by default.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same matches.")]
