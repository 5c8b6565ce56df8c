"""What the table answers for people: at once, saved and told with what led to it, also while nobody is there; and never so that
its coming or its absence tells what somebody holds."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from tables import Guest, Player, enter, eventually, http, open_match, sit

from sandtable import games
from sandtable.core.match import UNDO
from sandtable.kit.gesture import passes_on
from sandtable.server import manner
from sandtable.server.inspection import inspect_all

HIDE, PLOT, DONE = 0, 1, 2
KEY = bytes(range(32))
AUTO = {"auto": True}


async def seated(server: Any, game: str = "picket", **wish: Any) -> tuple[list[Guest], str, list[Player]]:
    seats = games.card(game).seats[0]
    async with http() as client:
        people = [await enter(client, server, f"P{seat}") for seat in range(seats)]
        match = await open_match(client, people, game, seats=seats, **wish)
    players = [await sit(server, match, person) for person in people]
    for player in players:
        player.keep = True
    return people, match, players


async def close(*players: Player) -> None:
    for player in players:
        await player.close()


def told(player: Player) -> list[str]:
    return [frame for frame in player.frames if not frame.startswith(('["present"', '["pong"'))]


def elsewhere(person: Guest, server: Any) -> Guest:
    return Guest(server, person.name, person.headers["Authorization"].removeprefix("Bearer "))


async def deploy(players: list[Player]) -> None:
    for player in players:
        await player.perform([action for action in player.view["offer"] if action[0] == HIDE][:2])
    for player in players:
        await player.until(lambda p: p.view.get("prompt") == "plot")


def plots(player: Player) -> list[list[int]]:
    """Every piece stays; without the seal."""
    pieces = sorted({action[1] for action in player.view["offer"] if action[0] == PLOT})
    return [[PLOT, piece, player.view["table"]["zone"][piece]] for piece in pieces]


@pytest.fixture
def open_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Picket as if everybody could see when nothing but the seal is left."""
    monkeypatch.setattr(games.card("picket"), "covered", [])


def test_only_the_seat_itself_hears_of_its_manner(server: Any) -> None:
    async def run() -> None:
        people, match, (first, second) = await seated(server, "commanders")
        onlooker = await sit(server, match, None)
        device = await sit(server, match, people[0])
        onlooker.keep = device.keep = True
        assert first.info["manner"] == {"auto": False, "always": []} and "manner" not in onlooker.info
        before = [len(told(player)) for player in (second, onlooker)]
        assert (await first.ask("manner", {"auto": True, "always": ["no-fast", "no-roads"]}, said="m"))[:3] == ["ok", "m", ""]
        assert (await first.ask("manner", {"always": ["no-fast"]}))[0] == "ok"
        assert (await first.ask("manner", {"auto": True}))[0] == "ok", "nothing changes, and nothing is told"
        for player in (first, device, second, onlooker):
            await player.hear_all()
        changes = [{"auto": True, "always": ["no-fast", "no-roads"]}, {"auto": True, "always": ["no-fast"]}]
        assert first.manners == device.manners == changes and second.manners == onlooker.manners == []
        assert [len(told(player)) for player in (second, onlooker)] == before, "nobody else hears anything at all"
        for wish, key in (
            ({"always": ["no-such"]}, "no-such-standing"),
            ({"auto": 1}, "malformed"),
            ({"x": 1}, "malformed"),
            (7, "malformed"),
        ):
            assert (await first.ask("manner", wish))[2]["key"] == key
        assert (await onlooker.ask("manner", AUTO))[2]["key"] == "not-your-seat"
        again = await sit(server, match, people[0])
        assert again.info["manner"] == changes[1]
        await close(first, second, onlooker, device, again)

    asyncio.run(run())


def test_answers_are_one_with_the_gesture_and_taken_back_with_it(server: Any, open_plots: None) -> None:
    async def run() -> None:
        people, match, players = await seated(server, terms={"clock": {"kind": "fischer", "seconds": 600}})
        first, second = players
        await first.ask("manner", AUTO)
        await deploy(players)
        room = server.house.rooms[match]
        tied, heard, start = len(room.tied), len(told(second)), first.view
        wanted = plots(first)
        answer = await first.perform(wanted)
        assert answer[3] == {"played": 5, "of": 5, "stopped": ""} and "offer" not in first.view, "the table has sealed the orders"
        assert len(room.tied) == tied + 5, "five plots and the seal are one entry"
        assert room.match.inputs[-1] == (0, (DONE,)) and first.view["undo"] == ""
        await second.hear_all()
        assert len(told(second)) == heard + 1
        assert (await first.ask("call", "undo"))[0] == "ok"
        assert first.view["hand"]["plot"] == start["hand"]["plot"], "plots and seal in one step"
        for action in wanted[:-1]:
            await first.do(action)
        await first.do(wanted[-1])  # by the short way as well
        assert "offer" not in first.view and room.match.inputs[-1] == (0, (DONE,))
        await first.ask("call", "undo")
        assert first.view["offer"] != [[DONE]] and len(first.view["offer"]) > 1
        await first.ask("manner", {"auto": False})
        await first.do(wanted[-1])
        assert first.view["offer"] == [[DONE]]
        await first.do([DONE])
        await first.ask("call", "undo")
        await first.ask("manner", AUTO)
        await first.hear_all()
        assert first.view["offer"] == [[DONE]], "who came back to it is asked"
        await second.do(plots(second)[0])
        await first.hear_all()
        assert first.view["offer"] == [[DONE]], "whatever others do"
        await close(*players)
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(forget(server, match), server.loop))
        again = await sit(server, match, people[0])
        assert again.view["offer"] == [[DONE]], "also after a restart"
        await again.do([DONE])
        await close(again)

    async def forget(server: Any, match: str) -> None:
        server.house.forget(server.house.rooms[match])

    asyncio.run(run())


