"""Commit, then tell: what is not saved is seen by nobody, and what is acknowledged is saved once."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from inside import ThreadServer
from sqlalchemy.exc import OperationalError
from tables import Player, enter, eventually, http, next_to_act, open_match, play_out, sit

from sandtable.core.match import finished


async def table(server: Any, **wish: Any) -> tuple[str, list[Player], Player, list[Any]]:
    async with http() as client:
        people = [await enter(client, server, name) for name in ("Ann", "Bob")]
        match = await open_match(client, people, **wish)
    players = [await sit(server, match, person) for person in people]
    return match, players, await sit(server, match, None), people


async def hear_all(players: list[Player]) -> None:
    for player in players:
        await player.hear_all()


def break_commits(server: Any, late: bool = False) -> Any:
    """Make the journal's transactions fail; ``late``: after they were carried out, as when the answer is lost."""
    journal = server.house.journal
    real = journal._commit

    async def failing(batch: Any) -> None:
        if late:
            waiting = [entry.done for entry in batch]
            for entry in batch:
                entry.done = None
            await real(batch)
            for entry, done in zip(batch, waiting, strict=True):
                entry.done = done
        raise OperationalError("COMMIT", {}, Exception("disk I/O error"))

    journal._commit = failing

    def mend() -> None:
        journal._commit = real

    return mend


def test_a_failed_commit_is_seen_by_nobody(server: Any) -> None:
    async def run() -> None:
        match, players, onlooker, people = await table(server)
        rnd = random.Random(2)
        await play_out(players, rnd, 4)
        for _ in range(12):
            everyone = [*players, onlooker]
            actor = await next_to_act(players)
            await hear_all(everyone)
            seen = [(p.seq, json.dumps(p.view)) for p in everyone]
            mend = break_commits(server)
            answer = await actor.do(rnd=rnd)
            assert answer[0] == "no" and answer[2]["key"] == "try-again"
            await hear_all(everyone)
            assert [(p.seq, json.dumps(p.view)) for p in everyone] == seen
            mend()
            again = await sit(server, match, people[players.index(actor)])
            assert (again.seq, {**again.view, "events": []}) == (actor.seq, {**actor.view, "events": []})
            await again.close()
            assert (await actor.do(rnd=rnd))[0] == "ok"
        await play_out(players, rnd)
        for p in (*players, onlooker):
            await p.close()

    asyncio.run(run())


@contextmanager
def hold_commits(server: Any) -> Iterator[Callable[[], None]]:
    """The journal's transactions wait, and fail when they are let go."""
    journal = server.house.journal
    real, held = journal._commit, threading.Event()

    async def waiting(batch: Any) -> None:
        while not held.is_set():
            await asyncio.sleep(0.01)
        raise OperationalError("COMMIT", {}, Exception("disk I/O error"))

    journal._commit = waiting

    def let_go() -> None:
        journal._commit = real
        held.set()

    try:
        yield let_go
    finally:
        let_go()


READS = ["", "?mine", "look?q=r1", "look?q=r1&seen=1", "why?action=[0]", "truth/1", "record", "history", "replay/1", "talk", "view"]


async def read_all(client: Any, server: Any, match: str, who: Any) -> list[tuple[int, bytes]]:
    """Everything that can be asked about a match, at the same time."""

    async def read(path: str) -> tuple[int, bytes]:
        address = "/v1/matches?mine=true" if path == "?mine" else f"/v1/matches/{match}/{path}".rstrip("/")
        answer = await client.get(server.url + address, headers=who.headers)
        return answer.status_code, answer.content

    return list(await asyncio.gather(*map(read, READS)))


