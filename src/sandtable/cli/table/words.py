"""What the terminal itself says, per language; games have texts of their own."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any

from sandtable import games
from sandtable.core.game import Event
from sandtable.wire import catalogue
from sandtable.wire.handout import words as operand_words
from sandtable.wire.notation import UMPIRE_EVENTS

Texts = dict[str, dict[str, str]]


@cache
def texts(language: str) -> Texts:
    source = resources.files("sandtable.cli").joinpath(f"texts/{language}.toml").read_text(encoding="utf-8")
    return {table: {key: str(text) for key, text in entries.items()} for table, entries in tomllib.loads(source).items()}


class Words:
    """The texts of one language, and the names of one game's seats."""

    def __init__(self, game: games.AnyGame, language: str) -> None:
        self.game = game
        self.language = language
        self.texts = texts(language)
        self.ending_letter = self._free_letter("exz")
        self.gesture_letter = self._free_letter("gwy")

    def say(self, key: str, /, **values: object) -> str:
        return self.texts["say"][key].format(**values)

    def seat(self, table: Any, seat: int) -> str:
        """A seat as events name it: Red, Player 1."""
        word = games.card(self.game.name).word(self.game, table, "seat", seat)
        if word == str(seat):
            return self.say("seat", number=seat + 1)
        return catalogue.say(self.game.name, self.language, "word", word).strip() or word

    def event(self, table: Any, event: Event) -> str:
        if event.kind >= 0:
            return catalogue.say_event(self.game, table, event, self.language)
        seats = [self.seat(table, seat) for seat in event.args[:1]]
        return self.texts["event"][UMPIRE_EVENTS[event.kind]].format(seat="".join(seats))

    def game_text(self, table: str, key: str) -> str:
        return catalogue.say(self.game.name, self.language, table, key)

    def word(self, kind: str, word: str) -> str:
        return catalogue.say_word(catalogue.catalogue(self.game.name, self.language), kind, word)

    def angle(self, value: int, parts: int) -> str:
        """An angle, clockwise from east as tables are drawn: ``52°, SE``."""
        compass = self.texts["compass"][str((value * 16 + parts // 2) // parts % 16)]
        return f"{round(value * 360 / parts) % 360}°, {compass}"

    def command(self, word: str) -> str:
        """The command a word stands for, in this language or in English."""
        return self.texts["alias"].get(word, word)

    def _free_letter(self, letters: str) -> str:
        """The first of these letters that makes no word of the game when a number follows: a field may be called e1."""
        named, _, _ = operand_words(self.game)
        known = [word for listed in named.values() for word in listed.values()]
        return next((letter for letter in letters if not any(re.fullmatch(f"(?i){letter}[0-9]+", word) for word in known)), letters[-1])
