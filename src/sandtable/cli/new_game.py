"""new-game: a folder that is ready from the first minute: see check/ready."""

from __future__ import annotations

import keyword
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from sandtable import games
from sandtable.check.ready.keeping import keep
from sandtable.cli.common import fail, out

INSIDE = Path("src/sandtable/games")  # of a checkout of this project
LONGEST = 16  # letters of a name: lines of the source stay within their width


def register(app: typer.Typer) -> None:
    app.command("new-game")(new_game)


def new_game(
    name: Annotated[str, typer.Argument(help="Lower case letters and underscores, such as river_raid.")],
    into: Annotated[
        Path | None,
        typer.Option("--into", help="Where to put it; in a checkout of Sandtable among its games, else in a package of its own."),
    ] = None,
) -> None:
    """Create a new game: rules, rulebook, cases, texts and bot, ready to play and to change.

    Example: sandtable new-game river_raid
    """
    if not name.isidentifier() or keyword.iskeyword(name) or name != name.lower():
        fail(f"'{name}' is no name for a game: use lower case letters, digits and underscores")
    if len(name.replace("_", "")) > LONGEST:
        fail(f"'{name}' has more than {LONGEST} letters")
    if name in games.names():
        fail(f"there is a game '{name}' already")
    inside = into is None and INSIDE.is_dir()
    root = INSIDE / name if inside else (into or Path()) / name
    if root.exists():
        fail(f"'{root}' exists already")
    target = root if inside else root / "src" / name
    words = {
        "name": name,
        "Title": "".join(part.title() for part in name.split("_")),
        "package": f"sandtable.games.{name}" if inside else name,
    }
    source = resources.files("sandtable.cli").joinpath("scaffold")
    _copy(source, target, words)
    if inside:
        (target / "pyproject.toml").unlink()
    else:
        (target / "pyproject.toml").rename(root / "pyproject.toml")
    games.announce(name, f"{words['package']}.card", INSIDE if inside else target.parent)
    keep(name)
    if inside and Path("rulebooks").is_dir():
        (Path("rulebooks") / f"{name}.md").symlink_to(f"../{INSIDE.as_posix()}/{name}/rulebook.md")  # for readers
    out.print(f"{root}: a game to play at once and to change at will.")
    if not inside:
        out.print(f"  pip install -e {root}")
    out.print(f"  sandtable play {name}\n  sandtable ready {name}")


def _copy(source: Traversable, target: Path, words: dict[str, str]) -> None:
    target.mkdir(parents=True)
    for entry in source.iterdir():
        if entry.is_dir():
            _copy(entry, target / entry.name, words)
        elif entry.name.endswith(".txt"):
            name = entry.name.removesuffix(".txt").replace("values.toml", words["name"] + ".toml")
            text = Template(entry.read_text(encoding="utf-8")).substitute(words)
            (target / name).write_text(_sorted_imports(text) if name.endswith(".py") else text, encoding="utf-8")


def _sorted_imports(text: str) -> str:
    """The lines of the last block of imports by the names of their modules: where the game's own stand hangs on its name."""
    lines = text.split("\n")
    places = [n for n, line in enumerate(lines) if line.startswith("from ") and "__future__" not in line and "typing" not in line]
    for place, line in zip(places, sorted(lines[n] for n in places), strict=True):
        lines[place] = line
    return "\n".join(lines)
