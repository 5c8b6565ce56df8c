"""Chapter 7, 7.3-7.17: one fight, round by round."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.leaders.rules.common import Terms, set_owner, skilled
from sandtable.games.leaders.state import (
    FRANCE,
    INFANTRY,
    LAND,
    NOBODY,
    UK,
    LeadersHand,
    LeadersState,
    LeadersTable,
)
from sandtable.games.leaders.verbs import (
    CONQUERED,
    DESERTED,
    HELD,
    HOLD,
    LOSE,
    LOST,
    REPELLED,
    REROLL,
    RETREAT,
    RETREATED,
    STAND,
    STOOD,
    THROWN,
)

# steps of a round
ATTACKER_STAYS: Final = 0
DEFENDER_STAYS: Final = 1
THROW: Final = 2
ATTACKER_AGAIN: Final = 3  # 7.8
DEFENDER_AGAIN: Final = 4
ATTACKER_LOSES: Final = 5
DEFENDER_LOSES: Final = 6
OUTCOME: Final = 7
ATTACKER_FLEES: Final = 8
DEFENDER_FLEES: Final = 9

# registers of a fight
AT: Final = 0
ATTACKER: Final = 1
DEFENDER: Final = 2
ON_ATTACKER: Final = 3  # hits the attacker has still to take
ON_DEFENDER: Final = 4
SPLIT: Final = 5  # how many of the dice are the attacker's
AGAIN: Final = 6  # the die being thrown again, or -1
LOST_KIND: Final = 7  # highest kind lost by whoever loses units now (rules/mirror.py)


def present(terms: Terms, table: LeadersTable, place: int, seat: int) -> bool:
    i = (place * terms.seats + seat) * 3
    return table.units[i] + table.units[i + 1] + table.units[i + 2] > 0


# one round


def step_fight(terms: Terms, state: LeadersState) -> None:
    table = state.table
    frame = table.stack[-1]
    regs = frame.regs
    step = frame.step
    if step == ATTACKER_STAYS:
        state.ask([regs[ATTACKER]])
    elif step == DEFENDER_STAYS:
        state.ask([regs[DEFENDER]])
    elif step == THROW:
        collect_dice(terms, table, frame)
        table.dice = [6] * len(table.dies)
    elif step == ATTACKER_AGAIN:
        if regs[AGAIN] < 0 and table.military[regs[ATTACKER]] >= 1:
            state.ask([regs[ATTACKER]])
        else:
            next_thrower(frame, DEFENDER_AGAIN)
    elif step == DEFENDER_AGAIN:
        if regs[AGAIN] < 0 and table.military[regs[DEFENDER]] >= 1:
            state.ask([regs[DEFENDER]])
        else:
            count_hits(table, frame)
    elif step in (ATTACKER_LOSES, ATTACKER_FLEES):
        take_losses(terms, state, frame, True)
    elif step in (DEFENDER_LOSES, DEFENDER_FLEES):
        take_losses(terms, state, frame, False)
    else:
        conclude(terms, state, frame)


def next_thrower(frame: Frame, step: int) -> None:
    frame.step = step
    frame.regs[AGAIN] = -1


def side_total(terms: Terms, table: LeadersTable, frame: Frame, attacking: bool) -> int:
    total = 0
    for unit in range(3):
        total += side_units(terms, table, frame, attacking, unit)
    return total


def side_units(terms: Terms, table: LeadersTable, frame: Frame, attacking: bool, unit: int) -> int:
    """Units of a kind on one side; at sea the attacker's newcomers stay out of it (7.2)."""
    place, attacker, defender = frame.regs[AT], frame.regs[ATTACKER], frame.regs[DEFENDER]
    base = place * terms.seats
    if attacking:
        found = table.units[(base + attacker) * 3 + unit]
        return found - table.fresh[place * 3 + unit] if place >= LAND else found
    if place >= LAND:
        return table.units[(base + defender) * 3 + unit]
    found = 0
    for seat in range(terms.seats):
        if seat != attacker:
            found += table.units[(base + seat) * 3 + unit]
    return found


