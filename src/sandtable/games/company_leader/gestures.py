"""Gestures: what a person does with one troop in one go.

A troop is revealed, goes, turns and fires; dummies lie behind it; all that is one choice.  A gesture reaches as far as its
owner can foresee it: up to a scouting that finds something, a shot, or a question to somebody else.  So it can be tried out in a world
in which every unknown foreign piece is infantry.
"""

from __future__ import annotations

from sandtable.core.game import Action, Box, State
from sandtable.games.company_leader.allies import known_to
from sandtable.games.company_leader.game import CompanyLeader
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.movement import decoy_fields, untouched
from sandtable.games.company_leader.rules.pieces import hostile
from sandtable.games.company_leader.setup import new_hand
from sandtable.games.company_leader.state import (
    ACT,
    ACTIONS,
    ARRIVED,
    CHOOSE,
    FACING,
    INFANTRY,
    LOOKED,
    SCOUTED,
    SETUP,
    TURN,
    TYPES,
    UNKNOWN,
    LeaderHand,
    LeaderState,
    LeaderTable,
    active,
    copy_hand,
    copy_table,
    hidden,
)
from sandtable.games.company_leader.verbs import (
    ACTIVATE,
    ADVANCE,
    CONCEAL,
    DECOY,
    DONE,
    FACE,
    REPAIR,
    REVEAL,
    SHOOT,
    SWAP,
    TURN_TO,
)
from sandtable.kit.card import ENDS_PIECE, Gesture
from sandtable.kit.gesture import Foresight
from sandtable.kit.hexes import turn_between

Sight = Foresight[LeaderTable, LeaderHand, Box]

# What comes first in a list: shots, then ways, then the rest.
FIRES = 0
GOES_AND_FIRES = 1000
MENDS = 2000
GOES = 3000
LOOKS = 4000
SHOWS = 5000
HIDES = 6000
TRADES = 7000
ENDS = 8000


# How a way is gone: the dummies behind a fast troop lie at both of its steps or at none.
ANYHOW = 0
PLAIN = 1
DROPPING = 2

UNASKED = -2


def world(game: CompanyLeader, table: LeaderTable, hand: LeaderHand) -> Sight:
    """One of the worlds that look like this to the seat, as far as nothing is revealed to it."""
    plan = game.plan
    hands: list[LeaderHand] = []
    for seat in range(plan.seats):
        if seat == hand.seat:
            hands.append(copy_hand(hand))
        elif table.stack[0].proc == SETUP:
            hands.append(new_hand(plan, seat))
        else:
            hands.append(stand_in(plan, table, hand, seat))
    state: LeaderState = State(copy_table(table), hands, Box())
    return Foresight(game, hand.seat, state)


def stand_in(plan: Plan, table: LeaderTable, own: LeaderHand, seat: int) -> LeaderHand:
    hand = LeaderHand(seat)
    hand.left = [0] * TYPES
    hand.kind = [UNKNOWN] * plan.size
    for field in range(plan.size):
        if table.owner[field] == seat and hidden(table, field):
            known = known_to(plan, table, own, field)
            hand.kind[field] = known if known != UNKNOWN else INFANTRY
    return hand


def subjects(game: CompanyLeader, table: LeaderTable, hand: LeaderHand) -> list[int]:
    """Fields whose pieces can do something: troops first, then what can only be swapped."""
    frame = table.stack[-1]
    if frame.proc == ACT and frame.step in (CHOOSE, SCOUTED, ARRIVED, LOOKED):
        return [frame.regs[0]]
    if frame.proc == FACING:
        return frame.regs[:1] if active(table) == hand.seat and len(frame.regs) == 1 else []
    if frame.proc != TURN or frame.step != ACTIONS:
        return []
    weight = [0] * game.plan.size
    for action in game.actions(table, hand):
        if action[0] in (REVEAL, ACTIVATE, CONCEAL):
            weight[action[1]] = 2
        elif action[0] == SWAP:
            for field in (action[1], action[2]):
                weight[field] = max(1, weight[field])
    fields = range(game.plan.size)
    return [f for f in fields if weight[f] == 2] + [f for f in fields if weight[f] == 1]


