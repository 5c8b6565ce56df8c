"""Is every stored match what the rules make of its inputs?  Replays all and compares."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from sqlalchemy import select

from sandtable import games
from sandtable.core.game import CHANCE, Input
from sandtable.core.match import UNDO, advance, replay
from sandtable.server.chronicle import ONLOOKER, Witness, public_bytes, retell
from sandtable.server.dice import commitment, outcome
from sandtable.store import matches as tables
from sandtable.store.database import Database
from sandtable.wire import record


class Report(msgspec.Struct):
    match: str
    game: str
    state: str
    inputs: int
    problem: str = ""


async def inspect_all(database: Database, only: str = "") -> AsyncIterator[Report]:
    """A report for every match, one at a time: memory does not grow with their number."""
    async with database.read() as connection:
        query = select(tables.matches.c.id).order_by(tables.matches.c.created)
        ids = list((await connection.execute(query.where(tables.matches.c.id == only) if only else query)).scalars())
    for match in ids:
        async with database.read() as connection:
            row = await tables.find_match(connection, match)
            rows = await tables.find_inputs(connection, match)
        if row is not None:
            yield Report(match, row["game"], row["state"], len(rows), inspect(row, rows))


def inspect(row: Any, rows: list[tables.Row]) -> str:
    """What is wrong with a match; empty when nothing is."""
    if [found.n for found in rows] != list(range(len(rows))):
        return "inputs are missing or doubled"
    if commitment(row["dice_key"]) != row["dice_hash"]:
        return "the dice key is not the one whose hash was published"
    if row["state"] in (tables.OPEN, tables.DROPPED):
        return "inputs before the start" if rows else ""
    inputs: list[Input] = [(found.seat, found.action) for found in rows]
    result = msgspec.json.decode(row["result"]) if row["state"] == tables.OVER and row["result"] else None
    stored = record.Record(row["game"], row["version"], row["seats"], msgspec.json.decode(row["options"]), inputs, result)
    try:
        record.verify(stored)
        return _check_dice(stored, row["dice_key"]) or _check_messages(stored, rows)
    except (record.BadRecord, games.Unknown, games.BadOption, ValueError) as error:
        return str(error)


def _check_dice(stored: record.Record, key: bytes) -> str:
    rolled, faces = 0, _faces(stored)
    for n, (seat, action) in enumerate(stored.inputs):
        if seat != CHANCE:
            continue
        for value, sides in zip(action, faces[n], strict=True):
            if outcome(key, rolled, sides) != value:
                return f"input {n}: a die is not the one the key gives"
            rolled += 1
    return ""


def _faces(stored: record.Record) -> dict[int, list[int]]:
    """For every input of chance the faces of its dice."""
    game = stored.load_game()
    state, found = game.setup(), dict[int, list[int]]()
    for n, (seat, action) in enumerate(stored.inputs):
        if seat == CHANCE:
            found[n] = list(state.table.dice)
        if seat != CHANCE and action[0] == UNDO:
            state = replay(game, stored.inputs[: n + 1])
        else:
            advance(game, state, seat, action)
    return found


def _check_messages(stored: record.Record, rows: list[tables.Row]) -> str:
    """Every seat was told as many messages then as it would be now: rules and views have not changed under it."""
    game = stored.load_game()
    witnesses = [Witness(seat) for seat in [*range(stored.seats), ONLOOKER]]
    numbers: dict[int, list[int]] = {}
    for match, news in retell(game, stored.inputs):
        for witness in witnesses:
            witness.notice(game, match.state, news, public_bytes(match.state))
        numbers[len(match.inputs)] = [witness.seq for witness in witnesses]
    starts = sorted(numbers)
    for row in rows:
        if row.extra is not None and row.extra.q:
            after = next(count for count in starts if count > row.n)
            if numbers[after] != row.extra.q:
                return f"input {row.n}: messages {row.extra.q} were told, now it would be {numbers[after]}"
    return ""
