"""Lines of lists: what is worth telling of a match in a row, and whose turn it is."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable import games
from sandtable.server.rooms import Rooms
from sandtable.store import matches as tables

LONGEST = 60  # characters of an option in a list: drawn boards and sheets are longer, and open with the match
LOOK_BACK = 60  # inputs at most that are searched for the last one everybody could notice

_EXTRA = msgspec.json.Decoder(tables.Extra)


def notable(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """Options that differ from the usual; of a long text (a drawn board) only that there is one."""
    usual = {option.key: option.default for option in games.card(game).options}
    found = {key: value for key, value in options.items() if value != usual.get(key)}
    return {key: "…" if isinstance(value, str) and len(value) > LONGEST else value for key, value in found.items()}


async def awaited(house: Rooms, match: str) -> list[int]:
    """Seats that owe a decision: public, as the table is."""
    room = await house.room(match)
    return list(room.match.state.table.pending) if room.match is not None else []


async def last_change(connection: AsyncConnection, match: str, started: int) -> int:
    """When everybody last noticed something: the time of a sealed decision, which onlookers were not told, is nobody's business."""
    query = select(tables.inputs.c.at, tables.inputs.c.extra).where(tables.inputs.c.match == match, tables.inputs.c.extra.is_not(None))
    rows = list(await connection.execute(query.order_by(tables.inputs.c.n.desc()).limit(LOOK_BACK)))
    told = [(row.at, _EXTRA.decode(row.extra).q[-1:]) for row in rows]
    for (at, public), (_, before) in pairwise(told):
        if public != before:
            return int(at)
    return int(told[-1][0]) if len(told) == LOOK_BACK else started
