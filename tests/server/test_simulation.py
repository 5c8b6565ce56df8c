"""The server under faults on virtual time: fifty seeds hold, the same seed is the same run, planted mistakes are found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import simulation

from sandtable.server.room import Room
from sandtable.server.rooms import Rooms
from sandtable.server.telling import Telling
from sandtable.store.journal import Journal


@pytest.mark.parametrize("first", range(1, 51, 10))
def test_no_promise_is_broken(first: int, tmp_path: Path) -> None:
    figures = [simulation.simulate(seed, tmp_path) for seed in range(first, first + 10)]
    assert sum(run["acknowledged"] for run in figures) > 100 and sum(run["frames"] for run in figures) > 200


def test_the_same_seed_is_the_same_run(tmp_path: Path) -> None:
    assert simulation.simulate(2, tmp_path) == simulation.simulate(2, tmp_path)


def simulate_many(folder: Path) -> None:
    for seed in range(1, 31):
        simulation.simulate(seed, folder)


async def forget_answers(self: Any, seat: int, said: str) -> None:
    return None


def tell_first(real: Any) -> Any:
    async def commit(self: Journal, batch: list[Any]) -> None:
        for entry in batch:
            done, entry.done = entry.done, None
            if callable(done):
                done(None)
            elif done is not None:
                done.set_result(None)
        await real(self, batch)

    return commit


def show_the_other_hand(real: Any) -> Any:
    return lambda self, seat, since=None: real(self, 0 if seat == 1 else seat, since)


async def do_not_reach(self: Any, seat: int, since: int | None) -> None:
    pass


MISTAKES: dict[str, list[tuple[type, str, Callable[[Any], Any]]]] = {
    "told before saved": [(Journal, "_commit", tell_first)],
    "answers forgotten": [
        (Room, "_remember", lambda real: lambda self, seat, said, answer: None),
        (Room, "_old_answer", lambda real: forget_answers),
    ],
    "nothing taken back after a failed commit": [(Room, "_rewind", lambda real: lambda self: None)],
    "a worker that lags lets numbers go back": [(Room, "reach", lambda real: do_not_reach)],
    "notices of other workers are ignored": [(Rooms, "_heard", lambda real: lambda self, *rest: None)],
    "the view of another seat": [(Telling, "frame", show_the_other_hand)],
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_planted_mistakes_are_found(mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name, change in MISTAKES[mistake]:
        monkeypatch.setattr(owner, name, change(getattr(owner, name)))
    with pytest.raises((AssertionError, IndexError, ValueError)):
        simulate_many(tmp_path)
