"""The games at hand: every folder beside this file with a ``card.py``, and every entry point
of the group ``sandtable.games``.  Adding a game touches nothing here."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import sys
from functools import cache
from importlib import resources
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sandtable.core.game import Game
from sandtable.kit.card import Card, Option, Options, Value
from sandtable.kit.sheets import MOST_SIGNS, MOST_WORD

GROUP = "sandtable.games"

AnyCard = Card[Any, Any, Any]
AnyGame = Game[Any, Any, Any]


class Unknown(LookupError):
    """A name nobody knows, with the nearest known ones."""


class BadOption(ValueError):
    """An option or a number of seats that the game does not take."""


class TooLong(BadOption):
    """A text longer than any that is read."""

    def __init__(self, key: str, length: int, most: int) -> None:
        super().__init__(f"option '{key}' takes up to {most} signs, not {length}")
        self.key = key
        self.most = most


@cache
def _modules() -> dict[str, str]:
    """Game name -> module that holds its CARD."""
    found: dict[str, str] = {}
    for info in pkgutil.iter_modules(__path__):
        if info.ispkg and find_spec(f"{__name__}.{info.name}.card") is not None:
            found[info.name] = f"{__name__}.{info.name}.card"
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, entry.module)
    return found


def announce(name: str, module: str, folder: Path) -> None:
    """Make a game known that was written while this program runs: its card's module is found below a folder."""
    if module.startswith(f"{__name__}."):
        if str(folder.resolve()) not in [str(Path(each).resolve()) for each in __path__]:
            __path__.append(str(folder.resolve()))
    else:
        sys.path.append(str(folder.resolve()))
    importlib.invalidate_caches()
    _modules()[name] = module


def names() -> list[str]:
    """All games, sorted."""
    return sorted(_modules())


@cache
def card(name: str) -> AnyCard:
    """What a game says of itself."""
    if name not in _modules():
        raise Unknown(f"no game '{name[:MOST_WORD]}'" + did_you_mean(name, names()))
    found = importlib.import_module(_modules()[name]).CARD
    assert isinstance(found, Card)
    return found


def package(name: str) -> str:
    """The dotted package of a game's folder, where its data, texts, rulebook and cases lie."""
    return _modules()[card(name).name].rpartition(".")[0]


def folder(name: str) -> Path:
    """The folder of a game on disk."""
    return Path(str(resources.files(package(name))))


def load(name: str, seats: int | None = None, options: Options | None = None) -> AnyGame:
    """The rules of a game, ready to play: missing options take their defaults."""
    found = card(name)
    count = found.seats[0] if seats is None else seats
    if count not in found.seats:
        raise BadOption(f"{name} is played by {_spoken(found.seats)} seats, not {count}")
    settings = complete(found, options or {})
    try:
        return found.build(count, settings)
    except ValueError as error:
        raise BadOption(f"{name}: {error}") from error


def complete(found: AnyCard, options: Options) -> Options:
    """All options of a card: the given ones checked, the others at their defaults."""
    known = {option.key: option for option in found.options}
    for key in options:
        if key not in known:
            raise BadOption(f"{found.name} has no option '{key[:MOST_WORD]}'" + did_you_mean(key, sorted(known)))
    return {key: _checked(option, options.get(key, option.default)) for key, option in known.items()}


def bounded(found: AnyCard, options: Options) -> Options:
    """The same options for a simulation: where the rules' defaults have no end, the card's bounds; what somebody chose stays."""
    settings = complete(found, options)
    defaults = {option.key: option.default for option in found.options}
    return {key: found.bounds.get(key, value) if value == defaults[key] else value for key, value in settings.items()}


def _checked(option: Option, value: Value) -> Value:
    """The value in its right type; text is taken as typed by a person."""
    key, text = option.key, str(value)
    most = MOST_SIGNS if option.kind == "text" else MOST_WORD
    if len(text) > most:
        raise TooLong(key, len(text), most)
    if option.kind == "flag":
        if text.lower() in ("1", "true", "yes", "on"):
            return 1
        if text.lower() in ("0", "false", "no", "off"):
            return 0
        raise BadOption(f"option '{key}' is yes or no, not '{text}'")
    if option.kind == "number":
        try:
            number = int(text)
        except ValueError:
            raise BadOption(f"option '{key}' is a whole number, not '{text}'") from None
        if not option.low <= number <= option.high:
            raise BadOption(f"option '{key}' lies between {option.low} and {option.high}, not at {number}")
        return number
    if option.kind == "choice" and text not in option.choices:
        raise BadOption(f"option '{key}' is one of {', '.join(option.choices)}, not '{text}'" + did_you_mean(text, option.choices))
    return text


def did_you_mean(word: str, known: list[str]) -> str:
    """A sentence that offers the nearest names, or lists all when none is near."""
    near = difflib.get_close_matches(word[:MOST_WORD], known, n=3, cutoff=0.5)
    if near:
        return "; did you mean " + " or ".join(near) + "?"
    return f"; known: {', '.join(known)}" if known else ""


def _spoken(numbers: list[int]) -> str:
    ordered = sorted(numbers)
    return str(ordered[0]) if len(ordered) == 1 else ", ".join(map(str, ordered[:-1])) + f" or {ordered[-1]}"
