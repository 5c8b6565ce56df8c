"""imagine writes plausible orders: within the allotment, from where units stand, mostly forwards,
and in keeping with what has come to light."""

from __future__ import annotations

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match
from sandtable.games.commanders.game import Commanders
from sandtable.games.commanders.imagine import depth
from sandtable.games.commanders.state import ARMY, PLACES
from sandtable.games.commanders.verbs import DONE


def sealed_by_black() -> tuple[Commanders, Match]:  # type: ignore[type-arg]
    game = games.load("commanders")
    assert isinstance(game, Commanders)
    match = Match(game, Draw(1))
    match.play(1, (DONE,))
    return game, match


def test_sealed_orders_are_imagined_mostly_forwards() -> None:
    game, match = sealed_by_black()
    table, hand = match.state.table, match.state.hands[0]
    ahead = back = usual = 0
    for seed in range(200):
        foe = game.imagine(table, hand, Draw(seed)).hands[1]
        given = [i for i in range(ARMY) if foe.plan1[i] >= 0]
        assert len(given) <= table.orders[1]
        usual += len(given) >= table.orders[1] - 3
        for i in given:
            here = table.place[ARMY + i]
            assert game.book.adjacent[here * PLACES + foe.plan1[i]]
            step = depth(1, foe.plan1[i]) - depth(1, here)
            ahead += step > 0
            back += step < 0
    assert ahead > 5 * back
    assert 160 < usual < 200  # some sheets are nearly empty


def test_what_was_seen_stays() -> None:
    game = games.load("commanders")
    draw = Draw(5)
    match = Match(game, Draw(6))
    seen = 0
    for _ in range(400):
        if not match.state.table.pending:
            break
        seat = match.state.table.pending[0]
        offer = game.actions(match.state.table, match.state.hands[seat])
        match.play(seat, offer[draw.below(len(offer))])
        table = match.state.table
        dream = game.imagine(table, match.state.hands[0], Draw(7))
        for i in range(ARMY):
            if table.seen1[ARMY + i] >= 0:
                assert dream.hands[1].plan1[i] == table.seen1[ARMY + i] == match.state.hands[1].plan1[i]
                seen += 1
    assert seen > 100
