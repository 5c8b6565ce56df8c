"""The fuzzer finds planted faults and makes them short."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import games
from sandtable.check.fuzz import Progress, fuzz, whole_steps
from sandtable.core.bars import Bars
from sandtable.core.game import CHANCE, Action, Event, Table
from sandtable.core.match import UNDO
from sandtable.games.picket.rules import Picket
from sandtable.games.picket.state import PicketState
from sandtable.games.picket.verbs import RETREAT
from sandtable.wire.record import write


def last(progress: Any) -> Progress:
    return list(progress)[-1]


@pytest.mark.parametrize("name", games.names())
def test_no_faults_in_a_short_run(name: str) -> None:
    found = last(fuzz(name, 30, None, seed=3))
    assert found.matches == 30
    assert [fault.error for fault in found.faults] == []


def test_minutes_end_a_run() -> None:
    assert last(fuzz("picket", None, 0.002)).matches >= 1


@pytest.mark.interpreted
def test_a_planted_fault_is_found_and_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Picket.apply

    def crash_on_retreat(self: Picket, state: PicketState, seat: int, action: Action) -> None:
        honest(self, state, seat, action)
        if seat != CHANCE and action[0] == RETREAT and state.table.turn > 2:
            raise IndexError("planted")

    monkeypatch.setattr(Picket, "apply", crash_on_retreat)
    found = last(fuzz("picket", 60, None))
    assert found.faults
    fault = found.faults[0]
    assert fault.error == "IndexError: planted"
    assert fault.record.inputs[-1][1] == (RETREAT,)
    assert write(fault.record).count("\n") == 1 + len(fault.record.inputs)


@pytest.mark.interpreted
def test_an_undo_that_fails_is_found_for_every_seat_and_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    """The umpire lets seats take back what others' decisions stand on."""
    assert last(fuzz("leaders", 15, None)).undos > 50
    honest = Bars.judge

    def forget(bars: Bars, seat: int, standing: int, news: list[Event], same_question: bool, table: Table) -> None:
        honest(bars, seat, standing, news, True, table)

    monkeypatch.setattr(Bars, "judge", forget)
    found = last(fuzz("leaders", 25, None))
    assert found.faults and all("take back" in fault.error or "took back" in fault.error for fault in found.faults)
    for fault in found.faults:
        (seat, action), others = fault.record.inputs[-1], fault.record.inputs[:-1]
        assert action == (UNDO,) and any(who == seat for who, _ in others)
        write(fault.record)  # for the one who mends it


@pytest.mark.interpreted
def test_a_match_without_an_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.check.fuzz.STEP_LIMIT", 50)
    found = last(fuzz("picket", 3, None))
    assert found.faults[0].error == "AssertionError: the match does not come to an end"


def test_branches_start_at_whole_steps() -> None:
    assert whole_steps([(0, (1,)), (-1, (3,)), (-1, (2,))]) == [(0, (1,))]
    assert whole_steps([(-1, (3,))]) == []
