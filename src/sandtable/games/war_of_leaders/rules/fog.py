"""Chapter 11: what the table shows."""

from __future__ import annotations

from sandtable.core.game import EVERYONE
from sandtable.games.war_of_leaders.rules.ground import line_free, true_x, true_y
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import ALIVE, GONE, HIDDEN, LeadersState, LeadersTable
from sandtable.games.war_of_leaders.verbs import SHOWN, VANISHED
from sandtable.kit.plane import segment_nears


def seen(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], piece: int) -> bool:
    """11.1: an enemy piece in play has a free line to it."""
    owner = piece // rules.army
    for q in range(len(xs)):
        if xs[q] >= 0 and table.life[q] == ALIVE and q // rules.army != owner and line_free(table, xs[piece], ys[piece], xs[q], ys[q]):
            return True
    return False


def judge_sight(rules: Rules, state: LeadersState) -> None:
    """11.2: show what is seen, cover what is not.  That nobody sees a piece is news as well: so all is revealed."""
    if not rules.fog:
        return
    table = state.table
    xs, ys = true_x(rules, state), true_y(rules, state)
    for piece in range(len(xs)):
        if table.life[piece] != ALIVE or xs[piece] < 0:
            continue
        if seen(rules, table, xs, ys, piece):
            show(state, piece, xs[piece], ys[piece])
        elif table.x[piece] != HIDDEN:
            table.x[piece] = table.y[piece] = HIDDEN
            state.reveal(EVERYONE, VANISHED, (piece,))


def show(state: LeadersState, piece: int, x: int, y: int) -> None:
    table = state.table
    if table.x[piece] != x or table.y[piece] != y:
        table.x[piece] = x
        table.y[piece] = y
        state.reveal(EVERYONE, SHOWN, (piece, x, y))


def show_in_point(rules: Rules, state: LeadersState, seat: int, inside: list[int]) -> None:
    """11.6"""
    if rules.fog:
        hand = state.hands[seat]
        for i in inside:
            show(state, seat * rules.army + i, hand.x[i], hand.y[i])


def show_wrecks(rules: Rules, state: LeadersState, seat: int) -> None:
    """8.8 with fog: what remains on the table is seen by all."""
    if rules.fog:
        for i in range(rules.army):
            if state.table.life[seat * rules.army + i] != GONE:
                show(state, seat * rules.army + i, state.hands[seat].x[i], state.hands[seat].y[i])


def in_the_way(rules: Rules, state: LeadersState, piece: int, dx: int, dy: int) -> list[int]:
    """11.5: unseen pieces of others that a way runs into."""
    table = state.table
    xs, ys = true_x(rules, state), true_y(rules, state)
    found: list[int] = []
    for q in range(len(xs)):
        gap = rules.radius[piece % rules.army] + rules.radius[q % rules.army]
        if xs[q] >= 0 and table.x[q] == HIDDEN and q // rules.army != piece // rules.army:
            if segment_nears(xs[piece], ys[piece], xs[piece] + dx, ys[piece] + dy, xs[q], ys[q], gap):
                found.append(q)
    return found
