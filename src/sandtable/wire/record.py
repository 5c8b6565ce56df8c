"""Records of matches: JSON Lines.  A header, a line per input, and the result.

    {"sandtable":1,"game":"picket","version":1,"seats":2,"options":{"turns":10},...}
    [0,[1,3,4],"plot r4 5"]        seat (-1 is chance), action, and its notation for people
    {"result":[333,-333],"inputs":101}

The notation is checked when a record is verified; the numbers alone decide.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from sandtable import games
from sandtable.core.fold import undone
from sandtable.core.game import CHANCE, Game, Input, State
from sandtable.core.match import UNDO, Match, Refused, advance, finished, replay, result
from sandtable.kit.card import Options
from sandtable.wire import notation
from sandtable.wire.plain import dump_state, encode
from sandtable.wire.scripted import OutOfDice, ScriptedDraw

FORMAT = 1
AnyGame = Game[Any, Any, Any]


class BadRecord(ValueError):
    """A file that is no record, or a damaged one; says at which line."""


@dataclass
class Record:
    game: str
    version: int
    seats: int
    options: Options
    inputs: list[Input]
    result: list[int] | None = None  # None while the match is under way
    tags: dict[str, str] = field(default_factory=dict)  # players, date, event: anything for people

    def load_game(self) -> AnyGame:
        """The rules this record was played by; a newer version of them is refused."""
        game = games.load(self.game, self.seats, self.options)
        if game.version != self.version:
            raise BadRecord(f"line 1: played by version {self.version} of {self.game}, here is version {game.version}")
        return game


def from_match(match: Match[Any, Any, Any], options: Options, tags: dict[str, str] | None = None) -> Record:
    game = match.game
    end = result(game, match.state.table) if finished(match.state) else None
    return Record(game.name, game.version, game.seats, options, match.inputs[:], end, tags or {})


def write(record: Record) -> str:
    """The record as text."""
    header: dict[str, Any] = {
        "sandtable": FORMAT,
        "game": record.game,
        "version": record.version,
        "seats": record.seats,
        "options": record.options,
    }
    if record.tags:
        header["tags"] = record.tags
    lines = [encode(header).decode()]
    game = record.load_game()
    state = game.setup()
    for i, (seat, action) in enumerate(record.inputs):
        row: list[Any] = [seat, list(action)]
        if seat != CHANCE:
            row.append(notation.write(game, state.table, action))
        lines.append(encode(row).decode())
        if i + 1 == len(record.inputs):
            break  # where it leads needs not be known: the fuzzer writes down records whose last input fails
        if action[0] == UNDO and seat != CHANCE:
            state = replay(game, record.inputs[: i + 1])
        else:
            advance(game, state, seat, action)
    if record.result is not None:
        lines.append(encode({"result": record.result, "inputs": len(record.inputs)}).decode())
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """A record from text; anything unexpected raises BadRecord with its line."""
    lines = text.splitlines()
    if not lines:
        raise BadRecord("line 1: the file is empty; a record starts with its header")
    record = _header(_json(lines[0], 1))
    for number, line in enumerate(lines[1:], start=2):
        row = _json(line, number)
        if isinstance(row, dict):
            _end(record, row, number, len(lines))
        else:
            record.inputs.append(_input(row, number, record.seats))
    return record


def read_file(path: Path) -> Record:
    try:
        return read(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise BadRecord(f"line {path.read_bytes()[: error.start].count(10) + 1}: not UTF-8 text") from None


def verify(record: Record) -> State[Any, Any, Any]:
    """Replay a record input by input as the umpire would, and compare; raises BadRecord."""
    game = record.load_game()
    dice = ScriptedDraw()
    for i, (seat, action) in enumerate(record.inputs):
        if seat == CHANCE:
            dice.queue += [(value, f"line {i + 2}") for value in action]
    try:
        match = Match(game, dice)
    except OutOfDice as error:
        raise BadRecord(str(error)) from None
    at = len(match.inputs)  # past the dice rolled before the first decision
    while at < len(record.inputs):
        seat, action = record.inputs[at]
        line = at + 2
        if seat == CHANCE:
            raise BadRecord(f"line {line}: dice {list(action)} that nobody asked for")
        try:
            if action[0] == UNDO:
                match.take_back(seat, undone(action))
            elif action[0] < 0:
                match.call(seat, action[0])
            else:
                match.submit(seat, match.state.hands[seat].asked, action)
        except OutOfDice as error:
            raise BadRecord(f"after line {line}: {error}") from None
        except Refused as error:
            raise BadRecord(f"line {line}: seat {seat} may not play {list(action)}: {error}") from None
        at = len(match.inputs)
    if match.inputs != record.inputs:
        raise BadRecord("the record ends before the dice it calls for")
    end = result(game, match.state.table) if finished(match.state) else None
    if end != record.result:
        raise BadRecord(f"line {len(record.inputs) + 2}: the result is {end}, the record says {record.result}")
    return match.state


def truth_hash(record: Record) -> str:
    """A fingerprint of the state a record leads to; equal on every machine."""
    return hashlib.sha256(encode(dump_state(replay(record.load_game(), record.inputs)))).hexdigest()


def _json(line: str, number: int) -> Any:
    try:
        return msgspec.json.decode(line.encode())
    except msgspec.DecodeError as error:
        raise BadRecord(f"line {number}: {error}") from None


def _header(row: Any) -> Record:
    if not isinstance(row, dict) or "sandtable" not in row:
        raise BadRecord('line 1: no header; a record starts with {"sandtable":1,"game":...}')
    if row["sandtable"] != FORMAT:
        raise BadRecord(f"line 1: format {row['sandtable']!r}; this program reads format {FORMAT}")
    wanted: dict[str, type] = {"game": str, "version": int, "seats": int, "options": dict}
    for key, kind in wanted.items():
        if not isinstance(row.get(key), kind):
            raise BadRecord(f"line 1: '{key}' should be {kind.__name__}, found {row.get(key)!r}")
    if row["game"] not in games.names():
        raise BadRecord(f"line 1: no game '{row['game']}'" + games.did_you_mean(row["game"], games.names()))
    tags = row.get("tags", {})
    if not isinstance(tags, dict):
        raise BadRecord(f"line 1: 'tags' should be dict, found {tags!r}")
    return Record(row["game"], row["version"], row["seats"], row["options"], [], None, {str(k): str(v) for k, v in tags.items()})


def _input(row: Any, number: int, seats: int) -> Input:
    if not isinstance(row, list) or len(row) not in (2, 3) or not isinstance(row[0], int) or not isinstance(row[1], list):
        raise BadRecord(f"line {number}: an input is [seat, [verb, operand, ...]], found {row!r}")
    seat, action = row[0], row[1]
    if not CHANCE <= seat < seats:
        raise BadRecord(f"line {number}: no seat {seat}; there are {seats}")
    if not action or not all(type(part) is int for part in action):
        raise BadRecord(f"line {number}: an action is a list of whole numbers, found {action!r}")
    return seat, tuple(action)


def _end(record: Record, row: dict[str, Any], number: int, lines: int) -> None:
    if number != lines:
        raise BadRecord(f"line {number}: the result stands on the last line only")
    scores = row.get("result")
    if not isinstance(scores, list) or len(scores) != record.seats or not all(type(score) is int for score in scores):
        raise BadRecord(f"line {number}: 'result' should be a score for each of {record.seats} seats, found {scores!r}")
    if row.get("inputs") != len(record.inputs):
        raise BadRecord(f"line {number}: {len(record.inputs)} inputs are here, the record says {row.get('inputs')!r}")
    record.result = scores
