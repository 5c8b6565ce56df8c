"""Nothing in core, kit and games remembers anything between two calls; what would is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import games
from sandtable.check.memory import remembered

SOURCE = Path(__file__).parents[2] / "src" / "sandtable"

MISTAKES = {
    "a module's list": "SEEN: list[int] = []\ndef imagine(x: int) -> None:\n    SEEN.append(x)\n",
    "a module's dict": "LAST = {}\ndef actions(key, offer):\n    LAST[key] = offer\n",
    "a number": "last = 0\ndef apply(x):\n    global last\n    last = x\n",
    "a class": "class Bot:\n    memory = 0\n    def hear(self, x):\n        Bot.memory = x\n",
    "its class by type": "class Bot:\n    memory = []\n    def hear(self, x):\n        type(self).memory = x\n",
    "its class by name": "class Bot:\n    def hear(self, x):\n        self.__class__.memory.append(x)\n",
    "a class method": "class Bot:\n    @classmethod\n    def hear(cls, x):\n        cls.memory[0] = x\n",
    "a cache": "from functools import lru_cache\n@lru_cache(9)\ndef offer(key):\n    return key\n",
    "a default": "def offer(key, kept=[]):\n    return kept\n",
}
HARMLESS = [
    "VERBS = ['go']\ndef words(x):\n    VERBS2 = VERBS[:]\n    VERBS2.append(x)\n    return VERBS2\n",
    "NAMES = []\ndef words(NAMES):\n    NAMES.append(1)\n",
    "class Bot:\n    def hear(self, x):\n        self.memory.append(x)\n",
]


@pytest.mark.parametrize("room", ["core", "kit", *(f"games/{name}" for name in games.names())])
def test_rules_remember_nothing(room: str) -> None:
    assert remembered(SOURCE / room) == []


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
def test_memory_is_found(mistake: str, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(mistake)
    assert len(remembered(tmp_path)) == 1


@pytest.mark.parametrize("harmless", HARMLESS)
def test_what_is_made_anew_is_no_memory(harmless: str, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(harmless)
    assert remembered(tmp_path) == []
