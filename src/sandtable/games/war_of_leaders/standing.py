"""How a leader stands: pieces left, and the way of the King to the Capture Point."""

from __future__ import annotations

from sandtable.games.war_of_leaders.rules.ground import known_x, known_y
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import ALIVE, LeadersState
from sandtable.kit.plane import distance
from sandtable.kit.reasons import Measure


def standing_of(rules: Rules, state: LeadersState, seat: int) -> list[Measure]:
    table = state.table
    alive = [0, 0]
    for piece in range(len(table.life)):
        if table.life[piece] == ALIVE:
            alive[0 if piece // rules.army == seat else 1] += 1
    found = [Measure("pieces-ours", alive[0], 1), Measure("pieces-theirs", alive[1], -1)]
    king = seat * rules.army
    x, y = known_x(rules, table, state.hands[seat])[king], known_y(rules, table, state.hands[seat])[king]
    if table.life[king] == ALIVE and x >= 0 and table.point:
        found.append(Measure("king-way", distance(x, y, table.point[0], table.point[1]), -1))
    return found
