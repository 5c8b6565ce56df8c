"""Looking closer while a match is under way: hints, guesses, odds and measuring, from what one may know."""

from __future__ import annotations

import asyncio
import random

from tables import Server, play_out
from test_match import close, get, two


def test_no_hints_in_rated_matches_between_people(server: Server) -> None:
    async def run() -> None:
        ann, _bob, match, players = await two(server)
        refused = await get(server, f"/v1/matches/{match}/hint", ann)
        assert refused.status_code == 403 and refused.json()["key"] == "no-hints"
        await close(*players)

    asyncio.run(run())


def test_hints_guesses_and_measuring(server: Server) -> None:
    async def run() -> None:
        ann, _bob, match, players = await two(server, terms={"rated": False})
        await play_out(players, random.Random(6), 4)
        await players[0].until(lambda p: "offer" in p.view)
        hint = (await get(server, f"/v1/matches/{match}/hint?tries=3", ann)).json()
        assert hint["action"] in players[0].view["offer"] and hint["ask"] == players[0].view["ask"]
        assert hint["worlds"] == 3 and hint["candidates"][0]["score_margin"] >= 0 and len(hint["candidates"]) > 1
        book = (await get(server, f"/v1/matches/{match}/notebook?samples=30&worlds=true", ann)).json()
        assert book["samples"] == 30 and len(book["worlds"]) == 30
        assert all(world["table"] == players[0].view["table"] for world in book["worlds"])
        assert abs(sum(share for _, share, _ in book["guesses"][0]["answers"]) - 1) < 0.01
        assert (await get(server, f"/v1/matches/{match}/look?q=b1", ann)).json() == {"answer": "5 ?"}
        assert (await get(server, f"/v1/matches/{match}/look?q=nonsense", ann)).json()["key"] == "bad-query"
        assert (await get(server, f"/v1/matches/{match}/look?q=b1&seat=1", ann)).status_code == 403
        assert (await get(server, f"/v1/matches/{match}/look?q=b1&seen={players[0].seq}", ann)).json() == {"answer": "5 ?"}
        for seen in (players[0].seq - 1, players[0].seq + 1):  # of a position that is over, or that nobody was told of
            assert (await get(server, f"/v1/matches/{match}/look?q=nonsense&seen={seen}", ann)).json() == {"answer": None}
        assert (await get(server, f"/v1/matches/{match}/why?action=[4]", ann)).json() == {"key": "not-now"}
        assert (await get(server, f"/v1/matches/{match}/why?action=x", ann)).json()["key"] == "malformed"
        odds = (await get(server, f"/v1/matches/{match}/odds?samples=20&action={players[0].view['offer'][0]}", ann)).json()
        assert odds["samples"] == 20 and all(0 < share <= 1 for _, share in odds["events"])
        assert (await get(server, f"/v1/matches/{match}/odds?action=[4]", ann)).json()["key"] == "not-now"
        answered = await get(server, f"/v1/matches/{match}/odds?action=[4]&ask={players[0].view['ask'] - 1}", ann)
        assert answered.json() == {"samples": 0, "chances": [], "events": []}
        assert (await get(server, f"/v1/matches/{match}/truth/0", ann)).json()["key"] == "not-over"
        assert (await get(server, f"/v1/matches/{match}/record", ann)).json()["key"] == "not-over"
        assert (await get(server, f"/v1/matches/{match}/replay/1?seat=1", ann)).status_code == 403
        await close(*players)

    asyncio.run(run())
