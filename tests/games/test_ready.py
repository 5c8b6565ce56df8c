"""What the suite asks of every game beside the contract: the same functions that ``sandtable ready GAME`` calls."""

from __future__ import annotations

import pytest

from sandtable import games
from sandtable.check import ready

# What holds for the rules themselves is tried compiled as well; of the rest once is enough.
ASKED = [pytest.param(each, id=each.key.replace(" ", "-"), marks=[] if each.rules else [pytest.mark.interpreted]) for each in ready.DEMANDS]


@pytest.mark.parametrize("demand", ASKED)
@pytest.mark.parametrize("name", games.names())
def test_ready(name: str, demand: ready.Demand) -> None:
    demand.check(name)
