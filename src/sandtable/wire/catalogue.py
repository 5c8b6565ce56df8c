"""Catalogues: what people read, per game and language.  Rules produce keys, never sentences.

A game's ``texts/<language>.toml`` has the tables prompt, refusal, verb, event, option, help,
choice, word, remark (what a doctor says), ending, unused, gesture and always (standing answers); this room's own
``texts/<language>.toml`` has what is the same in every game.  A word may have a text of its own for one kind of operand: ``nation.france``.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from sandtable import games
from sandtable.core.game import Action, Event, Game
from sandtable.kit.card import Chance, Ending, Gesture, Remark, Shape, operand_kind
from sandtable.wire import notation

LANGUAGES = ("en", "de")
PLAY_TABLES = ("prompt", "refusal", "verb", "event", "option", "help", "choice", "word", "remark", "board")
GRAIN_TABLES = ("ending", "unused", "gesture", "always")
HELP_TABLES = ("guide", "coach", "odds", "notebook", "reason", "standing")
TABLES = PLAY_TABLES + GRAIN_TABLES + HELP_TABLES

Catalogue = dict[str, dict[str, str]]


@cache
def catalogue(name: str, language: str) -> Catalogue:
    """The tables of a game, over those common to all games; top-level texts stand in ``""``."""
    merged: Catalogue = {table: {} for table in ("", *TABLES)}
    for package in ("sandtable.wire", games.package(name)):
        for key, value in _file(package, language).items():
            if isinstance(value, dict):
                merged.setdefault(key, {}).update({k: str(v) for k, v in value.items()})
            else:
                merged[""][key] = str(value)
    return merged


def _file(package: str, language: str) -> dict[str, Any]:
    path = resources.files(package).joinpath(f"texts/{language}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def say(name: str, language: str, table: str, key: str) -> str:
    """A text without placeholders; the key itself where the catalogue has none."""
    return catalogue(name, language).get(table, {}).get(key, key)


def say_action(game: Game[Any, Any, Any], table: Any, action: Action, language: str) -> str:
    """An action as a sentence for a button or a list."""
    words = notation.write(game, table, action).split()
    shape = Shape(words[0]) if action[0] < 0 else games.card(game.name).verbs[action[0]]
    return _sentence(game.name, language, "verb", shape, words)


def say_gesture(game: Game[Any, Any, Any], table: Any, gesture: Gesture, language: str) -> str:
    """A gesture as a sentence for a button or a list."""
    return _filled(game, table, "gesture", Shape(gesture.key, " ".join(gesture.kinds)), gesture.operands, language)


def say_chance(game: Game[Any, Any, Any], table: Any, chance: Chance, language: str) -> str:
    """What a chance is about, as a sentence without its number."""
    return _filled(game, table, "odds", Shape(chance.key, " ".join(chance.kinds)), chance.values, language)


def _filled(game: Game[Any, Any, Any], table: Any, kind: str, shape: Shape, values: Action, language: str) -> str:
    card = games.card(game.name)
    words = [card.word(game, table, operand_kind(shape, i), value) for i, value in enumerate(values)]
    return _sentence(game.name, language, kind, shape, [shape.word, *words])


def say_ending(name: str, language: str, ending: Ending) -> str:
    """An ending with what would be left unused: ``End my turn (9 troops unused)``."""
    text = say(name, language, "ending", ending.key).replace("{count}", str(ending.count))
    left = [say(name, language, "unused", key).replace("{count}", str(count)) for key, count in ending.unused]
    return f"{text} ({', '.join(left)})" if left else text


def say_event(game: Game[Any, Any, Any], table: Any, event: Event, language: str) -> str:
    """An event as a sentence for the log."""
    words = notation.event_words(game, table, event)
    shape = Shape(words[0], "seat") if event.kind < 0 else games.card(game.name).events[event.kind]
    return _sentence(game.name, language, "event", shape, words)


def say_remark(name: str, language: str, remark: Remark) -> str:
    """A doctor's finding as a sentence; in plain English where the catalogue has none."""
    pattern = catalogue(name, language)["remark"].get(remark.key, remark.text)
    for key, value in remark.values.items():
        pattern = pattern.replace("{" + key + "}", value)
    return pattern


def _sentence(name: str, language: str, table: str, shape: Shape, words: list[str]) -> str:
    texts = catalogue(name, language)
    pattern = texts[table].get(shape.word)
    if pattern is None:
        return " ".join(words)
    filled: dict[str, list[str]] = {}
    for i, word in enumerate(words[1:]):
        filled.setdefault(_placeholder(shape, i), []).append(say_word(texts, operand_kind(shape, i), word))
    for i, kind in enumerate(shape.operands):  # a starred operand may be missing altogether
        filled.setdefault(_placeholder(shape, i) if not kind.endswith("*") else kind[:-1], [])
    for key, parts in filled.items():
        pattern = pattern.replace("{" + key + "}", ", ".join(parts))
    return pattern


def say_word(texts: Catalogue, kind: str, word: str) -> str:
    """A word of the game as people read it.  ``nation.france`` goes before ``france``: one word may mean a nation and a place."""
    return texts["word"].get(f"{kind}.{word}", texts["word"].get(word, word))


def _placeholder(shape: Shape, index: int) -> str:
    """``piece``, then ``piece2`` for the second operand of that kind."""
    kind = operand_kind(shape, index)
    last = len(shape.operands) - 1
    if index >= last and shape.operands[last].endswith("*"):
        return kind
    before = sum(1 for i in range(index) if operand_kind(shape, i) == kind)
    return kind if before == 0 else f"{kind}{before + 1}"


def missing(name: str, language: str) -> list[str]:
    """Verbs, events, options and choices of a game that have no text in a language."""
    card, texts = games.card(name), catalogue(name, language)
    gaps = [f"verb.{shape.word}" for shape in card.verbs if shape.word not in texts["verb"]]
    gaps += [f"event.{shape.word}" for shape in card.events if shape.word not in texts["event"]]
    for option in card.options:
        gaps += [f"{table}.{option.key}" for table in ("option", "help") if option.key not in texts[table]]
        gaps += [f"choice.{option.key}.{c}" for c in option.choices if f"{option.key}.{c}" not in texts["choice"]]
    return gaps + [key for key in ("title", "blurb") if key not in texts[""]]
