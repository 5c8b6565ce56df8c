"""A plain player of LEADERS.  It picks a road to victory at the start and looks one turn ahead.

Conquerors spend on units and attack wherever they outnumber what the defender can bring; scholars and heroes keep
what they need for defence and put the rest into research or missions.  All of them take up missions that come their
way.  It allies with anybody but whoever leads in points, and leaves an ally who comes near the goal.
"""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action, Draw
from sandtable.games.leaders.campaign import Campaign, near_goal
from sandtable.games.leaders.game import Leaders
from sandtable.games.leaders.rules.battle import ATTACKER, DEFENDER, loses_now, side_total
from sandtable.games.leaders.rules.common import allying, count, crowd, in_camp, limit
from sandtable.games.leaders.rules.headquarters import research_cost
from sandtable.games.leaders.rules.missions import (
    CUNNING,
    DEFENCE_MISSION,
    EMBARGO,
    EXPANSION,
    FORESIGHT,
    SHIELD,
    TOP_SECRET,
    TROOP_STRENGTH,
    VIGILANCE,
)
from sandtable.games.leaders.state import (
    COLOURS,
    DEFENCE,
    DRAFT,
    ECONOMY,
    EVENTS,
    FIGHT,
    FIGHTS,
    MILITARY,
    MOVING,
    NATIONS,
    OFFICE,
    PLACING,
    POINTS,
    TECHNOLOGY,
    LeadersBox,
    LeadersHand,
    LeadersTable,
)
from sandtable.games.leaders.verbs import (
    ACTIVATE,
    APPOINT,
    BOYCOTT,
    DECLINE,
    DISSOLVE,
    ENTER,
    HIRE,
    MOVE,
    PLACE,
    PROPOSE,
    RECRUIT,
    REROLL,
    RESEARCH,
    RETREAT,
    SABOTAGE,
    SPY,
)
from sandtable.kit.card import Bot

CONQUEROR: Final = 0
SCHOLAR: Final = 1
HERO: Final = 2

# by style: share of the income for units, share of the camp that stays at home, in a hundred
UNIT_SHARE: Final = [75, 40, 45]
HOME_SHARE: Final = [25, 60, 70]
ROADS: Final = [CONQUEROR, CONQUEROR, CONQUEROR, SCHOLAR, SCHOLAR, SCHOLAR, HERO, HERO, HERO, HERO]


