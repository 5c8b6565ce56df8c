"""What a leader wonders about: unseen pieces in the fog, throws, and the private deals of others."""

from __future__ import annotations

from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import ALIVE, D_FROM, D_STATUS, D_TO, HIDDEN, STANDING, THROW, LeadersState
from sandtable.kit.card import Fact


def facts_of(rules: Rules, state: LeadersState, seat: int) -> list[Fact]:
    table = state.table
    found: list[Fact] = []
    throwing = bool(table.stack) and table.stack[-1].proc == THROW
    for other in range(rules.seats):
        hand = state.hands[other]
        if other == seat:
            continue
        if throwing and hand.throw >= 0:
            found.append(Fact("seat", other, "throw", "shape", hand.throw))
        for i in range(len(hand.x)):
            piece = other * rules.army + i
            if table.x[piece] == HIDDEN and table.life[piece] == ALIVE and hand.x[i] != HIDDEN:
                column, row = 3 * hand.x[i] // (table.size[0] + 1), 3 * hand.y[i] // (table.size[1] + 1)
                found.append(Fact("piece", piece, "where", "own", 3 * row + column))
        for third in range(other + 1, rules.seats):
            if rules.negotiation and third != seat:
                found.append(Fact("seat", other, "deal-" + str(third), "flag", 1 if bound(state, other, third) else 0))
    return found


def bound(state: LeadersState, one: int, two: int) -> bool:
    for deal in state.hands[one].deals:
        if deal[D_STATUS] == STANDING and one in (deal[D_FROM], deal[D_TO]) and two in (deal[D_FROM], deal[D_TO]):
            return True
    return False
