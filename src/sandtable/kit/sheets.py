"""Sheets: boards and scenarios that people write as TOML, bounded before any parser sees them.

The parser of the standard library takes time that grows with the square of the parts of a key, and recursion for what is nested.
So every text of others passes one linear look first: how long it is, how deep its brackets go, how many parts a key has, how
long a word or number is.  Within the bounds parsing is linear.  What is no TOML at all is left to the parser to explain: up to
the first mistake this look and the parser agree on where a string or a comment ends, and behind it the parser reads nothing.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from sandtable.kit.card import Remark

MOST_SIGNS: Final = 60_000  # of one text: the largest sheet a game takes, 120 outlines of 32 corners, has 54,000
MOST_DEPTH: Final = 8  # brackets within brackets; boards and sheets need three
MOST_PARTS: Final = 8  # of a key or a heading, as a.b.c has three
MOST_WORD: Final = 200  # signs of a bare key or a number

MARKS: Final = re.compile("[\"'#\n.,=\\[\\]{}]")
LITERAL_ENDS: Final = re.compile("['\n]")
BASIC_ENDS: Final = re.compile('["\\\\\n]')
LONG_ENDS: Final = re.compile('"""|\\\\')


class Excess(ValueError):
    """A text beyond the bounds: which bound, where, and what would be right."""

    def __init__(self, key: str, text: str, line: int, most: int) -> None:
        super().__init__(text)
        self.key = key  # of the doctor's remark
        self.values = {"line": str(line), "most": str(most)}

    def remark(self, option: str = "") -> Remark:
        return Remark(True, self.key, str(self), ["option:" + option] if option else [], self.values)


def read_sheet(source: str) -> dict[str, Any]:
    """A text of others as TOML.  Raises Excess, or TOMLDecodeError; both are ValueErrors."""
    check_sheet(source)
    return tomllib.loads(source)


def check_sheet(source: str) -> None:
    """One look from the first sign to the last.  Raises Excess."""
    if len(source) > MOST_SIGNS:
        text = "the text has " + str(len(source)) + " signs; up to " + str(MOST_SIGNS) + " are read"
        raise Excess("sheet-long", text, source.count("\n", 0, MOST_SIGNS) + 1, MOST_SIGNS)
    at = depth = parts = 0
    while True:
        found = MARKS.search(source, at)
        end = len(source) if found is None else found.start()
        if end - at > MOST_WORD and len(source[at:end].strip()) > MOST_WORD:
            raise excess("sheet-word", source, at, "a word or number has more than " + str(MOST_WORD) + " signs", MOST_WORD)
        if found is None:
            return
        sign, at = source[end], end + 1
        if sign in "\"'":
            at = after_string(source, end, sign)
        elif sign == "#":
            newline = source.find("\n", at)
            at = newline if newline >= 0 else len(source)
        elif sign == ".":
            parts += 1
            if parts >= MOST_PARTS:
                raise excess("sheet-parts", source, end, "a key has more than " + str(MOST_PARTS) + " parts", MOST_PARTS)
        else:
            parts = 0
            if sign in "[{":
                depth += 1
                if depth > MOST_DEPTH:
                    raise excess("sheet-deep", source, end, "brackets are nested more than " + str(MOST_DEPTH) + " deep", MOST_DEPTH)
            elif sign in "]}" and depth:
                depth -= 1


def excess(key: str, source: str, at: int, what: str, most: int) -> Excess:
    line = source.count("\n", 0, at) + 1
    return Excess(key, "line " + str(line) + ": " + what, line, most)


def after_string(source: str, start: int, quote: str) -> int:
    """Behind the string that starts here; the end of everything when it has no end, for there the parser stops."""
    at = start + 1
    if not source.startswith(quote * 3, start):
        while True:
            found = (BASIC_ENDS if quote == '"' else LITERAL_ENDS).search(source, at)
            if found is None or found.group() == "\n":
                return len(source)
            if found.group() == quote:
                return found.end()
            at = found.end() + 1  # what a backslash stands before
    at = start + 3
    while True:
        if quote == "'":
            end = source.find("'''", at)
        else:
            found = LONG_ENDS.search(source, at)
            if found is not None and found.group() == "\\":
                at = found.end() + 1
                continue
            end = -1 if found is None else found.start()
        if end < 0:
            return len(source)
        at = end + 3
        for _ in range(2):  # up to two quotes before the end belong to the string
            if source.startswith(quote, at):
                at += 1
        return at
