"""Links to the rulebooks of all games, for readers: ``python tools/rulebooks.py`` makes them, ``--check`` says what is wrong."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def wanted(root: Path) -> dict[str, str]:
    """By name of the link where it leads."""
    books = sorted((root / "src/sandtable/games").glob("*/rulebook.md"))
    return {f"{book.parent.name}.md": f"../{book.relative_to(root).as_posix()}" for book in books}


def found(root: Path) -> dict[str, str]:
    return {path.name: str(path.readlink()) if path.is_symlink() else "" for path in (root / "rulebooks").glob("*.md")}


def make(root: Path) -> None:
    """Exactly the links that are wanted."""
    (root / "rulebooks").mkdir(exist_ok=True)
    for name in found(root).keys() - {name for name, goal in wanted(root).items() if found(root).get(name) == goal}:
        (root / "rulebooks" / name).unlink()
    for name, goal in wanted(root).items():
        path = root / "rulebooks" / name
        if not path.is_symlink():
            path.symlink_to(goal)


def main() -> int:
    if "--check" not in sys.argv:
        make(ROOT)
        return 0
    wrong = sorted({name for name, _ in wanted(ROOT).items() ^ found(ROOT).items()})
    for name in wrong:
        print(f"rulebooks/{name} is not what it should be: python tools/rulebooks.py makes it")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
