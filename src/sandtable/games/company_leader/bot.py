"""A greedy player of Company Leader: scouts and shoots its way to the enemy's towns, troop by troop."""

from __future__ import annotations

from sandtable.core.game import Action, Box, Draw
from sandtable.games.company_leader.board import URBAN
from sandtable.games.company_leader.game import CompanyLeader
from sandtable.games.company_leader.rules.pieces import hostile
from sandtable.games.company_leader.scenario import steps_from
from sandtable.games.company_leader.state import (
    ACT,
    ACTIONS,
    ARRIVED,
    ARTILLERY,
    CHOOSE,
    CONVOY,
    FACING,
    HEAVY_TANK,
    INFANTRY,
    LIGHT_TANK,
    LOOKED,
    PURCHASES,
    SCOUTED,
    SETUP,
    UNKNOWN,
    LeaderHand,
    LeaderTable,
)
from sandtable.games.company_leader.verbs import (
    ACTIVATE,
    BUY,
    PLACE,
    REPAIR,
    REVEAL,
    SHOOT,
    TURN_TO,
)
from sandtable.kit.card import Bot

FAR = 99
REVEALS_PER_TURN = 3  # concealed troops brought into play in one turn, at most, for each territory


class Captain(Bot[LeaderTable, LeaderHand, Box]):
    def __init__(self, game: CompanyLeader, seat: int, draw: Draw) -> None:
        super().__init__(game, seat, draw)
        self.plan = game.plan
        self.revealed = 0
        self.turn = 0
        self.most = REVEALS_PER_TURN * max(1, self.plan.zone_seat.count(seat))
        self.ways: list[list[int]] = [[] for _ in range(self.plan.size)]  # by field, once asked for: steps to every other

    def decide(self, table: LeaderTable, hand: LeaderHand, offer: list[Action]) -> Action:
        """What it chooses among is the offer without mirror images; but dummies lie wherever they may, whoever began with them."""
        frame = table.stack[-1]
        if frame.proc != ACT or frame.step != LOOKED:
            offer = self.game.tidy(table, hand, offer)
        if len(offer) == 1:
            return offer[0]
        if frame.proc == SETUP:
            return self.deploy(hand, offer)
        if frame.proc == FACING:
            return offer[self.towards_enemy(table, offer[0][1])]
        if frame.proc == ACT:
            return self.go_on(table, hand, offer, frame.step)
        if frame.step == ACTIONS:
            return self.command(table, hand, offer)
        return self.buy(table, offer) if frame.step == PURCHASES else self.fill(table, hand, offer)

    def go_on(self, table: LeaderTable, hand: LeaderHand, offer: list[Action], step: int) -> Action:
        """The troop that is acting."""
        if step == CHOOSE:
            return self.act(table, hand, offer)
        if step == SCOUTED:
            return self.advance(table, hand, offer)
        if step == ARRIVED:
            return self.look_around(table, hand, offer)
        return offer[1] if step == LOOKED else offer[-1]  # dummies wherever they may lie; shoots back, takes the field

    # set-up and purchases ---------------------------------------------------------------

    def deploy(self, hand: LeaderHand, offer: list[Action]) -> Action:
        """Troops towards the middle, guns a little behind; the rest is chance."""
        best, best_worth = offer[0], -FAR * 100
        for action in offer:
            if action[0] != PLACE:
                continue
            self.ledger.weigh(action)
            depth = self.depth(action[2])
            wanted = 4 if action[1] == ARTILLERY else 2
            worth = self.ledger.count("depth", -3 * abs(depth - wanted)) + self.ledger.count("whim", self.draw.below(7))
            if self.plan.bought_armies:
                worth += self.ledger.count("kind", 4 if action[1] in (INFANTRY, LIGHT_TANK, HEAVY_TANK) else 0)
            if worth > best_worth or (worth == best_worth and self.draw.below(2) == 0):
                best, best_worth = action, worth
        return best

    def depth(self, field: int) -> int:
        """Fields to the nearest foreign or neutral one."""
        near = FAR
        for other in range(self.plan.size):
            if self.plan.home[other] != self.seat:
                near = min(near, self.way(field, other))
        return near

    def buy(self, table: LeaderTable, offer: list[Action]) -> Action:
        """The strongest troop there is money for, openly; nothing while the purse is thin."""
        best, best_worth = offer[0], 0
        for action in offer:
            if action[0] == BUY:
                kind = action[1]
                whim = self.draw.below(5)
                if self.plan.full[kind] < 4:
                    continue
                self.ledger.weigh(action)
                worth = self.ledger.count("strength", self.plan.full[kind] * 10) + self.ledger.count("whim", whim)
                worth += self.ledger.count("kind", 15 if kind == HEAVY_TANK else 0)
                if worth > best_worth:
                    best, best_worth = action, worth
        return best

    def fill(self, table: LeaderTable, hand: LeaderHand, offer: list[Action]) -> Action:
        return offer[self.draw.below(len(offer))]

    # a turn -------------------------------------------------------------------------------

    def command(self, table: LeaderTable, hand: LeaderHand, offer: list[Action]) -> Action:
        """Revealed troops act, the ones nearest to the enemy first; then concealed ones come forward."""
        if table.turns[self.seat] != self.turn:
            self.turn = table.turns[self.seat]
            self.revealed = 0
        best, best_worth = offer[0], -1
        for action in offer:
            worth = -1
            if action[0] == ACTIVATE:
                self.ledger.weigh(action)
                worth = self.ledger.count("known", 200) + self.ledger.count("way", -self.distance_to_enemy(table, action[1]))
                if table.face[action[1]] in (ARTILLERY, CONVOY):
                    worth += self.ledger.count("guns-later", -40)  # guns shoot at what the others found
            elif action[0] == REVEAL and self.revealed < self.most:
                near = self.distance_to_enemy(table, action[1])
                if near < 9 or self.revealed == 0:
                    self.ledger.weigh(action)
                    worth = self.ledger.count("fresh", 100) + self.ledger.count("way", -near)
            if worth > best_worth or (worth >= 0 and worth == best_worth and self.draw.below(2) == 0):
                best, best_worth = action, worth
        if best[0] == REVEAL:
            self.revealed += 1
        return best

    def act(self, table: LeaderTable, hand: LeaderHand, offer: list[Action]) -> Action:
        field = table.stack[-1].regs[0]
        shot, worth = self.best_shot(table, field, offer)
        if worth >= 10:
            return shot
        if offer[-1][0] == REPAIR and offer[-1][1] >= 2:
            return offer[-1]
        turns = [action for action in offer if action[0] == TURN_TO]
        if not turns:
            return shot if worth > 0 else offer[0]
        if table.face[field] == ARTILLERY and worth > 0:
            return shot
        return self.best_turn(table, hand, field, turns, True)

    def best_shot(self, table: LeaderTable, field: int, offer: list[Action]) -> tuple[Action, int]:
        """Expected hits in tenths, more when they may destroy the target, less when it answers."""
        best, best_worth = offer[0], 0
        for action in offer:
            if action[0] != SHOOT:
                continue
            self.ledger.weigh(action)
            target = action[1]
            hits = self.expected(table, field, target)
            left = 10 * table.strength[target]
            worth = self.ledger.count("hits", min(hits, left)) + self.ledger.count("destroys", 15 if hits >= left else 0)
            if table.face[target] == CONVOY:
                worth += self.ledger.count("convoy", 30)
            if self.answers(table, field, target):
                hurt = self.expected(table, target, field)
                worth += self.ledger.count("answer", -(hurt * 2 // 3))
            if worth > best_worth:
                best, best_worth = action, worth
        return best, best_worth

    def expected(self, table: LeaderTable, shooter: int, target: int) -> int:
        row = (self.plan.terrain[target] * 2 + self.plan.vehicle[table.face[target]]) * 6
        points = 0
        for face in range(6):
            points += 2 * self.plan.dice.whole[row + face] + self.plan.dice.half[row + face]
        return points * 10 * table.strength[shooter] // 12

    def answers(self, table: LeaderTable, shooter: int, target: int) -> bool:
        if table.face[shooter] == ARTILLERY or table.face[target] == ARTILLERY:
            return False
        start = self.plan.fire_start[table.face[target]] + target * 6
        return shooter in self.plan.fires[start + table.facing[target]]

    def best_turn(self, table: LeaderTable, hand: LeaderHand, field: int, turns: list[Action], may_go: bool) -> Action:
        """What comes into view, and how much nearer the enemy the field ahead is."""
        best, best_worth = turns[0], -FAR
        here = self.distance_to_enemy(table, field)
        wanted = -1 if may_go else self.towards_enemy(table, field)
        for action in turns:
            self.ledger.weigh(action)
            direction = action[1]
            worth = self.ledger.count("sights", self.sights(table, field, direction)) + self.ledger.count("whim", self.draw.below(3))
            ahead = self.plan.near[field * 6 + direction]
            if may_go and ahead >= 0 and not hostile(self.plan, table, self.seat, ahead):
                worth += self.ledger.count("nearer", 4 * (here - self.distance_to_enemy(table, ahead)))
            if not may_go and direction == wanted:
                worth += self.ledger.count("facing", 3)
            if worth > best_worth or (worth == best_worth and self.draw.below(2) == 0):  # no direction is dearer than another
                best, best_worth = action, worth
        return best

    def sights(self, table: LeaderTable, field: int, direction: int) -> int:
        """Face-down enemies in view, towns counting more."""
        worth = 0
        for at in self.plan.views[self.plan.view_start[table.face[field]] + field * 6 + direction]:
            if table.face[at] == 0 and hostile(self.plan, table, self.seat, at):
                worth += 14 if self.plan.terrain[at] == URBAN else 6
        return worth

    def advance(self, table: LeaderTable, hand: LeaderHand, offer: list[Action]) -> Action:
        field = table.stack[-1].regs[0]
        ahead = self.plan.near[field * 6 + table.facing[field]]
        nearer = self.distance_to_enemy(table, ahead) < self.distance_to_enemy(table, field)
        for action in offer:
            self.ledger.weigh(action)
            self.ledger.note("way-now", self.distance_to_enemy(table, field))
            self.ledger.note("way-then", self.distance_to_enemy(table, ahead if action == offer[-1] else field))
        if table.face[field] == ARTILLERY and self.distance_to_enemy(table, field) <= 3:
            return offer[0]
        if self.moving(table, CONVOY) and not self.escorted(table, field):
            return offer[0]
        if table.owner[ahead] >= 0 and hand.kind[ahead] == UNKNOWN and not nearer:
            return offer[0]
        if nearer or self.draw.below(4) == 0:
            return offer[-1]
        return offer[0]

    def escorted(self, table: LeaderTable, field: int) -> bool:
        """Enough troops are nearer to the goal than the convoy."""
        ahead = 0
        here = self.distance_to_shop(field, False)
        for at in range(self.plan.size):
            if table.owner[at] == self.seat and table.face[at] > 0 and self.distance_to_shop(at, False) < here - 2:
                ahead += 1
        return ahead >= 2 or table.turns[self.seat] > 15

    def look_around(self, table: LeaderTable, hand: LeaderHand, offer: list[Action]) -> Action:
        return self.best_turn(table, hand, table.stack[-1].regs[0], offer, False)

    # where the enemy is ---------------------------------------------------------------------

    def distance_to_enemy(self, table: LeaderTable, field: int) -> int:
        """To the nearest hostile piece in half fields; a town is worth a detour of one field.  The convoy heads for
        its goal, the bearer of the flag for home, the others for the flag too."""
        if self.moving(table, CONVOY):
            return self.distance_to_shop(field, False)
        near = FAR
        if table.flag >= 0:
            if self.moving(table, 0):
                return self.distance_to_shop(field, True)
            if table.owner[table.flag] != self.seat:
                near = self.way(field, table.flag) * 2
        for at in range(self.plan.size):
            if hostile(self.plan, table, self.seat, at):
                gap = self.way(field, at) * 2
                if self.plan.terrain[at] != URBAN:
                    gap += 2
                near = min(near, gap)
        return near

    def way(self, field: int, to: int) -> int:
        """Fields to go, round holes in the board."""
        if not self.ways[field]:
            self.ways[field] = steps_from(self.plan.board, [field])
        return self.ways[field][to] if self.ways[field][to] >= 0 else FAR

    def moving(self, table: LeaderTable, kind: int) -> bool:
        """The troop that is acting is of this kind; for 0, bears the flag."""
        frame = table.stack[-1]
        if frame.proc != ACT or table.owner[frame.regs[0]] != self.seat:
            return False
        return table.face[frame.regs[0]] == kind if kind else frame.regs[0] == table.flag

    def distance_to_shop(self, field: int, own: bool) -> int:
        near = FAR
        for at in range(self.plan.size):
            zone = self.plan.shop[at]
            if zone >= 0 and (self.plan.sides[self.plan.zone_seat[zone]] == self.plan.sides[self.seat]) == own:
                near = min(near, 2 * self.way(field, at))
        return near

    def towards_enemy(self, table: LeaderTable, field: int) -> int:
        """The direction of the nearest revealed hostile troop, else of the nearest hostile piece."""
        best, near = 0, FAR * 10
        hexes = self.plan.board.hexes
        for at in range(self.plan.size):
            if at != field and hostile(self.plan, table, self.seat, at):
                gap = self.way(field, at) + (0 if table.face[at] > 0 else 20)
                if gap < near or (gap == near and self.draw.below(2) == 0):
                    ways = hexes.directions_towards(field, at)
                    best, near = ways[self.draw.below(len(ways))], gap
        return best
