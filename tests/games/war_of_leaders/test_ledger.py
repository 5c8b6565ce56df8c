"""10.9: whichever way a match ends, the ledger of all deals lies open."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable import games
from sandtable.core.match import Match, finished
from sandtable.core.sim import Draw
from sandtable.games.war_of_leaders.rules.talk import every_deal


def with_secret_deals() -> Match[Any, Any, Any]:
    """A match under way in which deals were offered that not everybody knows."""
    game = games.load(
        "war_of_leaders", 3, {"negotiation": True, "placement": "ready", "order": "fixed", "obstacles": "ready", "point": "centre"}
    )
    for seed in range(50):
        rnd = random.Random(seed)
        match: Match[Any, Any, Any] = Match(game, Draw(seed + 1))
        for _ in range(400):
            if finished(match.state):
                break
            seat = rnd.choice(match.state.table.pending)
            match.play(seat, rnd.choice(game.actions(match.state.table, match.state.hands[seat])))
            known = {tuple(deal) for deal in match.state.table.treaties}
            if sum(tuple(deal) not in known for deal in every_deal(match.state)) >= 2 and match.state.table.pending:
                return match
    raise AssertionError("nobody made a secret deal")


@pytest.mark.parametrize("ending", ["resign", "draw", "time-out"])
def test_the_umpires_end_opens_the_ledger(ending: str) -> None:
    match = with_secret_deals()
    deals = len(every_deal(match.state))
    assert match.state.table.ledger == []
    if ending == "draw":
        for seat in range(3):
            match.offer_draw(seat)
    else:
        while not finished(match.state):
            left = [seat for seat in match.state.table.pending if not match.state.table.gone >> seat & 1]
            (match.resign if ending == "resign" else match.time_out)(left[0])
    assert finished(match.state) and len(match.state.table.ledger) >= deals
    match.game.audit(match.state)
    again: Match[Any, Any, Any] = Match(match.game, Draw(1))
    again.resume(match.inputs)
    assert again.state.table.ledger == match.state.table.ledger
