"""Counts of positions to a depth: one number that changes when a rule does.

Each decision branches over all actions offered to the first pending seat, mirror images apart; dice fall as a fixed seed has
them, so that counts stay small and repeatable.  Beside the positions themselves we count how many of them
each seat can tell apart: a change there without one in the positions is a change of knowledge.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandtable import games
from sandtable.check.walk import AnyGame, AnyState, roll
from sandtable.core.game import Draw
from sandtable.core.sim import playout
from sandtable.kit.card import Options
from sandtable.wire.view import view_bytes


@dataclass(frozen=True)
class Count:
    """What a depth holds: positions, and per seat the views that differ."""

    positions: int
    views: tuple[int, ...]


def count(game: AnyGame, state: AnyState, depth: int) -> Count:
    """Positions after ``depth`` decisions from a state."""
    level = [state]
    for _ in range(depth):
        level = [after for before in level for after in successors(game, before)]
    views = tuple(len({view_bytes(game, one.table, one.hands[seat], []) for one in level}) for seat in range(game.seats))
    return Count(len(level), views)


def successors(game: AnyGame, state: AnyState) -> list[AnyState]:
    """The state after each offered action of the first pending seat, dice included."""
    found = []
    if state.table.pending:
        seat = state.table.pending[0]
        hand = state.hands[seat]
        for action in game.choices(state.table, hand):
            after = game.copy(state)
            after.loud = False
            game.apply(after, seat, action)
            roll(game, after, Draw(1))
            found.append(after)
    return found


def start(name: str, seats: int, options: Options, seed: int, inputs: int) -> tuple[AnyGame, AnyState]:
    """A position: the one a seeded random match has after some inputs."""
    game = games.load(name, seats, options)
    return game, playout(game, seed, limit=inputs).state


def perft_file(name: str) -> Path:
    return games.folder(name) / "records" / "perft.toml"


def rows(name: str) -> list[dict[str, Any]]:
    """The counts a game's folder keeps."""
    path = perft_file(name)
    return list(tomllib.loads(path.read_text(encoding="utf-8"))["count"]) if path.is_file() else []


def measure(name: str, depth: int = 2) -> str:
    """The file of counts, anew: early and later positions of every trial.  Positions with a wide
    offer are counted one decision deep only."""
    lines = ["# Positions to a depth and the views of them that each seat can tell apart.", "# Made by: sandtable perft GAME --write", ""]
    for trial, (seats, options) in enumerate(games.card(name).trials()):
        for seed, inputs in ((1, 0), (2, 40), (3, 150)):
            game, state = start(name, seats, options, seed, inputs)
            if not state.table.pending:
                continue
            hand = state.hands[state.table.pending[0]]
            width = len(game.choices(state.table, hand))
            deep = 1 if width > 60 else depth
            found = count(game, state, deep)
            lines += ["[[count]]", f"trial = {trial}", f"seed = {seed}", f"inputs = {inputs}", f"depth = {deep}"]
            lines += [f"positions = {found.positions}", f"views = {list(found.views)}", ""]
    return "\n".join(lines)


def check(name: str, row: dict[str, Any]) -> Count:
    """Count again what a row of the file states."""
    seats, options = games.card(name).trials()[row["trial"]]
    game, state = start(name, seats, options, row["seed"], row["inputs"])
    return count(game, state, row["depth"])
