"""Ids can be typed as an argument of a command."""

from __future__ import annotations

from sandtable.server.accounts.tokens import make_id
from sandtable.server.identifiers import new_id


def test_ids_start_with_a_letter_or_digit() -> None:
    found = {new_id(12) for _ in range(500)} | {make_id() for _ in range(500)}
    assert len(found) == 1000
    assert all(one[0].isalnum() for one in found)
