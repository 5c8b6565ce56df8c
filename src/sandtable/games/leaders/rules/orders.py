"""Chapter 5: placing and moving."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.leaders.rules.common import Terms, allying, count, crowd, in_camp, limit, set_owner
from sandtable.games.leaders.state import (
    DEFENCE,
    LAND,
    MOVING,
    NOBODY,
    PLACES,
    LeadersHand,
    LeadersState,
    LeadersTable,
)
from sandtable.games.leaders.verbs import DONE, MOVE, MOVED, PLACE, PLACED, SEIZED

# placing

# Offers are made of the same actions again and again: so they are made once.
PLACINGS: Final[list[Action]] = [(PLACE, place, unit) for place in range(LAND) for unit in range(3)]
MOVES: Final[list[Action]] = [(MOVE, place, to, unit) for place in range(PLACES) for to in range(PLACES) for unit in range(3)]


def step_placing(terms: Terms, state: LeadersState) -> None:
    table = state.table
    if could_place(terms, table, table.active):
        state.ask([table.active])
    else:
        table.stack[-1] = Frame(MOVING, 0, [])


def could_place(terms: Terms, table: LeadersTable, seat: int) -> bool:
    """Whether a unit could be placed, as far as everybody can see: anybody may be an ally (5.11)."""
    if in_camp(table, seat) == 0:
        return False
    anywhere = allying(table)
    for place in range(LAND):
        owner = table.owner[place]
        if owner == seat or (anywhere and owner != NOBODY):
            if crowd(terms, table, place, NOBODY) < limit(terms, table, place, False):
                return True
    return False


def is_base(table: LeadersTable, hand: LeadersHand, place: int) -> bool:
    """5.1, 5.11: own territories and those of allies."""
    owner = table.owner[place]
    return owner == hand.seat or (owner != NOBODY and (hand.allies >> owner) & 1 == 1)


def offer_placing(terms: Terms, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    found: list[Action] = []
    camp = table.camp
    first = hand.seat * 3
    if camp[first] + camp[first + 1] + camp[first + 2]:
        for place in range(LAND):
            if is_base(table, hand, place) and crowd(terms, table, place, NOBODY) < limit(terms, table, place, False):
                for unit in range(3):
                    if camp[first + unit]:
                        found.append(PLACINGS[place * 3 + unit])
    found.append((DONE,))
    return found


def malformed_placing(action: Action) -> str:
    """Why this names no unit and no territory to put it into; empty when it does."""
    if action[0] != PLACE or len(action) != 3:
        return "not-now"
    if not 0 <= action[1] < PLACES or not 0 <= action[2] <= 2:
        return "no-such-place"
    return "not-at-sea" if action[1] >= LAND else ""


def refuse_placing(terms: Terms, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    wrong = malformed_placing(action)
    if wrong:
        return wrong
    place, unit = action[1], action[2]
    if not is_base(table, hand, place):
        return "not-your-territory"
    if table.camp[hand.seat * 3 + unit] == 0:
        return "not-in-camp"
    return "territory-full"


def put(terms: Terms, state: LeadersState, seat: int, place: int, unit: int) -> None:
    table = state.table
    table.camp[seat * 3 + unit] -= 1
    table.units[(place * terms.seats + seat) * 3 + unit] += 1
    if table.owner[place] == seat:
        state.tell(EVERYONE, PLACED, (seat, place, unit))
    else:  # an alliance comes to light, by the choice of the seat
        state.show(seat, EVERYONE, PLACED, (seat, place, unit))


def place_unit(terms: Terms, state: LeadersState, seat: int, place: int, unit: int) -> None:
    put(terms, state, seat, place, unit)
    if could_place(terms, state.table, seat):
        state.ask_again(seat)
    else:
        end_placing(state, seat)


# moving


def movable(terms: Terms, table: LeadersTable, place: int, seat: int) -> int:
    """5.6, 5.7: how many units of the active seat may leave a place."""
    i = place * 3
    ready = count(terms, table, place, seat) - table.fresh[i] - table.fresh[i + 1] - table.fresh[i + 2]
    if place < LAND:
        if (table.attacked >> place) & 1:
            return 0
        if table.owner[place] == seat and table.fresh[i] + table.fresh[i + 1] + table.fresh[i + 2] == 0:
            return ready - 1
    return ready


def step_moving(terms: Terms, state: LeadersState) -> None:
    """Only what everybody can see passes on: whoever stands next to a unit may be an ally or not."""
    table = state.table
    for place in range(PLACES):
        if movable(terms, table, place, table.active) > 0 and has_way(terms, table, place):
            state.ask([table.active])
            return
    table.stack[-1] = Frame(DEFENCE, 0, [1, 0])


def has_way(terms: Terms, table: LeadersTable, place: int) -> bool:
    """5.7, 5.8: whether a neighbour is a sea field, not the active seat's own, or taken in this turn."""
    for to in terms.world.near[place]:
        i = to * 3
        if to >= LAND or table.owner[to] != table.active or table.fresh[i] + table.fresh[i + 1] + table.fresh[i + 2]:
            return True
    return False


