"""Chapter 5: a revealed troop moves: turn, scout, move, turn, scout, place dummies."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.facing import ask_facings
from sandtable.games.company_leader.rules.pieces import (
    clear,
    come_to_light,
    direction_between,
    exchange,
    fixed,
    hostile,
    put_down,
    show,
    watched,
)
from sandtable.games.company_leader.rules.turn import settle
from sandtable.games.company_leader.state import (
    ACT,
    ARRIVED,
    CHOOSE,
    DISPLACED,
    DUMMY,
    LOOKED,
    NOBODY,
    SCOUTED,
    USED,
    LeaderHand,
    LeaderState,
    LeaderTable,
    active,
)
from sandtable.games.company_leader.verbs import (
    ACTIVATED,
    ADVANCE,
    CARRIED,
    DECOY,
    DECOYED,
    EXPOSED,
    MOVED,
    TURNED,
)


def activate(plan: Plan, state: LeaderState, seat: int, field: int) -> None:
    """5.1: one troop at a time; it counts as used once it has done something."""
    table = state.table
    table.stack.append(Frame(ACT, CHOOSE, [field, plan.speed[table.face[field]], 0, 0, field, 0]))
    if state.loud:
        state.tell(EVERYONE, ACTIVATED, (field,))
    state.ask([seat])


def may_move(plan: Plan, table: LeaderTable) -> bool:
    """5.11: after shooting a fast troop may still move, unless the stricter reading is played."""
    regs = table.stack[-1].regs
    return regs[1] > 0 and (regs[3] == 0 or plan.settings.shoot_first == 1)


def turn(plan: Plan, state: LeaderState, direction: int) -> None:
    """5.4, 5.7: turn and scout; before the move and after it."""
    table = state.table
    frame = table.stack[-1]
    field = frame.regs[0]
    if state.loud and (frame.step == CHOOSE or table.facing[field] != direction):  # who has moved and goes on looking there has not turned
        state.tell(EVERYONE, TURNED, (field, direction))
    table.facing[field] = direction
    if frame.step == CHOOSE:
        table.mark[field] |= USED
        frame.step = SCOUTED
        frame.regs[2] = 1
    else:
        frame.step = LOOKED
    if not scout(plan, state, field):
        resume(plan, state)


def scout(plan: Plan, state: LeaderState, field: int) -> bool:
    """5.5: hostile dummies in view are removed, troops revealed.  True when play has to wait or has ended."""
    table = state.table
    seat = table.owner[field]
    shown: list[int] = []
    removed = False
    for at in plan.views[plan.view_start[table.face[field]] + field * 6 + table.facing[field]]:
        if table.face[at] > 0 or not hostile(plan, table, seat, at):
            continue
        hand = state.hands[table.owner[at]]
        if hand.kind[at] == DUMMY:
            come_to_light(plan, table, at, DUMMY)
            clear(table, hand, at)
            removed = True
            if state.loud:
                state.show(hand.seat, EVERYONE, EXPOSED, (at,))
        else:
            towards = plan.board.hexes.directions_towards(at, field)
            show(plan, state, at, towards[0])
            shown.append(at)
    if removed and settle(plan, state, plan.sides[seat]):
        return True
    shown = [at for at in shown if table.owner[at] >= 0]
    if not shown:
        return False
    ask_facings(state, by_owner(table, shown))
    return True


def by_owner(table: LeaderTable, fields: list[int]) -> list[int]:
    """5.8: one owner after the other."""
    ordered: list[int] = []
    for seat in range(8):
        for field in fields:
            if table.owner[field] == seat:
                ordered.append(field)
    return ordered


def resume(plan: Plan, state: LeaderState) -> None:
    """Go on after scouting, or after a facing chosen in between."""
    table = state.table
    seat = active(table)
    frame = table.stack[-1]
    if frame.proc == ACT:
        if frame.step == SCOUTED and not way_open(plan, table, seat):
            end_move(plan, state)
            return
        if frame.step == LOOKED and not decoy_fields(plan, table, seat):
            end_move(plan, state)
            return
    state.ask([seat])


def way_open(plan: Plan, table: LeaderTable, seat: int) -> bool:
    """5.6, as everybody can see it: the field ahead is empty, or holds an own piece that may still change places."""
    field = table.stack[-1].regs[0]
    ahead = plan.near[field * 6 + table.facing[field]]
    if ahead < 0:
        return False
    if table.owner[ahead] == NOBODY:
        return True
    return table.owner[ahead] == seat and not fixed(plan, table, ahead)


def offer_advance(plan: Plan, table: LeaderTable, hand: LeaderHand) -> list[Action]:
    """5.6, 4.4: an own dummy cannot be swapped in view."""
    field = table.stack[-1].regs[0]
    ahead = plan.near[field * 6 + table.facing[field]]
    if hand.kind[ahead] == DUMMY:
        seen = watched(plan, table, hand.seat)
        if seen[field] or seen[ahead]:
            return [plan.done]
    return [plan.done, (ADVANCE,)]


def advance(plan: Plan, state: LeaderState, seat: int) -> None:
    """5.6: one field forward; an own piece there changes places."""
    table, hand = state.table, state.hands[seat]
    frame = table.stack[-1]
    field = frame.regs[0]
    ahead = plan.near[field * 6 + table.facing[field]]
    seen = watched(plan, table, seat)
    bare = seen[field] + seen[ahead] > 0
    displaced = table.owner[ahead] == seat and table.face[ahead] == 0
    if table.owner[ahead] == seat:
        table.mark[ahead] |= DISPLACED
    shift(state, seat, field, ahead)
    frame.regs[0] = ahead
    frame.regs[4] = field
    frame.step = ARRIVED
    if displaced:
        table.mark[field] |= USED
        if bare:
            show(plan, state, field, 0)
            ask_facings(state, [field])
            return
    state.ask([hand.seat])


def shift(state: LeaderState, seat: int, field: int, to: int) -> None:
    """A revealed troop leaves its field, with the flag if it bears it (11.2)."""
    table = state.table
    bearer = table.flag == field
    exchange(table, state.hands[seat], field, to)
    if state.loud:
        state.tell(EVERYONE, MOVED, (field, to))
    if bearer:
        table.flag = to
        state.tell(EVERYONE, CARRIED, (to,))


def decoy_fields(plan: Plan, table: LeaderTable, seat: int) -> list[int]:
    """5.9: the field it came from and the two beside the way, as far as they are empty and unwatched; ascending."""
    regs = table.stack[-1].regs
    field, back = regs[0], regs[4]
    direction = direction_between(plan, field, back)
    found: list[int] = []
    for turn_by in (0, 1, 5):
        at = plan.near[field * 6 + (direction + turn_by) % 6]
        if at >= 0 and table.owner[at] == NOBODY:
            found.append(at)
    if not found:
        return found
    seen = watched(plan, table, seat)
    return sorted([at for at in found if not seen[at]])


def offer_decoys(plan: Plan, table: LeaderTable, seat: int) -> list[Action]:
    offer: list[Action] = [plan.done]
    for at in decoy_fields(plan, table, seat):
        offer.append(plan.singles[DECOY][at])
    return offer


def tidy_decoys(table: LeaderTable, offer: list[Action]) -> list[Action]:
    """Each set of dummies in one way: ascending."""
    lowest = table.stack[-1].regs[5]
    return [action for action in offer if action[0] != DECOY or action[1] >= lowest]


def untouched(table: LeaderTable) -> bool:
    """5.1: the acting troop has done nothing yet, and stays unused if it ends now."""
    regs = table.stack[-1].regs
    return regs[2] == 0 and regs[3] == 0


def place_decoy(plan: Plan, state: LeaderState, seat: int, field: int) -> None:
    """5.9, 5.10: everybody sees that it is a dummy; it is unmarked."""
    table = state.table
    put_down(table, state.hands[seat], field, DUMMY, DUMMY, 0)
    regs = table.stack[-1].regs
    regs[5] = max(regs[5], field + 1)
    if state.loud:
        state.tell(EVERYONE, DECOYED, (field,))
    resume(plan, state)


def end_move(plan: Plan, state: LeaderState) -> None:
    """5.11: one action less; then everybody's losses are judged."""
    regs = state.table.stack[-1].regs
    regs[1] -= 1
    regs[5] = 0
    end_action(plan, state)


def end_action(plan: Plan, state: LeaderState) -> None:
    if settle(plan, state, -1):
        return
    table = state.table
    frame = table.stack[-1]
    frame.step = CHOOSE
    if frame.regs[1] == 0:
        table.stack.pop()
    state.ask([active(table)])
