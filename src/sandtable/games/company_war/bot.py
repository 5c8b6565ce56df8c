"""A plain admiral: takes and holds stations or hunts those who do, fights while the odds are fair, breaks off when they are not."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action, Box, Draw
from sandtable.games.company_war.game import CompanyWar
from sandtable.games.company_war.pilot import Pilot
from sandtable.games.company_war.plans import Plan, fleet_plan, power, station_value, union_plan
from sandtable.games.company_war.rules.fire import AIMING, FLEEING, ORDERING, POINT, RANGING, hit_number
from sandtable.games.company_war.rules.fleet import aboard
from sandtable.games.company_war.state import (
    ASSEMBLING,
    BATTLE,
    BOMBARDING,
    CAPITAL,
    COLONY,
    EARTH,
    EXECUTING,
    FIRST_DART,
    FLEET,
    GARRISONING,
    PLACING,
    PLOTTING,
    REPAIRING,
    SHIPS,
    STATION,
    TACTICS,
    WarHand,
    WarTable,
    is_capital,
)
from sandtable.games.company_war.tidy import without_takes
from sandtable.games.company_war.verbs import (
    AIM,
    ARRIVE,
    ASSEMBLE,
    BREAK,
    DECLINE,
    DONE,
    FLEE,
    HOLD,
    JOIN,
    JUMP,
    LAND,
    LAUNCH,
    MOVE,
    PLACE,
    PLOT,
    RANGE,
    REFRAIN,
)
from sandtable.kit.card import Bot

# Percent of the enemy's power below which a seat breaks off.
NERVE: Final = [60, 60]


class Admiral(Bot[WarTable, WarHand, Box]):
    def __init__(self, game: CompanyWar, seat: int, draw: Draw) -> None:
        super().__init__(game, seat, draw)
        self.book = game.book
        self.pilot = Pilot(game.book, seat, draw, self.ledger)
        self.plans: list[Plan] = []
        self.planned = -1  # turn of the plans

    def decide(self, table: WarTable, hand: WarHand, offer: list[Action]) -> Action:
        offer = without_takes(offer)
        if len(offer) == 1:
            return offer[0]
        frame = table.stack[-1]
        proc = frame.proc
        if proc == PLOTTING:
            wish = self.plot(table, hand)
        elif proc == EXECUTING:
            wish = self.execute(offer)
        elif proc == BATTLE:
            wish = self.battle(table, hand, frame.step, offer)
        elif proc == TACTICS:
            return self.pilot.decide(table, frame.step, offer)
        elif proc == PLACING:
            wish = (PLACE, offer[0][1], self.book.starts[(0, 0, 2, 2, 0, 2, 0, 2, 0)[offer[0][1]]])
        elif proc == ASSEMBLING:
            wish = (ASSEMBLE,) if table.turn > hand.seat else (REFRAIN,)
        elif proc == GARRISONING:
            wish = self.garrison(table, offer)
        elif proc == BOMBARDING:
            wish = (DONE,)
        elif proc == REPAIRING:
            wish = offer[0]
        else:
            wish = offer[self.draw.below(max(1, len(offer) - 1))]
        return wish if wish in offer else offer[-1]

    # movement ----------------------------------------------------------------------------

    def plot(self, table: WarTable, hand: WarHand) -> Action:
        if self.planned != table.turn or not (hand.plotted or hand.squad):
            self.planned = table.turn
            if self.seat == FLEET:
                self.plans = fleet_plan(self.book, table, hand, self.draw, self.ledger)
            else:
                self.plans = union_plan(self.book, table, self.draw, self.ledger)
        for plan in self.plans:
            if hand.squad and plan.ships[0] == hand.squad[0]:
                step = self.continue_plot(hand, plan)
                self.ledger.share((PLOT, plan.ships[0]), step)
                return step
        if not hand.squad:
            for plan in self.plans:
                if not hand.course[plan.ships[0]]:
                    return (PLOT, plan.ships[0])
            return (DONE,)
        return (ARRIVE,)

    def continue_plot(self, hand: WarHand, plan: Plan) -> Action:
        if not hand.trail:
            for ship in plan.ships:
                if ship not in hand.squad:
                    return (JOIN, ship)
        if len(hand.trail) < len(plan.course):
            return (JUMP, plan.course[len(hand.trail)])
        return (ARRIVE,)

    def execute(self, offer: list[Action]) -> Action:
        """Task forces go together; the plan named first goes first."""
        if offer[0][0] == JOIN:
            return offer[0]
        best = offer[0]
        rank = 1000
        for i in range(len(self.plans)):
            for action in offer:
                if action[0] == MOVE and action[1] == self.plans[i].ships[0]:
                    self.ledger.weigh(action)
                    self.ledger.count("order", -self.plans[i].urgency)
                    if self.plans[i].urgency < rank:
                        best, rank = action, self.plans[i].urgency
        return best if best[0] != DECLINE else offer[0]

    # battle ------------------------------------------------------------------------------

    def odds(self, table: WarTable, point: int) -> int:
        """Own power in percent of the enemy's."""
        mine = power(self.book, table, self.seat, point)
        theirs = power(self.book, table, 1 - self.seat, point)
        return 100 * mine // max(1, theirs)

    def battle(self, table: WarTable, hand: WarHand, step: int, offer: list[Action]) -> Action:
        point = table.stack[-1].regs[POINT]
        if step != AIMING:
            for action in offer:
                self.ledger.weigh(action)
                self.ledger.note("power", self.odds(table, point))
                if step != RANGING:
                    self.ledger.note("nerve", NERVE[self.seat])
        if step == ORDERING:
            ship = offer[0][1]
            if self.odds(table, point) < NERVE[self.seat]:
                return (BREAK, ship)
            ready = aboard(table, ship) if self.book.berths[ship] else 0
            return (LAUNCH, ship, ready) if ready else (HOLD, ship)
        if step == RANGING:
            return (RANGE, 0) if self.odds(table, point) >= 100 else (RANGE, 2)
        if step == AIMING:
            return self.aim(table, offer)
        if step == FLEEING and self.odds(table, point) < NERVE[self.seat] and offer[0][0] == FLEE:
            return offer[0]
        return (DONE,)

    def aim(self, table: WarTable, offer: list[Action]) -> Action:
        """The shot worth most: chance to hit, worth of the target, more if it finishes something off."""
        best, best_worth = offer[-1], 0
        for action in offer:
            if action[0] != AIM or action[2] == STATION:
                continue
            shooter, target = action[1], action[2]
            aimed = self.aimed_at(table, target)
            number = hit_number(self.book, table, shooter, target, aimed + 1 if is_capital(shooter) else 0)
            worth = 2
            if target < SHIPS:
                worth = 4 + 4 * self.book.worth[target]
            if table.hurt[target] or aimed:
                worth += worth // 2
            if aimed > 2:
                worth //= 2
            value = worth * max(1, min(number, 11))
            self.ledger.weigh(action)
            self.ledger.note("target", worth)
            self.ledger.note("hit-number", number)
            self.ledger.count("shot", value)
            if value > best_worth:
                best, best_worth = action, value
        return best

    def aimed_at(self, table: WarTable, target: int) -> int:
        found = 0
        for i in range(1, len(table.shots), 2):
            if table.shots[i] == target and table.shots[i - 1] < FIRST_DART:
                found += 1
        return found

    # garrisons ---------------------------------------------------------------------------

    def garrison(self, table: WarTable, offer: list[Action]) -> Action:
        """Troops belong on League stations; late in the war any station that scores will do."""
        for action in offer:
            if action[0] == LAND:
                kind = self.book.kind[table.place[action[1]]]
                self.ledger.weigh(action)
                self.ledger.note("station", station_value(self.book, table, table.place[action[1]], True))
                if kind in (COLONY, CAPITAL) or (kind == EARTH and table.turn > 2):
                    return action
        return (DONE,)
