"""What plays a whole match again costs who causes it, not the others."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from tables import Guest, Player, enter, http, open_match, play_out, sit

from sandtable.server.limits import LIMITS, Limit


@pytest.fixture
def few(serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Three hundred inputs may be played again, and next to none are forgiven."""
    monkeypatch.setitem(LIMITS, "fold", Limit(3, 10_000_000))
    return serve(limits=True)


async def set_up(client: Any, server: Any) -> tuple[list[Guest], str, list[Player]]:
    people = [await enter(client, server, name) for name in ("Ann", "Bob")]
    match = await open_match(client, people, options={"turns": 20})
    return people, match, [await sit(server, match, person) for person in people]


def owes(answer: list[Any]) -> bool:
    return answer[0] == "no" and answer[2]["key"] == "too-many-requests" and answer[2]["details"]["limit"] == "fold"


def test_who_takes_back_again_and_again_has_to_wait(few: Any) -> None:
    async def run() -> None:
        async with http() as client:
            people, match, (ann, bob) = await set_up(client, few)
            for _ in range(4):  # the fourth overdraws
                assert (await ann.do())[0] == "ok"
                assert (await ann.ask("call", "undo"))[0] == "ok"
            assert owes(await ann.do()) and owes(await ann.ask("call", "undo"))
            body = {"id": "by-post", "ask": ann.view["ask"], "action": ann.view["offer"][0]}
            answer = await client.post(f"{few.url}/v1/matches/{match}/decisions", json=body, headers=people[0].headers)
            assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0
            assert (await bob.do())[0] == "ok", "it is nobody else's debt"
            few.house.limits._buckets.clear()
            assert (await ann.do())[0] == "ok"
            for player in (ann, bob):
                await player.close()

    asyncio.run(run())


def test_who_repeats_ids_of_long_ago_has_to_wait(few: Any) -> None:
    async def run() -> None:
        async with http() as client:
            _, _, players = await set_up(client, few)
            first = [await player.do(said="mine") for player in players]
            await play_out(players, random.Random(2), 30)
            seat = next(n for n, player in enumerate(players) if "offer" in player.view)
            actor, view = players[seat], players[seat].view
            answers = [await actor.ask("do", view["ask"], view["offer"][0], said="mine") for _ in range(5)]
            assert [answer[:3] for answer in answers[:4]] == [["ok", "mine", first[seat][2]]] * 4
            assert owes(answers[4])
            few.house.limits._buckets.clear()
            assert (await actor.do())[0] == "ok"
            for player in players:
                await player.close()

    asyncio.run(run())
