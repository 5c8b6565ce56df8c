"""What the tests of every game's doctor ask alike: what it finds is what loading says, in words of both languages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable

import pytest

from sandtable import games
from sandtable.kit.card import Options, Remark


def remarks(name: str, options: Options, seats: int = 2) -> dict[str, Remark]:
    card = games.card(name)
    return {remark.key: remark for remark in card.inspect(seats, games.complete(card, options))}


def check_grave(name: str, options: Options, key: str, where: str = "", word: str = "") -> None:
    """It is grave, says where, names the word that is meant; and such a game cannot be loaded, for the same reason."""
    found = remarks(name, options)[key]
    assert found.grave
    assert not where or where in found.where
    assert word in found.text
    with pytest.raises(games.BadOption, match=re.escape(word) or None):
        games.load(name, 2, options)


def check_unusual(name: str, options: Options, key: str, seats: int = 2) -> None:
    """It is said and nothing is grave: such a game can be loaded."""
    found = remarks(name, options, seats)
    assert key in found
    assert not any(remark.grave for remark in found.values())
    games.load(name, seats, options)


def check_words(name: str, said: Iterable[Options]) -> None:
    """Every remark has words in both languages, which use no values that it does not give."""
    folder = games.folder(name)
    texts = [tomllib.loads((folder / f"texts/{language}.toml").read_text(encoding="utf-8"))["remark"] for language in ("en", "de")]
    for options in said:
        for remark in remarks(name, options).values():
            for table in texts:
                assert set(re.findall(r"{(\w+)}", table[remark.key])) <= set(remark.values), remark.key
    assert texts[0].keys() == texts[1].keys()
