"""What a seat may believe: the books on unseen troops against brute force, and the draw against uniformity."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations, product

import pytest

from sandtable import games
from sandtable.core.game import CHANCE, Draw
from sandtable.core.match import Match
from sandtable.games.company_leader.deals import Books, arrangements, draw_below, pack
from sandtable.games.company_leader.game import CompanyLeader
from sandtable.games.company_leader.setup import new_hand
from sandtable.games.company_leader.state import BUYABLE, DUMMY, LOT_LINKS, LOT_SEAT, SETUP, TYPES, LeaderHand, LeaderState

from .worlds import Watcher

LANE = """
terrain = '''
u o o o o o o u
 u o o o o o u
'''
zones = '''
A A a . . b B B
 A a . . . b B
'''
[[play]]
territories = ["a", "b"]
income = [4, 4]
armies = [{ artillery = 1, tank-scout = 1 }, { artillery = 1, tank-scout = 1 }]
"""


def lane(**more: int | str) -> CompanyLeader:
    game = games.load("company_leader", 2, {"board": LANE, "turns": 30, "first": "seat0", **more})
    assert isinstance(game, CompanyLeader)
    return game


def deployments(game: CompanyLeader, seat: int) -> list[LeaderHand]:
    """Every hand the seat may have after the set-up, as its rival sees it."""
    plan = game.plan
    fields = [f for f in range(plan.size) if plan.home[f] == seat]
    found = []
    for kinds in product(range(BUYABLE), repeat=len(fields)):
        hand = new_hand(plan, seat)
        hand.left = [0] * TYPES
        for field, kind in zip(fields, kinds, strict=True):
            hand.kind[field] = kind
        counts = [kinds.count(kind) for kind in range(BUYABLE)]
        if not plan.bought_armies and counts[1:] == plan.armies[seat][1:BUYABLE]:
            found.append(hand)
    return found


def bought_deployments(game: CompanyLeader, seat: int, cost: int) -> list[LeaderHand]:
    plan = game.plan
    fields = [f for f in range(plan.size) if plan.home[f] == seat]
    found = []
    for kinds in product(range(BUYABLE), repeat=len(fields)):
        if sum(plan.full[kind] for kind in kinds) == cost:
            hand = new_hand(plan, seat)
            hand.left = [0] * TYPES
            for field, kind in zip(fields, kinds, strict=True):
                hand.kind[field] = kind
            found.append(hand)
    return found


def believed(game: CompanyLeader, state: LeaderState, seat: int) -> int:
    books = Books(game.plan, state.table, seat)
    return books.count(0, books.start())


def follow_match(game: CompanyLeader, seed: int, seat: int, steps: int) -> tuple[LeaderState, Watcher, int]:
    """Play at random, keep all worlds, and compare at every step."""
    rnd = random.Random(seed)
    match = Match(game, Draw(seed))
    watcher = Watcher(game, match.state, seat, 1 - seat)
    most = 0
    while match.state.table.pending and steps > 0:
        who = rnd.choice(match.state.table.pending)
        offer = game.actions(match.state.table, match.state.hands[who])
        if rnd.random() < 0.8:
            offer = game.tidy(match.state.table, match.state.hands[who], offer)
        # purchases are what makes it hard: prefer them
        verbs = sorted({action[0] for action in offer})
        verb = verbs[-1] if rnd.random() < 0.3 else rnd.choice(verbs)
        action = rnd.choice([action for action in offer if action[0] == verb])
        in_setup = match.state.table.stack[0].proc == SETUP
        before = game.copy(match.state)
        match.state.news = []
        match.inputs.append((who, action))
        game.apply(match.state, who, action)
        if in_setup:
            if match.state.table.stack[0].proc != SETUP:
                cost = match.state.table.pool_cost[seat]
                hands = bought_deployments(game, seat, cost) if game.plan.bought_armies else deployments(game, seat)
                watcher.start(hands)
        else:
            watcher.follow(before, who, action, match.state)
            steps -= 1
        while match.state.table.dice:
            before = game.copy(match.state)
            outcome = tuple(rnd.randrange(n) for n in match.state.table.dice)
            match.state.news = []
            game.apply(match.state, CHANCE, outcome)
            watcher.follow(before, CHANCE, outcome, match.state)
        if not in_setup and match.state.table.stack and len(watcher.worlds) < 4000:
            if match.state.table.stack[0].step != 2:
                assert believed(game, match.state, seat) == len(watcher.worlds), f"after {action} of {who}"
                most = max(most, len(watcher.worlds))
        if len(watcher.worlds) >= 4000:
            break
    return match.state, watcher, most


@pytest.mark.parametrize("seed", range(12))
def test_books_count_exactly_the_worlds_nobody_can_exclude(seed: int) -> None:
    """Some matches are over before there is much to doubt: then another one is played."""
    most = 0
    for match in range(seed, seed + 400, 100):
        if most < 12:
            most = follow_match(lane(), match, seed % 2, 120)[2]
    assert most >= 12


def test_books_after_pieces_are_lifted_again() -> None:
    """Lots whose pieces came out of earlier lots: the hardest knowledge there is."""
    again = 0
    for seed in range(40, 70):
        state, _, _ = follow_match(lane(), seed, 1, 150)
        lots = state.table.lots
        again += len([lot for lot in lots if lot[LOT_SEAT] == 1 and len(lot) > LOT_LINKS])
        if again >= 4:
            return
    raise AssertionError(f"only {again} lots of lifted pieces were met")


@pytest.mark.parametrize("seed", range(4))
def test_books_of_bought_armies(seed: int) -> None:
    follow_match(lane(army="coins", army_coins=6), seed, seed % 2, 60)


def test_imagine_yields_every_possible_world_and_each_equally_often() -> None:
    checked = 0
    for seed in range(80):
        game = lane()
        state, watcher, _ = follow_match(game, 100 + seed, 0, 40 + seed % 30)
        if not state.table.pending or not state.table.lots or not 8 <= len(watcher.worlds) <= 120 or state.table.stack[0].step == 2:
            continue
        draws = 60 * len(watcher.worlds)
        draw = Draw(seed)
        seen = Counter(tuple(game.imagine(state.table, state.hands[1], draw).hands[0].kind) for _ in range(draws))
        assert set(seen) == {tuple(hand.kind) for hand in watcher.worlds.values()}
        chi = sum((count - 60) ** 2 / 60 for count in seen.values())
        freedom = len(watcher.worlds) - 1
        assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 8, f"chi square {chi} at {freedom} degrees of freedom"
        checked += 1
        if checked == 3:
            return
    raise AssertionError(f"only {checked} positions were fit for the test")


def test_without_purchases_the_army_is_dealt_uniformly() -> None:
    game = lane()
    match = Match(game, Draw(1))
    while match.state.table.stack[0].proc == SETUP:
        seat = match.state.table.pending[0]
        match.play(seat, game.actions(match.state.table, match.state.hands[seat])[0])
    fields = [f for f in range(game.plan.size) if game.plan.home[f] == 1]
    draw = Draw(5)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        hand = game.imagine(match.state.table, match.state.hands[0], draw).hands[1]
        seen[tuple(hand.kind[f] for f in fields)] += 1
    expected = set(permutations([3, 6] + [DUMMY] * (len(fields) - 2)))
    assert set(seen) == expected
    mean = 6000 / len(expected)
    assert all(abs(count - mean) < 5 * mean**0.5 for count in seen.values())


def test_large_numbers_are_drawn_evenly() -> None:
    draw = Draw(3)
    n = 3 * 10**12
    thirds = Counter(draw_below(draw, n) * 3 // n for _ in range(3000))
    assert set(thirds) == {0, 1, 2} and all(abs(count - 1000) < 150 for count in thirds.values())


def test_arrangements_are_counted() -> None:
    assert arrangements(3, 0) == 1
    assert arrangements(4, pack(1) + pack(2)) == 12
    assert arrangements(4, 2 * pack(1)) == 6
    assert arrangements(1, 2 * pack(1)) == 0
