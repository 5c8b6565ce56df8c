"""What a client needs of a game beside its messages: schema, words, static data.

Everything here follows from the game's name, number of seats and options, so it is public and can
be kept by the client for the whole match.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from sandtable import games
from sandtable.core.game import Game
from sandtable.kit.card import Options, Shape
from sandtable.kit.layout import Layout
from sandtable.wire.catalogue import LANGUAGES, catalogue
from sandtable.wire.plain import Plain

MOST_WORDS = 512  # values of an operand kind that are tried; kinds with more have a pattern or only count
LEAST = -4  # and below zero: "none", "building"


def handout(game: Game[Any, Any, Any], options: Options) -> dict[str, Plain]:
    """The sheet handed to everybody who comes to the table."""
    card = games.card(game.name)
    named, counting, patterns = words(game)
    return {
        "game": game.name,
        "version": game.version,
        "seats": game.seats,
        "sides": [game.side(seat) for seat in range(game.seats)],
        "options": games.complete(card, options),
        "verbs": [{**_shape(shape), "rank": shape.rank} for shape in card.verbs],
        "events": [_shape(shape) for shape in card.events],
        "words": named,
        "counting": counting,
        "patterns": patterns,
        "standings": [{"key": each.key, "prompt": each.prompt, "action": list(each.action)} for each in card.standings],
        "covered": card.covered,
        "data": data(game.name),
        "shown": card.shown,
        "layout": plain_layout(card.layout(game)) if card.shown == "layout" else None,
        "assets": assets(game.name),
        "sides_named": card.sides_named,
        "players_option": card.players_option,
    }


def plain_layout(layout: Layout | None) -> Plain:
    """A board as its card describes it."""
    if layout is None:
        return None
    places = [[each.number, each.x, each.y, each.label, each.ground, each.width, each.height] for each in layout.places]
    lines = [[start, goal] for start, goal in layout.lines]
    size = {"width": layout.width, "height": layout.height, "pitch": layout.pitch}
    return {"shape": layout.shape, "kind": layout.kind, "places": places, "lines": lines, **size}


@cache
def assets(name: str) -> list[Plain]:
    """Files that a game gives to the page: ``emblem.svg`` is its picture, ``board.js`` its board."""
    root = games.folder(name) / "assets"
    return [path.name for path in sorted(root.glob("*")) if path.is_file() and not path.name.startswith((".", "_"))]


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


def words(game: Game[Any, Any, Any]) -> tuple[dict[str, dict[str, str]], dict[str, list[Plain]], dict[str, list[Plain]]]:
    """Per operand kind how people write each value, how values beyond that list count on, and patterns.

    ``[from, prefix, shift]`` writes value v as the prefix and v + shift.  Patterns (``Card.pattern``) need no list:
    ``["grid", pitch, shift]``, ``["bits", kind]`` and ``["turn", parts]``.  Kinds written as plain numbers are in none of them."""
    card = games.card(game.name)
    table = game.setup().table
    kinds = {kind.rstrip("*") for shape in (*card.verbs, *card.events) for kind in shape.operands} | gesture_kinds(game.name)
    found: dict[str, dict[str, str]] = {}
    counting: dict[str, list[Plain]] = {}
    patterns: dict[str, list[Plain]] = {}
    for kind in sorted(kinds):
        pattern = card.pattern(kind)
        if pattern:
            patterns[kind] = [int(part) if part.isdigit() else part for part in pattern.split()]
            continue
        listed = _words_of(game, table, kind)
        end, prefix, shift = _tail(listed)
        if end < len(listed) and (prefix or shift):
            counting[kind] = [end, prefix, shift]
        shown = {str(value): word for value, word in enumerate(listed[:end]) if word != str(value)}
        for value in range(LEAST, 0):
            word = _word(game, table, kind, value)
            if word != str(value) and (word not in listed or word == _word(game, table, kind, MOST_WORDS)):
                shown[str(value)] = word  # a list of words answers -1 with its last one: that is no word
        if shown:
            found[kind] = shown
    return found, counting, patterns


def gesture_kinds(name: str) -> set[str]:
    """Kinds of operands that texts of gestures name: some occur nowhere else, such as a sector people set out from."""
    texts = catalogue(name, LANGUAGES[0]).get("gesture", {}).values()
    return {kind.rstrip("0123456789") for text in texts for kind in re.findall(r"{([^}]+)}", text)}


def _word(game: Game[Any, Any, Any], table: Any, kind: str, value: int) -> str:
    try:
        return games.card(game.name).word(game, table, kind, value)
    except (LookupError, ValueError, AssertionError):
        return str(value)


def _words_of(game: Game[Any, Any, Any], table: Any, kind: str) -> list[str]:
    listed = [_word(game, table, kind, value) for value in range(MOST_WORDS)]
    while len(listed) > 1 and listed[-1] == listed[-2]:
        listed.pop()  # what a word list says of values beyond its end
    return listed


def _tail(listed: list[str]) -> tuple[int, str, int]:
    """From which value on words only count: that value, what stands before the number, and the shift."""
    number = re.search(r"[0-9]+$", listed[-1])
    if number is None or len(listed) < MOST_WORDS:
        return len(listed), "", 0
    prefix, shift = listed[-1][: number.start()], int(number.group()) - len(listed) + 1
    end = len(listed)
    while end > 0 and listed[end - 1] == f"{prefix}{end - 1 + shift}":
        end -= 1
    return end, prefix, shift


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
