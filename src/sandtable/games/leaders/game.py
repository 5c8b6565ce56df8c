"""LEADERS as the core knows it: thin, the rules are in rules/."""

from __future__ import annotations

from sandtable.core.game import CHANCE, Action, Draw, Game, State
from sandtable.games.leaders import setup
from sandtable.games.leaders.imagine import imagine
from sandtable.games.leaders.rules import flow
from sandtable.games.leaders.rules.common import Terms, count, has_continent
from sandtable.games.leaders.rules.mirror import tidy
from sandtable.games.leaders.state import (
    BY_ROUNDS,
    FIGHT,
    LAND,
    NOBODY,
    LeadersBox,
    LeadersHand,
    LeadersState,
    LeadersTable,
    copy_box,
    copy_hand,
    copy_table,
)


class Leaders(Game[LeadersTable, LeadersHand, LeadersBox]):
    name = "leaders"
    version = 2

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms.seats)
        self.terms = terms

    def setup(self) -> LeadersState:
        return setup.start(self.terms)

    def copy(self, state: LeadersState) -> LeadersState:
        new: LeadersState = State(copy_table(state.table), [copy_hand(hand) for hand in state.hands], copy_box(state.box))
        new.loud = state.loud
        return new

    def actions(self, table: LeadersTable, hand: LeadersHand) -> list[Action]:
        return flow.offer(self.terms, table, hand)

    def tidy(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> list[Action]:
        return tidy(self.terms, table, hand, offer)

    def refusal(self, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
        return flow.refuse(self.terms, table, hand, action)

    def apply(self, state: LeadersState, seat: int, action: Action) -> None:
        if seat == CHANCE:
            flow.chance(self.terms, state, action)
        else:
            flow.act(self.terms, state, seat, action)

    def imagine(self, table: LeadersTable, hand: LeadersHand, draw: Draw) -> LeadersState:
        return imagine(self.terms, table, hand, draw)

    def leave(self, state: LeadersState, seat: int) -> None:
        flow.leave(self.terms, state, seat)

    def scores(self, table: LeadersTable) -> list[int]:
        """The winner takes it all; while the match is on, the lead in points."""
        if table.winner != NOBODY:
            return [1000 if seat == table.winner else -1000 for seat in range(self.seats)]
        best = max(table.points)
        if table.way == BY_ROUNDS:  # 11.6
            first = 1000 if table.points.count(best) == 1 else 500
            return [first if table.points[seat] == best else -1000 for seat in range(self.seats)]
        found: list[int] = []
        for seat in range(self.seats):
            rivals = [table.points[other] for other in range(self.seats) if other != seat]
            found.append(max(-999, min(999, 1000 * (table.points[seat] - max(rivals)) // 250)))
        return found

    def audit(self, state: LeadersState) -> None:
        table = state.table
        assert min(table.units) >= 0 and min(table.camp) >= 0 and min(table.drop) >= 0, "fewer units than none"
        if not self.terms.companion:
            self.audit_map(table)
        for hand in state.hands:
            self.audit_hand(table, hand)
            self.audit_ledger(state, hand)
        assert len(state.box.reports) % 5 == 0
        for i in range(0, len(state.box.reports), 5):
            sender, target, action = state.box.reports[i : i + 3]
            assert (state.hands[sender].sent[action] >> target) & 1, "a report nobody waits for"

    def audit_ledger(self, state: LeadersState, hand: LeadersHand) -> None:
        """What spies have seen holds, and goes on from there (8.3)."""
        for other in state.hands:
            if hand.spied_turn[other.seat] >= 0 and not state.table.out[other.seat]:
                for area in range(3):
                    assert other.level[area] >= hand.spied[other.seat * 6 + area], "research that a spy has seen is gone"

    def audit_map(self, table: LeadersTable) -> None:
        n = self.seats
        points = [0] * n
        fighting = len(table.stack) > 0 and table.stack[-1].proc == FIGHT
        for place in range(LAND):
            owner = table.owner[place]
            if owner == NOBODY:
                assert sum(table.units[place * n * 3 : (place + 1) * n * 3]) == 0, "units stand in a territory nobody owns"
            else:
                points[owner] += self.terms.world.points[place]
                assert fighting or count(self.terms, table, place, owner), "a territory is owned by somebody who is not there"
        for continent in range(len(self.terms.world.bonus)):
            first = table.owner[self.terms.world.members[continent][0]]
            if first != NOBODY and has_continent(self.terms, table, continent, first):
                points[first] += self.terms.world.bonus[continent]
        assert points == table.points, "the points are miscounted"

    def audit_hand(self, table: LeadersTable, hand: LeadersHand) -> None:
        v = self.terms.v
        assert hand.savings >= 0 and min(hand.due) >= 0 and min(hand.agents) >= 0 and min(hand.trainees) >= 0
        for agent in range(2):
            assert hand.agents[agent] + hand.trainees[agent] <= v.agent_max, "more than ten agents"
        for area in range(3):
            assert 0 <= hand.level[area] <= 3 and 0 <= hand.project[area] <= 4
            assert hand.level[area] < 3 or hand.project[area] == 0, "research beyond the last level"
        assert table.out[hand.seat] or hand.level[0] == table.military[hand.seat], "military research is public"
        assert (hand.allies >> hand.seat) & 1 == 0, "an alliance with itself"
        assert hand.mission < 0 or hand.mission in hand.cards, "a mission that is not among the cards"
