"""How tables, hands, events and records leave the process."""

from sandtable.wire.plain import dump, encode, load_hand, load_table

__all__ = ["dump", "encode", "load_hand", "load_table"]
