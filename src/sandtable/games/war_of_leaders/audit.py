"""What must always hold in War of Leaders."""

from __future__ import annotations

from sandtable.games.war_of_leaders.rules.ground import true_x, true_y, wall_hit, walls_near
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import ALIVE, GONE, HIDDEN, RUNNING, WRECK, LeadersState
from sandtable.kit.plane import nearer


def audit_state(rules: Rules, state: LeadersState) -> None:
    table = state.table
    audit_seats(rules, state)
    if table.round > 0:
        audit_ground(rules, state)
    if table.ended != RUNNING:
        assert not table.pending and not table.dice and not table.stack, "an ended match goes on"
        assert table.winner < 0 or not table.out[table.winner], "an eliminated player has won"
    for wall in table.outline:
        assert len(wall) % 2 == 0 and len(wall) != 2, "an obstacle without outline"


def audit_seats(rules: Rules, state: LeadersState) -> None:
    table = state.table
    for seat in range(rules.seats):
        base = seat * rules.army
        alive = [i for i in range(rules.army) if table.life[base + i] == ALIVE]
        assert bool(table.out[seat]) == (not alive), "a player without pieces is in play, or one with pieces is not"
        assert table.out[seat] or alive[0] == 0, "a player without King is in play"
        assert not (table.gone >> seat) & 1 or table.out[seat] or table.over, "a player who left is in play"
        assert rules.remains or WRECK not in table.life, "wrecks without the option"
        for i in range(rules.army):
            leader = table.squad[base + i]
            assert leader < 0 or (table.life[leader] == ALIVE and leader // rules.army == seat), "a squad without leader"
            if table.life[base + i] == GONE:
                assert table.x[base + i] == HIDDEN, "a removed piece lies on the table"
        assert len(state.hands[seat].x) == rules.army
        assert state.hands[seat].talks <= rules.max_talks


def audit_ground(rules: Rules, state: LeadersState) -> None:
    table = state.table
    xs, ys = true_x(rules, state), true_y(rules, state)
    for p in range(len(xs)):
        assert (table.life[p] != GONE) == (xs[p] >= 0), "a piece in play stands nowhere, or one out of play somewhere"
        if xs[p] < 0:
            continue
        radius = rules.radius[p % rules.army]
        assert rules.on_table(xs[p], ys[p], radius), "a piece has left the table"
        assert table.x[p] == HIDDEN or (table.x[p] == xs[p] and table.y[p] == ys[p]), "the table shows a piece elsewhere"
        for q in range(p):
            if xs[q] >= 0 and -2 * rules.widest < xs[p] - xs[q] < 2 * rules.widest:
                assert not nearer(xs[p], ys[p], xs[q], ys[q], radius + rules.radius[q % rules.army]), "pieces overlap"
        for w in walls_near(table, xs[p], ys[p], radius):
            assert not wall_hit(table, w, xs[p], ys[p], xs[p], ys[p], radius), "a piece stands in an obstacle"
