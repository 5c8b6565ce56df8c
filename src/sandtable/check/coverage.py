"""Which paragraphs of a rulebook have a case, and which cases cite no paragraph."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources

from sandtable import games
from sandtable.check.cases import collect

PARAGRAPH = re.compile(r"^\*\*(\d+(?:\.\d+)*[a-z]?)\*\*\s", re.MULTILINE)


@dataclass
class Coverage:
    game: str
    paragraphs: list[str]
    cases: int
    uncovered: list[str]  # paragraphs without a case
    unknown: list[str]  # cited numbers the rulebook does not have


def rulebook(name: str) -> str:
    """The rulebook of a game, from its own folder."""
    path = resources.files(games.package(name)).joinpath("rulebook.md")
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def measure(name: str) -> Coverage:
    paragraphs = PARAGRAPH.findall(rulebook(name))
    cases = collect(name)
    cited = {rule for case in cases for rule in case.rules}
    return Coverage(
        name,
        paragraphs,
        len(cases),
        [number for number in paragraphs if number not in cited],
        sorted(cited - set(paragraphs)),
    )
