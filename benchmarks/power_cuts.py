"""Power cuts: a file system that loses what was not synced, under our schema, settings and statements.

    python benchmarks/power_cuts.py --cuts 200
    python benchmarks/power_cuts.py --cuts 200 --synchronous NORMAL      shows that the test can fail

Every file is held twice: as written, and as it would be after a cut.  A sync makes the first the second.
At a random operation the power goes: of the sectors written since the last sync a random part survives.
What is left is opened by plain SQLite: it must be whole and hold every entry that was acknowledged.
(After a sync of SQLite's write-ahead log, as in kill -9 of a whole machine; APSW gives us the file system.)
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

import apsw
from sqlalchemy import insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from sandtable.store import matches as tables
from sandtable.store.database import PRAGMAS

SECTOR = 512
DIALECT = sqlite.dialect(paramstyle="qmark")


class PowerCut(Exception):
    """The lights went out."""


class Disk:
    """Files by name: what was written, and what is sure to stay."""

    def __init__(self, cut_at: int, rnd: random.Random) -> None:
        self.cut_at = cut_at
        self.rnd = rnd
        self.operations = 0
        self.written: dict[str, bytearray] = {}
        self.durable: dict[str, bytearray] = {}
        self.dirty: dict[str, set[int]] = {}

    def step(self) -> bool:
        """Whether the disk still works; the operation at which it stops fails."""
        self.operations += 1
        if self.operations == self.cut_at:
            raise PowerCut
        return self.operations < self.cut_at

    def after_cut(self, folder: Path) -> None:
        """Write out what survives: all synced sectors, and each other one by chance."""
        for name, data in self.written.items():
            left = self.durable[name]
            for sector in self.dirty[name]:
                if self.rnd.random() < 0.5:
                    start, end = sector * SECTOR, min((sector + 1) * SECTOR, len(data))
                    if len(left) < end:
                        left.extend(bytes(end - len(left)))
                    left[start:end] = data[start:end]
            (folder / Path(name).name).write_bytes(bytes(left))


class DiskFile:
    def __init__(self, disk: Disk, name: str) -> None:
        self.disk = disk
        self.name = name
        disk.written.setdefault(name, bytearray())
        disk.durable.setdefault(name, bytearray())
        disk.dirty.setdefault(name, set())
        self.level = 0

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        return bytes(self.disk.written[self.name][offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        if not self.disk.step():
            return
        held = self.disk.written[self.name]
        if len(held) < offset + len(data):
            held.extend(bytes(offset + len(data) - len(held)))
        held[offset : offset + len(data)] = data
        self.disk.dirty[self.name].update(range(offset // SECTOR, (offset + len(data) - 1) // SECTOR + 1))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        if not self.disk.step():
            return
        del self.disk.written[self.name][size:]

    def xSync(self, flags: int) -> None:  # noqa: N802
        if not self.disk.step():
            return
        self.disk.durable[self.name] = bytearray(self.disk.written[self.name])
        self.disk.dirty[self.name].clear()

    def xFileSize(self) -> int:  # noqa: N802
        return len(self.disk.written[self.name])

    def xLock(self, level: int) -> None:  # noqa: N802
        self.level = level

    def xUnlock(self, level: int) -> None:  # noqa: N802
        self.level = level

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, op: int, pointer: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0

    def xClose(self) -> None:  # noqa: N802
        pass


class DiskVFS(apsw.VFS):
    def __init__(self, disk: Disk, name: str) -> None:
        self.disk = disk
        super().__init__(name, base="")

    def xOpen(self, name: Any, flags: list[int]) -> Any:  # noqa: N802
        flags[1] = flags[0]
        return DiskFile(self.disk, str(name.filename() if hasattr(name, "filename") else name or "temp"))

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        if not self.disk.step():
            return
        for held in (self.disk.written, self.disk.durable, self.disk.dirty):
            held.pop(name, None)  # type: ignore[attr-defined]

    def xAccess(self, name: str, flags: int) -> bool:  # noqa: N802
        return name in self.disk.written

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name

    def xRandomness(self, count: int) -> bytes:  # noqa: N802
        return os.urandom(count)

    def xSleep(self, microseconds: int) -> int:  # noqa: N802
        time.sleep(microseconds / 1e6)
        return microseconds

    def xCurrentTimeInt64(self) -> int:  # noqa: N802
        return int(time.time() * 1000) + 210866760000000


def statement(table: Any) -> str:
    return str(insert(table).compile(dialect=DIALECT))


def write_until_cut(disk: Disk, vfs: str, synchronous: str) -> int:
    """Groups of entries, as the journal commits them; returns how many were acknowledged."""
    acknowledged = 0
    connection = apsw.Connection("/match.db", vfs=vfs)
    try:
        connection.execute("PRAGMA locking_mode=exclusive")  # no shared memory in this file system
        for pragma in PRAGMAS:
            connection.execute("PRAGMA " + (f"synchronous={synchronous}" if pragma.startswith("synchronous") and synchronous else pragma))
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("PRAGMA wal_autocheckpoint=20")  # checkpoints too must come into the test
        connection.execute(str(CreateTable(tables.inputs).compile(dialect=DIALECT)))
        for index in tables.inputs.indexes:
            connection.execute(str(CreateIndex(index).compile(dialect=DIALECT)))
        sql = statement(tables.inputs)
        while True:
            group = disk.rnd.randrange(1, 6)
            connection.execute("BEGIN IMMEDIATE")
            for n in range(acknowledged, acknowledged + group):
                connection.execute(sql, ("m", n, n % 2, f"[1,{n}]", n, '{"i":"x"}' + "y" * disk.rnd.randrange(400), f"{n:016x}"))
            connection.execute("COMMIT")
            acknowledged += group
    except (PowerCut, apsw.Error):
        return acknowledged
    finally:
        with contextlib.suppress(PowerCut, apsw.Error):
            connection.close()


def cut(number: int, folder: Path, synchronous: str = "") -> tuple[int, int, str]:
    """One cut: acknowledged, found, and SQLite's verdict."""
    rnd = random.Random(number)
    disk = Disk(rnd.randrange(20, 700), rnd)
    vfs = DiskVFS(disk, f"disk-{number}")
    acknowledged = write_until_cut(disk, f"disk-{number}", synchronous)
    vfs.unregister()
    for old in folder.iterdir():
        old.unlink()
    disk.after_cut(folder)
    connection = sqlite3.connect(folder / "match.db")
    try:
        verdict = str(connection.execute("PRAGMA integrity_check").fetchone()[0])
        made = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'inputs'").fetchone()[0]
        found = connection.execute("SELECT n FROM inputs ORDER BY n").fetchall() if made else []
    finally:
        connection.close()
    assert [row[0] for row in found] == list(range(len(found))), "a gap"
    return acknowledged, len(found), verdict


def run(cuts: int, synchronous: str = "", seed: int = 0) -> dict[str, Any]:
    lost = damaged = entries = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(seed, seed + cuts):
            acknowledged, found, verdict = cut(number, Path(folder), synchronous)
            entries += acknowledged
            lost += found < acknowledged
            damaged += verdict != "ok"
    return {"cuts": cuts, "acknowledged entries": entries, "cuts that lost one": lost, "cuts that damaged the file": damaged}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--synchronous", default="", help="another value than the server's")
    args = parser.parse_args()
    figures = run(args.cuts, args.synchronous, args.seed)
    print(json.dumps(figures, indent=2))
    if not args.synchronous and (figures["cuts that lost one"] or figures["cuts that damaged the file"]):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
