"""``sandtable serve --workers 2`` as an operator starts it: one match over two processes, one of which dies."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import server_kills
from clusters import Cluster
from tables import PATIENCE, Server, enter, eventually, http, next_to_act, open_match, play_out, sit, wait_until
from workers import WorkerServer, command_of, sit_with


@pytest.fixture
def two(tmp_path: Path, cluster: Cluster) -> Iterator[WorkerServer]:
    server = WorkerServer(tmp_path, cluster.database(f"two{time.monotonic_ns()}"))
    server.start()
    try:
        yield server
    finally:
        server.end()


def test_seats_on_different_workers_and_one_dies(two: WorkerServer) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, two, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people, options={"turns": 6})
        first, second = two.workers()
        players = [await sit_with(two, match, people[0], first), await sit_with(two, match, people[1], second)]
        for player in players:  # each knows that the other one is there
            await player.until(lambda p: p.present == [0, 1])
        rnd = random.Random(4)
        await play_out(players, rnd, 20)
        seat = players.index(await next_to_act(players))
        said, ask, action = "last", players[seat].view["ask"], players[seat].view["offer"][0]
        answer = await players[seat].ask("do", ask, action, said=said)
        assert answer[0] == "ok"
        os.kill((first, second)[seat], signal.SIGKILL)
        await players[seat].task  # its socket is gone; the other one stays
        assert not players[1 - seat].closed
        two.known = {(first, second)[1 - seat]}
        players[seat] = await sit(two, match, people[seat])
        again = await players[seat].ask("do", ask, action, said=said)
        assert again[0] == "ok" and again[2] == answer[2]
        await play_out(players, rnd, 20)
        await asyncio.to_thread(two.wait_for, 1)  # the one that takes the place of the dead one
        assert len(two.workers()) == 2
        late = await sit_with(two, match, people[seat], two.newest)
        await eventually(lambda: late.seq == players[seat].seq)
        assert late.view["table"] == players[seat].view["table"]
        await play_out([*players, late], rnd)
        for player in (*players, late):
            await player.close()

    asyncio.run(run())


def test_an_orderly_stop_and_a_rolling_restart(two: WorkerServer) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, two, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people, terms={"clock": {"kind": "fischer", "seconds": 600}})
        players = [await sit(two, match, person) for person in people]
        await play_out(players, random.Random(1), 10)
        old = set(two.workers())
        assert two.process is not None
        two.process.send_signal(signal.SIGHUP)
        two.known = set(old)
        await asyncio.to_thread(two.wait_for, 2)
        for player in players:
            await asyncio.wait_for(player.task, PATIENCE)  # told to come back
        await eventually(lambda: not old & set(two.workers()))  # else they might sit down at one that has yet to go
        again = [await sit(two, match, person) for person in people]
        assert [p.seq for p in again] == [p.seq for p in players]
        await play_out(again, random.Random(2), 10)
        for player in again:
            await player.close()

    asyncio.run(run())
    assert two.stop() == 0


def test_sockets_of_all_workers_hear_that_the_server_goes_away(two: WorkerServer) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, two, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
        first, second = two.workers()
        players = [await sit_with(two, match, people[0], first), await sit_with(two, match, people[1], second), await sit(two, match, None)]
        assert two.process is not None
        two.process.send_signal(signal.SIGTERM)
        for player in players:
            await asyncio.wait_for(player.task, PATIENCE)
        assert [(p.socket.close_code, p.socket.close_reason) for p in players] == [(1001, "closing")] * 3

    asyncio.run(run())
    assert two.stop() == 0


def test_workers_leave_when_the_process_that_watches_is_killed(two: WorkerServer) -> None:
    workers = two.workers()
    assert two.process is not None
    os.kill(two.process.pid, signal.SIGKILL)
    two.process.wait()
    wait_until(lambda: not any(command_of(pid) for pid in workers))
    two.process = None
    two.known.clear()
    two.start()  # the port is free


def test_kills_of_workers_lose_nothing(tmp_path: Path, cluster: Cluster) -> None:
    figures = server_kills.run(1, tmp_path, postgres=True, matches=4, workers="kill")
    assert figures["acknowledged"] > 4 and figures["lost"] == figures["twice"] == 0


def test_several_workers_on_sqlite_are_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sandtable.cli", "serve", "--workers", "2", "--database", f"sqlite:///{tmp_path}/x.db"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2 and "workers" in done.stderr and "PostgreSQL" in done.stderr
    assert not (tmp_path / "x.db").exists()


def test_a_seat_that_changes_hands_is_empty_at_every_worker(two: WorkerServer) -> None:
    """Sockets of whoever gave it back, and of their phone, end at both; the next holder alone is shown the hand."""

    async def run() -> None:
        async with http() as client:
            owner, mallory, phone, vera = [await enter(client, two, name) for name in ("Olga", "Mallory", "Phone", "Vera")]
            wish = {"game": "commanders", "seats": 2, "places": [{"kind": "open"}, {"kind": "open"}]}
            match = (await owner.call(client, "POST", "/v1/matches", wish))["id"]
            await mallory.call(client, "POST", f"/v1/matches/{match}/join", {"seat": 1})
            link = (await mallory.call(client, "GET", f"/v1/matches/{match}/seats/1/link"))["url"].partition("#")[2]
            await phone.call(client, "POST", "/v1/join", {"link": link})
            first, second = two.workers()
            before = [await sit_with(two, match, who, worker) for who in (mallory, phone) for worker in (first, second)]
            for player in before:
                player.keep = True
            await mallory.call(client, "DELETE", f"/v1/matches/{match}/seat")
            for player in before:
                await asyncio.wait_for(player.task, PATIENCE)
                assert player.socket.close_code == 4403
            await vera.call(client, "POST", f"/v1/matches/{match}/join", {"seat": 1})
            await owner.call(client, "POST", f"/v1/matches/{match}/join", {"seat": 0})
            players = [await sit_with(two, match, vera, first), await sit_with(two, match, owner, second)]
            for player in players:
                await player.until(lambda p: "hand" in p.view)
            for who in (mallory, phone):
                for _ in range(4):  # whichever worker it reaches
                    answer = await client.get(f"{two.url}/v1/matches/{match}/view?seat=1", headers=who.headers)
                    assert answer.status_code == 403
            assert not any('"hand"' in frame for player in before for frame in player.frames)
            for player in players:
                await player.close()

    asyncio.run(run())


def priorities(pid: int) -> set[int]:
    """Of every thread of a process and of the processes it started."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        found.add(int((task / "stat").read_text().rpartition(")")[2].split()[16]))
        for child in (task / "children").read_text().split():
            found |= priorities(int(child))
    return found


def test_who_serves_goes_before_nobody(two: WorkerServer, tmp_path: Path) -> None:
    """A start hurries (server/hurry.py); what serves then, threads and bots included, is a program like any other."""
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    for worker in two.workers():
        assert priorities(worker) == {ours}
    (tmp_path / "alone").mkdir()
    alone = Server(tmp_path / "alone")
    alone.start()
    try:
        assert alone.process is not None
        assert priorities(alone.process.pid) == {ours}
    finally:
        alone.kill()
