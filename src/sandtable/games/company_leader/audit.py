"""What must always hold."""

from __future__ import annotations

from sandtable.games.company_leader.deals import Books
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.state import (
    BUYABLE,
    DUMMY,
    NOBODY,
    SETUP,
    TYPES,
    UNKNOWN,
    LeaderState,
    LeaderTable,
    active,
)


def audit(plan: Plan, state: LeaderState) -> None:
    table = state.table
    for field in range(plan.size):
        audit_field(plan, state, field)
    for coins in table.coins:
        assert coins >= 0, "a purse is below nought"
    assert not (table.pending and table.dice), "dice await while a seat is pending"
    if table.stack and table.stack[0].proc == SETUP:
        return
    for hand in state.hands:
        if ((table.out | table.gone) >> hand.seat) & 1 == 0:
            books = Books(plan, table, hand.seat)
            assert books.allows(hand.kind), "the books exclude the truth of seat " + str(hand.seat)
    audit_flow(plan, table)


def audit_field(plan: Plan, state: LeaderState, field: int) -> None:
    table = state.table
    owner, face = table.owner[field], table.face[field]
    for hand in state.hands:
        kind = hand.kind[field]
        if owner == hand.seat and face == 0:
            assert DUMMY <= kind < BUYABLE, "a face-down piece nobody knows"
            assert table.known[field] in (UNKNOWN, kind), "what everybody knows of a piece is wrong"
        else:
            assert kind == UNKNOWN, "a hand holds a piece that is not there"
    if face > 0:
        assert owner != NOBODY and face < TYPES, "a revealed troop of nobody"
        assert 0 < table.strength[field] <= plan.full[face], "strength out of bounds"
        assert 0 <= table.facing[field] < 6 and table.known[field] == UNKNOWN
    else:
        assert table.strength[field] == 0, "strength of a face-down piece shows"
    if owner == NOBODY:
        assert table.mark[field] == 0 and table.known[field] == UNKNOWN and table.origin[field] == 0
    elif not table.over:
        assert ((table.out | table.gone) >> owner) & 1 == 0, "a piece of a seat that is out"


def audit_flow(plan: Plan, table: LeaderTable) -> None:
    if table.stack and table.pending:
        seat = active(table)
        assert ((table.out | table.gone) >> seat) & 1 == 0, "the turn of a seat that is out"
        assert not table.result, "play goes on after the end"