def hostile_mask(terms: Terms, table: LeadersTable, hand: LeadersHand) -> int:
    """5.7, 5.12: a bit per place the seat may move into."""
    seat = hand.seat
    mask = 0
    for place in range(LAND):
        owner = table.owner[place]
        if owner == seat:
            i = place * 3
            if table.fresh[i] + table.fresh[i + 1] + table.fresh[i + 2] == 0:  # 5.8: others may follow
                continue
        elif owner != NOBODY and (hand.allies >> owner) & 1:
            continue
        mask |= 1 << place
    if hand.allies:
        for ally in range(terms.seats):
            if (hand.allies >> ally) & 1:
                for place in range(LAND):
                    if (mask >> place) & 1 and count(terms, table, place, ally):
                        mask &= ~(1 << place)
    for sea in range(LAND, PLACES):
        mask |= 1 << sea
    return mask


def offer_moves(terms: Terms, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    found: list[Action] = []
    seat = hand.seat
    mask = hostile_mask(terms, table, hand)
    for place in range(PLACES):
        i = (place * terms.seats + seat) * 3
        units = table.units
        if units[i] + units[i + 1] + units[i + 2] == 0 or movable(terms, table, place, seat) <= 0:
            continue
        for to in terms.world.near[place]:
            if (mask >> to) & 1:
                for unit in range(3):
                    if units[i + unit] > table.fresh[place * 3 + unit]:
                        found.append(MOVES[(place * PLACES + to) * 3 + unit])
    found.append((DONE,))
    return found


def refuse_move(terms: Terms, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    if action[0] != MOVE or len(action) != 4:
        return "not-now"
    place, to, unit = action[1], action[2], action[3]
    if not 0 <= place < PLACES or not 0 <= to < PLACES or not 0 <= unit <= 2:
        return "no-such-place"
    i = (place * terms.seats + hand.seat) * 3
    if table.units[i + unit] == 0:
        return "no-such-unit-there"
    if to not in terms.world.near[place]:
        return "not-adjacent"
    if table.units[i + unit] <= table.fresh[place * 3 + unit]:
        return "moved-already"
    if movable(terms, table, place, hand.seat) <= 0:
        return "one-must-stay" if table.fresh[place * 3 + unit] == 0 else "moved-already"
    owner = table.owner[to] if to < LAND else NOBODY
    return "into-own-territory" if owner == hand.seat else "ally-there"


def move_unit(terms: Terms, state: LeadersState, seat: int, place: int, to: int, unit: int) -> None:
    """5.5, 5.8, 5.9"""
    table = state.table
    table.units[(place * terms.seats + seat) * 3 + unit] -= 1
    table.units[(to * terms.seats + seat) * 3 + unit] += 1
    table.fresh[to * 3 + unit] += 1
    state.tell(EVERYONE, MOVED, (seat, place, to, unit))
    if to < LAND:
        owner = table.owner[to]
        if owner == NOBODY:
            set_owner(terms, table, to, seat)
            state.tell(EVERYONE, SEIZED, (seat, to))
        elif owner != seat:
            table.attacked |= 1 << to
            if (terms.world.seaway[place] >> to) & 1:
                table.seaborne |= 1 << to
    state.ask_again(seat)


def end_placing(state: LeadersState, seat: int) -> None:
    state.answered(seat)
    state.table.stack[-1] = Frame(MOVING, 0, [])


def end_moving(state: LeadersState, seat: int) -> None:
    state.answered(seat)
    state.table.stack[-1] = Frame(DEFENCE, 0, [1, 0])
