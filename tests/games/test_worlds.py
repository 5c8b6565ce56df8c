"""Imagined worlds against all that there are.

In small positions everything a seat cannot exclude is found by force: other decisions of the others are put into the match from the set-up
on, and kept where the seat receives the very same.  What ``imagine`` yields must be among it, must be all of it, and must come as often as
the prior says that stands in docs/secrecy.md: a chi-square test, whose false alarm is below one in a million.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Hashable
from itertools import combinations, product
from typing import Any

import pytest

from sandtable import games
from sandtable.check.histories import Past
from sandtable.core.game import Draw, Input
from sandtable.core.match import Match
from sandtable.games.commanders.state import ARMY, CAVALRY, INFANTRY, PLACES
from sandtable.games.commanders.verbs import DONE, ORDER
from sandtable.games.company_war.state import CARRIERS, FLEET
from sandtable.games.company_war.verbs import CARRY
from sandtable.games.picket.state import DUMMY
from sandtable.games.picket.verbs import HIDE

SURE = 13.9  # e to the minus that is below one in a million


def fits(seen: Counter[Any], prior: dict[Any, float], least: float = 5.0) -> None:
    """Whether counts agree with probabilities.  Rare worlds are counted as one."""
    drawn = sum(seen.values())
    assert set(seen) <= set(prior), f"impossible: {sorted(set(seen) - set(prior))[:3]}"
    assert math.isclose(sum(prior.values()), 1.0, abs_tol=1e-9)
    rare = [world for world, share in prior.items() if share * drawn < least]
    cells = [(seen[world], prior[world] * drawn) for world in prior if world not in rare]
    if rare:
        cells.append((sum(seen[world] for world in rare), sum(prior[world] for world in rare) * drawn))
    for world, share in prior.items():
        assert seen[world] or share * drawn < SURE, f"never imagined: {world}, though {share:.2%} should be"
    chi = sum((count - mean) ** 2 / mean for count, mean in cells)
    freedom = max(1, len(cells) - 1)
    bound = freedom + 2 * math.sqrt(freedom * SURE) + 2 * SURE  # Laurent and Massart
    assert chi < bound, f"chi square {chi:.1f} at {freedom} degrees of freedom, above {bound:.1f}"


def uniform(worlds: Any) -> dict[Hashable, float]:
    found = set(worlds)
    return dict.fromkeys(found, 1 / len(found))


def a_match(game: Any, seed: int, inputs: int) -> list[Input]:
    """The inputs of a random match, up to a wait."""
    rnd, match = random.Random(seed), Match(game, Draw(seed))
    while match.state.table.pending and len(match.inputs) < inputs:
        seat = rnd.choice(match.state.table.pending)
        match.play(seat, rnd.choice(game.actions(match.state.table, match.state.hands[seat])))
    return match.inputs


def with_choice(past: Past, seat: int, verb: int, chosen: tuple[int, ...]) -> Past | None:
    """The match in which the seat's decisions of a verb, in order, name these things; nothing if the watcher would notice."""
    left = list(chosen)
    inputs = [(who, (verb, left.pop(0))) if who == seat and action[0] == verb else (who, action) for who, action in past.inputs]
    return past.changed(0, inputs)


# Picket --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "inputs"), [(1, 20), (2, 45), (4, 40), (8, 50)])
def test_dummies_are_dealt_evenly_over_what_was_not_seen(seed: int, inputs: int) -> None:
    game: Any = games.load("picket")
    past = Past(game, 0, a_match(game, seed, inputs))
    worlds = []
    for chosen in combinations(range(game.v.pieces, 2 * game.v.pieces), game.v.dummies):
        if with_choice(past, 1, HIDE, chosen) is not None:
            worlds.append(chosen)
    assert len(worlds) > 1
    draw, base = Draw(seed), game.v.pieces
    seen: Counter[Any] = Counter()
    for _ in range(100 * len(worlds)):
        kind = game.imagine(past.last.table, past.last.hands[0], draw).hands[1].kind
        seen[tuple(base + i for i in range(base) if kind[i] == DUMMY)] += 1
    fits(seen, uniform(worlds))


