"""How the admiral flies a tactical battle: closes in, keeps its speed in hand, fires where it counts, leaves when it is lost."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action, Draw
from sandtable.games.company_war.hexmap import CENTRE, RADIUS, SHIFT, distance, length, step
from sandtable.games.company_war.rules.fleet import attack
from sandtable.games.company_war.rules.gunnery import hit_number
from sandtable.games.company_war.rules.steering import predicted, shortened
from sandtable.games.company_war.rules.tactics import AIMING, ANSWERING, DOCKING, DRIFTING, ENTERING, LEADER, SPEEDING, STEERING, owner
from sandtable.games.company_war.state import HAULER, RIDER, SHIPS, STATION, WarTable
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import AIM, BURN, COAST, DONE, DUMP, LAUNCH, LEAP, OVERLOAD, PASS, PROPOSE, REJECT
from sandtable.kit.reasons import Ledger

# Percent of the enemy's attack ratings below which ships leave: in a campaign, and in a scenario, which has no tomorrow.
NERVE: Final = [60, 35]


class Pilot:
    def __init__(self, book: Book, seat: int, draw: Draw, ledger: Ledger) -> None:
        self.ledger = ledger
        self.book = book
        self.seat = seat
        self.draw = draw
        self.nerve = NERVE[0] if book.scenario is None else NERVE[1]

    def decide(self, table: WarTable, step_now: int, offer: list[Action]) -> Action:
        if step_now == STEERING:
            return self.steer(table, offer)
        if step_now == AIMING:
            return self.fire(table, offer)
        if step_now == ANSWERING:
            return (REJECT,) if self.odds(table) > 40 else offer[0]
        if step_now == DOCKING:
            return (DONE,)
        if step_now == DRIFTING:
            return offer[-1]
        if step_now == SPEEDING:
            return offer[2]
        if step_now == ENTERING:
            return offer[len(offer) // 2]
        return offer[self.draw.below(len(offer))]

    def odds(self, table: WarTable) -> int:
        """Own attack ratings on the map in percent of the enemy's."""
        sums = [0, 0]
        for unit in table.force:
            if unit < STATION:
                rating = attack(self.book, table, unit)
                sums[owner(table, unit)] += rating if unit < RIDER else rating // 3
        return 100 * sums[self.seat] // max(1, sums[1 - self.seat])

    # movement ----------------------------------------------------------------------------

    def steer(self, table: WarTable, offer: list[Action]) -> Action:
        unit = offer[0][1]
        prey = self.prey(table, unit)
        if offer[0][0] == LAUNCH and prey >= 0 and distance(table.hex[unit], table.hex[prey]) <= 16:
            last = offer[0]
            for action in offer:
                if action[0] == LAUNCH:
                    last = action
            return last
        flight = unit < SHIPS and self.odds(table) < self.nerve
        best, best_worth = offer[0], -100000
        for action in offer:
            if action[0] == LAUNCH or action[0] == PROPOSE:
                continue
            self.ledger.weigh(action)
            worth = self.worth(table, unit, action, prey, flight) * 4 + self.draw.below(4)
            if worth > best_worth:
                best, best_worth = action, worth
        return best

    def prey(self, table: WarTable, unit: int) -> int:
        """The enemy to make for: the nearest ship, or anything left."""
        best, found = 1000, -1
        for other in table.force:
            seat = owner(table, other)
            if seat == self.seat or seat < 0:
                continue
            gap = distance(table.hex[unit], table.hex[other]) + (0 if other < SHIPS else 15)
            if gap < best:
                best, found = gap, other
        return found

    def goal(self, table: WarTable, prey: int) -> int:
        """Where the prey will be when shots are fired: it has moved if this seat moves second."""
        return table.hex[prey] if table.stack[-1].regs[LEADER] == self.seat else predicted(table, prey)

    def end_of(self, table: WarTable, unit: int, action: Action) -> int:
        if action[0] == BURN or action[0] == OVERLOAD:
            return action[2]
        end = predicted(table, unit)
        return shortened(self.book, table, unit, end, action[2]) if action[0] == DUMP else end

    def worth(self, table: WarTable, unit: int, action: Action, prey: int, flight: bool) -> int:
        start = table.hex[unit]
        end = self.end_of(table, unit, action)
        q, r = (end >> 7) - (start >> 7), (end & 127) - (start & 127)
        for offset in self.book.lines.line(q, r):
            place = start + offset
            if place == CENTRE:
                return self.ledger.count("crash", -5000)
            if length((place >> 7) - SHIFT, (place & 127) - SHIFT) > RADIUS:
                return self.ledger.count("leaves", 500 if flight else -3000)
        ahead = end + step(q, r)
        out = length((ahead >> 7) - SHIFT, (ahead & 127) - SHIFT)
        if flight:
            return self.ledger.count("outwards", 10 * out)
        value = self.ledger.count("edge", -40 * max(0, out - RADIUS))
        for offset in self.book.lines.line(q, r):
            if end + offset == CENTRE:
                value += self.ledger.count("crash-next", -60)
        if prey >= 0:
            goal = self.goal(table, prey)
            reach = distance(end, goal)
            for offset in self.book.lines.line(q, r):
                reach = min(reach, distance(start + offset, goal))
            drift = max(0, length(q - table.vel_q[prey], r - table.vel_r[prey]) - self.book.t_drift)
            value += self.ledger.count("range", -8 * reach) + self.ledger.count("drift", -8 * drift)
            value += self.ledger.count("range-next", -5 * distance(ahead, goal + step(table.vel_q[prey], table.vel_r[prey])))
        if action[0] == DUMP:
            value += self.ledger.count("dump", -25)
        if self.book.tank[unit]:  # fuel is spent where it brings a rider closer, not on every turn of the prey
            value += self.ledger.count("fuel", -6 * distance(predicted(table, unit), end))
        if action[0] == OVERLOAD:
            value += self.ledger.count("strain", -4)
        return value if action[0] != COAST else value + self.ledger.count("coast", 1)

    # fire --------------------------------------------------------------------------------

    def fire(self, table: WarTable, offer: list[Action]) -> Action:
        if offer[-1][0] == LEAP and self.odds(table) < self.nerve:
            return offer[-1]
        best, best_worth = offer[0], -1
        for action in offer:
            if action[0] != AIM or action[2] == STATION or (action[2] >= HAULER and owner(table, action[2]) < 0):
                continue
            target = action[2]
            worth = 4 * (4 + self.book.worth[target]) if target < SHIPS else 5
            if table.hurt[target]:
                worth += worth // 2
            number = hit_number(self.book, table, action[1], target)
            value = worth * max(1, number)
            self.ledger.weigh(action)
            self.ledger.note("target", worth)
            self.ledger.note("hit-number", number)
            self.ledger.count("shot", value)
            if value > best_worth:
                best, best_worth = action, value
        if best[0] == AIM and best_worth < 0:
            for action in offer:
                if action[0] == PASS:
                    return action
        return best
