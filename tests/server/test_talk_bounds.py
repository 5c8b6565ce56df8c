"""Talk has an end: it locks nobody out of a match, and strangers do not use up what the players have."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tables import enter, http, open_match, sit

from sandtable.server import talk


def test_who_comes_back_is_told_the_last_words_however_much_was_said(server: Any) -> None:
    """A longer greeting than a slow reader may let wait would cut everybody off."""

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
            words = [f"{number:04d}" + "\N{GRINNING FACE}" * 996 for number in range(talk.MOST_SIGNS // 1000)]
            line = await sit(server, match, people[1])
            for word in words:
                assert (await line.ask("say", "all", word))[0] == "ok"
            refused = await line.ask("say", "all", "x" * 1000)
            assert refused[0] == "no" and refused[2]["key"] == "talk-full"
            line.talk.clear()
            again = await sit(server, match, people[0])
            told = [item["text"] for item in again.talk]
            assert told == words[-len(told) :] and 10 < len(told) < len(words)
            page = await people[0].call(client, "GET", f"/v1/matches/{match}/talk?limit=100")
            assert [item["text"] for item in page["talk"]] == words[:100]
            for player in (line, again):
                await player.close()

    asyncio.run(run())


def test_onlookers_do_not_silence_the_players(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "MOST", 3)

    async def run() -> None:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob", "Eve")]
            match = await open_match(client, people[:2])
            eve, ann = await sit(server, match, people[2]), await sit(server, match, people[0])
            answers = [(await eve.ask("say", "onlookers", "noise"))[0] for _ in range(4)]
            assert answers == ["ok", "ok", "ok", "no"]
            assert [(await ann.ask("say", "all", "heard"))[0] for _ in range(4)] == ["ok", "ok", "ok", "no"]
            for player in (eve, ann):
                await player.close()

    asyncio.run(run())


@pytest.mark.parametrize("text", ["\x01" * 999 + "x", "a\x7f", "a\x9f", "bell\a", "nul\x00"])
def test_signs_that_are_no_text_are_not_said(server: Any, text: str) -> None:
    async def run() -> None:
        async with http() as client:
            people = [await enter(client, server, name) for name in ("Ann", "Bob")]
            match = await open_match(client, people)
            ann = await sit(server, match, people[0])
            answer = await ann.ask("say", "all", text)
            assert answer[0] == "no" and answer[2]["key"] == "bad-text"
            assert (await ann.ask("say", "all", "two\nlines\tand a tab"))[0] == "ok"
            await ann.close()

    asyncio.run(run())
