"""Every planted mistake is noticed by who should notice it: the contract, the cases, or the reader of sources."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from plant import Mistake, mistakes, objection

pytestmark = pytest.mark.interpreted

ALL = mistakes()


@pytest.mark.parametrize("mistake", [mistake for mistake in ALL if mistake.by], ids=lambda mistake: f"{mistake.id} {mistake.what}")
def test_a_planted_mistake_is_noticed(mistake: Mistake) -> None:
    for who in mistake.by:
        assert objection(mistake, who), f"{who} does not notice that {mistake.what}"


def test_there_are_many_of_every_game() -> None:
    """Those a reviewer planted once, and more; no two are the same."""
    assert len([mistake for mistake in ALL if mistake.by]) >= 0.95 * len(ALL)
    assert len(ALL) >= 46 and len({mistake.id for mistake in ALL}) == len({mistake.changes for mistake in ALL}) == len(ALL)
    letters = {"picket": "B", "commanders": "C", "company_leader": "L", "leaders": "E", "company_war": "W", "war_of_leaders": "O"}
    for game, letter in letters.items():
        assert {mistake.game for mistake in ALL if mistake.id.startswith(letter)} == {game}


def test_an_honest_game_has_no_objector() -> None:
    """A change that changes nothing is noticed by nobody."""
    passage = "        draw.shuffle(covered)\n"
    harmless = Mistake("", "picket", "", (("rules.py", passage, passage + "        covered = covered[:]\n"),), ())
    for who in ("cases", "belief 0", "heard 0", "histories 0", "memory"):
        assert not objection(harmless, who), who
