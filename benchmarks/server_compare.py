"""Side by side with boardgame.io's server, in one run: moves per second of the server's processor time.

    python benchmarks/server_compare.py --matches 200 --seconds 10 --rate 1000
    python benchmarks/server_compare.py --matches 200 --seconds 10 --rate 0       as fast as each of them goes

Ours is durable (SQLite, synced before every answer) and hides what is hidden; the other keeps all in memory.
Needs node and npm; the packages go into a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import server_load
from tables import TICKS, Server, free_port

HERE = Path(__file__).parent / "boardgameio"


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def theirs(folder: Path, matches: int, seconds: float, rate: float) -> dict[str, Any]:
    """Their server in a process, their clients in another."""
    port = free_port()
    server = subprocess.Popen(["node", "server.js", str(port)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        for line in server.stdout:
            if "ready" in line:
                break
        command = ["node", "load.js", str(port), str(matches), str(seconds), str(rate)]
        load = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert load.stdout is not None
        assert load.stdout.readline().strip() == "start"
        before = cpu_seconds(server.pid)
        made = json.loads(load.stdout.readline())["moves"]
        used = cpu_seconds(server.pid) - before
        load.wait()
        return {
            "moves": made,
            "moves/s": round(made / seconds, 1),
            "server CPU s": round(used, 2),
            "moves per server-CPU-second": round(made / used),
        }
    finally:
        server.kill()
        server.wait()


def ours(folder: Path, matches: int, seconds: float, rate: float) -> dict[str, Any]:
    server = Server(folder)
    server.start()
    try:
        return asyncio.run(server_load.measure(server, matches, rate, seconds))
    finally:
        server.kill()


def run(matches: int, seconds: float, rate: float, packages: Path | None = None) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in HERE.iterdir():
            shutil.copy(file, folder)
        if packages is not None:
            (folder / "node_modules").symlink_to(packages)
        else:
            subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
        figures: dict[str, Any] = {"boardgame.io": theirs(folder, matches, seconds, rate)}
        data = folder / "data"
        data.mkdir()
        figures["Sandtable"] = ours(data, matches, seconds, rate)
    ratio = figures["Sandtable"]["decisions per server-CPU-second"] / figures["boardgame.io"]["moves per server-CPU-second"]
    figures["ratio"] = round(ratio, 2)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=1000, help="moves per second in all; 0: as many as possible")
    parser.add_argument("--packages", type=Path, help="a node_modules folder that is there already")
    args = parser.parse_args()
    print(json.dumps(run(args.matches, args.seconds, args.rate, args.packages), indent=2))


if __name__ == "__main__":
    main()
