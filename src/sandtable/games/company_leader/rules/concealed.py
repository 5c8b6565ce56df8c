"""Chapter 4: what a player does with dummies and concealed troops, and between the actions of revealed ones."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.facing import ask_facings
from sandtable.games.company_leader.rules.pieces import exchange, fixed, in_view, show, watched
from sandtable.games.company_leader.rules.turn import still_acting
from sandtable.games.company_leader.state import (
    ACT,
    DISPLACED,
    DUMMY,
    HID,
    PURCHASES,
    SHOT,
    TURN,
    UNDER_FIRE,
    USED,
    LeaderHand,
    LeaderState,
    LeaderTable,
    hidden,
)
from sandtable.games.company_leader.verbs import (
    ACTIVATE,
    ASK_ME,
    CONCEAL,
    CONCEALED,
    PASS_ON,
    REVEAL,
    STANDING,
    SWAPPED,
)


def offer_actions(plan: Plan, table: LeaderTable, hand: LeaderHand) -> list[Action]:
    """The first level of a turn: end it, swap, reveal, conceal, or give a revealed troop its action."""
    seat = hand.seat
    seen = watched(plan, table, seat)
    owner, face, mark, kind = table.owner, table.face, table.mark, hand.kind
    tied = plan.tied  # 4.2: marks that keep a revealed troop in its place, and below a face-down piece
    stuck = tied | USED
    offer: list[Action] = [plan.done]
    reveals: list[Action] = []
    conceals: list[Action] = []
    acts: list[Action] = []
    for f in range(plan.size):
        if owner[f] != seat:
            continue
        down = face[f] == 0
        if down:
            if kind[f] > DUMMY and may_show(plan, table, f):
                reveals.append(plan.singles[REVEAL][f])
            if mark[f] & stuck:
                continue
        else:
            if mark[f] & USED == 0:
                acts.append(plan.singles[ACTIVATE][f])
            if not seen[f] and mark[f] & SHOT == 0 and may_hide(plan, table, f):
                conceals.append(plan.singles[CONCEAL][f])
            if mark[f] & tied:
                continue
        up = plan.up[f]
        for i in range(len(up)):
            g = up[i]
            if owner[g] != seat:
                continue
            if face[g] == 0:
                if mark[g] & stuck:
                    continue
            elif not down or mark[g] & tied:
                continue
            if (seen[f] or seen[g]) and (kind[f] == DUMMY or kind[g] == DUMMY):
                continue  # 4.4
            offer.append(plan.swaps[f][i])
    offer += reveals
    offer += conceals
    offer += acts
    if table.always[seat]:
        offer.append((ASK_ME,))
    if plan.together:
        offer += [(PASS_ON, other) for other in still_acting(plan, table) if other != seat]
    return offer


def aside(plan: Plan, table: LeaderTable, hand: LeaderHand, action: Action) -> bool:
    """4.7, 4.8: at any time of his turn a player may reveal and conceal, also while another of his troops is acting and while he buys.
    It could as well be done before or after, so such a moment's offer does not list it."""
    frame = table.stack[-1]
    acting = frame.proc == ACT and frame.step != UNDER_FIRE
    if not acting and (frame.proc != TURN or frame.step != PURCHASES):
        return False
    field = action[1]
    if field < 0 or field >= plan.size or table.owner[field] != hand.seat or (acting and field == frame.regs[0]):
        return False
    if action[0] == REVEAL:
        return table.face[field] == 0 and hand.kind[field] > DUMMY and may_show(plan, table, field)
    if table.face[field] == 0 or table.mark[field] & SHOT or not may_hide(plan, table, field):
        return False
    return not in_view(plan, table, hand.seat, field)


def may_show(plan: Plan, table: LeaderTable, field: int) -> bool:
    """4.9: also what was concealed this turn, unless the stricter reading is played."""
    return table.mark[field] & HID == 0 or plan.settings.reveal_again == 1