def test_a_question_that_waits_is_answered_when_the_manner_changes(server: Any, open_plots: None) -> None:
    async def run() -> None:
        _, match, players = await seated(server)
        await deploy(players)
        first, second = players
        await first.perform(plots(first))
        assert first.view["offer"] == [[DONE]]
        await first.ask("manner", AUTO)
        await first.until(lambda p: "offer" not in p.view)
        await second.until(lambda p: p.view["table"]["pending"] == [1])
        room = server.house.rooms[match]
        assert room.match.inputs[-1] == (0, (DONE,)) and room.match.objection(0, UNDO) == ""
        await first.ask("call", "undo")
        assert len(first.view["offer"]) > 1, "taken back with the gesture before, though it was saved later"
        await close(*players)

    asyncio.run(run())


def test_manners_survive_a_restart_and_work_for_people_who_are_away(serve: Callable[..., Any], open_plots: None) -> None:
    async def run() -> None:
        server = serve()
        people, match, players = await seated(server)
        await deploy(players)
        for player in players:
            await player.ask("manner", AUTO)
        await close(*players)
        server.stop()
        later = serve(server.database)
        async with http() as client:
            for number, person in enumerate(people):
                after = elsewhere(person, later)
                (turn,) = await after.call(client, "GET", "/v1/turns")
                view = turn["message"][2]
                pieces = sorted({action[1] for action in view["offer"] if action[0] == PLOT})
                actions = [[PLOT, piece, view["table"]["zone"][piece]] for piece in pieces]
                done = await after.call(
                    client, "POST", f"/v1/matches/{match}/decisions", {"id": f"d{number}", "ask": view["ask"], "actions": actions}
                )
                assert done["played"] == 5
        player = await sit(later, match, elsewhere(people[0], later))
        assert player.info["manner"] == {"auto": True, "always": []}
        assert player.view["table"]["pending"] == [1], "the table has sealed the first sheet; the other seal is final, and left to its seat"
        last = await sit(later, match, elsewhere(people[1], later))
        assert last.view["offer"] == [[DONE]] and last.view["undo"] == ""
        await last.do([DONE])
        assert last.view["table"]["turn"] == 2 or last.view["prompt"] != "plot"
        await close(player, last)

    asyncio.run(run())


def test_a_manner_ends_with_the_holder_of_the_seat(server: Any) -> None:
    async def run() -> None:
        async with http() as client:
            ann, bob, eve = [await enter(client, server, name) for name in ("Ann", "Bob", "Eve")]
            match = (await ann.call(client, "POST", "/v1/matches", {"game": "picket", "places": [{}, {}]}))["id"]
            await bob.call(client, "POST", f"/v1/matches/{match}/join", {"seat": 1})
            player = await sit(server, match, bob)
            assert (await player.ask("manner", AUTO))[0] == "ok"
            assert (await player.ask("manner", {"always": ["no-fast"]}))[2]["key"] == "not-started"
            await bob.call(client, "DELETE", f"/v1/matches/{match}/seat")
            await eve.call(client, "POST", f"/v1/matches/{match}/join", {"seat": 1})
            after = await sit(server, match, eve)
            assert after.info["manner"] == {"auto": False, "always": []}
            await after.ask("manner", AUTO)
            room = server.house.rooms[match]
            assert room.manners[1].auto

            await eve.call(client, "DELETE", f"/v1/matches/{match}/seats/1/devices")
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(catch_up(room), server.loop))
            assert room.manners[1].auto, "who only sends other devices away keeps it"
            await ann.call(client, "POST", f"/v1/matches/{match}/join", {"seat": 0})
            await after.until(lambda p: "offer" in p.view)
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(server.house.hand_over(room, 1), server.loop))
            assert 1 not in room.manners and room.seats[1]["manner"] is None, "a bot has taken over"
            await close(player, after)

    async def catch_up(room: Any) -> None:
        await room.ask(room.catch_up)

    asyncio.run(run())


