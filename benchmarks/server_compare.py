"""Side by side with boardgame.io's server, in one run: moves per second of the server's processor time.

    python benchmarks/server_compare.py                            200 matches: as fast as each of them goes, and 500 moves a second
    python benchmarks/server_compare.py --rates 500,1000,0         other rates; 0: as fast as each of them goes

Both play the same game, tic-tac-toe (benchmarks/tictactoe, benchmarks/boardgameio), between two sockets a match, each with
its own clients.  Both make the same number of moves under the same pacing: every match makes a move at fixed moments, or,
at rate 0, as soon as the one before was heard of by the other side.  Each server first makes some moves that do not count
(its just-in-time compiler warms up).  They take turns, so that what else the machine does hits both.

Paced, both wake for single messages, as servers of people do: 500 moves a second in 200 matches, the rate of server_load.py,
is two or three moves a second in every match, more than people make.  Flat out shows what a second of the processor can
carry at most; there messages come in bunches.

Ours is durable (SQLite, synced before every answer), seals every decision and fills frames up so that lengths tell nothing;
the other keeps all in memory.  Run it with the compiled build (PYTHONPATH=build/compiled); our tic-tac-toe stays interpreted.
Needs node and npm; the packages go into a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from tables import TICKS, Player, Server, enter, free_port, http, open_match, sit

HERE = Path(__file__).parent
WARM = 10  # moves of every match before the measured ones
FLAT_OUT = 2000  # moves a second that are planned for when there is no rate


class Plan(NamedTuple):
    matches: int
    each: int  # moves of every match
    rate: float  # moves a second in all; 0: as many as possible


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def theirs(folder: Path, plan: Plan) -> tuple[float, float]:
    """Their server in a process, their clients in another.  Seconds of the server's processor, and of the clock."""
    port = free_port()
    server = subprocess.Popen(["node", "server.js", str(port)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        for line in server.stdout:
            if "ready" in line:
                break
        command = ["node", "load.js", *map(str, (port, plan.matches, plan.each, plan.rate, WARM))]
        load = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert load.stdout is not None
        assert load.stdout.readline().strip() == "start"
        before = cpu_seconds(server.pid)
        lasted = json.loads(load.stdout.readline())["seconds"]
        used = cpu_seconds(server.pid) - before
        load.wait()
        return used, lasted
    finally:
        server.kill()
        server.wait()


def ours(folder: Path, plan: Plan) -> tuple[float, float, list[float]]:
    """The same with ours; and how long each move took from sending it to its "saved"."""
    data = Path(tempfile.mkdtemp(dir=folder))
    server = Server(data, path=[install_game(folder)])
    server.start()
    try:
        return asyncio.run(play_ours(server, plan))
    finally:
        server.kill()
        shutil.rmtree(data)


def install_game(folder: Path) -> str:
    """A folder in which Python finds our tic-tac-toe as an installed game."""
    place = folder / "games"
    if not place.exists():
        shutil.copytree(HERE / "tictactoe", place / "tictactoe", ignore=shutil.ignore_patterns("__pycache__"))
        about = place / "tictactoe-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tictactoe\nVersion: 1\n")
        (about / "entry_points.txt").write_text("[sandtable.games]\ntictactoe = tictactoe.card\n")
    return str(place)


async def play_ours(server: Server, plan: Plan) -> tuple[float, float, list[float]]:
    async with http() as client:
        people = [await enter(client, server, name) for name in ("Ann", "Bob")]
        ids = [await open_match(client, people, game="tictactoe") for _ in range(plan.matches)]
    tables = [[await sit(server, match, who) for who in people] for match in ids]
    await asyncio.gather(*(play(pair, WARM, 0, 0, []) for pair in tables))
    times: list[float] = []
    gap = plan.matches / plan.rate if plan.rate else 0.0
    before, start = server.cpu_seconds(), time.perf_counter()
    await asyncio.gather(*(play(pair, plan.each, gap, start + gap * n / plan.matches, times) for n, pair in enumerate(tables)))
    used, lasted = server.cpu_seconds() - before, time.perf_counter() - start
    for pair in tables:
        for player in pair:
            player.task.cancel()
            player.socket.transport.abort()
    return used, lasted, times


async def play(pair: list[Player], count: int, gap: float, due: float, times: list[float]) -> None:
    """Moves of one match, each at its moment, and each after the other side has heard of the one before."""
    for _ in range(count):
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        due += gap
        mover, other = sorted(pair, key=lambda player: "offer" not in player.view)
        start, seq = time.perf_counter(), other.seq
        answer = await mover.do()
        assert answer[0] == "ok", answer
        times.append(time.perf_counter() - start)
        await other.until(lambda player, seq=seq: player.seq > seq)


def compare(folder: Path, plan: Plan, rounds: int) -> dict[str, Any]:
    moves = plan.matches * plan.each * rounds
    cpu, lasted, times = [0.0, 0.0], [0.0, 0.0], list[float]()
    for _ in range(rounds):
        used, seconds = theirs(folder, plan)
        cpu[0], lasted[0] = cpu[0] + used, lasted[0] + seconds
        used, seconds, waits = ours(folder, plan)
        cpu[1], lasted[1], times = cpu[1] + used, lasted[1] + seconds, times + waits
    times.sort()
    figures: dict[str, Any] = {"moves a second wanted": plan.rate or "as many as possible", "moves of each": moves}
    for n, name in enumerate(("boardgame.io", "Sandtable")):
        figures[name] = {
            "moves/s": round(moves / lasted[n], 1),
            "server CPU s": round(cpu[n], 2),
            "moves per server-CPU-second": round(moves / cpu[n]),
        }
    figures["Sandtable"] |= {"p50 ms": round(1000 * times[moves // 2], 1), "p99 ms": round(1000 * times[int(moves * 0.99)], 1)}
    figures["ratio"] = round(cpu[0] / cpu[1], 2)
    return figures


def run(matches: int, seconds: float, rates: list[float], rounds: int, packages: Path | None = None) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in (HERE / "boardgameio").iterdir():
            shutil.copy(file, folder)
        if packages is not None:
            (folder / "node_modules").symlink_to(packages)
        else:
            subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
        return [compare(folder, Plan(matches, max(1, round(seconds * (rate or FLAT_OUT) / matches)), rate), rounds) for rate in rates]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10, help="of play at each rate and in each round")
    parser.add_argument("--rates", default="0,500", help="moves per second in all, separated by commas; 0: as many as possible")
    parser.add_argument("--rounds", type=int, default=2, help="how often they take turns")
    parser.add_argument("--packages", type=Path, help="a node_modules folder that is there already")
    args = parser.parse_args()
    rates = [float(rate) for rate in args.rates.split(",")]
    print(json.dumps(run(args.matches, args.seconds, rates, args.rounds, args.packages), indent=2))


if __name__ == "__main__":
    main()