class Strategist(Bot[LeadersTable, LeadersHand, LeadersBox]):
    def __init__(self, game: Leaders, seat: int, draw: Draw) -> None:
        super().__init__(game, seat, draw)
        self.terms = game.terms
        self.style = ROADS[draw.below(len(ROADS))]
        self.campaign = Campaign(game.terms, seat, HOME_SHARE[self.style])

    def decide(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action:
        if len(offer) == 1:
            return offer[0]
        proc = table.stack[-1].proc
        if proc == OFFICE:
            return self.work(table, hand, offer)
        if proc == PLACING:
            return self.place(table, hand, offer)
        if proc == MOVING:
            return self.move(table, hand, offer)
        if proc == FIGHT:
            return self.fight(table, offer)
        if proc == DEFENCE:
            return self.defend(table, hand, offer)
        if proc == DRAFT:
            return self.draft(table, offer)
        if proc == EVENTS:
            return self.answer(table, offer)
        if proc == POINTS:
            return offer[len(offer) // 2] if offer[0][0] == ENTER else offer[0]
        if proc in (FIGHTS, COLOURS):
            return offer[0]
        if proc == NATIONS:
            return offer[self.draw.below(len(offer))]
        return offer[0]  # the weakest unit stays, or goes

    # set-up and events

    def draft(self, table: LeadersTable, offer: list[Action]) -> Action:
        """Worth of a territory: its points, own neighbours, and how much of its continent is own already."""
        world = self.terms.world
        best, best_worth = offer[0], -1
        for action in offer:
            t = action[1]
            self.ledger.weigh(action)
            worth = self.ledger.count("points", world.points[t] * 10) + self.ledger.count("whim", self.draw.below(6))
            for other in world.land[t]:
                if table.owner[other] == self.seat:
                    worth += self.ledger.count("neighbour", 4)
            for other in world.members[world.continent[t]]:
                if table.owner[other] == self.seat:
                    worth += self.ledger.count("continent", 3)
            if worth > best_worth:
                best, best_worth = action, worth
        return best

    def answer(self, table: LeadersTable, offer: list[Action]) -> Action:
        """An alliance with anybody but the leader in points."""
        leader = table.points.index(max(table.points))
        for action in offer:
            if len(action) > 1:
                self.ledger.weigh(action)
                self.ledger.note("their-points", table.points[action[1]])
                self.ledger.note("most-points", table.points[leader])
        for action in offer:
            if action[0] == DECLINE and action[1] == leader:
                return action
        return offer[0]

    # orders

    def place(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action:
        plan = self.campaign.current(table, hand)
        if self.ledger.open:
            self.campaign.explain(table, offer, self.ledger)
        for i in range(0, len(plan), 3):
            base = plan[i]
            wanted = self.campaign.wanted(base)
            if count(self.terms, table, base, self.seat) < wanted:
                for unit in (0, 2, 1) if wanted % 2 else (2, 1, 0):
                    if (PLACE, base, unit) in offer:
                        return (PLACE, base, unit)
        return offer[-1]

    def move(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action:
        plan = self.campaign.current(table, hand)
        if self.ledger.open:
            self.campaign.explain(table, offer, self.ledger)
        for i in range(0, len(plan), 3):
            if plan[i + 2] > 0:
                for unit in (2, 1, 0):
                    action = (MOVE, plan[i], plan[i + 1], unit)
                    if action in offer:
                        plan[i + 2] -= 1
                        return action
        return offer[-1]

    # battle

    def defend(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action:
        """The dearest territory that can still be made even; allies are helped from plenty."""
        best, best_points = offer[-1], 0
        camp = in_camp(table, self.seat)
        for action in offer:
            if action[0] != PLACE:
                continue
            t = action[1]
            foes = count(self.terms, table, t, table.active)
            here = crowd(self.terms, table, t, table.active)
            room = limit(self.terms, table, t, True) - here
            if table.owner[t] != self.seat and camp < 6:
                continue
            self.ledger.weigh(action)
            self.ledger.note("ours", here)
            self.ledger.note("theirs", foes)
            if here < foes and foes - here <= min(room, camp) + 1:
                self.ledger.count("points", self.terms.world.points[t])
            if here < foes and foes - here <= min(room, camp) + 1 and self.terms.world.points[t] >= best_points:
                best, best_points = action, self.terms.world.points[t]  # the last kind offered is the strongest
        return best

    def fight(self, table: LeadersTable, offer: list[Action]) -> Action:
        frame = table.stack[-1]
        if offer[-1][0] == RETREAT:
            attacking = frame.regs[ATTACKER] == self.seat
            mine = side_total(self.terms, table, frame, attacking)
            theirs = side_total(self.terms, table, frame, not attacking)
            for action in offer:
                self.ledger.weigh(action)
                self.ledger.note("ours", mine)
                self.ledger.note("theirs", theirs)
            hopeless = mine >= 2 and (mine * 2 < theirs if attacking else mine * 3 <= theirs)
            return offer[1] if hopeless else offer[0]
        if offer[0][0] == REROLL:
            for action in offer:
                if action[0] == REROLL and table.throw[action[1]] == 0:
                    return action
            return offer[-1]
        if loses_now(frame) or frame.regs[DEFENDER] == self.seat:
            return offer[0]  # the weakest first
        return offer[0]

    # headquarters

    def work(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action:
        action = self.ally(table, hand, offer)
        if action is None:
            action = self.choose_mission(table, hand, offer)
        if action is None:
            action = self.send(table, hand, offer)
        if action is None:
            action = self.spend(table, hand, offer)
        return offer[-1] if action is None else action

    def ally(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action | None:
        """One alliance, with the strongest rival that is not about to win."""
        best: Action | None = None
        best_points = -1
        for action in offer:
            if action[0] == DISSOLVE and near_goal(self.terms, table, action[1]):
                return action
            if action[0] == PROPOSE and self.wants_ally(hand) and not near_goal(self.terms, table, action[1]):
                self.ledger.weigh(action)
                self.ledger.count("their-points", table.points[action[1]])
                if table.points[action[1]] > best_points:
                    best, best_points = action, table.points[action[1]]
        return best

    def wants_ally(self, hand: LeadersHand) -> bool:
        return self.style != CONQUEROR and hand.allies == 0 and hand.offers == 0

    def choose_mission(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action | None:
        if hand.mission >= 0:
            return None
        best, best_rank = -1, 0
        for action in offer:
            if action[0] == ACTIVATE:
                self.ledger.weigh(action)
                rank = self.ledger.count("mission-soon", self.mission_rank(table, hand, action[1]))
                if rank > best_rank:
                    best, best_rank = action[1], rank
        return (ACTIVATE, best) if best >= 0 else None

    def mission_rank(self, table: LeadersTable, hand: LeadersHand, mission: int) -> int:
        """How soon it may be done."""
        terms = self.terms
        spies, diplomats = hand.agents[1], hand.agents[0]
        if mission in (CUNNING, TOP_SECRET):
            return 90 if spies else 0
        if mission == EMBARGO:
            return 85 if diplomats else 0
        if mission == FORESIGHT:
            return 80 if hand.savings >= terms.savings_goal else 40
        if mission == TROOP_STRENGTH:
            cost = terms.units_goal * terms.v.unit_cost[0]
            return 70 if hand.savings >= cost else 50 if hand.savings + 3 * hand.income * 8 // 10 >= cost else 0
        if mission == DEFENCE_MISSION:
            return 30
        if mission == EXPANSION:
            return 45 if hand.project[ECONOMY] or hand.level[ECONOMY] < 3 else 20
        if mission in (VIGILANCE, SHIELD):
            return 10
        return 25

    def send(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action | None:
        """Agents go out for a mission; otherwise a spare one makes trouble for whoever leads."""
        wanted = -1
        if hand.mission == CUNNING:
            wanted = SABOTAGE
        elif hand.mission == TOP_SECRET:
            wanted = SPY
        elif hand.mission == EMBARGO:
            wanted = BOYCOTT
        spare = 2 if self.style == HERO else 1
        best: Action | None = None
        best_points = -1
        for action in offer:
            if action[0] == wanted or (action[0] == SABOTAGE and hand.agents[1] > spare) or (action[0] == BOYCOTT and hand.agents[0] > 1):
                self.ledger.weigh(action)
                self.ledger.count("their-points", table.points[action[1]])
                if (hand.allies >> action[1]) & 1 == 0 and table.points[action[1]] > best_points:
                    best, best_points = action, table.points[action[1]]
        return best

    def spend(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action | None:
        v = self.terms.v
        if (HIRE,) in offer and hand.agents[1] + hand.trainees[1] < (3 if self.style == HERO else 1):
            return (HIRE,)
        if (APPOINT,) in offer and self.style == HERO and hand.mission == EMBARGO and hand.agents[0] + hand.trainees[0] < 2:
            return (APPOINT,)
        if (APPOINT,) in offer and allying(table) and self.wants_ally(hand) and hand.agents[0] + hand.trainees[0] == 0 and table.round > 1:
            return (APPOINT,)
        recruited = hand.visit[0] * v.unit_cost[0] + hand.visit[1] * v.unit_cost[1] + hand.visit[2] * v.unit_cost[2]
        share = UNIT_SHARE[self.style]
        if hand.mission == TROOP_STRENGTH and self.style == HERO:
            share = 100
        if in_camp(table, self.seat) < 3 and not self.terms.companion:
            share = max(share, 60)
        saving = hand.mission == FORESIGHT and self.style == HERO and hand.met == 0
        if recruited * 100 < hand.income * share and not (saving and share < 60):
            unit = self.unit_to_recruit(hand)
            self.ledger.weigh((RECRUIT, unit))
            self.ledger.note("for-units", recruited * 100 // max(1, hand.income))
            self.ledger.note("for-units-wanted", share)
            if (RECRUIT, unit) in offer:
                return (RECRUIT, unit)
        if saving:
            return None
        return self.study(hand, offer)

    def unit_to_recruit(self, hand: LeadersHand) -> int:
        number = hand.visit[0] + hand.visit[1] + hand.visit[2]
        if hand.mission == TROOP_STRENGTH:
            return 0
        return 2 if number % 5 == 3 else 1 if number % 5 == 4 else 0

    def study(self, hand: LeadersHand, offer: list[Action]) -> Action | None:
        """The cheapest level that can be begun, economy before the others; conquerors think of war first."""
        best: Action | None = None
        best_cost = 1_000_000
        for action in offer:
            if action[0] == RESEARCH:
                area = action[1]
                cost = research_cost(self.terms, hand, area) * 10
                if area == ECONOMY:
                    cost = cost * 7 // 10
                elif area == MILITARY and self.style == CONQUEROR:
                    cost = cost * 6 // 10
                elif area == TECHNOLOGY and self.style == CONQUEROR:
                    cost = cost * 2
                self.ledger.weigh(action)
                self.ledger.note("price", research_cost(self.terms, hand, area))
                self.ledger.count("cost", -cost)
                if cost < best_cost:
                    best, best_cost = action, cost
        return best
