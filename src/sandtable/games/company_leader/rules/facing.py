"""5.8: whoever's troop is turned up chooses which way it looks, also in another player's turn."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.state import FACING, LeaderState, LeaderTable
from sandtable.games.company_leader.verbs import FACE, FACED


def ask_facings(state: LeaderState, fields: list[int]) -> None:
    """Ask the owners one by one; the caller waits."""
    table = state.table
    table.stack.append(Frame(FACING, 0, fields))
    state.ask([table.owner[fields[0]]])


def offer_facings(table: LeaderTable) -> list[Action]:
    field = table.stack[-1].regs[0]
    return [(FACE, field, direction) for direction in range(6)]


def face(plan: Plan, state: LeaderState, field: int, direction: int) -> bool:
    """True when all facings are chosen and play goes on where it was interrupted."""
    table = state.table
    table.facing[field] = direction
    if state.loud:
        state.tell(EVERYONE, FACED, (field, direction))
    return next_facing(state)


def next_facing(state: LeaderState) -> bool:
    """The next troop in the list that is still there."""
    table = state.table
    regs = table.stack[-1].regs
    del regs[0]
    while regs and table.owner[regs[0]] < 0:
        del regs[0]
    if regs:
        state.ask([table.owner[regs[0]]])
        return False
    table.stack.pop()
    return True
