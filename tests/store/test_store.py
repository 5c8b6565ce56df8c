"""Schema, migrations, durability settings, group commit and races, on both databases."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from clusters import Cluster
from sqlalchemy import Connection, insert, text

import sandtable.store.accounts
import sandtable.store.designs  # noqa: F401  (their tables belong to the metadata)
from sandtable.store import database as module
from sandtable.store import matches as tables
from sandtable.store.database import HEADS, MIGRATIONS, Database, NotDurable, metadata
from sandtable.store.journal import Conflict, Entry, Journal, Said
from sandtable.wire.plain import encode


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db"
    return str(request.getfixturevalue("cluster").database("s" + secrets.token_hex(4)))


def config(connection: Connection) -> Config:
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    made.attributes["connection"] = connection
    return made


def test_the_known_heads_are_those_of_the_files() -> None:
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    assert set(ScriptDirectory.from_config(made).get_heads()) == HEADS


def test_migrations_make_what_the_tables_say_and_go_back(url: str) -> None:
    async def run() -> None:
        database = Database(url)
        await database.open()
        await database.open()  # a second start changes nothing

        def differences(connection: Connection) -> list[Any]:
            return list(compare_metadata(MigrationContext.configure(connection), metadata))

        def down(connection: Connection) -> None:
            command.downgrade(config(connection), "base")

        async with database.write() as connection:
            found = await connection.run_sync(differences)
            assert [item for item in found if item[0] not in ("modify_type",)] == []
        async with database.write() as connection:
            await connection.run_sync(down)
        await database.open()
        await database.ping()
        await database.close()

    asyncio.run(run())


def test_talk_of_an_older_schema_stays(url: str) -> None:
    async def run() -> None:
        database, journal = await prepared(url)
        await journal.stop()
        async with database.write() as connection:
            await connection.run_sync(lambda sync: command.downgrade(config(sync), "m0001"))
            words = (
                "INSERT INTO talk (match, n, at, \"user\", name, seat, channel, text) VALUES ('a', {0}, 0, 'u', 'U', 0, 'all', 'old {0}')"
            )
            for n in range(2):
                await connection.execute(text(words.format(n)))
        await database.open()
        async with database.read() as connection:
            found = await tables.find_talk(connection, "a")
        assert [(item["text"], item["said"]) for item in found] == [("old 0", None), ("old 1", None)]
        await database.close()

    asyncio.run(run())


def test_decisions_of_an_older_schema_have_their_ids(url: str) -> None:
    """There an id could stand twice: the first has it, and everything stays."""
    older = [  # match, n, seat, what stood beside it
        ("a", 0, -1, None),
        ("a", 1, 0, {"i": "x", "q": [1]}),
        ("a", 2, 1, {"i": "x", "q": [2]}),
        ("a", 3, 0, {"q": [3]}),
        ("a", 4, 0, {"i": "x", "q": [4]}),
        ("a", 5, 0, {"i": "nul\x00 ü", "q": [5]}),
        ("b", 0, 0, {"i": "x", "q": [6]}),
    ]

    async def run() -> None:
        database, journal = await prepared(url)
        await journal.stop()
        async with database.write() as connection:
            await connection.run_sync(lambda sync: command.downgrade(config(sync), "m0002"))
            words = "INSERT INTO inputs (match, n, seat, action, at, extra) VALUES (:match, :n, :seat, '[1]', 7, :extra)"
            for match, n, seat, extra in older:
                values = {"match": match, "n": n, "seat": seat, "extra": None if extra is None else encode(extra).decode()}
                await connection.execute(text(words), values)
        await database.open()
        async with database.read() as connection:
            found = [(r.match, r.n, r.said) for r in await connection.execute(tables.inputs.select().order_by("match", "n"))]
            x = tables.mark("x")
            saids = [None, x, x, None, None, tables.mark("nul\x00 ü"), x]
            assert found == [(match, n, said) for (match, n, _, _), said in zip(older, saids, strict=True)]
            assert await tables.find_said(connection, "a", 0, "x") == (1, tables.Extra("x", [1]))
            assert [row.extra.q for row in await tables.find_inputs(connection, "a") if row.extra] == [[n] for n in range(1, 6)]
        journal = Journal(database)
        journal.start()
        with pytest.raises(Said):
            await journal.write(entry("a", 6, x))
        await journal.write(entry("a", 6, tables.mark("y")))
        await journal.stop()
        await database.close()

    asyncio.run(run())


def test_the_same_message_is_said_once_by_its_key(url: str) -> None:
    async def run() -> None:
        database, journal = await prepared(url)

        def words(n: int, user: str, said: str | None) -> Entry:
            item = {
                "match": "a",
                "n": n,
                "at": 0,
                "user": user,
                "name": "",
                "seat": 0,
                "channel": "all",
                "text": "x",
                "guest": False,
                "said": said,
            }
            return Entry("a", talk=[item])

        await journal.write(words(0, "u", "id"))
        with pytest.raises(Conflict):
            await journal.write(words(1, "u", "id"))
        for n, (user, said) in enumerate([("v", "id"), ("u", "other"), ("u", None), ("u", None)], 1):
            await journal.write(words(n, user, said))
        await journal.stop()
        await database.close()

    asyncio.run(run())


def test_message_ids_are_found_exactly(url: str) -> None:
    async def run() -> None:
        database, journal = await prepared(url)
        ids = ["a", "A", "100%", "1__", '"quoted"', "back\\slash", "nul\x00", "/", "ü" * 64]
        for n, said in enumerate(ids):
            extra = encode(tables.Extra(said, [n])).decode()
            await journal.write(Entry("a", [("a", n, n % 2, "[1]", 0, extra, tables.mark(said))]))
        async with database.read() as connection:
            for n, said in enumerate(ids):
                assert await tables.find_said(connection, "a", n % 2, said) == (n, tables.Extra(said, [n])), said
                assert await tables.find_said(connection, "a", 1 - n % 2, said) is None
                assert await tables.find_said(connection, "b", n % 2, said) is None
            for said in ("b", "100", "10_%", "1%", "", "ü" * 63, "{", "quoted"):
                assert await tables.find_said(connection, "a", 0, said) is None, said
        await journal.stop()
        await database.close()

    asyncio.run(run())


def test_an_id_decides_once_for_a_seat_of_a_match(url: str) -> None:
    """Whatever the number; and nothing else of its group is lost or written apart."""

    async def run() -> None:
        database, journal = await prepared(url)
        await journal.write(entry("a", 0, "x"))
        before = journal.commits, journal.entries
        wanted = [
            entry("b", 0, "x"),
            entry("a", 1, "x"),
            entry("c", 0),
            entry("a", 0, "z"),
            entry("a", 1, "y"),
            entry("c", 1),
            entry("c", 1, "x"),
        ]
        wanted[1].change = {"state": "over", "result": "[]", "ended": 1, "deadline": None}
        outcomes = await asyncio.gather(*(journal.write(item) for item in wanted), return_exceptions=True)
        fine = type(None)
        assert [type(outcome) for outcome in outcomes] == [fine, Said, fine, Conflict, fine, fine, Conflict]
        assert (journal.commits - before[0], journal.entries - before[1]) == (1, 4), "one transaction for all that the keys allow"
        async with database.read() as connection:
            assert [await tables.count_inputs(connection, match) for match in "abc"] == [2, 1, 2]
            row = await tables.find_match(connection, "a")
        assert row is not None and row["state"] == "running", "what goes with a refused decision is not done"
        await journal.stop()
        await database.close()

    asyncio.run(run())


def test_a_long_match_is_read_in_slices(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        database, journal = await prepared(url)
        await journal.write(Entry("a", [("a", n, 0, f"[{n}]", n, None, None) for n in range(25)]))
        monkeypatch.setattr(tables, "SLICE", 4)
        others = 0

        async def others_go_on() -> None:
            nonlocal others
            while True:
                others += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(others_go_on())
        async with database.read() as connection:
            before = others
            rows = await tables.find_inputs(connection, "a")
        assert [(row.n, row.action, row.at) for row in rows] == [(n, (n,), n) for n in range(25)] and others - before >= 6
        task.cancel()
        await journal.stop()
        await database.close()

    asyncio.run(run())


def test_sqlite_keeps_what_it_confirms(tmp_path: Path) -> None:
    async def run() -> None:
        database = Database(f"sqlite:///{tmp_path}/deep/down/store.db")
        await database.open()
        async with database.read() as connection:
            assert (await connection.execute(text("PRAGMA synchronous"))).scalar() == 2
            assert (await connection.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
            assert (await connection.execute(text("PRAGMA foreign_keys"))).scalar() == 1
        await database.close()

    asyncio.run(run())


def test_a_careless_postgresql_is_refused(cluster: Cluster) -> None:
    async def run() -> None:
        url = cluster.database("careless")
        database = Database(url)
        await database.open()
        async with database.engine.connect() as connection:
            auto = await connection.execution_options(isolation_level="AUTOCOMMIT")
            await auto.execute(text("ALTER DATABASE careless SET synchronous_commit = off"))
        await database.close()
        again = Database(url)
        with pytest.raises(NotDurable, match="synchronous_commit"):
            await again.open()
        await again.close()

    asyncio.run(run())


async def prepared(url: str) -> tuple[Database, Journal]:
    database = Database(url)
    await database.open()
    async with database.write() as connection:
        for name in ("a", "b", "c"):
            row = {"id": name, "game": "picket", "version": 1, "seats": 2, "options": "{}", "terms": "{}", "owner": "", "state": "running"}
            row |= {"public": True, "link": name, "dice_key": b"k", "dice_hash": "h", "created": 0, "affairs": "{}"}
            if not (await tables.find_match(connection, name)):
                await connection.execute(insert(tables.matches).values(**row))
    journal = Journal(database)
    journal.start()
    return database, journal


def entry(match: str, n: int, said: str | None = None) -> Entry:
    return Entry(match, [(match, n, 0, "[1]", 0, None, said)])


def test_many_entries_share_a_commit_and_one_conflict_harms_only_itself(url: str) -> None:
    async def run() -> None:
        database, journal = await prepared(url)
        await journal.write(entry("a", 0))
        commits = journal.commits
        wanted = [entry("a", 1), entry("b", 0), entry("a", 0), entry("c", 0)]
        outcomes = await asyncio.gather(*(journal.write(item) for item in wanted), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), type(None), Conflict, type(None)]
        assert journal.commits - commits <= 4
        before = journal.commits
        await asyncio.gather(*(journal.write(entry("b", n)) for n in range(1, 101)))
        assert journal.commits - before <= 3, "no group commit"
        async with database.read() as connection:
            assert await tables.count_inputs(connection, "b") == 101
            assert await tables.count_inputs(connection, "a") == 2
        await journal.stop()
        await database.close()

    asyncio.run(run())


def test_of_several_writers_exactly_one_wins_each_number(url: str) -> None:
    async def run() -> None:
        stores = [await prepared(url) for _ in range(3)]

        async def writer(journal: Journal) -> int:
            won = n = 0
            while n < 40:
                try:
                    await journal.write(entry("a", n))
                    won += 1
                except Conflict:
                    pass
                n += 1
            return won

        won = await asyncio.gather(*(writer(journal) for _, journal in stores))
        assert sum(won) == 40
        for database, journal in stores:
            await journal.stop()
            await database.close()

    asyncio.run(run())


def test_a_write_that_fails_in_the_middle_changes_nothing(url: str) -> None:
    async def run() -> None:
        database, journal = await prepared(url)

        async def fail() -> None:
            async with database.write() as connection:
                await connection.execute(insert(tables.inputs).values(match="a", n=0, seat=0, action="[1]", at=0))
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await fail()
        async with database.read() as connection:
            assert await tables.find_inputs(connection, "a") == []
        broken = entry("b", 0)
        broken.inputs.append(("nowhere", 1, 0, "[1]", 0, None, None))
        with pytest.raises(Conflict):
            await journal.write(broken)
        async with database.read() as connection:
            assert await tables.find_inputs(connection, "b") == []
        await journal.stop()
        await database.close()

    asyncio.run(run())


def test_a_locked_database_is_waited_for_and_then_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.2)
    monkeypatch.setattr(module, "PRAGMAS", ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=200"))

    async def run() -> None:
        database, journal = await prepared(f"sqlite:///{tmp_path}/store.db")
        other = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Exception) as caught:
            await journal.write(entry("a", 0))
        assert module.out_of_service(caught.value)
        other.execute("ROLLBACK")
        other.close()
        await journal.write(entry("a", 0))
        await journal.stop()
        await database.close()

    asyncio.run(run())
