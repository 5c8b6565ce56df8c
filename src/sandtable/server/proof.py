"""Checking a record's dice and seals with the key that was opened at its end."""

from __future__ import annotations

from sandtable.core.game import CHANCE
from sandtable.core.match import UNDO, advance, replay
from sandtable.server.dice import SCHEME, commitment, outcome, receipts
from sandtable.wire.record import Record


class NotProven(ValueError):
    """A record whose dice or seals are not what its key makes of them."""


def key_of(record: Record) -> bytes:
    if record.tags.get("dice") != SCHEME:
        raise NotProven("the record carries no sealed dice")
    try:
        key = bytes.fromhex(record.tags.get("dice key", ""))
    except ValueError:
        raise NotProven("the dice key is no hexadecimal number") from None
    if len(key) != 32:
        raise NotProven("the dice key has not 256 bits")
    return key


def verify(record: Record, published: str = "") -> dict[str, int]:
    """Compute all dice and seals again; returns how many.  ``published`` is the hash known from the start."""
    key = key_of(record)
    for claimed in (record.tags.get("dice hash", ""), published or record.tags.get("dice hash", "")):
        if commitment(key) != claimed.lower():
            raise NotProven("the dice key is not the one whose hash was published")
    return {"dice": _check_dice(record, key), "seals": _check_seals(record, key)}


def _check_dice(record: Record, key: bytes) -> int:
    game = record.load_game()
    state = game.setup()
    rolled = 0
    for n, (seat, action) in enumerate(record.inputs):
        if seat == CHANCE:
            for faces, value in zip(state.table.dice, action, strict=True):
                if outcome(key, rolled, faces) != value:
                    raise NotProven(f"line {n + 2}: die {rolled + 1} shows {value + 1}, the key says {outcome(key, rolled, faces) + 1}")
                rolled += 1
        if seat != CHANCE and action[0] == UNDO:
            state = replay(game, record.inputs[: n + 1])
        else:
            advance(game, state, seat, action)
    return rolled


def _check_seals(record: Record, key: bytes) -> int:
    chain = receipts(key, record.tags.get("match", ""), record.seats, record.inputs)
    last: dict[int, str] = {}
    for n, seal in chain:
        last[record.inputs[n][0]] = seal
    for seat, seal in last.items():
        if record.tags.get(f"seal {seat}") != seal:
            raise NotProven(f"the decisions of seat {seat} are not those that were sealed")
    return len(chain)


def find_receipt(record: Record, receipt: str) -> int:
    """The input a receipt was given for."""
    for n, seal in receipts(key_of(record), record.tags.get("match", ""), record.seats, record.inputs):
        if seal == receipt.lower():
            return n
    raise NotProven("no decision of this record has that receipt")