def test_other_workers_answer_too_and_once(pair: list[Any], open_plots: None) -> None:
    async def run() -> None:
        people, match, (first, second) = await seated(pair[0])
        there = await sit(pair[1], match, elsewhere(people[0], pair[1]))
        await deploy([first, second])
        await first.perform(plots(first))
        await there.until(lambda p: p.view.get("offer") == [[DONE]])
        await there.ask("manner", AUTO)  # both workers hear of it and of what the table owes
        await eventually(lambda: "offer" not in first.view and "offer" not in there.view)
        assert first.manners == there.manners == [{"auto": True, "always": []}]
        room = pair[0].house.rooms[match]
        await eventually(lambda: room.idle and pair[1].house.rooms[match].idle)
        assert [item for item in room.match.inputs if item == (0, (DONE,))] == [(0, (DONE,))]
        assert (await first.ask("call", "undo"))[0] == "ok"
        await there.until(lambda p: len(p.view.get("offer", ())) > 1)
        await close(first, second, there)

    asyncio.run(run())


def test_standing_answers_hold_for_their_span(server: Any) -> None:
    """Commanders: given for the round, they are over with it, and whoever gave them hears so."""

    async def run() -> None:
        _, match, players = await seated(server, "commanders")
        first = players[0]
        keys = [standing.key for standing in games.card("commanders").standings]
        prompts = {standing.prompt for standing in games.card("commanders").standings}
        for player in players:
            await player.ask("manner", {"always": keys})
        room, rnd = server.house.rooms[match], random.Random(3)
        begun = room.match.state.table.round
        while room.match.state.table.round == begun:
            for player in players:
                await player.hear_all()
                if "offer" in player.view and room.match.state.table.round == begun:
                    assert player.view["prompt"] not in prompts, "it was answered beforehand"
                    done = [action for action in player.view["offer"] if action == [0]]
                    await player.do(done[0] if done and rnd.random() < 0.5 else None, rnd=rnd)
        assert room.tied, "some of it was answered beforehand"
        await first.hear_all()
        assert first.manners == [{"auto": False, "always": keys}, {"auto": False, "always": []}]
        assert (await first.ask("manner", {"always": ["no-fast"]}))[0] == "ok"
        await first.hear_all()
        assert first.manners[-1] == {"auto": False, "always": ["no-fast"]}
        await close(*players)

    asyncio.run(run())


@pytest.mark.parametrize("name", ["leaders"])
def test_nobody_is_asked_what_has_one_answer(name: str, own_server: Any) -> None:
    """Where everybody can see it; clocks of whoever was answered for are not charged, and the store is what the rules make of it."""

    async def run() -> None:
        _, match, players = await seated(own_server, name, terms={"clock": {"kind": "fischer", "seconds": 6000, "increment": 5}})
        for player in players:
            await player.ask("manner", AUTO)
        room, rnd, card = own_server.house.rooms[match], random.Random(2), games.card(name)
        answered = 0
        for _ in range(160):
            for player in players:
                await player.hear_all()
            awaited = [player for player in players if "offer" in player.view]
            if players[0].over or not awaited:
                break
            for player in awaited:
                state, seat = room.match.state, player.view["hand"]["seat"]
                ends = room.match.loose[seat] and passes_on(room.game, state.table, state.hands[seat], tuple(player.view["offer"][0]))
                assert len(player.view["offer"]) > 1 or player.view["prompt"] in card.covered or ends, player.view["prompt"]
            player = rnd.choice(awaited)
            saved, pending, left = room.saved, room.pending[:], room.clock.left[:]
            choices = room.game.choices(room.match.state.table, room.match.state.hands[player.view["hand"]["seat"]])
            await player.do(list(rnd.choice(choices)))
            for seat in {who for who, _ in room.match.inputs[saved:] if who >= 0} - {*pending, *room.pending}:
                assert room.clock.left[seat] == left[seat], "nobody is charged, and nobody gains"
            answered += sum(n in room.tied for n in range(saved, room.saved))
        assert answered > 0, "nothing was tested"
        look = asyncio.run_coroutine_threadsafe(problems(own_server, match), own_server.loop)
        assert await asyncio.wrap_future(look) == [""]
        await close(*players)

    async def problems(server: Any, match: str) -> list[str]:
        return [report.problem async for report in inspect_all(server.house.database, match)]

    asyncio.run(run())


def test_many_answers_are_saved_in_parts(own_server: Any, open_plots: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that one decision does not keep everybody waiting for all that follows from it; what is left comes by itself."""
    monkeypatch.setattr(manner, "MOST_ANSWERS", 0)

    async def run() -> None:
        _, match, players = await seated(own_server)
        await players[0].ask("manner", AUTO)
        await deploy(players)
        entries = own_server.house.journal.entries
        await players[0].perform(plots(players[0]))
        await players[0].until(lambda p: "offer" not in p.view)
        room = own_server.house.rooms[match]
        assert room.match.inputs[-1] == (0, (DONE,)) and own_server.house.journal.entries == entries + 2
        assert (await players[0].ask("call", "undo"))[0] == "ok" and len(players[0].view["offer"]) > 1, "one step all the same"
        await close(*players)

    asyncio.run(run())
