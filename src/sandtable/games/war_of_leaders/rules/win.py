"""Chapters 8 and 9: losing pieces, losing all, winning."""

from __future__ import annotations

from sandtable.core.game import EVERYONE
from sandtable.games.war_of_leaders.rules.fog import show_in_point, show_wrecks
from sandtable.games.war_of_leaders.rules.ground import true_x, true_y
from sandtable.games.war_of_leaders.rules.talk import end_deals_of, open_ledger
from sandtable.games.war_of_leaders.setup import CAPTAIN, KING, Rules
from sandtable.games.war_of_leaders.state import (
    ALIVE,
    BY_FOUR,
    BY_KING,
    GONE,
    HIDDEN,
    LAST_LEFT,
    RUNNING,
    WRECK,
    LeadersState,
    LeadersTable,
)
from sandtable.games.war_of_leaders.verbs import CLAIMED, DRAWN_GAME, ELIMINATED, ORPHANED, REMOVED, UNCLAIMED, WON
from sandtable.kit.plane import within


def remove_piece(rules: Rules, state: LeadersState, piece: int) -> None:
    """8.6"""
    table = state.table
    table.life[piece] = GONE
    table.x[piece] = table.y[piece] = HIDDEN
    table.squad[piece] = -1
    if rules.fog or table.round == 0:
        hand = state.hands[piece // rules.army]
        hand.x[piece % rules.army] = hand.y[piece % rules.army] = HIDDEN
    state.tell(EVERYONE, REMOVED, (piece,))


def lose_piece(rules: Rules, state: LeadersState, piece: int) -> None:
    """8.6-8.8: a hit piece."""
    table = state.table
    kind = rules.kind[piece % rules.army]
    if kind == KING:
        eliminate(rules, state, piece // rules.army)
        return
    remove_piece(rules, state, piece)
    if kind == CAPTAIN:  # 8.7
        base = piece - piece % rules.army
        for p in range(base, base + rules.army):
            if table.squad[p] == piece:
                table.squad[p] = -1
                state.tell(EVERYONE, ORPHANED, (p,))


def eliminate(rules: Rules, state: LeadersState, seat: int) -> None:
    """8.8, 9.6: the King first; the others go as well, or stay as wrecks."""
    table = state.table
    if table.out[seat]:
        return
    table.out[seat] = 1
    table.claim[seat] = 0
    state.tell(EVERYONE, ELIMINATED, (seat,))
    base = seat * rules.army
    for p in range(base, base + rules.army):
        if table.life[p] == ALIVE:
            if rules.remains and table.round > 0 and rules.kind[p - base] != KING:
                table.life[p] = WRECK
                table.squad[p] = -1
            else:
                remove_piece(rules, state, p)
    if rules.remains and table.round > 0:
        show_wrecks(rules, state, seat)
    end_deals_of(rules, state, seat)


def players_left(table: LeadersTable) -> list[int]:
    return [seat for seat in range(len(table.out)) if not table.out[seat]]


def ended_by_elimination(rules: Rules, state: LeadersState) -> bool:
    """9.5"""
    left = players_left(state.table)
    if len(left) == 1:
        finish(rules, state, LAST_LEFT, left[0])
    return len(left) <= 1


def pieces_in_point(rules: Rules, state: LeadersState, seat: int) -> list[int]:
    """9.3: own indexes"""
    table = state.table
    xs, ys = true_x(rules, state), true_y(rules, state)
    base = seat * rules.army
    found: list[int] = []
    for i in range(rules.army):
        if xs[base + i] >= 0 and within(xs[base + i], ys[base + i], table.point[0], table.point[1], table.point[2]):
            found.append(i)
    return found


def capture(rules: Rules, state: LeadersState, seat: int) -> int:
    """9.1, 9.2: BY_KING, BY_FOUR or RUNNING."""
    inside = pieces_in_point(rules, state, seat)
    if inside and inside[0] == 0:
        return BY_KING
    return BY_FOUR if len(inside) >= rules.needed else RUNNING


def after_move(rules: Rules, state: LeadersState, seat: int) -> bool:
    """Whether an own move ended the match; with ``hold`` it makes or drops a claim (9.4)."""
    table = state.table
    how = capture(rules, state, seat)
    if how != RUNNING and (not rules.hold or not table.claim[seat]):
        show_in_point(rules, state, seat, pieces_in_point(rules, state, seat))
    if not rules.hold:
        if how != RUNNING:
            finish(rules, state, how, seat)
        return how != RUNNING
    if how != RUNNING and not table.claim[seat]:
        table.claim[seat] = 1
        state.reveal(EVERYONE, CLAIMED, (seat,))
    elif how == RUNNING and table.claim[seat]:
        table.claim[seat] = 0
        state.reveal(EVERYONE, UNCLAIMED, (seat,))
    return False


def claim_holds(rules: Rules, state: LeadersState, seat: int) -> bool:
    """9.4: judged when the player's next turn begins."""
    table = state.table
    if not table.claim[seat]:
        return False
    how = capture(rules, state, seat)
    if how != RUNNING:
        show_in_point(rules, state, seat, pieces_in_point(rules, state, seat))
        finish(rules, state, how, seat)
        return True
    table.claim[seat] = 0
    state.reveal(EVERYONE, UNCLAIMED, (seat,))
    return False


def finish(rules: Rules, state: LeadersState, how: int, winner: int) -> None:
    """9.7; a winner of -1 is a draw"""
    table = state.table
    table.ended = how
    table.winner = winner
    table.stack = []
    table.pending = []
    table.dice = []
    if winner >= 0:
        state.reveal(EVERYONE, WON, (winner, how))
    else:
        state.tell(EVERYONE, DRAWN_GAME, (how,))
    open_ledger(rules, state)
