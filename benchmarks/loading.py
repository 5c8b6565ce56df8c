"""How long a match takes to come back into memory, and what of that a snapshot could save.

    python benchmarks/loading.py              the longest of a few random matches of every game

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


def play(name: str, seed: int) -> Match[Any, Any, Any]:
    """A match between players who choose anything they are offered."""
    game, rnd = games.load(name), random.Random(seed)
    match: Match[Any, Any, Any] = Match(game, SealedDraw(KEY))
    while not finished(match.state) and len(match.inputs) < 20_000:
        seat = rnd.choice(match.state.table.pending)
        hand = match.state.hands[seat]
        match.submit(seat, hand.asked, rnd.choice(game.actions(match.state.table, hand)))
    return match


async def measure(name: str, match: Match[Any, Any, Any], folder: Path) -> None:
    database = Database(f"sqlite:///{folder}/{name}.db")
    await database.open()
    game = match.game
    row = {"id": name, "game": name, "version": game.version, "seats": game.seats, "options": "{}", "terms": encode(Terms()).decode()}
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in games.names():
            longest = max((play(name, seed) for seed in range(args.matches)), key=lambda match: len(match.inputs))
            asyncio.run(measure(name, longest, Path(folder)))


if __name__ == "__main__":
    main()
