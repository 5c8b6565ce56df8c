"""What an admiral wonders about: troops aboard, the secret set-up, courses, orders and aims."""

from __future__ import annotations

from sandtable.games.company_war.state import (
    BATTLE,
    CARRIERS,
    FLEET,
    NO_ORDER,
    NOWHERE,
    PLACING,
    PLOTTING,
    SHIPS,
    TROOPING,
    UNPLACED,
    WarHand,
    WarState,
    side_of,
)
from sandtable.kit.card import Fact


def facts_of(state: WarState, seat: int) -> list[Fact]:
    table = state.table
    foe = state.hands[1 - seat]
    proc = table.stack[-1].proc if table.stack else PLOTTING
    plotting = proc == PLOTTING and foe.seat in table.pending  # nothing is written yet that could be guessed
    found: list[Fact] = []
    if proc in (PLACING, TROOPING) and foe.seat in table.pending:
        return found  # who is still setting up has decided nothing that could be guessed
    for ship in range(SHIPS):
        if side_of(ship) != foe.seat or table.place[ship] == NOWHERE:
            continue
        if foe.seat == FLEET and ship < CARRIERS:
            found.append(Fact("ship", ship, "troops", "flag", foe.troop[ship]))
        if table.place[ship] == UNPLACED and foe.start[ship] != UNPLACED:
            found.append(Fact("ship", ship, "starts", "point", foe.start[ship]))
        if proc == BATTLE:
            add_order(table.order[ship], foe, ship, found)
        elif not plotting and foe.course[ship]:
            found.append(Fact("ship", ship, "goes", "point", foe.course[ship][-1]))
        elif not plotting and table.left[foe.seat]:  # once all have moved nobody goes anywhere
            found.append(Fact("ship", ship, "goes", "point", NOWHERE))
    return found


def add_order(shown: int, foe: WarHand, ship: int, found: list[Fact]) -> None:
    if shown == NO_ORDER and foe.order[ship] != NO_ORDER:
        found.append(Fact("ship", ship, "order", "order", foe.order[ship]))
