"""Ratings per game by openskill (Plackett-Luce): any number of seats and teams."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable import games
from sandtable.server.shelf import Shelf
from sandtable.server.terms import read_terms
from sandtable.store import matches as tables
from sandtable.store.database import Database


@cache
def model() -> Any:
    """Loaded with the first match that is rated: a server that was killed must serve again at once."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def player_of(info: Any) -> tuple[str, str]:
    """Who is rated for a seat, and under which name: bots have ratings of their own."""
    return (f"bot:{info['bot']}", info["bot"]) if info["kind"] == "bot" else (info["user"] or "", info["name"])


async def rate(database: Database, match: str, shelf: Shelf) -> None:
    """Count a finished match once, whoever comes first; guests and players who sit on several sides are not rated."""
    async with database.read() as connection:
        found = await tables.find_match(connection, match)
    if found is None:
        return
    try:
        by_seat = await shelf.sides(found["game"], found["seats"], msgspec.json.decode(found["options"]))
    except (games.Unknown, games.BadOption):
        by_seat = []  # a game that is no longer here
    try:
        async with database.write() as connection:
            row = await tables.find_match(connection, match)
            if row is None or row["state"] != tables.OVER:
                return
            await connection.execute(insert(tables.rated).values(match=match))  # taken note of, rated or not
            seats = await tables.find_seats(connection, match)
            sides: dict[int, list[int]] = {}
            for seat, side in enumerate(by_seat):
                sides.setdefault(side, []).append(seat)
            if len(sides) < 2 or not read_terms(row["terms"]).rated or not _may_be_rated(seats):
                return
            if not database.sqlite:  # ratings are read, changed and written: one match after the other
                await connection.execute(text("SELECT pg_advisory_xact_lock(7310583)"))
            players = [player_of(info) for info in seats]
            await _update(connection, row["game"], list(sides.values()), players, msgspec.json.decode(row["result"]))
    except IntegrityError:
        return  # another worker was first


def _may_be_rated(seats: list[Any]) -> bool:
    players = [player_of(info)[0] for info in seats]
    several = any(players.count(player) > 1 and not player.startswith("bot:") for player in players)
    return not several and len(set(players)) > 1 and all(players) and not any(info["guest"] for info in seats)


async def find_unrated(database: Database, most: int = 200) -> list[str]:
    """Finished matches nobody has taken note of: their worker died right after the last decision was saved."""
    query = select(tables.matches.c.id).outerjoin(tables.rated, tables.rated.c.match == tables.matches.c.id)
    query = query.where(tables.matches.c.state == tables.OVER, tables.rated.c.match.is_(None))
    async with database.read() as connection:
        return [row.id for row in await connection.execute(query.order_by(tables.matches.c.ended).limit(most))]


async def _update(
    connection: AsyncConnection, game: str, sides: list[list[int]], players: list[tuple[str, str]], scores: list[int]
) -> None:
    found: dict[str, Any] = {}
    for player, name in dict(players).items():
        query = select(tables.ratings).where(tables.ratings.c.user == player, tables.ratings.c.game == game)
        row: Any = (await connection.execute(query)).mappings().first()
        if row is None:
            fresh = model().rating()
            row = {"user": player, "game": game, "name": name, "mu": fresh.mu, "sigma": fresh.sigma, "matches": 0, "wins": 0}
            await connection.execute(insert(tables.ratings).values(**row))
        found[player] = row
    teams = [[model().rating(mu=found[players[s][0]]["mu"], sigma=found[players[s][0]]["sigma"]) for s in side] for side in sides]
    outcome = model().rate(teams, scores=[float(max(scores[s] for s in side)) for side in sides])
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
