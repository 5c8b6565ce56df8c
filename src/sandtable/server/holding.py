"""What the matches keep of a person, for the parts that export, anonymise, hand over or show it."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.store import matches as tables
from sandtable.store.journal import announce_people

DELETED = "deleted"


class Holding:
    async def export(self, connection: AsyncConnection, user: str) -> dict[str, Any]:
        """Seats, own words and ratings; records only of matches that are over."""
        m, s = tables.matches, tables.seats
        columns = (m.c.id, m.c.game, m.c.options, m.c.state, m.c.created, m.c.started, m.c.ended, m.c.result, s.c.seat, s.c.name, s.c.kind)
        rows = (
            await connection.execute(select(*columns).join(m, m.c.id == s.c.match).where(s.c.user == user).order_by(m.c.created))
        ).mappings()
        found = []
        for row in rows:
            item = {**row, "options": msgspec.json.decode(row["options"]), "result": msgspec.json.decode(row["result"] or "null")}
            inputs = await tables.find_inputs(connection, row["id"])
            if row["state"] == tables.OVER:
                item["inputs"] = [[r.seat, list(r.action)] for r in inputs]
            elif row["kind"] == "person":  # what one has decided oneself, and nothing of what came between; not what a bot did since
                item["decisions"] = [list(r.action) for r in inputs if r.seat == row["seat"]]
            found.append(item)
        query = select(tables.talk.c.match, tables.talk.c.at, tables.talk.c.channel, tables.talk.c.text)
        said = [dict(row) for row in (await connection.execute(query.where(tables.talk.c.user == user))).mappings()]
        return {"matches": found, "talk": said, "ratings": await self._ratings(connection, user)}

    async def forget(self, connection: AsyncConnection, user: str) -> None:
        """The matches stay for the others; the person leaves them, and what the person said is gone."""
        await self._hold(connection, user)
        await announce_people(connection, user)
        where = tables.seats.c.user == user
        for place in (await connection.execute(select(tables.seats.c.match, tables.seats.c.seat).where(where))).all():
            await tables.clear_seat(connection, place.match, place.seat)
        await connection.execute(update(tables.seats).where(where).values(user=None, name=DELETED, guest=False, manner=None))
        await connection.execute(
            update(tables.talk).where(tables.talk.c.user == user).values(user="", name=DELETED, text="", guest=False, said=None)
        )
        await connection.execute(delete(tables.devices).where(tables.devices.c.user == user))
        await connection.execute(delete(tables.ratings).where(tables.ratings.c.user == user))
        await connection.execute(update(tables.matches).where(tables.matches.c.owner == user).values(owner=""))

    async def _hold(self, connection: AsyncConnection, user: str) -> None:
        """All matches somebody is about to leave, in order: a device that is being let in comes before, and goes with its holder, or
        finds nobody there."""
        m = tables.matches
        sits = [m.c.id.in_(select(table.c.match).where(table.c.user == user)) for table in (tables.seats, tables.devices)]
        theirs = or_(m.c.owner == user, *sits)
        (await connection.execute(select(m.c.id).where(theirs).order_by(m.c.id).with_for_update())).all()

    async def adopt(self, connection: AsyncConnection, guest: str, user: str) -> None:
        """A guest's matches become those of an account; the guest may have become it."""
        await self._hold(connection, guest)
        await announce_people(connection, guest)
        await connection.execute(update(tables.seats).where(tables.seats.c.user == guest).values(user=user, guest=False))
        said = {} if guest == user else {"said": None}
        await connection.execute(update(tables.talk).where(tables.talk.c.user == guest).values(user=user, guest=False, **said))
        await connection.execute(update(tables.matches).where(tables.matches.c.owner == guest).values(owner=user))
        held = (await connection.execute(select(tables.devices).where(tables.devices.c.user == guest))).mappings().all()
        await connection.execute(delete(tables.devices).where(tables.devices.c.user == guest))
        for row in held:
            there = {(seat, name) for seat, name in await tables.find_devices(connection, row["match"])}
            if (row["seat"], user) not in there:
                await connection.execute(insert(tables.devices).values(**{**row, "user": user}))

    async def profile(self, connection: AsyncConnection, user: str) -> dict[str, Any]:
        joined = tables.seats.join(tables.matches, tables.matches.c.id == tables.seats.c.match)
        query = select(tables.matches.c.state, func.count(tables.matches.c.id.distinct())).select_from(joined)
        rows = await connection.execute(query.where(tables.seats.c.user == user).group_by(tables.matches.c.state))
        counts = {row[0]: row[1] for row in rows}
        figures = {"matches": counts.get(tables.OVER, 0), "running": counts.get(tables.RUNNING, 0)}
        return {**figures, "ratings": await self._ratings(connection, user)}

    async def _ratings(self, connection: AsyncConnection, user: str) -> list[dict[str, Any]]:
        rows = (await connection.execute(select(tables.ratings).where(tables.ratings.c.user == user))).mappings()
        return [{**row, "rating": row["mu"] - 3 * row["sigma"]} for row in rows]
