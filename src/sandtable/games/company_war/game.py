"""Company War as the core sees it: dispatches to the chapters under rules/."""

from __future__ import annotations

from sandtable.core.game import CHANCE, EVERYONE, Action, Box, Draw, Frame, Game, State
from sandtable.games.company_war.audit import audit_state
from sandtable.games.company_war.imagine import imagine_hand
from sandtable.games.company_war.rules.aftermath import part
from sandtable.games.company_war.rules.battle import (
    battle_actions,
    battle_apply,
    battle_choices,
    battle_dice,
    battle_refusal,
)
from sandtable.games.company_war.rules.combat import begin_combat, fight, next_battle
from sandtable.games.company_war.rules.execution import execute, executions, lead, movement_over
from sandtable.games.company_war.rules.fire import AIMING as BATTLE_AIMING
from sandtable.games.company_war.rules.fire import ORDERING
from sandtable.games.company_war.rules.focus import turn_to
from sandtable.games.company_war.rules.garrisons import garrison, landings, muster, musters
from sandtable.games.company_war.rules.gunnery import begin_fire, controlled, fired, gun_actions, gun_choices, gun_refusal, prepare, unaimed
from sandtable.games.company_war.rules.hunting import hunt, hunted
from sandtable.games.company_war.rules.movement import (
    assemble,
    begin_movement,
    plot,
    plot_choices,
    plot_refusal,
    plots,
    rolled,
)
from sandtable.games.company_war.rules.orders import awaiting_orders
from sandtable.games.company_war.rules.stations import bombard, bombards, repair, repairs, volley
from sandtable.games.company_war.rules.steering import (
    begin_moves,
    dock,
    docks,
    lead_rolled,
    moves_over,
    steer,
    steer_choices,
    steer_refusal,
    steerings,
)
from sandtable.games.company_war.rules.tactics import (
    AIMING,
    ANSWERING,
    DEPLOYING,
    DOCKING,
    ENTERING,
    FIRE_DICE,
    HAULER_DICE,
    LEAD_DICE,
    LEADER,
    MOVER,
    ROLE_DICE,
    STEERING,
    deploy,
    deploy_choices,
    deploy_refusal,
    deployments,
    haulers_rolled,
    roles_rolled,
    undeployed,
)
from sandtable.games.company_war.setup import begin, carriages, carry, place, place_refusal, placings, unplaced
from sandtable.games.company_war.state import (
    ASSEMBLING,
    BATTLE,
    BOMBARDING,
    COMBAT,
    EXECUTING,
    FLEET,
    GARRISONING,
    HUNTING,
    MUSTERING,
    PLACING,
    PLOTTING,
    REPAIRING,
    RIDER,
    ROLLING,
    STATION,
    TACTICS,
    TIED,
    TROOPING,
    UNION,
    WarHand,
    WarState,
    WarTable,
    copy_hand,
    copy_table,
)
from sandtable.games.company_war.tidy import tidy_offer
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import (
    ACCEPT,
    ASSEMBLE,
    DECLINE,
    ENDED,
    FIRST,
    HUNT,
    IGNORE,
    MOVE,
    PARTED,
    REFRAIN,
    REJECT,
    REJECTED,
    TAKE,
    TURN,
)