def test_sealed_plots_are_any_of_the_legal_ones() -> None:
    game: Any = games.load("picket")
    match = Match(game, Draw(4))
    while match.state.table.turn < 1 or 1 in match.state.table.pending:
        seat = 1 if 1 in match.state.table.pending else 0
        match.play(seat, game.actions(match.state.table, match.state.hands[seat])[0])
    home, zones = match.state.table.zone[-1], game.v.zones
    worlds = product([(home - 1) % zones, home, (home + 1) % zones], repeat=2)
    draw = Draw(9)
    dreams = [game.imagine(match.state.table, match.state.hands[0], draw).hands[1].plot for _ in range(2000)]
    fits(Counter((plot[0], plot[3]) for plot in dreams), uniform(worlds))


# Commanders ----------------------------------------------------------------------------------


def sheets(game: Any, past: Past, units: list[int]) -> set[tuple[tuple[int, int], ...]]:
    """All order sheets Black can have written, as pairs of sectors by unit."""
    found = set()
    waiting = [past.states[0]]
    while waiting:
        state = waiting.pop()
        sheet = written(state.hands[1], units)
        if sheet not in found:
            found.add(sheet)
            for action in game.actions(state.table, state.hands[1]):
                if action[0] == ORDER:
                    waiting.append(game.copy(state))
                    game.apply(waiting[-1], 1, action)
    return found


def written(hand: Any, units: list[int]) -> tuple[tuple[int, int], ...]:
    return tuple((hand.plan1[i], hand.plan2[i]) for i in units)


