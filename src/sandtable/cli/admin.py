"""admin: people, matches, backup, restore, move, verify-all.  For whoever runs a server, on its own machine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.table import Table

from sandtable.cli.common import FAILED, escape, fail, out, print_json
from sandtable.cli.options import Json

T = TypeVar("T")

Config = Annotated[Path | None, typer.Option("--config", help="A file of settings (TOML).")]
Url = Annotated[str | None, typer.Option("--database", help="sqlite:///file or postgresql://user@host/name.")]
Who = Annotated[str, typer.Argument(help="Id or mail address of an account.")]

PUBLIC = ("id", "game", "version", "options", "state", "public", "created", "started", "ended", "result")  # of a match

admin = typer.Typer(help="Look after a server: people, matches, backups.", no_args_is_help=True)
users = typer.Typer(help="Accounts: list, add, disable, delete, help with log-in.", no_args_is_help=True)
matches = typer.Typer(help="Matches: list and show.", no_args_is_help=True)
admin.add_typer(users, name="users")
admin.add_typer(matches, name="matches")


def register(app: typer.Typer) -> None:
    app.add_typer(admin, name="admin")


def load(config: Path | None, database: str | None) -> Any:
    from sandtable.server import settings

    try:
        return settings.load(config, database=database)
    except settings.BadSettings as error:
        fail(str(error))


def run(config: Path | None, database: str | None, work: Callable[[Any, Any], Coroutine[Any, Any, T]], untouched: bool = False) -> T:
    """Do something with settings and the open database; ``untouched``: the work opens it."""
    from sqlalchemy.exc import SQLAlchemyError

    from sandtable.store.database import Database

    found = load(config, database)

    async def attempt() -> T:
        opened = Database(found.database)
        try:
            if not untouched:
                await opened.open()
            return await work(found, opened)
        finally:
            await opened.close()

    if found.sqlite_file is not None and not found.sqlite_file.exists():
        fail(f"no database {found.sqlite_file}: has the server run yet, and from this folder?", FAILED)
    try:
        return asyncio.run(attempt())
    except (SQLAlchemyError, OSError) as error:
        fail(f"the database does not answer: {type(error).__name__}", FAILED)


async def one(connection: Any, who: str) -> Any:
    from sandtable.server.mail import fold
    from sandtable.store import accounts

    found = await accounts.find(connection, id=who) or await accounts.find(connection, email=fold(who))
    if found is None:
        fail(f"no account '{who}'", FAILED)
    return found


@users.command("list")
def list_users(
    kind: Annotated[str, typer.Option("--kind", help="user, guest or deleted.")] = "user",
    search: Annotated[str, typer.Option("--search", help="Part of a name or address.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most so many.")] = 100,
    config: Config = None,
    database: Url = None,
    as_json: Json = False,
) -> None:
    """List accounts, newest first."""
    from sqlalchemy import or_, select

    from sandtable.store import accounts

    async def work(_: Any, opened: Any) -> list[dict[str, Any]]:
        columns = [accounts.account.c[name] for name in ("id", "kind", "name", "email", "created_at", "seen_at", "disabled_at")]
        query = select(*columns).where(accounts.account.c.kind == kind).order_by(accounts.account.c.created_at.desc()).limit(limit)
        if search:
            query = query.where(or_(columns[2].icontains(search, autoescape=True), columns[3].icontains(search, autoescape=True)))
        async with opened.read() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    found = run(config, database, work)
    if as_json:
        print_json(found)
        return
    _table(found, ("id", "name", "email", "created_at", "seen_at", "disabled_at"))


@users.command("show")
def show_user(who: Who, config: Config = None, database: Url = None) -> None:
    """Show one account with its log-ins, tokens and seats."""
    from sandtable.server.holding import Holding
    from sandtable.store import accounts

    async def work(_: Any, opened: Any) -> dict[str, Any]:
        async with opened.read() as connection:
            found = await one(connection, who)
            hidden = {"password", "webhook_key", "hash"}
            body: dict[str, Any] = {key: value for key, value in found._mapping.items() if key not in hidden}
            for name, table in (("sessions", accounts.session), ("tokens", accounts.api_token)):
                rows = await accounts.of_account(connection, table, found.id)
                body[name] = [{key: value for key, value in row._mapping.items() if key not in hidden} for row in rows]
            return body | await Holding().profile(connection, found.id)

    print_json(run(config, database, work))


@users.command("add")
def add_user(
    email: Annotated[str, typer.Argument(help="Mail address.")],
    name: Annotated[str, typer.Argument(help="Name others see.")],
    config: Config = None,
    database: Url = None,
) -> None:
    """Make an account and print the link where its owner chooses a password."""
    from sqlalchemy.exc import IntegrityError

    from sandtable.server.accounts import tokens
    from sandtable.server.accounts.naming import clean_name
    from sandtable.server.errors import Problem
    from sandtable.server.mail import fold, is_address
    from sandtable.store import accounts

    if not is_address(fold(email)):
        fail(f"'{email}' is no mail address")
    try:
        shown = clean_name(name)
    except Problem as error:
        fail(error.error.message)

    async def work(settings: Any, opened: Any) -> str:
        now, user = int(time.time()), tokens.make_id()
        values = {"kind": "user", **accounts.named(shown), "email": fold(email)}
        try:
            async with opened.write() as connection:
                if await accounts.find_alike(connection, shown):
                    fail("the address or the name, or one that looks like it, belongs to somebody else", FAILED)
                await accounts.add(connection, accounts.account, id=user, created_at=now, seen_at=now, **values)
                return await reset_link(connection, settings, user, fold(email), now)
        except IntegrityError:
            fail("the address or the name belongs to somebody else", FAILED)

    out.print(escape(run(config, database, work)), soft_wrap=True)


async def reset_link(connection: Any, settings: Any, user: str, email: str, now: int) -> str:
    from sandtable.server.accounts import tokens
    from sandtable.store import accounts

    token = tokens.make()
    await accounts.drop_mail_tokens(connection, user, "reset")
    end = now + settings.reset_minutes * 60
    kept = {"hash": tokens.digest(token), "purpose": "reset", "account": user, "email": email, "expires_at": end}
    await accounts.add(connection, accounts.mail_token, **kept)
    return f"{settings.url}/reset#{token}"


@users.command("reset-link")
def make_reset_link(who: Who, config: Config = None, database: Url = None) -> None:
    """Print a link for a new password, for people whose mail does not arrive."""

    async def work(settings: Any, opened: Any) -> str:
        async with opened.write() as connection:
            found = await one(connection, who)
            if not found.email:
                fail("this account has no mail address", FAILED)
            return await reset_link(connection, settings, found.id, found.email, int(time.time()))

    out.print(escape(run(config, database, work)), soft_wrap=True)


@users.command("log-out")
def log_out(
    who: Annotated[str, typer.Argument(help="Id or mail address of an account; 'everybody' for all.")],
    config: Config = None,
    database: Url = None,
) -> None:
    """End all log-ins of an account, or of everybody."""
    from sandtable.store import accounts

    async def work(_: Any, opened: Any) -> int:
        async with opened.write() as connection:
            if who == "everybody":
                return int((await connection.execute(accounts.session.delete())).rowcount)
            return len(await accounts.end_sessions(connection, (await one(connection, who)).id))

    out.print(f"{run(config, database, work)} log-ins ended")


@users.command("disable")
def disable(who: Who, config: Config = None, database: Url = None) -> None:
    """Close an account: it cannot log in, and its log-ins end.  Its matches stay."""
    from sandtable.store import accounts

    async def work(_: Any, opened: Any) -> str:
        async with opened.write() as connection:
            found = await one(connection, who)
            await accounts.change(connection, found.id, disabled_at=int(time.time()))
            await accounts.end_sessions(connection, found.id)
            return str(found.name)

    out.print(f"closed the account of {escape(run(config, database, work))}")


@users.command("enable")
def enable(who: Who, config: Config = None, database: Url = None) -> None:
    """Open a closed account again."""
    from sandtable.store import accounts

    async def work(_: Any, opened: Any) -> str:
        async with opened.write() as connection:
            found = await one(connection, who)
            await accounts.change(connection, found.id, disabled_at=None)
            return str(found.name)

    out.print(f"opened the account of {escape(run(config, database, work))}")


@users.command("drop-second-factor")
def drop_second_factor(who: Who, config: Config = None, database: Url = None) -> None:
    """Ask this account for no second factor any more: for a lost phone without recovery codes."""
    from sandtable.store import accounts

    async def work(_: Any, opened: Any) -> bool:
        async with opened.write() as connection:
            found = await one(connection, who)
            table = accounts.second_factor
            return bool((await connection.execute(table.delete().where(table.c.account == found.id))).rowcount)

    out.print("dropped" if run(config, database, work) else "there was none")


@users.command("delete")
def delete(
    who: Who,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    config: Config = None,
    database: Url = None,
) -> None:
    """Delete an account: its seats stay for the others, without its name."""
    from sandtable.server.holding import Holding
    from sandtable.store import accounts

    if not yes:
        typer.confirm(f"Delete {who} for good?", abort=True)

    async def work(_: Any, opened: Any) -> None:
        async with opened.write() as connection:
            found = await one(connection, who)
            await Holding().forget(connection, found.id)
            await accounts.anonymise(connection, found.id)

    run(config, database, work)
    out.print("deleted")


@matches.command("list")
def list_matches(
    state: Annotated[str, typer.Option("--state", help="open, running, over or dropped; all by default.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most so many.")] = 100,
    config: Config = None,
    database: Url = None,
    as_json: Json = False,
) -> None:
    """List matches, newest first."""
    from sqlalchemy import select

    from sandtable.store import matches as tables

    async def work(_: Any, opened: Any) -> list[dict[str, Any]]:
        columns = [tables.matches.c[name] for name in ("id", "game", "state", "seats", "public", "created", "started", "ended")]
        query = select(*columns).order_by(tables.matches.c.created.desc()).limit(limit)
        async with opened.read() as connection:
            found = await connection.execute(query.where(tables.matches.c.state == state) if state else query)
            return [dict(row) for row in found.mappings()]

    found = run(config, database, work)
    if as_json:
        print_json(found)
        return
    _table(found, ("id", "game", "state", "seats", "created", "started", "ended"), thousand=True)


@matches.command("show")
def show_match(match: Annotated[str, typer.Argument(help="Id of a match.")], config: Config = None, database: Url = None) -> None:
    """Show a match and its seats; never what is hidden in it."""
    from sandtable.store import matches as tables

    async def work(_: Any, opened: Any) -> dict[str, Any]:
        async with opened.read() as connection:
            row = await tables.find_match(connection, match)
            if row is None:
                fail(f"no match '{match}'", FAILED)
            seats = [
                {key: seat[key] for key in ("seat", "kind", "user", "name", "bot")} for seat in await tables.find_seats(connection, match)
            ]
            shown = {
                key: row[key] for key in ("id", "game", "version", "options", "state", "public", "created", "started", "ended", "result")
            }
            return shown | {"seats": seats, "inputs": await tables.count_inputs(connection, match)}

    print_json(run(config, database, work))


@admin.command("backup")
def backup(
    file: Annotated[Path, typer.Argument(help="Where the backup goes; must not exist.")], config: Config = None, database: Url = None
) -> None:
    """Write a whole backup; the server may run.

    Example: sandtable admin backup /var/backups/sandtable-$(date +%F).backup
    """
    from sandtable.store.backup import BadBackup, back_up

    started = time.perf_counter()
    try:
        back_up(load(config, database).database, file)
    except (BadBackup, OSError) as error:
        fail(str(error), FAILED)
    out.print(f"{escape(str(file))}: {file.stat().st_size} bytes in {time.perf_counter() - started:.1f} s")


@admin.command("restore")
def restore_backup(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace the database that is there; SQLite's is kept beside it.")] = False,
    config: Config = None,
    database: Url = None,
) -> None:
    """Put a backup in place; the server must not run.  Afterwards: sandtable admin verify-all."""
    from sandtable.store.backup import BadBackup, restore

    try:
        kept = restore(load(config, database).database, file, replace)
    except (BadBackup, OSError) as error:
        fail(str(error), FAILED)
    out.print("restored" + (f"; the old database is {escape(str(kept))}" if kept else ""))


@admin.command("move")
def move_database(
    target: Annotated[str, typer.Argument(help="An empty database: postgresql://user@host/name or sqlite:///file.")],
    config: Config = None,
    database: Url = None,
) -> None:
    """Copy everything into another database, say from SQLite to PostgreSQL; the server must not run.

    Example: sandtable admin move postgresql://sandtable@db.example.org/sandtable
    """
    from sqlalchemy.exc import ArgumentError

    from sandtable.store.database import Database, NotDurable
    from sandtable.store.moving import BadMove, move

    async def work(_: Any, opened: Any) -> dict[str, int]:
        try:
            other = Database(target)
        except ArgumentError:
            fail(f"'{target}' is no address of a database")
        try:
            return await move(opened, other)
        finally:
            await other.close()

    try:
        counts = run(config, database, work, untouched=True)
    except (BadMove, NotDurable) as error:
        fail(str(error), FAILED)
    out.print(f"{counts['matches']} matches, {counts['inputs']} inputs, {counts['account']} accounts, {sum(counts.values())} rows in all")
    out.print("Now name the new database in the settings and run: sandtable admin verify-all")


@admin.command("verify-all")
def verify_all(
    match: Annotated[str, typer.Option("--match", help="Only this one.")] = "",
    config: Config = None,
    database: Url = None,
    as_json: Json = False,
) -> None:
    """Replay every stored match and compare: rules, dice, results and the number of messages told."""
    from sandtable.server.inspection import inspect_all

    async def work(_: Any, opened: Any) -> list[dict[str, Any]]:
        return [{name: getattr(found, name) for name in found.__struct_fields__} async for found in inspect_all(opened, match)]

    started = time.perf_counter()
    found = run(config, database, work)
    bad = [report for report in found if report["problem"]]
    if as_json:
        print_json({"matches": len(found), "bad": bad})
    else:
        for report in bad:
            out.print(f"[red]{report['match']}[/red] ({report['game']}, {report['state']}): {escape(report['problem'])}")
        inputs = sum(report["inputs"] for report in found)
        out.print(f"{len(found)} matches, {inputs} inputs, {len(bad)} bad, {time.perf_counter() - started:.1f} s")
    if bad:
        raise typer.Exit(FAILED)


def _table(rows: list[dict[str, Any]], columns: tuple[str, ...], thousand: bool = False) -> None:
    shown = Table(*columns, box=None)
    for row in rows:
        shown.add_row(*(_cell(name, row[name], thousand) for name in columns))
    out.print(shown)


def _cell(name: str, value: Any, thousand: bool) -> str:
    if value is None:
        return ""
    if name.endswith("_at") or name in ("created", "started", "ended"):
        return time.strftime("%Y-%m-%d %H:%M", time.gmtime(value / 1000 if thousand else value))
    return escape(str(value))
