"""5.8: whoever's troop is turned up chooses which way it looks, also in another player's turn."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.state import FACING, LeaderState, LeaderTable
from sandtable.games.company_leader.verbs import FACED


def ask_facings(state: LeaderState, fields: list[int]) -> None:
    """Ask the owners one by one; the fields of one owner stand together, and he faces them as he likes.  The caller waits."""
    table = state.table
    table.stack.append(Frame(FACING, 0, fields))
    state.ask([table.owner[fields[0]]])


def asked_for(table: LeaderTable) -> list[int]:
    """The fields whose troops the seat that is asked now may face, ascending."""
    regs = table.stack[-1].regs
    owner = table.owner[regs[0]]
    return sorted([field for field in regs if table.owner[field] == owner])


def offer_facings(plan: Plan, table: LeaderTable) -> list[Action]:
    if len(table.stack[-1].regs) == 1:
        return plan.faces[table.stack[-1].regs[0]][:]
    offer: list[Action] = []
    for field in asked_for(table):
        offer += plan.faces[field]
    return offer


def tidy_facings(table: LeaderTable, offer: list[Action]) -> list[Action]:
    """One order: field after field."""
    return offer if len(table.stack[-1].regs) == 1 else offer[:6]


def face(plan: Plan, state: LeaderState, field: int, direction: int) -> bool:
    """True when all facings are chosen and play goes on where it was interrupted."""
    table = state.table
    table.facing[field] = direction
    if state.loud:
        state.tell(EVERYONE, FACED, (field, direction))
    table.stack[-1].regs.remove(field)
    return next_facing(state)


def next_facing(state: LeaderState) -> bool:
    """The owner of the next troop in the list that is still there is asked."""
    table = state.table
    frame = table.stack[-1]
    if frame.regs:
        frame.regs = [field for field in frame.regs if table.owner[field] >= 0]
    regs = frame.regs
    if regs:
        state.ask([table.owner[regs[0]]])
        return False
    table.stack.pop()
    return True
