"""Names that people would take for each other: one skeleton for all of them, and one alphabet to a name.

The idea is that of Unicode's security mechanisms (UTS #39): every sign is replaced by the one it looks like.  The table is our
own, data/names.toml, for the alphabets whose letters look like Latin ones.  Skeletons are stored with accounts: whoever changes
the table or this module renews them by a migration.
"""

from __future__ import annotations

import tomllib
import unicodedata
from functools import cache
from importlib import resources
from typing import Any

# Letters and marks that show nothing: fillers, joiners, selectors of variants.
_BLANK = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0}
_BLANK |= {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
MOST_MARKS = 2  # on one letter: towers of accents reach into other lines

# Alphabets that are written together (UTS #39, "highly restrictive"); all others alone.
_TOGETHER = [{"LATIN", "CJK", "HIRAGANA", "KATAKANA"}, {"LATIN", "CJK", "BOPOMOFO"}, {"LATIN", "CJK", "HANGUL"}]


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(resources.files("sandtable.store").joinpath("data/names.toml").read_text(encoding="utf-8"))


@cache
def _look_alikes() -> dict[int, str]:
    found = _table()["look-alikes"]
    return {ord(sign): like for like, signs in found.items() if len(like) == 1 for sign in signs}


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
    signs = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", visible(name)))
    digits = "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in signs)
    letters = digits.translate(_look_alikes()).casefold().translate(_look_alikes())
    plain = "".join(sign for sign in unicodedata.normalize("NFC", letters) if unicodedata.category(sign)[0] not in "PSZC")
    return plain.replace(_table()["look-alikes"]["m2"], "m").replace(_table()["look-alikes"]["w2"], "w") or name_key(name)


def mixed(name: str) -> list[str]:
    """The alphabets of a name, if they are not written together."""
    found = {unicodedata.name(sign, "").partition(" ")[0] for sign in unicodedata.normalize("NFKC", name) if sign.isalpha()}
    found = {alphabet for alphabet in found if alphabet not in ("MODIFIER", "KATAKANA-HIRAGANA", "MASCULINE", "FEMININE", "")}
    return sorted(found) if len(found) > 1 and not any(found <= together for together in _TOGETHER) else []


def is_reserved(name: str, bots: frozenset[str] = frozenset()) -> bool:
    """Whether a name is the house's, or one of a bot, or what the house writes when a bot takes over ("greedy for Ann")."""
    words = _looks(frozenset(_table()["reserved"]["words"]) | bots)
    first, together, _ = name.casefold().partition(" for ")
    return bool({skeleton(name), name_key(name)} & words) or (bool(together) and bool({skeleton(first), name_key(first)} & _looks(bots)))


@cache
def _looks(words: frozenset[str]) -> frozenset[str]:
    return frozenset(skeleton(word) for word in words) | frozenset(name_key(word) for word in words)