def collect_dice(terms: Terms, table: LeadersTable, frame: Frame) -> None:
    """7.6, 7.7"""
    table.dies = []
    for attacking in (True, False):
        seat = frame.regs[ATTACKER] if attacking else frame.regs[DEFENDER]
        left = terms.v.dice_max
        for unit in range(2, -1, -1):
            number = min(left, side_units(terms, table, frame, attacking, unit))
            left -= number
            table.dies += [unit] * number
        at_sea = frame.regs[AT] >= LAND or (table.seaborne >> frame.regs[AT]) & 1 == 1
        if at_sea and skilled(terms, table, seat, UK):
            table.dies.append(INFANTRY)
        if attacking:
            frame.regs[SPLIT] = len(table.dies)


def throw(terms: Terms, state: LeadersState, outcomes: Action) -> None:
    table = state.table
    frame = table.stack[-1]
    table.dice = []
    if frame.step == THROW:
        table.throw = [terms.v.dice[table.dies[i]][outcomes[i]] for i in range(len(outcomes))]
        next_thrower(frame, ATTACKER_AGAIN)
    else:  # 7.8: the last throw counts
        die = frame.regs[AGAIN]
        table.throw[die] = terms.v.dice[table.dies[die]][outcomes[0]]
    if state.loud:
        state.tell(EVERYONE, THROWN, tuple(table.throw))


def count_hits(table: LeadersTable, frame: Frame) -> None:
    """7.9, 7.10"""
    regs = frame.regs
    split = regs[SPLIT]
    regs[ON_DEFENDER] = hits_of(table, 0, split, regs[ATTACKER])
    regs[ON_ATTACKER] = hits_of(table, split, len(table.throw), regs[DEFENDER])
    frame.step = ATTACKER_LOSES
    regs[AGAIN] = -1


def hits_of(table: LeadersTable, first: int, end: int, seat: int) -> int:
    hits = 0
    single = False
    for i in range(first, end):
        hits += table.throw[i]
        if table.throw[i] == 1:
            single = True
    if single and table.military[seat] >= 3:
        hits += 1
    return hits


# losses


def loser(terms: Terms, table: LeadersTable, frame: Frame, attacking: bool) -> int:
    """7.11: whose units are lost next."""
    regs = frame.regs
    if attacking:
        return regs[ATTACKER]
    if regs[AT] < LAND:
        for j in range(1, terms.seats):
            guest = (regs[DEFENDER] + j) % terms.seats
            if guest != regs[ATTACKER] and present(terms, table, regs[AT], guest):
                return guest
    return regs[DEFENDER]


def owned(terms: Terms, table: LeadersTable, frame: Frame, attacking: bool, seat: int, unit: int) -> int:
    place = frame.regs[AT]
    found = table.units[(place * terms.seats + seat) * 3 + unit]
    if attacking and place >= LAND:
        found -= table.fresh[place * 3 + unit]
    return found


def take_losses(terms: Terms, state: LeadersState, frame: Frame, attacking: bool) -> None:
    """7.4, 7.10: asked only where there is a choice; the owner of the territory chooses for its guests."""
    table = state.table
    regs = frame.regs
    reg = ON_ATTACKER if attacking else ON_DEFENDER
    while regs[reg] > 0:
        total = side_total(terms, table, frame, attacking)
        if total == 0:
            regs[reg] = 0
            break
        seat = loser(terms, table, frame, attacking)
        kinds = 0
        kind = -1
        stock = 0
        for unit in range(3):
            number = owned(terms, table, frame, attacking, seat, unit)
            stock += number
            if number:
                kinds += 1
                if kind < 0:
                    kind = unit
        if kinds > 1 and regs[reg] < stock:  # else all of them go
            state.ask([regs[ATTACKER] if attacking else regs[DEFENDER]])
            return
        strike(terms, state, frame, attacking, kind)
    regs[LOST_KIND] = 0
    if frame.step == ATTACKER_LOSES:
        frame.step = DEFENDER_LOSES
    elif frame.step == DEFENDER_LOSES:
        frame.step = OUTCOME
    else:
        flee(terms, state, frame, attacking)


def strike(terms: Terms, state: LeadersState, frame: Frame, attacking: bool, unit: int) -> None:
    table = state.table
    seat = loser(terms, table, frame, attacking)
    place = frame.regs[AT]
    table.units[(place * terms.seats + seat) * 3 + unit] -= 1
    frame.regs[ON_ATTACKER if attacking else ON_DEFENDER] -= 1
    frame.regs[LOST_KIND] = max(frame.regs[LOST_KIND], unit) if present(terms, table, place, seat) else 0
    state.tell(EVERYONE, LOST, (seat, place, unit))