def may_hide(plan: Plan, table: LeaderTable, field: int) -> bool:
    """4.8: at full strength; 11.2, 11.5: neither the flag's bearer nor the convoy can hide."""
    kind = table.face[field]
    return table.strength[field] == plan.full[kind] and field != table.flag and kind < len(plan.full) - 1


def refuse_swap(plan: Plan, table: LeaderTable, hand: LeaderHand, f: int, g: int) -> str:
    seat = hand.seat
    if table.owner[f] != seat or table.owner[g] != seat:
        return "not-your-piece"
    if g not in plan.up[f] and f not in plan.up[g]:
        return "not-adjacent"
    if table.face[f] > 0 and table.face[g] > 0:
        return "both-revealed"
    for at in (f, g):
        if hidden(table, at) and table.mark[at] & USED:
            return "already-swapped"
    if fixed(plan, table, f) or fixed(plan, table, g):
        return "carried-already"
    return "dummy-in-view"


def refuse_conceal(plan: Plan, table: LeaderTable, hand: LeaderHand, f: int) -> str:
    if table.owner[f] != hand.seat:
        return "not-your-piece"
    if table.face[f] == 0:
        return "not-revealed"
    if table.stack[-1].proc == ACT and table.stack[-1].regs[0] == f:
        return "finish-piece-first"
    if table.strength[f] < plan.full[table.face[f]]:
        return "damaged"
    if table.mark[f] & SHOT:
        return "has-attacked"
    return "in-view" if in_view(plan, table, hand.seat, f) else "cannot-hide"


def refuse_reveal(table: LeaderTable, hand: LeaderHand, f: int) -> str:
    if table.owner[f] != hand.seat:
        return "not-your-piece"
    if table.face[f] > 0:
        return "already-revealed"
    return "is-dummy" if hand.kind[f] == DUMMY else "hid-this-turn"


def refuse_activate(table: LeaderTable, hand: LeaderHand, f: int) -> str:
    if table.owner[f] != hand.seat:
        return "not-your-piece"
    return "not-revealed" if table.face[f] == 0 else "already-used"


def swap(plan: Plan, state: LeaderState, seat: int, f: int, g: int) -> None:
    """4.1-4.5.  Which of the two is named first does not matter."""
    table, hand = state.table, state.hands[seat]
    f, g = min(f, g), max(f, g)
    seen = watched(plan, table, seat)
    bare = seen[f] + seen[g] > 0
    for at in (f, g):
        table.mark[at] |= DISPLACED
        if table.face[at] == 0:
            table.mark[at] |= USED
    exchange(table, hand, f, g)
    if state.loud:
        state.tell(EVERYONE, SWAPPED, (f, g))
    shown: list[int] = []
    if bare:
        for at in (f, g):
            if table.face[at] == 0:
                show(plan, state, at, 0)
                shown.append(at)
    if shown:
        ask_facings(state, shown)
    else:
        state.ask([seat])


def reveal(plan: Plan, state: LeaderState, seat: int, field: int) -> None:
    """4.7."""
    show(plan, state, field, 0)
    ask_facings(state, [field])


def conceal(plan: Plan, state: LeaderState, seat: int, field: int) -> None:
    """4.8, 4.9: it lies face down, but all who watched know what it is."""
    table, hand = state.table, state.hands[seat]
    hand.kind[field] = table.face[field]
    table.known[field] = table.face[field]
    table.origin[field] = 0
    table.face[field] = 0
    table.facing[field] = 0
    table.strength[field] = 0
    table.mark[field] |= HID
    if state.loud:
        state.tell(EVERYONE, CONCEALED, (field,))


def be_asked(state: LeaderState, seat: int) -> None:
    """6.10: no longer shoot back without being asked."""
    state.table.always[seat] = 0
    state.tell(EVERYONE, STANDING, (seat, 0))
    state.ask([seat])
