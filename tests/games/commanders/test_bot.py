"""The greedy general beats random play.  A sample; `sandtable simulate commanders --bots greedy,random` plays more."""

from __future__ import annotations

import pytest

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match


@pytest.mark.parametrize("battle", ["marengo", "albuera"])
def test_greedy_beats_random(battle: str) -> None:
    card = games.card("commanders")
    game = games.load("commanders", 2, {"battle": battle})
    won = 0
    for n in range(8):
        greedy = n % 2
        bot = card.bot("greedy", game, greedy, Draw(7919 * n + 17))
        draw = Draw(104729 * n + 3)
        match = Match(game, Draw(15485863 * n + 5), loud=False)
        while match.state.table.pending:
            seat = match.state.table.pending[0]
            offer = game.actions(match.state.table, match.state.hands[seat])
            if seat == greedy:
                match.play(seat, bot.decide(match.state.table, match.state.hands[seat], offer))
            else:
                match.play(seat, offer[draw.below(len(offer))])
        won += game.scores(match.state.table)[greedy] > 0
    assert won >= 7