def test_nobody_reads_what_is_not_saved(server: Any) -> None:
    """The last decision of a match waits for a disk that fails: who would notice it waits with it, and nothing is opened."""

    async def run() -> None:
        match, players, onlooker, people = await table(server, options={"turns": 4})
        await play_out(players, random.Random(5), 3)
        await hear_all([*players, onlooker])
        actor = players.index(await next_to_act(players))
        async with http() as client:
            before = await read_all(client, server, match, people[actor])
            assert json.loads(before[0][1])["dice_key"] is None
            with hold_commits(server) as let_go:
                last = players[actor].ask("call", "resign")
                room = server.house.rooms[match]
                await eventually(lambda: room.unsaved and finished(room.match.state))
                reading = asyncio.create_task(read_all(client, server, match, people[actor]))
                await eventually(lambda: len(room.resting) == len(READS) - 1)  # seats and terms are no secret and answered at once
                let_go()
                assert (await last)[2]["key"] == "try-again"
                assert await reading == before
            assert (await players[actor].ask("call", "resign"))[0] == "ok"
            after = await read_all(client, server, match, people[actor])
            assert json.loads(after[0][1])["dice_key"] and after[READS.index("truth/1")][0] == 200
        for p in (*players, onlooker):
            await p.close()

    asyncio.run(run())


def test_secret_steps_of_others_delay_nobody(server: Any) -> None:
    """Both owe sealed orders; one's are being written.  The other is answered meanwhile: how long it takes tells nothing."""

    async def run() -> None:
        match, players, onlooker, people = await table(server)
        await hear_all([*players, onlooker])
        assert all("offer" in player.view for player in players)
        async with http() as client:
            before = await read_all(client, server, match, people[1])
            with hold_commits(server) as let_go:
                order = asyncio.create_task(players[0].do(rnd=random.Random(1)))
                room = server.house.rooms[match]
                await eventually(lambda: room.unsaved)
                assert room.unsaved == [0]
                assert await read_all(client, server, match, people[1]) == before
                seen, players[1].keep = players[1].view, True
                players[1].ask("view")
                await players[1].until(lambda p: p.frames)
                assert players[1].view == seen
                assert not order.done() and not room.resting
                let_go()
                assert (await order)[0] == "no"
        for p in (*players, onlooker):
            await p.close()

    asyncio.run(run())


def test_what_fails_before_it_is_written_keeps_nobody_waiting(server: Any) -> None:
    async def run() -> None:
        match, players, onlooker, people = await table(server)
        await hear_all(players)
        room = server.house.rooms[match]

        def fail(*_: Any) -> None:
            del room._entry
            raise RuntimeError("planted")

        async with http() as client:
            before = await read_all(client, server, match, people[0])
            room._entry = fail
            assert (await players[0].do(rnd=random.Random(1)))[0] == "no"
            assert await read_all(client, server, match, people[0]) == before
        assert (await players[0].do(rnd=random.Random(1)))[0] == "ok"
        for p in (*players, onlooker):
            await p.close()

    asyncio.run(run())


def test_a_bot_knows_nothing_that_is_not_saved(serve: Any) -> None:
    """Put to work while an offer to it waits for a disk that fails, it thinks only afterwards, about what is saved."""
    server = serve(bot_seconds=60.0)

    async def run() -> None:
        server.house.attend = lambda room: None  # the bot is left waiting at first
        async with http() as client:
            ann = await enter(client, server, "Ann")
            match = await open_match(client, [ann], places=[{"kind": "me"}, {"kind": "bot"}], options={"turns": 2})
        player = await sit(server, match, ann)
        room, bots = server.house.rooms[match], server.house.bots
        thought, real = [], bots.decide

        async def decide(room: Any, *rest: Any) -> Any:
            thought.append((room.saved, len(room.match.inputs)))
            return await real(room, *rest)

        bots.decide = decide
        with hold_commits(server) as let_go:
            offer = player.ask("call", "draw")
            await eventually(lambda: room.unsaved)
            del server.house.attend

            async def attend() -> None:
                server.house.attend(room)

            server.run(attend())
            await eventually(lambda: room.resting)
            assert not thought
            let_go()
            assert (await offer)[0] == "no"
        await eventually(lambda: thought)
        assert thought[0] == (0, 0)
        await player.close()

    asyncio.run(run())


