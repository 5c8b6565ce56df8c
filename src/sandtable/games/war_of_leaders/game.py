"""War of Leaders as the core sees it.  Rules live in rules/, a file per chapter."""

from __future__ import annotations

from sandtable.core.game import CHANCE, Action, Box, Draw, Game, State
from sandtable.games.war_of_leaders.audit import audit_state
from sandtable.games.war_of_leaders.imagine import imagine_state
from sandtable.games.war_of_leaders.rules.attack import aim_actions, aim_refusal, fire, let_go, ranged, resolve_attack
from sandtable.games.war_of_leaders.rules.build import build_actions, build_refusal, build_shape, decline, furnish, plant_point
from sandtable.games.war_of_leaders.rules.exit import leave_table
from sandtable.games.war_of_leaders.rules.move import (
    choose,
    choose_actions,
    choose_refusal,
    direct_actions,
    direct_refusal,
    go,
    leave_behind,
    rolled,
    tidy_ways,
)
from sandtable.games.war_of_leaders.rules.order import begin, break_tie, draw_lots, order_actions, order_refusal, take_corner, throw_shape
from sandtable.games.war_of_leaders.rules.place import enlist, lift, place_actions, place_choices, placing_refusal, put, tidy_places
from sandtable.games.war_of_leaders.rules.talk import open_ledger, speak
from sandtable.games.war_of_leaders.rules.turn import declare, declare_actions, declare_refusal, stay
from sandtable.games.war_of_leaders.setup import PLACE_SECRET, SQUADS_OWN, WALLS_READY, Rules
from sandtable.games.war_of_leaders.state import (
    AIM,
    ALIVE,
    CHOOSE,
    CORNER,
    DECLARE,
    DIRECT,
    GONE,
    HIDDEN,
    LOT,
    MOVE_ROLL,
    PLACE,
    RANGE_ROLL,
    THROW,
    TURN,
    LeadersHand,
    LeadersState,
    LeadersTable,
    copy_hand,
    copy_table,
)
from sandtable.games.war_of_leaders.verbs import (
    BUILD_SHAPE,
    DECLINE,
    FIRE,
    FOLLOW,
    FORM,
    GO,
    LEAD,
    LEAVE,
    LIFT,
    OFFER,
    PASS,
    PICK,
    PLANT_POINT,
    PUT,
    SIGNAL,
    STAY,
    TAKE_CORNER,
    THROW_SHAPE,
    VERBS,
)