class Troop:
    """Collects what one piece of the seat can do now."""

    def __init__(self, game: CompanyLeader, table: LeaderTable, hand: LeaderHand, field: int) -> None:
        self.game = game
        self.plan = game.plan
        self.seat = hand.seat
        self.table = table
        self.hand = hand
        self.field = field
        self.ranked: list[tuple[int, int, Gesture]] = []
        self.gone: list[int] = []  # ends of ways, with their manner: each once
        self.enemy: list[int] = [UNASKED] * self.plan.size  # by field: the nearest hostile piece

    def gestures(self) -> list[Gesture]:
        start = self.ready()
        if start is not None:
            step = start.state.table.stack[-1].step
            if step == CHOOSE:
                self.choices(start)
            elif step == SCOUTED:
                self.step_on(start, ANYHOW)
            elif step == ARRIVED:
                self.arrive(start, ANYHOW)
            elif step == LOOKED:
                self.dummies(start)
        self.between_actions()
        self.ranked.sort()
        return [gesture for _, _, gesture in self.ranked]

    def add(self, rank: int, gesture: Gesture) -> None:
        """A troop that comes to light on the way looks where it will look next."""
        actions = gesture.actions
        for i in range(min(2, len(actions))):
            if actions[i][0] == FACE and (i == 0 or actions[0][0] == REVEAL):
                for later in actions[i + 1 :]:
                    if later[0] in (TURN_TO, SHOOT):
                        actions[i] = (FACE, self.field, later[-1])
                        break
        self.ranked.append((rank, len(self.ranked), gesture))

    def ready(self) -> Sight | None:
        """The troop about to do something, revealed and picked as far as it must be; None if it cannot act."""
        at = world(self.game, self.table, self.hand)
        frame = self.table.stack[-1]
        if frame.proc == ACT:
            return at if frame.regs[0] == self.field and self.table.owner[self.field] == self.seat else None
        if frame.proc == TURN and frame.step == ACTIONS and self.table.face[self.field] == 0:
            at.play((REVEAL, self.field))
        if frame.proc == FACING:  # asked where it looks: a way to go is another question
            return None
        if at.surprised:
            return None
        if at.state.table.stack[-1].proc == FACING:
            at.play((FACE, self.field, self.towards(self.field)))
        return at if at.play((ACTIVATE, self.field)) else None

    def choices(self, start: Sight) -> None:
        plan, table, field = self.plan, start.state.table, self.field
        for action in start.offer():
            if action[0] == SHOOT:
                actions = [*start.actions, action]
                self.add(FIRES + table.strength[action[1]], Gesture("fire", "field field direction", (field, *action[1:]), actions))
            elif action[0] == REPAIR:
                missing = plan.full[table.face[field]] - action[1]
                self.add(MENDS + missing, Gesture("mend", "field points", (field, action[1]), [*start.actions, action]))
            elif action[0] == TURN_TO:
                self.turn(start, action[1])
            elif action[0] == DONE and not start.actions and not untouched(table):
                self.add(ENDS, Gesture("end-troop", "field", (field,), [action], ENDS_PIECE))

    def turn(self, start: Sight, direction: int) -> None:
        """5.4, 5.12: turn and scout; then stay, or go on."""
        at = start.copy()
        at.play((TURN_TO, direction))
        asked = scouted(at)
        actions = [*at.actions, (DONE,)] if asked else at.actions[:]
        self.add(LOOKS + self.off(self.field, direction), Gesture("look", "field direction", (self.field, direction), actions))
        if asked:
            self.step_on(at, ANYHOW)

    def step_on(self, at: Sight, manner: int) -> None:
        """5.6: one field ahead; an own troop that comes to light by it looks where it can."""
        if not at.actions:
            self.add(ENDS, Gesture("stay", "field", (self.field,), [(DONE,)], ENDS_PIECE))
        if not at.can((ADVANCE,)):
            return
        at = at.copy()
        at.play((ADVANCE,))
        if not at.surprised and at.state.table.stack[-1].proc == FACING:
            left = at.state.table.stack[-1].regs[0]
            at.play((FACE, left, self.towards(left)))
        if not at.surprised:
            self.arrive(at, manner)

    def arrive(self, at: Sight, manner: int) -> None:
        """5.7, 5.9: each way to look there, and no dummies or all."""
        table = at.state.table
        to = table.stack[-1].regs[0]
        kind = table.face[to]
        free: list[int] = []
        for direction in range(6):
            if self.finds(table, kind, to, direction):
                self.go(at, to, direction, [], "scout")
            else:
                free.append(direction)
        if not free:
            return
        probe = at.copy()
        probe.play((TURN_TO, free[0]))
        further = table.stack[-1].regs[1] > 1
        for tail in tails(self.plan, probe, self.seat):
            how = ANYHOW if not tail else PLAIN if tail[0][0] == DONE else DROPPING
            if manner != ANYHOW and how not in (ANYHOW, manner):
                continue
            for direction in free:
                self.go(at, to, direction, tail, "")
                if further:
                    self.second(at, to, direction, tail, how)

    def go(self, at: Sight, to: int, direction: int, tail: list[Action], what: str) -> None:
        actions = [*at.actions, (TURN_TO, direction), *tail]
        if what == "" and (DECOY in [action[0] for action in actions]):
            what = "dummies"
        manner = 0 if what == "" else 1 if what == "dummies" else 2
        end = (to * 6 + direction) * 3 + manner
        if end in self.gone:
            return
        self.gone.append(end)
        rank = GOES + 20 * self.distance(to) + 2 * self.off(to, direction) + (1 if manner == 0 else 0)
        key = ("turn-to" if self.field == to else "go") + ("-" + what if what else "")
        if self.field == to:
            self.add(rank, Gesture(key, "field direction", (to, direction), actions))
        else:
            self.add(rank, Gesture(key, "field field direction", (self.field, to, direction), actions))

    def second(self, at: Sight, to: int, direction: int, tail: list[Action], manner: int) -> None:
        """5.11: a fast troop goes on the way it looks, or shoots that way."""
        ahead = self.plan.near[to * 6 + direction]
        if (ahead < 0 or self.plan.board.hexes.distance(self.field, ahead) < 2) and not self.aims(to, direction):
            return
        at = at.copy()
        for action in [(TURN_TO, direction), *tail]:
            at.play(action)
        table = at.state.table
        if at.surprised or table.stack[-1].proc != ACT:
            return
        for action in at.offer():
            if action[0] == SHOOT and action[2] == direction:
                operands = (self.field, to, action[1], direction)
                rank = GOES_AND_FIRES + 10 * table.strength[action[1]] + (0 if tail and tail[0][0] == DECOY else 1)
                self.add(rank, Gesture("go-fire", "field field field direction", operands, [*at.actions, action]))
        if ahead < 0 or self.plan.board.hexes.distance(self.field, ahead) < 2:
            return
        at.play((TURN_TO, direction))
        if scouted(at):
            self.step_on(at, manner)

    def aims(self, field: int, direction: int) -> bool:
        """Something to shoot at stands where a troop on this field would look."""
        kind = self.hand.kind[self.field] if self.table.face[self.field] == 0 else self.table.face[self.field]
        for target in self.plan.fires[self.plan.fire_start[kind] + field * 6 + direction]:
            if self.table.face[target] > 0 and hostile(self.plan, self.table, self.seat, target):
                return True
        return False

    def dummies(self, at: Sight) -> None:
        """5.9: any of them."""
        fields = decoy_fields(self.plan, at.state.table, self.seat)
        whole = (1 << len(fields)) - 1
        for chosen in range(whole, 0, -1):
            where = [fields[i] for i in range(len(fields)) if (chosen >> i) & 1]
            actions: list[Action] = [(DECOY, f) for f in where]
            if chosen != whole:
                actions.append((DONE,))
            self.add(GOES - 10 * len(where), Gesture("dummies", "field*", tuple(where), actions))
        key = "no-more-dummies" if at.state.table.stack[-1].regs[5] > 0 else "no-dummies"
        self.add(ENDS, Gesture(key, "field", (self.field,), [(DONE,)], ENDS_PIECE))

    def between_actions(self) -> None:
        """4.1-4.8: reveal, conceal, swap."""
        frame = self.table.stack[-1]
        if frame.proc != TURN or frame.step != ACTIONS:
            return
        at = world(self.game, self.table, self.hand)
        for action in at.offer():
            if action[0] == REVEAL and action[1] == self.field:
                for direction in range(6):
                    rank = SHOWS + self.off(self.field, direction)
                    actions: list[Action] = [action, (FACE, self.field, direction)]
                    self.add(rank, Gesture("show", "field direction", (self.field, direction), actions))
            elif action[0] == CONCEAL and action[1] == self.field:
                self.add(HIDES, Gesture("hide", "field", (self.field,), [action]))
            elif action[0] == SWAP and self.field in (action[1], action[2]):
                self.trade(at, action)

    def trade(self, at: Sight, action: Action) -> None:
        """4.5: what comes to light by it looks where the enemy is."""
        other = action[1] + action[2] - self.field
        at = at.copy()
        at.play(action)
        while not at.surprised and at.state.table.stack[-1].proc == FACING:
            shown = at.state.table.stack[-1].regs[0]
            at.play((FACE, shown, self.towards(shown)))
        self.add(TRADES + self.distance(other), Gesture("trade", "field field", (self.field, other), at.actions))

    # where the enemy is --------------------------------------------------------------------

    def finds(self, table: LeaderTable, kind: int, field: int, direction: int) -> bool:
        """5.5: something hidden lies in view."""
        for at in self.plan.views[self.plan.view_start[kind] + field * 6 + direction]:
            if table.face[at] == 0 and hostile(self.plan, table, self.seat, at):
                return True
        return False

    def nearest(self, field: int) -> int:
        if self.enemy[field] != UNASKED:
            return self.enemy[field]
        best, near = -1, 1000
        for at in range(self.plan.size):
            if hostile(self.plan, self.table, self.seat, at):
                gap = self.plan.board.hexes.distance(field, at)
                if gap < near:
                    best, near = at, gap
        self.enemy[field] = best
        return best

    def distance(self, field: int) -> int:
        enemy = self.nearest(field)
        return 40 if enemy < 0 else min(40, self.plan.board.hexes.distance(field, enemy))

    def towards(self, field: int) -> int:
        enemy = self.nearest(field)
        return 0 if enemy < 0 or enemy == field else self.plan.board.hexes.directions_towards(field, enemy)[0]

    def off(self, field: int, direction: int) -> int:
        """Sixths of a turn between a direction and that of the enemy."""
        return abs(turn_between(direction, self.towards(field)))


def scouted(at: Sight) -> bool:
    """It has turned, found nothing, and the way is open."""
    if at.surprised:
        return False
    frame = at.state.table.stack[-1]
    return frame.proc == ACT and frame.step == SCOUTED


def tails(plan: Plan, at: Sight, seat: int) -> list[list[Action]]:
    """What may follow the last turn of a move: dummies wherever they may lie, or none; nothing where none can lie."""
    if at.surprised:  # it may be the end of the match
        return [[]]
    frame = at.state.table.stack[-1]
    if frame.proc != ACT or frame.step != LOOKED:
        return [[]]
    return [[(DECOY, field) for field in decoy_fields(plan, at.state.table, seat)], [(DONE,)]]
