"""Backup and restore of the whole database, while the server runs and without loss.

SQLite is copied page by page in one read transaction (its own backup interface); PostgreSQL by pg_dump.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import URL

from sandtable.store.database import async_url


class BadBackup(RuntimeError):
    """A backup or restore that cannot be done; the message says why."""


def back_up(url: str, target: Path) -> None:
    """Write a backup that did not exist before; a half-written one never bears the name."""
    if target.exists():
        raise BadBackup(f"{target} exists already")
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # it holds addresses and hidden orders
    try:
        found = async_url(url)
        if found.get_backend_name() == "sqlite":
            _copy(_file(found), part)
            check_file(part)
        else:
            _postgres("pg_dump", found, "--format=custom", f"--file={part}", "--no-owner", "--no-privileges")
        _flush(part)
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)


def restore(url: str, source: Path, replace: bool = False) -> Path | None:
    """Put a backup in place; returns where the database it replaces was kept."""
    if not source.is_file():
        raise BadBackup(f"no file {source}")
    found = async_url(url)
    if found.get_backend_name() != "sqlite":
        clean = ("--clean", "--if-exists") if replace else ()
        _postgres("pg_restore", found, "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", *clean, str(source))
        return None
    check_file(source)
    target = _file(found)
    kept = _set_aside(target, replace) if target.exists() else None
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    _copy(source, part)
    _flush(part)
    part.rename(target)
    return kept


def check_file(file: Path) -> None:
    """Whether a SQLite file is whole, and ours."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as connection:
            found = connection.execute("PRAGMA integrity_check").fetchall()
            if found != [("ok",)]:
                raise BadBackup(f"{file} is damaged: {found[0][0]}")
            connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{file} is no backup of Sandtable: {error}") from None


def _set_aside(target: Path, replace: bool) -> Path:
    if not replace:
        raise BadBackup(f"{target} exists already")
    try:
        with closing(sqlite3.connect(target, timeout=1)) as connection:
            # Leaving the write-ahead log needs the file to oneself, and folds the log into it.
            connection.execute("PRAGMA journal_mode=DELETE").fetchall()
    except sqlite3.OperationalError:
        raise BadBackup("the server is running: stop it first") from None
    except sqlite3.DatabaseError:
        pass  # damaged: all the more reason to replace it, and to keep what is left
    kept = target.with_name(f"{target.name}.before-restore-{int(time.time())}")
    target.rename(kept)
    return kept


def _copy(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BadBackup(f"no file {source}")
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=30)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        # One file, no log beside it: it can be copied anywhere.
        new.execute("PRAGMA journal_mode=DELETE").fetchall()


def _flush(file: Path) -> None:
    for path in (file, file.parent):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _file(url: URL) -> Path:
    if not url.database:
        raise BadBackup("a database in memory has no backup")
    return Path(url.database).expanduser().resolve()


def _postgres(program: str, url: URL, *arguments: str) -> None:
    """Run a tool of PostgreSQL; the password goes by the environment, which other users cannot read."""
    path = shutil.which(program) or next((str(found) for found in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))[::-1]), "")
    if not path:
        raise BadBackup(f"{program} is not installed: it comes with the client tools of PostgreSQL")
    named = {"host": url.host, "port": url.port, "username": url.username}
    connect = [f"--{key}={value}" for key, value in named.items() if value]
    environment = os.environ | ({"PGPASSWORD": str(url.password)} if url.password else {})
    if "host" in url.query:
        connect.append(f"--host={url.query['host']}")
    done = subprocess.run(
        [path, *connect, f"--dbname={url.database}", *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BadBackup(f"{program}: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else done.returncode}")