class WarOfLeaders(Game[LeadersTable, LeadersHand, Box]):
    name = "war_of_leaders"
    version = 2

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules.seats)
        self.rules = rules
        self.sizes: list[int] = [len(shape.operands) + 1 for shape in VERBS]

    def setup(self) -> LeadersState:
        rules = self.rules
        table = LeadersTable()
        pieces = rules.seats * rules.army
        table.tier = [0] * rules.seats
        table.corner = [-1] * rules.seats
        table.x = [HIDDEN] * pieces
        table.y = [HIDDEN] * pieces
        for seat in range(rules.seats):
            table.life += [ALIVE if has else GONE for has in rules.has[seat]]
            table.squad += [seat * rules.army + leader if leader >= 0 else -1 for leader in rules.leader[seat]]
        table.out = [0] * rules.seats
        table.claim = [0] * rules.seats
        table.point = [] if rules.plant else rules.point[:]
        table.size = [rules.width, rules.height, rules.disc]
        for zone in range(rules.zones):
            table.zone += [rules.zone_x[zone], rules.zone_y[zone], rules.zone_r]
        table.kind = rules.kind[:]
        table.radius = rules.radius[:]
        table.reach = rules.reach[:]
        table.pace = rules.pace[:]
        hands: list[LeadersHand] = []
        for seat in range(rules.seats):
            hand = LeadersHand(seat)
            hand.x = [HIDDEN] * rules.army
            hand.y = [HIDDEN] * rules.army
            if rules.squads == SQUADS_OWN and rules.placement == PLACE_SECRET:
                hand.squad = rules.leader[seat][:]
            hands.append(hand)
        state: LeadersState = State(table, hands, Box())
        if not rules.plant and (rules.walls != WALLS_READY or rules.own_walls):
            furnish(rules, state)
        begin(rules, state)
        state.news = []
        return state

    def copy(self, state: LeadersState) -> LeadersState:
        new: LeadersState = State(copy_table(state.table), [copy_hand(hand) for hand in state.hands], Box())
        new.loud = state.loud
        return new

    # offers ------------------------------------------------------------------------------------

    def actions(self, table: LeadersTable, hand: LeadersHand) -> list[Action]:
        frame = table.stack[-1]
        if frame.proc == TURN:
            if frame.step == DECLARE:
                return declare_actions(self.rules, table, hand)
            if frame.step == CHOOSE:
                return choose_actions(self.rules, table, hand)
            if frame.step == AIM:
                return aim_actions(self.rules, table, hand)
            return direct_actions(self.rules, table, hand)
        if frame.proc == PLACE:
            return place_actions(self.rules, table, hand)
        if frame.proc == THROW or frame.proc == CORNER:
            return order_actions(table, hand)
        return build_actions(self.rules, table)

    def tidy(self, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> list[Action]:
        frame = table.stack[-1]
        if frame.proc == PLACE:
            return tidy_places(self.rules, table, hand, offer)
        return tidy_ways(self.rules, hand, offer) if frame.proc == TURN and frame.step == DIRECT else offer

    def choices(self, table: LeadersTable, hand: LeadersHand) -> list[Action]:
        """The same without making first what is dropped then, where that is much."""
        if table.stack[-1].proc == PLACE:
            return place_choices(self.rules, table, hand)
        return self.tidy(table, hand, self.actions(table, hand))

    def refusal(self, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
        if not action or not 0 <= action[0] < len(self.sizes):
            return "no-such-verb"
        if len(action) != self.sizes[action[0]]:
            return "wrong-operands"
        if not table.stack or hand.seat not in table.pending:
            return "not-now"
        frame = table.stack[-1]
        if frame.proc == TURN:
            if frame.step == DECLARE:
                return declare_refusal(self.rules, table, hand, action)
            if frame.step == CHOOSE:
                return choose_refusal(self.rules, table, hand, action)
            if frame.step == AIM:
                return aim_refusal(self.rules, table, hand, action)
            return direct_refusal(self.rules, table, hand, action)
        if frame.proc == PLACE:
            return placing_refusal(self.rules, table, hand, action)
        if frame.proc == THROW or frame.proc == CORNER:
            return order_refusal(table, hand, action)
        return build_refusal(self.rules, table, action)

    # play ----------------------------------------------------------------------------------------

    def apply(self, state: LeadersState, seat: int, action: Action) -> None:
        rules = self.rules
        if seat == CHANCE:
            self.apply_dice(state, action)
            return
        verb = action[0]
        if verb == GO:
            go(rules, state, seat, action[1])
        elif verb in (PICK, LEAD):
            choose(rules, state, seat, action)
        elif verb == LEAVE:
            leave_behind(rules, state, seat, action[1])
        elif verb == STAY:
            if state.table.stack[-1].step == AIM:
                let_go(rules, state, seat)
            else:
                stay(rules, state, seat)
        elif verb == FIRE:
            fire(rules, state, seat, action[1], action[2])
        elif OFFER <= verb <= SIGNAL:
            speak(rules, state, seat, action)
        elif FORM < verb <= PASS:
            declare(rules, state, seat, verb)
        elif verb in (PUT, FORM):
            put(rules, state, seat, action)
        elif verb == LIFT:
            lift(rules, state, seat, action[1])
        elif verb == FOLLOW:
            enlist(rules, state, seat, action[1], action[2])
        elif verb == THROW_SHAPE:
            throw_shape(rules, state, seat, action[1])
        elif verb == TAKE_CORNER:
            take_corner(rules, state, seat, action[1])
        elif verb == PLANT_POINT:
            plant_point(rules, state, action[1], action[2])
        elif verb == BUILD_SHAPE:
            build_shape(rules, state, seat, action)
        elif verb == DECLINE:
            decline(rules, state, seat)

    def apply_dice(self, state: LeadersState, drawn: Action) -> None:
        frame = state.table.stack[-1]
        if frame.proc == TURN:
            if frame.step == MOVE_ROLL:
                rolled(self.rules, state, drawn[0] + 1)
            elif frame.step == RANGE_ROLL:
                ranged(self.rules, state, drawn[0] + 1)
            else:
                resolve_attack(self.rules, state, drawn[0] + 1)
        elif frame.proc == LOT:
            draw_lots(self.rules, state, drawn)
        else:
            break_tie(self.rules, state, drawn)

    def leave(self, state: LeadersState, seat: int) -> None:
        leave_table(self.rules, state, seat)

    def close(self, state: LeadersState) -> None:
        open_ledger(self.rules, state)  # 10.9, also when the umpire ends the match

    # knowledge and result --------------------------------------------------------------------------

    def imagine(self, table: LeadersTable, hand: LeadersHand, draw: Draw) -> LeadersState:
        return imagine_state(self.rules, table, hand, draw)

    def scores(self, table: LeadersTable) -> list[int]:
        """9.7"""
        if table.winner >= 0:
            return [1000 if seat == table.winner else -1000 for seat in range(self.seats)]
        return [-1000 if table.out[seat] else 0 for seat in range(self.seats)]

    def audit(self, state: LeadersState) -> None:
        audit_state(self.rules, state)
