"""A plain player of War of Leaders: brings its King to the Point, keeps him out of reach, shoots what it can."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action, Box, Draw
from sandtable.games.war_of_leaders.game import WarOfLeaders
from sandtable.games.war_of_leaders.rules.build import placed_shape, wall_refusal, zones_kept
from sandtable.games.war_of_leaders.rules.ground import can_attack, headings, known_x, known_y, line_free, movers, one_way, targets
from sandtable.games.war_of_leaders.rules.move import followers, group_of
from sandtable.games.war_of_leaders.setup import KING
from sandtable.games.war_of_leaders.state import AIM, ALIVE, BUILD, CHOOSE, DECLARE, PLACE, PLANT, TURN, LeadersHand, LeadersTable
from sandtable.games.war_of_leaders.verbs import ACCEPT, ATTACK, BUILD_SHAPE, DECLINE, FIRE, FOLLOW, FORM, GO, LEAD, MOVE, PICK
from sandtable.kit.card import Bot
from sandtable.kit.plane import along_x, along_y, angle_of, distance, within

WIN: Final = 1_000_000
DETOUR: Final = 150  # what an obstacle in the straight way is worth
DANGER: Final = 220  # what an enemy in reach of the King is worth
ESCORT: Final = 4  # a follower that keeps up
WORTH: Final = [100, 12, 10, 6]  # of a target, by kind
NO_MOVE: Final = -10_000


class Marshal(Bot[LeadersTable, LeadersHand, Box]):
    def __init__(self, game: WarOfLeaders, seat: int, draw: Draw) -> None:
        super().__init__(game, seat, draw)
        self.rules = game.rules

    def decide(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action:
        frame = table.stack[-1]
        if frame.proc == TURN:
            if frame.step == DECLARE:
                return self.declare(table, hand, offer)
            if frame.step == AIM:
                return self.aim(table, hand, offer)
            if frame.step == CHOOSE:
                return self.choose(table, hand, offer)
            return self.direct(table, hand, offer)
        if frame.proc == PLACE:
            if (FORM,) in offer:
                return (FORM,)
            offer = [action for action in self.game.tidy(table, hand, offer) if action[0] != FOLLOW]
            return offer[self.draw.below(len(offer))]
        if frame.proc == BUILD:
            return self.build(table, hand)
        if frame.proc == PLANT:
            return self.plant(table, hand, offer)
        return offer[self.draw.below(len(offer))]

    # preparing -------------------------------------------------------------------------------------

    def plant(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action:
        """As near to the own corner as is allowed."""
        rules, zone = self.rules, table.corner[hand.seat]
        best, best_way = offer[0], 1_000_000
        for action in offer:
            way = distance(action[1], action[2], rules.zone_x[zone], rules.zone_y[zone])
            if way < best_way:
                best, best_way = action, way
        return best

    def build(self, table: LeadersTable, hand: LeadersHand) -> Action:
        """A shape across the own way to the Point, where it gives cover and there is room; else nothing."""
        rules, zone = self.rules, table.corner[hand.seat]
        x, y = rules.zone_x[zone], rules.zone_y[zone]
        zones = zones_kept(rules, table)
        facing = int(angle_of(table.point[0] - x, table.point[1] - y))
        for shape in (0, 1):
            for percent in (45, 50, 55, 60, 65, 70):
                at_x, at_y = x + (table.point[0] - x) * percent // 100, y + (table.point[1] - y) * percent // 100
                if not wall_refusal(rules, table, placed_shape(rules, shape, at_x, at_y, (facing + 1024) % 4096), zones):
                    return (BUILD_SHAPE, shape, at_x, at_y, (facing + 1024) % 4096)
        return (DECLINE,)

    # declaring -------------------------------------------------------------------------------------

    def declare(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action:
        for action in offer:
            if action[0] == ACCEPT:
                return action
        if offer[0][0] != ATTACK:
            return (MOVE,)
        xs, ys = known_x(self.rules, table, hand), known_y(self.rules, table, hand)
        if self.rules.die_range and not self.likely_target(table, xs, ys, hand.seat):
            return (MOVE,)
        rolls = self.winning_rolls(table, xs, ys, hand.seat)
        for verb in (ATTACK, MOVE):
            self.ledger.weigh((verb,))
            self.ledger.note("winning-rolls", rolls)
        return (MOVE,) if rolls >= 3 else (ATTACK,)

    def likely_target(self, table: LeadersTable, xs: list[int], ys: list[int], seat: int) -> bool:
        """8.2 with the die: whether half of the rolls reach somebody."""
        reach = self.rules.reach_by(4)
        pairs = targets(self.rules, table, xs, ys, seat, False)
        for k in range(0, len(pairs), 2):
            a, b = pairs[k], pairs[k + 1]
            if within(xs[a], ys[a], xs[b], ys[b], reach[a % self.rules.army]):
                return True
        return False

    def winning_rolls(self, table: LeadersTable, xs: list[int], ys: list[int], seat: int) -> int:
        """Rolls that bring a King into the Point by the straight way."""
        piece = seat * self.rules.army
        x, y, point = xs[piece], ys[piece], table.point
        angle = angle_of(point[0] - x, point[1] - y)
        count = 0
        for roll in range(1, 7):
            dx, dy = int(along_x(angle, self.rules.pace[roll])), int(along_y(angle, self.rules.pace[roll]))
            if within(x + dx, y + dy, point[0], point[1], point[2]) and one_way(self.rules, table, xs, ys, piece, 0, dx, dy) == 0:
                count += 1
        return count

    def aim(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action:
        xs, ys = known_x(self.rules, table, hand), known_y(self.rules, table, hand)
        best, best_worth = offer[0], -1
        for action in offer:
            if action[0] != FIRE:
                continue
            self.ledger.weigh(action)
            target = action[2]
            worth = self.ledger.count("target", WORTH[self.rules.kind[target % self.rules.army]] * 4)
            if can_attack(self.rules, table, xs, ys, target, hand.seat * self.rules.army):
                worth += self.ledger.count("threatens", 60)  # the King
            worth = worth * 2 + self.draw.below(2)
            if worth > best_worth:
                best, best_worth = action, worth
        return best

    # moving ----------------------------------------------------------------------------------------

    def choose(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action:
        """Try every piece and group in every heading; keep the one whose best end is best."""
        xs, ys = known_x(self.rules, table, hand), known_y(self.rules, table, hand)
        best, best_worth = offer[-1], 0
        for action in offer:
            if action[0] != PICK and action[0] != LEAD:
                continue
            i = action[1] - hand.seat * self.rules.army
            group = 1 << i
            if action[0] == LEAD:
                group |= followers(self.rules, table, xs, ys, hand.seat, i)
            for angle in headings(self.rules, table, xs, ys, action[1]):
                self.ledger.weigh(action)
                worth = self.worth(table, hand, xs, ys, i, group, angle)
                if worth > best_worth:
                    best, best_worth = action, worth
        return best

    def direct(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> Action:
        xs, ys = known_x(self.rules, table, hand), known_y(self.rules, table, hand)
        group = group_of(self.rules, table, xs, ys, hand)
        best, best_worth = offer[-1], 0
        for action in offer:
            if action[0] == GO:
                self.ledger.weigh(action)
                worth = self.worth(table, hand, xs, ys, hand.chosen, group, action[1])
                if worth > best_worth:
                    best, best_worth = action, worth
        return best

    def worth(self, table: LeadersTable, hand: LeadersHand, xs: list[int], ys: list[int], i: int, group: int, angle: int) -> int:
        """How much better a move makes the position, in millimetres of the King's way."""
        rules = self.rules
        length = rules.pace[table.stack[-1].regs[0]]
        dx, dy = int(along_x(angle, length)), int(along_y(angle, length))
        base = hand.seat * rules.army
        if one_way(rules, table, xs, ys, base + i, group, dx, dy) != 0:
            return self.ledger.count("blocked", NO_MOVE)
        going = movers(rules, table, xs, ys, hand.seat, group, dx, dy)
        if not (going >> i) & 1:
            return self.ledger.count("blocked", NO_MOVE)
        inside, gain = 0, 0
        for j in range(rules.army):
            if table.life[base + j] != ALIVE:
                continue
            moves = (going >> j) & 1
            x, y = xs[base + j] + dx * moves, ys[base + j] + dy * moves
            if within(x, y, table.point[0], table.point[1], table.point[2]):
                inside += 1
                if rules.kind[j] == KING:
                    return self.ledger.only("wins", WIN)
            if moves:
                gain += self.gain(table, xs, ys, base + j, x, y)
        return self.ledger.only("wins", WIN) if inside >= rules.needed else gain

    def gain(self, table: LeadersTable, xs: list[int], ys: list[int], piece: int, x: int, y: int) -> int:
        before = self.way_left(table, xs[piece], ys[piece])
        after = self.way_left(table, x, y)
        if self.rules.kind[piece % self.rules.army] != KING:
            return self.ledger.count("troops-nearer", (before - after) // 20 + (ESCORT if after < before else 0))
        threats = self.enemies_near(table, xs, ys, piece, x, y) - self.enemies_near(table, xs, ys, piece, xs[piece], ys[piece])
        return self.ledger.count("king-nearer", before - after) + self.ledger.count("danger", -DANGER * threats)

    def way_left(self, table: LeadersTable, x: int, y: int) -> int:
        left = distance(x, y, table.point[0], table.point[1])
        return left if line_free(table, x, y, table.point[0], table.point[1]) else left + DETOUR

    def enemies_near(self, table: LeadersTable, xs: list[int], ys: list[int], king: int, x: int, y: int) -> int:
        """Enemies that could attack a place, two at most."""
        count, army = 0, self.rules.army
        for q in range(len(xs)):
            if xs[q] >= 0 and q // army != king // army and table.life[q] == ALIVE and count < 2:
                if within(xs[q], ys[q], x, y, table.reach[q % army]) and line_free(table, xs[q], ys[q], x, y):
                    count += 1
        return count
