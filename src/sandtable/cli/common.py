"""What the commands share: output and errors."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import typer
from rich.console import Console

from sandtable import games
from sandtable.kit.card import Notation, Options
from sandtable.wire.record import BadRecord

# In a pipe nothing is cut or folded to a terminal's width.
out = Console(highlight=False, width=None if sys.stdout.isatty() else 200)
err = Console(stderr=True, highlight=False)

# exit codes
FAILED = 1  # something was checked and found wrong
MISUSED = 2  # the call itself is wrong


def fail(message: str, code: int = MISUSED) -> NoReturn:
    """Say what is wrong and leave."""
    err.print(f"[red]error:[/red] {escape(message)}", soft_wrap=True)
    raise typer.Exit(code)


def escape(text: str) -> str:
    """Text shown as it is, whatever brackets it holds."""
    return text.replace("[", "\\[")


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn what a user can get wrong into a message and an exit code."""
    try:
        yield
    except (games.Unknown, games.BadOption, Notation, BadRecord) as error:
        fail(str(error))
    except FileNotFoundError as error:
        fail(f"no file '{error.filename}'")
    except IsADirectoryError as error:
        fail(f"'{error.filename}' is a folder, not a file")


def parse_settings(pairs: list[str] | None) -> Options:
    """``--set key=value`` pairs; ``key=@file`` reads a board or a sheet, ``@design.json`` a whole design.  The game checks them."""
    found: Options = {}
    for pair in pairs or []:
        if pair.startswith("@"):
            found.update(read_design(Path(pair[1:])).get("options", {}))
            continue
        key, sign, value = pair.partition("=")
        if not sign:
            fail(f"'{pair}' should read OPTION=VALUE, OPTION=@FILE or @DESIGN.json")
        found[key] = Path(value[1:]).read_text(encoding="utf-8") if value.startswith("@") else value
    return found


def read_design(path: Path) -> dict[str, Any]:
    """A design as the editor saves it: game, name, seats and options."""
    try:
        design = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        fail(f"'{path}' is no design: not JSON")
    if not isinstance(design, dict) or not isinstance(design.get("options"), dict):
        fail(f"'{path}' is no design: it has no options")
    return design


def load(name: str, seats: int | None, settings: list[str] | None) -> tuple[games.AnyGame, Options]:
    """The game a command line asks for, and its complete options."""
    options = games.complete(games.card(name), parse_settings(settings))
    return games.load(name, seats, options), options


def print_json(value: Any) -> None:
    json.dump(value, sys.stdout, indent=2, default=vars)
    sys.stdout.write("\n")
