"""Chapter 7, 7.1-7.2: which fights are fought, and in which order."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.leaders.rules.battle import ATTACKER_STAYS, present
from sandtable.games.leaders.rules.common import Terms
from sandtable.games.leaders.state import FIGHT, LAND, OFFICE, PLACES, LeadersHand, LeadersState, LeadersTable
from sandtable.games.leaders.verbs import BATTLE, DONE, ENGAGE, FIGHT_AT


def step_fights(terms: Terms, state: LeadersState) -> None:
    """7.1: a single fight that must be fought begins by itself, unless one at sea could come first."""
    table = state.table
    at_sea = can_engage(terms, table)
    if table.attacked == 0 and not at_sea:
        table.stack[-1] = Frame(OFFICE, 0, [])
        return
    if table.attacked & (table.attacked - 1) == 0 and not at_sea:
        for place in range(LAND):
            if (table.attacked >> place) & 1:
                begin_fight(terms, state, place, table.owner[place])
        return
    state.ask([table.active])


def ready_at_sea(terms: Terms, table: LeadersTable, sea: int) -> bool:
    """7.2: units that lay there before the moves, in a field not fought in this turn."""
    if (table.fought >> sea) & 1:
        return False
    return any(table.units[(sea * terms.seats + table.active) * 3 + unit] > table.fresh[sea * 3 + unit] for unit in range(3))


def can_engage(terms: Terms, table: LeadersTable) -> bool:
    """Whoever is there may be an ally, which is nobody's business: so allies count here."""
    for sea in range(LAND, PLACES):
        if ready_at_sea(terms, table, sea):
            for seat in range(terms.seats):
                if seat != table.active and present(terms, table, sea, seat):
                    return True
    return False


def offer_fights(terms: Terms, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    found: list[Action] = []
    for place in range(LAND):
        if (table.attacked >> place) & 1:
            found.append((FIGHT_AT, place))
    for sea in range(LAND, PLACES):
        if ready_at_sea(terms, table, sea):
            for seat in range(terms.seats):
                if seat != hand.seat and (hand.allies >> seat) & 1 == 0 and present(terms, table, sea, seat):
                    found.append((ENGAGE, sea, seat))
    if table.attacked == 0:
        found.append((DONE,))
    return found


def refuse_fight(terms: Terms, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    if action[0] == DONE:
        return "fights-left"
    if action[0] == FIGHT_AT:
        return "not-attacked"
    if action[0] == ENGAGE and len(action) == 3 and 0 <= action[2] < terms.seats:
        if (hand.allies >> action[2]) & 1:
            return "ally-there"
        return "no-sea-fight"
    return "not-now"


def begin_fight(terms: Terms, state: LeadersState, place: int, defender: int) -> None:
    table = state.table
    table.stack.append(Frame(FIGHT, ATTACKER_STAYS, [place, table.active, defender, 0, 0, 0, -1, 0]))
    if place >= LAND:
        table.fought |= 1 << place
    state.tell(EVERYONE, BATTLE, (place, table.active, defender))


def choose_fight(terms: Terms, state: LeadersState, seat: int, place: int, defender: int) -> None:
    state.answered(seat)
    begin_fight(terms, state, place, defender)
