"""The rules of Picket.  Numbers in comments are paragraphs of rulebook.md."""

from __future__ import annotations

from sandtable.core.game import CHANCE, EVERYONE, Action, Box, Draw, Frame, Game, State
from sandtable.games.picket.state import (
    DUMMY,
    FIGHT,
    OFF,
    ORDERS,
    SETUP,
    TROOP,
    UNKNOWN,
    PicketHand,
    PicketState,
    PicketTable,
    copy_hand,
    copy_table,
)
from sandtable.games.picket.verbs import (
    BATTLE,
    DONE,
    ENDED,
    HIDDEN,
    HIDE,
    LOST,
    MOVED,
    PLOT,
    PLOTTED,
    REMOVED,
    RETREAT,
    RETREATED,
    ROLLED,
    SHOWN,
    STAND,
    STOOD,
    TURN,
)


class Values:
    """The numbers of data/picket.toml."""

    def __init__(self, zones: int, depots: list[int], pieces: int, dummies: int, rounds: int, hit_from: int) -> None:
        self.zones = zones
        self.depots = depots
        self.pieces = pieces
        self.dummies = dummies
        self.rounds = rounds
        self.hit_from = hit_from


class Picket(Game[PicketTable, PicketHand, Box]):
    name = "picket"
    version = 2

    def __init__(self, values: Values, turns: int) -> None:
        super().__init__(2)
        self.v = values
        self.turns = turns

    def setup(self) -> PicketState:
        table = PicketTable()
        hands: list[PicketHand] = []
        for seat in range(2):
            hand = PicketHand(seat)
            hand.kind = [TROOP] * self.v.pieces
            hand.plot = [OFF] * self.v.pieces
            hands.append(hand)
            table.zone += [self.v.depots[seat]] * self.v.pieces
            table.face += [UNKNOWN] * self.v.pieces
            table.troops.append(self.v.pieces - self.v.dummies)
        table.stack.append(Frame(SETUP, 0, []))
        state: PicketState = State(table, hands, Box())
        state.ask([0, 1])
        return state

    def copy(self, state: PicketState) -> PicketState:
        new: PicketState = State(copy_table(state.table), [copy_hand(h) for h in state.hands], Box())
        new.loud = state.loud
        return new

    # offers --------------------------------------------------------------------------

    def actions(self, table: PicketTable, hand: PicketHand) -> list[Action]:
        proc = table.stack[-1].proc
        if proc == SETUP:
            return self.hides(hand)
        if proc == ORDERS:
            return self.plots(table, hand)
        zone = table.stack[-1].regs[0]
        if zone == self.v.depots[hand.seat]:  # 5.2: nowhere to go
            return [(STAND,)]
        return [(STAND,), (RETREAT,)]

    def hides(self, hand: PicketHand) -> list[Action]:
        """2.1: any piece that is no dummy yet."""
        base = hand.seat * self.v.pieces
        return [(HIDE, base + i) for i in range(self.v.pieces) if hand.kind[i] == TROOP]

    def plots(self, table: PicketTable, hand: PicketHand) -> list[Action]:
        """3.1, 3.2: any piece in play that has no plot yet; when all have one, the seal."""
        base = hand.seat * self.v.pieces
        found: list[Action] = []
        for i in range(self.v.pieces):
            here = table.zone[base + i]
            if here != OFF and hand.plot[i] == OFF:
                zones = [here, (here + 1) % self.v.zones, (here + self.v.zones - 1) % self.v.zones]
                zones.sort()
                found += [(PLOT, base + i, zone) for zone in zones]
        return found if found else [(DONE,)]

    def tidy(self, table: PicketTable, hand: PicketHand, offer: list[Action]) -> list[Action]:
        """Dummies by ascending number, and so that enough pieces are left to name; plots for the first piece without one."""
        if offer[0][0] == HIDE:
            first, left = 0, self.v.dummies
            for i in range(self.v.pieces):
                if hand.kind[i] == DUMMY:
                    first = i + 1
                    left -= 1
            base = hand.seat * self.v.pieces
            found = [action for action in offer if first <= action[1] - base <= self.v.pieces - left]
            return found if found else offer
        if offer[0][0] == PLOT:
            return [action for action in offer if action[1] == offer[0][1]]
        return offer

    def refusal(self, table: PicketTable, hand: PicketHand, action: Action) -> str:
        if action in self.actions(table, hand):
            return ""
        if not action or action[0] < 0 or action[0] > RETREAT:
            return "no-such-verb"
        proc = table.stack[-1].proc
        if proc == FIGHT and action == (RETREAT,):
            return "at-depot"
        if proc == ORDERS and action == (DONE,):
            return "plots-missing"
        if (proc == ORDERS and action[0] == PLOT and len(action) == 3) or (proc == SETUP and action[0] == HIDE and len(action) == 2):
            return self.piece_refusal(table, hand, action)
        return "not-now"

    def piece_refusal(self, table: PicketTable, hand: PicketHand, action: Action) -> str:
        """2.1, 3.1: why a piece cannot be named a dummy, or be sent there."""
        if action[1] // self.v.pieces != hand.seat:
            return "not-yours"
        if action[0] == HIDE:
            return "already-dummy"
        if table.zone[action[1]] == OFF:
            return "out-of-play"
        return "one-zone" if hand.plot[action[1] % self.v.pieces] == OFF else "already-plotted"

    # play ----------------------------------------------------------------------------

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        if seat == CHANCE:
            self.resolve_round(state, action)
        elif action[0] == PLOT:
            state.hands[seat].plot[action[1] % self.v.pieces] = action[2]
            state.note(seat, PLOTTED, (action[1], action[2]))
            state.ask_again(seat)
        elif action[0] == HIDE:
            self.hide(state, seat, action[1])
        elif action[0] == DONE:
            if state.answered(seat):
                self.march(state)
        elif action[0] == RETREAT:
            state.answered(seat)
            self.retreat(state, seat)
        else:
            state.answered(seat)
            state.tell(EVERYONE, STOOD, (seat,))
            self.roll(state)

    def hide(self, state: PicketState, seat: int, piece: int) -> None:
        """2.1, 2.2: once both have named their dummies the first turn begins."""
        hand = state.hands[seat]
        hand.kind[piece % self.v.pieces] = DUMMY
        state.note(seat, HIDDEN, (piece,))
        if hand.kind.count(DUMMY) < self.v.dummies:
            state.ask_again(seat)
        elif state.answered(seat):
            state.table.stack[-1] = Frame(ORDERS, 0, [])
            self.begin_turn(state)

    def begin_turn(self, state: PicketState) -> None:
        """6.1: the match ends after the last turn, or when a side has no troops."""
        table = state.table
        if table.turn == self.turns or min(table.troops) == 0:
            state.tell(EVERYONE, ENDED, (table.troops[0], table.troops[1]))
            table.stack.pop()
            return
        table.turn += 1
        state.tell(EVERYONE, TURN, (table.turn,))
        state.ask([0, 1])

    def march(self, state: PicketState) -> None:
        """3.3: all plots are carried out at once, which brings them to light; then contacts, by ascending zone."""
        table = state.table
        for hand in state.hands:
            base = hand.seat * self.v.pieces
            for i in range(self.v.pieces):
                if hand.plot[i] != OFF:
                    if hand.plot[i] != table.zone[base + i]:
                        table.zone[base + i] = hand.plot[i]
                        state.show(hand.seat, EVERYONE, MOVED, (base + i, hand.plot[i]))
                    hand.plot[i] = OFF
        table.stack.append(Frame(FIGHT, 0, [-1, 0]))
        self.next_contact(state)

    def next_contact(self, state: PicketState) -> None:
        """4.1-4.3: pieces that meet are turned up, dummies go, troops on both sides fight."""
        table = state.table
        for zone in range(table.stack[-1].regs[0] + 1, self.v.zones):
            if self.count(table, 0, zone) and self.count(table, 1, zone):
                self.turn_up(state, zone)
                if self.count(table, 0, zone) and self.count(table, 1, zone):
                    table.stack[-1].regs = [zone, 0]
                    state.tell(EVERYONE, BATTLE, (zone,))
                    self.roll(state)
                    return
        table.stack.pop()
        self.begin_turn(state)

    def turn_up(self, state: PicketState, zone: int) -> None:
        table = state.table
        for piece in range(len(table.zone)):
            if table.zone[piece] == zone:
                if table.face[piece] == UNKNOWN:
                    table.face[piece] = state.hands[piece // self.v.pieces].kind[piece % self.v.pieces]
                    state.show(piece // self.v.pieces, EVERYONE, SHOWN, (piece, table.face[piece]))
                if table.face[piece] == DUMMY:
                    table.zone[piece] = OFF
                    state.tell(EVERYONE, REMOVED, (piece,))

    def count(self, table: PicketTable, seat: int, zone: int) -> int:
        found = 0
        for piece in range(seat * self.v.pieces, (seat + 1) * self.v.pieces):
            if table.zone[piece] == zone:
                found += 1
        return found

    def roll(self, state: PicketState) -> None:
        """5.1: a die for each troop in the zone."""
        table = state.table
        frame = table.stack[-1]
        frame.regs[1] += 1
        table.dice = [6] * (self.count(table, 0, frame.regs[0]) + self.count(table, 1, frame.regs[0]))

    def resolve_round(self, state: PicketState, pips: Action) -> None:
        """5.1-5.3: losses are taken at once; then the weaker side is asked."""
        table = state.table
        table.dice = []
        frame = table.stack[-1]
        zone = frame.regs[0]
        state.tell(EVERYONE, ROLLED, tuple([pip + 1 for pip in pips]))
        split = self.count(table, 0, zone)
        hits = [0, 0]
        for i in range(len(pips)):
            if pips[i] + 1 >= self.v.hit_from:
                hits[0 if i < split else 1] += 1
        for seat in range(2):
            for piece in range(seat * self.v.pieces, (seat + 1) * self.v.pieces):
                if table.zone[piece] == zone and hits[1 - seat] > 0:
                    hits[1 - seat] -= 1
                    table.zone[piece] = OFF
                    table.troops[seat] -= 1
                    state.tell(EVERYONE, LOST, (piece,))
        left = [self.count(table, 0, zone), self.count(table, 1, zone)]
        if left[0] and left[1] and frame.regs[1] < self.v.rounds:
            state.ask([0 if left[0] < left[1] or (left[0] == left[1] and frame.regs[1] % 2 == 1) else 1])
        else:
            self.next_contact(state)

    def retreat(self, state: PicketState, seat: int) -> None:
        """5.2: one zone towards the own depot, by the shorter way."""
        table = state.table
        zone = table.stack[-1].regs[0]
        ahead = (self.v.depots[seat] + self.v.zones - zone) % self.v.zones
        step = 1 if 2 * ahead <= self.v.zones else self.v.zones - 1
        to = (zone + step) % self.v.zones
        for piece in range(seat * self.v.pieces, (seat + 1) * self.v.pieces):
            if table.zone[piece] == zone:
                table.zone[piece] = to
        state.tell(EVERYONE, RETREATED, (seat, to))
        self.next_contact(state)

    # knowledge and result --------------------------------------------------------------

    def imagine(self, table: PicketTable, hand: PicketHand, draw: Draw) -> PicketState:
        """Deal the other side's dummies over its face-down pieces, and if it has sealed its
        plots, plots: all its legal ones are equally likely."""
        foe = PicketHand(1 - hand.seat)
        base = foe.seat * self.v.pieces
        foe.kind = [TROOP] * self.v.pieces
        foe.plot = [OFF] * self.v.pieces
        proc = table.stack[-1].proc if table.stack else FIGHT
        waiting = foe.seat in table.pending
        if proc != SETUP or not waiting:
            self.deal(table, foe, base, draw)
        if proc == ORDERS and not waiting and hand.seat in table.pending:
            for i in range(self.v.pieces):
                if table.zone[base + i] != OFF:
                    foe.plot[i] = (table.zone[base + i] + self.v.zones - 1 + draw.below(3)) % self.v.zones
        if waiting:
            foe.asked = 1
        mine = copy_hand(hand)
        hands = [mine, foe] if hand.seat == 0 else [foe, mine]
        return State(copy_table(table), hands, Box())

    def deal(self, table: PicketTable, foe: PicketHand, base: int, draw: Draw) -> None:
        covered: list[int] = []
        dummies = self.v.dummies
        for i in range(self.v.pieces):
            if table.face[base + i] == UNKNOWN:
                covered.append(i)
            elif table.face[base + i] == DUMMY:
                foe.kind[i] = DUMMY
                dummies -= 1
        draw.shuffle(covered)
        for i in covered[:dummies]:
            foe.kind[i] = DUMMY

    def scores(self, table: PicketTable) -> list[int]:
        """6.2: the difference of troops, as a share of those a side starts with."""
        gap = 1000 * (table.troops[0] - table.troops[1]) // (self.v.pieces - self.v.dummies)
        return [gap, -gap]

    def audit(self, state: PicketState) -> None:
        table = state.table
        for hand in state.hands:
            base = hand.seat * self.v.pieces
            alive = 0
            for i in range(self.v.pieces):
                shown = table.face[base + i]
                assert shown == UNKNOWN or shown == hand.kind[i], "a piece shows another face than it has"
                assert shown != UNKNOWN or table.zone[base + i] != OFF, "a piece left play unseen"
                if hand.kind[i] == TROOP and table.zone[base + i] != OFF:
                    alive += 1
            if not table.stack or table.stack[0].proc != SETUP:
                assert alive == table.troops[hand.seat], "the table miscounts the troops"
