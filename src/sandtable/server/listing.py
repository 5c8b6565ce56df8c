"""Lines of lists: what is worth telling of a match in a row, and whose turn it is."""

from __future__ import annotations

from typing import Any

from sandtable import games
from sandtable.server.chronicle import ONLOOKER
from sandtable.server.errors import Problem
from sandtable.server.rooms import Rooms

LONGEST = 60  # characters of an option in a list: drawn boards and sheets are longer, and open with the match


def notable(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """Options that differ from the usual; of a long text (a drawn board) only that there is one."""
    usual = {option.key: option.default for option in games.card(game).options}
    found = {key: value for key, value in options.items() if value != usual.get(key)}
    return {key: "…" if isinstance(value, str) and len(value) > LONGEST else value for key, value in found.items()}


async def turn(house: Rooms, match: str) -> tuple[list[int], int | None]:
    """Seats that owe a decision, which is public as the table is, and when everybody last noticed something."""
    try:
        room = await house.room(match)
        await room.at_rest(ONLOOKER)
    except Problem:  # of an older version of its game, or gone meanwhile: no reason to list nothing at all
        return [], None
    return (list(room.match.state.table.pending), room.changed) if room.match is not None else ([], None)
