"""Ratings per game by openskill (Plackett-Luce): any number of seats and teams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openskill.models import PlackettLuce
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.core.match import result
from sandtable.store import matches as tables
from sandtable.store.database import Database

if TYPE_CHECKING:
    from sandtable.server.room import Room

MODEL = PlackettLuce()


def player_of(info: Any) -> tuple[str, str]:
    """Who is rated for a seat, and under which name: bots have ratings of their own."""
    return (f"bot:{info['bot']}", info["bot"]) if info["kind"] == "bot" else (info["user"] or "", info["name"])


async def rate(database: Database, room: Room) -> None:
    """Count a finished match once; guests and players who sit on several sides are not rated."""
    assert room.match is not None
    sides: dict[int, list[int]] = {}
    for seat in range(room.game.seats):
        sides.setdefault(room.game.side(seat), []).append(seat)
    players = [player_of(info) for info in room.seats]
    ids = [player for player, _ in players]
    several = any(ids.count(player) > 1 and not player.startswith("bot:") for player in ids)
    if not room.terms.rated or several or len(set(ids)) < 2 or any(info["guest"] for info in room.seats) or len(sides) < 2:
        return
    scores = result(room.game, room.match.state.table)
    try:
        async with database.write() as connection:
            await connection.execute(insert(tables.rated).values(match=room.id))
            await _update(connection, room.game.name, list(sides.values()), players, scores)
    except IntegrityError:
        return  # another worker was first


async def _update(
    connection: AsyncConnection, game: str, sides: list[list[int]], players: list[tuple[str, str]], scores: list[int]
) -> None:
    found: dict[str, Any] = {}
    for player, name in dict(players).items():
        query = select(tables.ratings).where(tables.ratings.c.user == player, tables.ratings.c.game == game)
        row: Any = (await connection.execute(query)).mappings().first()
        if row is None:
            fresh = MODEL.rating()
            row = {"user": player, "game": game, "name": name, "mu": fresh.mu, "sigma": fresh.sigma, "matches": 0, "wins": 0}
            await connection.execute(insert(tables.ratings).values(**row))
        found[player] = row
    teams = [[MODEL.rating(mu=found[players[s][0]]["mu"], sigma=found[players[s][0]]["sigma"]) for s in side] for side in sides]
    outcome = MODEL.rate(teams, scores=[float(max(scores[s] for s in side)) for side in sides])
    best = max(scores)
    for side, team in zip(sides, outcome, strict=True):
        for seat, new in zip(side, team, strict=True):
            row = found[players[seat][0]]
            query2 = update(tables.ratings).where(tables.ratings.c.user == row["user"], tables.ratings.c.game == game)
            won = 1 if scores[seat] == best else 0
            await connection.execute(
                query2.values(
                    mu=new.mu,
                    sigma=new.sigma,
                    name=players[seat][1],
                    matches=tables.ratings.c.matches + 1,
                    wins=tables.ratings.c.wins + won,
                )
            )
