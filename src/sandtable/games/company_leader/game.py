"""Company Leader: the rules, put together."""

from __future__ import annotations

from sandtable.core.game import CHANCE, Action, Box, Draw, Game, State
from sandtable.games.company_leader.allies import keep_up
from sandtable.games.company_leader.audit import audit
from sandtable.games.company_leader.imagine import imagine
from sandtable.games.company_leader.leaving import leave
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.refusals import refusal
from sandtable.games.company_leader.rules.concealed import aside, be_asked, conceal, offer_actions, reveal, swap
from sandtable.games.company_leader.rules.facing import face, offer_facings, tidy_facings
from sandtable.games.company_leader.rules.movement import (
    activate,
    advance,
    end_action,
    end_move,
    offer_advance,
    offer_decoys,
    place_decoy,
    resume,
    tidy_decoys,
    turn,
    untouched,
)
from sandtable.games.company_leader.rules.purchases import buy, lift, offer_purchases, offer_puts, put, tidy_puts
from sandtable.games.company_leader.rules.shooting import blitz, offer_choices, repair, reply, resolve, shoot
from sandtable.games.company_leader.rules.turn import after_purchases, end_actions, just_passed, pass_on, shopping_again, touched
from sandtable.games.company_leader.setup import draw_first, new_state, offer_places, place, seal, tidy_places
from sandtable.games.company_leader.state import (
    ACTIONS,
    ARRIVED,
    BREACH,
    CHOOSE,
    FACING,
    FILLING,
    LOOKED,
    PURCHASES,
    SCOUTED,
    SETUP,
    TURN,
    UNDER_FIRE,
    LeaderHand,
    LeaderState,
    LeaderTable,
    copy_hand,
    copy_table,
)
from sandtable.games.company_leader.verbs import (
    ACTIVATE,
    ADVANCE,
    ALWAYS,
    ASK_ME,
    BLITZ,
    BUY,
    CONCEAL,
    DECOY,
    DONE,
    FACE,
    HOLD_FIRE,
    LIFT,
    PASS_ON,
    PLACE,
    PUT,
    REPAIR,
    RETURN_FIRE,
    REVEAL,
    SHOOT,
    SWAP,
    TURN_TO,
)