def way_shares(game: Any, here: int) -> dict[int, float]:
    """Docs: a step ahead weighs 8, sideways 2, back 1; twice as much against an enemy, 4 more for a marker of his."""
    weights = {}
    for sector in game.book.ways[here]:
        if sector == 9:  # White's reserve
            continue
        depth, start = (2 - s // 3 + 1 if s < 9 else 0 for s in (sector, here))
        weights[sector] = (8 if depth > start else 2 if depth == start else 1) * (2 if sector == 0 else 1)
        weights[sector] += 4 if sector in (0, 1, 2) else 0  # White's markers
    total = sum(weights.values())
    return {sector: weight / total for sector, weight in weights.items()}


def test_order_sheets_come_as_often_as_the_prior_says() -> None:
    """A battle of two units against one: a cavalry and an infantry of Black, White in a1."""
    game: Any = games.load("commanders", 2, {"battle": "listed", "army_list": "w a1 1I, b b2 1I 1C"})
    past = Past(game, 0, [(1, (DONE,))])
    table = past.last.table
    units = [i for i in range(ARMY) if table.place[ARMY + i] < PLACES]
    assert sorted(table.kind[ARMY + i] for i in units) == [INFANTRY, CAVALRY]
    prior: dict[Any, float] = Counter()
    for given, share in ((2, 7 / 8 / 4 + 1 / 24), (1, 7 / 8 / 4 + 1 / 24), (0, 7 / 8 / 2 + 1 / 24)):
        for chosen in combinations(units, given):
            orders = [[((-1, -1), 1.0)] if i not in chosen else unit_orders(game, table, ARMY + i) for i in units]
            for (first, p), (second, q) in product(*orders):
                prior[(first, second)] += share / math.comb(2, given) * p * q
    assert set(prior) == sheets(game, past, units)
    draw = Draw(3)
    seen = Counter(written(game.imagine(table, past.last.hands[0], draw).hands[1], units) for _ in range(30_000))
    fits(seen, prior)


def unit_orders(game: Any, table: Any, unit: int) -> list[tuple[tuple[int, int], float]]:
    found = []
    for sector, share in way_shares(game, table.place[unit]).items():
        if table.kind[unit] != CAVALRY:
            found.append(((sector, -1), share))
            continue
        found.append(((sector, -1), share / 2))
        found += [((sector, beyond), share / 2 * further) for beyond, further in way_shares(game, sector).items()]
    return found


# Company War ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "inputs"), [(1, 120), (4, 260)])
def test_troops_are_in_any_set_of_carriers_that_was_not_excluded(seed: int, inputs: int) -> None:
    game: Any = games.load("company_war", 2, {"turns": 12})
    past = Past(game, 1, a_match(game, seed, inputs))
    worlds = []
    for chosen in combinations(range(CARRIERS), game.book.troops):
        other = with_choice(past, FLEET, CARRY, chosen)
        if other is not None:
            worlds.append(tuple(other.last.hands[FLEET].troop))
    draw = Draw(seed)
    table, hand = past.last.table, past.last.hands[1]
    seen = Counter(tuple(game.imagine(table, hand, draw).hands[FLEET].troop) for _ in range(60 * len(set(worlds))))
    fits(seen, uniform(worlds))


def test_secret_starts_keep_together_half_of_the_time() -> None:
    game: Any = games.load("company_war", 2, {"setup": "secret"})
    match = Match(game, Draw(1))
    while FLEET in match.state.table.pending and len(match.inputs) < 40 and match.state.table.turn == 0:
        match.play(FLEET, game.actions(match.state.table, match.state.hands[FLEET])[0])
    starts = game.book.starts
    prior = {(a, b): (0.5 * (a == b) + 0.5 / len(starts)) / len(starts) for a in starts for b in starts}
    draw = Draw(2)
    dreams = [game.imagine(match.state.table, match.state.hands[1], draw).hands[FLEET].start for _ in range(100 * len(prior))]
    fits(Counter((start[3], start[4]) for start in dreams), prior)


# LEADERS -------------------------------------------------------------------------------------


def test_a_first_visit_is_one_of_those_that_are_possible() -> None:
    """All that a seat can have done in its first visit to its headquarters, by every order of its decisions; the prior prefers nothing that
    could be told in a sentence, so only what is possible and that all answers come up is compared."""
    game: Any = games.load("leaders", 2)
    rnd, match = random.Random(5), Match(game, Draw(5))
    card = games.card("leaders")
    while True:
        table = match.state.table
        seat = table.pending[0]
        if table.round > 0 and seat == 1 and card.prompt(game, table, match.state.hands[1]) == "office":
            break
        match.play(seat, rnd.choice(game.choices(table, match.state.hands[seat])))
    possible, known, waiting = set(), set(), [game.copy(match.state)]
    while waiting:
        state = waiting.pop()
        for action in game.actions(state.table, state.hands[1]):
            there = game.copy(state)
            game.apply(there, 1, action)
            if there.table.pending != [1] or card.prompt(game, there.table, there.hands[1]) != "office":
                after = there
                possible.add(visit(there.hands[1]))
            elif visit(there.hands[1]) not in known:
                known.add(visit(there.hands[1]))
                waiting.append(there)
    assert len(possible) > 20
    draw = Draw(8)
    seen = {visit(game.imagine(after.table, after.hands[0], draw).hands[1]) for _ in range(4000)}
    assert seen <= possible, sorted(seen - possible)[:3]
    assert {world[0] for world in seen} == {world[0] for world in possible}
    for part in range(1, 4):  # more than six of a kind leave no money for anything else: that is rare
        assert {world[part] for world in seen if world[part] < 7} == {world[part] for world in possible if world[part] < 7}, part


def visit(hand: Any) -> tuple[Any, ...]:
    return tuple(hand.project), sum(hand.due), hand.trainees[0], hand.trainees[1]


# War of Leaders ------------------------------------------------------------------------------


def test_throws_are_any() -> None:
    game: Any = games.load("war_of_leaders", 3, {"order": "throw"} if "throw" in str(games.card("war_of_leaders").options) else {})
    match = Match(game, Draw(1))
    while len(match.state.table.pending) < 3:
        match.play(match.state.table.pending[0], game.actions(match.state.table, match.state.hands[match.state.table.pending[0]])[0])
    for seat in (1, 2):
        match.play(seat, game.actions(match.state.table, match.state.hands[seat])[0])
    draw = Draw(6)
    dreams = [game.imagine(match.state.table, match.state.hands[0], draw) for _ in range(900)]
    fits(Counter((dream.hands[1].throw, dream.hands[2].throw) for dream in dreams), uniform(product(range(3), repeat=2)))
