"""The schema of accounts: migrations make what the tables say, and can be taken back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from alembic import command as alembic
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, select, text

from sandtable.store import accounts, database

TABLES = {"account", "session", "mail_token", "api_token", "device", "oidc_link", "oidc_pending", "second_factor"}


def rehearse(url: str) -> None:
    async def run() -> None:
        opened = database.Database(url)
        await opened.open()
        async with opened.write() as connection:
            await accounts.add(connection, accounts.account, id="a", kind="user", name="A", created_at=1, seen_at=1, email="a@example.org")
            await accounts.add(connection, accounts.second_factor, account="a", key="k")
            await connection.run_sync(check_same)
        async with opened.write() as connection:
            await connection.run_sync(go, "accounts_0002")
            await connection.execute(text("INSERT INTO account (id, kind, name, created_at, seen_at) VALUES ('b', 'user', 'B0b', 1, 1)"))
            await connection.execute(text("INSERT INTO account (id, kind, name, created_at, seen_at) VALUES ('c', 'user', 'Bob', 1, 1)"))
            await connection.execute(text("INSERT INTO account (id, kind, name, created_at, seen_at) VALUES ('g', 'guest', 'Bob', 1, 1)"))
            await connection.run_sync(database.migrate, "accounts@head")
            rows = await connection.execute(text("SELECT id, skeleton FROM account ORDER BY id"))
            assert [tuple(row) for row in rows] == [("a", "a"), ("b", "bob"), ("c", "bob"), ("g", None)], "old names that look alike stay"
            await connection.execute(text("DELETE FROM account WHERE id != 'a'"))
        async with opened.write() as connection:
            await connection.run_sync(go, "accounts_0001")
            kept = select(accounts.account.c.email, accounts.account.c.notify_mail).where(accounts.account.c.id == "a")
            found = (await connection.execute(kept)).one_or_none()
            assert found is not None and found.email == "a@example.org" and found.notify_mail is True, "a step back keeps the rest"
            await connection.run_sync(go, "accounts@base")
            assert TABLES & set(await connection.run_sync(lambda sync: inspect(sync).get_table_names())) == set()
        await opened.close()
        again = database.Database(url)
        await again.open()
        async with again.write() as connection:
            await connection.run_sync(check_same)
        await again.close()

    asyncio.run(run())


def go(connection: Connection, target: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(database.MIGRATIONS))
    config.attributes["connection"] = connection
    alembic.downgrade(config, target)


def check_same(connection: Connection) -> None:
    def ours(name: Any, kind: str, parents: Any) -> bool:
        return name in TABLES if kind == "table" else True

    context = MigrationContext.configure(connection, opts={"include_name": ours, "compare_type": True})
    found = [change for change in compare_metadata(context, database.metadata) if set(str(change).split("'")) & TABLES]
    assert found == []


def test_on_sqlite(tmp_path: Path) -> None:
    rehearse(f"sqlite:///{tmp_path / 'x.db'}")


def test_on_postgresql(cluster: Any) -> None:
    rehearse(cluster.database("migrations"))


@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_table_is_known(name: str) -> None:
    assert name in database.metadata.tables