class CompanyLeader(Game[LeaderTable, LeaderHand, Box]):
    name = "company_leader"
    version = 2

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan.seats)
        self.plan = plan

    def setup(self) -> LeaderState:
        return new_state(self.plan)

    def copy(self, state: LeaderState) -> LeaderState:
        new: LeaderState = State(copy_table(state.table), [copy_hand(hand) for hand in state.hands], Box())
        new.loud = state.loud
        return new

    def side(self, seat: int) -> int:
        return self.plan.sides[seat]

    # offers --------------------------------------------------------------------------

    def actions(self, table: LeaderTable, hand: LeaderHand) -> list[Action]:
        plan = self.plan
        frame = table.stack[-1]
        proc, step = frame.proc, frame.step
        if proc == TURN:
            if step == ACTIONS:
                return offer_actions(plan, table, hand)
            return offer_purchases(plan, table, hand) if step == PURCHASES else offer_puts(plan, table, hand)
        if proc == FACING:
            return offer_facings(plan, table)
        if proc == SETUP:
            return offer_places(plan, hand)
        if step == CHOOSE:
            return offer_choices(plan, table, hand.seat)
        if step == SCOUTED:
            return offer_advance(plan, table, hand)
        if step == ARRIVED:
            return plan.turns[:]
        if step == UNDER_FIRE:
            return [(RETURN_FIRE,), (HOLD_FIRE,), (ALWAYS,)]
        if step == BREACH:
            return [plan.done, (BLITZ,)]
        return offer_decoys(plan, table, hand.seat)

    def tidy(self, table: LeaderTable, hand: LeaderHand, offer: list[Action]) -> list[Action]:
        """One order of placing, facing, filling and putting dummies; no troop is picked up to be put back, and nobody passes on
        the word as soon as he has it."""
        frame = table.stack[-1]
        proc, step = frame.proc, frame.step
        if proc == TURN:
            if step == FILLING:
                return tidy_puts(offer)
            if step == ACTIONS and self.plan.together and just_passed(table):
                return [action for action in offer if action[0] != PASS_ON]
            return offer
        if proc == SETUP:
            return tidy_places(self.plan, hand, offer)
        if proc == FACING:
            return tidy_facings(table, offer)
        if step == LOOKED:
            return tidy_decoys(table, offer)
        if step == CHOOSE and untouched(table) and offer[0] == self.plan.done and len(offer) > 1:
            return offer[1:]
        return offer

    def refusal(self, table: LeaderTable, hand: LeaderHand, action: Action) -> str:
        offer = self.actions(table, hand)
        if action in offer:
            return ""
        if len(action) == 3 and action[0] == SWAP and (SWAP, action[2], action[1]) in offer:
            return ""
        if len(action) == 2 and action[0] in (REVEAL, CONCEAL) and aside(self.plan, table, hand, action):
            return ""
        return refusal(self.plan, table, hand, action)

    # play ----------------------------------------------------------------------------

    def apply(self, state: LeaderState, seat: int, action: Action) -> None:
        if self.plan.together:
            touched(state.table)
        if seat == CHANCE:
            if state.table.stack[0].proc == SETUP:
                draw_first(self.plan, state, action[0])
            else:
                resolve(self.plan, state, action)
        elif action[0] <= ACTIVATE:
            self.apply_plan(state, seat, action)
        elif action[0] <= DECOY:
            self.apply_move(state, seat, action)
        elif action[0] <= REPAIR:
            self.apply_fight(state, seat, action)
        else:
            self.apply_rest(state, seat, action)
        if self.plan.open_allies:
            keep_up(self.plan, state)

    def apply_plan(self, state: LeaderState, seat: int, action: Action) -> None:
        plan, verb = self.plan, action[0]
        if verb == SWAP:
            swap(plan, state, seat, action[1], action[2])
        elif verb == DONE:
            self.finish(state, seat)
        elif verb == REVEAL:
            reveal(plan, state, seat, action[1])
        elif verb == CONCEAL:
            conceal(plan, state, seat, action[1])
            self.go_on(state)
        elif verb == PLACE:
            place(plan, state, seat, action[1], action[2])
        else:
            activate(plan, state, seat, action[1])

    def apply_move(self, state: LeaderState, seat: int, action: Action) -> None:
        verb = action[0]
        if verb == TURN_TO:
            turn(self.plan, state, action[1])
        elif verb == ADVANCE:
            advance(self.plan, state, seat)
        else:
            place_decoy(self.plan, state, seat, action[1])

    def apply_fight(self, state: LeaderState, seat: int, action: Action) -> None:
        verb = action[0]
        if verb == SHOOT:
            shoot(self.plan, state, action[1], action[2])
        elif verb == RETURN_FIRE:
            reply(state, seat, 1, False)
        elif verb == HOLD_FIRE:
            reply(state, seat, 0, False)
        elif verb == ALWAYS:
            reply(state, seat, 1, True)
        elif verb == BLITZ:
            blitz(self.plan, state, seat, True)
        else:
            repair(self.plan, state, seat, action[1])

    def apply_rest(self, state: LeaderState, seat: int, action: Action) -> None:
        plan, verb = self.plan, action[0]
        if verb == FACE:
            if face(plan, state, action[1], action[2]):
                self.go_on(state)
        elif verb == BUY:
            buy(plan, state, seat, action[1], action[2])
        elif verb == LIFT:
            lift(plan, state, seat, action[1])
        elif verb == PUT:
            put(plan, state, seat, action[1], action[2])
        elif verb == ASK_ME:
            be_asked(state, seat)
        elif verb == PASS_ON:
            pass_on(state, action[1])

    def go_on(self, state: LeaderState) -> None:
        """Back to the question that was interrupted."""
        if state.table.stack[0].step == PURCHASES:
            shopping_again(self.plan, state)
        else:
            resume(self.plan, state)

    def finish(self, state: LeaderState, seat: int) -> None:
        """DONE: whatever is under way is complete."""
        plan = self.plan
        frame = state.table.stack[-1]
        if frame.proc == SETUP:
            seal(plan, state, seat)
        elif frame.proc == TURN:
            if frame.step == ACTIONS:
                end_actions(plan, state)
            else:
                after_purchases(plan, state)
        elif frame.step == CHOOSE:
            frame.regs[1] = 0
            end_action(plan, state)
        elif frame.step == BREACH:
            blitz(plan, state, seat, False)
        else:
            end_move(plan, state)

    # knowledge and result ---------------------------------------------------------------

    def imagine(self, table: LeaderTable, hand: LeaderHand, draw: Draw) -> LeaderState:
        return imagine(self.plan, table, hand, draw)

    def leave(self, state: LeaderState, seat: int) -> None:
        leave(self.plan, state, seat)
        if self.plan.open_allies:
            keep_up(self.plan, state)

    def scores(self, table: LeaderTable) -> list[int]:
        return table.result[:] if table.result else [0] * self.seats

    def audit(self, state: LeaderState) -> None:
        audit(self.plan, state)
