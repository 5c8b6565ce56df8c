"""Chapters 2 and 4: who acts in a phase, the end of a phase, roads."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.commanders.book import HELD_CLOSED, HELD_TAKEN, Book
from sandtable.games.commanders.rules.marches import bound_for, gather_friendly
from sandtable.games.commanders.rules.sectors import (
    border_limit,
    border_room,
    capacity_to_act,
    friendly,
    garrison_of,
    guns_pass,
    held,
    holds,
)
from sandtable.games.commanders.state import (
    ARMY,
    ARTILLERY,
    ATTACK,
    BOX,
    CAVALRY,
    CHARGE,
    COMBINED,
    FAST,
    FRIENDLY,
    GARRISON,
    INFANTRY,
    NO_SECTOR,
    PLACES,
    ROUTED,
    SCORED,
    SECTORS,
    SPENT,
    TIRED,
    UNITS,
    CommandersHand,
    CommandersState,
    CommandersTable,
    add_pick,
    pick,
    pick_sector,
    pick_unit,
)
from sandtable.games.commanders.verbs import (
    ACTED,
    CHOSEN,
    DONE,
    FLED,
    HALTED,
    MOVE,
    ROAD,
    STEPPED_OUT,
)

# choosing who acts -------------------------------------------------------------------------


def might_act(book: Book, table: CommandersTable, seat: int, phase: int) -> bool:
    """2.2: whether anybody could think that this seat has a unit to act now.  Orders are secret,
    so this looks at what lies open only."""
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.place[unit] >= PLACES or table.status[unit] & (ROUTED | SPENT):
            continue
        kind = table.kind[unit]
        if table.acts[unit] >= capacity_to_act(kind):
            continue
        if phase != FAST or (kind == CAVALRY and not book.forest[table.place[unit]]):
            return True
    return False


def ready(book: Book, table: CommandersTable, hand: CommandersHand, unit: int, phase: int, enemy: int) -> bool:
    """4.1-4.3, 4.7, 4.8: whether an ordered unit may act in this phase; enemy: the sectors he bars."""
    target = hand.way1[unit % ARMY]
    if target < 0:
        return False
    here = table.place[unit]
    kind = table.kind[unit]
    if here >= PLACES or table.status[unit] & (ROUTED | SPENT | GARRISON) or table.acts[unit] >= capacity_to_act(kind):
        return False
    hostile = (enemy >> target) & 1
    if target == here:  # 15.9
        return phase == COMBINED and kind == INFANTRY and garrison_of(table, 1 - hand.seat, here) >= 0
    if here >= SECTORS and hostile:  # 4.7
        return False
    if phase == FAST:
        return kind == CAVALRY and not book.forest[here]
    if phase == COMBINED:
        if kind != ARTILLERY or (hostile and here < SECTORS):
            return True
        return book.guns_contest > 0 and here < SECTORS and not friendly(table, hand.seat, target)
    if hostile or (closed(book, table, hand.seat) >> target) & 1:
        return False
    return kind != ARTILLERY or guns_pass(book, here, target)


def closed(book: Book, table: CommandersTable, seat: int) -> int:
    """4.8: a bit per sector that later moves of the round may not enter although no enemy is there."""
    if book.held_sectors == HELD_CLOSED:
        return table.barred[seat]
    return table.barred[seat] & ~held(table, seat) if book.held_sectors == HELD_TAKEN else 0


def move_offer(book: Book, table: CommandersTable, hand: CommandersHand, phase: int) -> list[Action]:
    """2.2, 4.4: any ordered unit that may act now and finds room on its border."""
    offer: list[Action] = [(DONE,)]
    enemy = held(table, 1 - hand.seat)
    base = hand.seat * ARMY
    chosen = 0
    crossing: list[int] = []
    for code in hand.picks:
        i = pick_unit(code) - base
        chosen |= 1 << i
        crossing.append(table.place[base + i] * 16 + hand.way1[i])
    for i in range(ARMY):
        if hand.way1[i] < 0 or (chosen >> i) & 1 or not ready(book, table, hand, base + i, phase, enemy):
            continue
        here, target = table.place[base + i], hand.way1[i]
        if crossing.count(here * 16 + target) >= border_limit(book, here, target):
            continue
        offer.append((MOVE, base + i))
    return offer


def choose(state: CommandersState, seat: int, action: Action) -> None:
    """A small choice of a sealed answer."""
    sector = action[2] if len(action) > 2 else NO_SECTOR
    add_pick(state.hands[seat], pick(action[0], action[1], sector))
    if state.loud:
        state.note(seat, CHOSEN, action)
    state.ask_again(seat)


def publish_moves(book: Book, state: CommandersState, frame: Frame) -> None:
    """2.2: all who act are shown; those bound for friendly sectors march first (2.3)."""
    table = state.table
    for hand in state.hands:
        for code in hand.picks:
            unit = pick_unit(code)
            target = hand.way1[unit % ARMY]
            table.target[unit] = target
            if table.steps[unit] == 0:
                table.seen1[unit] = target
            else:
                table.seen2[unit] = target
            state.show(hand.seat, EVERYONE, ACTED, (unit, target))
        hand.picks = []
    if frame.proc == COMBINED:  # 4.8
        table.barred = [held(table, 1), held(table, 0)]
    gather_friendly(book, state, frame)
    frame.step = FRIENDLY


# the end of a phase -------------------------------------------------------------------------------


def flee(state: CommandersState, phase: int) -> None:
    """8.4, 15.11: routed cavalry after fast movement, infantry too after combined arms."""
    table = state.table
    for unit in range(UNITS):
        if table.place[unit] < SECTORS and table.status[unit] & ROUTED and not table.status[unit] & GARRISON:
            kind = table.kind[unit]
            if kind == CAVALRY or (kind == INFANTRY and phase == COMBINED):
                table.place[unit] = BOX
                table.status[unit] = ROUTED
                state.tell(EVERYONE, FLED, (unit,))


def close_phase(state: CommandersState, phase: int) -> None:
    """2.6: flight, exhaustion; the board is cleared of the combat."""
    table = state.table
    if phase in (FAST, COMBINED):
        flee(state, phase)
    for unit in range(UNITS):
        status = table.status[unit]
        if table.place[unit] < PLACES:
            tired = status & TIRED > 0 or table.acts[unit] >= capacity_to_act(table.kind[unit])
            status &= ~(TIRED | SCORED | ATTACK | CHARGE)
            table.status[unit] = status | SPENT if tired and not status & ROUTED else status
    table.crossed = []
    table.target = [-1] * UNITS
    table.zone = [-1] * UNITS
    table.aim = [-1] * UNITS
    table.zones = []
    table.lines = []
    table.pips = []
    table.rerolls = []
    table.taken = []
    if phase == COMBINED:
        step_out(state)


def step_out(state: CommandersState) -> None:
    """15.7: a garrison without an enemy around it leaves the building."""
    table = state.table
    for unit in range(UNITS):
        if table.status[unit] & GARRISON and not table.status[unit] & ROUTED:
            if not holds(table, 1 - unit // ARMY, table.place[unit]):
                table.status[unit] &= ~GARRISON
                state.tell(EVERYONE, STEPPED_OUT, (unit,))


# roads ----------------------------------------------------------------------------------------------


def road_possible(book: Book, table: CommandersTable, seat: int) -> bool:
    """15.13: whether anybody could think so."""
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.place[unit] < SECTORS and book.on_road[table.place[unit]] and not table.status[unit] & ROUTED:
            if table.kind[unit] != ARTILLERY:
                return True
    return False


def road_offer(book: Book, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    """15.13, 4.8: ordered units, up to two, along the road into sectors that are open to them."""
    offer: list[Action] = [(DONE,)]
    if len(hand.picks) >= book.spare_road:
        return offer
    shut = held(table, 1 - hand.seat) | closed(book, table, hand.seat)
    base = hand.seat * ARMY
    chosen = [pick_unit(code) for code in hand.picks]
    for i in range(ARMY):
        unit = base + i
        here = table.place[unit]
        if hand.plan1[i] < 0 or here >= SECTORS or table.kind[unit] == ARTILLERY or unit in chosen:
            continue
        if table.status[unit] & (ROUTED | GARRISON) or (hand.lost >> i) & 1 or not book.on_road[here]:
            continue
        for sector in book.ways[here]:
            if book.road[here * PLACES + sector] and not (shut >> sector) & 1:
                going = 0
                for code in hand.picks:
                    if table.place[pick_unit(code)] == here and pick_sector(code) == sector:
                        going += 1
                if going < border_room(book, table, hand.seat, here, sector):
                    offer.append((ROAD, unit, sector))
    return offer


def publish_roads(state: CommandersState, frame: Frame) -> None:
    """15.13, 4.10: where both sides head nobody goes."""
    table = state.table
    for hand in state.hands:
        for code in hand.picks:
            table.target[pick_unit(code)] = pick_sector(code)
            state.show(hand.seat, EVERYONE, ACTED, (pick_unit(code), pick_sector(code)))
        hand.picks = []
    bound = bound_for(table)
    frame.regs = []
    for unit in range(UNITS):
        target = table.target[unit]
        if target < 0:
            continue
        if (bound[1 - unit // ARMY] >> target) & 1:
            table.target[unit] = -1
            state.tell(EVERYONE, HALTED, (unit,))
        else:
            frame.regs.append(unit)