def loses_now(frame: Frame) -> bool:
    return frame.step == ATTACKER_LOSES or frame.step == ATTACKER_FLEES


def offer_losses(terms: Terms, table: LeadersTable) -> list[Action]:
    frame = table.stack[-1]
    attacking = loses_now(frame)
    seat = loser(terms, table, frame, attacking)
    return [(LOSE, unit) for unit in range(3) if owned(terms, table, frame, attacking, seat, unit)]


def offer_fight(terms: Terms, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    frame = table.stack[-1]
    if frame.step <= DEFENDER_STAYS:
        return [(STAND,), (RETREAT,)]
    if frame.step == ATTACKER_AGAIN or frame.step == DEFENDER_AGAIN:
        first = 0 if frame.step == ATTACKER_AGAIN else frame.regs[SPLIT]
        end = frame.regs[SPLIT] if frame.step == ATTACKER_AGAIN else len(table.throw)
        found: list[Action] = [(REROLL, die) for die in range(first, end)]
        found.append((HOLD,))
        return found
    return offer_losses(terms, table)


def refuse_in_fight(terms: Terms, table: LeadersTable, action: Action) -> str:
    if action[0] == REROLL:
        return "not-your-die" if table.stack[-1].step in (ATTACKER_AGAIN, DEFENDER_AGAIN) else "not-now"
    if action[0] == LOSE and table.stack[-1].step >= ATTACKER_LOSES:
        return "no-such-unit-there"
    return "not-now"


def act_in_fight(terms: Terms, state: LeadersState, seat: int, action: Action) -> None:
    table = state.table
    frame = table.stack[-1]
    verb = action[0]
    state.answered(seat)
    if verb == STAND:
        state.tell(EVERYONE, STOOD, (seat,))
        frame.step += 1
    elif verb == RETREAT:
        retreat(terms, state, frame, seat)
    elif verb == REROLL:
        frame.regs[AGAIN] = action[1]
        table.dice = [6]
    elif verb == HOLD:
        state.tell(EVERYONE, HELD, (seat,))
        if frame.step == ATTACKER_AGAIN:
            next_thrower(frame, DEFENDER_AGAIN)
        else:
            count_hits(table, frame)
    else:
        strike(terms, state, frame, loses_now(frame), action[1])


# retreat and outcome


def retreat(terms: Terms, state: LeadersState, frame: Frame, seat: int) -> None:
    """7.3, 7.5, 7.17"""
    table = state.table
    attacking = frame.step == ATTACKER_STAYS
    lost = (side_total(terms, table, frame, attacking) + 1) // 2
    if skilled(terms, table, seat, FRANCE):
        lost = 0
    frame.regs[ON_ATTACKER if attacking else ON_DEFENDER] = lost
    frame.step = ATTACKER_FLEES if attacking else DEFENDER_FLEES
    state.tell(EVERYONE, RETREATED, (seat, frame.regs[AT]))


def flee(terms: Terms, state: LeadersState, frame: Frame, attacking: bool) -> None:
    """7.3, 7.17: those saved go to their owners' drop zones."""
    table = state.table
    place = frame.regs[AT]
    for seat in range(terms.seats):
        mine = seat == frame.regs[ATTACKER]
        if mine != attacking or (place >= LAND and not mine and seat != frame.regs[DEFENDER]):
            continue
        for unit in range(3):
            saved = owned(terms, table, frame, attacking, seat, unit)
            table.drop[seat * 3 + unit] += saved
            table.units[(place * terms.seats + seat) * 3 + unit] -= saved
    frame.step = OUTCOME


def conclude(terms: Terms, state: LeadersState, frame: Frame) -> None:
    """7.12-7.14"""
    table = state.table
    place, attacker, defender = frame.regs[AT], frame.regs[ATTACKER], frame.regs[DEFENDER]
    left = side_total(terms, table, frame, True)
    right = side_total(terms, table, frame, False)
    if left and right:
        frame.step = ATTACKER_STAYS
        return
    table.stack.pop()
    table.throw = []
    table.dies = []
    if place < LAND:
        table.attacked &= ~(1 << place)
    if right:
        state.tell(EVERYONE, REPELLED, (defender, place))
        return
    if place < LAND:
        set_owner(terms, table, place, attacker if left else NOBODY)
    if left:
        state.tell(EVERYONE, CONQUERED, (attacker, place))
    else:
        state.tell(EVERYONE, DESERTED, (place,))
