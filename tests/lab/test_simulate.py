"""Simulations repeat with their seed, in one process or several."""

from __future__ import annotations

from sandtable.lab.simulate import Outcome, Plan, Summary, play, simulate, wilson

PLAN = Plan("picket", 2, {"turns": 10}, ("greedy", "random"))


def test_the_same_seed_plays_the_same() -> None:
    assert play(PLAN, 5) == play(PLAN, 5)
    assert play(PLAN, 5) != play(PLAN, 6)


def test_jobs_change_nothing() -> None:
    assert list(simulate(PLAN, 8, seed=3, jobs=2)) == list(simulate(PLAN, 8, seed=3))


def test_bots_rotate_over_the_seats() -> None:
    assert [play(PLAN, seed).bots for seed in (0, 1)] == [["greedy", "random"], ["random", "greedy"]]
    assert play(Plan("picket", 2, {"turns": 10}, ("greedy", "random"), rotate=False), 1).bots == ["greedy", "random"]


def test_greedy_beats_random_at_picket() -> None:
    summary = Summary()
    for outcome in simulate(PLAN, 200):
        summary.add(outcome)
    low, _ = wilson(summary.wins["greedy"], summary.played["greedy"])
    assert low > 0.55


def test_shared_wins_are_shared() -> None:
    summary = Summary()
    summary.add(Outcome(0, ["a", "b", "a"], [10, 10, 0], 7, True))
    assert summary.wins == {"a": 0.5, "b": 0.5}
    assert summary.played == {"a": 2, "b": 1}
    assert summary.seat_wins == [0.5, 0.5, 0.0]


def test_intervals_narrow_with_more_games() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    few, many = wilson(5, 10), wilson(500, 1000)
    assert few[0] < many[0] < 0.5 < many[1] < few[1]
