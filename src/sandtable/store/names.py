"""Names that people would take for each other: one skeleton for all of them, and one alphabet to a name.

The idea is that of Unicode's security mechanisms (UTS #39): every sign is replaced by the one it looks like.  The table is our
own, data/names.toml, for the alphabets whose letters look like Latin ones.  Skeletons are stored with accounts: whoever changes
the table or this module renews them by a migration.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Set
from functools import cache
from importlib import resources
from typing import Any

# Letters and marks that show nothing: fillers, joiners, selectors of variants.
_BLANK = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0}
_BLANK |= {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
MOST_MARKS = 2  # on one letter: towers of accents reach into other lines
_DOT = "\u0307"
_UNREAD = "\u02bb\u02bc\u0640"  # apostrophes that count as letters, and the line that stretches Arabic words
_BOXED = (0x1F150, 0x1F170, 0x1F1E6)  # A to Z in filled circles, in filled squares, and of flags
_SPELT = ("Lu", "Ll", "Lo", "Lm", "Mn", "Mc", "Nd")  # what words are made of; no number signs, no marks that enclose

# Alphabets that are written together (UTS #39, "highly restrictive"); all others alone.
_TOGETHER = [{"LATIN", "CJK", "HIRAGANA", "KATAKANA"}, {"LATIN", "CJK", "BOPOMOFO"}, {"LATIN", "CJK", "HANGUL"}]


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(resources.files("sandtable.store").joinpath("data/names.toml").read_text(encoding="utf-8"))


@cache
def _look_alikes() -> dict[int, str]:
    found = _table()["look-alikes"]
    boxes = {start + place: chr(ord("a") + place) for start in _BOXED for place in range(26)}
    return boxes | {ord(sign): like for like, signs in found.items() if len(like) == 1 for sign in signs}


@cache
def _unmarked() -> dict[int, str]:
    return {ord(sign): like for like, signs in _table()["marked"].items() for sign in signs}


@cache
def _living() -> dict[str, re.Pattern[str]]:
    """By alphabet its letters, where not all of them are names' ones; marks of all alphabets under no name."""
    found = {"": _table()["letters"]["marks"], **_table()["letters"]["only"]}
    return {alphabet: re.compile(f"[{signs}]") for alphabet, signs in found.items()}


def visible(text: str) -> str:
    """Without signs that show nothing or turn the rest around; spaces single, and no towers of accents."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind[0] in "CZ" or ord(sign) in _BLANK:
            kept.append(" ")
        elif marks <= MOST_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())


def name_key(name: str) -> str:
    """One spelling for names people would take for the same."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def skeleton(name: str) -> str:
    """What a name looks like: equal for names that are taken for each other at a glance.  Case matters for the look (a capital eta
    is an H, a small one an n), so names that differ by it alone may have two: compare ``name_key`` too."""
    return _look(name) or name_key(name)


def _look(name: str, marks: bool = True) -> str:
    signs = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", visible(name).translate(_look_alikes())))
    digits = "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in signs)
    letters = digits.translate(_look_alikes()).casefold().translate(_look_alikes())
    if not marks:
        letters = "".join(sign for sign in letters.translate(_unmarked()) if unicodedata.category(sign)[0] != "M")
    joined = unicodedata.normalize("NFC", _without_second_dots(letters))
    plain = "".join(sign for sign in joined if unicodedata.category(sign)[0] not in "PSZC" and sign not in _UNREAD)
    return plain.replace(_table()["look-alikes"]["m2"], "m").replace(_table()["look-alikes"]["w2"], "w")


def _without_second_dots(letters: str) -> str:
    """A dot above changes nothing on letters that have one; here all that looks like an i is an l."""
    kept, base = [], ""
    for sign in letters:
        base = base if unicodedata.combining(sign) else sign
        if sign != _DOT or base not in ("l", "j"):
            kept.append(sign)
    return "".join(kept)


def _alphabets(sign: str) -> set[str]:
    """Which alphabets a sign is of, by its Unicode name: two for marks of both kana."""
    words = [word for word in unicodedata.name(sign, "").split() if word not in ("COMBINING", "EXTENDED")]
    return set(words[0].split("-")) if words else set()


def _written_in(name: str) -> set[str]:
    signs = unicodedata.normalize("NFKC", name)
    found = [_alphabets(sign) for sign in signs if sign.isalpha() and sign not in _table()["letters"]["signs"]]
    return {min(alphabets) for alphabets in found if len(alphabets) == 1} - {"MODIFIER", "MASCULINE", "FEMININE"}


def mixed(name: str) -> list[str]:
    """The alphabets of a name, if they are not written together."""
    found = _written_in(name)
    return sorted(found) if len(found) > 1 and not any(found <= together for together in _TOGETHER) else []


def strange(name: str) -> list[str]:
    """Signs that are in no name: letters of dead alphabets or of none, marks and digits of an alphabet the name is not written in.
    Most have a twin in Latin or show nothing on a letter that is not theirs."""
    known = frozenset(_table()["letters"]["alphabets"])
    own = (_written_in(name) or known) & known
    return [sign for sign in dict.fromkeys(unicodedata.normalize("NFC", name)) if not all(_fits(part, own) for part in _parts(sign))]


def _parts(sign: str) -> str:
    """A sign without what is only its form (full width, mathematical), and letter and marks apart; letters that are only a form of
    a Latin or Greek one by name (the long s) stay."""
    plain = sign if _alphabets(sign) & _living().keys() else unicodedata.normalize("NFKC", sign)
    return unicodedata.normalize("NFD", plain)


def _fits(sign: str, own: Set[str]) -> bool:
    kind = unicodedata.category(sign)
    if kind[0] not in "LMN" or sign.isascii() or sign in _table()["letters"]["signs"]:
        return True
    alphabets = _alphabets(sign)
    if kind == "Mn" and not alphabets & set(_table()["letters"]["alphabets"]) and _living()[""].match(sign):
        return True
    return kind in _SPELT and any(alphabet not in _living() or _living()[alphabet].match(sign) for alphabet in alphabets & own)


def is_reserved(name: str, bots: frozenset[str] = frozenset()) -> bool:
    """Whether a name is the house's, or one of a bot, or what the house writes when a bot takes over ("greedy for Ann").  Marks do
    not count: people called Jürgen and Jurgen are two, but nobody has to be called ädmin."""
    if _readings(name) & _looks(frozenset(_table()["reserved"]["words"]) | bots):
        return True
    words = "".join(" " if unicodedata.category(sign)[0] in "PZ" else sign for sign in visible(name)).split()
    ends = [place for place, word in enumerate(words) if place and _look(word, marks=False) == "for"]
    return any(_readings(" ".join(words[:end])) & _looks(bots) for end in ends)


def _readings(name: str) -> set[str]:
    return {skeleton(name), name_key(name), _look(name, marks=False)} - {""}


@cache
def _looks(words: frozenset[str]) -> frozenset[str]:
    return frozenset(reading for word in words for reading in _readings(word))
