"""Tables, hands and boxes as plain data, and back.

Their attributes are ints, strings and lists of these (and frames, which are three of them),
so no schema is needed: the attribute names are the schema.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import msgspec

from sandtable.core.game import Box, Frame, Game, Hand, State, Table

Plain = Any  # int | str | list[Plain] | dict[str, Plain]

_ENCODER = msgspec.json.Encoder()


_INT = {int}
_SLOTS: dict[type, set[str]] = {}
_SORTED: dict[type, list[str]] = {}


def _slots(kind: type) -> set[str]:
    """Attribute names of a compiled class, where each is a getset descriptor."""
    if kind in _SLOTS:
        return _SLOTS[kind]
    _SLOTS[kind] = {
        name
        for base in kind.__mro__
        for name, value in vars(base).items()
        if type(value).__name__ == "getset_descriptor" and not name.startswith("__")
    }
    return _SLOTS[kind]


def attributes(thing: object) -> list[str]:
    """Attribute names, sorted; the same whether the class is interpreted or compiled."""
    if hasattr(thing, "__dict__"):
        return sorted(_slots(type(thing)) | set(vars(thing)))
    if type(thing) not in _SORTED:
        _SORTED[type(thing)] = sorted(_slots(type(thing)))
    return _SORTED[type(thing)]


def dump(thing: object) -> dict[str, Plain]:
    """A table, hand, box or frame as plain data, keys sorted."""
    found: dict[str, Plain] = {}
    for name in attributes(thing):
        value = getattr(thing, name)
        found[name] = value if type(value) is int else _plain(value, name)
    return found


def dump_bytes(thing: object) -> bytes:
    """The same as ``encode(dump(thing))``, without a copy of every list: what a decision shows is put into words this way."""
    key = (type(thing), tuple(vars(thing)) if hasattr(thing, "__dict__") else ())
    found = _READERS.get(key)
    if found is None:
        names = attributes(thing)
        if len(names) < 2:  # an attrgetter of one name gives no tuple
            return encode(dump(thing))
        found = _READERS[key] = (names, attrgetter(*names))
    return _THINGS.encode(dict(zip(found[0], found[1](thing), strict=True)))


def _plain(value: object, name: str) -> Plain:
    if type(value) is int or type(value) is str:
        return value
    if type(value) is list:
        if _INT.issuperset(map(type, value)):  # the common case, fast
            return value[:]
        return [_plain(item, name) for item in value]
    if isinstance(value, Frame):
        return dump(value)
    raise TypeError(f"'{name}' holds a {type(value).__name__}: tables, hands and boxes hold ints, strings and lists of them")


def dump_state(state: State[Any, Any, Any]) -> dict[str, Plain]:
    """The whole truth as plain data: for records of finished matches, tests and the fuzzer."""
    return {"table": dump(state.table), "hands": [dump(hand) for hand in state.hands], "box": dump(state.box)}


def _frames_only(value: object) -> dict[str, Plain]:
    if isinstance(value, Frame):
        return {"proc": value.proc, "regs": value.regs, "step": value.step}
    raise TypeError(f"a {type(value).__name__}: tables, hands and boxes hold ints, strings and lists of them")


_THINGS = msgspec.json.Encoder(enc_hook=_frames_only)
_READERS: dict[tuple[type, tuple[str, ...]], tuple[list[str], attrgetter[Any]]] = {}  # attributes, and all their values in one call


def encode(plain: Plain) -> bytes:
    """Canonical JSON."""
    return _ENCODER.encode(plain)


def load_table(game: Game[Any, Any, Any], plain: dict[str, Plain]) -> Table:
    table = game.setup().table
    _fill(table, plain)
    assert isinstance(table, Table)
    return table


def load_hand(game: Game[Any, Any, Any], plain: dict[str, Plain]) -> Hand:
    hand = game.setup().hands[plain["seat"]]
    _fill(hand, {name: value for name, value in plain.items() if name != "seat"})
    assert isinstance(hand, Hand)
    return hand


def load_state(game: Game[Any, Any, Any], plain: dict[str, Plain]) -> State[Any, Any, Any]:
    """The inverse of ``dump_state``."""
    state = game.setup()
    _fill(state.table, plain["table"])
    for hand, part in zip(state.hands, plain["hands"], strict=True):
        _fill(hand, {name: value for name, value in part.items() if name != "seat"})
    _fill(state.box, plain["box"])
    return state


def _fill(thing: Table | Hand | Box, plain: dict[str, Plain]) -> None:
    known = attributes(thing)
    for name, value in plain.items():
        if name not in known:
            raise ValueError(f"{type(thing).__name__} has no '{name}'")
        setattr(thing, name, [_frame(item) for item in value] if name == "stack" else value)


def _frame(plain: dict[str, Plain]) -> Frame:
    return Frame(plain["proc"], plain["step"], plain["regs"])
