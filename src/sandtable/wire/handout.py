"""What a client needs of a game beside its messages: schema, words, static data.

Everything here follows from the game's name, number of seats and options, so it is public and can
be kept by the client for the whole match.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from sandtable import games
from sandtable.core.game import Game
from sandtable.kit.card import Options, Shape
from sandtable.wire.plain import Plain

MOST_WORDS = 4096  # values of an operand kind that are tried


def handout(game: Game[Any, Any, Any], options: Options) -> dict[str, Plain]:
    """The sheet handed to everybody who comes to the table."""
    card = games.card(game.name)
    return {
        "game": game.name,
        "version": game.version,
        "seats": game.seats,
        "sides": [game.side(seat) for seat in range(game.seats)],
        "options": games.complete(card, options),
        "verbs": [_shape(shape) for shape in card.verbs],
        "events": [_shape(shape) for shape in card.events],
        "words": words(game),
        "data": data(game.name),
    }


def schema(name: str) -> dict[str, Plain]:
    """What can be chosen before a match: seats, options, bots."""
    card = games.card(name)
    return {
        "name": name,
        "seats": card.seats,
        "options": [
            {"key": o.key, "kind": o.kind, "default": o.default, "low": o.low, "high": o.high, "choices": o.choices} for o in card.options
        ],
        "bots": card.bots,
    }


def words(game: Game[Any, Any, Any]) -> dict[str, dict[str, str]]:
    """Per operand kind: how people write each value; kinds written as plain numbers are left out."""
    card = games.card(game.name)
    table = game.setup().table
    kinds = {kind.rstrip("*") for shape in (*card.verbs, *card.events) for kind in shape.operands}
    found: dict[str, dict[str, str]] = {}
    for kind in sorted(kinds):
        listed = _words_of(game, table, kind)
        if listed:
            found[kind] = listed
    return found


def _words_of(game: Game[Any, Any, Any], table: Any, kind: str) -> dict[str, str]:
    card = games.card(game.name)
    listed: list[str] = []
    for value in range(MOST_WORDS):
        try:
            listed.append(card.word(game, table, kind, value))
        except (LookupError, ValueError, AssertionError):
            listed.append(str(value))
    while len(listed) > 1 and (listed[-1] == listed[-2] or listed[-1] == str(len(listed) - 1)):
        listed.pop()  # what a word list says of values beyond its end
    return {str(value): word for value, word in enumerate(listed) if word != str(value)}


def _shape(shape: Shape) -> dict[str, Plain]:
    return {"word": shape.word, "operands": shape.operands}


@cache
def data(name: str) -> dict[str, Plain]:
    """The files of a game's data folder: tables of TOML parsed, others as text."""
    root = games.folder(name) / "data"
    return {
        str(path.relative_to(root).with_suffix("")): _read(path)
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.name.startswith((".", "__"))
    }


def _read(path: Path) -> Plain:
    text = path.read_text(encoding="utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else text
