"""Plants a mistake into a game's rules, in a process of its own, and asks who notices.

``mistakes.toml`` lists the mistakes: for each the game, the passages of its sources that are written otherwise, and who notices it, as

    cases 04-movement        a case of that file fails (without a name: of any)
    heard 3                  that check of the contract objects to the game's trial 3, in the matches tests/contract/test_contract.py plays
                             with the honest rules, too, and nobody objects there
    memory                   the reader of sources finds that something is kept (check/memory.py)
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import signal
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "sandtable" / "games"
SEEDS = 2  # as in test_contract.py
LONGEST = 300.0  # seconds after which it hangs, and that is noticed, too


@dataclass(frozen=True)
class Mistake:
    id: str
    game: str
    what: str
    changes: tuple[tuple[str, str, str], ...]  # file, passage, what stands there instead
    by: tuple[str, ...]

    def sources(self) -> dict[Path, str]:
        """The files it changes, as they read then."""
        found: dict[Path, str] = {}
        for file, old, new in self.changes:
            path = GAMES / self.game / file
            text = found.get(path) or path.read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{self.id}: {path.name} has this passage {text.count(old)} times, so plant it anew: {old!r}"
            found[path] = text.replace(old, new)
        return found


def mistakes() -> list[Mistake]:
    rows = tomllib.loads((Path(__file__).parent / "mistakes.toml").read_text(encoding="utf-8"))["mistake"]
    return [
        Mistake(
            row["id"], row["game"], row["what"], ((row["file"], row["old"], row["new"]), *map(tuple, row.get("also", []))), tuple(row["by"])
        )
        for row in rows
    ]


class Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads changed sources in place of those on disk."""

    def __init__(self, sources: dict[Path, str]) -> None:
        self.sources = {".".join(["sandtable", "games", *path.relative_to(GAMES).with_suffix("").parts]): path for path in sources}
        self.texts = sources

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name not in self.sources:
            return None
        return importlib.util.spec_from_file_location(name, self.sources[name], loader=self)

    def create_module(self, spec: Any) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        path = self.sources[module.__name__]
        exec(compile(self.texts[path], str(path), "exec"), module.__dict__)


def objection(mistake: Mistake, notices: str) -> str:
    """What one who notices says to the rules with the mistake; empty when nothing."""
    word, *rest = notices.split()
    if word == "memory":
        return forgotten(mistake)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            told = planted(mistake, word, rest)
        except BaseException as error:
            told = f"{type(error).__name__}: {error}"
        os.write(writer, told.encode()[:2000])
        os._exit(0)
    os.close(writer)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
    signal.alarm(int(LONGEST))
    with os.fdopen(reader, "rb") as answer:
        told = answer.read().decode(errors="replace")
    signal.alarm(0)
    _, status = os.waitpid(child, 0)
    return told if status == 0 else "hangs"


def forgotten(mistake: Mistake) -> str:
    from sandtable.check.memory import remembered

    with tempfile.TemporaryDirectory() as folder:
        for path, text in mistake.sources().items():
            (Path(folder) / path.name).write_text(text, encoding="utf-8")
        return "; ".join(remembered(Path(folder)))


def planted(mistake: Mistake, word: str, rest: list[str]) -> str:
    """Load the game anew with the mistake, and ask."""
    from sandtable import bots, games
    from sandtable.check import cases, contract
    from sandtable.wire import catalogue

    for name in [name for name in sys.modules if name.startswith(f"sandtable.games.{mistake.game}")]:
        del sys.modules[name]
    for kept in [value for module in (games, bots, catalogue) for value in vars(module).values()]:
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()
    sys.meta_path.insert(0, Planted(mistake.sources()))
    if word == "cases":
        for case in cases.collect(mistake.game):
            if not rest or case.path.stem == rest[0]:
                failure = cases.run(case)
                if failure is not None:
                    return str(failure)
        return ""
    check = next(check for check in contract.CHECKS if check.__name__ == f"check_{word}")
    trial = int(rest[0])
    game = games.load(mistake.game, *games.card(mistake.game).trials()[trial])
    for seed in range(6 if mistake.game == "picket" else SEEDS):
        check(game, seed + 100 * trial)
    return ""
