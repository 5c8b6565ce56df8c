"""Fights to the end, thrown many times by the rules, come out as exact arithmetic has it."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match
from sandtable.games.leaders.verbs import LOSE, REROLL, STAND

FACES = [[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1], [0, 0, 1, 1, 1, 2]]
Army = tuple[int, int, int]


def dice(army: Army) -> list[int]:
    kinds = [unit for unit in (2, 1, 0) for _ in range(army[unit])]
    return kinds[:3]


@cache
def hits(army: Army, military: int) -> dict[int, float]:
    """Chances of hits in a round: a miss of the strongest die that missed is thrown again with military 1."""
    kinds = dice(army)
    found: dict[int, float] = {}
    for faces in product(*[FACES[kind] for kind in kinds]):
        chance = 1 / 6 ** len(kinds)
        missed = [i for i, face in enumerate(faces) if face == 0]
        again = FACES[kinds[missed[0]]] if military >= 1 and missed else [-1]
        for face in again:
            last = list(faces)
            if face >= 0:
                last[missed[0]] = face
            total = sum(last) + (1 if military >= 3 and 1 in last else 0)
            found[total] = found.get(total, 0.0) + chance / len(again)
    return found


def lose(army: Army, number: int) -> Army:
    """The weakest first."""
    left = list(army)
    for unit in range(3):
        gone = min(left[unit], number)
        left[unit] -= gone
        number -= gone
    return left[0], left[1], left[2]


@cache
def odds(attacker: Army, defender: Army, military: int) -> tuple[float, float, float]:
    """Attacker wins, defender wins, nobody is left."""
    if not sum(attacker) or not sum(defender):
        return (1.0, 0.0, 0.0) if sum(attacker) else (0.0, 1.0, 0.0) if sum(defender) else (0.0, 0.0, 1.0)
    mine, theirs = hits(attacker, military), hits(defender, 0)
    still = mine.get(0, 0.0) * theirs.get(0, 0.0)
    sums = [0.0, 0.0, 0.0]
    for a, p in mine.items():
        for d, q in theirs.items():
            if a or d:
                for i, share in enumerate(odds(lose(attacker, d), lose(defender, a), military)):
                    sums[i] += p * q * share
    return sums[0] / (1 - still), sums[1] / (1 - still), sums[2] / (1 - still)


def fight(attacker: Army, defender: Army, military: int, draw: Draw) -> int:
    """One fight by the rules: 0 won, 1 lost, 2 nobody left."""
    card = games.card("leaders")
    game = games.load("leaders", 2, {"skills": 0})
    match = Match(game, draw)
    lines = [
        f"p1 in china {attacker[0] + 1} {attacker[1]} {attacker[2]}",
        "p2 holds mongolia japan",
        "p2 in mongolia {} {} {}".format(*defender),
    ]
    for line in [*lines, f"p1 level military {military}", "phase move p1"]:
        card.place(game, match.state, line)
    for unit in range(3):
        for _ in range(attacker[unit]):
            match.play(0, card.parse(game, match.state.table, "move china mongolia " + ["infantry", "tank", "plane"][unit]))
    match.play(0, card.parse(game, match.state.table, "done"))
    while match.state.table.stack[-1].proc == 15:
        table = match.state.table
        seat = table.pending[0]
        offer = game.actions(table, match.state.hands[seat])
        choice = offer[-1]
        if offer[0][0] in (STAND, LOSE):
            choice = offer[0]
        elif offer[0][0] == REROLL:
            choice = next((action for action in offer[:-1] if table.throw[action[1]] == 0), offer[-1])
        match.play(seat, choice)
    owner = match.state.table.owner[31]
    return {0: 0, 1: 1, -1: 2}[owner]


ARMIES: list[tuple[Army, Army, int, tuple[int, int, int]]] = [
    ((1, 0, 0), (1, 0, 0), 0, (33, 33, 33)),
    ((2, 0, 0), (1, 0, 0), 0, (90, 5, 5)),
    ((3, 0, 0), (2, 0, 0), 0, (85, 10, 6)),
    ((4, 0, 0), (3, 0, 0), 0, (71, 22, 7)),
    ((2, 1, 1), (2, 0, 1), 0, (70, 16, 14)),
    ((4, 0, 0), (4, 0, 0), 1, (67, 24, 9)),
    ((4, 0, 0), (4, 0, 0), 3, (88, 5, 8)),
    ((0, 3, 0), (4, 0, 0), 0, (38, 51, 11)),
    ((0, 0, 3), (5, 0, 0), 0, (32, 57, 11)),
]


@pytest.mark.parametrize(("attacker", "defender", "military", "published"), ARMIES)
def test_odds(attacker: Army, defender: Army, military: int, published: tuple[int, int, int]) -> None:
    exact = odds(attacker, defender, military)
    assert [round(100 * share) for share in exact] == pytest.approx(list(published), abs=3)
    count = 400
    tally = [0, 0, 0]
    draw = Draw(20_000_003)
    for _ in range(count):
        tally[fight(attacker, defender, military, draw)] += 1
    for i in range(3):
        assert abs(tally[i] / count - exact[i]) < 0.09, f"{tally} of {count}, expected {exact}"
