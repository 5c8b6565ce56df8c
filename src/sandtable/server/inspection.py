"""Is every stored match what the rules make of its inputs?  Replays all and compares."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from sqlalchemy import select, text

from sandtable import games
from sandtable.core.fold import undone
from sandtable.core.game import CHANCE, Input
from sandtable.core.match import UNDO, Match, Refused, finished
from sandtable.core.match import result as outcome
from sandtable.server.chronicle import ONLOOKER, Witness, public_bytes
from sandtable.server.dice import SealedDraw, commitment
from sandtable.store import matches as tables
from sandtable.store.database import Database, metadata
from sandtable.wire import record

LOOK_SECONDS = 20.0  # for each of the two parts of a look at the data before a start


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
    first = 0  # of what is told as one
    while True:
        if match.inputs[at:] != inputs[at : len(match.inputs)]:
            return f"input {at}: the dice after it are not those the key gives"
        at = len(match.inputs)
        if at >= len(inputs) or not tables.is_tied(rows[at]):
            table = public_bytes(match.state)
            for witness in witnesses:
                witness.notice(game, match.state, news, table)
            told = rows[first].extra if decided else None
            numbers = [witness.seq for witness in witnesses]
            if told is not None and told.q and told.q != numbers:
                return f"input {first}: messages {told.q} were told, now it would be {numbers}"
            first, news, decided = at, [], True
            if at >= len(inputs):
                break
        seat, action = inputs[at]
        if seat == CHANCE:
            return f"input {at}: dice that nobody asked for"
        try:
            if action[0] == UNDO:
                news = news + match.take_back(seat, undone(action))
            elif action[0] < 0:
                news = news + match.call(seat, action[0])
            else:
                news = news + match.submit(seat, match.state.hands[seat].asked, action)
        except Refused as error:
            return f"input {at}: seat {seat} may not play {list(action)}: {error}"
    end = outcome(game, match.state.table) if finished(match.state) else None
    return "" if end == stored.result else f"the result is {end}, stored is {stored.result}"


# A look at the data before a start --------------------------------------------------------


async def look_over(database: Database, seconds: float = LOOK_SECONDS) -> tuple[str, str]:
    """What is wrong with the data, or nothing; and what was looked at.  Bounded in time: first the files, then the running
    matches, the newest first.  ``verify-all`` looks at everything."""
    whole = await _look_at_files(database, seconds)
    until = time.monotonic() + seconds
    query = select(tables.matches.c.id).where(tables.matches.c.state == tables.RUNNING).order_by(tables.matches.c.created.desc())
    async with database.read() as connection:
        ids = list((await connection.execute(query)).scalars())
    looked = 0
    for match in ids:
        if time.monotonic() > until:
            break
        async for report in inspect_all(database, match):
            if report.problem:
                return f"match {match} ({report.game}): {report.problem}", ""
        looked += 1
    rest = "" if looked == len(ids) else f" of {len(ids)}: the time was up, verify-all looks at all"
    return "", f"{'all' if whole else 'part'} of the database read, {looked} running matches replayed{rest}"


async def _look_at_files(database: Database, seconds: float) -> bool:
    """Raise if the database finds itself damaged; whether there was time for all of it."""
    if database.sqlite:
        return await asyncio.to_thread(_quick_check, str(database.url.database), seconds)
    try:  # PostgreSQL has no check of its own that everybody has; what cannot be read is noticed
        async with database.read() as connection, asyncio.timeout(seconds):
            for table in metadata.sorted_tables:
                await connection.execute(text(f'SELECT count(*) FROM (SELECT * FROM "{table.name}" OFFSET 0) AS every_row'))
    except TimeoutError:
        return False
    return True


def _quick_check(file: str, seconds: float) -> bool:
    until = time.monotonic() + seconds
    connection = sqlite3.connect(file)
    connection.set_progress_handler(lambda: int(time.monotonic() > until), 100_000)
    try:
        found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(3)")]
    except sqlite3.OperationalError as error:
        if "interrupted" in str(error):
            return False
        raise
    finally:
        connection.close()
    if found != ["ok"]:
        raise sqlite3.DatabaseError("; ".join(line.replace("\n", " ") for line in found))
    return True
