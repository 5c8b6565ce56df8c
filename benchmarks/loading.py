"""How long a match takes to come back into memory, and what of that a snapshot could save.

    python benchmarks/loading.py              the longest of a few random matches of every game
    python benchmarks/loading.py --all        the same over all settings that its contract plays: the worst there is

Processor time, so that a busy machine does not count.  ``replay`` is what a stored position would save; the rest (reading the
inputs, the chain of seals) would be needed all the same, since the inputs are the truth.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from sandtable import games
from sandtable.core.match import Match, finished
from sandtable.server.dice import SealedDraw, commitment
from sandtable.server.rooms import Rooms
from sandtable.server.settings import Settings
from sandtable.server.terms import Affairs, Terms
from sandtable.store import matches as tables
from sandtable.store.database import Database
from sandtable.wire.plain import encode

KEY = bytes(32)


def play(name: str, seed: int, seats: int | None = None, options: dict[str, Any] | None = None) -> Match[Any, Any, Any]:
    """A match between players who choose anything they are offered."""
    game, rnd = games.load(name, seats, options or {}), random.Random(seed)
    match: Match[Any, Any, Any] = Match(game, SealedDraw(KEY))
    while not finished(match.state) and len(match.inputs) < 20_000:
        seat = rnd.choice(match.state.table.pending)
        hand = match.state.hands[seat]
        match.submit(seat, hand.asked, rnd.choice(game.actions(match.state.table, hand)))
    return match


async def measure(name: str, match: Match[Any, Any, Any], folder: Path, options: dict[str, Any]) -> None:
    database = Database(f"sqlite:///{folder}/{name}.db")
    await database.open()
    game = match.game
    row = {
        "id": name,
        "game": name,
        "version": game.version,
        "seats": game.seats,
        "options": encode(options).decode(),
        "terms": encode(Terms()).decode(),
    }
    row |= {"owner": "u", "state": tables.RUNNING, "public": True, "link": name, "dice_key": KEY, "dice_hash": commitment(KEY)}
    row |= {"created": 1, "started": 1, "affairs": encode(Affairs()).decode()}
    extra = encode(tables.Extra("a message id", [9] * (game.seats + 1))).decode()
    async with database.write() as connection:
        await connection.execute(insert(tables.matches).values(**row))
        rows = [
            {"match": name, "n": n, "seat": seat, "action": encode(action).decode(), "at": n, "extra": extra if seat >= 0 else None}
            for n, (seat, action) in enumerate(match.inputs)
        ]
        await connection.execute(insert(tables.inputs), rows)
    house = Rooms(Settings(), database)
    times = []
    for _ in range(3):
        start = time.process_time()
        room = await house.room(name)
        times.append(time.process_time() - start)
        house.forget(room)
    start = time.process_time()
    match.resume(match.inputs[:])
    replay = time.process_time() - start
    print(f"{name:16s} {len(match.inputs):6d} inputs: loaded in {1000 * min(times):6.1f} ms, of which replay {1000 * replay:6.1f} ms")
    await database.close()


def settings(card: Any, every: bool) -> list[tuple[int | None, dict[str, Any]]]:
    """The usual one; or all of the contract's, and for every number of seats the usual one with as many turns as can be had."""
    if not every:
        return [(None, {})]
    longest = {option.key: option.high for option in card.options if option.key == "turns"}
    return [*card.trials(), *((seats, given) for seats in card.seats for given in ({}, longest))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=3, help="of each setting")
    parser.add_argument("--all", action="store_true", help="all settings of the contract in place of the usual one")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in games.names():
            card = games.card(name)
            played = [(play(name, seed, seats, given), given) for seats, given in settings(card, args.all) for seed in range(args.matches)]
            longest, given = max(played, key=lambda each: len(each[0].inputs))
            asyncio.run(measure(name, longest, Path(folder), games.complete(card, given)))


if __name__ == "__main__":
    main()
