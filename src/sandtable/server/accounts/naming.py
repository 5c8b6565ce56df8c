"""Names of people: what may be one, and that nobody is taken for somebody else."""

from __future__ import annotations

from functools import cache

from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable import bots, games
from sandtable.server.accounts import tokens
from sandtable.server.errors import Problem
from sandtable.server.settings import Settings
from sandtable.store import accounts
from sandtable.store.names import is_reserved, mixed, name_key, strange, visible

LONGEST = 32


@cache
def _own_bots() -> frozenset[str]:
    return frozenset(name for game in games.names() for name in bots.names(game))


def clean_name(name: str, settings: Settings | None = None) -> str:
    """A name as it will be shown: no invisible signs, no doubled spaces; or why it can be nobody's."""
    shown = visible(name)
    if not 1 <= len(shown) <= LONGEST or not name_key(shown):
        raise Problem(400, "bad-name", f"A name has 1 to {LONGEST} visible signs.")
    alphabets = [word.capitalize() for word in mixed(shown)]
    if alphabets:
        told = f"A name is written in one alphabet; this one mixes {' and '.join(alphabets)}, which looks like another name."
        raise Problem(400, "mixed-alphabets", told, {"alphabets": alphabets})
    signs = strange(shown)
    if signs:
        codes = [f"U+{ord(sign):04X}" for sign in signs]
        raise Problem(
            400, "bad-name", f"A name has letters of an alphabet in use, and only its marks; not {', '.join(codes)}.", {"signs": codes}
        )
    if is_reserved(shown, _own_bots() | frozenset(settings.bot_commands if settings is not None else ())):
        raise Problem(400, "reserved-name", "This name, or one that looks like it, is kept for the house and its bots. Take another.")
    return shown


def name_taken() -> Problem:
    return Problem(409, "name-taken", "Somebody has this name already, or one that looks like it. Take another.")


async def claim(connection: AsyncConnection, name: str, user: str = "") -> None:
    """Raise if an account other than this one has the name or one that looks like it."""
    if await accounts.find_alike(connection, name, user):
        raise name_taken()


async def free_name(connection: AsyncConnection, wish: str, user: str = "", settings: Settings | None = None) -> str:
    """A name as near to the wish as can be."""
    try:
        base = name = clean_name(visible(wish)[: LONGEST - 5], settings)
    except Problem:
        base = name = "Player"
    while await accounts.find_alike(connection, name, user):
        name = f"{base} {tokens.make_code(4)}"
    return name
