"""How a leader stands: points, territories, units, badges and research, against the best of the others."""

from __future__ import annotations

from sandtable.games.leaders.rules.common import Terms, count, in_camp
from sandtable.games.leaders.state import LAND, LeadersState
from sandtable.kit.reasons import Measure


def standing_of(terms: Terms, state: LeadersState, seat: int) -> list[Measure]:
    table, hand = state.table, state.hands[seat]
    rival = 0
    for other in range(terms.seats):
        if other != seat and not table.out[other]:
            rival = max(rival, table.points[other])
    found = [Measure("points-ours", table.points[seat], 1), Measure("points-rival", rival, -1)]
    if not terms.companion:
        units = in_camp(table, seat)
        for place in range(len(table.units) // (3 * terms.seats)):
            units += count(terms, table, place, seat)
        found.append(Measure("territories", table.owner[:LAND].count(seat), 1))
        found.append(Measure("units-ours", units, 1))
    found.append(Measure("badges", table.badges[seat], 1))
    found.append(Measure("levels", sum(hand.level), 1))
    return found
