"""Chapter 5: retreats, squares, countercharges."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.rules.marches import bound_for
from sandtable.games.commanders.rules.sectors import border_room, cross, forget_order, friendly, has_room, held
from sandtable.games.commanders.state import (
    ARMY,
    ARTILLERY,
    ATTACK,
    CAVALRY,
    CHARGE,
    GARRISON,
    INFANTRY,
    NO_SECTOR,
    REACTION_DICE,
    ROUTED,
    SECTORS,
    SPENT,
    SQUARE,
    TIRED,
    UNITS,
    WALK_IN,
    CommandersHand,
    CommandersState,
    CommandersTable,
    pick_sector,
    pick_unit,
    pick_verb,
)
from sandtable.games.commanders.verbs import (
    CHARGED,
    COUNTER,
    DONE,
    HALTED,
    REACTED,
    RETREAT,
    RETREATED,
    SQUARE_UP,
    SQUARED,
)


def mark_attackers(table: CommandersTable) -> None:
    """4.9: whoever still heads somewhere attacks."""
    for unit in range(UNITS):
        if table.target[unit] >= 0:
            table.status[unit] |= ATTACK


def attackers_of(table: CommandersTable, seat: int, sector: int, origin: int, kind: int) -> int:
    """Attackers of a seat against a sector; origin or kind -1 for all."""
    count = 0
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.target[unit] == sector and table.status[unit] & ATTACK and table.place[unit] != sector:
            if (origin < 0 or table.place[unit] == origin) and (kind < 0 or table.kind[unit] == kind):
                count += 1
    return count


def react_offer(book: Book, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    """5.1, 5.3-5.5: any unit that may react."""
    base, foe = hand.seat * ARMY, 1 - hand.seat
    chosen = [pick_unit(code) for code in hand.picks]
    retreats: list[Action] = []
    squares: list[Action] = []
    charges: list[Action] = []
    for i in range(ARMY):
        unit = base + i
        here, kind = table.place[unit], table.kind[unit]
        if here >= SECTORS or kind == ARTILLERY or unit in chosen:
            continue
        if table.status[unit] & (ROUTED | SPENT | ATTACK | GARRISON | TIRED):
            continue
        if kind == INFANTRY:
            horse = attackers_of(table, foe, here, -1, CAVALRY)
            if horse and not table.status[unit] & SQUARE and declared(table, hand, SQUARE_UP, here) < horse:
                squares.append((SQUARE_UP, unit))
        elif attackers_of(table, foe, here, -1, -1):
            if can_retreat(book, table, hand, unit):
                retreats.append((RETREAT, unit))
            for front in book.ways[here]:
                if front < SECTORS and attackers_of(table, foe, here, front, INFANTRY):
                    crowded = attackers_of(table, hand.seat, front, here, -1) + declared_towards(table, hand, here, front)
                    if crowded < border_room(book, table, hand.seat, here, front):
                        charges.append((COUNTER, unit, front))
    return [(DONE,), *retreats, *squares, *charges]


def declared(table: CommandersTable, hand: CommandersHand, verb: int, sector: int) -> int:
    count = 0
    for code in hand.picks:
        if pick_verb(code) == verb and table.place[pick_unit(code)] == sector:
            count += 1
    return count


def declared_towards(table: CommandersTable, hand: CommandersHand, here: int, front: int) -> int:
    count = 0
    for code in hand.picks:
        if pick_verb(code) == COUNTER and pick_sector(code) == front and table.place[pick_unit(code)] == here:
            count += 1
    return count


def can_retreat(book: Book, table: CommandersTable, hand: CommandersHand, unit: int) -> bool:
    """5.5, 4.4: the sector behind is friendly and holds one more, those already retreating there counted."""
    return way_back(book, table, hand, unit, RETREAT)


def way_back(book: Book, table: CommandersTable, hand: CommandersHand, unit: int, verb: int) -> bool:
    """Whether one more unit may go one sector back, over the border and into the sector, besides those chosen already."""
    here = table.place[unit]
    to = book.back[hand.seat * SECTORS + here]
    coming = crossing_too = 1
    for code in hand.picks:
        origin = table.place[pick_unit(code)]
        if pick_verb(code) == verb and book.back[hand.seat * SECTORS + origin] == to:
            coming += 1
            crossing_too += 1 if origin == here else 0
    if crossing_too > border_room(book, table, hand.seat, here, to):
        return False
    return friendly(table, hand.seat, to) and has_room(book, table, hand.seat, to, coming)


def ask_reactions(book: Book, state: CommandersState) -> None:
    """5.1: both at once, whoever has something to declare."""
    seats = [seat for seat in range(2) if len(react_offer(book, state.table, state.hands[seat])) > 1]
    if seats:
        state.ask(seats)


def declare(book: Book, state: CommandersState, frame: Frame) -> None:
    """5.1, 5.5, 5.6: retreats are ridden, attackers left without an enemy march in, reactions
    wait for their dice.  regs: melee, cursor, number of reactions, (unit, front) each, movers."""
    table = state.table
    rolls: list[int] = []
    for hand in state.hands:
        for code in hand.picks:
            unit, verb = pick_unit(code), pick_verb(code)
            forget_order(state, unit)
            table.status[unit] |= TIRED
            if verb == RETREAT:
                cross(table, unit, book.back[hand.seat * SECTORS + table.place[unit]])
                state.show(hand.seat, EVERYONE, RETREATED, (unit, table.place[unit]))
            elif verb == COUNTER:
                rolls += [unit, pick_sector(code)]
                state.show(hand.seat, EVERYONE, CHARGED, (unit, pick_sector(code)))
            else:
                rolls += [unit, NO_SECTOR]
                state.show(hand.seat, EVERYONE, SQUARED, (unit,))
        hand.picks = []
    frame.regs = [0, 0, len(rolls) // 2, *rolls, *left_alone(state)]
    frame.step = WALK_IN


def left_alone(state: CommandersState) -> list[int]:
    """5.6: attackers whose enemy has gone; artillery has nothing to do then (4.3)."""
    table = state.table
    bars = [held(table, 0), held(table, 1)]
    bound = bound_for(table)
    movers: list[int] = []
    for unit in range(UNITS):
        target, foe = table.target[unit], 1 - unit // ARMY
        if target < 0 or target == table.place[unit] or (bars[foe] >> target) & 1 or (bound[foe] >> target) & 1:
            continue
        table.status[unit] &= ~ATTACK
        if table.kind[unit] == ARTILLERY:
            table.target[unit] = -1
            state.tell(EVERYONE, HALTED, (unit,))
        else:
            movers.append(unit)
    return movers


def ask_reaction_dice(state: CommandersState, frame: Frame) -> None:
    if frame.regs[2]:
        state.table.dice = [6] * frame.regs[2]
    frame.step = REACTION_DICE


def roll_reactions(book: Book, state: CommandersState, frame: Frame, pips: Action) -> None:
    """5.2-5.4"""
    table = state.table
    table.dice = []
    for k in range(len(pips)):
        unit, front = frame.regs[3 + 2 * k], frame.regs[4 + 2 * k]
        success = pips[k] + 1 + book.reaction > book.above
        state.tell(EVERYONE, REACTED, (unit, pips[k] + 1, 1 if success else 0))
        if not success:
            continue
        if front == NO_SECTOR:
            table.status[unit] |= SQUARE
        else:
            table.status[unit] |= ATTACK | CHARGE
            table.target[unit] = front