class CompanyWar(Game[WarTable, WarHand, Box]):
    name = "company_war"
    version = 2

    def __init__(self, book: Book) -> None:
        super().__init__(2)
        self.book = book

    def setup(self) -> WarState:
        state = begin(self.book)
        state.news = []  # nobody is listening yet
        return state

    def copy(self, state: WarState) -> WarState:
        new: WarState = State(copy_table(state.table), [copy_hand(hand) for hand in state.hands], Box())
        new.loud = state.loud
        return new

    # offers --------------------------------------------------------------------------

    def actions(self, table: WarTable, hand: WarHand) -> list[Action]:
        frame = table.stack[-1]
        proc = frame.proc
        book = self.book
        if proc == PLOTTING:
            return plots(book, table, hand)
        if proc == BATTLE:
            return battle_actions(book, table, hand)
        if proc == TACTICS:
            return self.tactical_actions(table, hand, frame.step)
        if proc == EXECUTING:
            return executions(book, table, hand)
        if proc == BOMBARDING:
            return bombards(book, table)
        if proc == REPAIRING:
            return repairs(book, table)
        if proc == GARRISONING:
            return landings(book, table, hand)
        if proc == MUSTERING:
            return musters(book, table, hand)
        if proc == ASSEMBLING:
            return [(ASSEMBLE,), (REFRAIN,)]
        if proc == TIED:
            return [(FIRST, 0), (FIRST, 1)]
        if proc == HUNTING:
            return [(HUNT,), (IGNORE,)]
        return placings(book, table, hand) if proc == PLACING else carriages(hand)

    def tidy(self, table: WarTable, hand: WarHand, offer: list[Action]) -> list[Action]:
        return tidy_offer(self.book, table, hand, offer)

    def choices(self, table: WarTable, hand: WarHand) -> list[Action]:
        """The tidy offer, made at once where play is most of the time."""
        frame = table.stack[-1]
        proc, step = frame.proc, frame.step
        if proc == PLOTTING:
            return plot_choices(self.book, table, hand)
        if proc == BATTLE and (step == ORDERING or step == BATTLE_AIMING):
            return battle_choices(self.book, table, hand)
        if proc == TACTICS:
            if step == STEERING:
                return steer_choices(self.book, table, hand)
            if step == AIMING:
                return gun_choices(self.book, table, hand)
            if step < STEERING:
                return deploy_choices(self.book, table, hand)
        if proc == EXECUTING and step == 0:
            return executions(self.book, table, hand)
        return tidy_offer(self.book, table, hand, self.actions(table, hand))

    def tactical_actions(self, table: WarTable, hand: WarHand, step: int) -> list[Action]:
        if step == STEERING:
            return steerings(self.book, table, hand)
        if step == AIMING:
            return gun_actions(self.book, table, hand)
        if step == DOCKING:
            return docks(table)
        if step == ANSWERING:
            return [(ACCEPT,), (REJECT,)]
        return deployments(self.book, table, hand)

    def refusal(self, table: WarTable, hand: WarHand, action: Action) -> str:
        if not table.stack or hand.seat not in table.pending:
            return "not-awaited"
        if action in self.actions(table, hand):
            return ""
        if not action or action[0] < 0 or action[0] > TAKE:
            return "no-such-verb"
        if action[0] == TAKE:
            if len(action) == 2 and action[1] in self.counters(table, hand):
                return ""
            return "went-along" if len(action) == 2 and RIDER <= action[1] < STATION and table.queue else "nothing-to-take"
        proc = table.stack[-1].proc
        if proc == PLOTTING:
            return plot_refusal(self.book, table, hand, action)
        if proc == BATTLE:
            return battle_refusal(self.book, table, hand, action)
        if proc == PLACING:
            return place_refusal(self.book, table, hand, action)
        if proc == EXECUTING:
            return "must-move" if action[0] == DECLINE else "no-plot" if action[0] == MOVE else "not-now"
        if proc == TACTICS:
            return self.tactical_refusal(table, hand, action)
        keys = {TROOPING: "no-carriage", BOMBARDING: "no-bombardment", REPAIRING: "no-repair"}
        keys[GARRISONING] = "no-landing"
        keys[MUSTERING] = "no-muster"
        return keys.get(proc, "not-now")

    def counters(self, table: WarTable, hand: WarHand) -> list[int]:
        """1.5: own counters that may be turned to."""
        frame = table.stack[-1]
        proc, step = frame.proc, frame.step
        if proc == PLACING:
            return unplaced(table, hand)
        if proc == BATTLE and step == ORDERING:
            return awaiting_orders(table, hand)
        if proc == BATTLE and step == BATTLE_AIMING:
            return table.queue
        if proc != TACTICS:
            return []
        if step == STEERING:
            return table.queue
        if step == AIMING:
            return unaimed(table, hand)
        return undeployed(table) if step in (DEPLOYING, ENTERING) else []

    def tactical_refusal(self, table: WarTable, hand: WarHand, action: Action) -> str:
        step = table.stack[-1].step
        if step == AIMING:
            return gun_refusal(self.book, table, hand, action)
        if step == STEERING:
            return steer_refusal(self.book, table, action)
        return deploy_refusal(self.book, table, action) if step < STEERING else "not-now"

    # play ----------------------------------------------------------------------------

    def apply(self, state: WarState, seat: int, action: Action) -> None:
        if seat == CHANCE:
            self.chance(state, action)
        else:
            self.decide(state, seat, action)
        table = state.table
        if table.pending or table.dice:
            return
        if movement_over(table):
            begin_combat(self.book, state)
        if table.stack and table.stack[-1].proc == COMBAT and not table.pending and not table.dice:
            next_battle(self.book, state)
        if not table.stack and not table.pending and not table.dice:
            self.end_of_turn(state)

    def decide(self, state: WarState, seat: int, action: Action) -> None:
        book = self.book
        proc = state.table.stack[-1].proc
        if action[0] == TAKE:
            turn_to(state, seat, action[1])
        elif proc == PLOTTING:
            plot(book, state, seat, action)
        elif proc == BATTLE:
            battle_apply(book, state, seat, action)
        elif proc == TACTICS:
            self.tactical(state, seat, action)
        elif proc == EXECUTING:
            execute(book, state, seat, action)
        elif proc == BOMBARDING:
            bombard(book, state, seat, action)
        elif proc == REPAIRING:
            repair(book, state, seat, action)
        elif proc == GARRISONING:
            garrison(book, state, action)
        elif proc == MUSTERING:
            muster(book, state, action)
        elif proc == ASSEMBLING:
            assemble(book, state, seat, 1 if action[0] == ASSEMBLE else 0)
        elif proc == TIED:
            state.answered(seat)
            lead(book, state, action[1])
        elif proc == HUNTING:
            hunt(book, state, action)
        elif proc == PLACING:
            place(book, state, action)
        elif carry(book, state, action):
            self.begin_turn(state)

    def tactical(self, state: WarState, seat: int, action: Action) -> None:
        table = state.table
        frame = table.stack[-1]
        step = frame.step
        if step == STEERING:
            steer(self.book, state, seat, action)
        elif step == AIMING:
            prepare(self.book, state, seat, action)
        elif step == DOCKING:
            dock(state, seat, action)
        elif step == ANSWERING:
            state.answered(seat)
            if action[0] == ACCEPT:
                state.tell(EVERYONE, PARTED, ())
                part(self.book, state)
                return
            state.tell(EVERYONE, REJECTED, (seat,))
            frame.step = STEERING
            state.ask([frame.regs[MOVER]])
        else:
            deploy(self.book, state, seat, action)
        if table.stack and table.stack[-1].proc == TACTICS and moves_over(table) and not table.dice:
            if frame.regs[MOVER] != frame.regs[LEADER]:
                begin_moves(self.book, state, frame.regs[LEADER])
            else:
                begin_fire(self.book, state)

    def chance(self, state: WarState, pips: Action) -> None:
        book = self.book
        frame = state.table.stack[-1]
        proc = frame.proc
        if proc == ROLLING:
            rolled(book, state, pips)
        elif proc == BATTLE:
            battle_dice(book, state, pips)
        elif proc == BOMBARDING:
            volley(book, state, pips)
        elif proc == HUNTING:
            point = frame.regs[0]
            if hunted(book, state, pips):
                fight(book, state, point, 1)
        elif frame.step == ROLE_DICE:
            roles_rolled(book, state, pips)
        elif frame.step == HAULER_DICE:
            haulers_rolled(book, state, pips)
        elif frame.step == LEAD_DICE:
            lead_rolled(book, state, pips)
        elif frame.step == FIRE_DICE:
            fired(book, state, pips)
        else:
            controlled(book, state, pips)

    def begin_turn(self, state: WarState) -> None:
        table = state.table
        table.turn += 1
        state.tell(EVERYONE, TURN, (table.turn,))
        table.stack = [Frame(ASSEMBLING, 0, [])]
        begin_movement(self.book, state)

    def end_of_turn(self, state: WarState) -> None:
        """9.9, 12.17: the next turn, or the end of the match."""
        table = state.table
        scenario = self.book.scenario
        if scenario is not None:
            holding = [0, 0]
            for ship in range(33):
                if table.place[ship] > 0 and not table.fleeing[ship]:
                    holding[0 if ship < 9 else 1] = 1
            for seat in range(2):
                if holding[seat] and not holding[1 - seat]:
                    table.points[seat] += scenario.hold
        elif table.turn < self.book.settings.turns:
            self.begin_turn(state)
            return
        state.tell(EVERYONE, ENDED, (table.points[0], table.points[1]))

    # knowledge and result --------------------------------------------------------------

    def imagine(self, table: WarTable, hand: WarHand, draw: Draw) -> WarState:
        mine = copy_hand(hand)
        foe = imagine_hand(self.book, table, hand, draw)
        hands = [mine, foe] if hand.seat == FLEET else [foe, mine]
        return State(copy_table(table), hands, Box())

    def scores(self, table: WarTable) -> list[int]:
        """9.9, 9.10: ten for each point of the margin, at most 1000; a tie the League wins is worth one."""
        gap = table.points[FLEET] - table.points[UNION]
        if gap == 0 and self.book.settings.union_ties and self.book.scenario is None:
            return [-1, 1]
        gap = max(-1000, min(1000, 10 * gap))
        return [gap, -gap]

    def audit(self, state: WarState) -> None:
        audit_state(self.book, state)
