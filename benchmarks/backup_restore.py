"""How long a backup, a restore and verify-all take.  Plays one match, copies it in the database, then measures.

PYTHONPATH=src python benchmarks/backup_restore.py --matches 2000
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from litestar.testing import AsyncTestClient

from sandtable.server.app import create_app
from sandtable.server.inspection import inspect_all
from sandtable.server.settings import Settings
from sandtable.store.backup import back_up, restore
from sandtable.store.database import Database


async def play_one(folder: Path) -> str:
    """A finished match of the small example game."""
    settings = Settings(database=f"sqlite:///{folder / 'a.db'}", data_folder=str(folder), limits=False)
    draw = random.Random(1)
    async with AsyncTestClient(create_app(settings), base_url=settings.url) as client:
        token = (await client.post("/v1/guests", json={})).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        form = {"game": "picket", "places": [{"kind": "me"}, {"kind": "me"}]}
        match = str((await client.post("/v1/matches", json=form)).json()["id"])
        done = -1
        count = 0
        while done != count:
            done = count
            for seat in (0, 1):
                view = (await client.get(f"/v1/matches/{match}/view?seat={seat}")).json()[2]
                if "offer" in view:
                    body = {"id": str(count), "ask": view["ask"], "action": draw.choice(view["offer"]), "seat": seat}
                    (await client.post(f"/v1/matches/{match}/decisions", json=body)).raise_for_status()
                    count += 1
    return match


def multiply(file: Path, match: str, matches: int) -> int:
    """The same match under other names; returns the number of inputs."""
    with closing(sqlite3.connect(file)) as connection:
        for table, key in (("matches", "id"), ("inputs", "match")):
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            kept = {"id": "?", "match": "?", "link": "?"}
            columns = ", ".join(f'"{name}"' for name in names)
            values = ", ".join(kept.get(name, f'"{name}"') for name in names)
            places = sum(name in kept for name in names)
            for n in range(matches - 1):
                word = [f"copy{n}"] * places
                connection.execute(f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} WHERE {key} = ?", [*word, match])
        connection.commit()
        return int(connection.execute("SELECT count(*) FROM inputs").fetchone()[0])


async def verify(file: Path) -> int:
    database = Database(f"sqlite:///{file}")
    await database.open()
    bad = [report async for report in inspect_all(database) if report.problem]
    await database.close()
    return len(bad)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=500)
    wanted = parser.parse_args().matches
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inputs = multiply(folder / "a.db", asyncio.run(play_one(folder)), wanted)
        print(f"{wanted} matches, {inputs} inputs, {(folder / 'a.db').stat().st_size / 1e6:.1f} MB")
        started = time.perf_counter()
        back_up(f"sqlite:///{folder / 'a.db'}", folder / "backup")
        print(f"backup      {time.perf_counter() - started:7.2f} s")
        started = time.perf_counter()
        restore(f"sqlite:///{folder / 'b.db'}", folder / "backup")
        print(f"restore     {time.perf_counter() - started:7.2f} s")
        started = time.perf_counter()
        bad = asyncio.run(verify(folder / "b.db"))
        seconds = time.perf_counter() - started
        print(f"verify-all  {seconds:7.2f} s, {bad} bad, {wanted / seconds:.0f} matches/s")
        print(f"10,000 such matches would take {10_000 * seconds / wanted / 60:.1f} min")
        raise SystemExit(bool(bad))


if __name__ == "__main__":
    main()
