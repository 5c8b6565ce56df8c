"""What a conqueror wants and can afford in one turn: targets, and the units that go there."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.leaders.rules.common import Terms, count, crowd, in_camp, limit
from sandtable.games.leaders.state import LAND, NOBODY, LeadersHand, LeadersTable
from sandtable.games.leaders.verbs import MOVE, PLACE
from sandtable.kit.reasons import Ledger


def near_goal(terms: Terms, table: LeadersTable, seat: int) -> bool:
    return table.points[seat] * 10 >= terms.scenario.points_by_seat[seat] * 8


class Campaign:
    """The plan of the own turn; ``home_share``: how much of the camp stays at home, in a hundred."""

    def __init__(self, terms: Terms, seat: int, home_share: int) -> None:
        self.terms = terms
        self.seat = seat
        self.home_share = home_share
        self.planned = -1  # own turn the plan was made for
        self.plan: list[int] = []  # threes: base, target, units to go
        self.rated: list[int] = []  # by territory, when the plan was made

    def current(self, table: LeadersTable, hand: LeadersHand) -> list[int]:
        if self.planned != table.turns[self.seat]:
            self.make_plan(table, hand)
        return self.plan

    def make_plan(self, table: LeadersTable, hand: LeadersHand) -> None:
        """Targets by worth per unit needed, as long as units last."""
        self.planned = table.turns[self.seat]
        self.plan = []
        self.rated = [self.rating(table, t) for t in range(LAND)]
        terms = self.terms
        world = terms.world
        spare = [0] * LAND  # units that may leave a base without being placed
        room = [0] * LAND
        for t in range(LAND):
            if table.owner[t] == self.seat:
                spare[t] = count(terms, table, t, self.seat) - 1
                room[t] = max(0, limit(terms, table, t, False) - crowd(terms, table, t, NOBODY))
        camp = in_camp(table, self.seat)
        left = camp - camp * self.home_share // 100
        rated: list[tuple[int, int]] = []
        for t in range(LAND):
            owner = table.owner[t]
            if owner != self.seat and (owner == NOBODY or (hand.allies >> owner) & 1 == 0) and not self.friend_in(table, hand, t):
                rated.append((-self.rated[t], t))
        rated.sort()
        for _, t in rated:
            need = self.need(table, t)
            reach = 0
            for base in world.land[t]:
                if table.owner[base] == self.seat:
                    reach += spare[base] + min(room[base], left)
            if min(reach, left + sum([spare[base] for base in world.land[t]])) < need:
                continue
            for base in world.land[t]:
                if table.owner[base] == self.seat and need > 0:
                    free = min(need, spare[base])
                    placed = min(need - free, room[base], left)
                    if free + placed > 0:
                        self.plan += [base, t, free + placed]
                        spare[base] -= free
                        room[base] -= placed
                        left -= placed
                        need -= free + placed

    def friend_in(self, table: LeadersTable, hand: LeadersHand, t: int) -> bool:
        return any(hand.allies >> seat & 1 and count(self.terms, table, t, seat) for seat in range(self.terms.seats))

    def worth(self, table: LeadersTable, t: int) -> int:
        world = self.terms.world
        owner = table.owner[t]
        worth = world.points[t] * 20
        missing = 0
        for other in world.members[world.continent[t]]:
            if table.owner[other] != self.seat:
                missing += 1
        if missing <= 2:
            worth += world.bonus[world.continent[t]] * (30 if missing == 1 else 10)
        if owner != NOBODY and near_goal(self.terms, table, owner):
            worth += worth // 2
        return worth

    def rating(self, table: LeadersTable, t: int) -> int:
        """Worth for each unit needed, rounded up."""
        return -(-self.worth(table, t) // self.need(table, t))

    def need(self, table: LeadersTable, t: int) -> int:
        """Units wanted against what stands there and what may be added."""
        owner = table.owner[t]
        if owner == NOBODY:
            return 1
        here = crowd(self.terms, table, t, self.seat)
        added = min(max(0, limit(self.terms, table, t, True) - here), (in_camp(table, owner) + 1) // 3)
        foes = here + added
        return foes + 1 + (1 if foes >= 3 else 0)

    def explain(self, table: LeadersTable, offer: list[Action], ledger: Ledger) -> None:
        """What each step of the plan is for; and of what is not in it, what it would take."""
        for action in offer:
            if action[0] == MOVE and action[2] < LAND and table.owner[action[2]] != self.seat:
                ledger.weigh(action)
                self.account(table, ledger, action[2], self.to_go(action[1], action[2]) > 0)
            elif action[0] == PLACE:
                for i in range(0, len(self.plan), 3):
                    if self.plan[i] == action[1]:
                        ledger.weigh(action)
                        here = count(self.terms, table, action[1], self.seat)
                        self.account(table, ledger, self.plan[i + 1], here < self.wanted(action[1]))

    def wanted(self, base: int) -> int:
        """Units that should stand there before the others are given their turn: those who go, and one who stays."""
        wanted = 1
        for i in range(0, len(self.plan), 3):
            if self.plan[i] == base:
                wanted += self.plan[i + 2]
        return wanted

    def to_go(self, base: int, target: int) -> int:
        for i in range(0, len(self.plan), 3):
            if self.plan[i] == base and self.plan[i + 1] == target:
                return self.plan[i + 2]
        return 0

    def account(self, table: LeadersTable, ledger: Ledger, t: int, planned: bool) -> None:
        ledger.note("territory", self.worth(table, t))
        ledger.note("units-needed", self.need(table, t))
        if planned:
            ledger.count("worth-a-unit", self.rated[t])
        else:
            ledger.count("not-planned", -100)