def test_a_commit_whose_answer_was_lost_counts_once(server: Any) -> None:
    async def run() -> None:
        match, players, onlooker, _ = await table(server)
        rnd = random.Random(3)
        for turn in range(6):
            await hear_all(players)
            actor = await next_to_act(players)
            ask, action, said = actor.view["ask"], rnd.choice(actor.view["offer"]), f"lost {turn}"
            mend = break_commits(server, late=True)
            first = await actor.ask("do", ask, action, said=said)
            mend()
            assert first[0] == "no" and first[2]["key"] == "try-again"
            second = await actor.ask("do", ask, action, said=said)
            third = await actor.ask("do", ask, action, said=said)
            assert second[0] == third[0] == "ok" and second[2] == third[2]
        room = server.house.rooms[match]
        assert sum(seat >= 0 for seat, _ in room.match.inputs) == 6
        for p in (*players, onlooker):
            await p.close()

    asyncio.run(run())


def test_duplicates_in_any_order_make_one_decision(server: Any) -> None:
    async def run() -> None:
        match, players, onlooker, people = await table(server, options={"turns": 3})
        rnd = random.Random(9)
        extra = [await sit(server, match, person) for person in people]
        sent = 0
        while True:
            await hear_all(players)
            if players[0].over:
                break
            actor = rnd.choice([n for n, player in enumerate(players) if "offer" in player.view])
            player = players[actor]
            said, ask, action = f"x{sent}", player.view["ask"], rnd.choice(player.view["offer"])
            answers = []
            for line in rnd.sample([player, extra[actor]], 2):
                answers.append(line.ask("do", ask, action, said=said))
            answers = [await answer for answer in answers]
            for _ in range(rnd.randrange(4)):
                answers.append(await rnd.choice([player, extra[actor]]).ask("do", ask, action, said=said))
            assert {answer[0] for answer in answers} == {"ok"}
            assert len({answer[2] for answer in answers}) == 1
            sent += 1
        room = server.house.rooms[match]
        assert sum(seat >= 0 for seat, _ in room.match.inputs) == sent
        for p in (*players, *extra, onlooker):
            await p.close()

    asyncio.run(run())


def test_restart_and_go_on(serve: Any) -> None:
    """A graceful stop harms nothing: the same match, the same messages, the next decision."""
    server = serve()

    async def before() -> tuple[Any, ...]:
        match, players, onlooker, people = await table(server, terms={"clock": {"kind": "fischer", "seconds": 600}})
        await play_out(players, random.Random(1), 30)
        answer = await (await next_to_act(players)).do(said="last")
        await hear_all([*players, onlooker])
        views = [(p.seq, {**p.view, "events": []}) for p in (*players, onlooker)]
        for p in (*players, onlooker):
            await p.close()
        return match, people, answer, views, players[0].about["clock"]

    match, people, answer, views, clock = asyncio.run(before())
    server.stop()
    second = ThreadServer(server.folder, server.database)
    second.start()

    async def after() -> None:
        for person in people:
            person.server = second
        players = [await sit(second, match, person) for person in people]
        onlooker = await sit(second, match, None)
        assert [(p.seq, {**p.view, "events": []}) for p in (*players, onlooker)] == views
        assert players[0].about["clock"]["left"] == clock["left"]
        again = [await p.ask("do", 1, [0, 0], said="last") for p in players]
        assert [a[2] for a in again if a[0] == "ok"] == [answer[2]]
        await play_out(players, random.Random(2))
        for p in (*players, onlooker):
            await p.close()

    try:
        asyncio.run(after())
    finally:
        second.stop()
    with sqlite3.connect(server.folder / "sandtable.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_bots_resume_after_a_restart(serve: Any) -> None:
    server = serve(bot_seconds=60.0)

    async def before() -> str:
        async with http() as client:
            ann = await enter(client, server, "Ann")
            server.house.attend = lambda room: None  # the bots have not moved yet when the server ends
            return await open_match(client, [ann], places=[{"kind": "bot"}, {"kind": "bot", "bot": "greedy"}], options={"turns": 2})

    match = asyncio.run(before())
    server.stop()
    second = ThreadServer(server.folder, server.database)
    second.start()

    async def after() -> None:
        onlooker = await sit(second, match, None)
        await onlooker.until(lambda p: p.over)
        await onlooker.close()

    try:
        asyncio.run(after())
    finally:
        second.stop()
