"""Is every stored match what the rules make of its inputs?  Replays all and compares."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from sqlalchemy import select

from sandtable import games
from sandtable.core.game import CHANCE, Input
from sandtable.core.match import Match, Refused, finished
from sandtable.core.match import result as outcome
from sandtable.server.chronicle import ONLOOKER, Witness, public_bytes
from sandtable.server.dice import SealedDraw, commitment
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
        return _play_again(stored, rows, row["dice_key"])
    except (record.BadRecord, games.Unknown, games.BadOption) as error:
        return str(error)


def _play_again(stored: record.Record, rows: list[tables.Row], key: bytes) -> str:
    """The match once more with its own key: the same decisions must be legal, roll the same dice, cause as many messages to
    every seat, and end in the same result."""
    game, inputs = stored.load_game(), stored.inputs
    match: Match[Any, Any, Any] = Match(game, SealedDraw(key))
    witnesses = [Witness(seat) for seat in [*range(stored.seats), ONLOOKER]]
    news, at, decided = match.state.news, 0, False  # the set-up comes before the first decision
    while True:
        if match.inputs[at:] != inputs[at : len(match.inputs)]:
            return f"input {at}: the dice after it are not those the key gives"
        table = public_bytes(match.state)
        for witness in witnesses:
            witness.notice(game, match.state, news, table)
        told = rows[at].extra if decided else None
        numbers = [witness.seq for witness in witnesses]
        if told is not None and told.q and told.q != numbers:
            return f"input {at}: messages {told.q} were told, now it would be {numbers}"
        at, decided = len(match.inputs), True
        if at >= len(inputs):
            break
        seat, action = inputs[at]
        if seat == CHANCE:
            return f"input {at}: dice that nobody asked for"
        try:
            news = match.call(seat, action[0]) if action[0] < 0 else match.submit(seat, match.state.hands[seat].asked, action)
        except Refused as error:
            return f"input {at}: seat {seat} may not play {list(action)}: {error}"
    end = outcome(game, match.state.table) if finished(match.state) else None
    return "" if end == stored.result else f"the result is {end}, stored is {stored.result}"
