"""What a seat imagines agrees with all it knows.

``agrees`` states what a seat's knowledge implies about the others.  It must hold of the truth (else the seat would
"know" something false) and of everything the seat imagines.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match
from sandtable.games.leaders.imagine import FIRST_FINISH, Calendar, awaits_report

TRIALS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"deck": "extended"}),
    (4, {"scenario": "quick"}),
    (6, {"scenario": "quick"}),
    (3, {"mode": "companion"}),
]


def agrees(game: Any, state: Any, seat: int) -> None:
    table, hand = state.table, state.hands[seat]
    if table.round == 0 or table.out[seat] or not table.stack:
        return
    for other in state.hands:
        if other.seat != seat and not table.out[other.seat]:
            calendar = Calendar(game.terms, table, other.seat)
            research_agrees(game, table, hand, other, calendar)
            money_agrees(game, table, hand, other, calendar)
            alliances_agree(hand, other)
            attempts_agree(game, state, hand, other)


def research_agrees(game: Any, table: Any, hand: Any, other: Any, calendar: Calendar) -> None:
    time = game.terms.v.research_time
    assert other.level[0] == table.military[other.seat]
    for area in range(3):
        assert FIRST_FINISH[other.level[area]] <= calendar.events, "a level that cannot have been finished yet"
    turn = hand.spied_turn[other.seat]
    if turn < 0:
        return
    for area in range(3):
        level, project = hand.spied[other.seat * 6 + area], hand.spied[other.seat * 6 + 3 + area]
        assert other.level[area] >= level
        if project and calendar.events >= turn + project - 1:
            assert other.level[area] > level, "a project that was due has not come"
        elif project:
            assert (other.level[area], other.project[area]) == (level, project - (calendar.events - turn + 1))
        elif calendar.events < turn + (time[level] if level < 3 else 99):
            assert other.level[area] == level, "a level came sooner than it could"


def money_agrees(game: Any, table: Any, hand: Any, other: Any, calendar: Calendar) -> None:
    """With two players nobody else can have sent tribute: savings, orders and research fit the incomes."""
    if game.seats != 2:
        return
    v = game.terms.v
    owned = other.savings
    for area in range(1, 3):
        owned += sum(v.research_cost[area][: other.level[area]])
    for area in range(3):
        owned += v.research_cost[area][other.level[area]] if other.project[area] else 0
    for unit in range(3):
        owned += (other.due[unit] + other.due[3 + unit]) * v.unit_cost[unit]
    owned += sum((other.agents[a] + other.trainees[a]) * v.agent_cost[a] for a in range(2))
    hidden = calendar.events * (sum(v.economy[: other.level[2]]) + (v.unit_cost[0] if other.level[1] >= 2 else 0))
    hidden += calendar.events * 19 if other.level[1] >= 3 else 0
    assert owned <= max(0, table.purse[other.seat] + hand.given[other.seat] + hidden), "richer than its incomes allow"


def alliances_agree(hand: Any, other: Any) -> None:
    me, bit = 1 << hand.seat, 1 << other.seat
    assert bool(hand.received & bit) == bool(other.proposed & me)
    assert bool(hand.proposed & bit) == bool(other.received & me)
    if hand.allies & bit:
        assert (other.allies | other.notices) & me, "an alliance holds for both"
    if other.allies & me:
        assert (hand.allies | hand.notices) & bit, "an ally the seat does not know of"
    if hand.yes & bit:
        assert not hand.no & bit


def attempts_agree(game: Any, state: Any, hand: Any, other: Any) -> None:
    table, reports = state.table, state.box.reports
    rows = [tuple(reports[i : i + 5]) for i in range(0, len(reports), 5)]
    senders = [s for s in range(game.seats) if s != other.seat and not table.out[s]]
    for action, strikes in ((0, table.boycotted[other.seat]), (1, -1), (2, table.sabotaged[other.seat])):
        mine = [row for row in rows if row[:3] == (hand.seat, other.seat, action)]
        assert len(mine) == (hand.sent[action] >> other.seat & 1)
        if mine and strikes == 0:
            assert mine[0][3] == 0, "a strike nobody saw"
        if mine and strikes >= len(senders):
            assert mine[0][3] == 1
    for i in range(0, len(hand.foiled), 2):
        if hand.foiled[i + 1] == other.seat and awaits_report(game.terms, table, other.seat, hand.seat):
            assert (other.seat, hand.seat, hand.foiled[i], 0) in [row[:4] for row in rows], "who was caught does not know it failed"


@pytest.mark.parametrize("trial", range(len(TRIALS)))
@pytest.mark.parametrize("players", ["random", "greedy"])
def test_truth_and_imagination_agree_with_knowledge(trial: int, players: str) -> None:
    seats, options = TRIALS[trial]
    game = games.load("leaders", seats, options)
    card = games.card("leaders")
    for seed in range(3):
        rnd = random.Random(seed * 10 + trial)
        match = Match(game, Draw(seed))
        bots = [card.bot("greedy", game, seat, Draw(seed + seat)) for seat in range(seats)]
        while match.state.table.pending and len(match.inputs) < 1500:
            seat = match.state.table.pending[0]
            hand = match.state.hands[seat]
            offer = game.actions(match.state.table, hand)
            greedy = players == "greedy" and rnd.random() < 0.9
            match.play(seat, bots[seat].decide(match.state.table, hand, offer) if greedy else rnd.choice(offer))
            if rnd.random() < 0.1:
                watcher = rnd.randrange(seats)
                agrees(game, match.state, watcher)
                agrees(game, game.imagine(match.state.table, match.state.hands[watcher], Draw(rnd.getrandbits(40))), watcher)


def test_imagination_varies() -> None:
    """Different draws give different headquarters, and every seat's own stays its own."""
    game = games.load("leaders", 3)
    match = Match(game, Draw(1))
    rnd = random.Random(1)
    while match.state.table.round < 6:
        seat = match.state.table.pending[0]
        match.play(seat, rnd.choice(game.actions(match.state.table, match.state.hands[seat])))
    savings = {game.imagine(match.state.table, match.state.hands[0], Draw(seed)).hands[1].savings for seed in range(60)}
    levels = {tuple(game.imagine(match.state.table, match.state.hands[0], Draw(seed)).hands[1].level) for seed in range(60)}
    assert len(savings) > 5
    assert len(levels) > 1
