"""Chapters 2 and 4: who acts in a phase, marches, capacity, the end of a phase."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.rules.sectors import (
    border_limit,
    capacity_to_act,
    crowd,
    enter,
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
    CLOSE,
    COMBINED,
    FAST,
    FIGHTING,
    FRIENDLY,
    GARRISON,
    INFANTRY,
    MOVES,
    NEUTRAL,
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
    pick,
    pick_sector,
    pick_unit,
)
from sandtable.games.commanders.verbs import (
    ACTED,
    CHOSEN,
    DONE,
    FLED,
    HALT,
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
        return kind != ARTILLERY or (hostile > 0 and here < SECTORS)
    if hostile or (table.barred[hand.seat] >> target) & 1:
        return False
    return kind != ARTILLERY or guns_pass(book, here, target)


def move_offer(book: Book, table: CommandersTable, hand: CommandersHand, phase: int) -> list[Action]:
    """2.2, 4.4: units alike in kind, place and order act by ascending number."""
    offer: list[Action] = [(DONE,)]
    enemy = held(table, 1 - hand.seat)
    base = hand.seat * ARMY
    chosen = 0
    crossing: list[int] = []
    for code in hand.picks:
        i = pick_unit(code) - base
        chosen |= 1 << i
        crossing.append(table.place[base + i] * 16 + hand.way1[i])
    alike: list[int] = []
    for i in range(ARMY):
        if hand.way1[i] < 0 or (chosen >> i) & 1 or not ready(book, table, hand, base + i, phase, enemy):
            continue
        here, target = table.place[base + i], hand.way1[i]
        if crossing.count(here * 16 + target) >= border_limit(book, here, target):
            continue
        key = (((here * 4 + table.kind[base + i]) * 16 + target) * 16 + hand.way2[i] + 1) * 512 + table.status[base + i]
        key = key * 4 + table.acts[base + i]
        if key not in alike:
            alike.append(key)
            offer.append((MOVE, base + i))
    return offer


def choose(state: CommandersState, seat: int, action: Action) -> None:
    """A small choice of a sealed answer."""
    sector = action[2] if len(action) > 2 else NO_SECTOR
    state.hands[seat].picks.append(pick(action[0], action[1], sector))
    if state.loud:
        state.note(seat, CHOSEN, action)
    state.ask_again(seat)


def publish_moves(state: CommandersState, frame: Frame) -> None:
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
            state.reveal(EVERYONE, ACTED, (unit, target))
        hand.picks = []
    if frame.proc == COMBINED:  # 4.8
        table.barred = [held(table, 1), held(table, 0)]
    frame.regs = []
    for unit in range(UNITS):
        target = table.target[unit]
        if target >= 0 and target != table.place[unit] and friendly(table, unit // ARMY, target):
            frame.regs.append(unit)
    frame.step = FRIENDLY


# marching ------------------------------------------------------------------------------------


def overflow(book: Book, table: CommandersTable, movers: list[int], seat: int) -> int:
    """4.5: a sector too small for the movers of a seat, or -1."""
    for unit in movers:
        if unit // ARMY != seat or table.target[unit] >= SECTORS:
            continue
        sector = table.target[unit]
        count = crowd(table, seat, sector)
        for other in movers:
            if other // ARMY == seat:
                if table.target[other] == sector:
                    count += 1
                if table.place[other] == sector:
                    count -= 1
        if count > book.capacity:
            return sector
    return -1


def halt_offer(book: Book, table: CommandersTable, hand: CommandersHand, movers: list[int]) -> list[Action]:
    """4.5: one of each sort of mover, from the last backwards so that the first march."""
    sector = overflow(book, table, movers, hand.seat)
    offer: list[Action] = []
    alike: list[int] = []
    for k in range(len(movers) - 1, -1, -1):
        unit = movers[k]
        if unit // ARMY != hand.seat or table.target[unit] != sector:
            continue
        i = unit % ARMY
        key = ((table.place[unit] * 4 + table.kind[unit]) * 512 + table.status[unit]) * 4 + table.acts[unit]
        key = key * 256 + (hand.way2[i] + 1)
        if key not in alike:
            alike.append(key)
            offer.append((HALT, unit))
    offer.sort()
    return offer


def march(book: Book, state: CommandersState, frame: Frame, start: int) -> bool:
    """4.5: everybody in regs from start on marches at once; false while somebody must choose."""
    table = state.table
    movers = frame.regs[start:]
    for turn in range(2):
        seat = first_seat_of(table, turn)
        while overflow(book, table, movers, seat) >= 0:
            candidates = [unit for unit in movers if unit // ARMY == seat and table.target[unit] == overflow(book, table, movers, seat)]
            if len(candidates) > 1:  # also when all are alike: orders tell them apart, and those are secret
                state.ask([seat])
                return False
            halt(state, frame, candidates[0])
            movers = frame.regs[start:]
    for unit in movers:
        table.acts[unit] += 1
        enter(book, state, unit, table.target[unit])
        table.target[unit] = -1
    frame.regs = frame.regs[:start]
    return True


def first_seat_of(table: CommandersTable, turn: int) -> int:
    return turn if table.round % 2 == 1 else 1 - turn


def halt(state: CommandersState, frame: Frame, unit: int) -> None:
    """4.5: stays behind and keeps its order."""
    for k in range(len(frame.regs) - 1, -1, -1):  # movers stand last in the registers
        if frame.regs[k] == unit:
            frame.regs = frame.regs[:k] + frame.regs[k + 1 :]
            break
    state.table.target[unit] = -1
    state.tell(EVERYONE, HALTED, (unit,))


def gather_neutral(state: CommandersState, frame: Frame) -> None:
    """2.3, 4.7, 4.10: who marches into a neutral sector unopposed."""
    table = state.table
    stop_reserves(state)
    bars = [held(table, 0), held(table, 1)]
    bound = bound_for(table)
    frame.regs = []
    for unit in range(UNITS):
        target = table.target[unit]
        if target < 0 or target == table.place[unit]:
            continue
        foe = 1 - unit // ARMY
        if (bars[foe] >> target) & 1 or (bound[foe] >> target) & 1:
            if frame.proc == MOVES:
                table.target[unit] = -1
                state.tell(EVERYONE, HALTED, (unit,))
        elif frame.proc == COMBINED and table.kind[unit] == ARTILLERY:  # 4.3: the enemy is gone
            table.target[unit] = -1
            state.tell(EVERYONE, HALTED, (unit,))
        else:
            frame.regs.append(unit)
    frame.step = NEUTRAL


def bound_for(table: CommandersTable) -> list[int]:
    """By seat: a bit per sector somebody heads for."""
    bound = [0, 0]
    for unit in range(UNITS):
        if table.target[unit] >= 0:
            bound[unit // ARMY] |= 1 << table.target[unit]
    return bound


def stop_reserves(state: CommandersState) -> None:
    """4.7: no combat out of a reserve."""
    table = state.table
    bound = bound_for(table)
    for unit in range(UNITS):
        target = table.target[unit]
        if target >= 0 and table.place[unit] >= SECTORS and target < SECTORS:
            foe = 1 - unit // ARMY
            if (bound[foe] >> target) & 1 or holds(table, foe, target):
                table.target[unit] = -1
                state.tell(EVERYONE, HALTED, (unit,))


def combat_looms(table: CommandersTable) -> bool:
    """4.9: somebody still heads somewhere."""
    return any(table.target[unit] >= 0 for unit in range(UNITS))


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
    """15.13: ordered units, up to two, along the road into sectors the enemy does not bar."""
    offer: list[Action] = [(DONE,)]
    if len(hand.picks) >= book.spare_road:
        return offer
    enemy = held(table, 1 - hand.seat)
    base = hand.seat * ARMY
    chosen = [pick_unit(code) for code in hand.picks]
    alike: list[int] = []
    for i in range(ARMY):
        unit = base + i
        here = table.place[unit]
        if hand.plan1[i] < 0 or here >= SECTORS or table.kind[unit] == ARTILLERY or unit in chosen:
            continue
        if table.status[unit] & (ROUTED | GARRISON):
            continue
        key = here * 4 + table.kind[unit]
        if not book.on_road[here] or key in alike:
            continue
        alike.append(key)
        for sector in book.ways[here]:
            if book.road[here * PLACES + sector] and not (enemy >> sector) & 1:
                offer.append((ROAD, unit, sector))
    return offer


def publish_roads(state: CommandersState, frame: Frame) -> None:
    """15.13, 4.10: where both sides head nobody goes."""
    table = state.table
    for hand in state.hands:
        for code in hand.picks:
            table.target[pick_unit(code)] = pick_sector(code)
            state.reveal(EVERYONE, ACTED, (pick_unit(code), pick_sector(code)))
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


def next_step(frame: Frame) -> None:
    """After the marches into neutral sectors: the fights, or the end of the phase."""
    frame.step = FIGHTING if frame.proc != MOVES else CLOSE
