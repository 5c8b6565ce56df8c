"""What a leader wonders about: the secrets of the other headquarters."""

from __future__ import annotations

from sandtable.games.leaders.state import ECONOMY, TECHNOLOGY, LeadersState
from sandtable.kit.card import Fact


def facts_of(state: LeadersState, seat: int) -> list[Fact]:
    table = state.table
    found: list[Fact] = []
    for other in range(len(state.hands)):
        if other == seat or table.out[other]:
            continue
        hand = state.hands[other]
        found.append(Fact("seat", other, "savings", "points", hand.savings))
        found.append(Fact("seat", other, "technology", "level", hand.level[TECHNOLOGY]))
        found.append(Fact("seat", other, "economy", "level", hand.level[ECONOMY]))
        for area in range(3):
            found.append(Fact("seat", other, "project-" + str(area), "flag", 1 if hand.project[area] else 0))
        found.append(Fact("seat", other, "diplomats", "number", hand.agents[0]))
        found.append(Fact("seat", other, "spies", "number", hand.agents[1]))
        found.append(Fact("seat", other, "coming", "number", sum(hand.due)))
        found.append(Fact("seat", other, "mission", "mission", hand.mission))
        for third in range(len(state.hands)):
            if len(state.hands) > 2 and third not in (seat, other) and not table.out[third]:
                found.append(Fact("seat", other, "allied-" + str(third), "flag", (hand.allies >> third) & 1))
    return found
