"""A whole truth a seat cannot tell from the real one."""

from __future__ import annotations

from sandtable.core.game import Draw, State
from sandtable.games.leaders.rules.common import Terms
from sandtable.games.leaders.state import LeadersBox, LeadersHand, LeadersState, LeadersTable, copy_hand, copy_table


def imagine(terms: Terms, table: LeadersTable, hand: LeadersHand, draw: Draw) -> LeadersState:
    raise NotImplementedError
