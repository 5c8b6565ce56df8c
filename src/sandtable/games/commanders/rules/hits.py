"""Chapter 8: hits, withdrawal, flight, advance."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.rules.dice import clamp, dice_of, faces, modifier, opponent
from sandtable.games.commanders.rules.movement import flee
from sandtable.games.commanders.rules.positions import attackers_in
from sandtable.games.commanders.rules.reactions import way_back
from sandtable.games.commanders.rules.sectors import cross, crowd, enter, garrison_of, has_room, holds, remove
from sandtable.games.commanders.state import (
    ARMY,
    ARTILLERY,
    ATTACK,
    CAPTURED,
    CAVALRY,
    CHARGE,
    COMBINED,
    GARRISON,
    HOUSE,
    INFANTRY,
    LOST,
    PLACES,
    ROUTED,
    SCORED,
    SECTORS,
    SQUARE,
    TIRED,
    UNITS,
    CommandersHand,
    CommandersState,
    CommandersTable,
    pick_unit,
    pick_verb,
)
from sandtable.games.commanders.verbs import (
    ACTED,
    CAPTURED_,
    DONE,
    ENTER,
    FALL_BACK,
    FIRED,
    FOUGHT,
    RETREATED,
    ROUTED_,
    SHELTER,
    SHELTERED,
    SLAIN,
    WITHDRAW,
    WITHDREW,
)

# hits -----------------------------------------------------------------------------------------


def strike(book: Book, state: CommandersState, frame: Frame) -> None:
    """7.8-7.11, 8.1: compare all dice, then let all hits fall at once."""
    table = state.table
    melee = frame.regs[0]
    best = [0] * UNITS  # the better modified roll of each unit, 0 if it does not roll
    bonus = [0] * UNITS
    for k in range(len(table.lines)):
        at = 0
        for space in range(len(table.lines[k])):
            unit = table.lines[k][space]
            if dice_of(table, unit, melee):
                facing = opponent(book, table, k // 2, k % 2, space) == table.aim[unit]
                bonus[unit] = modifier(book, table, unit, facing, melee)
                best[unit] = clamp(table.pips[k][at] + bonus[unit])
                for die in range(1, dice_of(table, unit, melee)):
                    best[unit] = max(best[unit], clamp(table.pips[k][at + die] + bonus[unit]))
                at += dice_of(table, unit, melee)
    hits: list[int] = []  # target, hitter
    for k in range(len(table.lines)):
        at = 0
        for space in range(len(table.lines[k])):
            unit = table.lines[k][space]
            aim = table.aim[unit]
            for _ in range(dice_of(table, unit, melee)):
                value = clamp(table.pips[k][at] + bonus[unit])
                opposed = best[aim] > 0 and opponent(book, table, k // 2, k % 2, space) == aim
                hit = value > best[aim] if opposed else value > book.above
                if not melee and value <= book.above:  # 7.9
                    hit = False
                if state.loud:
                    state.tell(EVERYONE, FOUGHT if melee else FIRED, (unit, aim, table.pips[k][at], bonus[unit], 1 if hit else 0))
                if hit:
                    hits += [aim, unit]
                    table.status[unit] |= SCORED
                at += 1
    apply_hits(state, hits)


def apply_hits(state: CommandersState, hits: list[int]) -> None:
    """8.1, 8.2: first hits rout, further ones put out of play; who gets the captives is settled
    when the combat ends."""
    table = state.table
    for unit in range(UNITS):
        count = 0
        for k in range(0, len(hits), 2):
            if hits[k] == unit:
                count += 1
        if not count:
            continue
        if not table.status[unit] & ROUTED:
            rout(state, unit)
            count -= 1
        if count:
            remove(table, unit, LOST)
            table.zone[unit] = -1
            captor = -1
            for k in range(0, len(hits), 2):
                if hits[k] == unit and table.kind[hits[k + 1]] != ARTILLERY:
                    captor = hits[k + 1]
                    table.taken += [unit, captor]
            if captor < 0:
                state.tell(EVERYONE, SLAIN, (unit,))


def rout(state: CommandersState, unit: int) -> None:
    table = state.table
    table.status[unit] = (table.status[unit] | ROUTED) & ~(ATTACK | CHARGE | SQUARE | TIRED)
    state.tell(EVERYONE, ROUTED_, (unit,))


def settle_captives(state: CommandersState) -> None:
    """8.2: a captor must have come through the combat unrouted."""
    table = state.table
    for k in range(0, len(table.taken), 2):
        unit, captor = table.taken[k], table.taken[k + 1]
        if table.place[unit] == LOST and table.place[captor] < PLACES and not table.status[captor] & ROUTED:
            table.place[unit] = CAPTURED
            state.tell(EVERYONE, CAPTURED_, (unit, captor))
    for k in range(0, len(table.taken), 2):
        if table.place[table.taken[k]] == LOST and table.taken.index(table.taken[k]) == k:
            state.tell(EVERYONE, SLAIN, (table.taken[k],))
    table.taken = []


# withdrawal -----------------------------------------------------------------------------------


def withdraw_offer(book: Book, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    """8.3, 15.7, 16.1: attackers that no enemy attacker opposes; units that may shelter."""
    seat = hand.seat
    chosen = [pick_unit(code) for code in hand.picks]
    leavers: list[Action] = []
    backers: list[Action] = []
    for z in range(len(table.zones)):
        facing = [unit for unit in table.lines[2 * z + 1 - seat] if table.status[unit] & ATTACK]
        space = 0
        for unit in table.lines[2 * z + seat]:
            if not table.status[unit] & ATTACK:
                continue
            space += 1
            if (space <= len(facing) and faces(book, table, z, unit, facing[space - 1])) or table.kind[unit] == ARTILLERY or unit in chosen:
                continue
            leavers.append((WITHDRAW, unit))
            if book.fall_back and table.kind[unit] == CAVALRY and way_back(book, table, hand, unit, FALL_BACK):
                backers.append((FALL_BACK, unit))
    leavers.sort()
    backers.sort()
    return [(DONE,), *leavers, *backers, *shelter_offer(book, table, hand)]


def shelter_offer(book: Book, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    """15.7: one infantry of the defender into a standing building of an attacked sector."""
    offer: list[Action] = []
    if not book.terrain:
        return offer
    for sector in range(SECTORS):
        if not book.building[sector] or (table.ruined >> sector) & 1 or garrison_of(table, hand.seat, sector) >= 0:
            continue
        if garrison_of(table, 1 - hand.seat, sector) >= 0 or not attacked(table, hand.seat, sector):
            continue
        if any_sheltered(table, hand, sector):
            continue
        for unit in range(hand.seat * ARMY, hand.seat * ARMY + ARMY):
            if table.place[unit] == sector and table.kind[unit] == INFANTRY and not table.status[unit] & (ROUTED | ATTACK):
                offer.append((SHELTER, unit))
    offer.sort()
    return offer


def any_sheltered(table: CommandersTable, hand: CommandersHand, sector: int) -> bool:
    return any(pick_verb(code) == SHELTER and table.place[pick_unit(code)] == sector for code in hand.picks)


def attacked(table: CommandersTable, seat: int, sector: int) -> bool:
    """Whether an enemy attacker stands in a zone of the sector."""
    for z in range(len(table.zones)):
        if table.zones[z][seat] == sector and table.zones[z][2] == -1 and attackers_in(table, z, 1 - seat):
            return True
    return False


def ask_withdrawals(book: Book, state: CommandersState) -> None:
    seats = [seat for seat in range(2) if len(withdraw_offer(book, state.table, state.hands[seat])) > 1]
    if seats:
        state.ask(seats)


def withdraw(book: Book, state: CommandersState) -> None:
    """8.3, 7.1: those who chose to, and all attacking artillery."""
    table = state.table
    for hand in state.hands:
        for code in hand.picks:
            unit, verb = pick_unit(code), pick_verb(code)
            if verb == SHELTER:
                table.status[unit] |= GARRISON
                table.zone[unit] = -1
                state.show(hand.seat, EVERYONE, SHELTERED, (unit,))
                continue
            leave_zone(table, unit)
            state.show(hand.seat, EVERYONE, WITHDREW, (unit,))
            if verb == FALL_BACK:
                cross(table, unit, book.back[hand.seat * SECTORS + table.place[unit]])
                state.show(hand.seat, EVERYONE, RETREATED, (unit, table.place[unit]))
        hand.picks = []
    for unit in range(UNITS):
        if table.status[unit] & ATTACK and table.kind[unit] == ARTILLERY:
            leave_zone(table, unit)
            state.tell(EVERYONE, WITHDREW, (unit,))


def leave_zone(table: CommandersTable, unit: int) -> None:
    table.status[unit] = (table.status[unit] | TIRED) & ~(ATTACK | CHARGE)
    table.zone[unit] = -1


def anybody_attacks(table: CommandersTable) -> bool:
    return any(table.status[unit] & ATTACK for unit in range(UNITS))


# the end of the fights ----------------------------------------------------------------------------


def end_fights(book: Book, state: CommandersState) -> None:
    """8.2, 8.4, 8.8: captives, those who acted, cavalry without a hit, flight."""
    table = state.table
    settle_captives(state)
    for unit in range(UNITS):
        if table.target[unit] >= 0 and table.place[unit] < PLACES:
            if table.seen1[unit] >= 0:
                table.acts[unit] += 1
            if table.kind[unit] == CAVALRY and not table.status[unit] & (SCORED | ROUTED):
                table.status[unit] |= TIRED
        elif book.spent_defenders and table.zone[unit] >= 0 and table.kind[unit] == CAVALRY and not table.status[unit] & (SCORED | ROUTED):
            table.status[unit] |= TIRED
    flee(state, table.phase)


def free_for(table: CommandersTable, unit: int) -> bool:
    """8.5: no unrouted enemy is left in the sector, nor contests it."""
    sector, foe = table.target[unit], 1 - unit // ARMY
    if sector == table.place[unit] or holds(table, foe, sector):
        return False
    for other in range(foe * ARMY, foe * ARMY + ARMY):
        if table.status[other] & ATTACK and table.target[other] == sector and table.zone[other] >= 0:
            return False
    return True


def winners(table: CommandersTable, seat: int) -> list[int]:
    """8.5, 8.6: attackers that may or must enter now; zone -1 marks those who have decided."""
    found: list[int] = []
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.status[unit] & ATTACK and table.zone[unit] >= 0 and table.zones[table.zone[unit]][2] != HOUSE:
            if table.kind[unit] != ARTILLERY and free_for(table, unit):
                found.append(unit)
    return found


def must_enter(table: CommandersTable, unit: int) -> bool:
    """8.6, 8.7"""
    return table.phase == COMBINED and not table.status[unit] & CHARGE


def bound_in(table: CommandersTable, hand: CommandersHand, sector: int) -> int:
    count = 0
    for code in hand.picks:
        if table.target[pick_unit(code)] == sector:
            count += 1
    return count


def enter_offer(book: Book, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    """8.6: any who may go in; done is offered once nobody who must go in can."""
    chosen = [pick_unit(code) for code in hand.picks]
    offer: list[Action] = []
    forced = False
    for unit in winners(table, hand.seat):
        sector = table.target[unit]
        if unit in chosen or crowd(table, hand.seat, sector) + bound_in(table, hand, sector) >= book.capacity:
            continue
        forced = forced or must_enter(table, unit)
        offer.append((ENTER, unit))
    return offer if forced else [(DONE,), *offer]


def no_choice(book: Book, table: CommandersTable, seat: int, units: list[int]) -> bool:
    """8.6: everybody must go in and there is room for all."""
    for unit in units:
        if not must_enter(table, unit):
            return False
        coming = 0
        for other in units:
            if table.target[other] == table.target[unit]:
                coming += 1
        if not has_room(book, table, seat, table.target[unit], coming):
            return False
    return True


def ask_advances(book: Book, state: CommandersState) -> bool:
    """8.5-8.7: false when nobody has won anything more."""
    table = state.table
    asked: list[int] = []
    anybody = False
    for seat in range(2):
        units = winners(table, seat)
        if not units:
            continue
        anybody = True
        if no_choice(book, table, seat, units):
            for unit in units:
                go_in(book, state, unit)
        else:
            asked.append(seat)
    if asked:
        state.ask(asked)
    return anybody


def go_in(book: Book, state: CommandersState, unit: int) -> None:
    table = state.table
    table.zone[unit] = -1
    enter(book, state, unit, table.target[unit])


def advance_in(book: Book, state: CommandersState) -> None:
    """8.6: those chosen enter; who could have and did not is spent.  Winners are counted before
    anybody moves, so that both sides decided on the same position."""
    table = state.table
    before = [winners(table, 0), winners(table, 1)]
    for hand in state.hands:
        chosen = [pick_unit(code) for code in hand.picks]
        hand.picks = []
        for unit in chosen:
            state.show(hand.seat, EVERYONE, ACTED, (unit, table.target[unit]))
            go_in(book, state, unit)
        for unit in before[hand.seat]:
            if unit not in chosen:
                table.zone[unit] = -1
                state.show(hand.seat, EVERYONE, WITHDREW, (unit,))
                if has_room(book, table, hand.seat, table.target[unit], 1):
                    table.status[unit] |= TIRED
